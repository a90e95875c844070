/**
 * When an answer arrived by the clock of who gave it, unix ms: its `Date`, and the seconds for which caches
 * kept it since (`Age`, RFC 9111). Undefined where it does not say, or may not be read.
 */
export function toldAt(headers: Headers): number | undefined {
  const date = Date.parse(headers.get('date') ?? '')
  const age = headers.get('age') ?? ''
  const kept = /^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0
  return Number.isNaN(date) ? undefined : date + kept
}
