import { revokeDraft } from '../policy/policy-approve'
import { type Effect, type SiteNews, toEffect } from './effect'
import type { ChainChoice, OrderEvent } from './event'
import { isLeftToPay } from './guard'
import type { Order, OrderStatus, SwapOrder, Switching } from './order'
import {
  attemptOf,
  attemptsOf,
  isAskable,
  isEnded,
  isMade,
  isMoneyOut,
  isRevoking,
  mayAsk,
  mayAskToPay,
  revokeOf,
  setsAllowance,
} from './order-parts'
import { withWord } from './persons-word'
import { toSteps } from './plan'
import { type ArrivalLevel, reduceArrival } from './reduce-arrival'
import { reduceAsked, reducePay } from './reduce-pay'
import { reducePurchase } from './reduce-purchase'
import { byRule, type Change, type Rules } from './reduce-rule'
import { sentRules } from './reduce-sent'
import { serviceRead, serviceRules, serviceUnread } from './reduce-service'
import { stepRules } from './reduce-step'
import { stopAtLast, stopped } from './reduce-stop'
import { reduceTransfer } from './reduce-transfer'
import { withoutWish } from './wallet-payment'

export type Reduction<O extends Order> = { order: O; effects: Effect[] }

type OrderLevel = 'confirmed' | 'rebuilt' | 'retried' | 'stopped' | 'blocked' | 'revokeWanted'

const orderRules: Rules<OrderLevel> = {
  confirmed(order, { at, digest, usual, known }) {
    const first = order.steps[0]
    const { status, refused } = order
    if (status !== 'planned' || refused || !first || digest !== order.digest) return undefined
    return {
      order: {
        ...order,
        status: 'running',
        confirmedAt: at,
        ...(usual && { usual }),
        ...(known && { known }),
      },
      tasks: [{ task: { kind: 'armStep', stepId: first.id }, dueAt: at }],
    }
  },

  rebuilt(order, { at, steps, digest, resumes }) {
    const step = order.steps[order.current]
    const open = order.status === 'planned' || order.status === 'running'
    const [first] = steps
    if (!open || !step || !isAskable(step.state) || !first) return undefined
    // Built from the same state of the order as another one that came first.
    if (order.steps.some(({ id }) => id === first.id)) return undefined
    const done = order.steps.slice(0, order.current)
    const next = { ...order, steps: [...done, ...steps], digest }
    const tasks = [{ task: { kind: 'armStep' as const, stepId: first.id }, dueAt: at }]
    // What waits goes on waiting, as the step that it is by now.
    const isWaiting = order.status === 'running' && order.blocker !== undefined
    if (!resumes) return { order: next, ...(isWaiting && { tasks }) }
    const isSame = step.id === resumes.stepId && attemptOf(step.state) === resumes.after
    if (order.status !== 'running' || !isSame) return undefined
    const { blocker: _, ...rest } = next
    return { order: rest, tasks }
  },

  retried(order, { at, stepId, page, chain, notSent, answered = [], known }) {
    const step = order.steps[order.current]
    if (!mayAsk(order) || step?.id !== stepId || !isAskable(step.state)) return undefined
    const { blocker: _, switching, ...rest } = order
    const kept = chain && switching ? { ...rest, switching: chosen(switching, chain) } : rest
    const late = order.blocker?.code === 'order/unproved' ? answered : []
    const attempts = notSent ? withWord(kept.attempts, at, notSent, late) : kept.attempts
    return {
      order: { ...kept, attempts, ...(page && { page }), ...(known && { known }) },
      tasks: [{ task: { kind: 'armStep', stepId }, dueAt: at }],
    }
  },

  stopped,

  blocked(order, { at, blocker }) {
    const step = order.steps[order.current]
    if (!mayAsk(order) || !step || !isAskable(step.state)) return undefined
    const now = order.blocker
    const same =
      now?.code === blocker.code &&
      now.expected === blocker.expected &&
      now.actual === blocker.actual &&
      now.orderId === blocker.orderId
    const { since } = now ?? { since: at }
    return same ? undefined : { order: { ...order, blocker: { ...blocker, since } } }
  },

  revokeWanted(order, { at, token, spender, page }) {
    const { accepted, id, revision, steps, blocker: _, switching: __, ...rest } = order
    const left = lastAllowed(order, token, spender)
    if (!isEnded(order.status) || !left || isLeftToPay(order) || isRevoking(order)) return undefined
    const added = toSteps(id, [revokeDraft(accepted, left)], revision + steps.length)
    // One that came to nothing gives way: its ask stays among the attempts.
    const kept = revokeOf(order) ? steps.slice(0, order.current) : steps
    const next = { accepted, id, revision, page, current: kept.length }
    return {
      order: { ...rest, ...next, steps: [...kept, ...added] },
      tasks: added.map((step) => ({ task: { kind: 'armStep', stepId: step.id }, dueAt: at })),
    }
  },
}

/** The last approval that was made of a token to a spender; undefined where there is none, or it was cleared since. */
function lastAllowed(order: SwapOrder, token: string, spender: string) {
  const last = order.steps.findLast(
    (each) => isMade(order, each) && setsAllowance(each, token, spender),
  )
  return last?.facts.kind === 'approve' ? last.facts : undefined
}

/** A switch that failed, as it stands once the person chose: to be added next, or only waited for. */
function chosen({ missing: _, ...switching }: Switching, chain: ChainChoice): Switching {
  return chain === 'add' ? { ...switching, missing: true } : { ...switching, stage: 'switch' }
}

/**
 * What an event makes of an order, and the work that follows. Pure, total and forward-only: a late
 * or repeated event gives back the very same order and no work. `at` of the event is unix ms.
 */
export function reduce<O extends Order>(order: O, event: OrderEvent): Reduction<O> {
  const isKept = order.status === 'attention' && !isOfRevoke(order, event)
  const change = isKept ? undefined : apply(order, event)
  if (!change) return { order, effects: [] }
  const effects = (change.tasks ?? []).map(({ task, dueAt }) => toEffect(order.id, task, dueAt))
  const next = {
    // No rule makes another kind of an order.
    ...(withoutVainWish(change.order) as O),
    revision: order.revision + 1,
    // A clock that was set back must not make an order older than it was.
    updatedAt: Math.max(order.updatedAt, event.at),
  }
  return {
    order: next,
    effects: [...effects, ...announce(order, next, event.at), ...tellSite(order, next, event.at)],
  }
}

/**
 * Whether an event is about taking back what an order left open: nothing else happens to one that is kept as a file
 * tells of it.
 */
function isOfRevoke(order: Order, event: OrderEvent): boolean {
  if (event.type === 'revokeWanted') return order.fromBackup === true
  const revoke = revokeOf(order)
  if (!revoke) return false
  if ('stepId' in event) return event.stepId === revoke.id
  if (!('attemptId' in event)) return event.type === 'blocked' || event.type === 'switchAsked'
  const attempt = attemptsOf(order).find(({ attemptId }) => attemptId === event.attemptId)
  // A change of the chain is none of the asks.
  return !attempt || attempt.stepId === revoke.id
}

/** A wallet that is not to be asked any more is not waited for either. */
function withoutVainWish(order: Order): Order {
  if (order.kind !== 'transfer' || !order.pay?.wanted || mayAskToPay(order)) return order
  return { ...order, pay: withoutWish(order.pay) }
}

function apply(order: Order, event: OrderEvent): Change<Order> {
  switch (event.type) {
    case 'serviceRead':
      return serviceRead(order, event)
    case 'serviceUnread':
      return serviceUnread(order, event)
    case 'contradicted':
    case 'beginningRead':
    case 'paymentFound':
    case 'paymentSought':
    case 'paymentUnproved':
      return reduceArrival(order, event)
    default:
      return reduceOwn(order, event)
  }
}

type OwnEvent = Exclude<OrderEvent, { type: ArrivalLevel | 'serviceRead' | 'serviceUnread' }>

/** What happens to one kind of order alone changes no other kind. */
function reduceOwn(order: Order, event: OwnEvent): Change<Order> {
  switch (event.type) {
    case 'purchaseMade':
    case 'purchaseLost':
    case 'checkoutOpened':
    case 'purchaseRead':
      return order.kind === 'purchase' ? reducePurchase(order, event) : undefined
    case 'payWanted':
    case 'payDropped':
      return order.kind === 'transfer' ? reducePay(order, event) : undefined
    default:
      if (order.kind === 'swap') return leave(stopAtLast(reduceSwap(order, event), event.at))
      if (order.kind === 'purchase') {
        return event.type === 'abandoned' ? reducePurchase(order, event) : undefined
      }
      return reduceTransfer(order, event) ?? reduceAsked(order, event, reduceSwap)
  }
}

/** What a file brought is only followed: with nothing on its way, nothing is left of it to be done here. */
function leave(change: Change): Change {
  const order = change?.order
  const isLeft = order?.fromBackup && order.status === 'running' && !isMoneyOut(order)
  return isLeft ? { ...change, order: { ...order, status: 'stopped' } } : change
}

const swapRules = { ...orderRules, ...stepRules, ...sentRules, ...serviceRules }

const reduceSwap = (order: SwapOrder, event: OrderEvent): Change => byRule(swapRules, order, event)

/** Adds what the person is to be told; each topic once in an order's life. */
function announce(before: Order, after: Order, at: number): Effect[] {
  const topics = after.notified.filter((topic) => !before.notified.includes(topic))
  return topics.map((topic) => toEffect(after.id, { kind: 'notify', topic }, at))
}

/** What a status is called towards the site that asked for the order. */
const newsOf: Partial<Record<OrderStatus, SiteNews>> = {
  running: 'started',
  submitted: 'submitted',
  filled: 'filled',
  refunded: 'refunded',
  failed: 'failed',
  stopped: 'dismissed',
}

/** Adds what a site is to be told of the order it asked for. */
function tellSite(before: Order, after: Order, at: number): Effect[] {
  const news = newsOf[after.status]
  if (after.kind !== 'swap' || !after.askedBy || before.status === after.status || !news) return []
  return [toEffect(after.id, { kind: 'tellSite', news }, at)]
}
