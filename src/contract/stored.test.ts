import { describe, expect, it } from 'vitest'
import { stepsOf } from '@/src/domain/order-parts'
import {
  asked,
  confirmed,
  mined,
  orderAfter,
  planned,
  sent,
  submitted,
  verified,
} from '@/src/domain/order-samples'
import { readStoredOrder } from './stored'

const running = orderAfter(planned(), confirmed)
const tracked = orderAfter(running, asked(running), sent, verified, mined, submitted)

const read = (changed: object) =>
  readStoredOrder(tracked.id, structuredClone({ ...tracked, ...changed }))

const { id, revision, createdAt, updatedAt, accepted, service, status, notified } = tracked
const common = { id, revision, createdAt, updatedAt, accepted, service, status, notified }
const transfer = {
  depositAddress: '0x4444444444444444444444444444444444444444',
  amount: '25000000',
  expiresAt: 1_800_000_600,
  seen: [],
}

describe('the kinds of order', () => {
  it('given one that was stored before there were kinds, reads a swap', () => {
    const { kind: _, ...old } = tracked
    expect(readStoredOrder(tracked.id, old)).toEqual(tracked)
  })

  it('given a transfer, reads it whole', () => {
    for (const closed of [undefined, { at: 1, why: 'found' }]) {
      const its = closed ? { ...transfer, depositAddress: '', closed } : transfer
      const stored = { ...common, kind: 'transfer', transfer: its }
      expect(readStoredOrder(tracked.id, stored)).toEqual(stored)
    }
  })

  it('given a purchase with its bridge, reads it whole', () => {
    const from = { chainId: 8453, address: '0xa1', symbol: 'USDC', decimals: 6, amount: '5' }
    const leg = { orderId: 'leg-1', serviceUrl: 'https://service.example', status: 'filled', from }
    const purchase = {
      provider: 'harbor',
      strategy: 'jump',
      bridgeOrderId: 'leg-1',
      leg,
      found: true,
    }
    const stored = { ...common, kind: 'purchase', purchase }
    expect(readStoredOrder(tracked.id, stored)).toEqual(stored)
  })

  it('given a transfer of which money went astray, or a hash was refused, reads all of it', () => {
    const came = { chainId: 1, token: '0x1', symbol: 'X', decimals: 6, amount: '5' }
    const more = {
      lookedWide: { at: 1, chains: [{ chainId: 1, outcome: 'part' }], unlisted: true },
      astray: [
        { ...came, hash: '0xa', time: 5, at: 7, nodes: ['one', 'two'] },
        { ...came, undated: true, at: 7, nodes: ['one'] },
      ],
      refused: ['0xb'],
    }
    const stored = { ...common, kind: 'transfer', transfer: { ...transfer, ...more } }
    expect(readStoredOrder(tracked.id, stored)).toEqual(stored)
  })

  it('given a purchase, with and without what later versions keep of it, reads it whole', () => {
    const purchase = { provider: 'Harbor Pay', strategy: 'direct' }
    const later = { paidAt: 1, providerId: 'harbor', told: 'harbor' }
    for (const each of [purchase, { ...purchase, ...later }]) {
      const stored = { ...common, kind: 'purchase', purchase: each }
      expect(readStoredOrder(tracked.id, stored)).toEqual(stored)
    }
  })

  it('given one that a wallet is to pay, reads what it is asked for as well', () => {
    const { wallet, page, attempts } = tracked
    const [step] = tracked.steps
    const facts = { kind: 'transfer', token: step?.facts.token, to: transfer.depositAddress }
    const steps = [{ ...step, facts }]
    const pay = { wallet, page, steps, attempts, account: accepted.author, wanted: true }
    const stored = { ...common, kind: 'transfer', transfer, pay }
    expect(readStoredOrder(tracked.id, stored)).toEqual(stored)
  })

  it.each([
    ['of a kind that is not known here', { ...common, kind: 'dream' }],
    ['without its address', { ...common, kind: 'transfer' }],
  ])('given one %s, keeps what it is found by and needs attention', (_, stored) => {
    const order = readStoredOrder(tracked.id, stored)
    expect(order).toMatchObject({ status: 'attention', steps: [], accepted, service })
  })
})

describe('what is known of a contract', () => {
  it('is read back whole', () => {
    const known = { service: 'LI.FI', contract: 'LiFiDiamond', least: '7', proxy: 'ERC20Proxy' }
    const steps = stepsOf(tracked).map((step) => ({ ...step, facts: { ...step.facts, known } }))
    const [deposit] = stepsOf(read({ steps }))
    expect(deposit?.facts).toMatchObject({ kind: 'deposit', known })
    expect(read({ firstPaid: { held: '12' } })).toMatchObject({ firstPaid: { held: '12' } })
    expect(read({ firstPaid: {} })).toMatchObject({ firstPaid: {} })
  })
})

describe('an order that another version wrote', () => {
  it('given an error code that is not known here, goes on, steps and all', () => {
    const order = read({ blocker: { code: 'chain/frozen', since: 1 } })
    expect(order.status).toBe(tracked.status)
    expect(stepsOf(order)).toEqual(tracked.steps)
    expect(order.blocker?.code).toBe('app/unexpected')
  })

  it('given a notice of a kind that is not known here, keeps those that are', () => {
    const order = read({ notified: ['late', 'half-way'] })
    expect(order.status).toBe(tracked.status)
    expect(order.notified).toEqual(['late'])
  })

  it('given a state that is not known here, needs attention', () => {
    expect(read({ status: 'dreaming' }).status).toBe('attention')
  })
})
