import { describe, expect, it } from 'vitest'
import type { QuoteEvent } from '@/src/contract/rpc'
import type { QuoteRequest, Route } from '@/src/contract/service/quote'
import { promiseGapBps } from '@/src/domain/policy/policy-quote'
import type { Backend, Clock } from './backend'
import { createQuotes } from './quotes'

const request: QuoteRequest = {
  tradeType: 'EXACT_INPUT',
  fromChainId: 1,
  fromToken: `0x${'1'.repeat(40)}`,
  toChainId: 2,
  toToken: `0x${'2'.repeat(40)}`,
  amount: '100',
  fromAddress: `0x${'3'.repeat(40)}`,
}

function route(type: string, amountOut: string, more: Partial<Route['quote']> = {}): Route {
  return {
    routeId: `${type}-${amountOut}`,
    type,
    quote: {
      amountIn: '100',
      amountOut,
      expectedDurationSeconds: 10,
      validBefore: 10_000,
      quoteExpiresAt: 60,
      ...more,
    },
  }
}

/** A clock that is moved by hand. */
function handClock() {
  let now = 0
  let timers: { at: number; call(): void }[] = []
  const clock: Clock = {
    now: () => now,
    after(ms, call) {
      const timer = { at: now + ms, call }
      timers.push(timer)
      return () => {
        timers = timers.filter((item) => item !== timer)
      }
    },
  }
  return {
    clock,
    move(ms: number) {
      now += ms
      const due = timers.filter((timer) => timer.at <= now)
      timers = timers.filter((timer) => timer.at > now)
      for (const timer of due) timer.call()
    },
  }
}

function setUp() {
  const streams: { on(event: QuoteEvent): void; signal: AbortSignal; request: QuoteRequest }[] = []
  const backend = {
    streamQuotes: (asked: QuoteRequest, on: (event: QuoteEvent) => void, signal: AbortSignal) => {
      streams.push({ on, signal, request: asked })
    },
  } as unknown as Backend
  const { clock, move } = handClock()
  const quotes = createQuotes({ backend, clock })
  const arrive = (stream: number, ...routes: Route[]) => {
    for (const item of routes)
      streams[stream]?.on({ type: 'route', quoteId: `q${stream}`, route: item })
  }
  const end = (stream: number, others = 0) =>
    streams[stream]?.on({ type: 'done', count: 0, others })
  const amounts = () => quotes.routes.value.map((view) => view.route.quote.amountOut)
  return { quotes, streams, arrive, end, amounts, move }
}

describe('routes while they stream in', () => {
  it('shows the first as soon as it arrives, and picks the best by itself', () => {
    const { quotes, arrive, amounts } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '90'))
    expect(amounts()).toEqual(['90'])
    arrive(0, route('b', '95'))
    expect(amounts()).toEqual(['95', '90'])
    expect(quotes.picked.value?.route.quote.amountOut).toBe('95')
  })

  it('weighs what promises far less than it shows by its minimum, and sets what promises none last', () => {
    const { quotes, arrive, end } = setUp()
    quotes.ask({ ...request, slippageTolerance: 0.005 })
    arrive(
      0,
      route('none', '2000'),
      route('far', '1900', { minAmountOut: '1000' }),
      route('slack', '1800', { minAmountOut: '1780' }),
      route('kept', '1700', { minAmountOut: '1690' }),
      route('exact', '1600', { minAmountOut: '1600' }),
    )
    end(0)
    const order = ['slack', 'kept', 'exact', 'far', 'none']
    expect(quotes.routes.value.map((view) => view.route.type)).toEqual(order)
    expect(quotes.picked.value?.route.type).toBe('slack')
  })

  it.each([undefined, 0, 0.005, 0.05, 0.3])(
    'weighs by its minimum what the review asks about, with a slippage of %s',
    (slippageTolerance) => {
      const asked = slippageTolerance === undefined ? {} : { slippageTolerance }
      for (let bps = 9_000; bps < 10_000; bps += 5) {
        const { quotes, arrive, end } = setUp()
        quotes.ask({ ...request, ...asked })
        const minAmountOut = String(bps * 10)
        const gap = promiseGapBps({ to: { amount: '100000' }, minAmountOut, ...asked })
        arrive(0, route('asked', '100000', { minAmountOut }))
        const more = String(bps * 10 + 1)
        arrive(0, route('sure', more, { minAmountOut: more }))
        end(0)
        expect(quotes.picked.value?.route.type, minAmountOut).toBe(gap > 0 ? 'sure' : 'asked')
      }
    },
  )

  it('never sets what promises more behind what shows less than that', () => {
    const { quotes, arrive, end } = setUp()
    // The person wants 0.1 %, and a filler keeps to its own 0.5 %.
    quotes.ask({ ...request, slippageTolerance: 0.001 })
    arrive(0, route('loose', '100000', { minAmountOut: '99500' }))
    arrive(0, route('poor', '91000', { minAmountOut: '90990' }))
    end(0)
    expect(quotes.best.value?.route.type).toBe('loose')
    expect(quotes.picked.value?.route.type).toBe('loose')
  })

  it('given an exact output, holds the minimum against what is wanted', () => {
    const { quotes, arrive, end } = setUp()
    quotes.ask({ ...request, tradeType: 'EXACT_OUTPUT', slippageTolerance: 0.005 })
    arrive(0, route('far', '100', { amountIn: '80', minAmountOut: '50' }))
    arrive(0, route('kept', '100', { amountIn: '90', minAmountOut: '100' }))
    end(0)
    expect(quotes.picked.value?.route.type).toBe('kept')
  })

  it('keeps every row in its place while the pointer is among them', () => {
    const { quotes, arrive, amounts, end } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '90'))
    quotes.hold(true)
    arrive(0, route('b', '95'))
    expect(amounts()).toEqual(['90', '95'])
    end(0)
    expect(amounts()).toEqual(['90', '95'])
    quotes.hold(false)
    expect(amounts()).toEqual(['95', '90'])
  })

  it('says so when nobody offers anything', () => {
    const { quotes, end } = setUp()
    quotes.ask(request)
    end(0)
    expect(quotes.phase.value).toBe('failed')
    expect(quotes.error.value?.code).toBe('service/no-routes')
  })

  it('counts the routes that no wallet here can be asked for', () => {
    const { quotes, end } = setUp()
    quotes.ask(request)
    end(0, 2)
    expect(quotes.others.value).toBe(2)
    quotes.ask({ ...request, amount: '7' })
    expect(quotes.others.value).toBe(0)
  })

  it('keeps what arrived when the stream breaks', () => {
    const { quotes, arrive, streams } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '90'))
    streams[0]?.on({ type: 'error', error: { code: 'service/timeout', message: '', context: {} } })
    expect(quotes.phase.value).toBe('ready')
    expect(quotes.routes.value).toHaveLength(1)
    expect(quotes.error.value?.code).toBe('service/timeout')
  })

  it('folds what is very slow or much worse than the best, with the reason', () => {
    const { quotes, arrive } = setUp()
    quotes.ask(request)
    arrive(
      0,
      route('a', '100'),
      route('slow', '101', { expectedDurationSeconds: 4_000 }),
      route('poor', '40'),
    )
    // The best is the slow one: it is shown, since nothing quick pays more.
    expect(quotes.folded.value.map((item) => item.reason)).toEqual(['poor'])
    quotes.ask({ ...request, amount: '101' })
    arrive(1, route('a', '100'), route('slow', '99', { expectedDurationSeconds: 4_000 }))
    expect(quotes.folded.value.map((item) => item.reason)).toEqual(['slow'])
  })
})

describe('a refresh', () => {
  it('comes when the price of the picked route runs out, and keeps the pick', () => {
    const { quotes, arrive, end, move, streams } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '95'), route('b', '90'))
    end(0)
    const second = quotes.routes.value[1]
    quotes.pick(second?.key ?? '')
    move(59_000)
    expect(streams).toHaveLength(1)
    move(1_000)
    expect(streams).toHaveLength(2)
    arrive(1, route('b', '93', { quoteExpiresAt: 120 }), route('a', '95', { quoteExpiresAt: 120 }))
    end(1)
    expect(quotes.picked.value?.route.type).toBe('b')
    expect(quotes.picked.value?.change).toBe(3n)
    expect(quotes.picked.value?.quoteId).toBe('q1')
  })

  it('keeps the old rows as stale until new ones replace them, and drops those not offered again', () => {
    const { quotes, arrive, end, amounts } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '95'), route('b', '90'))
    end(0)
    quotes.refresh()
    expect(quotes.routes.value.every((view) => view.stale)).toBe(true)
    arrive(1, route('a', '96'))
    end(1)
    expect(amounts()).toEqual(['96'])
  })

  it('stops by itself after ten in a row, and goes on when asked', () => {
    const { quotes, arrive, end, move, streams } = setUp()
    quotes.ask(request)
    for (let round = 0; round <= 10; round += 1) {
      arrive(round, route('a', '95', { quoteExpiresAt: 60 * (round + 1) }))
      end(round)
      move(60_000)
    }
    expect(streams).toHaveLength(11)
    expect(quotes.paused.value).toBe(true)
    // What is over is not to be taken.
    expect(quotes.picked.value?.stale).toBe(true)
    quotes.refresh()
    expect(streams).toHaveLength(12)
    expect(quotes.paused.value).toBe(false)
  })

  it('does not come while another screen is in front', () => {
    const { quotes, arrive, end, move, streams } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '95'))
    end(0)
    quotes.setActive(false)
    move(120_000)
    expect(streams).toHaveLength(1)
    quotes.setActive(true)
    expect(streams).toHaveLength(2)
  })
})

describe('a pick that comes no more', () => {
  /** The worse of two was picked; a refresh is under way. */
  function refreshed() {
    const all = setUp()
    const { quotes, arrive, end, streams } = all
    quotes.ask(request)
    arrive(0, route('best', '95'), route('worse', '90'))
    end(0)
    const key = quotes.routes.value[1]?.key ?? ''
    quotes.pick(key)
    quotes.refresh()
    const breaks = (stream: number) =>
      streams[stream]?.on({
        type: 'error',
        error: { code: 'service/timeout', message: '', context: {} },
      })
    const state = () => [quotes.picked.value?.route.type, Boolean(quotes.isPickLost.value)]
    return { ...all, key, breaks, state }
  }

  it('is told where the prices end without it, until the next pick, sorting or pair', () => {
    const { quotes, arrive, end, state, key } = refreshed()
    expect(state()).toEqual(['worse', false])
    arrive(1, route('best', '96'))
    end(1)
    expect(state()).toEqual(['best', true])
    // Prices that come by themselves take no word back.
    quotes.refresh()
    arrive(2, route('best', '97'), route('worse', '91'))
    end(2)
    expect(state()).toEqual(['best', true])
    quotes.pick(key)
    expect(state()).toEqual(['worse', false])
  })

  it.each<[string, (quotes: ReturnType<typeof setUp>['quotes']) => void]>([
    ['another sorting', (quotes) => quotes.arrange({ by: 'fastest', rank: () => 0 })],
    ['another pair', (quotes) => quotes.ask({ ...request, toToken: request.fromToken })],
  ])('is told no more with %s', (_what, change) => {
    const { quotes, arrive, end, state } = refreshed()
    arrive(1, route('best', '96'))
    end(1)
    change(quotes)
    arrive(2, route('best', '5'))
    expect(state()).toEqual(['best', false])
  })

  it('is told on while the same pair is asked for anew: for a wallet that came, another amount', () => {
    const { quotes, arrive, end, state } = refreshed()
    arrive(1, route('best', '96'))
    end(1)
    quotes.ask({ ...request, amount: '7' })
    arrive(2, route('best', '5'))
    end(2)
    expect(state()).toEqual(['best', true])
  })

  it('is told where the prices break off without it, and comes back with the next ones', () => {
    const { quotes, arrive, end, breaks, state } = refreshed()
    arrive(1, route('best', '96'))
    breaks(1)
    expect([quotes.phase.value, ...state()]).toEqual(['ready', 'best', true])
    quotes.refresh()
    arrive(2, route('best', '96'))
    expect(quotes.isPickDue.value).toBe(true)
    arrive(2, route('worse', '91'))
    end(2)
    expect(state()).toEqual(['worse', false])
  })

  it('is told of no pick where none was made', () => {
    const { quotes, arrive, end } = setUp()
    quotes.ask(request)
    arrive(0, route('best', '95'))
    end(0)
    expect(quotes.isPickLost.value).toBeUndefined()
  })
})

describe('who comes back to the prices', () => {
  it('given they left while prices came in, then those that were missing are asked for again', () => {
    const { quotes, arrive, end, streams, amounts } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '95'))
    quotes.setActive(false)
    expect(streams[0]?.signal.aborted).toBe(true)
    quotes.setActive(true)
    expect(streams).toHaveLength(2)
    arrive(1, route('a', '95'), route('b', '97'))
    end(1)
    expect(amounts()).toEqual(['97', '95'])
    expect([quotes.phase.value, quotes.picked.value?.stale]).toEqual(['ready', false])
  })

  it('given all had arrived and still hold, then nobody is asked', () => {
    const { quotes, arrive, end, streams } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '95'))
    end(0)
    quotes.setActive(false)
    quotes.setActive(true)
    expect(streams).toHaveLength(1)
  })

  it('given nothing was asked for, then nobody is asked', () => {
    const { quotes, streams } = setUp()
    quotes.setActive(false)
    quotes.setActive(true)
    expect(streams).toHaveLength(0)
    expect(quotes.phase.value).toBe('idle')
  })
})

describe('a new request', () => {
  it('aborts the one before and ignores its late answers', () => {
    const { quotes, arrive, streams, amounts } = setUp()
    quotes.ask(request)
    quotes.ask({ ...request, amount: '200' })
    expect(streams[0]?.signal.aborted).toBe(true)
    arrive(0, route('a', '1'))
    expect(amounts()).toEqual([])
  })

  it('is not made twice for the same thing', () => {
    const { quotes, streams } = setUp()
    quotes.ask(request)
    quotes.ask({ ...request })
    expect(streams).toHaveLength(1)
  })

  it('clears the list when there is nothing to ask', () => {
    const { quotes, arrive, amounts } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '95'))
    quotes.ask(undefined)
    expect(amounts()).toEqual([])
    expect(quotes.phase.value).toBe('idle')
  })
})

describe('routes whose costs are known', () => {
  const costs: Record<string, bigint | undefined> = { dear: 9n, cheap: 1n }
  const costOf = ({ type }: Route) => costs[type]

  it('are sorted, and the best is picked, net of them', () => {
    const { quotes, arrive, end, amounts } = setUp()
    quotes.ask(request)
    arrive(0, route('dear', '95'), route('cheap', '90'))
    end(0)
    expect(amounts()).toEqual(['95', '90'])
    quotes.weigh(costOf)
    expect(amounts()).toEqual(['90', '95'])
    expect(quotes.picked.value?.route.type).toBe('cheap')
  })

  it('given an exact output, count on top of what is paid', () => {
    const { quotes, arrive, end } = setUp()
    quotes.ask({ ...request, tradeType: 'EXACT_OUTPUT' })
    arrive(0, route('dear', '90', { amountIn: '100' }), route('cheap', '90', { amountIn: '105' }))
    end(0)
    expect(quotes.best.value?.route.type).toBe('dear')
    quotes.weigh(costOf)
    expect(quotes.best.value?.route.type).toBe('cheap')
  })

  it('given one of them tells none, are compared by their amounts: it would seem free', () => {
    const { quotes, arrive, end, amounts } = setUp()
    quotes.ask(request)
    quotes.weigh(costOf)
    arrive(0, route('dear', '95'), route('cheap', '90'))
    expect(quotes.isNet.value).toBe(true)
    arrive(0, route('mute', '94'))
    end(0)
    expect(amounts()).toEqual(['95', '94', '90'])
    expect(quotes.isNet.value).toBe(false)
  })

  it('given another pair, are asked for anew: a cost of one chain is none of another', () => {
    const { quotes, arrive, end, amounts } = setUp()
    quotes.ask(request)
    quotes.weigh(costOf)
    quotes.ask({ ...request, fromChainId: 3 })
    arrive(1, route('dear', '95'), route('cheap', '90'))
    end(1)
    expect(amounts()).toEqual(['95', '90'])
  })

  it('keep their places while they are held', () => {
    const { quotes, arrive, end, amounts } = setUp()
    quotes.ask(request)
    arrive(0, route('dear', '95'), route('cheap', '90'))
    end(0)
    quotes.hold(true)
    quotes.weigh(costOf)
    expect(amounts()).toEqual(['95', '90'])
    quotes.hold(false)
    expect(amounts()).toEqual(['90', '95'])
  })

  it('leave what stands as picked as it is while they are held, though nobody picked it', () => {
    const { quotes, arrive, end } = setUp()
    quotes.ask(request)
    arrive(0, route('dear', '95'), route('cheap', '90'))
    end(0)
    quotes.hold(true)
    quotes.weigh(costOf)
    expect(quotes.best.value?.route.type).toBe('cheap')
    expect(quotes.picked.value?.route.type).toBe('dear')
    quotes.hold(false)
    expect(quotes.picked.value?.route.type).toBe('cheap')
  })

  it('given another amount is asked for, are not left as they were held', () => {
    const { quotes, arrive, end } = setUp()
    quotes.ask(request)
    arrive(0, route('dear', '95'), route('cheap', '90'))
    end(0)
    quotes.hold(true)
    quotes.ask({ ...request, amount: '7' })
    arrive(1, route('dear', '5'), route('cheap', '6'))
    expect(quotes.picked.value?.route.type).toBe('cheap')
  })
})

describe('routes sorted otherwise than best first', () => {
  const byType =
    (...types: string[]) =>
    ({ type }: Route) =>
      -types.indexOf(type)

  it('give the pick to what stands first, but never to one that few would want', () => {
    const { quotes, arrive, end, amounts } = setUp()
    quotes.ask(request)
    arrive(0, route('best', '95'), route('poor', '40'), route('next', '90'))
    end(0)
    quotes.arrange({ by: 'reliable', rank: byType('poor', 'next', 'best') })
    expect(quotes.picked.value?.route.type).toBe('next')
    expect(amounts()).toEqual(['90', '95'])
    expect(quotes.folded.value.map(({ reason }) => reason)).toEqual(['poor'])
    expect(quotes.best.value?.route.type).toBe('best')
  })

  it('are moved by a newer record only once they are not held', () => {
    const { quotes, arrive, end, amounts } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '95'), route('b', '90'))
    end(0)
    quotes.arrange({ by: 'reliable', rank: byType('a', 'b') })
    quotes.hold(true)
    quotes.arrange({ by: 'reliable', rank: byType('b', 'a') })
    expect([amounts(), quotes.picked.value?.route.type]).toEqual([['95', '90'], 'a'])
    quotes.hold(false)
    expect([amounts(), quotes.picked.value?.route.type]).toEqual([['90', '95'], 'b'])
  })

  it('leave a pick of the person alone until they sort anew', () => {
    const { quotes, arrive, end } = setUp()
    quotes.ask(request)
    arrive(0, route('a', '95'), route('b', '90'))
    end(0)
    quotes.arrange({ by: 'reliable', rank: byType('a', 'b') })
    quotes.pick(quotes.routes.value[1]?.key ?? '')
    quotes.arrange({ by: 'reliable', rank: byType('a', 'b') })
    expect(quotes.picked.value?.route.type).toBe('b')
    quotes.arrange(undefined)
    expect(quotes.picked.value?.route.type).toBe('a')
  })
})
