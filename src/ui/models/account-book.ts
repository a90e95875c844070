import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import {
  type BookEntry,
  bookKey,
  LONGEST_NAME,
  type Removal,
  readRemoved,
} from '@/src/contract/book'
import { mayUndo } from '@/src/contract/undo'
import { toAccount } from '@/src/domain/address/account-book'
import { sameAddress } from '@/src/domain/address/address'
import { toWireError, type WireError } from '@/src/domain/error'
import type { BookRead } from '@/src/store/account-book'
import { type Async, failed, loading, ready } from './async'
import type { Backend, Clock } from './backend'
import {
  type AddressProblem,
  MOST_ENTRIES,
  mergeBook,
  type NameProblem,
  noteOf,
  problemOfAddress,
  problemOfName,
  sortBook,
  tidyText,
} from './book-rules'

/** What any page removed lies here until the browser closes: it is on no disk any more. */
const REMOVED_KEY = 'book-removed'

/** What an undo gives that nothing came of. */
const none = { back: 0, left: 0 }

const isIn = (entries: readonly BookEntry[], entry: BookEntry) =>
  entries.some((each) => bookKey(each) === bookKey(entry))

/** What a person types of an entry. */
export type BookDraft = { name: string; address: string; note: string }
/** `gone`: another window removed it meanwhile. */
export type BookProblem = {
  name?: NameProblem
  address?: AddressProblem
  full?: true
  gone?: true
}

export type Book = {
  /** Checked ones in the order of a list, then those out of a file. */
  entries: ReadonlySignal<Async<BookEntry[]>>
  /** Entries that could not be read; they stay where they are. */
  unread: ReadonlySignal<number>
  /** What can still be brought back first: what this page removed last, else what any did. */
  removed: ReadonlySignal<{ at: number; count: number } | undefined>
  error: ReadonlySignal<WireError | undefined>
  /** Reads it once more. */
  readAgain(): Promise<void>
  /** The entry of an account, if its address was compared here: nothing else has a name. */
  find(address: string): BookEntry | undefined
  /** Adds an entry, or checks one that came out of a file; undefined once it is stored. */
  add(draft: BookDraft, tokens: readonly { address: string }[]): Promise<BookProblem | undefined>
  /** Changes name and note; an address never changes under its name. */
  rename(entry: BookEntry, draft: BookDraft): Promise<BookProblem | undefined>
  remove(entries: readonly BookEntry[]): Promise<void>
  /** Brings that back; gives how many of it are back, and how many had to stay away. */
  undo(): Promise<{ back: number; left: number }>
  /** Notes that these addresses were used now. */
  use(addresses: readonly string[]): Promise<void>
  dispose(): void
}

/**
 * The account book as a page shows it: read anew whenever any page of ours changed it. `removedHere`: what
 * this page removed, the newest last, without entries once they are back; as long as one of those could be
 * undone, nothing that another page removed is brought back.
 */
export function createBook(options: {
  backend: Pick<Backend, 'book' | 'session'>
  clock: Pick<Clock, 'now'>
  removedHere?: Signal<readonly Removal[]>
}): Book {
  const { backend, clock, removedHere = signal([]) } = options
  const entries = signal<Async<BookEntry[]>>(loading)
  const unread = signal(0)
  const removedAnywhere = signal<readonly Removal[]>([])
  const removed = computed(() => {
    const own = removedHere.value.filter(isUndoable)
    const shown = own.length > 0 ? own : removedAnywhere.value
    return shown.findLast(({ entries }) => entries.length > 0)
  })
  const error = signal<WireError | undefined>(undefined)
  let disposed = false
  let off = () => {}

  function show(read: BookRead): void {
    entries.value = ready(sortBook(read.entries))
    unread.value = read.unread
  }

  async function load(): Promise<void> {
    try {
      const store = await backend.book()
      if (disposed) return
      off()
      off = store.onChange(() => void look())
      await look()
    } catch (caught) {
      entries.value = failed(toWireError(caught))
    }
  }

  let looks = 0
  async function look(): Promise<void> {
    looks += 1
    const mine = looks
    try {
      const read = await (await backend.book()).read()
      // Another was begun since, and shows what is newer.
      if (mine !== looks) return
      show(read)
      const isBack = ({ entries }: Removal) => entries.every((each) => isIn(read.entries, each))
      // Another page brought it back.
      const back = removedHere.peek().filter(isBack)
      if (back.length > 0) forgetOwn(back)
      removedAnywhere.value = (await readKept()).filter((each) => !isBack(each))
    } catch (caught) {
      if (entries.value.state !== 'ready') entries.value = failed(toWireError(caught))
    }
  }

  /** Runs a change; what kept it from being stored is told, and what is shown stays. */
  async function change<T>(
    otherwise: T,
    decide: (now: BookEntry[]) => { put?: BookEntry[]; drop?: string[]; gives: T },
  ): Promise<T> {
    error.value = undefined
    let gives = otherwise
    try {
      const store = await backend.book()
      const read = await store.change((now) => {
        const { gives: given, ...rest } = decide(now)
        gives = given
        return rest
      })
      show(read)
      return gives
    } catch (caught) {
      error.value = toWireError(caught)
      return otherwise
    }
  }

  const isUndoable = ({ at }: Removal) => mayUndo(at, clock.now())

  const forgetOwn = (back: readonly Removal[]) => {
    removedHere.value = removedHere
      .peek()
      .map((each) => (back.includes(each) ? { ...each, entries: [] } : each))
  }

  /** Without it nothing is lost but the way back from a page that removed nothing. */
  const readKept = async () =>
    readRemoved(await backend.session.read(REMOVED_KEY).catch(() => undefined)).filter(isUndoable)

  async function keep(next: readonly Removal[]): Promise<void> {
    await backend.session.write(REMOVED_KEY, next).catch(() => undefined)
    // Not before it was written: the book's change is heard here too, and reads what is kept there.
    removedAnywhere.value = next
  }

  void load()

  return {
    entries,
    unread,
    removed: computed(() => {
      const last = removed.value
      return last && { at: last.at, count: last.entries.length }
    }),
    error,
    readAgain: load,
    find(address) {
      if (entries.value.state !== 'ready') return undefined
      return entries.value.value.find(
        (each) => !each.unchecked && sameAddress(each.address, address),
      )
    },
    add: (draft, tokens) =>
      change<BookProblem | undefined>({}, (now) => {
        const account = toAccount(draft.address)
        const name = tidyText(draft.name, LONGEST_NAME)
        const address = problemOfAddress(now, draft.address, tokens)
        if (!account || address) return { gives: { address: address ?? 'invalid' } }
        const wrong = problemOfName(now, { ...account, name })
        if (wrong) return { gives: { name: wrong } }
        const before = now.find((each) => bookKey(each) === bookKey(account))
        if (!before && now.length >= MOST_ENTRIES) return { gives: { full: true } }
        const createdAt = before?.createdAt ?? clock.now()
        return { put: [{ ...account, name, ...noteOf(draft.note), createdAt }], gives: undefined }
      }),
    rename: (entry, draft) =>
      change<BookProblem | undefined>({}, (now) => {
        const name = tidyText(draft.name, LONGEST_NAME)
        const wrong = problemOfName(now, { ...entry, name })
        if (wrong) return { gives: { name: wrong } }
        const before = now.find((each) => bookKey(each) === bookKey(entry))
        // Another window removed it: a name brings nothing back.
        if (!before) return { gives: { gone: true } }
        const { note: _, ...kept } = before
        return { put: [{ ...kept, name, ...noteOf(draft.note) }], gives: undefined }
      }),
    async remove(unwanted) {
      const keys = unwanted.map(bookKey)
      // As they are by now, in whatever other window they were changed.
      const dropped = await change<BookEntry[]>([], (now) => {
        const found = now.filter((each) => keys.includes(bookKey(each)))
        return { drop: found.map(bookKey), gives: found }
      })
      if (dropped.length === 0) return
      const kept = await readKept()
      // They are told apart by their times.
      const before = [...kept, ...removedHere.peek()].map((each) => each.at)
      const at = Math.max(clock.now(), ...before.map((each) => each + 1))
      const gone = { at, entries: dropped }
      removedHere.value = [...removedHere.peek(), gone]
      await keep([...kept, gone])
    },
    async undo() {
      const last = removed.value
      if (!last || !isUndoable(last)) return none
      const came = await change(none, (now) => {
        const put = last.entries.filter(
          (each) => !isIn(now, each) && problemOfName(now, each) === undefined,
        )
        return { put, gives: { back: put.length, left: last.entries.length - put.length } }
      })
      if (came === none) return none
      forgetOwn([last])
      // What was removed before that, and by another page since, stays there to be brought back.
      await keep((await readKept()).filter(({ at }) => at !== last.at))
      return came
    },
    async use(addresses) {
      await change(undefined, (now) => ({
        put: now
          .filter((each) => addresses.some((used) => sameAddress(used, each.address)))
          .map((each) => ({ ...each, usedAt: clock.now() })),
        gives: undefined,
      }))
    },
    dispose() {
      disposed = true
      off()
    },
  }
}

/** Takes in what a file holds of a book; see `mergeBook` for what becomes of it. */
export async function restoreBook(
  backend: Pick<Backend, 'book'>,
  values: readonly unknown[],
  now: number,
): Promise<{ added: number; known: number; conflicts: number; unread: number }> {
  let sum = { added: 0, known: 0, conflicts: 0, unread: 0 }
  await (await backend.book()).change((present) => {
    const { put, ...counts } = mergeBook(present, values, now)
    sum = { added: put.length, ...counts }
    return { put }
  })
  return sum
}
