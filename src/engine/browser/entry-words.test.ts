import { beforeEach, describe, expect, it, vi } from 'vitest'

/** What the browser shows, by where; of a menu's entry there is one. */
const shown = vi.hoisted(() => new Map<string, string>())
vi.mock('wxt/browser', () => ({
  browser: {
    omnibox: {
      setDefaultSuggestion: ({ description }: { description: string }) =>
        void shown.set('address bar', description),
    },
    contextMenus: {
      removeAll: async () => void shown.delete('use-text'),
      create: ({ id, title }: { id: string; title: string }) => {
        if (shown.has(id)) throw new Error('it is there already')
        shown.set(id, title)
      },
    },
  },
}))

const english = { 'address bar': 'Open Causeway with these words', 'use-text': 'Open in Causeway' }

describe('what the browser shows of us in places of its own', () => {
  let sayEntries: typeof import('./entry-words').sayEntries
  beforeEach(async () => {
    shown.clear()
    vi.stubEnv('WITH_PSEUDO', 'true')
    vi.resetModules()
    sayEntries = (await import('./entry-words')).sayEntries
    return () => vi.unstubAllEnvs()
  })

  it('is in the language of the settings, and in English again', async () => {
    await sayEntries(undefined)
    expect(Object.fromEntries(shown)).toEqual(english)
    await sayEntries('ar-XB')
    expect(shown.get('use-text')).toContain('\u202eÓopéen\u202c')
    expect(shown.get('address bar')).toContain('\u202ewóords\u202c')
    await sayEntries(undefined)
    expect(Object.fromEntries(shown)).toEqual(english)
  })
})
