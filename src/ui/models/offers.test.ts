import { describe, expect, it } from 'vitest'
import type { OfferEvent } from '@/src/contract/offers'
import type { FiatQuote } from '@/src/contract/service/fiat'
import type { PurchaseAsk } from '@/src/domain/purchase'
import type { Backend, Clock } from './backend'
import { createOffers } from './offers'

const ask: PurchaseAsk = {
  fiatCurrency: 'EUR',
  fiatAmount: '50',
  outputAsset: { chainId: 1, address: `0x${'1'.repeat(40)}` },
  recipient: `0x${'2'.repeat(40)}`,
  refundTo: `0x${'2'.repeat(40)}`,
}

const offer = (provider: string, least: string, expected = '200', expiresAt = 60): OfferEvent => ({
  type: 'offer',
  offer: {
    quoteId: `${provider}-${least}`,
    provider,
    providerName: provider,
    expectedOutputAmount: expected,
    minOutputAmount: least,
    expiresAt,
    swapStrategy: 'direct',
  } as FiatQuote,
})
const refused = (provider: string): OfferEvent => ({
  type: 'refused',
  problem: { provider, message: 'Closed' },
})

function setUp() {
  let now = 0
  let timers: { at: number; run(): void }[] = []
  const clock: Clock = {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
  }
  const streams: { on(event: OfferEvent): void; signal: AbortSignal; request: PurchaseAsk }[] = []
  const backend = {
    streamOffers: (request: PurchaseAsk, on: (event: OfferEvent) => void, signal: AbortSignal) => {
      streams.push({ request, on, signal })
    },
  } as unknown as Backend
  const offers = createOffers({ backend, clock })
  return {
    offers,
    streams,
    arrive: (...events: OfferEvent[]) => {
      for (const event of events) streams.at(-1)?.on(event)
    },
    names: () => offers.list.value.map(({ provider }) => provider),
    move(ms: number) {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
  }
}

describe('offers', () => {
  it('given they come one by one, then the most guaranteed is first, and the expected decides a tie', () => {
    const { offers, arrive, names } = setUp()
    offers.setAsk(ask)
    expect(offers.phase.value).toBe('loading')
    arrive(offer('a', '90'), offer('b', '100', '150'), offer('c', '100', '160'), refused('d'))
    expect(names()).toEqual(['c', 'b', 'a'])
    expect(offers.picked.value?.provider).toBe('c')
    expect(offers.problems.value).toMatchObject([{ provider: 'd' }])
    arrive({ type: 'done' })
    expect(offers.phase.value).toBe('ready')
  })

  it('given one is picked, then it stays so when better ones come and when it is renewed', () => {
    const { offers, arrive, move } = setUp()
    offers.setAsk(ask)
    arrive(offer('a', '90'))
    offers.pick('a')
    arrive(offer('b', '100'), { type: 'done' })
    expect(offers.picked.value?.provider).toBe('a')
    move(60_000)
    arrive(offer('b', '101'), offer('a', '91', '200', 120))
    expect(offers.picked.value).toMatchObject({ provider: 'a', minOutputAmount: '91' })
  })

  it('given an error at the end, then what came before it stands', () => {
    const error = { code: 'service/unreachable' as const, message: '', context: {} }
    const { offers, arrive } = setUp()
    offers.setAsk(ask)
    arrive(offer('a', '90'), { type: 'error', error })
    expect([offers.phase.value, offers.error.value]).toEqual(['ready', error])
    offers.refresh()
    expect(offers.error.value).toBeUndefined()
    arrive({ type: 'error', error })
    expect(offers.phase.value).toBe('failed')
  })

  it('given another request, then the earlier one is ended and says nothing any more', () => {
    const { offers, streams, names } = setUp()
    offers.setAsk(ask)
    offers.setAsk({ ...ask })
    expect(streams).toHaveLength(1)
    offers.setAsk({ ...ask, fiatAmount: '60' })
    expect(streams.map(({ signal }) => signal.aborted)).toEqual([true, false])
    streams[0]?.on(offer('a', '90'))
    expect(names()).toEqual([])
    offers.setAsk(undefined)
    expect([offers.phase.value, streams[1]?.signal.aborted]).toEqual(['idle', true])
  })

  it('given one provider is asked again, then the others stay as they are', () => {
    const { offers, streams, arrive, names } = setUp()
    offers.setAsk(ask)
    arrive(offer('a', '90'), refused('b'), refused('c'), { type: 'done' })
    offers.refresh('b')
    expect(streams[1]?.request.provider).toBe('b')
    expect(offers.problems.value).toMatchObject([{ provider: 'c' }])
    arrive(offer('b', '95'), { type: 'done' })
    expect(names()).toEqual(['b', 'a'])
  })

  it('given they run out, then they are asked for anew, but not for ever', () => {
    const { offers, streams, arrive, move } = setUp()
    offers.setAsk(ask)
    for (let round = 0; round < 20; round += 1) {
      arrive(offer('a', '90', '200', (round + 1) * 60), { type: 'done' })
      move(60_000)
    }
    expect(streams).toHaveLength(11)
    offers.refresh()
    expect(streams).toHaveLength(12)
    offers.dispose()
    expect(streams[11]?.signal.aborted).toBe(true)
  })
})
