import { encodeBase58 } from '@/src/lib/base58'
import { sameBytes } from '@/src/lib/bytes'
import { programs } from './solana-program'

/** What a token account says, of either token program. Amounts are smallest units of its mint. */
export type TokenAccount = {
  mint: string
  /** Whose tokens they are: not the program that owns the account. */
  owner: string
  amount: bigint
  delegate: string | null
  /** What the delegate may still take. */
  delegated: bigint
  frozen: boolean
  /** Wrapped SOL: the amount lies in the account's lamports. */
  native: boolean
  /** Who beside the owner may close it and receive its lamports. */
  closeAuthority: string | null
  /** What Token-2022 keeps after the common part; none in accounts of the first program. */
  extensions: Uint8Array
}

/**
 * The common part: mint, owner, amount, delegate, state, native reserve, delegated amount, close
 * authority. An option is 4 bytes, 0 or 1, and then the value.
 * https://github.com/solana-program/token/blob/main/interface/src/state.rs
 */
const ACCOUNT_BYTES = 165
const OWNER_AT = 32
const AMOUNT_AT = 64
const DELEGATE_AT = 72
const STATE_AT = 108
const NATIVE_AT = 109
const DELEGATED_AT = 121
const CLOSE_AT = 129
const FROZEN = 2

/**
 * Token-2022 keeps the kind of account after the common part, then extensions: type and length of 2
 * bytes each, then the value. A multisig is told by its length alone.
 * https://github.com/solana-program/token-2022/blob/main/interface/src/extension/mod.rs
 */
const KIND_ACCOUNT = 2
const MULTISIG_BYTES = 355
/** Fees that wait in a receiving account for the mint's authority; they never were the owner's. */
const TRANSFER_FEE_AMOUNT = 2

function hasAccountShape(program: string, data: Uint8Array): boolean {
  if (program !== programs.token && program !== programs.token2022) return false
  if (data.length === ACCOUNT_BYTES) return true
  if (program === programs.token || data.length === MULTISIG_BYTES) return false
  return data[ACCOUNT_BYTES] === KIND_ACCOUNT
}

/** Whether an account says who may sign for the token accounts that it owns, by either token program. */
export function isMultisig({ owner, data }: { owner: string; data: Uint8Array | null }): boolean {
  const isTheirs = owner === programs.token || owner === programs.token2022
  return isTheirs && data?.length === MULTISIG_BYTES
}

/** The four bytes before an optional value: whether there is one, or null for anything else. */
function readOption(view: DataView, at: number): boolean | null {
  const tag = view.getUint32(at, true)
  return tag > 1 ? null : tag === 1
}

/** Reads a token account of either token program; null for every other account, and for a closed one. */
export function readTokenAccount(
  account: { owner: string; data: Uint8Array | null } | null,
): TokenAccount | null {
  const data = account?.data
  if (!account || !data || !hasAccountShape(account.owner, data)) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const hasDelegate = readOption(view, DELEGATE_AT)
  const native = readOption(view, NATIVE_AT)
  const hasClose = readOption(view, CLOSE_AT)
  const state = view.getUint8(STATE_AT)
  // State 0 is an account that was never set up: nobody's.
  if (hasDelegate === null || native === null || hasClose === null) return null
  if (state === 0 || state > FROZEN) return null
  const key = (at: number) => encodeBase58(data.slice(at, at + 32))
  return {
    mint: key(0),
    owner: key(OWNER_AT),
    amount: view.getBigUint64(AMOUNT_AT, true),
    delegate: hasDelegate ? key(DELEGATE_AT + 4) : null,
    delegated: view.getBigUint64(DELEGATED_AT, true),
    frozen: state === FROZEN,
    native,
    closeAuthority: hasClose ? key(CLOSE_AT + 4) : null,
    extensions: data.slice(ACCOUNT_BYTES),
  }
}

/**
 * Extensions of an account or a mint by type, from the byte on that says which it is; null where they do
 * not fit the bytes.
 */
export function tokenExtensions(bytes: Uint8Array): Map<number, Uint8Array> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = new Map<number, Uint8Array>()
  // The first byte is the kind of account; type 0 begins the room that nothing uses yet.
  for (let at = 1; at + 4 <= bytes.length; ) {
    const type = view.getUint16(at, true)
    if (type === 0) return found
    const end = at + 4 + view.getUint16(at + 2, true)
    if (end > bytes.length || found.has(type)) return null
    found.set(type, bytes.slice(at + 4, end))
    at = end
  }
  return found
}

/**
 * Whether two states of a token account carry the same extensions. Balances kept secret and the guards
 * of an account live there; only fees withheld from what arrives may differ.
 */
export function sameExtensions(before: TokenAccount, after: TokenAccount): boolean {
  if (sameBytes(before.extensions, after.extensions)) return true
  const [was, is] = [tokenExtensions(before.extensions), tokenExtensions(after.extensions)]
  if (was === null || is === null || was.size !== is.size) return false
  return [...was].every(([type, value]) => {
    const now = is.get(type)
    return now !== undefined && (type === TRANSFER_FEE_AMOUNT || sameBytes(now, value))
  })
}
