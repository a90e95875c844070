import { AppError } from '@/src/domain/error'
import type { AttemptId, OrderId, TxHash } from '@/src/domain/names'
import type { OrderEvent } from '@/src/domain/order/event'
import { isInTheWay, longestSearch } from '@/src/domain/order/guard'
import { isOpenMove } from '@/src/domain/order/nonce-looks'
import type { AskEvidence, Attempt, Step, SwapOrder } from '@/src/domain/order/order'
import {
  attemptOfStep,
  codedOf,
  hashesOf,
  hashOf,
  isProvedVoid,
  mayMoveMoney,
  stepBehind,
} from '@/src/domain/order/order-parts'
import { isOverridden } from '@/src/domain/order/persons-word'
import {
  countOf,
  type Findings,
  judge,
  lateIn,
  mayDisprove,
  promptClosesAt,
  toChecks,
  type Verdict,
} from '@/src/domain/order/reconcile'
import { backOff } from '@/src/lib/back-off'
import { tidy } from '@/src/lib/tidy'
import { isSettled } from '@/src/store/attempts'
import { getLooks, keepSought, keepThrough } from '@/src/store/looks'
import type { EffectRow } from '@/src/store/open'
import { openOrders } from '@/src/store/orders'
import { hasten } from '@/src/store/outbox'
import { readDeed } from '../chain/deed'
import { findCarried, lookName, strayName } from '../chain/follow-carrier'
import { isFree } from '../chain/is-free'
import { findSent, findSince, nonceWindow, quietly } from '../chain/look'
import { readFate, readPlace } from '../chain/proof-of-absence'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { takeLedger } from '../page/outcome'
import { forgetLoss } from './forget-loss'
import { lookLast } from './look-last'
import { keepClosed } from './may-land'
import { readVerdict } from './verify-transaction'
import { strayWait, takeUp } from './watch-stray'
import type { AttemptWork } from './work'

/** While a prompt is open a person reads; the outcome comes by itself. */
const openPause = 20_000
/** So many of them, some minutes, of an account with code; each of its looks is a whole one. */
const openLooks = 18
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

/** The interval for accounts with code after the first polls, and for what may be the followed transaction itself, ms. */
const codedPause = 540_000
/** ...and longer where nodes take few blocks at once: what each of its looks asks them, but for events. */
const codedCost = 16
/** What a look asks nodes of an account without code, and of an older request of it. */
const plainCost = 10
const olderCost = 3
/** What it asks them for each transaction that the account sent since: a node, two operators, and who looks beside it. */
const moveCost = 4
const movePause = 120_000

/**
 * After so many looks, and so long, ms, the account's nonce alone is read in most of them: whoever watches has the
 * first ones early.
 */
const busyLooks = 6
const busyTime = 120_000
const wholeEach = 10
/** What the nonce that is read while a prompt is open counts for: once in a minute, as nothing else is looked for. */
const promptCost = 2

/** What two operators are asked for a proof: each for its head, a transaction, the nonce and the code. */
const fateCost = 8
/** On Solana, where it is read twice, and for each transaction that names the account since. */
const lateCost = 30
const readCost = 12
/** What two operators are asked for where a transaction is: each for its head, a receipt and the transaction. */
const nowhereCost = 6
/** The name under which it is kept how many of them the last look read. */
const readLast = 'read'

/** Looks at an older ask before they are an hour apart. */
const soonLooks = 2

/** Finds out what became of an ask, in the order of the design: page, service, chain, silence. */
export async function reconcile(
  engine: Engine,
  { order, attempt, step, row }: AttemptWork<'reconcile'>,
): Promise<Next> {
  if (!step) return lookForStray(engine, order, attempt, row)
  const open = ['asking', 'unsure', 'declined', 'failed']
  if (!open.includes(step.state.status) || isProvedVoid(attempt)) return 'done'
  const { attemptId, evidence } = attempt

  const ledgerAt = engine.now()
  const ledger = await askLedger(engine, evidence, attemptId)
  if (ledger.settledNow) return { dueAt: engine.now() }
  // What a page knows of no more is no open prompt: that is found out at once.
  const mayRest = step.state.status !== 'asking' || ledger.state === 'open'
  const still = mayRest && (await stillUntil(engine, order, { attempt, step, row }))
  if (still) return still
  const { through, ...sight } = await findSent(engine, order, attempt)
  const found: Findings = {
    now: engine.now(),
    ledger: ledger.state,
    ledgerAt,
    // Any script that came after has it from the page.
    wasThere: ledger.script !== undefined && ledger.script === evidence.script,
    ...sight,
  }
  const coded = codedOf(order, attempt)
  // Of a contract it says nothing how many transactions were its own, nor that one that delegates sent none.
  if (coded === 'contract' || (coded && found.evm && isIdle(found.evm))) delete found.evm
  if (!coded && found.evm && (await mayBeUndeployed(engine, order, attempt, found.evm))) {
    delete found.evm
  }
  const doubt = {
    family: order.wallet.family,
    state: step.state.status,
    askedAt: evidence.askedAt,
    since: sinceOf(step, evidence),
    // What was asked for later than its price held is no older than the ask.
    quoteExpiresAt: Math.max(order.accepted.quoteExpiresAt, evidence.askedAt / 1_000),
    promptGone: isPromptGone(step),
    isNamed: hashesOf(attempt).length > 0,
  }
  if (!found.match && mayDisprove(doubt, found)) await addProof(engine, order, attempt, step, found)
  if (found.match && (await isDisputed(engine, order, attempt, step, found.match.hash))) {
    delete found.match
  }
  const verdict = judge(doubt, found)
  await apply(engine, order, step, attemptId, verdict, found)
  const isNothing = verdict.kind === 'not-sent' || attempt.end?.what === 'absent'
  // It is kept before the next ask at the latest; an address waits for it, and not for a page that is gone.
  const isHidden = step.facts.kind === 'transfer'
  if (isNothing && (row.tries < busyLooks || isHidden)) {
    await noteClosed(engine, order, attempt, ledger.isGone === true && !isHidden)
  }
  const isRefused = step.state.status === 'declined' || step.state.status === 'failed'
  const isNews = isRefused ? row.tries === 0 : verdict.kind === 'not-sent'
  if (isNews && attempt.action.kind === 'solanaSign') await hastenOlder(engine, order.id)
  if (verdict.kind === 'wait') await doubtRefusal(engine, order, attempt, found)
  const late = attempt.end && lateIn(found)
  if (late)
    await commit(engine, order.id, { type: 'doubted', at: found.now, attemptId, check: late })
  if (through !== undefined) await keepThrough(engine.db, { orderId: order.id, attemptId }, through)
  const isCoded = coded !== undefined
  const isFirst = isBusy(found.now - doubt.since, row)
  // An open prompt of an account with code is looked at as often as before: what comes of it is told of in time.
  const isCounted = !isFirst && !(isCoded && step.state.status === 'asking')
  const cost = isCoded ? codedCost : plainCost
  const spent = isCounted ? await spendLook(engine, order, attempt, lookName(order.id), cost) : 0
  const work = { order, step, row, isCoded, isFirst, rest: isCoded ? spent : 0 }
  const next = nextLook(verdict, work, found, found.now - doubt.since)
  if (next === 'done' && verdict.kind !== 'sent') await forgetLoss(engine, order, row)
  return next
}

/**
 * Counts by a name what a look asked nodes: so much, and for each transaction of the account since. Gives how long
 * that holds the next one up, ms; what was caught up with after a long sleep holds none up for so long.
 */
async function spendLook(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  name: string,
  cost: number,
): Promise<number> {
  const moves = (await getLooks(engine.db, attempt.attemptId))?.looks?.moves.length ?? 0
  const asked = cost + moveCost * moves
  // The other half goes to the looks between the whole ones, where a nonce tells something.
  const isAll = codedOf(order, attempt) || attempt.action.kind === 'solanaSign'
  const share = isAll ? asked : 2 * asked
  const spent = engine.nodeBudget.spend(name, share)
  return Math.min(spent, 2 * codedPause + moves * movePause)
}

/** What landed of an older request on Solana is told once nothing newer stands in its place: not an hour later. */
export async function hastenOlder(engine: Engine, orderId: OrderId): Promise<void> {
  const isLook = ({ task }: EffectRow) => task.kind === 'reconcile'
  if ((await hasten(engine.db, orderId, engine.now(), isLook)) > 0) engine.wake()
}

/** Whether what was asked, or became of it, is so new that it is looked for closely. A clock may have been set back. */
function isBusy(age: number, { tries }: EffectRow): boolean {
  return tries < busyLooks || Math.abs(age) < busyTime
}

/**
 * When to look again where nothing can have come of an ask since the last whole look, as far as one request tells:
 * most looks of an order that only waits find that. While a prompt is open its page tells what comes of it, and nodes
 * are asked no more often than of what waits otherwise. Just after a proof of absence begins to count, the look is a
 * whole one. `step`: absent of an older ask.
 */
async function stillUntil(
  engine: Engine,
  order: SwapOrder,
  { attempt, step, row }: { attempt: Attempt; step?: Step; row: EffectRow },
): Promise<Next | undefined> {
  const { evidence, action } = attempt
  const now = engine.now()
  const since = step ? sinceOf(step, evidence) : evidence.askedAt
  // What an account with code did is told by no nonce.
  if (codedOf(order, attempt) || isBusy(now - since, row)) return undefined
  // Of one that nobody knows of the person is told in time.
  const state = step?.state
  if (state?.status === 'unsure' && !state.needsPerson) return undefined
  const counts = promptClosesAt(order, attempt)
  const isTurning = step && now >= counts && row.dueAt - longestPause <= counts
  const isPrompt = state?.status === 'asking'
  if (isTurning || (!isPrompt && now - since > restAfter)) return undefined
  const { looks, through } = (await getLooks(engine.db, attempt.attemptId)) ?? {}
  // Nor is what a signature did; or nobody looked to the end yet, or what came of it is not told.
  const { nonce } = evidence
  const isTold = action.kind === 'transaction' && nonce !== undefined
  const isKnown = isTold && through !== undefined
  const [name, cost] = isKnown ? [`${order.id} prompt`, promptCost] : [lookName(order.id), 1]
  if (isPrompt && engine.nodeBudget.take(name, cost) > 0) return { dueAt: now + openPause }
  if (!isKnown) return undefined
  const isDue = isPrompt || row.tries % wholeEach === 0 || looks?.moves.some(isOpenMove)
  // A quarter of what it may ask goes to the present request, one to the older ones, and half to whole looks.
  if (isDue && engine.nodeBudget.take(lookName(order.id), 1) === 0) return undefined
  const latest = await quietly(engine, 'look at account', async () =>
    (await engine.evm(action.chainId)).nonce(order.accepted.author, 'latest'),
  )
  // So many later nothing more is looked through.
  const isMany = through - nonce >= nonceWindow
  const isStill = latest === undefined || (isMany ? latest >= through : latest === through)
  if (!isStill) return undefined
  const pause = isPrompt ? openPause : step ? longestPause : olderPause(order)
  return { dueAt: now + pause, ...(isDue && { tries: row.tries }) }
}

/** All older requests of an account without code are looked at as often as the present one. */
const olderPause = ({ attempts }: SwapOrder) =>
  longestPause * Math.max(1, attempts.filter(mayMoveMoney).length - 1)

/**
 * Whether this may be an account without code yet, which its first user operation deploys: until then it
 * looks like one that sent nothing, and from then on its nonce is none of transactions.
 */
async function mayBeUndeployed(
  engine: Engine,
  { accepted }: SwapOrder,
  { action }: Attempt,
  evm: NonNullable<Findings['evm']>,
): Promise<boolean> {
  if (evm.nonceAtAsk > 0 || isIdle(evm)) return evm.nonceAtAsk === 0
  return (await (await engine.evm(action.chainId)).code(accepted.author)) !== '0x'
}

function isIdle(evm: NonNullable<Findings['evm']>): boolean {
  const { mined, waiting } = countOf(evm)
  return mined + waiting === 0
}

/**
 * A refusal of which more transactions came than are looked through can be neither found out nor believed:
 * the person is told so.
 */
async function doubtRefusal(
  engine: Engine,
  order: SwapOrder,
  { attemptId, end }: Attempt,
  { evm, now: at }: Findings,
): Promise<void> {
  const counts = evm && countOf(evm)
  if (end?.what !== 'refused' || !counts || counts.mined <= nonceWindow) return
  const check = { at, what: 'nonce', ...counts } as const
  await commit(engine, order.id, { type: 'doubted', at, attemptId, check })
}

/** Has independent operators say what became of an ask, and takes what they agree on. */
async function addProof(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  step: Step,
  found: Findings,
): Promise<void> {
  // Of an account with code it hardly ever proves anything.
  const isCoded = codedOf(order, attempt)
  // What is signed after it was called absent is looked for before it is asked for anew.
  const isLate = attempt.action.kind === 'solanaSign' && attempt.end?.what === 'absent'
  const { landsUntil, attemptId } = attempt
  // An address is hidden until it is known.
  const isHiding = step.facts.kind === 'transfer' && landsUntil !== undefined && !attempt.over
  const late = isLate && !isHiding ? await lateCostOf(engine, attempt) : 0
  const cost = late || (isCoded ? fateCost : 0)
  // The long interval has a budget of its own: it must not delay a shorter one.
  const name = isLate ? `${order.id} late` : order.id
  if (cost > 0 && engine.nodeBudget.take(name, cost) > 0) return
  const fate = await readFate(engine, order, attempt)
  if (fate?.kind !== 'proved') return
  const { value } = fate
  if (isLate && value.what === 'absent') {
    const ask = { orderId: order.id, attemptId }
    await keepSought(engine.db, ask, readLast, BigInt(value.read ?? 0))
    if (isHiding && !value.isMany) {
      const at = engine.now()
      await commit(engine, order.id, {
        type: 'promptClosed',
        at,
        attemptId,
        landsUntil,
        over: true,
      })
    }
  }
  // The person's word on it was given where the ask was given up.
  const isOfPerson = isLeft(step) || (attempt.end && !isOverridden(attempt))
  // What was sent in its place is no proof that nothing was: the person looks at the alarm first.
  const isAlarmed = order.alarm?.attemptId === attemptId
  if (value.what === 'present') found.match = { hash: value.hash, by: 'chain' }
  else if (value.what === 'like') found.like = value.hash
  else if (value.what === 'absent' && value.isMany && isOfPerson) found.isMany = true
  else found.isAbsent = value.what === 'absent' && !isAlarmed
  const isUsed = value.what === 'absent' && value.by === 'nonce'
  const isFinal = (await engine.readers()).rhythm(attempt.action.chainId).quiet
  if (isUsed && !isFinal) found.usedAt = String(fate.head)
  found.shownBy = fate.by
  // That it is too late for what was asked says nothing of what was sent in its place.
  if (found.like !== undefined || found.isMany) delete found.solana
}

/** What came in the time of an ask is read by each of two operators, twice. */
async function lateCostOf(engine: Engine, { attemptId }: Attempt): Promise<number> {
  const { sought } = (await getLooks(engine.db, attemptId)) ?? {}
  return lateCost + readCost * Number(sought?.[readLast] ?? 0n)
}

/** Whether it is the person's to say: more came after an ask than is looked through. */
function isLeft({ state }: Step): boolean {
  return state.status === 'unsure' && state.checks.some(({ what }) => what === 'many')
}

/** Once the prompt of an ask on Solana that came to nothing is seen to be closed, what was signed of it lands soon. */
async function noteClosed(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  isGone: boolean,
): Promise<void> {
  const { action, attemptId, gone, landsUntil } = attempt
  if (action.kind !== 'solanaSign' || !mayMoveMoney(attempt)) return
  // What was signed is known else, and too old.
  if (landsUntil !== undefined || hashesOf(attempt).length > 0) return
  if (!gone && !isGone && !(await isSettled(engine.db, attemptId))) return
  await quietly(engine, 'prompt', () => keepClosed(engine, order, attempt))
}

async function askLedger(
  engine: Engine,
  evidence: AskEvidence,
  attemptId: AttemptId,
): Promise<{ state: Findings['ledger']; script?: string; settledNow?: true; isGone?: boolean }> {
  try {
    return await takeLedger(engine, evidence.page, attemptId)
  } catch (error) {
    engine.report(error, 'ledger')
    return { state: 'unreachable', isGone: error instanceof AppError && error.code === 'page/gone' }
  }
}

function isPromptGone({ state }: Step): boolean {
  return state.status === 'unsure' && state.checks.some(({ what }) => what === 'prompt')
}

function sinceOf({ state }: Step, evidence: AskEvidence): number {
  if (state.status === 'unsure') return state.since
  if (state.status === 'declined' || state.status === 'failed') return state.at
  return evidence.askedAt
}

async function apply(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  attemptId: AttemptId,
  verdict: Verdict,
  found: Findings,
): Promise<void> {
  const { now: at } = found
  const put = (event: OrderEvent) => commit(engine, order.id, event)
  switch (verdict.kind) {
    case 'sent': {
      const { by, hash } = verdict
      await put({ type: 'sent', at, attemptId, by, hash })
      break
    }
    case 'not-sent': {
      const { by, code } = verdict
      const { usedAt: block, shownBy } = found
      const proof = by === 'chain' ? tidy({ block, shownBy }) : {}
      await put({ type: 'notSent', at, attemptId, by, code, retryable: true, ...proof })
      break
    }
    case 'unsure': {
      const checks = toChecks(found)
      const check = step.state.status === 'asking' ? checks.shift() : undefined
      if (check) await put({ type: 'doubted', at, attemptId, check, from: 'asking' })
      const { needsPerson } = verdict
      await put({ type: 'checked', at, attemptId, checks, needsPerson })
      break
    }
    case 'wait':
      break
  }
}

/** `isFirst`: see `isBusy`; `rest`: how long what nodes were asked for it already holds the next one up, ms. */
type LookWork = { order: SwapOrder; step: Step; row: EffectRow } & {
  isCoded: boolean
  isFirst: boolean
  rest: number
}

function nextLook(
  verdict: Verdict,
  { order, step, row, isCoded, isFirst, rest }: LookWork,
  { now, ledger, like }: Findings,
  age: number,
): Next {
  if (verdict.kind === 'sent') return 'done'
  const { status } = step.state
  const refused = status === 'declined' || status === 'failed'
  const silent = verdict.kind === 'not-sent' || age > restAfter
  if (refused && silent && isOver(order, now - age, row, now)) return 'done'
  if (status === 'asking' && verdict.kind === 'wait') {
    const usual = isCoded && row.tries >= openLooks ? codedPause / 2 : openPause
    return { dueAt: now + (ledger === 'never-seen' ? firstLook : usual) }
  }
  if (verdict.kind === 'not-sent') return { dueAt: now + longestPause }
  // What is like it stays so; only what is proved of another order makes it nothing.
  const isResting = age > restAfter || (like !== undefined && !isFirst)
  // What others do for an account no nonce tells: each of its looks is a whole one.
  const longest = isCoded && !isFirst ? codedPause : longestPause
  // Whoever watched had looks early: no pause is longer than the time before it.
  const usual = Math.min(backOff(row.tries, firstLook, longest), Math.abs(age) + firstLook)
  const pause = isResting ? restPause : usual
  return { dueAt: now + Math.max(pause, rest) }
}

/**
 * Whether a look is the last one at what was asked for, or refused, at a time. One that comes late never is: of a
 * clock that leapt, or a sleep, nobody knows what came meanwhile, and it is looked for once more.
 */
function isOver({ accepted }: SwapOrder, at: number, { dueAt }: EffectRow, now: number): boolean {
  const isPast = now > Math.max(accepted.validBefore * 1_000, at + beliefAfter)
  return isPast && now < dueAt + 2 * longestPause
}

/** Whether a hash was found to be another transaction before, and not all nodes say otherwise now. */
async function isDisputed(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  { state }: Step,
  hash: TxHash,
): Promise<boolean> {
  if (state.status !== 'unsure') return false
  const doubts = state.checks.filter((each) => each.what === 'hash' && each.hash === hash)
  if (doubts.length === 0) return false
  const { verdict, found, isOdd } = (await readVerdict(engine, order, attempt, hash)) ?? {}
  // What is told of it would raise the same alarm again.
  if (isOdd) return true
  if (verdict === 'equal') {
    const hasFailed = doubts.some((each) => each.what === 'hash' && each.state === 'failed')
    if (hasFailed) return isVoid(engine, attempt, hash)
    // That it is in a block was one node's word before.
    return found?.blockNumber !== undefined && isNowhere(engine, order, attempt, hash)
  }
  return (await readDeed(engine, order, attempt, hash, found)).what !== 'done'
}

/** Whether operators have nothing of it still; between two such looks nobody asks. */
async function isNowhere(
  engine: Engine,
  { id }: SwapOrder,
  { action }: Attempt,
  hash: TxHash,
): Promise<boolean> {
  if (engine.nodeBudget.take(`${id} nowhere`, nowhereCost) > 0) return true
  const proof = await readPlace(engine, action.chainId, hash)
  return proof.kind === 'proved' && proof.value === 'nowhere'
}

/** Whether it came to nothing still; the person's own node proves that by itself. */
async function isVoid(engine: Engine, { action }: Attempt, hash: TxHash): Promise<boolean> {
  const { chainId } = action
  if ((await engine.readers()).operators(chainId).some(({ own }) => own)) return false
  return (await (await engine.evm(chainId)).receipt(hash))?.status !== 'success'
}

/** An ask that a newer one took the place of: should it land after all, it is followed or told of. */
async function lookForStray(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  row: EffectRow,
): Promise<Next> {
  const { action, evidence, attemptId } = attempt
  if (!mayMoveMoney(attempt)) return 'done'
  const wait = strayWait(engine, order, attempt, row.tries)
  if (wait > 0) return { dueAt: engine.now() + wait }
  const step = stepBehind(order, attempt)
  const followed = step && hashOf(step.state)
  const now = engine.now()
  // Whoever saw what was signed may have handed it in, under a signature that nobody named here.
  const isSolana = action.kind === 'solanaSign'
  const isCoded = codedOf(order, attempt) !== undefined
  const still = await stillUntil(engine, order, { attempt, row })
  if (still) return still
  const fate = isSolana ? await readFate(engine, order, attempt, true) : undefined
  const proved = fate?.kind === 'proved' ? fate.value : undefined
  const landed = await findLanded(engine, order, attempt, followed)
  let { hash } = landed
  const isCounted = !isSolana && row.tries >= busyLooks
  const name = isCoded ? strayName(order.id) : lookName(order.id)
  const spent = isCounted ? await spendLook(engine, order, attempt, name, olderCost) : 0
  if (proved?.what === 'present' && proved.hash !== followed) hash ??= proved.hash
  const age = now - evidence.askedAt
  const isOld = age > restAfter
  /** `find`: what landed of another request of the order. */
  const tellOf = async (
    hash: TxHash,
    find: (last: Attempt) => Promise<{ hash?: TxHash } | { dueAt: number } | undefined>,
  ): Promise<Next> => {
    const last = step && attemptOfStep(order, step)
    const isOpen =
      last && !last.end && hashesOf(last).length === 0 && !hashesOf(attempt).includes(hash)
    // What the open request may have sent as well is that one's: it would never end else.
    const found = isOpen ? await find(last) : undefined
    const isLast = isOpen && found !== undefined && 'hash' in found && found.hash === hash
    const isTold = await takeUp(engine, order, isLast ? last : attempt, hash)
    // What became of this one itself is still to be found.
    if (isTold && !isLast) return 'done'
    return { dueAt: now + (isTold ? longestPause : isOld ? restPause : codedPause) }
  }
  if (hash !== undefined) return tellOf(hash, (last) => findLanded(engine, order, last, followed))
  const { through } = landed
  if (through !== undefined) await keepThrough(engine.db, { orderId: order.id, attemptId }, through)
  // To an address of many the account may pay by hand, with another memo.
  if (proved?.what === 'like' && !proved.isNamed) {
    await tellOfLike(engine, order, attemptId, proved.hash)
  }
  // Others may carry out what an account with code was asked for days later.
  const isKnown = isSolana ? isOld && proved : !isCoded
  const isPast = isOver(order, evidence.askedAt, row, now)
  const isLast = (isKnown || age > longestSearch) && isPast
  // A wallet that shows it still may put a newer block hash in.
  const isClosed = now > promptClosesAt(order, attempt) + longestPause
  if (!(proved?.what === 'absent' && isClosed) && !isLast) {
    // Each look reads what the account did since.
    const isResting = isSolana
      ? isOld || proved?.what === 'like' || row.tries >= soonLooks
      : isCoded && isPast
    const usual = isSolana || isCoded ? longestPause : olderPause(order)
    // Whoever waited beside it for the same goes before it is looked for again.
    const rest = isCoded && spent > 0 ? spent + 1_000 : 0
    return { dueAt: now + Math.max(isResting ? restPause : usual, rest) }
  }
  const lookOnce = (each: Attempt) => lookLast(engine, order, each, { except: followed })
  const told = await lookOnce(attempt)
  if (told && 'dueAt' in told) return told
  if (told) return tellOf(told.hash, lookOnce)
  await forgetLoss(engine, order, row)
  return 'done'
}

/**
 * Something like an older ask may have paid: it is the person's to say, whether another one is followed or not. What
 * another order of the account is said to have paid, or may have, is that one's until it is known.
 */
async function tellOfLike(
  engine: Engine,
  order: SwapOrder,
  attemptId: AttemptId,
  hash: TxHash,
): Promise<void> {
  const { id } = order
  if (!(await isFree(engine, id, hash, { named: true }))) return
  if ((await openOrders(engine.db)).some((other) => isInTheWay(order, other))) return
  const at = engine.now()
  const check = { at, what: 'hash', hash, state: 'like' } as const
  await commit(engine, id, { type: 'doubted', at, attemptId, check })
  await commit(engine, id, { type: 'strayed', at, attemptId, hash, like: true })
}

/**
 * The transaction of an ask that is on the chain, but for the one that is followed; `through`: so many of the account
 * were looked through.
 *
 * @throws AppError `chain/bad-answer` where a node shows it in a block and has no receipt of it.
 */
async function findLanded(
  engine: Engine,
  order: SwapOrder,
  sought: Attempt,
  except: string | undefined,
): Promise<{ hash?: string; through?: number }> {
  const { action, evidence } = sought
  if (action.kind === 'solanaSign') {
    const solana = await engine.solana()
    for (const hash of hashesOf(sought)) {
      const status = hash === except ? null : await solana.signatureStatus(hash)
      if (status?.confirmed && !status.failed) return { hash }
    }
    return {}
  }
  // Where that fails, it is looked for by the account's own nonce all the same.
  const carried = await quietly(engine, 'look for carrier', () =>
    findCarried(engine, order, sought, except),
  )
  if (carried !== undefined) return { hash: carried }
  const reader = await engine.evm(action.chainId)
  const through = await reader.nonce(order.accepted.author, 'latest')
  const look = { reader, order, attempt: sought, action, evidence }
  const { hash } = await findSince(engine, look, through, except)
  if (hash === undefined) return { through }
  const receipt = await reader.receipt(hash)
  if (!receipt) throw new AppError('chain/bad-answer')
  // One that was mined in vain paid nothing.
  return receipt.status === 'success' ? { hash } : { through }
}
