import { beforeEach, describe, expect, it } from 'vitest'
import type { QuoteEvent } from '@/src/contract/rpc'
import { ethArbitrum, routes, usdcBase } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import {
  asked,
  at,
  calls,
  changeAccount,
  fillForm,
  forget,
  nativeBase,
  other,
  setUp,
  timers,
  wallet,
} from '@/test/support/ui/swap-form'
import { emptyDraft } from './draft'
import { readDraft } from './read-session'
import type { Swap } from './swap'

const NOW = 1_800_000_000_000

beforeEach(forget)

describe('what is paid with out of what another order left', () => {
  const follows = 'e'.repeat(32)
  const left = { ...emptyDraft, pay: usdcBase, receive: ethArbitrum, text: '5', follows }

  it('is said with the order, and known to the next page', async () => {
    const { swap, backend } = await setUp()
    swap.fill(left)
    await settled()
    await swap.prepare()
    expect(calls.find(({ name }) => name === 'prepareOrder')?.input).toMatchObject({ follows })
    expect(readDraft(await backend.session.read('draft'))).toMatchObject({ follows })
  })

  it.each([
    ['another token', (swap: Swap) => swap.choose('pay', ethArbitrum)],
    ['the other way round', (swap: Swap) => swap.flip()],
    ['a form of something else', (swap: Swap) => swap.fill({ ...emptyDraft, pay: usdcBase })],
    ['the next order', (swap: Swap) => swap.finish()],
  ])('is forgotten with %s', async (_what, change) => {
    const { swap } = await setUp()
    swap.fill(left)
    expect(swap.draft.value.follows).toBe(follows)
    swap.choose('receive', ethArbitrum)
    expect(swap.draft.value.follows).toBe(follows)
    change(swap)
    expect(swap.draft.value.follows).toBeUndefined()
  })
})

describe('a slippage that is typed and not set, or none', () => {
  it('is reviewed by no other until it is', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    await settled()
    swap.setSlippage(undefined, '5')
    expect(swap.quotes.request.value?.slippageTolerance).toBe(0.005)
    expect([swap.next.value, swap.canReview.value]).toEqual(['slippage', false])
    expect(await swap.prepare()).toBeUndefined()
    swap.setSlippage(0.01)
    await settled()
    expect([swap.next.value, swap.canReview.value]).toEqual(['review', true])
  })

  it('given it is typed while the route is being checked, then that one is not reviewed', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    await settled()
    const prepared = swap.prepare()
    swap.setSlippage(undefined, '5')
    expect(await prepared).toBeUndefined()
  })

  it('is typed still in the next page, beside the one that is set', async () => {
    const { swap, backend } = await setUp()
    fillForm(swap)
    swap.setSlippage(0.01)
    swap.setSlippage(0.01, '5')
    const draft = await backend.session.read('draft')
    const { swap: next } = await setUp({ session: { draft } })
    expect(next.draft.value).toMatchObject({ slippage: 0.01, slippageText: '5' })
    next.setSlippage(0.05)
    expect(next.draft.value).toMatchObject({ slippage: 0.05, slippageText: undefined })
  })
})

describe('a route that the person picked', () => {
  const type = (swap: Swap) => swap.quotes.picked.value?.route.type

  /** A form whose second route was picked, and that route's type. */
  async function pick() {
    const { swap, backend } = await setUp()
    fillForm(swap)
    await settled()
    const view = swap.quotes.routes.value[1]
    swap.quotes.pick(view?.key ?? '')
    return { swap, picked: view?.route.type, draft: swap.draft.value, backend }
  }

  it('is picked again by the next page', async () => {
    const { picked, backend } = await pick()
    const draft = await backend.session.read('draft')
    const { swap } = await setUp({ session: { draft } })
    expect([type(swap), swap.quotes.routes.value[0]?.route.type === picked]).toEqual([
      picked,
      false,
    ])
  })

  it('is waited for before anything is reviewed in its place', async () => {
    const { draft, picked } = await pick()
    const { swap, backend } = await setUp()
    const streams: ((event: QuoteEvent) => void)[] = []
    backend.streamQuotes = (_request, on) => void streams.push(on)
    swap.put(draft)
    const arrive = (isIt: boolean) => {
      const route = routes(NOW).find((each) => (each.type === picked) === isIt)
      if (route) streams.at(-1)?.({ type: 'route', quoteId: 'q', route })
    }
    await settled()
    arrive(false)
    expect([swap.next.value, swap.canReview.value]).toEqual(['finding', false])
    arrive(true)
    expect([swap.next.value, swap.canReview.value]).toEqual(['review', true])
    expect(type(swap)).toBe(picked)
  })

  it('gives way to the best where its filler has no route any more', async () => {
    const { draft } = await pick()
    const { swap } = await setUp()
    swap.put({ ...draft, route: 'gone||0' })
    await settled()
    expect(swap.quotes.picked.value).toBe(swap.quotes.routes.value[0])
    expect(swap.draft.value.route).toBeUndefined()
    expect(swap.canReview.value).toBe(true)
  })

  it.each([
    ['comes no more', undefined, true],
    ['gives way to another that the person picks', 1, false],
  ])(
    'given it is reviewed and %s meanwhile, then that review is opened: %s',
    async (_what, at, isOpened) => {
      const { draft, picked, swap, backend } = await pick()
      const { call } = backend
      let answer = () => {}
      backend.call = ((name, input) =>
        name === 'prepareOrder'
          ? new Promise<void>((resolve) => {
              answer = resolve
            }).then(() => call(name, input))
          : call(name, input)) as typeof call
      expect(draft.route).toBeDefined()
      const prepared = swap.prepare()
      if (at === undefined) {
        backend.streamQuotes = (_request, on) => {
          const route = routes(NOW).find((each) => each.type !== picked)
          if (route) on({ type: 'route', quoteId: 'q2', route })
          on({ type: 'done', count: 1, others: 0 })
        }
        swap.quotes.refresh()
        expect(swap.draft.value.route).toBeUndefined()
        expect(type(swap)).not.toBe(picked)
      } else swap.quotes.pick(swap.quotes.routes.value[0]?.key ?? '')
      answer()
      expect((await prepared) !== undefined).toBe(isOpened)
      const asked = calls.find(({ name }) => name === 'prepareOrder')?.input
      expect(asked).toMatchObject({ route: { type: picked } })
    },
  )

  it('is kept with another amount of the pair', async () => {
    const { swap, picked } = await pick()
    swap.type('pay', '')
    swap.type('pay', '7')
    expect(type(swap)).toBe(picked)
  })

  it.each([
    ['another token', (swap: Swap) => swap.choose('receive', nativeBase)],
    ['the other way round', (swap: Swap) => swap.flip()],
    ['the next order', (swap: Swap) => swap.finish()],
    ['a form of something else', (swap: Swap) => swap.fill({ ...emptyDraft, pay: usdcBase })],
  ])('is forgotten with %s', async (_what, change) => {
    const { swap } = await pick()
    expect(swap.draft.value.route).toBeDefined()
    change(swap)
    expect(swap.draft.value.route).toBeUndefined()
  })

  it('is all that is lost where its key is too long to be kept', async () => {
    const { draft } = await pick()
    expect(readDraft({ ...draft, route: 'x'.repeat(2_001) })).toMatchObject({ text: '500' })
    expect(readDraft({ ...draft, route: 'x'.repeat(2_001) }).route).toBeUndefined()
  })

  it('given a long text was pasted as its amount, then all else of the form is kept', () => {
    const draft = { ...emptyDraft, pay: usdcBase }
    expect(readDraft({ ...draft, text: 'x'.repeat(121) })).toEqual(draft)
  })
})

describe('preparing', () => {
  it('sends exactly the offer that was picked, for the request it answered', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '500')
    await settled()
    const view = swap.quotes.routes.value[1]
    swap.quotes.pick(view?.key ?? '')
    const orderId = await swap.prepare()
    expect(orderId).toBeDefined()
    expect(swap.draft.value.made).toEqual([orderId])
    expect(calls.find((call) => call.name === 'prepareOrder')?.input).toMatchObject({
      quoteId: view?.quoteId,
      route: view?.route,
      request: asked().at(-1),
      wallet,
      page: at,
    })
  })

  it('counts from the first of the same form, and anew once that is another', async () => {
    const { swap } = await setUp()
    const began = async () => {
      await settled()
      await swap.prepare()
      const { input } = calls.findLast(({ name }) => name === 'prepareOrder') ?? {}
      return (input as { began: number }).began
    }
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '500')
    const form = { ...swap.draft.value, made: [], began: NOW - 5_000 }
    swap.put(form)
    expect(await began()).toBe(NOW - 5_000)
    expect(await began()).toBe(NOW - 5_000)
    swap.type('pay', '400')
    for (const { call } of [...timers]) call()
    expect(await began()).toBe(NOW)
  })

  it('tells why the policy refused it', async () => {
    const { swap } = await setUp({ failing: { prepareOrder: 'policy/foreign-spender' } })
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '500')
    await settled()
    expect(await swap.prepare()).toBeUndefined()
    expect(swap.prepareError.value?.code).toBe('policy/foreign-spender')
  })

  it('follows the account: an offer made for another one is asked for anew', async () => {
    const { swap, wallets } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '500')
    changeAccount(wallets)
    expect(asked().at(-1)).toMatchObject({ fromAddress: other, recipient: other })
  })
})
