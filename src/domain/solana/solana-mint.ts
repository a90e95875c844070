import { type MintRule, mintRules } from './mint-rules'
import { programs } from './solana-program'
import { tokenExtensions } from './solana-token-account'

/** What a mint says of its token, of either token program. */
export type Mint = {
  program: string
  decimals: number
  /** Smallest units that exist. */
  supply: bigint
  /** Somebody may freeze accounts of the token. */
  freezable: boolean
  /** What Token-2022 keeps after the common part, by type; null where it cannot be read. */
  extensions: ReadonlyMap<number, Uint8Array> | null
}

/**
 * The common part: who may mint (an option of 36 bytes), supply, decimals, whether it is set up, who may
 * freeze. https://github.com/solana-program/token/blob/main/interface/src/state.rs
 */
const MINT_BYTES = 82
const SUPPLY_AT = 36
const DECIMALS_AT = 44
const SET_UP_AT = 45
const FREEZES_AT = 46

/** Where Token-2022 says what an account is, and for mints 1. */
const KIND_AT = 165
const KIND_MINT = 1

/**
 * Extensions of mints by their numbers, here those that change nothing for who holds the token: who may
 * close the mint, secret balances beside the plain ones, and what it is called.
 * https://github.com/solana-program/token-2022/blob/main/interface/src/extension/mod.rs
 */
export const plainExtensions: readonly number[] = [3, 4, 16, 18, 19, 20, 21, 22, 23]

/** Nobody can send the token. */
const NON_TRANSFERABLE = 9

/** Name and symbol in the mint itself. */
const METADATA = 19

const isSet = (bytes: Uint8Array) => bytes.some((byte) => byte !== 0)

/** Who may change the fee; basis points of this epoch, and of the next. */
const FEE_PARTS = [
  [0, 32],
  [88, 90],
  [106, 108],
] as const

/** The others: the rule, the bytes of its record, and whether it stands. Authorities are 32 bytes. */
const telling: Readonly<
  Record<number, readonly [MintRule, number, (value: Uint8Array) => boolean]>
> = {
  1: ['fee', 108, (value) => FEE_PARTS.some((part) => isSet(value.slice(...part)))],
  6: ['frozen', 1, ([state]) => state === 2],
  10: ['scaled', 52, () => true],
  12: ['delegate', 32, isSet],
  14: ['hook', 64, isSet],
  25: ['scaled', 56, () => true],
  26: ['pausable', 33, isSet],
}

/** Reads a mint of either token program; null for every other account. */
export function readMint(account: { owner: string; data: Uint8Array | null } | null): Mint | null {
  const data = account?.data
  if (!account || !data || data.length < MINT_BYTES || data[SET_UP_AT] !== 1) return null
  const isNew = account.owner === programs.token2022
  if (!isNew && account.owner !== programs.token) return null
  const hasMore = data.length > MINT_BYTES
  if (hasMore && !(isNew && data[KIND_AT] === KIND_MINT)) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    program: account.owner,
    decimals: view.getUint8(DECIMALS_AT),
    supply: view.getBigUint64(SUPPLY_AT, true),
    freezable: view.getUint32(FREEZES_AT) !== 0,
    extensions: hasMore ? tokenExtensions(data.slice(KIND_AT)) : new Map(),
  }
}

/** Whether no account can send the token of a mint. */
export const isImmovable = ({ extensions }: Mint): boolean =>
  extensions?.has(NON_TRANSFERABLE) === true

/** The rules of a mint whose token can be sent, each once. */
export function rulesOf({ supply, freezable, extensions }: Mint): MintRule[] {
  const rules = new Set<MintRule>(extensions ? [...extensions].flatMap(ruleOf) : ['unknown'])
  if (freezable) rules.add('freezable')
  if (supply === 0n) rules.add('unissued')
  return mintRules.filter((rule) => rules.has(rule))
}

function ruleOf([type, value]: readonly [number, Uint8Array]): MintRule[] {
  if (plainExtensions.includes(type)) return []
  const known = telling[type]
  if (known === undefined || value.length !== known[1]) return ['unknown']
  return known[2](value) ? [known[0]] : []
}

/**
 * The texts by which a token calls itself, as bytes and empty where it has none: in its mint, or in the
 * account that Metaplex keeps of it (`toMetadataAccount`). Both name two keys first, then name and symbol,
 * a length of 4 bytes before each; Metaplex's begins with its kind.
 * https://github.com/solana-program/token-metadata/blob/main/interface/src/state.rs
 * https://developers.metaplex.com/token-metadata
 */
export function readNames(
  { extensions }: Mint,
  metadata: Uint8Array | undefined,
): { name: Uint8Array; symbol: Uint8Array } {
  const bytes = extensions?.get(METADATA) ?? metadata?.slice(1) ?? new Uint8Array()
  const name = textAt(bytes, 64)
  return { name, symbol: textAt(bytes, 68 + name.length) }
}

/** Whether a mint itself says what it is called. */
export const isNamed = ({ extensions }: Mint): boolean => extensions?.has(METADATA) === true

function textAt(bytes: Uint8Array, at: number): Uint8Array {
  if (bytes.length < at + 4) return new Uint8Array()
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true)
  return bytes.slice(at + 4, at + 4 + length)
}
