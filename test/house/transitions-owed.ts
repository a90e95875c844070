import { askingOf } from '@/src/domain/order/asking'
import { type EffectKind, type EffectTask, keyOf } from '@/src/domain/order/effect'
import type { Order } from '@/src/domain/order/order'
import {
  attemptById,
  depositHashOf,
  depositOf,
  isEnded,
  isHashOwed,
  isMove,
  isProvedVoid,
  isSought,
  mayMoveMoney,
  minedPlaceOf,
  stepOfAttempt,
} from '@/src/domain/order/order-parts'
import { owedWork } from '@/src/domain/order/owed'
import { isFollowed } from '@/src/domain/order/purchase'
import { isWatched } from '@/src/domain/order/transfer'
import type { Tried } from './transitions'

/**
 * Whether the runner of a task has anything to do for an order as it stands; else it ends at once. What asks
 * a wallet takes a person, and what is said is said once: no start of the worker owes either.
 */
function isLive(order: Order, task: EffectTask): boolean {
  const asking = askingOf(order)
  const attemptId = 'attemptId' in task ? task.attemptId : ''
  const step = asking && stepOfAttempt(asking, attemptId)
  const attempt = asking && attemptById(asking, attemptId)
  switch (task.kind) {
    case 'reconcile': {
      if (!attempt || (step && isProvedVoid(attempt))) return false
      if (!step) return mayMoveMoney(attempt)
      return ['asking', 'unsure', 'declined', 'failed'].includes(step.state.status)
    }
    case 'verifyTransaction':
      return step?.state.status === 'sent' && attempt?.action.kind === 'transaction'
    case 'awaitReceipt': {
      if (!step) return false
      const { status } = step.state
      if (step.action.kind === 'solanaSign') return status === 'sent' || status === 'verified'
      if (status === 'confirmed' && isMove(step.facts)) return true
      return status === 'verified' || (step.deposit && minedPlaceOf(step.state) !== undefined)
    }
    case 'watchStray':
      return attempt !== undefined
    case 'submitDeposit': {
      if (order.kind === 'transfer') {
        const hash = depositHashOf(order)
        const isTold = order.status !== 'running' && order.service.depositTxHash === hash
        return isHashOwed(order) && !isEnded(order.status) && hash !== undefined && !isTold
      }
      const deposit = depositOf(order)
      const { status = 'ready' } = deposit?.state ?? {}
      // What is signed on Solana is sent by the service.
      const isSigned = status === 'sent' && deposit?.action.kind === 'solanaSign'
      return order.status === 'running' && (isSigned || ['verified', 'confirmed'].includes(status))
    }
    case 'pollOrder':
      return isFollowed(order)
    case 'watchDeposit':
      return order.kind === 'transfer' && isWatched(order, order.updatedAt)
    case 'proveArrival':
      return order.arrival !== undefined && isSought(order)
    default:
      return false
  }
}

/** Events that the runner of one kind of work alone tells of. */
const tellers: Readonly<Record<string, EffectKind>> = {
  verified: 'verifyTransaction',
  mined: 'awaitReceipt',
  reverted: 'awaitReceipt',
  cancelled: 'awaitReceipt',
}

type Work = ReadonlyMap<string, EffectTask>

const live = (order: Order, tasks: Iterable<EffectTask>): Work =>
  new Map(
    [...tasks].filter((task) => isLive(order, task)).map((task) => [keyOf(order.id, task), task]),
  )

type Side = 'in flight' | 'at a start'

/** Work that stands on one side alone, after an event. */
export type Odd = { kind: EffectKind; where: Side; isEnded: boolean; after: string }

/** What is right all the same, with the reason. */
export const rightlyOdd: readonly (Pick<Odd, 'kind' | 'where' | 'isEnded'> & { why: string })[] = [
  {
    kind: 'watchStray',
    where: 'at a start',
    isEnded: false,
    why: 'a start looks once more at every hash that is not followed: that costs a look, and ends by itself',
  },
  {
    kind: 'watchStray',
    where: 'in flight',
    isEnded: false,
    why: 'a hash that was followed beside is followed itself now: its own look finds nothing else to do',
  },
  {
    kind: 'watchStray',
    where: 'in flight',
    isEnded: true,
    why: 'beside what an order ended with, a hash is looked at until its deadline, and is no reason to keep it',
  },
  {
    kind: 'reconcile',
    where: 'in flight',
    isEnded: true,
    why: 'what was proved absent, or is the person’s word, is looked at a little longer, and holds as it is',
  },
  {
    kind: 'awaitReceipt',
    where: 'in flight',
    isEnded: true,
    why: 'what a mined payment took is read for some minutes beyond the end, which it does not change',
  },
  {
    kind: 'watchDeposit',
    where: 'in flight',
    isEnded: true,
    why: 'an address that was paid is looked at for a second payment as long as it would be good: a day at most',
  },
]

/**
 * Holds the work that was put into the outbox on the way of an order, as far as its runner still has
 * anything to do, against the work that a start of the worker would give that order.
 */
export function oddWork(tried: readonly Tried[]): Odd[] {
  const inFlight = new Map<Order, Work>()
  const odd: Odd[] = []
  for (const { event, before, after, from, to, tasks } of tried) {
    const known = inFlight.get(before) ?? live(before, owedWork(before))
    const teller = tellers[event]
    // What no runner that is in flight could tell of does not happen.
    if (teller && ![...known.values()].some(({ kind }) => kind === teller)) continue
    const now = live(after, [...known.values(), ...tasks])
    if (!inFlight.has(after)) inFlight.set(after, now)
    const owed = live(after, owedWork(after))
    const [was, is] = [from, to].map((each) => Object.values(each).join(', '))
    const told = { isEnded: isEnded(after.status), after: `${was} -> ${event} -> ${is}` }
    const alone = (some: Work, others: Work, where: Side) => {
      for (const [key, { kind }] of some) if (!others.has(key)) odd.push({ kind, where, ...told })
    }
    alone(now, owed, 'in flight')
    alone(owed, now, 'at a start')
  }
  return odd
}
