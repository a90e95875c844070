import type { Order, SwapOrder, TransferOrder } from './order'
import { isEnded, mayAskToPay } from './order-parts'
import { closesAt } from './transfer'
import { payStepOf } from './wallet-payment'

/**
 * An order as those see it who ask wallets and find out what became of it: a swap as it is, and of a
 * payment by address what a connected wallet is asked to pay, as a swap of one step that is paid by that
 * account. Undefined where no wallet was ever to be asked. Never stored: `withAsking` takes it back.
 */
export function askingOf(order: Order): SwapOrder | undefined {
  if (order.kind === 'swap') return order
  if (order.kind !== 'transfer' || !order.pay) return undefined
  const { transfer: _, pay, accepted, blocker: __, ...base } = order
  const { account, wanted: ___, blocker, ...asks } = pay
  const step = payStepOf(order)
  const end = closesAt(order)
  const from = step ? step.facts.token : accepted.from
  const mayAsk = mayAskToPay(order)
  // What is missing of it is told by what is paid: what is to arrive is of the whole.
  const isRest = from.amount !== order.transfer.amount
  const tradeType = isRest ? 'EXACT_INPUT' : accepted.tradeType
  return {
    ...base,
    ...asks,
    // What is not asked for any more has nothing in its way.
    ...(mayAsk && blocker && { blocker }),
    kind: 'swap',
    status: isEnded(order.status) ? order.status : mayAsk ? 'running' : 'stopped',
    accepted: {
      ...accepted,
      tradeType,
      from,
      author: account,
      quoteExpiresAt: end,
      validBefore: end,
    },
    current: step?.state.status === 'confirmed' ? 1 : 0,
    digest: '',
  }
}

/** A payment by address with what became of its ask, by which the order itself never ends. */
export function withAsking(order: TransferOrder, asking: SwapOrder): TransferOrder {
  const { pay, alarm: _, ...rest } = order
  if (!pay) return order
  const { wallet, page, steps, attempts, switching, advice, blocker, alarm, known } = asking
  const { account, wanted } = pay
  // It may be paid again: that is for the person to see, and no end.
  const notified = asking.notified.map((topic) =>
    topic === 'failed' && !order.notified.includes(topic) ? 'needs-you' : topic,
  )
  return {
    ...rest,
    ...(alarm && { alarm }),
    ...(known && { known }),
    notified: [...new Set(notified)],
    pay: {
      account,
      wallet,
      page,
      steps,
      attempts,
      ...(switching && { switching }),
      ...(advice && { advice }),
      ...(wanted && { wanted }),
      ...(blocker && { blocker }),
    },
  }
}
