// @vitest-environment happy-dom

import { afterEach, describe, expect, it } from 'vitest'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { createFixtureBook } from '@/test/support/ui/fixture-book'
import { account, tokens } from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'
import { purchases } from '@/test/support/ui/fixture-purchases'
import { settled } from '@/test/support/ui/settled'
import { againText } from '../copy/again-text'
import { toDecimal } from '../format/amount'
import { canRunAgain, goneChainOf, runAgain } from './again'
import { createApp } from './app'
import { createBuy } from './buy'
import { createPayForm } from './pay-form'

const foreign = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const NOW = 1_800_000_000_000
const all = orders(NOW)
async function setUp(session: Record<string, unknown> = {}, more: Partial<FixtureOptions> = {}) {
  const calls: { name: string; input: unknown }[] = []
  const wallet = { family: 'eip155', id: 'io.rabby', name: 'Rabby Wallet' }
  const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
  const connections = { eip155: { wallet, page, account, accounts: [account] } }
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: all,
    calls,
    wallets: 'connected',
    ...more,
    session: { connections, ...session },
  })
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.restore()
  app.load()
  await settled()
  calls.length = 0
  return { app, calls }
}

function accepted(patch: Partial<Order['accepted']>): Order {
  const filled = all.filled as Order
  return { ...filled, accepted: { ...filled.accepted, ...patch } }
}

afterEach(() => {
  location.hash = ''
})

describe('an order that is run again', () => {
  it('given it was paid by address, fills the form of such payments, with both accounts', async () => {
    const { app } = await setUp()
    const paid = all.addressPaid as Order
    expect(canRunAgain({ ...paid, status: 'filled' })).toBe(true)
    await runAgain(app, paid)
    await settled()
    expect(app.router.route.value).toEqual({ screen: 'pay' })
    const form = createPayForm(app)
    await settled()
    const { recipient, refundTo, from } = paid.accepted
    expect(form.texts.value).toEqual({ recipient, refundTo })
    expect([app.swap.payText.value, form.from.value?.address]).toEqual(['500', from.address])
    expect(form.confirmed.value).toBe(false)
  })

  it('given it was paid from a chain that is only paid from, fills what is paid with there', async () => {
    const { app } = await setUp()
    const paid = all.addressBitcoin as Order
    // Whether it was paid is read by nobody here: only one that ended well is offered.
    expect(canRunAgain({ ...paid, status: 'filled' })).toBe(true)
    expect(canRunAgain({ ...paid, status: 'stopped' })).toBe(false)
    await runAgain(app, paid)
    await settled()
    const form = createPayForm(app)
    await settled()
    const { recipient, refundTo, to } = paid.accepted
    expect(form.texts.value).toEqual({ recipient, refundTo })
    expect([form.from.value?.symbol, form.amount.value]).toEqual(['BTC', '0.005'])
    expect(app.swap.receive.value?.address).toBe(to.address)
    expect(app.router.route.value).toEqual({ screen: 'pay' })
  })

  it('given the accounts cannot be kept, shows the form all the same', async () => {
    const { app } = await setUp()
    const { write } = app.backend.session
    app.backend.session.write = (key, value) =>
      key === 'pay-form' ? Promise.reject(new Error('full')) : write(key, value)
    await runAgain(app, all.addressPaid as Order)
    await settled()
    expect(app.router.route.value).toEqual({ screen: 'pay' })
  })

  it('fills the form with pair and amount, and asks nothing of a wallet', async () => {
    const { app, calls } = await setUp()
    await runAgain(app, all.filled as Order)
    await settled()
    expect(app.router.route.value).toEqual({ screen: 'swap' })
    expect([app.swap.payText.value, app.swap.side.value]).toEqual(['500', 'pay'])
    expect([app.swap.pay.value?.symbol, app.swap.receive.value?.symbol]).toEqual(['USDC', 'ETH'])
    const names = calls.map(({ name }) => name)
    expect(names).not.toContain('prepareOrder')
    expect(names).not.toContain('confirmOrder')
    expect(names).not.toContain('connectWallet')
  })

  it('takes the token as it is listed now, with its price', async () => {
    const { app } = await setUp()
    await runAgain(app, all.filled as Order)
    expect(app.swap.pay.value).toEqual(tokens[0])
    expect(app.swap.pay.value?.extensions?.price?.usd).toBe('0.9998')
  })

  it('keeps what was fixed: an exact output stays one', async () => {
    const { app } = await setUp()
    await runAgain(app, accepted({ tradeType: 'EXACT_OUTPUT' }))
    expect(app.swap.side.value).toBe('receive')
    expect(app.swap.receiveText.value).toBe('0.16001234')
  })

  it('goes to the own account again, and leaves out another one with a note', async () => {
    const { app } = await setUp()
    await runAgain(
      app,
      accepted({ author: '0x1111111111111111111111111111111111111111', recipient: account }),
    )
    expect(app.swap.recipient.value).toBe('')
    expect(app.formNote.value).toBeUndefined()
    await runAgain(app, accepted({ recipient: foreign }))
    expect([app.swap.recipient.value, app.formNote.value]).toEqual(['', againText.leftOut])
    await runAgain(app, all.filled as Order)
    expect(app.swap.recipient.value).toBe('')
    expect(app.formNote.value).toBeUndefined()
  })

  it('goes to who is in the account book, unless a file put them there', async () => {
    const entry = { name: 'Ann', address: foreign, note: '', addedAt: 0, usedAt: 0 }
    const book = createFixtureBook([entry as never])
    const { app } = await setUp({}, { book })
    await runAgain(app, accepted({ recipient: foreign }))
    expect([app.swap.recipient.value, app.formNote.value]).toEqual([foreign, undefined])
    const unchecked = createFixtureBook([{ ...entry, unchecked: true } as never])
    const other = await setUp({}, { book: unchecked })
    await runAgain(other.app, accepted({ recipient: foreign }))
    expect([other.app.swap.recipient.value, other.app.formNote.value]).toEqual([
      '',
      againText.leftOut,
    ])
    const closed = await setUp({}, { book: createFixtureBook([], { failing: true }) })
    await runAgain(closed.app, accepted({ recipient: foreign }))
    expect(closed.app.swap.recipient.value).toBe('')
  })

  it('given its token or its network is gone, says which and leaves the form as it is', async () => {
    const { app } = await setUp()
    const terms = (all.filled as Order).accepted
    const before = app.router.route.value
    const token = { ...terms.to, address: `0x${'9'.repeat(40)}`, symbol: 'OLD' }
    expect(await runAgain(app, accepted({ to: token }))).toEqual({ what: 'token', side: token })
    const chain = { ...terms.from, chainId: 999_999 }
    expect(await runAgain(app, accepted({ from: chain }))).toEqual({ what: 'chain', side: chain })
    expect(goneChainOf(app, accepted({ from: chain }))).toEqual({ what: 'chain', side: chain })
    expect(app.router.route.value).toEqual(before)
    expect(app.swap.payText.value).toBe('')
  })

  it('given the service does not answer, or the person added the token, calls nothing gone', async () => {
    const terms = (all.filled as Order).accepted
    const token = { ...terms.to, address: `0x${'9'.repeat(40)}`, symbol: 'OLD' }
    const offline = await setUp({}, { failing: { searchTokens: 'service/unreachable' } })
    expect(await runAgain(offline.app, accepted({ to: token }))).toBeUndefined()
    expect(offline.app.router.route.value).toEqual({ screen: 'swap' })
    const { app } = await setUp()
    const added = {
      chainId: token.chainId,
      address: token.address,
      symbol: 'OLD',
      name: 'Old',
      decimals: 18,
    }
    await app.preferences.write({ addedTokens: [added] })
    expect(await runAgain(app, accepted({ to: token }))).toBeUndefined()
  })

  it('given the person went elsewhere while it was looked up, stays there', async () => {
    const { app } = await setUp()
    const running = runAgain(app, all.filled as Order)
    app.router.go({ screen: 'settings' })
    await running
    expect(app.router.route.value).toEqual({ screen: 'settings' })
    expect(app.swap.payText.value).toBe('')
  })

  it('is the person’s own: a site that had filled in the form is told and named no more', async () => {
    const askedBy = {
      origin: 'https://shop.example.org',
      requestId: 'e'.repeat(32),
      page: { tabId: 3, frameId: 0, origin: 'https://shop.example.org' },
    }
    const { app, calls } = await setUp({ asker: { origin: askedBy.origin, askedBy } })
    expect(app.askedBy.value).toBe(askedBy.origin)
    await runAgain(app, all.filled as Order)
    expect(app.askedBy.value).toBeUndefined()
    expect(calls).toContainEqual({ name: 'dismissRequest', input: askedBy })
    expect(app.swap.payText.value).toBe('500')
  })

  it('is offered where the end is known, never where money may still be on its way or lost', () => {
    const offered = Object.entries(all).flatMap(([name, order]) =>
      canRunAgain(order) ? [name] : [],
    )
    expect(offered.sort()).toEqual([
      // An approval alone is in doubt: it moves nothing.
      'approvalUnsureStopped',
      'coinsCameBack',
      'eitherCame',
      'filled',
      'filledByEvents',
      'late',
      'leftClosing',
      'leftDeclined',
      'leftDenied',
      'leftOpen',
      'leftOver',
      'notSent',
      'refunded',
      'reverted',
      'stopped',
      'takesUp',
      // Its allowance lets one payment through, whichever of the two asks for it.
      'unseenStopped',
      'unsentStopped',
    ])
    const { accepted: terms } = all.filled as Order
    const nameless = accepted({ to: { ...terms.to, symbol: '?' } })
    expect(canRunAgain(nameless)).toBe(false)
    const unsure = all.unsure as Order
    expect(canRunAgain({ ...unsure, status: 'stopped' })).toBe(false)
    expect(canRunAgain({ ...(all.filled as SwapOrder), status: 'unproved', steps: [] })).toBe(false)
  })
})

describe('a purchase', () => {
  it('is run again where its end is known, and where it was made here', () => {
    const offered = Object.entries(purchases(NOW)).flatMap(([name, order]) =>
      canRunAgain(order) ? [`${name} ${order.status}`] : [],
    )
    expect(offered.length).toBeGreaterThan(0)
    expect(offered.every((each) => /filled|refunded/.test(each))).toBe(true)
  })

  it('fills the form for buying, the account left out that nobody here knows', async () => {
    const { app, calls } = await setUp()
    const order = Object.values(purchases(NOW)).find(canRunAgain) as Order
    const { from, to } = order.accepted
    await runAgain(app, { ...order, accepted: { ...order.accepted, recipient: foreign } })
    expect(app.router.route.value).toEqual({ screen: 'buy' })
    expect(app.formNote.value).toBe(againText.leftOut)
    const buy = createBuy(app)
    await settled()
    expect(buy.draft.value).toMatchObject({
      currency: from.symbol,
      amount: toDecimal(from.amount, from.decimals),
      recipient: '',
    })
    expect(buy.draft.value.token?.address).toBe(to.address)
    expect(calls.map(({ name }) => name)).not.toContain('buy')
  })
})

describe('an order whose swap came before its payment', () => {
  const at = (state: SwapOrder['steps'][number]['state']): SwapOrder => {
    const order = all.swapped as SwapOrder
    const steps = order.steps.map((step) => (step.id === 'swap' ? { ...step, state } : step))
    return { ...order, status: 'stopped', steps }
  }
  const attemptId = 'a'.repeat(32)

  it('is run again only where the swap is neither out nor mined', () => {
    expect(canRunAgain(at({ status: 'ready' }))).toBe(true)
    expect(canRunAgain(at({ status: 'asking', attemptId }))).toBe(false)
    const unsure = { attemptId, since: NOW, checks: [], needsPerson: true }
    expect(canRunAgain(at({ status: 'unsure', ...unsure }))).toBe(false)
    expect(canRunAgain(at({ status: 'sent', attemptId, hash: '0x', sentAt: NOW }))).toBe(false)
    expect(canRunAgain(all.swapped as SwapOrder)).toBe(false)
    expect(canRunAgain({ ...(all.swapped as SwapOrder), status: 'stopped' })).toBe(false)
  })
})
