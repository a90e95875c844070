import { greater } from '@/src/lib/extremes'
import type { FoundPayment, Transfer } from './order'

/**
 * Anybody may send a trifle to an address that is public: less than this part of what is asked for is
 * nobody's payment, and neither ends nor blocks an order.
 */
export const dustPart = 100n

/** How what was paid stands to what is asked for; `dust` is too little to be anybody's payment. */
export type DepositSum = 'none' | 'dust' | 'short' | 'exact' | 'excess'

type Asked = Pick<Transfer, 'amount'>

/** Whether a payment in the right token is too small to be meant. */
export function isDust(
  asked: Asked,
  { what, amount }: Pick<FoundPayment, 'what' | 'amount'>,
): boolean {
  return what !== 'other-token' && isTrifle(asked, BigInt(amount))
}

/** Whether so much (smallest unit) of the token that is asked for is too little to be meant. */
export function isTrifle({ amount }: Asked, units: bigint): boolean {
  return units * dustPart < BigInt(amount)
}

/** The least of the token that is asked for which is no trifle, smallest unit. */
export function trifleOf({ amount }: Asked): bigint {
  return (BigInt(amount) + dustPart - 1n) / dustPart
}

/**
 * What nodes showed at the address, smallest unit. Dust counts where it makes a short payment whole, and
 * nowhere else.
 */
export function paidOf(transfer: Transfer): bigint {
  const { real, all } = sumsOf(transfer)
  return real === 0n || real >= BigInt(transfer.amount) ? real : all
}

/** How what was paid stands to what is asked for, in one payment or in several. */
export function sumOf(transfer: Transfer): DepositSum {
  const { real, all, held } = sumsOf(transfer)
  if (real === 0n) return all > 0n ? 'dust' : 'none'
  const over = paidOf(transfer) - BigInt(transfer.amount)
  if (over < 0n) return 'short'
  // What an address holds is the payment and the dust in one.
  const isExact = over === 0n || (held && isTrifle(transfer, over))
  return isExact ? 'exact' : 'excess'
}

/** Whether all that is asked for was paid, or more. */
export function isWhole(transfer: Transfer): boolean {
  return ['exact', 'excess'].includes(sumOf(transfer))
}

/** Whether only what the address held says how much came: more may have come since it was swept on. */
export const isByHolding = (transfer: Transfer) => sumsOf(transfer).held

/**
 * What is surely missing of what is asked for, smallest unit: what came may be more than `paidOf`, where nothing
 * tells whether it was in what the address held.
 */
export function missingOf(transfer: Transfer): bigint {
  const right = transfer.seen.filter(({ what }) => what !== 'other-token')
  const most = heldWith(
    right,
    ({ block }, held) => block === undefined || isAfter(block, held.block),
  )
  return greater(0n, BigInt(transfer.amount) - greater(sumNamed(right), most))
}

/**
 * A finding without a hash is what the address holds in all: it counts the same money again, but for what came in
 * later blocks.
 */
function sumsOf(transfer: Transfer): { real: bigint; all: bigint; held: boolean } {
  const right = transfer.seen.filter(({ what }) => what !== 'other-token')
  const meant = right.filter((each) => !isDust(transfer, each))
  const isLater = ({ block }: FoundPayment, { upTo }: FoundPayment) =>
    block !== undefined && upTo !== undefined && isAfter(block, upTo)
  const held = heldWith(meant, isLater)
  const named = sumNamed(meant)
  return {
    real: greater(named, held),
    all: greater(sumNamed(right), heldWith(right, isLater)),
    held: held > named,
  }
}

const isAfter = (block: string, other = '0') => BigInt(block) > BigInt(other)

/** What the address held, by the newest finding without a hash, and of what was named what is counted beside that. */
function heldWith(
  seen: readonly FoundPayment[],
  isBeside: (each: FoundPayment, held: FoundPayment) => boolean,
): bigint {
  const held = seen.findLast(({ hash }) => !hash)
  return held ? BigInt(held.amount) + sumNamed(seen.filter((each) => isBeside(each, held))) : 0n
}

const sumNamed = (seen: readonly FoundPayment[]) =>
  seen.reduce((sum, { hash, amount }) => (hash ? sum + BigInt(amount) : sum), 0n)

/** Whether something was paid, and it is more, less, later or another token than what is asked for. */
export function isOdd(transfer: Transfer): boolean {
  const isPaid = transfer.seen.some((each) => !isDust(transfer, each))
  return isPaid && (timeOfPayment(transfer) !== 'in-time' || sumOf(transfer) !== 'exact')
}

/**
 * Whether what was paid came before the address was closed, by the time of its block, whatever this
 * computer's clock says; when it was seen says nothing. Of what only the address's coins show that may be
 * unknown.
 */
export function timeOfPayment(transfer: Transfer): 'in-time' | 'late' | 'unknown' {
  const { closed, seen, ahead = 0 } = transfer
  // Of an order that was found at the service nobody here knows the end.
  if (closed === undefined || closed.why === 'found') return 'in-time'
  const at = ({ hash, time, at: seenAt }: FoundPayment) => {
    if (seenAt <= closed.at) return 'in-time'
    if (time && (time - ahead) * 1_000 > closed.at) return 'late'
    return hash === undefined || time === undefined ? 'unknown' : 'in-time'
  }
  const inTime = { ...transfer, seen: seen.filter((each) => at(each) === 'in-time') }
  if (isWhole(inTime)) return 'in-time'
  const times = seen.filter((each) => !isDust(transfer, each)).map(at)
  if (times.includes('late')) return 'late'
  return times.includes('unknown') ? 'unknown' : 'in-time'
}
