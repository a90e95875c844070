import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { Token } from '@/src/contract/service/token'
import { MOST_PINNED, type TokenMarks, withoutRecent } from '@/src/contract/token-marks'
import { sameToken, type TokenId, tokenKey } from '@/src/domain/token/token-id'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import type { Backend } from './backend'
import type { Catalog } from './catalog'
import { findToken } from './prefill'

/** What came of a press: pinned, not pinned any more, no room left, or not to be stored. */
export type Pinning = 'pinned' | 'unpinned' | 'full' | 'unkept'

/** A token that is marked as risky, wrongly described, or a copy: nothing lifts it above its place. */
export const isWarned = ({ top }: Pick<Catalog, 'top'>, token: Token): boolean =>
  token.extensions?.isRiskToken === true ||
  hasWrongDecimals(token) ||
  imitated(token, top.value) !== undefined

export type TokenMarkList = {
  pinned: ReadonlySignal<readonly TokenId[]>
  /** Without those that are pinned. */
  recent: ReadonlySignal<readonly TokenId[]>
  /** Of a file, and not checked on this computer. */
  unchecked: ReadonlySignal<readonly TokenId[]>
  /** What the service says of those that are among no tokens read before. */
  found: ReadonlySignal<readonly Token[]>
  /** How far the first reading came: nothing, what is marked, and what the service knows of it. */
  read: ReadonlySignal<'none' | 'marks' | 'tokens'>
  isPinned(token: TokenId): boolean
  /** Pins a token, or takes its pin away. */
  toggle(token: TokenId): Promise<Pinning>
  /** Notes that a token was picked now. */
  use(token: TokenId): Promise<void>
  /** A token of a file is checked now, or not wanted any more; false where it stays. */
  settle(token: TokenId): Promise<boolean>
  /** Forgets what was picked lately; false where it stays. */
  clear(): Promise<boolean>
  dispose(): void
}

/** The pinned and recent tokens as a page shows them: read anew whenever any page of ours changed them. */
export function createTokenMarks(options: {
  backend: Pick<Backend, 'tokenMarks' | 'call'>
  catalog: Catalog
}): TokenMarkList {
  const { backend, catalog } = options
  const pinned = signal<readonly TokenId[]>([])
  const recent = signal<readonly TokenId[]>([])
  const unchecked = signal<readonly TokenId[]>([])
  const found = signal<readonly Token[]>([])
  const read = signal<'none' | 'marks' | 'tokens'>('none')
  /** Those that were looked for, once each. */
  const asked = new Set<string>()
  let off = () => {}
  let isOver = false

  function show(marks: TokenMarks): void {
    batch(() => {
      pinned.value = marks.pinned
      recent.value = marks.recent.filter((one) => !marks.pinned.some((pin) => sameToken(pin, one)))
      unchecked.value = marks.unchecked
      if (read.value === 'none') read.value = 'marks'
    })
  }

  async function find(id: TokenId): Promise<void> {
    const key = tokenKey(id)
    if (asked.has(key)) return
    asked.add(key)
    try {
      const token = await findToken(backend, catalog, id)
      if (token !== undefined) found.value = [...found.value, token]
    } catch {
      // Nobody says that it is gone: it stays pinned, and is looked for when the list opens again.
      asked.delete(key)
    }
  }

  let looks = 0
  async function look(): Promise<void> {
    looks += 1
    const mine = looks
    const marks = await (await backend.tokenMarks()).read()
    // Another was begun since, and shows what is newer.
    if (mine !== looks || isOver) return
    show(marks)
    await Promise.all([...pinned.value, ...recent.value].map(find))
    if (!isOver) read.value = 'tokens'
  }

  async function start(): Promise<void> {
    const store = await backend.tokenMarks()
    if (isOver) return
    off = store.onChange(() => void look().catch(() => undefined))
    await look()
  }
  // A short cut: the list is whole without it, and what cannot be written is told at the press.
  start().catch(() => undefined)

  /** Runs a change; false where it could not be stored. */
  async function change(decide: (marks: TokenMarks) => TokenMarks): Promise<boolean> {
    try {
      const marks = await (await backend.tokenMarks()).change(decide)
      // What is read before this is older.
      looks += 1
      if (!isOver) show(marks)
      return true
    } catch {
      return false
    }
  }

  const idOf = ({ chainId, address }: TokenId): TokenId => ({ chainId, address })
  const without = (list: readonly TokenId[], token: TokenId) =>
    list.filter((each) => !sameToken(each, token))

  return {
    pinned,
    recent,
    unchecked,
    found,
    read,
    isPinned: (token) => pinned.value.some((each) => sameToken(each, token)),
    async toggle(token) {
      let came: Pinning = 'unkept'
      const isKept = await change((marks) => {
        const others = without(marks.pinned, token)
        if (others.length < marks.pinned.length) came = 'unpinned'
        else came = others.length < MOST_PINNED ? 'pinned' : 'full'
        const next = came === 'pinned' ? [...others, idOf(token)] : others
        return { ...marks, pinned: next }
      })
      return isKept ? came : 'unkept'
    },
    async use(token) {
      await change((marks) => ({
        ...marks,
        recent: [idOf(token), ...without(marks.recent, token)],
        // It is listed, or was added meanwhile.
        unchecked: without(marks.unchecked, token),
      }))
    },
    settle: (token) =>
      change((marks) => ({ ...marks, unchecked: without(marks.unchecked, token) })),
    clear: () => change(withoutRecent),
    dispose() {
      isOver = true
      off()
    },
  }
}
