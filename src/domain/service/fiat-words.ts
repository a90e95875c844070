/** Words that providers use before and after the payment; any other says nothing of it. */
const unpaid = ['created', 'new', 'awaiting_payment', 'pending_payment', 'payment_pending']
const neverPaid = ['expired', 'canceled', 'cancelled']
const paid = ['payment_received', 'processing', 'delivering', 'bridging']

/** Tells whether a fiat status says that the payment was seen. */
export function saysPaid(status: string): boolean {
  return paid.includes(status.toLowerCase())
}

/** Tells whether a fiat status says that nothing was paid yet. */
export function saysUnpaid(status: string): boolean {
  return unpaid.includes(status.toLowerCase())
}

/** Tells whether a fiat status says that it ended before anything was paid. */
export function saysNeverPaid(status: string): boolean {
  return neverPaid.includes(status.toLowerCase())
}
