// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { languageKey, preparePaint } from './first-paint'

const NOW = 1_800_000_000_000
const clock = { now: () => NOW, after: () => () => undefined }
const html = document.documentElement
const place = () => document.querySelector('#app') as HTMLElement
const reload = vi.spyOn(location, 'reload')

/** A page of a build that offers the language, with messages of its own to be written into. */
async function start(backend = createFixtureBackend({ now: () => NOW, orders: {} })) {
  const { mount } = await import('./mount')
  const { Root } = await import('./screens/root')
  const app = await mount({ createBackend: () => backend, clock, Page: Root, view: 'popup' })
  return { app, backend }
}

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('WITH_PSEUDO', 'true')
  reload.mockReset()
  reload.mockReturnValue(undefined)
  localStorage.clear()
  location.hash = ''
  html.lang = 'en'
  html.dir = 'ltr'
  for (const name of Object.keys(html.dataset)) delete html.dataset[name]
  document.body.innerHTML = '<div id="app"><p>English</p></div>'
})
afterEach(() => {
  render(null, place())
  vi.unstubAllEnvs()
})
// Whoever comes after this file reads the messages as they are, on a page with nothing on it.
afterAll(async () => {
  await vi.dynamicImportSettled()
  vi.resetModules()
  html.removeAttribute('lang')
  html.removeAttribute('dir')
  document.body.replaceChildren()
})

describe('a page in another language than English', () => {
  it('shows nothing of the English one that it was built with, and is drawn in its own', async () => {
    localStorage.setItem(languageKey, 'ar-XB')
    preparePaint(window)
    expect(html.dataset.held).toBe('page')
    await start()
    expect(html.dataset.held).toBeUndefined()
    expect([html.lang, html.dir]).toEqual(['ar-XB', 'rtl'])
    expect(place().textContent).not.toContain('English')
    expect(place().textContent).not.toContain('You pay')
    expect(place().textContent).toContain('\u200f\u202eYóoúu\u202c \u202epáay\u202c')
  })

  it('given one that this build does not offer, then it is drawn in English', async () => {
    vi.stubEnv('WITH_PSEUDO', '')
    localStorage.setItem(languageKey, 'ar-XB')
    preparePaint(window)
    await start()
    expect([html.lang, html.dir]).toEqual(['en', 'ltr'])
    expect(place().textContent).toContain('You pay')
    expect(html.dataset.held).toBeUndefined()
  })
})

describe('the language in the settings', () => {
  it('is kept for the next page, and this one is drawn anew', async () => {
    const { app, backend } = await start()
    await vi.waitFor(() => expect(app.preferences.settings.value).toBeDefined())
    expect(reload).not.toHaveBeenCalled()
    // As another page of ours, which is told of it.
    await backend.call('writeSettings', { language: 'ar-XB' })
    await app.preferences.load()
    expect(localStorage.getItem(languageKey)).toBe('ar-XB')
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is that of the page by then: it is not drawn again', async () => {
    localStorage.setItem(languageKey, 'ar-XB')
    const backend = createFixtureBackend({ now: () => NOW, orders: {} })
    await backend.call('writeSettings', { language: 'ar-XB' })
    const { app } = await start(backend)
    await vi.waitFor(() => expect(app.preferences.settings.value?.language).toBe('ar-XB'))
    expect(reload).not.toHaveBeenCalled()
  })

  it('is chosen among those that are offered, English first', async () => {
    const { app, backend } = await start()
    await act(() => app.router.go({ screen: 'settings' }))
    const field = await vi.waitFor(() => {
      const found = document.querySelector<HTMLSelectElement>('[data-testid=language]')
      if (found === null) throw new Error('not there yet')
      return found
    })
    expect([...field.options].map(({ value }) => value)).toEqual(['', 'ar-XB'])
    field.value = 'ar-XB'
    field.dispatchEvent(new Event('change', { bubbles: true }))
    await vi.waitFor(async () =>
      expect((await backend.call('readSettings', {})).language).toBe('ar-XB'),
    )
  })

  it('is no choice where English is all there is', async () => {
    vi.stubEnv('WITH_PSEUDO', '')
    const { app } = await start()
    await act(() => app.router.go({ screen: 'settings' }))
    await vi.waitFor(() => expect(document.querySelector('[name=theme]')).not.toBeNull())
    expect(document.querySelector('[data-testid=language]')).toBeNull()
  })
})
