import { effect } from '@preact/signals'
import { type ComponentType, hydrate, render } from 'preact'
import { firstFrame, keptKey, languageKey, replayEarly, themeKey } from './first-paint'
import { keepStore } from './keep-store'
import { type App, createApp, type View } from './models/app'
import type { Backend, Clock } from './models/backend'

/** Follows theme and language; another language is drawn anew from the start, as what is shown has its words. */
function followSettings(app: App): void {
  const { dataset } = document.documentElement
  dataset.theme = localStorage.getItem(themeKey) ?? 'system'
  const shown = localStorage.getItem(languageKey) ?? ''
  effect(() => {
    const { theme, language = '' } = app.preferences.settings.value ?? {}
    if (theme === undefined) return
    dataset.theme = theme
    localStorage.setItem(themeKey, theme)
    if (language === shown) return
    localStorage.setItem(languageKey, language)
    location.reload()
  })
}

/** Remembers whether the next window has something to read before it shows its form. */
function followKept({ hasKept }: App): void {
  effect(() => {
    if (hasKept.value) localStorage.setItem(keptKey, '')
    else localStorage.removeItem(keptKey)
  })
}

/**
 * Starts a page of the interface: first the empty form, then what is stored, then what the worker says.
 * `Page` is the ordinary page with its screens, or the welcome page. `createBackend` is called once the
 * first frame is there.
 */
export async function mount(options: {
  createBackend: () => Backend
  clock: Clock
  view: View
  Page: ComponentType<{ app: App }>
  start?: '#/settings'
}): Promise<App> {
  const { createBackend, clock, view, Page } = options
  if (options.start !== undefined && location.hash === '') {
    history.replaceState(null, '', options.start)
  }
  const place = document.getElementById('app')
  if (place === null) throw new Error('The page has no place for the interface')
  const frame = firstFrame(window)
  if (frame !== undefined) await frame
  const language = localStorage.getItem(languageKey)
  if (language) await (await import('./speak')).speak(language)
  const app = createApp({ backend: createBackend(), clock, view, page: window })
  followSettings(app)
  document.documentElement.dataset.view = view
  const { dataset } = document.documentElement
  // Drawn when the page was built, or at once: what is stored comes a moment later, and what is typed
  // before it stays.
  if (place.hasChildNodes() && dataset.held !== 'page') hydrate(<Page app={app} />, place)
  else {
    place.replaceChildren()
    render(<Page app={app} />, place)
    delete dataset.held
  }
  replayEarly(window)
  // What a person does now comes before the work on what is stored.
  await new Promise((resolve) => setTimeout(resolve))
  await app.restore()
  delete dataset.held
  // Only now is the typeface fetched: with it everything is laid out anew.
  dataset.ready = 'true'
  followKept(app)
  app.load()
  void keepStore(navigator.storage)
  return app
}
