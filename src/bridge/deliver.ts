import type { AskResult, OutcomeAck, OutcomeMessage } from '@/src/contract/bridge'
import { backOff } from '@/src/lib/back-off'
import { flag, record, type Shape } from '@/src/lib/shape'
import type { ContentRuntime } from './content-runtime'
import type { Timers } from './timers'

/** First and longest wait between two deliveries of one outcome, ms. */
const firstWait = 500
const longestWait = 60_000

export type Delivery = {
  /** Tells the worker until it answers `committed`. */
  deliver(attemptId: string, result: AskResult): void
  /** Tries everything that is pending now: the page came back, or the worker spoke. */
  kick(): void
  stop(): void
}

/**
 * Brings outcomes to the worker, each as a new message, repeated with back-off until the worker has
 * it on disk. A worker that is asleep is woken; one that is gone with its extension is not, and the
 * page script tells the next content script.
 */
export function createDelivery(options: {
  runtime: ContentRuntime
  timers: Timers
  onCommitted: (attemptId: string) => void
}): Delivery {
  const { runtime, timers } = options
  const pending = new Map<
    string,
    { result: AskResult; tries: number; sending: boolean; cancel: () => void }
  >()
  let stopped = false

  async function attempt(attemptId: string): Promise<void> {
    const entry = pending.get(attemptId)
    if (entry === undefined || entry.sending || stopped) return
    entry.cancel()
    entry.sending = true
    const message: OutcomeMessage = { v: 1, type: 'outcome', attemptId, result: entry.result }
    const committed = await runtime.send(message).then(isCommitted, () => false)
    entry.sending = false
    if (committed) {
      pending.delete(attemptId)
      options.onCommitted(attemptId)
      return
    }
    if (stopped || !runtime.alive()) return
    entry.cancel = timers.later(
      () => void attempt(attemptId),
      backOff(entry.tries, firstWait, longestWait),
    )
    entry.tries += 1
  }

  return {
    deliver(attemptId, result) {
      if (pending.has(attemptId)) return
      pending.set(attemptId, { result, tries: 0, sending: false, cancel: () => undefined })
      void attempt(attemptId)
    },
    kick() {
      for (const [attemptId, entry] of pending) {
        entry.tries = 0
        void attempt(attemptId)
      }
    },
    stop() {
      stopped = true
      for (const entry of pending.values()) entry.cancel()
    },
  }
}

const ack: Shape<OutcomeAck> = record({ committed: flag })

const isCommitted = (answer: unknown): boolean => ack(answer)?.committed === true
