// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { chains } from '@/test/support/ui/fixture-data'
import { createFixtureMarks } from '@/test/support/ui/fixture-marks'
import { orders } from '@/test/support/ui/fixture-orders'
import { findAgain, pressAgain } from '@/test/support/ui/press-again'
import { settled } from '@/test/support/ui/settled'
import { clearText } from '../copy/clear-text'
import { errorCopy } from '../copy/errors'
import { pageText } from '../copy/page-text'
import { text } from '../copy/text'
import { handle } from '../handles'
import { type App, createApp } from '../models/app'
import { type HistoryFilters, noFilters } from '../models/history-filters'
import { AppProvider } from '../parts/context'
import { HistoryScreen } from './history'

const NOW = 1_800_000_000_000
async function setUp(
  answer: OutputOf<'recoverOrders'> = { found: 0, orderIds: [] },
  bin?: { at: number; count: number },
  text = '',
) {
  const calls: { name: string; input: unknown }[] = []
  const all = orders(NOW)
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: all,
    calls,
    ...(bin ? { bin } : {}),
  })
  const { call } = backend
  const asked: unknown[] = []
  backend.call = (async (name, input) => {
    if (name !== 'recoverOrders') return call(name, input)
    asked.push(input)
    return answer
  }) as typeof call
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  app.router.go({ screen: 'history' })
  if (text !== '') app.historyFilters.value = { ...noFilters, text }
  await act(async () => {
    render(
      <AppProvider value={app}>
        <HistoryScreen />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  const recover = (query: string) =>
    act(async () => {
      const field = document.querySelector<HTMLInputElement>('.recover input')
      if (field === null) return
      field.value = query
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await settled()
      document
        .querySelector('.recover')
        ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      await settled()
    })
  const said = () => document.querySelector('.recovered')?.firstChild?.textContent
  return { app, calls, asked, recover, said }
}

afterEach(() => {
  render(null, document.body)
  location.hash = ''
})

describe('recovering orders', () => {
  const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(32))

  it('says how far back payments were looked for where none was found', async () => {
    const { recover } = await setUp({ found: 0, orderIds: [], isRecent: true })
    await recover(`0x${'1'.repeat(40)}`)
    expect(document.querySelector('.recovered')?.textContent).toContain('the last three days')
  })

  it.each([
    [{ found: 0, orderIds: [] }, 'No order found for this.'],
    [{ found: 0, orderIds: ids }, 'All 3 are already listed.'],
    [{ found: 0, orderIds: ids.slice(0, 1) }, 'This order is already listed.'],
    [{ found: 2, orderIds: ids.slice(0, 2) }, '2 orders were found.'],
    [{ found: 1, orderIds: ids }, '1 order was found. 2 are already listed.'],
    [{ found: 2, orderIds: ids, named: 60 }, '2 orders were found. 58 are already listed.'],
    [{ found: 60, orderIds: ids, named: 60 }, '60 orders were found.'],
  ])('%j: %s', async (answer, words) => {
    const { recover, said } = await setUp(answer)
    await recover(`0x${'1'.repeat(64)}`)
    expect(said()).toBe(words)
    expect(document.activeElement?.className).toBe('recovered')
  })

  it('leads to the one order that a hash names', async () => {
    const { app, recover } = await setUp({ found: 0, orderIds: ids.slice(0, 1) })
    await recover(`0x${'1'.repeat(64)}`)
    const show = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === pageText.history.recoveredOpen,
    )
    await act(() => show?.click())
    expect(app.router.route.value).toEqual({ screen: 'order', orderId: ids[0] })
  })
})

describe('a search that nothing here fits', () => {
  const id = 'a'.repeat(32)
  const signature = '5'.repeat(87)

  it.each([[`0x${'1'.repeat(64)}`], [signature]])(
    'given it is the hash of a transaction, then it is looked up where it stands: %s',
    async (text) => {
      const { app, asked, said } = await setUp({ found: 1, orderIds: [id] }, undefined, ` ${text} `)
      expect(asked).toEqual([{ query: text }])
      await act(settled)
      expect(said()).toBe('1 order was found.')
      expect(app.announcements.value.map((each) => each.text)).toContain('1 order was found.')
      const show = document.querySelector<HTMLButtonElement>('[data-testid=look-up] button')
      await act(() => show?.click())
      expect(app.router.route.value).toEqual({ screen: 'order', orderId: id })
    },
  )

  it.each(['nothing', `0x${'1'.repeat(40)}`])(
    'given it is %s, then nothing is asked',
    async (text) => {
      const { asked } = await setUp({ found: 0, orderIds: [] }, undefined, text)
      expect(asked).toEqual([])
      expect(document.querySelector('.empty')?.textContent).toContain(
        pageText.history.noneFoundHint,
      )
    },
  )
})

describe('the list', () => {
  it('begins with what waits for the person', async () => {
    await setUp()
    const rows = [...document.querySelectorAll(`[data-testid=${handle.order}]`)]
    const labels = rows.map((row) => row.querySelector('.badge')?.textContent)
    const waiting = ['Waiting for you', 'Needs you', 'Waiting for your payment']
    const waits = labels.map((label) => waiting.includes(label ?? ''))
    expect(waits.slice(0, 5)).toEqual([true, true, true, true, true])
    // Money that came astray waits for a look as well, also where its order is closed.
    const first = labels.slice(0, waits.lastIndexOf(true) + 1)
    const others = first.filter((label) => !waiting.includes(label ?? ''))
    // So does one of a backup that nobody goes on with.
    expect(new Set(others)).toEqual(new Set(['Look at the payment', 'Needs attention']))
  })
})

describe('a row, where the language runs from the right', () => {
  it('has every arrow turned around, between words that keep to themselves', async () => {
    await setUp()
    const arrows = [...document.querySelectorAll(`[data-testid=${handle.order}] .flip-rtl`)]
    const row = document.querySelector(`[data-testid=${handle.order}]`)
    expect(row?.textContent?.match(/→/g)).toHaveLength(2)
    expect(row?.querySelectorAll('.flip-rtl')).toHaveLength(2)
    const before = arrows.map((arrow) => arrow.previousElementSibling?.tagName)
    expect(new Set(before)).toEqual(new Set(['BDI']))
  })
})

describe('the filters', () => {
  const choose = (label: string, value: string) =>
    act(async () => {
      const field = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)
      if (field === null) return
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
      await settled()
    })
  const rows = () => document.querySelectorAll(`[data-testid=${handle.order}]`).length
  const button = (words: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)

  it('narrow the list, say when nothing fits, and are taken off by one button', async () => {
    const { app } = await setUp()
    const all = rows()
    await choose('Chain', '8453')
    expect(rows()).toBeGreaterThan(0)
    await choose('Time', 'lastYear')
    expect(rows()).toBe(0)
    expect(document.querySelector('.empty-title')?.textContent).toBe('No order matches')
    expect(app.announcements.value.at(-1)?.text).toBe('No order matches')
    await act(async () => {
      button('Clear filters')?.click()
      await settled()
    })
    expect(rows()).toBe(all)
    expect(document.activeElement?.getAttribute('type')).toBe('search')
    expect(app.announcements.value.at(-1)?.text).toBe(`${all} orders`)
    expect(button('Clear filters')).toBeUndefined()
  })

  it('are still set for whoever comes back from an order', async () => {
    const { app } = await setUp()
    await choose('Token', 'ETH')
    await act(() => render(null, document.body))
    await act(async () => {
      render(
        <AppProvider value={app}>
          <HistoryScreen />
        </AppProvider>,
        document.body,
      )
      await settled()
    })
    expect(document.querySelector<HTMLSelectElement>('select[aria-label="Token"]')?.value).toBe(
      'ETH',
    )
    expect(document.querySelector('.filter-line .sub')?.textContent).toBe(`${rows()} orders`)
  })
})

const button = (words: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)

/** Comes back to the history, narrowed to this. */
const drawAgain = (app: App, narrowed: Partial<HistoryFilters>) =>
  act(async () => {
    app.historyFilters.value = { ...noFilters, ...narrowed }
    render(null, document.body)
    render(
      <AppProvider value={app}>
        <HistoryScreen />
      </AppProvider>,
      document.body,
    )
    await settled()
  })

describe('a history that cannot be read', () => {
  it('is read again at a press, and how much was found is said', async () => {
    const { app } = await setUp()
    const { listOrders } = app.backend
    app.backend.listOrders = async () => {
      throw new AppError('store/unavailable', { name: '' })
    }
    await drawAgain(app, { symbol: 'USDC' })
    const said = () => app.announcements.value.at(-1)?.text
    await pressAgain()
    expect(said()).toBe(text.app.said(errorCopy['store/unavailable'].title))
    expect(document.activeElement).toBe(findAgain())
    app.backend.listOrders = async () => {
      throw new AppError('store/full')
    }
    const before = app.announcements.value.length
    await pressAgain()
    // Its note is another, and is read out as such.
    expect(document.querySelector('[role="alert"]')?.textContent).toContain(
      errorCopy['store/full'].title,
    )
    expect(app.announcements.value).toHaveLength(before)
    app.backend.listOrders = listOrders
    await pressAgain()
    const rows = document.querySelectorAll('[data-order-id]').length
    expect(rows).toBeGreaterThan(0)
    expect(said()).toBe(pageText.history.shown(rows))
    expect(findAgain()).toBeUndefined()
  })
})

describe('a hash that could not be looked up', () => {
  it('is looked up again at a press: what is wrong stands until then, and is said anew', async () => {
    const { app, asked } = await setUp({ found: 0, orderIds: [] }, undefined, `0x${'9'.repeat(64)}`)
    expect(asked).toHaveLength(1)
    const { call } = app.backend
    app.backend.call = async () => {
      throw new AppError('rpc/unavailable')
    }
    await drawAgain(app, { text: `0x${'8'.repeat(64)}` })
    await act(settled)
    await pressAgain()
    expect(document.activeElement).toBe(findAgain())
    expect(app.announcements.value.at(-1)?.text).toBe(
      text.app.said(errorCopy['rpc/unavailable'].title),
    )
    app.backend.call = call
    await pressAgain()
    expect(asked).toHaveLength(2)
    expect(document.querySelector('.recovered')?.textContent).toBe(pageText.history.recovered(0, 0))
  })
})

describe('removing the history', () => {
  const press = (words: string) =>
    act(async () => {
      button(words)?.click()
      await settled()
    })

  async function removeAll(whenTyped = () => {}): Promise<void> {
    await act(() => {
      const field = document.querySelector<HTMLInputElement>('#clear-word')
      if (field === null) return
      field.value = 'remove'
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    whenTyped()
    await act(async () => {
      document
        .querySelector('dialog form')
        ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      await settled()
    })
  }

  it('needs the typed word, and then says what stayed', async () => {
    const { calls } = await setUp()
    await press('Remove finished orders')
    expect(button('Remove')?.disabled).toBe(true)
    await removeAll(() => expect(calls.map(({ name }) => name)).not.toContain('clearOrders'))
    expect(calls).toContainEqual({ name: 'clearOrders', input: {} })
    expect(document.body.textContent).toContain('4 orders removed. 2 orders stayed')
  })

  it('says that the tokens picked lately stayed, and that the orders did not', async () => {
    const { app } = await setUp()
    app.backend.tokenMarks = async () => createFixtureMarks({}, true)
    await press('Remove finished orders')
    await removeAll()
    expect(document.querySelector('.clear-details')?.textContent).toContain(
      `4 orders removed. 2 orders stayed: in progress, with an approval still open, or something may still come of them. ${clearText.keptRecent}`,
    )
    expect(app.announcements.value.at(-1)?.text).toContain(clearText.keptRecent)
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('can be undone for as long as it is there', async () => {
    const { calls } = await setUp(undefined, { at: NOW - 60_000, count: 12 })
    expect(document.querySelector('.undo')?.textContent).toContain('12 orders removed.')
    await press('Undo')
    expect(calls).toContainEqual({ name: 'undoClear', input: { at: NOW - 60_000 } })
    await act(() => render(null, document.body))
    await setUp(undefined, { at: NOW - 600_000, count: 12 })
    expect(document.querySelector('.undo')).toBeNull()
  })
})

describe('an order that stopped after its swap', () => {
  it('says in its row what is held now', async () => {
    await setUp()
    const row = document.querySelector(`[data-order-id="${orders(NOW).halted?.id}"]`)
    expect(row?.textContent).toContain('Stopped midway')
    expect(row?.textContent).toContain(pageText.history.held('497.912 DAI on Base'))
  })

  it('given another one took it up, says nothing of it any more', async () => {
    await setUp()
    const row = document.querySelector(`[data-order-id="${orders(NOW).takenUp?.id}"]`)
    expect(row?.textContent).toContain('Stopped midway')
    expect(row?.textContent).not.toContain('You now hold')
  })
})

describe('an order of the list', () => {
  it('is run again by a button with a name of its own', async () => {
    await setUp()
    const names = [...document.querySelectorAll('.order-again')].map((button) =>
      button.getAttribute('aria-label'),
    )
    expect(names).toContain('Swap again: 500 USDC to 0.160012 ETH, 2 days ago')
    expect(names).toContain('Swap again: 497.913 DAI to 0.160012 ETH, 2 days ago')
  })

  it('given its network is gone, is not run again, and its button says why', async () => {
    const { app } = await setUp()
    const { call } = app.backend
    const left = chains.filter(({ name }) => name !== 'Arbitrum One')
    app.backend.call = (async (name, input) =>
      name === 'listChains' ? { chains: left, stale: false } : call(name, input)) as typeof call
    expect(document.querySelector('.order-again[aria-disabled=true]')).toBeNull()
    await act(() => app.catalog.load())
    const button = document.querySelector<HTMLElement>('.order-again[aria-disabled=true]')
    const why = document.getElementById(button?.getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('Arbitrum One is no longer offered.')
    await act(async () => {
      button?.click()
      await settled()
    })
    expect(app.router.route.value).toEqual({ screen: 'history' })
  })
})

describe('an undo that brings nothing back', () => {
  const bin = { at: NOW, count: 2 }
  const undo = async (app: App, answer: () => object) => {
    const { call } = app.backend
    app.backend.call = (async (name, input) =>
      name === 'undoClear' ? answer() : call(name, input)) as typeof call
    await act(async () => {
      document.querySelector<HTMLElement>('.undo button')?.click()
      await settled()
    })
  }
  const closed = 'details:not([open])'

  it('says what was wrong where it was pressed, not in a part that is closed', async () => {
    const { app } = await setUp(undefined, bin)
    await undo(app, () => {
      throw new AppError('store/unavailable', { name: '' })
    })
    const notes = document.querySelectorAll('[data-code="store/unavailable"]')
    expect([...notes].map((note) => note.closest(closed))).toEqual([null])
    expect(document.querySelector('.undo button')).not.toBeNull()
  })

  it('says there that all of it is back already, and not who did it', async () => {
    const { app } = await setUp(undefined, bin)
    await undo(app, () => ({ restored: 0 }))
    const said = [...document.querySelectorAll('p')].filter(
      ({ textContent }) => textContent === 'They are back already.',
    )
    expect(said.map((each) => each.closest(closed))).toEqual([null])
    const read = () => app.announcements.value.map(({ text }) => text)
    await expect.poll(read).toEqual(['They are back already.'])
  })
})
