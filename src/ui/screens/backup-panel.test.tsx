// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { backupText } from '../copy/backup-text'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { BackupPanel } from './backup-panel'

const NOW = 1_800_000_000_000
const words = backupText
const passphrase = 'correct horse battery staple'

afterEach(() => render(null, document.body))

async function open(view: 'popup' | 'tab') {
  const calls: { name: string; input: unknown }[] = []
  const backend = createFixtureBackend({ now: () => NOW, orders: orders(NOW), calls })
  const opened: string[] = []
  backend.openPage = async (path) => {
    opened.push(path)
  }
  const app = createApp({
    backend,
    clock: { now: () => NOW, after: () => () => undefined },
    view,
    page: window,
  })
  await act(() => {
    render(
      <AppProvider value={app}>
        <BackupPanel />
      </AppProvider>,
      document.body,
    )
  })
  const field = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)
  const type = (id: string, text: string) =>
    act(() => {
      const input = field(id)
      if (!input) throw new Error(`no ${id}`)
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const press = (label: string) =>
    act(() => {
      const all = [...document.querySelectorAll<HTMLElement>('button, .segment')]
      const found = all.find((each) => each.textContent?.trim() === label)
      if (!found) throw new Error(`no ${label}`)
      ;(found.querySelector('input') ?? found).click()
    })
  const said = () => document.body.textContent ?? ''
  return { app, backend, calls, opened, type, press, said, field }
}

describe('the panel of backups', () => {
  it('refuses a passphrase that is too short, or typed in two ways', async () => {
    const { calls, type, press, said } = await open('tab')
    const wrong = () => [...document.querySelectorAll('[aria-invalid]')].map(({ id }) => id)
    await type('backup-new', 'short')
    await press(words.save)
    expect(said()).toContain(words.tooShort(12))
    expect(wrong()).toEqual(['backup-new'])
    await type('backup-new', passphrase)
    await type('backup-again', `${passphrase}?`)
    await press(words.save)
    expect(said()).toContain(words.different)
    expect(wrong()).toEqual(['backup-again'])
    expect(calls.map(({ name }) => name)).not.toContain('saveFile')
  })

  it('hands over a file and says how many orders are in it', async () => {
    const { calls, type, press, said } = await open('tab')
    await type('backup-new', passphrase)
    await type('backup-again', passphrase)
    await press(words.save)
    await expect.poll(() => calls.map(({ name }) => name)).toContain('saveFile')
    await expect.poll(said).toContain('causeway-backup-2027-01-15.txt')
  })

  it('reads out what of a file was left out, with what came', async () => {
    const { app, backend, calls, type, press, said, field } = await open('tab')
    await type('backup-new', passphrase)
    await type('backup-again', passphrase)
    await press(words.save)
    const saved = () => calls.find(({ name }) => name === 'saveFile')?.input
    await expect.poll(saved).toBeDefined()
    const { content } = saved() as { content: Blob }
    const answer = { added: 4, known: 0, unread: 1 }
    backend.call = (async () => answer) as never
    await press(words.ways.restore)
    const input = field('backup-file')
    Object.defineProperty(input, 'files', { value: [content] })
    await act(() => {
      input?.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await type('backup-open', passphrase)
    await act(() => document.querySelector<HTMLElement>('[type=submit]')?.click())
    await expect.poll(said).toContain(words.restored(4))
    expect(said()).toContain(words.unread(1))
    // Read out once it is drawn.
    await expect.poll(() => app.announcements.value.at(-1)?.text).toContain(words.unread(1))
  })

  it('restores in a tab: a file dialog would close the popup', async () => {
    const popup = await open('popup')
    await popup.press(words.ways.restore)
    expect(popup.field('backup-file')).toBeNull()
    await popup.press(words.openTab)
    expect(popup.opened).toEqual(['popup.html?view=tab#/history'])
    const tab = await open('tab')
    await tab.press(words.ways.restore)
    expect(tab.field('backup-file')).not.toBeNull()
  })

  it('goes on though its screen is left, and says there what came of it', async () => {
    const { app, backend, type, press, said } = await open('tab')
    let count: (orders: number) => void = () => undefined
    backend.countOrders = () =>
      new Promise((resolve) => {
        count = resolve
      })
    await type('backup-new', passphrase)
    await type('backup-again', passphrase)
    await press(words.save)
    await act(() => render(null, document.body))
    count(1)
    await expect.poll(() => app.files.backup?.state.value.state).toBe('written')
    await act(() =>
      render(
        <AppProvider value={app}>
          <BackupPanel />
        </AppProvider>,
        document.body,
      ),
    )
    expect(said()).toContain('causeway-backup-2027-01-15.txt')
    // Once it was there to be read, it is not said at each visit.
    await act(() => render(null, document.body))
    expect(app.files.backup?.state.value).toEqual({ state: 'idle' })
  })

  it.each([
    [{ state: 'unreadable' as const, why: 'damaged' as const }, words.unreadable.damaged],
    [{ state: 'cancelled' as const }, words.cancelled],
    [
      {
        state: 'failed' as const,
        error: { code: 'store/full' as const, message: '', context: {} },
      },
      '',
    ],
  ])('says of what was cut off what came all the same (%o)', async (cut, why) => {
    const { app, said } = await open('tab')
    const taken = {
      added: 50,
      book: { added: 1, known: 0, conflicts: 0, unread: 0 },
      tokens: { pinned: 2, added: 0, left: 0 },
    }
    const state = app.files.backup?.state as { value: unknown }
    await act(() => {
      state.value = { ...cut, taken }
    })
    for (const each of [why, words.kept(50), words.book.added(1), words.tokens.pinned(2)]) {
      expect(said()).toContain(each)
    }
  })
})
