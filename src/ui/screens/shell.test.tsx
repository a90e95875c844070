// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { Shell } from './shell'

const NOW = 1_800_000_000_000

afterEach(() => render(null, document.body))

it('gives the focus to the heading where what held it goes, and takes it from nothing else', async () => {
  const backend = createFixtureBackend({ now: () => NOW, orders: {} })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  const show = (names: string[]) =>
    act(() =>
      render(
        <AppProvider value={app}>
          <Shell>
            <h1 tabIndex={-1}>Order</h1>
            {names.map((name) => (
              <button key={name} type="button">
                {name}
              </button>
            ))}
          </Shell>
        </AppProvider>,
        document.body,
      ),
    )
  const find = (name: string) =>
    [...document.querySelectorAll('button')].find((each) => each.textContent === name)
  await show(['copy', 'stop', 'more'])
  find('stop')?.focus()
  await show(['stop', 'more'])
  expect(document.activeElement?.textContent).toBe('stop')
  await show(['more'])
  await expect.poll(() => document.activeElement?.tagName).toBe('H1')
  find('more')?.focus()
  await show([])
  await expect.poll(() => document.activeElement?.tagName).toBe('H1')
})

it('gives it to the head of the dialog where what held it there goes: nothing behind it can be reached', async () => {
  const backend = createFixtureBackend({ now: () => NOW, orders: {} })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  const show = (isWaiting: boolean) =>
    act(() =>
      render(
        <AppProvider value={app}>
          <Shell>
            <h1 tabIndex={-1}>Swap</h1>
            <Dialog title="Wallet" onClose={() => undefined}>
              {isWaiting && <button type="button">Cancel</button>}
              <button type="button">Refresh</button>
            </Dialog>
          </Shell>
        </AppProvider>,
        document.body,
      ),
    )
  await show(true)
  document.querySelector<HTMLElement>('dialog .dialog-head ~ button')?.focus()
  expect(document.activeElement?.textContent).toBe('Cancel')
  await show(false)
  await expect.poll(() => document.activeElement?.closest('.dialog-head')).not.toBeNull()
})
