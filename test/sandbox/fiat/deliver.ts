import { setTimeout as wait } from 'node:timers/promises'
import { deriveAccount } from '../chains/evm/account'
import type { FiatDeps } from './deps'
import { type FiatOrder, isFinal, type OrderBook } from './order-book'
import { findHubToken } from './pricing'
import { providers } from './providers'
import { attempt } from './quote-request'

const bridgePollMs = 100
const fullBps = 10_000n

/** What the person may do in a checkout. */
export const checkoutActs = ['pay', 'fail', 'cancel'] as const
type CheckoutAct = (typeof checkoutActs)[number]

/** The providers at work: takes the payment and really delivers. */
export type Deliveries = {
  /** Has an effect once, and only while the order waits for its payment. */
  act(order: FiatOrder, act: CheckoutAct): void
}

export function createDeliveries(deps: FiatDeps, book: OrderBook): Deliveries {
  const { desk, signal, log } = deps

  async function settle(order: FiatOrder): Promise<void> {
    const { plan, script } = order
    const settleMs = providers.find(({ id }) => id === plan.provider)?.settleMs ?? 0
    await wait(settleMs + (script.ms ?? 0), undefined, { signal })
    const ending = endings[script.outcome ?? 'complete']
    if (ending !== undefined) return book.move(order, ending.status, { failure: ending.failure })
    return plan.swapStrategy === 'jump' ? bridge(order) : deliver(order)
  }

  async function deliver(order: FiatOrder): Promise<void> {
    const { outputAsset, recipient, expectedOutput } = order.plan
    book.move(order, 'delivering')
    const amount = (BigInt(expectedOutput) * BigInt(order.script.deliveredBps ?? fullBps)) / fullBps
    const { chainId, address: token } = outputAsset
    const transferTxHash = await desk.payOut({ chainId, token, to: recipient, amount })
    book.move(order, 'completed', { transferTxHash, outputAmount: String(amount) })
  }

  /** The provider settles on the hub chain; from there it is an order like any other. */
  async function bridge(order: FiatOrder): Promise<void> {
    const { outputAsset, recipient, refundTo, hubAmount = '0' } = order.plan
    const from = findHubToken(desk, deps.hubChainId)
    const hubRefund = attempt(() => desk.address(from.chainId, refundTo, 'refundTo'))
    const { orderId, depositTxHash } = await desk.createBridgeOrder({
      from,
      to: desk.token(outputAsset.chainId, outputAsset.address),
      amount: BigInt(hubAmount),
      author: settlementAddress,
      recipient,
      ...(hubRefund === undefined ? {} : { refundTo: hubRefund }),
    })
    book.move(order, 'bridging', { bridgeOrderId: orderId, settlementTxHash: depositTxHash })
    while (!isFinal(order)) {
      await wait(bridgePollMs, undefined, { signal })
      followBridge(order, orderId)
    }
  }

  function followBridge(order: FiatOrder, bridgeOrderId: string): void {
    const leg = desk.order(bridgeOrderId)
    const { fill, refund } = leg?.transactions ?? {}
    if (leg?.status === 'filled' && fill !== undefined) {
      const delivered = { transferTxHash: fill.txHash, outputAmount: fill.amount }
      book.move(order, 'completed', delivered)
    }
    if (leg?.status === 'refunded') {
      const message = 'The bridge could not deliver; the stablecoin went to the refund address'
      const refundTxHash = refund === undefined ? {} : { refundTxHash: refund.txHash }
      const failure = { message, reason: 'BRIDGE_REFUNDED' }
      book.move(order, 'refunded', { failure, ...refundTxHash })
    }
    if (leg === undefined || leg.status === 'failed') {
      const failure = { message: 'The bridge could not deliver', reason: 'BRIDGE_FAILED' }
      book.move(order, 'failed', { failure })
    }
  }

  /** Runs in the background: what fails is logged and ends the order, never the process. */
  function run(order: FiatOrder): void {
    settle(order).catch((error: unknown) => {
      if (signal.aborted) return
      log(`fiat order ${order.orderId} failed: ${String(error)}`)
      const failure = { message: 'The delivery failed', reason: 'DELIVERY_FAILED' }
      book.move(order, 'failed', { failure })
    })
  }

  return {
    act(order, act) {
      if (order.isPaid || isFinal(order)) return
      if (act === 'pay') {
        order.isPaid = true
        book.move(order, 'payment_received')
        run(order)
        return
      }
      const { status, failure } = act === 'fail' ? endings.fail : endings.cancel
      book.move(order, status, { failure })
    },
  }
}

/** The account in whose name bridge legs run: theirs are not the person's orders. */
const settlementAddress = deriveAccount('fiat settlement').address

/** How an order ends when it does not complete. */
const endings = {
  complete: undefined,
  fail: {
    status: 'failed' as const,
    failure: { message: 'The card was declined', reason: 'PAYMENT_DECLINED' },
  },
  cancel: {
    status: 'cancelled' as const,
    failure: { message: 'The payment was cancelled', reason: 'PAYMENT_CANCELLED' },
  },
  expire: {
    status: 'expired' as const,
    failure: { message: 'The time to pay is over', reason: 'PAYMENT_EXPIRED' },
  },
  refund: {
    status: 'refunded' as const,
    failure: { message: 'The payment went back to the card', reason: 'PAYMENT_REFUNDED' },
  },
}
