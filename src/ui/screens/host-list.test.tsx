// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { hosts } from '@/test/support/ui/fixture-data'
import { findAgain, pressAgain } from '@/test/support/ui/press-again'
import { settled } from '@/test/support/ui/settled'
import { errorCopy } from '../copy/errors'
import { storedText } from '../copy/stored-text'
import { text } from '../copy/text'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { HostList } from './host-list'
import { StoredList } from './stored-list'

async function openApp(options: Partial<FixtureOptions> = {}) {
  const backend = createFixtureBackend({ now: () => 0, orders: {}, ...options })
  const clock = { now: () => 0, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.preferences.load()
  await app.catalog.load()
  await act(() => {
    render(
      <AppProvider value={app}>
        <HostList />
        <StoredList />
      </AppProvider>,
      document.body,
    )
  })
  await act(() => {
    for (const details of document.querySelectorAll('details')) {
      details.open = true
      details.dispatchEvent(new Event('toggle'))
    }
  })
  // What is read once it is open.
  await act(settled)
  return app
}

async function open(options: Partial<FixtureOptions> = {}) {
  await openApp(options)
  return document.body.textContent ?? ''
}

afterEach(() => render(null, document.body))

describe('the connections', () => {
  it('name every host of the worker, by what it is asked for, who runs it and for which chain', async () => {
    const shown = await open()
    for (const { host, name = '' } of hosts) {
      expect(shown).toContain(host)
      expect(shown).toContain(name)
    }
    expect(shown).toContain('Offchain Labs - Arbitrum One')
    expect(shown).toContain(storedText.roles.own.title)
  })

  it('name the hosts beside them: pictures, card payments, and what is only opened', async () => {
    const shown = await open()
    for (const host of ['fiat.example', 'qr.example', 'signer.example', 'basescan.org']) {
      expect(shown).toContain(host)
    }
  })

  it('say so when the worker does not answer, and name nobody', async () => {
    const shown = await open({ failing: { listHosts: 'rpc/unavailable' } })
    expect(document.querySelector('[data-code="rpc/unavailable"]')).not.toBeNull()
    expect(shown).not.toContain('fiat.example')
  })

  it('are read again at a press, with the focus kept: failed once more, it is said anew', async () => {
    const failing: FixtureOptions['failing'] = { listHosts: 'rpc/unavailable' }
    const app = await openApp({ failing })
    await pressAgain()
    expect(document.activeElement).toBe(findAgain())
    expect(app.announcements.value.at(-1)?.text).toBe(
      text.app.said(errorCopy['rpc/unavailable'].title),
    )
    delete failing.listHosts
    await pressAgain()
    expect(findAgain()).toBeUndefined()
    expect(document.body.textContent).toContain('fiat.example')
    expect(document.activeElement?.textContent).toBe(storedText.hosts)
  })
})

describe('what is stored', () => {
  it('names each kind with how much of it there is', async () => {
    const shown = await open()
    for (const words of Object.values(storedText.stores)) expect(shown).toContain(words)
    expect(shown).toContain('120')
  })
})
