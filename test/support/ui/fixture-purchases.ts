import type { OfferEvent } from '@/src/contract/offers'
import type { FiatConfig } from '@/src/contract/service/fiat'
import type { BridgeLeg, Purchase, PurchaseOrder } from '@/src/domain/order/order'
import { beyondLimits, limitsOf, type PurchaseAsk } from '@/src/domain/order/purchase'
import { account, ethArbitrum } from './fixture-data'

const number = '6f1c2a54-8b7e-4d3a-9a51-0c2f7be1d902'

/** Three providers and a bridge, as the sandbox's fiat API tells of them. */
export const fiatConfig: FiatConfig = {
  providers: ['Harbor Pay', 'Ferry Ramp', 'Lantern'].map((name) => ({
    id: name.split(' ')[0]?.toLowerCase(),
    name,
    capabilities: {
      fiatCurrencies: ['USD', 'EUR', 'GBP', 'JPY'],
      paymentMethods: ['card', 'bank_transfer'],
      limits: { EUR: { min: '10.00', max: '25000.00' } },
    },
  })),
  jump: { supported: true, hub: { chainId: 8453 } },
}

/** What comes of prices, or of offers. */
export type Offered = 'all' | 'none' | 'hang' | 'fail' | 'some' | 'falling' | 'fewer' | 'odd'

/** Offers of two providers, and a third that has none. */
export function offers(now: number, kind: Offered, round: number): OfferEvent[] {
  if (kind === 'hang') return []
  const cut: OfferEvent = {
    type: 'error',
    error: { code: 'service/unreachable', message: '', context: {} },
  }
  const done: OfferEvent = { type: 'done' }
  if (kind === 'fail') return [cut]
  const offer = (name: string, jump: boolean, least: string, expected: string): OfferEvent => ({
    type: 'offer',
    offer: {
      quoteId: name,
      provider: name.split(' ')[0]?.toLowerCase(),
      providerName: name,
      totalFee: jump ? '1.85' : '1.45',
      expectedOutputAmount: expected,
      minOutputAmount: least,
      expiresAt: Math.floor(now / 1000) + (jump ? 12 : 58),
      swapStrategy: jump ? 'jump' : 'direct',
      minFiatAmount: jump ? '20.00' : '10.00',
      maxFiatAmount: jump ? '25000.00' : '10000.00',
      paymentMethods: jump ? ['card'] : ['card', 'bank_transfer'],
    },
  })
  if (kind === 'odd') {
    const problem = { provider: 'ferry', providerName: 'Ferry Ramp', message: '' }
    return [
      { type: 'refused', problem: { message: 'The amount is too small' } },
      { type: 'refused', problem: { message: '' }, why: 'unreadable' },
      { type: 'refused', problem, why: 'refund' },
      done,
    ]
  }
  const none = kind === 'none'
  const least = kind === 'falling' ? 655 - round : 655
  const refuse = (name: string, message: string, retryable: boolean): OfferEvent => ({
    type: 'refused',
    problem: { provider: name.toLowerCase(), providerName: name, message, retryable },
  })
  return [
    ...(none
      ? [refuse('Harbor', 'Harbor Pay takes 10.00 EUR or more', false)]
      : [
          offer('Harbor Pay', false, '16630000000000000', '16798000000000000'),
          ...(kind === 'fewer' && round > 0
            ? []
            : [offer('Ferry Ramp', true, `16${least}000000000000`, '16738000000000000')]),
        ]),
    ...(kind === 'some'
      ? [cut]
      : [refuse('Lantern', 'Lantern cannot price this request now', true), done]),
  ]
}

/** Leaves an offer out as the worker does, where what is paid is outside of what it takes. */
export function heldAgainst(request: PurchaseAsk, event: OfferEvent): OfferEvent {
  if (event.type !== 'offer') return event
  const { provider, providerName } = event.offer
  const limits = limitsOf(request, event.offer)
  if (beyondLimits(request.fiatAmount, limits) === undefined) return event
  return {
    type: 'refused',
    problem: { message: '', provider, providerName },
    why: 'limits',
    limits,
  }
}

let count = 0

/** A purchase as stored, waiting for its payment unless `change` says otherwise. */
function purchase(
  now: number,
  change: Partial<PurchaseOrder> = {},
  own: Partial<Purchase> = {},
): PurchaseOrder {
  count += 1
  const { chainId, address, symbol, decimals } = ethArbitrum
  return {
    kind: 'purchase',
    id: `b${count.toString(16).padStart(31, '0')}`,
    revision: 1,
    createdAt: now - count * 4_000_000,
    updatedAt: now,
    accepted: {
      quoteId: `bq${count}`,
      routeId: 'Harbor Pay',
      routeType: 'direct',
      tradeType: 'EXACT_INPUT',
      from: { chainId: 0, address: '', symbol: 'EUR', decimals: 2, amount: '5000' },
      to: { chainId, address, symbol: symbol ?? '', decimals, amount: '16798000000000000' },
      minAmountOut: '16630000000000000',
      author: account,
      recipient: account,
      refundTo: account,
      expectedDurationSeconds: 1_200,
      quoteExpiresAt: Math.floor(now / 1000) + 50,
      validBefore: Math.floor(now / 1000) + 50,
    },
    serviceUrl: 'https://fiat.example',
    status: 'submitted',
    confirmedAt: now,
    purchase: {
      provider: 'Harbor Pay',
      strategy: 'direct',
      fee: '1.45',
      action: { type: 'wrapper', url: 'https://fiat.example/checkout/1' },
      ...own,
    },
    service: { orderId: number, status: 'created' },
    notified: [],
    ...change,
  }
}

/** As it is found by its number: what was agreed is not told. */
function withoutTerms(order: PurchaseOrder): PurchaseOrder {
  const { minAmountOut: _, ...accepted } = order.accepted
  return { ...order, accepted: { ...accepted, refundTo: '' } }
}

/** A purchase in each interesting state, by name; the same ones each time. */
export function purchases(now: number): Record<string, PurchaseOrder> {
  count = 0
  const jump = { strategy: 'jump', provider: 'Ferry Ramp' }
  const hash = `0x${'7'.repeat(64)}`
  const fill = { txHash: hash, chainId: 42161, amount: '16790000000000000' }
  const token = ethArbitrum.address
  const leg: BridgeLeg = {
    orderId: 'ord_9f8e7d6c5b4a',
    serviceUrl: 'https://service.example',
    status: 'published',
    from: {
      chainId: 8453,
      address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      symbol: 'USDC',
      decimals: 6,
      amount: '51820000',
    },
    depositTxHash: `0x${'8'.repeat(64)}`,
  }
  return {
    buyMade: purchase(now),
    buyOpened: purchase(
      now,
      { service: { orderId: number, status: 'awaiting_payment' } },
      { openedAt: now - 240_000 },
    ),
    buyUnclear: purchase(
      now,
      { service: { orderId: number, status: 'quote_locked' } },
      { openedAt: now - 240_000, told: 'harbor-eu' },
    ),
    buyUnknown: purchase(now, {}, { action: { type: 'hologram' } }),
    buyAway: purchase(now, { blocker: { code: 'service/origin-not-allowed', since: now } }),
    buyNone: purchase(
      now,
      { status: 'tracking', service: { orderId: number, status: 'payment_received' } },
      { action: { type: 'none' } },
    ),
    buyBridging: purchase(
      now,
      { status: 'tracking', service: { orderId: number, status: 'bridging' } },
      { ...jump, openedAt: now - 60_000, bridgeOrderId: leg.orderId, leg },
    ),
    buyReturned: purchase(
      now,
      {
        status: 'refunded',
        service: { orderId: number, status: 'refunded', refund: { txHash: hash, chainId: 8453 } },
        arrival: {
          kind: 'refund',
          since: now,
          found: {
            what: 'paid',
            token: leg.from.address,
            amount: leg.from.amount,
            hash,
            claims: [],
            at: now,
            nodes: ['Offchain Labs', 'PublicNode'],
          },
        },
      },
      {
        ...jump,
        openedAt: now - 60_000,
        bridgeOrderId: leg.orderId,
        leg: { ...leg, status: 'refunded', refundTxHash: hash },
      },
    ),
    buyFound: withoutTerms(purchase(now, {}, { provider: 'harbor', found: true })),
    buyProving: purchase(
      now,
      {
        status: 'tracking',
        service: { orderId: number, status: 'filled', fill },
        arrival: { kind: 'payout', since: now },
      },
      { openedAt: now - 60_000 },
    ),
    buyFilled: purchase(
      now,
      {
        status: 'filled',
        service: { orderId: number, status: 'filled', fill },
        arrival: {
          kind: 'payout',
          since: now,
          found: {
            what: 'paid',
            token,
            amount: fill.amount,
            hash,
            claims: [],
            at: now,
            nodes: ['Offchain Labs', 'PublicNode'],
          },
        },
      },
      { openedAt: now - 60_000 },
    ),
    buyFailed: purchase(
      now,
      {
        status: 'failed',
        service: { orderId: number, status: 'failed' },
        failure: {
          code: 'order/failed-at-service',
          at: now,
          reason: { kind: 'said', by: 'service', words: 'The card was declined' },
        },
      },
      { openedAt: now - 60_000 },
    ),
    buyFailedPaid: purchase(
      now,
      {
        status: 'failed',
        service: { orderId: number, status: 'refunded' },
        failure: {
          code: 'order/failed-at-service',
          at: now,
          reason: { kind: 'said', by: 'service', words: 'Nobody could deliver' },
        },
      },
      { openedAt: now - 60_000, paidAt: now - 30_000 },
    ),
    buyGivenUp: purchase(
      now,
      { status: 'stopped', failure: { code: 'order/given-up', at: now } },
      { openedAt: now - 60_000 },
    ),
    buyLost: purchase(
      now,
      {
        status: 'failed',
        service: {},
        failure: {
          code: 'order/not-made',
          at: now,
          reason: { kind: 'said', by: 'service', words: 'This quote is an order already' },
        },
      },
      { action: { type: 'none' } },
    ),
  }
}
