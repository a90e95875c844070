import { InvalidResponseError } from '@/src/domain/service/service-error'
import type { CallOptions } from './http'

/** Pages in a row without a record, one that cannot be read too: more is no list, only a cursor that grows. */
const MOST_EMPTY_PAGES = 5

/** Pages of one list; the longest list there is, the catalog's, has far fewer. */
const MOST_PAGES = 1000

/** Where a page starts and how long it is; 0 and absence both leave it to the service. */
export type Paging = { limit?: number | undefined; cursor?: number | undefined }

/** The query of a page: the service is not sent a limit or cursor of 0. */
export function toPagingQuery({ limit, cursor }: Paging): Record<string, number | undefined> {
  return { limit: limit || undefined, cursor: cursor || undefined }
}

/** A page, and how many of its records are left out of it. */
type Walked<T> = { data: T[]; cursor?: number | undefined; skipped?: number }

/**
 * Gives every record of a paged list, asking for the next page when the last one is used up. It ends
 * at a page without cursor, and at a cursor that was asked for before, so that it cannot go round; whether
 * cursors grow (offsets) or fall (the newest first) is the service's.
 *
 * @throws InvalidResponseError (SVC3003) for a list without end: page after page that brings nothing,
 * or more pages than any list has
 */
export async function* walkPages<T, P extends Paging>(
  list: (paging: P, options: CallOptions) => Promise<Walked<T>>,
  first: P,
  options: CallOptions = {},
): AsyncGenerator<T> {
  let cursor = first.cursor ?? 0
  let empty = 0
  const seen = new Set<number>()
  for (let pages = 0; pages < MOST_PAGES && empty < MOST_EMPTY_PAGES; pages += 1) {
    const page = await list({ ...first, cursor }, options)
    yield* page.data
    seen.add(cursor)
    if (page.cursor === undefined || seen.has(page.cursor)) return
    cursor = page.cursor
    empty = page.data.length + (page.skipped ?? 0) === 0 ? empty + 1 : 0
  }
  throw new InvalidResponseError('The list does not end', 'cursor')
}
