import { signal } from '@preact/signals'
import { describe, expect, it, vi } from 'vitest'
import type { BookEntry } from '@/src/contract/book'
import type { OfferEvent } from '@/src/contract/offers'
import { AppError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order/order'
import { type PurchaseAsk, toAcceptedPurchase } from '@/src/domain/order/purchase'
import { createManualClock } from '@/test/support/manual-clock'
import { createFixtureBook } from '@/test/support/ui/fixture-book'
import { friend, names } from '@/test/support/ui/fixture-data'
import type { Backend } from './backend'
import { createBuy } from './buy'
import type { Connections } from './connection'
import { providerOf } from './offers'
import type { Wallets } from './wallets'

const own = '0x00000000000000000000000000000000000f1a70'
const other = '0x00000000000000000000000000000000000f1a71'
const solana = '1nc1nerator11111111111111111111111111111111'
const token = { chainId: 1, address: `0x${'1'.repeat(40)}`, symbol: 'USDC', decimals: 6, name: '' }
const solanaToken = { ...token, chainId: 20_011_000_000, address: solana }
const capabilities = { fiatCurrencies: ['JPY', 'EUR'], paymentMethods: ['card'] }
const config = { providers: [{ name: 'P', capabilities }] }
const hub = { supported: true, hub: { chainId: 8453 } }

const offer: Extract<OfferEvent, { type: 'offer' }> = {
  type: 'offer',
  offer: {
    quoteId: 'q1',
    providerName: 'P',
    expectedOutputAmount: '52',
    minOutputAmount: '51',
    expiresAt: 4_000_000_000,
    swapStrategy: 'direct',
  },
}

const entryOf = (address: string): BookEntry => ({
  name: 'Mine',
  address,
  family: 'eip155',
  createdAt: 0,
})

async function setUp(
  options: {
    /** Orders that are there. */
    made?: Order[]
    /** When it is, unix ms. */
    at?: number
    /** The answer to an order never comes. */
    hangs?: true
    config?: object
    session?: object
    /** Names that addresses were taken from. */
    names?: object
    fails?: true
    noStore?: true
    /** Addresses of the account book. Without it, the account that the page shows. */
    book?: readonly BookEntry[]
  } = {},
) {
  const calls: { name: string; input: unknown }[] = []
  const listeners = new Set<(change: object) => void>()
  const made: Order[] = options.made ?? []
  const written: unknown[] = []
  const offered: OfferEvent[] = [offer]
  const asked: PurchaseAsk[] = []
  const answers = {
    config: options.config ?? config,
    down: false,
    slow: false,
    fails: options.fails,
    beside: false,
  }
  const clock = createManualClock(options.at)
  const online = signal(true)
  const connection = { account: own, accounts: [own] }
  const connections = signal({ eip155: connection } as unknown as Connections)
  const buy = createBuy({
    clock,
    online,
    wallets: { connections } as unknown as Wallets,
    backend: {
      onChange: (listener: (change: object) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      listOrders: async () => ({ orders: made }),
      book: async () => createFixtureBook(options.book ?? [entryOf(own)]),
      call: async (name: string, input: unknown) => {
        calls.push({ name, input })
        if (answers.down) throw new AppError('service/unreachable')
        if (name === 'readFiatConfig') return { config: answers.config }
        if (name === 'resolveName') return names[(input as { name: string }).name]
        if (options.hangs) return new Promise(() => undefined)
        if (answers.fails) throw new AppError('service/quote-expired')
        if (answers.beside) throw new AppError('order/paid-beside', { orderId: 'd'.repeat(32) })
        return { orderId: 'b'.repeat(32) }
      },
      streamOffers: (request: never, on: (event: OfferEvent) => void) => {
        asked.push(request)
        for (const each of offered) on(each)
        if (!answers.slow) on({ type: 'done' })
      },
      session: {
        read: async (key: string) => {
          if (options.noStore) throw new Error('no store')
          return key === 'typed-names' ? options.names : options.session
        },
        write: async (_: string, value: unknown) => {
          if (options.noStore) throw new Error('no store')
          written.push(value)
        },
      },
    } as unknown as Backend,
  })
  await clock.advance(0)
  /** Another window has a purchase made. */
  async function make(order: Order): Promise<void> {
    made.push(order)
    for (const tell of listeners) tell({ kind: 'order' })
    await vi.dynamicImportSettled()
    await clock.advance(0)
  }
  return { buy, make, made, calls, written, asked, offered, answers, clock, online }
}

describe('the form for buying', () => {
  it('given nothing, then it says one thing at a time, and makes an order of what it has', async () => {
    const { buy, asked, calls, written } = await setUp()
    expect(buy.currency.value).toBe('EUR')
    expect(buy.next.value).toBe('token')
    buy.change({ token })
    expect(buy.next.value).toBe('amount')
    buy.change({ amount: '50.5' })
    expect(asked).toMatchObject([{ fiatAmount: '50.5', recipient: own, refundTo: own }])
    expect(buy.next.value).toBe('order')
    expect(await buy.order()).toBe('b'.repeat(32))
    expect(calls.at(-1)).toMatchObject({ name: 'buy', input: { ask: asked[0], token } })
    expect(written.at(-1)).toMatchObject({ amount: '', token })
  })

  it('given others are still asked, then the first answer is taken by who chose it alone', async () => {
    const { buy, answers } = await setUp()
    answers.slow = true
    buy.change({ token, amount: '50' })
    expect(buy.offers.list.value).toHaveLength(1)
    expect(buy.next.value).toBe('finding')
    expect(await buy.order()).toBeUndefined()
    buy.offers.pick(providerOf(offer.offer))
    expect(buy.next.value).toBe('order')
  })

  it('given it was left until its offers were over, then they are asked for anew, and nothing is ordered', async () => {
    const { buy, asked, calls, clock } = await setUp({ at: (offer.offer.expiresAt - 60) * 1_000 })
    buy.change({ token, amount: '50' })
    await clock.advance(61_000 * 12)
    const before = asked.length
    expect(await buy.order()).toBeUndefined()
    expect(asked).toHaveLength(before + 1)
    expect(calls.filter(({ name }) => name === 'buy')).toEqual([])
  })

  it.each(['recipient', 'refundTo'] as const)(
    'given the name that the %s was taken from stands for another address, then nothing is ordered',
    async (field) => {
      const typed = { address: other, name: 'alice.eth' }
      const { buy, calls } = await setUp({ names: [typed] })
      buy.change({ token, amount: '50', [field]: other })
      buy.setChecked(true)
      expect(await buy.order()).toBeUndefined()
      expect(calls.filter(({ name }) => name === 'buy')).toEqual([])
      expect(buy.draft.value[field]).toBe('alice.eth')
      expect(buy.moved.value).toEqual({ ...typed, kind: 'found' })
      expect(buy.next.value).toBe('fix')
      buy.change({ [field]: friend })
      buy.setChecked(true)
      expect(await buy.order()).toBe('b'.repeat(32))
    },
  )

  it('given the own account was once taken from a name that moved, then what nobody typed is no name', async () => {
    const { buy, calls } = await setUp({ names: [{ address: own, name: 'alice.eth' }] })
    buy.change({ token, amount: '50' })
    expect(await buy.order()).toBe('b'.repeat(32))
    expect(calls.filter(({ name }) => name === 'resolveName')).toEqual([])
  })

  it('given the next one is typed while an order is made, then that stays', async () => {
    const { buy, written } = await setUp()
    buy.change({ token, amount: '50' })
    const making = buy.order()
    buy.change({ amount: '75' })
    expect(await making).toBe('b'.repeat(32))
    expect(buy.draft.value.amount).toBe('75')
    expect(written.at(-1)).toMatchObject({ amount: '75' })
  })

  it('given a pinned token with other decimals than it has, then nothing is bought', async () => {
    const { buy, calls } = await setUp()
    const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    buy.change({ token: { ...token, address, decimals: 18 }, amount: '50.5' })
    expect(await buy.order()).toBeUndefined()
    expect(buy.error.value?.code).toBe('policy/wrong-decimals')
    expect(calls.filter(({ name }) => name === 'buy')).toEqual([])
    buy.change({ token: { ...token, address } })
    expect(await buy.order()).toBe('b'.repeat(32))
  })

  it('given what was typed before, then it is there again, and is asked for', async () => {
    const session = { currency: 'JPY', amount: '5000', token, recipient: '', refundTo: '' }
    const { buy, asked } = await setUp({ session })
    expect([buy.currency.value, buy.draft.value.amount]).toEqual(['JPY', '5000'])
    expect(asked).toHaveLength(1)
  })

  it('given nothing can be kept or read there, then the form works all the same', async () => {
    // A rejection that nobody hears of would fail this run.
    const { buy, asked, clock } = await setUp({ noStore: true })
    buy.change({ token, amount: '50' })
    await clock.advance(0)
    expect([asked.length, buy.next.value]).toEqual([1, 'order'])
  })

  it('given the chosen provider has no offer any more, then another one is chosen by the person alone', async () => {
    const { buy, offered, calls } = await setUp()
    const other: OfferEvent = { ...offer, offer: { ...offer.offer, providerName: 'Q' } }
    offered.push(other)
    buy.change({ token, amount: '50' })
    buy.offers.pick('P')
    offered.shift()
    buy.offers.refresh()
    expect([buy.next.value, buy.offers.lost.value?.before.providerName]).toEqual(['choose', 'P'])
    expect(await buy.order()).toBeUndefined()
    expect(calls.map(({ name }) => name)).not.toContain('buy')
    buy.offers.pick('Q')
    expect(buy.next.value).toBe('order')
  })

  it('given something else is kept there, then the form is empty', async () => {
    const { buy } = await setUp({ session: { currency: 7 } })
    expect(buy.draft.value.amount).toBe('')
  })

  it('given more digits than the currency has, then nobody is asked', async () => {
    const { buy, asked } = await setUp()
    buy.change({ token, currency: 'JPY', amount: '50.5' })
    expect([buy.amountError.value, buy.next.value]).toEqual(['form/too-many-decimals', 'fix'])
    buy.change({ currency: 'EUR', amount: 'x' })
    expect(buy.amountError.value).toBe('form/amount-invalid')
    expect(asked).toEqual([])
  })

  it('given an address that is none of the person`s, then it waits for a tick, anew for each', async () => {
    const { buy } = await setUp()
    buy.change({ token, amount: '50', recipient: other })
    expect([buy.next.value, buy.foreign.value]).toEqual(['check', [other]])
    expect(await buy.order()).toBeUndefined()
    buy.setChecked(true)
    expect(buy.next.value).toBe('order')
    buy.change({ refundTo: `0x${'9'.repeat(40)}` })
    expect(buy.next.value).toBe('check')
    buy.setChecked(true)
    buy.setChecked(false)
    expect(buy.next.value).toBe('check')
  })

  it.each([
    ['in no book', []],
    ['in a book by a file alone', [{ ...entryOf(own), unchecked: true as const }]],
  ])(
    'given an account that a page shows and that is %s, then it waits for a tick',
    async (_, book) => {
      const { buy } = await setUp({ book })
      buy.change({ token, amount: '50' })
      expect([buy.next.value, buy.foreign.value]).toEqual(['check', [own]])
      expect(await buy.order()).toBeUndefined()
      buy.setChecked(true)
      expect(await buy.order()).toBe('b'.repeat(32))
    },
  )

  it.each([
    ['nonsense', 'me', 'form/recipient-invalid'],
    ['a name', 'alice.eth', 'form/recipient-name'],
    ['another family', solana, 'form/recipient-wrong-family'],
    ['the token itself', token.address, 'form/recipient-is-token'],
    ['the address of coins', `0x${'0'.repeat(40)}`, 'form/recipient-is-token'],
  ])('given %s as an address, then it is refused', async (_, text, code) => {
    const { buy, asked } = await setUp()
    buy.change({ token, amount: '50', recipient: text })
    expect([buy.recipientError.value, buy.next.value]).toEqual([code, 'fix'])
    expect(buy.recipient.value).toBeUndefined()
    buy.change({ recipient: '', refundTo: text })
    expect([buy.refundError.value, buy.next.value]).toEqual([code, 'fix'])
    expect(asked).toEqual([])
  })

  it('given a bridge, then the refund belongs to the chain it settles on', async () => {
    const { buy } = await setUp({ config: { ...config, jump: hub } })
    buy.change({ token: solanaToken, amount: '50' })
    expect(buy.next.value).toBe('recipient')
    expect([buy.refundChainId.value, buy.refundTo.value]).toEqual([8453, own])
    buy.change({ recipient: '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5' })
    expect(buy.next.value).toBe('check')
    buy.change({ refundTo: solana })
    expect(buy.refundError.value).toBe('form/recipient-wrong-family')
    expect(buy.accountsOf(8453)).toEqual([own])
    expect(buy.accountsOf(undefined)).toEqual([])
  })

  it('given no bridge and no account there, then a refund address is asked for', async () => {
    const { buy } = await setUp()
    buy.change({
      token: solanaToken,
      amount: '50',
      recipient: '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5',
    })
    expect(buy.next.value).toBe('refund')
  })

  it('given a bridge of which no chain is told, then that is not made up', async () => {
    const { buy, asked } = await setUp({ config: { ...config, jump: { supported: true } } })
    buy.change({ token, amount: '50' })
    expect(buy.refundChainId.value).toBe(token.chainId)
    expect(asked[0]?.hubChainId).toBeUndefined()
    const known = await setUp({ config: { ...config, jump: hub } })
    known.buy.change({ token, amount: '50' })
    expect(known.asked[0]?.hubChainId).toBe(8453)
  })

  it('given an order was made, then its addresses are no default of the next one`s', async () => {
    const { buy, written } = await setUp()
    buy.change({ token, amount: '50', recipient: other, refundTo: other })
    buy.setChecked(true)
    expect(await buy.order()).toBe('b'.repeat(32))
    expect(written.at(-1)).toMatchObject({ amount: '', recipient: '', refundTo: '', token })
    expect([buy.recipient.value, buy.refundTo.value, buy.checked.value]).toEqual([own, own, false])
  })

  describe('an amount outside of what providers take', () => {
    const outside = (provider: string, min: string, max: string): OfferEvent => ({
      type: 'refused',
      problem: { message: '', provider },
      why: 'limits',
      limits: { min, max },
    })

    it('given nobody takes it, then the nearest amount that somebody takes is told', async () => {
      const { buy, offered, calls, clock } = await setUp()
      offered.splice(0, 1, outside('P', '20', '500'), outside('Q', '30', '700'))
      buy.change({ token, amount: '1000' })
      expect([buy.next.value, buy.nearest.value]).toEqual(['limits', { most: '700' }])
      buy.change({ amount: '5' })
      expect(buy.nearest.value).toBeUndefined()
      await clock.advance(400)
      expect([buy.next.value, buy.nearest.value]).toEqual(['limits', { least: '20' }])
      expect(await buy.order()).toBeUndefined()
      expect(calls.map(({ name }) => name)).not.toContain('buy')
    })

    it('given the configuration alone tells a limit, then it is the providers` and is told', async () => {
      const limits = { EUR: { min: '10', max: '500' } }
      const told = { providers: [{ name: 'P', capabilities: { ...capabilities, limits } }] }
      const { buy, offered, asked } = await setUp({ config: told })
      offered.splice(0, 1, { type: 'refused', problem: { message: 'No', provider: 'P' } })
      buy.change({ token, amount: '501' })
      expect(asked[0]?.limits).toEqual({ min: '10', max: '500' })
      expect([buy.next.value, buy.nearest.value]).toEqual(['limits', { most: '500' }])
      // In a currency of which no limit is told.
      buy.change({ currency: 'JPY', amount: '501' })
      buy.offers.refresh()
      expect(asked.at(-1)?.limits).toEqual({})
      expect([buy.next.value, buy.nearest.value]).toEqual(['none', undefined])
    })

    it('given others take it, then one of them is bought from, and nothing is said of the amount', async () => {
      const { buy, offered } = await setUp()
      offered.push(outside('Q', '20', '40'))
      buy.change({ token, amount: '50' })
      expect([buy.next.value, buy.nearest.value]).toEqual(['order', undefined])
    })
  })

  it('given the order was refused, then the addresses stay', async () => {
    const { buy } = await setUp({ fails: true })
    buy.change({ token, amount: '50', recipient: other })
    buy.setChecked(true)
    await buy.order()
    expect(buy.draft.value.recipient).toBe(other)
  })

  it('given an amount in a currency that the browser rounds, then its digits are the currency`s', async () => {
    const abilities = { ...capabilities, fiatCurrencies: ['HUF'] }
    const { buy, asked } = await setUp({
      config: { providers: [{ name: 'P', capabilities: abilities }] },
    })
    buy.change({ token, amount: '1500.50' })
    expect([buy.amountError.value, asked[0]?.fiatAmount]).toEqual([undefined, '1500.50'])
  })

  it('given typing, then providers are asked once it rests', async () => {
    const { buy, asked, clock } = await setUp()
    buy.change({ token, amount: '5' })
    buy.change({ amount: '50' })
    buy.change({ amount: '500' })
    expect(buy.next.value).toBe('finding')
    await clock.advance(400)
    expect(asked.map(({ fiatAmount }) => fiatAmount)).toEqual(['5', '500'])
  })

  it('given the order is refused, then that is told and offers are asked for anew', async () => {
    const { buy, asked } = await setUp({ fails: true })
    buy.change({ token, amount: '50' })
    expect(await buy.order()).toBeUndefined()
    expect(buy.error.value?.code).toBe('service/quote-expired')
    expect([asked.length, buy.draft.value.amount, buy.busy.value]).toEqual([2, '50', false])
    buy.change({ amount: '60' })
    expect(buy.error.value).toBeUndefined()
  })

  it('given no connection, then it says so, and reads on once there is one', async () => {
    const { buy, online, answers, clock } = await setUp({ config: { providers: 7 } })
    expect(buy.choices.value.state).toBe('ready')
    answers.down = true
    buy.change({ token, amount: '50' })
    online.value = false
    expect(buy.next.value).toBe('offline')
    answers.down = false
    answers.config = config
    online.value = true
    await clock.advance(0)
    expect(buy.next.value).toBe('order')
    buy.dispose()
    expect(clock.pending()).toBe(0)
  })

  it('given the configuration cannot be read, then that is told until it can', async () => {
    const { buy, answers } = await setUp({ config: [] as unknown as object })
    expect(buy.choices.value).toMatchObject({ state: 'failed' })
    expect(buy.next.value).toBe('config')
    answers.config = config
    await buy.loadChoices()
    expect(buy.choices.value.state).toBe('ready')
    // What is known stays when it cannot be read again.
    answers.down = true
    await buy.loadChoices()
    expect(buy.choices.value.state).toBe('ready')
  })
})

describe('the same that another window has had made', () => {
  async function asking() {
    const set = await setUp()
    set.buy.change({ token, amount: '50' })
    const [asked] = set.asked
    if (!asked) throw new Error('nobody was asked')
    const accepted = toAcceptedPurchase(asked, offer.offer, token)
    const order = {
      kind: 'purchase',
      id: 'd'.repeat(32),
      status: 'submitted',
      createdAt: set.clock.now(),
      accepted,
      purchase: {},
    } as Order
    return { ...set, order }
  }

  it('is said, and wants a tick of its own, which goes along', async () => {
    const { buy, make, order, calls, clock } = await asking()
    const began = clock.now()
    expect(buy.next.value).toBe('order')
    await make(order)
    expect(buy.sent.value).toMatchObject([{ id: order.id, sum: '50 EUR' }])
    expect([buy.next.value, await buy.order()]).toEqual(['twice', undefined])
    buy.agreeSent(true)
    expect(await buy.order()).toBeDefined()
    expect(calls.at(-1)).toMatchObject({ name: 'buy', input: { began, known: [order.id] } })
    // The next one is another wish.
    buy.change({ amount: '50' })
    await clock.advance(400)
    expect([buy.sent.value, buy.next.value]).toEqual([[], 'order'])
  })

  it('is said in the next page too, whatever was typed since', async () => {
    const { make, order, buy, written, clock } = await asking()
    const began = clock.now()
    await make(order)
    buy.change({ currency: 'EUR' })
    buy.dispose()
    const next = await setUp({
      session: written.at(-1) as object,
      made: [order],
      at: began + 5_000,
    })
    await vi.dynamicImportSettled()
    await next.clock.advance(0)
    expect(next.buy.sent.value).toMatchObject([{ id: order.id }])
    expect(next.buy.next.value).toBe('twice')
    next.buy.agreeSent(true)
    expect(await next.buy.order()).toBeDefined()
    expect(next.calls.at(-1)).toMatchObject({ input: { began, known: [order.id] } })
    expect(next.written.at(-1)).not.toHaveProperty('began')
  })

  it('given its popup closed before the answer came, is said in the next one', async () => {
    const set = await setUp({ hangs: true })
    set.buy.change({ token, amount: '50' })
    const [asked] = set.asked
    if (!asked) throw new Error('nobody was asked')
    void set.buy.order()
    await set.clock.advance(0)
    expect(set.calls.at(-1)?.name).toBe('buy')
    set.buy.dispose()
    const { order } = await asking()
    const createdAt = set.clock.now() + 1
    const session = set.written.at(-1) as object
    const next = await setUp({ session, made: [{ ...order, createdAt }], at: createdAt + 5_000 })
    await vi.dynamicImportSettled()
    await next.clock.advance(0)
    expect(next.buy.draft.value).toMatchObject({ amount: '50' })
    expect(next.buy.next.value).toBe('twice')
  })

  it('given the worker finds it first, says that, keeps the offers, and shows no error beside it', async () => {
    const { buy, made, order, answers, asked } = await asking()
    answers.beside = true
    made.push(order)
    expect(await buy.order()).toBeUndefined()
    expect([buy.next.value, buy.error.value, asked.length]).toEqual(['twice', undefined, 1])
  })

  it.each([
    ['for another amount', { from: { amount: '5100' } }],
    ['in another currency', { from: { symbol: 'USD' } }],
    ['for somebody else', { recipient: other }],
    ['of another token', { to: { chainId: 10 } }],
  ])('given it is %s, says nothing', async (_, more) => {
    const { buy, make, order } = await asking()
    const { accepted } = order
    const [from, to] = ['from', 'to'].map((side) => ({
      ...accepted[side as 'from'],
      ...(more as Partial<typeof accepted>)[side as 'from'],
    }))
    await make({ ...order, accepted: { ...accepted, ...more, from, to } } as Order)
    expect(buy.next.value).toBe('order')
  })
})
