import { parseSolanaTransaction } from './solana-message'
import { priorityFee, readInstruction } from './solana-program'

/** Lamports that each signature of a transaction costs: https://solana.com/docs/core/fees */
const FEE_OF_SIGNATURE = 5_000n

/**
 * Lamports that the network takes from an account for a transaction, by its message alone: for each signature,
 * and the priority that it names (without a limit, of the most that it could use). 0 where another account
 * pays; undefined for what cannot be read.
 */
export function solanaFeeOf(transaction: Uint8Array, account: string): bigint | undefined {
  const parsed = parseSolanaTransaction(transaction)
  if (!parsed) return undefined
  const priority = priorityFee(parsed.instructions.map(readInstruction))
  if (priority === null) return undefined
  return parsed.feePayer === account ? BigInt(parsed.signers) * FEE_OF_SIGNATURE + priority : 0n
}
