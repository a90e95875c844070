import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { depositHashOf } from '@/src/domain/order/order-parts'
import { readHistory } from '@/src/store/read-history'
import { failureWords, whereTheMoneyIs } from '@/src/ui/copy/money'
import { author, chainId, erc20 } from './engine/chain'
import { begin } from './engine/person'
import { copyOf, createComputers } from './engine/restoring'
import { native, toChainId } from './engine/service'
import { twoOperators } from './engine/world'

const { open, openBeside } = createComputers('elsewhere')
const onTwo = createComputers('elsewhere-two', { operators: twoOperators })

/** The order as if a wrap of the coin had been mined before its deposit. */
function afterWrap(order: SwapOrder): SwapOrder {
  const [deposit] = order.steps
  const [attempt] = order.attempts
  if (!deposit || !attempt) throw new Error('nothing was asked')
  const weth = { ...deposit.facts.token, address: `0x${'4'.repeat(40)}`, symbol: 'WETH' }
  const id = 'a'.repeat(32)
  const hash = `0x${'5a'.repeat(32)}`
  const facts = {
    kind: 'wrap',
    token: deposit.facts.token,
    gets: weth,
    target: weth.address,
  } as const
  const state = { status: 'confirmed', attemptId: id, hash, at: 1, got: weth.amount } as const
  const wrap = { id: 'wrap-1', deposit: false, action: deposit.action, facts, state }
  const end = { what: 'mined', at: 1 } as const
  const seen = [{ hash, by: 'wallet' as const, at: 1 }]
  const before = {
    ...attempt,
    attemptId: id,
    stepId: 'wrap-1',
    deposit: false,
    moves: true as const,
    seen,
    end,
  }
  return {
    ...order,
    steps: [wrap, { ...deposit, facts: { ...deposit.facts, token: weth } }],
    attempts: [before, ...order.attempts],
    current: 1,
  } as SwapOrder
}

describe('a swap out of a backup whose payment was cancelled, and was paid anew where the backup was made', () => {
  /** What its file says is made of the order as it was before it was cancelled. */
  async function restored(as: (order: SwapOrder) => SwapOrder) {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    // The service is not told yet.
    old.service.faults.push(...Array<'error'>(400).fill('error'))
    old.page.approve()
    await old.deliver()
    await old.advance(5_000)
    const file = copyOf(as(await old.order(orderId)))
    old.chain.replace(old.chain.mempool[0]?.hash ?? '', { to: author, data: '0x', value: '0x0' })
    old.chain.mine()
    await old.advance(60_000)
    const step = (await old.order(orderId)).steps.at(-1)
    expect(step?.state).toMatchObject({ status: 'failed', code: 'chain/cancelled' })
    await old.call('retryStep', { orderId, stepId: step?.id ?? '', page: old.page.page })
    old.service.faults.length = 0
    // What cancelled it lies deep by then.
    await old.advance(150_000)
    old.page.approve()
    await old.deliver()
    old.chain.mine()
    await old.advance(36_000)
    const paid = await old.order(orderId)
    expect(paid.service.orderId).toBeDefined()

    const w = openBeside(old)
    expect(await w.call('restoreOrders', { orders: [file] })).toMatchObject({ added: 1 })
    await w.advance(3_600_000)
    return { w, file, paid, order: await w.order(orderId) }
  }

  it.each([
    ['paid directly', (order: SwapOrder) => order],
    ['paid by a route that wraps first', afterWrap],
  ])('%s: nobody says that the service was paid nothing', async (_, as) => {
    const { order } = await restored(as)
    expect(whereTheMoneyIs(order)).not.toContain('has been paid nothing')
  })

  it('nobody says that nothing was paid, and what was paid anew is found', async () => {
    const { w, file, paid, order } = await restored((each) => each)
    expect(order.failure?.code).toBe('chain/cancelled')
    expect(whereTheMoneyIs(order)).toContain('may have been paid anew')
    expect(failureWords(order, 'chain/cancelled').money).toBe(whereTheMoneyIs(order))
    const found = await w.call('recoverOrders', { query: author })
    expect(found).toMatchObject({ found: 1 })
    expect((await w.order(found.orderIds[0] ?? '')).service.orderId).toBe(paid.service.orderId)
    // Read again, neither is there twice.
    expect(await w.call('recoverOrders', { query: author })).toMatchObject({ found: 0 })
    const again = await w.call('restoreOrders', { orders: [file, copyOf(paid)] })
    expect(again).toEqual({ added: 0, known: 2, unread: 0 })
  })
})

describe('words of a swap out of a backup', () => {
  it('given its wallet was being asked when the file was made, and it was mined then, does not say that it did not go through', async () => {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    const file = copyOf(await old.order(orderId))
    old.page.approve()
    await old.deliver()
    old.chain.mine()
    await old.advance(30_000)
    expect((await old.order(orderId)).steps.at(-1)?.state.status).toBe('confirmed')

    const w = openBeside(old)
    await w.call('restoreOrders', { orders: [file] })
    await w.advance(60_000)
    const order = await w.order(orderId)
    expect(order.status).toBe('attention')
    expect(order.steps.at(-1)?.state.status).toBe('asking')
    expect(whereTheMoneyIs(order)).not.toContain('did not go through')
  })

  it('given it was in doubt in the file, does not say that it did not go through', async () => {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    old.page.losePrompt()
    old.page.close()
    await old.advance(120_000)
    const file = (await old.order(orderId)) as SwapOrder
    expect(file.steps.at(-1)?.state.status).toBe('unsure')
    const w = openBeside(old)
    await w.call('restoreOrders', { orders: [copyOf(file)] })
    await w.advance(60_000)
    const order = await w.order(orderId)
    expect(order.steps.at(-1)?.state.status).toBe('unsure')
    expect(whereTheMoneyIs(order)).not.toContain('did not go through')
  })

  it('given the person’s word alone gave it up, while it is on its way, does not say that it did not go through', async () => {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    old.page.state.relay = true
    old.page.approve()
    await old.deliver()
    const file = (await old.order(orderId)) as SwapOrder
    expect(file.steps.at(-1)?.state.status).toBe('sent')
    const w = openBeside(old)
    await w.call('restoreOrders', { orders: [copyOf(file)] })
    await w.advance(2 * 3_600_000)
    const step = (await w.order(orderId)).steps.at(-1)
    if (step?.state.status !== 'unsure') throw new Error(`is ${step?.state.status}`)
    const { attemptId } = step.state
    const typed = { kind: 'not-sent' as const, typed: 'not sent' }
    await w.call('resolveUnsure', { orderId, stepId: step.id, attemptId, choice: typed })
    const order = await w.order(orderId)
    // Nobody proved it; the screen has to say that it is by word.
    expect(whereTheMoneyIs(order)).not.toContain('did not go through')
  })
})

describe('a payment of a file that is on its way, and the one that was made anew', () => {
  it.each([
    ['restore', 'recover'],
    ['recover', 'restore'],
  ])('%s, then %s: both deposits are told of', async (first, then) => {
    const old = open()
    const { orderId, digest } = await old.prepare('q1', 7_200)
    await old.call('confirmOrder', { orderId, digest })
    await old.settle()
    old.page.state.relay = true
    old.page.approve()
    await old.deliver()
    // A private relay holds it: no public node knows it.
    // Ids are random; those of two simulated worlds happen to be the same.
    const file = { ...(await old.order(orderId)), id: 'd'.repeat(32) }
    await old.advance(20 * 60_000)
    const step = (await old.order(orderId)).steps.at(-1)
    if (step?.state.status !== 'unsure') throw new Error(`is ${step?.state.status}`)
    const { attemptId } = step.state
    const at = { orderId, stepId: step.id, attemptId }
    await old.call('resolveUnsure', { ...at, choice: { kind: 'not-sent', typed: 'not sent' } })
    old.page.state.relay = false
    await old.call('retryStep', { orderId, stepId: step.id, page: old.page.page, notSent: true })
    await old.settle()
    old.page.approve()
    await old.deliver()
    old.chain.mine()
    await old.advance(36_000)
    const paid = await old.order(orderId)
    expect(paid.service.orderId).toBeDefined()
    // That computer is gone. The other one has the file, and the service.
    const w = openBeside(old)
    for (const each of [first, then]) {
      if (each === 'restore') await w.call('restoreOrders', { orders: [copyOf(file)] })
      else await w.call('recoverOrders', { query: author })
    }
    const { orders } = await readHistory(w.truth)
    const own = file.attempts.flatMap(({ seen }) => seen.flatMap(({ hash }) => hash ?? []))
    expect(own).toHaveLength(1)
    expect(JSON.stringify(orders)).toContain(own[0])
  })
})

/** A computer that has paid an order, of which the service says no more than that it is under way. */
async function underWay() {
  const one = onTwo.open()
  one.service.terms.pay = () => undefined
  one.service.terms.lie = (record) => ({ ...record, status: 'published', transactions: {} })
  const orderId = await begin(one)
  await one.settle()
  one.page.approve()
  await one.deliver()
  one.chain.mine()
  await one.advance(30_000)
  return { one, orderId }
}

/** Computer one pays; computer two finds the same order by the account; both make a backup. */
async function two() {
  const { one, orderId } = await underWay()
  const second = onTwo.openBeside(one)
  second.service.terms.lie = one.service.terms.lie
  const { orderIds } = await second.call('recoverOrders', { query: author })
  return {
    one,
    // Ids are random; those of two simulated worlds happen to be the same.
    files: [
      copyOf(await one.order(orderId)),
      { ...(await second.order(orderIds[0] ?? '')), id: 'd'.repeat(32) },
    ],
  }
}

describe('two backups that hold one payment', () => {
  it.each([
    ['the one that paid first', [0, 1]],
    ['the one that found it first', [1, 0]],
  ])('%s: it stands in the history once', async (_, places) => {
    const { one, files } = await two()
    const w = onTwo.openBeside(one)
    let hash = ''
    w.service.terms.pay = () => {
      hash ||= w.payouts.pay(erc20, author, '24900000')
      return hash
    }
    for (const place of places) await w.call('restoreOrders', { orders: [files[place]] })
    w.service.terms.lie = (record) => record
    await w.advance(2 * 86_400_000)
    expect((await readHistory(w.truth)).orders).toHaveLength(1)
  })
})

describe('a file whose order somebody else names as well', () => {
  /** A file of an order that is paid and under way, and the computer that made it. */
  async function paid() {
    const { one, orderId } = await underWay()
    const order = (await one.order(orderId)) as SwapOrder
    expect(order.status).toBe('tracking')
    return { one, file: { ...order, id: 'd'.repeat(32) }, hash: depositHashOf(order) ?? '' }
  }

  it('given the service named its deposit for another order of its own, then it is taken in all the same', async () => {
    const { one, file, hash } = await paid()
    const w = onTwo.openBeside(one)
    const at = new Date(w.clock.now).toISOString()
    w.service.terms.others = [
      {
        ...{ id: 'svc-other', quoteId: 'qe', routeId: 're', type: 'native-filler' },
        ...{ status: 'published', depositTxHash: hash, fromChainId: chainId, fromToken: native },
        ...{ toChainId, toToken: erc20, srcAmount: '25000000', destAmount: '7', author },
        ...{ recipient: author, tradeType: 'EXACT_INPUT', createdAt: at, updatedAt: at },
      },
    ]
    w.service.orders.length = 0
    expect(await w.call('recoverOrders', { query: author })).toMatchObject({ found: 1 })
    expect(await w.call('restoreOrders', { orders: [copyOf(file)] })).toMatchObject({ added: 1 })
  })

  it('given another order of the file has its deposit for a payout, then both are taken in', async () => {
    const { file, hash } = await paid()
    const clean = JSON.parse(
      JSON.stringify(file).replaceAll(hash, `0x${'77'.repeat(32)}`),
    ) as SwapOrder
    const other = {
      ...{ ...clean, id: 'e'.repeat(32), status: 'unproved' },
      accepted: { ...clean.accepted, quoteId: 'q8' },
      service: { orderId: 'svc-other', status: 'filled', fill: { txHash: hash } },
    }
    const w = onTwo.open()
    const orders = [copyOf(other as SwapOrder), copyOf(file)]
    expect(await w.call('restoreOrders', { orders })).toMatchObject({ added: 2 })
  })

  it('given its number at the service is the name of a token, then that is no order', async () => {
    const { file, hash } = await paid()
    const clean = JSON.parse(
      JSON.stringify(file).replaceAll(hash, `0x${'77'.repeat(32)}`),
    ) as SwapOrder
    const other = {
      ...{ ...clean, id: 'e'.repeat(32), status: 'unproved' },
      accepted: { ...clean.accepted, quoteId: 'q8' },
      service: { orderId: 'svc-7', status: 'filled' },
    }
    const named = { ...file, service: { ...file.service, orderId: 'usdc' } }
    const w = onTwo.open()
    const orders = [copyOf(other as SwapOrder), copyOf(named)]
    expect(await w.call('restoreOrders', { orders })).toMatchObject({ added: 2 })
  })

  it('given the service told of it, and it holds a first payment that still waits, then that is told of', async () => {
    const old = open()
    const { orderId, digest } = await old.prepare('q1', 7_200)
    await old.call('confirmOrder', { orderId, digest })
    await old.settle()
    old.page.state.relay = true
    old.page.approve()
    await old.deliver()
    await old.advance(20 * 60_000)
    const step = (await old.order(orderId)).steps.at(-1)
    if (step?.state.status !== 'unsure') throw new Error(`is ${step?.state.status}`)
    const { attemptId } = step.state
    const choice = { kind: 'not-sent' as const, typed: 'not sent' }
    await old.call('resolveUnsure', { orderId, stepId: step.id, attemptId, choice })
    old.page.state.relay = false
    const page = old.page.page
    await old.call('retryStep', { orderId, stepId: step.id, page, notSent: true })
    await old.settle()
    old.page.approve()
    await old.deliver()
    old.chain.mine()
    await old.advance(36_000)
    const file = { ...(await old.order(orderId)), id: 'd'.repeat(32) }
    expect(file.service.orderId).toBeDefined()
    const w = openBeside(old)
    expect(await w.call('recoverOrders', { query: author })).toMatchObject({ found: 1 })
    await w.call('restoreOrders', { orders: [copyOf(file)] })
    const first = file.attempts[0]?.seen[0]?.hash ?? 'none'
    expect(JSON.stringify((await readHistory(w.truth)).orders)).toContain(first)
  })
})

describe('a backup of an order that its service tells of as well', () => {
  it.each([
    ['that wrapped its coins first', 'wrap'],
    ['whose payment was sped up in the wallet', 'faster'],
  ])('%s: it stands in the history once', async (_, how) => {
    const one = onTwo.open()
    let hash = ''
    one.service.terms.pay = () => {
      hash ||= one.payouts.pay(erc20, author, '24900000')
      return hash
    }
    const orderId = await begin(one)
    await one.settle()
    one.page.approve()
    await one.deliver()
    if (how === 'faster') one.chain.replace(one.chain.mempool[0]?.hash ?? '', {})
    await one.advance(6_000)
    one.chain.mine()
    await one.advance(120_000)
    const order = (await one.order(orderId)) as SwapOrder
    const file = { ...(how === 'wrap' ? afterWrap(order) : order), id: 'd'.repeat(32) }
    expect(file.service.orderId).toBeDefined()
    const w = onTwo.openBeside(one)
    expect(await w.call('recoverOrders', { query: author })).toMatchObject({ found: 1 })
    expect(await w.call('restoreOrders', { orders: [copyOf(file)] })).toMatchObject({ added: 0 })
  })
})

describe('a backup of an order whose first payment was cancelled, and that was paid then', () => {
  it('given its service told of it before: it stands in the history once', async () => {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    old.service.faults.push(...Array<'error'>(400).fill('error'))
    old.page.approve()
    await old.deliver()
    await old.advance(5_000)
    old.chain.replace(old.chain.mempool[0]?.hash ?? '', { to: author, data: '0x', value: '0x0' })
    old.chain.mine()
    await old.advance(60_000)
    const stepId = (await old.order(orderId)).steps.at(-1)?.id ?? ''
    await old.call('retryStep', { orderId, stepId, page: old.page.page })
    old.service.faults.length = 0
    await old.advance(150_000)
    old.page.approve()
    await old.deliver()
    old.chain.mine()
    await old.advance(36_000)
    const paid = (await old.order(orderId)) as SwapOrder
    expect(paid.attempts.map(({ end }) => end?.what)).toEqual(['replaced', 'mined'])
    const file = copyOf({ ...paid, id: 'd'.repeat(32) })
    const w = openBeside(old)
    expect(await w.call('recoverOrders', { query: author })).toMatchObject({ found: 1 })
    expect(await w.call('restoreOrders', { orders: [file] })).toMatchObject({ added: 0 })
  })

  it('given the service named it for one that was made here: it is taken in', async () => {
    const { one, orderId } = await underWay()
    const order = (await one.order(orderId)) as SwapOrder
    const hash = depositHashOf(order) ?? ''
    const accepted = { ...order.accepted, quoteId: 'q-other' }
    const service = { ...order.service, orderId: 'svc-77' }
    const file = { ...order, id: 'd'.repeat(32), accepted, service }
    const w = onTwo.open()
    w.sleep(one.clock.now - w.clock.now)
    w.service.terms.pay = () => undefined
    // Its own payment has another nonce, and so another hash.
    w.chain.send({ to: author, data: '0x', value: '0x1' })
    w.chain.mine()
    w.service.terms.lie = (record) => ({
      ...{ ...record, status: 'published' },
      ...{ depositTxHash: hash, transactions: {} },
    })
    await begin(w)
    await w.settle()
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(60_000)
    expect(await w.call('restoreOrders', { orders: [copyOf(file)] })).toMatchObject({ added: 1 })
  })
})

describe('a swap out of a backup that went no further than a step before its payment', () => {
  it.each([
    ['stopped', {}],
    ['failed', { failure: { code: 'order/not-sent', at: 1 } }],
  ])('%s: what that step gave is named', async (status, more) => {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    const { steps, attempts, ...order } = afterWrap(await old.order(orderId))
    const [wrap, deposit] = steps
    if (!wrap || !deposit) throw new Error('no steps')
    const left = [wrap, { ...deposit, state: { status: 'ready' as const } }]
    const file = { ...order, ...more, status, steps: left, attempts: attempts.slice(0, 1) }
    const w = open()
    await w.call('restoreOrders', { orders: [copyOf(file as SwapOrder)] })
    await w.advance(60_000)
    expect(whereTheMoneyIs(await w.order(orderId))).toContain('WETH in your wallet, not paid on')
  })
})

describe('a swap out of a backup whose payment was given up by word', () => {
  it.each([
    ['stopped', {}],
    ['failed', { failure: { code: 'order/given-up', at: 2 } }],
  ])('%s: nobody says that it was not paid on', async (status, more) => {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    old.page.state.relay = true
    old.page.approve()
    await old.deliver()
    const sent = afterWrap(await old.order(orderId))
    const end = { what: 'given-up' as const, at: 2 }
    const attempts = sent.attempts.map((each) => (each.deposit ? { ...each, end } : each))
    const failed = { status: 'failed', code: 'order/not-sent', retryable: true, at: 2 } as const
    const steps = sent.steps.map((each) =>
      each.deposit
        ? { ...each, state: { ...failed, attemptId: attempts.at(-1)?.attemptId } }
        : each,
    )
    const file = { ...sent, ...more, status, steps, attempts }
    const w = open()
    await w.call('restoreOrders', { orders: [copyOf(file as SwapOrder)] })
    await w.advance(60_000)
    const said = whereTheMoneyIs(await w.order(orderId))
    expect(said).not.toContain('not paid on')
    expect(said).not.toContain('Nothing')
  })
})
