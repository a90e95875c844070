import { normaliseAmountText } from '@/src/lib/amount-text'
import { LONGEST_WORDS } from './longest-words'

/** A token as it was named: its symbol or name, and the chains that were named with it, if any were. */
export type NamedToken = { name: string; chainIds?: readonly number[] }

/**
 * One reading of a sentence about a swap. `amount` is a plain display decimal of the side that is fixed, in
 * dollars where `isMoney`. A side of which nothing was said is absent: dollars may be of what stands there.
 */
export type SwapWords = {
  side: 'pay' | 'receive'
  amount?: string
  isMoney?: true
  pay?: NamedToken
  receive?: NamedToken
}

/** What is first named after these is received... */
const wanting = ['buy', 'get', 'receive', 'need', 'want']
/** ...and after these it is paid. */
const giving = ['swap', 'bridge', 'convert', 'exchange', 'trade', 'sell', 'pay', 'turn', 'move']
/** After these a network that is named alone is where the same token goes. */
const moving = ['bridge', 'move']
/** Words that change nothing. */
const fillers = ['please', 'i', 'to', 'exactly', 'my', 'some', 'of', 'me', 'would', 'like']
/** Between the two sides. */
const turns = ['to', 'into', 'for', '->', '→', '=>', '>']
/** The same, where what is received was named first. */
const sources = ['with', 'using', 'from', 'for']
const dollars = ['usd', 'dollars', 'dollar', 'bucks', '$']

/** Names of chains that their own names do not hold. */
const nicknames: Readonly<Record<string, number>> = {
  mainnet: 1,
  bsc: 56,
  matic: 137,
  avax: 43_114,
  optimism: 10,
}

/** Sums that say no number, and what makes another number of the one before it. */
const shares = ['all', 'half', 'max', 'most', 'everything', 'entire', 'quarter']
const scales = ['k', 'm', 'thousand', 'million', 'billion']
/** Words between a sum and its token. */
const links = ['of', 'my', 'the', 'worth', 'in']

const SHORT = /^\d[\d.,]*(?:k|m|mm|b|bn)$/
const PLAIN = /^\d{1,30}(?:\.\d{1,36})?$/
const DIGITS = /^\d[\d.,'’_]*$/
const NAME = /^[\p{L}\p{N}.₮]{1,24}$/u

type Place = { id: number; name: string; nativeCurrency?: { symbol: string } }
type Sum = { amount?: string; isMoney?: true; words: string[] }

/**
 * Reads a sentence such as `swap 50 usdc to eth on base`, `buy 0.1 eth with usdc` or `$20 of eth`. Gives
 * every reading that the words allow, the likeliest first; none where they say nothing of a swap. Asks
 * nobody and never throws.
 */
export function readSwapWords(text: string, chains: readonly Place[]): SwapWords[] {
  if (text.length > LONGEST_WORDS || hasLooseSum(text)) return []
  const words = toWords(text)
  let begin = 0
  while (
    begin < words.length &&
    [...wanting, ...giving, ...fillers].includes(words[begin] as string)
  ) {
    begin += 1
  }
  const isVerb = (word: string) => wanting.includes(word) || giving.includes(word)
  // Of `I want to swap` the last counts.
  const verb = words.slice(0, begin).findLast(isVerb) ?? words.find(isVerb)
  const wants = verb !== undefined && wanting.includes(verb)
  const moves = verb !== undefined && moving.includes(verb)
  const { rest, origin } = wants
    ? { rest: words.slice(begin), origin: [] }
    : takeOrigin(words.slice(begin), chains)
  const turn = rest.findIndex((word) => (wants ? sources : turns).includes(word))
  if (turn > 0) {
    const [first, second] = [
      toSum([...rest.slice(0, turn), ...origin]),
      toSum(rest.slice(turn + 1)),
    ]
    return toSwaps(wants ? second : first, wants ? first : second, chains, moves)
  }
  const whole = toSum([...rest, ...origin])
  const pairs = verb === undefined || !wants ? splitInTwo(whole, chains, moves) : []
  const single = toNamed(whole.words, chains).flatMap((token): SwapWords[] => {
    const receive: SwapWords = { side: 'receive', receive: token, ...sumOf(whole) }
    const pay: SwapWords = { side: 'pay', pay: token, ...sumOf(whole) }
    return verb === undefined ? [pay, receive] : [wants ? receive : pay]
  })
  return [...single, ...pairs]
}

/**
 * Whether a text has a sum that no digits tell whole: `5k usdc`, `all my usdc`, `50% of my eth`. A word that
 * could be one is a name where it stands alone on its side, or after a sum.
 */
export function hasLooseSum(text: string): boolean {
  const words = toWords(text).filter((word) => !links.includes(word))
  const known = [...turns, ...sources, ...wanting, ...giving, ...fillers, 'on', '@']
  const isName = (word = '') =>
    NAME.test(word) && !known.includes(word) && toAmount(word) === undefined
  return words.some((word, at) => {
    if (/^\d[\d.,]*%$/.test(word) || (word.startsWith('$') && SHORT.test(word.slice(1))))
      return true
    const [before = '', after] = [words[at - 1], words[at + 1]]
    if (toAmount(before) !== undefined) return scales.includes(word) && isName(after)
    return (shares.includes(word) || SHORT.test(word)) && (isName(before) || isName(after))
  })
}

/** The sums that stand in a text, as plain decimals. */
export function sumsIn(text: string): string[] {
  return toWords(text).flatMap((word) => toAmount(word) ?? [])
}

const toWords = (text: string): string[] =>
  text
    .toLowerCase()
    // As a sentence ends.
    .replace(/[\s.!?…]+$/, '')
    .replace(/(->|=>|→|>)/g, ' $1 ')
    .replace(/\$\s+(?=\d)/g, '$')
    .split(/\s+/)
    .filter(Boolean)

/** Takes `from base` out, where that is a network, as what is said of the side that is paid. */
function takeOrigin(
  words: readonly string[],
  chains: readonly Place[],
): { rest: readonly string[]; origin: readonly string[] } {
  const from = words.indexOf('from')
  if (from < 1) return { rest: words, origin: [] }
  const length = words.slice(from + 1).findIndex((word) => turns.includes(word))
  const end = length < 0 ? words.length : from + 1 + length
  const place = words.slice(from + 1, end)
  return toChains(place.join(' '), chains).length === 0
    ? { rest: words, origin: [] }
    : { rest: [...words.slice(0, from), ...words.slice(end)], origin: ['on', ...place] }
}

/** `50 usdc eth`: two tokens with nothing between them. */
function splitInTwo(whole: Sum, chains: readonly Place[], moves: boolean): SwapWords[] {
  const [first, ...others] = whole.words
  if (first === undefined || others.length === 0 || others[0] === 'on') return []
  return toSwaps({ ...whole, words: [first] }, toSum(others), chains, moves)
}

function toSwaps(paid: Sum, received: Sum, chains: readonly Place[], moves: boolean): SwapWords[] {
  const pays = toSide(paid, chains)
  const receives = toSide(received, chains)
  const [from, to] = [toLoneChain(paid, chains, moves), toLoneChain(received, chains, moves)]
  // A network alone is where the token of the other side is.
  const placed = [
    ...(to ? pays.flatMap((pay) => (pay ? { pay, receive: { ...pay, ...to.place } } : [])) : []),
    ...(from
      ? receives.flatMap((receive) =>
          receive ? { pay: { ...receive, ...from.place }, receive } : [],
        )
      : []),
  ]
  const isPlace = placed.length > 0 && moves && (from?.isSure || to?.isSure)
  const pairs = isPlace ? [] : pays.flatMap((pay) => receives.map((receive) => ({ pay, receive })))
  return [...placed, ...pairs].flatMap(({ pay, receive }): SwapWords[] => {
    const sides = { ...(pay && { pay }), ...(receive && { receive }) }
    const exactIn: SwapWords = { side: 'pay', ...sumOf(paid), ...sides }
    const exactOut: SwapWords = { side: 'receive', ...sumOf(received), ...sides }
    // Dollars of nothing named are of what is paid now, or they are what is received of the other.
    if (!pay && receive && received.amount === undefined) {
      return [exactIn, { side: 'receive', ...sumOf(paid), ...sides }]
    }
    if (received.amount === undefined) return [exactIn]
    // Two sums fix two sides: only one can be, so each is a reading.
    return paid.amount === undefined ? [exactOut] : [exactIn, exactOut]
  })
}

/** What one side may name; nothing where only dollars are said of it. */
const toSide = (sum: Sum, chains: readonly Place[]): (NamedToken | undefined)[] =>
  sum.isMoney && sum.words.length === 0 ? [undefined] : toNamed(sum.words, chains)

/** The network that a side names and nothing else; `isSure` where the word is no token's as well. */
function toLoneChain(
  { words }: Sum,
  chains: readonly Place[],
  moves: boolean,
): { place: { chainIds: readonly number[] }; isSure: boolean } | undefined {
  const text = words.join(' ')
  const chainIds = toChains(text, chains)
  if (chainIds.length === 0) return undefined
  const isSure = isChainName(text, chains)
  return moves || isSure ? { place: { chainIds }, isSure } : undefined
}

/** Whether a text is the name of a network, its first word or what it is called, and no coin's symbol. */
export function isChainName(text: string, chains: readonly Place[]): boolean {
  if (chains.some(({ nativeCurrency }) => nativeCurrency?.symbol.toLowerCase() === text))
    return false
  if (Object.hasOwn(nicknames, text)) return true
  return chains.some(({ name }) => {
    const whole = name.toLowerCase()
    return whole === text || (text.length > 3 && whole.startsWith(`${text} `))
  })
}

const sumOf = ({ amount, isMoney }: Sum) => ({
  ...(amount === undefined ? {} : { amount }),
  ...(isMoney && { isMoney }),
})

/** Takes the sum out of one side: `50 usdc`, `usdc 50`, `$20 of eth`, `20 dollars of eth`. */
function toSum(words: readonly string[]): Sum {
  const said = words.filter((word) => !['of', 'exactly', 'worth', 'in'].includes(word))
  const place = said.findIndex((word) => word === 'on' || word === '@')
  const named = place < 0 ? said : said.slice(0, place)
  const at = named.findIndex((word) => toAmount(word) !== undefined)
  const found = said[at]
  if (found === undefined) return { words: said }
  const amount = toAmount(found) as string
  const unit = said[at + 1]
  const isUnit = unit !== undefined && dollars.includes(unit)
  const others = said.filter((_, each) => each !== at && !(isUnit && each === at + 1))
  return found.includes('$') || isUnit
    ? { amount, isMoney: true, words: others }
    : { amount, words: others }
}

/** Sums are read as the field of an amount reads them. */
function toAmount(word: string): string | undefined {
  const bare = word.replace(/^\$|\$$/, '')
  const plain = DIGITS.test(bare) ? normaliseAmountText(bare) : ''
  return PLAIN.test(plain) ? plain : undefined
}

/** A token with what is said of its chain; `eth base` may also be a name of two words. */
function toNamed(words: readonly string[], chains: readonly Place[]): NamedToken[] {
  const on = words.findIndex((word) => word === 'on' || word === '@')
  if (on > 0) {
    const chainIds = toChains(words.slice(on + 1).join(' '), chains)
    return chainIds.length === 0
      ? []
      : [...toName(words.slice(0, on)).map((name) => ({ name, chainIds }))]
  }
  const [first = '', ...others] = words
  const chainIds = others.length === 0 ? [] : toChains(others.join(' '), chains)
  const placed = chainIds.length === 0 ? [] : toName([first]).map((name) => ({ name, chainIds }))
  return [...placed, ...toName(words).map((name) => ({ name }))]
}

const toName = (words: readonly string[]): string[] =>
  words.length > 0 && words.length < 4 && words.every((word) => NAME.test(word))
    ? [words.join(' ')]
    : []

/** Chains with this number, or with a word that begins so. */
function toChains(text: string, chains: readonly Place[]): number[] {
  if (text === '') return []
  const nickname = Object.hasOwn(nicknames, text) ? nicknames[text] : undefined
  const isExact = (id: number) => id === nickname || String(id) === text
  const named = chains.filter(
    ({ id, name }) => isExact(id) || ` ${name}`.toLowerCase().includes(` ${text}`),
  )
  const own = named.filter(({ id }) => isExact(id))
  return (own.length > 0 ? own : named).map(({ id }) => id)
}
