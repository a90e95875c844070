import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { author, chainId, erc20 } from './engine/chain'
import { hubToken } from './engine/fiat-service'
import { ask, buy, close, fiat, minute, read, open as shop } from './engine/purchases'
import { native, toChainId } from './engine/service'
import { confirmed, createStage, depositOf, wait } from './engine/stage'
import { createWorld, operatorsOf, twoOperators, type World } from './engine/world'

const open = createStage('hash-named')
const worlds: World[] = []

afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})

/** A payment by address as its service tells of it. */
function byAddress(w: World, more: object) {
  const at = new Date(w.clock.now).toISOString()
  return {
    ...{ id: 'svc-other', quoteId: 'qe', routeId: 're', type: 'native-filler' },
    ...{ status: 'deposited', depositAddress: `0x${'5'.repeat(40)}`, author, recipient: author },
    ...{ fromChainId: chainId, fromToken: native, toChainId, toToken: erc20 },
    ...{ srcAmount: '7', destAmount: '7', tradeType: 'EXACT_INPUT', createdAt: at, updatedAt: at },
    ...more,
  }
}

describe('a transaction that a service named for something else first', () => {
  it.each([
    ['', 'truth'],
    [' whose page calls it rejected', 'false-rejection'],
  ] as const)(
    'given it is the deposit of a swap%s, and it was the payment of an address, then the swap goes on',
    async (_, told) => {
      const w = open('native')
      const orderId = await confirmed(w)
      w.page.approve(told)
      const depositTxHash = w.chain.mempool[0]?.hash ?? ''
      w.service.terms.others = [byAddress(w, { depositTxHash })]
      expect(await w.call('recoverOrders', { query: author })).toMatchObject({ found: 1 })
      await w.deliver()
      w.chain.mine()
      await wait(w, 60)
      await w.advance(3_600_000)
      expect((await w.order(orderId)).status).toBe('filled')
    },
  )

  it('given it is the payout of a swap, and it was a payment to the account itself, then it has arrived', async () => {
    const w = createWorld({ name: 'hash-named-payout', source: 'native', operators: twoOperators })
    worlds.push(w)
    let hash = ''
    w.service.terms.pay = () => {
      hash ||= w.payouts.pay(erc20, author, '24900000')
      return hash
    }
    let isSilent = true
    w.service.terms.lie = (record) =>
      isSilent ? { ...record, status: 'published', transactions: {} } : record
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(30_000)
    const told = { depositTxHash: hash, depositAddress: author, srcAmount: '24000000' }
    const token = { fromChainId: toChainId, fromToken: erc20 }
    w.service.terms.others = [byAddress(w, { ...told, ...token })]
    expect(await w.call('recoverOrders', { query: author })).toMatchObject({ found: 1 })
    await w.advance(60_000)
    isSilent = false
    await w.advance(3_600_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })
})

describe('a transaction that a service named for the bridge of a purchase first', () => {
  afterEach(close)

  it('given it is the deposit of a swap, then the swap goes on', async () => {
    let depositTxHash = `0x${'1e'.repeat(32)}`
    const w = await shop([...twoOperators, ...operatorsOf(8453)])
    const usual = w.service.answer
    w.service.answer = async (method: string, url: URL, body: unknown) =>
      url.pathname.startsWith('/v1/orders/by-id/leg-')
        ? Response.json({
            ...{ id: 'leg-1', fromChainId: 8453, fromToken: hubToken, toChainId, toToken: erc20 },
            ...{ fromTokenMeta: { symbol: 'USDC', decimals: 6 }, srcAmount: '26000000' },
            ...{ destAmount: '25000000', status: 'published', recipient: author, depositTxHash },
          })
        : usual(method, url, body)
    const bought = await buy(w, { swapStrategy: 'jump' }, { ...ask, hubChainId: 8453 })
    fiat.view = { status: 'bridging', bridgeOrderId: 'leg-1' }
    await w.advance(minute)
    const orderId = await confirmed(w)
    w.page.approve()
    depositTxHash = w.chain.mempool[0]?.hash ?? ''
    await w.advance(minute)
    expect((await read(w, bought.orderId)).purchase.leg?.depositTxHash).toBe(depositTxHash)
    await w.deliver()
    w.chain.mine()
    await wait(w, 60)
    expect((await depositOf(w, orderId)).state.status).toBe('confirmed')
  })
})
