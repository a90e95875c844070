import { sameAddress } from '@/src/domain/address'
import type { Accepted } from '@/src/domain/order'
import { toFiatValue } from '../format/fiat'
import { useApp } from '../parts/context'

/** What both sides are worth, millionths of a dollar; null where a price is not known. */
export function usePriced(accepted: Accepted): [paid: bigint | null, received: bigint | null] {
  const app = useApp()
  const worth = (side: Accepted['from']) => {
    const token = [app.swap.pay.value, app.swap.receive.value, ...app.catalog.top.value].find(
      (one) => one?.chainId === side.chainId && sameAddress(one.address, side.address),
    )
    return token === undefined ? null : toFiatValue(BigInt(side.amount), token)
  }
  return [worth(accepted.from), worth(accepted.to)]
}
