import { isNativeAddress, sameAddress } from '../address/address'
import type { AttemptId } from '../names'
import { LEAST_PERCENT } from '../policy/least-percent'
import type { AskEvidence, Attempt, AttemptEnd, Order, Step, SwapOrder, TokenAmount } from './order'
import {
  attemptOf,
  attemptOfStep,
  attemptsOf,
  depositOf,
  hashesOf,
  isDeniedAsk,
  isDepositMined,
  isEnded,
  isRevoked,
  isRevoking,
  isShallow,
  isUnderWay,
  mayBeShown,
  mayMoveMoney,
  movesMoney,
  payerOf,
  revokeOf,
  stepBehind,
  stepsOf,
} from './order-parts'
import { asksOf } from './wallet-payment'

/** What the deposit takes: the routing token where steps before it lead to one. */
export function takenOf({ accepted, steps }: Pick<SwapOrder, 'accepted' | 'steps'>): TokenAmount {
  return steps.find((step) => step.deposit)?.facts.token ?? accepted.from
}

/** Who takes the tokens of an ERC-20 deposit by an allowance; undefined where coins are paid. */
export const takerOf = (order: Order): string | undefined => takerBy(depositOf(order)?.facts)

function takerBy(facts: Step['facts'] | undefined): string | undefined {
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
 * amount, and not twice the least that a payment may take of it, 99 %. Only such an allowance, standing
 * untouched, says anything; of an account with code it does not, as others may still carry out what it was asked for.
 */
export function isGuarded(
  order: Pick<SwapOrder, 'accepted' | 'steps' | 'coded'>,
  evidence: Pick<AskEvidence, 'allowance' | 'coded'> | undefined,
): boolean {
  const taken = takenOf(order)
  if (order.coded || evidence?.coded || isNativeAddress(taken.address)) return false
  if (evidence?.allowance === undefined) return false
  const allowance = BigInt(evidence.allowance)
  const amount = BigInt(taken.amount)
  return allowance >= amount && allowance * 100n < 2n * LEAST_PERCENT * amount
}

/** Whether "not sent" of this step must be typed: nothing on the chain would stop a second payment. */
export function needsTypedWord(order: SwapOrder, step: SwapOrder['steps'][number]): boolean {
  return movesMoney(step) && !isGuarded(order, attemptOfStep(order, step)?.evidence)
}

/**
 * Whether who saw no prompt types it that what only a page calls rejected was not sent: a wallet may show it yet, and
 * nothing on the chain would stop a second payment.
 */
export function needsTypedDenial(order: SwapOrder): boolean {
  return order.attempts.some(
    (each) => (isDeniedAsk(each) || mayBeShown(each)) && !isGuarded(order, each.evidence),
  )
}

/**
 * The asks for a payment of which only a page's word says that nothing was sent: they are not disproved
 * yet, whether their step was built anew since or not.
 */
export function deniedOf({ attempts }: SwapOrder): Attempt[] {
  return attempts.filter(isDeniedAsk)
}

/** What two operators prove nothing of is looked for so long after it was asked for, ms: a week. */
export const longestSearch = 7 * 86_400_000

/**
 * The payments of an order that may be made after its end, though they are called unsent: by a person alone, by an
 * allowance alone, while a wallet may show them with a newer block hash, or until a reorganisation can undo it no more.
 */
export function soughtAfterEnd(order: SwapOrder): Attempt[] {
  const isSaid = ({ end }: Attempt) => end?.what === 'rejected' || end?.what === 'given-up'
  const mayCome = (each: Attempt) =>
    isSaid(each) || isAbsentByAllowance(order, each) || mayBeShown(each) || isShallow(each)
  return order.attempts.filter((each) => mayMoveMoney(each) && mayCome(each))
}

/** Whether only a page's word says that a payment of an order was not sent. */
export function isDenied(order: SwapOrder): boolean {
  return deniedOf(order).length > 0
}

/** Whether what stands in a step is its page's word alone: nothing of it is told as what is so. */
export function isClaim(order: SwapOrder, { state }: Step): boolean {
  if (state.status !== 'declined' && state.status !== 'failed') return false
  const { attemptId, at } = state
  // What came after it, before the step could be asked for anew, is known here.
  return deniedOf(order).some((each) => each.attemptId === attemptId && each.end?.at === at)
}

/**
 * Whether it is not known what became of something that a wallet was asked for: it is out, in doubt, or
 * refused by its page's word alone. It is looked after whether the order has ended or not.
 */
export function isUnsettled(order: SwapOrder): boolean {
  return isDenied(order) || order.steps.some(({ state }) => isUnderWay(state))
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

const isOver = (attempt: Attempt): attempt is Attempt & Required<Pick<Attempt, 'end'>> =>
  attempt.end !== undefined && over.includes(attempt.end.what)

/** Whether it is a swap before the deposit that was mined: it took what it was allowed, and is over. */
const isSpent = ({ deposit, end }: Attempt) => !deposit && end?.what === 'mined'

/** Whether a payment that was asked for may still take its allowance: nothing is proved of it. */
export function mayTake({ attempts }: SwapOrder): boolean {
  return attempts.some((each) => mayMoveMoney(each) && !isSpent(each) && !isOver(each))
}

/**
 * Whether what an order allowed is left to a payment of it: not to one that was made, nor to what is kept as a
 * file tells of it. Nothing of that is proved here, and once it is taken back it can pay nothing.
 */
export function isLeftToPay({ status, attempts }: SwapOrder): boolean {
  const isOpen = (each: Attempt) => each.end?.what !== 'mined' && !isOver(each)
  return status !== 'attention' && attempts.some((each) => mayMoveMoney(each) && isOpen(each))
}

/** What an account allowed somebody: of which token, and whom. */
export type Allowed = { token: Pick<TokenAmount, 'address'>; spender: string }

/**
 * Whether a payment of an order takes tokens by what the account of another one allowed. Where an order
 * approves nothing of the token itself, who takes it is not known: it may be anybody.
 */
function paysBy(order: SwapOrder, { accepted }: SwapOrder, { token, spender }: Allowed): boolean {
  const { author, from } = order.accepted
  if (from.chainId !== accepted.from.chainId || !sameAddress(author, accepted.author)) return false
  const isOf = ({ address }: Pick<TokenAmount, 'address'>) => sameAddress(address, token.address)
  const approvals = order.steps.flatMap(({ facts }) =>
    facts.kind === 'approve' && isOf(facts.token) ? [facts.spender] : [],
  )
  if (approvals.length > 0) return approvals.some((each) => sameAddress(each, spender))
  return [from, takenOf(order)].some((each) => !isNativeAddress(each.address) && isOf(each))
}

/**
 * Whether an order may still need what the account of another one allowed. One that was not confirmed
 * needs nothing yet: what it finds when it asks is looked at then.
 */
export function needsAllowance(order: SwapOrder, other: SwapOrder, allowed: Allowed): boolean {
  if (order.id === other.id || order.status === 'planned' || isDepositMined(order)) return false
  return paysBy(order, other, allowed) && (!isEnded(order.status) || isLeftToPay(order))
}

/** Whether a wallet was asked to take back, for another order, what this one pays by. */
export function isBeingRevoked(order: SwapOrder, other: SwapOrder): boolean {
  const revoke = revokeOf(other)
  if (!revoke || !('spender' in revoke.facts) || order.id === other.id) return false
  const isOut = isRevoking(other) && attemptOf(revoke.state) !== undefined
  return isOut && paysBy(order, other, revoke.facts)
}

/** Whether a step was asked for, and it is known neither what was sent of it nor that nothing was. */
export const isInDoubt = ({ state }: Step): boolean =>
  state.status === 'asking' || state.status === 'unsure'

/** The ask of a payment that may be sent yet: an order is cancelled only once it is known that it was not. */
export function askInDoubt({ status, steps, current }: SwapOrder): AttemptId | undefined {
  const step = steps[current]
  const isOpen = status === 'running' && step && movesMoney(step) && isInDoubt(step)
  return isOpen ? attemptOf(step.state) : undefined
}

/** Whether the person wishes to cancel, and waits for what became of a payment. */
export const isLeaving = (order: SwapOrder): boolean =>
  order.stopWanted !== undefined && askInDoubt(order) !== undefined

/**
 * Whether an order stands in the way of what another one is to ask: a payment of the same account on the
 * same chain was asked for, and nobody knows yet whether it was sent. An approval that is open holds
 * nobody up, and neither does another account or another chain.
 */
export function isInTheWay(order: Order, other: Order): boolean {
  if (order.id === other.id || isEnded(other.status) || !paysBoth(order, other)) return false
  return stepsOf(other).some((step) => movesMoney(step) && isInDoubt(step))
}

/** Whether one account pays both orders on one chain. */
const paysBoth = (one: Order, other: Order) =>
  one.accepted.from.chainId === other.accepted.from.chainId &&
  sameAddress(payerOf(one), payerOf(other))

/**
 * Whether a request for a payment may take its allowance though it is called unsent: by that allowance, or by a click
 * that needed no typed word because of it.
 */
export function mayTakeYet(order: SwapOrder, attempt: Attempt): boolean {
  const isClicked = attempt.end?.what === 'given-up' && isGuarded(order, attempt.evidence)
  return attempt.deposit && (isClicked || isAbsentByAllowance(order, attempt))
}

/** An approval that is neither mined nor disproved by more than a nonce, a page's claim or a click. */
const isOutYet = ({ end }: Attempt) =>
  end === undefined || ['refused', 'absent', 'given-up'].includes(end.what)

/** Whether somebody takes what an order pays in a token. */
function isTaker(order: SwapOrder, { token, spender }: Allowed): boolean {
  const taker = takerOf(order)
  if (taker === undefined || !sameAddress(spender, taker)) return false
  return sameAddress(token.address, takenOf(order).address)
}

/** Whether an approval is of what an order pays, and for who takes it. */
const allows = (facts: Step['facts'] | undefined, order: SwapOrder): boolean =>
  facts?.kind === 'approve' && isTaker(order, facts)

/** Whether an approval that one order asked for, and that may come yet, is of what another one pays. */
const mayAllow = (order: Order, other: SwapOrder): boolean =>
  attemptsOf(order).some((each) => isOutYet(each) && allows(stepBehind(order, each)?.facts, other))

/** Whether an approval of an order that is called unsent may come beside the one it has, and let a second payment through. */
export const mayAllowAnew = (order: SwapOrder): boolean => mayAllow(order, order)

/**
 * Whether an approval that another order asked for may let two requests of this one pay: one that may take its allowance
 * yet does, and the next one takes what the approval gives.
 */
export function mayAllowTwice(order: SwapOrder, other: Order): boolean {
  if (order.id === other.id || !paysBoth(order, other)) return false
  return order.attempts.some((each) => mayTakeYet(order, each)) && mayAllow(other, order)
}

/** Whether what an order is to approve may let two requests of another one pay, of which one may take its allowance yet. */
export function mayBeAllowedTwice(order: SwapOrder, { facts }: Step, other: Order): boolean {
  if (other.kind !== 'swap' || order.id === other.id || !paysBoth(order, other)) return false
  const yet = other.attempts.filter((each) => mayTakeYet(other, each))
  const open = other.attempts.filter((each) => each.deposit && !isOver(each))
  return yet.length > 0 && yet.length + open.length > 1 && allows(facts, other)
}

/**
 * Whether the wallet of an order may still show what another one asked of it: one page of a wallet shows
 * one request at a time, so that this older one may come up in place of the next. One that the person
 * says is gone is taken for gone.
 */
export function mayShowOlder(order: Order, other: Order): boolean {
  if (order.id === other.id || isEnded(other.status)) return false
  const [wallet, its] = [asksOf(order)?.wallet, asksOf(other)?.wallet]
  if (!wallet || wallet.id !== its?.id || wallet.family !== its.family) return false
  return stepsOf(other).some((step) => isInDoubt(step) && !isAnswered(other, step))
}

/** Whether the wallet dealt with what a step asks: it answered, in whatever way, or the person saw it go. */
function isAnswered(order: Order, { state }: Step): boolean {
  const checks = state.status === 'unsure' ? state.checks : []
  const isGone = checks.some(
    (each) =>
      each.what === 'prompt' ||
      each.what === 'answer' ||
      (each.what === 'ledger' && each.state === 'settled'),
  )
  const attemptId = attemptOf(state)
  const attempt = attemptsOf(order).find((each) => each.attemptId === attemptId)
  return isGone || (attempt?.seen.length ?? 0) > 0
}

/**
 * Whether a payment that is called absent may come all the same: a wallet that still shows the request may
 * send it, as long as its allowance was neither taken by another one nor back. That nothing was sent is so as
 * of the last look alone.
 */
export function mayComeYet(order: SwapOrder): boolean {
  return !isSpentOrRevoked(order) && order.attempts.some((each) => isAbsentByAllowance(order, each))
}

/** Whether what an order allowed was taken by a payment of it, or taken back. */
const isSpentOrRevoked = (order: SwapOrder) =>
  isRevoked(order) || order.attempts.some(({ deposit, end }) => deposit && end?.what === 'mined')

/** As `mayComeYet`, and where a click that needed no typed word called it unsent. */
export function isLeftToTake(order: SwapOrder): boolean {
  return !isSpentOrRevoked(order) && order.attempts.some((each) => mayTakeYet(order, each))
}

/** Whether these steps of another order pay by the very allowance that an order left, and by none beside it. */
export function paysByAllowanceOf(order: SwapOrder, steps: readonly Step[]): boolean {
  const isMore = steps.some(({ facts }) => facts.kind === 'approve' || facts.kind === 'reset')
  const facts = steps.find(({ deposit }) => deposit)?.facts
  const spender = takerBy(facts)
  return (
    !isMore && facts !== undefined && spender !== undefined && isTaker(order, { ...facts, spender })
  )
}

/** Without a hash to hold against a nonce, only its allowance was seen whole: it may be used yet. */
function isAbsentByAllowance(order: SwapOrder, attempt: Attempt): boolean {
  const isNamed = hashesOf(attempt).length > 0
  return attempt.end?.what === 'absent' && !isNamed && isGuarded(order, attempt.evidence)
}
