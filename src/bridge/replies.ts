import type { Timers } from './timers'

/** Waits for answers by key: each answer goes to everybody who waits for the key at that moment. */
export function createReplies<T>(timers: Timers) {
  const waiting = new Map<string, Set<(value: T) => void>>()
  return {
    /** The first answer within `ms`, else undefined. */
    wait(key: string, ms: number): Promise<T | undefined> {
      return new Promise((resolve) => {
        const waiters = waiting.get(key) ?? new Set()
        waiting.set(key, waiters)
        const leave = (value: T | undefined): void => {
          cancel()
          waiters.delete(take)
          if (waiters.size === 0) waiting.delete(key)
          resolve(value)
        }
        const take = (value: T): void => leave(value)
        const cancel = timers.later(() => leave(undefined), ms)
        waiters.add(take)
      })
    },
    answer(key: string, value: T): void {
      for (const take of [...(waiting.get(key) ?? [])]) take(value)
    },
  }
}
