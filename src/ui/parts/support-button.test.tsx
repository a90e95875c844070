// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { settled } from '@/test/support/ui/settled'
import type { App } from '../models/app'
import { AppProvider } from './context'
import { SupportButton } from './support-button'

afterEach(() => render(null, document.body))

describe('the support data', () => {
  it('is on the clipboard after one press', async () => {
    const writeText = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    const announce = vi.fn()
    const readSupport = vi.fn(async () => 'orders')
    const backend = { readSupport, version: '1.2.3' }
    const clock = { now: () => 0 }
    render(
      <AppProvider value={{ backend, announce, clock } as unknown as App}>
        <SupportButton />
      </AppProvider>,
      document.body,
    )
    await act(async () => {
      document.querySelector('button')?.click()
      await settled()
    })
    expect(writeText).toHaveBeenCalledWith('orders')
    const head = { product: 'Causeway', version: '1.2.3', at: '1970-01-01T00:00:00.000Z' }
    expect(readSupport).toHaveBeenCalledExactlyOnceWith(head, undefined)
    expect(document.querySelector('button')?.textContent).toBe('Copied')
    expect(announce).toHaveBeenCalledExactlyOnceWith('Copied')
    // What is read out with a screen is none of its buttons.
    expect(document.querySelector('[role=status]')).toBeNull()
  })
})
