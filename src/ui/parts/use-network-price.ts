import { useEffect, useState } from 'preact/hooks'
import { isNativeAddress } from '@/src/domain/address/address'
import { familyOfChain, KNOWN_CHAINS } from '@/src/domain/chain/known-chains'
import { gasOf, isPartOfFee, networkFeeOf } from '@/src/domain/policy/network-fee'
import { formatAmount } from '../format/amount'
import { toFiatValue } from '../format/fiat'
import { plainText } from '../format/text'
import { useApp } from './context'

/**
 * What the network takes for a route: `0.00002 ETH`, and millionths of a dollar where it has a price.
 * `isPart` where layer 1 takes more on top.
 */
export type NetworkFee = { sum: string; value: bigint | null; isPart: boolean }

/**
 * Why no fee is known: the route tells no gas, what it calls gas has no price here, the price is still
 * read, no node told it, or the route that told it is not at hand any more; or that another account pays it.
 */
export type NetworkFeeGap = 'notTold' | 'notCounted' | 'reading' | 'unread' | 'unkept' | 'byOther'

type Read = { key: string; reserve: bigint | undefined }

/**
 * What gas costs on a chain now, read when `round` changes and only where a route tells its gas; gives
 * the fee of so much gas, or why it is not known.
 */
export function useNetworkPrice(
  chainId: number | undefined,
  gases: readonly (string | number | undefined)[],
  round: string,
): (gas: string | number | undefined) => NetworkFee | NetworkFeeGap {
  const { backend } = useApp()
  const [read, setRead] = useState<Read | undefined>(undefined)
  // Only of EVM chains: what a route calls gas elsewhere has no price that anybody told.
  const isEvm = chainId !== undefined && familyOfChain(chainId) === 'eip155'
  const wanted = isEvm && gases.some((gas) => gasOf(gas) !== undefined)
  useEffect(() => {
    if (!wanted) return
    let isOver = false
    const tell = (reserve: bigint | undefined) => {
      if (!isOver) setRead({ key: String(chainId), reserve })
    }
    backend.call('estimateReserve', { chainId }).then(
      ({ amount }) => tell(BigInt(amount)),
      // Said in its place: that it is not known stands in nobody's way.
      () => tell(undefined),
    )
    return () => {
      isOver = true
    }
  }, [backend, chainId, wanted, round])

  const coinSum = useCoinSum(chainId)
  return (told) => {
    const gas = gasOf(told)
    if (gas === undefined) return 'notTold'
    if (!isEvm || coinSum === undefined) return 'notCounted'
    if (read?.key !== String(chainId)) return 'reading'
    if (read.reserve === undefined) return 'unread'
    return { ...coinSum(networkFeeOf(read.reserve, gas)), isPart: isPartOfFee(chainId) }
  }
}

/**
 * So much of a chain's own coin (smallest unit) in money, and in words of so many digits; undefined where
 * nobody knows the coin.
 */
export function useCoinSum(
  chainId: number | undefined,
  digits = 2,
): ((units: bigint) => Pick<NetworkFee, 'sum' | 'value'>) | undefined {
  const { catalog, swap } = useApp()
  const known = KNOWN_CHAINS.find(({ id }) => id === chainId) ?? catalog.chain(chainId ?? 0)
  const coin = known?.nativeCurrency
  // By our own table the same coin may stand on other chains, where somebody has its price.
  const sameCoin = KNOWN_CHAINS.filter(({ nativeCurrency: { symbol } }) => symbol === coin?.symbol)
  const priced = [swap.pay.value, swap.receive.value, ...catalog.top.value].find(
    (token) =>
      token?.extensions?.price !== undefined &&
      isNativeAddress(token.address) &&
      (token.chainId === chainId || sameCoin.some(({ id }) => id === token.chainId)),
  )
  if (coin === undefined) return undefined
  return (units) => ({
    sum: `${formatAmount(units, coin.decimals, digits)} ${plainText(coin.symbol, 12)}`,
    value: priced ? toFiatValue(units, { ...priced, decimals: coin.decimals }) : null,
  })
}
