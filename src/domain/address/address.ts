import type { Address } from '../names'

/** The native token's address on EVM chains, as the service writes it. */
export const EVM_NATIVE = `0x${'0'.repeat(40)}`

/** How some aggregators write the EVM native token; understood on input, never produced. */
export const EVM_NATIVE_ALIAS = `0x${'e'.repeat(40)}`

/** The native token's address on Solana: also the address of the system program. */
export const SOLANA_NATIVE = '1'.repeat(32)

const EVM_SHAPE = /^0x[0-9a-fA-F]{40}$/

/** Accounts nobody holds: prices are shown for them before an account is known, nothing is ever built. */
export const PREVIEW_ADDRESS = {
  eip155: '0x000000000000000000000000000000000000dead',
  solana: '1nc1nerator11111111111111111111111111111111',
} as const

/** Tells whether text has the shape of an EVM address; its checksum is not looked at. */
export function hasEvmShape(text: string): boolean {
  return EVM_SHAPE.test(text)
}

/** Tells whether two addresses name the same account: EVM addresses compare without regard to case. */
export function sameAddress(a: Address, b: Address): boolean {
  return a === b || (hasEvmShape(a) && hasEvmShape(b) && a.toLowerCase() === b.toLowerCase())
}

/** Tells whether an address is the native token's, in any form the service or an aggregator writes. */
export function isNativeAddress(address: Address): boolean {
  const lower = address.toLowerCase()
  return lower === EVM_NATIVE || lower === EVM_NATIVE_ALIAS || address === SOLANA_NATIVE
}
