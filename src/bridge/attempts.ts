import type { AskAck, AskCommand, AskRequest, AskResult } from '@/src/contract/bridge'
import type { FromPage, LedgerEntry, Refusal } from '@/src/contract/page-wire'
import { createSettleOnce } from '@/src/lib/settle-once'
import type { Delivery } from './deliver'
import type { PageConnection } from './page-channel'

/** Outcomes of attempts that an earlier content script dispatched; a page could invent them. */
const maxAdopted = 16

/** The content script's side of the ledger: what was dispatched here, and what came of it. */
export function createAttempts(options: {
  delivery: Delivery
  /** A page script to ask, waited for shortly; undefined when there is none. */
  page: () => Promise<PageConnection | undefined>
  /** The page's `prepared` to an attempt; undefined when it is late. */
  prepared: (attemptId: string) => Promise<{ refusal?: Refusal; from: PageConnection } | undefined>
  /** Aborted once the page is left; a page that comes back has a new one. */
  stay: () => AbortSignal
}) {
  const attempts = createSettleOnce<AskResult>()
  const adopted = new Set<string>()
  /** Those that the page is finding its wallet for: they may go out yet. */
  const preparing = new Set<string>()

  return {
    /**
     * Puts an ask before the wallet in two steps: the page finds the wallet, and only while the
     * worker still waits for this very answer is it told what to ask. Refused means: not asked, ever, and
     * nobody in the page knows what would have been. A page that is left meanwhile is frozen with the ask
     * half done, and its answer to the worker is lost.
     */
    async ask(command: AskCommand): Promise<AskAck> {
      const { attemptId, walletId, request } = command
      const stay = options.stay()
      if (stay.aborted) return { accepted: false, reason: 'closing' }
      if (!attempts.reserve(attemptId)) return { accepted: false, reason: 'seen' }
      preparing.add(attemptId)
      try {
        const page = await options.page()
        if (page === undefined) return { accepted: false, reason: 'not-found' }
        const answer = options.prepared(attemptId)
        page.post({ type: 'prepare', attemptId, walletId, family: familyOf(request) })
        const prepared = await answer
        if (prepared === undefined || stay.aborted) return { accepted: false, reason: 'closing' }
        if (prepared.refusal !== undefined) return { accepted: false, reason: prepared.refusal }
        attempts.open(attemptId)
        prepared.from.post({ type: 'go', attemptId, request })
        return { accepted: true }
      } finally {
        preparing.delete(attemptId)
      }
    },

    /** Takes an outcome in. The first counts; an ask that never went out has none. */
    outcome(message: Extract<FromPage, { type: 'outcome' }>, from: PageConnection): void {
      const { attemptId, result } = message
      const known = attempts.look(attemptId)
      if (known.state === 'unknown' && adopted.size < maxAdopted) {
        adopted.add(attemptId)
        attempts.reserve(attemptId)
        attempts.open(attemptId)
      }
      if (attempts.settle(attemptId, result)) options.delivery.deliver(attemptId, result)
      else if (known.state === 'settled' && known.acknowledged) {
        from.post({ type: 'committed', attemptId })
      }
    },

    committed: (attemptId: string) => {
      attempts.acknowledge(attemptId)
      adopted.delete(attemptId)
    },

    /**
     * This script's own knowledge; the page is believed only where there is none. Undefined when a
     * page script has not answered (`complete` false) and nobody else knows: that is no proof.
     */
    entry(
      attemptId: string,
      fromPage: readonly LedgerEntry[],
      complete: boolean,
    ): LedgerEntry | undefined {
      const known = attempts.look(attemptId)
      if (known.state === 'settled') return { attemptId, state: 'settled', result: known.value }
      if (known.state === 'open') return { attemptId, state: 'open' }
      if (known.state === 'reserved') {
        return { attemptId, state: preparing.has(attemptId) ? 'open' : 'never-seen' }
      }
      const told = fromPage.filter((entry) => entry.attemptId === attemptId)
      return (
        told.find((entry) => entry.state === 'settled') ??
        told.find((entry) => entry.state === 'open') ??
        (complete ? { attemptId, state: 'never-seen' } : undefined)
      )
    },
  }
}

function familyOf(request: AskRequest): 'eip155' | 'solana' {
  if (request.kind === 'connect') return request.family
  return request.kind === 'solanaSign' ? 'solana' : 'eip155'
}
