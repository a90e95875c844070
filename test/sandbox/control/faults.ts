import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'
import type { Held } from './held'

/**
 * What may go wrong on a route.
 * - delay: answers after `ms`
 * - hold: answers once it is released
 * - status: answers `status` with `body` (JSON, or text when it is a string) and `headers`
 * - drop: closes the connection before any answer
 * - truncate: sends the first `bytes` of the real answer (half by default), then cuts the connection
 * - malformed: sends the first `bytes` of the real answer (half by default) as if they were all
 * - stall: sends the first `bytes` (the first line, or half) and then nothing, connection open
 * - answer: answers 200 with `body`
 */
export const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delay'), ms: z.number().check(z.minimum(0)) }),
  z.object({ kind: z.literal('hold') }),
  z.object({
    kind: z.literal('status'),
    status: z.int().check(z.minimum(200), z.maximum(599)),
    body: z.optional(z.unknown()),
    headers: z.optional(z.record(z.string(), z.string())),
  }),
  z.object({ kind: z.literal('drop') }),
  z.object({ kind: z.literal('truncate'), bytes: z.optional(z.int()) }),
  z.object({ kind: z.literal('malformed'), bytes: z.optional(z.int()) }),
  z.object({ kind: z.literal('stall'), bytes: z.optional(z.int()) }),
  z.object({ kind: z.literal('answer'), body: z.unknown() }),
])
type Fault = z.infer<typeof faultSchema>

/** Names for the routes of every server; any other text is a regular expression over `METHOD /path`. */
const routePatterns: Record<string, RegExp> = {
  quotes: /^POST \/v1\/quotes(\?|$)/,
  build: /^POST \/v1\/deposit\/build/,
  submit: /^PUT \/v1\/deposit\/submit/,
  order: /^GET \/v1\/orders\/by-id\//,
  orders: /^GET \/v1\/orders\/(?!by-id\/)/,
  tokens: /^GET \/v1\/tokens(\?|$)/,
  search: /^GET \/v1\/tokens\/search/,
  top: /^GET \/v1\/tokens\/top/,
  balances: /^GET \/v1\/tokens\/balances\//,
  suggestions: /^GET \/v1\/tokens\/autocomplete\/suggestions/,
  autocomplete: /^GET \/v1\/tokens\/autocomplete\/(?!suggestions)/,
  chains: /^GET \/v1\/chains(\?|$)/,
  icon: /^GET \/v1\/chain\/[^/]+\/icon/,
  'intent-by-deposit': /^GET \/v1\/intent\/deposit/,
  intent: /^GET \/v1\/intent\/(?!deposit)/,
  intents: /^GET \/v1\/intents\//,
  hub: /^GET \/v1\/(config\/arcadia|vaults|mtokens)/,
  'fiat-config': /^GET \/v1\/fiat\/config/,
  'fiat-quote': /^POST \/v1\/fiat\/quote/,
  'fiat-order': /^POST \/v1\/fiat\/order/,
  'fiat-status': /^GET \/v1\/fiat\/order\//,
  qr: /^GET \/api\/qrcode/,
}

type FaultRule = { route: string; fault: Fault; times?: number | undefined }

export type FaultBook = {
  set(rule: FaultRule): void
  list(): FaultRule[]
  clear(): void
  /** Uses up one turn of the first rule that matches, e.g. `GET /v1/chains`. */
  take(call: string): Fault | undefined
}

export function createFaultBook(): FaultBook {
  const rules: (FaultRule & { pattern: RegExp })[] = []
  return {
    set(rule) {
      rules.push({ ...rule, pattern: routePatterns[rule.route] ?? new RegExp(rule.route) })
    },
    list: () => rules.map(({ pattern: _pattern, ...rule }) => rule),
    clear: () => void rules.splice(0),
    take(call) {
      const index = rules.findIndex(({ pattern }) => pattern.test(call))
      const rule = rules[index]
      if (rule?.times !== undefined) {
        rule.times -= 1
        if (rule.times <= 0) rules.splice(index, 1)
      }
      return rule?.fault
    },
  }
}

/** Applies the faults to every request; preflights pass, so that the fault is seen by the real call. */
export function faultMiddleware(
  { faults, held }: { faults: FaultBook; held: Held },
  signal: AbortSignal,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url)
    const { method } = context.req
    const fault = method === 'OPTIONS' ? undefined : faults.take(`${method} ${pathname}${search}`)
    if (fault === undefined) return next()
    switch (fault.kind) {
      case 'delay':
        await pause(fault.ms, signal)
        return next()
      case 'hold':
        await held.wait()
        return next()
      case 'drop':
        context.env.outgoing.destroy()
        return RESPONSE_ALREADY_SENT
      case 'status':
        return answer(fault.body ?? '', fault.status, fault.headers)
      case 'answer':
        return answer(fault.body, 200)
      default:
        await next()
        context.res = await cut(context.res, fault, context.env.outgoing)
        return undefined
    }
  }
}

function answer(body: unknown, status: number, headers: Record<string, string> = {}): Response {
  const isText = typeof body === 'string'
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json'
  const hasBody = status !== 204 && status !== 304
  return new Response(hasBody ? (isText ? body : JSON.stringify(body)) : null, {
    status: status as ContentfulStatusCode,
    headers: { 'content-type': type, 'access-control-allow-origin': '*', ...headers },
  })
}

async function cut(
  response: Response,
  fault: Extract<Fault, { kind: 'truncate' | 'malformed' | 'stall' }>,
  outgoing: HttpBindings['outgoing'],
): Promise<Response> {
  const whole = new Uint8Array(await response.arrayBuffer())
  const firstLine = whole.indexOf(0x0a) + 1
  const usual = fault.kind === 'stall' && firstLine > 0 ? firstLine : Math.floor(whole.length / 2)
  const part = whole.slice(0, fault.bytes ?? usual)
  const { status } = response
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (fault.kind === 'malformed') return new Response(part, { status, headers })
  if (fault.kind === 'stall') return new Response(endless(part), { status, headers })
  // Past the framework: it would turn a body that fails into a clean 500.
  outgoing.writeHead(status, Object.fromEntries(headers))
  outgoing.write(part, () => outgoing.destroy())
  return RESPONSE_ALREADY_SENT
}

function endless(part: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(part),
    pull: () => new Promise<void>(() => undefined),
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
