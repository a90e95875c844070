// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { handle } from '../handles'
import { createApp } from '../models/app'
import * as lateScreens from '../screens/late-screens'
import { Root } from '../screens/root'
import { screenKeys } from './keys'

const NOW = 1_800_000_000_000

async function show(hash = '') {
  location.hash = hash
  const backend = createFixtureBackend({ now: () => NOW, orders: {} })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await act(() => render(<Root app={app} />, document.body))
  return { app, screen: () => app.router.route.value.screen }
}

/** Presses a key and tells whether the page took it. */
async function press(init: KeyboardEventInit): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { cancelable: true, bubbles: true, ...init })
  await act(() => void (document.activeElement ?? document.body).dispatchEvent(event))
  return event.defaultPrevented
}

/** A dialog of whatever is asked of the person. */
function openDialog(): HTMLElement {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  document.body.append(dialog)
  onTestFinished(() => dialog.remove())
  return dialog
}

// What arrives later than its test ends is no part of it.
beforeAll(async () => {
  await Promise.all(Object.values(lateScreens).map((screen) => screen.preload()))
  await import('../screens/token-picker')
  await import('../screens/book')
})
beforeEach(() => {
  location.hash = ''
})
afterEach(() => render(null, document.body))

describe('keys that lead to a screen', () => {
  it.each(Object.entries(screenKeys))(
    '%s is led to by Alt+Shift+%s from another one',
    async (name, letter) => {
      const { screen } = await show(name === 'history' ? '#/settings' : '#/history')
      expect(await press({ key: letter, code: `Key${letter}`, altKey: true, shiftKey: true })).toBe(
        true,
      )
      expect(screen()).toBe(name)
    },
  )

  it('goes by the place of the key where Alt makes another sign of it', async () => {
    const { screen } = await show()
    await press({ key: 'Ó', code: 'KeyH', altKey: true, shiftKey: true })
    expect(screen()).toBe('history')
  })

  it('goes by the sign where the letters stand elsewhere on the keyboard', async () => {
    const { screen } = await show()
    await press({ key: 'H', code: 'KeyJ', altKey: true, shiftKey: true })
    expect(screen()).toBe('history')
  })

  it.each([
    ['a letter alone', { key: 'h', code: 'KeyH' }],
    ['with Shift alone', { key: 'H', code: 'KeyH', shiftKey: true }],
    ['with Alt alone', { key: 'h', code: 'KeyH', altKey: true }],
    ['with Ctrl too', { key: 'H', code: 'KeyH', altKey: true, shiftKey: true, ctrlKey: true }],
    ['a letter that leads nowhere', { key: 'X', code: 'KeyX', altKey: true, shiftKey: true }],
  ])('leaves %s to the page and the browser', async (_what, init) => {
    const { screen } = await show()
    expect(await press(init)).toBe(false)
    expect(screen()).toBe('swap')
  })

  it.each(['<input type="password">', '<input>', '<textarea></textarea>'])(
    'leaves a sign that is typed into %s to it, and takes the letter that types none',
    async (html) => {
      const { screen } = await show()
      document.querySelector('main')?.insertAdjacentHTML('beforeend', html)
      const field = document.querySelector<HTMLElement>('main > :last-child')
      onTestFinished(() => field?.remove())
      field?.focus()
      for (const sign of [
        { key: 'Ó', code: 'KeyH' },
        { key: 'Ø', code: 'KeyO' },
        { key: 'Dead', code: 'KeyB' },
      ]) {
        expect(await press({ ...sign, altKey: true, shiftKey: true })).toBe(false)
      }
      expect([screen(), document.activeElement]).toEqual(['swap', field])
      await press({ key: 'H', code: 'KeyH', altKey: true, shiftKey: true })
      expect(screen()).toBe('history')
    },
  )

  it('leads on from a box that takes no text, whatever the sign', async () => {
    const { screen } = await show()
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<input type="checkbox">')
    const box = document.querySelector<HTMLElement>('main > :last-child')
    onTestFinished(() => box?.remove())
    box?.focus()
    await press({ key: 'Ó', code: 'KeyH', altKey: true, shiftKey: true })
    expect(screen()).toBe('history')
  })

  it('leads nowhere while a dialog waits for an answer', async () => {
    const { screen } = await show('#/history')
    const dialog = openDialog()
    await press({ key: 'O', code: 'KeyO', altKey: true, shiftKey: true })
    await press({ key: 'k', ctrlKey: true })
    dialog.remove()
    expect(screen()).toBe('history')
  })
})

describe('a dialog that waits for an answer', () => {
  it.each(['swap', 'buy'])('is joined in %s by no list of tokens', async (name) => {
    await show(`#/${name}`)
    const dialog = openDialog()
    expect(await press({ key: 'k', ctrlKey: true })).toBe(true)
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
    dialog.remove()
    // With it gone, the key does what it always does.
    await press({ key: 'k', ctrlKey: true })
    await expect.poll(() => document.querySelectorAll('dialog')).toHaveLength(1)
  })
})

describe('Ctrl+K', () => {
  it.each(['history', 'settings', 'book', 'pay'])(
    'leads from %s to the tokens of the swap',
    async (from) => {
      const { screen } = await show(`#/${from}`)
      expect(await press({ key: 'k', ctrlKey: true })).toBe(true)
      expect(screen()).toBe('swap')
      await expect
        .poll(() => document.querySelector(`dialog [data-testid=${handle.tokenSearch}]`))
        .not.toBeNull()
    },
  )

  it('opens nothing of itself when the swap is come to again', async () => {
    const { app } = await show('#/history')
    await press({ key: 'k', ctrlKey: true })
    await expect.poll(() => document.querySelector('dialog')).not.toBeNull()
    await act(() => app.router.go({ screen: 'history' }))
    await act(() => app.router.go({ screen: 'swap' }))
    expect(document.querySelector('dialog')).toBeNull()
  })
})
