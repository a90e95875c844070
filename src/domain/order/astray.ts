import { sameAddress } from '../address/address'
import { isSameToken } from './arrival'
import { dustPart } from './deposit-sum'
import type { Accepted, Astray, Transfer, WideLook } from './order'

/** An amount of a token; `usd` is what one whole token costs, a decimal string, where that is known. */
export type Valued = Pick<Astray, 'symbol' | 'decimals' | 'amount'> & { usd?: string | undefined }

/**
 * Whether what came is too little beside what was asked for to be anybody's payment: by what both are
 * worth, else by the amounts where both tokens have one name. Where neither says anything, it is not.
 */
export function isTrifleBeside(asked: Valued, came: Valued): boolean {
  const [wanted, got] = [worthOf(asked), worthOf(came)]
  if (wanted !== undefined && got !== undefined) return got * dustPart < wanted
  if (asked.symbol.toLowerCase() !== came.symbol.toLowerCase()) return false
  const scaled = BigInt(came.amount) * 10n ** BigInt(asked.decimals) * dustPart
  return scaled < BigInt(asked.amount) * 10n ** BigInt(came.decimals)
}

/** Decimals in which money is compared: those of the token, and of its price. */
const scale = 36

function worthOf({ amount, decimals, usd }: Valued): bigint | undefined {
  const [, whole, part = ''] = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(usd ?? '') ?? []
  if (whole === undefined) return undefined
  const price = BigInt(whole + part)
  if (price === 0n) return undefined
  return BigInt(amount) * price * 10n ** BigInt(scale * 2 - decimals - part.length)
}

/** Whether a token on a chain is the one that is to be paid there. */
export function isAskedFor({ from }: Pick<Accepted, 'from'>, chainId: number, token: string) {
  return chainId === from.chainId && isSameToken(token, from.address)
}

/** What is wrong with such a payment first: it is on another chain, or in another token. */
export function wrongOf({ from }: Pick<Accepted, 'from'>, { chainId }: Pick<Astray, 'chainId'>) {
  return chainId === from.chainId ? 'token' : 'chain'
}

/** Payments of one order that are kept. */
const mostKept = 12

/**
 * What is known of the address after a look for other tokens and on other chains. What was found before
 * is kept: what was swept on since is not shown any more. The same where the look is older than the last.
 */
export function withWideLook(
  transfer: Transfer,
  look: WideLook,
  found: readonly Astray[],
): Transfer {
  const { lookedWide, astray = [] } = transfer
  if (lookedWide && lookedWide.at > look.at) return transfer
  const fresh = found.filter((each) => !astray.some((known) => says(known, each)))
  // Coins that only the balance shows: the transaction that brought them says the same, and more.
  const kept = astray.filter(
    (known) => known.hash !== undefined || !fresh.some((each) => isSameCoin(known, each)),
  )
  const all = [...kept, ...fresh].slice(0, mostKept)
  return { ...transfer, lookedWide: look, ...(all.length > 0 ? { astray: all } : {}) }
}

const isSameCoin = (a: Astray, b: Astray) =>
  a.chainId === b.chainId && sameAddress(a.token, b.token)

/** Whether what is known says all that was found: a balance says no more than what brought it. */
const says = (known: Astray, found: Astray) =>
  isSameCoin(known, found) &&
  (found.hash === undefined
    ? known.hash !== undefined || known.amount === found.amount
    : known.hash === found.hash)
