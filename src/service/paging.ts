import type { CallOptions } from './http'

/** Where a page starts and how long it is; 0 and absence both leave it to the service. */
export type Paging = { limit?: number | undefined; cursor?: number | undefined }

/** The query of a page: the service is not sent a limit or cursor of 0. */
export function toPagingQuery({ limit, cursor }: Paging): Record<string, number | undefined> {
  return { limit: limit || undefined, cursor: cursor || undefined }
}

/**
 * Gives every record of a paged list, asking for the next page when the last one is used up. It ends
 * at a page without cursor, and at a cursor that does not move on, so that it cannot go round.
 */
export async function* walkPages<T, P extends Paging>(
  list: (paging: P, options: CallOptions) => Promise<{ data: T[]; cursor?: number | undefined }>,
  first: P,
  options: CallOptions = {},
): AsyncGenerator<T> {
  let cursor = first.cursor ?? 0
  while (true) {
    const page = await list({ ...first, cursor }, options)
    yield* page.data
    if (page.cursor === undefined || page.cursor <= cursor) return
    cursor = page.cursor
  }
}
