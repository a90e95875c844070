import { describe, expect, it } from 'vitest'
import type { OfferEvent } from '@/src/contract/offers'
import type { FiatQuote } from '@/src/contract/service/fiat'
import type { PurchaseAsk } from '@/src/domain/order/purchase'
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

  it('while they are held, keep their places, and the best of all is taken all the same', () => {
    const { offers, arrive, names } = setUp()
    offers.setAsk(ask)
    arrive(offer('b', '100'), offer('a', '90'))
    offers.hold(true)
    arrive(offer('c', '110'), offer('a', '120'))
    expect(names()).toEqual(['b', 'a', 'c'])
    expect(offers.picked.value?.provider).toBe('a')
    expect(offers.isChosen.value).toBe(false)
    offers.pick('b')
    expect([offers.picked.value?.provider, offers.isChosen.value]).toEqual(['b', true])
    offers.hold(false)
    expect(names()).toEqual(['a', 'c', 'b'])
  })

  it('given nobody delivers the token, then there is no offer, and nothing is wrong', () => {
    const { offers, arrive } = setUp()
    offers.setAsk(ask)
    const error = { code: 'service/no-routes', message: 'Nobody delivers it', context: {} } as const
    arrive({ type: 'error', error })
    expect([offers.phase.value, offers.error.value, offers.list.value]).toEqual([
      'ready',
      undefined,
      [],
    ])
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
    // What was wrong stands until there is an answer.
    expect(offers.problems.value).toMatchObject([{ provider: 'b' }, { provider: 'c' }])
    arrive(offer('b', '95'), { type: 'done' })
    expect(offers.problems.value).toMatchObject([{ provider: 'c' }])
    offers.refresh('c')
    arrive(refused('c'), { type: 'done' })
    expect(offers.problems.value).toMatchObject([{ provider: 'c' }])
    offers.refresh('c')
    arrive({ type: 'done' })
    expect(offers.problems.value).toEqual([])
    expect(names()).toEqual(['b', 'a'])
  })

  it('given thousands, then the fifty best and the one that was chosen are kept, and the others counted', () => {
    const { offers, arrive, names } = setUp()
    offers.setAsk(ask)
    arrive(offer('mine', '1'))
    offers.pick('mine')
    for (let i = 1; i <= 3_000; i += 1) arrive(offer(`p${i}`, String(1_000 + i)))
    expect([names().length, names()[0], names()[48], names()[49]]).toEqual([
      50,
      'p3000',
      'p2952',
      'mine',
    ])
    expect(offers.picked.value?.provider).toBe('mine')
    expect(offers.left.value).toBe(2_951)
    const unsigned: OfferEvent = { type: 'refused', problem: { message: 'Closed' } }
    arrive(...Array.from({ length: 3_000 }, () => unsigned))
    expect([offers.problems.value.length, offers.left.value]).toEqual([50, 2_951 + 2_950])
    offers.refresh()
    expect(offers.left.value).toBe(0)
  })

  it('given errors that nobody signs, then each is kept until all are asked again', () => {
    const { offers, streams, arrive } = setUp()
    offers.setAsk(ask)
    const unsigned = (message: string): OfferEvent => ({ type: 'refused', problem: { message } })
    arrive(unsigned('Closed'), unsigned('Too little'), refused('c'))
    arrive({ type: 'refused', problem: { message: '' }, why: 'unreadable' }, { type: 'done' })
    const said = () => offers.problems.value.map(({ message, why }) => why ?? message)
    expect(said()).toEqual(['Closed', 'Too little', 'Closed', 'unreadable'])
    offers.refresh('c')
    expect(streams[1]?.request.provider).toBe('c')
    arrive({ type: 'done' })
    expect(said()).toEqual(['Closed', 'Too little', 'unreadable'])
    offers.refresh()
    expect(said()).toEqual([])
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

  it('given one is asked again while others are still asked, then those go on', () => {
    const { offers, streams, names } = setUp()
    offers.setAsk(ask)
    streams[0]?.on(refused('b'))
    offers.refresh('b')
    expect(streams.map(({ signal }) => signal.aborted)).toEqual([false, false])
    streams[0]?.on(offer('a', '90'))
    streams[1]?.on(offer('b', '95'))
    streams[1]?.on({ type: 'done' })
    expect(names()).toEqual(['b', 'a'])
    expect(offers.phase.value).toBe('loading')
    streams[0]?.on(offer('c', '80'))
    streams[0]?.on({ type: 'done' })
    expect([names(), offers.phase.value]).toEqual([['b', 'a', 'c'], 'ready'])
    offers.refresh('b')
    offers.refresh('b')
    expect(streams.map(({ signal }) => signal.aborted)).toEqual([false, false, true, false])
    streams[3]?.on(refused('b'))
    streams[3]?.on(refused('b'))
    expect(offers.problems.value).toHaveLength(1)
    offers.refresh()
    expect(streams[3]?.signal.aborted).toBe(true)
  })

  describe('given one is picked, and it runs out', () => {
    function picked() {
      const set = setUp()
      set.offers.setAsk(ask)
      set.arrive(offer('a', '90'), offer('b', '100', '200', 120), { type: 'done' })
      set.offers.pick('a')
      set.move(60_000)
      // Nothing is taken in its place while it is asked for anew.
      expect([set.offers.picked.value, set.offers.lost.value]).toEqual([undefined, undefined])
      set.arrive(offer('b', '101', '200', 120))
      expect(set.offers.picked.value).toBeUndefined()
      return set
    }

    it.each([
      ['the same', '90', '200'],
      ['more', '91', '201'],
    ])('and %s is offered, then it is picked', (_, least, expected) => {
      const { offers, arrive } = picked()
      arrive(offer('a', least, expected, 120), { type: 'done' })
      expect(offers.picked.value).toMatchObject({ provider: 'a', minOutputAmount: least })
      expect(offers.lost.value).toBeUndefined()
    })

    it.each([
      ['less is guaranteed', '89', '200'],
      ['less is expected', '90', '199'],
    ])('and %s, then the person chooses', (_, least, expected) => {
      const { offers, arrive } = picked()
      arrive(offer('a', least, expected, 120), { type: 'done' })
      expect(offers.picked.value).toBeUndefined()
      expect(offers.lost.value).toMatchObject({
        before: { minOutputAmount: '90', expectedOutputAmount: '200' },
        now: { minOutputAmount: least, expectedOutputAmount: expected },
      })
      offers.pick('a')
      expect(offers.picked.value).toMatchObject({ provider: 'a', minOutputAmount: least })
      expect(offers.lost.value).toBeUndefined()
    })

    it('and nothing is offered, then the person chooses', () => {
      const { offers, arrive } = picked()
      arrive(refused('a'))
      expect(offers.lost.value).toBeUndefined()
      arrive({ type: 'done' })
      expect(offers.picked.value).toBeUndefined()
      expect(offers.lost.value).toMatchObject({ before: { provider: 'a' } })
      expect(offers.lost.value).not.toHaveProperty('now')
      offers.pick('b')
      expect(offers.picked.value?.provider).toBe('b')
    })
  })

  it('given another request, then the picked provider is kept, at whatever it offers for that', () => {
    const { offers, arrive } = setUp()
    offers.setAsk(ask)
    arrive(offer('a', '90'), { type: 'done' })
    offers.pick('a')
    offers.setAsk({ ...ask, fiatAmount: '40' })
    arrive(offer('b', '80'), offer('a', '70'), { type: 'done' })
    expect(offers.picked.value).toMatchObject({ provider: 'a', minOutputAmount: '70' })
    offers.setAsk({ ...ask, fiatAmount: '5' })
    arrive(offer('b', '8'), { type: 'done' })
    expect([offers.picked.value, offers.lost.value]).toEqual([undefined, undefined])
  })
})
