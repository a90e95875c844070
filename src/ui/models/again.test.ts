// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { Order, SwapOrder } from '@/src/domain/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, orders, tokens } from '@/test/support/ui/fixture-data'
import { purchases } from '@/test/support/ui/fixture-purchases'
import { canRunAgain, runAgain } from './again'
import { createApp } from './app'
import { createPayForm } from './pay-form'

const NOW = 1_800_000_000_000
const all = orders(NOW)
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function setUp(session: Record<string, unknown> = {}) {
  const calls: { name: string; input: unknown }[] = []
  const wallet = { family: 'eip155', id: 'io.rabby', name: 'Rabby Wallet' }
  const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org' }
  const connections = { eip155: { wallet, page, account, accounts: [account] } }
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: all,
    calls,
    wallets: 'connected',
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
    runAgain(app, paid)
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
    runAgain(app, paid)
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
    runAgain(app, all.addressPaid as Order)
    await settled()
    expect(app.router.route.value).toEqual({ screen: 'pay' })
  })

  it('fills the form with pair and amount, and asks nothing of a wallet', async () => {
    const { app, calls } = await setUp()
    runAgain(app, all.filled as Order)
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
    runAgain(app, all.filled as Order)
    expect(app.swap.pay.value).toEqual(tokens[0])
    expect(app.swap.pay.value?.extensions?.price?.usd).toBe('0.9998')
  })

  it('keeps what was fixed: an exact output stays one', async () => {
    const { app } = await setUp()
    runAgain(app, accepted({ tradeType: 'EXACT_OUTPUT' }))
    expect(app.swap.side.value).toBe('receive')
    expect(app.swap.receiveText.value).toBe('0.16001234')
  })

  it('goes to the own account again, and to another address only as one that is confirmed', async () => {
    const { app } = await setUp()
    runAgain(
      app,
      accepted({ author: '0x1111111111111111111111111111111111111111', recipient: account }),
    )
    expect(app.swap.recipient.value).toBe('')
    const foreign = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
    runAgain(app, accepted({ recipient: foreign }))
    expect([app.swap.recipient.value, app.swap.destination.value]).toEqual([foreign, foreign])
    runAgain(app, all.filled as Order)
    expect(app.swap.recipient.value).toBe('')
  })

  it('is the person’s own: a site that had filled in the form is told and named no more', async () => {
    const askedBy = {
      origin: 'https://shop.example.org',
      requestId: 'e'.repeat(32),
      page: { tabId: 3, frameId: 0, origin: 'https://shop.example.org' },
    }
    const { app, calls } = await setUp({ asker: { origin: askedBy.origin, askedBy } })
    expect(app.askedBy.value).toBe(askedBy.origin)
    runAgain(app, all.filled as Order)
    expect(app.askedBy.value).toBeUndefined()
    expect(calls).toContainEqual({ name: 'dismissRequest', input: askedBy })
    expect(app.swap.payText.value).toBe('500')
  })

  it('is offered where the end is known, never where money may still be on its way or lost', () => {
    const offered = Object.entries(all).flatMap(([name, order]) =>
      canRunAgain(order) ? [name] : [],
    )
    expect(offered.sort()).toEqual([
      'filled',
      'late',
      'leftClosing',
      'leftDeclined',
      'leftDenied',
      'leftOpen',
      'notSent',
      'refunded',
      'stopped',
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
  it.each(Object.keys(purchases(NOW)))('given %s, it fills no form for swapping', (name) => {
    const order = purchases(NOW)[name]
    expect(order && canRunAgain(order)).toBe(false)
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
