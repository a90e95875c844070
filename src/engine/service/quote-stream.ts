import * as z from 'zod/mini'
import { type QuoteEvent, quoteStart } from '@/src/contract/rpc'
import type { Route } from '@/src/contract/service/quote'
import { AppError, toWireError } from '@/src/domain/error'
import { TRANSFER_METHODS, transferMethodOf } from '@/src/domain/order/transfer'
import { checkQuote } from '@/src/domain/policy/policy-quote'
import { toAppError } from '@/src/service/errors'
import type { Engine } from '../engine'
import { createQuoteClock } from './quote-clock'

/** How a stream ends that cannot go on. */
type Failure = Extract<QuoteEvent, { type: 'error' }>

/** One end of a connection to one of our pages. */
export type QuotePort<E = QuoteEvent> = {
  post(event: E | Failure): void
  /** Called with each message of the page. */
  onMessage(listener: (message: unknown) => void): void
  onClose(listener: () => void): void
}

/** Serves the stream of routes over a port. */
export function serveQuotes(engine: Engine, port: QuotePort): void {
  serveRequest(port, quoteStart, (start, signal) => stream(engine, port, start, signal))
}

/** Runs what a page asks for over a port: one start a port, closing it aborts the request. */
export function serveRequest<S, E>(
  port: QuotePort<E>,
  shape: z.ZodMiniType<S>,
  run: (start: S, signal: AbortSignal) => Promise<void>,
): void {
  const abort = new AbortController()
  let started = false
  port.onClose(() => abort.abort())
  port.onMessage((message) => {
    const start = z.safeParse(shape, message)
    if (started) return
    started = true
    if (!start.success) {
      const field = start.error.issues[0]?.path.join('.') ?? ''
      const error = new AppError('rpc/invalid', { where: 'quotes', field })
      port.post({ type: 'error', error: toWireError(error) })
      return
    }
    // It posts what goes wrong: a port that does not even take that has nobody behind it.
    run(start.data, abort.signal).catch(() => abort.abort())
  })
}

/** What a wallet is asked for here: the steps of a contract call, the deposit the last of them. */
const drivenMethod = 'CONTRACT_CALL'

/** A route that names no method is a contract call. */
function isDriven({ depositMethods = [] }: Route): boolean {
  return depositMethods.length === 0 || depositMethods.includes(drivenMethod)
}

type Start = z.infer<typeof quoteStart>
type Request = Start['request']

/** Decimals are the person's token's, held against it when the order is prepared. */
function check(engine: Engine, request: Request, { quote }: Pick<Route, 'quote'>) {
  const from = { chainId: request.fromChainId, address: request.fromToken, decimals: 0 }
  const to = { chainId: request.toChainId, address: request.toToken, decimals: 0 }
  const now = Math.floor(engine.now() / 1_000)
  return checkQuote({ asked: request, quote, from, to, now })
}

async function stream(
  engine: Engine,
  port: QuotePort,
  { request, by }: Start,
  signal: AbortSignal,
): Promise<void> {
  const methods = by === 'transfer' ? TRANSFER_METHODS : [drivenMethod]
  const fits =
    by === 'transfer' ? (route: Route) => transferMethodOf(route) !== undefined : isDriven
  let count = 0
  let others = 0
  const clock = createQuoteClock(engine, request.fromChainId)
  let refused: unknown
  const onRefused = (error: unknown) => {
    refused ??= error
    engine.report(error, 'quotes')
  }
  const options = { signal, onDate: clock.onDate, onRefused }
  try {
    const { quotes } = await engine.service()
    const asked = { ...request, depositMethods: [...methods] }
    for await (const { quoteId, ...offered } of quotes.stream(asked, options)) {
      if (signal.aborted) return
      if (!fits(offered)) {
        // What is paid by address is offered there.
        if (transferMethodOf(offered) === undefined) others += 1
        continue
      }
      const route = clock.localise(offered)
      // A route that answers another question is no offer; the others still are.
      const verdict = check(engine, request, route)
      if (!verdict.ok) {
        engine.report(new AppError(verdict.code, { detail: verdict.detail }), 'quotes')
        continue
      }
      count += 1
      port.post({ type: 'route', quoteId, route })
    }
    // An answer of which nothing could be read is none; "no offers" would not be so.
    if (count + others === 0 && refused !== undefined) throw refused
    if (!signal.aborted) port.post({ type: 'done', count, others })
  } catch (error) {
    if (signal.aborted) return
    engine.report(error, 'quotes')
    port.post({ type: 'error', error: toWireError(toAppError(error)) })
  }
}
