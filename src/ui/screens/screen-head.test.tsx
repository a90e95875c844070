// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '../parts/dialog'
import { ScreenHead } from './screen-head'

afterEach(() => render(null, document.body))

async function show(options: { disabled?: boolean; dialog?: boolean } = {}) {
  const onBack = vi.fn()
  await act(() =>
    render(
      <>
        <ScreenHead title="History" onBack={onBack} disabled={options.disabled ?? false} />
        <input />
        {options.dialog && (
          <Dialog title="Choose" onClose={() => undefined}>
            <p />
          </Dialog>
        )}
      </>,
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
