import type { Beginning } from '@/src/domain/order/order'
import { payment, payoutFound, refundFound } from '@/test/samples/order'
import { type Named, named } from './transitions'

const short = { ...payment, what: 'short' as const }
const told = { field: 'recipient' as const, accepted: 'one', told: 'other' }

/** What the chains say of a payout or a refund, of whatever order. */
export const eventsOfArrival = (began: Beginning): Named[] => [
  named('contradicted', { type: 'contradicted', ...told }),
  named('beginningRead', { type: 'beginningRead', began }),
  named('paymentFound, the payout', payoutFound),
  named('paymentFound, too little', { type: 'paymentFound', kind: 'payout', found: short }),
  named('paymentFound, the refund', refundFound),
  named('paymentSought', { type: 'paymentSought', kind: 'payout', scanned: '200' }),
  named('paymentUnproved', { type: 'paymentUnproved' }),
]
