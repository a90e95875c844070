// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Route } from '@/src/contract/service/quote'
import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { AppError } from '@/src/domain/error'
import { type FillerDeed, fillerKey } from '@/src/domain/service/filler-record'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { ethArbitrum, settings, usdcBase } from '@/test/support/ui/fixture-data'
import { findAgain, pressAgain } from '@/test/support/ui/press-again'
import { settled } from '@/test/support/ui/settled'
import { costText } from '../copy/cost-text'
import { errorCopy } from '../copy/errors'
import { lateText } from '../copy/late-text'
import { createApp } from '../models/app'
import type { Backend } from '../models/backend'
import { AppProvider } from '../parts/context'
import { RouteList } from './route-list'

const NOW = 1_800_000_000_000
function route(type: string, amountOut: string, more: Partial<Route['quote']> = {}): Route {
  const quote = {
    amountIn: '500000000',
    amountOut,
    expectedDurationSeconds: 10,
    validBefore: NOW / 1000 + 600,
    estimatedGas: '100000',
  }
  return { routeId: type, type, quote: { ...quote, ...more } }
}

/** The list of these routes, at 500 wei for each unit of gas, or where no node tells it. */
async function setUp(
  routes: Route[],
  options: {
    reserve?: bigint
    priced?: boolean
    side?: 'pay' | 'receive'
    chainId?: number
    deeds?: Record<string, FillerDeed[]>
  } = {},
) {
  const { reserve = 2n * 500n * 500_000n, priced = true, deeds = {} } = options
  const backend = createFixtureBackend({ now: () => NOW, orders: {}, deeds })
  const { call } = backend
  const asked: unknown[] = []
  backend.call = ((name, input) => {
    if (name !== 'estimateReserve') return call(name, input)
    asked.push(input)
    if (reserve < 0n) return new Promise(() => undefined)
    return reserve === 0n
      ? Promise.reject(new AppError('rpc/unavailable'))
      : Promise.resolve({ amount: String(reserve) } as never)
  }) as typeof call
  backend.streamQuotes = (_request, on) => {
    for (const each of routes) on({ type: 'route', quoteId: 'q', route: each })
    on({ type: 'done', count: routes.length, others: 0 })
  }
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.restore()
  await app.catalog.load()
  await app.preferences.load()
  const { extensions, ...bare } = usdcBase
  // One of the list has the price that stands there.
  const unlisted = { ...bare, address: `0x${'7'.repeat(40)}` }
  app.swap.choose('pay', priced ? usdcBase : unlisted)
  const coin = app.catalog.top.value.find((each) => each.chainId === options.chainId)
  if (coin !== undefined) app.swap.choose('pay', coin)
  app.swap.choose('receive', ethArbitrum)
  app.swap.type(options.side ?? 'pay', '500')
  await act(async () => {
    render(
      <AppProvider value={app}>
        <RouteList />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  await act(settled)
  const rows = () =>
    [...document.querySelectorAll('[data-route-id]')].map((row) =>
      row.getAttribute('data-route-id'),
    )
  const button = (words: string) =>
    [...document.querySelectorAll<HTMLButtonElement>('.route-costs button')].find((each) =>
      each.textContent?.includes(words),
    )
  const open = async () => {
    await act(() => button('Costs')?.click())
    return document.querySelector('.costs')?.textContent ?? ''
  }
  return { app, asked, rows, button, open }
}

afterEach(() => render(null, document.body))

// 100,000 gas of 10^8 wei are 0.00001 ether, 3 cents at 3120.42 dollars.
const GWEI_TENTH = 2n * 100_000_000n * 500_000n

describe('the prices that came', () => {
  const kinds = (app: Awaited<ReturnType<typeof setUp>>['app']) =>
    app.announcements.value.map(({ text }) => text)

  it('are read out once with the best, and again though they are the same', async () => {
    const { app } = await setUp([
      route('one', '160010000000000000'),
      route('two', '160000000000000000'),
    ])
    expect(kinds(app)).toEqual(['Best 0.16001 ETH, 2 routes'])
    // As they come over the network: not before the question is drawn.
    const { streamQuotes } = app.backend
    app.backend.streamQuotes = (...asked) => void setImmediate(() => streamQuotes(...asked))
    await act(() => app.swap.quotes.refresh())
    await act(settled)
    expect(kinds(app)).toEqual(['Best 0.16001 ETH, 2 routes', 'Best 0.16001 ETH, 2 routes'])
  })

  it('for an exact output, are read out with the least that is paid', async () => {
    const { app } = await setUp([route('one', '500000000000000000000')], { side: 'receive' })
    expect(kinds(app)).toEqual(['Best 500 USDC, 1 route'])
  })
})

describe('a route that shows more than it promises', () => {
  it('says what it promises in its row, and is compared with no other', async () => {
    await setUp([
      route('much', '170000000000000000', { minAmountOut: '80000000000000000' }),
      route('sound', '160000000000000000', { minAmountOut: '159500000000000000' }),
    ])
    const [sound, much] = [...document.querySelectorAll('.route')].map((row) => row.textContent)
    expect(sound).toContain('Best')
    expect(sound).not.toContain('at least')
    expect(much).toContain('at least 0.08 ETH')
    expect(much).not.toContain('+$')
  })
})

describe('a route that was picked and comes no more', () => {
  const note = () => document.querySelector('.note-warn')?.textContent

  it.each(['done', 'error'] as const)(
    'is said and read out once the prices end with %s, until another is picked',
    async (type) => {
      const { app, rows } = await setUp([
        route('one', '160010000000000000'),
        route('two', '160000000000000000'),
      ])
      await act(() => document.querySelector<HTMLElement>('[data-route-id=two] input')?.click())
      expect(note()).toBeUndefined()
      app.backend.streamQuotes = (_request, on) => {
        on({ type: 'route', quoteId: 'q2', route: route('one', '160010000000000000') })
        on(
          type === 'done'
            ? { type, count: 1, others: 0 }
            : { type, error: { code: 'service/timeout', message: '', context: {} } },
        )
      }
      await act(() => app.swap.quotes.refresh())
      expect(rows()).toEqual(['one'])
      expect(note()).toBe(lateText.routes.lost)
      const said = app.announcements.value.filter(({ text }) => text === lateText.routes.lost)
      expect(said).toHaveLength(1)
      // While it is asked for again it may come, and where nothing came nothing stands in its place.
      let answer: Parameters<typeof app.backend.streamQuotes>[1] = () => undefined
      app.backend.streamQuotes = (_request, on) => {
        answer = on
      }
      await act(() => app.swap.quotes.refresh())
      expect(note() === lateText.routes.lost).toBe(type === 'done')
      await act(() => answer({ type: 'done', count: 0, others: 0 }))
      expect(note()).not.toBe(lateText.routes.lost)
      await act(() => app.swap.quotes.refresh())
      await act(() => {
        answer({ type: 'route', quoteId: 'q3', route: route('one', '160010000000000000') })
        answer({ type: 'done', count: 1, others: 0 })
      })
      expect(note()).toBe(lateText.routes.lost)
      // The one that stands in its place may be what they want.
      await act(() => document.querySelector<HTMLElement>('[data-route-id=one] input')?.click())
      expect(note()).toBeUndefined()
      expect(app.swap.draft.value.route).toBe(app.swap.quotes.picked.value?.key)
    },
  )
})

describe('what routes cost', () => {
  it('is shown for each route, and the best is the best net of it', async () => {
    const { rows } = await setUp(
      [
        route('much', '160010000000000000', { estimatedGas: '900000' }),
        route('little', '160000000000000000', { estimatedGas: '100000' }),
      ],
      { reserve: GWEI_TENTH },
    )
    expect(rows()).toEqual(['little', 'much'])
    const [best, other] = [...document.querySelectorAll('.route')].map((row) => row.textContent)
    expect(best).toContain('Best')
    expect(best).toContain('fee $0.03')
    expect(other).toContain('fee $0.28')
    // What it gives more is 3 cents, what it costs more 25.
    expect(other).toContain('-$0.22')
  })

  it('given what is received is exact, counts on top of what is paid', async () => {
    const dear = { amountIn: '499000000', estimatedGas: '5000000' }
    const { rows } = await setUp(
      [route('dear', '1', dear), route('cheap', '1', { amountIn: '500000000' })],
      { reserve: GWEI_TENTH, side: 'receive' },
    )
    expect(rows()).toEqual(['cheap', 'dear'])
    // A dollar less is paid, and 1.53 more for gas.
    expect(document.querySelectorAll('.route')[1]?.textContent).toContain('+$0.53')
  })

  it('given one of the list tells none, also a folded one, is left out of all that is compared', async () => {
    const { rows } = await setUp(
      [
        route('much', '160010000000000000', { estimatedGas: '900000' }),
        route('little', '160000000000000000', { estimatedGas: '100000' }),
        route('poor', '40000000000000000', { estimatedGas: undefined }),
      ],
      { reserve: GWEI_TENTH },
    )
    expect(rows()).toEqual(['much', 'little'])
    const [best, other] = [...document.querySelectorAll('.route')].map((row) => row.textContent)
    expect(best).toContain('Best')
    expect(other).toContain('-$0.03')
  })

  it('stays open, and keeps the focus, when another becomes the best meanwhile', async () => {
    const { app, button, open } = await setUp([
      route('much', '160010000000000000'),
      route('little', '160000000000000000'),
    ])
    await act(() => button('ETH =')?.focus())
    await open()
    const opener = button('Costs')
    const { quotes } = app.swap
    // What a browser does when the focus goes on from one control to the next.
    await act(() => {
      const leaving = { relatedTarget: opener ?? null }
      button('ETH =')?.dispatchEvent(new FocusEvent('blur', leaving))
      quotes.weigh(({ type }) => (type === 'much' ? 10n ** 17n : 1n))
      opener?.focus()
    })
    expect(quotes.best.value?.route.type).toBe('little')
    expect(document.querySelector('.costs')).not.toBeNull()
    expect(document.activeElement).toBe(opener)
    await act(() => render(null, document.body))
    expect(quotes.picked.value?.route.type).toBe('little')
  })

  it('is told part by part where it is asked for, and nothing is made up of the filler', async () => {
    const { open } = await setUp([route('one', '160000000000000000')], { reserve: GWEI_TENTH })
    const words = await open()
    expect(words).toContain(`${costText.network}$0.03 · 0.00001 ETH`)
    expect(words).toContain(`${costText.price}-$0.63 · -0.12%`)
    expect(words).toContain(`${costText.filler}${costText.inPrice}`)
  })

  it('given nobody has told yet what the route takes beside it, is no sum of all', async () => {
    const { open, button } = await setUp([route('one', '160000000000000000')], {
      reserve: GWEI_TENTH,
    })
    expect(button('Costs')?.textContent).toBe('Costs from about $0.66')
    const words = await open()
    expect(words).toContain(`${costText.routeFee}${costText.inReview}`)
    expect(words).toContain(`${costText.totalBefore}from about $0.66`)
  })

  it('given more is received than paid, is called a gain and no cost', async () => {
    const { button } = await setUp([route('one', '160400000000000000')])
    expect(button('Costs')).toBeUndefined()
    expect(button('Gains')?.textContent).toBe('Gains up to about $0.62')
    await act(() => button('Gains')?.click())
    const words = document.querySelector('.costs')?.textContent
    expect(words).toContain(`${costText.totalGainBefore}up to about $0.62`)
  })

  it('given a route tells no gas, is said to be not told, and no node is asked', async () => {
    const { open, asked } = await setUp([
      route('one', '160000000000000000', { estimatedGas: undefined }),
    ])
    const words = await open()
    expect(words).toContain(`${costText.network}${costText.notTold}`)
    expect(words).toContain(`${costText.total}${costText.partMissing}`)
    expect(asked).toEqual([])
  })

  it('given a route of Solana tells its gas, is said to be not counted there and not to be untold', async () => {
    const { open, asked } = await setUp([route('one', '160000000000000000')], {
      chainId: SOLANA_CHAIN_ID,
    })
    expect(await open()).toContain(`${costText.network}${costText.notCounted}`)
    expect(asked).toEqual([])
  })

  it('while the price of gas is read, keeps its place in the row', async () => {
    await setUp([route('one', '160000000000000000')], { reserve: -1n })
    expect(document.querySelector('.route')?.textContent).toContain('fee $…')
    expect(document.querySelector('.route')?.textContent).not.toContain('%')
    expect(document.querySelector('.route-costs')?.textContent).toContain('Costs $…')
  })

  it('given no node tells the price of gas, is said to be not known', async () => {
    const { open } = await setUp([route('one', '160000000000000000')], { reserve: 0n })
    expect(await open()).toContain(`${costText.network}${costText.unread}`)
  })

  it('given a token without a price, the loss is said to be not known', async () => {
    const { open } = await setUp([route('one', '160000000000000000')], { priced: false })
    const words = await open()
    expect(words).toContain(costText.noPrice)
    expect(words).toContain(costText.partMissing)
  })

  it('given layer 1 takes more on top, is said to be counted in part, and where it does not, is not', async () => {
    const base = await setUp([route('one', '160000000000000000')])
    expect(await base.open()).toContain(costText.layerOne)
    render(null, document.body)
    const paid = { amountIn: '170000000000000000' }
    const mainnet = await setUp([route('one', '160000000000000000', paid)], { chainId: 1 })
    const words = await mainnet.open()
    expect(words).toContain(costText.totalBefore)
    expect(words).not.toContain(costText.layerOne)
  })

  it('given an approval comes first, says that it may add to it', async () => {
    const needs = { tags: ['needs-approval'] }
    const { open } = await setUp([route('one', '160000000000000000', needs)])
    expect(await open()).toContain(costText.approval)
  })
})

describe('the rate', () => {
  it('stands under the chosen route, and is turned around by a press', async () => {
    const { button } = await setUp([route('one', '160000000000000000')])
    await act(() => button('1\u00a0ETH = 3,125\u00a0USDC')?.click())
    expect(button('1\u00a0USDC = 0.00032\u00a0ETH')).toBeDefined()
  })
})

describe('the record of a filler', () => {
  const deed = (patch: Partial<FillerDeed> = {}): FillerDeed => ({
    fromChainId: 8453,
    toChainId: 42_161,
    came: true,
    took: 20,
    promised: 60,
    ...patch,
  })
  const keyOf = (type: string) => fillerKey(settings.serviceUrl, type, undefined)
  const listed = [route('much', '160010000000000000'), route('known', '160000000000000000')]
  const sort = () => {
    const [select] = document.querySelectorAll<HTMLSelectElement>('.route-sort')
    if (!select) throw new Error('nothing to sort by')
    return select
  }
  const sortBy = (value: string) =>
    act(() => {
      sort().value = value
      sort().dispatchEvent(new Event('change', { bubbles: true }))
    })

  it('is said in its row and, of the one chosen, in words', async () => {
    const { app, open } = await setUp(listed, {
      deeds: { [keyOf('known')]: Array.from({ length: 12 }, () => deed()) },
    })
    const [best, other] = [...document.querySelectorAll('.route')].map((row) => row.textContent)
    expect(best).not.toContain('arrived')
    expect(other).toContain('12/12 arrived')
    expect(other).toContain('Reliable')
    await open()
    expect(document.querySelector('.record')?.textContent).toBe('You have no order with it yet.')
    await act(() => app.swap.quotes.pick(app.swap.quotes.routes.value[1]?.key ?? ''))
    await open()
    expect(document.querySelector('.record')?.textContent).toBe(
      '12 of your 12 orders between these networks arrived. Usually 40\u00a0s sooner than promised.',
    )
  })

  it('given it is sorted by, stands first and is picked, also under the pointer; best is one press away', async () => {
    const { app, rows } = await setUp(listed, {
      deeds: { [keyOf('known')]: [deed(), deed(), deed()] },
    })
    expect(rows()).toEqual(['much', 'known'])
    app.swap.quotes.hold(true)
    await sortBy('reliable')
    expect(rows()).toEqual(['known', 'much'])
    expect(app.swap.quotes.picked.value?.route.type).toBe('known')
    await sortBy('best')
    expect(rows()).toEqual(['much', 'known'])
    expect(app.swap.quotes.picked.value?.route.type).toBe('much')
  })

  it("is nobody's badge where orders were lost, or are too few", async () => {
    await setUp(listed, {
      deeds: { [keyOf('known')]: [deed(), deed()], [keyOf('much')]: [deed({ came: false })] },
    })
    expect(document.querySelector('.route-list')?.textContent).not.toContain('Reliable')
  })

  it('given there is none, is nothing to sort by', async () => {
    await setUp(listed)
    expect(sort().querySelector<HTMLOptionElement>('[value=reliable]')?.disabled).toBe(true)
  })

  it('sorts by time as well', async () => {
    const { rows } = await setUp([
      ...listed,
      route('quick', '159000000000000000', { expectedDurationSeconds: 3 }),
    ])
    await sortBy('fastest')
    expect(rows()).toEqual(['quick', 'much', 'known'])
  })
})

describe('prices that did not come', () => {
  const timeout = { code: 'service/timeout', message: '', context: {} } as const

  it('beside some that did, are said to be only that', async () => {
    const { app } = await setUp([])
    let on: Parameters<Backend['streamQuotes']>[1] = () => undefined
    app.backend.streamQuotes = (_request, listener) => {
      on = listener
    }
    const note = () => document.querySelector('[data-code="service/unreachable"]')?.textContent
    app.swap.quotes.refresh()
    await act(() => on({ type: 'error', error: { ...timeout, code: 'service/unreachable' } }))
    await vi.waitFor(() => expect(note()).toContain(errorCopy['service/unreachable'].what))
    app.swap.quotes.refresh()
    await act(() => {
      on({ type: 'route', quoteId: 'q', route: route('one', '1000000') })
      on({ type: 'error', error: { ...timeout, code: 'service/unreachable' } })
    })
    await vi.waitFor(() => expect(note()).toContain(lateText.routes.some))
    expect(note()).not.toContain(errorCopy['service/unreachable'].title)
    expect(note()).not.toContain(errorCopy['service/unreachable'].what)
    // One line: the routes below it need the room.
    expect(note()).not.toContain(errorCopy['service/unreachable'].next)
  })

  it('are asked for again at a press, which stands until they are there, and leads to them', async () => {
    const { app } = await setUp([])
    const asks: Parameters<Backend['streamQuotes']>[1][] = []
    app.backend.streamQuotes = (_request, on) => asks.push(on)
    await vi.waitFor(() => expect(findAgain()).toBeDefined())
    await pressAgain()
    expect(document.activeElement).toBe(findAgain())
    expect(findAgain()?.getAttribute('aria-busy')).toBe('true')
    await act(() => asks[0]?.({ type: 'error', error: timeout }))
    await vi.waitFor(() => expect(findAgain()?.getAttribute('aria-busy')).toBe('false'))
    expect(document.activeElement).toBe(findAgain())
    await pressAgain()
    await act(() => asks[1]?.({ type: 'route', quoteId: 'q', route: route('one', '1000000') }))
    expect(findAgain()).toBeUndefined()
    expect(document.activeElement?.id).toBe('routes-title')
  })
})
