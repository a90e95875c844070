import { effect } from '@preact/signals'
import { type ComponentType, hydrate, render } from 'preact'
import { firstFrame, keptKey, replayEarly, themeKey } from './first-paint'
import { keepStore } from './keep-store'
import { type App, createApp, type View } from './models/app'
import type { Backend, Clock } from './models/backend'

function followTheme(app: App): void {
  const { dataset } = document.documentElement
  dataset.theme = localStorage.getItem(themeKey) ?? 'system'
  effect(() => {
    const theme = app.preferences.settings.value?.theme
    if (theme === undefined) return
    dataset.theme = theme
    localStorage.setItem(themeKey, theme)
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
 * `Page` is the ordinary page with its screens, or the welcome page.
 */
export async function mount(options: {
  backend: Backend
  clock: Clock
  view: View
  Page: ComponentType<{ app: App }>
  start?: '#/settings'
}): Promise<App> {
  const { backend, clock, view, Page } = options
  if (options.start !== undefined && location.hash === '') {
    history.replaceState(null, '', options.start)
  }
  const place = document.getElementById('app')
  if (place === null) throw new Error('The page has no place for the interface')
  const frame = firstFrame(window)
  if (frame !== undefined) await frame
  const app = createApp({ backend, clock, view, page: window })
  followTheme(app)
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
  await app.restore()
  delete dataset.held
  // Only now is the typeface fetched: with it everything is laid out anew.
  dataset.ready = 'true'
  followKept(app)
  app.load()
  void keepStore(navigator.storage)
  return app
}
