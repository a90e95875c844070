import { decodeErrorResult, encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'

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

/** Says why a call reverted, from its return data: `Error(string)`, `Panic(uint256)`, or nothing. */
export function decodeRevert(data: string): string | undefined {
  try {
    const { errorName, args } = decodeErrorResult({ data: data as Hex })
    const [reason] = args ?? []
    if (errorName === 'Panic') return `Panic 0x${(reason as bigint).toString(16)}`
    return typeof reason === 'string' && reason !== '' ? reason.slice(0, 1_000) : undefined
  } catch {
    // A custom error, or bytes that are none: there is no sentence in them.
    return undefined
  }
}
