import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { OfferEvent } from '@/src/contract/offers'
import { serveOffers } from '@/src/engine/service/offer-stream'
import { ask, close, fiat, offerAt, open, refusal } from './engine/purchases'
import { toChainId } from './engine/service'
import type { World } from './engine/world'

afterEach(close)

describe('offers', () => {
  /** Asks for offers as one of our pages does; gives everything that came. */
  async function askFor(w: World, lines: unknown[], request: object = ask): Promise<OfferEvent[]> {
    fiat.fault = () => new Response(lines.map((each) => JSON.stringify(each)).join('\n'))
    const events: OfferEvent[] = []
    await new Promise<void>((resolve) => {
      serveOffers(w.worker().engine, {
        post(event) {
          events.push(event)
          if (event.type === 'done' || event.type === 'error') resolve()
        },
        onMessage: (listener) => listener({ type: 'start', request }),
        onClose: () => undefined,
      })
    })
    return events
  }

  it('given offers, errors and nonsense, then each sound one comes by itself', async () => {
    const w = await open()
    const error = { provider: 'lantern', message: 'Closed', retryable: true }
    const lines = [
      { quote: offerAt(w) },
      { error },
      { quote: { quoteId: 7 } },
      { quote: offerAt(w, { quoteId: 'q2', fiatAmount: '60' }) },
      { quote: offerAt(w, { quoteId: 'q3' }) },
    ]
    const events = await askFor(w, lines)
    const types = events.map(({ type }) => type)
    expect(types).toEqual(['offer', 'refused', 'refused', 'refused', 'offer', 'done'])
    expect(events[1]).toMatchObject({ problem: error })
    expect(events[1]).not.toHaveProperty('why')
    // What is left out is told of as well, and by whom it was where that can be read.
    expect(events[2]).toMatchObject({ why: 'unreadable' })
    expect(events[3]).toMatchObject({ why: 'other', problem: { providerName: 'Harbor Pay' } })
  })

  it('given what is paid is outside of what it takes, then it is left out with those limits', async () => {
    const w = await open()
    const own = { minFiatAmount: '60', maxFiatAmount: '500' }
    const events = await askFor(w, [{ quote: offerAt(w, own) }, { quote: offerAt(w) }], {
      ...ask,
      limits: { max: '49' },
    })
    expect(events).toMatchObject([
      { type: 'refused', why: 'limits', limits: { min: '60', max: '500' } },
      { type: 'refused', why: 'limits', limits: { max: '49' } },
      { type: 'done' },
    ])
  })

  it('given nothing but nonsense, then that is an error, not an answer without offers', async () => {
    const w = await open()
    const events = await askFor(w, [{ quote: { quoteId: 7 } }])
    expect(events).toMatchObject([
      { type: 'refused', why: 'unreadable' },
      { type: 'error', error: { code: 'service/bad-answer' } },
    ])
  })

  it('given one settles elsewhere first, then it is an offer only where a refund can go there', async () => {
    const w = await open()
    const jump = { quote: offerAt(w, { swapStrategy: 'jump' }) }
    const whyOf = async (more: object) => {
      const [event] = await askFor(w, [jump], { ...ask, ...more })
      return event?.type === 'refused' ? event.why : event?.type
    }
    expect(await whyOf({})).toBe('refund')
    expect(await whyOf({ hubChainId: 20_011_000_000 })).toBe('refund')
    expect(await whyOf({ hubChainId: toChainId })).toBe('offer')
    expect(w.heard.filter(({ body }) => JSON.stringify(body ?? '').includes('hub'))).toEqual([])
  })

  it('given what is asked cannot be read, then it is an error', async () => {
    const events = await askFor(await open(), [], { ...ask, recipient: 7 })
    expect(events).toMatchObject([{ type: 'error', error: { code: 'rpc/invalid' } }])
  })

  it('given the API refuses the extension, then that is the error', async () => {
    const w = await open()
    const asked = askFor(w, [])
    fiat.fault = refusal(403, 'ORIGIN_NOT_ALLOWED')
    expect(await asked).toMatchObject([
      { type: 'error', error: { code: 'service/origin-not-allowed' } },
    ])
  })

  it('given the page asks for the configuration, then it comes as it is', async () => {
    const w = await open()
    expect(await w.call('readFiatConfig', {})).toMatchObject({ config: { providers: [] } })
  })
})
