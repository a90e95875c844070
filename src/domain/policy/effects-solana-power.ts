import { sameBytes } from '@/src/lib/bytes'
import { programs } from '../solana/solana-program'
import {
  isMultisig,
  readTokenAccount,
  sameExtensions,
  type TokenAccount,
} from '../solana/solana-token-account'
import { refuseFact, refusePower, type Told } from './policy-read'

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
function checkAuthor({ before, after }: Change): Told | null {
  if (after === null) return null
  const was = before ?? { owner: programs.system, data: null, lamports: 0n }
  if (after.owner === was.owner && sameData(was, after)) return null
  return refusePower('program', 'assigned', after.owner)
}

/** Who else could take from a token account; null where nobody can. */
export function strangerOver(
  token: TokenAccount,
  author: string,
): { power: 'delegate' | 'closer' | 'frozen'; who: string[] } | null {
  const { delegate, closeAuthority, frozen } = token
  if (delegate !== null && delegate !== author) {
    return { power: 'delegate', who: [delegate] }
  }
  if (closeAuthority !== null && closeAuthority !== author) {
    return { power: 'closer', who: [closeAuthority] }
  }
  return frozen ? { power: 'frozen', who: [] } : null
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
function checkHolding(change: Change, author: string): Told | null {
  const { address, before, after, was, is } = change
  if (after === null) return null
  if (was === null) {
    const stranger = is && strangerOver(is, author)
    return stranger === null
      ? null
      : refusePower(stranger.power, stranger.power, address, ...stranger.who)
  }
  if (is === null || after.owner !== before?.owner) {
    return refusePower('owner', 'lost', address)
  }
  if (keepsPower(was, is, author)) return null
  const rules = { power: 'extensions', who: [] } as const
  const { power, who } = strangerOver(is, author) ?? rules
  return refusePower(power, power, address, ...who)
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
function checkNaming({ address, before, after }: Change, key: Uint8Array): Told | null {
  if (before === null || !includesKey(before.data, key)) return null
  // What it owns names it and not them, and their signature of the message counts as one of it.
  if (isMultisig(before)) return refuseFact('policy/position', 'signs', address)
  if (after === null) return refuseFact('policy/position', 'closed', address)
  if (after.owner !== before.owner || !includesKey(after.data, key)) {
    return refusePower('owner', 'lost', address)
  }
  if (sameData(before, after) && after.lamports >= before.lamports) return null
  return refuseFact('policy/position', 'changed', address, before.owner)
}

/** Whether somebody gets power over one account of the person; `key` are the author's 32 bytes. */
export function checkPower(change: Change, author: string, key: Uint8Array): Told | null {
  if (change.address === author) return checkAuthor(change)
  // A token account of theirs in the place of another that named them gives back nothing of it.
  const gone = change.was === null ? checkNaming(change, key) : null
  return gone ?? checkHolding(change, author)
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
): Told | null {
  if (was?.amount !== 1n || is?.amount !== 1n || was.mint === source) return null
  if (divisible.includes(was.mint)) return null
  return refuseFact('policy/position', 'single', address)
}

/** A token account that was the person's may be closed where its lamports go to the person. */
export function checkClosing(
  { address, was, after }: Change,
  author: string,
  closings: readonly Closing[] | null,
): Told | null {
  if (was === null) return null
  const own = closings?.filter((each) => each.account === address) ?? []
  const stranger = own.find((each) => each.to !== author)
  if (stranger) return refuseFact('policy/takes-other', 'closedTo', address, stranger.to)
  if (after !== null || own.length > 0) return null
  return refuseFact('policy/takes-other', 'closed', address)
}
