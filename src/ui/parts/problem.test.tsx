// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { text } from '../copy/text'
import { createApp } from '../models/app'
import { Shell } from '../screens/shell'
import { AppProvider } from './context'

const NOW = 1_800_000_000_000

afterEach(() => render(null, document.body))

it('says on every screen what failed behind it, and can be closed', async () => {
  const backend = createFixtureBackend({ now: () => NOW, orders: {} })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await act(() =>
    render(
      <AppProvider value={app}>
        <Shell>Hall</Shell>
      </AppProvider>,
      document.body,
    ),
  )
  const note = () => document.querySelector('.notices [role=alert]')
  expect(note()).toBeNull()
  const event = Object.assign(new Event('unhandledrejection'), { reason: new Error('no storage') })
  await act(() => void window.dispatchEvent(event))
  await expect.poll(() => note()?.getAttribute('data-code')).toBe('app/unexpected')
  const close = [...document.querySelectorAll('.notices button')].find(
    (each) => each.textContent === text.app.close,
  )
  await act(() => (close as HTMLButtonElement).click())
  expect(note()).toBeNull()
})
