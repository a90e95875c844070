import { isNativeAddress, sameAddress } from '../address/address'
import type { SwapOrder } from '../order/order'
import { wrappedCoinOf } from '../token/wrapped-coins'
import { flatFeeOf } from './flat-fees'

/** A fee beside the payment wants a tick above this share of it, in basis points... */
const TICK_BPS = 300
/** ...and a typed word above this one. */
const WORD_BPS = 2_500

/** What a route takes in the chain's own coin beside the payment. */
export type FeeBeside = {
  /** Smallest unit. */
  units: bigint
  /** Share of the payment in basis points, where both are the same coin: no price is needed. */
  share?: number
  /** No more than order networks are known to take on the chain, whatever a coin is said to be worth. */
  isUsual: boolean
}

type Paid = Pick<SwapOrder, 'accepted' | 'steps' | 'advice'>

/**
 * The most that an order's route takes beside the payment: as the deposit carries it, on Solana as the trial
 * showed it; undefined for none.
 */
export function feeBeside({ accepted, steps, advice }: Paid): FeeBeside | undefined {
  const facts = steps.find(({ deposit }) => deposit)?.facts
  // On Solana only the trial knows: rent and fees of the route are moved by its programs.
  const tried = facts?.kind === 'solanaDeposit' ? advice?.leaves?.fee : undefined
  const units = BigInt((facts?.kind === 'deposit' ? facts.fee : tried) ?? '0')
  if (facts === undefined || units === 0n) return undefined
  const { chainId } = accepted.from
  const wrapped = wrappedCoinOf(chainId) ?? ''
  // What a swap before the deposit gave of the coin was seen by independent nodes.
  const coins = [accepted.from, facts.token].find(
    ({ address, amount }) =>
      (isNativeAddress(address) || sameAddress(address, wrapped)) && BigInt(amount) > 0n,
  )
  return {
    units,
    isUsual: units <= flatFeeOf(chainId),
    ...(coins && { share: Number((units * 10_000n) / BigInt(coins.amount)) }),
  }
}

/**
 * How a fee is accepted. `priced`: its share by the service's own prices, null where there are none. They make
 * no fee small that is greater than known ones: such a one, and one whose worth nobody knows, may be any share,
 * and a click is not enough.
 */
export function askOfFee(
  { share, isUsual }: FeeBeside,
  priced: number | null,
): 'nothing' | 'tick' | 'word' {
  const bps = share ?? (isUsual ? priced : null)
  if (bps === null || bps > WORD_BPS) return 'word'
  return bps > TICK_BPS ? 'tick' : 'nothing'
}
