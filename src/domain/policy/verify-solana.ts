import { encodeBase58 } from '@/src/lib/base58'
import { sameBytes } from '@/src/lib/bytes'
import {
  parseSolanaTransaction,
  type SolanaInstruction,
  type SolanaLookup,
  type SolanaTransaction,
} from '../solana/solana-message'
import {
  isOwnProgram,
  MAX_PRIORITY_FEE,
  priorityFee,
  type Reading,
  readInstruction,
} from '../solana/solana-program'
import { refuseFact, type Told } from './policy-read'

/** Checks an ed25519 signature; the caller brings the cryptography. */
export type VerifySignature = (
  key: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
) => Promise<boolean>

export type SolanaVerdict =
  | {
      ok: true
      /** base58, of the fee payer, whoever that is: the transaction's id. */
      signature: string
      /** What is submitted: the signed bytes as they came. */
      bytes: Uint8Array
      /** Programs of the instructions that the wallet added. */
      added: string[]
    }
  | Told

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
): Told | null {
  const isAsked = asked.accounts.some(({ key, signer }) => signer && key === author)
  if (signed.feePayer !== asked.feePayer || !isAsked) {
    return refuseFact('policy/solana-changed', 'feePayer', signed.feePayer)
  }
  if (signed.signers !== asked.signers) {
    return refuseFact('policy/solana-changed', 'signers', signed.signers)
  }
  if (signed.version !== asked.version) {
    return refuseFact('policy/solana-changed', 'version', signed.version)
  }
  if (signed.blockhash !== asked.blockhash) {
    return refuseFact('policy/solana-changed', 'blockhash', signed.blockhash)
  }
  if (!sameLookups(asked.lookups, signed.lookups)) {
    return refuseFact('policy/solana-changed', 'tables')
  }
  return null
}

/** What others have signed must stay as it is: else it could never be sent. */
function checkOthers(asked: SolanaTransaction, signed: SolanaTransaction): Told | null {
  if (asked.signers === 1 || sameBytes(asked.message, signed.message)) return null
  return refuseFact('policy/solana-changed', 'others')
}

/**
 * Each signature must be right: the author's, and those of the others, of whom one may have signed the same
 * message once more. It lands once, whichever of theirs it carries.
 */
async function checkSignatures(
  { signerKeys, signatures, message }: SolanaTransaction,
  author: string,
  verify: VerifySignature,
): Promise<Told | null> {
  for (const [at, key] of signerKeys.entries()) {
    const [signature = new Uint8Array()] = signatures.slice(at)
    if (await verify(key, signature, message)) continue
    return encodeBase58(key) === author
      ? refuseFact('policy/solana-signature', 'signature')
      : refuseFact('policy/solana-changed', 'others')
  }
  return null
}

/** New accounts may only be looked at: what a wallet adds needs no more. */
function checkAccounts(asked: SolanaTransaction, signed: SolanaTransaction): Told | null {
  const known = new Map(asked.accounts.map((account) => [account.key, account]))
  for (const account of signed.accounts) {
    const before = known.get(account.key)
    const same = before?.signer === account.signer && before.writable === account.writable
    const harmless = before === undefined && !account.signer && !account.writable
    if (!same && !harmless) {
      return refuseFact('policy/solana-changed', 'mayDo', account.key)
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
): { ok: true; added: SolanaInstruction[] } | Told {
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
      return refuseFact(code, 'call', instruction.program)
    }
  }
  const [missing] = asked.instructions.slice(ours)
  if (missing !== undefined) {
    return refuseFact('policy/solana-changed', 'missing', missing.program)
  }
  if (added.length > MAX_ADDED) {
    return refuseFact('policy/solana-instruction', 'added', added.length)
  }
  return { ok: true, added }
}

function checkFee(signed: SolanaTransaction): Told | null {
  const readings: Reading[] = signed.instructions.map(readInstruction)
  const fee = priorityFee(readings)
  if (fee !== null && fee <= MAX_PRIORITY_FEE) return null
  return fee === null
    ? refuseFact('policy/solana-instruction', 'twoPrices')
    : refuseFact('policy/solana-instruction', 'priorityFee', fee)
}

/**
 * Holds a signed Solana transaction against the one that was asked. Allowed are additions that cost
 * and move nothing of note: compute-budget instructions within a bound, and Lighthouse assertions.
 * Everything of ours must be there, unchanged and in order, and the author's signature must verify, with
 * that of whoever else signs. Who pays the fee may be another, as it was asked.
 */
export async function compareSolana(input: {
  asked: Uint8Array
  signed: Uint8Array
  author: string
  verify: VerifySignature
}): Promise<SolanaVerdict> {
  const asked = parseSolanaTransaction(input.asked)
  const signed = parseSolanaTransaction(input.signed)
  if (asked === null) return refuseFact('policy/malformed', 'unread')
  if (signed === null) return refuseFact('policy/solana-changed', 'unread')
  const refusal =
    checkFrame(asked, signed, input.author) ??
    checkAccounts(asked, signed) ??
    checkOthers(asked, signed)
  if (refusal !== null) return refusal
  const read = additions(asked, signed)
  if (!read.ok) return read
  const fee = checkFee(signed)
  if (fee !== null) return fee
  const unsigned = await checkSignatures(signed, input.author, input.verify)
  if (unsigned !== null) return unsigned
  const [signature = new Uint8Array()] = signed.signatures
  const added = [...new Set(read.added.map((instruction) => instruction.program))]
  return { ok: true, signature: encodeBase58(signature), bytes: input.signed, added }
}

/**
 * Whether what the account signed and is on the chain goes where a transaction was asked to go, and need not be
 * it to the letter: with another memo or a newer block hash it may have paid all the same. It pays an account that
 * was to be paid, or calls a program that was to be called.
 */
export function isAlteredSolana(asked: Uint8Array, found: Uint8Array, author: string): boolean {
  const [was, is] = [parseSolanaTransaction(asked), parseSolanaTransaction(found)]
  // What nobody can read may be anything.
  if (was === null || is === null) return true
  if (!is.signerKeys.some((key) => encodeBase58(key) === author)) return false
  const goals = goalsOf(is, author)
  return goalsOf(was, author).some((to) => goals.some((each) => mayBeSame(each, to)))
}

/**
 * Whether what is on the chain names another payment than the one that was asked for: by a memo, which is what tells
 * the payments to an address of many apart.
 */
export function hasOtherMemo(asked: Uint8Array, found: Uint8Array): boolean {
  const [own, others] = [memosOf(asked), memosOf(found)]
  const isSame = (memo: Uint8Array) => own.some((each) => sameBytes(each, memo))
  return own.length > 0 && others.length > 0 && !others.some(isSame)
}

function memosOf(transaction: Uint8Array): Uint8Array[] {
  const { instructions = [] } = parseSolanaTransaction(transaction) ?? {}
  const memos = instructions.filter((each) => readInstruction(each).kind === 'memo')
  return memos.map(({ data }) => data)
}

/** What stands in an address table may be any account. */
const mayBeSame = (a: string, b: string) => a === b || a.includes(':') || b.includes(':')

/** Who is paid and what is called, but for accounts of the author's that are made for it. */
function goalsOf({ instructions }: SolanaTransaction, author: string): string[] {
  const readings = instructions.map(readInstruction)
  const own = readings.flatMap((each) =>
    each.kind === 'createAccount' && each.owner === author ? [each.account] : [],
  )
  const paid = readings.flatMap((each) => {
    if (each.kind === 'transferSol') return [each.to]
    return each.kind === 'transferToken' ? [each.destination] : []
  })
  const called = instructions.map(({ program }) => program).filter((each) => !isOwnProgram(each))
  return [...paid, ...called].filter((each) => !own.includes(each))
}
