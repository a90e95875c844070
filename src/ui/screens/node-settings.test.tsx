// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { settled } from '@/test/support/ui/settled'
import { pageText } from '../copy/page-text'
import { type App, createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { NodeSettings } from './node-settings'

const typed = 'https://own.node.example'

function Page({ app }: { app: App }) {
  const settings = app.preferences.settings.value
  return <AppProvider value={app}>{settings && <NodeSettings settings={settings} />}</AppProvider>
}

/** The address of an own node for Arbitrum, typed and saved. */
async function save(options: Partial<FixtureOptions> = {}) {
  const backend = createFixtureBackend({ now: () => 0, orders: {}, ...options })
  const { call } = backend
  backend.call = (async (name, input) => {
    // Stored only after the next drawing, as by a worker that wakes up.
    if (name === 'writeSettings') await settled()
    return call(name, input)
  }) as typeof call
  backend.requestAccess = async () => false
  backend.listAccess = async () => []
  const clock = { now: () => 0, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.preferences.load()
  await act(() => render(<Page app={app} />, document.body))
  await act(() => {
    const select = document.querySelector('select') as HTMLSelectElement
    select.value = '42161'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const field = () => [...document.querySelectorAll('input')].at(-1) as HTMLInputElement
  await act(() => {
    field().value = typed
    field().dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  const buttons = [...document.querySelectorAll('button')]
  await act(() =>
    buttons.findLast((button) => button.textContent === pageText.settings.save)?.click(),
  )
  await waited()
  return { app, field }
}

const waited = () =>
  act(async () => {
    for (let turn = 0; turn < 6; turn++) await settled()
  })
const press = (words: string) => {
  const buttons = [...document.querySelectorAll('button')]
  return act(() => buttons.findLast((button) => button.textContent === words)?.click())
}

afterEach(() => render(null, document.body))

describe('the address of an own node', () => {
  it('given access to its host was refused, then the field that was typed in says so', async () => {
    const { app, field } = await save()
    expect(app.preferences.settings.value?.rpcUrls['42161']).toBe(typed)
    expect(field().value).toBe(typed)
    expect(document.body.textContent).toContain(pageText.settings.noAccess('own.node.example'))
  })

  it('has a button that is named with its field, as there are several', async () => {
    const { field } = await save()
    const { actOn, save: act, saved } = pageText.settings
    const lines = [...document.querySelectorAll('.setting-wide')].flatMap((line) => {
      const button = line.querySelector('.setting-line button')
      const label = line.querySelector('label')?.textContent ?? ''
      return button ? [{ said: button.getAttribute('aria-label'), label }] : []
    })
    const own = field().closest('.setting-wide')?.querySelector('label')?.textContent
    expect(lines.map(({ said }) => said)).toEqual(
      lines.map(({ label }) => actOn(label === own ? saved : act, label)),
    )
    expect(new Set(lines.map(({ said }) => said)).size).toBe(lines.length)
  })

  it('given it could not be stored, then what was typed stays', async () => {
    const { app, field } = await save({ failing: { writeSettings: 'store/full' } })
    expect(app.preferences.error.value?.code).toBe('store/full')
    expect(field().value).toBe(typed)
  })

  it('given it serves another chain, then it is not stored, and nothing lets it be', async () => {
    const { app, field } = await save({ failing: { checkNode: 'chain/bad-answer' } })
    expect(app.preferences.settings.value?.rpcUrls).not.toHaveProperty('42161')
    expect(field().value).toBe(typed)
    expect(document.body.textContent).toContain('does not answer as a node of Arbitrum One')
    expect(document.body.textContent).not.toContain(pageText.settings.saveAnyway)
  })

  it('given it does not answer, then it is stored only when the person says so', async () => {
    const { app } = await save({ failing: { checkNode: 'chain/unreachable' } })
    expect(app.preferences.settings.value?.rpcUrls).not.toHaveProperty('42161')
    const { nodeSilent, saveAnyway } = pageText.settings
    expect(document.body.textContent).toContain(nodeSilent('own.node.example'))
    await press(saveAnyway)
    await waited()
    expect(app.preferences.settings.value?.rpcUrls['42161']).toBe(typed)
    expect(document.body.textContent).not.toContain(nodeSilent('own.node.example'))
  })
})
