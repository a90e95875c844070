import { wordOf } from '@/src/domain/policy/effect-logs'

/**
 * Selectors with their words, written out: viem's encoder weighs more than all that is asked with it here.
 * EIP-20, and the OP stack's gas price oracle: https://docs.optimism.io/stack/transactions/fees
 */
const BALANCE_OF = '0x70a08231'
const ALLOWANCE = '0xdd62ed3e'
const GET_L1_FEE = '0x49948e0e'
/** Digits of one word of the ABI. */
const WORD = 64

/** Addresses as a call's words, without `0x`. */
export const encodeAddresses = (...addresses: readonly string[]): string =>
  addresses.map((each) => wordOf(each).slice(2)).join('')

/** `balanceOf(address)`, EIP-20. */
export function encodeBalanceOf(owner: string): string {
  return BALANCE_OF + encodeAddresses(owner)
}

/** `decimals()`, EIP-20. */
export const DECIMALS_CALL = '0x313ce567'

/** `allowance(address,address)`, EIP-20. */
export function encodeAllowance(owner: string, spender: string): string {
  return ALLOWANCE + encodeAddresses(owner, spender)
}

/** `getL1Fee(bytes)` of the OP stack's gas price oracle, for a transaction of `length` bytes. */
export function encodeGetL1Fee(length: number): string {
  const head = [32, length].map((each) => each.toString(16).padStart(WORD, '0')).join('')
  // Bytes that do not compress: an upper bound of what real calldata costs.
  const data = 'a7'.repeat(length)
  return GET_L1_FEE + head + data.padEnd(Math.ceil(data.length / WORD) * WORD, '0')
}

/** Where every OP-stack chain keeps its gas price oracle. */
export const OP_GAS_ORACLE = '0x420000000000000000000000000000000000000f'

/** `Error(string)` and `Panic(uint256)`: https://docs.soliditylang.org/en/latest/control-structures.html */
const ERROR = '0x08c379a0'
const PANIC = '0x4e487b71'

/**
 * Says why a call reverted, from its return data: `Error(string)`, `Panic(uint256)`, or nothing. Read by
 * hand: viem's decoder and its errors weigh 2 kB of the worker's 80.
 */
export function decodeRevert(data: string): string | undefined {
  const words = data.slice(ERROR.length)
  const word = (at: number) => words.slice(at, at + WORD)
  if (data.startsWith(PANIC) && words.length === WORD) {
    return `Panic 0x${BigInt(`0x${words}`).toString(16)}`
  }
  if (!data.startsWith(ERROR) || words.length < 2 * WORD) return undefined
  const start = 2 * Number(BigInt(`0x${word(0)}`))
  const length = 2 * Number(BigInt(`0x${word(start).padEnd(WORD, '0')}`))
  const text = words.slice(start + WORD, start + WORD + length)
  if (text === '' || text.length !== length) return undefined
  const bytes = text.match(/../g) ?? []
  const decoded = new TextDecoder().decode(Uint8Array.from(bytes, (each) => Number(`0x${each}`)))
  return decoded.slice(0, 1_000)
}
