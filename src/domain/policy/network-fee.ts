/**
 * Gas that a native deposit is given room for when the person asks for all they have. Deposits take
 * 60,000 to 200,000; chains that charge for layer 1 in gas (Arbitrum) several times that.
 */
export const RESERVE_GAS = 500_000n

/** More gas than any chain's block has: what names as much is no estimate. */
const MOST_GAS = 1_000_000_000n

/** Gas as a route estimates it, a decimal or `0x` number; undefined where it tells none that can be. */
export function gasOf(told: string | number | undefined): bigint | undefined {
  if (told === undefined || !/^(\d{1,12}|0x[\da-f]{1,10})$/i.test(String(told))) return undefined
  const gas = BigInt(told)
  return gas > 0n && gas <= MOST_GAS ? gas : undefined
}

/**
 * Known chains of the OP stack: what layer 1 charges for data comes on top of their gas.
 * https://docs.optimism.io/op-stack/transactions/fees
 */
const OP_STACK: ReadonlySet<number> = new Set([10, 130, 5_000, 8_453, 747_474])

/** Whether `networkFeeOf` has a part only of what layer 1 charges on a chain: more is paid there. */
export function isPartOfFee(chainId: number): boolean {
  return OP_STACK.has(chainId)
}

/**
 * What so much gas costs on an EVM chain, about, smallest unit of its coin. `reserve` is what is kept
 * for a native deposit there: twice the price of `RESERVE_GAS`, with what layer 1 charges for data,
 * which is counted here in proportion to the gas, though it does not depend on it: too little.
 */
export function networkFeeOf(reserve: bigint, gas: bigint): bigint {
  const fee = (reserve * gas) / (2n * RESERVE_GAS)
  // Something is never free.
  return fee === 0n && reserve > 0n ? 1n : fee
}
