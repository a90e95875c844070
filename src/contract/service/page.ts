import * as z from 'zod/mini'
import { open, orNothing } from './common'

/** One page of a list. `skipped` counts records that could not be read and are missing from `data`. */
export type Page<T> = { data: T[]; cursor?: number | undefined; skipped: number }

/** A page as it is answered; a list by itself is its last one. */
export const envelope = z.union([
  open({ data: z.array(z.unknown()), cursor: orNothing(z.number()) }),
  z.pipe(
    z.array(z.unknown()),
    z.transform((data: unknown[]): { data: unknown[]; cursor?: number | undefined } => ({ data })),
  ),
])

/**
 * A page of records. A record that cannot be read is left out and counted, so that one of them does
 * not hide a person's whole history, and the caller can say that something is missing.
 */
export function pageOf<T extends z.core.$ZodType>(record: T) {
  return z.pipe(
    envelope,
    z.transform((page): Page<z.output<T>> => {
      const data: z.output<T>[] = []
      for (const item of page.data) {
        const read = z.safeParse(record, item)
        if (read.success) data.push(read.data)
      }
      return { data, cursor: page.cursor, skipped: page.data.length - data.length }
    }),
  )
}
