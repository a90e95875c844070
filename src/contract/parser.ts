import * as z from 'zod/mini'

/** Reads a value that crossed a wall, or says where it is not what it should be. */
export type Parse<T> = (value: unknown) => { ok: true; value: T } | { ok: false; where: string }

/** Makes a parser of a schema, for rooms that import no schema library. */
export function parser<S extends z.core.$ZodType>(schema: S): Parse<z.core.output<S>> {
  return (value) => {
    const read = z.safeParse(schema, value)
    if (read.success) return { ok: true, value: read.data }
    return { ok: false, where: read.error.issues[0]?.path.join('.') ?? '' }
  }
}
