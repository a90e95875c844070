import type { Payee } from '../order/order'

/** Who get less than this part of what is paid, all of them together, may be others each time: tips, or rent. */
const SMALL_PART = 100n

/**
 * Who gets a sum (in its smallest unit), the most first, but for those of the least who together get so little
 * that it is no matter who.
 */
export function mainPayees({ amount }: { amount: string }, payees: readonly Payee[] = []): Payee[] {
  const main = [...payees].sort((a, b) => (BigInt(a.amount) < BigInt(b.amount) ? 1 : -1))
  let small = 0n
  for (let least = main.at(-1); least; least = main.at(-1)) {
    small += BigInt(least.amount)
    if (small * SMALL_PART >= BigInt(amount)) break
    main.pop()
  }
  return main
}

/**
 * Names of those who get a sum, in one text, small parts left out: a program may keep each payment in an
 * account of its own, so it is the program that counts.
 */
export function payeeNames(sum: { amount: string }, payees?: readonly Payee[]): string {
  const names = mainPayees(sum, payees).map(
    ({ account, owner, program }) => program ?? owner ?? account,
  )
  return [...new Set(names)].sort().join()
}
