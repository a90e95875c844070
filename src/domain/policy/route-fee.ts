import { isNativeAddress, sameAddress } from '../address/address'
import { SOLANA_CHAIN_ID } from '../chain/known-chains'
import type { SwapOrder } from '../order/order'
import { wrappedCoinOf } from '../token/wrapped-coins'
import { flatFeeOf } from './flat-fees'

/** A fee beside the payment wants a tick above this share of it, in basis points... */
const TICK_BPS = 300
/** ...and a typed word above this one. */
const WORD_BPS = 2_500
/** Lamports that are not worth a question: what an ordinary transaction costs on a busy network. */
const TRIFLE = 100_000n

/** What a route takes in the chain's own coin beside the payment. */
export type FeeBeside = {
  /** Smallest unit. */
  units: bigint
  /** Share of the payment in basis points, where both are the same coin: no price is needed. */
  share?: number
  /** No more than order networks are known to take on the chain, whatever a coin is said to be worth. */
  isUsual: boolean
  /** It is never asked about. */
  isTrifle?: true
}

type Paid = Pick<SwapOrder, 'accepted' | 'steps' | 'advice'>

/**
 * The most that an order's route takes beside the payment: as the deposit carries it, on Solana as the trial
 * showed it; undefined for none.
 */
export function feeBeside(order: Paid): FeeBeside | undefined {
  return toFee(order, routeFeeOf(order))
}

/**
 * All that leaves beside an order's payment and is accepted as one: on Solana, where the route names its price,
 * what the network takes as well. As `feeBeside` elsewhere.
 */
export function allBeside(order: Paid): FeeBeside | undefined {
  return toFee(order, routeFeeOf(order) + BigInt(order.advice?.network ?? '0'))
}

const depositIn = ({ steps }: Paid) => steps.find(({ deposit }) => deposit)?.facts

function routeFeeOf(order: Paid): bigint {
  const facts = depositIn(order)
  // On Solana only the trial knows: rent and fees of the route are moved by its programs.
  const tried = facts?.kind === 'solanaDeposit' ? order.advice?.leaves?.fee : undefined
  return BigInt((facts?.kind === 'deposit' ? facts.fee : tried) ?? '0')
}

function toFee(order: Paid, units: bigint): FeeBeside | undefined {
  const { accepted } = order
  const facts = depositIn(order)
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
    ...(chainId === SOLANA_CHAIN_ID && units <= TRIFLE && { isTrifle: true }),
    ...(coins && { share: Number((units * 10_000n) / BigInt(coins.amount)) }),
  }
}

/**
 * How a fee is accepted. `priced`: its share by the service's own prices, null where there are none. They make
 * no fee small that is greater than known ones: such a one, and one whose worth nobody knows, may be any share,
 * and a click is not enough.
 */
export function askOfFee(
  { share, isUsual, isTrifle }: FeeBeside,
  priced: number | null,
): 'nothing' | 'tick' | 'word' {
  if (isTrifle) return 'nothing'
  const bps = share ?? (isUsual ? priced : null)
  if (bps === null || bps > WORD_BPS) return 'word'
  return bps > TICK_BPS ? 'tick' : 'nothing'
}
