import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FiatStreamItem } from '@/src/contract/service/fiat'
import { toFiatStep } from '@/src/domain/service/service-status'
import { EVM_RECIPIENT, type FiatHarness, SOLANA_RECIPIENT, startFiatHarness } from './fiat-harness'
import { ARBITRUM, BASE, SOLANA } from './service-harness'

let harness: FiatHarness

beforeAll(async () => {
  harness = await startFiatHarness()
})
afterAll(() => harness?.stop())
beforeEach(() => harness.reset())

const dai = () => harness.wallet.token(ARBITRUM, 'DAI')
const transactionState = async (chainId: number, hash: string) => {
  const signer = harness.wallet.wallet(chainId)
  return (await signer.getTransactionReceipt({ hash: hash as `0x${string}` })).status
}

describe('the configuration', () => {
  it('given the sandbox, when read, then three providers, jump support and features are told', async () => {
    const config = await harness.client.fiat.config()
    expect(config.providers.map(({ id }) => id)).toEqual(['harbor', 'lantern', 'ferry'])
    expect(config.jump).toMatchObject({ supported: true, hub: { chainId: BASE, symbol: 'USDC' } })
    expect(config.features).toMatchObject({ quoteStream: true })
    const [first] = config.providers
    const logo = await fetch(first?.logoUrl ?? '')
    expect(logo.headers.get('content-type')).toBe('image/svg+xml')
  })
})

describe('quotes', () => {
  it('given all providers, when asked, then two quote and the third says why it does not', async () => {
    const before = Date.now() / 1000
    const { quotes, errors } = await harness.client.fiat.quote(harness.toRequest(dai()))
    expect(quotes.map(({ provider, swapStrategy }) => [provider, swapStrategy])).toEqual([
      ['harbor', 'direct'],
      ['ferry', 'jump'],
    ])
    expect(errors).toMatchObject([{ provider: 'lantern', code: 'PROVIDER_UNAVAILABLE' }])
    expect(errors[0]?.message).toContain('Lantern')
    for (const quote of quotes) {
      expect(quote).toMatchObject({ fiatCurrency: 'EUR', fiatAmount: '50' })
      expect(BigInt(quote.minOutputAmount)).toBeLessThan(BigInt(quote.expectedOutputAmount))
      expect(quote.expiresAt).toBeGreaterThanOrEqual(Math.floor(before) + 60)
      expect(quote.totalFee).toMatch(/^\d+\.\d\d$/)
      expect(quote.providerLogoUrl).toContain(harness.info.fiatUrl)
      expect(Buffer.from(quote.quoteId, 'base64url').toString('latin1')).not.toContain(
        quote.provider,
      )
    }
  })

  it('given a stream, when asked, then each provider`s answer comes as it settles', async () => {
    const items: FiatStreamItem[] = []
    for await (const item of harness.client.fiat.streamQuotes(harness.toRequest(dai()))) {
      items.push(item)
    }
    const names = items.map((item) => ('quote' in item ? item.quote : item.error).provider)
    expect(names).toEqual(['harbor', 'lantern', 'ferry'])
    expect(items.map((item) => Object.keys(item)[0])).toEqual(['quote', 'error', 'quote'])
  })

  it('given a pinned provider, when asked, then only it answers and `errors` is missing', async () => {
    const request = harness.toRequest(dai(), { provider: 'ferry' })
    const response = await fetch(`${harness.info.fiatUrl}/v1/fiat/quote`, {
      method: 'POST',
      body: JSON.stringify(request),
    })
    expect(Object.keys((await response.json()) as object)).toEqual(['quotes'])
    const { quotes, errors } = await harness.client.fiat.quote(request)
    expect(quotes.map(({ provider }) => provider)).toEqual(['ferry'])
    expect(errors).toEqual([])
  })

  it('given the provider that cannot price is pinned, when asked, then there is only its reason', async () => {
    const pinned = harness.toRequest(dai(), { provider: 'lantern' })
    const { quotes, errors } = await harness.client.fiat.quote(pinned)
    expect([quotes.length, errors.length]).toEqual([0, 1])
  })

  it('given an amount beyond a provider, when asked, then the limit is its reason', async () => {
    const small = await harness.client.fiat.quote(harness.toRequest(dai(), { fiatAmount: '12' }))
    expect(small.quotes.map(({ provider }) => provider)).toEqual(['harbor'])
    expect(small.errors.map(({ code }) => code)).toContain('AMOUNT_TOO_LOW')
    const large = await harness.client.fiat.quote(harness.toRequest(dai(), { fiatAmount: '20000' }))
    expect(large.quotes.map(({ provider }) => provider)).toEqual(['ferry'])
    expect(large.errors.map(({ code }) => code)).toContain('AMOUNT_TOO_HIGH')
  })

  it('given the hub`s own stablecoin, when asked, then nothing has to be bridged', async () => {
    const quote = await harness.quoteAt('ferry', harness.wallet.token(BASE, 'USDC'))
    expect(quote.swapStrategy).toBe('direct')
  })

  it('given a currency without minor units, when asked, then fees have none either', async () => {
    const yen = { fiatCurrency: 'JPY', fiatAmount: '8000' }
    const quote = await harness.quoteAt('harbor', dai(), yen)
    expect(quote.totalFee).toBe('232')
  })
})

describe('an order', () => {
  it.each([
    ['harbor', 'direct', ['created', 'payment_received', 'completed']],
    ['ferry', 'jump', ['created', 'payment_received', 'bridging', 'completed']],
  ])(
    'given %s (%s), when paid, then the recipient has the output on chain',
    async (provider, strategy, path) => {
      const recipient = { recipient: EVM_RECIPIENT }
      const before = await harness.wallet.balanceOf(dai(), EVM_RECIPIENT)
      const { orderId, status, action, quote } = await harness.order(provider, dai(), recipient)
      expect(quote.swapStrategy).toBe(strategy)
      expect([status, action.type]).toEqual(['created', 'wrapper'])
      expect((await harness.client.fiat.getOrder(orderId)).status).toBe('created')

      await harness.act(orderId, 'pay')
      const order = await harness.follow(orderId)

      expect(order.status).toBe('completed')
      expect(path).toEqual(expect.arrayContaining(order.seen.filter((s) => s !== 'delivering')))
      expect(order.provider).toBe(provider)
      expect(order.outputAmount).toBe(quote.expectedOutputAmount)
      const after = await harness.wallet.balanceOf(dai(), EVM_RECIPIENT)
      expect(after - before).toBe(BigInt(order.outputAmount ?? ''))
      expect(await transactionState(ARBITRUM, order.transferTxHash ?? '')).toBe('success')
    },
  )

  it('given a jump, when completed, then its bridge leg is an order of the main API', async () => {
    const { orderId } = await harness.order('ferry', dai())
    await harness.act(orderId, 'pay')
    const order = await harness.follow(orderId)
    const view = await fetch(`${harness.info.fiatUrl}/v1/fiat/order/${orderId}`)
    const { bridgeOrderId, settlementTxHash } = (await view.json()) as Record<string, string>
    const leg = await harness.client.orders.get(bridgeOrderId ?? '')
    expect(leg).toMatchObject({ status: 'filled', fromChainId: BASE, toChainId: ARBITRUM })
    expect(leg.transactions?.fill?.txHash).toBe(order.transferTxHash)
    expect(leg.depositTxHash).toBe(settlementTxHash)
    expect(await transactionState(BASE, settlementTxHash ?? '')).toBe('success')
  })

  it.each([
    ['harbor', 'USDC'],
    ['ferry', 'SOL'],
  ])('given %s and a Solana wallet, when paid, then its %s grows', async (provider, symbol) => {
    const token = harness.wallet.token(SOLANA, symbol)
    const before = await harness.wallet.balanceOf(token, SOLANA_RECIPIENT)
    const wallet = { recipient: SOLANA_RECIPIENT, refundTo: SOLANA_RECIPIENT }
    const { orderId } = await harness.order(provider, token, wallet)
    await harness.act(orderId, 'pay')
    const order = await harness.follow(orderId)
    expect(order.status).toBe('completed')
    const after = await harness.wallet.balanceOf(token, SOLANA_RECIPIENT)
    expect(after - before).toBe(BigInt(order.outputAmount ?? ''))
  })

  it('given native output, when paid, then the native balance grows', async () => {
    const eth = harness.wallet.token(BASE, 'ETH')
    const before = await harness.wallet.balanceOf(eth, EVM_RECIPIENT)
    const { orderId } = await harness.order('harbor', eth, { recipient: EVM_RECIPIENT })
    await harness.act(orderId, 'pay')
    const { outputAmount } = await harness.follow(orderId)
    const after = await harness.wallet.balanceOf(eth, EVM_RECIPIENT)
    expect(after - before).toBe(BigInt(outputAmount ?? ''))
  })

  it('given less was delivered than expected, when completed, then the real amount is told', async () => {
    await harness.script({ deliveredBps: 9_950 })
    const before = await harness.wallet.balanceOf(dai(), EVM_RECIPIENT)
    const { orderId, quote } = await harness.order('harbor', dai(), { recipient: EVM_RECIPIENT })
    await harness.act(orderId, 'pay')
    const { outputAmount = '' } = await harness.follow(orderId)
    expect(BigInt(outputAmount)).toBe((BigInt(quote.expectedOutputAmount) * 9_950n) / 10_000n)
    const after = await harness.wallet.balanceOf(dai(), EVM_RECIPIENT)
    expect(after - before).toBe(BigInt(outputAmount))
  })

  it('given metadata, when committed, then the service keeps it and shows it to nobody', async () => {
    const { quoteId } = await harness.quoteAt('harbor', dai())
    const metadata = { author: harness.author }
    const created = await harness.client.fiat.createOrder({ quoteId, metadata })
    const kept = await harness.wallet.control('GET', `/fiat/order/${created.orderId}`)
    expect(kept).toEqual({ metadata })
    const page = await (await fetch(created.action.url ?? '')).text()
    expect(page).toContain(created.orderId)
    expect(page).not.toContain(harness.author)
  })

  it.each(['wrapper', 'redirect', 'provider_widget'])(
    'given a %s action, when read, then its address may be opened',
    async (type) => {
      await harness.script({ action: type })
      const { action, orderId } = await harness.order('harbor', dai())
      const step = toFiatStep(action)
      expect(step).toMatchObject({ kind: 'open', how: type })
      const { origin } = new URL(action.url ?? '')
      expect(origin === harness.info.fiatUrl).toBe(type === 'wrapper')
      expect((await harness.client.fiat.getOrder(orderId)).action).toEqual(action)
    },
  )

  it('given nothing to open, when followed, then the order progresses by itself', async () => {
    await harness.script({ action: 'none' })
    const { action, orderId } = await harness.order('harbor', dai())
    expect(toFiatStep(action)).toEqual({ kind: 'none' })
    expect((await harness.follow(orderId)).status).toBe('completed')
  })

  it('given an action nobody knows, when read, then it is not mistaken for nothing to do', async () => {
    await harness.script({ action: 'bank_app' })
    const { action } = await harness.order('harbor', dai())
    expect(toFiatStep(action)).toEqual({ kind: 'unknown', type: 'bank_app' })
  })

  it('given a status nobody knows, when followed, then it is in progress', async () => {
    await harness.script({ status: 'kyc_review', action: 'none' })
    const { orderId } = await harness.order('harbor', dai())
    const { seen } = await harness.follow(orderId)
    expect(seen).toEqual(['kyc_review', 'completed'])
  })

  it('given the usual pace, when an event wakes the poll, then the end is seen at once', async () => {
    const { orderId } = await harness.order('harbor', dai())
    let lookNow: (() => void) | undefined
    const tracking = harness.client.trackFiatOrder(orderId, {
      intervalMs: 3_600_000,
      wake: (look) => {
        lookNow = look
        return () => undefined
      },
    })
    await expect.poll(() => lookNow).toBeDefined()
    await harness.act(orderId, 'pay')
    await harness.follow(orderId)
    lookNow?.()
    expect((await tracking).status).toBe('completed')
  })
})

describe('an order that does not complete', () => {
  it.each([
    ['fail', 'failed', 'PAYMENT_DECLINED'],
    ['cancel', 'cancelled', 'PAYMENT_CANCELLED'],
    ['refund', 'refunded', 'PAYMENT_REFUNDED'],
  ])(
    'given the provider ends it (%s), when followed, then it is %s and says why',
    async (outcome, status, reason) => {
      await harness.script({ outcome })
      const before = await harness.wallet.balanceOf(dai())
      const { orderId } = await harness.order('harbor', dai())
      await harness.act(orderId, 'pay')
      const order = await harness.follow(orderId)
      expect(order).toMatchObject({ status, failure: { reason } })
      expect(order.failure?.message).not.toBe('')
      expect(order.transferTxHash).toBeUndefined()
      expect(await harness.wallet.balanceOf(dai())).toBe(before)
    },
  )

  it.each([
    ['fail', 'failed'],
    ['cancel', 'cancelled'],
  ] as const)(
    'given the person ends it (%s), when read, then it is %s and stays so',
    async (act, status) => {
      const { orderId } = await harness.order('harbor', dai())
      await harness.act(orderId, act)
      await harness.act(orderId, 'pay')
      expect((await harness.client.fiat.getOrder(orderId)).status).toBe(status)
    },
  )

  it('given nobody pays in time, when read, then it is expired', async () => {
    await harness.wallet.control('POST', '/fiat/checkout', { seconds: 0 })
    const { orderId, action } = await harness.order('harbor', dai())
    const order = await harness.follow(orderId)
    expect(order).toMatchObject({ status: 'expired', failure: { reason: 'PAYMENT_EXPIRED' } })
    expect((await fetch(action.url ?? '')).status).toBe(410)
  })

  it('given the bridge leg goes back, when followed, then the stablecoin is at the refund address', async () => {
    const usdc = harness.wallet.token(BASE, 'USDC')
    const before = await harness.wallet.balanceOf(usdc, EVM_RECIPIENT)
    await harness.wallet.control('POST', '/next-order', { outcome: 'refund' })
    const { orderId } = await harness.order('ferry', dai(), { refundTo: EVM_RECIPIENT })
    await harness.act(orderId, 'pay')
    const order = await harness.follow(orderId)
    expect(order).toMatchObject({ status: 'refunded', failure: { reason: 'BRIDGE_REFUNDED' } })
    const after = await harness.wallet.balanceOf(usdc, EVM_RECIPIENT)
    expect(after - before).toBeGreaterThan(50_000_000n)
  })

  it('given the bridge leg fails, when followed, then the order is failed', async () => {
    await harness.wallet.control('POST', '/next-order', { outcome: 'fail' })
    const { orderId } = await harness.order('ferry', dai())
    await harness.act(orderId, 'pay')
    const order = await harness.follow(orderId)
    expect(order).toMatchObject({ status: 'failed', failure: { reason: 'BRIDGE_FAILED' } })
  })
})
