import type { ReadonlySignal } from '@preact/signals'
import type { Token } from '@/src/contract/service/token'
import { isNativeToken, sameToken } from '@/src/domain/token/token-id'
import { type ParsedAmount, toDecimal } from '../format/amount'
import { parsePrice, toFiatValue } from '../format/fiat'
import { parseMoney } from '../format/money'
import { pinsOf, serviceOfBuild } from '../format/pins'
import type { Balances } from './balances'
import type { Wallets } from './wallets'

/** What dollars are converted by, or why they are not: nobody tells a price, or several that disagree. */
export type Price = { usd: string } | { problem: 'none' | 'differ' }

export type Dollars = {
  priceOf(token: Token): Price
  /** Reads dollars as so much of a token; without a price they are no amount. */
  parse(text: string, token: Token | undefined): ParsedAmount
  /** Writes an amount of a token as dollars, or plainly; empty where it has no price. */
  write(units: bigint, token: Token | undefined, isMoney: boolean): string
}

/** Prices of one coin may differ by so many hundredths. */
const SLACK = 5n
const ONE = 10n ** 18n
const STABLE = /^(USD(C|C\.e|T|T0|e|S)?|DAI)$/

/** One name for all tokens that are worth the same: a chain's own coin, or a pinned token. */
function coinOf(token: Token): string | undefined {
  if (isNativeToken(token)) return `coin ${token.symbol}`
  return pinsOf(serviceOfBuild()).at(token.chainId, token.address)?.symbols[0]
}

/**
 * Tells what dollars of a token are converted by, from the lists as they are now: what a form was kept with
 * is old by then. Prices of the same coin must agree, wherever they are told.
 */
export function createDollars(options: {
  wallets: Pick<Wallets, 'connections'>
  balances: Pick<Balances, 'held'>
  knownTokens?: ReadonlySignal<readonly Token[]> | undefined
}): Dollars {
  const priceOf = (token: Token): Price => {
    const accounts = Object.values(options.wallets.connections.value)
    const held = accounts.flatMap((one) => (one ? options.balances.held(one.account) : []))
    const coin = coinOf(token)
    const same = [...(options.knownTokens?.value ?? []), ...held].filter(
      (each) => sameToken(each, token) || (coin !== undefined && coinOf(each) === coin),
    )
    const usd = same.find(
      (each) => sameToken(each, token) && parsePrice(each.extensions?.price?.usd) !== null,
    )?.extensions?.price?.usd
    if (usd === undefined) return { problem: 'none' }
    const prices = same.flatMap((each) => parsePrice(each.extensions?.price?.usd) ?? [])
    const least = prices.reduce((a, b) => (b < a ? b : a))
    const most = prices.reduce((a, b) => (b > a ? b : a))
    const isStable = STABLE.test(coin ?? '')
    const isOdd = isStable && (least * 10n < 9n * ONE || most * 10n > 11n * ONE)
    return isOdd || most * 100n > least * (100n + SLACK) ? { problem: 'differ' } : { usd }
  }
  /** A token with the price that counts now, whatever it was kept with. */
  const priced = (token: Token | undefined) => {
    const price = token && priceOf(token)
    return token && price && 'usd' in price
      ? { decimals: token.decimals, extensions: { price } }
      : undefined
  }
  return {
    priceOf,
    parse: (text, token) => parseMoney(text, priced(token)),
    write(units, token, isMoney) {
      if (token === undefined) return ''
      if (!isMoney) return toDecimal(units, token.decimals)
      const known = priced(token)
      const value = known ? toFiatValue(units, known) : null
      return value === null ? '' : toDecimal(value, 6)
    },
  }
}
