/**
 * Reads Solana's compact-u16 (one to three bytes, seven bits each, low bits first) at `offset`.
 * Gives null where the bytes end, exceed 65,535, or are longer than they need be: Solana's runtime
 * refuses such aliases too.
 */
export function readCompactU16(
  bytes: Uint8Array,
  offset: number,
): { value: number; next: number } | null {
  let value = 0
  for (let i = 0; i < 3; i++) {
    const byte = bytes[offset + i]
    if (byte === undefined) return null
    if (byte === 0 && i > 0) return null
    value |= (byte & 0x7f) << (7 * i)
    if ((byte & 0x80) === 0) return value > 0xffff ? null : { value, next: offset + i + 1 }
  }
  return null
}

/** Writes a number of at most 65,535 as compact-u16. */
export function writeCompactU16(value: number): number[] {
  if (value < 0x80) return [value]
  return [(value & 0x7f) | 0x80, ...writeCompactU16(value >> 7)]
}
