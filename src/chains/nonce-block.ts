import { AppError } from '@/src/domain/error'
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

/** One look at an account: how many transactions it had sent, as of a block. */
export type NonceLook = { block: bigint; nonce: number }

/** Whole blocks that are read for one search, at most. */
const mostBlocks = 32n

/**
 * Finds the transaction that used a nonce between two looks. State of old blocks is mostly gone on
 * public nodes and blocks are not: the few blocks between the looks are read whole, newest first;
 * where they are many, the node is asked for the state between first. Null where it is not among what
 * could be read: then nothing is known of what used the nonce.
 *
 * `before` is a look that still had the nonce unused, `after` one that had it used.
 */
export async function findBetweenLooks(
  reader: Pick<EvmReader, 'nonce' | 'block'>,
  search: { address: string; nonce: number; before: NonceLook; after: NonceLook },
  signal?: AbortSignal,
): Promise<FoundTransaction | null> {
  const { nonce, before, after } = search
  if (before.nonce > nonce || after.nonce <= nonce) return null
  const address = search.address.toLowerCase()
  const { low, high } = await narrow(
    reader,
    { address, nonce, from: before.block, to: after.block },
    signal,
  )
  for (let at = high; at > low && high - at < mostBlocks; at -= 1n) {
    const block = await reader.block(at, signal)
    const found = block?.transactions.find((one) => one.from === address && one.nonce === nonce)
    if (found !== undefined) return found
  }
  return null
}

/** Halves a window by the state of the blocks in it, as far as the node still has it. */
async function narrow(
  reader: Pick<EvmReader, 'nonce'>,
  { address, nonce, from, to }: { address: string; nonce: number; from: bigint; to: bigint },
  signal?: AbortSignal,
): Promise<{ low: bigint; high: bigint }> {
  let [low, high] = [from, to]
  while (high - low > mostBlocks) {
    const middle = (low + high) / 2n
    const used = await reader.nonce(address, middle, signal).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'chain/bad-answer') return undefined
      throw error
    })
    if (used === undefined) break
    if (used > nonce) high = middle
    else low = middle
  }
  return { low, high }
}
