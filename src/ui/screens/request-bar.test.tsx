// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { createApp } from '../models/app'
import type { Backend, Clock } from '../models/backend'
import { AppProvider } from '../parts/context'
import { Shell } from './shell'
import { SwapScreen } from './swap'

const NOW = 1_800_000_000_000
const clock: Clock = {
  now: () => NOW,
  after: (ms, run) => {
    if (ms < 1_000) queueMicrotask(run)
    return () => undefined
  },
}
const draft = { pay: usdcBase, receive: ethArbitrum, side: 'pay', text: '500', recipient: '' }

function bySite(name: string, digit: string, wish: object) {
  const origin = `https://${name}.test`
  const requestId = digit.repeat(32)
  const askedBy = { origin, requestId, page: { tabId: 7, frameId: 0, origin } }
  return { id: requestId, origin, askedBy, ...wish }
}
const from = { fromToken: { chainId: 8453, address: usdcBase.address } }
const to = { toToken: { chainId: 42161, address: ethArbitrum.address } }

beforeAll(async () => {
  await Promise.all([import('../models/requests'), import('./request-bar')])
})
afterEach(() => render(null, document.body))

type Announce = Parameters<Backend['onChange']>[0]

/** A page of ours with 500 USDC on its form, and what waits. */
async function show(waiting: unknown[]) {
  let announce: Announce = () => undefined
  const backend: Backend = {
    ...createFixtureBackend({ now: () => NOW, orders: {}, session: { draft, waiting } }),
    onChange(listener) {
      announce = listener
      return () => undefined
    },
  }
  /** Leaves only these in the store, as another window or the worker does. */
  const leave = (left: object[]) =>
    act(async () => {
      await backend.session.write('waiting', left)
      announce({ kind: 'prefill' })
    })
  const app = createApp({ backend, clock, view: 'popup', page: window })
  app.router.go({ screen: 'swap' })
  await app.restore()
  await act(async () => {
    const page = (
      <AppProvider value={app}>
        <Shell>
          <SwapScreen />
        </Shell>
      </AppProvider>
    )
    render(page, document.body)
  })
  document.getElementById('amount-pay')?.focus()
  await act(async () => app.load())
  await vi.waitFor(() => expect(document.querySelector('.asked')).not.toBeNull())
  const bar = () => document.querySelector('.asked .note-body')?.textContent
  const press = (handle: string) =>
    act(async () => {
      document.querySelector<HTMLButtonElement>(`[data-testid=asked-${handle}]`)?.click()
    })
  return { app, bar, press, leave }
}

describe('the bar of a request', () => {
  it.each([
    ['pay and receive', { ...from, ...to, amount: '5000000' }, 'asks to swap 5 USDC to ETH.'],
    [
      'what shall arrive',
      { ...to, amount: '1250000000000000000000', tradeType: 'EXACT_OUTPUT' },
      'asks for a swap to 1,250 ETH.',
    ],
    ['what is paid', { ...from }, 'asks to swap USDC.'],
    ['nothing', {}, 'asks for a swap.'],
  ])('given %s, says who asks for what', async (_name, wish, sentence) => {
    const { bar } = await show([bySite('shop', '1', wish)])
    await vi.waitFor(() => expect(bar()).toBe(`shop.test ${sentence}`))
  })

  it.each([
    [{ id: 'a', origin: 'https://shop.test', ...to }, 'Fill in what you marked on shop.test?'],
    [{ id: 'a', ...to }, 'Fill in what you typed?'],
    [{ id: 'a', orderId: 'b'.repeat(32) }, 'Show the order that you were told of?'],
  ])('given a text or a notice, asks in the person’s own words', async (asked, sentence) => {
    const { bar } = await show([asked])
    expect(bar()).toBe(sentence)
  })

  it('is read out, takes no focus, and is reached before the screen by keyboard', async () => {
    const { bar } = await show([bySite('shop', '1', { ...from, ...to, amount: '5000000' })])
    await vi.waitFor(() => expect(bar()).toContain('5 USDC'))
    const status = document.querySelector('.sr-only[role=status]')
    await vi.waitFor(() => expect(status?.textContent).toContain('shop.test asks to swap 5 USDC'))
    // Where it was.
    expect(document.activeElement?.id).toBe('amount-pay')
    const [button] = document.querySelectorAll('[data-testid=asked-show]')
    const main = document.querySelector('main') as Element
    expect(button?.compareDocumentPosition(main)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('given several, shows one after the other, and the focus ends on the screen', async () => {
    const sites = [bySite('shop', '1', from), bySite('other', '2', from)]
    const { bar, press, app } = await show(sites)
    await vi.waitFor(() => expect(bar()).toBe('shop.test asks to swap USDC.1 more waits.'))
    await press('ignore')
    await vi.waitFor(() => expect(bar()).toBe('other.test asks to swap USDC.'))
    expect(app.swap.payText.value).toBe('500')
    await press('ignore')
    await vi.waitFor(() => expect(document.querySelector('.asked')).toBeNull())
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  })

  it.each(['show', 'ignore'])('given a double-click on "%s", answers one of two', async (name) => {
    const { bar, leave, app } = await show([bySite('shop', '1', from), bySite('other', '2', from)])
    await vi.waitFor(() => expect(bar()).toContain('1 more waits.'))
    const click = (detail: number) =>
      act(async () => {
        const button = document.querySelector(`[data-testid=asked-${name}]`)
        button?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
      })
    await click(1)
    await vi.waitFor(() => expect(bar()).toBe('other.test asks to swap USDC.'))
    await click(2)
    expect(app.requests.value?.asked.value.map(({ origin }) => origin)).toEqual([
      'https://other.test',
    ])
    await leave([])
  })

  it('given the site lost its access with the focus on "Show", leaves the focus on the screen', async () => {
    const { leave } = await show([bySite('shop', '1', from)])
    document.querySelector<HTMLElement>('[data-testid=asked-show]')?.focus()
    await leave([])
    await vi.waitFor(() => expect(document.querySelector('.asked')).toBeNull())
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  })

  it('given junk beside it in the store, is answered all the same', async () => {
    const { press, app } = await show([null, { id: 7 }, bySite('shop', '1', from)])
    await press('ignore')
    await vi.waitFor(() => expect(document.querySelector('.asked')).toBeNull())
    expect(app.problem.value).toBeUndefined()
  })

  it('given "Show", names the site above the form, and leads back to what was there', async () => {
    const wish = { ...from, ...to, amount: '5000000' }
    const { press, app } = await show([bySite('shop', '1', wish)])
    await press('show')
    await vi.waitFor(() => expect(app.swap.payText.value).toBe('5'))
    expect(document.querySelector('.asked')).toBeNull()
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    await vi.waitFor(() => expect(document.body.textContent).toContain('shop.test filled this in'))
    await press('undo')
    expect(app.swap.payText.value).toBe('500')
    expect(document.body.textContent).not.toContain('filled this in')
  })

  it('given a text that says nothing, says so on any screen until it is closed', async () => {
    const { bar, app } = await show([{ id: 'a', note: 'unreadable' }])
    expect(bar()).toContain('no address or amount')
    await act(async () => app.router.go({ screen: 'history' }))
    expect(bar()).toContain('no address or amount')
    const close = document.querySelector<HTMLButtonElement>('.asked button')
    close?.focus()
    await act(async () => close?.click())
    expect(document.querySelector('.asked')).toBeNull()
    await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })
})
