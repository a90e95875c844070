import type { Payee } from '../order/order'

/** Who gets less than this part of what is paid may be another one each time: a tip, or rent. */
const SMALL_PART = 100n

/** Whether somebody gets so little of a sum, in its smallest unit, that it is no matter who. */
export function isSmallPart({ amount }: { amount: string }, payee: Payee): boolean {
  return BigInt(payee.amount) * SMALL_PART < BigInt(amount)
}

/**
 * Names of those who get a sum, in one text, small parts left out: a program may keep each payment in an
 * account of its own, so it is the program that counts.
 */
export function payeeNames(sum: { amount: string }, payees: readonly Payee[] = []): string {
  const main = payees.filter((payee) => !isSmallPart(sum, payee))
  const names = main.map(({ account, owner, program }) => program ?? owner ?? account)
  return [...new Set(names)].sort().join()
}
