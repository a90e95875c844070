import { encodeBase58 } from '@/src/lib/base58'
import { sameBytes } from '@/src/lib/bytes'
import { type Refusal, refuse } from './policy-read'
import {
  parseSolanaTransaction,
  type SolanaInstruction,
  type SolanaLookup,
  type SolanaTransaction,
} from './solana-message'
import { MAX_PRIORITY_FEE, priorityFee, type Reading, readInstruction } from './solana-program'

/** Checks an ed25519 signature; the caller brings the cryptography. */
export type VerifySignature = (
  key: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
) => Promise<boolean>

export type SolanaVerdict =
  | {
      ok: true
      /** base58: the transaction's id. */
      signature: string
      /** What is submitted: the signed bytes as they came. */
      bytes: Uint8Array
      /** Programs of the instructions that the wallet added. */
      added: string[]
    }
  | Refusal

/** Wallets add one or two assertions; more would only fill the transaction. */
const MAX_ADDED = 8

/** Same program, accounts and data; what the accounts may do is compared once for the message. */
function sameInstruction(a: SolanaInstruction, b: SolanaInstruction): boolean {
  const keys = ({ accounts }: SolanaInstruction) => accounts.map((account) => account.key).join()
  return a.program === b.program && keys(a) === keys(b) && sameBytes(a.data, b.data)
}

function sameLookups(a: readonly SolanaLookup[], b: readonly SolanaLookup[]): boolean {
  const written = (lookups: readonly SolanaLookup[]) =>
    JSON.stringify(lookups.map((one) => [one.table, [...one.writable], [...one.readonly]]))
  return written(a) === written(b)
}

function checkFrame(
  asked: SolanaTransaction,
  signed: SolanaTransaction,
  author: string,
): Refusal | null {
  if (signed.feePayer !== author || asked.feePayer !== author) {
    return refuse('policy/solana-fee-payer', `The fee payer is ${signed.feePayer}`)
  }
  if (signed.signers !== asked.signers) {
    return refuse('policy/solana-fee-payer', `${signed.signers} accounts must sign`)
  }
  if (signed.version !== asked.version) {
    return refuse('policy/solana-changed', `The version is ${signed.version}`)
  }
  if (signed.blockhash !== asked.blockhash) {
    return refuse('policy/solana-changed', `The blockhash is ${signed.blockhash}`)
  }
  if (!sameLookups(asked.lookups, signed.lookups)) {
    return refuse('policy/solana-changed', 'The address lookup tables are others')
  }
  return null
}

/** What others have signed must stay as it is, with their signatures: else it could never be sent. */
function checkOthers(asked: SolanaTransaction, signed: SolanaTransaction): Refusal | null {
  if (asked.signers === 1) return null
  const theirs = ({ signatures, message }: SolanaTransaction) =>
    [...signatures.slice(1), message].join()
  if (theirs(asked) === theirs(signed)) return null
  return refuse('policy/solana-changed', 'It is no longer what others have signed')
}

/** New accounts may only be looked at: what a wallet adds needs no more. */
function checkAccounts(asked: SolanaTransaction, signed: SolanaTransaction): Refusal | null {
  const known = new Map(asked.accounts.map((account) => [account.key, account]))
  for (const account of signed.accounts) {
    const before = known.get(account.key)
    const same = before?.signer === account.signer && before.writable === account.writable
    const harmless = before === undefined && !account.signer && !account.writable
    if (!same && !harmless) {
      return refuse('policy/solana-changed', `Account ${account.key} may do more or less`)
    }
  }
  return null
}

/** Readings that only their own programs give: a compute budget, and Lighthouse's assertions. */
const allowedAdditions: readonly Reading['kind'][] = [
  'assertion',
  'unitLimit',
  'unitPrice',
  'harmless',
]

/** Finds ours among the signed ones, unchanged and in order; gives what was added in between. */
function additions(
  asked: SolanaTransaction,
  signed: SolanaTransaction,
): { ok: true; added: SolanaInstruction[] } | Refusal {
  const added: SolanaInstruction[] = []
  let ours = 0
  for (const instruction of signed.instructions) {
    const expected = asked.instructions[ours]
    if (expected !== undefined && sameInstruction(expected, instruction)) {
      ours += 1
    } else if (allowedAdditions.includes(readInstruction(instruction).kind)) {
      added.push(instruction)
    } else {
      const isOurs = instruction.program === expected?.program
      const code = isOurs ? 'policy/solana-changed' : 'policy/solana-instruction'
      return refuse(code, `This call of ${instruction.program} was not asked`)
    }
  }
  const [missing] = asked.instructions.slice(ours)
  if (missing !== undefined) {
    return refuse('policy/solana-changed', `The call of ${missing.program} is missing`)
  }
  if (added.length > MAX_ADDED) {
    return refuse('policy/solana-instruction', `${added.length} instructions were added`)
  }
  return { ok: true, added }
}

function checkFee(signed: SolanaTransaction): Refusal | null {
  const readings: Reading[] = signed.instructions.map(readInstruction)
  const fee = priorityFee(readings)
  if (fee !== null && fee <= MAX_PRIORITY_FEE) return null
  return refuse('policy/solana-instruction', `A priority fee of ${fee ?? 'two prices'} lamports`)
}

/**
 * Holds a signed Solana transaction against the one that was asked. Allowed are additions that cost
 * and move nothing of note: compute-budget instructions within a bound, and Lighthouse assertions.
 * Everything of ours must be there, unchanged and in order, and the author's signature must verify.
 */
export async function compareSolana(input: {
  asked: Uint8Array
  signed: Uint8Array
  author: string
  verify: VerifySignature
}): Promise<SolanaVerdict> {
  const asked = parseSolanaTransaction(input.asked)
  const signed = parseSolanaTransaction(input.signed)
  if (asked === null) return refuse('policy/malformed', 'What was asked cannot be read')
  if (signed === null) return refuse('policy/solana-changed', 'What was signed cannot be read')
  const refusal =
    checkFrame(asked, signed, input.author) ??
    checkAccounts(asked, signed) ??
    checkOthers(asked, signed)
  if (refusal !== null) return refusal
  const read = additions(asked, signed)
  if (!read.ok) return read
  const fee = checkFee(signed)
  if (fee !== null) return fee
  const [signature = new Uint8Array()] = signed.signatures
  if (!(await input.verify(signed.feePayerKey, signature, signed.message))) {
    return refuse('policy/solana-signature', 'The signature does not verify')
  }
  const added = [...new Set(read.added.map((instruction) => instruction.program))]
  return { ok: true, signature: encodeBase58(signature), bytes: input.signed, added }
}
