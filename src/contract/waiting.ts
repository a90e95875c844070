import type { AskedBy } from '@/src/domain/order/order'

/**
 * Where what was asked waits for the person in `storage.session`, a list with the oldest first. It is
 * changed under a Web Lock of this name, by the worker and by our pages.
 */
export const waitingKey = 'waiting'

/** Something that wants the screen: a site's request, a text, or the order that a notice speaks of. */
export type Waiting = {
  /** Names it; the id of a site's request. */
  id: string
  /** Page that it comes from; absent for what the person typed. */
  origin?: string
  /** Set for what a site's own script asked. */
  askedBy?: AskedBy
  orderId?: string
}

/** Reads that list as it is stored; what is no part of one is left out. */
export function listWaiting(value: unknown): Waiting[] {
  return Array.isArray(value) ? value.filter(isWaiting) : []
}

/** By hand: what a page shows first has no schema library. */
function isWaiting(value: unknown): value is Waiting {
  const { id, origin, askedBy, orderId } = fieldsOf(value)
  const isText = [origin, orderId].every((each) => each === undefined || typeof each === 'string')
  return typeof id === 'string' && isText && (askedBy === undefined || isAskedBy(askedBy))
}

function isAskedBy(value: unknown): value is AskedBy {
  const { origin, requestId, page } = fieldsOf(value)
  const { tabId, frameId } = fieldsOf(page)
  const texts = [origin, requestId, fieldsOf(page).origin]
  return (
    texts.every((each) => typeof each === 'string') &&
    Number.isInteger(tabId) &&
    Number.isInteger(frameId)
  )
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Sites that wait at a time: more than a person would answer. */
const mostWaiting = 8

/**
 * Puts `next` at the end of what waits, or in the place of an older one of the same kind: of the same site,
 * of a text, of a notice. Where as many sites wait as there may be, another one does not: none pushes out
 * what somebody else asked before. Gives what is kept and which sites' requests gave way.
 */
export function addWaiting(
  list: readonly Waiting[],
  next: Waiting,
): { list: Waiting[]; gone: AskedBy[] } {
  const older = list.find((each) => placeOf(each) === placeOf(next))
  const sites = list.filter(({ askedBy }) => askedBy !== undefined).length
  if (!older && next.askedBy && sites >= mostWaiting)
    return { list: [...list], gone: [next.askedBy] }
  const kept = older ? list.map((each) => (each === older ? next : each)) : [...list, next]
  return { list: kept, gone: older?.askedBy ? [older.askedBy] : [] }
}

function placeOf({ askedBy, orderId }: Waiting): string {
  if (orderId !== undefined) return 'order'
  return askedBy?.origin ?? 'text'
}
