import type { OrderId } from '@/src/domain/names'
import type { TransferOrder } from '@/src/domain/order/order'
import { unpaidOf } from '@/src/domain/order/transfer'
import { payStepOf } from '@/src/domain/order/wallet-payment'
import { getOrder } from '@/src/store/orders'
import type { Engine } from '../engine'

/** Operators that are handed a payment at once. */
const mostHanded = 4

/**
 * Hands a payment that a wallet signed (base64) to nodes of independent operators, as often as it is looked
 * at: the chain takes the same bytes once. Never for an address that was paid or closed meanwhile: signed
 * and not handed over, they are worth nothing after a minute.
 */
export async function broadcastPayment(
  engine: Engine,
  orderId: OrderId,
  bytes: string,
): Promise<void> {
  const order = await getOrder(engine.db, orderId)
  if (order?.kind !== 'transfer' || !isDue(order, engine.now())) return
  const operators = (await engine.readers()).solanaOperators(order.accepted.from.chainId)
  const sent = await Promise.allSettled(
    operators.slice(0, mostHanded).map(({ reader }) => reader.send(bytes)),
  )
  if (sent.some(({ status }) => status === 'fulfilled')) return
  for (const each of sent) if (each.status === 'rejected') engine.report(each.reason, 'broadcast')
}

function isDue(order: TransferOrder, now: number): boolean {
  const asked = payStepOf(order)?.facts
  return asked?.kind === 'transfer' && unpaidOf(order, now) === BigInt(asked.token.amount)
}
