// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '@/src/domain/error'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, ethArbitrum, routes, tokens, usdcBase } from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { lateText } from '../copy/late-text'
import { nameText } from '../copy/name-text'
import { transferText as words } from '../copy/transfer-text'
import { formatExact } from '../format/amount'
import { formatCountdown } from '../format/time'
import { handle } from '../handles'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { PayScreen } from './pay'

const NOW = 1_800_000_000_000
afterEach(() => render(null, document.body))

/** Offers that cost the given amounts (USDC), each good for 40 s. */
async function show(
  side: 'pay' | 'receive',
  prices: readonly string[],
  pay = usdcBase,
  recipient = account,
) {
  /** For offers that are still to come, once it is set. */
  const waits = { yet: false }
  const [route] = routes(NOW)
  if (!route) throw new Error('no route')
  const draft = { pay, receive: ethArbitrum, side, text: '0.16', recipient: account }
  const session = { draft, 'pay-form': { recipient, refundTo: account } }
  const backend = createFixtureBackend({ now: () => NOW, orders: {}, session })
  const quoteExpiresAt = Math.floor(NOW / 1_000) + 40
  const streamQuotes: typeof backend.streamQuotes = (_, on) => {
    for (const [at, amountIn] of prices.entries()) {
      const quote = { ...route.quote, amountIn, amountOut: '160000000000000000', quoteExpiresAt }
      on({ type: 'route', quoteId: 'q1', route: { ...route, routeId: `r${at}`, quote } })
    }
    if (!waits.yet) on({ type: 'done', count: prices.length, others: 0 })
  }
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend: { ...backend, streamQuotes }, clock, view: 'tab', page: window })
  await app.swap.restore()
  await act(async () => {
    render(
      <AppProvider value={app}>
        <main id="content">
          <PayScreen />
        </main>
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  await act(settled)
  const rows = [...document.querySelectorAll('.pay-offers .route-amount')]
  const text = document.querySelector('.pay-offers')?.textContent ?? ''
  return { rows: rows.map((row) => row.textContent), text, app, waits }
}

const button = () => document.querySelector<HTMLButtonElement>(`[data-testid=${handle.confirm}]`)

it('given what is received was typed, offers name what is paid for it, the least first', async () => {
  const { rows, text } = await show('receive', ['251000000', '250000000'])
  expect(rows).toEqual([words.pays('250 USDC'), words.pays('251 USDC')])
  expect(text).toContain(words.receive('0.16 ETH'))
})

it('given what is paid was typed, offers name what is received', async () => {
  const { rows } = await show('pay', ['250000000'])
  expect(rows).toEqual([words.receive('0.16 ETH')])
})

it('given the amount was typed in dollars, names how much of the token that is', async () => {
  const { app } = await show('pay', ['250000000'], tokens[1])
  await act(() => app.catalog.load())
  await act(() => app.swap.setMoney(true))
  await act(() => app.swap.type('pay', '100', true))
  await vi.waitFor(() => expect(app.swap.payUnits.value).toBeGreaterThan(0n))
  await act(settled)
  const units = app.swap.payUnits.value ?? 0n
  const said = document.querySelector('.pay-pair')?.textContent
  expect(said).toContain(`${formatExact(units, 18)} ETH`)
  expect(said).not.toContain('100 ETH')
})

it('says of a chain of which no node is known that the service alone tells of payments there', async () => {
  await show('pay', ['250000000'], { ...usdcBase, chainId: 8_888 })
  expect(document.body.textContent).toContain(words.pay.unread('Chain 8888'))
})

it('says nothing of the kind where a node is known', async () => {
  await show('pay', ['250000000'])
  expect(document.body.textContent).not.toContain(words.pay.ownNode)
})

it('names the networks that are not offered as no address of theirs can be checked', async () => {
  await show('pay', ['250000000'])
  expect(document.body.textContent).toContain(words.paidWith.unchecked('Dogecoin, Sui', 0))
})

it('counts down to the end of the picked price, and asks for new ones on a click', async () => {
  const { text } = await show('pay', ['250000000'])
  expect(text).toContain(formatCountdown(40))
  const refresh = document.querySelector(`[aria-label="${lateText.routes.refresh}"]`)
  expect(refresh?.closest('.pay-offers')).not.toBeNull()
})

it('says that the offer that was picked came no more, until one is picked again', async () => {
  const prices = ['250000000', '251000000']
  await show('receive', prices)
  const radios = () => document.querySelectorAll<HTMLElement>('.pay-offers input')
  const text = () => document.querySelector('.pay-offers')?.textContent
  await act(() => radios()[1]?.click())
  expect(text()).not.toContain(lateText.routes.lost)
  prices.pop()
  const refresh = document.querySelector<HTMLElement>(`[aria-label="${lateText.routes.refresh}"]`)
  await act(() => refresh?.click())
  expect(text()).toContain(lateText.routes.lost)
  await act(() => radios()[0]?.click())
  expect(text()).not.toContain(lateText.routes.lost)
})

it('waits for the offer that was picked, and says so, where another is there already', async () => {
  const prices = ['250000000', '251000000']
  const { app, waits } = await show('pay', prices)
  const radios = () => document.querySelectorAll<HTMLInputElement>('.pay-offers input')
  await act(() => document.querySelector<HTMLElement>('.tick input')?.click())
  await act(() => radios()[1]?.click())
  expect([button()?.textContent, button()?.disabled]).toEqual([words.create, false])
  prices.pop()
  waits.yet = true
  await act(() => app.swap.type('pay', '0.17'))
  expect(radios()[0]?.checked).toBe(true)
  expect([button()?.textContent, button()?.disabled]).toEqual([words.finding, true])
})

it('says that a token looks like a pinned one, and that one is wrongly described', async () => {
  await show('pay', ['250000000'], { ...usdcBase, address: `0x${'b'.repeat(40)}` })
  expect(document.body.textContent).toContain(lateText.warnings.lookAlike('USDC'))
  act(() => render(null, document.body))
  await show('pay', ['250000000'], { ...usdcBase, decimals: 18 })
  expect(document.body.textContent).toContain(lateText.warnings.wrongDecimals('USDC'))
})

it('given a name of which no address came yet, the main button has nothing to confirm', async () => {
  const { app } = await show('pay', ['250000000'], usdcBase, 'nobody.eth')
  const main = () => document.querySelector(`[data-testid=${handle.confirm}]`)?.textContent
  expect(main()).toBe(nameText.next.reading)
  await act(() => {
    app.nameNext.value = { 'nobody.eth': nameText.next.missing }
  })
  expect(main()).toBe(nameText.next.missing)
})

it('given another window had the same made first, the note that says so has the focus', async () => {
  const { app } = await show('pay', ['250000000'])
  const { address } = orders(NOW)
  if (!address) throw new Error('no payment by address')
  const from = { ...address.accepted.from, amount: '160000' }
  const made = { ...address, createdAt: NOW, accepted: { ...address.accepted, from } }
  app.backend.listOrders = async () => ({ orders: [made] })
  app.backend.call = () => Promise.reject(new AppError('order/paid-beside', { orderId: made.id }))
  await act(() => document.querySelector<HTMLElement>('.tick input')?.click())
  // Each change is drawn as it comes, as it is in a page.
  button()?.focus()
  button()?.click()
  await vi.waitFor(() => expect(button()?.disabled).toBe(true))
  const note = document.querySelector('[data-testid=sent-meanwhile]')
  expect(note).not.toBeNull()
  expect(document.activeElement).toBe(note)
})
