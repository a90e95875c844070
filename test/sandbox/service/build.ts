import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Approval, ChainPort } from '../chains/port'
import { takeTamper } from '../control/state'
import { tamperBuild } from '../control/tamper'
import { commitRoute } from './commit'
import type { ServiceDeps } from './deps'
import { ServiceFailure } from './errors'
import { depositMethods } from './fillers'
import type { Commitment, Offer, Quote } from './ledger'
import { parseOrRefuse, readJson } from './parse'
import { toPermit } from './permit'

const buildSchema = z.object({
  from: z.string(),
  quoteId: z.string(),
  routeId: z.string(),
  recipient: z.optional(z.string()),
  refundTo: z.optional(z.string()),
  depositMethod: z.optional(z.enum(depositMethods)),
})

export type BuildResult =
  | { kind: 'CONTRACT_CALL'; approvals: Approval[] }
  | ReturnType<typeof toPermit>
  | Transfer

type Transfer = {
  kind: 'TRANSFER'
  depositAddress: string
  amount: string
  token: string
  chainId: number
  /** Unix seconds. */
  expiresAt: number
  paymentUri?: string
  orderId?: string
  intentId?: string
  submitTxHashRequested?: boolean
}

/** `POST /v1/deposit/build`: turns a route into wallet actions. */
export function createBuildApp(deps: ServiceDeps): Hono {
  const app = new Hono()
  app.post('/v1/deposit/build', async (context) => {
    const commitment = commit(deps, parseOrRefuse(buildSchema, await readJson(context)))
    const result = await build(deps, commitment)
    const tamper = takeTamper(deps.control)
    return context.json(tamper === undefined ? result : tamperBuild(result, tamper, commitment))
  })
  return app
}

function commit(deps: ServiceDeps, body: z.infer<typeof buildSchema>): Commitment {
  const { quote, offer } = findOffer(deps, body.quoteId, body.routeId)
  const { request } = quote
  const { network } = deps
  if (network.address(request.from.chainId, body.from, 'from') !== request.fromAddress) {
    const message = `This quote is for ${request.fromAddress}, not for ${body.from}`
    throw new ServiceFailure('UnexpectedFromAddressException', message)
  }
  const method = body.depositMethod ?? offer.methods[0]
  if (method === undefined || !offer.methods.includes(method)) {
    const message = `This route does not take ${method ?? 'deposits'}`
    throw new ServiceFailure('NotSupportedDepositMethodException', message)
  }
  const { recipient = request.recipient, refundTo = request.refundTo } = body
  return commitRoute(deps.ledger, {
    quote,
    offer,
    method,
    recipient: network.address(request.to.chainId, recipient, 'recipient'),
    refundTo: network.address(request.from.chainId, refundTo, 'refundTo'),
    now: deps.now(),
  })
}

function findOffer(deps: ServiceDeps, quoteId: string, routeId: string) {
  const quote: Quote | undefined = deps.ledger.quotes.get(quoteId)
  const offer: Offer | undefined = quote?.offers.get(routeId)
  if (quote === undefined || offer === undefined) {
    throw new ServiceFailure('QuoteNotFoundException', 'Quote not found')
  }
  if (deps.now() >= offer.quoteExpiresAt * 1000) {
    throw new ServiceFailure('QuoteExpiredException', 'Quote has expired')
  }
  return { quote, offer }
}

async function build(deps: ServiceDeps, commitment: Commitment): Promise<BuildResult> {
  const source = deps.network.chain(commitment.quote.request.from.chainId)
  switch (commitment.method) {
    case 'CONTRACT_CALL':
      return { kind: 'CONTRACT_CALL', approvals: await buildCall(deps, source, commitment) }
    case 'PERMIT2':
      return toPermit(source, commitment)
    default:
      return buildTransfer(deps, source, commitment)
  }
}

function buildCall({ control }: ServiceDeps, source: ChainPort, commitment: Commitment) {
  const { quote, offer, reference } = commitment
  return source.buildDeposit({
    from: quote.request.fromAddress,
    token: quote.request.from.address,
    amount: offer.amountIn,
    reference,
    approval: offer.filler.approval,
    isSwitchingChain: offer.filler.isSwitchingChain,
    shape: control.shape,
    onRouted: (takes) => {
      commitment.takes = takes
    },
  })
}

async function buildTransfer(
  deps: ServiceDeps,
  source: ChainPort,
  commitment: Commitment,
): Promise<Transfer> {
  const { reference, offer, quote } = commitment
  commitment.depositAddress ??= await source.createDepositAddress(reference)
  const { from } = quote.request
  const transfer: Transfer = {
    kind: 'TRANSFER',
    depositAddress: commitment.depositAddress,
    amount: String(offer.amountIn),
    token: from.address,
    chainId: from.chainId,
    expiresAt: offer.closesAt,
    intentId: reference,
  }
  const paymentUri = toPaymentUri(source, commitment.depositAddress, commitment)
  if (paymentUri !== undefined) transfer.paymentUri = paymentUri
  if (commitment.method === 'TRANSFER_WITH_TX_HASH_SUBMIT') transfer.submitTxHashRequested = true
  else transfer.orderId = deps.settlement.acceptOrder(commitment, undefined).id
  return transfer
}

/** https://eips.ethereum.org/EIPS/eip-681 */
function toPaymentUri(source: ChainPort, to: string, { quote, offer }: Commitment) {
  const { from } = quote.request
  // https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki
  if (source.type === 'bip122') return `bitcoin:${to}?amount=${toDecimal(offer.amountIn, from)}`
  if (source.type !== 'eip155') return undefined
  if (from.isNative) return `ethereum:${to}@${source.id}?value=${offer.amountIn}`
  const transfer = `transfer?address=${to}&uint256=${offer.amountIn}`
  return `ethereum:${from.address}@${source.id}/${transfer}`
}

function toDecimal(units: bigint, { decimals }: { decimals: number }): string {
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
