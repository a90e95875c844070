import { describe, expect, it } from 'vitest'
import { payment, start } from '@/test/samples/order'
import { shownAddress } from '@/test/samples/transfer'
import type { Order, TransferOrder } from './order'
import {
  awaitsWord,
  closesAt,
  followedFor,
  isLookedThrough,
  isOverAbroad,
  isWatched,
  payableOf,
  toTransferOrder,
} from './transfer'

const closed = { at: start, why: 'cancelled' as const }
const at = (transfer: Partial<TransferOrder['transfer']>, more: Partial<TransferOrder> = {}) =>
  ({
    ...shownAddress,
    ...more,
    transfer: { ...shownAddress.transfer, ...transfer },
  }) as TransferOrder
const end = closesAt(shownAddress)

describe('an address that is made', () => {
  it('keeps what is known of its tokens, where something is', () => {
    const { id, createdAt, accepted, serviceUrl, transfer } = shownAddress
    const base = { id, at: createdAt, accepted, serviceUrl: serviceUrl ?? '', transfer }
    const known = {} as NonNullable<TransferOrder['known']>
    expect(toTransferOrder({ ...base, known })).toHaveProperty('known', known)
    expect(toTransferOrder(base)).not.toHaveProperty('known')
  })
})

describe('what may be paid to an address', () => {
  it.each([
    [{ what: 'reverted', at: start, block: '200' }, 0n],
    [{ what: 'reverted', at: start }, BigInt(shownAddress.transfer.amount)],
  ])('given what a wallet paid came to %o, is %s', (end, payable) => {
    const state = { status: 'failed' }
    const pay = { steps: [{ state }], attempts: [{ attemptId: 'a', deposit: true, end }] }
    const order = at({}, { pay: pay as unknown as NonNullable<TransferOrder['pay']> })
    expect(payableOf(order, start)).toBe(payable)
  })
})

describe('whether payments to an address are still looked for', () => {
  it.each<[string, Order['status'], number, boolean]>([
    ['under way, whatever the time', 'submitted', end * 1_000 + followedFor, true],
    [
      'over before its address closed: it may be paid a second time',
      'filled',
      end * 1_000 - 1,
      true,
    ],
    ['over, its address closed', 'filled', end * 1_000, false],
    ['cancelled', 'stopped', start, false],
    ['damaged', 'attention', start, false],
  ])('given it is %s: %#', (_, status, now, isLooked) => {
    expect(isWatched({ ...shownAddress, status }, now)).toBe(isLooked)
  })
})

describe('whether every block was looked through', () => {
  const due = end + followedFor / 1_000 - 3_600
  it('is said from the end of the late payments on, by a block of then', () => {
    expect(isLookedThrough(shownAddress)).toBe(false)
    expect(isLookedThrough(at({ scannedTime: due - 1 }))).toBe(false)
    expect(isLookedThrough(at({ scannedTime: due }))).toBe(true)
    const late = { ...closed, at: (end + 10) * 1_000 }
    expect(isLookedThrough(at({ scannedTime: due, closed: late }))).toBe(false)
    expect(isLookedThrough(at({ scannedTime: due + 10, closed: late }))).toBe(true)
  })
})

describe('an address on a chain that is not read here', () => {
  const accepted = {
    ...shownAddress.accepted,
    from: { ...shownAddress.accepted.from, family: 'bip122' as const },
  }
  const late = closed.at + followedFor
  it.each<[string, Partial<TransferOrder>, boolean]>([
    ['the service says nothing of it', { service: { orderId: 'svc-1' } }, false],
    ['the service made it and knows of no payment', { service: { status: 'created' } }, true],
    ['the service was never told of it', { status: 'running', service: {} }, true],
    [
      'the service knows a payment',
      { service: { status: 'created', depositTxHash: '0x1' } },
      false,
    ],
    ['the service is at work on it', { service: { status: 'submitted' } }, false],
  ])('is over long after it closed, given %s: %#', (_, more, isOver) => {
    const order = at({ closed }, { accepted, ...more })
    expect(isOverAbroad(order, late)).toBe(isOver)
    expect(isOverAbroad(order, late - 1)).toBe(false)
  })
})

describe('a reading of the service that is news by itself', () => {
  const short = at({ seen: [{ ...payment, what: 'short', amount: '20000000', at: start }] })
  const due = start + 600_000
  it('is the first one that comes late enough after what is short', () => {
    const read = (lastReadAt?: number) =>
      ({
        ...short,
        service: { ...short.service, ...(lastReadAt && { lastReadAt }) },
      }) as TransferOrder
    const later = start + followedFor
    expect(awaitsWord(read(), later)).toBe(true)
    expect(awaitsWord(read(start), later)).toBe(true)
    expect(awaitsWord(read(later - 1), later)).toBe(false)
    expect(awaitsWord(read(), start)).toBe(false)
    expect(awaitsWord(shownAddress, due)).toBe(false)
  })
})
