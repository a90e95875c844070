/** A quantity as JSON-RPC and transactions write it: hex without leading zeros. */
export const toHex = (value: bigint | number) => `0x${value.toString(16)}`
