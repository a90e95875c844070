// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it } from 'vitest'
import type { App } from '../models/app'
import { AppProvider } from './context'
import { Dialog } from './dialog'

afterEach(() => render(null, document.body))

it('reads out what comes while it is open, and not what came before: the page behind it is inert', async () => {
  const announcements = signal([{ id: 7, text: '3 routes' }])
  const app = { announcements } as unknown as App
  await act(() =>
    render(
      <AppProvider value={app}>
        <Dialog title="Choose" onClose={() => undefined}>
          <p />
        </Dialog>
      </AppProvider>,
      document.body,
    ),
  )
  const heard = () => document.querySelector('dialog [role="status"]')?.textContent
  expect(heard()).toBe('')
  await act(() => {
    announcements.value = [...announcements.value, { id: 8, text: 'No way to pay' }]
  })
  expect(heard()).toBe('No way to pay')
})
