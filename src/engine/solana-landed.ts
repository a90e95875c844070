import type { SolanaReader } from '@/src/chains/solana-reader'
import type { Attempt, SwapOrder } from '@/src/domain/order'
import { stepBehind } from '@/src/domain/order-parts'
import { encodeBase64 } from '@/src/lib/bytes'
import { compareSigned } from './solana-chain'

/** Transactions of an account in the time of an ask that are read; a person's own are a handful. */
const mostRead = 24
/** A block hash is good for 150 blocks; with slots that were left out, and those of the ask itself. */
const slotsOfAsk = 1_000n

/** Whether an ask is the payment to a deposit address. */
export function isPayment(order: SwapOrder, attempt: Attempt): boolean {
  return stepBehind(order, attempt)?.facts.kind === 'transfer'
}

/**
 * The payment of an ask that landed under a signature that nobody named here: whoever saw what the wallet
 * signed may hand it in. `isWhole`: every transaction of the account was looked at from the ask on for as
 * long as its block hash was good; what the account did later says nothing of it.
 */
export async function findLanded(
  reader: Pick<SolanaReader, 'signaturesSince' | 'transaction'>,
  { accepted: { author } }: SwapOrder,
  { action, evidence: { blockNumber } }: Attempt,
  signal?: AbortSignal,
): Promise<{ hash?: string; isWhole: boolean }> {
  if (action.kind !== 'solanaSign' || blockNumber === undefined) return { isWhole: false }
  const since = await reader.signaturesSince(author, BigInt(blockNumber) - 1n, signal)
  const until = BigInt(blockNumber) + slotsOfAsk
  const then = since.entries.filter(({ slot }) => BigInt(slot) <= until)
  // The newest come first: what was asked for is among the oldest.
  for (const { signature: hash } of then.slice(-mostRead).reverse()) {
    const found = await reader.transaction(hash, signal)
    const bytes = found === null ? '' : encodeBase64(found.bytes)
    if ((await compareSigned(action.transaction, bytes, author)).ok) return { hash, isWhole: true }
  }
  return { isWhole: since.isWhole && then.length <= mostRead }
}
