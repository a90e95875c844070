import type { Context } from 'hono'
import * as z from 'zod/mini'
import { type FieldIssue, invalidField, ServiceFailure } from './errors'

/** Parses a request part; throws the documented ValidationException that names every bad field. */
export function parseOrRefuse<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const issues: FieldIssue[] = result.error.issues.map(({ path, message, code }) => {
    return { field: path.join('.'), message, code: code ?? 'custom' }
  })
  throw new ServiceFailure('ValidationException', 'Validation failed', issues)
}

/** The JSON body of a request, or a ValidationException. */
export async function readJson(context: Context): Promise<unknown> {
  try {
    return await context.req.json()
  } catch {
    throw invalidField('', 'The body is not JSON', 'invalid_json')
  }
}

/** A list parameter: one comma-joined value, repeated keys, or both. */
export function readList(context: Context, name: string): string[] | undefined {
  const values = context.req.queries(name)
  if (values === undefined) return undefined
  return values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

export function readChainIds(context: Context): number[] | undefined {
  return readList(context, 'chainIds')?.map((text) => toInteger('chainIds', text, 1))
}

/** An optional integer of the query, within bounds. */
export function readInteger(
  context: Context,
  name: string,
  bounds: { min: number; max?: number },
): number | undefined {
  const text = context.req.query(name)
  return text === undefined ? undefined : toInteger(name, text, bounds.min, bounds.max)
}

export type Page = { limit: number; cursor: number }

/** `limit` and `cursor` of a paged list; the cursor is the number of records to skip. */
export function readPage(context: Context, limits: { preset: number; max: number }): Page {
  return {
    limit: readInteger(context, 'limit', { min: 1, max: limits.max }) ?? limits.preset,
    cursor: readInteger(context, 'cursor', { min: 0 }) ?? 0,
  }
}

/** The page envelope; without `cursor` it is the last page. */
export function cutPage<T>(records: readonly T[], { limit, cursor }: Page) {
  const data = records.slice(cursor, cursor + limit)
  const next = cursor + limit
  return next < records.length ? { data, cursor: next } : { data }
}

function toInteger(field: string, text: string, min: number, max?: number): number {
  if (!/^-?\d{1,15}$/.test(text)) throw invalidField(field, 'Expected an integer', 'invalid_type')
  const value = Number(text)
  if (value < min) throw invalidField(field, `Must be at least ${min}`, 'too_small')
  if (max !== undefined && value > max) {
    throw invalidField(field, `Must be at most ${max}`, 'too_big')
  }
  return value
}
