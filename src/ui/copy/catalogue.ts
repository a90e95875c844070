import type { Writer } from '@/src/lib/writer'

/** Every catalogue that was read so far, and who writes into those that come; one language a document. */
const read: [name: string, messages: object][] = []
let write: Writer | undefined

/**
 * Names the messages of a catalogue, so that a language other than English can be written into them by key.
 * They are English as they stand here. One that is fetched later has its language before anything uses it.
 */
export function catalogue<T extends object>(name: string, messages: T): T {
  read.push([name, messages])
  write?.(name, messages)
  return messages
}

/** Has all catalogues written anew, those that are there and those that come; before anything is drawn. */
export function writeAll(writer: Writer): void {
  write = writer
  for (const each of read) writer(...each)
}
