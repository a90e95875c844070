import type { Token } from '@/src/contract/service/token'
import { isNativeAddress, sameAddress } from '@/src/domain/address/address'
import { parsePrefillText, type TextPrefill } from '@/src/domain/entry/prefill-text'
import { toUnits } from '@/src/domain/token/amount'
import { toTokenId } from '@/src/domain/token/read-token-id'
import { sameToken, type TokenId } from '@/src/domain/token/token-id'
import type { Engine } from '../engine'

/** What the form is filled with: a site's request has the same fields. */
export type Prefill = {
  /** Origin of the page it comes from; absent for what the person typed. */
  origin?: string
  toToken?: TokenId
  /** Smallest units of `toToken`. */
  amount?: string
  tradeType?: 'EXACT_OUTPUT'
  recipient?: string
  /** Why there is nothing to fill in. */
  note?: 'unsupported' | 'unreadable' | 'unknown-token'
}

/** Somebody waits for Causeway to open: the service has this long to know a token, ms. */
const patience = 3_000
const soon = () => ({ signal: AbortSignal.timeout(patience) })

/** Suggestions shown in the address bar; browsers show six. */
const mostSuggestions = 5

/** Of the service's words for a reading; the token's address comes after them, whole. */
const longestWords = 80

const isRisky = (token: Token): boolean => token.extensions?.isRiskToken === true

/**
 * Makes a prefill of a text. What a text asks for is what shall arrive, so that it is the side that is
 * received. Of the service only tokens are asked; without it an address is taken for an account.
 */
export async function toPrefill(engine: Engine, text: string): Promise<Prefill> {
  const read = parsePrefillText(text)
  switch (read?.kind) {
    case undefined:
      return { note: 'unreadable' }
    case 'unsupported':
      return { note: 'unsupported' }
    case 'address': {
      const [token] = await search(engine, read.address, ({ address }) =>
        sameAddress(address, read.address),
      )
      return token ? toWanted(token) : { recipient: read.address }
    }
    case 'payment':
      return { ...(await toSum(engine, read)), recipient: read.recipient }
    case 'token':
      return toSum(engine, read)
    case 'ticker': {
      const ticker = read.ticker.toLowerCase()
      const isIt = (token: Token) => token.symbol.toLowerCase() === ticker && !isRisky(token)
      const known = await top(engine)
      const token = known.find(isIt) ?? (await search(engine, read.ticker, isIt))[0]
      return token ? toWanted(token, read.amount) : { note: 'unknown-token' }
    }
  }
}

/** As `toPrefill`, for words that were typed: what is no sum by itself is read by the service. */
export async function fromWords(engine: Engine, text: string): Promise<Prefill> {
  const read = await toPrefill(engine, text)
  if (read.note === undefined || read.note === 'unsupported') return read
  try {
    const [best] = await suggest(engine, text)
    return best ? await toPrefill(engine, best.content) : read
  } catch (error) {
    engine.report(error, 'prefill')
    return read
  }
}

/**
 * Readings of a phrase by the service; `content` is a text that `toPrefill` reads. In an address bar
 * nothing sets a token apart from its imitation, so each is named by its address too, and none that the
 * service calls risky is offered.
 */
export async function suggest(
  engine: Engine,
  text: string,
  signal?: AbortSignal,
): Promise<{ content: string; description: string }[]> {
  const { tokens } = await engine.service()
  const options = signal ? { signal } : soon()
  const { data } = await tokens.autocomplete(text, { limit: mostSuggestions }, options)
  // A number that nobody typed is no amount, whatever the service makes of the words.
  const typed: readonly string[] = text.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? []
  return data
    .filter(({ token }) => !isRisky(token))
    .slice(0, mostSuggestions)
    .map(({ description, token, amount }) => {
      const words = description.slice(0, longestWords)
      const sum = amount !== undefined && typed.includes(amount) ? amount : ''
      return {
        content: `${sum} ${toTokenId(token)}`.trim(),
        description: isNativeAddress(token.address) ? words : `${words} · ${token.address}`,
      }
    })
}

/** A named token is kept by its name: whether the service knows it is seen when the form is filled. */
async function toSum(
  engine: Engine,
  read: Extract<TextPrefill, { kind: 'payment' | 'token' }>,
): Promise<Prefill> {
  const toToken = read.token
  if ('units' in read && read.units !== undefined) {
    return { toToken, amount: read.units, tradeType: 'EXACT_OUTPUT' }
  }
  if (read.amount === undefined) return { toToken }
  const [token] = await search(engine, toToken.address, (each) => sameToken(each, toToken))
  return token ? toWanted(token, read.amount) : { toToken }
}

/** An amount with more decimals than the token has is left out: nothing is rounded. */
function toWanted(token: Token, amount?: string): Prefill {
  const toToken = { chainId: token.chainId, address: token.address }
  const units = amount === undefined ? undefined : toUnits(amount, token.decimals)
  return units?.ok
    ? { toToken, amount: String(units.units), tradeType: 'EXACT_OUTPUT' }
    : { toToken }
}

async function search(
  engine: Engine,
  q: string,
  isIt: (token: Token) => boolean,
): Promise<Token[]> {
  try {
    return (await (await engine.service()).tokens.search(q, {}, soon())).filter(isIt)
  } catch (error) {
    engine.report(error, 'prefill')
    return []
  }
}

async function top(engine: Engine): Promise<Token[]> {
  try {
    return await (await engine.service()).tokens.top({}, soon())
  } catch (error) {
    engine.report(error, 'prefill')
    return []
  }
}
