import { SOLANA_CHAIN_ID } from '../chain/known-chains'

/** 0.001 of a coin with 18 decimals: what order networks take on the chains of ether. */
const USUAL = 10n ** 15n

/**
 * Flat fees beside a deposit as order networks publish them, smallest unit of the chain's coin:
 * https://docs.debridge.com/dln-details/overview/fees-supported-chains (globalFixedNativeFee). Solana:
 * 0.015 SOL, rent of the order's accounts and of those that a first order opens (0.0072 SOL), and the network:
 * https://github.com/debridge-finance/debridge-contracts-v1/blob/main/docs/.gitbook/assets/src.ts
 */
const FLAT: ReadonlyMap<number, bigint> = new Map([
  [56, 5n * USUAL],
  [137, 500n * USUAL],
  [2_741, (4n * USUAL) / 10n],
  [5_000, 2_000n * USUAL],
  [43_114, 50n * USUAL],
  [80_094, 20n * USUAL],
  [SOLANA_CHAIN_ID, 24_000_000n],
])

/** What an honest route may take beside a deposit on a chain, whatever a coin is said to be worth. */
export function flatFeeOf(chainId: number): bigint {
  return FLAT.get(chainId) ?? USUAL
}
