import { render } from 'preact'
import { createApp, type View } from './models/app'
import type { Backend, Clock } from './models/backend'
import { Root } from './screens/root'

/** A backend of which nothing has come yet. */
const silent = new Proxy({} as Backend, {
  get: (_backend, name) =>
    name === 'session' ? { read: never, write: never } : name === 'onChange' ? () => noop : never,
})
const never = () => new Promise<never>(() => undefined)
const noop = () => undefined
const clock: Clock = { now: () => 0, after: () => noop }

/**
 * Draws a page as it is before anything is read, with the document of `page`, and gives its markup: what a
 * build puts into the page itself, and what `mount` takes over.
 */
export function drawFirst(page: Window, view: View): string {
  const place = page.document.createElement('div')
  render(<Root app={createApp({ backend: silent, clock, view, page })} />, place)
  const html = place.innerHTML
  // Before any effect of it runs.
  render(null, place)
  return html
}
