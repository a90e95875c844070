import { isNativeAddress, sameAddress } from '@/src/domain/address/address'
import type { Accepted, SwapOrder } from '@/src/domain/order/order'
import { depositFactsOf } from '@/src/domain/order/order-parts'
import { wrappedCoinOf } from '@/src/domain/token/wrapped-coins'
import { lossBps, toFiatValue } from '../format/fiat'
import { useApp } from '../parts/context'

type Side = Pick<Accepted['from'], 'chainId' | 'address' | 'amount'>

/** Tells what an amount is worth, millionths of a dollar; null where no price of it is known. */
function useWorth(): (side: Side) => bigint | null {
  const app = useApp()
  const listed = [app.swap.pay.value, app.swap.receive.value, ...app.catalog.top.value]
  return ({ chainId, address, amount }) => {
    const isWrapped = sameAddress(address, wrappedCoinOf(chainId) ?? '')
    const priced = listed.flatMap((one) => {
      if (one?.chainId !== chainId) return []
      const isIt = sameAddress(one.address, address)
      // A wrapped coin is worth its coin, whoever lists either.
      return isIt || (isWrapped && isNativeAddress(one.address))
        ? (toFiatValue(BigInt(amount), one) ?? [])
        : []
    })
    return priced[0] ?? null
  }
}

/** What both sides are worth, millionths of a dollar; null where a price is not known. */
export function usePriced(accepted: Accepted): [paid: bigint | null, received: bigint | null] {
  const worth = useWorth()
  return [worth(accepted.from), worth(accepted.to)]
}

/**
 * What a swap before the payment loses, in basis points: what is paid, against what the payment takes and
 * would give back where it fails. Null where a price is not known; undefined where there is no such swap.
 */
export function useSwapLoss({
  accepted,
  steps,
}: Pick<SwapOrder, 'accepted' | 'steps'>): number | null | undefined {
  const worth = useWorth()
  const deposit = depositFactsOf({ steps })
  if (deposit === undefined || !steps.some(({ facts }) => facts.kind === 'swap')) return undefined
  return lossBps(worth(accepted.from), worth(deposit.token))
}
