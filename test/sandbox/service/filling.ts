import { setTimeout as wait } from 'node:timers/promises'
import type { ChainDeposit } from '../chains/port'
import type { Outcome } from '../control/state'
import type { Order, OrderStatus } from './ledger'
import type { Network } from './network'

/** Between `deposited` and `published`, and before a refund, so that watchers can see both. */
const publishMs = 150
/** How late a late order is when nobody says. */
const usualLatenessMs = 15_000
const fullBps = 10_000n

export type FillingOptions = {
  network: Network
  now: () => number
  signal: AbortSignal
  log: (line: string) => void
}

/** What a filler does with an order, and what it waits for first. */
export type Plan = Outcome & { released?: Promise<void> }

type Work = FillingOptions & { order: Order; deposit: ChainDeposit }

/**
 * One filler at work on one order whose deposit is mined: publishes it, then pays out or sends the
 * money back. What fails is logged and ends the order; it never rejects.
 */
export async function fillOrder(
  options: FillingOptions,
  order: Order,
  deposit: ChainDeposit,
  plan: Plan,
): Promise<void> {
  const work = { ...options, order, deposit }
  try {
    await publish(work)
    await settle(work, plan)
  } catch (error) {
    if (options.signal.aborted) return
    options.log(`order ${order.id} failed: ${String(error)}`)
    order.substatus = 'internal error'
    moveOrder(order, 'failed', options.now())
  }
}

/** Gives an order its next status; `now` in unix milliseconds. */
export function moveOrder(order: Order, status: OrderStatus, now: number, step?: string): void {
  order.status = status
  order.updatedAt = new Date(now)
  if (step !== undefined) order.stepsCompleted.push(step)
}

async function publish({ order, deposit, now, signal }: Work): Promise<void> {
  const { timestamp, txHash, chainId, amount } = deposit
  order.depositTxHash = txHash
  order.transactions.deposit = { timestamp, txHash, chainId, amount: String(amount) }
  moveOrder(order, 'deposited', now(), 'deposit')
  await wait(publishMs, undefined, { signal })
  moveOrder(order, 'published', now(), 'publish')
}

async function settle(work: Work, plan: Plan): Promise<void> {
  const { order, deposit, now, signal } = work
  const { quote, offer } = order.commitment
  await plan.released
  const lateness = plan.ms ?? (plan.outcome === 'late' ? usualLatenessMs : 0)
  await wait(offer.filler.fillMs + lateness, undefined, { signal })
  const { takes = { token: quote.request.from.address, amount: offer.amountIn } } = order.commitment
  const isAsQuoted = deposit.token === takes.token && deposit.amount === takes.amount
  if (!isAsQuoted) {
    await sendBack(work, 'deposit differs from the quote')
  } else if (plan.outcome === 'refund') {
    await sendBack(work, 'the fill failed')
  } else if (plan.outcome === 'fail') {
    order.substatus = 'the filler gave up'
    moveOrder(order, 'failed', now())
  } else {
    const share = BigInt(plan.deliveredBps ?? Number(fullBps))
    await payOut(work, (offer.amountOut * share) / fullBps)
  }
}

async function payOut(work: Work, amount: bigint): Promise<void> {
  const { order, network, now, signal, log } = work
  const { quote, recipient } = order.commitment
  const { chainId, address: token } = quote.request.to
  try {
    const txHash = await network.chain(chainId).payOut({ token, to: recipient, amount })
    order.destAmount = amount
    order.transactions.fill = stamp(now(), txHash, chainId, amount)
    moveOrder(order, 'filled', now(), 'fill')
  } catch (error) {
    signal.throwIfAborted()
    log(`order ${order.id}: paying out failed: ${String(error)}`)
    await sendBack(work, 'the payout was refused')
  }
}

async function sendBack(work: Work, why: string): Promise<void> {
  const { order, deposit, network, now, signal } = work
  order.substatus = why
  moveOrder(order, 'refund_pending', now())
  await wait(publishMs, undefined, { signal })
  const { chainId, amount } = deposit
  const txHash = await network.chain(chainId).refund({ deposit, to: order.commitment.refundTo })
  order.transactions.refund = stamp(now(), txHash, chainId, amount)
  moveOrder(order, 'refunded', now(), 'refund')
}

function stamp(now: number, txHash: string, chainId: number, amount: bigint) {
  return { timestamp: Math.floor(now / 1000), txHash, chainId, amount: String(amount) }
}
