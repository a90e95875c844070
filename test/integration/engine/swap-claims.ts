import type { ErrorCode } from '@/src/domain/error'
import { isClaim, isDenied } from '@/src/domain/order/guard'
import type { Attempt, Step, SwapOrder } from '@/src/domain/order/order'
import { attemptOfStep, hashesOf, isMoved, movesMoney } from '@/src/domain/order/order-parts'
import { errorCopy } from '@/src/ui/copy/errors'
import { failureWords, whereTheMoneyIs } from '@/src/ui/copy/money'
import { author, type SimTransaction } from './chain'
import { isShownByEnough } from './invariants'
import type { World } from './world'

/** What is true of an ask: the transaction that came of it, or may be about to. */
export type Landing = (attemptId: string) => SimTransaction | undefined

/** Ends that say: nothing of this ask is on the chain, or will be. The person's bare word says less. */
const nothingSent = ['not-asked', 'absent', 'rejected', 'replaced', 'reverted']

/** In parts of a hundred of what was promised: what is less did not arrive. */
const leastOf = (promised: string) => (BigInt(promised) * 95n) / 100n

/** Whenever a swap is read: all that it says of its asks, of its money and of its end is so. */
export function checkClaims(
  world: World,
  order: SwapOrder,
  landing: Landing = (attemptId) => ofOwner(world, attemptId),
): string[] {
  return [
    ...order.attempts.flatMap((each) => checkAttempt(world, order, each, landing(each.attemptId))),
    ...checkWords(order, landing),
    ...checkArrival(world, order),
  ]
}

/**
 * What a wallet sent by another account than it was asked for is no payment of the order. What it signed with a
 * newer block hash than it was asked with is seen later, and judged in the end.
 */
function ofOwner({ page }: World, attemptId: string): SimTransaction | undefined {
  if (page.renewed.has(attemptId)) return undefined
  const landed = page.landing(attemptId)
  return landed?.from === page.owner ? landed : undefined
}

function checkAttempt(
  { chain, solana, source }: World,
  { alarm }: SwapOrder,
  attempt: Attempt,
  landed: SimTransaction | undefined,
): string[] {
  const { attemptId, end, deposit } = attempt
  const hashes = hashesOf(attempt)
  const known = [...chain.mined, ...chain.mempool]
  const isOf = ({ hash, carries }: SimTransaction) =>
    hashes.includes(hash) || hashes.includes(carries?.id ?? '')
  // A token's allowance that stands whole says so before a private relay may still send it in vain; of
  // an account with code it says nothing.
  const isByAllowance =
    source === 'erc20' && !chain.code.has(author) && deposit && end?.what === 'absent'
  // Who approved no payment may say so of an approval: it is the person's word, and pays nothing.
  const isWord = !deposit && end?.what === 'rejected'
  // Until it lies deep, that is told as what a reorganisation may undo.
  const isShallow = end?.block !== undefined
  const violations: string[] = []
  if (end && nothingSent.includes(end.what) && landed && !isByAllowance && !isWord && !isShallow) {
    violations.push(`T1: ${attemptId} is ${end.what}, and it is there or may come`)
  }
  const isMined = hashes.some((hash) => chain.everMined.has(hash) || solana.landed.has(hash))
  if (end?.what === 'mined' && !landed && !isMined && !alarm) {
    violations.push(`T1: ${attemptId} is mined nowhere`)
  }
  const isFailed = ({ reverted, carries, block }: SimTransaction) =>
    reverted || carries?.failed || block === undefined
  if (end?.what === 'reverted' && !known.some((tx) => isOf(tx) && isFailed(tx)))
    violations.push(`T1: ${attemptId} reverted nowhere`)
  return violations
}

/** Sentences that say: none of this order's money has left. */
const nothingLeft = [
  /Nothing was paid/,
  /^Nothing has left your wallet/,
  /The amount stayed in your wallet/,
  /This swap did not happen/,
  /^Nothing was sent\./,
]

/** What a person reads of where the money is: on top, and beside what failed. */
function wordsOf(order: SwapOrder): string[] {
  const { failure, status, steps, current } = order
  const told = whereTheMoneyIs(order)
  const sayOf = (code: ErrorCode, step?: Step) =>
    failureWords(order, code, step).money ?? errorCopy[code].money
  if (status === 'failed' && failure) return [told, sayOf(failure.code)]
  const step = steps[current]
  // What a person said, and what the steps before it did, is told as on top.
  const isByWord = step && attemptOfStep(order, step)?.end?.what === 'given-up'
  if (!step || status !== 'running' || isByWord || isDenied(order) || isMoved(order)) return [told]
  const { state } = step
  if (state.status === 'declined') return [told, sayOf('wallet/declined', step)]
  const isTold = state.status === 'failed' && movesMoney(step) && !isClaim(order, step)
  return isTold ? [told, sayOf(state.code, step)] : [told]
}

function checkWords(order: SwapOrder, landing: Landing): string[] {
  const words = wordsOf(order).find((each) => nothingLeft.some((said) => said.test(each)))
  if (words === undefined) return []
  return order.attempts
    .filter(({ attemptId, deposit }) => deposit && landing(attemptId)?.block !== undefined)
    .map(({ attemptId }) => `T1: "${words}", and ${attemptId} was mined`)
}

/** "Arrived" and "came back" are so: of a payment that is this order's, and two operators showed it. */
function checkArrival(world: World, order: SwapOrder): string[] {
  const { status, arrival } = order
  if (status !== 'filled' && status !== 'refunded') return []
  const found = arrival?.found
  return [
    ...(isPaid(world, order) ? [] : [`T2: ${status}, and nothing was paid`]),
    ...(found?.what === 'paid' && isShownByEnough(found)
      ? []
      : [`T2: ${status} by ${found?.nodes.join() || 'nobody'} alone`]),
  ]
}

/**
 * The truth: enough of what is due came to the account after it was first asked for, and was no other order's. Where no
 * payment is named, all that came is taken together, as coins are by the balance.
 */
function isPaid({ chain, destination, asked, service }: World, order: SwapOrder): boolean {
  const { accepted, arrival, status, attempts } = order
  const isBack = status === 'refunded'
  const where = isBack ? chain : destination
  const { address: token, amount } = isBack ? accepted.from : accepted.to
  const first = asked.find(({ attemptId }) => attempts.some((each) => each.attemptId === attemptId))
  const since = first?.heights[isBack ? 'source' : 'destination'] ?? Number.POSITIVE_INFINITY
  const hash = arrival?.found?.hash
  const came = [...where.mined, ...where.mempool]
    .filter((tx) => (hash === undefined || tx.hash === hash) && (tx.block ?? since + 1) > since)
    .filter((tx) => !service.paidToOthers.includes(tx.hash))
    .flatMap(({ payout }) => (payout?.to === author && payout.token === token ? payout.amount : []))
  return came.reduce((all, each) => all + each, 0n) >= leastOf(amount)
}
