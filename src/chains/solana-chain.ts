import { AppError } from '@/src/domain/error'
import { accountsWithoutMint } from '@/src/domain/policy-solana'
import { parseSolanaTransaction } from '@/src/domain/solana-message'
import { compareSolana } from '@/src/domain/verify-solana'
import { decodeBase64, encodeBase64 } from '@/src/lib/bytes'
import { verifyEd25519 } from './ed25519'
import type { SolanaReader } from './solana-reader'

function decode(transaction: string): Uint8Array {
  const bytes = decodeBase64(transaction)
  if (bytes === null) throw new AppError('policy/malformed', { reason: 'not base64' })
  return bytes
}

/**
 * What an order on Solana asks of its chain: a reader, and the comparison of what was signed.
 * Transactions are base64, block hashes and signatures base58.
 */
export function createSolanaChain(reader: SolanaReader) {
  return {
    isBlockhashValid: (blockhash: string) => reader.isBlockhashValid(blockhash),

    /** What became of a signature; null while the chain does not know it. */
    async signatureStatus(signature: string) {
      const [status] = await reader.signatureStatuses([signature])
      if (status === undefined || status === null) return null
      const confirmed = status.level !== 'processed'
      return status.failed ? { confirmed, error: 'failed on chain' } : { confirmed }
    },

    /** Smallest units, of SOL or over all token accounts of a mint. */
    balance: (token: string, owner: string) => reader.tokenBalance(token, owner),

    /**
     * The block hash in a transaction, base58.
     * @throws AppError `policy/malformed` when it is no transaction.
     */
    blockhashOf(transaction: string): string {
      const parsed = parseSolanaTransaction(decode(transaction))
      if (parsed === null) throw new AppError('policy/malformed', { reason: 'not a transaction' })
      return parsed.blockhash
    },

    /** Holds what the wallet signed against what it was asked to sign. */
    async compare(asked: string, signed: string, author: string) {
      const bytes = decodeBase64(signed)
      if (bytes === null) {
        return { ok: false, code: 'wallet/bad-answer', detail: 'Not base64' } as const
      }
      const input = { asked: decode(asked), signed: bytes, author, verify: verifyEd25519 }
      const verdict = await compareSolana(input)
      if (!verdict.ok) return verdict
      return { ok: true, signature: verdict.signature, bytes: encodeBase64(verdict.bytes) } as const
    },

    /** Mints of the token accounts that old `Transfer` instructions take from, for the policy. */
    async mintsOf(transaction: string): Promise<Record<string, string>> {
      const accounts = accountsWithoutMint(decode(transaction))
      const mints = await Promise.all(accounts.map((account) => reader.mintOf(account)))
      return Object.fromEntries(
        accounts.flatMap((account, i) => {
          const mint = mints[i]
          return typeof mint === 'string' ? [[account, mint] as const] : []
        }),
      )
    },
  }
}

export type SolanaChain = ReturnType<typeof createSolanaChain>
