import { isNativeAddress } from './address'
import type { AskEvidence, Attempt, AttemptEnd, Order, SwapOrder } from './order'
import { attemptOfStep, depositOf, hashesOf } from './order-parts'

/** Who takes the tokens of an ERC-20 deposit by an allowance; undefined where coins are paid. */
export function takerOf(order: Order): string | undefined {
  const facts = depositOf(order)?.facts
  if (facts?.kind !== 'deposit' || isNativeAddress(facts.token.address)) return undefined
  return facts.takenBy ?? facts.target
}

/**
 * Whether an allowance (smallest unit) does not let the deposit through: it is below what the order
 * approved. Where it approved nothing, who takes the tokens is not known: a trial alone can tell.
 */
export function isTooLow({ steps }: SwapOrder, allowance: bigint): boolean {
  const approved = steps.findLast(({ facts }) => facts.kind === 'approve')?.facts.token.amount
  return approved !== undefined && allowance < BigInt(approved)
}

/**
 * Whether the allowance at the ask lets a deposit through once and no second time: it covers the
 * amount, and not twice the amount. Only such an allowance, standing untouched, says anything.
 */
export function isGuarded(
  { accepted }: Pick<SwapOrder, 'accepted'>,
  evidence: Pick<AskEvidence, 'allowance'> | undefined,
): boolean {
  const { from } = accepted
  if (isNativeAddress(from.address) || evidence?.allowance === undefined) return false
  const allowance = BigInt(evidence.allowance)
  const amount = BigInt(from.amount)
  return allowance >= amount && allowance < 2n * amount
}

/** Whether "not sent" of this step must be typed: nothing on the chain would stop a second payment. */
export function needsTypedWord(order: SwapOrder, step: SwapOrder['steps'][number]): boolean {
  return step.deposit && !isGuarded(order, attemptOfStep(order, step)?.evidence)
}

/** Whether only a page's word says that the deposit was not sent: the ask is not disproved yet. */
export function isDenied(order: SwapOrder): boolean {
  const deposit = depositOf(order)
  return deposit !== undefined && attemptOfStep(order, deposit)?.end?.what === 'refused'
}

/** What became of an ask out of which no payment comes any more, by proof or by the person's word. */
const over: readonly AttemptEnd[] = [
  'not-asked',
  'absent',
  'rejected',
  'given-up',
  'reverted',
  'replaced',
]

/** Whether a payment that was asked for may still take its allowance: nothing is proved of it. */
export function mayTake({ attempts }: SwapOrder): boolean {
  return attempts.some(
    ({ deposit, end }) => deposit && (end === undefined || !over.includes(end.what)),
  )
}

/** Whether a payment was mined of any ask of the order, or may still be, as far as is known. */
export function mayStillLand(order: SwapOrder): boolean {
  return order.attempts.some((each) => each.deposit && mayLand(order, each))
}

function mayLand(order: SwapOrder, attempt: Attempt): boolean {
  const { end, evidence } = attempt
  if (end === undefined || !over.includes(end.what)) return true
  // Without a hash to hold against a nonce, only its allowance was seen whole: it may be used yet.
  const byAllowance = hashesOf(attempt).length === 0 && isGuarded(order, evidence)
  return end.what === 'absent' && byAllowance
}
