// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { errorCopy } from '../copy/errors'
import { orderText } from '../copy/order-text'
import { text } from '../copy/text'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { AllowanceList } from './allowance-list'

const NOW = 1_800_000_000_000
const copy = orderText.allowance
const { leftOpen } = orders(NOW)
const several = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place) => [
      String(place),
      { ...(leftOpen as SwapOrder), id: place.toString(16).padStart(32, '0') },
    ]),
  )

async function open(options: Partial<FixtureOptions> = {}, broken = false) {
  const calls: { name: string; input: unknown }[] = []
  const backend = createFixtureBackend({ now: () => NOW, orders: {}, calls, ...options })
  if (broken) backend.listLeft = () => Promise.reject(new Error('no store'))
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await act(() => {
    render(
      <AppProvider value={app}>
        <AllowanceList />
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
  await act(settled)
  await act(settled)
  const press = (label: string) =>
    act(async () => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find((each) => each.textContent === label)?.click()
      await settled()
    })
  const count = () => document.querySelectorAll('.left-open li').length
  return { app, backend, calls, press, count, shown: () => document.body.textContent ?? '' }
}

afterEach(() => {
  render(null, document.body)
  location.hash = ''
})

describe('the list of open approvals', () => {
  it('names what is left by the chain, and takes it back with one click', async () => {
    const { shown, press, calls, app } = await open({ orders: several(1), left: ['7000000'] })
    expect(shown()).toContain(copy.mayTake('7 USDC', 'Base'))
    await press(copy.close)
    expect(calls.at(-1)).toMatchObject({ name: 'closeAllowance' })
    expect(app.router.route.value).toMatchObject({ screen: 'order' })
  })

  it('keeps the focus where it was pressed until there is an answer, and asks once', async () => {
    const hanging: FixtureOptions['hanging'] = ['closeAllowance']
    const { press, calls } = await open({ orders: several(1), left: ['7000000'], hanging })
    const button = [...document.querySelectorAll('button')].find(
      (each) => each.textContent === copy.close,
    )
    button?.focus()
    await press(copy.close)
    // Off, it would let the focus fall.
    expect([button?.disabled, button?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    await press(copy.close)
    expect(calls.filter(({ name }) => name === 'closeAllowance')).toHaveLength(1)
  })

  it('leads to the order that left it', async () => {
    const { press, app } = await open({ orders: several(1) })
    await press(copy.show)
    expect(app.router.route.value).toMatchObject({ screen: 'order', orderId: '0'.repeat(32) })
  })

  it('reads a few at once, and the others when they are asked for', async () => {
    const { calls, count, press } = await open({ orders: several(12) })
    const reads = () => calls.filter(({ name }) => name === 'readAllowances').length
    expect([count(), reads()]).toEqual([10, 10])
    await press(copy.more)
    expect([count(), reads()]).toEqual([12, 12])
  })

  it('says so where there are none, and where all are closed by now', async () => {
    expect((await open()).shown()).toContain(copy.none)
    render(null, document.body)
    const { shown, count } = await open({ orders: several(2), left: ['0'] })
    expect(count()).toBe(0)
    expect(shown()).toContain(copy.noneLeft)
  })

  it('says so where the store cannot be read', async () => {
    expect((await open({}, true)).shown()).toContain(errorCopy['app/unexpected'].title)
  })

  it('is read again at a press, with the focus kept: failed once more, it is said anew', async () => {
    const { app, backend, press, count } = await open({ orders: several(1) }, true)
    const button = () =>
      [...document.querySelectorAll('button')].find(
        (each) => each.textContent === text.app.tryAgain,
      )
    button()?.focus()
    await press(text.app.tryAgain)
    expect(document.activeElement).toBe(button())
    expect(app.announcements.value.at(-1)?.text).toBe(
      text.app.said(errorCopy['app/unexpected'].title),
    )
    backend.listLeft = async () => Object.values(several(1))
    await press(text.app.tryAgain)
    expect([count(), button()]).toEqual([1, undefined])
    expect(document.activeElement?.textContent).toBe(copy.list)
  })
})
