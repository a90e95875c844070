import { beforeAll, describe, expect, it } from 'vitest'
import type { EventType, OrderEvent } from '@/src/domain/order/event'
import type { OrderStatus } from '@/src/domain/order/order'
import { isEnded, isFailedByWord } from '@/src/domain/order/order-parts'
import { reduce } from '@/src/domain/order/reduce'
import { readStates, type Tried, tablesIn } from './transitions'
import { exploreAll, machines, printAll } from './transitions-all'
import { type Odd, oddWork, rightlyOdd } from './transitions-owed'

let all: ReturnType<typeof exploreAll>
let tried: readonly Tried[]
beforeAll(() => {
  all = exploreAll()
  tried = all.swap.tried
})

const without = (some: readonly Tried[], ...events: string[]) =>
  some.filter(({ event }) => !events.some((each) => event.startsWith(each)))
const stepsWithout = (...events: string[]) => without(tried, ...events)
/** A failure by the service's word alone, that another word of it takes back. */
const isTakenBack = ({ event, before, to }: Tried) =>
  event.startsWith('serviceRead') && isFailedByWord(before) && to.order?.startsWith('tracking')
/** What was cancelled, and may have been sent after all, is in doubt again: nothing more is asked for it. */
const isInDoubt = ({ event, from, to }: Tried) =>
  /^(doubted|mismatched)/.test(event) &&
  from.order === 'stopped' &&
  to.order === 'running' &&
  to.step?.startsWith('unsure')
const statusOf = (words: string | undefined) => (words ?? '').split(',')[0] as OrderStatus

/** The types of all events that a kind of order is tried with. */
function typesTried(name: Name): Set<EventType> {
  const types = all[name].reached.flatMap((order) =>
    (machines[name].eventsFor as (of: typeof order) => { event: { type: EventType } }[])(order),
  )
  return new Set(types.map(({ event }) => event.type))
}

type Name = 'swap' | 'transfer' | 'pay' | 'purchase'

/** Every event, and what it happens to; it changes no other kind of order. */
const happensTo: Readonly<Record<EventType, readonly Name[]>> = {
  confirmed: ['swap'],
  rebuilt: ['swap', 'pay'],
  retried: ['swap', 'pay'],
  stopped: ['swap', 'transfer'],
  revokeWanted: ['swap'],
  blocked: ['swap', 'pay'],
  switchAsked: ['swap', 'pay'],
  switchSettled: ['swap', 'pay'],
  unarmable: ['swap', 'pay'],
  asked: ['swap', 'pay'],
  declined: ['swap', 'pay'],
  notSent: ['swap', 'pay'],
  doubted: ['swap', 'pay'],
  promptClosed: ['swap', 'pay'],
  checked: ['swap', 'pay'],
  sent: ['swap', 'pay'],
  strayed: ['swap', 'pay'],
  verified: ['swap', 'pay'],
  mismatched: ['swap', 'pay'],
  leftRead: ['swap', 'pay'],
  overtaken: ['swap', 'pay'],
  replaced: ['swap', 'pay'],
  cancelled: ['swap', 'pay'],
  reverted: ['swap', 'pay'],
  buried: ['swap', 'pay'],
  mined: ['swap', 'pay'],
  submitted: ['swap', 'transfer'],
  unlinked: ['swap', 'transfer'],
  serviceRead: ['swap', 'transfer'],
  serviceUnread: ['swap', 'transfer', 'purchase'],
  contradicted: ['swap', 'transfer', 'purchase'],
  beginningRead: ['swap', 'transfer', 'purchase'],
  paymentFound: ['swap', 'transfer', 'purchase'],
  paymentSought: ['swap', 'transfer', 'purchase'],
  expired: ['transfer'],
  abandoned: ['transfer', 'purchase'],
  depositBegan: ['transfer'],
  depositSeen: ['transfer'],
  depositSought: ['transfer'],
  lookedWide: ['transfer'],
  depositNamed: ['transfer'],
  depositRefused: ['transfer'],
  payWanted: ['pay'],
  payDropped: ['pay'],
  purchaseMade: ['purchase'],
  purchaseLost: ['purchase'],
  checkoutOpened: ['purchase'],
  purchaseRead: ['purchase'],
  paymentUnproved: ['swap', 'transfer', 'purchase'],
}

describe('the transitions of an order', () => {
  it('stand in STATES.md as the code makes them', async () => {
    const text = await readStates()
    for (const { name, tables } of printAll(all)) {
      expect(tablesIn(text, name).tables, 'npm run transitions writes them anew').toBe(tables)
    }
  })

  it('reach every status but the one that is only ever read', () => {
    const reached = new Set(tried.flatMap(({ from, to }) => [from.order, to.order]))
    const every: Record<Exclude<OrderStatus, 'attention'>, true> = {
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
    expect([...reached].toSorted()).toEqual(Object.keys(every).toSorted())
  })

  it('ask a wallet for nothing but what was decided to be asked', () => {
    const asking = stepsWithout('asked', 'switchAsked').filter(({ work }) =>
      work.includes('askWallet'),
    )
    expect(asking).toEqual([])
  })

  it('lead out of an end only where a transaction was sent after all, or may have been, or by another word than "failed"', () => {
    const back = stepsWithout('sent').filter(
      ({ from, to }) => isEnded(from.order as OrderStatus) && to.order !== from.order,
    )
    expect(back.length).toBeGreaterThan(0)
    expect(back.filter((each) => !isTakenBack(each) && !isInDoubt(each))).toEqual([])
    expect(back.some(isInDoubt)).toBe(true)
    expect(
      tried.filter(({ from, to }) => from.order === 'filled' && to.order !== 'filled'),
    ).toEqual([])
  })

  it('free a deposit that is out on a proof, a revert or a word, and on nothing else', () => {
    const out = ['sent', 'verified', 'confirmed']
    const freed = stepsWithout('cancelled', 'reverted', 'mined').filter(
      ({ from, to }) =>
        out.includes(from.step ?? '') && /^(ready|declined|failed)/.test(to.step ?? ''),
    )
    expect(freed).toEqual([])
  })
})

describe('the work that is in flight after every event', () => {
  const isRight = (odd: Odd) =>
    rightlyOdd.find((each) => {
      return each.kind === odd.kind && each.where === odd.where && each.isEnded === odd.isEnded
    })
  const oddOf = (name: Name) => oddWork(all[name].tried)

  it.each(Object.keys(machines) as Name[])(
    'is what a start would owe the order of a %s',
    (name) => {
      expect(oddOf(name).filter((odd) => !isRight(odd))).toEqual([])
    },
  )

  it('differs from that for each of the reasons that are given', () => {
    const odd = (Object.keys(machines) as Name[]).flatMap(oddOf)
    expect(new Set(odd.map(isRight))).toEqual(new Set(rightlyOdd))
  })
})

describe.each(Object.keys(machines) as Name[])('the events of a %s', (name) => {
  const isIts = (type: EventType) => happensTo[type].includes(name)

  it('are all tried', () => {
    const its = (Object.keys(happensTo) as EventType[]).filter(isIts)
    const missing = its.filter((type) => !typesTried(name).has(type))
    expect(missing).toEqual([])
  })

  it('are the only ones that change it', () => {
    // A swap is told of a step; of a payment by address both tables tell, and a purchase is never
    // told of an order of the service.
    const mayBe = (type: EventType) =>
      isIts(type) ||
      (name === 'transfer' && happensTo[type].includes('pay')) ||
      (name === 'pay' && happensTo[type].includes('transfer')) ||
      type === 'serviceRead'
    const others = Object.values(machines).flatMap((machine) =>
      (machine.eventsFor as (of: unknown) => { event: { type: EventType } }[])(machine.starts[0]),
    )
    const foreign = others.filter(({ event }) => !mayBe(event.type))
    expect(foreign.length).toBeGreaterThan(0)
    const changed = all[name].reached.flatMap((order) =>
      foreign.flatMap(({ event }) => {
        const timed = { at: order.updatedAt + 1_000, ...event } as OrderEvent
        return reduce(order, timed).order === order ? [] : [`${event.type} of ${order.status}`]
      }),
    )
    expect(changed).toEqual([])
  })
})

describe('the transitions of a payment by address and of a purchase', () => {
  it('lead a payment by address out of no end but a word, by another one', () => {
    const back = all.transfer.tried.filter(
      ({ from, to }) => isEnded(from.order as OrderStatus) && to.order !== from.order,
    )
    expect(back.length).toBeGreaterThan(0)
    expect(back.filter((each) => !isTakenBack(each))).toEqual([])
  })

  it('ask a wallet to pay for nothing but what was decided to be asked', () => {
    const asking = without(all.pay.tried, 'asked', 'switchAsked').filter(({ work }) =>
      work.includes('askWallet'),
    )
    expect(asking).toEqual([])
    const others = [...all.transfer.tried, ...all.purchase.tried].flatMap(({ work }) => work)
    expect(others).not.toContain('askWallet')
    expect(others).not.toContain('armStep')
  })

  it('call nothing arrived or sent back but what a chain shows', () => {
    const ends: readonly unknown[] = ['filled', 'refunded']
    const said = [...all.transfer.tried, ...all.purchase.tried].filter(
      ({ from, to }) => from.order !== to.order && ends.includes(to.order),
    )
    expect(new Set(said.map(({ event }) => event))).toEqual(
      new Set(['paymentFound, the payout', 'paymentFound, the refund']),
    )
  })

  it('lead a purchase out of an end by a later word alone, and never out of what a chain showed', () => {
    const back = all.purchase.tried.filter(
      ({ from, to }) => isEnded(statusOf(from.order)) && to.order !== from.order,
    )
    expect(without(back, 'purchaseRead', 'purchaseMade', 'paymentFound')).toEqual([])
    expect(back.map(({ from }) => from.order)).not.toContain('filled')
    expect(back.map(({ from }) => from.order)).not.toContain('refunded')
  })
})
