/** Why a text is no amount of a token. */
export type AmountProblem = 'empty' | 'invalid' | 'too-many-decimals'

/**
 * Reads a plain decimal ("1", "1.23", ".5") into smallest units: the one reading of amounts there is. Nothing
 * is rounded or cut, and zeros behind the last digit count for nothing. A file of its own, as the popup's
 * first view needs nothing else of amounts.
 */
export function readAmount(
  text: string,
  decimals: number,
): { ok: true; units: bigint } | { ok: false; problem: AmountProblem } {
  if (text === '' || text === '.') return { ok: false, problem: 'empty' }
  // A whole number of more digits is none that any token has; a text without end is not read to its end.
  const match = /^(\d{0,78})(?:\.(\d*))?$/.exec(text)
  if (match === null) return { ok: false, problem: 'invalid' }
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return { ok: false, problem: 'too-many-decimals' }
  return { ok: true, units: BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}` || '0') }
}
