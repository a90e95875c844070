import { describe, expect, it } from 'vitest'
import {
  asked,
  attempt,
  confirmed,
  hash,
  mined,
  orderAfter,
  otherHash,
  payment,
  planned,
  sent,
  solanaDraft,
  start,
  type UntimedEvent,
  verified,
} from '@/test/samples/order'
import { plannedPurchase } from '@/test/samples/purchase'
import { payAsked, payWanted, shownAddress, transferAfter } from '@/test/samples/transfer'
import { isOpen } from './open-statuses'
import type { Attempt, Order, ServiceView, TransferOrder } from './order'
import {
  attemptsOf,
  bytesOf,
  depositHashOf,
  fillOf,
  howPaid,
  isRefundTold,
  lacksField,
  mayNameDeposit,
  revokeOf,
  stepsOf,
} from './order-parts'

describe('lacksField', () => {
  it('is so of what cannot be read of an order, and of nothing of one that can be', () => {
    const unread = { hashes: [], told: [], lacks: ['to'], stored: {} }
    expect(['to', 'from'].map((each) => lacksField({ ...planned(), unread }, each))).toEqual([
      true,
      false,
    ])
    expect(lacksField(planned(), 'to')).toBe(false)
  })
})

describe('isRefundTold', () => {
  it('is the word of the service that it will send it back, until another one, or an end, is known', () => {
    const is = (status: Order['status'], word?: string) =>
      isRefundTold({ status, service: word === undefined ? {} : { status: word } })
    expect(is('tracking', 'refund_pending')).toBe(true)
    expect([is('tracking', 'refunded'), is('tracking'), is('refunded', 'refund_pending')]).toEqual([
      ...[false, false, false],
    ])
  })
})

const fill = { txHash: hash } as NonNullable<ServiceView['fill']>
const told: Order = { ...planned(), status: 'tracking', service: { fill } }
const refund = { kind: 'refund' as const, since: start, found: payment }

describe('the delivery that the service tells of', () => {
  it.each<[string, Partial<Order>, boolean]>([
    ['tells of one', {}, true],
    [
      'told of one, and says now that it came back',
      { service: { fill, status: 'refunded' } },
      false,
    ],
    ['told of one, and the money was seen to come back', { arrival: refund }, false],
    ['came back', { status: 'refunded' }, false],
    ['failed', { status: 'failed' }, false],
  ])('given the service or the order %s: %#', (_, more, isTold) => {
    expect(fillOf({ ...told, ...more } as Order)).toEqual(isTold ? fill : undefined)
  })
})

describe('the signed bytes behind a transaction', () => {
  const seen = [
    { hash: otherHash, at: start, by: 'page' },
    { hash, at: start, by: 'page' },
    { hash, at: start, by: 'wallet', signedBytes: 'AQID' },
  ]
  it('are those that were seen with its hash, by whomever', () => {
    const known = { seen } as unknown as Attempt
    expect(bytesOf(known, hash)).toBe('AQID')
    expect(bytesOf(known, otherHash)).toBeUndefined()
    expect(bytesOf(undefined, hash)).toBeUndefined()
  })
})

describe('what an order that asks no wallet has of asks', () => {
  it.each<[string, Order]>([
    ['a purchase', plannedPurchase()],
    ['an address that is shown', shownAddress],
  ])('is nothing of %s', (_, order) => {
    expect(stepsOf(order)).toEqual([])
    expect(attemptsOf(order)).toEqual([])
    expect(revokeOf(order)).toBeUndefined()
    expect(depositHashOf(order)).toBeUndefined()
  })
})

describe('the transaction that pays for a swap', () => {
  it('is that of its deposit, once one is known; none where no step was built', () => {
    const running = orderAfter(planned(), confirmed)
    const asking = orderAfter(running, asked(running))
    expect(depositHashOf(asking)).toBeUndefined()
    expect(depositHashOf(orderAfter(asking, sent))).toBe(hash)
    expect(asking.attempts[0]?.attemptId).toBe(attempt)
    expect(depositHashOf({ ...running, steps: [] })).toBeUndefined()
  })
})

describe('what is known of what pays for an order', () => {
  const running = orderAfter(planned(), confirmed)
  const isSent = orderAfter(running, asked(running), sent)
  const solana = orderAfter(planned([solanaDraft]), confirmed)
  const named = transferAfter(shownAddress, { type: 'depositNamed', hash })
  const seen: UntimedEvent = {
    type: 'depositSeen',
    found: { ...payment, amount: shownAddress.transfer.amount, hash },
  }
  const other = { ...payment, amount: '1000000', hash: otherHash }
  const upper = { hash: `0x${hash.slice(2).toUpperCase()}`, at: start }
  const byWallet = transferAfter(shownAddress, payWanted, payAsked(attempt), sent, verified)
  it.each<[string, Order, ReturnType<typeof howPaid>]>([
    ['a wallet sent it', isSent, 'sent'],
    ['it is mined', orderAfter(isSent, verified, mined), 'mined'],
    ['it is signed', orderAfter(solana, asked(solana), sent), 'signed'],
    ['it is signed, and mined', orderAfter(solana, asked(solana), sent, mined), 'mined'],
    ['the person named it', named, 'named'],
    ['nodes show it at the address', transferAfter(named, seen), 'mined'],
    [
      'nodes show it, written in another way',
      transferAfter({ ...named, transfer: { ...named.transfer, named: upper } }, seen),
      'mined',
    ],
    ['nodes show another one there', transferAfter(named, { ...seen, found: other }), 'named'],
    ['a wallet paid to the address', byWallet, 'sent'],
    ['nothing is', shownAddress, 'named'],
  ])('given %s: %#', (_, order, how) => {
    expect(howPaid(order)).toBe(how)
  })
})

describe('whether the person may name the transaction that pays to an address', () => {
  const abroad = {
    ...shownAddress,
    accepted: {
      ...shownAddress.accepted,
      from: { ...shownAddress.accepted.from, family: 'bip122' },
    },
  } as TransferOrder
  it.each<[string, TransferOrder, boolean]>([
    ['none is known', shownAddress, true],
    ['none is known, on a chain that is not read here', abroad, true],
    [
      'the service knows one, on a chain that is not read here',
      { ...abroad, service: { ...abroad.service, depositTxHash: hash } },
      false,
    ],
    [
      'the service knows one, on a chain that is read',
      { ...shownAddress, service: { ...shownAddress.service, depositTxHash: hash } },
      true,
    ],
    ['it is over', { ...shownAddress, status: 'filled' }, false],
  ])('given %s: %#', (_, order, may) => {
    expect(mayNameDeposit(order)).toBe(may)
  })
})

describe('an order that was begun and has not ended', () => {
  it.each([
    ['planned', false],
    ['running', true],
    ['submitted', true],
    ['tracking', true],
    ['filled', false],
    ['attention', false],
  ] as const)('%s: %s', (status, open) => {
    expect(isOpen(status)).toBe(open)
  })
})
