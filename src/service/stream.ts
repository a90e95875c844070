import type * as z from 'zod/mini'
import { decode } from '@/src/contract/service/decode'
import { isServiceError, type ServiceError } from '@/src/domain/service-error'
import { parseJson } from './body'
import type { CallOptions } from './http'

export type StreamOptions = CallOptions & {
  /**
   * Takes a line that is not what was asked, so that one broken filler does not end the others.
   * Without it such a line ends the stream with InvalidResponseError (SVC3003).
   */
  onRefused?: ((error: ServiceError) => void) | undefined
}

/**
 * Reads NDJSON lines by a schema, each as soon as it is complete.
 *
 * @throws InvalidResponseError (SVC3003) for a line that is not JSON or not of the schema, unless
 * `onRefused` takes it. Errors of the lines themselves pass through.
 */
export async function* decodeLines<T extends z.core.$ZodType>(
  lines: AsyncIterable<string>,
  schema: T,
  what: string,
  onRefused?: (error: ServiceError) => void,
): AsyncGenerator<z.output<T>> {
  for await (const line of lines) {
    let item: z.output<T>
    try {
      const body = parseJson(line, what, null)
      item = decode(schema, body, what, { status: null, body })
    } catch (error) {
      if (!onRefused || !isServiceError(error)) throw error
      onRefused(error)
      continue
    }
    yield item
  }
}
