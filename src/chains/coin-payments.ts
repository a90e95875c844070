import { sameAddress } from '@/src/domain/address/address'
import type { Holding } from '@/src/domain/order/arrival'
import type { EvmReader } from './evm-reader'
import { readHolding } from './payments'

type CoinReader = Pick<EvmReader, 'balanceAt' | 'nonce' | 'blockTransactions'>

export type CoinSearch = {
  account: string
  /** Blocks after `from`, up to `to`. */
  from: bigint
  to: bigint
  /** Rises of the balance by less than this (wei) are passed over. */
  least: bigint
}

/** Blocks that are read whole in one search at most; the oldest of those that may hold a payment. */
const mostBlocks = 8

/**
 * Transactions that brought coins to an account, though it may hold them no more: coins leave no event,
 * and what was swept on is not in the balance. While an account sends nothing its balance only grows, so
 * each rise is found by halving, between one transaction of the account and the next; the block of such a
 * transaction is read as well. What a node says is a hint: each is to be proved by itself. Payments out of
 * contracts are no transactions to the account and are not among them.
 *
 * @throws AppError `chain/bad-answer` where the node forgot the state of those blocks.
 */
export async function findCoinPayments(
  reader: CoinReader,
  search: CoinSearch,
  signal?: AbortSignal,
): Promise<{ hashes: string[]; isWhole: boolean }> {
  const { account, least } = search
  const at = (block: bigint) => readHolding(reader, account, block, signal)
  const blocks = new Set<bigint>()
  let low = search.from
  let known = await at(low)
  const end = await at(search.to)
  while (blocks.size < mostBlocks) {
    const { nonce } = known
    const sent =
      end.nonce > nonce
        ? await firstBlock(low, search.to, at, (held) => held.nonce > nonce)
        : undefined
    const last = sent === undefined ? search.to : sent - 1n
    const most = sent === undefined ? end : await at(last)
    while (most.balance - known.balance >= least && blocks.size < mostBlocks) {
      const enough = known.balance + least
      low = await firstBlock(low, last, at, (held) => held.balance >= enough)
      blocks.add(low)
      known = await at(low)
    }
    if (sent === undefined) break
    blocks.add(sent)
    low = sent
    known = await at(low)
  }
  const hashes: string[] = []
  for (const block of blocks) {
    const transactions = (await reader.blockTransactions(block, signal)) ?? []
    for (const { hash, to, value } of transactions) {
      if (to !== null && sameAddress(to, account) && value > 0n) hashes.push(hash)
    }
  }
  return { hashes, isWhole: blocks.size < mostBlocks }
}

/** The first block after `from` for which something holds that holds at `to` and stays so. */
async function firstBlock(
  from: bigint,
  to: bigint,
  at: (block: bigint) => Promise<Holding>,
  holds: (held: Holding) => boolean,
): Promise<bigint> {
  let [low, high] = [from + 1n, to]
  while (low < high) {
    const middle = (low + high) / 2n
    if (holds(await at(middle))) high = middle
    else low = middle + 1n
  }
  return high
}
