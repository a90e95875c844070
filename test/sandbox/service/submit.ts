import { Hono } from 'hono'
import * as z from 'zod/mini'
import { type ChainPort, ChainRefusal } from '../chains/port'
import { findCommitment } from './commit'
import type { ServiceDeps } from './deps'
import { invalidField, ServiceFailure } from './errors'
import type { Commitment, Order } from './ledger'
import { parseOrRefuse, readJson } from './parse'

const submitSchema = z.object({
  quoteId: z.string().check(z.minLength(1)),
  routeId: z.string().check(z.minLength(1)),
  txHash: z.optional(z.string().check(z.minLength(1))),
  signedTransaction: z.optional(z.string().check(z.minLength(1))),
})

/** `PUT /v1/deposit/submit`: notice of a deposit, or the signed transaction to broadcast. */
export function createSubmitApp(deps: ServiceDeps): Hono {
  const app = new Hono()
  app.put('/v1/deposit/submit', async (context) => {
    const body = parseOrRefuse(submitSchema, await readJson(context))
    const { txHash, signedTransaction } = body
    if ((txHash === undefined) === (signedTransaction === undefined)) {
      throw invalidField('txHash', 'Give exactly one of txHash and signedTransaction')
    }
    const commitment = findPromise(deps, body.quoteId, body.routeId)
    const hash = await resolveHash(deps, commitment, body)
    const order = await submit(deps, commitment, hash)
    return context.json({ orderId: order.id, txHash: hash })
  })
  return app
}

function findPromise(deps: ServiceDeps, quoteId: string, routeId: string): Commitment {
  if (!deps.ledger.quotes.get(quoteId)?.offers.has(routeId)) {
    throw new ServiceFailure('QuoteNotFoundException', 'Quote not found')
  }
  const commitment = findCommitment(deps.ledger, quoteId, routeId)
  if (commitment !== undefined) return commitment
  throw new ServiceFailure('BadRequestException', 'This route was never built')
}

async function resolveHash(
  deps: ServiceDeps,
  commitment: Commitment,
  body: { txHash?: string | undefined; signedTransaction?: string | undefined },
): Promise<string> {
  const source = sourceOf(deps, commitment)
  const { txHash, signedTransaction } = body
  if (signedTransaction === undefined) {
    if (txHash === undefined) throw invalidField('txHash', 'Required')
    if (source.type !== 'eip155') return txHash
    if (!/^0x[0-9a-fA-F]{64}$/.test(txHash)) throw invalidField('txHash', 'Not a transaction hash')
    return txHash.toLowerCase()
  }
  try {
    return await source.broadcast({ signedTransaction, reference: commitment.reference })
  } catch (error) {
    if (!(error instanceof ChainRefusal)) throw error
    throw new ServiceFailure('BroadcastException', error.message)
  }
}

async function submit(deps: ServiceDeps, commitment: Commitment, hash: string): Promise<Order> {
  const { ledger, settlement } = deps
  const others = [...ledger.orders.values()].filter((o) => o.commitment !== commitment)
  if (others.some((order) => order.depositTxHash === hash)) {
    const message = 'This deposit already belongs to another order'
    throw new ServiceFailure('DuplicateRecordException', message)
  }
  const existing = ledger.orderOf(commitment.reference)
  if (existing?.depositTxHash === hash) return existing
  if (existing?.transactions.deposit !== undefined) throw conflict(existing)
  await checkTransaction(deps, commitment, hash)
  // Read again: while we looked, the fillers may have seen the deposit and corrected the hash of
  // an order whose first transaction was replaced in the wallet.
  const order = settlement.acceptOrder(commitment, hash)
  order.depositTxHash ??= hash
  if (order.depositTxHash !== hash) throw conflict(order)
  return order
}

function conflict(order: Order): ServiceFailure {
  const message = 'Another deposit is already recorded for this quote and route'
  const details = { errorCode: 'DEPOSIT_TX_HASH_CONFLICT', orderId: order.id }
  return new ServiceFailure('BadRequestException', message, details)
}

/** Throws for a transaction that can never be this deposit; passes while nobody can know. */
async function checkTransaction(
  deps: ServiceDeps,
  commitment: Commitment,
  hash: string,
): Promise<void> {
  const source = sourceOf(deps, commitment)
  const state = await source.transactionState(hash)
  if (state === 'reverted') {
    throw new ServiceFailure('BroadcastException', `Transaction ${hash} was reverted`)
  }
  if (state !== 'mined') return
  await source.depositsRead()
  const deposit = [...deps.ledger.deposits.values()].find(({ txHash }) => txHash === hash)
  if (deposit?.reference === commitment.reference) return
  throw new ServiceFailure('BadRequestException', `${hash} is not a deposit for this quote`)
}

function sourceOf(deps: ServiceDeps, { quote }: Commitment): ChainPort {
  return deps.network.chain(quote.request.from.chainId)
}
