import { describe, expect, it } from 'vitest'
import { buyAsk, plannedPurchase } from '@/test/samples/purchase'
import { isLegReturned, legOf, refundTokenOf } from './bridge-leg'
import type { PurchaseOrder } from './order'
import { type LegRecord, toBridgeLeg } from './to-bridge-leg'

const place = { orderId: 'leg-1', serviceUrl: 'https://service.example' }
const told: LegRecord = {
  status: 'published',
  fromChainId: 8453,
  fromToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  toChainId: buyAsk.outputAsset.chainId,
  toToken: buyAsk.outputAsset.address,
  srcAmount: '52000000',
  recipient: buyAsk.recipient,
  refundTo: buyAsk.refundTo,
  depositTxHash: `0x${'1'.repeat(64)}`,
  fromTokenMeta: { symbol: 'USDC', decimals: 6 },
}
const stranger = `0x${'d'.repeat(40)}`
const solana = 'So11111111111111111111111111111111111111112'

const withLeg = (more: Partial<LegRecord>, change: Partial<PurchaseOrder> = {}): PurchaseOrder => {
  const order = { ...plannedPurchase(), ...change }
  const leg = toBridgeLeg(order, { ...told, ...more }, place)
  return { ...order, purchase: { ...order.purchase, leg } }
}

describe('the bridge of a purchase', () => {
  it('is kept with what was settled and every hash that is told', () => {
    const transactions = { fill: { txHash: '0xf1' }, refund: { txHash: '0xf2' } }
    expect(toBridgeLeg(plannedPurchase(), { ...told, transactions }, place)).toEqual({
      ...place,
      status: 'published',
      from: {
        chainId: 8453,
        address: told.fromToken,
        symbol: 'USDC',
        decimals: 6,
        amount: '52000000',
      },
      depositTxHash: told.depositTxHash,
      fillTxHash: '0xf1',
      refundTxHash: '0xf2',
    })
  })

  it('given a record that does not say what is paid, says that much', () => {
    const { fromToken: _, fromTokenMeta: __, ...bare } = told
    expect(toBridgeLeg(plannedPurchase(), bare, place).from).toEqual({
      chainId: 8453,
      address: '',
      symbol: '?',
      decimals: 0,
      amount: '52000000',
    })
  })

  it('is never told less of than before, and goes on from an end to another', () => {
    const order = plannedPurchase()
    const fill = { txHash: '0xf1' }
    const filled = toBridgeLeg(order, { ...told, status: 'filled', transactions: { fill } }, place)
    const { depositTxHash: _, ...less } = told
    expect(toBridgeLeg(order, less, place, filled)).toEqual(filled)
    const refund = { txHash: '0xf2' }
    const back = { ...told, status: 'refunded', transactions: { refund } }
    const returned = toBridgeLeg(order, back, place, filled)
    expect(returned).toMatchObject({
      status: 'refunded',
      fillTxHash: '0xf1',
      refundTxHash: '0xf2',
    })
    const again = toBridgeLeg(order, { ...told, status: 'filled' }, place, returned)
    expect(again).toEqual({ ...returned, status: 'filled' })
    expect(toBridgeLeg(order, told, place, returned)).toEqual(returned)
    const other = {
      ...filled,
      contradiction: { field: 'recipient' as const, accepted: '', told: '' },
    }
    expect(toBridgeLeg(order, told, place, other).contradiction).toBeUndefined()
  })

  it.each<[string, Partial<LegRecord>]>([
    ['recipient', { recipient: stranger }],
    ['refundTo', { refundTo: stranger }],
    ['toToken', { toToken: stranger }],
    ['toChainId', { toChainId: 10 }],
  ])('given another %s, then nothing of it is this purchase’s', (field, more) => {
    const order = withLeg({ ...more, status: 'refunded' })
    expect(order.purchase.leg?.contradiction?.field).toBe(field)
    expect(legOf(order)).toBeUndefined()
    expect(refundTokenOf(order)).toBe(order.accepted.from)
    expect(isLegReturned(order)).toBe(false)
  })

  it.each<[string, Partial<LegRecord>]>([
    ['srcAmount', { srcAmount: '2' }],
    ['fromToken', { fromToken: stranger }],
    ['fromChainId', { fromChainId: 10 }],
  ])(
    'given another %s than before, then nothing of it is believed, until it is as before',
    (field, more) => {
      const before = withLeg({}).purchase.leg
      const order = plannedPurchase()
      const changed = toBridgeLeg(order, { ...told, ...more, status: 'refunded' }, place, before)
      expect(changed).toMatchObject({ contradiction: { field }, from: before?.from })
      const again = toBridgeLeg(order, { ...told, fromToken: undefined }, place, changed)
      expect(again).toMatchObject({ from: before?.from })
      expect(again).not.toHaveProperty('contradiction')
    },
  )

  it('given addresses in another case, or none, then it is this purchase’s', () => {
    const recipient = `0x${buyAsk.recipient.slice(2).toUpperCase()}`
    const more = { recipient, refundTo: undefined, toToken: undefined }
    expect(legOf(withLeg(more))).toBeDefined()
  })

  it('given nothing is known of what was bought, then nothing contradicts it', () => {
    const { accepted } = plannedPurchase()
    const to = { ...accepted.to, chainId: 0, address: '' }
    const change = { accepted: { ...accepted, to, recipient: '', refundTo: '' } }
    expect(legOf(withLeg({}, change))).toBeDefined()
  })

  it('given it was sent back, then what comes back is what it was to bridge', () => {
    const order = withLeg({ status: 'refunded' })
    expect(refundTokenOf(order)).toMatchObject({ chainId: 8453, symbol: 'USDC' })
    expect(isLegReturned(order)).toBe(true)
    expect(isLegReturned(withLeg({ status: 'published' }))).toBe(false)
  })

  it('given a refund address of another family than its chain’s, then nothing comes back to it there', () => {
    const { accepted } = plannedPurchase()
    const change = { accepted: { ...accepted, refundTo: solana } }
    expect(isLegReturned(withLeg({ status: 'refunded' }, change))).toBe(false)
  })
})
