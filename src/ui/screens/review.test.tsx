// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-data'
import { text } from '../copy/text'
import { handle } from '../handles'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { ReviewScreen } from './review'

const NOW = 1_800_000_000_000
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function setUp(options: Partial<FixtureOptions> = {}) {
  const all = orders(NOW)
  const calls: { name: string }[] = []
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: all,
    calls: calls as [],
    ...options,
  })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.catalog.load()
  const orderId = all.planned?.id ?? ''
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
  const press = (name: keyof typeof buttons) =>
    act(async () => {
      buttons[name]?.click()
      await settled()
    })
  const screen = () => app.router.route.value.screen
  const stopped = () => calls.some(({ name }) => name === 'stopOrder')
  return { press, screen, stopped, buttons }
}

afterEach(() => render(null, document.body))

describe('the review', () => {
  it.each(['cancel', 'back'] as const)(
    'given nothing was confirmed, then %s stops it',
    async (way) => {
      const { press, screen, stopped } = await setUp()
      await press(way)
      expect([screen(), stopped()]).toEqual(['swap', true])
    },
  )

  it.each(['cancel', 'back'] as const)(
    'given it is being confirmed, then %s is off',
    async (way) => {
      const { press, screen, stopped, buttons } = await setUp({ hanging: ['confirmOrder'] })
      await press('confirm')
      expect(buttons[way]?.disabled).toBe(true)
      await press(way)
      expect([screen(), stopped()]).toEqual(['review', false])
    },
  )
})
