/** Gives the value rebuilt from what it knows, or undefined when the value has another shape. */
export type Shape<T> = (value: unknown) => T | undefined

type Shapes<T> = { readonly [K in keyof T]: Shape<T[K]> }

/** A string of at most `most` characters, fitting `pattern` where one is given. */
export function text(most: number, pattern?: RegExp): Shape<string> {
  return (value) =>
    typeof value === 'string' && value.length <= most && pattern?.test(value) !== false
      ? value
      : undefined
}

/** A finite number. */
export const number: Shape<number> = (value) =>
  Number.isFinite(value) ? (value as number) : undefined

/** True or false. */
export const flag: Shape<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** One of these very values. */
export function oneOf<const T>(...values: T[]): Shape<T> {
  return (value) => values.find((known) => known === value)
}

/** The first shape that fits. */
export function either<T, U>(first: Shape<T>, second: Shape<U>): Shape<T | U> {
  return (value) => first(value) ?? second(value)
}

/** A list of at most `most` items, each of one shape. */
export function list<T>(most: number, shape: Shape<T>): Shape<T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > most) return undefined
    const items = value.map(shape)
    return items.some((item) => item === undefined) ? undefined : (items as T[])
  }
}

/**
 * A plain object by its own keys: `required` ones must be there, `optional` ones may be absent but
 * not wrong, any other key is left out.
 */
export function record<R extends object, O extends object = object>(
  required: Shapes<R>,
  optional: Shapes<O> = {} as Shapes<O>,
): Shape<R & Partial<O>> {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const source = value as Record<string, unknown>
    const made: Record<string, unknown> = {}
    for (const [shapes, needed] of [
      [required, true],
      [optional, false],
    ] as const) {
      for (const key of Object.keys(shapes)) {
        const raw = Object.hasOwn(source, key) ? source[key] : undefined
        if (raw === undefined && !needed) continue
        const read = (shapes as Shapes<Record<string, unknown>>)[key]?.(raw)
        if (read === undefined) return undefined
        made[key] = read
      }
    }
    return made as R & Partial<O>
  }
}

/** A plain object of any names, its values of one shape. */
export function dictionary<T>(shape: Shape<T>): Shape<Record<string, T>> {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const read = Object.entries(value).map(([name, each]) => [name, shape(each)] as const)
    if (read.some(([, each]) => each === undefined)) return undefined
    return Object.fromEntries(read) as Record<string, T>
  }
}

/** Picks the shape by the value's own `key`, which is one of the names of `shapes`. */
export function variant<T extends object>(key: string, shapes: Shapes<T>): Shape<T[keyof T]> {
  return (value) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    const name = (value as Record<string, unknown>)[key]
    if (typeof name !== 'string' || !Object.hasOwn(shapes, name)) return undefined
    return shapes[name as keyof T](value)
  }
}
