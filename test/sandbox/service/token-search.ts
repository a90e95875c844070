import type { ChainToken } from '../chains/port'

/** Tokens that match a text by symbol, name or address, best first. */
export function searchTokens(tokens: readonly ChainToken[], text: string): ChainToken[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...tokens]
  return tokens
    .map((token) => ({ token, rank: rankToken(token, wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ token }) => token)
}

const noMatch = 10
/** Known risks come after everything honest that matches at all. */
const riskRank = 5

function rankToken(token: ChainToken, wanted: string): number {
  const rank = rankText(token, wanted)
  return rank < noMatch && token.isRiskToken === true ? riskRank + rank / noMatch : rank
}

function rankText({ symbol, name, address }: ChainToken, wanted: string): number {
  const [ticker, title] = [symbol.toLowerCase(), name.toLowerCase()]
  const id = address.toLowerCase()
  if (ticker === wanted || id === wanted || wanted.endsWith(`:${id}`)) return 0
  if (ticker.startsWith(wanted)) return 1
  if (title.startsWith(wanted)) return 2
  if (ticker.includes(wanted) || title.includes(wanted)) return 3
  return isOneSlipAway(ticker, wanted) ? 4 : noMatch
}

/** One letter added, dropped or changed; words of one or two letters must be exact. */
function isOneSlipAway(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 3 || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  const shorter = Math.min(a.length, b.length) - start
  while (end < shorter && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return Math.max(a.length, b.length) - start - end <= 1
}
