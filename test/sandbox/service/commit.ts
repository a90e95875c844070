import { randomBytes } from 'node:crypto'
import type { Reference } from '../chains/port'
import type { DepositMethod } from './fillers'
import type { Commitment, Ledger, Offer, Quote } from './ledger'

/**
 * The promise to honour a deposit for this route. Building a route again renews the same promise,
 * so that one route never has two references; once money has come, its terms stay as they are.
 */
export function commitRoute(
  ledger: Ledger,
  terms: {
    quote: Quote
    offer: Offer
    recipient: string
    refundTo: string
    method: DepositMethod
    now: number
  },
): Commitment {
  const { quote, offer, recipient, refundTo, method, now } = terms
  const known = findCommitment(ledger, quote.quoteId, offer.filler.routeId)
  if (known !== undefined) {
    if (ledger.depositsOf(known.reference).length === 0) {
      Object.assign(known, { recipient, refundTo, method })
    }
    return known
  }
  const reference: Reference = `0x${randomBytes(32).toString('hex')}`
  const createdAt = new Date(now)
  const commitment = { reference, quote, offer, recipient, refundTo, method, createdAt }
  ledger.commitments.set(reference, commitment)
  return commitment
}

export function findCommitment(
  ledger: Ledger,
  quoteId: string,
  routeId: string,
): Commitment | undefined {
  return [...ledger.commitments.values()].find(({ quote, offer }) => {
    return quote.quoteId === quoteId && offer.filler.routeId === routeId
  })
}
