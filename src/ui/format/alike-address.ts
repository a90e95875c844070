import { sameAddress } from '@/src/domain/address/address'
import { familyOfAddress } from '@/src/domain/address/check-address'
import type { Family } from '@/src/domain/order/order'

/** Characters at each end that a person compares; short forms of addresses show about as many. */
const SEEN = 4

const bodyOf = (address: string) => address.replace(/^0x/i, '').toLowerCase()

/**
 * Finds the known address that another one can be mistaken for: alike at both ends, different in
 * between. Such addresses are made on purpose, so that the wrong one is copied from a history. An
 * address that was itself `compared` is like no other; one that was merely `seen` may be either of the two.
 */
export function alikeAddress(
  candidate: string,
  known: { compared: readonly string[]; seen: readonly string[] },
): string | undefined {
  if (known.compared.some((address) => sameAddress(address, candidate))) return undefined
  const body = bodyOf(candidate)
  return [...known.compared, ...known.seen].find((address) => {
    const other = bodyOf(address)
    return (
      !sameAddress(address, candidate) &&
      candidate.startsWith('0x') === address.startsWith('0x') &&
      other.slice(0, SEEN) === body.slice(0, SEEN) &&
      other.slice(-SEEN) === body.slice(-SEEN)
    )
  })
}

/**
 * The family of an address in which a mistyped character goes unnoticed: all of Solana's, and an EVM one
 * in lower case alone. Null for an address that carries check digits, and for any other text.
 */
export function uncheckedFamily(text: string): Family | null {
  const family = familyOfAddress(text)
  return family === 'eip155' && text !== text.toLowerCase() ? null : family
}
