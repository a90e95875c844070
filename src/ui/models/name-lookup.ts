import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { OutputOf } from '@/src/contract/rpc'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Backend, Clock } from './backend'

/** What is known of a name that was typed. */
export type NameView =
  | { state: 'offline' | 'reading' }
  /** ENS allows no name of these letters; `foreign` are those that may be taken for others. */
  | { state: 'letters'; foreign: string[] }
  | { state: 'failed'; error: WireError }
  /** `name` as ENS writes it; `foreign`: its letters that may be taken for others. */
  | { state: 'read'; name: string; foreign: string[]; found: OutputOf<'resolveName'> }

export type NameLookup = {
  view: ReadonlySignal<NameView>
  /** Asks again; what was answered before stands until there is another answer. */
  retry(): Promise<void>
  dispose(): void
}

/** Typing waits this long before anybody is asked: half a name is somebody else's. */
const TYPING_MS = 500

/** Looks one name up: by ENS's rules here, then at the chain through the worker. */
export function createNameLookup(options: {
  backend: Pick<Backend, 'call'>
  clock: Pick<Clock, 'after'>
  online: ReadonlySignal<boolean>
  text: string
}): NameLookup {
  const { backend, clock, online, text } = options
  const view = signal<NameView>({ state: 'reading' })
  let asks = 0
  let cancel: (() => void) | undefined

  async function ask(): Promise<void> {
    asks += 1
    const mine = asks
    const show = (next: NameView) => {
      if (mine === asks) view.value = next
    }
    try {
      const { normaliseName, foreignLetters } = await import('../format/ens-name')
      const name = normaliseName(text)
      if (name === undefined) return show({ state: 'letters', foreign: foreignLetters(text) })
      const found = await backend.call('resolveName', { name })
      show({ state: 'read', name, foreign: foreignLetters(name), found })
    } catch (caught) {
      show({ state: 'failed', error: toWireError(caught) })
    }
  }

  const off = effect(() => {
    cancel?.()
    asks += 1
    view.value = { state: online.value ? 'reading' : 'offline' }
    if (online.value) cancel = clock.after(TYPING_MS, () => void ask())
  })

  return {
    view,
    retry: ask,
    dispose() {
      off()
      cancel?.()
      asks += 1
    },
  }
}
