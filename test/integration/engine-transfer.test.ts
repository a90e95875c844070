import 'fake-indexeddb/auto'
import { createTestClient, custom, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { InputOf } from '@/src/contract/rpc'
import { sumOf, timeOfPayment } from '@/src/domain/order/deposit-sum'
import { mayNameDeposit } from '@/src/domain/order/order-parts'
import { payableOf } from '@/src/domain/order/transfer'
import { waitUntilMined } from '@/test/sandbox/test-client'
import { createLiveWorker, type LiveWorker } from './engine/live'
import { ARBITRUM, BASE, type ServiceHarness, SOLANA, startServiceHarness } from './service-harness'

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

/** A route for 25 USDC (or half an ether) to USDC on the other chain, as the form picks it. */
async function pick(symbol = 'USDC', routeId = 'route-native'): Promise<Picked> {
  const [fromToken, toToken] = await Promise.all([
    harness.listed(BASE, symbol),
    harness.listed(ARBITRUM, 'USDC'),
  ])
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

const pay = (to: Hex, value: bigint, symbol = 'USDC', chainId = BASE): Promise<Hex> =>
  harness.wallet.transfer(harness.wallet.token(chainId, symbol), to, value)

/** The service sends on what came to its address, as exchanges and routers do within seconds. */
async function sweep(from: Hex, value: bigint): Promise<void> {
  const client = harness.wallet.wallet(BASE)
  const node = createTestClient({ mode: 'anvil', transport: custom(client) })
  await node.impersonateAccount({ address: from })
  const to = harness.author
  const hash = await client.request({
    method: 'eth_sendTransaction',
    params: [{ from, to, value: toHex(value) }],
  })
  await node.stopImpersonatingAccount({ address: from })
  await waitUntilMined(client, hash)
}

const statusOf = (orderId: string) => expect.poll(async () => (await live.order(orderId)).status)
/** The notices: each is shown after its order is on disk, so a moment after its status is read. */
const told = () => expect.poll(() => live.notices)
const paid = async (orderId: string) => sumOf((await live.order(orderId)).transfer)

describe('a payment by address on real chains', () => {
  it('given it is paid exactly, is seen on the chain and proved to arrive', async () => {
    open()
    const { orderId, address } = await create()
    const hash = await pay(address, 25_000_000n)
    await statusOf(orderId).toBe('filled')
    await expect.poll(() => paid(orderId)).toBe('exact')
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

  it('keeps what was usual here as it was made, over a death of the worker and to its end', async () => {
    open()
    const usual = { typical: 40, most: 90 }
    const { orderId } = await live.call('createTransfer', { ...(await pick()), usual })
    live.killAndWake()
    const { transfer } = await live.order(orderId)
    await pay(transfer.depositAddress as Hex, 25_000_000n)
    await statusOf(orderId).toBe('filled')
    expect((await live.order(orderId)).usual).toEqual(usual)
    expect((await live.order((await create()).orderId)).usual).toBeUndefined()
  })

  it('given two windows have one made for the same in one moment, makes one; the other with a tick', async () => {
    open()
    const both = [await pick(), await pick()]
    const made = both.map((picked) => live.call('createTransfer', picked))
    const done = await Promise.allSettled(made)
    const codes = done.map((each) => (each.status === 'rejected' ? each.reason.code : 'made'))
    expect(codes.sort()).toEqual(['made', 'order/paid-beside'])
    const [first] = done.flatMap((each) => (each.status === 'fulfilled' ? each.value.orderId : []))
    const again = { ...(await pick()), began: 0 }
    await expect(live.call('createTransfer', again)).rejects.toMatchObject({
      context: { orderId: first },
    })
    const known = [first ?? '']
    const { orderId } = await live.call('createTransfer', { ...again, known })
    expect(orderId).not.toBe(first)
  })

  it('given too little, says so, and proves that it came back', async () => {
    open()
    const { orderId, address } = await create()
    await pay(address, 24_000_000n)
    await statusOf(orderId).toBe('refunded')
    await expect.poll(() => paid(orderId)).toBe('short')
    await told().toContain(`refunded:${orderId}`)
  })

  it('given too much, says so, and proves that it came back', async () => {
    open()
    const { orderId, address } = await create()
    await pay(address, 26_000_000n)
    await statusOf(orderId).toBe('refunded')
    await expect.poll(() => paid(orderId)).toBe('excess')
  })

  it('given it is paid twice, sees both, also once it has arrived', async () => {
    open()
    const { orderId, address } = await create()
    await pay(address, 25_000_000n)
    await statusOf(orderId).toBe('filled')
    await pay(address, 25_000_000n)
    await expect.poll(() => paid(orderId)).toBe('excess')
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
    await expect.poll(() => paid(orderId)).toBe('dust')
    const order = await live.order(orderId)
    expect(payableOf(order, Date.now())).toBe(25_000_000n)
    expect(live.notices).toEqual([])
    await pay(address, 25_000_000n)
    await statusOf(orderId).toBe('filled')
    await expect.poll(() => paid(orderId)).toBe('exact')
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
      .poll(async () => (await live.order(made.orderId)).transfer.closed?.why)
      .toBe('expired')
    return made
  }
  const timeOf = async (orderId: string) => timeOfPayment((await live.order(orderId)).transfer)

  it('given it was paid before its time was over, and is seen after it, calls nothing late', async () => {
    const { orderId, address } = await createExpired()
    await pay(address, 25_000_000n)
    live.moveOn(1_000_000)
    await expect.poll(() => paid(orderId)).toBe('exact')
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
    await expect.poll(() => live.notices).toContain(`needs-you:${orderId}`)
    expect(await timeOf(orderId)).toBe('late')
  })
})

describe('money that went astray', () => {
  /** Answered once what was found is on disk. */
  const lookWide = async (orderId: string) => {
    await live.call('lookForPayment', { orderId })
    return (await live.order(orderId)).transfer
  }

  it('given another token was paid, is shown as such, and what is right is followed', async () => {
    open()
    const { orderId, address } = await create()
    const { decimals } = harness.wallet.token(BASE, 'USDT')
    const amount = 25n * 10n ** BigInt(decimals)
    const hash = await pay(address, amount, 'USDT')
    await pay(address, 1n, 'DAI')
    const { astray, lookedWide, seen } = await lookWide(orderId)
    expect(astray).toMatchObject([
      { chainId: BASE, symbol: 'USDT', amount: String(amount), hash, nodes: ['alpha', 'beta'] },
    ])
    expect(lookedWide?.chains).toEqual([
      { chainId: BASE, outcome: 'whole' },
      { chainId: ARBITRUM, outcome: 'whole' },
    ])
    expect(seen).toEqual([])
    expect(payableOf(await live.order(orderId), Date.now())).toBe(25_000_000n)
    await pay(address, 25_000_000n)
    await statusOf(orderId).toBe('filled')
    expect((await live.order(orderId)).transfer.astray).toHaveLength(1)
  })

  it('given it was paid on another chain, in the token or in coins, is found there', async () => {
    open()
    const { orderId, address } = await create()
    const token = await pay(address, 25_000_000n, 'USDC', ARBITRUM)
    const coins = await pay(address, 10n ** 16n, 'ETH', ARBITRUM)
    const { astray } = await lookWide(orderId)
    expect(astray).toMatchObject([
      { chainId: ARBITRUM, symbol: 'USDC', amount: '25000000', hash: token },
      { chainId: ARBITRUM, symbol: 'ETH', amount: String(10n ** 16n), hash: coins },
    ])
    // Found once, it is not found again.
    expect((await lookWide(orderId)).astray).toHaveLength(2)
  })

  it('given nodes that forgot how it was before, names the coins that are there', async () => {
    open()
    const { orderId, address } = await create()
    await pay(address, 10n ** 16n, 'ETH', ARBITRUM)
    const node = (name: string, keeps?: number) =>
      harness.wallet.control('POST', '/node', {
        chainId: ARBITRUM,
        node: name,
        ...(keeps === undefined ? {} : { keeps }),
      })
    const mine = { chainId: ARBITRUM, action: 'mine', blocks: 20 }
    await harness.wallet.control('POST', '/chain', mine)
    await Promise.all([node('alpha', 2), node('beta', 2)])
    const { astray } = await lookWide(orderId)
    await Promise.all([node('alpha'), node('beta')])
    expect(astray).toMatchObject([
      { chainId: ARBITRUM, symbol: 'ETH', amount: String(10n ** 16n), undated: true },
    ])
    expect(astray?.[0]).not.toHaveProperty('hash')
  })

  it('given a chain whose nodes do not agree to be there, says where nobody looked', async () => {
    open()
    const { orderId } = await create()
    const node = (down: boolean) =>
      harness.wallet.control('POST', '/node', { chainId: ARBITRUM, node: 'alpha', down })
    await node(true)
    const { astray, lookedWide } = await lookWide(orderId)
    await node(false)
    expect(astray).toBeUndefined()
    expect(lookedWide?.chains).toContainEqual({ chainId: ARBITRUM, outcome: 'unread' })
  })
})

describe('a payment on Solana', () => {
  /** The faucet stands for an exchange that pays out to the address. */
  const payThere = async (address: string, amount: bigint, symbol: string) => {
    const { address: token } = harness.wallet.token(SOLANA, symbol)
    const payment = { chainId: SOLANA, token, address, amount: String(amount) }
    await harness.wallet.control('POST', '/fund', payment)
  }
  /** https://solana.com/docs/rpc/http/getsignaturesforaddress */
  const newestAt = async (address: string) => {
    const url = harness.info.chains.find(({ id }) => id === SOLANA)?.rpcUrl ?? ''
    const call = { jsonrpc: '2.0', id: 1, method: 'getSignaturesForAddress', params: [address] }
    const mine = { chainId: SOLANA, action: 'mine', blocks: 40 }
    await harness.wallet.control('POST', '/chain', mine)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) })
    const { result } = (await answer.json()) as { result: { signature: string }[] }
    return result[0]?.signature ?? ''
  }
  const createThere = async (symbol: string, units: bigint, routeId = 'route-native') => {
    const [fromToken, toToken] = await Promise.all([
      harness.listed(SOLANA, symbol),
      harness.listed(ARBITRUM, 'USDC'),
    ])
    const payer = harness.info.accounts.solana?.address ?? ''
    const request = {
      ...harness.wish(fromToken, toToken, units),
      fromAddress: payer,
      recipient: harness.author,
      refundTo: payer,
    }
    const { quoteId, routes } = await harness.client.quotes.get(request)
    const route = routes.find((each) => each.routeId === routeId)
    if (!route) throw new Error('no route')
    const picked = { quoteId, route, request, fromToken, toToken }
    const { orderId } = await live.call('createTransfer', picked)
    // Nobody pays within the slot in which the address is made.
    const mine = { chainId: SOLANA, action: 'mine', blocks: 1 }
    await harness.wallet.control('POST', '/chain', mine)
    return { orderId, address: (await live.order(orderId)).transfer.depositAddress }
  }

  it.each([
    ['a token', 'USDC', 25_000_000n],
    ['lamports', 'SOL', 500_000_000n],
  ])('given %s, is found by itself, told of, and proved to arrive', async (_, symbol, units) => {
    open()
    const { orderId, address } = await createThere(symbol, units, 'route-liquidity')
    await payThere(address, units, symbol)
    await statusOf(orderId).toBe('filled')
    const { transfer } = await live.order(orderId)
    expect(transfer.seen).toMatchObject([{ nodes: ['alpha', 'beta'], amount: String(units) }])
    expect(sumOf(transfer)).toBe('exact')
  })

  it('given other tokens, names them to who says to have paid', async () => {
    open()
    const { orderId, address } = await createThere('USDC', 25_000_000n)
    await payThere(address, 10n ** 12n, 'BONK')
    await payThere(address, 500_000_000n, 'SOL')
    const mine = { chainId: SOLANA, action: 'mine', blocks: 2 }
    await harness.wallet.control('POST', '/chain', mine)
    await live.call('lookForPayment', { orderId })
    const { astray, lookedWide } = (await live.order(orderId)).transfer
    expect(new Set(astray?.map(({ symbol }) => symbol))).toEqual(new Set(['BONK', 'SOL']))
    expect(astray?.[0]?.nodes).toEqual(['alpha', 'beta'])
    expect(lookedWide?.chains).toEqual([{ chainId: SOLANA, outcome: 'whole' }])
  })

  it('given a hash, reads it on the chain before the service is told', async () => {
    open()
    const { orderId, address } = await createThere('SOL', 500_000_000n, 'route-liquidity')
    const name = (hash: string) => live.call('nameDeposit', { orderId, hash })
    await expect(name(`0x${'1'.repeat(64)}`)).rejects.toMatchObject({
      code: 'order/hash-malformed',
    })
    await expect(name('1'.repeat(64))).rejects.toMatchObject({ code: 'order/hash-unknown' })
    const elsewhere = harness.info.accounts.solana?.address ?? ''
    await payThere(elsewhere, 500_000_000n, 'SOL')
    const other = await newestAt(elsewhere)
    await expect(name(other)).rejects.toMatchObject({ code: 'order/no-payment' })
    // What is found by itself may not end the order before the person names it.
    await harness.wallet.control('POST', '/next-order', { outcome: 'held' })
    await payThere(address, 500_000_000n, 'SOL')
    const hash = await newestAt(address)
    await name(hash)
    expect((await live.order(orderId)).transfer.named?.hash).toBe(hash)
    await statusOf(orderId).toMatch(/submitted|tracking/)
    await harness.wallet.control('POST', '/release')
    await statusOf(orderId).toBe('filled')
  })

  it('given a trifle, another token, and then it twice, counts what is meant', async () => {
    open()
    const { orderId, address } = await createThere('USDC', 25_000_000n)
    await payThere(address, 1n, 'USDC')
    await expect.poll(() => paid(orderId)).toBe('dust')
    await payThere(address, 7_000n, 'BONK')
    await payThere(address, 25_000_000n, 'USDC')
    await expect.poll(() => paid(orderId)).toBe('exact')
    await payThere(address, 25_000_000n, 'USDC')
    await expect.poll(() => paid(orderId)).toBe('excess')
    const { seen } = (await live.order(orderId)).transfer
    expect(seen.map(({ amount }) => amount)).toEqual(['1', '25000000', '25000000'])
  })
})

describe('a payment that the service must be told of', () => {
  it('given a token, is found on the chain and told of by itself', async () => {
    open()
    const { orderId, address } = await create('USDC', 'route-liquidity')
    expect((await live.order(orderId)).status).toBe('running')
    await pay(address, 25_000_000n)
    await statusOf(orderId).toBe('filled')
  })

  it('given coins that were swept on while nobody looked, finds what brought them', async () => {
    open()
    const { orderId, address } = await create('ETH', 'route-liquidity')
    const node = (name: string, down: boolean) =>
      harness.wallet.control('POST', '/node', { chainId: BASE, node: name, down })
    await Promise.all([node('alpha', true), node('beta', true)])
    const hash = await pay(address, 5n * 10n ** 17n, 'ETH')
    await sweep(address, 499n * 10n ** 15n)
    await Promise.all([node('alpha', false), node('beta', false)])
    await statusOf(orderId).toBe('filled')
    const { seen } = (await live.order(orderId)).transfer
    expect(seen).toMatchObject([{ hash, amount: String(5n * 10n ** 17n) }])
  })

  it('given coins, takes the hash from the person once it is on the chain', async () => {
    open()
    const { orderId, address } = await create('ETH', 'route-liquidity')
    const name = (hash: string) => live.call('nameDeposit', { orderId, hash })
    await expect(name(address)).rejects.toMatchObject({ code: 'order/hash-malformed' })
    await expect(name(`0x${'1'.repeat(64)}`)).rejects.toMatchObject({ code: 'order/hash-unknown' })
    const other = await pay(harness.author, 5n, 'ETH')
    await expect(name(other)).rejects.toMatchObject({ code: 'order/no-payment' })
    expect((await live.order(orderId)).transfer.named).toBeUndefined()
    await name(await pay(address, 5n * 10n ** 17n, 'ETH'))
    await statusOf(orderId).toBe('filled')
  })
})

describe('a hash that the service will not count', () => {
  it('given it belongs to another order there, says so, and goes on with the one that pays', async () => {
    open()
    const body = { name: 'DuplicateRecordException', message: 'another order has it' }
    await harness.setFault('submit', { kind: 'status', status: 409, body })
    const { orderId, address } = await create('USDC', 'route-liquidity')
    const hash = await pay(address, 25_000_000n)
    await expect
      .poll(async () => (await live.order(orderId)).blocker?.code)
      .toBe('order/hash-taken')
    await told().toEqual([`needs-you:${orderId}`])
    const { transfer, status } = await live.order(orderId)
    expect([status, transfer.refused]).toEqual(['running', [hash]])
    // It may be this one's all the same: nobody is asked to pay again on the service's word.
    expect(payableOf(await live.order(orderId), Date.now())).toBe(0n)
    const again = live.call('nameDeposit', { orderId, hash })
    await expect(again).rejects.toMatchObject({ code: 'order/hash-taken' })
    // The service has the first one by now, and answers that it counts that: its order is taken up.
    await harness.wallet.control('POST', '/next-order', { outcome: 'held' })
    await live.call('nameDeposit', { orderId, hash: await pay(address, 25_000_000n) })
    await statusOf(orderId).toMatch(/submitted|tracking/)
    await harness.wallet.control('POST', '/release')
    await statusOf(orderId).toBe('filled')
    expect((await live.order(orderId)).blocker).toBeUndefined()
  })

  it('given another order here was paid by it, says so', async () => {
    open()
    const first = await create('USDC', 'route-liquidity')
    const hash = await pay(first.address, 25_000_000n)
    await statusOf(first.orderId).toBe('filled')
    const { orderId } = await create('USDC', 'route-liquidity')
    const name = live.call('nameDeposit', { orderId, hash })
    await expect(name).rejects.toMatchObject({ code: 'order/hash-used' })
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

const BITCOIN = 20_000_000_000_001
const CKB = 20_000_000_000_004
const TRON = 20_000_000_000_002
/** Accounts whose holders everybody knows: nothing is ever sent to them here. */
const refunds: Record<number, string> = {
  // RFC 21's own example.
  [CKB]:
    'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqdnnw7qkdnnclfkg59uzn8umtfd2kwxceqxwquc4',
  [BITCOIN]: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  [TRON]: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
}

/** A route from a chain that is only paid from to USDC, as the form picks it. */
async function pickAbroad(chainId: number, symbol: string, amount: bigint, route: string) {
  const { tokens } = await live.call('listForeign', {})
  const fromToken = tokens.find((each) => each.chainId === chainId && each.symbol === symbol)
  if (!fromToken) throw new Error(`no ${symbol}`)
  const toToken = await harness.listed(ARBITRUM, 'USDC')
  const back = refunds[chainId] ?? ''
  const request: Picked['request'] = {
    tradeType: 'EXACT_INPUT',
    fromChainId: chainId,
    fromToken: fromToken.address,
    toChainId: toToken.chainId,
    toToken: toToken.address,
    amount: String(amount),
    fromAddress: back,
    refundTo: back,
    recipient: harness.author,
  }
  const { quoteId, routes } = await harness.client.quotes.get(request)
  const found = routes.find((each) => each.routeId === route)
  if (!found) throw new Error('no route')
  return { quoteId, route: found, request, fromToken, toToken }
}

async function createAbroad(chainId: number, symbol: string, amount: bigint, route: string) {
  const picked = await pickAbroad(chainId, symbol, amount, route)
  const { orderId } = await live.call('createTransfer', picked)
  return { orderId, ...(await live.order(orderId)) }
}

async function payAbroad(address: string, amount: bigint, token?: string): Promise<string> {
  const body = { address, amount: String(amount), ...(token ? { token } : {}) }
  const { txHash } = (await harness.wallet.control('POST', '/paid', body)) as { txHash: string }
  return txHash
}

describe('a payment from a chain that is only paid from', () => {
  it('is offered for what can be checked, and stays out of every other list', async () => {
    open()
    const { chains, foreign } = await live.call('listChains', {})
    expect(foreign?.map(({ name }) => name)).toEqual(['Bitcoin', 'Litecoin', 'Tron', 'Nervos CKB'])
    expect(chains.map(({ id }) => id)).not.toContain(BITCOIN)
    const { tokens } = await live.call('listForeign', {})
    expect(tokens.map(({ symbol }) => symbol)).toEqual(['BTC', 'LTC', 'TRX', 'USDT', 'CKB'])
    const everything = await live.call('listTokens', { chainIds: [BITCOIN, TRON, BASE] })
    expect(new Set(everything.data.map(({ chainId }) => chainId))).toEqual(new Set([BASE]))
  })

  it('given bitcoin, is followed by the word of the service, and its arrival is proved', async () => {
    open()
    const { orderId, transfer, accepted } = await createAbroad(
      BITCOIN,
      'BTC',
      50_000n,
      'route-native',
    )
    expect(accepted.from).toMatchObject({ family: 'bip122', amount: '50000', decimals: 8 })
    expect(transfer.depositAddress).toMatch(/^bc1q/)
    expect(transfer.paymentUri).toBe(`bitcoin:${transfer.depositAddress}?amount=0.00050000`)
    live.killAndWake()
    const hash = await payAbroad(transfer.depositAddress, 50_000n)
    await live.call('nameDeposit', { orderId, hash })
    await statusOf(orderId).toBe('filled')
    const { arrival, transfer: after } = await live.order(orderId)
    expect(after.named?.hash).toBe(hash)
    expect(arrival?.found).toMatchObject({ what: 'paid', nodes: ['alpha', 'beta'] })
    expect(after.seen).toEqual([])
    await told().toEqual([`filled:${orderId}`])
  })

  it('given a token of Tron that the service must be told of, passes its hash on', async () => {
    open()
    const { orderId, transfer, accepted } = await createAbroad(
      TRON,
      'USDT',
      25_000_000n,
      'route-liquidity',
    )
    const name = (hash: string) => live.call('nameDeposit', { orderId, hash })
    await expect(name(`0x${'1'.repeat(64)}`)).rejects.toMatchObject({
      code: 'order/hash-malformed',
    })
    const { address } = accepted.from
    await name(` ${(await payAbroad(transfer.depositAddress, 25_000_000n, address)).toUpperCase()}`)
    await statusOf(orderId).toBe('filled')
  })

  it('given CKB, where a hash is written as on EVM chains, passes it on as well', async () => {
    open()
    const made = await createAbroad(CKB, 'CKB', 250_000_000_000n, 'route-liquidity')
    const { orderId, transfer, accepted } = made
    expect(accepted.from).toMatchObject({ family: 'ckb', decimals: 8 })
    const hash = await payAbroad(transfer.depositAddress, 250_000_000_000n)
    await expect(live.call('nameDeposit', { orderId, hash: hash.slice(2) })).rejects.toMatchObject({
      code: 'order/hash-malformed',
    })
    await live.call('nameDeposit', { orderId, hash })
    await statusOf(orderId).toBe('filled')
  })

  it('given a hash that was mistyped, takes the right one in its place, and tells the service of that', async () => {
    open()
    const made = await createAbroad(TRON, 'USDT', 25_000_000n, 'route-liquidity')
    const { orderId, transfer, accepted } = made
    const name = (hash: string) => live.call('nameDeposit', { orderId, hash })
    // As long as the service was not told, it counts no other one.
    await harness.setFault('submit', { kind: 'status', status: 503, body: 'Later' }, 1_000)
    await name('b7'.repeat(32))
    expect((await live.order(orderId)).transfer.named?.hash).toBe('b7'.repeat(32))
    const hash = await payAbroad(transfer.depositAddress, 25_000_000n, accepted.from.address)
    await name(hash)
    expect((await live.order(orderId)).transfer.named?.hash).toBe(hash)
    await harness.wallet.control('DELETE', '/faults')
    await statusOf(orderId).toBe('filled')
    const after = await live.order(orderId)
    expect(after.blocker).toBeUndefined()
    expect(after.kind === 'transfer' && mayNameDeposit(after)).toBe(false)
  })

  it('given too little, ends as the word of the service that it came back', async () => {
    open()
    const { orderId, transfer } = await createAbroad(BITCOIN, 'BTC', 50_000n, 'route-native')
    await payAbroad(transfer.depositAddress, 40_000n)
    await expect.poll(async () => (await live.order(orderId)).arrival?.kind).toBe('refund')
    expect((await live.order(orderId)).status).toBe('tracking')
    live.moveOn(86_400_000)
    // It is looked for a few times more before it is given up; nobody waits for that here.
    const later = async () => {
      live.moveOn(10_000)
      return (await live.order(orderId)).status
    }
    await expect.poll(later, { interval: 500 }).toBe('unproved')
    expect((await live.order(orderId)).arrival?.found).toBeUndefined()
  })

  it.each<[string, Record<string, unknown>]>([
    ['an address of another family', { depositAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['an EVM address', { depositAddress: `0x${'9'.repeat(40)}` }],
    ['a slip in the address', { depositAddress: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb' }],
    ['a test network', { depositAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }],
    ['the address that refunds go to', { depositAddress: refunds[BITCOIN] }],
    ['another amount', { amount: '50001' }],
    ['another token', { token: 'other' }],
    ['a memo', { memo: '7' }],
    ['a link to another address', { paymentUri: 'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }],
  ])('given %s, is refused and nothing is kept', async (_, patch) => {
    open()
    const picked = await pickAbroad(BITCOIN, 'BTC', 50_000n, 'route-native')
    await harness.wallet.control('POST', '/build-tamper', { patch })
    const asked = live.call('createTransfer', picked)
    await expect(asked).rejects.toMatchObject({
      code: expect.stringMatching(/^(policy\/|service\/bad)/),
    })
    expect(await live.count()).toBe(0)
    await harness.wallet.control('DELETE', '/build-tamper')
  })

  it.each<[string, string]>([
    ['of another family', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    ['of a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['with a slip', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ])('given a refund address %s, asks the service for nothing', async (_, refundTo) => {
    open()
    const picked = await pickAbroad(BITCOIN, 'BTC', 50_000n, 'route-native')
    const request = { ...picked.request, refundTo }
    const asked = live.call('createTransfer', { ...picked, request })
    await expect(asked).rejects.toMatchObject({
      code: expect.stringMatching(/^(policy\/malformed|rpc\/invalid)/),
    })
    expect(await live.count()).toBe(0)
  })

  it('given other decimals than its coin has, is not made', async () => {
    open()
    const picked = await pickAbroad(BITCOIN, 'BTC', 50_000n, 'route-native')
    const fromToken = { ...picked.fromToken, decimals: 6 }
    const asked = live.call('createTransfer', { ...picked, fromToken })
    await expect(asked).rejects.toMatchObject({ code: 'policy/wrong-decimals' })
  })
})
