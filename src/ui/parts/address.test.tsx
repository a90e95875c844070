// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { CopyButton } from './address'

afterEach(() => render(null, document.body))

async function press(writeText: () => Promise<void>): Promise<HTMLButtonElement> {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  render(<CopyButton value="0x12" />, document.body)
  const button = document.querySelector('button')
  if (!button) throw new Error('no button')
  await act(async () => {
    button.click()
    await new Promise<void>((resolve) => setImmediate(resolve))
  })
  return button
}

describe('a button that copies', () => {
  it('says that it did', async () => {
    const button = await press(async () => undefined)
    expect(button.getAttribute('aria-label')).toBe('Copied')
  })

  it('says that it could not, where the browser refuses: the clipboard holds something else', async () => {
    const button = await press(() => Promise.reject(new Error('denied')))
    expect(button.getAttribute('aria-label')).toContain('Could not copy')
    expect(document.querySelector('[role=alert]')?.textContent).toContain('by hand')
  })
})
