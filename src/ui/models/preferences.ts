import { type ReadonlySignal, signal } from '@preact/signals'
import type { Settings } from '@/src/contract/rpc'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Backend } from './backend'

export type Preferences = {
  settings: ReadonlySignal<Settings | undefined>
  error: ReadonlySignal<WireError | undefined>
  saved: ReadonlySignal<boolean>
  load(): Promise<void>
  write(change: Partial<Settings>): Promise<void>
}

/** The settings as the worker holds them; a change is shown once it is stored. */
export function createPreferences({ backend }: { backend: Backend }): Preferences {
  const settings = signal<Settings | undefined>(undefined)
  const error = signal<WireError | undefined>(undefined)
  const saved = signal(false)

  async function load(): Promise<void> {
    try {
      const read = await backend.call('readSettings', {})
      // Until they are read, nothing else can have gone wrong with them.
      if (!settings.value) error.value = undefined
      settings.value = read
    } catch (caught) {
      error.value = toWireError(caught)
    }
  }

  backend.onChange((change) => {
    if (change.kind === 'settings') void load()
  })

  return {
    settings,
    error,
    saved,
    load,
    async write(change) {
      error.value = undefined
      saved.value = false
      try {
        settings.value = await backend.call('writeSettings', change)
        saved.value = true
      } catch (caught) {
        error.value = toWireError(caught)
      }
    },
  }
}
