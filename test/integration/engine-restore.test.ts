import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { Order, Step, StepState, SwapOrder } from '@/src/domain/order/order'
import { toTransferOrder } from '@/src/domain/order/transfer'
import { requireOrder } from '@/src/store/orders'
import { readHistory } from '@/src/store/read-history'
import { readKnownAddresses } from '@/src/ui/models/known-addresses'
import { made, plannedPurchase, purchaseAfter, read } from '@/test/samples/purchase'
import { createFixtureBook } from '../support/ui/fixture-book'
import { author, chainId, erc20 } from './engine/chain'
import { begin } from './engine/person'
import { copyOf, createComputers } from './engine/restoring'
import { toChainId } from './engine/service'
import { twoOperators, type World } from './engine/world'

const { open } = createComputers('restore')
const { open: openOnTwo } = createComputers('restore-two', { operators: twoOperators })
const restore = (w: World, ...orders: unknown[]) => w.call('restoreOrders', { orders })

/** A swap of another computer, as its backup has it at this moment. */
async function other(until: (w: World, orderId: string) => Promise<void>): Promise<unknown> {
  const w = open()
  const orderId = await begin(w)
  await until(w, orderId)
  return copyOf(await w.order(orderId))
}

/** The wallet sends what it is asked for, and the service takes it. */
async function pay(w: World): Promise<void> {
  await w.settle()
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  await w.advance(6_000)
}

/** A file that anybody may have made, of which a service is another's. */
describe('a purchase of a backup that names another host', () => {
  async function restored(order: Order): Promise<{ added: number; said: string[] }> {
    const w = openOnTwo()
    await w.call('writeSettings', { fiatUrl: 'https://fiat.test' })
    const said: string[] = []
    w.hosts.set('other.test', (_, url) => {
      said.push(url.href)
      return Response.json({ orderId: 'fiat-1', status: 'processing' })
    })
    const asked: string[] = []
    w.hosts.set('fiat.test', (_, url) => {
      asked.push(url.href)
      return Response.json({ orderId: 'fiat-1', status: 'bridging', bridgeOrderId: 'b-1' })
    })
    const at = w.clock.now
    const dated = {
      ...order,
      createdAt: at,
      updatedAt: at,
      ...(order.failure && { failure: { ...order.failure, at } }),
    }
    const { added } = await restore(w, copyOf(dated))
    await w.advance(2 * 3_600_000)
    // What is followed is asked for: silence would show nothing.
    expect(asked.length > 0).toBe(added === 1)
    return { added, said }
  }
  const bridging = purchaseAfter(
    plannedPurchase(),
    made,
    read('bridging', { bridgeOrderId: 'b-1' }),
  )

  it('given its provider called it failed, which is followed, then it is left out', async () => {
    const failed = purchaseAfter(plannedPurchase(), made, read('failed', { stage: 'over' }))
    expect(failed.status).toBe('failed')
    const order = { ...failed, serviceUrl: 'https://other.test' }
    expect(await restored(order)).toEqual({ added: 0, said: [] })
  })

  it('given its bridge does, then the bridge is asked for at the service that is set here', async () => {
    const { to } = bridging.accepted
    const leg = { orderId: 'b-1', serviceUrl: 'https://other.test', status: 'created', from: to }
    const order = {
      ...bridging,
      serviceUrl: 'https://fiat.test',
      purchase: { ...bridging.purchase, leg },
    }
    expect(await restored(order)).toEqual({ added: 1, said: [] })
  })
})

describe('orders of a backup', () => {
  it('given one that was on its way, then it is followed here', async () => {
    const w = open()
    const order = await other(pay)
    const { service } = order as Order
    expect((order as Order).status).toBe('tracking')
    expect(await restore(w, order)).toEqual({ added: 1, known: 0, unread: 0 })
    await w.advance(60_000)
    expect(w.requests).toContain(`/v1/orders/by-id/${service.orderId}`)
    expect(w.asked).toEqual([])
  })

  it('given one that its wallet was being asked for, then nobody is asked here', async () => {
    const w = open()
    const order = await other(async () => undefined)
    expect((order as Order).status).toBe('running')
    await restore(w, order)
    w.kill()
    w.revive()
    await w.advance(600_000)
    expect((await w.order((order as Order).id)).status).toBe('attention')
    expect(w.asked).toEqual([])
    // Nothing here would ever end it: the person may take it off the list.
    const { id: orderId } = order as Order
    expect(await w.call('clearOrders', { orderId })).toMatchObject({ removed: 1 })
    expect((await readHistory(w.truth)).orders).toEqual([])
  })

  it('given one that was in doubt, then no word of the person is taken and let drop', async () => {
    const w = open()
    const told = (await other(async (at, orderId) => {
      await at.settle()
      const [step] = (await at.order(orderId)).steps
      const state = step?.state
      if (step === undefined || state?.status !== 'asking') throw new Error('not asked')
      await at.call('promptGone', { orderId, stepId: step.id, attemptId: state.attemptId })
    })) as SwapOrder
    const { state, id: stepId } = told.steps[0] as Step
    if (state.status !== 'unsure') throw new Error('not in doubt')
    await restore(w, told)
    const ids = { orderId: told.id, stepId, attemptId: state.attemptId }
    const refused = { code: 'order/changed' }
    for (const choice of [
      { kind: 'check-again' },
      { kind: 'not-sent', typed: 'not sent' },
    ] as const) {
      await expect(w.call('resolveUnsure', { ...ids, choice })).rejects.toMatchObject(refused)
    }
    await expect(w.call('promptGone', ids)).rejects.toMatchObject(refused)
    expect((await w.order(told.id)).revision).toBe(told.revision)
  })

  /** A swap of another computer whose wallet is being asked, of the account that pays here. */
  async function askedElsewhere() {
    const order = (await other((w) => w.settle())) as SwapOrder
    expect(order.steps[0]?.state.status).toBe('asking')
    const accepted = { ...order.accepted, quoteId: 'q9' }
    return { ...order, id: 'd'.repeat(32), accepted }
  }

  it('given one that its wallet was being asked for, then its account pays for another one here', async () => {
    const w = open()
    await restore(w, await askedElsewhere())
    // It was confirmed before what is wished for here.
    await w.advance(1_000)
    const orderId = await begin(w)
    await w.settle()
    const { steps, blocker } = await w.order(orderId)
    expect(blocker).toBeUndefined()
    expect(steps[0]?.state.status).toBe('asking')
  })

  it('given one of an account whose wallet is being asked here, then it comes in, and that one stays in the way', async () => {
    const w = open()
    const orderId = await begin(w)
    await w.settle()
    expect(await restore(w, await askedElsewhere())).toMatchObject({ added: 1 })
    const next = await w.prepare('q2')
    await w.call('confirmOrder', next)
    await w.settle()
    expect((await w.order(next.orderId)).blocker).toMatchObject({ code: 'order/busy', orderId })
  })

  it.each<[string, StepState]>([
    ['was not asked for', { status: 'ready' }],
    ['was refused', { status: 'declined', attemptId: 'a'.repeat(32), at: 1 }],
    ['failed', { status: 'failed', code: 'order/not-sent', retryable: true, at: 1 }],
  ])(
    'given one that is over and holds a request that %s, then nobody is ever asked for it here',
    async (_, state) => {
      const w = open()
      const order = (await other(pay)) as SwapOrder
      const [step] = order.steps
      if (!step) throw new Error('no step')
      // Anybody may write a request of their own into a file, under whatever name.
      const { token } = step.facts
      const facts = { kind: 'reset', token, spender: `0x${'d'.repeat(40)}` } as const
      const steps = [{ ...step, deposit: false, facts, state }]
      await restore(w, { ...order, status: 'filled', current: 0, steps, attempts: [] })
      const input = { orderId: order.id, stepId: step.id }
      const asked = w.call('retryStep', input)
      await expect(asked).rejects.toMatchObject({ code: 'order/not-confirmable' })
      await w.advance(60_000)
      expect(w.asked).toEqual([])
    },
  )

  it('given one whose payment no chain knows, then it is never asked for here, whatever its owner says', async () => {
    const w = open()
    const order = (await other(pay)) as SwapOrder
    const year = Math.floor(w.clock.now / 1_000) + 31_536_000
    const accepted = { ...order.accepted, quoteExpiresAt: year, validBefore: year }
    const [attempt] = order.attempts
    if (!attempt) throw new Error('never asked')
    const { attemptId, evidence } = attempt
    const hash = `0x${'a'.repeat(64)}`
    const state = { status: 'sent', attemptId, hash, sentAt: evidence.askedAt, evidence }
    const steps = order.steps.map((each) => ({ ...each, state }))
    const attempts = [{ ...attempt, seen: [{ hash, by: 'wallet', at: evidence.askedAt }] }]
    const unpaid = { status: 'running', service: {}, current: 0, arrival: undefined }
    const crafted = { ...order, ...unpaid, accepted, steps, attempts }
    expect(await restore(w, crafted)).toMatchObject({ added: 1 })
    await w.advance(2 * 3_600_000)
    const [step] = (await w.order(order.id)).steps
    const { state: now } = step as Step
    const stepId = step?.id ?? ''
    if (now.status === 'unsure') {
      const typed = { kind: 'not-sent' as const, typed: 'not sent' }
      await w.call('resolveUnsure', { orderId: order.id, stepId, attemptId, choice: typed })
    }
    expect((await w.order(order.id)).steps[0]?.state).toMatchObject({ status: 'failed' })
    expect((await w.order(order.id)).status).toBe('stopped')
    const again = w.call('retryStep', { orderId: order.id, stepId, notSent: true })
    await expect(again).rejects.toMatchObject({ code: 'order/not-confirmable' })
    await w.advance(60_000)
    expect(w.asked).toEqual([])
  })

  it('given one that an older payment would pay for by its own word, then nothing has arrived', async () => {
    const order = (await other(pay)) as SwapOrder
    const w = openOnTwo()
    const { to, recipient } = order.accepted
    const txHash = w.payouts.pay(to.address, recipient, BigInt(to.amount))
    await w.advance(60_000)
    const arrival = { kind: 'payout' as const, since: w.clock.now }
    const fill = { txHash, chainId: toChainId }
    const service = { orderId: 'svc-none', status: 'filled', fill }
    const began = { block: '0' }
    const crafted = { ...order, status: 'tracking', service, arrival, began }
    expect(await restore(w, crafted)).toMatchObject({ added: 1 })
    await w.advance(120_000)
    expect((await w.order(order.id)).status).toBe('tracking')
    expect(w.notices).toEqual([])
  })

  it('given one that is here already, then it stays as it is', async () => {
    const w = open()
    const orderId = await begin(w)
    const old = copyOf(await w.order(orderId)) as Order
    await pay(w)
    const now = await w.order(orderId)
    expect(await restore(w, { ...old, revision: 999 })).toEqual({ added: 0, known: 1, unread: 0 })
    expect(await w.order(orderId)).toEqual(now)
    // Another order of the same route would be the same payment again.
    const twin = { ...old, id: 'e'.repeat(32) }
    expect(await restore(w, twin)).toEqual({ added: 0, known: 1, unread: 0 })
  })

  it('given what is none, or of which only the outline can be read, then it is left out and counted', async () => {
    const w = open()
    const order = (await other(pay)) as Order
    const broken = { ...order, id: 'd'.repeat(32), steps: [{ what: 'junk' }] }
    const planned = { ...order, id: 'c'.repeat(32), status: 'planned' }
    const given = [null, 7, {}, { id: '../1' }, { id: 'a'.repeat(32) }, broken, planned]
    expect(await restore(w, ...given)).toEqual({ added: 0, known: 0, unread: 7 })
    expect((await readHistory(w.truth)).orders).toEqual([])
  })
})

/** Paid and told of where the backup was made, and after it was. */
describe('a payment by address of a backup of before it was paid', () => {
  const bitcoin = 20_000_000_000_001
  const payer = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const week = 7 * 86_400_000
  const record = {
    ...{ id: 'svc-1', author: payer, fromChainId: bitcoin, fromToken: 'native', toChainId },
    ...{ toToken: erc20, srcAmount: '5', destAmount: '7', quoteId: 'q-t', routeId: 'r-t' },
    ...{ status: 'published', depositTxHash: 'd1'.repeat(32) },
  }
  const list = () => Response.json({ data: [record] })
  const away = () => Response.json({ name: 'InternalError' }, { status: 503 })

  async function restored(answer: () => Response) {
    const { accepted, serviceUrl = '' } = (await other(async () => {})) as Order
    const w = open()
    const says = { answer }
    const usual = w.service.answer
    w.service.answer = async (method, url, body) => {
      if (url.pathname === `/v1/orders/${payer}`) return says.answer()
      if (url.pathname === '/v1/orders/by-id/svc-1') return Response.json(record)
      return usual(method, url, body)
    }
    const coin = { chainId: bitcoin, address: 'native', symbol: 'BTC', decimals: 8, amount: '5' }
    const from = { ...coin, family: 'bip122' as const }
    const names = { author: payer, refundTo: payer, quoteId: 'q-t', routeId: 'r-t' }
    const transfer = {
      ...{ depositAddress: '1BtgXX1LQ5tD7foJp4d5m4PqMuKaDuAe2w', amount: '5', seen: [] },
      ...{ expiresAt: Math.floor(w.clock.now / 1_000) + 1_800, needsHash: true as const },
    }
    const plan = { id: 'b'.repeat(32), at: w.clock.now, serviceUrl, transfer }
    const order = toTransferOrder({ ...plan, accepted: { ...accepted, ...names, from } })
    expect(await restore(w, copyOf(order))).toMatchObject({ added: 1 })
    await w.settle()
    return { w, says, read: () => requireOrder(w.truth, order.id), id: order.id }
  }

  it('given its number at the service, is that order and no other', async () => {
    const { w, read, id } = await restored(away)
    expect((await read()).service.orderId).toBeUndefined()
    const found = await w.call('recoverOrders', { query: 'svc-1' })
    expect(found).toEqual({ found: 0, orderIds: [id] })
    expect(await read()).toMatchObject({ status: 'submitted', service: { orderId: 'svc-1' } })
    expect((await readHistory(w.truth)).orders).toHaveLength(1)
  })

  it('is found at its service by itself, and is not over before that has answered', async () => {
    const { w, says, read } = await restored(away)
    w.clock.now += week
    await w.advance(1_800_000)
    expect((await read()).status).toBe('running')
    says.answer = list
    await w.advance(6 * 3_600_000)
    expect(await read()).toMatchObject({ status: 'tracking', service: { orderId: 'svc-1' } })
  })

  it.each<[string, () => Response]>([
    ['nothing', () => Response.json({ data: [] })],
    ['no such account', () => Response.json({ name: 'NotFound' }, { status: 404 })],
    ['other orders', () => Response.json({ data: [{ ...record, routeId: 'r-u' }] })],
    ['another account', () => Response.json({ data: [{ ...record, author }] })],
  ])('given its service knows %s, is over a week after its end', async (_, answer) => {
    const { w, read } = await restored(answer)
    w.clock.now += week
    await w.advance(1_800_000)
    expect(await read()).toMatchObject({ status: 'stopped', service: {} })
  })
})

describe('the addresses that are known here', () => {
  const thief = `0x${'e'.repeat(40)}`
  const none = { compared: [], seen: [] }
  const known = (w: World) =>
    readKnownAddresses({
      listOrders: (query) => readHistory(w.truth, query),
      book: async () => createFixtureBook(),
    })
  const toThief = (order: Order): Order => ({
    ...order,
    accepted: { ...order.accepted, recipient: thief, author: thief },
  })
  async function paid(): Promise<Order> {
    const w = open()
    const orderId = await begin(w)
    await pay(w)
    return toThief((await w.order(orderId)) as Order)
  }

  it('given a file with a swap that is over, are none of it, nor is its contract', async () => {
    const w = open()
    const order = { ...(await paid()), id: 'd'.repeat(32), status: 'filled' }
    expect(await restore(w, copyOf(order as Order))).toMatchObject({ added: 1 })
    expect(await known(w)).toEqual(none)
    const next = await w.prepare('q2')
    expect((await w.order(next.orderId)).firstPaid).toBeDefined()
  })

  it('given a file with an address that was closed, are none of it', async () => {
    const w = open()
    const { accepted } = await paid()
    const transfer = {
      depositAddress: `0x${'4'.repeat(40)}`,
      amount: '5',
      expiresAt: 1,
      seen: [],
      closed: { at: 1, why: 'expired' as const },
    }
    const plan = { id: 'c'.repeat(32), at: w.clock.now, accepted, serviceUrl: '', transfer }
    const order = { ...toTransferOrder(plan), status: 'stopped' as const }
    expect(await restore(w, copyOf(order))).toMatchObject({ added: 1 })
    expect(await known(w)).toEqual(none)
  })

  it('given a file with a purchase that is over, are none of it', async () => {
    const w = open()
    const bought = toThief(purchaseAfter(plannedPurchase(), made))
    expect(await restore(w, copyOf({ ...bought, status: 'filled' }))).toMatchObject({ added: 1 })
    expect(await known(w)).toEqual(none)
  })

  it('given what a file brought goes on and is read from the mirror, are none of it still', async () => {
    const w = open()
    const order = await paid()
    const { accepted, service } = order
    const { quoteId, routeId } = accepted
    const told = { id: service.orderId ?? '', depositTxHash: `0x${'d1'.repeat(32)}` }
    w.service.orders.push({ ...told, quoteId, routeId, status: 'published', createdAt: '' })
    expect(await restore(w, copyOf(order))).toMatchObject({ added: 1 })
    await w.advance(60_000)
    expect((await w.order(order.id)).revision).toBeGreaterThan(order.revision)
    expect(await known(w)).toEqual(none)
    const later = open()
    for (const [key, value] of w.mirror) later.mirror.set(key, value)
    await later.settle()
    expect(await later.order(order.id)).toMatchObject({ status: order.status, fromBackup: true })
    expect(await known(later)).toEqual(none)
  })

  it('given the service tells of orders, are none of what it tells', async () => {
    const w = open()
    const usual = w.service.answer
    const record = (id: string, more: object) => ({
      ...{ id, author: thief, recipient: thief, fromChainId: chainId, toChainId },
      ...{ srcAmount: '5', destAmount: '7', quoteId: `q-${id}`, routeId: 'r', ...more },
    })
    const records = [
      record('svc-swap', { status: 'filled', depositTxHash: `0x${'d1'.repeat(32)}` }),
      record('svc-address', { status: 'created', depositAddress: `0x${'4'.repeat(40)}` }),
    ]
    w.service.answer = async (method, url, body) => {
      if (url.pathname === `/v1/orders/${thief}`) return Response.json({ data: records })
      if (url.pathname !== '/v1/fiat/order/fiat-9') return usual(method, url, body)
      const outputAsset = { chainId: toChainId, address: erc20 }
      return Response.json({
        orderId: 'fiat-9',
        status: 'processing',
        recipient: thief,
        outputAsset,
      })
    }
    expect((await w.call('recoverOrders', { query: thief })).found).toBe(2)
    expect((await w.call('recoverOrders', { query: 'fiat-9' })).found).toBe(1)
    await w.advance(60_000)
    const { orders } = await readHistory(w.truth)
    expect(orders.map(({ kind }) => kind).sort()).toEqual(['purchase', 'swap', 'transfer'])
    expect(orders.map(({ accepted }) => accepted.recipient)).toEqual([thief, thief, thief])
    expect(await known(w)).toEqual(none)
  })

  it('given an order that was made here, are its own', async () => {
    const w = open()
    const orderId = await begin(w)
    const { accepted } = await w.order(orderId)
    expect(await known(w)).toMatchObject({
      seen: [...new Set([accepted.author, accepted.recipient])],
    })
  })
})
