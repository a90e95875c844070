/** The most that may be set, percent. */
const MAX_PERCENT = 50

/** Reads a percentage as it is typed into a fraction; undefined where it is none from 0 to 50. */
export function readPercent(text: string): number | undefined {
  const match = /^\s*(\d{1,2}(?:[.,]\d{0,4})?|[.,]\d{1,4})\s*%?\s*$/.exec(text)
  const percent = Number(match?.[1]?.replace(',', '.') ?? 'none')
  return percent <= MAX_PERCENT ? Number((percent / 100).toFixed(6)) : undefined
}

/** Writes a fraction as a percentage, with as many digits as may be typed: 0.005 is `0.5%`. */
export function formatPercent(fraction: number): string {
  return `${+(fraction * 100).toFixed(4)}%`
}

/** Writes basis points as a percentage with at most two decimals. */
export function formatBps(bps: number): string {
  return formatPercent(bps / 10_000)
}
