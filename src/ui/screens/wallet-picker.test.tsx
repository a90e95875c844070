// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { FoundWallet } from '@/src/contract/bridge'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account } from '@/test/support/ui/fixture-data'
import { findAgain, pressAgain } from '@/test/support/ui/press-again'
import { settled } from '@/test/support/ui/settled'
import { errorCopy } from '../copy/errors'
import { safeText } from '../copy/form-errors'
import { text } from '../copy/text'
import { walletText } from '../copy/wallet-text'
import { handle } from '../handles'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { WalletPicker } from './wallet-picker'

const NOW = 1_800_000_000_000
const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
const icon = 'data:image/png;base64,AA=='
const evm = { family: 'eip155', id: 'io.rabby', name: 'Rabby', icon, ambiguous: false } as const
const solana = { ...evm, family: 'solana', id: 'Rabby' } as const

/** The picker over one page with these wallets; a connection that is asked for stays open. */
const setUp = (...wallets: FoundWallet[]) => setUpPage({ wallets })

async function setUpPage(found: {
  wallets: FoundWallet[]
  unanswered?: boolean
  blocked?: boolean
  lookedInto?: number
}) {
  let looked = 0
  const backend = createFixtureBackend({ now: () => NOW, orders: {} })
  const listeners = new Set<() => void>()
  backend.onTabs = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const { call } = backend
  backend.call = ((name, input) => {
    if (name !== 'findWallets') return call(name, input)
    looked += 1
    return Promise.resolve({
      pages: [{ page, active: true, access: true, signer: false, ...found }],
      lookedInto: found.lookedInto,
    } as never)
  }) as typeof call
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.restore()
  await app.wallets.refresh()
  await act(async () => {
    render(
      <AppProvider value={app}>
        <WalletPicker onClose={() => undefined} />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  const rows = () => [
    ...document.querySelectorAll<HTMLButtonElement>(`[data-testid=${handle.walletRow}]`),
  ]
  const groups = () => [...document.querySelectorAll('.wallet-group')]
  async function changeTab(): Promise<void> {
    for (const listener of listeners) listener()
    await settled()
  }
  return { app, rows, groups, looked: () => looked, changeTab }
}

afterEach(() => render(null, document.body))

describe('pages that cannot be asked', () => {
  it('can be asked again from where that is said', async () => {
    const failing: { findWallets?: 'service/unreachable' } = { findWallets: 'service/unreachable' }
    const backend = createFixtureBackend({ now: () => NOW, orders: {}, wallets: 'found', failing })
    const clock = { now: () => NOW, after: () => () => undefined }
    const app = createApp({ backend, clock, view: 'popup', page: window })
    await app.wallets.refresh()
    await act(() =>
      render(
        <AppProvider value={app}>
          <WalletPicker onClose={() => undefined} />
        </AppProvider>,
        document.body,
      ),
    )
    const note = document.querySelector(`[data-testid=${handle.error}]`)
    expect(note?.getAttribute('data-code')).toBe('service/unreachable')
    await pressAgain()
    // Failed once more: it is said anew, and the focus is where it was.
    expect(document.activeElement).toBe(findAgain())
    expect(app.announcements.value.at(-1)?.text).toBe(
      text.app.said(errorCopy['service/unreachable'].title),
    )
    delete failing.findWallets
    await pressAgain()
    expect(document.activeElement?.closest('dialog')).not.toBeNull()
    expect(app.announcements.value).toHaveLength(1)
    expect(document.querySelectorAll(`[data-testid=${handle.walletRow}]`)).not.toHaveLength(0)
    expect(document.querySelector(`[data-testid=${handle.error}]`)).toBeNull()
  })
})

describe('a page in which no wallet was found', () => {
  it.each([
    [{}, walletText.noWallet],
    [{ unanswered: true }, walletText.mutePage],
    [{ blocked: true }, walletText.blockedPage],
  ])('is said to have none only where it answers (%o)', async (why, words) => {
    await setUpPage({ wallets: [], ...why })
    expect(document.querySelector('.page-locked')).toBeNull()
    expect(document.querySelector('.page-empty')?.textContent).toBe(words)
  })
})

describe('tabs that were not looked into', () => {
  it('are told of, with what to do about it', async () => {
    await setUpPage({ wallets: [], lookedInto: 24 })
    expect(document.body.textContent).toContain(walletText.someTabs(24))
  })

  it('are not told of where there are none', async () => {
    await setUpPage({ wallets: [] })
    expect(document.body.textContent).not.toContain('looked into')
  })
})

describe('a wallet that stands for several kinds of chains', () => {
  it('is one, with a row for each that says what is connected', async () => {
    const { groups, rows } = await setUp(
      { ...evm, accounts: [account] },
      { ...evm, id: 'io.other', name: 'Other', accounts: [] },
      { ...solana, accounts: [] },
    )
    expect(groups()).toHaveLength(1)
    expect(groups()[0]?.getAttribute('aria-label')).toBe('Rabby')
    expect(groups()[0]?.querySelectorAll('.logo')).toHaveLength(1)
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      'Rabby, EVMEVMConnected 0x7099…79C8',
      'Rabby, SolanaSolanaConnect',
      expect.stringContaining('Other'),
    ])
    expect(rows().map((row) => row.dataset.rdns)).toEqual(['io.rabby', 'Rabby', 'io.other'])
  })

  it.each([
    ['another picture', { ...solana, icon: `${icon}AA` }],
    ['another name', { ...solana, name: 'Rabbу' }],
    ['the same kind of chains', { ...evm, id: 'io.copy' }],
    ['a doubtful name', { ...solana, ambiguous: true }],
  ])('given one has %s, is not that one', async (_what, other) => {
    const { groups, rows } = await setUp({ ...evm, accounts: [] }, { ...other, accounts: [] })
    expect(groups()).toHaveLength(0)
    expect(rows()).toHaveLength(2)
  })

  const copy = { ...evm, id: 'io.copy' }
  it.each([
    ['before', [copy, evm, solana]],
    ['after', [evm, solana, copy]],
    ['between', [evm, copy, solana]],
  ])('given a copy of it is announced %s it, then none is joined with another', async (_, all) => {
    const { groups, rows } = await setUp(...all.map((each) => ({ ...each, accounts: [] })))
    expect(groups()).toHaveLength(0)
    expect(rows().map((row) => row.dataset.rdns)).toEqual(all.map(({ id }) => id))
  })

  it('given no picture, is not one: a name alone is no sign', async () => {
    const { icon: _, ...bare } = { ...evm, accounts: [] }
    const { groups } = await setUp(bare, { ...bare, family: 'solana', id: 'Rabby' })
    expect(groups()).toHaveLength(0)
  })
})

describe('a wallet that was pressed', () => {
  const isBusy = (row: Element | undefined) =>
    row?.getAttribute('aria-busy') === 'true' && row.querySelector('.spinner') !== null

  it('turns until it has answered, and no other does', async () => {
    // The same number in both kinds of chains.
    const both = { ...evm, accounts: [] }
    const { app, rows } = await setUp(both, { ...both, family: 'solana' })
    await act(async () => {
      rows()[1]?.click()
      await settled()
    })
    expect(rows().map(isBusy)).toEqual([false, true])
    await act(() => app.wallets.cancelPending())
    expect(rows().map(isBusy)).toEqual([false, false])
  })

  it('turns before the page has taken the question', async () => {
    const { app, rows } = await setUp({ ...evm, accounts: [] })
    app.backend.call = () => new Promise(() => undefined)
    await act(() => rows()[0]?.click())
    expect(app.wallets.pending.value).toBeUndefined()
    expect(rows().map(isBusy)).toEqual([true])
  })
})

describe('a connection that came to nothing', () => {
  it.each([
    ['wallet/declined', { state: 'failed', code: 'wallet/declined' }],
    ['wallet/locked', { state: 'failed', code: 'wallet/locked' }],
    ['wallet/no-account', { state: 'connected', accounts: [] }],
  ] as const)('by %s never says that the wallet was asked nothing', async (code, answer) => {
    const { app, rows } = await setUp({ ...evm, accounts: [] })
    const { call } = app.backend
    app.backend.call = ((name, input) =>
      name === 'readConnection'
        ? Promise.resolve(answer as never)
        : call(name, input)) as typeof call
    await act(async () => {
      rows()[0]?.click()
      await settled()
    })
    expect(document.querySelector('[data-code]')?.getAttribute('data-code')).toBe(code)
    expect(document.body.textContent).toContain(errorCopy[code].title)
    expect(document.body.textContent).not.toContain(safeText.nothingAsked)
    expect(document.body.textContent).not.toContain('left your wallet')
  })
})

it('looks again as it opens beside the page, with each change of a tab, and when its window is come back to, until it is closed', async () => {
  const { looked, changeTab } = await setUp({ ...evm, accounts: [] })
  expect(looked()).toBe(2)
  await act(changeTab)
  expect(looked()).toBe(3)
  await act(async () => {
    dispatchEvent(new Event('focus'))
    await settled()
  })
  expect(looked()).toBe(4)
  await act(async () => {
    render(null, document.body)
    await settled()
  })
  dispatchEvent(new Event('focus'))
  await changeTab()
  expect(looked()).toBe(4)
})

describe('a double click on a wallet', () => {
  it('chooses it once', async () => {
    const { app, rows } = await setUp({ ...evm, accounts: [] })
    let chosen = 0
    const { choose } = app.wallets
    app.wallets.choose = (...args) => {
      chosen += 1
      return choose(...args)
    }
    const [row] = rows()
    await act(async () => {
      row?.click()
      row?.click()
      await settled()
    })
    expect(chosen).toBe(1)
    // It still waits for the wallet, and can be asked for again once that is over.
    await act(settled)
    await act(async () => {
      rows()[0]?.click()
      await settled()
    })
    expect(chosen).toBe(2)
  })
})
