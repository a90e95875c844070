import { tidy } from '@/src/lib/tidy'
import { isNativeAddress } from '../address/address'
import type { Accepted, Payee } from '../order/order'
import { isOwnProgram } from '../solana/solana-program'
import { readTokenAccount } from '../solana/solana-token-account'
import { type SolanaEffects, WRAPPED_SOL } from './effects-solana'

type Paying = Pick<Accepted, 'author' | 'from'>
type Account = SolanaEffects['accounts'][number]

/** How much more of what is paid an account has afterwards: coins are told by lamports, wrapped or not. */
function gainOf({ address }: Accepted['from'], { before, after }: Account): bigint {
  if (isNativeAddress(address) || address === WRAPPED_SOL) {
    return (after?.lamports ?? 0n) - (before?.lamports ?? 0n)
  }
  const held = (state: Account['before']) => {
    const token = readTokenAccount(state)
    return token?.mint === address ? token.amount : 0n
  }
  return held(after) - held(before)
}

/**
 * Who got what the person pays, most first: every other account whose balance of it grew, by the states
 * before and after that a node showed. Token accounts name their owner; a program is named where it, and no
 * wallet, rules over what was paid.
 */
export function payeesOf({ author, from }: Paying, effects: SolanaEffects): Payee[] {
  const { accounts, rulers } = effects
  const programOf = (address: string) => {
    const written = accounts.find((each) => each.address === address)?.after
    const ruler = written?.owner ?? rulers?.get(address)
    return ruler === undefined || isOwnProgram(ruler) ? undefined : ruler
  }
  return accounts
    .flatMap((each) => {
      const { address: account, after } = each
      const gain = gainOf(from, each)
      const owner = readTokenAccount(after)?.owner
      if (gain <= 0n || account === author || owner === author) return []
      const program = programOf(owner ?? account)
      return { gain, payee: tidy({ account, owner, program, amount: String(gain) }) }
    })
    .sort((a, b) => (a.gain < b.gain ? 1 : -1))
    .map(({ payee }) => payee)
}

/** What the person held of what they pay, as far as the transaction names their accounts; smallest unit. */
export function heldOf({ author, from }: Paying, { accounts }: SolanaEffects): bigint {
  return accounts.reduce((sum, { address, before }) => {
    if (isNativeAddress(from.address)) return address === author ? (before?.lamports ?? 0n) : sum
    const token = readTokenAccount(before)
    return token?.owner === author && token.mint === from.address ? sum + token.amount : sum
  }, 0n)
}

/**
 * What several nodes showed, as one: everybody whom any of them shows, an account once for each owner and
 * program that one of them gives it, with the most that it got.
 */
export function allPayees(told: readonly Payee[]): Payee[] {
  const all = new Map<string, Payee>()
  for (const payee of told) {
    const { account, owner, program, amount } = payee
    const key = JSON.stringify([account, owner, program])
    const known = all.get(key)
    if (known === undefined || BigInt(known.amount) < BigInt(amount)) all.set(key, payee)
  }
  return [...all.values()]
}
