import { type Signal, signal } from '@preact/signals'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { QuoteEvent } from '@/src/contract/rpc'
import { PREVIEW_ADDRESS } from '@/src/domain/address/address'
import { AppError } from '@/src/domain/error'
import type { BookStore } from '@/src/store/account-book'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { createFixtureBook } from '@/test/support/ui/fixture-book'
import { account, ethArbitrum, routes, tokens, usdcBase } from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import type { Clock } from './backend'
import { createBalances } from './balances'
import { emptyDraft } from './draft'
import { createPreferences } from './preferences'
import { readDraft } from './read-session'
import { createSwap, type Swap } from './swap'
import { createWallets, type Wallets } from './wallets'

const NOW = 1_800_000_000_000
const at = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
const wallet = { family: 'eip155', id: 'io.rabby', name: 'Rabby' }
const nativeBase = tokens[1] ?? usdcBase
const solana = tokens.at(-1) ?? usdcBase

type Call = { name: string; input: unknown }
let calls: Call[]
let timers: { ms: number; call(): void }[]

const clock: Clock = {
  now: () => NOW,
  after(ms, call) {
    const timer = { ms, call }
    timers.push(timer)
    return () => {
      timers = timers.filter((item) => item !== timer)
    }
  },
}

type Options = Partial<FixtureOptions> & {
  connected?: boolean
  /** The account that a wallet of the other family shows. */
  shown?: string
  running?: Signal<unknown>
  online?: Signal<boolean>
  listed?: typeof tokens
}

async function setUp(options: Options = {}) {
  const { shown } = options
  const connections = {
    eip155: { wallet, page: at, account, accounts: [account] },
    ...(shown && {
      solana: {
        wallet: { family: 'solana', id: 'Phantom', name: 'Phantom' },
        page: at,
        account: shown,
        accounts: [shown],
      },
    }),
  }
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: orders(NOW),
    calls,
    session: options.connected === false ? {} : { connections },
    ...options,
  })
  const preferences = createPreferences({ backend })
  const wallets = createWallets({ backend, preferences })
  const balances = createBalances({ backend })
  const swap = createSwap({
    backend,
    clock,
    wallets,
    balances,
    defaultSlippage: signal(0.005),
    running: options.running ?? signal([]),
    knownTokens: signal(options.listed ?? tokens),
    online: options.online ?? signal(true),
  })
  await wallets.restore()
  await swap.restore()
  return { backend, swap, wallets }
}

function fillSum(swap: Swap, sum = '500'): void {
  swap.choose('pay', usdcBase)
  swap.type('pay', sum)
}

function fillPair(swap: Swap): void {
  swap.choose('pay', usdcBase)
  swap.choose('receive', ethArbitrum)
}

function fillForm(swap: Swap, sum?: string): void {
  fillPair(swap)
  fillSum(swap, sum)
}

const asked = () => calls.filter((call) => call.name === 'streamQuotes').map((call) => call.input)

beforeEach(() => {
  calls = []
  timers = []
})

describe('what is typed', () => {
  it('asks for an exact input when the paid side is typed', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '500')
    expect(asked().at(-1)).toMatchObject({
      tradeType: 'EXACT_INPUT',
      amount: '500000000',
      fromAddress: account,
      recipient: account,
      refundTo: account,
      slippageTolerance: 0.005,
    })
    expect(swap.receiveText.value).toBe('0.160012')
  })

  it('asks for an exact output when the received side is typed', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('receive', '0.16')
    expect(asked().at(-1)).toMatchObject({
      tradeType: 'EXACT_OUTPUT',
      amount: '160000000000000000',
    })
  })

  it('waits for a pause in typing before it asks again', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '5')
    const before = asked().length
    swap.type('pay', '50')
    swap.type('pay', '500')
    expect(asked()).toHaveLength(before)
    for (const timer of timers.filter((item) => item.ms === 300)) timer.call()
    expect(asked().slice(before)).toMatchObject([{ amount: '500000000' }])
  })

  it('stays with its token when the sides are switched', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '500')
    swap.flip()
    expect(swap.receive.value).toEqual(usdcBase)
    expect(swap.receiveText.value).toBe('500')
    expect(swap.side.value).toBe('receive')
  })

  it('is found again by the next page', async () => {
    const { swap, backend } = await setUp()
    swap.choose('pay', usdcBase)
    swap.type('pay', '77')
    expect(await backend.session.read('draft')).toMatchObject({ text: '77', side: 'pay' })
  })
})

describe('an amount in dollars', () => {
  it('given what was typed is switched, then both stand for the same, and it is asked for in units', async () => {
    const { swap } = await setUp()
    fillSum(swap)
    swap.choose('receive', ethArbitrum)
    await swap.setMoney(true)
    // 500 at 0.9998.
    expect([swap.payText.value, swap.payUnits.value]).toEqual(['499.9', 500_000_000n])
    swap.type('pay', '100')
    expect(swap.payUnits.value).toBe(100_020_004n)
    await swap.setMoney(false)
    expect([swap.payText.value, swap.payUnits.value]).toEqual(['100.020004', 100_020_004n])
  })

  it('given the other side is typed, or all is paid, then it is no money', async () => {
    const { swap } = await setUp()
    fillSum(swap)
    swap.choose('receive', ethArbitrum)
    await swap.setMoney(true)
    swap.type('receive', '1')
    expect([swap.isMoney.value, swap.receiveUnits.value]).toEqual([false, 10n ** 18n])
    swap.type('pay', '5')
    await swap.setMoney(true)
    await swap.max()
    expect([swap.isMoney.value, swap.payText.value]).toEqual([false, '2480.125'])
  })

  it('given a token without a price, then dollars are no amount of it', async () => {
    const { swap } = await setUp()
    fillSum(swap)
    swap.choose('receive', ethArbitrum)
    await swap.setMoney(true)
    swap.choose('pay', { ...usdcBase, address: `0x${'8'.repeat(40)}`, extensions: {} })
    expect([swap.isMoney.value, swap.payText.value, swap.payUnits.value]).toEqual([
      false,
      '',
      undefined,
    ])
  })

  it('is found again by the next page as what it was', async () => {
    const { backend, swap } = await setUp()
    fillSum(swap)
    swap.choose('receive', ethArbitrum)
    await swap.setMoney(true)
    const next = await setUp({ session: { draft: await backend.session.read('draft') } })
    expect([next.swap.isMoney.value, next.swap.payText.value]).toEqual([true, '499.9'])
  })

  const at = (usd: string) => ({ price: { usd } })
  const ether = (chainId: number, usd: string) => ({ ...nativeBase, chainId, extensions: at(usd) })
  const fill = (swap: Swap, pay: typeof usdcBase) =>
    swap.fill({ pay, receive: ethArbitrum, side: 'pay', text: '20', isMoney: true, recipient: '' })

  it('rests on the price that is listed now, never on the one the form was kept with', async () => {
    const { swap } = await setUp({ listed: [ether(8453, '3120.42')] })
    fill(swap, ether(8453, '1560.21'))
    await vi.waitFor(() => expect(swap.price.value).toEqual({ usd: '3120.42' }))
    expect(swap.payUnits.value).toBe(6_409_393_607_270_816n)
    const none = (await setUp({ listed: [] })).swap
    fill(none, ether(8453, '1560.21'))
    await vi.waitFor(() => expect(none.price.value).toEqual({ problem: 'none' }))
    expect(none.payUnits.value).toBeUndefined()
  })

  it.each([
    ['one coin on two chains', [ether(8453, '312.042'), ether(1, '3120.42')], 'differ'],
    ['one coin within 5 %', [ether(8453, '3000'), ether(1, '3120.42')], undefined],
    ['a stablecoin at half', [{ ...usdcBase, extensions: at('0.5') }], 'differ'],
    ['a stablecoin at 0.95', [{ ...usdcBase, extensions: at('0.95') }], undefined],
  ])('is refused where prices contradict: %s', async (_, listed, problem) => {
    const { swap } = await setUp({ listed })
    fill(swap, listed[0] ?? usdcBase)
    await vi.waitFor(() => expect(swap.price.value).toBeDefined())
    expect(swap.payUnits.value === undefined).toBe(problem !== undefined)
    if (problem) expect(swap.price.value).toEqual({ problem })
  })

  it('turned there and back gives the very text, also one that is no amount', async () => {
    const { swap } = await setUp()
    swap.choose('pay', nativeBase)
    for (const typed of ['0.123456789', '0.000000000000000001', '1.2.3']) {
      swap.type('pay', typed)
      for (const isMoney of [true, false, true, false]) await swap.setMoney(isMoney)
      expect(swap.payText.value).toBe(typed)
    }
    swap.type('pay', '1.2.3')
    await swap.setMoney(true)
    expect(swap.payText.value).toBe('1.2.3')
  })
})

describe('a token that is suggested', () => {
  it('gives way to another suggestion, and to the same token on the other side', async () => {
    const { swap } = await setUp()
    swap.suggest(ethArbitrum)
    swap.suggest(nativeBase)
    expect(swap.pay.value).toEqual(nativeBase)
    swap.choose('receive', nativeBase)
    expect([swap.pay.value, swap.receive.value]).toEqual([undefined, nativeBase])
    expect(swap.amountError.value).toBeUndefined()
  })

  it('is the person’s own once something was typed or chosen', async () => {
    const { swap } = await setUp()
    expect(swap.isSuggested.value).toBe(false)
    swap.suggest(nativeBase)
    expect(swap.isSuggested.value).toBe(true)
    swap.type('pay', '1')
    expect(swap.isSuggested.value).toBe(false)
    swap.suggest(ethArbitrum)
    expect(swap.pay.value).toEqual(nativeBase)
    swap.choose('receive', nativeBase)
    expect(swap.amountError.value).toBe('form/same-token')
  })
})

describe('what is refused', () => {
  it.each([
    ['0', 'form/amount-missing'],
    ['abc', 'form/amount-invalid'],
    ['1.1234567', 'form/too-many-decimals'],
    ['2500', 'form/insufficient-balance'],
  ])('%s: %s', async (typed, code) => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', typed)
    await settled()
    expect(swap.amountError.value).toBe(code)
    expect(swap.canReview.value).toBe(false)
  })

  it('is the same token on both sides, without asking anybody', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', {
      ...usdcBase,
      address: usdcBase.address.toUpperCase().replace('0X', '0x'),
    })
    swap.type('pay', '1')
    expect(swap.amountError.value).toBe('form/same-token')
    expect(asked()).toEqual([])
  })

  it.each([
    ['nonsense', 'form/recipient-invalid'],
    ['alice.eth', 'form/recipient-name'],
    ['So11111111111111111111111111111111111111112', 'form/recipient-wrong-family'],
    [usdcBase.address, 'form/recipient-is-token'],
    [`0x${'0'.repeat(40)}`, 'form/recipient-is-token'],
    [PREVIEW_ADDRESS.eip155, 'form/recipient-is-token'],
  ])('is %s as a recipient: %s', async (recipient, code) => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.setRecipient(recipient)
    expect(swap.destination.value).toBeUndefined()
    await vi.waitFor(() => expect(swap.recipientError.value).toBe(code))
    expect(swap.destination.value).toBeUndefined()
  })
})

describe('the next step', () => {
  it.each<[string, Options, (form: Swap) => void]>([
    ['tokens', {}, () => undefined],
    ['amount', {}, fillPair],
    ['amount', {}, (swap) => fillForm(swap, '0')],
    ['amount', {}, (swap) => fillForm(swap, ',')],
    ['fix', {}, (swap) => fillForm(swap, '1.1234567')],
    ['wallet', { connected: false }, fillForm],
    ['recipient', {}, (swap) => [swap.choose('receive', solana), fillSum(swap)]],
    ['fix', {}, (swap) => [fillForm(swap), swap.setRecipient('nonsense')]],
    ['balance', {}, (swap) => fillForm(swap, '9999999')],
    ['offline', { online: signal(false) }, fillForm],
    ['finding', { quotes: 'hang' }, fillForm],
    ['none', { quotes: 'none' }, fillForm],
    ['review', {}, fillForm],
  ])('is %s', async (step, options, fill) => {
    const { swap } = await setUp(options)
    fill(swap)
    await settled()
    expect(swap.next.value).toBe(step)
    expect(swap.canReview.value).toBe(step === 'review')
  })
})

describe('the account that a wallet of the other family shows', () => {
  const shown = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
  const entry = { name: 'Savings', family: 'solana' as const, address: shown, createdAt: NOW }

  async function setUpShown(book: BookStore) {
    const { swap } = await setUp({ shown, book })
    swap.choose('receive', solana)
    fillSum(swap)
    // What is known of no account yet asks for none.
    expect([swap.destination.value, swap.missing.value]).toEqual([undefined, undefined])
    return swap
  }

  it.each<[string, BookStore]>([
    ['is in no book', createFixtureBook()],
    ['came into the book by a file', createFixtureBook([{ ...entry, unchecked: true }])],
    ['is looked up in a book that cannot be read', createFixtureBook([entry], { failing: true })],
  ])('given it %s, then it receives once the person says so', async (_name, book) => {
    const swap = await setUpShown(book)
    await vi.waitFor(() => expect(swap.missing.value).toBe('solana'))
    expect(swap.destination.value).toBeUndefined()
    expect(swap.next.value).toBe('recipient')
    expect(swap.quotes.request.value?.recipient).toBe(PREVIEW_ADDRESS.solana)
    swap.setRecipient(shown)
    await vi.waitFor(() => expect(swap.destination.value).toBe(shown))
    expect(swap.missing.value).toBeUndefined()
    await vi.waitFor(() => expect(swap.next.value).toBe('review'))
    expect(swap.quotes.request.value?.recipient).toBe(shown)
  })

  it('given it is in the book, then it receives by itself', async () => {
    const swap = await setUpShown(createFixtureBook([entry]))
    await vi.waitFor(() => expect(swap.destination.value).toBe(shown))
    expect(swap.missing.value).toBeUndefined()
    await vi.waitFor(() => expect(swap.next.value).toBe('review'))
  })

  it('given it is put into the book on another page, then it receives', async () => {
    const book = createFixtureBook()
    const swap = await setUpShown(book)
    await vi.waitFor(() => expect(swap.missing.value).toBe('solana'))
    await book.change(() => ({ put: [entry] }))
    await vi.waitFor(() => expect(swap.destination.value).toBe(shown))
  })
})

describe('a recipient that was typed as a name', () => {
  const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

  it('given it was not looked up, then nothing is reviewed, and prices are nobody’s', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    swap.setRecipient('alice.eth')
    await vi.waitFor(() => expect(swap.next.value).toBe('fix'))
    expect(swap.destination.value).toBeUndefined()
    expect(swap.recipientName.value).toBeUndefined()
  })

  it('given its address was confirmed, then that is what counts, and the order has the name', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    swap.setRecipient('alice.eth')
    swap.setRecipient(friend, 'alice.eth')
    await settled()
    expect([swap.destination.value, swap.recipientName.value]).toEqual([friend, 'alice.eth'])
    expect(swap.recipientError.value).toBeUndefined()
    await swap.prepare()
    expect(calls.find(({ name }) => name === 'prepareOrder')?.input).toMatchObject({
      request: { recipient: friend },
      recipientName: 'alice.eth',
    })
  })

  it.each([
    ['another address', (swap: Swap) => swap.setRecipient(account)],
    ['nothing', (swap: Swap) => swap.setRecipient('')],
    ['the other direction', (swap: Swap) => swap.flip()],
    ['the next swap', (swap: Swap) => swap.finish()],
    [
      'what a site fills in',
      (swap: Swap) => swap.fill({ side: 'pay', text: '', recipient: friend }),
    ],
  ])('given %s then, the name is gone', async (_, change) => {
    const { swap } = await setUp()
    swap.setRecipient(friend, 'alice.eth')
    change(swap)
    expect(swap.recipientName.value).toBeUndefined()
  })

  it('given a site filled it in, then it is no address and nothing more', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    swap.setRecipient('alice.eth')
    swap.fill({
      pay: usdcBase,
      receive: ethArbitrum,
      side: 'pay',
      text: '5',
      recipient: 'alice.eth',
    })
    await vi.waitFor(() => expect(swap.recipientError.value).toBe('form/recipient-invalid'))
  })

  it('given a chain of another family, then it is no address there', async () => {
    const { swap } = await setUp()
    swap.choose('receive', solana)
    swap.setRecipient('alice.eth')
    await vi.waitFor(() => expect(swap.recipientError.value).toBe('form/recipient-invalid'))
  })

  it('given the popup closes, then name and address are there again', async () => {
    const { swap, backend } = await setUp()
    swap.setRecipient(friend, 'alice.eth')
    await settled()
    const draft = await backend.session.read('draft')
    const { swap: again } = await setUp({ session: { draft } })
    expect([again.recipient.value, again.recipientName.value]).toEqual([friend, 'alice.eth'])
  })
})

describe('a recipient that is none', () => {
  it('takes no price away', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    swap.setRecipient('0x12')
    await settled()
    expect(swap.quotes.routes.value.length).toBeGreaterThan(0)
    expect(swap.canReview.value).toBe(false)
  })
})

describe('without a wallet', () => {
  it('shows prices but allows no review', async () => {
    const { swap } = await setUp({ connected: false })
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '500')
    expect(swap.quotes.routes.value.length).toBeGreaterThan(0)
    expect(swap.canReview.value).toBe(false)
    expect(asked().at(-1)).not.toMatchObject({ fromAddress: account })
  })
})

describe('to another family of chains', () => {
  it('wants an address before it can be reviewed', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', solana)
    swap.type('pay', '500')
    await settled()
    expect(swap.destination.value).toBeUndefined()
    expect(swap.canReview.value).toBe(false)
    swap.setRecipient('So11111111111111111111111111111111111111112')
    await vi.waitFor(() => expect(swap.canReview.value).toBe(true))
  })
})

describe('max', () => {
  it('takes all of a token', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    await swap.max()
    expect(swap.payText.value).toBe('2480.125')
  })

  it('leaves the network fee of a native token', async () => {
    const { swap } = await setUp()
    swap.choose('pay', nativeBase)
    await swap.max()
    expect(swap.payText.value).toBe('0.41802')
  })
})

const other = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const page = { page: at, active: false, access: true, signer: false, wallets: [] }

/** The wallet is on another account now, and chosen again. */
const changeAccount = (wallets: Wallets) =>
  void wallets.choose(page, {
    family: 'eip155',
    id: 'io.rabby',
    name: 'Rabby',
    ambiguous: false,
    accounts: [other],
  })

/** A form whose next answer to `held` is given by hand. */
async function setUpHeld(held: string) {
  const all = await setUp()
  const { backend, swap } = all
  swap.choose('pay', nativeBase)
  swap.choose('receive', ethArbitrum)
  swap.type('pay', '0.1')
  await settled()
  const { call } = backend
  const gate = { open: () => {}, fail: () => {} }
  backend.call = ((name, input) =>
    name === held
      ? new Promise((resolve, reject) => {
          gate.open = () => resolve(call(name, input))
          gate.fail = () => reject(new AppError('service/timeout'))
        })
      : call(name, input)) as typeof call
  return { ...all, gate }
}

const changes: [string, (all: Awaited<ReturnType<typeof setUpHeld>>) => void][] = [
  ['somebody typed', ({ swap }) => swap.type('pay', '0.2')],
  ['another token was chosen', ({ swap }) => swap.choose('pay', usdcBase)],
  ['another account was chosen', ({ wallets }) => changeAccount(wallets)],
]

describe.each(changes)('an answer that comes after %s', (_, change) => {
  it('sets no maximum', async () => {
    const all = await setUpHeld('estimateReserve')
    const done = all.swap.max()
    change(all)
    const typed = all.swap.payText.value
    all.gate.open()
    await done
    expect(all.swap.payText.value).toBe(typed)
  })

  it('shows no order for review', async () => {
    const all = await setUpHeld('prepareOrder')
    const prepared = all.swap.prepare()
    change(all)
    all.gate.open()
    expect(await prepared).toBeUndefined()
  })

  it.each(['estimateReserve', 'prepareOrder'])('tells no error of %s', async (name) => {
    const all = await setUpHeld(name)
    const done = name === 'prepareOrder' ? all.swap.prepare() : all.swap.max()
    change(all)
    all.gate.fail()
    await done
    expect(all.swap.prepareError.value).toBeUndefined()
  })
})

describe('what is held of the token paid', () => {
  const reads = () => calls.filter((call) => call.name === 'readBalance').length

  it('is read again with each price', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    const before = reads()
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '5')
    expect(reads()).toBeGreaterThan(before)
  })

  it('is read again when an order of ours changed', async () => {
    const running = signal<unknown[]>([])
    const { swap } = await setUp({ running })
    swap.choose('pay', usdcBase)
    const before = reads()
    running.value = []
    expect(reads()).toBe(before + 1)
  })
})

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
    for (const { call } of timers) call()
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

describe('the price of what was kept', () => {
  const old = { ...usdcBase, extensions: { price: { usd: '7' } } }
  const draft = { pay: old, receive: ethArbitrum, side: 'pay', text: '500', recipient: '' }

  it('is the one that is listed now, once it is', async () => {
    const { swap } = await setUp({ session: { draft } })
    expect(swap.pay.value?.extensions?.price?.usd).toBe('0.9998')
  })

  it('never takes the decimals of another list', async () => {
    const odd = { ...usdcBase, decimals: 2 }
    const { swap } = await setUp({ session: { draft }, listed: [odd] })
    expect([swap.pay.value?.decimals, swap.payUnits.value]).toEqual([6, 500_000_000n])
  })
})
