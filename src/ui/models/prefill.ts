import type { Token } from '@/src/contract/service/token'
import { parseTokenId } from '@/src/domain/token/read-token-id'
import { sameToken, type TokenId } from '@/src/domain/token/token-id'
import { toDecimal } from '../format/amount'
import type { Backend } from './backend'
import type { Catalog } from './catalog'
import type { Draft } from './draft'
import type { PrefillNote } from './read-session'

/** What a site asked for, as a draft to look at: never more than a suggestion. */
export type Prefill = { note: PrefillNote } | { note?: undefined; draft: Draft }

/** A token as the service lists it now; undefined where it does not. Rejects where it does not answer. */
export async function findToken(
  backend: Pick<Backend, 'call'>,
  catalog: Catalog,
  id: TokenId,
): Promise<Token | undefined> {
  const known = catalog.top.value.find((token) => sameToken(token, id))
  if (known !== undefined) return known
  const query = { q: id.address, chainIds: [id.chainId] }
  const { tokens } = await backend.call('searchTokens', query)
  return tokens.find((token) => sameToken(token, id))
}

/**
 * Reads what a site asked for. A token that the service does not know is left out, and the amount with
 * it. Null when nothing was asked, or nothing that can be read.
 */
export async function readPrefill(
  value: unknown,
  backend: Backend,
  catalog: Catalog,
): Promise<Prefill | null> {
  const { readStoredPrefill } = await import('./read-session')
  const read = readStoredPrefill(value)
  if (read === undefined) return null
  if (read.note !== undefined) return { note: read.note }
  const { fromToken, toToken, amount, tradeType, recipient } = read
  const find = async (form: unknown) => {
    const id = parseTokenId(form)
    // A service that does not answer knows no token; the rest is filled in all the same.
    return id.ok ? findToken(backend, catalog, id.token).catch(() => undefined) : undefined
  }
  const [pay, receive] = await Promise.all([find(fromToken), find(toToken)])
  const side = tradeType === 'EXACT_OUTPUT' ? 'receive' : 'pay'
  const fixed = side === 'pay' ? pay : receive
  const text = fixed === undefined || amount === undefined ? '' : toDecimal(amount, fixed.decimals)
  return { draft: { pay, receive, side, text, recipient: recipient ?? '' } }
}
