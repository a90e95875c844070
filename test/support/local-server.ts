import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type ReceivedRequest = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type LocalServer = {
  url: string
  received: ReceivedRequest[]
  /** What the next requests are answered with. */
  answer(handler: (response: ServerResponse, request: ReceivedRequest) => void): void
  /** Settles when a request whose answer is open has been given up by the client. */
  givenUp(): Promise<void>
  stop(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Starts an HTTP server on loopback whose answers a test writes by hand, byte by byte if need be. */
export async function startLocalServer(): Promise<LocalServer> {
  const received: ReceivedRequest[] = []
  const giveUps: (() => void)[] = []
  let gaveUp = 0
  let handle: (response: ServerResponse, request: ReceivedRequest) => void = (response) =>
    response.end('{}')

  const server = createServer((incoming, response) => {
    response.on('close', () => {
      if (response.writableFinished) return
      gaveUp += 1
      for (const tell of giveUps.splice(0)) tell()
    })
    readBody(incoming).then(
      (body) => {
        const { method = '', url = '', headers } = incoming
        const request = { method, url, headers, body }
        received.push(request)
        handle(response, request)
      },
      // The client hung up in the middle of it.
      () => response.destroy(),
    )
  })
  // A connection is never closed just as its client sends the next request.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    answer(handler) {
      handle = handler
    },
    givenUp: () => (gaveUp > 0 ? Promise.resolve() : new Promise((done) => giveUps.push(done))),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
