// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { orderText } from '../copy/order-text'
import { handle } from '../handles'
import { createApp } from '../models/app'
import type { Clock } from '../models/backend'
import { AppProvider } from '../parts/context'
import { ReviewScreen } from './review'

const NOW = 1_800_000_000_000
const samples = orders(NOW)
const copy = orderText.better
const wallet = { family: 'eip155', id: 'io.rabby', name: 'Rabby Wallet' }
const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
const connections = { eip155: { wallet, page, account, accounts: [account] } }

type Options = {
  typed?: string
  change?: Partial<SwapOrder>
  hanging?: Parameters<typeof createFixtureBackend>[0]['hanging']
}

/** The review of a route of the list on the form, which asks for `typed` USDC. */
async function setUp(name: string, options: Options = {}) {
  const all = { ...samples, [name]: { ...samples[name], ...options.change } as SwapOrder }
  const calls: { name: string; input: unknown }[] = []
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: all,
    calls,
    wallets: 'connected',
    session: { connections },
    hanging: options.hanging ?? [],
  })
  // The confirmation waits for less than a second; whatever else is timed never comes.
  const clock: Clock = {
    now: () => NOW,
    after: (ms, run) => {
      if (ms === 700) queueMicrotask(run)
      return () => undefined
    },
  }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.restore()
  await app.catalog.load()
  app.swap.choose('pay', usdcBase)
  app.swap.choose('receive', ethArbitrum)
  app.swap.type('pay', options.typed ?? '500')
  const orderId = all[name]?.id ?? ''
  app.router.go({ screen: 'review', orderId })
  await act(async () => {
    render(
      <AppProvider value={app}>
        <ReviewScreen orderId={orderId} />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  // Once more: the price of gas is asked for after the paint.
  await act(settled)
  const button = () =>
    [...document.querySelectorAll('button')].find((item) => item.textContent === copy.review)
  const press = () =>
    act(async () => {
      button()?.click()
      await settled()
    })
  const confirm = () => document.querySelector<HTMLButtonElement>(`[data-testid=${handle.confirm}]`)
  return {
    app,
    orderId,
    calls,
    button,
    confirm,
    press,
    shown: () => document.body.textContent ?? '',
  }
}

afterEach(() => {
  render(null, document.body)
  location.hash = ''
})

describe('a fee that only the build of a route told', () => {
  it('is said to be missing from the list, and the next route that is better now is named', async () => {
    const { shown, button } = await setUp('fee')
    expect(shown()).toContain('The list did not count this route')
    expect(shown()).toMatch(/the next route \(Intent network\) comes out about \$\d+\.\d\d better/)
    expect(button()).toBeDefined()
  })

  it('given the other is wanted, builds and reviews that, and drops the one on screen', async () => {
    const { app, orderId, calls, press } = await setUp('fee')
    await press()
    const prepared = calls.find(({ name }) => name === 'prepareOrder')?.input
    expect(prepared).toMatchObject({ quoteId: 'q1', route: { routeId: 'r2' } })
    expect(app.router.route.value).toEqual({ screen: 'review', orderId: samples.planned?.id })
    expect(calls.filter(({ name }) => name === 'stopOrder')).toEqual([
      { name: 'stopOrder', input: { orderId } },
    ])
  })

  it('given the other is being built, takes no confirmation of the one on screen', async () => {
    const { calls, button, confirm, press } = await setUp('fee', { hanging: ['prepareOrder'] })
    expect(confirm()?.disabled).toBe(false)
    await press()
    expect(button()).toBeUndefined()
    expect(confirm()?.disabled).toBe(true)
    await act(async () => confirm()?.click())
    expect(calls.filter(({ name }) => name === 'confirmOrder')).toEqual([])
  })

  it('given there is none, or the list is of something else by now, says nothing', async () => {
    expect((await setUp('planned')).shown()).not.toContain('The list did not count')
    render(null, document.body)
    expect((await setUp('fee', { typed: '600' })).shown()).not.toContain('The list did not count')
  })

  it('given it is a trifle, says nothing', async () => {
    const { steps } = samples.fee as SwapOrder
    const small = steps.map((step) =>
      step.facts.kind === 'deposit'
        ? { ...step, facts: { ...step.facts, fee: '1000000000000' } }
        : step,
    )
    const { shown } = await setUp('fee', { change: { steps: small } })
    expect(shown()).not.toContain('The list did not count')
  })

  it('given no other route is better all the same, offers none', async () => {
    const { fee } = samples as { fee: SwapOrder }
    const accepted = { ...fee.accepted, routeId: 'r2', routeType: 'external-intent-router' }
    const steps = fee.steps.map((step) =>
      step.facts.kind === 'deposit'
        ? { ...step, facts: { ...step.facts, fee: '210000000000000' } }
        : step,
    )
    const { shown, button } = await setUp('fee', { change: { accepted, steps } })
    expect(shown()).toContain('The list did not count this route')
    expect(button()).toBeUndefined()
  })
})
