import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { parseOrRefuse, readJson } from '../service/parse'
import type { Checkouts } from './checkouts'
import type { Deliveries } from './deliver'
import type { FiatDeps } from './deps'
import { FiatFailure } from './errors'
import { type FiatAction, type FiatOrder, type OrderBook, toFiatOrderView } from './order-book'
import type { FiatPlan, Seal } from './seal'

export type OrderParts = {
  deps: FiatDeps
  seal: Seal
  book: OrderBook
  checkouts: Checkouts
  deliveries: Deliveries
}

const createSchema = z.object({
  quoteId: z.string().check(z.minLength(1), z.maxLength(16_384)),
  metadata: z.optional(z.record(z.string(), z.unknown())),
})

/** `POST /v1/fiat/order` and `GET /v1/fiat/order/:orderId`. */
export function createFiatOrdersApp(parts: OrderParts): Hono {
  const app = new Hono()
  app.post('/v1/fiat/order', async (context) => {
    const { quoteId, metadata } = parseOrRefuse(createSchema, await readJson(context))
    const order = createOrder(parts, openQuote(parts, quoteId), metadata)
    const { orderId, status, provider, action } = toFiatOrderView(order)
    return context.json({ orderId, status, provider, action })
  })
  app.get('/v1/fiat/order/:orderId', (context) => {
    const order = parts.book.find(context.req.param('orderId'))
    if (order === undefined) throw new FiatFailure('ORDER_NOT_FOUND', 'Order not found')
    return context.json(toFiatOrderView(order))
  })
  return app
}

function openQuote({ deps, seal, book }: OrderParts, quoteId: string): FiatPlan {
  const plan = seal.open(quoteId)
  if (plan === undefined) throw new FiatFailure('QUOTE_NOT_FOUND', 'Quote not found')
  const used = book.findByPlan(plan.id)
  if (used !== undefined) {
    const details = { orderId: used.orderId }
    throw new FiatFailure('QUOTE_ALREADY_USED', 'This quote is an order already', details)
  }
  if (deps.desk.now() >= plan.expiresAt * 1000) {
    throw new FiatFailure('QUOTE_EXPIRED', 'The quote has expired')
  }
  return plan
}

function createOrder(
  parts: OrderParts,
  plan: FiatPlan,
  metadata: Record<string, unknown> | undefined,
): FiatOrder {
  const { deps, book, deliveries } = parts
  const now = deps.desk.now()
  const script = deps.switches.scripts.shift() ?? {}
  const secondsToPay = script.outcome === 'expire' ? 0 : deps.switches.checkoutSeconds
  const order: FiatOrder = {
    orderId: randomUUID(),
    plan,
    script,
    status: 'created',
    action: { type: 'none' },
    metadata,
    payBy: now + secondsToPay * 1000 + (script.outcome === 'expire' ? (script.ms ?? 0) : 0),
    createdAt: now,
    updatedAt: now,
    isPaid: false,
  }
  book.add(order)
  order.action = createAction(parts, order, script.action ?? 'wrapper')
  // Nobody opens anything: the payment comes by itself.
  if (order.action.type === 'none' && script.outcome !== 'expire') deliveries.act(order, 'pay')
  return order
}

function createAction({ deps, checkouts }: OrderParts, order: FiatOrder, type: string): FiatAction {
  if (type === 'none') return { type }
  const origin = type === 'wrapper' ? deps.fiatUrl : deps.providerUrl
  return { type, url: `${origin}/checkout/${checkouts.issue(order)}` }
}
