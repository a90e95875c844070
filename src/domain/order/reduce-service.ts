import { tidy } from '@/src/lib/tidy'
import { sameHash } from '../chain/hash'
import type { TxHash } from '../names'
import { isFinalOrderStatus, laterStatus } from '../service/service-status'
import { awaitProof } from './await-proof'
import { isDust } from './deposit-sum'
import type { NotifyTopic } from './effect'
import { isLate } from './late'
import type { Order, ServiceView, SwapOrder, TransferOrder } from './order'
import {
  attemptOf,
  depositOf,
  hashesOf,
  hashOf,
  isAtService,
  isDepositMined,
  isDepositSeen,
  isFailedByWord,
  isTakenByService,
  isUnlinked,
  withEnd,
  withState,
} from './order-parts'
import { owedWork } from './owed'
import { canonical } from './plan'
import { afterSent, type Rule, type Rules } from './reduce-rule'
import { awaitsWord, followedFor, isOverAbroad, seenAt } from './transfer'
import { unblocked, withClosed } from './wallet-payment'

type ServiceLevel = 'submitted' | 'unlinked'

/** Rules for how the service is told of a deposit. */
export const serviceRules: Rules<ServiceLevel> = {
  submitted(before, { at, hash, serviceOrderId }) {
    const order = takenUp(before, hash, at)
    const deposit = depositOf(order)
    if (!deposit || !hashOf(deposit.state)) return undefined
    const service = serviceOrderId ? { ...order.service, orderId: serviceOrderId } : order.service
    if (isAtService(order)) {
      // Told of again under another hash, the deposit may have become another order there.
      return service.orderId === order.service.orderId
        ? undefined
        : { order: { ...order, service } }
    }
    if (order.status !== 'running') return undefined
    const { blocker: _, ...rest } = order
    const taken = order === before ? undefined : attemptOf(deposit.state)
    return {
      order: { ...rest, status: 'submitted', service },
      tasks: [
        { task: { kind: 'pollOrder' }, dueAt: at + 1_000 },
        ...(taken ? afterSent(deposit, taken, at) : []),
      ],
    }
  },

  unlinked(order, event) {
    const deposit = depositOf(order)
    if (order.status !== 'running' || !deposit || !hashOf(deposit.state)) return undefined
    return toUnlinked(order, event)
  },
}

/** The order as one that the service does not take up, which is told once; `detail`: the service's own words. */
export function toUnlinked<O extends SwapOrder | TransferOrder>(
  order: O,
  { at, detail }: { at: number; detail?: string },
): { order: O } | undefined {
  if (isUnlinked(order)) return undefined
  const blocker = tidy({ code: 'order/unlinked' as const, since: at, actual: detail })
  return { order: tell({ ...order, blocker }, 'unlinked') }
}

/** The rule for what the service says of an order that it has, of whatever kind. */
export const serviceRead: Rule<'serviceRead', Order> = (before, { at, view: told }) => {
  const view = isDepositMined(before) ? told : withoutEnd(told)
  const order = isAtService(before) ? before : takenBack(before, view)
  if (!order) return undefined
  const service = merge(order.service, view)
  const status =
    service.status === 'failed' && !isOfAddress(order, service, at) ? 'failed' : 'tracking'
  const proof = awaitProof(order, service, at)
  const waits = status === 'tracking' && !proof.order.arrival
  const late = waits && isLate(order, at) && !order.notified.includes('late')
  const heard = { ...order, service: { ...service, lastReadAt: at } }
  // No chain can be asked: the service's own word ends it.
  if (heard.kind === 'transfer' && isOverAbroad(heard, at)) {
    return { order: { ...unblocked(heard), status: 'stopped' } }
  }
  const isSame = same(order.service, service) && status === order.status && !late
  if (isSame && !awaitsWord(order, at)) return undefined
  const is: Order = { ...proof.order, status, service: { ...service, lastReadAt: at } }
  const isTaken = is.kind === 'transfer' && isTakenByService(is)
  // The first that it names is looked up at once: a closed address is looked at every quarter of an hour alone.
  const isFirst = order.service.depositTxHash === undefined && service.depositTxHash !== undefined
  const looks = isTaken && isFirst ? [{ task: { kind: 'watchDeposit' as const }, dueAt: at }] : []
  const read = isTaken ? { ...unblocked(is), confirmedAt: order.confirmedAt ?? at } : is
  const next = service.status === 'failed' ? withClosedAddress(read, at) : read
  if (next !== read) return { order: tell(next, 'closed') }
  if (status === 'failed') {
    const failure = { code: 'order/failed-at-service' as const, at }
    return { order: tell({ ...next, failure }, 'failed') }
  }
  const owed = order === before ? [] : owedWork(next).map((task) => ({ task, dueAt: at }))
  return {
    order: tell(next, late ? 'late' : undefined),
    tasks: [...proof.tasks, ...looks, ...owed],
  }
}

/**
 * An order that the service called failed, as it goes on by a later word that its payment was taken; undefined of
 * any other end or word. What is said of its end is then proved anew.
 */
function takenBack(order: Order, view: ServiceView): Order | undefined {
  if (order.kind === 'purchase' || !isFailedByWord(order)) return undefined
  if (!isTakenByService({ service: view })) return undefined
  const { failure: _, arrival: __, ...open } = order
  return { ...open, status: 'tracking' } as Order
}

/** The rule for a service that cannot be read: that it is unreachable does not suppress the notice that it is late. */
export const serviceUnread: Rule<'serviceUnread', Order> = (order, { at, code, lasts }) => {
  if (!isAtService(order)) return undefined
  const isNews = order.kind === 'purchase' && order.blocker?.code !== code
  const told = isNews ? { ...order, blocker: { code, since: at } } : order
  // The first failures after the computer wakes do not count as late.
  const next = lasts ? tellLate(told, at) : told
  return next === order ? undefined : { order: next }
}

/**
 * Whether "failed" is a word on the address alone: it was said before a payment was seen, and says nothing
 * of one that comes all the same; a week after that one it does. What the service names as paid it speaks of,
 * where nodes show that, or no chain can be asked.
 */
function isOfAddress(order: Order, { depositTxHash: named }: ServiceView, at: number): boolean {
  if (order.kind !== 'transfer') return false
  const { transfer } = order
  // A stranger's trifle that it names is nobody's payment.
  const isShown = transfer.seen.some(
    (each) => each.hash && named && sameHash(each.hash, named) && !isDust(transfer, each),
  )
  if (named !== undefined && (order.accepted.from.family || isShown)) return false
  if (!isDepositSeen(order)) return true
  return order.service.status === 'failed' && at < seenAt(transfer) + followedFor
}

/** An address that the service gave up while it was to be paid is shown no more, and still looked at. */
function withClosedAddress(order: Order, at: number): Order {
  if (order.kind !== 'transfer' || order.status === 'failed' || order.transfer.closed) return order
  return withClosed(order, at, 'ended')
}

/** A transaction that the service took is followed again, whatever was thought of it meanwhile. */
function takenUp(order: SwapOrder, hash: TxHash, at: number): SwapOrder {
  const step = depositOf(order)
  const attempt = order.attempts.find((each) => each.deposit && hashesOf(each).includes(hash))
  if (order.status !== 'running' || !step || !attempt || hashOf(step.state)) return order
  const { attemptId } = attempt
  const open = withEnd(order, attemptId, at, undefined)
  return withState(open, step.id, { status: 'sent', attemptId, hash, sentAt: at })
}

/** Marks a topic as told, so that the announcement happens once. */
export function tell<O extends Order>(order: O, topic: NotifyTopic | undefined): O {
  if (topic === undefined || order.notified.includes(topic)) return order
  return { ...order, notified: [...order.notified, topic] }
}

/** Tells the person of an order that was paid, of whose end nothing is known, and that takes too long. */
export function tellLate<O extends Order>(order: O, at: number): O {
  const waits = order.kind === 'purchase' ? order.status === 'tracking' : isAtService(order)
  return tell(order, waits && !order.arrival && isLate(order, at) ? 'late' : undefined)
}

/** An end is the service's word: of an order whose deposit is not mined it says nothing yet. */
export function withoutEnd(view: Omit<ServiceView, 'lastReadAt'>): Omit<ServiceView, 'lastReadAt'> {
  if (!isFinalOrderStatus(view.status ?? '')) return view
  const { status: _, fill: __, refund: ___, told: ____, ...rest } = view
  return rest
}

/** What is known never gets less: a status that goes backwards is not taken over. */
function merge(known: ServiceView, read: Omit<ServiceView, 'lastReadAt'>): ServiceView {
  const { status: old, ...rest } = known
  const { status: told, ...facts } = read
  const status = laterStatus(old, told)
  return { ...rest, ...facts, ...(status === undefined ? {} : { status }) }
}

function same(a: ServiceView, b: ServiceView): boolean {
  const facts = ({ lastReadAt: _, ...view }: ServiceView) => JSON.stringify(canonical(view))
  return facts(a) === facts(b)
}
