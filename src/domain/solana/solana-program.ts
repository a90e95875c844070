import type { SolanaInstruction, SolanaTransaction } from './solana-message'

/** Programs that Causeway can read, by their addresses on every Solana cluster. */
export const programs = {
  system: '11111111111111111111111111111111',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memoV1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  /** Assertions that wallets add to protect the person: https://github.com/Jac0xb/lighthouse */
  lighthouse: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
} as const

/** Programs that everybody knows: nobody can change what they do. */
export const isOwnProgram = (program: string): boolean =>
  Object.values<string>(programs).includes(program)

/** What an instruction does, as far as the policy understands it. */
export type Reading =
  | { kind: 'transferSol'; from: string; to: string; amount: bigint }
  | {
      kind: 'transferToken'
      source: string
      destination: string
      owner: string
      amount: bigint
      /** Absent in the old `Transfer`, which does not name its mint. */
      mint?: string
      decimals?: number
    }
  | { kind: 'createAccount'; payer: string; account: string; owner: string; mint: string }
  | { kind: 'memo' }
  | { kind: 'unitLimit'; units: bigint }
  | { kind: 'unitPrice'; microLamports: bigint }
  | { kind: 'harmless' }
  | { kind: 'assertion' }
  | { kind: 'unknown' }

const unknown: Reading = { kind: 'unknown' }

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

const isPair = (keys: string[]): keys is [string, string] => keys.length === 2
const isTriple = (keys: string[]): keys is [string, string, string] => keys.length === 3
const isQuad = (keys: string[]): keys is [string, string, string, string] => keys.length === 4

const keysOf = ({ accounts }: SolanaInstruction) => accounts.map((account) => account.key)

function readSystem(instruction: SolanaInstruction): Reading {
  const { data } = instruction
  const keys = keysOf(instruction)
  // Transfer { lamports: u64 }, index 2 as u32.
  const isTransfer = data.length === 12 && littleEndian(data.slice(0, 4)) === 2n
  if (!isTransfer || !isPair(keys)) return unknown
  return { kind: 'transferSol', from: keys[0], to: keys[1], amount: littleEndian(data.slice(4)) }
}

function readToken(instruction: SolanaInstruction): Reading {
  const { data } = instruction
  const keys = keysOf(instruction)
  const amount = littleEndian(data.slice(1, 9))
  // Transfer { amount: u64 }: [source, destination, owner]
  if (data[0] === 3 && data.length === 9 && isTriple(keys)) {
    const [source, destination, owner] = keys
    return { kind: 'transferToken', source, destination, owner, amount }
  }
  // TransferChecked { amount: u64, decimals: u8 }: [source, mint, destination, owner]
  if (data[0] === 12 && data.length === 10 && isQuad(keys)) {
    const [source, mint, destination, owner] = keys
    const decimals = Number(littleEndian(data.slice(9)))
    return { kind: 'transferToken', source, destination, owner, amount, mint, decimals }
  }
  return unknown
}

function readAssociatedToken(instruction: SolanaInstruction): Reading {
  const { data } = instruction
  // Create (no data, or 0) and CreateIdempotent (1): [payer, account, owner, mint, system, token]
  const isCreate = data.length <= 1 && data.every((byte) => byte <= 1)
  const keys = keysOf(instruction).slice(0, 4)
  if (!isCreate || !isQuad(keys)) return unknown
  const [payer, account, owner, mint] = keys
  return { kind: 'createAccount', payer, account, owner, mint }
}

/**
 * As the runtime reads it: accounts and whatever follows the number are of no account there.
 * https://github.com/anza-xyz/agave/blob/master/compute-budget-instruction/src/compute_budget_instruction_details.rs
 */
function readComputeBudget({ data }: SolanaInstruction): Reading {
  const [kind] = data
  if (kind === 3 && data.length >= 9) {
    return { kind: 'unitPrice', microLamports: littleEndian(data.slice(1, 9)) }
  }
  if (data.length < 5) return unknown
  if (kind === 2) return { kind: 'unitLimit', units: littleEndian(data.slice(1, 5)) }
  // RequestHeapFrame and SetLoadedAccountsDataSizeLimit: cost nothing that the limit does not bound.
  return kind === 1 || kind === 4 ? { kind: 'harmless' } : unknown
}

function readLighthouse({ data }: SolanaInstruction): Reading {
  // 0 and 1 write and close memory accounts at the payer's cost; 16 and above call other programs.
  const kind = data[0] ?? 0
  return kind >= 2 && kind <= 15 ? { kind: 'assertion' } : unknown
}

/** Reads one instruction by its program; what is not understood is `unknown`. */
export function readInstruction(instruction: SolanaInstruction): Reading {
  switch (instruction.program) {
    case programs.system:
      return readSystem(instruction)
    case programs.token:
    case programs.token2022:
      return readToken(instruction)
    case programs.associatedToken:
      return readAssociatedToken(instruction)
    case programs.computeBudget:
      return readComputeBudget(instruction)
    case programs.memo:
    case programs.memoV1:
      return { kind: 'memo' }
    case programs.lighthouse:
      return readLighthouse(instruction)
    default:
      return unknown
  }
}

/** System instructions as u32: `AllocateWithSeed`, `AssignWithSeed`, `TransferWithSeed`. */
const SEEDED: readonly bigint[] = [9n, 10n, 11n]

/**
 * Whether an instruction takes from, or gives away, an account whose address was derived from `owner` and a
 * seed: `owner` alone signs for it, and nothing that the account holds names them.
 * https://docs.rs/solana-system-interface/latest/solana_system_interface/instruction/enum.SystemInstruction.html
 */
export function isSeeded({ program, data, accounts }: SolanaInstruction, owner: string): boolean {
  if (program !== programs.system || data.length < 4) return false
  const [, base] = accounts
  return SEEDED.includes(littleEndian(data.slice(0, 4))) && base?.key === owner
}

/** System instruction 4 as u32: `AdvanceNonceAccount`. What follows it is not read by the runtime. */
const ADVANCE_NONCE = 4n

/**
 * Whether a transaction lives by a durable nonce: it never expires by itself, so nothing could ever
 * prove it unsent. The runtime goes by the first instruction alone, and so does this.
 * https://docs.anza.xyz/implemented-proposals/durable-tx-nonces
 */
export function isDurableNonce({ instructions }: SolanaTransaction): boolean {
  const [first] = instructions
  if (first?.program !== programs.system || first.data.length < 4) return false
  return littleEndian(first.data.slice(0, 4)) === ADVANCE_NONCE
}

/** Compute units a transaction may use at most: https://solana.com/docs/core/fees */
const MAX_UNITS = 1_400_000n

/**
 * The most a transaction may pay for its place, in lamports (0.01 SOL). Ordinary deposits pay less
 * than a thousandth of it; without a bound, the price alone could carry the person's SOL away.
 */
export const MAX_PRIORITY_FEE = 10_000_000n

/**
 * The priority fee of a transaction in lamports, rounded up. A transaction without a limit is taken
 * to use the most there is. Null where a limit or a price is set twice, which the chain refuses.
 */
export function priorityFee(readings: readonly Reading[]): bigint | null {
  const limits = readings.filter((reading) => reading.kind === 'unitLimit')
  const prices = readings.filter((reading) => reading.kind === 'unitPrice')
  if (limits.length > 1 || prices.length > 1) return null
  const limit = limits[0]?.units ?? MAX_UNITS
  const units = limit > MAX_UNITS ? MAX_UNITS : limit
  return ((prices[0]?.microLamports ?? 0n) * units + 999_999n) / 1_000_000n
}
