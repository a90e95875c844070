import { randomUUID } from 'node:crypto'
import type { ChainDeposit } from '../chains/port'
import type { ControlState, Outcome } from '../control/state'
import { type FillingOptions, fillOrder, type Plan } from './filling'
import type { Commitment, Ledger, Order } from './ledger'
import { sweepOpenOrders } from './open-orders'

export type Settlement = {
  /** The order of a commitment; created when there is none yet. */
  acceptOrder(commitment: Commitment, depositTxHash: string | undefined): Order
}

export type SettlementOptions = FillingOptions & { ledger: Ledger; control: ControlState }

/** Follows deposits on all chains and sets the fillers to work on the orders they belong to. */
export function createSettlement(options: SettlementOptions): Settlement {
  const { network, ledger, control, now, signal, log } = options
  const plans = new Map<string, Plan>()
  const started = new Set<string>()

  function startFilling(order: Order, deposit: ChainDeposit): void {
    if (started.has(order.id)) return
    started.add(order.id)
    void fillOrder(options, order, deposit, plans.get(order.id) ?? { outcome: 'fill' })
  }

  /** One order is one deposit: a second one under the same reference goes back. */
  function returnExtra({ refundTo }: Commitment, deposit: ChainDeposit): void {
    network
      .chain(deposit.chainId)
      .refund({ deposit, to: refundTo })
      .catch((error: unknown) => {
        if (!signal.aborted) log(`extra deposit ${deposit.id} not returned: ${String(error)}`)
      })
  }

  function takeDeposit(deposit: ChainDeposit): void {
    const commitment = ledger.commitments.get(deposit.reference)
    const isExtra = ledger.depositsOf(deposit.reference).length > 0
    if (commitment !== undefined && isUnnoticed(commitment, deposit)) {
      log(`deposit ${deposit.id} is in a token that nobody watches for`)
      return
    }
    if (commitment !== undefined && isTrifle(commitment, deposit)) {
      returnExtra(commitment, deposit)
      return
    }
    ledger.deposits.set(deposit.id, deposit)
    const order = ledger.orderOf(deposit.reference)
    if (commitment === undefined) log(`deposit ${deposit.id} belongs to no quote`)
    else if (isExtra) returnExtra(commitment, deposit)
    else if (order !== undefined) startFilling(order, deposit)
  }

  for (const chain of [...network.chains, ...network.abroad]) {
    const stopWatching = chain.onDeposit(takeDeposit)
    signal.addEventListener('abort', stopWatching)
  }
  void sweepOpenOrders(options)

  return {
    acceptOrder(commitment, depositTxHash) {
      const known = ledger.orderOf(commitment.reference)
      if (known !== undefined) return known
      const order = createOrder(commitment, depositTxHash, new Date(now()))
      const outcome = control.outcomes.shift()
      if (outcome !== undefined) plans.set(order.id, toPlan(outcome, control))
      ledger.orders.set(order.id, order)
      const [deposit] = ledger.depositsOf(commitment.reference)
      if (deposit !== undefined) startFilling(order, deposit)
      return order
    },
  }
}

const isToAddress = ({ method }: Commitment) =>
  method === 'TRANSFER' || method === 'TRANSFER_WITH_TX_HASH_SUBMIT'

/** The interface promises nothing for another token than the agreed one: it is not noticed. */
function isUnnoticed(commitment: Commitment, { token }: ChainDeposit): boolean {
  return isToAddress(commitment) && token !== commitment.quote.request.from.address
}

/** What anybody may send to a public address is no deposit: it goes back, and the payment is waited for. */
function isTrifle(commitment: Commitment, { amount }: ChainDeposit): boolean {
  return isToAddress(commitment) && amount * 100n < commitment.offer.amountIn
}

function toPlan(outcome: Outcome, { held }: ControlState): Plan {
  if (outcome.outcome !== 'held') return outcome
  return { ...outcome, released: held.wait() }
}

function createOrder(
  commitment: Commitment,
  depositTxHash: string | undefined,
  createdAt: Date,
): Order {
  return {
    id: randomUUID(),
    commitment,
    status: 'created',
    depositTxHash,
    destAmount: commitment.offer.amountOut,
    transactions: {},
    stepsCompleted: [],
    createdAt,
    updatedAt: createdAt,
  }
}
