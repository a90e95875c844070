import type { BridgeLeg, PurchaseOrder } from '@/src/domain/order/order'
import { isPaymentSeen } from '@/src/domain/order/purchase'
import { buyStart, made, opened, plannedPurchase, read } from '@/test/samples/purchase'
import { type Machine, type Named, named } from './transitions'
import { eventsOfArrival } from './transitions-arrival'

function partsOf(order: PurchaseOrder) {
  const { status, failure } = order
  const why = { 'order/given-up': ', by the person', 'order/not-made': ', no answer' }
  const code = failure?.code as keyof typeof why | undefined
  return { order: `${status}${(code && why[code]) ?? ''}` }
}

function keyOf(order: PurchaseOrder): string {
  const { service, arrival, contradiction, blocker, began, purchase } = order
  const { openedAt, bridgeOrderId, leg } = purchase
  return JSON.stringify([
    [partsOf(order), isPaymentSeen(order), openedAt !== undefined, bridgeOrderId, leg?.status],
    [service.status, service.fill?.txHash, arrival?.kind, arrival?.found?.what, arrival?.scanned],
    [contradiction?.field, blocker?.code, began?.block],
  ])
}

const fillTxHash = `0x${'cc'.repeat(32)}`

/** The bridge's order of a purchase that sent back what it was to bridge. */
const returned: BridgeLeg = {
  orderId: 'bridge-1',
  serviceUrl: 'https://service.test',
  status: 'refunded',
  from: { chainId: 8453, address: '', symbol: 'USDC', decimals: 6, amount: '51000000' },
}

/** Every event that happens to a purchase, with the parts that fit it. */
function eventsFor(): Named[] {
  return [
    named('purchaseMade', made),
    named('purchaseLost', { type: 'purchaseLost' }),
    named('checkoutOpened', opened),
    named('purchaseRead, unpaid', read('awaiting_payment')),
    named('purchaseRead, paid', read('payment_received')),
    named('purchaseRead, an unknown word', read('some_new_word')),
    named('purchaseRead, expired', read('expired', { stage: 'over' })),
    named('purchaseRead, failed', read('failed', { stage: 'over' })),
    named('purchaseRead, completed', read('completed', { stage: 'completed', hash: fillTxHash })),
    named('purchaseRead, sent back by the bridge', {
      ...read('bridging', { bridgeOrderId: 'bridge-1' }),
      leg: returned,
    }),
    named('serviceUnread', { type: 'serviceUnread', code: 'service/unreachable' }),
    named('abandoned by the person', { type: 'abandoned', by: 'person' }),
    ...eventsOfArrival({ block: '100', since: buyStart }),
  ]
}

/** Paid in money at a provider's checkout. */
export const purchaseMachine: Machine<PurchaseOrder> = {
  name: 'purchase',
  starts: [plannedPurchase()],
  parts: ['order'],
  partsOf,
  keyOf,
  eventsFor,
}
