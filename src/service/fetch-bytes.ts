import { ConnectionError } from '@/src/domain/service/service-error'
import { maxPictureBytes } from '@/src/lib/web-url'
import { readBytes } from './body'
import { createSystemClock } from './clock'
import { openLimit } from './limit'

/** People look at letters meanwhile, or at an empty square: ms. */
const patience = 4_000

/**
 * Fetches the bytes of a picture or a page of a stranger, whatever they are. No cookie and no referrer
 * goes with it, and it is followed nowhere else: it may have been told to lead to the person's own machine. @throws ApiTimeoutError, ConnectionError, InvalidResponseError (too large)
 */
export async function fetchBytes(
  url: string,
  fetch: typeof globalThis.fetch,
  cache: RequestCache = 'default',
): Promise<Uint8Array> {
  const limit = openLimit(patience, createSystemClock())
  try {
    const options = {
      cache,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    } as const
    const response = await limit.race(
      fetch(url, { ...options, signal: limit.signal }).catch((cause: unknown) => {
        throw new ConnectionError('It could not be reached', cause)
      }),
    )
    if (!response.ok) throw new ConnectionError(`It is not there: ${response.status}`)
    return await readBytes(response, limit, maxPictureBytes)
  } finally {
    limit.end()
  }
}
