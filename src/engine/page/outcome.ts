import type { AskResult } from '@/src/contract/bridge'
import { AppError, type ErrorCode } from '@/src/domain/error'
import type { AttemptId } from '@/src/domain/names'
import type { OrderEvent } from '@/src/domain/order/event'
import type { PageRef, SwapOrder } from '@/src/domain/order/order'
import { attemptById } from '@/src/domain/order/order-parts'
import { normaliseWalletError } from '@/src/domain/order/wallet-error'
import { isPinned } from '@/src/messaging/sender'
import { getAttempt, settleAttempt, wasAsked } from '@/src/store/attempts'
import { readFlag } from '@/src/store/flags'
import type { AttemptRow } from '@/src/store/open'
import { getAsking } from '@/src/store/orders'
import type { Engine } from '../engine'
import { fill } from '../outbox/boot'
import { commit } from '../outbox/commit'
import { readLedger, type Told } from './pages'

const hashShape = /^0x[0-9a-f]{64}$/i

/**
 * Takes in what a page says became of an attempt. Resolves `true` once it is on disk or of no use to
 * anybody (unknown, settled before): the page may then forget it. A message from another document
 * than the one that was asked is refused.
 */
export async function takeOutcome(
  engine: Engine,
  page: PageRef,
  attemptId: AttemptId,
  result: AskResult,
): Promise<boolean> {
  let attempt = await getAttempt(engine.db, attemptId)
  if (!attempt) {
    // The database may have been lost while this worker lived.
    await fill(engine)
    attempt = await getAttempt(engine.db, attemptId)
  }
  // One that cannot be read was made, and one of an order that cannot be may have been: what came of it is told
  // again, to the version that reads them.
  if (!attempt) {
    return (await readFlag(engine.db, 'filled')) && !(await wasAsked(engine.db, attemptId))
  }
  if (!isPinned(attempt.page, page)) return false
  await settle(engine, attempt, result)
  return true
}

/**
 * What a page's ledger says of an attempt; what came of it and was not brought yet is committed: `settledNow`.
 * Fails as `readLedger` does.
 */
export async function takeLedger(
  engine: Engine,
  page: PageRef,
  attemptId: AttemptId,
): Promise<Told & { settledNow?: true }> {
  const entry = await readLedger(engine, page, attemptId)
  if (entry.state !== 'settled' || !entry.result) return entry
  const attempt = await getAttempt(engine.db, attemptId)
  if (!attempt || attempt.settledAt !== undefined) return entry
  await settle(engine, attempt, entry.result)
  return { ...entry, settledNow: true }
}

/** A connect that is open: its page may have answered, or been loaded anew, since. */
export async function lookAfter(engine: Engine, row: AttemptRow): Promise<AttemptRow | undefined> {
  try {
    await takeLedger(engine, row.page, row.attemptId)
  } catch (error) {
    const code = 'page/gone'
    // One that does not answer may yet.
    if (!(error instanceof AppError) || error.code !== code) return row
    await settleAttempt(engine.db, row.attemptId, { settledAt: engine.now(), code })
  }
  return getAttempt(engine.db, row.attemptId)
}

/** Commits the outcome of an attempt; the first one counts. */
export async function settle(
  engine: Engine,
  attempt: AttemptRow,
  result: AskResult,
): Promise<void> {
  if (attempt.settledAt !== undefined) return
  const at = engine.now()
  const { attemptId, orderId } = attempt
  if (orderId === undefined) {
    await settleConnect(engine, attempt, result, at)
    return
  }
  const order = await getAsking(engine.db, orderId)
  if (!order) return
  const event =
    attempt.kind === 'step'
      ? await toStepEvent(engine, order, attemptId, result)
      : toSwitchEvent(attemptId, result, at)
  await commit(engine, orderId, event, { settle: { attemptId, at } })
}

async function settleConnect(
  engine: Engine,
  attempt: AttemptRow,
  result: AskResult,
  at: number,
): Promise<void> {
  const outcome: Parameters<typeof settleAttempt>[2] = { settledAt: at }
  if (!result.ok) outcome.code = normaliseWalletError(result.error).code
  else if (result.value.kind !== 'accounts') outcome.code = 'wallet/bad-answer'
  else {
    outcome.accounts = result.value.accounts
    if (result.value.chainId !== undefined) outcome.chainId = result.value.chainId
  }
  await settleAttempt(engine.db, attempt.attemptId, outcome)
  engine.announce({ kind: 'connection', attemptId: attempt.attemptId })
}

/**
 * Errors that say of a switch what they say elsewhere. Any other may mean an unknown chain: some
 * wallets make 4001 of every error, though nobody was asked.
 */
const tellingOfSwitch: readonly ErrorCode[] = [
  'wallet/chain-not-added',
  'wallet/pending-request',
  'wallet/unauthorised',
  'wallet/locked',
]

function toSwitchEvent(attemptId: AttemptId, result: AskResult, at: number): OrderEvent {
  if (result.ok) return { type: 'switchSettled', at, attemptId }
  const { code } = normaliseWalletError(result.error)
  const telling = tellingOfSwitch.includes(code) ? code : 'wallet/not-switched'
  const reason = { kind: 'said', by: 'wallet', words: result.error.message } as const
  return { type: 'switchSettled', at, attemptId, code: telling, reason }
}

/** What a page's word is worth: a hash is looked up, a refusal is doubted, a muddle is unsure. */
async function toStepEvent(
  engine: Engine,
  order: SwapOrder,
  attemptId: AttemptId,
  result: AskResult,
): Promise<OrderEvent> {
  const at = engine.now()
  if (result.ok) return toSentEvent(engine, order, attemptId, result.value)
  const { code, provesNotSent } = normaliseWalletError(result.error)
  const said = result.error.message
  if (!provesNotSent) {
    const check = { at, what: 'answer' as const, code, said }
    return { type: 'doubted', at, attemptId, check }
  }
  if (code === 'wallet/declined') return { type: 'declined', at, attemptId }
  const reason = { kind: 'said', by: 'wallet', words: said } as const
  return { type: 'notSent', at, attemptId, by: 'wallet', code, retryable: true, reason }
}

async function toSentEvent(
  engine: Engine,
  order: SwapOrder,
  attemptId: AttemptId,
  value: Extract<AskResult, { ok: true }>['value'],
): Promise<OrderEvent> {
  const at = engine.now()
  const action = attemptById(order, attemptId)?.action
  if (action?.kind === 'transaction' && value.kind === 'hash' && hashShape.test(value.hash)) {
    return { type: 'sent', at, attemptId, by: 'page', hash: value.hash.toLowerCase() }
  }
  if (action?.kind === 'solanaSign' && value.kind === 'signed') {
    const solana = await engine.solana()
    const asked = action.transaction
    const same = await solana.compare(asked, value.transaction, order.accepted.author)
    if (same.ok) {
      const { signature: hash, bytes: signedBytes } = same
      return { type: 'sent', at, attemptId, by: 'page', hash, signedBytes }
    }
    return {
      type: 'mismatched',
      at,
      attemptId,
      code: same.code,
      found: { kind: 'signed', fact: same.fact, bytes: value.transaction },
    }
  }
  const check = { at, what: 'answer', code: 'wallet/bad-answer' } as const
  return { type: 'doubted', at, attemptId, check }
}
