import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChromiumProduct } from '../support/product'
import { type Line, quantile } from './figures'
import { openWithUsdc } from './open-with-usdc'

const rounds = 5
/** Routes of one quote that are on their way at once. */
const inFlight = 20
/** Between two of them, ms: each is a line of the stream of its own. */
const apart = 10
/** At most this long for 95 of a hundred, ms. */
const goal = 50

async function bodyOf(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

/** The service with a slower tongue: it makes twenty routes of one, and notes when each one leaves. */
export async function startManyRoutes(service: string) {
  /** Unix ms at which the bytes of a route left, by its id. */
  const left = new Map<string, number>()
  let quotes = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const headers = { ...request.headers } as Record<string, string>
    for (const name of ['host', 'connection', 'content-length']) delete headers[name]
    const { url = '/', method = 'GET' } = request
    const answered = await fetch(`${service}${url}`, {
      method,
      headers,
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    })
    const kept = Object.fromEntries(answered.headers)
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding'])
      delete kept[name]
    response.writeHead(answered.status, kept)
    if (!url.includes('/quotes') || !url.includes('mode=stream') || !answered.ok) {
      response.end(Buffer.from(await answered.arrayBuffer()))
      return
    }
    quotes += 1
    const [first = '{}'] = (await answered.text()).split('\n')
    const route = JSON.parse(first) as Record<string, unknown>
    for (let index = 0; index < inFlight; index += 1) {
      const routeId = `many-${quotes}-${index}`
      left.set(routeId, Date.now())
      response.write(`${JSON.stringify({ ...route, routeId })}\n`)
      await pause(apart)
    }
    response.end()
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    left,
    close: () => server.close(),
  }
}

/** Notes, in the page, the frame after which each route is seen. */
const noteRoutes = `(() => {
  const seen = {}
  globalThis.routesSeen = seen
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    for (const route of document.querySelectorAll('[data-testid="route"]')) seen[route.dataset.routeId] ??= Date.now()
  }))).observe(document.body, { childList: true, subtree: true })
})()`

/** The swap is asked for again and again; each route is timed from the service's socket to its frame. */
export async function measureRoutes(
  product: ChromiumProduct,
  left: ReadonlyMap<string, number>,
): Promise<Line[]> {
  const swap = await openWithUsdc(product)
  await swap.page.evaluate(noteRoutes)
  for (let round = 0; round < rounds; round += 1) {
    await swap.handle('pay-amount').fill(String(10 + round))
    await swap.page
      .locator(`[data-route-id$="-${inFlight - 1}"]`)
      .first()
      .waitFor()
    await swap.handle('pay-amount').fill('')
    await swap.handle('route').first().waitFor({ state: 'detached' })
  }
  const seen = await swap.page.evaluate<Record<string, number>>('globalThis.routesSeen')
  await swap.page.close()
  const times = Object.entries(seen).flatMap(([id, at]) => {
    const from = left.get(id)
    return from === undefined ? [] : [at - from]
  })
  const of = (share: string) =>
    `route, bytes leaving the service until painted, 20 in flight, ${share}`
  return [
    { measure: of('p50'), unit: 'ms', here: quantile(times, 0.5) },
    { measure: of('p95'), unit: 'ms', here: quantile(times, 0.95), goal },
  ]
}
