import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { TransferOrder } from '@/src/domain/order/order'
import { payableOf, toTransferOrder } from '@/src/domain/order/transfer'
import { watch } from '@/src/engine/outbox/rebuild'
import { getOrder, insertFound } from '@/src/store/orders'
import { author, chainId, erc20 } from './engine/chain'
import { native, toChainId } from './engine/service'
import { createWorld, type World } from './engine/world'

const address = `0x${'4'.repeat(40)}`
const id = 'c'.repeat(32)
const amount = '25000000'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let world: World
let count = 0
function open(): World {
  count += 1
  world = createWorld({ name: `deposit-${count}`, source: 'native' })
  return world
}
afterEach(() => world.dispose())

/** `serviceOrderId`: the order that the service has; `abroad`: it is paid on a chain that is not read. */
type Shown = { serviceOrderId?: string; abroad?: boolean }

/** An address on the fast chain that somebody was shown just now, for ten minutes. */
async function show(w: World, token = erc20, isRead = true, more: Shown = {}): Promise<void> {
  const at = w.clock.now
  const end = Math.floor(at / 1_000) + 600
  const block = String(w.destination.height())
  const holding = token === native ? { holding: { balance: '0', nonce: 0 } } : {}
  const order = toTransferOrder({
    id,
    at,
    serviceUrl: 'http://service.test',
    accepted: {
      quoteId: 'q1',
      routeId: 'r1',
      routeType: 'native-filler',
      tradeType: 'EXACT_INPUT',
      from: {
        ...{ chainId: toChainId, address: token, symbol: 'USDC', decimals: 6, amount },
        ...(more.abroad ? { family: 'bip122' as const } : {}),
      },
      to: { chainId, address: erc20, symbol: 'USDC', decimals: 6, amount },
      author,
      recipient: author,
      refundTo: author,
      expectedDurationSeconds: 20,
      quoteExpiresAt: end,
      validBefore: end,
    },
    transfer: {
      depositAddress: address,
      amount,
      expiresAt: end,
      seen: [],
      // The service learns of it by its hash: nothing but the chain says anything here.
      needsHash: true,
      ...(isRead ? { began: { block, ...holding } } : {}),
    },
    serviceOrderId: more.serviceOrderId,
  })
  await insertFound(w.truth, order, watch(order, at), at)
  w.worker().wake()
  await w.settle()
}

async function read(w: World): Promise<TransferOrder> {
  const order = await getOrder(w.truth, id)
  if (order?.kind !== 'transfer') throw new Error('no payment by address')
  return order
}

/** The computer sleeps for so long: nobody looks meanwhile. */
async function sleep(w: World, ms: number): Promise<void> {
  w.kill()
  w.clock.alarm = undefined
  w.clock.now += ms
  w.revive()
  await w.settle()
}

const pay = (w: World, units: string | bigint = amount, token = erc20) =>
  w.destination.pay({ token, to: address, amount: BigInt(units) })
const hostsOf = (w: World) => w.nodes.operatorsOf(toChainId)
const scannedOf = async (w: World) => Number((await read(w)).transfer.scanned ?? 0)

describe('a payment on a fast chain', () => {
  it('given nodes were away for hours and take narrow windows, then the search catches up', async () => {
    const w = open()
    await show(w)
    await w.call('stopOrder', { orderId: id })
    for (const host of hostsOf(w)) w.nodes.silence(host)
    await w.advance(12 * hour)
    const hash = pay(w)
    const paidIn = w.destination.height()
    for (const host of hostsOf(w)) {
      w.nodes.heal(host)
      w.nodes.narrow(host, 300)
    }
    await w.advance(40 * minute)
    expect((await read(w)).transfer.seen).toMatchObject([{ hash, amount }])
    expect(await scannedOf(w)).toBeGreaterThan(paidIn)
    // No further behind than the pause between two looks.
    const pause = (20 * minute) / 250
    expect(await scannedOf(w)).toBeGreaterThan(w.destination.height() - pause)
  })

  it('given no node answered when the address was made, then its beginning is found', async () => {
    const w = open()
    await w.advance(hour)
    pay(w, 1_000_000n)
    await w.advance(10 * minute)
    await show(w, erc20, false)
    const hash = pay(w)
    await w.advance(2 * minute)
    // What came before the order is not its payment.
    expect((await read(w)).transfer.seen).toMatchObject([{ hash, amount }])
  })
})

describe('coins of which no node said what was there before', () => {
  /** Nodes are slow while the address is made, and somebody paid before they answered. */
  async function showUnread(w: World, came: bigint[]): Promise<void> {
    for (const host of hostsOf(w)) w.nodes.silence(host)
    await show(w, native, false)
    for (const units of came) pay(w, units, native)
    await w.advance(5 * minute)
    w.nodes.heal()
  }
  const keep = (w: World, blocks: number) => {
    for (const host of hostsOf(w)) w.nodes.forget(host, blocks)
  }

  it('given nodes remember the time before the order, then what came since is its payment', async () => {
    const w = open()
    await w.advance(hour)
    pay(w, 1_000_000n, native)
    await w.advance(10 * minute)
    await showUnread(w, [BigInt(amount)])
    await w.advance(2 * minute)
    const { seen, began } = (await read(w)).transfer
    expect(seen).toMatchObject([{ what: 'paid', amount }])
    expect(began?.holding).toEqual({ balance: '1000000', nonce: 0 })
  })

  it('given nodes have forgotten it and the address never held any, then what comes is its payment', async () => {
    const w = open()
    await w.advance(hour)
    await showUnread(w, [])
    keep(w, 100)
    await w.advance(minute)
    expect((await read(w)).transfer.began?.holding).toEqual({ balance: '0', nonce: 0 })
    pay(w, amount, native)
    await w.advance(2 * minute)
    expect((await read(w)).transfer.seen).toMatchObject([{ what: 'paid', amount }])
  })

  it('given nodes have forgotten it and coins are there, then nothing is said of when they came', async () => {
    const w = open()
    await w.advance(hour)
    await showUnread(w, [BigInt(amount)])
    keep(w, 100)
    await w.advance(2 * minute)
    await sleep(w, 9 * day)
    await w.advance(10 * minute)
    const { status, transfer } = await read(w)
    expect(transfer).not.toHaveProperty('began')
    expect([transfer.seen, status]).toEqual([[], 'running'])
  })

  it('given one node alone says so, then it is not believed', async () => {
    const w = open()
    await showUnread(w, [])
    const [, ...others] = hostsOf(w)
    for (const host of others) w.nodes.silence(host)
    await w.advance(2 * minute)
    expect((await read(w)).transfer).not.toHaveProperty('began')
  })
})

describe('nodes that show nothing', () => {
  const places = [0, 1, 2]

  it.each(places)(
    'given node %i hides every transfer, then the payment is found',
    async (place) => {
      const w = open()
      const host = hostsOf(w)[place]
      if (host !== undefined) w.nodes.lie(host, 'nothingPaid')
      await show(w)
      const hash = pay(w)
      await w.advance(5 * minute)
      expect((await read(w)).transfer.seen).toMatchObject([{ hash, amount }])
    },
  )

  it.each(places)(
    'given node %i shows the payment as one that moved nothing, then the payment is found',
    async (place) => {
      const w = open()
      const host = hostsOf(w)[place]
      if (host !== undefined) w.nodes.lie(host, 'reverted')
      await show(w)
      const hash = pay(w)
      await w.advance(5 * minute)
      expect((await read(w)).transfer.seen).toMatchObject([{ hash, amount }])
    },
  )

  it('given one node alone answers, then nothing is concluded, and the order stays', async () => {
    const w = open()
    await show(w)
    const [kept, ...others] = hostsOf(w)
    for (const host of others) w.nodes.silence(host)
    if (kept !== undefined) w.nodes.lie(kept, 'nothingPaid')
    const before = await scannedOf(w)
    const hash = pay(w)
    await sleep(w, 9 * day)
    await w.advance(10 * minute)
    expect((await read(w)).status).toBe('running')
    expect(await scannedOf(w)).toBe(before)
    w.nodes.heal()
    await w.advance(7 * hour)
    expect((await read(w)).transfer.seen).toMatchObject([{ hash }])
    expect((await read(w)).status).toBe('submitted')
  })

  it('given two looked at every block past its end, then it is over', async () => {
    const w = open()
    await show(w)
    await w.advance(11 * minute)
    await sleep(w, 6 * day)
    await w.advance(2 * minute)
    expect((await read(w)).status).toBe('running')
    await sleep(w, 2 * day)
    await w.advance(10 * minute)
    const { status, transfer } = await read(w)
    expect(status).toBe('stopped')
    expect(transfer.closed).toMatchObject({ why: 'expired' })
    expect(transfer.scannedTime).toBeGreaterThan(transfer.expiresAt + (7 * day - hour) / 1_000)
  })

  it('given it is paid hours after its end and nobody could look for a week, then it is not over', async () => {
    const w = open()
    await show(w)
    await w.advance(3 * hour)
    expect((await read(w)).transfer.closed?.why).toBe('expired')
    const hash = pay(w)
    // Started again with no network: what is not seen then says nothing.
    for (const host of hostsOf(w)) w.nodes.silence(host)
    await sleep(w, 8 * day)
    await w.advance(10 * minute)
    expect((await read(w)).status).toBe('running')
    w.nodes.heal()
    await w.advance(7 * hour)
    expect((await read(w)).transfer.seen).toMatchObject([{ hash }])
    expect(w.notices).toContain(`needs-you:${id}`)
  })

  it('given coins, then two nodes must show the account untouched', async () => {
    const w = open()
    await show(w, native)
    const [, ...others] = hostsOf(w)
    for (const host of others) w.nodes.silence(host)
    await w.advance(11 * minute)
    await sleep(w, 8 * day)
    await w.advance(hour)
    expect((await read(w)).status).toBe('running')
    w.nodes.heal()
    await w.advance(7 * hour)
    expect((await read(w)).status).toBe('stopped')
  })

  it('given the person says that nothing was paid, then it is over on that word', async () => {
    const w = open()
    await show(w)
    const unpaid = () => w.call('stopOrder', { orderId: id, unpaid: true })
    await expect(unpaid()).rejects.toMatchObject({ code: 'order/not-confirmable' })
    await w.call('stopOrder', { orderId: id })
    await unpaid()
    expect(await read(w)).toMatchObject({
      status: 'stopped',
      transfer: { closed: { unpaid: true } },
    })
  })
})

describe('a payment that the service names once its address is closed', () => {
  it.each([
    ['every node shows it', false],
    ['all nodes but one are behind at first', true],
  ])('given %s, then it is seen within a minute', async (_, isSlow) => {
    const w = open()
    const usual = w.service.answer
    let paid: { depositTxHash?: string } = {}
    w.service.answer = async (method, url, body) => {
      if (url.pathname !== '/v1/orders/by-id/svc-1') return usual(method, url, body)
      const status = paid.depositTxHash ? 'deposited' : 'created'
      const record = { id: 'svc-1', status, fromToken: erc20, toToken: erc20, ...paid }
      const chains = { fromChainId: toChainId, toChainId: chainId }
      return Response.json({ ...record, ...chains, srcAmount: amount, destAmount: amount })
    }
    await show(w, erc20, true, { serviceOrderId: 'svc-1' })
    // Half of the quarter of an hour after which a closed address is looked at by itself.
    await w.advance(18 * minute)
    expect((await read(w)).transfer.closed?.why).toBe('expired')
    const [, ...others] = hostsOf(w)
    if (isSlow) for (const host of others) w.nodes.freeze(host)
    paid = { depositTxHash: pay(w) }
    await w.advance(minute / 2)
    if (isSlow) expect((await read(w)).transfer.seen).toEqual([])
    for (const host of others) w.nodes.heal(host)
    await w.advance(minute / 2)
    expect((await read(w)).transfer.seen).toMatchObject([{ hash: paid.depositTxHash, amount }])
  })
})

describe('an address on a chain that nobody here reads', () => {
  it.each(['svc-1', undefined])(
    'given nobody paid, and the service has order %s, then it is over a week after its end',
    async (serviceOrderId) => {
      const w = open()
      const usual = w.service.answer
      const record = { id: serviceOrderId, status: 'created', fromToken: erc20, toToken: erc20 }
      const chains = { fromChainId: toChainId, toChainId: chainId, srcAmount: '1', destAmount: '1' }
      w.service.answer = async (method, url, body) => {
        if (url.pathname === '/v1/orders/by-id/svc-1')
          return Response.json({ ...record, ...chains })
        return usual(method, url, body)
      }
      await show(w, erc20, false, { abroad: true, ...(serviceOrderId && { serviceOrderId }) })
      await w.advance(11 * minute)
      await sleep(w, 6 * day)
      await w.advance(2 * hour)
      expect(await read(w)).toMatchObject({ transfer: { closed: { why: 'expired' } } })
      expect((await read(w)).status).not.toBe('stopped')
      await sleep(w, day)
      await w.advance(7 * hour)
      expect((await read(w)).status).toBe('stopped')
      expect(w.notices).toEqual([])
      // Nobody is asked about it any more.
      const asked = w.requests.length
      await w.advance(day)
      expect(w.requests.length).toBe(asked)
    },
  )
})

describe('trifles that strangers send', () => {
  it('given hundreds of them, then a few are kept, and the payment is found among them', async () => {
    const w = open()
    await show(w)
    for (let sent = 0; sent < 200; sent += 1) pay(w, 1n)
    const hash = pay(w)
    for (let sent = 0; sent < 200; sent += 1) pay(w, 1n)
    expect(payableOf(await read(w), w.clock.now)).toBe(25_000_000n)
    await w.advance(5 * minute)
    const { seen } = (await read(w)).transfer
    expect(seen).toContainEqual(expect.objectContaining({ hash, amount }))
    expect(seen.length).toBeLessThan(12)
    expect(w.notices).not.toContain(`needs-you:${id}`)
  })
})
