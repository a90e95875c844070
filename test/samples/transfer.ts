/** Payments by address for tests: built the way the product builds them. */
import type { OrderEvent } from '@/src/domain/order/event'
import type { Step, TransferOrder } from '@/src/domain/order/order'
import { toPayDraft } from '@/src/domain/order/pay-draft'
import { toSteps } from '@/src/domain/order/plan'
import { reduce } from '@/src/domain/order/reduce'
import { toTransferOrder } from '@/src/domain/order/transfer'
import { evidence, page, planned, start, type UntimedEvent } from './order'

const { accepted, wallet } = planned()
/** The account of the wallet that pays to the address. */
const account = `0x${'9'.repeat(40)}`

/** An address that is shown, of which the service has an order already. */
export const shownAddress: TransferOrder = toTransferOrder({
  id: 'c'.repeat(32),
  at: start,
  accepted,
  serviceUrl: 'https://service.test',
  transfer: {
    depositAddress: `0x${'4'.repeat(40)}`,
    amount: accepted.from.amount,
    expiresAt: start / 1_000 + 600,
    seen: [],
  },
  serviceOrderId: 'svc-1',
})

/** The order after these events, each a second after the one before. */
export function transferAfter(order: TransferOrder, ...events: UntimedEvent[]): TransferOrder {
  return events.reduce(
    (now, event, index) => reduce(now, { at: start + index * 1_000, ...event } as OrderEvent).order,
    order,
  )
}

const draft = toPayDraft(shownAddress, account, BigInt(shownAddress.transfer.amount))
if (!draft.ok) throw new Error(draft.detail)
const [step] = toSteps(shownAddress.id, [draft.draft], shownAddress.revision + 10)

/** What a connected wallet is to pay to the address. */
export const payStep = step as Step

/** A wallet is to pay to the address, and was asked to by `attemptId`. */
export const payWanted = {
  type: 'payWanted',
  step: payStep,
  wallet,
  page,
  account,
  advice: { at: start, outcome: 'passes' },
} as UntimedEvent
export const payAsked = (attemptId: string) =>
  ({ type: 'asked', stepId: payStep.id, attemptId, evidence }) as UntimedEvent
