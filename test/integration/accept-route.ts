import type { Accepted } from '@/src/domain/order/order'
import type { SandboxClient } from '@/test/sandbox/test-client'

type Side = { chainId: number; address: string; symbol: string; decimals: number }

/**
 * Asks the sandbox's service for a price and accepts one of its routes as the product does; `amount` is in
 * the smallest unit, `now` in unix seconds.
 */
export async function acceptRoute(
  client: SandboxClient,
  wish: { from: Side; to: Side; amount: bigint; routeId: string; now: number },
): Promise<Accepted> {
  const { from, to, amount, routeId, now } = wish
  const { quoteId, routes } = await client.quote({ from, to, amount })
  const route = routes.find((each) => each.routeId === routeId)
  if (route === undefined) throw new Error(`no ${routeId}`)
  const author = client.account.address
  return {
    quoteId,
    routeId,
    routeType: route.type,
    tradeType: 'EXACT_INPUT',
    from: { ...from, amount: route.quote.amountIn },
    to: { ...to, amount: route.quote.amountOut },
    author,
    recipient: author,
    refundTo: author,
    expectedDurationSeconds: 1,
    quoteExpiresAt: now + 60,
    validBefore: now + 600,
  }
}
