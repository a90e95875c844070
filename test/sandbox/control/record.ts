import type { MiddlewareHandler } from 'hono'
import type { ControlState } from './state'

/** A sandbox that runs for days keeps the newest calls only. */
const keptCalls = 10_000

/** Writes every request of a server into the log of calls. */
export function recordMiddleware(state: ControlState, server: string): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req
    if (method !== 'OPTIONS') {
      const { pathname, search } = new URL(context.req.url)
      const headers = context.req.header()
      const body = method === 'GET' ? '' : await context.req.text()
      state.calls.push({ server, method, path: pathname + search, headers, body, time: Date.now() })
      if (state.calls.length > keptCalls) state.calls.shift()
    }
    return next()
  }
}
