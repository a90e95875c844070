import type { Attempt, Order, Step, SwapOrder } from '@/src/domain/order/order'
import { attemptOfStep, attemptsOf, mayMoveMoney } from '@/src/domain/order/order-parts'
import { isStoppedUnpaid } from '../copy/money'
import { sayEndedBy } from '../copy/proof-text'
import { plainText } from '../format/text'
import { useApp } from '../parts/context'

/** Says by whose proof or word an ask of an order came to nothing; of what a file tells, nobody's. */
export function useEndedBy({
  fromBackup,
}: Pick<Order, 'fromBackup'>): (attempt: Attempt | undefined) => string | undefined {
  const { catalog } = useApp()
  return (attempt) =>
    attempt &&
    sayEndedBy(plainText(catalog.nameOf(attempt.action.chainId), 24), attempt, fromBackup)
}

/** The ask that came to nothing, where that is what its step stands at; see `unarmable` for what else fails. */
export function endedOf(order: SwapOrder, step: Step): Attempt | undefined {
  const { state } = step
  const attempt = attemptOfStep(order, step)
  if (state.status === 'declined') return attempt
  if (state.status !== 'failed' || !attempt?.end) return undefined
  const isSame = attempt.end.at === state.at
  // What its page called refused may be proved, or said, since.
  const isLater = attempt.end.at > state.at && !order.switching && state.code.startsWith('wallet/')
  return isSame || isLater ? attempt : undefined
}

/** By whom it is known that nothing was paid for an order that was cancelled. */
export function StoppedBy({ order }: { order: Order }) {
  const say = useEndedBy(order)
  if (!isStoppedUnpaid(order)) return null
  const said = attemptsOf(order).flatMap((each) => (mayMoveMoney(each) && say(each)) || [])
  return [...new Set(said)].map((each) => (
    <p key={each} class="sub">
      {each}
    </p>
  ))
}
