import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { createCheckoutApp } from './checkout-app'
import { createCheckouts } from './checkouts'
import { createFiatConfigApp } from './config'
import { createFiatControlApp } from './control'
import { createDeliveries } from './deliver'
import type { FiatDeps } from './deps'
import { answerFiatError, FiatFailure } from './errors'
import { createOrderBook } from './order-book'
import { createFiatOrdersApp } from './orders'
import { createFiatQuotesApp } from './quotes'
import { createSeal } from './seal'
import type { FiatSwitches } from './switches'

/** The fiat API with its checkout pages, and the controls of both. */
export function createFiatApp(deps: FiatDeps): { app: Hono; control: Hono } {
  const { switches } = deps
  const seal = createSeal()
  const book = createOrderBook(deps.desk.now)
  const checkouts = createCheckouts()
  const deliveries = createDeliveries(deps, book)
  const app = new Hono()
  app.onError(answerFiatError)
  app.use('/v1/fiat/*', cors({ origin: (origin) => (isAllowed(switches, origin) ? '*' : null) }))
  app.use('/v1/fiat/*', refuseForeignOrigins(switches))
  app.route('/', createFiatConfigApp(deps))
  app.route('/', createFiatQuotesApp(deps, seal))
  app.route('/', createFiatOrdersApp({ deps, seal, book, checkouts, deliveries }))
  app.route('/', createCheckoutApp({ deps, book, checkouts, deliveries }))
  return { app, control: createFiatControlApp({ switches, book, deliveries }) }
}

function isAllowed({ allowedOrigins }: FiatSwitches, origin: string): boolean {
  return allowedOrigins === undefined || origin === '' || allowedOrigins.includes(origin)
}

function refuseForeignOrigins(switches: FiatSwitches): MiddlewareHandler {
  return async (context: Context, next) => {
    const origin = context.req.header('origin') ?? ''
    if (isAllowed(switches, origin)) return next()
    throw new FiatFailure('ORIGIN_NOT_ALLOWED', `Requests from ${origin} are not allowed`)
  }
}
