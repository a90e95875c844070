import { encodeBase58 } from '@/src/lib/base58'
import {
  lookedUp,
  type SolanaAccount,
  type SolanaInstruction,
  type SolanaTransaction,
} from './solana-message'

/** The program that owns address lookup tables. */
const TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'

/**
 * A table: 4 bytes that say what it is (1), 52 of bookkeeping, then addresses of 32 bytes.
 * https://docs.anza.xyz/proposals/versioned-transactions
 */
const META_BYTES = 56
const KIND_TABLE = 1

/** The addresses of a lookup table, base58, in order; null for any other account. */
export function readAddressTable(
  account: { owner: string; data: Uint8Array | null } | null,
): string[] | null {
  const data = account?.data
  if (account?.owner !== TABLE_PROGRAM || !data || data.length < META_BYTES) return null
  const kind = new DataView(data.buffer, data.byteOffset).getUint32(0, true)
  if (kind !== KIND_TABLE || (data.length - META_BYTES) % 32 !== 0) return null
  const addresses: string[] = []
  for (let at = META_BYTES; at < data.length; at += 32) {
    addresses.push(encodeBase58(data.slice(at, at + 32)))
  }
  return addresses
}

/** A message's accounts and instructions with every address known. */
export type ResolvedMessage = {
  /** In the order of the runtime: the message's own, then looked-up ones, writable first. */
  accounts: readonly SolanaAccount[]
  instructions: readonly SolanaInstruction[]
}

/**
 * Puts the addresses of lookup tables (by table, base58) in place of `<table>:<index>`. Null where a
 * table or an entry is missing: the transaction names something that nobody here knows.
 */
export function resolveTables(
  { accounts, instructions, lookups }: SolanaTransaction,
  tables: ReadonlyMap<string, readonly string[]>,
): ResolvedMessage | null {
  let isWhole = true
  const resolve = (account: SolanaAccount): SolanaAccount => {
    const [table = '', index] = account.key.split(':')
    if (index === undefined) return account
    const key = tables.get(table)?.[Number(index)]
    if (key === undefined) isWhole = false
    return { ...account, key: key ?? account.key }
  }
  const resolved = {
    accounts: [...accounts, ...lookedUp(lookups)].map(resolve),
    instructions: instructions.map((one) => ({ ...one, accounts: one.accounts.map(resolve) })),
  }
  return isWhole ? resolved : null
}
