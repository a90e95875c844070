import type { SwapOrder } from '@/src/domain/order/order'
import { toRow } from '@/src/store/row'
import { author, erc20 } from './chain'
import { amountIn, amountOut, native, toChainId } from './service'
import type { World } from './world'

/** What an order is paid in: the token, or coins that come by a transaction of their own or out of a contract. */
export const payouts = ['token', 'coins', 'coinsInside'] as const
export type Payout = (typeof payouts)[number]

/** So much more than what is due is what came for something else. */
const more = 100_000n
/** How long ago the older payments came, ms. */
const longAgo = 600_000
const anothersDeposit = `0x${'e'.repeat(64)}`

const howOf = (payout: Payout) => (payout === 'coinsInside' ? 'inside' : 'direct')
const tokenOf = (payout: Payout) => (payout === 'token' ? erc20 : native)
/** What comes back of an order. */
const backOf = ({ source }: World) => (source === 'native' ? native : erc20)

/** Has the service pay in that; gives what a pick says of it, for `prepare`. */
export function payIn(world: World, payout: Payout): object {
  if (payout === 'token') return {}
  const { service, destination } = world
  service.terms.toToken = native
  service.terms.pay = () => destination.pay(dueOf(payout), howOf(payout))
  return { toToken: { ...ether, chainId: toChainId, address: native } }
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const dueOf = (payout: Payout) => ({
  token: tokenOf(payout),
  to: author,
  amount: BigInt(amountOut),
})

/**
 * What came to the account long before anything was ordered, on both chains: enough of the right token. A service can
 * name it for the payment of an order.
 */
export function payLongAgo(world: World, payout: Payout): void {
  const { chain, destination, service } = world
  const due = dueOf(payout)
  const paid = destination.pay({ ...due, amount: due.amount + more }, howOf(payout))
  const back = chain.pay({ token: backOf(world), to: author, amount: BigInt(amountIn) + more })
  Object.assign(service.older, { paid, back })
  world.sleep(longAgo)
}

/**
 * Another order of this computer, made a minute before this one, is paid now, or given back: the payment is none of
 * this order's.
 */
export async function payAnother(world: World, order: SwapOrder, payout: Payout): Promise<void> {
  const { destination, service } = world
  const due = dueOf(payout)
  const hash = destination.pay({ ...due, amount: due.amount + more }, howOf(payout))
  service.paidToOthers.push(hash)
  const block = destination.find(hash)?.block ?? 0
  await (await world.truth.use()).put('orders', toRow(toAnother(world, order, payout, hash, block)))
}

/** Whether it is the id of such an order. */
export const isAnother = (id: string) => id.startsWith('another-')

/** That order, which is over; it has the id of how many there were. */
function toAnother(
  world: World,
  order: SwapOrder,
  payout: Payout,
  hash: string,
  block: number,
): SwapOrder {
  const id = `another-${world.service.paidToOthers.length}`
  const at = world.clock.now
  const createdAt = order.createdAt - 60_000
  const amount = String(BigInt(amountOut) + more)
  const fact = { what: 'paid' as const, token: tokenOf(payout), amount, at, block: String(block) }
  // What leaves no trace was proved by what the account held.
  const proof =
    payout === 'coinsInside'
      ? { claims: [], upTo: String(block), inAll: amount }
      : { claims: [`${toChainId}:${hash}:${payout === 'token' ? 0 : -1}`], hash }
  const found = { ...fact, ...proof, nodes: ['one', 'two'] }
  const state = { status: 'confirmed' as const, attemptId: id, hash: anothersDeposit, at }
  const { accepted, arrival: _, failure: __, ...rest } = structuredClone(order)
  return {
    ...rest,
    ...{ id, status: 'filled', createdAt, confirmedAt: createdAt, updatedAt: at },
    accepted: { ...accepted, quoteId: id, to: { ...accepted.to, amount } },
    ...{ attempts: [], notified: ['filled'], current: order.steps.length },
    steps: order.steps.map((each) => ({ ...each, id: `${id} ${each.id}`, state })),
    ...{ began: { block: String(block - 1), holding: { balance: '0', nonce: 0 } } },
    service: { orderId: id, depositTxHash: anothersDeposit, status: 'filled' },
    arrival: { kind: 'payout', since: at, found },
  } as unknown as SwapOrder
}
