import { beforeAll, describe, expect, it } from 'vitest'
import type { EventType } from '@/src/domain/event'
import type { OrderStatus } from '@/src/domain/order'
import { isEnded } from '@/src/domain/order-parts'
import { eventsTried, printTransitions, readReadme, type Tried, tryAll } from './transitions'

let tried: readonly Tried[]
beforeAll(() => {
  tried = tryAll()
})

const stepsWithout = (...events: string[]) =>
  tried.filter(({ event }) => !events.some((each) => event.startsWith(each)))

/** Every event, and whether it happens to an order that a wallet pays; the others change no such order. */
const isOfSwap: Readonly<Record<EventType, boolean>> = {
  confirmed: true,
  rebuilt: true,
  retried: true,
  stopped: true,
  revokeWanted: true,
  blocked: true,
  switchAsked: true,
  switchSettled: true,
  unarmable: true,
  asked: true,
  declined: true,
  notSent: true,
  doubted: true,
  checked: true,
  sent: true,
  strayed: true,
  verified: true,
  mismatched: true,
  leftRead: true,
  overtaken: true,
  replaced: true,
  cancelled: true,
  reverted: true,
  mined: true,
  submitted: true,
  unlinked: true,
  serviceRead: true,
  contradicted: true,
  beginningRead: true,
  paymentFound: true,
  paymentSought: true,
  expired: false,
  abandoned: false,
  depositBegan: false,
  depositSeen: false,
  depositSought: false,
  lookedWide: false,
  depositNamed: false,
  depositRefused: false,
  payWanted: false,
  payDropped: false,
  purchaseMade: false,
  purchaseLost: false,
  checkoutOpened: false,
  purchaseRead: false,
  purchaseUnread: false,
  paymentUnproved: true,
}

describe('the transitions of an order', () => {
  it('stand in the README as the code makes them', async () => {
    const { tables } = await readReadme()
    expect(tables, 'npm run transitions writes them anew').toBe(printTransitions(tried))
  })

  it('try every event that happens to such an order', () => {
    const known = Object.entries(isOfSwap).flatMap(([type, isIts]) => (isIts ? [type] : []))
    expect([...eventsTried()].toSorted()).toEqual(known.toSorted())
  })

  it('reach every status but the one that is only ever read', () => {
    const reached = new Set(tried.flatMap(({ from, to }) => [from.order, to.order]))
    const all: Record<Exclude<OrderStatus, 'attention'>, true> = {
      planned: true,
      running: true,
      submitted: true,
      tracking: true,
      filled: true,
      refunded: true,
      failed: true,
      unproved: true,
      stopped: true,
    }
    expect([...reached].toSorted()).toEqual(Object.keys(all).toSorted())
  })

  it('ask a wallet for nothing but what was decided to be asked', () => {
    const asking = stepsWithout('asked', 'switchAsked').filter(({ work }) =>
      work.includes('askWallet'),
    )
    expect(asking).toEqual([])
  })

  it('lead out of an end only where a transaction was sent after all', () => {
    const back = stepsWithout('sent').filter(
      ({ from, to }) => isEnded(from.order as OrderStatus) && to.order !== from.order,
    )
    expect(back).toEqual([])
    expect(
      tried.filter(({ from, to }) => from.order === 'filled' && to.order !== 'filled'),
    ).toEqual([])
  })

  it('free a deposit that is out on a proof, a revert or a word, and on nothing else', () => {
    const out = ['sent', 'verified', 'confirmed']
    const freed = stepsWithout('cancelled', 'reverted', 'mined').filter(
      ({ from, to }) => out.includes(from.step) && /^(ready|declined|failed)/.test(to.step),
    )
    expect(freed).toEqual([])
  })
})
