import 'fake-indexeddb/auto'
import { erc20Abi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { InputOf } from '@/src/contract/rpc'
import type { Token } from '@/src/contract/service/token'
import { sumOf, timeOfPayment } from '@/src/domain/deposit-sum'
import { payableOf } from '@/src/domain/transfer'
import { createLiveWorker, type LiveWorker } from './engine/live'
import { ARBITRUM, BASE, type ServiceHarness, startServiceHarness } from './service-harness'

type Hex = `0x${string}`
type Picked = InputOf<'createTransfer'>

let harness: ServiceHarness
let live: LiveWorker
let count = 0

beforeAll(async () => {
  harness = await startServiceHarness()
  await harness.wallet.control('POST', '/quotes-expiry', { seconds: 600 })
})
afterAll(() => harness?.stop())
afterEach(() => live?.dispose())

function open(): LiveWorker {
  count += 1
  live = createLiveWorker({ name: `transfer-${count}`, info: harness.info })
  return live
}

async function listed(chainId: number, symbol: string): Promise<Token> {
  const { address } = harness.wallet.token(chainId, symbol)
  const found = await harness.client.tokens.search(symbol, { chainIds: [chainId] })
  const token = found.find((each) => each.address === address)
  if (!token) throw new Error(`no ${symbol}`)
  return token
}

/** A route for 25 USDC (or half an ether) to USDC on the other chain, as the form picks it. */
async function pick(symbol = 'USDC', routeId = 'route-native'): Promise<Picked> {
  const [fromToken, toToken] = await Promise.all([listed(BASE, symbol), listed(ARBITRUM, 'USDC')])
  const { author } = harness
  const request = {
    ...harness.wish(fromToken, toToken, symbol === 'USDC' ? 25_000_000n : 5n * 10n ** 17n),
    recipient: author,
    refundTo: author,
  }
  const { quoteId, routes } = await harness.client.quotes.get(request)
  const route = routes.find((each) => each.routeId === routeId)
  if (!route) throw new Error('no route')
  return { quoteId, route, request, fromToken, toToken }
}

async function create(symbol?: string, routeId?: string) {
  const { orderId } = await live.call('createTransfer', await pick(symbol, routeId))
  const { transfer } = await live.order(orderId)
  return { orderId, address: transfer.depositAddress as Hex }
}

async function pay(to: Hex, value: bigint, symbol = 'USDC'): Promise<Hex> {
  const wallet = harness.wallet.wallet(BASE)
  const token = harness.wallet.token(BASE, symbol)
  const hash =
    symbol === 'ETH'
      ? await wallet.sendTransaction({ to, value, chain: null })
      : await wallet.writeContract({
          address: token.address as Hex,
          abi: erc20Abi,
          functionName: 'transfer',
          args: [to, value],
          chain: null,
        })
  await wallet.waitForTransactionReceipt({ hash })
  return hash
}

const statusOf = (orderId: string) =>
  expect.poll(async () => (await live.order(orderId)).status, { timeout: 60_000 })
/** The notices: each is shown after its order is on disk, so a moment after its status is read. */
const told = () => expect.poll(() => live.notices, { timeout: 10_000 })
const paid = async (orderId: string) => sumOf((await live.order(orderId)).transfer)

describe('a payment by address on real chains', { timeout: 120_000 }, () => {
  it('given it is paid exactly, is seen on the chain and proved to arrive', async () => {
    open()
    const { orderId, address } = await create()
    const hash = await pay(address, 25_000_000n)
    await statusOf(orderId).toBe('filled')
    await expect.poll(() => paid(orderId), { timeout: 30_000 }).toBe('exact')
    const { transfer, arrival } = await live.order(orderId)
    expect(transfer.seen).toMatchObject([{ hash, nodes: ['alpha', 'beta'], amount: '25000000' }])
    expect(arrival?.found).toMatchObject({ what: 'paid', nodes: ['alpha', 'beta'] })
    await told().toEqual([`filled:${orderId}`])
  })

  it('given the worker dies with the address shown, goes on from disk', async () => {
    open()
    const { orderId, address } = await create()
    live.killAndWake()
    await pay(address, 25_000_000n)
    live.killAndWake()
    await statusOf(orderId).toMatch(/tracking|filled/)
    live.killAndWake()
    await statusOf(orderId).toBe('filled')
  })

  it('given too little, says so, and proves that it came back', async () => {
    open()
    const { orderId, address } = await create()
    await pay(address, 24_000_000n)
    await statusOf(orderId).toBe('refunded')
    await expect.poll(() => paid(orderId), { timeout: 60_000 }).toBe('short')
    await told().toContain(`refunded:${orderId}`)
  })

  it('given too much, says so, and proves that it came back', async () => {
    open()
    const { orderId, address } = await create()
    await pay(address, 26_000_000n)
    await statusOf(orderId).toBe('refunded')
    await expect.poll(() => paid(orderId), { timeout: 60_000 }).toBe('excess')
  })

  it('given it is paid twice, sees both, also once it has arrived', async () => {
    open()
    const { orderId, address } = await create()
    await pay(address, 25_000_000n)
    await statusOf(orderId).toBe('filled')
    await pay(address, 25_000_000n)
    await expect.poll(() => paid(orderId), { timeout: 60_000 }).toBe('excess')
    expect((await live.order(orderId)).transfer.seen).toHaveLength(2)
    await told().toEqual([`filled:${orderId}`, `needs-you:${orderId}`])
  })

  it('given it is cancelled and paid all the same, is followed to its end', async () => {
    open()
    const { orderId, address } = await create()
    await live.call('stopOrder', { orderId })
    expect((await live.order(orderId)).transfer.closed?.why).toBe('cancelled')
    await pay(address, 25_000_000n)
    await statusOf(orderId).toBe('filled')
  })

  it('given a stranger sends a trifle, stays to be paid, and is then paid', async () => {
    open()
    const { orderId, address } = await create()
    await pay(address, 1n)
    await expect.poll(() => paid(orderId), { timeout: 60_000 }).toBe('dust')
    const order = await live.order(orderId)
    expect(payableOf(order, Date.now())).toBe(25_000_000n)
    expect(live.notices).toEqual([])
    await pay(address, 25_000_000n)
    await statusOf(orderId).toBe('filled')
    await expect.poll(() => paid(orderId), { timeout: 60_000 }).toBe('exact')
    await told().toEqual([`filled:${orderId}`])
  })

  it('given coins, sees what the address holds', async () => {
    open()
    const { orderId, address } = await create('ETH')
    await pay(address, 5n * 10n ** 17n, 'ETH')
    await statusOf(orderId).toBe('filled')
  })

  async function createExpired() {
    open()
    const made = await create()
    live.moveOn(601_000)
    await expect
      .poll(async () => (await live.order(made.orderId)).transfer.closed?.why, { timeout: 30_000 })
      .toBe('expired')
    return made
  }
  const timeOf = async (orderId: string) => timeOfPayment((await live.order(orderId)).transfer)

  it('given it was paid before its time was over, and is seen after it, calls nothing late', async () => {
    const { orderId, address } = await createExpired()
    await pay(address, 25_000_000n)
    live.moveOn(1_000_000)
    await expect.poll(() => paid(orderId), { timeout: 60_000 }).toBe('exact')
    expect(await timeOf(orderId)).toBe('in-time')
    expect(live.notices).not.toContain(`needs-you:${orderId}`)
  })

  it('given it is paid in a block after its end, says so, and follows what comes of it', async () => {
    const { orderId, address } = await createExpired()
    await harness.wallet.control('POST', '/chain', {
      chainId: BASE,
      action: 'advance',
      seconds: 700,
    })
    await pay(address, 25_000_000n)
    live.moveOn(1_000_000)
    await expect.poll(() => live.notices, { timeout: 60_000 }).toContain(`needs-you:${orderId}`)
    expect(await timeOf(orderId)).toBe('late')
  })
})

describe('a payment that the service must be told of', { timeout: 120_000 }, () => {
  it('given a token, is found on the chain and told of by itself', async () => {
    open()
    const { orderId, address } = await create('USDC', 'route-liquidity')
    expect((await live.order(orderId)).status).toBe('running')
    await pay(address, 25_000_000n)
    await statusOf(orderId).toBe('filled')
  })

  it('given coins, takes the hash from the person once it is on the chain', async () => {
    open()
    const { orderId, address } = await create('ETH', 'route-liquidity')
    const name = (hash: string) => live.call('nameDeposit', { orderId, hash })
    await expect(name(`0x${'1'.repeat(64)}`)).rejects.toMatchObject({ code: 'order/no-payment' })
    const other = await pay(harness.author, 5n, 'ETH')
    await expect(name(other)).rejects.toMatchObject({ code: 'order/no-payment' })
    expect((await live.order(orderId)).transfer.named).toBeUndefined()
    await name(await pay(address, 5n * 10n ** 17n, 'ETH'))
    await statusOf(orderId).toBe('filled')
  })
})

describe('an address that is not what was accepted', () => {
  it.each<[string, Record<string, unknown>]>([
    ['another amount', { amount: '26000000' }],
    ['the token in place of an address', { depositAddress: 'token' }],
    ['a link to another address', { paymentUri: `ethereum:0x${'9'.repeat(40)}@8453?value=1` }],
    ['no time left', { expiresAt: 1 }],
    ['nothing to follow it by', { orderId: undefined }],
    ['another chain', { chainId: 1 }],
  ])('given %s, is refused and nothing is kept', async (_, patch) => {
    open()
    const { address } = harness.wallet.token(BASE, 'USDC')
    const changed = patch.depositAddress === 'token' ? { depositAddress: address } : patch
    const asNull = Object.entries(changed).map(([key, value]) => [key, value ?? null])
    await harness.wallet.control('POST', '/build-tamper', { patch: Object.fromEntries(asNull) })
    const asked = live.call('createTransfer', await pick())
    await expect(asked).rejects.toMatchObject({ code: expect.stringMatching(/^policy\//) })
    expect(await live.count()).toBe(0)
    await harness.wallet.control('DELETE', '/build-tamper')
  })

  it('given accounts that nobody holds, asks the service for nothing', async () => {
    open()
    const picked = await pick()
    const dead = '0x000000000000000000000000000000000000dead'
    const request = { ...picked.request, fromAddress: dead, refundTo: dead }
    await expect(live.call('createTransfer', { ...picked, request })).rejects.toMatchObject({
      code: 'policy/malformed',
    })
    expect(await live.count()).toBe(0)
  })
})
