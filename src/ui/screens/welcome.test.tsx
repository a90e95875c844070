// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { pageText } from '../copy/page-text'
import { walletText } from '../copy/wallet-text'
import { createApp } from '../models/app'
import { WelcomeScreen } from './welcome'

const NOW = 1_800_000_000_000

afterEach(() => render(null, document.body))

/** The page, and a press of the button that gives access, which the browser's question answers so. */
async function pressAllow(isGiven: boolean) {
  const granted: string[] = []
  const backend = createFixtureBackend({ now: () => NOW, orders: {}, granted })
  vi.spyOn(backend, 'requestAccess').mockImplementation(async (patterns) => {
    if (isGiven) granted.push(...patterns)
    return isGiven
  })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await act(() => render(<WelcomeScreen app={app} />, document.body))
  const find = () =>
    [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === walletText.allowAll,
    )
  find()?.focus()
  await act(async () => find()?.click())
  return { find }
}

it('given access, says so in place of the button, and the focus is not lost with it', async () => {
  const { find } = await pressAllow(true)
  const said = () => document.querySelector('[role=status]')?.textContent
  await expect.poll(said).toBe(pageText.welcome.granted)
  expect(find()).toBeUndefined()
  await expect.poll(() => document.activeElement?.textContent).toBe(pageText.welcome.title)
})

it('given it was refused, keeps the button with the focus', async () => {
  const { find } = await pressAllow(false)
  expect(find()).toBe(document.activeElement)
  expect(document.querySelector('[role=status]')).toBeNull()
})
