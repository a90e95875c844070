import { sameBytes } from '@/src/lib/bytes'
import type { Power } from './order'
import { type Refusal, refuse, refusePower } from './policy-read'
import { programs } from './solana-program'
import {
  isMultisig,
  readTokenAccount,
  sameExtensions,
  type TokenAccount,
} from './solana-token-account'

/** An account that exists. `owner` is its program, base58; `data` is null where it has none. */
export type Existing = { lamports: bigint; owner: string; data: Uint8Array | null }

/** A call that closes a token account, and who gets its lamports. */
export type Closing = { account: string; to: string }

/** One account, and what it is as a token account where the person owns it. */
export type Change = {
  address: string
  before: Existing | null
  after: Existing | null
  was: TokenAccount | null
  is: TokenAccount | null
}

/** An account without lamports is gone with the end of the transaction, whatever its data. */
const existing = (state: Existing | null): Existing | null =>
  state !== null && state.lamports > 0n ? state : null

/** What became of one account, as the author's. */
export function toChange(
  author: string,
  account: { address: string; before: Existing | null; after: Existing | null },
): Change {
  const own = (state: Existing | null): TokenAccount | null => {
    const token = readTokenAccount(state)
    return token?.owner === author ? token : null
  }
  const [before, after] = [existing(account.before), existing(account.after)]
  return { address: account.address, before, after, was: own(before), is: own(after) }
}

const noData = new Uint8Array()

function sameData(a: Existing, b: Existing): boolean {
  return sameBytes(a.data ?? noData, b.data ?? noData)
}

/** The person's own account: it stays the system program's, and holds what data it held. */
function checkAuthor({ before, after }: Change): Refusal | null {
  if (after === null) return null
  const was = before ?? { owner: programs.system, data: null, lamports: 0n }
  if (after.owner === was.owner && sameData(was, after)) return null
  return refusePower('program', `The account itself is assigned to ${after.owner}`)
}

/** Who else could take from a token account; null where nobody can. */
export function strangerOver(
  token: TokenAccount,
  author: string,
): { power: Power; who: string } | null {
  const { delegate, closeAuthority, frozen } = token
  if (delegate !== null && delegate !== author) {
    return { power: 'delegate', who: `Delegate ${delegate}` }
  }
  if (closeAuthority !== null && closeAuthority !== author) {
    return { power: 'closer', who: `Close authority ${closeAuthority}` }
  }
  return frozen ? { power: 'frozen', who: 'Frozen' } : null
}

/** Whether nobody's power over a token account has grown. */
function keepsPower(was: TokenAccount, is: TokenAccount, author: string): boolean {
  const delegate =
    is.delegate === null ||
    is.delegate === author ||
    (is.delegate === was.delegate && is.delegated <= was.delegated)
  const { closeAuthority } = is
  const close = [null, author, was.closeAuthority].includes(closeAuthority)
  return delegate && close && (was.frozen || !is.frozen) && sameExtensions(was, is)
}

/** A token account of the person, before or after. */
function checkHolding(change: Change, author: string): Refusal | null {
  const { address, before, after, was, is } = change
  if (after === null) return null
  if (was === null) {
    const stranger = is && strangerOver(is, author)
    return stranger === null
      ? null
      : refusePower(stranger.power, `${stranger.who} in the new account ${address}`)
  }
  if (is === null || after.owner !== before?.owner) {
    return refusePower('owner', `Token account ${address} is no longer the person's`)
  }
  if (keepsPower(was, is, author)) return null
  const rules = { power: 'extensions', who: 'Other extensions' } as const
  const { power, who } = strangerOver(is, author) ?? rules
  return refusePower(power, `${who} in token account ${address}`)
}

function includesKey(data: Uint8Array | null, key: Uint8Array): boolean {
  if (data === null) return false
  const first = new DataView(key.buffer, key.byteOffset).getUint8(0)
  for (let at = data.indexOf(first); at >= 0; at = data.indexOf(first, at + 1)) {
    if (sameBytes(data.subarray(at, at + key.length), key)) return true
  }
  return false
}

/**
 * Any other account that named the person before: a stake, a position in a market, a mint that they
 * rule. What it is worth to them cannot be read here, so it must stay as it was; lamports may come.
 */
function checkNaming({ address, before, after }: Change, key: Uint8Array): Refusal | null {
  if (before === null || !includesKey(before.data, key)) return null
  // What it owns names it and not them, and their signature of the message counts as one of it.
  if (isMultisig(before)) return refuse('policy/position', `May sign for ${address}`)
  if (after === null) return refuse('policy/position', `Closes ${address}`)
  if (after.owner !== before.owner || !includesKey(after.data, key)) {
    return refusePower('owner', `${address} is no longer the person's`)
  }
  if (sameData(before, after) && after.lamports >= before.lamports) return null
  return refuse('policy/position', `Changes ${address} of ${before.owner}`)
}

/** Whether somebody gets power over one account of the person; `key` are the author's 32 bytes. */
export function checkPower(change: Change, author: string, key: Uint8Array): Refusal | null {
  if (change.address === author) return checkAuthor(change)
  if (change.was === null && change.is === null) return checkNaming(change, key)
  return checkHolding(change, author)
}

/**
 * Some pools give a position to whoever holds a token of which there is one, and never touch that token:
 * a message that names its account, for whatever it does not say, could empty the position. Of a token that
 * has decimals (`divisible`, mints) it is dust.
 */
export function checkUnused(
  { address, was, is }: Change,
  source: string,
  divisible: readonly string[],
): Refusal | null {
  if (was?.amount !== 1n || is?.amount !== 1n || was.mint === source) return null
  if (divisible.includes(was.mint)) return null
  return refuse('policy/position', `Uses the one token in ${address}`)
}

/** A token account that was the person's may be closed where its lamports go to the person. */
export function checkClosing(
  { address, was, after }: Change,
  author: string,
  closings: readonly Closing[] | null,
): Refusal | null {
  if (was === null) return null
  const own = closings?.filter((each) => each.account === address) ?? []
  const stranger = own.find((each) => each.to !== author)
  if (stranger) return refuse('policy/takes-other', `Closes ${address} to ${stranger.to}`)
  if (after !== null || own.length > 0) return null
  return refuse('policy/takes-other', `Closes ${address}, to whom is not known`)
}
