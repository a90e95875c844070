// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { pageText } from '../copy/page-text'

afterEach(() => render(null, document.body))

/** The keys as they are listed on such a computer, each under what it does. */
async function listOn(platform: string): Promise<Record<string, string>> {
  const spoof = vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform)
  onTestFinished(() => spoof.mockRestore())
  // The computer is looked at once, by whoever was the first to want to know: another test's file may be.
  vi.resetModules()
  const { KeyList } = await import('./key-list')
  render(<KeyList />, document.body)
  return Object.fromEntries(
    [...document.querySelectorAll('li')].map((row) => [
      row.querySelector('span')?.textContent,
      row.querySelector('kbd')?.textContent,
    ]),
  )
}

const { pin, tokens, history } = pageText.keys.of

it('names the keys as they stand on a keyboard of a Mac', async () => {
  expect(await listOn('MacIntel')).toMatchObject({
    [pin]: '⌥+P',
    [tokens]: '⌘+K',
    [history]: '⌥+Shift+H',
  })
})

it.each(['Win32', 'Linux x86_64'])('names the keys as they stand on others (%s)', async (name) => {
  expect(await listOn(name)).toMatchObject({
    [pin]: 'Alt+P',
    [tokens]: 'Ctrl+K',
    [history]: 'Alt+Shift+H',
  })
})
