import type { FoundTransaction } from '@/src/domain/verify-evm'
import type { EvmReader } from './evm-reader'

/**
 * Finds the block in which an account's transaction with this nonce was mined: by halving, with one
 * `eth_getTransactionCount` a step. `from` is a block before it, usually the one known at the ask.
 * Gives null while the nonce is unused at `to` (the latest block by default).
 */
export async function findNonceBlock(
  reader: Pick<EvmReader, 'nonce' | 'blockNumber'>,
  search: { address: string; nonce: number; from: bigint; to?: bigint },
  signal?: AbortSignal,
): Promise<bigint | null> {
  const isUsedAt = async (block: bigint) =>
    (await reader.nonce(search.address, block, signal)) > search.nonce
  let high = search.to ?? (await reader.blockNumber(signal))
  if (!(await isUsedAt(high))) return null
  let low = search.from
  while (low < high) {
    const middle = (low + high) / 2n
    if (await isUsedAt(middle)) high = middle
    else low = middle + 1n
  }
  return high
}

/** Finds the mined transaction of an account with this nonce, or null while there is none. */
export async function findByNonce(
  reader: Pick<EvmReader, 'nonce' | 'blockNumber' | 'blockTransactions'>,
  search: { address: string; nonce: number; from: bigint },
  signal?: AbortSignal,
): Promise<FoundTransaction | null> {
  const block = await findNonceBlock(reader, search, signal)
  if (block === null) return null
  const transactions = (await reader.blockTransactions(block, signal)) ?? []
  const address = search.address.toLowerCase()
  return transactions.find((one) => one.from === address && one.nonce === search.nonce) ?? null
}
