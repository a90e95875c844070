import { browser } from 'wxt/browser'
import * as z from 'zod/mini'
import { quotePort } from '@/src/contract/channels'
import {
  type OutputOf,
  type ProcedureName,
  procedures,
  type QuoteEvent,
  quoteEvent,
  rpcAnswer,
} from '@/src/contract/rpc'
import type { QuoteRequest } from '@/src/contract/service/quote'
import { AppError, fromWireError, toWireError } from '@/src/domain/error'

// The pages forbid eval, which zod would otherwise try once.
z.config({ jitless: true })

/** Reads the worker's reply to a call; fails as `callWorker` does. */
export function readReply<N extends ProcedureName>(name: N, reply: unknown): OutputOf<N> {
  const answer = z.safeParse(rpcAnswer, reply)
  if (!answer.success) throw new AppError('rpc/invalid', { where: name })
  if (!answer.data.ok) throw fromWireError(answer.data.error)
  const output = z.safeParse(procedures[name].output, answer.data.value)
  if (!output.success) throw new AppError('rpc/invalid', { where: name })
  return output.data as OutputOf<N>
}

/**
 * Streams routes as the fillers answer; `done` or `error` comes last and once. Aborting closes the
 * stream without another event.
 */
export function streamQuotes(
  request: QuoteRequest,
  on: (event: QuoteEvent) => void,
  signal: AbortSignal,
  by?: 'transfer',
): void {
  const start = { request, ...(by ? { by } : {}) }
  stream<QuoteEvent>({ name: quotePort, shape: quoteEvent, start, on, signal })
}

type Failure = Extract<QuoteEvent, { type: 'error' }>

/** Asks over a port of the worker; `done` or `error` comes last and once. */
export function stream<E extends { type: string }>(options: {
  name: string
  shape: z.ZodMiniType<E>
  start: object
  on: (event: E | Failure) => void
  signal: AbortSignal
}): void {
  const { name, shape, start, on, signal } = options
  if (signal.aborted) return
  const port = browser.runtime.connect({ name })
  let over = false
  const end = (last?: E | Failure): void => {
    if (over) return
    over = true
    if (last) on(last)
    port.disconnect()
  }
  signal.addEventListener('abort', () => end(), { once: true })
  port.onMessage.addListener((message: unknown) => {
    const event = z.safeParse(shape, message)
    if (over || !event.success) return
    if (event.data.type === 'done' || event.data.type === 'error') end(event.data)
    else on(event.data)
  })
  port.onDisconnect.addListener(() => {
    end({ type: 'error', error: toWireError(new AppError('rpc/unavailable')) })
  })
  port.postMessage({ type: 'start', ...start })
}
