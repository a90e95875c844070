/** A token as it was named: its symbol or name, and the chains that were named with it, if any were. */
export type NamedToken = { name: string; chainIds?: readonly number[] }

/**
 * One reading of a sentence about a swap. `amount` is a plain display decimal of the side that is fixed, in
 * dollars where `isMoney`. A side of which nothing was said is absent.
 */
export type SwapWords = {
  side: 'pay' | 'receive'
  amount?: string
  isMoney?: true
  pay?: NamedToken
  receive?: NamedToken
}

/** Longer text is no wish for a swap. */
const longest = 160

/** What is first named after these is received... */
const wanting = ['buy', 'get', 'receive', 'need', 'want']
/** ...and after these it is paid. */
const giving = ['swap', 'bridge', 'convert', 'exchange', 'trade', 'sell', 'pay', 'turn', 'move']
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
}

const PLAIN = /^\d{1,30}(?:\.\d{1,36})?$/
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,36})?$/
const NAME = /^[\p{L}\p{N}.₮]{1,24}$/u

type Place = { id: number; name: string }
type Sum = { amount?: string; isMoney?: true; words: string[] }

/**
 * Reads a sentence such as `swap 50 usdc to eth on base`, `buy 0.1 eth with usdc` or `$20 of eth`. Gives
 * every reading that the words allow, the likeliest first; none where they say nothing of a swap. Asks
 * nobody and never throws.
 */
export function readSwapWords(text: string, chains: readonly Place[]): SwapWords[] {
  if (text.length > longest) return []
  const words = text
    .toLowerCase()
    .replace(/(->|=>|→|>)/g, ' $1 ')
    .replace(/\$\s+/g, '$')
    .split(/\s+/)
    .filter(Boolean)
  const verb = words.find((word) => wanting.includes(word) || giving.includes(word))
  const wants = verb !== undefined && wanting.includes(verb)
  let begin = 0
  while (
    begin < words.length &&
    [...wanting, ...giving, ...fillers].includes(words[begin] as string)
  ) {
    begin += 1
  }
  const rest = words.slice(begin)
  const turn = rest.findIndex((word) => (wants ? sources : turns).includes(word))
  if (turn > 0) {
    const [first, second] = [toSum(rest.slice(0, turn)), toSum(rest.slice(turn + 1))]
    return toSwaps(wants ? second : first, wants ? first : second, chains)
  }
  const whole = toSum(rest)
  const pairs = verb === undefined || !wants ? splitInTwo(whole, chains) : []
  const single = toNamed(whole.words, chains).flatMap((token): SwapWords[] => {
    const receive: SwapWords = { side: 'receive', receive: token, ...sumOf(whole) }
    const pay: SwapWords = { side: 'pay', pay: token, ...sumOf(whole) }
    return verb === undefined ? [pay, receive] : [wants ? receive : pay]
  })
  return [...single, ...pairs]
}

/** `50 usdc eth`: two tokens with nothing between them. */
function splitInTwo(whole: Sum, chains: readonly Place[]): SwapWords[] {
  const [first, ...others] = whole.words
  if (first === undefined || others.length === 0 || others[0] === 'on') return []
  return toSwaps({ ...whole, words: [first] }, toSum(others), chains)
}

function toSwaps(paid: Sum, received: Sum, chains: readonly Place[]): SwapWords[] {
  const pays = toNamed(paid.words, chains)
  const receives = toNamed(received.words, chains)
  const pairs = pays.flatMap((pay) => receives.map((receive) => ({ pay, receive })))
  return pairs.flatMap((pair): SwapWords[] => {
    const exactIn: SwapWords = { side: 'pay', ...sumOf(paid), ...pair }
    const exactOut: SwapWords = { side: 'receive', ...sumOf(received), ...pair }
    if (received.amount === undefined) return [exactIn]
    // Two sums fix two sides: only one can be, so each is a reading.
    return paid.amount === undefined ? [exactOut] : [exactIn, exactOut]
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
  const isUnit = unit !== undefined && dollars.includes(unit) && said.length > 2
  const others = said.filter((_, each) => each !== at && !(isUnit && each === at + 1))
  return found.includes('$') || isUnit
    ? { amount, isMoney: true, words: others }
    : { amount, words: others }
}

function toAmount(word: string): string | undefined {
  const bare = word.replace(/^\$|\$$/, '')
  if (GROUPED.test(bare)) return bare.replaceAll(',', '')
  return PLAIN.test(bare) ? bare : undefined
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
