import { familyOfAddress, sameAddress } from './address'
import { toUnits } from './amount'
import { isSameToken } from './arrival'
import { parsePrefillText } from './prefill-text'

/** A payment that a picture or a link must stand for; `units` are the token's smallest. */
export type MeantPayment = {
  recipient: string
  chainId: number
  token: string
  units: string
  decimals: number
}

/**
 * What a text is to the payment that is meant: the very same; the right recipient and nothing that
 * differs, but without the amount or the token; or something else.
 */
export type Meaning = 'same' | 'recipient' | 'other'

/**
 * Holds the text of a picture or a link against a payment, by what it means and not by how it is
 * written: ERC-681, Solana Pay, or an address alone. What cannot be read is something else.
 */
export function meaningOf(text: string, meant: MeantPayment): Meaning {
  const read = parsePrefillText(text)
  // The address and nothing around it: a page that only names it is the page's own affair.
  const bare = text.trim()
  if (familyOfAddress(bare) && sameAddress(bare, meant.recipient)) return 'recipient'
  if (read?.kind !== 'payment' || !sameAddress(read.recipient, meant.recipient)) return 'other'
  if (read.token.chainId !== meant.chainId) return 'other'
  if (!isSameToken(read.token.address, meant.token)) return 'other'
  const units = read.units ?? unitsOf(read.amount, meant.decimals)
  if (units === undefined) return 'recipient'
  return units === meant.units ? 'same' : 'other'
}

/** An amount that cannot be a number of this token's units is kept as it is: it is never the same. */
function unitsOf(amount: string | undefined, decimals: number): string | undefined {
  if (amount === undefined) return undefined
  const read = toUnits(amount, decimals)
  return read.ok ? String(read.units) : amount
}
