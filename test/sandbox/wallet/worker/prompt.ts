import browser from 'webextension-polyfill'
import type { Family } from '../protocol'

const prefix = 'prompt:'

/** A request that waits for a person (or for a mode that plays one). */
export type Prompt = {
  readonly id: string
  readonly origin: string
  readonly tabId: number
  readonly frameId: number
  readonly documentId?: string
  readonly family: Family
  readonly method: string
  readonly params: unknown
  readonly mode: string
  /** `working` is written before anything is signed, so that a restart never does it twice. */
  readonly phase: 'open' | 'working'
  /** Unix milliseconds at which a `delay` approves by itself. */
  readonly dueAt?: number
  /** The approval window's tab. */
  readonly windowTabId?: number
}

export type PromptStore = {
  load(): Promise<void>
  list(): readonly Prompt[]
  find(id: string): Prompt | undefined
  put(prompt: Prompt): Promise<void>
  remove(id: string): Promise<void>
}

/** Open prompts, kept in session storage: they outlive the worker and end with the browser. */
export function createPromptStore(): PromptStore {
  const prompts = new Map<string, Prompt>()
  return {
    async load() {
      const stored = Object.entries(await browser.storage.session.get(null))
      for (const [key, prompt] of stored) {
        if (key.startsWith(prefix)) prompts.set(key.slice(prefix.length), prompt as Prompt)
      }
    },
    list: () => [...prompts.values()],
    find: (id) => prompts.get(id),
    async put(prompt) {
      prompts.set(prompt.id, prompt)
      await browser.storage.session.set({ [prefix + prompt.id]: prompt })
    },
    async remove(id) {
      prompts.delete(id)
      await browser.storage.session.remove(prefix + id)
    },
  }
}

/** Opens the approval window, or a tab where windows cannot be opened; gives the tab's id. */
export async function openApproval(id: string): Promise<number | undefined> {
  const url = browser.runtime.getURL(`approve.html?id=${encodeURIComponent(id)}`)
  try {
    const window = await browser.windows.create({ url, type: 'popup', width: 400, height: 640 })
    return window.tabs?.[0]?.id
  } catch {
    // A headless browser may have no windows: a tab shows the same page.
    return (await browser.tabs.create({ url })).id
  }
}
