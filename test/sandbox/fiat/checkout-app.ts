import { readFile } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { noticePage, providerPage, wrapperPage } from './checkout-pages'
import type { Checkouts } from './checkouts'
import { checkoutActs, type Deliveries } from './deliver'
import type { FiatDeps } from './deps'
import { type FiatOrder, isFinal, type OrderBook, toFiatOrderView } from './order-book'
import { bundlePage, type CheckoutPage } from './pages/bundle'
import { providers } from './providers'

export type CheckoutParts = {
  deps: FiatDeps
  book: OrderBook
  checkouts: Checkouts
  deliveries: Deliveries
}

/**
 * What the addresses in an order's action lead to. `/checkout/:token` works once and leads to the
 * wrapper page or to the provider's own. `?auto=pay|fail|cancel|close` presses that button by itself.
 */
export function createCheckoutApp(parts: CheckoutParts): Hono {
  const app = new Hono()
  const { checkouts, book } = parts
  app.get('/checkout/:token', (context) => {
    // A look at the address (a mail scanner's, a browser's) must not use it up.
    if (context.req.method === 'HEAD') return context.body(null, 204)
    const redeemed = checkouts.redeem(context.req.param('token'))
    if (redeemed === undefined) return refuse(context, 'This address was used already.')
    const order = book.find(redeemed.order.orderId)
    if (order === undefined || isFinal(order)) return refuse(context, 'The time to pay is over.')
    if (order.status === 'created') book.move(order, 'awaiting_payment')
    const page = order.action.type === 'wrapper' ? 'wrapper' : 'provider'
    const { search } = new URL(context.req.url)
    return context.redirect(`/${page}/${redeemed.session}${search}`)
  })
  addWrapper(app, parts)
  addProvider(app, parts)
  addFiles(app)
  return app
}

function addWrapper(app: Hono, { deps, book, checkouts }: CheckoutParts): void {
  const { providerUrl, desk } = deps
  app.get('/wrapper/:session', (context) => {
    const session = context.req.param('session')
    const order = checkouts.orderOf(session)
    if (order === undefined) return refuse(context, 'There is no such checkout.')
    protect(context, `frame-src ${providerUrl}`)
    const { search } = new URL(context.req.url)
    const { outputAsset } = order.plan
    return context.html(
      wrapperPage({
        order,
        providerName: nameOf(order),
        symbol: desk.token(outputAsset.chainId, outputAsset.address).symbol,
        frameUrl: `${providerUrl}/provider/${session}${search}`,
        stateUrl: `/wrapper/${session}/state`,
        auto: context.req.query('auto') ?? '',
      }),
    )
  })
  app.get('/wrapper/:session/state', (context) => {
    const known = checkouts.orderOf(context.req.param('session'))
    const order = known === undefined ? undefined : book.find(known.orderId)
    if (order === undefined) return context.notFound()
    context.header('cache-control', 'no-store')
    return context.json(toFiatOrderView(order))
  })
}

function addProvider(app: Hono, { deps, book, checkouts, deliveries }: CheckoutParts): void {
  const { fiatUrl, providerUrl } = deps
  app.get('/provider/:session', (context) => {
    const session = context.req.param('session')
    const order = checkouts.orderOf(session)
    if (order === undefined) return refuse(context, 'There is no such checkout.')
    const { type } = order.action
    const mayFrame = type === 'wrapper' ? fiatUrl : type === 'provider_widget' ? '*' : "'none'"
    protect(context, '', mayFrame)
    return context.html(
      providerPage({
        order,
        providerName: nameOf(order),
        actUrl: `${providerUrl}/provider/${session}`,
        wrapperOrigin: type === 'wrapper' ? fiatUrl : '',
        auto: context.req.query('auto') ?? '',
      }),
    )
  })
  // The frame's sandbox takes its origin away, so that its own provider is foreign to it.
  app.use('/provider/:session/:act', cors({ origin: '*' }))
  app.post('/provider/:session/:act', (context) => {
    const known = checkouts.orderOf(context.req.param('session'))
    const order = known === undefined ? undefined : book.find(known.orderId)
    const act = checkoutActs.find((each) => each === context.req.param('act'))
    if (order === undefined || act === undefined) return context.notFound()
    deliveries.act(order, act)
    return context.json({ ok: true })
  })
}

function addFiles(app: Hono): void {
  const scripts = new Map<CheckoutPage, Promise<string>>()
  for (const page of ['wrapper', 'provider'] as const) {
    app.get(`/checkout-files/${page}.js`, async (context) => {
      const script = scripts.get(page) ?? bundlePage(page)
      scripts.set(page, script)
      context.header('content-type', 'text/javascript; charset=utf-8')
      return context.body(await script)
    })
  }
  app.get('/checkout-files/style.css', async (context) => {
    context.header('content-type', 'text/css; charset=utf-8')
    return context.body(await readFile(new URL('./pages/style.css', import.meta.url), 'utf8'))
  })
}

function nameOf({ plan }: FiatOrder): string {
  return providers.find(({ id }) => id === plan.provider)?.name ?? plan.provider
}

function refuse(context: Context, text: string) {
  protect(context, '')
  return context.html(noticePage(text), 410)
}

function protect(context: Context, rules: string, mayFrame = "'none'"): void {
  // Named, not 'self': inside a sandboxed frame a page has no self.
  const { origin } = new URL(context.req.url)
  const own = `script-src ${origin}; style-src ${origin}; connect-src ${origin}`
  const policy = ["default-src 'none'", own, "base-uri 'none'", "form-action 'none'"]
  if (rules !== '') policy.push(rules)
  policy.push(`frame-ancestors ${mayFrame}`)
  context.header('content-security-policy', policy.join('; '))
  context.header('x-content-type-options', 'nosniff')
  context.header('referrer-policy', 'no-referrer')
  context.header('cache-control', 'no-store')
}
