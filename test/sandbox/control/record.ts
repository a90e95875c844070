import type { MiddlewareHandler } from 'hono'
import type { Call, ControlState } from './state'

/** A sandbox that runs for days keeps the newest calls only. */
const keptCalls = 10_000

/** Writes every request of a server into the log of calls. */
export function recordMiddleware(state: ControlState, server: string): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req
    if (method === 'OPTIONS') return next()
    const { pathname, search } = new URL(context.req.url)
    const headers = context.req.header()
    const body = method === 'GET' ? '' : await context.req.text()
    const path = pathname + search
    const call: Call = { server, method, path, headers, body, time: Date.now() }
    state.calls.push(call)
    if (state.calls.length > keptCalls) state.calls.shift()
    await next()
    call.status = context.res.status
  }
}
