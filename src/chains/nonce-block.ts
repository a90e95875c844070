import { AppError } from '@/src/domain/error'
import type { NonceMove } from '@/src/domain/order/nonce-looks'
import type { FoundTransaction } from '@/src/domain/policy/verify-evm'
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

/** Whole blocks that are read in one search, at most. */
const mostBlocks = 32n

/**
 * Finds the transaction that used a nonce between two looks. State of old blocks is mostly gone on public
 * nodes and blocks are not: those between the looks are read whole, the newest first; where they are many,
 * the node is asked for the state between first. Nothing is known where it is not among what could be read;
 * `move` says where the next search goes on. A block in which some node showed it is read first: it may have lied.
 */
export async function findMove(
  reader: Pick<EvmReader, 'nonce' | 'blockNumber' | 'block'>,
  { move, ...by }: { address: string; move: NonceMove },
  signal?: AbortSignal,
): Promise<{ found?: FoundTransaction; move: NonceMove }> {
  const { nonce } = move
  const address = by.address.toLowerCase()
  const isIt = (one: FoundTransaction) => one.from === address && one.nonce === nonce
  const shown = move.at === undefined ? null : await reader.block(move.at, signal)
  const seen = shown?.transactions.find(isIt)
  if (seen) return { found: seen, move }
  const isWide = move.to - move.from > mostBlocks
  const place = isWide
    ? await findNonceBlock(reader, { address, ...move }, signal).catch(forgotten)
    : null
  const high = place ?? move.to
  let at = high
  for (; at > move.from && high - at < mostBlocks; at -= 1n) {
    const block = await reader.block(at, signal)
    const found = block?.transactions.find(isIt)
    if (found !== undefined) return { found, move: { ...move, at } }
    // A block that is not read whole is not passed over.
    if (!block?.complete) return { move }
  }
  // The range is exhausted, so a node withheld the block: the search restarts.
  const { at: _, ...rest } = move
  return { move: { ...rest, to: at > move.from ? at : move.end } }
}

/** What a node says that has not the state of a block is no answer, and no failure either. */
function forgotten(error: unknown): null {
  if (error instanceof AppError && error.code === 'chain/bad-answer') return null
  throw error
}
