import * as z from 'zod/mini'
import { askedBy } from '@/src/contract/rpc'
import type { Token } from '@/src/contract/service/token'
import { parseTokenId, sameToken, type TokenId } from '@/src/domain/token-id'
import { toDecimal } from '../format/amount'
import type { Backend } from './backend'
import type { Catalog } from './catalog'
import type { Draft } from './draft'

/** Where the worker leaves what a site asked for. */
export const PREFILL_KEY = 'prefill'

/** Who filled the form: the page it came from, and a site's own request where it made one. */
const asker = z.object({ origin: z.string(), askedBy: z.optional(askedBy) })
export type Asker = z.infer<typeof asker>

/** Reads who filled the form that was kept; undefined for nobody. */
export function readAsker(value: unknown): Asker | undefined {
  return z.safeParse(asker, value).data
}

const stored = z.object({
  /** Absent for what the person typed elsewhere: the address bar. */
  origin: z.optional(z.string()),
  fromToken: z.optional(z.unknown()),
  toToken: z.optional(z.unknown()),
  amount: z.optional(z.string().check(z.regex(/^\d{1,78}$/))),
  tradeType: z.optional(z.enum(['EXACT_INPUT', 'EXACT_OUTPUT'])),
  recipient: z.optional(z.string().check(z.maxLength(128))),
  note: z.optional(z.enum(['unsupported', 'unreadable', 'unknown-token'])),
})

/** Why a text gave nothing to fill in. */
export type PrefillNote = NonNullable<z.infer<typeof stored>['note']>

/** What a site asked for, as a draft to look at: never more than a suggestion. */
export type Prefill =
  | { note: PrefillNote }
  | { note?: undefined; asker?: Asker | undefined; draft: Draft }

async function findToken(
  backend: Backend,
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
  const read = z.safeParse(stored, value)
  if (!read.success) return null
  if (read.data.note !== undefined) return { note: read.data.note }
  const { fromToken, toToken, amount, tradeType, recipient } = read.data
  const find = async (form: unknown) => {
    const id = parseTokenId(form)
    // A service that does not answer knows no token; the rest is filled in all the same.
    return id.ok ? findToken(backend, catalog, id.token).catch(() => undefined) : undefined
  }
  const [pay, receive] = await Promise.all([find(fromToken), find(toToken)])
  const side = tradeType === 'EXACT_OUTPUT' ? 'receive' : 'pay'
  const fixed = side === 'pay' ? pay : receive
  const text = fixed === undefined || amount === undefined ? '' : toDecimal(amount, fixed.decimals)
  return {
    asker: readAsker(value),
    draft: { pay, receive, side, text, recipient: recipient ?? '' },
  }
}
