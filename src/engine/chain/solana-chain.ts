import { verifyEd25519 } from '@/src/chains/ed25519'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { AppError, type ErrorCode } from '@/src/domain/error'
import type { Fact } from '@/src/domain/order/order'
import { compareSolana } from '@/src/domain/policy/verify-solana'
import { parseSolanaTransaction } from '@/src/domain/solana/solana-message'
import { readInstruction } from '@/src/domain/solana/solana-program'
import { decodeBase58 } from '@/src/lib/base58'
import { decodeBase64, encodeBase64 } from '@/src/lib/bytes'

/** What the engine needs of Solana: the chain's answers and the comparison of what was signed. */
export type SolanaChain = {
  /** Whether a transaction with this block hash can still land. */
  isBlockhashValid(blockhash: string): Promise<boolean>
  /** What became of a signature; null while the chain does not know it. */
  signatureStatus(signature: string): Promise<{ confirmed: boolean; failed: boolean } | null>
  /** The bytes (base64) of a transaction that landed, by its signature; null for none. */
  bytesOf(signature: string): Promise<string | null>
  /** The block hash of a transaction that is asked for (base64), base58. */
  blockhashOf(transaction: string): string
  /** Holds what the wallet signed against what it was asked to sign; both base64. */
  compare(asked: string, signed: string, author: string): Promise<Comparison>
  /** Token accounts that a transaction's (base64) old `Transfer` instructions take from: they name no mint. */
  unnamed(transaction: string): string[]
  /** Who else has signed a transaction (base64) already, rightly; base58. */
  signedBy(transaction: string): Promise<string[]>
}

export type Comparison =
  | { ok: true; signature: string; bytes: string }
  | { ok: false; code: ErrorCode; fact: Fact }

/** The engine's view of Solana over a reader. */
export function createSolanaChain(reader: SolanaReader): SolanaChain {
  return {
    isBlockhashValid: (blockhash) => reader.isBlockhashValid(blockhash),
    async signatureStatus(signature) {
      const [status] = await reader.signatureStatuses([signature])
      if (!status) return null
      return { confirmed: status.level !== 'processed', failed: status.failed }
    },
    async bytesOf(signature) {
      const found = isSignature(signature) ? await reader.transaction(signature) : null
      return found === null || found.failed ? null : encodeBase64(found.bytes)
    },
    blockhashOf: (transaction) => parse(transaction).blockhash,
    compare: compareSigned,
    unnamed(transaction) {
      const sources = parse(transaction).instructions.flatMap((instruction) => {
        const reading = readInstruction(instruction)
        const isNamed = reading.kind !== 'transferToken' || reading.mint !== undefined
        // What stands in an address table is read by a trial alone.
        return isNamed || reading.source.includes(':') ? [] : [reading.source]
      })
      return [...new Set(sources)]
    },
    async signedBy(transaction) {
      const { accounts, message, signatures } = parse(transaction)
      const signed: string[] = []
      for (const [at, signature] of signatures.entries()) {
        const key = accounts[at]?.key ?? ''
        const bytes = decodeBase58(key)
        // Whoever has not signed yet has zeros there.
        if (bytes === null || !signature.some(Boolean)) continue
        if (await verifyEd25519(bytes, signature, message)) signed.push(key)
      }
      return signed
    },
  }
}

/** Holds what a wallet signed against what it was asked to sign; both base64. */
export async function compareSigned(
  asked: string,
  signed: string,
  author: string,
): Promise<Comparison> {
  const [askedBytes, signedBytes] = [decodeBase64(asked), decodeBase64(signed)]
  if (!askedBytes || !signedBytes) {
    return { ok: false, code: 'wallet/bad-answer', fact: { kind: 'unread', values: [] } }
  }
  const input = { asked: askedBytes, signed: signedBytes, author, verify: verifyEd25519 }
  const verdict = await compareSolana(input)
  if (!verdict.ok) return { ok: false, code: verdict.code, fact: verdict.fact }
  return { ok: true, signature: verdict.signature, bytes: encodeBase64(verdict.bytes) }
}

const isSignature = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)

function parse(transaction: string) {
  const bytes = decodeBase64(transaction)
  const parsed = bytes && parseSolanaTransaction(bytes)
  if (!parsed) throw new AppError('policy/malformed')
  return parsed
}
