import { effect } from '@preact/signals'
import { type ComponentType, render } from 'preact'
import { keepStore } from './keep-store'
import { type App, createApp, type View } from './models/app'
import type { Backend, Clock } from './models/backend'

/** Where the theme is remembered for the very first paint; the settings are the truth. */
const THEME_KEY = 'causeway-theme'

function followTheme(app: App): void {
  const { dataset } = document.documentElement
  dataset.theme = localStorage.getItem(THEME_KEY) ?? 'system'
  effect(() => {
    const theme = app.preferences.settings.value?.theme
    if (theme === undefined) return
    dataset.theme = theme
    localStorage.setItem(THEME_KEY, theme)
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
  const app = createApp({ backend, clock, view, page: window })
  const place = document.getElementById('app')
  if (place === null) throw new Error('The page has no place for the interface')
  followTheme(app)
  document.documentElement.dataset.view = view
  // Drawn at once: what is stored comes a moment later, and what is typed before it stays.
  render(<Page app={app} />, place)
  await app.restore()
  app.load()
  void keepStore(navigator.storage)
  return app
}
