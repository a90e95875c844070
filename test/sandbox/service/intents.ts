import { Hono } from 'hono'
import type { ServiceDeps } from './deps'
import { invalidField, ServiceFailure } from './errors'
import type { Commitment, Ledger, Order } from './ledger'
import { cutPage, readInteger, readPage } from './parse'

const pageLimits = { preset: 25, max: 100 }

type IntentState = 'Open' | 'Locked' | 'Settled' | 'Cancelled' | 'Error'

const stateByStatus: Record<Order['status'], IntentState> = {
  created: 'Open',
  deposited: 'Open',
  published: 'Locked',
  refund_pending: 'Locked',
  filled: 'Settled',
  refunded: 'Cancelled',
  failed: 'Error',
}

/** Intents are what the chains tell: one exists as soon as a deposit is mined, submitted or not. */
export function createIntentsApp(deps: ServiceDeps): Hono {
  const app = new Hono()
  const { ledger, network } = deps
  app.get('/v1/intent/deposit', (context) => {
    const chainId = readInteger(context, 'chainId', { min: 1 })
    const txHash = context.req.query('txHash')
    if (chainId === undefined) throw invalidField('chainId', 'Required', 'invalid_type')
    if (txHash === undefined) throw invalidField('txHash', 'Required', 'invalid_type')
    const wanted = network.chain(chainId).type === 'eip155' ? txHash.toLowerCase() : txHash
    const deposit = [...ledger.deposits.values()].find((each) => {
      return each.chainId === chainId && each.txHash === wanted
    })
    const commitment = deposit && ledger.commitments.get(deposit.reference)
    if (commitment === undefined) throw notFound()
    return context.json(toIntent(ledger, commitment, true))
  })
  app.get('/v1/intent/:intentId', (context) => {
    const wanted = context.req.param('intentId').toLowerCase()
    const commitment = [...ledger.commitments.values()].find((c) => c.reference === wanted)
    if (commitment === undefined || !hasIntent(ledger, commitment)) throw notFound()
    return context.json(toIntent(ledger, commitment, true))
  })
  app.get('/v1/intents/:author', (context) => {
    const page = readPage(context, pageLimits)
    const author = network.anyAddress(context.req.param('author'), 'author')
    const fromChainId = readInteger(context, 'fromChainId', { min: 1 })
    const toChainId = readInteger(context, 'toChainId', { min: 1 })
    const commitments = [...ledger.commitments.values()]
      .filter((commitment) => hasIntent(ledger, commitment))
      .filter(({ quote: { request } }) => {
        return (
          request.fromAddress === author &&
          (fromChainId === undefined || request.from.chainId === fromChainId) &&
          (toChainId === undefined || request.to.chainId === toChainId)
        )
      })
      .reverse()
    const { data, ...rest } = cutPage(commitments, page)
    return context.json({ data: data.map((each) => toIntent(ledger, each, false)), ...rest })
  })
  return app
}

function notFound(): ServiceFailure {
  return new ServiceFailure('IntentNotFoundException', 'Intent not found')
}

function hasIntent(ledger: Ledger, { reference }: Commitment): boolean {
  return ledger.depositsOf(reference).length > 0
}

function toIntent(ledger: Ledger, commitment: Commitment, withDeposits: boolean) {
  const { reference, quote, offer, createdAt } = commitment
  const { from, to, fromAddress } = quote.request
  const deposits = ledger.depositsOf(reference)
  const order = ledger.orderOf(reference)
  const filledAt = toIso(order?.transactions.fill?.timestamp)
  return {
    intentId: reference,
    state: order === undefined ? 'Open' : stateByStatus[order.status],
    fromChainId: from.chainId,
    toChainId: to.chainId,
    author: fromAddress,
    fromToken: from.address,
    toToken: to.address,
    srcAmount: String(offer.amountIn),
    destAmount: String(order?.destAmount ?? offer.amountOut),
    createdAt: createdAt.toISOString(),
    openedAt: toIso(deposits[0]?.timestamp),
    filledAt,
    settledAt: filledAt,
    ...(withDeposits
      ? {
          deposits: deposits.map((deposit) => ({
            id: deposit.id,
            intentId: reference,
            chainId: deposit.chainId,
            txHash: deposit.txHash,
            inputToken: deposit.token,
            amountIn: String(deposit.amount),
            createdAt: toIso(deposit.timestamp),
            confirmedAt: toIso(deposit.timestamp),
          })),
        }
      : {}),
  }
}

function toIso(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString()
}
