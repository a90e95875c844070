import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { keep } from '@/src/engine/service/recover'
import { readSupport } from '@/src/store/read-support'
import { confirmed, createStage } from './engine/stage'
import { createWorld, type World } from './engine/world'

const open = createStage('guards')

describe('a service that fails while somebody looks on', () => {
  it('is given its time all the same', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.service.faults.push(...Array<'error'>(40).fill('error'))
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    for (let seconds = 0; seconds < 20; seconds += 2) {
      await w.call('refreshOrder', { orderId })
      await w.advance(2_000)
    }
    const told = w.requests.filter((path) => path === '/v1/deposit/submit').length
    expect(told).toBeGreaterThan(2)
    expect(told).toBeLessThan(6)
  })
})

describe('a service that fails while an order is followed', () => {
  it('is asked every five seconds, and less often only when it goes on failing', async () => {
    const w = open()
    await confirmed(w)
    w.page.approve()
    await w.deliver()
    const times: number[] = []
    const usual = w.service.answer
    w.service.answer = async (method, url, body) => {
      if (!url.pathname.startsWith('/v1/orders/')) return usual(method, url, body)
      times.push(w.clock.now)
      return Response.json({ name: 'InternalErrorException', message: '' }, { status: 500 })
    }
    await w.advance(60_000)
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(pauses.slice(0, 5)).toEqual([5_000, 5_000, 5_000, 5_000, 10_000])
  })

  it('that asks for patience is given it', async () => {
    const w = open()
    await confirmed(w)
    w.page.approve()
    await w.deliver()
    const times: number[] = []
    const usual = w.service.answer
    w.service.answer = async (method, url, body) => {
      if (!url.pathname.startsWith('/v1/orders/')) return usual(method, url, body)
      times.push(w.clock.now)
      const headers = { 'retry-after': '30' }
      return Response.json({ message: 'Slow down' }, { status: 429, headers })
    }
    await w.advance(40_000)
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(30_000)
  })
})

describe('a review in two windows', () => {
  it('given one confirms while the other puts it aside, the other is not told that it was', async () => {
    const w = open()
    const { orderId, digest } = await w.prepare()
    const stopped = w.call('stopOrder', { orderId }).then(
      () => 'stopped',
      () => 'refused',
    )
    await w.call('confirmOrder', { orderId, digest }).catch(() => undefined)
    const said = await stopped
    await w.settle()
    const gone = await w.order(orderId).then(
      (order) => order.status === 'stopped',
      () => true,
    )
    expect(said === 'stopped').toBe(gone)
  })

  it('given it stands open past its price, is still there after the worker slept', async () => {
    const w = open()
    const { orderId } = await w.prepare()
    await w.advance(3_600_000)
    w.kill()
    w.revive()
    await w.settle()
    expect((await w.order(orderId)).status).toBe('planned')
    await w.advance(90_000_000)
    w.kill()
    w.revive()
    await w.settle()
    await expect(w.order(orderId)).rejects.toThrow()
  })
})

describe('outcomes from elsewhere', () => {
  const sender = { id: 'ext', url: 'https://site.test/', frameId: 0, documentId: 'D1' }
  async function tell(w: World, attemptId: string, from: object) {
    const value = { kind: 'hash', hash: `0x${'ee'.repeat(32)}` }
    const message = { v: 1, type: 'outcome', attemptId, result: { ok: true, value } }
    return w.worker().server.answer(message, from)
  }

  it.each([
    ['another tab', { ...sender, tab: { id: 8 } }],
    ['another frame', { ...sender, frameId: 3, tab: { id: 7 } }],
    ['another document', { ...sender, documentId: 'D9', tab: { id: 7 } }],
  ])('given from %s, is not committed', async (_, from) => {
    const w = open()
    const orderId = await confirmed(w)
    const attemptId = w.page.prompts[0]?.attemptId ?? ''
    expect(await tell(w, attemptId, from)).toEqual({ committed: false })
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('asking')
  })

  it('given for an attempt that nobody made, is done with and changes nothing', async () => {
    const w = open()
    const orderId = await confirmed(w)
    const from = { ...sender, tab: { id: 7 } }
    expect(await tell(w, '9'.repeat(32), from)).toEqual({ committed: true })
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('asking')
  })

  it('given a second one for an attempt, the first counts', async () => {
    const w = open()
    const orderId = await confirmed(w)
    const attemptId = w.page.prompts[0]?.attemptId ?? ''
    w.page.reject()
    await w.deliver()
    const from = { ...sender, tab: { id: 7 } }
    expect(await tell(w, attemptId, from)).toEqual({ committed: true })
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('declined')
  })
})

describe('an update of the extension', () => {
  it('given an order between its ask and its submission, waits for it', async () => {
    const w = open()
    await confirmed(w)
    await w.worker().updateAvailable()
    expect(w.restarts).toEqual([])
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(5_000)
    expect(w.restarts.length).toBeGreaterThan(0)
  })

  it('given a window of ours is open, waits until it is closed', async () => {
    const w = open()
    w.windows.open = true
    await w.worker().updateAvailable()
    expect(w.restarts).toEqual([])
    w.windows.open = false
    w.worker().wake()
    await w.settle()
    expect(w.restarts).toHaveLength(1)
  })

  it('given the worker fell asleep meanwhile, its next life takes it', async () => {
    const w = open()
    w.windows.open = true
    await w.worker().updateAvailable()
    w.kill()
    w.windows.open = false
    w.revive()
    await w.settle()
    expect(w.restarts).toHaveLength(1)
  })

  it('given nothing is under way, is taken at once', async () => {
    const w = open()
    await w.worker().updateAvailable()
    expect(w.restarts).toHaveLength(1)
  })
})

describe('confirming', () => {
  it.each([
    ['another digest', 'order/changed', { digest: 'other' }],
    ['an unknown order', 'order/not-found', { orderId: 'f'.repeat(32) }],
  ])('given %s, is refused with %s', async (_, code, change) => {
    const w = open()
    const plan = await w.prepare()
    await expect(w.call('confirmOrder', { ...plan, ...change })).rejects.toMatchObject({ code })
    await w.settle()
    expect(w.page.state.everAsked).toBe(0)
  })

  it('given the quote is over, is refused', async () => {
    const w = open()
    const plan = await w.prepare('q1', 30)
    await w.advance(26_000)
    await expect(w.call('confirmOrder', plan)).rejects.toMatchObject({
      code: 'policy/quote-expired',
    })
  })

  it('given another account in the wallet, waits for the right one and goes on by itself', async () => {
    const w = open()
    const plan = await w.prepare()
    const { account } = w.page.state
    w.page.state.account = `0x${'9'.repeat(40)}`
    await w.call('confirmOrder', plan)
    await w.settle()
    expect((await w.order(plan.orderId)).blocker?.code).toBe('wallet/account-changed')
    expect(w.page.state.everAsked).toBe(0)
    w.page.state.account = account
    await w.advance(5_000)
    expect(w.page.prompts[0]?.command.request.kind).toBe('transaction')
  })

  it('given a wallet that is slow to say its account, is refused, and may be given again', async () => {
    const w = open()
    const plan = await w.prepare()
    w.page.state.slow = true
    await expect(w.call('confirmOrder', plan)).rejects.toMatchObject({
      code: 'page/not-responding',
    })
    w.page.state.slow = false
    await w.call('confirmOrder', plan)
    expect((await w.order(plan.orderId)).status).toBe('running')
  })

  it('given the page is gone, is refused', async () => {
    const w = open()
    const plan = await w.prepare()
    w.page.close()
    await expect(w.call('confirmOrder', plan)).rejects.toMatchObject({ code: 'page/gone' })
  })
})

describe('a thousand open orders of one account', () => {
  it('are read in at most fifty requests, with one alarm', async () => {
    const w = open()
    await w.settle()
    for (let i = 0; i < 1_000; i += 1) {
      const id = `svc-${i}`
      const depositTxHash = `0x${i.toString(16).padStart(64, '0')}`
      const createdAt = new Date(w.clock.now).toISOString()
      const order = { id, quoteId: `q${i}`, routeId: 'r1', depositTxHash, status: 'created' }
      w.service.orders.push({ ...order, createdAt })
      const record = w.service.record(id)
      if (record) await keep(w.worker().engine, record, 'http://service.test')
    }
    await w.settle()
    w.requests.length = 0
    await w.advance(2_100)
    const reads = w.requests.filter((path) => path.startsWith('/v1/orders/'))
    expect(reads.length).toBeGreaterThan(0)
    expect(reads.length).toBeLessThanOrEqual(50)
    expect(w.clock.alarm).toBeDefined()
  })
})

describe('orders found again', () => {
  it('given a hash or the account, comes back on another computer and is followed', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    const hash = w.chain.mempool[0]?.hash ?? ''
    const fresh = createWorld({ name: 'guards-found', source: 'native' })
    fresh.chain.mempool.push(...w.chain.mempool)
    fresh.service.orders.push(...w.service.orders)
    const author = (await w.order(orderId)).accepted.author
    const first = await fresh.call('recoverOrders', { query: author })
    expect(first).toEqual({ found: 1, orderIds: [expect.any(String)] })
    const { orderIds } = first
    expect(await fresh.call('recoverOrders', { query: author })).toEqual({ found: 0, orderIds })
    const text = await readSupport(fresh.truth, {})
    expect(text).toContain(hash)
    expect(text).not.toContain('tabId')
    fresh.chain.mine()
    await fresh.advance(30_000)
    expect(fresh.notices.some((id) => id.startsWith('filled:'))).toBe(true)
    await fresh.dispose()
  })
})
