import { greater } from '@/src/lib/extremes'
import { tidy } from '@/src/lib/tidy'
import { isNativeAddress } from '../address/address'
import type { Accepted, Payee } from '../order/order'
import { isOwnProgram } from '../solana/solana-program'
import { readTokenAccount } from '../solana/solana-token-account'
import { type SolanaEffects, WRAPPED_SOL } from './effects-solana'
import { knownProgram } from './known-programs'

/** Payees that are kept at most: a fee, a tip and the rent of new accounts stand beside the one that is paid. */
const MOST = 8

/** Who gets less than this part of what is paid may be another one each time: a tip, or rent. */
const SMALL_PART = 100n

type Paying = Pick<Accepted, 'author' | 'from'>

/** Whether what is paid lies in the lamports of accounts, be it wrapped or not. */
const isCoin = (from: Accepted['from']) =>
  isNativeAddress(from.address) || from.address === WRAPPED_SOL

/** How much more of what is paid an account has afterwards; of a token of another mint, nothing. */
function gainOf({ from }: Paying, { before, after }: SolanaEffects['accounts'][number]): bigint {
  if (isCoin(from)) return (after?.lamports ?? 0n) - (before?.lamports ?? 0n)
  const [was, is] = [readTokenAccount(before), readTokenAccount(after)]
  if (is?.mint !== from.address) return 0n
  return is.amount - (was?.mint === is.mint ? was.amount : 0n)
}

/**
 * Who got what the person pays, most first: every other account whose balance of it grew, by the states
 * before and after that a node showed. Token accounts name their owner; a program is named where it, and no
 * wallet, rules over what was paid.
 */
export function payeesOf(paying: Paying, effects: SolanaEffects): Payee[] {
  const { accounts, rulers = {} } = effects
  const states = new Map(accounts.map(({ address, after }) => [address, after?.owner]))
  const programOf = (address: string) => {
    const ruler = states.get(address) ?? (Object.hasOwn(rulers, address) && rulers[address])
    return ruler && !isOwnProgram(ruler) ? ruler : undefined
  }
  const gains = accounts.flatMap((each) => {
    const owner = readTokenAccount(each.after)?.owner
    const gain = gainOf(paying, each)
    if (gain <= 0n || each.address === paying.author || owner === paying.author) return []
    const program = programOf(owner ?? each.address)
    const known = program === undefined ? undefined : knownProgram(program)
    return { gain, payee: tidy({ account: each.address, owner, program, known }) }
  })
  gains.sort((a, b) => (a.gain < b.gain ? 1 : -1))
  return gains.slice(0, MOST).map(({ gain, payee }) => ({ ...payee, amount: String(gain) }))
}

/** What the person held of what they pay, as far as the transaction names their accounts; smallest unit. */
export function heldOf({ author, from }: Paying, { accounts }: SolanaEffects): bigint {
  return accounts.reduce((sum, { address, before }) => {
    if (isNativeAddress(from.address)) return address === author ? (before?.lamports ?? 0n) : sum
    const token = readTokenAccount(before)
    return token?.owner === author && token.mint === from.address ? sum + token.amount : sum
  }, 0n)
}

/** What several nodes showed, as one: who any of them shows, and the most that one of them shows. */
export function allPayees(told: readonly (readonly Payee[])[]): Payee[] {
  const all = new Map<string, Payee>()
  for (const payee of told.flat()) {
    const known = all.get(payee.account)
    const most = greater(BigInt(known?.amount ?? 0), BigInt(payee.amount))
    all.set(payee.account, { ...known, ...payee, amount: String(most) })
  }
  return [...all.values()].sort((a, b) => (BigInt(a.amount) < BigInt(b.amount) ? 1 : -1))
}

/**
 * Names of those who get what is paid, small parts left out: a program may keep each payment in an account of
 * its own, so it is the program that counts.
 */
export function payeeNames({ amount }: { amount: string }, payees: readonly Payee[]): string[] {
  const names = payees
    .filter((payee) => BigInt(payee.amount) * SMALL_PART >= BigInt(amount))
    .map(({ account, owner, program }) => program ?? owner ?? account)
  return [...new Set(names)].sort()
}
