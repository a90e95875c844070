import { isNativeAddress, sameAddress } from '../address/address'
import type { FoundTransaction } from './verify-evm'

/** `transfer(address,uint256)`, EIP-20, with an address word that carries nothing above the address. */
const transfer = /^0xa9059cbb0{24}([0-9a-f]{40})[0-9a-f]{64}$/

/**
 * Whom a transaction pays that does nothing else: a plain transfer of the token (contract address), or of
 * the chain's own coin with no data. Undefined for any other call: a deposit at a contract is one.
 */
export function plainPayee(
  { to, value, data }: Pick<FoundTransaction, 'to' | 'value' | 'data'>,
  token: string,
): string | undefined {
  if (to === null) return undefined
  if (isNativeAddress(token)) return data === '0x' && value > 0n ? to : undefined
  const payee = transfer.exec(data)?.[1]
  return payee !== undefined && sameAddress(to, token) ? `0x${payee}` : undefined
}
