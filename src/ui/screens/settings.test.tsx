// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { findAgain, pressAgain } from '@/test/support/ui/press-again'
import { settled } from '@/test/support/ui/settled'
import { errorCopy } from '../copy/errors'
import { text } from '../copy/text'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { SettingsScreen } from './settings'
import { Shell } from './shell'
import { WelcomeScreen } from './welcome'

async function open(Page: typeof WelcomeScreen, sandbox: boolean): Promise<string> {
  const backend = { ...createFixtureBackend({ now: () => 0, orders: {} }), sandbox }
  const clock = { now: () => 0, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.preferences.load()
  await act(async () => {
    render(<Page app={app} />, document.body)
    await settled()
  })
  return document.body.textContent
}

const Settings: typeof WelcomeScreen = ({ app }) => (
  <AppProvider value={app}>
    <SettingsScreen />
  </AppProvider>
)

afterEach(() => render(null, document.body))

describe('a build for the sandbox', () => {
  it.each([
    ['settings', Settings],
    ['welcome page', WelcomeScreen],
  ])(
    'says in its %s that only test money moves; a build for real use says nothing',
    async (_, Page) => {
      expect(await open(Page, true)).toContain('Sandbox build, for test money alone')
      expect(await open(Page, false)).not.toMatch(/sandbox/i)
    },
  )
})

it.each([true, false])(
  'says beside its name on every screen whether only test money moves: %s',
  async (sandbox) => {
    const Frame: typeof WelcomeScreen = ({ app }) => (
      <AppProvider value={app}>
        <Shell>
          <h1>Swap</h1>
        </Shell>
      </AppProvider>
    )
    expect((await open(Frame, sandbox)).includes(text.app.testMoney)).toBe(sandbox)
  },
)

describe('the default slippage', () => {
  it('is stored once its field is left, and follows what another window stores', async () => {
    const backend = createFixtureBackend({ now: () => 0, orders: {} })
    const clock = { now: () => 0, after: () => () => undefined }
    const app = createApp({ backend, clock, view: 'tab', page: window })
    await app.preferences.load()
    await act(() => render(<Settings app={app} />, document.body))
    const field = document.querySelector<HTMLInputElement>('.suffix-field input')
    const type = (typed: string) =>
      act(() => {
        field?.focus()
        if (field) field.value = typed
        field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
      })
    const kept = () => [field?.value, app.preferences.settings.value?.slippageTolerance]
    await type('0')
    await type('0.3')
    expect(kept()).toEqual(['0.3', 0.005])
    await act(async () => {
      field?.blur()
      await settled()
    })
    expect(kept()).toEqual(['0.3', 0.003])
    await act(async () => {
      await backend.call('writeSettings', { slippageTolerance: 0.02 })
      await app.preferences.load()
    })
    expect(kept()).toEqual(['2', 0.02])
  })
})

describe('settings that cannot be read', () => {
  it('are read again at a press, with the focus kept: failed once more, it is said anew', async () => {
    const failing: FixtureOptions['failing'] = { readSettings: 'rpc/unavailable' }
    const backend = createFixtureBackend({ now: () => 0, orders: {}, failing })
    const clock = { now: () => 0, after: () => () => undefined }
    const app = createApp({ backend, clock, view: 'tab', page: window })
    await app.preferences.load()
    await act(() => render(<Settings app={app} />, document.body))
    expect(document.querySelector('.skeleton')).toBeNull()
    await pressAgain()
    expect(document.activeElement).toBe(findAgain())
    expect(app.announcements.value.at(-1)?.text).toBe(
      text.app.said(errorCopy['rpc/unavailable'].title),
    )
    delete failing.readSettings
    await pressAgain()
    expect(document.querySelector('[data-code]')).toBeNull()
    expect(document.querySelector('[name=theme]')).not.toBeNull()
  })
})

describe('the welcome page', () => {
  it('begins with the three steps to a first swap; access to all sites is not its loudest button', async () => {
    await open(WelcomeScreen, false)
    const main = [...document.querySelectorAll('.button-main')].map((each) => each.textContent)
    expect(main).toEqual(['Open Causeway in a tab'])
    const steps = [...document.querySelectorAll('ol li h3')].map((each) => each.textContent)
    expect(steps).toEqual([
      'Pin the Causeway icon',
      'Open it on a page where your wallet works',
      'Check the review, confirm in your wallet',
    ])
    expect(document.body.textContent).toContain('Allow all sites')
  })
})

describe('access that came with the installation and was taken back', () => {
  it('is named, asked for again at a press, and gone from the page once it is given', async () => {
    const pattern = 'https://api.example.com/*'
    const lost = [pattern]
    const asked: string[][] = []
    const backend = {
      ...createFixtureBackend({ now: () => 0, orders: {} }),
      listLostAccess: async () => [...lost],
      requestAccess: async (patterns: string[]) => {
        asked.push(patterns)
        lost.length = 0
        return true
      },
    }
    const clock = { now: () => 0, after: () => () => undefined }
    const app = createApp({ backend, clock, view: 'tab', page: window })
    await app.preferences.load()
    await act(async () => {
      render(<Settings app={app} />, document.body)
      await settled()
    })
    const said = () => document.body.textContent
    await vi.waitFor(() => expect(said()).toContain(`was taken back: ${pattern}.`))
    const again = () =>
      [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Allow again',
      )
    await act(async () => {
      again()?.click()
      await settled()
    })
    await vi.waitFor(() => expect(again()).toBeUndefined())
    expect(asked).toEqual([[pattern]])
  })
})
