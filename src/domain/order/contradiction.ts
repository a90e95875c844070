import { sameAddress } from '../address/address'
import { isSameToken } from './arrival'
import type { Order, Otherwise } from './order'

/** What the service's record of an order says of what was accepted; null and absent say nothing. */
export type ToldRecord = {
  quoteId?: string | null | undefined
  routeId?: string | null | undefined
  fromChainId?: number | null | undefined
  toChainId?: number | null | undefined
  fromToken?: string | null | undefined
  toToken?: string | null | undefined
  author?: string | null | undefined
  recipient?: string | null | undefined
  refundTo?: string | null | undefined
}

type Compare = (a: string, b: string) => boolean
const exactly: Compare = (a, b) => a === b

/**
 * Holds a record of the service against what the person accepted. Addresses and tokens compare by
 * what they mean. Gives the first thing that differs, or undefined.
 */
export function contradictionOf(
  { accepted }: Pick<Order, 'accepted'>,
  told: ToldRecord,
): Otherwise | undefined {
  const { quoteId, routeId, from, to, author } = accepted
  // A deposit that was found without an order names no recipient: its author stands in until one does.
  const recipient = quoteId === '' ? '' : accepted.recipient
  const fields: [keyof ToldRecord, string, Compare][] = [
    ['author', author, sameAddress],
    ['recipient', recipient, sameAddress],
    ['refundTo', accepted.refundTo, sameAddress],
    ['fromChainId', String(from.chainId), exactly],
    ['toChainId', String(to.chainId), exactly],
    ['fromToken', from.address, isSameToken],
    ['toToken', to.address, isSameToken],
    ['quoteId', quoteId, exactly],
    ['routeId', routeId, exactly],
  ]
  for (const [field, expected, isSame] of fields) {
    const found = told[field]
    // An order that was found at the service knows only what it was told there.
    if (found === undefined || found === null || expected === '') continue
    if (!isSame(expected, String(found))) return { field, accepted: expected, told: String(found) }
  }
  return undefined
}
