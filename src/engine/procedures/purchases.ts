import * as z from 'zod/mini'
import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { fiatQuote } from '@/src/contract/service/fiat'
import { sameAddress } from '@/src/domain/address'
import { dueOf } from '@/src/domain/arrival'
import { toEffect } from '@/src/domain/effect'
import { AppError } from '@/src/domain/error'
import type { Beginning, PurchaseOrder } from '@/src/domain/order'
import { checkOffer, checkoutOf, toAcceptedPurchase, toPurchaseView } from '@/src/domain/purchase'
import { isServiceError } from '@/src/domain/service-error'
import { tidy } from '@/src/lib/tidy'
import type { Handlers } from '@/src/messaging/serve'
import { deletePlanned, insertFound, requireOrder } from '@/src/store/orders'
import { commit } from '../commit'
import { readPurchase } from '../effects/poll-purchase'
import type { Engine } from '../engine'
import { nodesOf, readBeginning } from '../payments'
import { checkDecimals } from '../token-facts'

/** Four times the client's own patience: no answer comes after that, ms. */
const answerLost = 60_000
/** Nodes of the chain that is paid on are given this long, ms. */
const patience = 3_000

/** Everything of a purchase that is done on a click; the rest follows by itself. */
export function purchaseProcedures(
  engine: Engine,
): Pick<Handlers, 'readFiatConfig' | 'buy' | 'openCheckout'> {
  return {
    readFiatConfig: async () => ({ config: await (await engine.service()).fiat.config() }),
    buy: (input) => buy(engine, input),
    openCheckout: (input) => openCheckout(engine, input),
  }
}

/**
 * Has the fiat API make an order. It is on disk before the API is asked, and with its number before
 * anybody learns of the checkout's address. Fails with the API's refusal, of which nothing is kept; an
 * answer that was lost is kept as such.
 */
async function buy(
  engine: Engine,
  { ask, offer: offered, token }: InputOf<'buy'>,
): Promise<OutputOf<'buy'>> {
  const at = engine.now()
  const { chainId, address } = ask.outputAsset
  if (chainId !== token.chainId || !sameAddress(address, token.address)) {
    throw new AppError('policy/malformed', { field: 'token' })
  }
  const read = z.safeParse(fiatQuote, offered)
  if (!read.success) throw new AppError('rpc/invalid', { where: 'buy', field: 'offer' })
  const offer = read.data
  const verdict = checkOffer(ask, offer, Math.floor(at / 1_000))
  if (!verdict.ok) throw new AppError(verdict.code, { detail: verdict.detail })
  const accepted = toAcceptedPurchase(ask, offer, token)
  const { fiatUrl: serviceUrl } = await engine.settings()
  const { fiat } = await engine.serviceOf({ kind: 'purchase', serviceUrl })
  const [began] = await Promise.all([
    beginningOf(engine, { accepted }),
    checkDecimals(engine, accepted.to),
  ])
  const id = engine.newId()
  const order: PurchaseOrder = {
    kind: 'purchase',
    id,
    revision: 0,
    createdAt: at,
    updatedAt: at,
    accepted,
    serviceUrl,
    status: 'planned',
    purchase: tidy({
      provider: offer.providerName,
      strategy: offer.swapStrategy,
      fee: offer.totalFee,
    }),
    service: {},
    notified: [],
    ...(began ? { began } : {}),
  }
  const look = toEffect(id, { kind: 'pollOrder' }, engine.now() + answerLost)
  if (!(await insertFound(engine.db, order, [look], engine.now()))) {
    throw new AppError('order/busy', { orderId: id })
  }
  try {
    const made = await fiat.createOrder({
      quoteId: offer.quoteId,
      metadata: { author: ask.recipient },
    })
    const view = toPurchaseView(made)
    await commit(engine, id, { type: 'purchaseMade', at: engine.now(), view })
  } catch (error) {
    if (isRefusal(error)) {
      await deletePlanned(engine.db, id)
      throw error
    }
    const detail = error instanceof Error ? error.message.slice(0, 300) : ''
    await commit(engine, id, { type: 'purchaseLost', at: engine.now(), detail })
  }
  return { orderId: id }
}

/** Whether the API said itself that it made no order. */
function isRefusal(error: unknown): boolean {
  const status = (isServiceError(error) && error.details.status) || 0
  return status >= 400 && status < 500
}

/** What is due is told from what was there before. A chain that does not answer holds nothing up. */
async function beginningOf(
  engine: Engine,
  order: Pick<PurchaseOrder, 'accepted'>,
): Promise<Beginning | undefined> {
  const due = dueOf(order, 'payout')
  const nodes = nodesOf(await engine.readers(), due.chainId)
  const late = new Promise<undefined>((resolve) => {
    AbortSignal.timeout(patience).addEventListener('abort', () => resolve(undefined))
  })
  return Promise.race([readBeginning(nodes, due, engine.now()), late])
}

/** Gives the checkout's address once the API has said, just now, that there is something to pay. */
async function openCheckout(
  engine: Engine,
  { orderId }: InputOf<'openCheckout'>,
): Promise<OutputOf<'openCheckout'>> {
  await readPurchase(engine, await requirePurchase(engine, orderId))
  const order = await requirePurchase(engine, orderId)
  const step = checkoutOf(order)
  if (step?.kind !== 'open' || order.contradiction) {
    throw new AppError('order/checkout-over', { orderId })
  }
  await commit(engine, orderId, { type: 'checkoutOpened', at: engine.now() })
  return { how: step.how, url: step.url }
}

async function requirePurchase(engine: Engine, orderId: string): Promise<PurchaseOrder> {
  const order = await requireOrder(engine.db, orderId)
  if (order.kind === 'purchase' && order.service.orderId !== undefined) return order
  throw new AppError('order/not-found', { orderId })
}
