/** Calldata of the few read calls that are made, written by hand: two words at most. */

const word = (hex: string) => hex.toLowerCase().padStart(64, '0')
const addressWord = (address: string) => word(address.slice(2))

/** `balanceOf(address)`, EIP-20. */
export function encodeBalanceOf(owner: string): string {
  return `0x70a08231${addressWord(owner)}`
}

/** `allowance(address,address)`, EIP-20. */
export function encodeAllowance(owner: string, spender: string): string {
  return `0xdd62ed3e${addressWord(owner)}${addressWord(spender)}`
}

/**
 * `getL1Fee(bytes)` of the OP stack's gas price oracle, for a transaction of `length` bytes.
 * https://docs.optimism.io/stack/transactions/fees
 */
export function encodeGetL1Fee(length: number): string {
  const padded = Math.ceil(length / 32) * 64
  // Bytes that do not compress: an upper bound of what real calldata costs.
  const body = 'a7'.repeat(length).padEnd(padded, '0')
  return `0x49948e0e${word('20')}${word(length.toString(16))}${body}`
}

/** Where every OP-stack chain keeps its gas price oracle. */
export const OP_GAS_ORACLE = '0x420000000000000000000000000000000000000f'

/** Says why a call reverted, from its return data: `Error(string)`, `Panic(uint256)`, or nothing. */
export function decodeRevert(data: string): string | undefined {
  const body = data.slice(10)
  if (data.startsWith('0x4e487b71')) return `Panic 0x${body.replace(/^0+/, '')}`
  if (!data.startsWith('0x08c379a0') || body.length < 128) return undefined
  const length = Number(BigInt(`0x${body.slice(64, 128)}`))
  if (!(length > 0 && length <= 1_000)) return undefined
  const pairs = body.slice(128, 128 + 2 * length).match(/../g) ?? []
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}
