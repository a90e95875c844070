import { type Address, getAddress, isAddress, zeroAddress } from 'viem'

export const nativeAddress = zeroAddress
/** How some aggregators write the native token. */
const nativeAlias = `0x${'e'.repeat(40)}`

/**
 * The EIP-55 writing of an EVM address, or undefined. One case throughout is accepted as it is;
 * mixed case must carry a valid checksum (https://eips.ethereum.org/EIPS/eip-55).
 */
export function parseEvmAddress(text: string): Address | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined
  if (text.toLowerCase() === nativeAlias) return nativeAddress
  const lower = text.toLowerCase()
  const digits = text.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!isOneCase && !isAddress(text, { strict: true })) return undefined
  return getAddress(lower)
}
