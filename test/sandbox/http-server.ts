import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'

/** Anything that answers requests, e.g. a Hono app. */
type FetchHandler = (request: Request, env?: object) => Response | Promise<Response>

export type HttpServer = {
  url: string
  /** Puts another handler behind the same address. */
  handle(fetch: FetchHandler): void
  /** Closes at once, open connections too. */
  stop(): Promise<void>
}

/**
 * Listens on loopback. The address is known before the handler is, because apps tell each other's
 * addresses; until then everything is 503.
 */
export async function startHttpServer(port: number): Promise<HttpServer> {
  let handler: FetchHandler = () => new Response('starting', { status: 503 })
  const listener = getRequestListener((request, env) => handler(request, env), {
    // Copies of the global classes would make `instanceof Response` fail across libraries.
    overrideGlobalObjects: false,
  })
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  // A connection is never closed just as its client sends the next request.
  server.keepAliveTimeout = 0
  await listen(server, port)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    handle(fetch) {
      handler = fetch
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
