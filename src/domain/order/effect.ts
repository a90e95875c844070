import type { AttemptId, OrderId, StepId, TxHash } from '../names'

/** What an effect does; imperative, with nothing in it that cannot be stored. */
export type EffectTask =
  /**
   * Looks whether the step may be asked for now, and commits the ask. With `switching` only as long
   * as that switch of the chain is the order's.
   */
  | { kind: 'armStep'; stepId: StepId; switching?: string }
  /** Hands one attempt to the wallet of the pinned page. */
  | { kind: 'askWallet'; attemptId: AttemptId; ask: 'step' | 'switchChain' | 'addChain' }
  /** Finds out what became of an ask: the page's ledger, the service, the chain. */
  | { kind: 'reconcile'; attemptId: AttemptId }
  /** Compares what was broadcast with what was asked. */
  | { kind: 'verifyTransaction'; attemptId: AttemptId }
  | { kind: 'awaitReceipt'; attemptId: AttemptId }
  /** Follows a hash that a page named beside the one that is followed. */
  | { kind: 'watchStray'; attemptId: AttemptId; hash: TxHash }
  | { kind: 'submitDeposit' }
  | { kind: 'pollOrder' }
  /** Looks on the chain for what was paid to a deposit address, and closes it in time. */
  | { kind: 'watchDeposit' }
  /** Reads on the chain whether the payout or the refund that the service speaks of is there. */
  | { kind: 'proveArrival' }
  | { kind: 'notify'; topic: NotifyTopic }
  /** Tells the site that asked for the order how far it came. */
  | { kind: 'tellSite'; news: SiteNews }

export type NotifyTopic =
  | 'filled'
  | 'refunded'
  | 'failed'
  | 'unproved'
  | 'late'
  | 'needs-you'
  /** The service does not take up what was paid. */
  | 'unlinked'
  /** The service gave an address up before anything came to it: whatever comes is looked for. */
  | 'closed'
  /** Whether the fiat API made an order of a purchase is not known. */
  | 'unanswered'
  /** What was paid is another token by now, and is not passed on. */
  | 'held'
  | 'alarm'

/** All that a site learns of the order it asked for. */
export type SiteNews = 'started' | 'submitted' | 'filled' | 'refunded' | 'failed' | 'dismissed'

export type EffectKind = EffectTask['kind']

/**
 * A row of the outbox. A `safe` effect may run again after a crash; a `once` effect that was claimed
 * by a worker that died is never repeated silently.
 */
export type Effect = {
  /** Natural key: the same work is one row, however often it is asked for. */
  key: string
  orderId: OrderId
  repeat: 'safe' | 'once'
  /** Unix ms. */
  dueAt: number
  tries: number
  task: EffectTask
}

/** Builds an effect of an order; the key follows from the task. */
export function toEffect(orderId: OrderId, task: EffectTask, dueAt: number): Effect {
  const repeat = task.kind === 'askWallet' ? 'once' : 'safe'
  return { key: keyOf(orderId, task), orderId, repeat, dueAt, tries: 0, task }
}

/** The natural key of a piece of work. */
export function keyOf(orderId: OrderId, task: EffectTask): string {
  switch (task.kind) {
    case 'armStep':
      return `arm:${orderId}:${task.stepId}`
    case 'watchStray':
      return `watchStray:${task.attemptId}:${task.hash}`
    case 'notify':
      return `notify:${orderId}:${task.topic}`
    case 'tellSite':
      return `tellSite:${orderId}:${task.news}`
    case 'submitDeposit':
    case 'watchDeposit':
    case 'pollOrder':
    case 'proveArrival':
      return `${task.kind}:${orderId}`
    default:
      return `${task.kind}:${task.attemptId}`
  }
}
