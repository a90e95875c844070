import type * as z from 'zod/mini'
import { decode } from '@/src/contract/service/decode'
import {
  ApiValidationError,
  ConnectionError,
  isServiceError,
  type ServiceError,
} from '@/src/domain/service/service-error'
import { type QueryValue, toUrl } from '@/src/lib/to-url'
import { toldAt } from '@/src/lib/told-at'
import { type FailedAnswer, readRetryAfter, toNamedError, toServiceError } from './answer-errors'
import { parseJson, readBytes, readChunks, readText } from './body'
import type { Clock } from './clock'
import { type Limit, openLimit } from './limit'
import { createLineSplitter } from './lines'

/** What every call of the client takes last. */
export type CallOptions = {
  /** Ends the call with ApiAbortedError (SVC3009). */
  signal?: AbortSignal | undefined
  /** Takes the service's time as its answer begins, unix ms, where its `Date` can be read. */
  onDate?: ((time: number) => void) | undefined
}

export type Request = {
  method?: 'GET' | 'POST' | 'PUT'
  /** A path below the base address, its parts already encoded. */
  path: string
  query?: Record<string, QueryValue>
  body?: unknown
  /** Sends no header that a browser would ask the server about first (CORS preflight). */
  bare?: boolean
}

/** An answer that is not JSON: its media type, in lower case, and its bytes. */
export type FileAnswer = { type: string; bytes: Uint8Array }

export type HttpOptions = {
  baseUrl: string
  version: string
  headers: Record<string, string>
  timeoutMs: number
  maxBytes: number
  fetch: typeof fetch
  clock: Clock
  /** Reads the answer of a request that failed; the main API's envelope where it is absent. */
  toAnswerError?: (failed: FailedAnswer) => ServiceError
  /** Turns the errors of this machinery into those of the API behind it. */
  toError?: (error: unknown) => unknown
}

export type Http = {
  /** Sends a request and reads the answer by its schema. */
  call<T extends z.core.$ZodType>(
    request: Request,
    schema: T,
    what: string,
    options?: CallOptions,
  ): Promise<z.output<T>>
  /** Sends a request and gives the answer as it is. */
  file(request: Request, options?: CallOptions): Promise<FileAnswer>
  /** Sends a request and gives the lines of the answer as they arrive. */
  lines(request: Request, options?: CallOptions): AsyncGenerator<string>
  /** The absolute address of a request. */
  url(request: Request): string
}

/**
 * Encodes one part of a path.
 *
 * @throws ApiValidationError for text that would name another path: empty, "." or "..".
 */
export function segment(value: string | number): string {
  const text = String(value)
  if (text === '' || text === '.' || text === '..') {
    throw new ApiValidationError('SVC3001', `"${text}" cannot be part of a path`, {
      retryable: false,
    })
  }
  return encodeURIComponent(text)
}

function toHeaders(options: HttpOptions, { body, bare = false }: Request): Headers {
  const headers = new Headers({ accept: 'application/json, */*;q=0.5' })
  if (bare) return headers
  const hasBody = body !== undefined
  if (hasBody) headers.set('content-type', 'application/json')
  headers.set('X-SVC-SDK-Version', options.version)
  for (const [name, value] of Object.entries(options.headers)) headers.set(name, value)
  return headers
}

/** @throws ApiValidationError for what no JSON can hold: a bigint, an object that holds itself. */
function toJson(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch (cause) {
    const message = `The request cannot be written as JSON: ${String(cause)}`
    throw new ApiValidationError('SVC3001', message, { retryable: false, cause })
  }
}

/** The one seam where foreign errors become ours. */
function toOwnError(error: unknown, limit: Limit): ServiceError {
  if (limit.signal.aborted && isServiceError(limit.signal.reason)) return limit.signal.reason
  if (isServiceError(error)) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new ConnectionError(`The service could not be reached: ${reason}`, error)
}

/**
 * Creates the machinery below every resource: addresses, headers, time limits, body limits and
 * errors. It knows no endpoint.
 */
export function createHttp(options: HttpOptions): Http {
  const { clock, maxBytes, toError = (error: unknown) => error } = options
  const { toAnswerError = toServiceError } = options
  const url = (request: Request) => toUrl(options.baseUrl, request)

  async function open(request: Request, limit: Limit, call: CallOptions): Promise<Response> {
    const { method = 'GET', body } = request
    limit.signal.throwIfAborted()
    const response = await limit.race(
      options.fetch(url(request), {
        method,
        headers: toHeaders(options, request),
        signal: limit.signal,
        // The person's cookies for these hosts are none of the client's business.
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        // What is sent is meant for this host: a signed transaction must not be carried elsewhere.
        redirect: method === 'GET' ? 'follow' : 'error',
        ...(body === undefined ? {} : { body: toJson(body) }),
      }),
    )
    const time = toldAt(response.headers)
    if (time !== undefined) call.onDate?.(time)
    if (response.ok) return response
    // A moment is meant by the clock that names it.
    const now = time ?? clock.now()
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), now)
    const text = await readText(response, limit, maxBytes)
    throw toAnswerError({ status: response.status, text, retryAfterMs })
  }

  async function within<T>(call: CallOptions, run: (limit: Limit) => Promise<T>): Promise<T> {
    const limit = openLimit(options.timeoutMs, clock, call.signal)
    try {
      return await run(limit)
    } catch (error) {
      throw toError(toOwnError(error, limit))
    } finally {
      limit.end()
    }
  }

  return {
    url,
    call: (request, schema, what, call = {}) =>
      within(call, async (limit) => {
        const response = await open(request, limit, call)
        const { status } = response
        const text = await readText(response, limit, maxBytes)
        const body = parseJson(text, what, status)
        try {
          return decode(schema, body, what, { status, body })
        } catch (error) {
          throw toNamedError(toAnswerError({ status, text, retryAfterMs: null })) ?? error
        }
      }),
    file: (request, call = {}) =>
      within(call, async (limit) => {
        const response = await open(request, limit, call)
        const type = (response.headers.get('content-type') ?? '').toLowerCase()
        return { type, bytes: await readBytes(response, limit, maxBytes) }
      }),
    async *lines(request, call = {}) {
      const limit = openLimit(options.timeoutMs, clock, call.signal)
      try {
        const response = await open(request, limit, call)
        const splitter = createLineSplitter(maxBytes)
        for await (const chunk of readChunks(response, limit, maxBytes)) {
          // A reader that takes its time is not the service's silence.
          limit.disarm()
          yield* splitter.push(chunk)
          limit.signal.throwIfAborted()
          limit.arm()
        }
        yield* splitter.end()
      } catch (error) {
        throw toError(toOwnError(error, limit))
      } finally {
        limit.end()
      }
    },
  }
}
