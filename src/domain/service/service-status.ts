/** Order statuses after which nothing changes any more. Any other, known or not, is polled again. */
const OVER_ORDER: ReadonlySet<string> = new Set(['filled', 'refunded', 'failed'])

/** Tells whether an order's status is final. */
export function isFinalOrderStatus(status: string): boolean {
  return OVER_ORDER.has(status)
}

/** The order of the service's own statuses; one that is not here is read as "under way". */
const progress: readonly string[] = [
  'created',
  'deposited',
  'published',
  'refund_pending',
  'filled',
  'refunded',
  'failed',
]

/** The status of an order after another word of it: a status that goes backwards is not taken over. */
export function laterStatus<T extends string | undefined>(known: string | undefined, told: T) {
  if (known === undefined) return told
  // What goes on after "failed" was said of an address that nobody had paid.
  const onwards = told !== undefined && (rankOf(told) >= rankOf(known) || known === 'failed')
  return onwards ? told : known
}

/**
 * A status nobody knows ranks before all others: it never hides one that is known. Of the two ends at which
 * money is paid the last word counts: a false "refunded" would hide what really arrived.
 */
const rankOf = (status: string) => progress.indexOf(status === 'refunded' ? 'filled' : status)

/** What of a fiat order view decides whether it is over. */
export type FiatProgress = { status: string; terminal?: unknown; failure?: unknown }

/** `completed` is the published one; the others are what providers' orders end as in practice. */
const OVER_FIAT: ReadonlySet<string> = new Set([
  'completed',
  'failed',
  'canceled',
  'cancelled',
  'expired',
  'refunded',
])

/** Tells whether a fiat order is over: by status, by `terminal: true`, or because it carries a failure. */
export function isFinalFiatOrder(order: FiatProgress): boolean {
  const failed = order.failure !== undefined && order.failure !== null
  return order.terminal === true || failed || OVER_FIAT.has(order.status.toLowerCase())
}

/** How a fiat order goes on: an address to open, nothing to do, or a way this version does not know. */
export type FiatStep =
  | { kind: 'open'; how: 'wrapper' | 'redirect' | 'provider_widget'; url: string }
  | { kind: 'none' }
  | { kind: 'unknown'; type: string }

/** Reads a fiat action. A type that is not known means "cannot continue here", never "nothing to do". */
export function toFiatStep(action: { type: string; url?: string | undefined }): FiatStep {
  const { type, url } = action
  if (type === 'none') return { kind: 'none' }
  if (url !== undefined) {
    if (type === 'wrapper' || type === 'redirect' || type === 'provider_widget') {
      return { kind: 'open', how: type, url }
    }
  }
  return { kind: 'unknown', type }
}
