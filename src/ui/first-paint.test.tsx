// @vitest-environment happy-dom
import { render } from 'preact'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { drawFirst } from './draw-first'
import { firstFrame, keptKey, preparePaint, themeKey } from './first-paint'
import { mount } from './mount'
import { Root } from './screens/root'

const NOW = 1_800_000_000_000
const clock = { now: () => NOW, after: () => () => undefined }
const { dataset } = document.documentElement
const place = () => document.querySelector('#app') as HTMLElement
const amount = () => document.querySelector<HTMLInputElement>('#amount-pay') as HTMLInputElement
const draft = { pay: usdcBase, receive: ethArbitrum, side: 'pay', text: '500', recipient: '' }

/** The page as it comes from the build, before its scripts. */
function build(): void {
  document.body.innerHTML = `<div id="app">${drawFirst(window, 'popup')}</div>`
}

function start(session: Record<string, unknown> = {}) {
  // What is open in front is not looked at: only what is kept counts here.
  const hanging = ['findWallets'] as const
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: {},
    session,
    hanging: [...hanging],
  })
  return mount({ createBackend: () => backend, clock, Page: Root, view: 'popup' })
}

function press(target: Element | null): void {
  target?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}

beforeEach(() => {
  localStorage.clear()
  location.hash = ''
  for (const name of Object.keys(dataset)) delete dataset[name]
  build()
})
afterEach(() => render(null, place()))
// Code that a page fetches for later arrives before its document is gone.
afterAll(() => vi.dynamicImportSettled())

describe('a page that was drawn when it was built', () => {
  it('is taken over as it stands', async () => {
    const before = place().innerHTML
    const field = amount()
    const started = start()
    expect(place().innerHTML).toBe(before)
    expect(amount()).toBe(field)
    await started
    field.value = '12'
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    expect((await started).swap.payText.value).toBe('12')
  })

  it('keeps what was typed and pressed before anything listened', async () => {
    preparePaint(window)
    amount().value = '2'
    amount().dispatchEvent(new InputEvent('input', { bubbles: true }))
    amount().value = '25'
    amount().dispatchEvent(new InputEvent('input', { bubbles: true }))
    press(document.querySelector('[data-testid=history] svg'))
    const app = await start()
    expect(app.swap.payText.value).toBe('25')
    expect(app.router.route.value.screen).toBe('history')
    // Once, and not again with what comes later.
    app.router.go({ screen: 'swap' })
    expect(app.router.route.value.screen).toBe('swap')
  })

  it('does not press again what the browser itself has opened', async () => {
    preparePaint(window)
    const details = document.querySelector('details') as HTMLDetailsElement
    press(details.querySelector('summary'))
    details.open = true
    details.dispatchEvent(new Event('toggle'))
    await start()
    // It was heard of: what belongs inside has come.
    await vi.waitFor(() => expect(details.querySelector('input')).not.toBeNull())
    expect(details.open).toBe(true)
  })
})

describe('the first frame', () => {
  /** The page's own frames and timers, run by hand. */
  function holdPage() {
    const waiting: { frame: (() => void)[]; timer: (() => void)[] } = { frame: [], timer: [] }
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => waiting.frame.push(run))
    vi.stubGlobal('setTimeout', (run: () => void) => waiting.timer.push(run))
    preparePaint(window)
    vi.unstubAllGlobals()
    return waiting
  }

  it('is not kept waiting: the page is taken over after it', async () => {
    const { frame, timer } = holdPage()
    const started = start()
    expect(frame).toHaveLength(1)
    const seen = vi.fn()
    void firstFrame(window)?.then(seen)
    await Promise.resolve()
    vi.stubGlobal('setTimeout', (run: () => void) => timer.push(run))
    frame[0]?.()
    vi.unstubAllGlobals()
    // Its callback comes before what is drawn in it.
    await Promise.resolve()
    expect(seen).not.toHaveBeenCalled()
    expect(dataset.ready).toBeUndefined()
    timer.at(-1)?.()
    await started
    expect(seen).toHaveBeenCalled()
    expect(dataset.ready).toBe('true')
  })

  it('is not waited for where none comes', async () => {
    const { timer } = holdPage()
    const started = start()
    timer[0]?.()
    await started
    expect(dataset.ready).toBe('true')
  })

  it('is not waited for where nothing of it is to be seen', async () => {
    localStorage.setItem(keptKey, '')
    holdPage()
    await start()
    expect(dataset.ready).toBe('true')
  })
})

describe('before the first paint', () => {
  it('the theme is the one that was chosen last', () => {
    preparePaint(window)
    expect(dataset.theme).toBe('system')
    localStorage.setItem(themeKey, 'dark')
    preparePaint(window)
    expect(dataset.theme).toBe('dark')
  })

  it('an empty form is shown where nothing is kept', async () => {
    preparePaint(window)
    expect(dataset.held).toBeUndefined()
    await start()
    expect(localStorage.getItem(keptKey)).toBeNull()
  })

  it('nothing of the form is shown where something is kept, until that is read', async () => {
    const before = await start({ draft })
    expect(before.hasKept.value).toBe(true)
    expect(localStorage.getItem(keptKey)).not.toBeNull()
    render(null, place())
    build()
    preparePaint(window)
    expect(dataset.held).toBe('form')
    const started = start({ draft })
    expect(dataset.held).toBe('form')
    const app = await started
    expect(app.swap.payText.value).toBe('500')
    expect(dataset.held).toBeUndefined()
  })

  it('what is typed until then goes into the form that is kept', async () => {
    localStorage.setItem(keptKey, '')
    preparePaint(window)
    amount().value = '7'
    amount().dispatchEvent(new InputEvent('input', { bubbles: true }))
    const app = await start({ draft })
    expect(app.swap.draft.value).toMatchObject({ ...draft, text: '7' })
    expect(await app.backend.session.read('draft')).toMatchObject({ ...draft, text: '7' })
  })

  it('a wallet that is connected is something kept as well', async () => {
    const wallet = { family: 'eip155', id: 'io.rabby', name: 'Rabby' }
    const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
    const connections = { eip155: { wallet, page, account, accounts: [account] } }
    const app = await start({ connections })
    expect(app.hasKept.value).toBe(true)
  })

  it('another screen is not preceded by the form', async () => {
    location.hash = '#/history'
    preparePaint(window)
    expect(dataset.held).toBe('page')
    const started = start()
    expect(document.querySelector('#amount-pay')).toBeNull()
    expect(dataset.held).toBeUndefined()
    await started
  })
})
