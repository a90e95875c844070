import { signal } from '@preact/signals'
import { describe, expect, it, vi } from 'vitest'
import type { Change } from '@/src/contract/rpc'
import { PREVIEW_ADDRESS } from '@/src/domain/address/address'
import type { Order, UsualTime } from '@/src/domain/order/order'
import { fillerKey } from '@/src/domain/service/filler-record'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import {
  account,
  ethArbitrum,
  friend,
  routes,
  settings,
  tokens,
  usdcBase,
} from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import type { Backend } from './backend'
import { createBalances } from './balances'
import { createCatalog } from './catalog'
import { createPayForm } from './pay-form'
import { createPreferences } from './preferences'
import { createSwap } from './swap'
import { createWallets } from './wallets'

const NOW = 1_800_000_000_000
const solana = tokens.at(-1) ?? usdcBase
const other = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const wealthy = '0xF977814e90dA44bFA03b6295A0616a897441aceC'
const solanaAddress = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ'

async function setUp(
  options: Partial<FixtureOptions> = {},
  more: Partial<Backend> = {},
  clock = { now: () => NOW, after: () => () => undefined },
) {
  const calls: { name: string; input: unknown }[] = []
  const all = orders(NOW)
  const backend: Backend = {
    ...createFixtureBackend({ now: () => NOW, orders: all, calls, ...options }),
    ...more,
  }
  const preferences = createPreferences({ backend })
  const wallets = createWallets({ backend, preferences })
  const catalog = createCatalog({ backend })
  const balances = createBalances({ backend })
  const swap = createSwap({ backend, clock, wallets, balances, defaultSlippage: signal(0.005) })
  await Promise.all([wallets.restore(), swap.restore(), preferences.load()])
  swap.choose('pay', usdcBase)
  swap.choose('receive', ethArbitrum)
  swap.type('pay', '500')
  const form = createPayForm({ backend, clock, swap, catalog, preferences })
  await settled()
  const asked = () => calls.filter(({ name }) => name === 'createTransfer')
  return { form, swap, catalog, backend, asked, created: all.planned?.id }
}

function fill({ form }: Awaited<ReturnType<typeof setUp>>): void {
  form.type('recipient', other)
  form.type('refundTo', account)
}

describe('the accounts of a payment by any wallet', () => {
  it('given no wallet, are both typed before anything is asked', async () => {
    const world = await setUp()
    const { form } = world
    expect(form.texts.value).toEqual({ recipient: '', refundTo: '' })
    expect(form.quotes.request.value).toBeUndefined()
    form.type('recipient', other)
    expect(form.complete.value).toBe(false)
    expect(form.quotes.request.value).toBeUndefined()
    form.type('refundTo', account)
    expect(form.complete.value).toBe(true)
    expect(form.quotes.request.value).toMatchObject({
      fromAddress: account,
      refundTo: account,
      recipient: other,
      amount: '500000000',
      slippageTolerance: 0.005,
    })
  })

  it.each([
    ['refundTo', solanaAddress, 'form/recipient-wrong-family'],
    ['recipient', solanaAddress, 'form/recipient-wrong-family'],
    ['recipient', '0x12', 'form/recipient-invalid'],
    ['recipient', 'alice.eth', 'form/recipient-name'],
    ['refundTo', 'alice.eth', 'form/recipient-name'],
    ['refundTo', other.replace('d8dA', 'D8dA'), 'form/recipient-invalid'],
    ['refundTo', usdcBase.address, 'form/recipient-is-token'],
    ['recipient', PREVIEW_ADDRESS.eip155, 'form/recipient-is-token'],
    ['refundTo', `0x${'0'.repeat(40)}`, 'form/recipient-is-token'],
  ] as const)('given %s %s, says %s and asks for no price', async (field, text, code) => {
    const world = await setUp()
    fill(world)
    world.form.type(field, text)
    expect(world.form.errors.value[field]).toBe(code)
    expect(world.form.complete.value).toBe(false)
    expect(world.form.quotes.request.value).toBeUndefined()
  })

  it('given the swap form has a name, takes it over where a person typed it, and not a site', async () => {
    const { swap, backend, catalog } = await setUp()
    const preferences = createPreferences({ backend })
    const clock = { now: () => NOW, after: () => () => undefined }
    const make = () => createPayForm({ backend, clock, swap, catalog, preferences })
    swap.setRecipient('alice.eth')
    expect(make().texts.value.recipient).toBe('alice.eth')
    swap.fill({
      pay: usdcBase,
      receive: ethArbitrum,
      side: 'pay',
      text: '',
      recipient: 'alice.eth',
    })
    expect(make().texts.value.recipient).toBe('')
  })

  it('given the payout is on Solana, wants an address of that family', async () => {
    const world = await setUp()
    world.swap.choose('receive', solana)
    fill(world)
    expect(world.form.errors.value.recipient).toBe('form/recipient-wrong-family')
    world.form.type('recipient', solanaAddress)
    expect(world.form.complete.value).toBe(true)
  })

  it('given the popup was closed, stand there again', async () => {
    const first = await setUp()
    fill(first)
    const stored = await first.backend.session.read('pay-form')
    const { form } = await setUp({ session: { 'pay-form': stored } })
    expect(form.texts.value).toEqual({ recipient: other, refundTo: account })
    const damaged = await setUp({ session: { 'pay-form': { recipient: 7 } } })
    expect(damaged.form.texts.value).toEqual({ recipient: '', refundTo: '' })
  })

  it('given the person typed one, keeps it though a wallet is connected; after the payment it is forgotten', async () => {
    const first = await setUp()
    fill(first)
    const stored = await first.backend.session.read('pay-form')
    const page = { tabId: 1, frameId: 0, origin: 'https://app.example' }
    const wallet = { family: 'eip155' as const, id: 'io.example', name: 'Example' }
    const connection = { wallet, page, account: wealthy, accounts: [wealthy] }
    const session = { 'pay-form': stored, connections: { eip155: connection } }
    const connected = await setUp({ session })
    expect(connected.swap.connection.value?.account).toBe(wealthy)
    expect(connected.form.texts.value).toEqual({ recipient: other, refundTo: account })
    await settled()
    await connected.form.create()
    expect(await connected.backend.session.read('pay-form')).toBeNull()
  })

  it('given no amount, or the same token on both sides, says so', async () => {
    const { form, swap } = await setUp()
    expect(form.pairError.value).toBeUndefined()
    swap.type('pay', '')
    expect(form.pairError.value).toBe('form/amount-missing')
    swap.type('pay', '5')
    expect(form.pairError.value).toBeUndefined()
    swap.choose('receive', {
      ...usdcBase,
      address: usdcBase.address.toUpperCase().replace('0X', '0x'),
    })
    expect(form.pairError.value).toBe('form/same-token')
  })

  it('given one is changed, must be confirmed anew', async () => {
    const world = await setUp()
    fill(world)
    world.form.confirm(true)
    expect(world.form.confirmed.value).toBe(true)
    world.form.type('recipient', account)
    expect(world.form.confirmed.value).toBe(false)
    world.form.confirm(false)
    expect(world.form.confirmed.value).toBe(false)
  })
})

describe('an address that is asked for', () => {
  it('is made for the offer and the accounts that were confirmed', async () => {
    const world = await setUp()
    fill(world)
    await settled()
    const id = await world.form.create()
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(world.asked()).toMatchObject([
      { input: { quoteId: 'q1', request: { recipient: other, refundTo: account } } },
    ])
  })

  it('takes along what is usual here for its filler, where enough orders say so and can be read', async () => {
    const deed = { fromChainId: usdcBase.chainId, toChainId: ethArbitrum.chainId, took: 30 }
    const made = async (count: number, broken = false) => {
      const world = await setUp({})
      fill(world)
      await settled()
      const route = world.form.quotes.picked.value?.route
      const key = fillerKey(settings.serviceUrl, route?.type ?? '', route?.icon)
      world.backend.readDeeds = async (fillers) => {
        if (broken) throw new Error('no store')
        return fillers.map((filler) =>
          filler === key ? Array(count).fill({ ...deed, came: true, promised: 20 }) : [],
        )
      }
      expect(await world.form.create()).toMatch(/^[0-9a-f]{32}$/)
      return world.asked().map(({ input }) => (input as { usual?: UsualTime }).usual)
    }
    expect(await made(5)).toEqual([{ typical: 30, most: 45 }])
    expect(await made(4)).toEqual([undefined])
    expect(await made(5, true)).toEqual([undefined])
  })

  describe.each(['recipient', 'refundTo'] as const)(
    'given the %s was taken from a name',
    (field) => {
      /** The names that the fixture knows stand for `friend`, or for nobody. */
      async function made(name: string, address: string) {
        const world = await setUp({ session: { 'typed-names': [{ address, name }] } })
        fill(world)
        world.form.type(field, address)
        world.form.confirm(true)
        await settled()
        return { ...world, id: await world.form.create() }
      }

      it.each([
        ['the same', 'alice.eth', friend],
        ['what nobody can read', 'quiet.eth', other],
      ])('that stands for %s, is made', async (_, name, address) => {
        const { id, form, asked } = await made(name, address)
        expect(id).toMatch(/^[0-9a-f]{32}$/)
        expect(asked()).toHaveLength(1)
        expect(form.moved.value).toBeUndefined()
      })

      it.each([
        ['another address', 'alice.eth', 'found'],
        ['nothing', 'nobody.eth', 'none'],
        ['what nodes tell apart', 'split.eth', 'disagree'],
      ])(
        'that stands for %s, is not made, and the name is in its field again',
        async (_, name, kind) => {
          const { id, form, asked } = await made(name, other)
          expect([id, asked()]).toEqual([undefined, []])
          expect(form.texts.value[field]).toBe(name)
          expect(form.moved.value).toEqual({ name, address: other, kind })
          expect(form.confirmed.value).toBe(false)
          expect(form.errors.value[field]).toBe('form/recipient-name')
        },
      )
    },
  )

  it('given the next accounts are typed while it is made, keeps those', async () => {
    const world = await setUp()
    fill(world)
    await settled()
    const making = world.form.create()
    world.form.type('recipient', wealthy)
    expect(await making).toMatch(/^[0-9a-f]{32}$/)
    expect(world.form.texts.value.recipient).toBe(wealthy)
    expect(await world.backend.session.read('pay-form')).toMatchObject({ recipient: wealthy })
  })

  it('given the one that was picked has not answered yet, makes none of another in its place', async () => {
    const world = await setUp()
    const { form, swap, backend, asked } = world
    const streams: Parameters<typeof backend.streamQuotes>[1][] = []
    backend.streamQuotes = (_, on) => void streams.push(on)
    fill(world)
    await settled()
    const offer = (at: number) => {
      const [route] = routes(NOW)
      if (!route) throw new Error('no route')
      const filler = { ...route, routeId: `r${at}`, type: `filler-${at}` }
      return { type: 'route' as const, quoteId: 'q1', route: filler }
    }
    streams.at(-1)?.(offer(1))
    streams.at(-1)?.(offer(2))
    streams.at(-1)?.({ type: 'done', count: 2, others: 0 })
    const pick = form.quotes.routes.value.find(({ route }) => route.type === 'filler-2')
    form.quotes.pick(pick?.key ?? '')
    swap.type('pay', '400')
    await settled()
    streams.at(-1)?.(offer(1))
    expect([form.quotes.picked.value?.route.type, form.quotes.isPickDue.value]).toEqual([
      'filler-1',
      true,
    ])
    expect([await form.create(), asked()]).toEqual([undefined, []])
    streams.at(-1)?.(offer(2))
    expect(await form.create()).toMatch(/^[0-9a-f]{32}$/)
    expect(asked()).toMatchObject([{ input: { route: { type: 'filler-2' } } }])
  })

  it('given no offer, asks for nothing', async () => {
    const world = await setUp({ quotes: 'none' })
    fill(world)
    await settled()
    expect(world.form.quotes.error.value?.code).toBe('service/no-routes')
    expect(await world.form.create()).toBeUndefined()
    expect(world.asked()).toEqual([])
  })

  it('given it is refused, says why, until something is changed', async () => {
    const world = await setUp({ failing: { createTransfer: 'policy/malformed' } })
    fill(world)
    await settled()
    expect(await world.form.create()).toBeUndefined()
    expect(world.form.error.value?.code).toBe('policy/malformed')
    world.form.type('recipient', account)
    expect(world.form.error.value).toBeUndefined()
  })
})

describe('an address that another window has made for the same', () => {
  const address = orders(NOW).address
  if (address?.kind !== 'transfer') throw new Error('no order')
  const { accepted } = address
  const [from, to] = [usdcBase, ethArbitrum].map(({ chainId, address, symbol, decimals }) => {
    const amount = symbol === 'USDC' ? '500000000' : '1'
    return { chainId, address, symbol, decimals, amount }
  })
  if (!from || !to) throw new Error('no token')
  const made = {
    ...address,
    createdAt: NOW,
    accepted: { ...accepted, tradeType: 'EXACT_INPUT' as const, from, to, recipient: other },
  }

  async function setUpBeside(options: Partial<FixtureOptions> = {}) {
    const listeners = new Set<(change: Change) => void>()
    const world = await setUp(options, {
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    })
    fill(world)
    await settled()
    /** Another window makes orders. */
    const make = async (...orders: Order[]) => {
      world.backend.listOrders = async () => ({ orders })
      for (const tell of listeners) tell({ kind: 'order', orderId: made.id, revision: 1 })
      await vi.dynamicImportSettled()
      await settled()
    }
    return { ...world, make }
  }

  it('is said, and wants a word of its own, which goes along', async () => {
    const { form, make, asked } = await setUpBeside()
    expect(form.sent.value).toEqual([])
    await make(made)
    expect(form.sent.value).toMatchObject([{ id: made.id, sum: '500 USDC' }])
    expect(form.sentAgreed.value).toBe(false)
    form.agreeSent(true)
    expect(form.sentAgreed.value).toBe(true)
    expect(await form.create()).toBeDefined()
    expect(asked()[0]?.input).toMatchObject({ began: NOW, known: [made.id] })
  })

  it('is said in the next page too, until one is made', async () => {
    const { form, make, backend } = await setUpBeside()
    await make(made)
    form.type('recipient', other)
    const session = { 'pay-form': await backend.session.read('pay-form') }
    const next = await setUp({ session }, { listOrders: async () => ({ orders: [made] }) })
    fill(next)
    await vi.dynamicImportSettled()
    await settled()
    expect(next.form.sent.value).toMatchObject([{ id: made.id }])
    next.form.agreeSent(true)
    expect(await next.form.create()).toBeDefined()
    expect(next.asked()[0]?.input).toMatchObject({ began: NOW, known: [made.id] })
    expect(await next.backend.session.read('pay-form')).toBeNull()
  })

  it('given its popup closed before the address came, is said in the next one', async () => {
    const { form, backend } = await setUpBeside({ hanging: ['createTransfer'] })
    void form.create()
    await settled()
    form.dispose()
    const session = { 'pay-form': await backend.session.read('pay-form') }
    const listOrders = async () => ({ orders: [{ ...made, createdAt: NOW + 1 }] })
    const clock = { now: () => NOW + 5_000, after: () => () => undefined }
    const next = await setUp({ session }, { listOrders }, clock)
    fill(next)
    await vi.dynamicImportSettled()
    await settled()
    expect(next.form.sent.value).toMatchObject([{ id: made.id }])
  })

  it('given the form came back from behind a request of a site, counts what was made since it gave way', async () => {
    const world = await setUpBeside()
    const { swap, form, make, asked } = world
    swap.put({ ...swap.draft.value, made: [], began: NOW - 5_000 })
    await make({ ...made, createdAt: NOW - 4_000 })
    expect(form.sent.value).toMatchObject([{ id: made.id }])
    form.agreeSent(true)
    expect(await form.create()).toBeDefined()
    expect(asked()[0]?.input).toMatchObject({ began: NOW - 5_000, known: [made.id] })
  })

  it('given it came back and was changed since, is another wish', async () => {
    const { swap, backend, catalog, make } = await setUpBeside()
    swap.put({ ...swap.draft.value, made: [], began: NOW - 5_000 })
    swap.type('pay', '501')
    swap.type('pay', '500')
    const preferences = createPreferences({ backend })
    const still = { now: () => NOW, after: () => () => undefined }
    const form = createPayForm({ backend, clock: still, swap, catalog, preferences })
    await settled()
    form.type('recipient', other)
    form.type('refundTo', account)
    await make({ ...made, createdAt: NOW - 4_000 })
    expect(form.sent.value).toEqual([])
  })

  it.each([
    ['was there before the form was opened', { createdAt: NOW - 1 }],
    ['is for somebody else', { accepted: { ...made.accepted, recipient: wealthy } }],
    ['is closed, and was not paid', { status: 'stopped' as const }],
  ])('given it %s, says nothing', async (_, more) => {
    const { form, make } = await setUpBeside()
    await make({ ...made, ...more })
    expect(form.sent.value).toEqual([])
  })

  it('given the worker finds it first, says that, and no error beside it', async () => {
    const { form, backend } = await setUpBeside({
      failing: { createTransfer: 'order/paid-beside' },
    })
    backend.listOrders = async () => ({ orders: [made] })
    expect(await form.create()).toBeUndefined()
    expect(form.sent.value).toMatchObject([{ id: made.id }])
    expect(form.error.value).toBeUndefined()
  })

  it('given it cannot be read, says why nothing was made', async () => {
    const { form, backend } = await setUpBeside({
      failing: { createTransfer: 'order/paid-beside' },
    })
    backend.listOrders = () => Promise.reject(new Error('no store'))
    expect(await form.create()).toBeUndefined()
    expect(form.error.value?.code).toBe('order/paid-beside')
  })
})

describe('a payment from a chain that is only paid from', () => {
  const key = '20000000000001:native'
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

  async function setUpAbroad(options: Partial<FixtureOptions> = {}) {
    const world = await setUp(options)
    await world.catalog.load()
    await settled()
    world.form.choose(key)
    world.form.setAmount('0.005')
    world.form.type('recipient', other)
    return world
  }

  it('takes its own amount and its own refund address', async () => {
    const { form, swap } = await setUpAbroad()
    expect(form.sources.value.map(({ token }) => token.symbol)).toEqual(['BTC', 'USDT', 'CKB'])
    expect(form.texts.value.refundTo).toBe('')
    form.type('refundTo', bitcoin.toUpperCase())
    expect(form.quotes.request.value).toMatchObject({
      tradeType: 'EXACT_INPUT',
      fromChainId: 20_000_000_000_001,
      fromToken: 'native',
      amount: '500000',
      fromAddress: bitcoin,
      refundTo: bitcoin,
      recipient: other,
    })
    // The swap form is left as it was: nothing of it is ever paid from there.
    expect(swap.pay.value).toEqual(usdcBase)
    form.choose('')
    expect(form.quotes.request.value).toBeUndefined()
    form.type('refundTo', account)
    expect(form.quotes.request.value).toMatchObject({ fromChainId: 8453, amount: '500000000' })
  })

  it.each([
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'form/recipient-invalid'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'form/recipient-invalid'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'form/recipient-invalid'],
    [account, 'form/recipient-wrong-family'],
  ])('given a refund address %s, says %s and asks for no price', async (text, code) => {
    const { form } = await setUpAbroad()
    form.type('refundTo', text)
    expect(form.errors.value.refundTo).toBe(code)
    expect(form.quotes.request.value).toBeUndefined()
  })

  it.each([
    ['0,005', '0.005', '500000'],
    ['1,234', '1234', '123400000000'],
  ])('reads an amount of %s as the form for swaps does', async (typed, kept, amount) => {
    const { form } = await setUpAbroad()
    form.type('refundTo', bitcoin)
    form.setAmount(typed)
    expect(form.amount.value).toBe(kept)
    expect(form.quotes.request.value).toMatchObject({ amount })
  })

  it('given more places than its coin has, says so', async () => {
    const { form } = await setUpAbroad()
    form.type('refundTo', bitcoin)
    form.setAmount('0.000000001')
    expect(form.amountError.value).toBe('form/too-many-decimals')
    expect(form.quotes.request.value).toBeUndefined()
  })

  it('given both were confirmed, is confirmed anew for another chain', async () => {
    const { form } = await setUpAbroad()
    form.type('refundTo', bitcoin)
    form.confirm(true)
    expect(form.confirmed.value).toBe(true)
    form.choose('20000000000002:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
    expect(form.confirmed.value).toBe(false)
  })

  it('is made with the token of that chain', async () => {
    const { form, asked } = await setUpAbroad()
    form.type('refundTo', bitcoin)
    await settled()
    await form.create()
    expect(asked()).toMatchObject([{ input: { fromToken: { symbol: 'BTC', address: 'native' } } }])
    expect(form.amount.value).toBe('')
  })

  it('given they cannot be listed, says so and leaves the form as it is', async () => {
    const { form } = await setUp({ failing: { listForeign: 'service/unreachable' } })
    expect(form.sourcesError.value?.code).toBe('service/unreachable')
    expect(form.sources.value).toEqual([])
    expect(form.from.value).toEqual(usdcBase)
  })
})

describe('a token that the service describes wrongly', () => {
  it.each(['pay', 'receive'] as const)(
    'given it is the one to %s, is no address made',
    async (side) => {
      const world = await setUp()
      const { form, swap, asked } = world
      swap.choose(side, { ...(side === 'pay' ? usdcBase : ethArbitrum), decimals: 7 })
      fill(world)
      await settled()
      expect(await form.create()).toBeUndefined()
      expect(form.error.value?.code).toBe('policy/wrong-decimals')
      expect(asked()).toEqual([])
    },
  )
})
