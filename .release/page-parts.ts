import type { Plugin } from 'vite'

/** The page whose first view counts, and the name of the script that holds it. */
const entry = /\/entrypoints\/popup\//
const name = 'first-view'

/**
 * What a page imports as `wxt/browser`. The polyfill hands a browser's own object through as it is: only a
 * Chrome that has none yet reads its code.
 */
const nativeFirst = `export const browser = globalThis.browser?.runtime?.id
  ? globalThis.browser : (await import('webextension-polyfill')).default`

/**
 * Puts all that the popup needs for its first view into one script: each further one is another question to
 * the browser before anything can be used. What is fetched on demand stays apart, in files as few as the
 * times at which it is needed.
 */
export function createPageParts(): Plugin {
  const first = new Set<string>()
  let isPages = false
  return {
    name: 'page-parts',
    apply: 'build',
    config(config) {
      const output = config.build?.rollupOptions?.output
      isPages = !config.build?.lib
      if (!isPages || !output || Array.isArray(output)) return
      output.codeSplitting = { groups: [{ name: (id) => (first.has(id) ? name : null) }] }
    },
    transform: {
      filter: { id: /@wxt-dev\/webextension-polyfill\/dist\/browser/ },
      handler: () => (isPages ? nativeFirst : undefined),
    },
    buildEnd() {
      first.clear()
      for (const id of this.getModuleIds()) {
        if (this.getModuleInfo(id)?.isEntry && entry.test(id)) first.add(id)
      }
      for (const id of first) {
        for (const each of this.getModuleInfo(id)?.importedIds ?? []) first.add(each)
      }
      // Other pages share the rest: what starts the popup is no part of it.
      for (const id of first) if (entry.test(id)) first.delete(id)
    },
  }
}
