// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { settled } from '@/test/support/ui/settled'
import type { App } from '../models/app'
import { CopyButton } from './address'
import { AppProvider } from './context'

afterEach(() => render(null, document.body))

async function press(
  writeText: () => Promise<void>,
): Promise<{ button: HTMLButtonElement; said: string[] }> {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  const said: string[] = []
  const app = { announce: (words: string) => said.push(words) } as unknown as App
  render(
    <AppProvider value={app}>
      <CopyButton value="0x12" />
    </AppProvider>,
    document.body,
  )
  const button = document.querySelector('button')
  if (!button) throw new Error('no button')
  await act(async () => {
    button.click()
    await settled()
  })
  return { button, said }
}

describe('a button that copies', () => {
  it('says that it did', async () => {
    const { button, said } = await press(async () => undefined)
    expect(said).toEqual(['Copied: 0x12'])
    // Its name stays: who listens would hear the same twice.
    expect(button.getAttribute('aria-label')).toBe('Copy 0x12')
  })

  it('says that it could not, where the browser refuses: the clipboard holds something else', async () => {
    const { said } = await press(() => Promise.reject(new Error('denied')))
    expect(said).toEqual([])
    expect(document.querySelector('[role=alert]')?.textContent).toContain('by hand')
  })
})
