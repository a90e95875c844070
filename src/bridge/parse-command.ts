import type { AskRequest, SiteEventCommand, WorkerCommand } from '@/src/contract/bridge'
import { list, oneOf, record, type Shape, text, variant } from '@/src/lib/shape'
import { attemptIdShape, familyShape, shortText } from './parse-page-message'

const v = oneOf(1)

/** The worker builds requests to the contract's schema; the page script picks known fields only. */
const request: Shape<AskRequest> = (value) =>
  typeof value === 'object' && value !== null ? (value as AskRequest) : undefined

/** What a site is told of its request. */
export const siteEventShape: Shape<SiteEventCommand['event']> = record(
  {
    name: oneOf(
      'opened',
      'rejected',
      'dismissed',
      'started',
      'submitted',
      'filled',
      'refunded',
      'failed',
    ),
  },
  { reason: shortText },
)

/** A command of our own worker, else undefined. */
export const parseCommand: Shape<WorkerCommand> = variant('type', {
  ask: record(
    { v, type: oneOf('ask'), attemptId: attemptIdShape, walletId: shortText, request },
    { orderId: text(256), stepId: text(256) },
  ),
  discover: record({ v, type: oneOf('discover') }),
  inspect: record({ v, type: oneOf('inspect'), walletId: shortText, family: familyShape }),
  ledger: record({ v, type: oneOf('ledger'), attemptIds: list(64, attemptIdShape) }),
  siteEvent: record({
    v,
    type: oneOf('siteEvent'),
    requestId: attemptIdShape,
    event: siteEventShape,
  }),
})
