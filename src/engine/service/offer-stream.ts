import { type OfferEvent, offerStart } from '@/src/contract/offers'
import { AppError, type ErrorCode, toWireError } from '@/src/domain/error'
import { checkOffer, limitsOf, type PurchaseAsk } from '@/src/domain/order/purchase'
import { toLocalTimes } from '@/src/domain/order/quote-time'
import { tidy } from '@/src/lib/tidy'
import { toAppError } from '@/src/service/errors'
import type { Engine } from '../engine'
import { type QuotePort, serveRequest } from './quote-stream'

/** Serves the stream of the payment providers' offers over a port. */
export function serveOffers(engine: Engine, port: QuotePort<OfferEvent>): void {
  serveRequest(port, offerStart, ({ request }, signal) => stream(engine, port, request, signal))
}

/** Why an offer that could be read is left out all the same. */
function whyOf(code: ErrorCode): 'over' | 'refund' | 'limits' | 'other' {
  if (code === 'policy/quote-expired') return 'over'
  if (code === 'service/cannot-fill') return 'limits'
  return code === 'form/recipient-wrong-family' ? 'refund' : 'other'
}

async function stream(
  engine: Engine,
  port: QuotePort<OfferEvent>,
  request: PurchaseAsk,
  signal: AbortSignal,
): Promise<void> {
  const seconds = () => Math.floor(engine.now() / 1_000)
  let skew: number | undefined
  const onDate = (time: number) => {
    skew = Math.floor(time / 1_000) - seconds()
  }
  let first: unknown
  let answers = 0
  const onRefused = (error: unknown) => {
    first ??= error
    engine.report(error, 'offers')
    if (!signal.aborted) port.post({ type: 'refused', problem: { message: '' }, why: 'unreadable' })
  }
  try {
    const { fiat } = await engine.service()
    const { hubChainId: _, limits: __, ...asked } = request
    for await (const item of fiat.streamQuotes(asked, { signal, onDate, onRefused })) {
      if (signal.aborted) return
      answers += 1
      if ('error' in item) {
        port.post({ type: 'refused', problem: item.error })
        continue
      }
      const now = seconds()
      const clocks = { now, service: skew === undefined ? undefined : now + skew }
      const { quoteExpiresAt } = toLocalTimes({ quoteExpiresAt: item.quote.expiresAt }, clocks)
      const offer = { ...item.quote, expiresAt: quoteExpiresAt }
      const verdict = checkOffer(request, offer, now)
      if (verdict.ok) port.post({ type: 'offer', offer })
      else {
        engine.report(new AppError(verdict.code, { detail: verdict.detail }), 'offers')
        const { provider, providerName } = offer
        const problem = tidy({ message: '', provider, providerName })
        const why = whyOf(verdict.code)
        const told = why === 'limits' ? { limits: limitsOf(request, offer) } : {}
        port.post({ type: 'refused', problem, why, ...told })
      }
    }
    // An answer of which nothing could be read is none; "no offers" would not be so.
    if (answers === 0 && first !== undefined) throw first
    if (!signal.aborted) port.post({ type: 'done' })
  } catch (error) {
    if (signal.aborted) return
    engine.report(error, 'offers')
    port.post({ type: 'error', error: toWireError(toAppError(error)) })
  }
}
