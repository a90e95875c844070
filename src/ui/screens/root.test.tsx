// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { createManualClock } from '@/test/support/manual-clock'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { orderText } from '../copy/order-text'
import { text } from '../copy/text'
import { handle } from '../handles'
import { createApp } from '../models/app'
import { ReviewScreen } from './late-screens'
import { Root } from './root'

// Fetched as a review opens; no test waits for that.
import '../models/paid-elsewhere'

const NOW = 1_800_000_000_000
const samples = orders(NOW) as Record<string, SwapOrder>
const wallet = { family: 'eip155', id: 'io.rabby', name: 'Rabby Wallet' }
const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
const connections = { eip155: { wallet, page, account, accounts: [account] } }

/** The whole page on the review of `old`; a new price or another route plans `next`. */
async function setUp(old: SwapOrder, next: SwapOrder, more: { failing?: object } = {}) {
  const clock = createManualClock(NOW)
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: { old, planned: next },
    wallets: 'connected',
    session: { connections },
    ...more,
  })
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.restore()
  await app.catalog.load()
  app.swap.choose('pay', usdcBase)
  app.swap.choose('receive', ethArbitrum)
  app.swap.type('pay', '500')
  await ReviewScreen.preload()
  app.router.go({ screen: 'review', orderId: old.id })
  await act(async () => {
    render(<Root app={app} />, document.body)
    await settled()
  })
  // Once more: fees and known addresses are read after the paint.
  await act(settled)
  const confirm = () => document.querySelector<HTMLButtonElement>(`[data-testid=${handle.confirm}]`)
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>('.ticks input')]
  const button = (label: string) =>
    [...document.querySelectorAll('button')].find((each) => each.textContent === label)
  const click = (one: HTMLElement | null | undefined) =>
    act(async () => {
      one?.click()
      await settled()
    })
  async function tick(): Promise<void> {
    for (const box of boxes()) await click(box)
  }
  return { app, clock, confirm, boxes, button, click, tick }
}

afterEach(() => {
  render(null, document.body)
  location.hash = ''
})

const shown = () => document.body.textContent ?? ''
const rateChanged = text.app.said(orderText.review.rateChanged)

describe('a review that goes on with another order', () => {
  const old = samples.foreign as SwapOrder
  const lower = { ...old.accepted.to, amount: '35482716049382716049382716' }
  const worse: SwapOrder = {
    ...old,
    id: 'ab'.repeat(16),
    accepted: { ...old.accepted, to: lower },
  }

  it('given a new price, says what changed, and is ticked and waited for anew', async () => {
    const failing = { confirmOrder: 'policy/quote-expired' }
    const { app, clock, confirm, boxes, button, click, tick } = await setUp(old, worse, { failing })
    app.swap.mark(old.id)
    await act(() => clock.advance(700))
    await tick()
    await click(confirm())
    expect(shown()).not.toContain(rateChanged)
    await click(button(orderText.review.newQuote))
    // What asks anew may still have to be fetched.
    const next = { screen: 'review', orderId: worse.id }
    await expect.poll(() => app.router.route.value).toEqual(next)
    await act(settled)
    expect(shown()).toContain(rateChanged)
    expect(app.swap.draft.value.made).toEqual([old.id, worse.id])
    expect(boxes().length).toBeGreaterThan(0)
    expect(boxes().filter(({ checked }) => checked)).toEqual([])
    await tick()
    expect(confirm()?.disabled).toBe(true)
    await act(() => clock.advance(700))
    expect(confirm()?.disabled).toBe(false)
  })

  it('given another route, remembers the fee of the one before, and leads not back to it', async () => {
    const first = samples.fee as SwapOrder
    const accepted = { ...first.accepted, routeId: 'r2', routeType: 'external-intent-router' }
    const next: SwapOrder = { ...first, id: 'cd'.repeat(16), accepted }
    const { app, button, click } = await setUp(first, next)
    await click(button(orderText.better.review))
    // What the network takes is asked for after the paint.
    await vi.waitFor(async () => {
      await act(settled)
      expect(shown()).not.toContain('Network feeReading')
    })
    expect(app.router.route.value).toEqual({ screen: 'review', orderId: next.id })
    expect(shown()).toContain('The list did not count this route')
    expect(shown()).not.toContain('the next route')
  })

  it('given the one before cannot be drawn, draws the next', async () => {
    const broken = { ...old, accepted: { ...old.accepted, from: undefined } } as never
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { app } = await setUp(broken, worse)
    expect(shown()).toContain(text.app.tryAgain)
    await act(async () => {
      app.router.go({ screen: 'review', orderId: worse.id }, { replace: true })
      await settled()
    })
    await act(settled)
    expect(shown()).not.toContain(text.app.tryAgain)
    expect(document.querySelector('.review-body')).not.toBeNull()
    error.mockRestore()
  })
})
