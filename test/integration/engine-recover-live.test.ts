import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sumOf } from '@/src/domain/order/deposit-sum'
import { payableOf } from '@/src/domain/order/transfer'
import { encodeBase58 } from '@/src/lib/base58'
import { createLiveWorker, type LiveWorker } from './engine/live'
import { EVM_RECIPIENT, type FiatHarness, startFiatHarness } from './fiat-harness'
import { ARBITRUM, BASE, SOLANA } from './service-harness'

type Hex = `0x${string}`

let harness: FiatHarness
let live: LiveWorker
let count = 0

beforeAll(async () => {
  harness = await startFiatHarness()
  await harness.wallet.control('POST', '/quotes-expiry', { seconds: 600 })
})
afterAll(() => harness?.stop())
afterEach(() => live?.dispose())

/** A computer that knows nothing of what was made elsewhere. */
function openEmpty(): LiveWorker {
  count += 1
  live = createLiveWorker({ name: `recover-live-${count}`, info: harness.info })
  return live
}

/** An address to pay 25 USDC (or half an ether) to, made by another computer. */
async function makeElsewhere(symbol = 'USDC', routeId = 'route-native') {
  const { wallet, client, author } = harness
  const from = { chainId: BASE, address: wallet.token(BASE, symbol).address }
  const to = { chainId: ARBITRUM, address: wallet.token(ARBITRUM, 'USDC').address }
  const amount = symbol === 'USDC' ? 25_000_000n : 5n * 10n ** 17n
  const { quoteId } = await client.quotes.get(harness.wish(from, to, amount))
  const depositMethod =
    routeId === 'route-native' ? ('TRANSFER' as const) : ('TRANSFER_WITH_TX_HASH_SUBMIT' as const)
  const parties = { from: author, recipient: author, refundTo: author }
  const build = await client.deposits.build({ ...parties, quoteId, routeId, depositMethod })
  if (build.kind !== 'TRANSFER') throw new Error(`built ${build.kind}`)
  return { address: build.depositAddress as Hex, serviceOrderId: build.orderId ?? '', amount }
}

const pay = (to: Hex, value: bigint, symbol = 'USDC'): Promise<Hex> =>
  harness.wallet.transfer(harness.wallet.token(BASE, symbol), to, value)

/** Recovers until there is something: a service hears of a payment a moment after it was mined. */
async function recover(query: string): Promise<string> {
  let orderIds: string[] = []
  await expect
    .poll(async () => {
      ;({ orderIds } = await live.call('recoverOrders', { query }))
      return orderIds.length
    })
    .toBe(1)
  return orderIds[0] ?? ''
}

const statusOf = (orderId: string) => expect.poll(async () => (await live.order(orderId)).status)

describe('a payment by address on an empty profile', () => {
  it('given its deposit address, comes back as what it is, and is proved to its end', async () => {
    const { address, amount, serviceOrderId } = await makeElsewhere()
    const hash = await pay(address, amount)
    openEmpty()
    const orderId = await recover(address)
    await statusOf(orderId).toBe('filled')
    await expect.poll(async () => sumOf((await live.order(orderId)).transfer)).toBe('exact')
    const order = await live.order(orderId)
    expect(order.service.orderId).toBe(serviceOrderId)
    expect(order.transfer.depositAddress.toLowerCase()).toBe(address.toLowerCase())
    expect(order.transfer.seen).toMatchObject([{ hash, nodes: ['alpha', 'beta'] }])
    expect(payableOf(order, Date.now())).toBe(0n)
    expect(await live.call('recoverOrders', { query: address })).toEqual({
      found: 0,
      orderIds: [orderId],
    })
  })

  it('given the address that coins were sent to, comes back as what it is', async () => {
    const { address, amount } = await makeElsewhere('ETH')
    await pay(address, amount, 'ETH')
    openEmpty()
    const order = await live.order(await recover(address))
    expect(order.accepted.from).toMatchObject({ chainId: BASE, amount: String(amount) })
    await statusOf(order.id).toBe('filled')
  })

  it.each(['USDC', 'ETH'])(
    'given the hash of its payment in %s, comes back as what it is',
    async (symbol) => {
      const { address, amount } = await makeElsewhere(symbol)
      const hash = await pay(address, amount, symbol)
      openEmpty()
      const order = await live.order(await recover(hash))
      expect(order.transfer.depositAddress).toBe(address.toLowerCase())
      await statusOf(order.id).toBe('filled')
    },
  )

  it('given its order’s id before it was paid, is followed and never offered to be paid', async () => {
    const { address, amount, serviceOrderId } = await makeElsewhere()
    openEmpty()
    const orderId = await recover(serviceOrderId)
    const order = await live.order(orderId)
    expect(order.transfer).toMatchObject({ depositAddress: '', closed: { why: 'found' } })
    expect(payableOf(order, Date.now())).toBe(0n)
    await pay(address, amount)
    await statusOf(orderId).toBe('filled')
    await expect.poll(() => live.notices).toEqual([`filled:${orderId}`])
  })

  it('given the hash of a deposit that a wallet was asked for, comes back as a swap', async () => {
    const { wallet } = harness
    const from = { chainId: BASE, address: wallet.token(BASE, 'USDC').address }
    const to = { chainId: ARBITRUM, address: wallet.token(ARBITRUM, 'USDC').address }
    const { quoteId, routeId, txHash } = await harness.deposit(from, to, 25_000_000n)
    await harness.client.deposits.submit({ quoteId, routeId, txHash })
    openEmpty()
    const orderId = await recover(txHash)
    await expect(live.order(orderId)).rejects.toMatchObject({ code: 'order/not-found' })
  })

  it('given an account that never made an order, finds nothing, whatever was paid to it', async () => {
    const stranger = `0x${'9'.repeat(40)}` as const
    await pay(stranger, 25_000_000n)
    openEmpty()
    expect(await live.call('recoverOrders', { query: stranger })).toEqual({
      found: 0,
      orderIds: [],
      isRecent: true,
    })
  })
})

describe('a payment by address on Solana, on an empty profile', () => {
  async function makeThere(symbol: string, amount: bigint, fromAddress = traveller()) {
    const { wallet, client, author } = harness
    const from = { chainId: SOLANA, address: wallet.token(SOLANA, symbol).address }
    const to = { chainId: ARBITRUM, address: wallet.token(ARBITRUM, 'USDC').address }
    const parties = { recipient: author, refundTo: fromAddress }
    const wish = { ...harness.wish(from, to, amount), fromAddress, ...parties }
    const { quoteId } = await client.quotes.get(wish)
    const build = await client.deposits.build({
      ...{ quoteId, routeId: 'route-native', from: fromAddress, ...parties },
      depositMethod: 'TRANSFER',
    })
    if (build.kind !== 'TRANSFER') throw new Error(`built ${build.kind}`)
    const { depositAddress: address, orderId = '', intentId = '' } = build
    return { address, orderId, intentId, symbol, amount }
  }
  const traveller = () => harness.info.accounts.solana?.address ?? ''
  /** The faucet stands for an exchange that pays out to the address. */
  const payThere = async ({
    address,
    symbol,
    amount,
  }: { [K in 'address' | 'symbol']: string } & { amount: bigint }) => {
    const { address: token } = harness.wallet.token(SOLANA, symbol)
    const payment = { chainId: SOLANA, token, address, amount: String(amount) }
    await harness.wallet.control('POST', '/fund', payment)
    const mine = { chainId: SOLANA, action: 'mine', blocks: 40 }
    await harness.wallet.control('POST', '/chain', mine)
  }

  it.each([
    ['USDC', 25_000_000n],
    ['SOL', 500_000_000n],
  ])(
    'given the address that %s was paid to, comes back as what it is, and is proved',
    async (symbol, amount) => {
      const made = await makeThere(symbol, amount)
      await payThere(made)
      openEmpty()
      const orderId = await recover(made.address)
      await statusOf(orderId).toBe('filled')
      await expect.poll(async () => sumOf((await live.order(orderId)).transfer)).toBe('exact')
      const order = await live.order(orderId)
      expect(order.service.orderId).toBe(made.orderId)
      expect(order.transfer.depositAddress).toBe(made.address)
      expect(order.transfer.seen).toMatchObject([{ nodes: ['alpha', 'beta'] }])
      expect(payableOf(order, Date.now())).toBe(0n)
    },
  )

  it.each([
    ['order’s number', 'USDC', 25_000_000n, 'orderId'],
    ['intent’s id', 'USDC', 25_000_000n, 'intentId'],
    ['order’s number', 'SOL', 500_000_000n, 'orderId'],
  ] as const)(
    'given the %s of a payment in %s, learns its address from the chain',
    async (_, symbol, amount, name) => {
      const made = await makeThere(symbol, amount)
      await payThere(made)
      openEmpty()
      // A service hears of a payment a moment after it landed.
      await expect
        .poll(async () => (await harness.client.orders.get(made.orderId)).status)
        .toBe('filled')
      const order = await live.order(await recover(made[name]))
      expect(order.transfer.depositAddress).toBe(made.address)
      await statusOf(order.id).toBe('filled')
      await expect.poll(async () => sumOf((await live.order(order.id)).transfer)).toBe('exact')
    },
  )

  it('given its number before it was paid, is followed without its address', async () => {
    const made = await makeThere('USDC', 25_000_000n)
    openEmpty()
    const orderId = await recover(made.orderId)
    expect((await live.order(orderId)).transfer.depositAddress).toBe('')
    await payThere(made)
    await statusOf(orderId).toBe('filled')
  })

  it('given an account that never made an order, finds nothing, whatever was paid to it', async () => {
    const stranger = encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
    await payThere({ address: stranger, symbol: 'SOL', amount: 500_000_000n })
    openEmpty()
    const nothing = { found: 0, orderIds: [], isRecent: true }
    expect(await live.call('recoverOrders', { query: stranger })).toEqual(nothing)
  })
})

describe('a purchase on an empty profile', () => {
  const usdc = () => ({
    chainId: ARBITRUM,
    address: harness.wallet.token(ARBITRUM, 'USDC').address,
  })
  const refundTo = '0x00000000000000000000000000000000000f1a71'
  const endOf = (orderId: string) => expect.poll(async () => (await live.purchase(orderId)).status)
  const told = (notices: string[]) => expect.poll(() => live.notices).toEqual(notices)

  it('given its number, is on disk and followed to the money on the chain', async () => {
    const { orderId: number } = await harness.order('harbor', usdc(), { recipient: EVM_RECIPIENT })
    openEmpty()
    const orderId = await recover(number)
    expect(await live.purchase(orderId)).toMatchObject({
      status: 'submitted',
      accepted: {
        from: { symbol: 'EUR', amount: '5000' },
        to: { chainId: ARBITRUM, symbol: 'USDC' },
        recipient: expect.stringMatching(new RegExp(EVM_RECIPIENT, 'i')),
      },
      purchase: { found: true, strategy: 'direct' },
      service: { orderId: number },
    })
    await expect(live.call('openCheckout', { orderId, host: '127.0.0.1' })).rejects.toMatchObject({
      code: 'order/checkout-over',
    })
    expect(await live.call('recoverOrders', { query: number })).toEqual({
      found: 0,
      orderIds: [orderId],
    })
    await harness.act(number, 'pay')
    await endOf(orderId).toBe('filled')
    await told([`filled:${orderId}`])
  })

  it('given it was delivered already, then that is proved, and is no news', async () => {
    const { orderId: number } = await harness.order('harbor', usdc(), { recipient: EVM_RECIPIENT })
    await harness.act(number, 'pay')
    await harness.follow(number)
    openEmpty()
    const orderId = await recover(number)
    await endOf(orderId).toBe('filled')
    expect(live.notices).toEqual([])
  })

  it('given its bridge is named, then one record holds both, found by either', async () => {
    const { orderId: number } = await harness.order('ferry', usdc(), { recipient: EVM_RECIPIENT })
    await harness.act(number, 'pay')
    openEmpty()
    const orderId = await recover(number)
    await endOf(orderId).toBe('filled')
    const { purchase, arrival } = await live.purchase(orderId)
    const { leg } = purchase
    expect(leg).toMatchObject({ orderId: purchase.bridgeOrderId, status: 'filled' })
    expect(leg?.from).toMatchObject({ chainId: BASE, symbol: 'USDC' })
    expect(arrival?.found?.hash).toBe(leg?.fillTxHash)
    for (const query of [leg?.orderId ?? '', leg?.depositTxHash ?? '']) {
      expect(await recover(query)).toBe(orderId)
    }
    expect(await live.count()).toBe(1)
    await told([`filled:${orderId}`])
  })

  it('given the bridge sends the money back to nobody known here, then it ends as a word', async () => {
    const { orderId: number } = await harness.order('ferry', usdc(), {
      recipient: EVM_RECIPIENT,
      refundTo,
    })
    openEmpty()
    const orderId = await recover(number)
    await harness.wallet.control('POST', '/next-order', { outcome: 'refund' })
    await harness.act(number, 'pay')
    // Where refunds go was agreed elsewhere: without it the end is the provider's word.
    await endOf(orderId).toBe('failed')
    expect((await live.purchase(orderId)).purchase.leg?.refundTxHash).toMatch(/^0x/)
    await told([`failed:${orderId}`])
  })
})

describe('a purchase that is bridged', () => {
  const refundTo = '0x00000000000000000000000000000000000f1a71'

  it('given the bridge sends the money back, then that is proved where the bridge began', async () => {
    const token = harness.wallet.token(ARBITRUM, 'USDC')
    const asset = { chainId: ARBITRUM, address: token.address }
    const parties = { recipient: EVM_RECIPIENT, refundTo }
    const offer = await harness.quoteAt('ferry', asset, parties)
    openEmpty()
    const { orderId } = await live.call('buy', {
      ask: {
        fiatCurrency: 'EUR',
        fiatAmount: '50',
        outputAsset: asset,
        hubChainId: BASE,
        ...parties,
      },
      offer,
      token: { ...asset, symbol: 'USDC', decimals: 6, name: 'USD Coin' },
    })
    await harness.wallet.control('POST', '/next-order', { outcome: 'refund' })
    await harness.act((await live.purchase(orderId)).service.orderId ?? '', 'pay')
    await expect.poll(async () => (await live.purchase(orderId)).status).toBe('refunded')
    const { purchase, arrival } = await live.purchase(orderId)
    expect(arrival).toMatchObject({
      kind: 'refund',
      found: { what: 'paid', hash: purchase.leg?.refundTxHash, nodes: ['alpha', 'beta'] },
    })
    expect(await live.count()).toBe(1)
    await expect.poll(() => live.notices).toEqual([`refunded:${orderId}`])
  })
})
