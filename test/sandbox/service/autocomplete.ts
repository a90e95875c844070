import type { ChainPort, ChainToken } from '../chains/port'
import { toChainRecord } from './chain-record'
import type { Network } from './network'
import { readPrice } from './prices'
import { toTokenRecord } from './token-record'
import { searchTokens } from './token-search'

const actions = ['swap', 'bridge', 'buy', 'sell', 'send', 'get', 'pay', 'convert', 'exchange']
const directions = ['to', 'for', 'into', '->', '→']

/** One half of a phrase such as `50 usdc on base`, in the words that were typed. */
export type PhraseSide = { amount?: string; usdAmount?: string; token?: string; chain?: string }
export type ParsedPhrase = { action?: string; from: PhraseSide; to?: PhraseSide }

type Slot = 'amount' | 'token' | 'chain' | 'toToken' | 'toChain'

export type PhraseRequest = {
  network: Network
  keyword: string
  chainIds: readonly number[] | undefined
  limit: number
  origin: string
}

/** Understands a phrase as far as it goes and suggests how it may go on. */
export function completePhrase({ network, keyword, chainIds, limit, origin }: PhraseRequest) {
  const parsed = parsePhrase(keyword)
  const side = parsed.to ?? parsed.from
  const scope = network.tokens.filter(({ chainId }) => chainIds?.includes(chainId) ?? true)
  const data = findTokens(network, scope, side)
    .slice(0, limit)
    .map((token) => {
      const chain = network.chain(token.chainId)
      const amounts = toAmounts(side, token)
      const description = describe(network, scope, parsed, token, chain)
      const record = toTokenRecord(network, token, origin)
      return { description, chain: toChainRecord(chain, origin), token: record, ...amounts }
    })
  return { data, parsed, nextSlots: nextSlots(parsed) }
}

/** Phrases to begin with. */
export function seedPrompts(network: Network): string[] {
  const [first, second] = network.chains
  if (first === undefined || second === undefined) return []
  return [
    `swap 50 USDC to ${first.nativeCurrency.symbol} on ${first.name}`,
    `bridge 0.1 ${first.nativeCurrency.symbol} to USDC on ${second.name}`,
    `$20 of ${second.nativeCurrency.symbol}`,
    'convert 100 DAI to USDT',
  ]
}

/** Splits `swap 50 usdc on base to eth on arbitrum` into its parts; any part may be missing. */
export function parsePhrase(text: string): ParsedPhrase {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const action = actions.find((each) => each === words[0])
  const rest = action === undefined ? words : words.slice(1)
  const turn = rest.findIndex((word) => directions.includes(word))
  const from = parseSide(turn === -1 ? rest : rest.slice(0, turn))
  return {
    ...(action === undefined ? {} : { action }),
    from,
    ...(turn === -1 ? {} : { to: parseSide(rest.slice(turn + 1)) }),
  }
}

function parseSide(words: readonly string[]): PhraseSide {
  const place = words.findIndex((word) => word === 'on' || word === '@')
  const head = place === -1 ? words : words.slice(0, place)
  const chain = place === -1 ? '' : words.slice(place + 1).join(' ')
  const amount = head.find((word) => /^\$?\d+(\.\d+)?$/.test(word))
  const token = head.filter((word) => word !== amount && word !== 'of').join(' ')
  return {
    ...(amount === undefined
      ? {}
      : amount.startsWith('$')
        ? { usdAmount: amount.slice(1) }
        : { amount }),
    ...(token === '' ? {} : { token }),
    ...(chain === '' ? {} : { chain }),
  }
}

function findTokens(network: Network, scope: readonly ChainToken[], side: PhraseSide) {
  const onChain = scope.filter(({ chainId }) => {
    return side.chain === undefined || isNamed(network.chain(chainId), side.chain)
  })
  if (side.token !== undefined) return searchTokens(onChain, side.token)
  return onChain.filter(({ isTop }) => isTop)
}

function isNamed({ name, id }: ChainPort, text: string): boolean {
  return name.toLowerCase().startsWith(text) || String(id) === text
}

function toAmounts({ amount, usdAmount }: PhraseSide, token: ChainToken) {
  if (amount !== undefined) return { amount }
  const price = readPrice(token)
  if (usdAmount === undefined || price === undefined) return {}
  return { amount: divideDollars(usdAmount, price, token.decimals), usdAmount }
}

/** Dollars to whole tokens with their decimals, rounded down; `price` in steps of 10^-8 USD. */
function divideDollars(dollars: string, price: bigint, decimals: number): string {
  const [whole = '0', fraction = ''] = dollars.split('.')
  const scaled = BigInt(whole + fraction)
  const units = (scaled * 10n ** BigInt(8 + decimals)) / (price * 10n ** BigInt(fraction.length))
  if (decimals === 0) return String(units)
  const digits = String(units).padStart(decimals + 1, '0')
  const tail = digits.slice(-decimals).replace(/0+$/, '')
  const head = digits.slice(0, -decimals)
  return tail === '' ? head : `${head}.${tail}`
}

function describe(
  network: Network,
  scope: readonly ChainToken[],
  { action = 'swap', from, to }: ParsedPhrase,
  token: ChainToken,
  chain: ChainPort,
): string {
  const verb = action.charAt(0).toUpperCase() + action.slice(1)
  const target = `${token.symbol} on ${chain.name}`
  const sum = from.amount ?? (from.usdAmount === undefined ? undefined : `$${from.usdAmount}`)
  const paid = sum === undefined ? '' : `${sum} `
  if (to === undefined) return `${verb} ${paid}${target}`
  const [source] = findTokens(network, scope, from)
  const symbol = from.token === undefined ? '' : (source?.symbol ?? from.token.toUpperCase())
  return `${verb} ${paid}${symbol}`.trimEnd().concat(` to ${target}`)
}

function nextSlots({ from, to }: ParsedPhrase): Slot[] {
  const slots: Slot[] = []
  if (from.amount === undefined && from.usdAmount === undefined) slots.push('amount')
  if (from.token === undefined) slots.push('token')
  if (from.chain === undefined && to === undefined) slots.push('chain')
  if (to?.token === undefined) slots.push('toToken')
  if (to?.chain === undefined) slots.push('toChain')
  return slots
}
