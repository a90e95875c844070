import { sameAddress } from '../address/address'
import type { Order } from './order'
import {
  attemptsOf,
  isKept,
  isMadeHere,
  isMoneyOut,
  isRevoking,
  isUnanswered,
  mayMoveMoney,
  stepsOf,
} from './order-parts'
import { followedFor } from './purchase'

/** After its own deadline nothing that was asked for an order is carried out; clocks differ, ms. */
const afterDeadline = 86_400_000

/**
 * Whether a person may remove an order from this computer: its end is known and nothing of it can still
 * come, or it is but a backup's copy. One that is under way, that raised an alarm or whose money's end nobody knows stays.
 *
 * @param now unix ms
 */
export function isRemovable(order: Order, now: number): boolean {
  const { status, alarm, contradiction, accepted } = order
  const attempts = attemptsOf(order)
  if (alarm !== undefined || contradiction !== undefined) return false
  // Where it was made it goes on as ever: this is a copy, which nothing here will ever end.
  if (isKept(order)) return !isRevoking(order)
  const open = ['asking', 'unsure', 'sent', 'verified']
  if (stepsOf(order).some(({ state }) => open.includes(state.status))) return false
  if (attempts.some(({ end }) => end === undefined)) return false
  // What comes to a closed address all the same is still looked for.
  if (order.kind === 'transfer' && status === 'stopped') return true
  switch (status) {
    case 'filled':
    case 'refunded':
      return true
    case 'stopped':
    case 'failed':
    case 'unproved': {
      // A copy of what the service tells: nothing was ever asked for it here, and it is found again.
      if (!isMadeHere(order)) return status !== 'stopped' || order.kind === 'purchase'
      if (isMoneyOut(order)) return false
      if (order.kind === 'purchase' && !isUnanswered(order)) {
        // Its number is the only way to it, and a delivery may come late.
        return status !== 'unproved' && now > (order.failure?.at ?? now) + followedFor
      }
      if (order.kind === 'purchase') return now > accepted.validBefore * 1_000 + afterDeadline
      const asked = attempts.some(mayMoveMoney)
      return !asked || now > accepted.validBefore * 1_000 + afterDeadline
    }
    default:
      return false
  }
}

/**
 * Whether what became of one order may help to tell what becomes of another: it ended after the other
 * had begun, between the same accounts. It is then kept until that one is over.
 */
export function isWitness(ended: Order, other: Order): boolean {
  if (ended.id === other.id) return true
  if (ended.updatedAt < other.createdAt) return false
  const accounts = ({ accepted: { author, recipient, refundTo } }: Order) => [
    author,
    recipient,
    refundTo,
  ]
  return accounts(ended).some((a) => accounts(other).some((b) => sameAddress(a, b)))
}
