import type { TxHash } from '../names'
import type { Order, Step, SwapOrder, TransferOrder, WalletPayment } from './order'

/** What is asked of a wallet for an order; undefined where none was ever to be asked. */
export function asksOf(order: Order): SwapOrder | WalletPayment | undefined {
  if (order.kind === 'swap') return order
  return order.kind === 'transfer' ? order.pay : undefined
}

/** The transfer that a connected wallet was last to make for a payment by address. */
export function payStepOf({ pay }: TransferOrder): Step | undefined {
  return pay?.steps[0]
}

/**
 * Whether a wallet was asked to pay, and it is not known that nothing came of it: from the ask on, and
 * for good once it is mined.
 */
export function isPayOut(order: Order): boolean {
  const status = order.kind === 'transfer' ? payStepOf(order)?.state.status : undefined
  return status !== undefined && !['ready', 'declined', 'failed'].includes(status)
}

/**
 * Whether a connected wallet is to pay, and what becomes of that is not known yet: nothing may be paid
 * in another way meanwhile. What a page alone says was refused is not known either. A mined transfer
 * counts until it is among what nodes showed at the address.
 */
export function isPayPending(order: TransferOrder): boolean {
  const { pay, transfer } = order
  const state = payStepOf(order)?.state
  if (!pay || !state) return false
  // An earlier ask may have been found on the chain while a later prompt is still open.
  if (pay.attempts.some(({ attemptId, end }) => !end && attemptId !== attemptIn(state))) return true
  if (state.status === 'confirmed') return transfer.seen.every(({ hash }) => hash !== state.hash)
  return isPayOut(order) || pay.wanted === true || isPayDenied(order)
}

const attemptIn = (state: Step['state']) => ('attemptId' in state ? state.attemptId : undefined)

/** Whether only a page's word says that what was asked was not sent. */
export function isPayDenied({ pay }: TransferOrder): boolean {
  return pay?.attempts.some(({ end }) => end?.what === 'refused') ?? false
}

/** Every transaction that was named or found for what a wallet was asked to pay. */
export function payHashesOf({ pay }: TransferOrder): TxHash[] {
  const seen = pay?.attempts.flatMap((each) => each.seen) ?? []
  return seen.flatMap(({ hash, differs }) => (hash && !differs ? [hash] : []))
}

/** The transfer that a wallet made, once nodes showed that it is the one asked for; all of it or none. */
export function paidByWallet(order: TransferOrder): TxHash | undefined {
  const step = payStepOf(order)
  if (step?.state.status !== 'verified' && step?.state.status !== 'confirmed') return undefined
  const isAll = BigInt(step.facts.token.amount) >= BigInt(order.transfer.amount)
  return isAll ? step.state.hash : undefined
}

/** A payment without the wish to ask for it, nor what stood in its way. */
export function withoutWish({ wanted: _, blocker: __, ...pay }: WalletPayment): WalletPayment {
  return pay
}

/** The order with its address closed (`at` unix ms): no wallet is asked for it any more. */
export function withClosed(
  order: TransferOrder,
  at: number,
  why: NonNullable<TransferOrder['transfer']['closed']>['why'],
): TransferOrder {
  const { pay, transfer, ...rest } = order
  const kept = pay && { pay: withoutWish(pay) }
  return { ...rest, ...kept, transfer: { ...transfer, closed: { at, why } } }
}

/** The order with nothing said of what the service did not take of the payments to its address. */
export function unblocked({ blocker: _, ...order }: TransferOrder): TransferOrder {
  return order
}
