import { AppError } from '@/src/domain/error'
import type { EvmLog, EvmReader, LogFilter } from './evm-reader'

/** Blocks in the first window; public nodes take 500 to 10,000. */
const first = 1_000n
/** Blocks in the widest one: a window that is taken is followed by one of twice its width. */
const widest = 10_000n

export type LogSearch = {
  logs: EvmLog[]
  /** Every block up to this one was looked through; the next search starts after it. */
  until: bigint
}

/**
 * Looks for events in windows that the node accepts, oldest first: a window that is refused is
 * halved, one that is taken grows as long as none was refused. Reads at most `windows` of them, and
 * says how far it came. What is refused costs at most one request a halving of the first window: each
 * search comes further than the one before, however narrow the node's windows are. After more than `refusals` of
 * them it gives up: a node that is asked again and again may read no events at all.
 *
 * @throws AppError `chain/bad-answer` when the node refuses even a single block.
 */
export async function readLogs(
  reader: Pick<EvmReader, 'logs'>,
  filter: LogFilter,
  windows: number,
  signal?: AbortSignal,
  refusals = Number.POSITIVE_INFINITY,
): Promise<LogSearch> {
  const logs: EvmLog[] = []
  let width = first
  let grows = true
  let refused = 0
  let from = filter.from
  for (let left = windows; left > 0 && from <= filter.to; ) {
    const to = from + width - 1n < filter.to ? from + width - 1n : filter.to
    try {
      logs.push(...(await reader.logs({ ...filter, from, to }, signal)))
      from = to + 1n
      left -= 1
      if (grows) width = width * 2n < widest ? width * 2n : widest
    } catch (error) {
      refused += 1
      if (!isRefusal(error) || to === from || refused > refusals) throw error
      grows = false
      // What was refused may be narrower than the widest window.
      width = (to - from + 1n) / 2n
    }
  }
  return { logs, until: from - 1n }
}

const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'chain/bad-answer'
