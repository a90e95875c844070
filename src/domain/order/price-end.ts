/** Unix seconds until which a price holds; 0, long ago, where nothing says how long. */
export function priceEndOf(quote: {
  validBefore?: number | undefined
  quoteExpiresAt?: number | undefined
}): number {
  const { quoteExpiresAt, validBefore } = quote
  const end = quoteExpiresAt ?? validBefore ?? 0
  return Math.min(end, validBefore ?? end)
}
