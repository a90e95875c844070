/** State of a key: prepared but not begun, begun and open, or settled with a value. */
type SettleState<T> =
  | { state: 'unknown' }
  | { state: 'reserved' }
  | { state: 'open' }
  | { state: 'settled'; value: T; acknowledged: boolean }

export type SettleOnce<T> = {
  /** Takes a key for ever; false when it was taken before. */
  reserve(key: string): boolean
  /** Turns a reserved key into an open one; false when it is anything else. */
  open(key: string): boolean
  /** Stores the first value of an open key; false when there is none to store it for. */
  settle(key: string, value: T): boolean
  /** Marks a settled key as received for good; false when it was not settled or already marked. */
  acknowledge(key: string): boolean
  look(key: string): SettleState<T>
  /** Settled and not yet acknowledged, oldest first. */
  unacknowledged(): { key: string; value: T }[]
}

/**
 * A register in which each key opens at most once and settles at most once. Keys are never
 * forgotten while the register lives, which is what makes a second dispatch refusable.
 */
export function createSettleOnce<T>(): SettleOnce<T> {
  const entries = new Map<string, SettleState<T>>()
  return {
    reserve(key) {
      if (entries.has(key)) return false
      entries.set(key, { state: 'reserved' })
      return true
    },
    open(key) {
      if (entries.get(key)?.state !== 'reserved') return false
      entries.set(key, { state: 'open' })
      return true
    },
    settle(key, value) {
      if (entries.get(key)?.state !== 'open') return false
      entries.set(key, { state: 'settled', value, acknowledged: false })
      return true
    },
    acknowledge(key) {
      const entry = entries.get(key)
      if (entry?.state !== 'settled' || entry.acknowledged) return false
      entries.set(key, { ...entry, acknowledged: true })
      return true
    },
    look: (key) => entries.get(key) ?? { state: 'unknown' },
    unacknowledged() {
      const found: { key: string; value: T }[] = []
      for (const [key, entry] of entries) {
        if (entry.state === 'settled' && !entry.acknowledged)
          found.push({ key, value: entry.value })
      }
      return found
    },
  }
}
