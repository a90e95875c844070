import { readTokenMarks, type TokenMarks } from '@/src/contract/token-marks'
import { AppError } from '@/src/domain/error'
import type { TokenMarkStore } from '@/src/store/token-marks'

/** Pinned and recent tokens in memory. `failing`: the store cannot be opened. */
export function createFixtureMarks(
  first: Partial<TokenMarks> = {},
  failing = false,
): TokenMarkStore {
  let marks = readTokenMarks(first)
  const listeners = new Set<() => void>()
  const read = async () => {
    if (failing) throw new AppError('store/unavailable', { name: '' })
    return marks
  }
  return {
    read,
    async change(decide) {
      marks = readTokenMarks(decide(await read()))
      for (const listener of listeners) listener()
      return marks
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
