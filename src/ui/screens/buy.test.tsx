// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { findAgain, pressAgain } from '@/test/support/ui/press-again'
import { settled } from '@/test/support/ui/settled'
import { buyText } from '../copy/buy-text'
import { errorCopy } from '../copy/errors'
import { text } from '../copy/text'
import { handle } from '../handles'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { BuyScreen } from './buy'
import { BuyScreen as LateBuyScreen } from './late-screens'
import { Root } from './root'

afterEach(() => render(null, document.body))

async function show(): Promise<void> {
  const backend = createFixtureBackend({ now: () => 0, orders: {} })
  const clock = { now: () => 0, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await act(async () => {
    render(
      <AppProvider value={app}>
        <BuyScreen />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
}

it('groups the digits of the amount once the field is left, and keeps them as typed before', async () => {
  await show()
  const field = document.querySelector<HTMLInputElement>(`[data-testid=${handle.buyAmount}]`)
  await act(() => {
    field?.focus()
    if (field) field.value = '12345.5'
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(field?.value).toBe('12345.5')
  await act(() => field?.blur())
  expect(field?.value).toBe('12,345.5')
  await act(() => field?.focus())
  expect(field?.value).toBe('12345.5')
})

it('makes no other number of an amount that is typed with a letter', async () => {
  await show()
  const field = document.querySelector<HTMLInputElement>(`[data-testid=${handle.buyAmount}]`)
  await act(() => field?.focus())
  for (const key of '1e3') {
    await act(() => {
      if (field) field.value += key
      field?.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
    })
  }
  expect(field?.value).toBe('1e3')
  expect(document.querySelector('[data-code="form/amount-invalid"]')).not.toBeNull()
})

const foot = () => document.querySelector('.token-field-foot')?.textContent

it.each([
  ['1,234', '= 1234', '1,234'],
  ['1.50', '', '1.50'],
  ['1.234,56', '= 1,234.56', '1,234.56'],
])('reads %s the same key by key and pasted, and says so: "%s"', async (amount, said, left) => {
  await show()
  const field = document.querySelector<HTMLInputElement>(`[data-testid=${handle.buyAmount}]`)
  const put = (value: string, inputType: string, data: string) =>
    act(() => {
      if (field) field.value = value
      field?.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }))
    })
  const ways = {
    typed: async () => {
      for (const key of amount) await put(field?.value + key, 'insertText', key)
    },
    pasted: () => put(amount, 'insertFromPaste', amount),
  }
  for (const way of Object.values(ways)) {
    await act(() => field?.focus())
    await way()
    expect(field?.value).toBe(amount)
    await vi.waitFor(() => expect(/= [\d.,]*/.exec(foot() ?? '')?.[0] ?? '').toBe(said))
    await act(() => field?.blur())
    expect(field?.value).toBe(left)
    await act(() => field?.focus())
    await put('', 'deleteContentBackward', '')
    await act(() => field?.blur())
  }
})

it.each([
  ['50 EUR', '50', true],
  ['€50', '50', true],
  ['$30', '$30', false],
  ['50 k', '50 k', false],
])('of %s that is pasted keeps %s', async (amount, kept, isSum) => {
  await show()
  const field = document.querySelector<HTMLInputElement>(`[data-testid=${handle.buyAmount}]`)
  const currency = document.querySelector<HTMLSelectElement>(`[data-testid=${handle.buyCurrency}]`)
  await act(() => {
    if (currency) currency.value = 'EUR'
    currency?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await act(() => {
    field?.focus()
    if (field) field.value = amount
    const pasted = { bubbles: true, inputType: 'insertFromPaste', data: amount }
    field?.dispatchEvent(new InputEvent('input', pasted))
  })
  expect(field?.value).toBe(kept)
  expect(document.querySelector('[data-code="form/amount-invalid"]') === null).toBe(isSum)
})

it('makes no other number of an amount that a letter is pasted into', async () => {
  await show()
  const field = document.querySelector<HTMLInputElement>(`[data-testid=${handle.buyAmount}]`)
  await act(() => {
    field?.focus()
    if (field) field.value = '12a'
    const pasted = { bubbles: true, inputType: 'insertFromPaste', data: 'a' }
    field?.dispatchEvent(new InputEvent('input', pasted))
  })
  expect(field?.value).toBe('12a')
  expect(document.querySelector('[data-code="form/amount-invalid"]')).not.toBeNull()
})

it('opens the token list by Ctrl+K, as the form for swaps does', async () => {
  await show()
  await act(async () => {
    const key = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true })
    dispatchEvent(key)
    expect(key.defaultPrevented).toBe(true)
    await settled()
  })
  expect(document.querySelector(`dialog [data-testid=${handle.tokenSearch}]`)).not.toBeNull()
})

it('reads again what can be paid with at a press, with the focus kept: failed once more, it is said anew', async () => {
  location.hash = '#/buy'
  onTestFinished(() => {
    location.hash = ''
  })
  const failing: FixtureOptions['failing'] = { readFiatConfig: 'service/unreachable' }
  const backend = createFixtureBackend({ now: () => 0, orders: {}, failing })
  const clock = { now: () => 0, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await LateBuyScreen.preload()
  await act(async () => {
    render(<Root app={app} />, document.body)
    await settled()
  })
  await pressAgain()
  expect(document.activeElement).toBe(findAgain())
  expect(app.announcements.value.at(-1)?.text).toBe(
    text.app.said(errorCopy['service/unreachable'].title),
  )
  delete failing.readFiatConfig
  await pressAgain()
  expect(findAgain()).toBeUndefined()
  expect(document.activeElement?.textContent).toBe(buyText.title)
})
