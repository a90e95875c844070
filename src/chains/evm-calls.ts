import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'

/**
 * The OP stack's gas price oracle; written out, as a parser of signatures weighs 3 kB.
 * https://docs.optimism.io/stack/transactions/fees
 */
const gasOracleAbi = [
  {
    type: 'function',
    name: 'getL1Fee',
    stateMutability: 'view',
    inputs: [{ name: 'data', type: 'bytes' }],
    outputs: [{ type: 'uint256' }],
  },
] as const

/** viem holds mixed case to its checksum; what reaches a call was checked where it came in. */
const toAddress = (address: string) => getAddress(address.toLowerCase())

/** `balanceOf(address)`, EIP-20. */
export function encodeBalanceOf(owner: string): Hex {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [toAddress(owner)],
  })
}

/** `decimals()`, EIP-20. */
export const DECIMALS_CALL = '0x313ce567'

/** `allowance(address,address)`, EIP-20. */
export function encodeAllowance(owner: string, spender: string): Hex {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [toAddress(owner), toAddress(spender)],
  })
}

/** `getL1Fee(bytes)` of the OP stack's gas price oracle, for a transaction of `length` bytes. */
export function encodeGetL1Fee(length: number): Hex {
  // Bytes that do not compress: an upper bound of what real calldata costs.
  const data: Hex = `0x${'a7'.repeat(length)}`
  return encodeFunctionData({ abi: gasOracleAbi, functionName: 'getL1Fee', args: [data] })
}

/** Where every OP-stack chain keeps its gas price oracle. */
export const OP_GAS_ORACLE = '0x420000000000000000000000000000000000000f'

/** `Error(string)` and `Panic(uint256)`: https://docs.soliditylang.org/en/latest/control-structures.html */
const ERROR = '0x08c379a0'
const PANIC = '0x4e487b71'
/** Digits of one word of the ABI. */
const WORD = 64

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
