import { isArray, isObject, keysOf, own } from './own'

/**
 * JSON of plain data that this script built. `JSON.stringify` would call a `toJSON` that old
 * libraries and hostile pages put on `Object.prototype` or `Array.prototype`.
 */
export function encode(value: unknown, quote: (text: string) => string): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (!isObject(value)) return 'null'
  let text = ''
  if (isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      text += `${at === 0 ? '' : ','}${encode(value[at], quote)}`
    }
    return `[${text}]`
  }
  for (const key of keysOf(value)) {
    const item = own(value, key)
    if (item === undefined) continue
    text += `${text === '' ? '' : ','}${quote(key)}:${encode(item, quote)}`
  }
  return `{${text}}`
}
