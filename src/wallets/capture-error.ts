import type { RawWalletError } from '@/src/contract/bridge'
import { encode } from './encode'
import { isArray, isObject, keysOf, read } from './own'

const maxMessage = 2_000
const maxData = 4_000
const maxShort = 256
/** More than stand in so much JSON: what is wide and deep is read no further. */
const maxValues = maxData / 2

/**
 * A wallet's error cut to the wire's sizes. Reads what wallets are known to use (`name`, `code`,
 * `message`, `data`, else a nested `error` or `cause`) and survives getters and proxies that throw.
 */
export function captureError(error: unknown, quote: (text: string) => string): RawWalletError {
  const name = cutText(read(error, 'name'), maxShort)
  const code = codeOf(read(error, 'code'))
  const message = isObject(error)
    ? cutText(read(error, 'message'), maxMessage)
    : cutText(printed(error), maxMessage)
  const data = dataOf(error, quote)
  return {
    ...(name === undefined ? {} : { name }),
    ...(code === undefined ? {} : { code }),
    message: message ?? '',
    ...(data === undefined ? {} : { data }),
  }
}

function printed(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

function cutText(value: unknown, most: number): string | undefined {
  return typeof value === 'string' ? value.slice(0, most) : undefined
}

function codeOf(value: unknown): number | string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return cutText(value, maxShort)
}

function dataOf(error: unknown, quote: (text: string) => string): string | undefined {
  let source = read(error, 'data')
  if (source === undefined || source === null) {
    const error_ = read(error, 'error')
    const cause = read(error, 'cause')
    if (isObject(error_)) source = { error: error_ }
    else if (isObject(cause)) source = { cause }
  }
  if (source === undefined || source === null) return undefined
  // Smaller and smaller, so that what is sent stays JSON.
  for (const size of [
    { depth: 5, keys: 16, text: 600, values: maxValues },
    { depth: 4, keys: 8, text: 200, values: maxValues },
    { depth: 3, keys: 4, text: 80, values: maxValues },
  ]) {
    const text = encode(shrink(source, size.depth, size), quote)
    if (text.length <= maxData) return text
  }
  return undefined
}

/** Error fields that are often not enumerable, and that say what went wrong. */
const telling = ['code', 'message', 'name', 'originalError', 'cause', 'error', 'data']

type Size = { keys: number; text: number; values: number }

function shrink(value: unknown, depth: number, size: Size): unknown {
  size.values -= 1
  if (size.values < 0) return null
  if (typeof value === 'string') return value.slice(0, size.text)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return `${value}`.slice(0, size.text)
  if (!isObject(value) || typeof value === 'function' || depth === 0) return null
  if (isArray(value)) {
    const items: unknown[] = []
    const length = Math.min(Number(read(value, 'length')) || 0, size.keys)
    for (let at = 0; at < length; at += 1) {
      items[at] = shrink(read(value, `${at}`), depth - 1, size)
    }
    return items
  }
  const small: Record<string, unknown> = Object.create(null)
  let count = 0
  for (const key of [...telling, ...keysOf(value)]) {
    if (count >= size.keys || key in small) continue
    const item = read(value, key)
    if (item === undefined || typeof item === 'function') continue
    small[key.slice(0, 64)] = shrink(item, depth - 1, size)
    count += 1
  }
  return small
}
