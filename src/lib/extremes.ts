/** The lower of two numbers. */
export const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The greater of two numbers. */
export const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b)
