import { setTimeout as wait } from 'node:timers/promises'
import { type FillingOptions, moveOrder } from './filling'
import type { Ledger, Order } from './ledger'

const sweepMs = 250

/** Ends orders whose deposit transaction can never become one, until the signal fires. */
export async function sweepOpenOrders(options: FillingOptions & { ledger: Ledger }): Promise<void> {
  const { ledger, signal, log } = options
  while (!signal.aborted) {
    try {
      await wait(sweepMs, undefined, { signal })
      for (const order of ledger.orders.values()) {
        if (order.status === 'created') await endIfDead(options, order)
      }
    } catch (error) {
      if (!signal.aborted) log(`looking after open orders failed: ${String(error)}`)
    }
  }
}

async function endIfDead({ network, now }: FillingOptions, order: Order): Promise<void> {
  const { depositTxHash, commitment } = order
  if (depositTxHash === undefined) return
  const source = network.chain(commitment.quote.request.from.chainId)
  const state = await source.transactionState(depositTxHash)
  if (state === 'mined') await source.depositsRead()
  const isDead =
    state === 'reverted' ||
    // Its deposit would have been seen by now.
    state === 'mined' ||
    (state === 'unknown' && now() > commitment.offer.closesAt * 1000)
  // The deposit may have been seen while we asked.
  if (!isDead || order.status !== 'created') return
  order.substatus = `deposit transaction ${state}`
  moveOrder(order, 'failed', now())
}
