import { describe, expect, it } from 'vitest'
import { hash, otherHash, planned, start, type UntimedEvent } from '@/test/samples/order'
import { paidOf, sumOf, timeOfPayment } from './deposit-sum'
import type { OrderEvent } from './event'
import { expectedOf, usualOf } from './late'
import type { FoundPayment, Order, Transfer, TransferOrder } from './order'
import { depositHashOf, isDepositOut, mayNameDeposit } from './order-parts'
import { owedWork } from './owed'
import { reduce } from './reduce'
import { isRemovable } from './removable'
import {
  claimsOf,
  closesAt,
  depositDueOf,
  payableOf,
  refundDueOf,
  toTransferOrder,
  transferMethodOf,
} from './transfer'

const { accepted } = planned()
const transfer: Transfer = {
  depositAddress: '0x4444444444444444444444444444444444444444',
  amount: accepted.from.amount,
  expiresAt: start / 1_000 + 600,
  seen: [],
}
const made = (serviceOrderId?: string, more: Partial<Transfer> = {}): TransferOrder =>
  toTransferOrder({
    id: 'c'.repeat(32),
    at: start,
    accepted,
    serviceUrl: 'https://service.test',
    transfer: { ...transfer, ...more },
    serviceOrderId,
  })
const known = made('svc-1')
const unknown = made(undefined, { needsHash: true })

const grown = (order: TransferOrder, ...events: UntimedEvent[]) =>
  events.reduce(
    (now, event, index) => reduce(now, { at: start + index * 1_000, ...event } as OrderEvent).order,
    order,
  )
const tasks = (order: TransferOrder, event: UntimedEvent) =>
  reduce(order, { at: start, ...event } as OrderEvent).effects.map(({ task }) => task)
const ignores = (order: TransferOrder, event: UntimedEvent) =>
  expect(grown(order, event)).toBe(order)

const found = (amount: string, more: Partial<FoundPayment> = {}): FoundPayment => ({
  what: 'paid',
  token: accepted.from.address,
  amount,
  hash,
  claims: [`8453:${hash}:0`],
  at: start,
  nodes: ['one', 'two'],
  ...more,
})
const seen = (payment: FoundPayment): UntimedEvent => ({ type: 'depositSeen', found: payment })
const exact = seen(found(transfer.amount))
const other = (amount: string, more: Partial<FoundPayment> = {}) =>
  seen(found(amount, { hash: otherHash, claims: [`8453:${otherHash}:0`], ...more }))
const second = other('500000')
const dust = other('1')
const held = (amount: string, more: Partial<FoundPayment> = {}) => {
  const { hash: _, ...rest } = found(amount, { claims: [], ...more })
  return seen(rest)
}
const read = (status: string, more: object = {}): UntimedEvent => ({
  type: 'serviceRead',
  view: { status, ...more },
})
const cancelled: UntimedEvent = { type: 'stopped' }
const expired: UntimedEvent = { type: 'expired' }
const abandoned: UntimedEvent = { type: 'abandoned' }
const named: UntimedEvent = { type: 'depositNamed', hash }
const submitted: UntimedEvent = { type: 'submitted', hash, serviceOrderId: 'svc-2' }

const isPayable = (order: TransferOrder, now: number) => payableOf(order, now) > 0n

describe('an address that was made', () => {
  it('is followed at the service from the beginning, where it has an order there', () => {
    expect(known).toMatchObject({ status: 'submitted', service: { orderId: 'svc-1' } })
    expect(owedWork(known)).toEqual([{ kind: 'watchDeposit' }, { kind: 'pollOrder' }])
    expect(unknown.status).toBe('running')
    expect(owedWork(unknown)).toEqual([{ kind: 'watchDeposit' }])
    expect(owedWork(grown(unknown, named))).toContainEqual({ kind: 'submitDeposit' })
  })

  it('remembers where the chain that is paid out on stood', () => {
    const plan = { id: known.id, at: start, accepted, serviceUrl: 'https://s.test', transfer }
    expect(toTransferOrder({ ...plan, began: { block: '7' } }).began).toEqual({ block: '7' })
    expect(known).not.toHaveProperty('began')
  })

  it('may be paid to until it is paid, closed or over', () => {
    expect(isPayable(known, start)).toBe(true)
    expect(isPayable(known, transfer.expiresAt * 1_000)).toBe(false)
    expect(isPayable(grown(known, cancelled), start)).toBe(false)
    expect(isPayable(grown(known, exact), start)).toBe(false)
    expect(isPayable(grown(known, read('deposited')), start)).toBe(false)
    expect(isPayable(grown(known, read('created')), start)).toBe(true)
    expect(isPayable(grown(known, read('failed')), start)).toBe(false)
  })

  it('is shown for a day at most, whatever end the service names', () => {
    const day = 86_400
    const endless = made('svc-1', { expiresAt: 253_402_300_799 })
    expect(closesAt(endless)).toBe(start / 1_000 + day)
    expect(isPayable(endless, start + day * 1_000 - 1)).toBe(true)
    expect(isPayable(endless, start + day * 1_000)).toBe(false)
    const closed = grown(endless, expired).transfer.closed
    expect(closed).toEqual({ at: start + day * 1_000, why: 'expired' })
    expect(closesAt(known)).toBe(transfer.expiresAt)
  })

  it('is not to be paid once the service speaks of another order at it', () => {
    const contradicted = { field: 'recipient' as const, accepted: 'a', told: 'b' }
    expect(isPayable(grown(known, { type: 'contradicted', ...contradicted }), start)).toBe(false)
  })

  it('stays to be paid whatever a stranger sends to it', () => {
    const strange = grown(known, dust)
    expect(payableOf(strange, start)).toBe(25_000_000n)
    expect(sumOf(strange.transfer)).toBe('dust')
    expect(strange.transfer.seen).toHaveLength(1)
    expect(strange.notified).toEqual([])
    expect(strange.confirmedAt).toBeUndefined()
    expect(isDepositOut(strange)).toBe(false)
    expect(grown(strange, cancelled).transfer.closed).toMatchObject({ why: 'cancelled' })
    expect(payableOf(grown(unknown, dust), start)).toBe(25_000_000n)
    expect(payableOf(grown(known, held('1')), start)).toBe(25_000_000n)
    ignores(grown(known, held('1')), held('1'))
    expect(sumOf(grown(known, held('1'), held('25000001')).transfer)).toBe('exact')
    const wrong = seen(found('25000000', { what: 'other-token' }))
    expect(payableOf(grown(known, wrong), start)).toBe(25_000_000n)
    const many = Array.from({ length: 20 }, (_, index) => other('1', { hash: `0x${index}` }))
    expect(grown(known, ...many).transfer.seen).toHaveLength(8)
    expect(grown(known, ...many, exact).transfer.seen).toHaveLength(9)
  })

  it('given less came, is to be paid for what is missing, once the service says that it waits', () => {
    const later = start + 61_000
    const before = grown(known, read('created'), seen(found('24000000')))
    expect(sumOf(before.transfer)).toBe('short')
    // What it said before it could notice the payment, or as soon as it came, is no word on it.
    const early = { ...read('created'), at: start + 59_000 } as UntimedEvent
    expect(payableOf(before, later)).toBe(0n)
    expect(payableOf(grown(before, early), later)).toBe(0n)
    const word = { ...read('created'), at: start + 60_000 } as UntimedEvent
    const short = grown(before, word)
    expect(payableOf(short, later)).toBe(1_000_000n)
    // The same word again is no news any more.
    ignores(short, { ...word, at: start + 90_000 } as UntimedEvent)
    // A stranger's trifle puts nothing off.
    const trifled = grown(short, other('1', { at: start + 100_000 }))
    expect(payableOf(trifled, start + 101_000)).toBe(1_000_000n - 1n)
    expect(payableOf(grown(short, read('deposited')), later)).toBe(0n)
    expect(payableOf(grown(known, seen(found('24000000'))), later)).toBe(0n)
    expect(payableOf(grown(short, cancelled), later)).toBe(0n)
    expect(grown(short, cancelled).transfer.closed?.why).toBe('cancelled')
    const whole = grown(short, other('1000000'))
    expect(sumOf(whole.transfer)).toBe('exact')
    expect(payableOf(whole, later)).toBe(0n)
  })

  it('given what is missing is as little as a trifle, counts it, whatever strangers sent', () => {
    const many = Array.from({ length: 8 }, (_, index) => other('1', { hash: `0x${index}` }))
    const short = grown(known, ...many, seen(found('24900000')))
    expect(sumOf(short.transfer)).toBe('short')
    const whole = grown(short, other('99992'))
    expect(sumOf(whole.transfer)).toBe('exact')
    expect(sumOf(grown(short, other('99999')).transfer)).not.toBe('short')
  })

  it('given a trifle is added to coins that came in time, they came in time', () => {
    const paid = grown(known, held(transfer.amount), expired)
    expect(timeOfPayment(paid.transfer)).toBe('in-time')
    const more = String(BigInt(transfer.amount) + 1n)
    const trifled = grown(paid, held(more, { at: transfer.expiresAt * 1_000 + 5_000 }))
    expect(timeOfPayment(trifled.transfer)).toBe('in-time')
    expect(trifled.transfer.seen[0]?.amount).toBe(more)
    expect(trifled.notified).toEqual(paid.notified)
  })

  it('given a trifle came, asks the whole amount back', () => {
    expect(refundDueOf(grown(known, dust)).least).toBe(refundDueOf(known).least)
  })

  it('given less came and the service takes one transaction, is not to be paid in parts', () => {
    const short = grown(unknown, seen(found('24000000')))
    expect(payableOf(short, start + 61_000)).toBe(0n)
    const named = grown(
      made('svc-1', { needsHash: true }),
      seen(found('24000000')),
      read('created'),
    )
    expect(payableOf(named, start + 61_000)).toBe(0n)
  })

  it('comes back in the amount that was paid, less the costs of sending it', () => {
    const least = (order: TransferOrder) => refundDueOf(order).least
    expect(least(known)).toBe(23_750_000n)
    expect(least(grown(known, seen(found('10000000'))))).toBe(9_500_000n)
    expect(least(grown(known, exact, second))).toBe(24_225_000n)
    expect(refundDueOf(planned())).toEqual(refundDueOf(known))
  })

  it('is due as it was accepted', () => {
    expect(depositDueOf(known)).toEqual({
      kind: 'payout',
      chainId: 8453,
      token: accepted.from.address,
      to: transfer.depositAddress,
      isOwn: true,
      least: 25_000_000n,
    })
  })

  it('is asked for by the method that the route takes', () => {
    expect(transferMethodOf({ depositMethods: ['CONTRACT_CALL', 'TRANSFER'] })).toBe('TRANSFER')
    expect(transferMethodOf({ depositMethods: ['TRANSFER_WITH_TX_HASH_SUBMIT'] })).toBe(
      'TRANSFER_WITH_TX_HASH_SUBMIT',
    )
    expect(transferMethodOf({ depositMethods: ['PERMIT2'] })).toBeUndefined()
    expect(transferMethodOf({})).toBeUndefined()
  })
})

describe('what is paid', () => {
  it.each([
    ['exactly', [exact], 'exact', []],
    ['too little', [seen(found('24999999'))], 'short', ['needs-you']],
    ['too much', [seen(found('25000001'))], 'excess', ['needs-you']],
    ['twice', [exact, second], 'excess', ['needs-you']],
    ['the same one twice told', [exact, exact], 'exact', []],
    ['in coins that only the address shows', [held('25000000')], 'exact', []],
    ['with a stranger’s trifle beside it', [exact, dust], 'exact', []],
    ['in coins, and far too much', [held('26000000')], 'excess', ['needs-you']],
    ['but for a trifle', [seen(found('24900000')), other('100000')], 'exact', ['needs-you']],
    [
      'but for a trifle, and then more',
      [seen(found('24900000')), other('100001')],
      'excess',
      ['needs-you'],
    ],
    ['in coins that become more', [held('24000000'), held('25000000')], 'exact', ['needs-you']],
    ['in coins that were swept on', [held('25000000'), held('1')], 'exact', []],
    ['by a hash and by what is held', [exact, held('25000000')], 'exact', []],
    ['in another token', [seen(found('25000000', { what: 'other-token' }))], 'none', ['needs-you']],
  ] as const)('given %s, is counted once', (_, events, sum, notified) => {
    const order = grown(known, ...events)
    expect(sumOf(order.transfer)).toBe(sum)
    expect(order.notified).toEqual(notified)
    expect(isDepositOut(order)).toBe(true)
    expect(order.confirmedAt).toBe(start)
  })

  it('is this order’s own, with every claim', () => {
    const order = grown(known, exact, second)
    expect(claimsOf(order)).toEqual([`8453:${hash}:0`, `8453:${otherHash}:0`])
    expect(paidOf(order.transfer)).toBe(25_500_000n)
    expect(depositHashOf(order)).toBe(hash)
    expect(claimsOf(planned())).toEqual([])
    const short = { type: 'paymentFound', kind: 'payout', found: found('1', { what: 'short' }) }
    const tracked = grown(known, second, read('filled'), short as UntimedEvent)
    expect(claimsOf(tracked)).toEqual([`8453:${otherHash}:0`])
    const payout = { type: 'paymentFound', kind: 'payout', found: found('24900000') } as const
    expect(claimsOf(grown(tracked, payout))).toEqual([`8453:${otherHash}:0`, `8453:${hash}:0`])
  })

  it('given it is paid once more after its end, is said', () => {
    const payout = { type: 'paymentFound', kind: 'payout', found: found('24900000') } as const
    const filled = grown(known, exact, read('filled'), payout)
    expect(filled.status).toBe('filled')
    const twice = grown(filled, second)
    expect(twice.status).toBe('filled')
    expect(sumOf(twice.transfer)).toBe('excess')
    expect(twice.notified).toEqual(['filled', 'needs-you'])
  })

  it('given too much, of which all came back before it was seen, says nothing more', () => {
    const back = (amount: string) =>
      ({
        type: 'paymentFound',
        kind: 'refund',
        found: found(amount, { claims: [`8453:${otherHash}:1`], hash: otherHash }),
      }) as UntimedEvent
    const paid = seen(found('26000000'))
    const refunded = grown(known, read('refunded'), back('26000000'))
    expect(refunded).toMatchObject({ status: 'refunded', notified: ['refunded'] })
    expect(grown(refunded, paid).notified).toEqual(['refunded'])
    // Of what is still missing it is.
    const part = grown(known, read('refunded'), back('25000000'), paid)
    expect(part.notified).toEqual(['refunded', 'needs-you'])
    // What came in another token did not come back with it.
    const other = { token: `0x${'7'.repeat(40)}`, what: 'other-token' } as const
    const strange = grown(refunded, seen(found('26000000', other)))
    expect(strange.notified).toEqual(['refunded', 'needs-you'])
  })

  it('given all that came is said to come back, and was not seen to, is said', () => {
    const told = grown(known, read('refunded'))
    expect(grown(told, seen(found('26000000'))).notified).toEqual(['needs-you'])
  })

  it('given the service knows no order yet, is told of at once', () => {
    expect(tasks(unknown, exact)).toContainEqual({ kind: 'submitDeposit' })
    expect(tasks(unknown, held('25000000'))).not.toContainEqual({ kind: 'submitDeposit' })
    expect(tasks(known, exact)).toEqual([])
    expect(tasks(unknown, named)).toEqual([{ kind: 'submitDeposit' }])
  })

  it('given less than is asked for, leaves it to the person to say which one is told', () => {
    const short = grown(unknown, second)
    expect(tasks(unknown, second)).not.toContainEqual({ kind: 'submitDeposit' })
    expect(depositHashOf(short)).toBeUndefined()
    expect(tasks(short, named)).toEqual([{ kind: 'submitDeposit' }])
    const wrong = seen(found(transfer.amount, { what: 'other-token' }))
    expect(depositHashOf(grown(unknown, wrong))).toBeUndefined()
  })

  it('given the person names it where an order is known, keeps it, and tells of it where that is asked', () => {
    const told = grown(known, named)
    expect(isPayable(told, start)).toBe(false)
    expect(depositHashOf(told)).toBe(hash)
    expect(tasks(known, named)).toEqual([])
    expect(tasks(made('svc-1', { needsHash: true }), named)).toEqual([{ kind: 'submitDeposit' }])
    ignores(grown(known, exact, read('failed')), named)
  })

  it('given it was submitted, is polled', () => {
    const order = grown(unknown, named, { type: 'unlinked', detail: 'away' })
    expect(order.blocker).toMatchObject({ code: 'order/unlinked', actual: 'away' })
    ignores(order, { type: 'unlinked' })
    expect(grown(unknown, { type: 'unlinked' }).blocker).toEqual({
      code: 'order/unlinked',
      since: start,
    })
    const there = grown(order, submitted)
    expect(there).toMatchObject({ status: 'submitted', service: { orderId: 'svc-2' } })
    expect(there.blocker).toBeUndefined()
    expect(tasks(order, submitted)).toContainEqual({ kind: 'pollOrder' })
    ignores(there, submitted)
  })

  it('given the service refuses a hash that it asked for, though it knows the order, is said', () => {
    const order = grown(made('svc-1', { needsHash: true }), named)
    const refused = grown(order, { type: 'unlinked', detail: 'no such quote' })
    expect(refused.blocker).toMatchObject({ code: 'order/unlinked', actual: 'no such quote' })
    expect(refused.notified).toEqual(['unlinked'])
    expect(grown(refused, submitted).blocker).toBeUndefined()
    ignores(grown(known, named), { type: 'unlinked' })
  })

  it('given the service takes it after all, has nothing in its way, nor once it is over', () => {
    const owing = made('svc-1', { needsHash: true })
    const refused = grown(owing, exact, { type: 'unlinked' })
    expect(refused.blocker?.code).toBe('order/unlinked')
    const taken = grown(refused, read('deposited'))
    expect(taken.blocker).toBeUndefined()
    ignores(taken, { type: 'unlinked' })
    const astray = seen(found(transfer.amount, { what: 'other-token' }))
    const over = grown(unknown, astray, { type: 'depositRefused', hash }, { type: 'expired' })
    expect(over.blocker?.code).toBe('order/hash-taken')
    const ended = grown(made(), { type: 'depositRefused', hash }, { type: 'expired' })
    const stopped = grown(ended, { type: 'abandoned', by: 'person' })
    expect([stopped.status, stopped.blocker]).toEqual(['stopped', undefined])
  })

  it('given it was submitted without a number, keeps none', () => {
    const order = grown(unknown, named, { type: 'submitted', hash })
    expect(order).toMatchObject({ status: 'submitted', service: {} })
    const { effects } = reduce(grown(unknown, named), { type: 'submitted', at: start, hash })
    expect(effects).toContainEqual(
      expect.objectContaining({ task: { kind: 'pollOrder' }, dueAt: start + 1_000 }),
    )
  })

  it('given another one is named while the first is not found, takes that, and the service is told of it', () => {
    const other: UntimedEvent = { type: 'depositNamed', hash: otherHash }
    const order = grown(unknown, named)
    expect(mayNameDeposit(order)).toBe(true)
    ignores(order, named)
    expect(depositHashOf(grown(order, other))).toBe(otherHash)
    expect(tasks(order, other)).toEqual([{ kind: 'submitDeposit' }])
    // Found as this payment, by a node or by the service's word, it stays; so it does once it is over.
    for (const event of [exact, read('deposited', { depositTxHash: hash })] as UntimedEvent[]) {
      const settled = grown(known, named, event)
      expect(mayNameDeposit(settled)).toBe(false)
      ignores(settled, other)
    }
    const astray = seen(found(transfer.amount, { what: 'other-token', hash: otherHash }))
    expect(mayNameDeposit(grown(order, astray))).toBe(true)
    expect(mayNameDeposit(grown(known, named, read('failed')))).toBe(false)
    expect(mayNameDeposit(grown(known, exact))).toBe(false)
    expect(mayNameDeposit(made('svc-1', { depositAddress: '' }))).toBe(false)
  })

  it('given nodes show another one that pays it whole, while the one that was named is not found, tells of that', () => {
    const whole = other(transfer.amount)
    const order = grown(unknown, named, whole)
    expect(depositHashOf(order)).toBe(otherHash)
    expect(tasks(grown(unknown, named), whole)).toContainEqual({ kind: 'submitDeposit' })
    // The person's own word counts between two that were found.
    expect(depositHashOf(grown(order, exact))).toBe(hash)
    expect(depositHashOf(grown(unknown, named, second))).toBe(hash)
    // So it does where the service has taken that one.
    const taken = grown(known, named, read('deposited', { depositTxHash: hash }), whole)
    expect(depositHashOf(taken)).toBe(hash)
  })

  it('given the service counts it for another order, tells it no more, and takes another one', () => {
    const refused: UntimedEvent = { type: 'depositRefused', hash }
    const order = grown(unknown, exact, named, refused)
    expect(order.blocker).toMatchObject({ code: 'order/hash-taken', actual: hash })
    expect(order.notified).toContain('needs-you')
    expect(order.transfer.named).toBeUndefined()
    expect(depositHashOf(order)).toBeUndefined()
    expect(owedWork(order)).not.toContainEqual({ kind: 'submitDeposit' })
    // It is the service's word alone: nobody is asked to pay again.
    expect(isPayable(order, start)).toBe(false)
    ignores(order, refused)
    ignores(order, named)
    const again = grown(order, { type: 'depositNamed', hash: otherHash })
    expect([depositHashOf(again), again.blocker]).toEqual([otherHash, undefined])
    expect(tasks(order, { type: 'depositNamed', hash: otherHash })).toEqual([
      { kind: 'submitDeposit' },
    ])
    ignores(grown(known, exact, read('failed')), refused)
    // What the person named is another one: it stays named.
    const other = grown(unknown, named, { type: 'depositRefused', hash: otherHash })
    expect(other.transfer).toMatchObject({ named: { hash }, refused: [otherHash] })
  })

  it('given the service counts it for another order before it is seen, is not to be paid again until it is', () => {
    const refused = grown(unknown, named, { type: 'depositRefused', hash })
    expect(payableOf(refused, start)).toBe(0n)
    expect(mayNameDeposit(refused)).toBe(true)
    // It turned out to be too little to be meant.
    expect(payableOf(grown(refused, seen(found('1'))), start)).toBe(25_000_000n)
    expect(payableOf(grown(refused, dust), start)).toBe(0n)
    expect(payableOf(grown(refused, held('1')), start)).toBe(0n)
  })

  it('given money went astray, goes on as before', () => {
    const look = { at: start, chains: [{ chainId: 8453, outcome: 'whole' as const }] }
    const came = {
      chainId: 1,
      token: '0x1',
      symbol: 'X',
      decimals: 6,
      amount: '5',
      hash: otherHash,
    }
    const astray = [{ ...came, at: start, nodes: ['one', 'two'] }]
    const event: UntimedEvent = { type: 'lookedWide', look, found: astray }
    const order = grown(known, event)
    expect(order.transfer).toMatchObject({ astray, lookedWide: look })
    expect(isDepositOut(order)).toBe(false)
    expect(isPayable(order, start)).toBe(true)
    expect([order.status, order.notified]).toEqual([known.status, []])
    expect(tasks(known, event)).toEqual([])
    // A look that began earlier and ends later says nothing new.
    ignores(order, { ...event, look: { ...look, at: look.at - 1 } })
  })

  it('given what it held before the order began, remembers that; the first word counts', () => {
    const began = { block: '7', holding: { balance: '0', nonce: 0 } }
    const event: UntimedEvent = { type: 'depositBegan', began }
    const order = grown(known, event)
    expect(order.transfer.began).toEqual(began)
    expect(tasks(known, event)).toEqual([])
    ignores(order, { ...event, began: { block: '9' } })
    ignores(grown(known, cancelled, { ...abandoned, by: 'person' }), event)
  })

  it('given blocks without a payment, remembers how far was looked', () => {
    const sought = (scanned: string): UntimedEvent => ({ type: 'depositSought', scanned })
    const order = grown(known, sought('100'))
    expect(order.transfer.scanned).toBe('100')
    ignores(order, sought('99'))
    ignores(order, sought('100'))
    expect(grown(order, sought('101')).transfer.scanned).toBe('101')
    const timed = grown(order, { type: 'depositSought', scanned: '101', time: start / 1_000 })
    expect(timed.transfer.scannedTime).toBe(start / 1_000)
    // Of a block whose time nobody said none is kept.
    expect('scannedTime' in grown(timed, sought('102')).transfer).toBe(false)
    ignores(grown(order, exact, read('failed')), sought('102'))
  })
})

describe('an address that is closed', () => {
  it('by the person or by time, is never opened again', () => {
    const order = grown(known, cancelled)
    expect(order.transfer.closed).toEqual({ at: start, why: 'cancelled' })
    ignores(order, expired)
    ignores(order, cancelled)
    const over = grown(known, expired)
    expect(over.transfer.closed).toEqual({ at: transfer.expiresAt * 1_000, why: 'expired' })
    expect(over.status).toBe('submitted')
  })

  it('is not cancelled once money was seen', () => {
    ignores(grown(known, exact), cancelled)
    ignores(grown(known, read('deposited')), cancelled)
    ignores(grown(unknown, named), cancelled)
  })

  const after = { at: start + 9_000 }
  const late = { ...after, time: start / 1_000 + 5 }
  const inTime = { ...after, time: start / 1_000 - 5 }
  const closed = (...events: UntimedEvent[]) => grown(known, cancelled, ...events)

  it('is followed all the same: what comes late is seen and said', () => {
    const order = closed(seen(found('25000000', late)))
    expect(timeOfPayment(order.transfer)).toBe('late')
    expect(order.notified).toEqual(['needs-you'])
    expect(grown(order, read('filled')).arrival).toMatchObject({ kind: 'payout' })
  })

  it.each<[string, TransferOrder, ReturnType<typeof timeOfPayment>]>([
    ['while it is open', grown(known, exact), 'in-time'],
    ['and seen before the end', grown(known, exact, expired), 'in-time'],
    ['in time, and seen after it', closed(seen(found('25000000', inTime))), 'in-time'],
    ['after it', closed(seen(found('25000000', late))), 'late'],
    ['in a block whose time nobody told', closed(seen(found('25000000', after))), 'unknown'],
    ['in coins that came nobody knows when', closed(held('25000000', inTime)), 'unknown'],
    ['in coins that came after a look', closed(held('25000000', late)), 'late'],
    [
      'in part, and the rest late',
      grown(known, second, cancelled, seen(found('24500000', late))),
      'late',
    ],
    [
      'in time, and once more late',
      grown(known, exact, cancelled, other('25000000', late)),
      'in-time',
    ],
    ['by a stranger’s trifle alone', closed(other('1', late)), 'in-time'],
    ['not at all', closed(), 'in-time'],
  ])('given it is paid %s, that is what is said', (_, order, time) => {
    expect(timeOfPayment(order.transfer)).toBe(time)
    expect(order.notified.includes('needs-you')).toBe(
      time !== 'in-time' || ['short', 'excess'].includes(sumOf(order.transfer)),
    )
  })

  it.each([
    ['hours behind', 7_200, 'in-time'],
    ['hours ahead', -7_200, 'late'],
  ] as const)(
    'given this computer’s clock is %s, then the time of the block counts',
    (_, ahead, time) => {
      // So long before the address was closed, or after it, by a clock that is right.
      const block = start / 1_000 + ahead + (time === 'late' ? 5 : -5)
      const events = (found: UntimedEvent) => [cancelled, found]
      const order = made('svc-1', { ahead })
      const hashed = grown(order, ...events(seen(found('25000000', { ...after, time: block }))))
      const inCoins = grown(order, ...events(held('25000000', { ...after, time: block })))
      const isLate = time === 'late'
      expect([hashed, inCoins].map((each) => timeOfPayment(each.transfer))).toEqual([
        time,
        isLate ? 'late' : 'unknown',
      ])
    },
  )

  const soughtTo = (time?: number): UntimedEvent =>
    ({
      type: 'depositSought',
      scanned: '7',
      ...(time === undefined ? {} : { time }),
    }) as UntimedEvent
  const week = 604_800
  const past = soughtTo(transfer.expiresAt + week - 3_600)

  it('ends once nodes looked a week past its end and nothing was there, and only then', () => {
    ignores(known, abandoned)
    ignores(grown(known, past), abandoned)
    ignores(grown(known, cancelled), abandoned)
    ignores(grown(known, cancelled, soughtTo()), abandoned)
    ignores(grown(known, cancelled, soughtTo(transfer.expiresAt + week - 3_601)), abandoned)
    ignores(grown(known, cancelled, past, exact), abandoned)
    expect(grown(known, expired, past, dust, abandoned).status).toBe('stopped')
    const order = grown(known, cancelled, past, abandoned)
    expect(order.status).toBe('stopped')
    expect(order.transfer.closed).toEqual({ at: start, why: 'cancelled' })
    expect(owedWork(order)).toEqual([])
    expect(isRemovable(order, start)).toBe(true)
    expect(isRemovable(grown(known, cancelled), start)).toBe(false)
    ignores(order, exact)
    ignores(order, abandoned)
    ignores(order, cancelled)
  })

  it('ends on the person’s word that nothing was paid, unless something was', () => {
    const byWord: UntimedEvent = { type: 'abandoned', by: 'person' }
    const order = grown(known, expired, byWord)
    expect(order).toMatchObject({ status: 'stopped', transfer: { closed: { unpaid: true } } })
    ignores(known, byWord)
    ignores(grown(known, expired, second), byWord)
    // A word on what a wallet was asked for says nothing where none was.
    const more = grown(known, expired, { ...byWord, notSent: 'rejected' })
    expect(more).toEqual(order)
  })
})

describe('what the service says of a payment by address', () => {
  it('waits for proof as of any order', () => {
    const order = grown(known, exact, read('filled'))
    expect(order).toMatchObject({ status: 'tracking', arrival: { kind: 'payout' } })
    const payout = { type: 'paymentFound', kind: 'payout', found: found('24900000') } as const
    expect(grown(order, payout).status).toBe('filled')
    const back = grown(known, exact, read('refunded'))
    const refund = { type: 'paymentFound', kind: 'refund', found: found('25000000') } as const
    expect(grown(back, refund).status).toBe('refunded')
  })

  it('is not late before anything was paid', () => {
    const late = start + 86_400_000
    expect(grown(known, { ...read('created'), at: late }).notified).toEqual([])
    expect(grown(known, exact, { ...read('published'), at: late }).notified).toEqual(['late'])
  })

  it.each<[string, TransferOrder, string]>([
    ['less than asked for came', grown(known, seen(found('24000000'))), 'created'],
    ['the service does not take it', grown(unknown, exact, { type: 'unlinked' }), 'created'],
    [
      'the service counts it for another order',
      grown(known, exact, { type: 'depositRefused', hash }),
      'created',
    ],
    ['the service called it over', grown(known, read('failed'), exact), 'failed'],
  ])('given %s, is not called late: something else is told of it', (_, order, status) => {
    const at = start + 86_400_000
    const before = order.notified
    expect(before).not.toEqual([])
    const now = grown({ ...order, status: 'tracking' }, { ...read(status), at })
    expect(now.notified).toEqual(before)
    // Taken all the same, it is waited for.
    const taken = grown(now, read('deposited'))
    expect(grown(taken, { ...read('published'), at }).notified.at(-1)).toBe('late')
  })

  it('given what is usual here was read as it was made, is late by that, counted from its payment', () => {
    const usual = { typical: 900, most: 1_800 }
    const plan = { id: known.id, at: start, accepted, serviceUrl: 'https://service.test', transfer }
    const made = toTransferOrder({ ...plan, serviceOrderId: 'svc-1', usual })
    const paid = grown(made, {
      type: 'depositSeen',
      found: found(transfer.amount),
      at: start + 5_000_000,
    })
    const told = (order: TransferOrder, seconds: number) =>
      grown(order, { ...read('published'), at: start + 5_000_000 + seconds * 1_000 }).notified
    expect([expectedOf(paid), usualOf(paid)]).toEqual([900, usual])
    expect(told(made, 1_801)).toEqual([])
    expect(told(paid, 1_800)).toEqual([])
    expect(told(paid, 1_801)).toEqual(['late'])
    // By its promise alone it would have been late long before.
    const { usual: _, ...bare } = paid
    expect(told(bare, 1_800)).toEqual(['late'])
    // What a file brings was usual elsewhere.
    expect(told({ ...paid, fromBackup: true }, 1_800)).toEqual(['late'])
  })

  it('given it names a payment that it took, then that is looked up at once, and once', () => {
    const at = start + 5_000
    const looks = (order: Order, view: object) =>
      reduce(order, { type: 'serviceRead', at, view }).effects.filter(
        ({ task }) => task.kind === 'watchDeposit',
      )
    const took = { status: 'deposited', depositTxHash: hash }
    const closed = grown(known, expired)
    expect(looks(closed, took)).toMatchObject([{ task: { kind: 'watchDeposit' }, dueAt: at }])
    expect(looks(closed, { status: 'deposited' })).toEqual([])
    expect(looks(closed, { ...took, status: 'created' })).toEqual([])
    const order = grown(closed, read('deposited', { depositTxHash: hash }))
    expect(looks(order, { ...took, status: 'published' })).toEqual([])
    expect(looks(order, { ...took, depositTxHash: otherHash })).toEqual([])
    // A swap pays itself: nobody has to find out by what.
    expect(looks({ ...planned(), status: 'submitted' }, took)).toEqual([])
  })

  it('given it failed with money there, is kept', () => {
    const order = grown(known, exact, read('failed'))
    expect(order.status).toBe('failed')
    expect(isRemovable(order, start + 1e12)).toBe(false)
  })

  it('given it failed before anything was seen there, is closed, and whatever comes is followed', () => {
    const over = grown(known, read('failed'))
    expect(over).toMatchObject({ status: 'tracking', transfer: { closed: { why: 'ended' } } })
    expect(over.notified).toEqual(['closed'])
    expect(isRemovable(over, start + 1e12)).toBe(false)
    expect(payableOf(over, start)).toBe(0n)
    // Paid all the same: what was said before the payment is no word on it.
    const late = grown(over, exact, read('failed'), { ...read('failed'), at: start + 9_000 })
    expect(late).toMatchObject({ status: 'tracking', transfer: { seen: [{ hash }] } })
    expect(grown(late, read('filled'))).toMatchObject({ arrival: { kind: 'payout' } })
    expect(grown(late, read('refunded'))).toMatchObject({ arrival: { kind: 'refund' } })
    expect(late.notified).toEqual(['closed', 'needs-you'])
    // A week later it still is its word.
    const week = start + 1_000 + 604_800_000
    for (const paid of [late, grown(over, named)]) {
      expect(grown(paid, { ...read('failed'), at: week - 2_000 }).status).toBe('tracking')
      const ended = grown(paid, { ...read('failed'), at: week })
      expect(ended).toMatchObject({
        status: 'failed',
        failure: { code: 'order/failed-at-service' },
      })
      expect(ended.notified.at(-1)).toBe('failed')
    }
    // Closed before that, it stays closed for the reason it was.
    expect(grown(known, cancelled, read('failed')).transfer.closed?.why).toBe('cancelled')
    const ended = grown(over, { ...abandoned, by: 'person' })
    expect(isRemovable(ended, start + 1e12)).toBe(true)
  })
})

describe('a chain that nobody here reads', () => {
  const abroad = (order: TransferOrder): TransferOrder => ({
    ...order,
    accepted: { ...accepted, from: { ...accepted.from, family: 'bip122' } },
  })
  const week = start + 604_800_000
  const at = (event: UntimedEvent, time: number) => ({ ...event, at: time }) as UntimedEvent
  const over = grown(abroad(known), cancelled)

  it.each(['created', 'failed'])(
    'given the service still says "%s" a week after its end, is over by that word',
    (status) => {
      ignores(grown(over, read(status)), at(read(status), week - 1))
      const ended = grown(grown(over, read(status)), at(read(status), week))
      expect([ended.status, ended.notified]).toEqual(['stopped', over.notified])
      expect(ended.service).toMatchObject({ status, lastReadAt: week })
      expect(owedWork(ended)).toEqual([])
    },
  )

  it.each<[string, TransferOrder]>([
    ['one that is open', abroad(known)],
    ['one on a chain that is read', grown(known, cancelled)],
    ['one that the person named a payment of', grown(over, named)],
  ])('never ends %s so', (_, order) => {
    expect(grown(order, at(read('created'), week)).status).not.toBe('stopped')
  })

  it('never ends one so that the service has a payment of, or a word on that is not known', () => {
    for (const word of [read('created', { depositTxHash: hash }), read('deposited'), read('odd')]) {
      expect(grown(over, at(word, week)).status).not.toBe('stopped')
    }
  })

  it('given the service says that what it names as paid failed, failed by that word', () => {
    const paid = read('failed', { depositTxHash: hash })
    for (const order of [abroad(known), over, grown(abroad(known), read('failed'))]) {
      const ended = grown(order, paid)
      expect(ended).toMatchObject({
        status: 'failed',
        failure: { code: 'order/failed-at-service' },
      })
      expect(ended.notified.at(-1)).toBe('failed')
      expect(owedWork(ended)).toEqual([{ kind: 'pollOrder' }])
    }
    // On a chain that is read, nodes show what was paid: of that it speaks once they do.
    const told = grown(known, paid)
    expect(told).toMatchObject({ status: 'tracking', transfer: { closed: {} } })
    expect(grown(told, exact, paid)).toMatchObject({
      status: 'failed',
      notified: ['closed', 'needs-you', 'failed'],
    })
    expect(grown(told, second, paid).status).toBe('tracking')
    // A stranger's trifle, named by the service, is no payment that failed.
    expect(grown(told, seen(found('1')), paid).status).toBe('tracking')
  })

  it.each<[string, UntimedEvent, string]>([
    ['named', named, 'created'],
    ['told of by the service', read('deposited'), 'deposited'],
  ])(
    'given a payment is %s and nothing comes of it, then it is called late',
    (_, event, status) => {
      const paid = grown(abroad(known), at(event, start))
      const told = (after: number) => grown(paid, at(read(status), start + after)).notified
      expect(told(600_000)).toEqual([])
      expect(told(600_001)).toEqual(['late'])
      // Nobody waits for what nobody paid.
      expect(grown(abroad(known), at(read('created'), start + 600_001)).notified).toEqual([])
    },
  )

  it('given no payment was ever named to a service that knows no order, is over as well', () => {
    const untold = grown(abroad(unknown), cancelled)
    ignores(untold, at(abandoned, week - 1))
    expect(grown(untold, at(abandoned, week)).status).toBe('stopped')
    // Where the service has an order, its newest word counts.
    ignores(over, at(abandoned, week))
  })
})

describe('what only a wallet is asked', () => {
  it.each<UntimedEvent>([
    { type: 'confirmed', digest: 'x' },
    { type: 'declined', attemptId: 'a' },
    { type: 'mined', attemptId: 'a', hash },
  ])('changes nothing: $type', (event) => ignores(known, event))

  it.each<UntimedEvent>([
    expired,
    abandoned,
    exact,
    named,
    { type: 'depositSought', scanned: '1' },
    { type: 'depositBegan', began: { block: '1' } },
  ])('and a swap knows nothing of an address: $type', (event) => {
    const swap = planned()
    expect(reduce(swap, { at: start, ...event } as OrderEvent).order).toBe(swap)
  })
})

describe('a payment that was found at the service', () => {
  const closed = { at: start, why: 'found' as const }
  const without = made('svc-1', { depositAddress: '', closed })
  const at = made('svc-1', { closed })

  it('is never offered to be paid, and no time for it is known to be over', () => {
    for (const order of [without, at]) expect(isPayable(order, start)).toBe(false)
    const late = grown(
      at,
      seen(found(transfer.amount, { time: start / 1_000 + 99_999, at: start + 9 })),
    )
    expect(timeOfPayment(late.transfer)).toBe('in-time')
    expect(sumOf(late.transfer)).toBe('exact')
  })

  it('is looked for on the chain where its address is known, and followed at the service anyhow', () => {
    expect(owedWork(at)).toEqual([{ kind: 'watchDeposit' }, { kind: 'pollOrder' }])
    expect(owedWork(without)).toEqual([{ kind: 'pollOrder' }])
    expect(grown(without, read('filled'))).toMatchObject({ arrival: { kind: 'payout' } })
  })

  it('may be ended by the person, who says that nothing was paid', () => {
    expect(grown(without, { type: 'abandoned', by: 'person' }).status).toBe('stopped')
  })
})
