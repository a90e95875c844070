import { encodeBase58 } from '@/src/lib/base58'
import { readCompactU16 } from '@/src/lib/compact-u16'

/** An account as an instruction uses it: what it may do is said once for the whole message. */
type SolanaAccount = {
  /** base58; for an account from a lookup table `<table>:<index>`. */
  key: string
  signer: boolean
  writable: boolean
}

export type SolanaInstruction = {
  program: string
  accounts: readonly SolanaAccount[]
  data: Uint8Array
}

export type SolanaLookup = { table: string; writable: Uint8Array; readonly: Uint8Array }

/** A transaction taken apart. Keys are base58; `message` is the very bytes that are signed. */
export type SolanaTransaction = {
  signatures: readonly Uint8Array[]
  message: Uint8Array
  version: 'legacy' | 0
  /** The fee payer's key, 32 bytes: the first signature is its. */
  payer: Uint8Array
  /** How many of the first static keys must sign. */
  signers: number
  /** Accounts written in the message itself, fee payer first. */
  accounts: readonly SolanaAccount[]
  blockhash: string
  instructions: readonly SolanaInstruction[]
  lookups: readonly SolanaLookup[]
}

/** A packet's room: https://solana.com/docs/core/transactions#transaction-size */
export const MAX_TRANSACTION_BYTES = 1232

/** Walks over bytes; once anything is missing every further read gives null. */
function createReader(bytes: Uint8Array) {
  let offset = 0
  const take = (count: number): Uint8Array | null => {
    if (offset + count > bytes.length) return null
    offset += count
    return bytes.slice(offset - count, offset)
  }
  const count = (): number | null => {
    const read = readCompactU16(bytes, offset)
    if (read === null) return null
    offset = read.next
    return read.value
  }
  return {
    byte: (): number | null => take(1)?.[0] ?? null,
    peek: (): number | undefined => bytes[offset],
    take,
    count,
    key: (): string | null => {
      const key = take(32)
      return key === null ? null : encodeBase58(key)
    },
    /** A length, then as many bytes. */
    run: (): Uint8Array | null => {
      const length = count()
      return length === null ? null : take(length)
    },
    /** A length, then as many items; null when one of them cannot be read. */
    list: <T>(item: () => T | null): T[] | null => {
      const length = count()
      if (length === null) return null
      const items: T[] = []
      for (let i = 0; i < length; i++) {
        const read = item()
        if (read === null) return null
        items.push(read)
      }
      return items
    },
    rest: (): Uint8Array => bytes.slice(offset),
    ended: (): boolean => offset === bytes.length,
  }
}

type Reader = ReturnType<typeof createReader>
type Header = { signers: number; readonlySigners: number; readonlyOthers: number }
type RawInstruction = { program: number; accounts: Uint8Array; data: Uint8Array }

function readHeader(reader: Reader): Header | null {
  const bytes = reader.take(3)
  if (bytes === null) return null
  const [signers = 0, readonlySigners = 0, readonlyOthers = 0] = bytes
  return { signers, readonlySigners, readonlyOthers }
}

function readInstruction(reader: Reader): RawInstruction | null {
  const program = reader.byte()
  const accounts = reader.run()
  const data = reader.run()
  return program === null || accounts === null || data === null ? null : { program, accounts, data }
}

function readLookup(reader: Reader): SolanaLookup | null {
  const table = reader.key()
  const writable = reader.run()
  const readonly = reader.run()
  return table === null || writable === null || readonly === null
    ? null
    : { table, writable, readonly }
}

function staticAccounts(keys: readonly string[], header: Header): SolanaAccount[] | null {
  const { signers, readonlySigners, readonlyOthers } = header
  // The fee payer must sign and pay: a message without a writable signer is no transaction.
  if (signers <= readonlySigners || signers + readonlyOthers > keys.length) return null
  if (new Set(keys).size !== keys.length) return null
  return keys.map((key, i) => ({
    key,
    signer: i < signers,
    writable: i < signers ? i < signers - readonlySigners : i < keys.length - readonlyOthers,
  }))
}

function lookedUp(lookups: readonly SolanaLookup[]): SolanaAccount[] {
  const from = (table: string, indexes: Uint8Array, writable: boolean) =>
    [...indexes].map((index) => ({ key: `${table}:${index}`, signer: false, writable }))
  // Writable ones of all tables come first: https://docs.anza.xyz/proposals/versioned-transactions
  return [
    ...lookups.flatMap((lookup) => from(lookup.table, lookup.writable, true)),
    ...lookups.flatMap((lookup) => from(lookup.table, lookup.readonly, false)),
  ]
}

function resolve(
  raw: readonly RawInstruction[],
  fixed: readonly SolanaAccount[],
  lookups: readonly SolanaLookup[],
): SolanaInstruction[] | null {
  const all = [...fixed, ...lookedUp(lookups)]
  const instructions: SolanaInstruction[] = []
  for (const { program, accounts, data } of raw) {
    // A program is never looked up and never the fee payer.
    const programKey = program === 0 ? undefined : fixed[program]?.key
    const used = [...accounts].map((index) => all[index])
    if (programKey === undefined) return null
    const known = used.filter((account) => account !== undefined)
    if (known.length !== used.length) return null
    instructions.push({ program: programKey, accounts: known, data })
  }
  return instructions
}

function parseMessage(
  message: Uint8Array,
): Omit<SolanaTransaction, 'signatures' | 'message'> | null {
  const reader = createReader(message)
  const isVersioned = ((reader.peek() ?? 0) & 0x80) !== 0
  if (isVersioned && reader.byte() !== 0x80) return null
  const header = readHeader(reader)
  const keys = reader.list(() => reader.take(32))
  const blockhash = reader.key()
  const raw = reader.list(() => readInstruction(reader))
  const lookups = isVersioned ? reader.list(() => readLookup(reader)) : []
  if (header === null || keys === null || blockhash === null || raw === null) return null
  if (lookups === null || !reader.ended()) return null
  const [payer = new Uint8Array()] = keys
  const accounts = staticAccounts(keys.map(encodeBase58), header)
  if (accounts === null) return null
  const instructions = resolve(raw, accounts, lookups)
  if (instructions === null) return null
  const version = isVersioned ? 0 : 'legacy'
  return { version, payer, signers: header.signers, accounts, blockhash, instructions, lookups }
}

/**
 * Takes a serialised Solana transaction apart (legacy or version 0), or gives null for anything that
 * is not exactly one: missing or left-over bytes, an unknown version, indexes that point nowhere.
 * https://solana.com/docs/rpc/json-structures#transactions
 */
export function parseSolanaTransaction(bytes: Uint8Array): SolanaTransaction | null {
  if (bytes.length > MAX_TRANSACTION_BYTES) return null
  const reader = createReader(bytes)
  const signatures = reader.list(() => reader.take(64))
  if (signatures === null) return null
  const message = reader.rest()
  const parsed = parseMessage(message)
  if (parsed === null || signatures.length !== parsed.signers) return null
  return { signatures, message, ...parsed }
}
