import type { Order, StepFacts, SwapOrder } from './order'
import { isEnded } from './order-parts'
import { withClosed } from './wallet-payment'

/** States of a payment of which nothing is left to be asked: it only has to be followed. */
const out: readonly string[] = ['sent', 'verified', 'confirmed']
const longestDecimals = 36
/** The last moment that a Date can be, unix ms: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const latest = 8.64e15

/**
 * An order as it goes on where it was read from a backup (`at` unix ms). It may have gone on elsewhere
 * since, and the file may be anybody's, so that nothing in it may lead to a payment or to an ask: an
 * address and a checkout are shown no more, a swap that would still ask a wallet is kept as it was, and
 * what it would ask for afterwards is left out. What was paid is followed. Undefined for what was never
 * begun, and for what no screen could show.
 */
export function toRestored(order: Order, at: number): Order | undefined {
  if (order.status === 'planned' || !isShowable(order)) return undefined
  if (order.kind === 'transfer') {
    return order.transfer.closed ? order : withClosed(order, at, 'found')
  }
  if (order.kind === 'purchase') {
    return isEnded(order.status)
      ? order
      : { ...order, purchase: { ...order.purchase, found: true } }
  }
  const steps = stepsThatWere(order)
  const kept = { ...order, steps, current: Math.min(order.current, steps.length) }
  return order.status !== 'running' || isPaid(kept) ? kept : { ...kept, status: 'attention' }
}

/** The steps without those behind the payment that were not made: an allowance is taken back anew. */
function stepsThatWere(order: SwapOrder): SwapOrder['steps'] {
  const deposit = order.steps.findIndex((step) => step.deposit)
  if (deposit < 0) return order.steps
  return order.steps.filter(({ state }, place) => place <= deposit || state.status === 'confirmed')
}

/** Whether nothing is left but to follow the payment: all before it is made, and it is out. */
function isPaid({ steps, current }: SwapOrder): boolean {
  const place = steps.findIndex((step) => step.deposit)
  const status = steps[place]?.state.status
  const isMade = steps.slice(0, place).every(({ state }) => state.status === 'confirmed')
  return status !== undefined && out.includes(status) && isMade && current >= place
}

function isShowable(order: Order): boolean {
  const { accepted, createdAt, updatedAt, confirmedAt = 0 } = order
  const steps = order.kind === 'swap' ? order.steps : []
  const decimals = [accepted.from, accepted.to, ...steps.map(({ facts }) => tokenOf(facts))].map(
    (token) => token?.decimals ?? 0,
  )
  const times = [createdAt, updatedAt, confirmedAt]
  return (
    decimals.every((each) => Number.isInteger(each) && each >= 0 && each <= longestDecimals) &&
    times.every((each) => each >= 0 && each <= latest)
  )
}

const tokenOf = (facts: StepFacts): { decimals: number } | undefined =>
  'token' in facts ? facts.token : undefined
