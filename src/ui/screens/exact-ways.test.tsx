// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { QuoteEvent } from '@/src/contract/rpc'
import type { QuoteRequest } from '@/src/contract/service/quote'
import type { Token } from '@/src/contract/service/token'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, ethArbitrum, routes, tokens, usdcBase } from '@/test/support/ui/fixture-data'
import { findAgain, pressAgain } from '@/test/support/ui/press-again'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { ExactWaysButton } from './exact-ways'

const NOW = 1_800_000_000_000
const connection = {
  wallet: { family: 'eip155', id: 'io.rabby', name: 'Rabby' },
  page: { tabId: 7, frameId: 0, origin: 'https://app.example.org' },
  account,
  accounts: [account],
}
const clock = { now: () => NOW, after: () => () => undefined }
const ethBase = tokens[1] as Token

type Ask = { request: QuoteRequest; on(event: QuoteEvent): void; signal: AbortSignal }

/** A form that wants exactly 0.02 ETH on Arbitrum, and the list of ways to pay, with fillers that wait. */
async function setUp(held?: Token[], slippage?: number) {
  const session = { connections: { eip155: connection } }
  const backend = createFixtureBackend({ now: () => NOW, orders: {}, session })
  const { call } = backend
  backend.call = ((name, input) =>
    name === 'readBalances' && held
      ? Promise.resolve({ tokens: held } as never)
      : call(name, input)) as typeof call
  const asks: Ask[] = []
  const app = createApp({ backend, clock, view: 'popup', page: window })
  await app.restore()
  await app.wallets.restore()
  await app.catalog.load()
  await app.balances.load(account)
  app.swap.choose('receive', ethArbitrum)
  app.swap.type('receive', '0.02')
  app.swap.setSlippage(slippage)
  backend.streamQuotes = (request, on, signal) => void asks.push({ request, on, signal })
  await act(() =>
    render(
      <AppProvider value={app}>
        <ExactWaysButton />
      </AppProvider>,
      document.body,
    ),
  )
  await act(() => document.querySelector<HTMLElement>('[data-testid=exact-ways]')?.click())
  const rows = () =>
    [...document.querySelectorAll<HTMLButtonElement>('[data-testid=way]')].map(
      (row) => `${row.textContent?.replace(/\s+/g, ' ')}${row.disabled ? ' (off)' : ''}`,
    )
  const symbols = () => rows().map((row) => row.match(/[A-Z]{2}[A-Z]?[A-Z0-9]*/g)?.[0])
  async function answer(ask: Ask | undefined, amountIn?: string, gas = '100000') {
    await act(async () => {
      const [route] = routes(NOW)
      if (amountIn !== undefined && route) {
        const quote = { ...route.quote, amountIn, estimatedGas: gas }
        ask?.on({ type: 'route', quoteId: 'q', route: { ...route, quote } })
      }
      ask?.on({ type: 'done', count: amountIn === undefined ? 0 : 1, others: 0 })
    })
  }
  return { app, asks, rows, symbols, answer }
}

afterEach(() => render(null, document.body))

describe('the cheapest way to pay for an exact amount', () => {
  it('asks for each held token that is worth enough, and ranks what they take in all', async () => {
    const { app, asks, rows, answer } = await setUp()
    // Of copies, risky ones and what is received itself nobody is asked.
    expect(asks.map(({ request }) => [request.fromChainId, request.fromToken])).toEqual([
      [8453, usdcBase.address],
      [8453, ethBase.address],
      [42161, '0xaf88d065e77c8cc2239327c5edb3a432268e5831'],
    ])
    expect(asks[0]?.request).toMatchObject({
      tradeType: 'EXACT_OUTPUT',
      amount: '20000000000000000',
    })
    await answer(asks[0], '63000000')
    // It keeps its place until all have answered.
    await vi.waitFor(() => expect(rows()[0]).toContain('63 USDC'))
    await answer(asks[1], '20050000000000000')
    await answer(asks[2], '95000000')
    await vi.waitFor(() => expect(rows()[0]).toContain('0.02005 ETH Cheapest'))
    expect(rows()[1]).toContain('63 USDC')
    // 0.00021 ETH is twice what 500,000 gas cost, so that 100,000 cost $0.07.
    expect(rows()[1]).toMatch(/\$63\.05fee \$0\.07$/)
    expect(rows()[2]).toMatch(/95 USDC .*Not enough held.*\(off\)$/)
    await vi.waitFor(() =>
      expect(app.announcements.value.at(-1)?.text).toBe('2 ways to pay, the cheapest 0.02005 ETH'),
    )
  })

  it('names no price that nobody promises', async () => {
    const { asks, rows, answer } = await setUp()
    const [route] = routes(NOW)
    if (!route) throw new Error('no route')
    const { minAmountOut: _, ...quote } = { ...route.quote, amountIn: '1000000' }
    await act(() =>
      asks[0]?.on({ type: 'route', quoteId: 'q', route: { ...route, type: 'x', quote } }),
    )
    await answer(asks[0], '63000000')
    await vi.waitFor(() => expect(rows()[0]).toContain('63 USDC'))
  })

  it('fills in the one that is chosen, and the exact amount stays', async () => {
    const { app, asks, answer } = await setUp()
    for (const [at, amount] of ['63000000', '20050000000000000', '95000000'].entries()) {
      await answer(asks[at], amount)
    }
    await vi.waitFor(() =>
      expect(document.querySelector('.ways-list')?.getAttribute('aria-busy')).toBe('false'),
    )
    await act(() => document.querySelector<HTMLElement>('[data-testid=way]')?.click())
    expect(app.swap.pay.value).toMatchObject({ symbol: 'ETH', chainId: 8453 })
    expect([app.swap.side.value, app.swap.receiveText.value]).toEqual(['receive', '0.02'])
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('ranks by a high fee too, and says where a fee is not known', async () => {
    const { asks, rows, answer } = await setUp()
    await answer(asks[0], '62500000', '9000000')
    await answer(asks[1], '20050000000000000', '60000')
    await answer(asks[2])
    await vi.waitFor(() => expect(rows()[0]).toContain('ETH'))
    expect(rows()[2]).toContain('No route')
    render(null, document.body)
    const other = await setUp()
    await other.answer(other.asks[0], '62500000', 'unknown')
    await other.answer(other.asks[1], '20050000000000000')
    await other.answer(other.asks[2])
    await vi.waitFor(() => expect(other.rows()[0]).toContain('62.5 USDC'))
    expect(other.rows()[0]).toContain('network fee not known')
    expect(document.body.textContent).toContain('ranked without them')
    // A sum without a fee is compared with none that has one, and none is the cheapest.
    expect(other.rows()[1]).toMatch(/\$62\.56fee/)
    expect(document.querySelector('.badge-good')).toBeNull()
    // It is said after the list was drawn.
    await vi.waitFor(() => expect(other.app.announcements.value.at(-1)?.text).toBe('2 ways to pay'))
  })

  it('moves no row that is pointed at, and passes the slippage of the person', async () => {
    const { app, asks, rows, answer } = await setUp()
    expect(asks[0]?.request.slippageTolerance).toBe(
      app.preferences.settings.value?.slippageTolerance,
    )
    await answer(asks[0], '63000000')
    const list = document.querySelector('.ways-list')
    await act(() => void list?.dispatchEvent(new Event('pointermove', { bubbles: true })))
    await answer(asks[1], '20050000000000000')
    await answer(asks[2], '95000000')
    await vi.waitFor(() => expect(rows()[1]).toContain('0.02005 ETH Cheapest'))
    expect(rows()[0]).toContain('63 USDC')
    render(null, document.body)
    const other = await setUp(undefined, 0.02)
    expect(other.asks[0]?.request.slippageTolerance).toBe(0.02)
    await other.app.swap.type('receive', '0.0123456789')
    expect(document.body.textContent).toContain('0.0123456789 ETH')
  })

  it('asks of six at most, three at a time, and stops when it is closed', async () => {
    const held = Array.from({ length: 9 }, (_, at) => ({
      ...usdcBase,
      symbol: `HELD${at}`,
      address: `0x7${String(at).padStart(39, '0')}`,
      extensions: { price: { usd: '1' }, balance: String(100_000_000 + at) },
    }))
    const { asks, rows, answer } = await setUp(held)
    expect(asks).toHaveLength(3)
    expect(rows()).toHaveLength(6)
    expect(document.body.textContent).toContain('3 more tokens are held')
    await answer(asks[0], '63000000')
    await vi.waitFor(() => expect(asks).toHaveLength(4))
    await act(() => void document.querySelector('dialog')?.dispatchEvent(new Event('cancel')))
    expect(asks.map(({ signal }) => signal.aborted)).toEqual([true, true, true, true])
    await answer(asks[1], '63000000')
    expect(asks).toHaveLength(4)
  })

  it('says one that does not answer in its row, and where nothing is worth enough', async () => {
    const { app, asks, rows, answer } = await setUp()
    await act(() =>
      asks[0]?.on({ type: 'error', error: { code: 'service/timeout', message: '', context: {} } }),
    )
    await answer(asks[1], '20050000000000000')
    await answer(asks[2])
    await vi.waitFor(() => expect(rows().join()).toContain('No answer'))
    await act(() => app.swap.type('receive', '900'))
    expect(document.body.textContent).toContain('hold no other token that is worth as much')
    expect(asks).toHaveLength(3)
  })

  it('asks anew once all are done and one did not answer, and keeps the focus until it has', async () => {
    const { asks, rows, answer } = await setUp()
    const again = () => findAgain() ?? null
    await act(() =>
      asks[0]?.on({ type: 'error', error: { code: 'service/timeout', message: '', context: {} } }),
    )
    expect(again()).toBeNull()
    await answer(asks[1], '20050000000000000')
    await answer(asks[2])
    await vi.waitFor(() => expect(again()).not.toBeNull())
    await pressAgain()
    expect(document.activeElement).toBe(again())
    expect(again()?.getAttribute('aria-busy')).toBe('true')
    expect(asks).toHaveLength(6)
    await answer(asks[3], '63000000')
    await answer(asks[4], '20050000000000000')
    await answer(asks[5])
    await vi.waitFor(() => expect(rows().join()).toContain('63 USDC'))
    await vi.waitFor(() => expect(again()).toBeNull())
    expect(document.activeElement?.id).toBe('ways-list')
  })
})
