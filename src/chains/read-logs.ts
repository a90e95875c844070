import { AppError } from '@/src/domain/error'
import type { EvmLog, EvmReader, LogFilter } from './evm-reader'

/** Blocks in the first window; public nodes take 500 to 10,000. */
const widest = 1_000n

export type LogSearch = {
  logs: EvmLog[]
  /** Every block up to this one was looked through; the next search starts after it. */
  until: bigint
}

/**
 * Looks for events in windows that the node accepts, oldest first: a window that is refused is
 * halved. Makes at most `requests` requests and says how far it came.
 *
 * @throws AppError `chain/bad-answer` when the node refuses even a single block.
 */
export async function readLogs(
  reader: Pick<EvmReader, 'logs'>,
  filter: LogFilter,
  requests: number,
  signal?: AbortSignal,
): Promise<LogSearch> {
  const logs: EvmLog[] = []
  let width = widest
  let from = filter.from
  for (let left = requests; left > 0 && from <= filter.to; left -= 1) {
    const to = from + width - 1n < filter.to ? from + width - 1n : filter.to
    try {
      logs.push(...(await reader.logs({ ...filter, from, to }, signal)))
      from = to + 1n
    } catch (error) {
      if (!isRefusal(error) || to === from) throw error
      // What was refused may be narrower than the widest window.
      width = (to - from + 1n) / 2n
    }
  }
  return { logs, until: from - 1n }
}

const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'chain/bad-answer'
