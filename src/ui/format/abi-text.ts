/** Letters of a symbol or a name that are kept; a longer one is cut wherever it is shown. */
const LONGEST = 100

/**
 * Reads a text as a token's method returns it, in hex: a `string`, or 32 bytes as some old tokens have it.
 * Undefined where it is neither, is not UTF-8, or is empty.
 * https://docs.soliditylang.org/en/latest/abi-spec.html
 */
export function readAbiText(hex: string): string | undefined {
  const match = /^0x((?:[0-9a-f]{2})*)$/.exec(hex)
  const body = match?.[1] ?? ''
  if (body.length === 64) return decode(body.replace(/(?:00)+$/, ''))
  if (!/^0{62}20/.test(body)) return undefined
  const length = Number.parseInt(body.slice(64, 128), 16)
  const data = body.slice(128)
  return length * 2 <= data.length ? decode(data.slice(0, length * 2)) : undefined
}

function decode(hex: string): string | undefined {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (each) => Number.parseInt(each, 16))
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    return text === '' ? undefined : [...text].slice(0, LONGEST).join('')
  } catch {
    // Not UTF-8: no text that could be shown.
    return undefined
  }
}
