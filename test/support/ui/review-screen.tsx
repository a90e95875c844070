import { render } from 'preact'
import { act } from 'preact/test-utils'
import { text } from '@/src/ui/copy/text'
import { handle } from '@/src/ui/handles'
import { createApp } from '@/src/ui/models/app'
import { AppProvider } from '@/src/ui/parts/context'
import { ReviewScreen } from '@/src/ui/screens/review'
import { createManualClock } from '@/test/support/manual-clock'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'

// Fetched when a name is typed; no test waits for that.
import '@/src/ui/format/ens-name'
import '@/src/ui/models/paid-elsewhere'
import '@/src/ui/models/settle'

export const NOW = 1_800_000_000_000
/** The orders of the fixtures, by name. */
export const samples = orders(NOW)

/** Takes the screen away, after each test. */
export function clear(): void {
  render(null, document.body)
}

/** What the review says of its terms. */
export const terms = () => document.querySelector('.terms')?.textContent ?? ''

/** Draws the review of one of the orders of the fixtures, and what a person may do there. */
export async function setUp(options: Partial<FixtureOptions> & { order?: string } = {}) {
  const all = options.orders ?? samples
  const calls: { name: string }[] = []
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: all,
    calls: calls as [],
    ...options,
  })
  const clock = createManualClock(NOW)
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.catalog.load()
  await app.wallets.restore()
  const orderId = all[options.order ?? 'planned']?.id ?? ''
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
  // Once more: the known addresses are read after the paint.
  await act(settled)
  const buttons = {
    confirm: document.querySelector<HTMLButtonElement>(`[data-testid=${handle.confirm}]`),
    cancel: document.querySelector<HTMLButtonElement>(`[data-testid=${handle.cancel}]`),
    back: document.querySelector<HTMLButtonElement>(`[aria-label=${text.app.back}]`),
  }
  const press = (name: keyof typeof buttons, detail = 1) =>
    act(async () => {
      buttons[name]?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
      await settled()
    })
  const wait = (ms: number) => act(() => clock.advance(ms))
  const screen = () => app.router.route.value.screen
  const stopped = () => calls.some(({ name }) => name === 'stopOrder')
  const confirmed = () => calls.some(({ name }) => name === 'confirmOrder')
  const why = () => document.querySelector('.actions-why')?.textContent ?? ''
  async function tick(): Promise<void> {
    for (const box of document.querySelectorAll<HTMLInputElement>('.ticks input')) {
      await act(() => box.click())
    }
  }
  return { app, press, screen, stopped, confirmed, buttons, wait, why, tick }
}
