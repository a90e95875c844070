import { tokenMarksChannel } from '@/src/contract/channels'
import { readTokenMarks, type TokenMarks } from '@/src/contract/token-marks'
import { type Database, toStoreError } from './open'
import { watch } from './watch'

/** Beside the settings, as one row of its own: the worker neither reads nor writes it. */
const key = 'token-marks'

/** Pinned and recent tokens: pages of ours alone read and write them. */
export type TokenMarkStore = {
  read(): Promise<TokenMarks>
  /**
   * Reads the marks, lets `decide` say what becomes of them, and writes that in one transaction: two pages
   * never write over each other. `decide` must be synchronous. Fails with `store/full` or `store/unavailable`.
   */
  change(decide: (marks: TokenMarks) => TokenMarks): Promise<TokenMarks>
  /** Calls when any page changed them; gives the off-switch. */
  onChange(listener: () => void): () => void
}

/** Opens the marks in this database. */
export function openTokenMarks(db: Database): TokenMarkStore {
  return {
    async read() {
      try {
        return readTokenMarks((await (await db.use()).get('settings', key))?.value)
      } catch (cause) {
        throw toStoreError(cause)
      }
    },
    async change(decide) {
      try {
        const tx = (await db.use()).transaction('settings', 'readwrite')
        watch(tx)
        const before = readTokenMarks((await tx.store.get(key))?.value)
        // As it will be read: no list grows beyond its bound.
        const next = readTokenMarks(decide(before))
        await tx.store.put({ key, value: next })
        await tx.done
        const channel = new BroadcastChannel(tokenMarksChannel)
        channel.postMessage(null)
        channel.close()
        return next
      } catch (cause) {
        throw toStoreError(cause)
      }
    },
    onChange(listener) {
      const channel = new BroadcastChannel(tokenMarksChannel)
      channel.onmessage = () => listener()
      return () => channel.close()
    },
  }
}
