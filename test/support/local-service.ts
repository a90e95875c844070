import type { ServerResponse } from 'node:http'
import type { QuoteRequest } from '@/src/contract/service/quote'
import { createServiceClient, type ServiceClientOptions } from '@/src/service/client'
import { type LocalServer, startLocalServer } from './local-server'

export const TOKEN = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
export const ACCOUNT = '0x1111111111111111111111111111111111111111'

export const quoteRequest: QuoteRequest = {
  tradeType: 'EXACT_INPUT',
  fromChainId: 8453,
  fromToken: TOKEN,
  toChainId: 42161,
  toToken: TOKEN,
  amount: '1000000',
  fromAddress: ACCOUNT,
}

/** A route as a stream carries it. */
export const streamedRoute = (routeId: string, type = 'native-filler') => ({
  quoteId: 'q1',
  routeId,
  type,
  quote: { amountIn: '1', amountOut: '2', expectedDurationSeconds: 3, validBefore: 4 },
})

/** Everything a stream gives, and the error that ended it, if any. */
export async function collect<T>(items: AsyncIterable<T>): Promise<{ items: T[]; error: unknown }> {
  const found: T[] = []
  try {
    for await (const item of items) found.push(item)
  } catch (error) {
    return { items: found, error }
  }
  return { items: found, error: null }
}

export type LocalService = LocalServer & {
  /** A client of this server, in place of all four services. */
  createClient(options?: Partial<ServiceClientOptions>): ReturnType<typeof createServiceClient>
  answerJson(body: unknown, status?: number, headers?: Record<string, string>): void
  answerStream(write: (response: ServerResponse) => void): void
}

/** Starts a local server whose answers a test writes, with clients that speak to it. */
export async function startLocalService(): Promise<LocalService> {
  const server = await startLocalServer()
  const urls = { baseUrl: server.url, fiatUrl: server.url, embedUrl: server.url }
  return {
    ...server,
    createClient: (options = {}) => createServiceClient({ ...urls, version: '9.9.9', ...options }),
    answerJson(body, status = 200, headers = {}) {
      server.answer((response) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify(body))
      })
    },
    answerStream(write) {
      server.answer((response) => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' })
        write(response)
      })
    },
  }
}
