import { decodeBase58 } from '@/src/lib/base58'
import { isNativeAddress } from '../address/address'
import type { Accepted } from '../order/order'
import { MAX_PRIORITY_FEE } from '../solana/solana-program'
import type { TokenAccount } from '../solana/solana-token-account'
import type { Trial } from './effects-evm'
import {
  type Change,
  type Closing,
  checkClosing,
  checkPower,
  checkUnused,
  type Existing,
  strangerOver,
  toChange,
} from './effects-solana-power'
import { LEAST_PERCENT } from './least-percent'
import { type Refusal, refuse, refuseFact, type Told } from './policy-read'

/** An account at one moment; null where there is none. */
export type SolanaAccountState = Existing | null

/** What a transaction does, as a node has seen it or would see it. Addresses are base58. */
export type SolanaEffects = {
  /** Every writable account of the message, and those of the person that it only reads; each once. */
  accounts: readonly {
    address: string
    before: SolanaAccountState
    after: SolanaAccountState
  }[]
  /** Every address that the message names, programs included. */
  named: readonly string[]
  /** Lamports that the network takes from the person; 0 where somebody else pays it. */
  fee: bigint
  /**
   * Every call that closes a token account, those of programs included, and who gets its lamports. Null
   * where the node does not say: no account of the person may be closed then.
   */
  closings: readonly Closing[] | null
  /** Of the mints of which an account of the person holds one smallest unit: those that have decimals. */
  divisible?: readonly string[] | undefined
  /** The program of each account that the message only reads. */
  rulers?: ReadonlyMap<string, string>
}

/** What came of trying a transaction on a node. */
export type SolanaTrial = Trial<SolanaEffects>

/** Of this mint the amount lies in the account's lamports. https://spl.solana.com/token#wrapping-sol */
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/** Lamports that a route may take beside the amount, for rent and its own fees: 0.1 SOL. */
export const MAX_EXTRA = 100_000_000n

/**
 * Programs with which what belongs to the person stands in no account that shows it. No state before and
 * after tells that it left, and whatever moves it has to name one of these.
 * Trees, of which an account holds the root alone: compressed tokens and collectibles.
 * https://github.com/solana-program/account-compression,
 * https://github.com/metaplex-foundation/mpl-account-compression,
 * https://www.zkcompression.com/resources/addresses-and-urls
 * Accounts shared with others, by Squads: who may vote stands in an account that a vote only reads.
 * https://github.com/Squads-Protocol/squads-mpl, https://github.com/Squads-Protocol/v4,
 * https://github.com/Squads-Protocol/smart-account-program
 */
const unseenPrograms: readonly string[] = [
  'cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK',
  'mcmt6YrQEMKw8Mw43FmpRLmf7BqRnFMKmAcbxE3xkAW',
  'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
  'SMPLecH534NA9acpos4G6x7uf3LWbCAwZQE9e8ZekMu',
  'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf',
  'SMRTzfY6DfH5ik3TKiyLFfXexV8uSG3d2UksSCYdunG',
]

/** The priority fee at most, and 5,000 lamports for each of the signatures that a packet has room for. */
export const MAX_FEE = MAX_PRIORITY_FEE + 12n * 5_000n

/** Lamports of a token account beside the SOL that it wraps: rent, and what somebody sent there. */
function reserveOf(state: Existing | null, token: TokenAccount | null): bigint {
  if (state === null) return 0n
  return state.lamports - (token?.native === true ? token.amount : 0n)
}

/**
 * Lamports that left the person, the network's fee left out; negative where more came. Of a closed
 * account all lamports count as gone until they are found in the person's own, wrapped SOL included.
 */
function lamportsOut(changes: readonly Change[], author: string, fee: bigint): bigint {
  let out = -fee
  for (const { address, before, after, was, is } of changes) {
    if (address === author) out += (before?.lamports ?? 0n) - (after?.lamports ?? 0n)
    if (was === null) continue
    const drop = reserveOf(before, after === null ? null : was) - reserveOf(after, is)
    // Rent of a token account that grew is not given back here: it can no longer be spent as SOL.
    if (drop > 0n) out += drop
  }
  return out
}

/** What arrives where somebody else has power does not count as the person's. */
function creditOf(is: TokenAccount, was: TokenAccount | null, author: string): bigint {
  if (strangerOver(is, author) === null) return is.amount
  const held = was?.mint === is.mint ? was.amount : 0n
  return is.amount < held ? is.amount : held
}

/** How much of each mint left the person over all of their token accounts; negative where it came. */
function tokensOut(changes: readonly Change[], author: string): Map<string, bigint> {
  const out = new Map<string, bigint>()
  const add = (mint: string, amount: bigint) => out.set(mint, (out.get(mint) ?? 0n) + amount)
  for (const { was, is, after } of changes) {
    // Wrapped SOL of a closed account is counted in lamports.
    if (was !== null && !(was.native && after === null)) add(was.mint, was.amount)
    if (is !== null) add(is.mint, -creditOf(is, was, author))
  }
  return out
}

/**
 * Judges what a transaction does to the person (`accepted.author`) against what they accepted, as a
 * node tells it: at most the accepted amount of the source token leaves, and no less than 99 % of it;
 * nothing else of theirs falls, and nobody gets power over what is theirs. Wrapped SOL is a token of
 * its own. `paid` is in smallest units of the source token, net; `extra` are the lamports that leave
 * beyond it, for rent and fees of the route, the network's fee left out: never above 0.1 SOL.
 */
export function judgeSolanaEffects(
  accepted: Accepted,
  effects: SolanaEffects,
): { ok: true; paid: bigint; extra: bigint } | Refusal {
  const { author, from } = accepted
  const key = decodeBase58(author)
  const addresses = new Set(effects.accounts.map((account) => account.address))
  if (key?.length !== 32 || addresses.size !== effects.accounts.length) {
    return refuse('policy/malformed', 'The effects do not name each account once')
  }
  const changes = effects.accounts.map((account) => toChange(author, account))
  const refusal = judgePower(accepted, key, { ...effects, changes })
  if (refusal !== null) return refusal
  if (effects.fee > MAX_FEE) {
    return refuseFact('policy/takes-more', 'fee', effects.fee)
  }
  const { tokens, lamports } = amountsOut(changes, accepted, effects.fee)
  return judgeAmounts(from, tokens, lamports)
}

/**
 * What left the person, by mint and in lamports (the network's fee left out). Where wrapped SOL is paid and
 * its account closed to the person, what does not come back as SOL was paid with it: no more than was due.
 */
export function amountsOut(
  changes: readonly Change[],
  { author, from }: Pick<Accepted, 'author' | 'from'>,
  fee: bigint,
): { tokens: Map<string, bigint>; lamports: bigint } {
  const tokens = tokensOut(changes, author)
  const lamports = lamportsOut(changes, author, fee)
  if (from.address !== WRAPPED_SOL) return { tokens, lamports }
  const unwrapped = changes.reduce(
    (sum, { was, after }) => (was?.native && after === null ? sum + was.amount : sum),
    0n,
  )
  const out = tokens.get(WRAPPED_SOL) ?? 0n
  const due = BigInt(from.amount) - out
  const paid = [lamports, due].reduce((least, each) => (each < least ? each : least), unwrapped)
  if (paid <= 0n) return { tokens, lamports }
  return { tokens: tokens.set(WRAPPED_SOL, out + paid), lamports: lamports - paid }
}

/**
 * Judges whether a transaction gives somebody power over what is the person's, or touches what no balance
 * shows; `key` are the 32 bytes of the author. Null where it does not.
 */
export function judgePower(
  { author, from }: Pick<Accepted, 'author' | 'from'>,
  key: Uint8Array,
  seen: Pick<SolanaEffects, 'named' | 'closings' | 'divisible'> & { changes: readonly Change[] },
): Told | null {
  const unseen = seen.named.find((name) => unseenPrograms.includes(name))
  if (unseen !== undefined) {
    return refuseFact('policy/position', 'trees', unseen)
  }
  for (const change of seen.changes) {
    const refusal =
      checkPower(change, author, key) ??
      checkClosing(change, author, seen.closings) ??
      checkUnused(change, from.address, seen.divisible ?? [])
    if (refusal !== null) return refusal
  }
  return null
}

/**
 * Judges amounts that left: by mint, and in lamports (the network's fee left out), against what was
 * accepted; `most` are lamports that may leave beyond it.
 */
export function judgeAmounts(
  from: Accepted['from'],
  tokens: ReadonlyMap<string, bigint>,
  lamports: bigint,
  most = MAX_EXTRA,
): { ok: true; paid: bigint; extra: bigint } | Told {
  const amount = BigInt(from.amount)
  const native = isNativeAddress(from.address)
  const other = [...tokens].find(([mint, out]) => mint !== from.address && out > 0n)
  if (other) return refuseFact('policy/takes-other', 'otherToken', other[1], other[0])
  const beyond = native ? lamports - amount : lamports
  const extra = beyond > 0n ? beyond : 0n
  const paid = native ? lamports - extra : (tokens.get(from.address) ?? 0n)
  if (paid > amount) return refuseFact('policy/takes-more', 'left', paid, amount)
  if (extra > most) return refuseFact('policy/takes-more', 'extra', extra)
  if (paid * 100n < amount * LEAST_PERCENT) {
    return refuseFact('policy/pays-less', 'paidLess', paid, amount)
  }
  return { ok: true, paid, extra }
}
