import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HttpServer {
  readonly url: string
  stop(): Promise<void>
}

/** The largest request body taken, in bytes: that of a node. */
const MAX_BODY = 50 * 1024

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const answer = async (
  handle: (body: string) => Promise<string>,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  if (request.method === 'OPTIONS') return void response.writeHead(204, CORS).end()
  if (request.method !== 'POST') {
    return void response
      .writeHead(405, CORS)
      .end('Used HTTP Method is not allowed. POST is required')
  }
  const body = await readBody(request)
  if (body === null) return void response.writeHead(413, CORS).end('Payload Too Large')
  const text = await handle(body)
  response.writeHead(200, { ...CORS, 'content-type': 'application/json; charset=utf-8' }).end(text)
}

/** Serves JSON-RPC over HTTP on loopback, for any origin. Rejects when the port is taken. */
export const startHttpServer = async (
  handle: (body: string) => Promise<string>,
  port: number,
): Promise<HttpServer> => {
  const server = createServer((request, response) => {
    answer(handle, request, response).catch((cause) => {
      // The caller hung up, or the handler broke its promise to answer every body.
      response.destroy(cause instanceof Error ? cause : undefined)
    })
  })
  // A connection is never closed just as its client sends the next request.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
