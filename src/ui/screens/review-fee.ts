import { isNativeAddress } from '@/src/domain/address/address'
import { KNOWN_CHAINS } from '@/src/domain/chain/known-chains'
import type { SwapOrder } from '@/src/domain/order/order'
import { allBeside, askOfFee, type FeeBeside, feeBeside } from '@/src/domain/policy/route-fee'
import { formatExact } from '../format/amount'
import { lossBps, toFiatValue } from '../format/fiat'
import { plainText } from '../format/text'
import { useApp } from '../parts/context'
import { usePriced } from './review-prices'

/** What a route takes in the chain's own coin beside the payment. */
export type RouteFee = FeeBeside & {
  /** `0.001 ETH`. */
  sum: string
  /** Millionths of a dollar; null where the coin has no price. */
  value: bigint | null
  /** Share of what is paid by the service's own prices, in basis points; null where they tell none. */
  priced: number | null
  /** What must be done to accept it; nothing for a known flat fee that is small in dollars. */
  ask: ReturnType<typeof askOfFee>
}

/** Millionths of a dollar below which a known flat fee is not asked about, whatever its share. */
const SMALL_VALUE = 500_000n

/** The most that the route takes beside the payment, and what it is worth; undefined for none. */
export const useRouteFee = (order: SwapOrder) => useFee(order, feeBeside(order))

/** All that leaves beside the payment and is accepted as one: with what Solana's network takes. */
export const useWholeFee = (order: SwapOrder) => useFee(order, allBeside(order))

function useFee(order: SwapOrder, fee: FeeBeside | undefined): RouteFee | undefined {
  const { catalog, swap } = useApp()
  const [paid] = usePriced(order.accepted)
  if (fee === undefined) return undefined
  const { chainId } = order.accepted.from
  // Our own record of the coin first: by its decimals a fee is shown.
  const known = KNOWN_CHAINS.find(({ id }) => id === chainId) ?? catalog.chain(chainId)
  const coin = known?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const token = [swap.pay.value, ...catalog.top.value].find(
    (each) => each?.chainId === chainId && isNativeAddress(each.address),
  )
  const { units, isUsual, share } = fee
  const value = token && toFiatValue(units, { ...token, decimals: coin.decimals })
  const priced = value && paid ? lossBps(paid, paid - value) : null
  const sum = `${formatExact(units, coin.decimals)} ${plainText(coin.symbol, 12)}`
  // Prices are the service's word: they make no fee small that is greater than known ones.
  const isSmall = isUsual && share === undefined && value && value <= SMALL_VALUE
  const ask = isSmall ? 'nothing' : askOfFee(fee, priced)
  return { ...fee, sum, value: value ?? null, priced, ask }
}
