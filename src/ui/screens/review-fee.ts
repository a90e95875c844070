import { isNativeAddress } from '@/src/domain/address/address'
import { KNOWN_CHAINS } from '@/src/domain/chain/known-chains'
import type { SwapOrder } from '@/src/domain/order/order'
import { flatFeeOf } from '@/src/domain/policy/flat-fees'
import { formatExact } from '../format/amount'
import { lossBps, toFiatValue } from '../format/fiat'
import { plainText } from '../format/text'
import { useApp } from '../parts/context'
import { usePriced } from './review-prices'

/** What a route takes in the chain's own coin beside the payment. */
export type RouteFee = {
  /** `0.001 ETH`. */
  sum: string
  /** Millionths of a dollar; null where the coin has no price. */
  value: bigint | null
  /** Share of what is paid, in basis points; null where that is not known. */
  bps: number | null
  /** Small in dollars, and no more than such routes are known to take: not worth a question. */
  isSmall: boolean
}

/** Millionths of a dollar below which a known flat fee is not asked about, whatever its share. */
const SMALL_VALUE = 500_000n

/**
 * The most that the route takes beside the payment: as the deposit carries it, on Solana as the trial
 * showed it; undefined for none.
 */
export function useRouteFee({ accepted, steps, advice }: SwapOrder): RouteFee | undefined {
  const { catalog, swap } = useApp()
  const [paid] = usePriced(accepted)
  const facts = steps.find(({ deposit }) => deposit)?.facts
  // On Solana only the trial knows: rent and fees of the route are moved by its programs.
  const tried = facts?.kind === 'solanaDeposit' ? advice?.leaves?.fee : undefined
  const fee = BigInt((facts?.kind === 'deposit' ? facts.fee : tried) ?? '0')
  if (fee === 0n) return undefined
  const { chainId, address, amount } = accepted.from
  // Our own record of the coin first: by its decimals a fee is shown.
  const known = KNOWN_CHAINS.find(({ id }) => id === chainId) ?? catalog.chain(chainId)
  const coin = known?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const token = [swap.pay.value, ...catalog.top.value].find(
    (each) => each?.chainId === chainId && isNativeAddress(each.address),
  )
  const value = token === undefined ? null : toFiatValue(fee, { ...token, decimals: coin.decimals })
  const isCoin = isNativeAddress(address)
  // Of the same coin, no price is needed to compare.
  const share = isCoin
    ? Number((fee * 10_000n) / BigInt(amount))
    : value === null || paid === null
      ? null
      : shareOf(value, paid)
  const sum = `${formatExact(fee, coin.decimals)} ${plainText(coin.symbol, 12)}`
  // Prices are the service's word: they make no fee small that is greater than known ones.
  const isUsual = fee <= flatFeeOf(chainId)
  return {
    sum,
    value,
    bps: isUsual || isCoin ? share : null,
    isSmall: isUsual && !isCoin && value !== null && value <= SMALL_VALUE,
  }
}

const shareOf = (part: bigint, whole: bigint) => lossBps(whole, whole - part)
