import { payee } from './address-service'
import { author, erc20, type SimChain } from './chain'
import { toChainId } from './service'

const host = 'fiat.test'
export const fiatUrl = `https://${host}`
export const least = 24_900_000n
const expected = 25_000_000n
/** What a provider settles on the hub's chain before it is bridged. */
export const settled = 26_000_000n
/** The main service, which bridges it. */
/** What is settled on the hub: USDC of Base, which is known by its address. */
export const hubToken = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const legPath = '/v1/orders/by-id/leg-'

type Stage =
  | 'created'
  | 'payment_received'
  | 'delivering'
  | 'completed'
  | 'failed'
  | 'expired'
  /** The bridge gives back what was settled: the provider says nothing of it. */
  | 'returned'
type View = { status: string; hash?: string; reason?: string }

/** A purchase as the provider has it. */
type Sale = {
  id: string
  quoteId: string
  stage: Stage
  charged: boolean
  hash?: string
  /** What the bridge sent back. */
  refund?: string
}

/**
 * A fiat API in memory: makes an order of a quote once, delivers what was charged, one stage a reading.
 * What it says is another matter.
 */
export function createFiatService(options: {
  destination: SimChain
  /** Where a `jump` settles. */
  hub: SimChain
  strategy: 'direct' | 'jump'
  /** Called while an order is being made. */
  onMake: (quoteId: string) => Promise<void>
}) {
  const { destination, hub, strategy, onMake } = options
  const sales: Sale[] = []
  const says = {
    /** Of the next answers; `refuse` and `busy` are answers of its own. */
    faults: [] as ('error' | 'drop' | 'lose-answer' | 'malformed' | 'refuse' | 'busy')[],
    /** Takes the place of what it would say, until it is honest again. */
    lie: undefined as ((honest: View, sale: Sale) => object) | undefined,
    stale: new Map<string, View>(),
    /** Does nothing about what was charged. */
    idle: false,
    isAway: false,
  }
  /** Orders that were read, with what was said of each. */
  const told: { id: string; status: string }[] = []

  const honest = ({ stage, hash }: Sale): View => ({
    status: stage === 'returned' ? 'delivering' : stage,
    ...(hash === undefined ? {} : { hash }),
    ...(stage === 'failed' ? { reason: 'The card was declined' } : {}),
  })

  /** One stage at most: a client may see each of them. */
  function act(sale: Sale): void {
    if (says.idle) return
    if (sale.stage === 'payment_received') sale.stage = 'delivering'
    else if (sale.stage === 'delivering') {
      sale.stage = 'completed'
      sale.hash = destination.pay({ token: erc20, to: payee, amount: least })
    }
  }

  function toRecord(sale: Sale): object {
    const { id } = sale
    const view = says.stale.get(id) ?? honest(sale)
    const more = says.lie?.(view, sale) ?? {}
    const { status, hash, reason } = { ...view, ...more } as View
    told.push({ id, status })
    return {
      orderId: id,
      provider: 'harbor',
      action: { type: 'wrapper', url: `${fiatUrl}/checkout/${id}` },
      recipient: payee,
      outputAsset: { chainId: toChainId, address: erc20 },
      ...(hash === undefined ? {} : { transferTxHash: hash, outputAmount: String(least) }),
      ...(reason === undefined ? {} : { failure: { message: reason } }),
      ...(strategy === 'jump' && status === 'delivering' ? { bridgeOrderId: `leg-${id}` } : {}),
      ...more,
      status,
    }
  }

  async function make({ quoteId }: { quoteId: string }): Promise<Response> {
    await onMake(quoteId)
    if (sales.some((each) => each.quoteId === quoteId)) return refusal(409, 'QUOTE_USED')
    const sale: Sale = { id: `fiat-${sales.length + 1}`, quoteId, stage: 'created', charged: false }
    sales.push(sale)
    return Response.json(toRecord(sale))
  }

  async function route(method: string, url: URL, body: unknown): Promise<Response> {
    if (method === 'POST') return make(body as { quoteId: string })
    const sale = sales.find(({ id }) => id === url.pathname.split('/').at(-1))
    if (!sale) return refusal(404, 'ORDER_NOT_FOUND')
    act(sale)
    return Response.json(toRecord(sale))
  }

  /** The bridge of a sale, as the main service has it; undefined where that is asked for something else. */
  function toLeg({ pathname }: URL): Response | undefined {
    const id = pathname.startsWith(legPath) ? pathname.slice(legPath.length) : undefined
    const sale = sales.find((each) => each.id === id)
    if (!sale) return undefined
    if (says.isAway) throw new TypeError('network is unreachable')
    if (sale.stage === 'returned' && !says.idle) {
      sale.refund ??= hub.pay({ token: hubToken, to: author, amount: settled })
    }
    const { hash, refund } = sale
    const chainId = hub.id
    const record = {
      id: `leg-${id}`,
      fromChainId: chainId,
      fromToken: hubToken,
      toChainId,
      toToken: erc20,
      srcAmount: String(settled),
      destAmount: String(least),
      status: refund ? 'refunded' : hash ? 'filled' : 'published',
      recipient: payee,
      refundTo: author,
      transactions: {
        ...(hash ? { fill: { txHash: hash, chainId: toChainId } } : {}),
        ...(refund ? { refund: { txHash: refund, chainId } } : {}),
      },
    }
    return Response.json(record)
  }

  return {
    toLeg,
    host,
    strategy,
    sales,
    says,
    told,
    honest,
    /** An offer of the provider; `now` is unix seconds. */
    offer: (quoteId: string, now: number) => ({
      quoteId,
      providerName: 'Harbor Pay',
      expectedOutputAmount: String(expected),
      minOutputAmount: String(least),
      expiresAt: now + 60,
      swapStrategy: strategy,
    }),
    async answer(method: string, url: URL, body: unknown): Promise<Response> {
      if (says.isAway) throw new TypeError('network is unreachable')
      const fault = says.faults.shift()
      if (fault === 'drop') throw new TypeError('connection refused')
      if (fault === 'error') return refusal(503, 'INTERNAL_ERROR')
      if (fault === 'refuse') return refusal(403, 'ORIGIN_NOT_ALLOWED')
      if (fault === 'busy') return refusal(429, 'RATE_LIMITED')
      if (fault === 'malformed') return new Response('{"orderId":')
      const response = await route(method, url, body)
      if (fault === 'lose-answer') throw new TypeError('connection reset')
      return response
    },
    heal(): void {
      says.faults.length = 0
      says.lie = undefined
      says.stale.clear()
      says.idle = false
      says.isAway = false
    },
  }
}

export type FiatService = ReturnType<typeof createFiatService>

function refusal(status: number, code: string): Response {
  const retryable = status >= 429
  return Response.json({ error: { code, message: code, retryable } }, { status })
}
