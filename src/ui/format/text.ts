import { mayBeName } from '@/src/domain/entry/recipient-text'
import { plainText } from '@/src/lib/plain-text'

export { plainText } from '@/src/lib/plain-text'

/**
 * What was typed or pasted as a recipient, on one line. Hidden letters go, but for those of a name: they are
 * part of it, and ENS's own rules decide on them.
 */
export function recipientText(value: string): string {
  const text = value.replace(/\s/g, '')
  return mayBeName(text) && text.length <= 128 ? text : plainText(text, 128)
}

/** Shortens an address to its ends; only for where the whole one is a click away. */
export function shortAddress(address: string): string {
  return address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** The same within a sentence of plain words, where no element keeps it in one piece: no line ends at its dots. */
export function shortInWords(address: string): string {
  return shortAddress(address).replace('…', '\u2060…\u2060')
}

/** Splits an address into groups of four that can be compared by eye; `0x` stands alone. */
export function groupAddress(address: string): string[] {
  const body = address.startsWith('0x') ? address.slice(2) : address
  const groups = body.match(/.{1,4}/g) ?? []
  return address.startsWith('0x') ? ['0x', ...groups] : [...groups]
}

/** Host of an origin, for naming a page in a sentence. */
export function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : plainText(origin, 48)
}
