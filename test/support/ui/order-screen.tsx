import { render } from 'preact'
import { act } from 'preact/test-utils'
import { createApp } from '@/src/ui/models/app'
import type { Backend, Clock } from '@/src/ui/models/backend'
import { AppProvider } from '@/src/ui/parts/context'
import { OrderScreen } from '@/src/ui/screens/order'
import { Shell } from '@/src/ui/screens/shell'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'

export const NOW = 1_800_000_000_000
/** The orders of the fixtures, by name. */
export const all = orders(NOW)

/** Takes the screen away, after each test. */
export function clear(): void {
  render(null, document.body)
  location.hash = ''
}

/** Draws the screen of one of the orders of the fixtures, with the shell around it. */
export async function setUp(
  name: string,
  {
    of = () => undefined,
    ...options
  }: Partial<FixtureOptions> & {
    /** Changes what stands behind the screen before it is drawn. */
    of?: (backend: Backend) => void
  } = {},
) {
  const kept = { ...all, ...options.orders }
  const calls: { name: string; input: unknown }[] = []
  const backend = createFixtureBackend({ now: () => NOW, calls, ...options, orders: kept })
  const { call } = backend
  backend.call = (async (procedure, input) => {
    const order = kept[name]
    if (procedure === 'stopOrder' && order !== undefined) {
      kept[name] = { ...order, status: 'stopped', revision: order.revision + 1 }
    }
    return call(procedure, input)
  }) as typeof call
  of(backend)
  const looks: (() => void)[] = []
  const clock: Clock = {
    now: () => NOW,
    after: (_ms, run) => {
      looks.push(run)
      return () => undefined
    },
  }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  const orderId = kept[name]?.id ?? ''
  app.router.go({ screen: 'order', orderId })
  await act(async () => {
    render(
      <AppProvider value={app}>
        <Shell>
          <OrderScreen orderId={orderId} />
        </Shell>
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  await act(settled)
  const button = (label: string) =>
    [...document.querySelectorAll('button')].find((item) => item.textContent === label)
  const press = (label: string) =>
    act(async () => {
      button(label)?.focus()
      button(label)?.click()
      await settled()
    })
  const look = async () => {
    for (const run of looks.splice(0)) run()
    await settled()
  }
  return { app, button, calls, look, press, shown: () => document.body.textContent ?? '' }
}
