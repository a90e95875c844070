import { carriedBy, ENTRY_POINTS, SAFE_EXECUTIONS } from '@/src/domain/policy/effects-carried'
import type { EvmReader, LogFilter } from './evm-reader'
import { readLogs } from './read-logs'

/** Windows of blocks that are looked through in one search, at most. */
const mostWindows = 8

/**
 * Looks for the transaction that carried a user operation or a Safe transaction, by its hash, in blocks
 * after `after`. `until`: every block up to this one was looked through.
 *
 * @param search `accounts`: whose it may be; events of a Safe are told by their address alone. `whose`: the
 * one account that a user operation must be of
 */
export async function findCarrier(
  reader: Pick<EvmReader, 'logs' | 'blockNumber'>,
  search: { hash: string; accounts: readonly string[]; whose?: string; after: bigint },
  signal?: AbortSignal,
): Promise<{ hash?: string; until: bigint }> {
  const { accounts, whose, after } = search
  const hash = search.hash.toLowerCase()
  const to = await reader.blockNumber(signal)
  const window = { from: after + 1n, to }
  const named = { address: [...ENTRY_POINTS, ...accounts], topics: [null, hash], ...window }
  // A Safe of before 1.4.0 tells the hash as data.
  const told = { address: accounts, topics: [SAFE_EXECUTIONS], ...window }
  const filters: LogFilter[] = accounts.length > 0 ? [named, told] : [named]
  const found = await Promise.all(
    filters.map((filter) => readLogs(reader, filter, mostWindows, signal)),
  )
  const carrier = found
    .flatMap(({ logs }) => logs)
    .find((log) => carriedBy(log, hash, whose) !== undefined)?.transactionHash
  const until = found.map((each) => each.until).reduce((a, b) => (a < b ? a : b))
  return carrier === undefined ? { until } : { hash: carrier, until }
}
