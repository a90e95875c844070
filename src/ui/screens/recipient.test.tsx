// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BookEntry } from '@/src/contract/book'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { createFixtureBook } from '@/test/support/ui/fixture-book'
import { account, solanaAccount, solanaCoin, usdcBase } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import { lateText } from '../copy/late-text'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { Recipient } from './recipient'

const NOW = 1_800_000_000_000
const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
const other = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

/** The form of a payment to Solana, beside a wallet that shows an account there; `pass` lets time go by. */
async function setUp(...book: readonly BookEntry[]) {
  const connections = {
    eip155: {
      wallet: { family: 'eip155', id: 'io.rabby', name: 'Rabby' },
      ...{ page, account, accounts: [account] },
    },
    solana: {
      wallet: { family: 'solana', id: 'Phantom', name: 'Phantom' },
      ...{ page, account: solanaAccount, accounts: [solanaAccount, other] },
    },
  }
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: {},
    session: { connections },
    book: createFixtureBook(book),
  })
  const timers = new Set<() => void>()
  const clock = {
    now: () => NOW,
    after(_ms: number, call: () => void) {
      timers.add(call)
      return () => timers.delete(call)
    },
  }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.wallets.restore()
  app.swap.choose('pay', usdcBase)
  app.swap.choose('receive', solanaCoin)
  await vi.waitFor(() => {
    if (book.length > 0) expect(app.swap.destination.value).toBe(solanaAccount)
    else expect(app.swap.missing.value).toBe('solana')
  })
  await act(async () => {
    render(
      <AppProvider value={app}>
        <Recipient onConnect={() => undefined} onClose={() => undefined} />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  const pass = () =>
    act(() => {
      for (const call of [...timers]) call()
    })
  const take = () => document.querySelector<HTMLButtonElement>('[data-testid=receive-there]')
  return { app, pass, take }
}

afterEach(() => render(null, document.body))

describe('the account that a wallet shows', () => {
  it('is taken by a click, once it has stood there; the field of the address has the focus then', async () => {
    const { app, pass, take } = await setUp()
    expect(take()?.disabled).toBe(true)
    await act(() => take()?.click())
    expect(app.swap.recipient.value).toBe('')
    await pass()
    await act(() => take()?.click())
    expect(app.swap.recipient.value).toBe(solanaAccount)
    expect(document.activeElement?.id).toBe('recipient')
    expect(take()).toBeNull()
  })

  it('given its page shows another just before the click, then none is taken', async () => {
    const { app, pass, take } = await setUp()
    await pass()
    await act(() => app.wallets.chooseAccount('solana', other))
    await act(() => take()?.click())
    expect(app.swap.recipient.value).toBe('')
    await pass()
    await act(() => take()?.click())
    expect(app.swap.recipient.value).toBe(other)
  })

  it('once taken receives whatever the wallet shows later', async () => {
    const { app, pass, take } = await setUp()
    await pass()
    await act(() => take()?.click())
    await act(() => app.wallets.chooseAccount('solana', other))
    await vi.waitFor(() => expect(app.swap.destination.value).toBe(solanaAccount))
    expect(document.querySelector('.recipient')?.textContent?.replaceAll(' ', '')).toContain(
      solanaAccount,
    )
  })

  it('given it is in the account book, then it stands there whole, with its name', async () => {
    const entry = { family: 'solana', address: solanaAccount, name: 'My Phantom', createdAt: 1 }
    const { take } = await setUp(entry as BookEntry)
    expect(take()).toBeNull()
    const shown = document.querySelector('.recipient')?.textContent
    expect(shown).toContain('My Phantom')
    expect(shown?.replaceAll(' ', '')).toContain(solanaAccount)
  })

  it('is heard with its button, and why it is compared', async () => {
    const { take } = await setUp()
    const told = document.getElementById(take()?.getAttribute('aria-describedby') ?? '')
    expect(told?.textContent).toContain(lateText.options.recipientShown)
    expect(told?.textContent?.replaceAll(' ', '')).toContain(solanaAccount)
  })
})
