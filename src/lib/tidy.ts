/** A record whose optional fields are absent rather than undefined. */
export type Tidy<T> = T extends string
  ? T
  : T extends (infer E)[]
    ? Tidy<E>[]
    : T extends object
      ? { [K in keyof T]: undefined extends T[K] ? Tidy<Exclude<T[K], undefined>> : Tidy<T[K]> }
      : T

/** Drops undefined fields, all the way down: what a schema calls optional, a record leaves out. */
export function tidy<T>(value: T): Tidy<T>
export function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => tidy(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, tidy(each)]])),
  )
}
