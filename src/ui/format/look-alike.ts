/** Letters that read as Latin ones in common type; enough to catch copied tickers. */
const CONFUSABLE: Record<string, string> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  ѵ: 'v',
  ԝ: 'w',
  α: 'a',
  β: 'b',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  η: 'n',
  μ: 'm',
  ζ: 'z',
  '0': 'o',
  '1': 'l',
  '5': 's',
  '|': 'l',
  '₮': 't',
  $: 's',
  ɡ: 'g',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
}

/** The form under which two symbols look the same to a person. */
export function skeletonOf(symbol: string): string {
  const folded = symbol
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\s]/gu, '')
    .toLowerCase()
  return [...folded]
    .map((letter) => CONFUSABLE[letter] ?? letter)
    .join('')
    .replaceAll('i', 'l')
}

type Named = { chainId: number; address: string; symbol: string }

/**
 * Finds the known token that another one imitates: same chain, a symbol that reads the same, another
 * address. A bridged namesake on another chain is not an imitation.
 */
export function imitated<T extends Named>(candidate: Named, known: readonly T[]): T | undefined {
  const look = skeletonOf(candidate.symbol)
  const address = candidate.address.toLowerCase()
  const peers = known.filter((token) => token.chainId === candidate.chainId)
  if (peers.some((token) => token.address.toLowerCase() === address)) return undefined
  return peers.find((token) => skeletonOf(token.symbol) === look)
}
