const hasOwn = Object.hasOwn
const getKeys = Object.keys
const isArrayValue = Array.isArray

/**
 * The value of an own key, else undefined. Own only: a page that adds `gas` to `Object.prototype`
 * must not add it to a transaction. A getter that throws counts as absent.
 */
export function own(value: unknown, key: string): unknown {
  if (!isObject(value)) return undefined
  try {
    return hasOwn(value, key) ? value[key] : undefined
  } catch {
    return undefined
  }
}

/** The value of a key, inherited ones included (class instances); a throwing getter is absent. */
export function read(value: unknown, key: string): unknown {
  if (!isObject(value)) return undefined
  try {
    return value[key]
  } catch {
    return undefined
  }
}

/** Objects and functions: what can have keys. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** At most `most` items of a list; an empty list for anything that is none. */
export function listOf(value: unknown, most: number): unknown[] {
  const items: unknown[] = []
  try {
    if (!isArrayValue(value)) return items
    const length = Math.min(value.length, most)
    for (let at = 0; at < length; at += 1) items[at] = value[at]
  } catch {
    return items
  }
  return items
}

/** The strings of a list that are no longer than 256 characters, at most `most` of them. */
export function stringsOf(value: unknown, most: number): string[] {
  const strings: string[] = []
  for (const item of listOf(value, most)) {
    if (typeof item === 'string' && item !== '' && item.length <= 256) {
      strings[strings.length] = item
    }
  }
  return strings
}

/** Own enumerable keys; none where the value refuses to tell. */
export function keysOf(value: Record<string, unknown>): string[] {
  try {
    return getKeys(value)
  } catch {
    return []
  }
}

export const isArray = (value: unknown): value is unknown[] => isArrayValue(value)
