import type { Plugin } from 'vite'

/** The page whose first view counts. */
const entry = /\/entrypoints\/popup\//
/** What every page reads once it can be used: the store, and the way to the worker. */
const next = /\/src\/(messaging\/call-worker|store\/read-database|contract\/at-opening)\.ts$/
/** What is read with the first order, and with the first thing that somebody does: all the schemas. */
const used = /\/src\/(messaging\/client|store\/read-(history|order|choices|deeds|left|bin))\.ts$/

/**
 * What a page imports as `wxt/browser`. The polyfill hands a browser's own object through as it is: only a
 * Chrome that has none yet reads its code.
 */
const polyfill = 'virtual:polyfill'
const nativeFirst = `export const browser = globalThis.browser?.runtime?.id
  ? globalThis.browser : (await import('${polyfill}')).default`
/**
 * What the worker and the content script import as that: they can await nothing before they listen, and
 * Chrome's own object answers with promises too, whatever its name.
 * https://developer.chrome.com/docs/extensions/develop/migrate/api-calls#replace-callbacks
 */
const native = `export const browser = globalThis.browser?.runtime?.id
  ? globalThis.browser : globalThis.chrome`

/**
 * Puts all that the popup needs for its first view into one script, and what it reads right after that into
 * another: each further one is another question to the browser before anything can be used. What is
 * fetched on demand stays apart, in files as few as the times at which it is needed.
 */
export function createPageParts(): Plugin {
  const parts = new Map<string, string>()
  let isPages = false
  return {
    name: 'page-parts',
    apply: 'build',
    config(config) {
      const output = config.build?.rollupOptions?.output
      isPages = !config.build?.lib
      if (!isPages || !output || Array.isArray(output)) return
      output.codeSplitting = { groups: [{ name: (id) => parts.get(id) ?? null }] }
    },
    // A module of its own: what makes one of a classic script is then no part of the first view.
    resolveId: (id) => (id === polyfill ? id : undefined),
    load: (id) => (id === polyfill ? `export { default } from 'webextension-polyfill'` : undefined),
    transform: {
      filter: { id: /@wxt-dev\/webextension-polyfill\/dist\/browser/ },
      handler: () => (isPages ? nativeFirst : native),
    },
    buildEnd() {
      parts.clear()
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      const ids = [...this.getModuleIds()]
      const starts = ids.filter((id) => this.getModuleInfo(id)?.isEntry && entry.test(id))
      for (const id of withImports(starts, importsOf)) parts.set(id, 'first-view')
      // Other pages share the rest: what starts the popup is no part of it.
      for (const id of parts.keys()) if (entry.test(id)) parts.delete(id)
      for (const [name, files] of [
        ['next', next],
        ['used', used],
      ] as const) {
        const later = ids.filter((id) => files.test(id))
        for (const id of withImports(later, importsOf)) if (!parts.has(id)) parts.set(id, name)
      }
    },
  }
}

/** Modules and all that they import at once. */
function withImports(ids: readonly string[], importsOf: (id: string) => readonly string[]) {
  const found = new Set(ids)
  for (const id of found) for (const each of importsOf(id)) found.add(each)
  return found
}
