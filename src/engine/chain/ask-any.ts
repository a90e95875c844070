import type { Operator } from '@/src/chains/chains'
import { AppError } from '@/src/domain/error'

/** A node is given this long, ms. */
const patience = 3_000
/** Nodes that are asked at most, two at a time: the first of them to answer holds nothing up. */
const mostAsked = 4

/**
 * What one independent node says, or the person's own: for a fact that a party under suspicion must not tell,
 * and that nobody is freed by. Undefined where none of them answers.
 */
export async function askAny<R, T>(
  operators: readonly Operator<R>[],
  read: (reader: R, signal: AbortSignal) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const waiting = operators.slice(0, mostAsked)
  while (waiting.length > 0) {
    const asked = waiting.splice(0, 2)
    try {
      const signal = AbortSignal.timeout(patience)
      return { value: await Promise.any(asked.map(({ reader }) => read(reader, signal))) }
    } catch (error) {
      const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
      const bug = errors.find((each) => !(each instanceof AppError))
      if (bug !== undefined) throw bug
    }
  }
  return undefined
}
