import type { Family, ForeignFamily } from '../order/order'
import { familyOfAddress, toChecksumAddress } from './check-address'
import { toAnyForeignAddress } from './foreign-address'

/** Families whose addresses can be checked here, whether a wallet of them is driven or not. */
export type BookFamily = Family | ForeignFamily

/** An address with the kind of chains that it belongs to. */
export type Account = { family: BookFamily; address: string }

/**
 * Reads an address of any family that can be checked, and gives it as it is written in general: EVM with
 * its EIP-55 checksum, bech32 in lower case. Null for any other text.
 */
export function toAccount(text: string): Account | null {
  const family = familyOfAddress(text)
  if (family !== null) return { family, address: toChecksumAddress(text) }
  return toAnyForeignAddress(text)
}

/** Names an account by its meaning: the same for every way in which its address may be written. */
export function accountKey({ family, address }: Account): string {
  return `${family}:${family === 'eip155' ? address.toLowerCase() : address}`
}
