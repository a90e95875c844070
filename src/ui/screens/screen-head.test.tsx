// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { App } from '../models/app'
import { AppProvider } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { ScreenHead } from './screen-head'

afterEach(() => render(null, document.body))

async function show(options: { disabled?: boolean; dialog?: boolean } = {}) {
  const onBack = vi.fn()
  await act(() =>
    render(
      <AppProvider value={{ announcements: signal([]) } as unknown as App}>
        <ScreenHead title="History" onBack={onBack} disabled={options.disabled ?? false} />
        <input />
        {options.dialog && (
          <Dialog title="Choose" onClose={() => undefined}>
            <p />
          </Dialog>
        )}
      </AppProvider>,
      document.body,
    ),
  )
  const press = (key: string) =>
    document
      .querySelector('input')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  return { onBack, press }
}

describe('Escape', () => {
  it('leads back from a screen, from wherever the focus is', async () => {
    const { onBack, press } = await show()
    press('Enter')
    expect(onBack).not.toHaveBeenCalled()
    press('Escape')
    expect(onBack).toHaveBeenCalledOnce()
  })

  it.each([
    ['a dialog is open, which it closes', { dialog: true }],
    ['what is under way is not left', { disabled: true }],
  ])('does not where %s', async (_why, options) => {
    const { onBack, press } = await show(options)
    press('Escape')
    expect(onBack).not.toHaveBeenCalled()
  })
})

it('names the page for its screen as long as that is there', async () => {
  await show()
  expect(document.title).toBe('History - Causeway')
  await act(() => render(null, document.body))
  expect(document.title).toBe('Causeway')
})

describe('the heading of a screen', () => {
  it('has the focus that waited for its code, and takes it from nothing else', async () => {
    const content = document.body.appendChild(document.createElement('main'))
    content.id = 'content'
    content.tabIndex = -1
    const field = document.body.appendChild(document.createElement('input'))
    const show = () =>
      act(() => render(<ScreenHead title="History" onBack={() => undefined} />, content))
    content.focus()
    await show()
    expect(document.activeElement).toBe(content.querySelector('h1'))
    await act(() => render(null, content))
    field.focus()
    await show()
    expect(document.activeElement).toBe(field)
    await act(() => render(null, content))
    document.body.replaceChildren()
  })
})
