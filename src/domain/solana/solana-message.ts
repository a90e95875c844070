import { encodeBase58 } from '@/src/lib/base58'
import { readCompactU16 } from '@/src/lib/compact-u16'

/** An account as an instruction uses it: what it may do is said once for the whole message. */
export type SolanaAccount = {
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
  /** base58; the first signature is its. */
  feePayer: string
  /** How many of the first static keys must sign. */
  signers: number
  /** Their keys, 32 bytes each, in the order of their signatures. */
  signerKeys: readonly Uint8Array[]
  /** Accounts written in the message itself, fee payer first. */
  accounts: readonly SolanaAccount[]
  blockhash: string
  instructions: readonly SolanaInstruction[]
  lookups: readonly SolanaLookup[]
}

/** A packet's room: https://solana.com/docs/core/transactions#transaction-size */
export const MAX_TRANSACTION_BYTES = 1232

/** Walks over bytes; once they run out, everything read is empty and `broken` says so. */
function createReader(bytes: Uint8Array) {
  let offset = 0
  let broken = false

  function take(count: number): Uint8Array {
    if (broken || offset + count > bytes.length) {
      broken = true
      return new Uint8Array()
    }
    offset += count
    return bytes.slice(offset - count, offset)
  }

  function count(): number {
    const read = readCompactU16(bytes, offset)
    if (read === null) broken = true
    offset = read?.next ?? offset
    return read?.value ?? 0
  }

  return {
    take,
    byte: (): number => take(1).reduce((_, byte) => byte, 0),
    peek: (): number => bytes[offset] ?? 0,
    /** A length, then as many bytes. */
    run: (): Uint8Array => take(count()),
    /** A length, then as many items. */
    list<T>(item: () => T): T[] {
      const items: T[] = []
      for (let left = count(); left > 0 && !broken; left--) items.push(item())
      return items
    },
    rest: (): Uint8Array => bytes.slice(offset),
    isBroken: (): boolean => broken,
    /** Whether all bytes were read, and none was missing. */
    isDone: (): boolean => !broken && offset === bytes.length,
  }
}

type Reader = ReturnType<typeof createReader>
type Header = { signers: number; readonlySigners: number; readonlyOthers: number }
type RawInstruction = { program: number; accounts: Uint8Array; data: Uint8Array }

function readInstruction(reader: Reader): RawInstruction {
  return { program: reader.byte(), accounts: reader.run(), data: reader.run() }
}

function readLookup(reader: Reader): SolanaLookup {
  return { table: encodeBase58(reader.take(32)), writable: reader.run(), readonly: reader.run() }
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

/** The accounts that a message takes from lookup tables, in the order of the runtime. */
export function lookedUp(lookups: readonly SolanaLookup[]): SolanaAccount[] {
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

/** The top bit of a message's first byte says that a version follows; legacy ones have none. */
const VERSIONED = 0x80

function parseMessage(
  message: Uint8Array,
): Omit<SolanaTransaction, 'signatures' | 'message'> | null {
  const reader = createReader(message)
  const isVersioned = reader.peek() >= VERSIONED
  if (isVersioned && reader.byte() !== VERSIONED) return null
  const header: Header = {
    signers: reader.byte(),
    readonlySigners: reader.byte(),
    readonlyOthers: reader.byte(),
  }
  const keys = reader.list(() => reader.take(32))
  const blockhash = encodeBase58(reader.take(32))
  const raw = reader.list(() => readInstruction(reader))
  const lookups = isVersioned ? reader.list(() => readLookup(reader)) : []
  if (!reader.isDone()) return null
  const accounts = staticAccounts(keys.map(encodeBase58), header)
  const instructions = accounts && resolve(raw, accounts, lookups)
  if (accounts === null || instructions === null) return null
  const version = isVersioned ? 0 : 'legacy'
  const [feePayer = ''] = accounts.map(({ key }) => key)
  const { signers } = header
  const signerKeys = keys.slice(0, signers)
  return { version, feePayer, signers, signerKeys, accounts, blockhash, instructions, lookups }
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
  if (reader.isBroken()) return null
  const message = reader.rest()
  const parsed = parseMessage(message)
  if (parsed === null || signatures.length !== parsed.signers) return null
  return { signatures, message, ...parsed }
}

/** The same message with another blockhash (32 bytes); to ask about, never to sign. */
export function withBlockhash(
  { message, version, accounts }: SolanaTransaction,
  blockhash: Uint8Array,
): Uint8Array {
  const changed = message.slice()
  // A version, three bytes of counts, then the accounts; a packet has no room for 128 of them.
  changed.set(blockhash, (version === 'legacy' ? 3 : 4) + 1 + 32 * accounts.length)
  return changed
}
