import { paidAt } from '../service/filler-record'
import { isOdd } from './deposit-sum'
import type { Order, TransferOrder, UsualTime } from './order'
import { isTakenByService } from './order-parts'

/** Who looks at the order is told a minute after its time, s. */
const patience = 60

/**
 * What was usual here when the order was made; undefined where too few orders said so, and of one that a
 * backup brought: that was usual elsewhere, if anywhere.
 */
export function usualOf({ usual, fromBackup }: Order): UsualTime | undefined {
  return fromBackup ? undefined : usual
}

/** How long it is expected to take, seconds: as promised, or as is usual here where that is longer. */
export function expectedOf(order: Order): number {
  return Math.max(order.accepted.expectedDurationSeconds, usualOf(order)?.typical ?? 0)
}

/** Seconds after its payment that an order is within its time: never less than was promised. */
function timeOf(order: Order): number {
  return Math.max(order.accepted.expectedDurationSeconds, usualOf(order)?.most ?? 0)
}

/** Seconds after which an order that promised so many is late where nothing is known of what is usual. */
export const lateAfter = (promised: number) => Math.max(promised * 3, 600)

/**
 * Whether an order takes so long that the person is told of it; `at` unix ms. Held against what is usual on
 * this computer where that is known, and not before 3 minutes: what comes in a moment calls nobody back. Else
 * against three times what was promised, and not before 10 minutes.
 */
export function isLate(order: Order, at: number): boolean {
  const { kind, confirmedAt, createdAt } = order
  // Nobody waits for what was not paid yet.
  if (kind === 'transfer' && (!confirmedAt || isToldOtherwise(order))) return false
  const isUsual = usualOf(order) !== undefined
  const paid = kind === 'purchase' ? order.purchase.paidAt : confirmedAt
  // What is usual was counted from the wallet's answer on.
  const since = (isUsual ? paidAt(order) : paid) ?? createdAt
  const time = timeOf(order)
  return at - since > (isUsual ? Math.max(time, 180) : lateAfter(time)) * 1_000
}

/** Whether something else is told of what came to an address than that it takes its time. */
function isToldOtherwise(order: TransferOrder): boolean {
  if (isTakenByService(order)) return false
  const { blocker, service, transfer } = order
  return blocker !== undefined || service.status === 'failed' || isOdd(transfer)
}

/**
 * Whether an order that was paid at `since` is over its time, for who looks at it; both unix ms. What the
 * person was told once stays said, whatever the clock does afterwards.
 */
export function isOverdue(order: Order, since: number, at: number): boolean {
  return order.notified.includes('late') || at - since > (timeOf(order) + patience) * 1_000
}
