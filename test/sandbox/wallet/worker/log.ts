import browser from 'webextension-polyfill'
import type { LogEntry } from '../protocol'

const prefix = 'log:'
/** Old entries make room; a test that counts clears the log first. */
const limit = 500

export type RequestLog = {
  load(): Promise<void>
  entries(): readonly LogEntry[]
  /** Writes a new entry, or a newer version of one with the same id. */
  write(entry: LogEntry): Promise<void>
  patch(id: string, patch: Partial<LogEntry>): Promise<void>
  clear(): Promise<void>
}

/** Every request received, oldest first; it outlives the worker and the browser. */
export function createRequestLog(): RequestLog {
  const rows: { readonly key: string; entry: LogEntry }[] = []
  let lastSequence = 0

  async function save(row: { readonly key: string; readonly entry: LogEntry }): Promise<void> {
    await browser.storage.local.set({ [row.key]: row.entry })
  }

  async function write(entry: LogEntry): Promise<void> {
    const known = rows.find((row) => row.entry.id === entry.id)
    if (known !== undefined) {
      known.entry = entry
      return save(known)
    }
    lastSequence += 1
    const row = { key: `${prefix}${String(lastSequence).padStart(10, '0')}`, entry }
    rows.push(row)
    const dropped = rows.length > limit ? rows.shift() : undefined
    if (dropped !== undefined) await browser.storage.local.remove(dropped.key)
    return save(row)
  }

  return {
    async load() {
      const stored = Object.entries(await browser.storage.local.get(null))
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
      for (const [key, entry] of stored) {
        rows.push({ key, entry: entry as LogEntry })
        lastSequence = Number(key.slice(prefix.length))
      }
    },
    entries: () => rows.map((row) => row.entry),
    write,
    async patch(id, patch) {
      const known = rows.find((row) => row.entry.id === id)
      // The log may have been cleared while a prompt was open.
      if (known !== undefined) await write({ ...known.entry, ...patch })
    },
    async clear() {
      const keys = rows.map((row) => row.key)
      rows.length = 0
      await browser.storage.local.remove(keys)
    },
  }
}
