// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it } from 'vitest'
import type { App } from '../models/app'
import type { Quotes } from '../models/quotes'
import { AppProvider } from './context'
import { PriceCountdown } from './price-countdown'

afterEach(() => render(null, document.body))

const end = 1_800_000_060
const picked = { value: { quoteId: 'q1', route: { quote: { validBefore: end } } } }
const quotes = { picked, paused: { value: false }, refresh: () => undefined } as unknown as Quotes

/** What is shown so many seconds before the end of a price. */
async function shownAt(left: number): Promise<string | undefined> {
  const app = { now: { value: (end - left) * 1_000 } } as unknown as App
  await act(() =>
    render(
      <AppProvider value={app}>
        <PriceCountdown quotes={quotes} />
      </AppProvider>,
      document.body,
    ),
  )
  return document.querySelector('.countdown-time')?.textContent ?? undefined
}

it('shows whole seconds that are left, and never one more than there are', async () => {
  expect(await shownAt(60)).toBe('1:00')
  expect(await shownAt(60.9)).toBe('1:00')
  expect(await shownAt(59.1)).toBe('0:59')
  expect(await shownAt(0.5)).toBe('0:00')
  expect(await shownAt(-5)).toBe('0:00')
})
