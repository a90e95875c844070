import type { ReadonlySignal } from '@preact/signals'
import type { Token } from '@/src/contract/service/token'
import { isNativeToken, sameToken } from '@/src/domain/token-id'
import { parsePrice } from '../format/fiat'
import { pinsOf, serviceOfBuild } from '../format/pins'
import type { Balances } from './balances'
import type { Wallets } from './wallets'

/** What dollars are converted by, or why they are not: nobody tells a price, or several that disagree. */
export type Price = { usd: string } | { problem: 'none' | 'differ' }

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
}): (token: Token) => Price {
  return (token) => {
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
}
