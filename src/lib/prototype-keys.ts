/** Keys that reach an object's prototype when copied carelessly. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Deeper than any record of this product; a deeper one is an attempt to exhaust the stack. */
const MAX_DEPTH = 64

/**
 * Gives parsed JSON without the keys that could reach a prototype, at any depth.
 *
 * Returns the value itself when it carries none.
 * @throws RangeError when it is nested deeper than 64 levels.
 */
export function withoutPrototypeKeys(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) throw new RangeError('Nested too deeply')
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutPrototypeKeys(item, depth + 1))
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  const entries = Object.entries(value)
  const kept = entries
    .filter(([key]) => !PROTOTYPE_KEYS.has(key))
    .map(([key, item]) => [key, withoutPrototypeKeys(item, depth + 1)] as const)
  const clean =
    kept.length === entries.length && kept.every(([, item], i) => item === entries[i]?.[1])
  return clean ? value : Object.fromEntries(kept)
}
