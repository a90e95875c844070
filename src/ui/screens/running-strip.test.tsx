// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it } from 'vitest'
import { readStoredOrder } from '@/src/contract/stored'
import type { Order } from '@/src/domain/order/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { RunningStrip } from './running-strip'

const NOW = 1_800_000_000_000
const all = orders(NOW)
const unread = readStoredOrder('u', { ...(all.filled as Order), status: 'teleported' })

afterEach(() => render(null, document.body))

async function lead(own: Record<string, Order>) {
  const backend = createFixtureBackend({ now: () => NOW, orders: own })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await act(async () => {
    void app.restore()
    render(
      <AppProvider value={app}>
        <RunningStrip />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  await act(() => document.querySelector<HTMLElement>('.banner')?.click())
  const route = app.router.route.value
  return route.screen === 'order' ? route.orderId : undefined
}

it('leads to an order of which a part cannot be read, as the badge counts it', async () => {
  expect(await lead({ unread })).toBe('u')
})

it('leads to one that waits for the person before it', async () => {
  const waits = all.unsure as Order
  expect(await lead({ unread, waits })).toBe(waits.id)
})
