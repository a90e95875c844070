/**
 * The fiat part of the control endpoint, under `/fiat`.
 *
 * POST /next-order { outcome?: 'complete' | 'fail' | 'cancel' | 'expire' | 'refund', ms?, deliveredBps?,
 *                  action?: 'wrapper' | 'redirect' | 'provider_widget' | 'none' | any text, status? }:
 *                  how the next fiat order goes; several calls queue up; see `switches.ts`
 * POST /origins    { allowed: string[] | null }: other origins get 403 ORIGIN_NOT_ALLOWED; null allows all
 * POST /checkout   { seconds }: how long coming checkout addresses last (600 at the start)
 * GET  /order/:id  `{ metadata }` of an order, which no other answer shows
 * POST /act        { orderId, act: 'pay' | 'fail' | 'cancel' }: what a person would do in the checkout
 *
 * A `jump` order's bridge leg takes its fate from the main `/next-order`, a quote its life from the main
 * `/quotes-expiry`, and faults of the routes `fiat-config`, `fiat-quote`, `fiat-order` and `fiat-status`
 * are set with the main `/faults`.
 */
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { answerError, invalidField } from '../service/errors'
import { parseOrRefuse, readJson } from '../service/parse'
import { checkoutActs, type Deliveries } from './deliver'
import type { OrderBook } from './order-book'
import type { FiatSwitches } from './switches'

const scriptSchema = z.object({
  outcome: z.optional(z.enum(['complete', 'fail', 'cancel', 'expire', 'refund'])),
  ms: z.optional(z.number().check(z.minimum(0))),
  deliveredBps: z.optional(z.int().check(z.minimum(0), z.maximum(20_000))),
  action: z.optional(z.string()),
  status: z.optional(z.string()),
})
const originsSchema = z.object({ allowed: z.nullable(z.array(z.string())) })
const checkoutSchema = z.object({ seconds: z.number().check(z.minimum(0)) })
const actSchema = z.object({ orderId: z.string(), act: z.enum(checkoutActs) })

export function createFiatControlApp(parts: {
  switches: FiatSwitches
  book: OrderBook
  deliveries: Deliveries
}): Hono {
  const { switches, book, deliveries } = parts
  const findOrder = (orderId: string) => {
    const order = book.find(orderId)
    if (order === undefined) throw invalidField('orderId', 'There is no such fiat order')
    return order
  }
  const app = new Hono()
  app.onError(answerError)
  app.post('/next-order', async (context) => {
    switches.scripts.push(parseOrRefuse(scriptSchema, await readJson(context)))
    return context.json({ ok: true })
  })
  app.post('/origins', async (context) => {
    const { allowed } = parseOrRefuse(originsSchema, await readJson(context))
    switches.allowedOrigins = allowed ?? undefined
    return context.json({ ok: true })
  })
  app.post('/checkout', async (context) => {
    switches.checkoutSeconds = parseOrRefuse(checkoutSchema, await readJson(context)).seconds
    return context.json({ ok: true })
  })
  app.post('/act', async (context) => {
    const { orderId, act } = parseOrRefuse(actSchema, await readJson(context))
    deliveries.act(findOrder(orderId), act)
    return context.json({ ok: true })
  })
  app.get('/order/:orderId', (context) => {
    const { metadata } = findOrder(context.req.param('orderId'))
    return context.json({ metadata: metadata ?? null })
  })
  return app
}
