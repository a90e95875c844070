import type { SwapOrder } from '@/src/domain/order/order'
import { author, erc20 } from './chain'
import { isShownByEnough } from './invariants'
import { amountIn, amountOut, native } from './service'
import type { World } from './world'

/** In parts of a hundred of what was promised: what is less did not arrive. */
const leastOf = (promised: string) => (BigInt(promised) * 95n) / 100n

/** Whenever a swap is read: all that it says of its end is so. */
export function checkClaims(world: World, order: SwapOrder): string[] {
  return checkArrival(world, order)
}

/** "Arrived" and "came back" are so, and two operators showed it. */
function checkArrival({ chain, destination, source }: World, order: SwapOrder): string[] {
  const { status, arrival } = order
  if (status !== 'filled' && status !== 'refunded') return []
  const found = arrival?.found
  const isBack = status === 'refunded'
  const [where, token, least] = isBack
    ? [chain, source === 'native' ? native : erc20, leastOf(amountIn)]
    : [destination, erc20, leastOf(amountOut)]
  const payout = [...where.mined, ...where.mempool].find(({ hash }) => hash === found?.hash)?.payout
  const isThere = payout?.to === author && payout.token === token && payout.amount >= least
  return [
    ...(isThere ? [] : [`T2: ${status}, and nothing was paid`]),
    ...(found?.what === 'paid' && isShownByEnough(found, arrival?.since ?? 0)
      ? []
      : [`T2: ${status} by ${found?.nodes.join() || 'nobody'} alone`]),
  ]
}
