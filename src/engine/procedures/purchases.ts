import * as z from 'zod/mini'
import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { namedFiatOrder } from '@/src/contract/service/error'
import { fiatQuote } from '@/src/contract/service/fiat'
import { sameAddress } from '@/src/domain/address/address'
import { AppError } from '@/src/domain/error'
import { dueOf } from '@/src/domain/order/arrival'
import { toEffect } from '@/src/domain/order/effect'
import type { OrderEvent, PurchaseView } from '@/src/domain/order/event'
import type { PurchaseOrder } from '@/src/domain/order/order'
import {
  checkOffer,
  checkoutOf,
  purchaseContradiction,
  toAcceptedPurchase,
  toPurchaseView,
} from '@/src/domain/order/purchase'
import { reduce } from '@/src/domain/order/reduce'
import { isServiceError } from '@/src/domain/service/service-error'
import { tidy } from '@/src/lib/tidy'
import type { Handlers } from '@/src/messaging/serve'
import type { Resources } from '@/src/service/resources'
import { lookForFirst } from '@/src/store/beside'
import { insertFound, settlePlanned } from '@/src/store/orders'
import { readBeginning } from '../chain/beginning'
import { checkDecimals } from '../chain/token-facts'
import { alone, readPurchase, requirePurchase } from '../effects/poll-purchase'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'

type Fiat = Resources['fiat']

/** Four times the client's own patience: no answer comes after that, ms. */
const answerLost = 60_000
/**
 * Answers by which the API says that it never took the request. A quote that it does not find, a conflict
 * or a timeout may as well stand for one that became an order: a consumed quote is often "not found".
 */
const refusals: readonly number[] = [400, 401, 403, 410, 422, 429]

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
 * answer that was lost is kept as such. Fails with `order/not-made` and the order's number, should that
 * be all that is left of it, and with `order/paid-beside` where another window had the same made since this
 * form was opened, and that was not shown.
 */
async function buy(
  engine: Engine,
  { ask, offer: offered, token, began: since, known }: InputOf<'buy'>,
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
    readBeginning(engine, dueOf({ accepted }, 'payout')),
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
      providerId: offer.provider,
    }),
    service: {},
    notified: [],
    ...(began ? { began } : {}),
  }
  // Whoever looks meanwhile waits for the answer, however long the computer sleeps over it.
  const make = async () => {
    await lookForFirst(engine.db, order, since ?? at, known)
    const look = toEffect(id, { kind: 'pollOrder' }, engine.now() + answerLost)
    if (!(await insertFound(engine.db, order, [look], engine.now()))) {
      throw new AppError('order/busy', { orderId: id })
    }
    const answer = await askForOrder(engine, order, fiat)
    await keepAnswer(engine, order, answer)
    const told = answer.type === 'purchaseMade' && purchaseContradiction(order, answer.view)
    if (told) await commit(engine, id, { type: 'contradicted', at: engine.now(), ...told })
    return { orderId: id }
  }
  // One after the other: of two windows one is first.
  return engine.lock('buy', () => alone(engine, id, make))
}

type Answer = Extract<OrderEvent, { type: 'purchaseMade' | 'purchaseLost' }>

/** What the API's answer says of the order. Fails where it says that it made none, and keeps nothing. */
async function askForOrder(engine: Engine, order: PurchaseOrder, fiat: Fiat): Promise<Answer> {
  const { quoteId, author } = order.accepted
  try {
    const made = await fiat.createOrder({ quoteId, metadata: { author } })
    return { type: 'purchaseMade', at: engine.now(), view: toPurchaseView(made) }
  } catch (error) {
    const { status = null, body } = isServiceError(error) ? error.details : {}
    // With which status it says so is the API's.
    const named = z.safeParse(namedFiatOrder, body)
    if (named.success) return adopt(engine, order, fiat, named.data)
    if (status !== null && refusals.includes(status)) {
      await settlePlanned(engine.db, order.id)
      throw error
    }
    const words = status !== null && error instanceof Error ? error.message.slice(0, 300) : ''
    const lost = { type: 'purchaseLost', at: engine.now() } as const
    return words === '' ? lost : { ...lost, reason: { kind: 'said', by: 'service', words } }
  }
}

/**
 * The order that the quote became before: a network may send one request twice. One that is somebody
 * else's is none of ours; one that cannot be read now is read, and held against ours, by the next look.
 */
async function adopt(
  engine: Engine,
  order: PurchaseOrder,
  fiat: Fiat,
  orderId: string,
): Promise<Answer> {
  const record = await fiat.getOrder(orderId).catch(() => undefined)
  const at = engine.now()
  if (record && purchaseContradiction(order, record)) return { type: 'purchaseLost', at }
  const unread: PurchaseView = { orderId, status: '', stage: 'open' }
  return { type: 'purchaseMade', at, view: record ? toPurchaseView(record) : unread }
}

/**
 * Writes the answer down. The order's number is known here alone: where the database does not take it,
 * it is kept in the mirror, from where the next look brings it back, and failing that it is told.
 */
async function keepAnswer(engine: Engine, order: PurchaseOrder, answer: Answer): Promise<void> {
  try {
    await commit(engine, order.id, answer)
  } catch (cause) {
    engine.report(cause, 'buy')
    // The next look finds that nothing is known of it.
    if (answer.type === 'purchaseLost') return
    await engine.mirror.write(reduce(order, answer).order).catch(() => {
      throw new AppError('order/not-made', { orderId: answer.view.orderId }, { cause })
    })
  }
}

/** Gives the checkout's address once the API has said, just now, that there is something to pay. */
async function openCheckout(
  engine: Engine,
  { orderId, openedAt, host }: InputOf<'openCheckout'>,
): Promise<OutputOf<'openCheckout'>> {
  return alone(engine, orderId, async () => {
    const order = await requirePurchase(engine, orderId)
    // Another window opened it since this one was drawn: its address is good for once.
    if (order.purchase.openedAt !== openedAt) throw new AppError('order/changed', { orderId })
    await readPurchase(engine, order)
    const now = checkoutOf(await requirePurchase(engine, orderId))
    // It was shown to be judged: another one is shown first.
    if (now?.kind === 'open' && URL.parse(now.url)?.host !== host)
      throw new AppError('order/changed', { orderId })
    const done = await commit(engine, orderId, { type: 'checkoutOpened', at: engine.now() })
    const opened = done.outcome === 'written' && done.order.kind === 'purchase' && done.order
    const step = opened ? checkoutOf(opened) : undefined
    if (step?.kind !== 'open') throw new AppError('order/checkout-over', { orderId })
    return { how: step.how, url: step.url }
  })
}
