import type { OrderEvent } from '@/src/domain/event'
import type { AskEvidence, Order, Step } from '@/src/domain/order'
import { evidenceOf, hashOf, stepOfAttempt } from '@/src/domain/order-parts'
import { type Findings, judge, toChecks, type Verdict } from '@/src/domain/reconcile'
import { backOff } from '@/src/lib/back-off'
import { getAttempt } from '@/src/store/attempts'
import type { EffectRow } from '@/src/store/open'
import { getOrder } from '@/src/store/orders'
import { commit } from '../commit'
import type { Next } from '../drain'
import type { Engine } from '../engine'
import { findMined, findSent } from '../look'
import { settle } from '../outcome'
import { readLedger } from '../pages'

/** While a prompt is open a person reads; the outcome comes by itself. */
const openPause = 20_000
/** Looks at an unsure step: 5 s, doubled, at most 2 minutes. */
const firstLook = 5_000
const longestPause = 120_000
/**
 * A transaction that no node shows may still be mined until the quote's own deadline; past that, and
 * past this time since the refusal (clocks move), it is believed for good.
 */
const beliefAfter = 1_800_000
/** Once the person has decided nothing for this long, looks are an hour apart. */
const restAfter = 86_400_000
const restPause = 3_600_000

/** Finds out what became of an ask, in the order of the design: page, service, chain, silence. */
export async function reconcile(engine: Engine, row: EffectRow): Promise<Next> {
  const attemptId = 'attemptId' in row.task ? row.task.attemptId : ''
  const order = await getOrder(engine.db, row.orderId)
  const step = order && stepOfAttempt(order, attemptId)
  const evidence = step && evidenceOf(step.state)
  const open = ['asking', 'unsure', 'declined', 'failed']
  if (order && !step) return lookForStray(engine, order, attemptId)
  if (!order || !step || !evidence || !open.includes(step.state.status)) return 'done'

  const ledger = await askLedger(engine, evidence, attemptId)
  if (ledger.settledNow) return { dueAt: engine.now() }
  const found: Findings = {
    now: engine.now(),
    ledger: ledger.state,
    // Without a document's name, "never seen" may be the word of the page that came after.
    sameDocument: evidence.page.documentId !== undefined,
    ...(await findSent(engine, order, step, evidence)),
  }
  const doubt = {
    family: order.wallet.family,
    state: step.state.status,
    askedAt: evidence.askedAt,
    since: sinceOf(step, evidence),
    quoteExpiresAt: order.accepted.quoteExpiresAt,
  }
  const verdict = judge(doubt, found)
  await apply(engine, order, step, attemptId, verdict, found)
  return nextLook(verdict, { order, step, row }, found, found.now - doubt.since)
}

async function askLedger(
  engine: Engine,
  evidence: AskEvidence,
  attemptId: string,
): Promise<{ state: Findings['ledger']; settledNow?: true }> {
  try {
    const entry = await readLedger(engine, evidence.page, attemptId)
    if (entry.state !== 'settled') return entry
    const attempt = await getAttempt(engine.db, attemptId)
    if (!entry.result || attempt?.settledAt !== undefined || !attempt) return { state: 'settled' }
    await settle(engine, attempt, entry.result)
    return { state: 'settled', settledNow: true }
  } catch (error) {
    engine.report(error, 'ledger')
    return { state: 'unreachable' }
  }
}

function sinceOf({ state }: Step, evidence: AskEvidence): number {
  if (state.status === 'unsure') return state.since
  if (state.status === 'declined' || state.status === 'failed') return state.at
  return evidence.askedAt
}

async function apply(
  engine: Engine,
  order: Order,
  step: Step,
  attemptId: string,
  verdict: Verdict,
  found: Findings,
): Promise<void> {
  const { now: at } = found
  const events: OrderEvent[] = []
  switch (verdict.kind) {
    case 'sent':
      events.push({ type: 'sent', at, attemptId, by: verdict.by, hash: verdict.hash })
      break
    case 'not-sent': {
      const { by, code } = verdict
      if (step.state.status === 'asking' || step.state.status === 'unsure') {
        events.push({ type: 'notSent', at, attemptId, by, code, retryable: true })
      }
      break
    }
    case 'unsure': {
      const [first, ...rest] = toChecks(found)
      if (step.state.status === 'asking' && first) {
        events.push({ type: 'doubted', at, attemptId, check: first })
        events.push({
          type: 'checked',
          at,
          attemptId,
          checks: rest,
          needsPerson: verdict.needsPerson,
        })
      } else {
        const checks = toChecks(found)
        events.push({ type: 'checked', at, attemptId, checks, needsPerson: verdict.needsPerson })
      }
      break
    }
    case 'wait':
      break
  }
  for (const event of events) await commit(engine, order.id, event)
}

function nextLook(
  verdict: Verdict,
  { order, step, row }: { order: Order; step: Step; row: EffectRow },
  { now, ledger }: Findings,
  age: number,
): Next {
  const { status } = step.state
  const refused = status === 'declined' || status === 'failed'
  if (verdict.kind === 'sent') return 'done'
  const silent = verdict.kind === 'not-sent' || age > restAfter
  if (refused && silent && isOver(order, step, now)) return 'done'
  if (status === 'asking' && verdict.kind === 'wait') {
    return { dueAt: now + (ledger === 'never-seen' ? firstLook : openPause) }
  }
  if (verdict.kind === 'not-sent') return { dueAt: now + longestPause }
  const pause = age > restAfter ? restPause : backOff(row.tries, firstLook, longestPause)
  return { dueAt: now + pause }
}

function isOver(order: Order, { state }: Step, now: number): boolean {
  const at = 'at' in state ? state.at : 0
  return now > Math.max(order.accepted.validBefore * 1_000, at + beliefAfter)
}

/** An ask that a newer one took the place of: should it be mined after all, everybody is told. */
async function lookForStray(engine: Engine, order: Order, attemptId: string): Promise<Next> {
  const step = order.steps.find((each) => each.earlier?.some((one) => one.attemptId === attemptId))
  const evidence = step?.earlier?.find((one) => one.attemptId === attemptId)?.evidence
  if (!step?.deposit || !evidence || step.action.kind !== 'transaction') return 'done'
  const { action } = step
  const reader = await engine.evm(action.chainId)
  const latest = await reader.nonce(order.accepted.author, 'latest')
  const look = { reader, order, action, evidence }
  const { hash } = await findMined(engine, look, latest, hashOf(step.state))
  const now = engine.now()
  const followed = hashOf(step.state) !== undefined
  if (hash !== undefined && followed) {
    await commit(engine, order.id, { type: 'strayed', at: now, attemptId, hash })
    return 'done'
  }
  const over = now > Math.max(order.accepted.validBefore * 1_000, evidence.askedAt + beliefAfter)
  return over ? 'done' : { dueAt: now + longestPause }
}
