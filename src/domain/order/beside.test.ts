import { describe, expect, it } from 'vitest'
import { author, otherHash, payment, planned, start, usdc } from '@/test/samples/order'
import { isMined } from '@/test/samples/order-states'
import { made, plannedPurchase, purchaseAfter } from '@/test/samples/purchase'
import { shownAddress } from '@/test/samples/transfer'
import type { Due } from './arrival'
import { awaitedBeside, duesBeside, isAnothers, isPlainly, takenBy } from './beside'
import type { Arrival, FoundPayment, SwapOrder, TransferOrder } from './order'
import { followedFor } from './purchase'

const native = `0x${'0'.repeat(40)}`
const now = start + 120_000
/** An order that is due coins on the chain that the other one pays coins of. */
const due: Due = { kind: 'payout', chainId: 8453, token: native, to: author, least: 24_650_000n }
const began = { block: '1000', holding: { balance: '0', nonce: 0 } }

const coins = { ...isMined.accepted.from, address: native }
const payer: SwapOrder = {
  ...isMined,
  status: 'tracking',
  accepted: { ...isMined.accepted, from: coins },
}
/** One that is due coins there, as the other one is. */
const payee: SwapOrder = {
  ...payer,
  began,
  accepted: {
    ...payer.accepted,
    from: payer.accepted.to,
    to: { ...coins, amount: '24900000' },
    minAmountOut: '24650000',
  },
}
const told = (kind: Arrival['kind'], found?: Partial<FoundPayment>): { arrival: Arrival } => ({
  arrival: { kind, since: start, ...(found && { found: { ...payment, ...found } }) },
})
const { hash: _, ...unnamed } = payment
const held = (found: Partial<FoundPayment> = {}): SwapOrder => ({
  ...payee,
  status: 'filled',
  arrival: { kind: 'payout', since: start, found: { ...unnamed, claims: [], ...found } },
})

describe('what of an order may come to the account of another', () => {
  it('is its payout, or what may be sent back of it', () => {
    expect(duesBeside(payer, due).map(({ kind, whole }) => [kind, whole])).toEqual([
      ['refund', 25_000_000n],
    ])
    expect(duesBeside(payee, due).map(({ kind, whole }) => [kind, whole])).toEqual([
      ['payout', 24_900_000n],
    ])
  })

  it('is nothing of another coin, chain or account', () => {
    expect(duesBeside(payer, { ...due, token: usdc })).toEqual([])
    expect(duesBeside(payer, { ...due, chainId: 10 })).toEqual([])
    expect(duesBeside(payer, { ...due, to: usdc })).toEqual([])
  })
})

describe('coins that are another order’s', () => {
  const take = (order: SwapOrder) => takenBy(order, due, began, now)
  const bought = purchaseAfter(plannedPurchase(), made)
  const { chainId, address: token } = bought.accepted.to
  const owed = { ...due, chainId, token, to: bought.accepted.recipient }

  it('are all that may be sent back, or the least that is to be paid, while it is open', () => {
    expect(take(payer)).toBe(25_000_000n)
    expect(take(payee)).toBe(24_650_000n)
    // Whatever end its service speaks of: it may say otherwise later.
    expect(take({ ...payer, ...told('payout') })).toBe(25_000_000n)
    expect(take({ ...payer, ...told('refund', { what: 'short' }) })).toBe(25_000_000n)
    expect(take({ ...payer, status: 'running' })).toBe(25_000_000n)
  })

  it('are what was sent back of one that was to be paid in the same coin', () => {
    const both = { ...payer.accepted, to: payee.accepted.to }
    const back = told('refund', { amount: '24990000', block: '1001' })
    expect(take({ ...payer, accepted: both, status: 'refunded', ...back })).toBe(24_990_000n)
  })

  it('are none of an address that nobody paid yet, nor of a purchase that failed for good', () => {
    const { accepted } = payee
    const address = { ...shownAddress, status: 'tracking', accepted } as TransferOrder
    expect(takenBy(address, due, began, now)).toBe(0n)
    const seen = [{ ...payment, amount: accepted.from.amount }]
    const paid = { ...address, transfer: { ...address.transfer, seen } }
    expect(takenBy(paid, due, began, now)).toBe(24_650_000n)
    const failure = { code: 'order/failed-at-service' as const, at: now }
    expect(takenBy({ ...bought, status: 'failed', failure }, owed, began, now)).toBe(0n)
  })

  it('are none of one that is over, or was not paid', () => {
    expect(take({ ...payer, status: 'unproved' })).toBe(0n)
    expect(take({ ...planned(), status: 'running', accepted: payer.accepted })).toBe(0n)
    expect(takenBy(bought, owed, began, now)).toBeGreaterThan(0n)
    expect(takenBy({ ...bought, status: 'failed' }, owed, began, now)).toBe(0n)
  })

  it('may come of one that its service calls failed, as long as that is asked', () => {
    const failure = { code: 'order/failed-at-service' as const, at: now - followedFor }
    const failed: SwapOrder = { ...payer, status: 'failed', failure }
    expect(take(failed)).toBe(25_000_000n)
    expect(take({ ...failed, failure: { ...failure, at: failure.at - 1 } })).toBe(0n)
    expect(take({ ...failed, fromBackup: true })).toBe(0n)
  })

  it('are what was proved of it since, by its block: an older version said none', () => {
    const back = (more: Partial<FoundPayment>): SwapOrder => ({
      ...payer,
      status: 'refunded',
      ...told('refund', { amount: '24990000', ...more }),
    })
    expect(take(back({ block: '1001' }))).toBe(24_990_000n)
    expect(take(back({ block: '1000', at: start * 2 }))).toBe(0n)
    expect(take(back({}))).toBe(24_990_000n)
    expect(take({ ...payer, status: 'filled', ...told('payout', { block: '1001' }) })).toBe(0n)
  })
})

describe('what may still come of an order beside', () => {
  it('is either of its ends, whatever its service speaks of', () => {
    const kinds = (order: SwapOrder) => awaitedBeside(order, due, now).map(({ kind }) => kind)
    expect(kinds(payer)).toEqual(['refund'])
    expect(kinds({ ...payer, ...told('payout') })).toEqual(['refund'])
    expect(kinds(payee)).toEqual(['payout'])
    expect(kinds({ ...payer, status: 'unproved' })).toEqual([])
    expect(kinds({ ...payer, ...told('refund', {}) })).toEqual([])
  })
})

describe('a payment that was found', () => {
  const found = (more: Partial<FoundPayment> = {}): FoundPayment => ({
    ...payment,
    token: native,
    amount: paidBeside,
    block: '1005',
    ...more,
  })
  const paidBeside = '25000000'
  const quoted = { ...due, whole: 24_900_000n }
  const isIts = (order: SwapOrder, more: Partial<FoundPayment> = {}, others: SwapOrder[] = []) =>
    isAnothers(order, [order, ...others], quoted, found(more), now)

  it('is plainly what is due where it is that to the unit, in a token', () => {
    const of = (amount: string, token = usdc) => isPlainly(quoted, found({ amount, token }))
    expect([of('24900000'), of('24650000')]).toEqual([true, true])
    expect([of(paidBeside), of('24900000', native)]).toEqual([false, false])
  })

  it('is another one’s where it is all that this is to be sent back, or paid, and not what is due', () => {
    expect(isIts(payer)).toBe(true)
    expect(isIts(payer, { amount: '24999999' })).toBe(false)
    expect(isIts(payee, { amount: '24900000' })).toBe(false)
    expect(isIts({ ...payer, fromBackup: true })).toBe(false)
    expect(isIts({ ...payer, status: 'unproved' })).toBe(false)
    expect(isIts({ ...payer, ...told('refund', { block: '1' }) })).toBe(false)
    const least = isAnothers(payer, [], { ...quoted, least: 25_000_000n }, found(), now)
    expect(least).toBe(false)
  })

  it('may be the one by which an order was proved that names none: since its beginning, up to the look', () => {
    const order = held({ block: '1010' })
    const at = (block: string) => isIts(order, { block })
    expect([at('1000'), at('1001'), at('1010'), at('1011')]).toEqual([false, true, true, false])
    // An older version did not say when it looked.
    expect(isIts(held(), { block: '9999' })).toBe(true)
    expect(isIts(order, { token: usdc })).toBe(false)
  })

  it('is none that was left to others then, but for those that are proved by it', () => {
    const order = held({ block: '1010', inAll: '49900000' })
    expect(isIts(order)).toBe(false)
    expect(isIts(order, { amount: '25000001' })).toBe(true)
    const other: SwapOrder = { ...payer, id: 'd'.repeat(32), status: 'refunded' }
    const back = (block: string) => [{ ...other, ...told('refund', { amount: '1', block }) }]
    expect(isIts(order, {}, back('1010'))).toBe(true)
    expect(isIts(order, {}, back('1000'))).toBe(false)
    expect(isIts(order, {}, back('1011'))).toBe(false)
    expect(isIts(order, {}, [other])).toBe(false)
  })

  it('is none of an order that names one, is not proved, or had no beginning', () => {
    expect(isIts(held({ hash: otherHash }))).toBe(false)
    expect(isIts({ ...payee, ...told('payout') })).toBe(false)
    const { began: __, ...unread } = held()
    expect(isIts(unread)).toBe(false)
  })
})

describe('an order of which not all can be read', () => {
  const unread: SwapOrder = {
    ...payee,
    status: 'attention',
    steps: [],
    attempts: [],
    unread: { hashes: [], told: [], lacks: [], stored: {} },
  }

  it('may still be paid, or sent back, as another of this computer may', () => {
    const found: FoundPayment = { ...payment, token: native, amount: '24900000' }
    const other = { ...due, least: 24_000_000n, whole: 24_100_000n }
    expect(awaitedBeside(unread, due, now)).toHaveLength(1)
    expect(takenBy(unread, due, began, now)).toBe(24_650_000n)
    expect(isAnothers(unread, [unread], other, found, now)).toBe(true)
  })
})
