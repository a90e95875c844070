// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BookEntry } from '@/src/contract/book'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { createFixtureBook } from '@/test/support/ui/fixture-book'
import {
  account,
  ethArbitrum,
  solanaAccount,
  tokens,
  usdcBase,
} from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import { lateText } from '../copy/late-text'
import { text } from '../copy/text'
import { handle } from '../handles'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { SwapScreen } from './swap'

const NOW = 1_800_000_000_000
const connection = {
  wallet: { family: 'eip155', id: 'io.rabby', name: 'Rabby' },
  page: { tabId: 7, frameId: 0, origin: 'https://app.example.org' },
  account,
  accounts: [account],
}
const solana = tokens.at(-1) ?? usdcBase
const orderId = 'a'.repeat(32)

/** A form that is being made an order of, until `answer` is called; or only filled in. */
async function setUp(isPressed = true) {
  const session = { connections: { eip155: connection } }
  const backend = createFixtureBackend({ now: () => NOW, orders: {}, session })
  const { call } = backend
  let answer = () => {}
  backend.call = ((name, input) =>
    name === 'prepareOrder'
      ? new Promise((resolve) => (answer = () => resolve({ orderId } as never)))
      : call(name, input)) as typeof call
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  app.router.go({ screen: 'swap' })
  await app.restore()
  app.swap.choose('pay', usdcBase)
  app.swap.choose('receive', ethArbitrum)
  app.swap.type('pay', '500')
  await act(async () => {
    render(
      <AppProvider value={app}>
        <SwapScreen />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  if (isPressed) {
    await act(() =>
      document.querySelector<HTMLButtonElement>(`[data-testid=${handle.review}]`)?.click(),
    )
  }
  return {
    app,
    answer: () =>
      act(async () => {
        answer()
        await settled()
      }),
  }
}

afterEach(() => render(null, document.body))

describe('a form that became an order', () => {
  it('is reviewed', async () => {
    const { app, answer } = await setUp()
    await answer()
    expect(app.router.route.value).toEqual({ screen: 'review', orderId })
  })

  it('is not, when the person has gone elsewhere meanwhile', async () => {
    const { app, answer } = await setUp()
    app.router.go({ screen: 'settings' })
    await answer()
    expect(app.router.route.value).toEqual({ screen: 'settings' })
  })
})

describe('a slippage that is typed', () => {
  const review = () => document.querySelector<HTMLButtonElement>(`[data-testid=${handle.review}]`)
  const shown = () => document.querySelector('.options-now')?.textContent
  const fold = (open: boolean) =>
    act(async () => {
      const details = document.querySelector<HTMLDetailsElement>('.options')
      if (details) details.open = open
      details?.dispatchEvent(new Event('toggle'))
      await settled()
    })
  const type = (typed: string) =>
    act(async () => {
      const field = document.querySelector<HTMLInputElement>('.slippage input')
      if (field === null) return
      field.focus()
      field.value = typed
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await settled()
    })
  const leave = () =>
    act(async () => {
      document.querySelector<HTMLInputElement>('.slippage input')?.blur()
      await settled()
    })

  it('and none takes the review away, says so in its button, and is shown in place of no other', async () => {
    const { app } = await setUp(false)
    await act(() => app.preferences.load())
    await fold(true)
    await vi.waitFor(() => expect(document.querySelector('.slippage input')).not.toBeNull())
    await type('1.2.3')
    expect(document.querySelector('.slippage .bad')?.textContent).toBe(
      lateText.options.slippageWrong,
    )
    expect([review()?.textContent, review()?.disabled]).toEqual([text.swap.next.slippage, true])
    expect(shown()).toBe('')
    expect(document.querySelector('.slippage [aria-pressed=true]')).toBeNull()
    await type('1.2')
    expect([review()?.textContent, shown()]).toEqual([text.swap.next.slippage, ''])
    await leave()
    expect([review()?.textContent, shown()]).toEqual([text.swap.review, '1.2%'])
    await type('1.2.')
    expect(review()?.textContent).toBe(text.swap.next.slippage)
    await fold(false)
    expect([review()?.textContent, shown()]).toEqual([text.swap.review, '1.2%'])
  })

  it.each([undefined, 0.01, 0.007])(
    'leaves %s, which was set before, and not its own first digit',
    async (before) => {
      const { app } = await setUp(false)
      app.swap.setSlippage(before)
      await fold(true)
      await vi.waitFor(() => expect(document.querySelector('.slippage input')).not.toBeNull())
      for (const typed of ['5', '55']) {
        await type(typed)
        expect(app.swap.draft.value.slippage).toBe(before)
        expect(document.querySelector<HTMLInputElement>('.slippage input')?.value).toBe(typed)
        expect(review()?.textContent).toBe(text.swap.next.slippage)
      }
    },
  )

  it('stands in its field, opened, in the next popup, and is set by its Enter', async () => {
    const first = await setUp(false)
    await fold(true)
    await vi.waitFor(() => expect(document.querySelector('.slippage input')).not.toBeNull())
    await type('5')
    const draft = first.app.swap.draft.value
    render(null, document.body)
    const { app } = await setUp(false)
    await act(() => app.swap.put(draft))
    const field = () => document.querySelector<HTMLInputElement>('.slippage input')
    await vi.waitFor(() => expect(field()?.value).toBe('5'))
    expect([review()?.textContent, app.swap.slippage.value]).toEqual([
      text.swap.next.slippage,
      undefined,
    ])
    await act(async () => {
      field()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }))
      await settled()
    })
    expect([field()?.value, shown(), app.swap.slippage.value]).toEqual(['5', '5%', 0.05])
  })

  it('shows the one that is used, whole, when the form of before is put back or it is opened again', async () => {
    const { app } = await setUp(false)
    await act(() => app.preferences.load())
    const field = () => document.querySelector<HTMLInputElement>('.slippage input')
    const before = app.swap.draft.value
    await fold(true)
    await vi.waitFor(() => expect(field()).not.toBeNull())
    await type('3x')
    await act(() => app.swap.put(before))
    expect([field()?.value, shown()]).toEqual(['', '0.5%'])
    await type('0.004')
    await leave()
    expect([field()?.value, shown()]).toEqual(['0.004', '0.004%'])
    await fold(false)
    await fold(true)
    await vi.waitFor(() => expect(field()).not.toBeNull())
    expect([field()?.value, app.swap.slippage.value]).toEqual(['0.004', 0.00004])
  })
})

describe('a swap to a kind of chain whose wallet is not connected', () => {
  async function show(others = {}, book = createFixtureBook()) {
    const session = { connections: { eip155: connection, ...others } }
    const backend = createFixtureBackend({ now: () => NOW, orders: {}, session, book })
    const clock = { now: () => NOW, after: () => () => undefined }
    const app = createApp({ backend, clock, view: 'tab', page: window })
    app.router.go({ screen: 'swap' })
    await app.restore()
    app.swap.choose('pay', usdcBase)
    app.swap.choose('receive', solana)
    app.swap.type('pay', '500')
    await act(async () => {
      render(
        <AppProvider value={app}>
          <SwapScreen />
        </AppProvider>,
        document.body,
      )
      await settled()
    })
    // The code of the recipient's part comes after the paint.
    await act(async () => {
      await import('./recipient')
      await settled()
    })
    return app
  }

  const button = (id: string) => document.querySelector<HTMLButtonElement>(`[data-testid=${id}]`)

  it('asks for the address where it is received, and leads there', async () => {
    const app = await show()
    expect(document.body.textContent).toContain('Connect Solana wallet')
    expect(button(handle.review)).toBeNull()
    expect(button(handle.next)?.textContent).toBe('Add Solana address')
    await act(() => button(handle.next)?.click())
    expect(document.activeElement?.id).toBe('recipient')
    await act(() => app.swap.setRecipient('So11111111111111111111111111111111111111112'))
    await vi.waitFor(() => expect(button(handle.review)?.textContent).toBe('Review'))
    expect(button(handle.next)).toBeNull()
  })

  it('marks every account but the one that pays, also one in the account book that a page shows', async () => {
    const phantom = { family: 'solana', id: 'Phantom', name: 'Phantom' }
    const mine = { ...connection, wallet: phantom, account: solanaAccount, accounts: [] }
    const entry = { family: 'solana', address: solanaAccount, name: 'Anna', createdAt: 1 }
    const app = await show({ solana: mine }, createFixtureBook([entry as BookEntry]))
    const chip = () => document.querySelector(`[title="${text.swap.recipient}"]`)
    await vi.waitFor(() => expect(chip()).not.toBeNull())
    expect(chip()?.classList.contains('warn')).toBe(true)
    await act(() => app.swap.choose('receive', ethArbitrum))
    expect(chip()?.classList.contains('warn')).toBe(false)
  })

  it('names a recipient that is none on the button, and keeps the prices', async () => {
    const app = await show()
    await act(() => app.swap.setRecipient('0x12'))
    await vi.waitFor(() =>
      expect(button(handle.review)?.textContent).toBe('This is not an address'),
    )
    expect(app.swap.quotes.routes.value.length).toBeGreaterThan(0)
  })
})

describe('what a person should know of the tokens', () => {
  async function said(
    pay: typeof usdcBase,
    receive: typeof usdcBase,
    addedTokens: (typeof usdcBase)[] = [],
  ): Promise<string> {
    const backend = createFixtureBackend({ now: () => NOW, orders: {} })
    await backend.call('writeSettings', { addedTokens })
    const clock = { now: () => NOW, after: () => () => undefined }
    const app = createApp({ backend, clock, view: 'tab', page: window })
    await app.restore()
    await app.preferences.load()
    app.swap.fill({ pay, receive, side: 'pay', text: '', recipient: '', slippage: undefined })
    await act(async () => {
      render(
        <AppProvider value={app}>
          <SwapScreen />
        </AppProvider>,
        document.body,
      )
      await settled()
    })
    // The code of the warnings comes after the paint.
    await act(async () => {
      await import('./warnings')
      await settled()
    })
    return document.body.textContent ?? ''
  }

  it('given a site fills in a copy of a pinned token, and nothing is listed, then it is said', async () => {
    const copy = { ...usdcBase, address: `0x${'b'.repeat(40)}` }
    expect(await said(ethArbitrum, copy)).toContain(lateText.warnings.lookAlike('USDC'))
    expect(await said({ ...usdcBase, decimals: 18 }, ethArbitrum)).toContain(
      lateText.warnings.wrongDecimals('USDC'),
    )
  })

  it('given one that the person added by its address, then it is said', async () => {
    const own = { ...usdcBase, symbol: 'WIFF', address: `0x${'c'.repeat(40)}` }
    expect(await said(ethArbitrum, own, [own])).toContain('does not list WIFF')
    expect(await said(ethArbitrum, own)).not.toContain('does not list WIFF')
  })

  it('given the true tokens, then nothing of the kind is', async () => {
    const words = await said(usdcBase, ethArbitrum)
    expect(words).not.toContain('looks like')
    expect(words).not.toContain('describes')
  })
})
