import { randomUUID } from 'node:crypto'
import type { ChainToken } from '../chains/port'
import { commitRoute } from './commit'
import type { ServiceDeps } from './deps'
import { type Filler, fillers } from './fillers'
import type { Order, Quote, QuoteRequest } from './ledger'
import { makeOffer } from './offers'
import { convertInput, readPrice } from './prices'

/** The service's own trading desk: what other parts of the sandbox (fiat) need of it. */
export type Desk = {
  readonly tokens: readonly ChainToken[]
  /** The token by chain and address; throws NotSupportedChain or NotSupportedToken. */
  token(chainId: number, address: string): ChainToken
  /** The canonical address on that chain; throws ValidationException naming `field`. */
  address(chainId: number, text: string, field: string): string
  /** In steps of 10^-8 USD; undefined when nobody prices the token. */
  priceOf(token: ChainToken): bigint | undefined
  /** What `amount` of `from` buys of `to` after a fee; undefined when a price is missing. */
  convert(trade: {
    from: ChainToken
    to: ChainToken
    amount: bigint
    feePpm: bigint
  }): bigint | undefined
  /** What a bridge order costs, in parts per million of what goes in. */
  readonly bridgeFeePpm: bigint
  /** Really pays; resolves with the hash when mined. */
  payOut(payment: { chainId: number; token: string; to: string; amount: bigint }): Promise<string>
  /** The desk deposits `amount` of `from` itself; the order runs like any other and is public. */
  createBridgeOrder(bridge: {
    from: ChainToken
    to: ChainToken
    amount: bigint
    author: string
    recipient: string
    /** On the source chain; the desk itself when absent. */
    refundTo?: string
  }): Promise<{ orderId: string; depositTxHash: string }>
  /** The order by id, live. */
  order(orderId: string): Order | undefined
  /** Unix milliseconds. */
  now(): number
}

export function createDesk(deps: ServiceDeps): Desk {
  const { network, ledger, settlement } = deps
  const bridgeFiller = findBridgeFiller()
  return {
    tokens: network.tokens,
    token: network.token,
    address: network.address,
    priceOf: readPrice,
    convert: convertInput,
    payOut: ({ chainId, ...payment }) => network.chain(chainId).payOut(payment),
    bridgeFeePpm: bridgeFiller.feePpm,
    async createBridgeOrder({ from, to, amount, author, recipient, ...rest }) {
      const source = network.chain(from.chainId)
      const refundTo = rest.refundTo ?? source.fillerAddress
      const quote = await quoteBridge(deps, bridgeFiller, {
        tradeType: 'EXACT_INPUT',
        from,
        to,
        amount,
        fromAddress: author,
        recipient,
        refundTo,
        slippagePpm: 5_000n,
        referrerFeeBps: 0n,
        methods: ['TRANSFER'],
      })
      const [offer] = quote.offers.values()
      if (offer === undefined) throw new Error('no filler bridges this amount')
      const terms = { quote, offer, recipient, refundTo, method: 'TRANSFER' as const }
      const commitment = commitRoute(ledger, { ...terms, now: deps.now() })
      const depositAddress = await source.createDepositAddress(commitment.reference)
      commitment.depositAddress = depositAddress
      const order = settlement.acceptOrder(commitment, undefined)
      const payment = { token: from.address, to: depositAddress, amount: offer.amountIn }
      return { orderId: order.id, depositTxHash: await source.payOut(payment) }
    },
    order: (orderId) => ledger.orders.get(orderId),
    now: deps.now,
  }
}

/** Bridge orders are paid in by a plain transfer. */
function findBridgeFiller(): Filler {
  const filler = fillers.find(({ methods }) => methods.includes('TRANSFER'))
  if (filler === undefined) throw new Error('no filler takes transfers')
  return filler
}

async function quoteBridge(
  deps: ServiceDeps,
  filler: Filler,
  request: QuoteRequest,
): Promise<Quote> {
  const quote: Quote = { quoteId: randomUUID(), request, offers: new Map() }
  const source = deps.network.chain(request.from.chainId)
  const now = Math.floor(deps.now() / 1000)
  const offer = await makeOffer({ filler, request, source, now, expirySeconds: 60 })
  if (offer !== undefined) quote.offers.set(filler.routeId, offer)
  deps.ledger.quotes.set(quote.quoteId, quote)
  return quote
}
