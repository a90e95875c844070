import type { FiatPlan } from './seal'
import type { FiatScript } from './switches'

/** The last five are final. */
type FiatStatus =
  | 'created'
  | 'awaiting_payment'
  | 'payment_received'
  | 'delivering'
  | 'bridging'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'refunded'

const finalStatuses: ReadonlySet<FiatStatus> = new Set([
  'completed',
  'failed',
  'cancelled',
  'expired',
  'refunded',
])

export type FiatAction = { type: string; url?: string }

type FiatFailureView = { message: string; reason: string }

export type FiatOrder = {
  orderId: string
  plan: FiatPlan
  script: FiatScript
  status: FiatStatus
  action: FiatAction
  /** Kept here and nowhere else. */
  metadata: Record<string, unknown> | undefined
  /** Unix milliseconds. */
  payBy: number
  createdAt: number
  updatedAt: number
  isPaid: boolean
  /** Smallest units of the output asset, once delivered. */
  outputAmount?: string
  /** The transfer that reached the recipient. */
  transferTxHash?: string
  /** `jump` only: the bridge leg, an order of the main API, and what was settled on the hub. */
  bridgeOrderId?: string
  settlementTxHash?: string
  refundTxHash?: string
  failure?: FiatFailureView
}

export function isFinal({ status }: FiatOrder): boolean {
  return finalStatuses.has(status)
}

/** All fiat orders; the time to pay is looked after when an order is read. */
export type OrderBook = {
  add(order: FiatOrder): void
  find(orderId: string): FiatOrder | undefined
  /** The order that this quote became, if it did. */
  findByPlan(planId: string): FiatOrder | undefined
  /** Moves an order on; a final one stays as it is. */
  move(order: FiatOrder, status: FiatStatus, change?: Partial<FiatOrder>): void
}

export function createOrderBook(now: () => number): OrderBook {
  const orders = new Map<string, FiatOrder>()
  const move: OrderBook['move'] = (order, status, change = {}) => {
    if (isFinal(order)) return
    Object.assign(order, change, { status, updatedAt: now() })
  }
  return {
    add: (order) => void orders.set(order.orderId, order),
    find(orderId) {
      const order = orders.get(orderId)
      if (order !== undefined && !order.isPaid && now() >= order.payBy) {
        const failure = { message: 'The time to pay is over', reason: 'PAYMENT_EXPIRED' }
        move(order, 'expired', { failure })
      }
      return order
    },
    findByPlan: (planId) => [...orders.values()].find(({ plan }) => plan.id === planId),
    move,
  }
}

/** The order as it goes over the wire. */
export function toFiatOrderView(order: FiatOrder) {
  const { plan, script, status } = order
  const isOver = isFinal(order)
  const { outputAmount, transferTxHash, bridgeOrderId, settlementTxHash, refundTxHash } = order
  return {
    orderId: order.orderId,
    status: isOver ? status : (script.status ?? status),
    terminal: isOver,
    provider: plan.provider,
    action: order.action,
    swapStrategy: plan.swapStrategy,
    fiatCurrency: plan.fiatCurrency,
    fiatAmount: plan.fiatAmount,
    outputAsset: plan.outputAsset,
    recipient: plan.recipient,
    expectedOutputAmount: plan.expectedOutput,
    createdAt: new Date(order.createdAt).toISOString(),
    updatedAt: new Date(order.updatedAt).toISOString(),
    ...(outputAmount === undefined ? {} : { outputAmount }),
    ...(transferTxHash === undefined ? {} : { transferTxHash }),
    ...(bridgeOrderId === undefined ? {} : { bridgeOrderId }),
    ...(settlementTxHash === undefined ? {} : { settlementTxHash }),
    ...(refundTxHash === undefined ? {} : { refundTxHash }),
    ...(order.failure === undefined ? {} : { failure: order.failure }),
  }
}
