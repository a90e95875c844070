import type * as z from 'zod/mini'
import { decode } from '@/src/contract/service/decode'
import { isServiceError, type ServiceError } from '@/src/domain/service/service-error'
import { toNamedError, toServiceError } from './answer-errors'
import { parseJson } from './body'
import type { CallOptions } from './http'

export type StreamOptions = CallOptions & {
  /** Takes each line that is not what was asked; it is left out, and the others come through. */
  onRefused?: ((error: ServiceError) => void) | undefined
}

/**
 * Reads NDJSON lines by a schema, each as soon as it is complete. A line that is none of the schema is
 * left out: one broken filler does not end the others.
 *
 * @throws InvalidResponseError (SVC3003) at the end, unless `onRefused` took the lines: when the last
 * one is not JSON, so that the stream was cut, and when none could be read. Errors of the lines
 * themselves pass through.
 */
export async function* decodeLines<T extends z.core.$ZodType>(
  lines: AsyncIterable<string>,
  schema: T,
  what: string,
  onRefused?: (error: ServiceError) => void,
): AsyncGenerator<z.output<T>> {
  let first: ServiceError | undefined
  let last: ServiceError | undefined
  let read = 0
  for await (const line of lines) {
    const item = readLine(line, schema, what)
    last = item.ok || !item.isCut ? undefined : item.error
    if (item.ok) {
      read += 1
      yield item.value
      continue
    }
    first ??= item.error
    onRefused?.(item.error)
  }
  const problem = last ?? (read === 0 ? first : undefined)
  if (problem && !onRefused) throw problem
}

/**
 * The lines of a stream, also where a service or what stands before it waits for all and answers with one
 * JSON text in their place, on one line or on many. `itemsOf` takes such a body apart; undefined for what is
 * a line of the stream itself.
 */
export async function* linesOf(
  lines: AsyncIterable<string>,
  itemsOf: (body: object) => readonly unknown[] | undefined,
): AsyncGenerator<string> {
  const open: string[] = []
  for await (const line of lines) {
    // No line of a stream is a bracket alone: a text that is written for people begins so.
    if (open.length > 0 || line === '{' || line === '[') open.push(line)
    else yield* itemsIn(line, itemsOf) ?? [line]
  }
  if (open.length > 0) yield* itemsIn(open.join('\n'), itemsOf) ?? open
}

function itemsIn(
  text: string,
  itemsOf: (body: object) => readonly unknown[] | undefined,
): string[] | undefined {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // What it is instead is told where it is read as a line.
    return undefined
  }
  if (typeof body !== 'object' || body === null) return undefined
  const items = Array.isArray(body) ? body : itemsOf(body)
  return items?.map((item) => JSON.stringify(item) ?? '')
}

type Line<T> = { ok: true; value: T } | { ok: false; isCut: boolean; error: ServiceError }

function readLine<T extends z.core.$ZodType>(
  line: string,
  schema: T,
  what: string,
): Line<z.output<T>> {
  let isCut = true
  try {
    const body = parseJson(line, what, null)
    isCut = false
    return { ok: true, value: decode(schema, body, what, { status: null, body }) }
  } catch (error) {
    if (!isServiceError(error)) throw error
    const told = toNamedError(toServiceError({ status: null, text: line, retryAfterMs: null }))
    return { ok: false, isCut, error: told ?? error }
  }
}
