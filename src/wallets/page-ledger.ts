import type { AskRequest, AskResult } from '@/src/contract/bridge'
import type { FromPage, LedgerEntry, Refusal } from '@/src/contract/page-wire'
import { backOff } from '@/src/lib/back-off'
import { createSettleOnce } from '@/src/lib/settle-once'
import { captureError } from './capture-error'
import type { PageEnv } from './page-env'
import type { PageWallet } from './wallet'

/** First and longest wait before an outcome is told again, ms. */
const firstRepeat = 2_000
const longestRepeat = 60_000

/**
 * The attempts of this document. It outlives the content script and the extension's own restart: an
 * outcome is told to whoever listens until somebody answers that it is committed.
 */
export function createPageLedger(env: PageEnv, tell: (message: FromPage) => void) {
  const attempts = createSettleOnce<AskResult>()
  const prepared = new Map<string, PageWallet>()

  function settled(attemptId: string, result: AskResult): void {
    if (attempts.settle(attemptId, result)) repeat(attemptId, result, 0)
  }

  function repeat(attemptId: string, result: AskResult, tries: number): void {
    const known = attempts.look(attemptId)
    if (known.state !== 'settled' || known.acknowledged) return
    tell({ type: 'outcome', attemptId, result })
    const wait = backOff(tries, firstRepeat, longestRepeat)
    env.later(() => repeat(attemptId, result, tries + 1), wait)
  }

  return {
    /** Takes the attempt id; nothing is asked yet. Undefined when all is well. */
    prepare(attemptId: string, wallet: PageWallet | undefined): Refusal | undefined {
      if (!attempts.reserve(attemptId)) return 'seen'
      if (wallet === undefined) return 'not-found'
      if (wallet.ambiguous) return 'ambiguous'
      prepared.set(attemptId, wallet)
      return undefined
    },
    /** Calls the wallet, once. */
    go(attemptId: string, request: AskRequest): PageWallet | undefined {
      const wallet = prepared.get(attemptId)
      prepared.delete(attemptId)
      if (wallet === undefined || !attempts.open(attemptId)) return undefined
      env.settle(
        wallet.ask(request),
        (value) => settled(attemptId, { ok: true, value } as AskResult),
        (error) => settled(attemptId, { ok: false, error: captureError(error, env.quote) }),
      )
      return wallet
    },
    committed: (attemptId: string) => {
      attempts.acknowledge(attemptId)
    },
    look(attemptId: string): LedgerEntry {
      const known = attempts.look(attemptId)
      if (known.state === 'settled') return { attemptId, state: 'settled', result: known.value }
      return { attemptId, state: known.state === 'open' ? 'open' : 'never-seen' }
    },
    /** Tells every outcome that nobody has committed: a new content script is listening. */
    retell() {
      for (const { key, value } of attempts.unacknowledged()) {
        tell({ type: 'outcome', attemptId: key, result: value })
      }
    },
  }
}
