import { type ReadonlySignal, signal } from '@preact/signals'
import { BACKUP_VERSION, type BackupHeader, backupHeader } from '@/src/contract/backup'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order/order'
import { linesOf } from '../backup/lines'
import { createHeader, createSeal } from '../backup/seal'
import { restoreBook } from './account-book'
import type { Backend, Clock } from './backend'
import { type RestoredTokens, readTokens, restoreTokens } from './backup-tokens'
import type { Catalog } from './catalog'

/** Orders in a line, and in a message to the worker. */
const PAGE = 50

/** Entries of the account book in a line. */
const ENTRIES = 200

/** The fewest characters of a passphrase: what guards the file wherever it is copied to. */
export const SHORTEST_PASSPHRASE = 12

/** Why a file could not be read: none of ours, of a newer version, another passphrase, or damaged. */
export type Unreadable = 'no-backup' | 'newer' | 'passphrase' | 'damaged'

export type BackupState =
  | { state: 'idle' }
  /** `total` is known once the orders are counted. */
  | { state: 'writing'; done: number; total?: number }
  /** `left`: orders that no file can hold. */
  | { state: 'written'; count: number; left: number; entries: number; tokens: number; name: string }
  | { state: 'reading'; done: number }
  /** `added` are new here, `known` were here already, `unread` could not be made sense of. */
  | {
      state: 'restored'
      added: number
      known: number
      unread: number
      book: RestoredBook
      tokens: RestoredTokens
    }
  /** What was read before the file broke off is kept. */
  | { state: 'unreadable'; why: Unreadable; taken: Taken }
  /** `taken`: of what was being read; absent where a file was written. */
  | { state: 'failed'; error: WireError; taken?: Taken }
  | { state: 'cancelled'; taken: Taken }

/** What came out of a file and stays, though its rest did not. */
export type Taken = Pick<Extract<BackupState, { state: 'restored' }>, 'added' | 'book' | 'tokens'>

/** Of the account book: what came in unchecked, was here, gave way to what is here, or could not be read. */
export type RestoredBook = { added: number; known: number; conflicts: number; unread: number }

export type Backup = {
  state: ReadonlySignal<BackupState>
  /** Writes all orders into a file that the passphrase alone opens, and hands it to the browser. */
  save(passphrase: string): Promise<void>
  /** Takes the orders of such a file that are not here. */
  restore(file: Blob, passphrase: string): Promise<void>
  /** Nothing more is written or read; what was read stays, and is said. */
  cancel(): void
  /** What came of the last one was read: it is said no more. */
  settle(): void
}

class UnreadableBackup extends Error {
  readonly why: Unreadable
  constructor(why: Unreadable) {
    super(why)
    this.why = why
  }
}

/** Whether a record can be written as text: what another version stored, or damage, may be anything. */
function isWritable(record: unknown): boolean {
  try {
    return JSON.stringify(record) !== undefined
  } catch {
    return false
  }
}

/**
 * A copy of the history, the account book and the person's own tokens that nobody can read without its passphrase, and the way
 * back. It goes on though its screen is left.
 */
export function createBackup(options: {
  backend: Pick<Backend, 'listOrders' | 'countOrders' | 'saveFile' | 'call' | 'book' | 'tokenMarks'>
  clock: Clock
  catalog: Catalog
}): Backup {
  const { backend, clock, catalog } = options
  const state = signal<BackupState>({ state: 'idle' })
  let running = 0

  async function* pages(): AsyncGenerator<Order[]> {
    let cursor: string | undefined
    do {
      const query = { text: '', limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
      const page = await backend.listOrders(query)
      yield page.orders
      cursor = page.cursor
    } while (cursor !== undefined)
  }

  async function write(passphrase: string, isWanted: () => boolean): Promise<void> {
    const total = await backend.countOrders()
    const header = createHeader(clock.now())
    const headerLine = JSON.stringify(header)
    const seal = await createSeal(passphrase, header, headerLine)
    const parts: Blob[] = [new Blob([headerLine, '\n'])]
    let count = 0
    let left = 0
    let place = 1
    for await (const page of pages()) {
      if (!isWanted()) return
      // A review that was never confirmed is nothing to come back to.
      const confirmed = page.filter(({ status }) => status !== 'planned')
      const orders = confirmed
        .map((order) => (order.unread ? order.unread.stored : order))
        .filter(isWritable)
      left += confirmed.length - orders.length
      parts.push(new Blob([await seal.close({ orders }, place), '\n']))
      place += 1
      count += orders.length
      if (isWanted()) state.value = { state: 'writing', done: count, total }
    }
    const { entries } = await (await backend.book()).read()
    for (let from = 0; from < entries.length; from += ENTRIES) {
      const book = entries.slice(from, from + ENTRIES)
      parts.push(new Blob([await seal.close({ book }, place), '\n']))
      place += 1
    }
    const tokens = await readTokens(backend)
    parts.push(new Blob([await seal.close({ tokens }, place), '\n']))
    place += 1
    parts.push(new Blob([await seal.close({ end: true, count }, place), '\n']))
    if (!isWanted()) return
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const name = `causeway-backup-${day}.txt`
    backend.saveFile(name, new Blob(parts, { type: 'text/plain' }))
    state.value = {
      state: 'written',
      count,
      left,
      entries: entries.length,
      tokens: tokens.pinned.length + tokens.added.length,
      name,
    }
  }

  async function read(file: Blob, passphrase: string, isWanted: () => boolean): Promise<void> {
    const takenOf = (): Taken => ({ added: sum.added, book, tokens })
    const sum = { added: 0, known: 0, unread: 0 }
    const book = { added: 0, known: 0, conflicts: 0, unread: 0 }
    const tokens = { pinned: 0, added: 0, left: 0 }
    try {
      const lines = linesOf(file)
      const headerLine = (await lines.next()).value ?? ''
      const header = readHeader(headerLine)
      const seal = await createSeal(passphrase, header, headerLine)
      let place = 1
      let isWhole = false
      let hasTokens = false
      for await (const line of lines) {
        if (!isWanted()) break
        const part = await seal.open(line, place)
        if (part === null) throw new UnreadableBackup(place === 1 ? 'passphrase' : 'damaged')
        isWhole = 'end' in part
        if ('end' in part) break
        place += 1
        if ('book' in part) {
          const done = await restoreBook(backend, part.book, clock.now())
          for (const name of Object.keys(book) as (keyof RestoredBook)[]) book[name] += done[name]
          continue
        }
        if ('tokens' in part) {
          // One line of a file has them: another would have as many looked up again.
          if (hasTokens) throw new UnreadableBackup('damaged')
          hasTokens = true
          const done = await restoreTokens(backend, catalog, part.tokens)
          for (const name of Object.keys(tokens) as (keyof RestoredTokens)[]) {
            tokens[name] += done[name]
          }
          continue
        }
        const done = await backend.call('restoreOrders', { orders: part.orders })
        sum.added += done.added
        sum.known += done.known
        sum.unread += done.unread
        if (isWanted()) {
          state.value = { state: 'reading', done: sum.added + sum.known + sum.unread }
        }
      }
      if (!isWanted()) {
        state.value = { state: 'cancelled', taken: takenOf() }
        return
      }
      if (!isWhole) throw new UnreadableBackup('damaged')
      state.value = { state: 'restored', ...sum, book, tokens }
    } catch (caught) {
      const taken = takenOf()
      if (caught instanceof UnreadableBackup || caught instanceof RangeError) {
        const why = caught instanceof UnreadableBackup ? caught.why : 'no-backup'
        state.value = { state: 'unreadable', why, taken }
      } else {
        state.value = { state: 'failed', error: toWireError(caught), taken }
      }
    }
  }

  async function run(start: BackupState, work: (isWanted: () => boolean) => Promise<void>) {
    running += 1
    const mine = running
    const isWanted = () => mine === running
    state.value = start
    try {
      await work(isWanted)
    } catch (caught) {
      if (isWanted()) state.value = { state: 'failed', error: toWireError(caught) }
    }
  }

  return {
    state,
    save: (passphrase) =>
      run({ state: 'writing', done: 0 }, (isWanted) => write(passphrase, isWanted)),
    restore: (file, passphrase) =>
      run({ state: 'reading', done: 0 }, (isWanted) => read(file, passphrase, isWanted)),
    cancel() {
      running += 1
      // What is being taken in at this moment comes in yet: how much that was is said after it.
      if (state.value.state !== 'reading') state.value = { state: 'idle' }
    },
    settle() {
      if (!['writing', 'reading'].includes(state.value.state)) state.value = { state: 'idle' }
    },
  }
}

function readHeader(line: string): BackupHeader {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new UnreadableBackup('no-backup')
  }
  const read = backupHeader.safeParse(value)
  if (!read.success) throw new UnreadableBackup('no-backup')
  if (read.data.version > BACKUP_VERSION) throw new UnreadableBackup('newer')
  return read.data
}
