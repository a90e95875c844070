import type { FoundWallet } from '@/src/contract/bridge'
import { AppError, type ErrorCode } from '@/src/domain/error'
import type { AttemptId } from '@/src/domain/names'
import { dueOf } from '@/src/domain/order/arrival'
import { askEndOf, secondsToAsk } from '@/src/domain/order/ask-time'
import { askingOf } from '@/src/domain/order/asking'
import {
  deniedOf,
  isBeingRevoked,
  isGuarded,
  isInTheWay,
  isLeftToTake,
  mayAllowAnew,
  mayAllowTwice,
  mayBeAllowedTwice,
  mayTake,
  mayTakeYet,
  paysByAllowanceOf,
  takerOf,
} from '@/src/domain/order/guard'
import type {
  AskEvidence,
  Attempt,
  Blocker,
  Check,
  Order,
  Step,
  SwapOrder,
  Switching,
} from '@/src/domain/order/order'
import {
  attemptOf,
  attemptOfStep,
  hashesOf,
  isAskable,
  mayAsk,
  mayBeShown,
  movesMoney,
  payerOf,
  revokeOf,
} from '@/src/domain/order/order-parts'
import { isOverridden } from '@/src/domain/order/persons-word'
import { countOf, promptClosesAt } from '@/src/domain/order/reconcile'
import { routingTokenOf } from '@/src/domain/policy/effects-route'
import { renewedLimit } from '@/src/domain/policy/gas-limit'
import { checkJustBeforeAsk, codeOfWallet } from '@/src/domain/policy/policy'
import { backOff } from '@/src/lib/back-off'
import { isSettled } from '@/src/store/attempts'
import { lookForFirst, type OrdersRead, readSame, requireFirst } from '@/src/store/beside'
import { findArmed, getAsking, getOrder, openOrders } from '@/src/store/orders'
import { ordersUnderWay } from '@/src/store/orders-at-work'
import { armedKeyOf } from '@/src/store/row'
import { isNeeded } from '../chain/allowance-use'
import { readBeginning } from '../chain/beginning'
import { estimateLimit } from '../chain/estimate-limit'
import { findSent } from '../chain/look'
import type { Proof } from '../chain/proof'
import { type Fate, readBefore, readBeforeSolana, readFate } from '../chain/proof-of-absence'
import { tryAgain } from '../chain/trial'
import { tryRevoke } from '../chain/try-revoke'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { takeLedger } from '../page/outcome'
import { inspectPage } from '../page/pages'
import { bury } from './bury'
import { landsPause, mayLand } from './may-land'
import type { AskingWork } from './work'

/** What is in the way is looked at again after 1 s, at most every 5 s: a person is putting it right. */
const firstLook = 1_000
const longestPause = 5_000
/** What only nodes put right is waited for longer, ms: another look asks them all anew. */
const unprovedPause = 900_000
/** What nodes that are behind or away for a moment say; how often it is looked at again: some 7 s. */
const mayPass: readonly ErrorCode[] = [
  'chain/unread',
  'policy/allowance-low',
  'policy/would-revert',
  'policy/untried',
  'policy/nodes-differ',
]
const looksAgain = 3
/** What no price ends is not waited for longer than a person would: ms since the last change. */
const revokePatience = 600_000
/** While a switch of the chain is open in the wallet. */
const switchPause = 15_000

/** Looks whether a step may be asked for now, and commits the ask. Prompts nothing by itself. */
export async function armStep(
  engine: Engine,
  { order, task, row }: AskingWork<'armStep'>,
): Promise<Next> {
  const step = order.steps[order.current]
  if (!mayAsk(order)) return 'done'
  if (step?.id !== task.stepId || !isAskable(step.state)) return 'done'
  // A switch that was refused, or answered: who goes on says so anew.
  if (task.switching !== undefined && !isOpen(order.switching, task.switching)) return 'done'
  if (revokeOf(order) && engine.now() > order.updatedAt + revokePatience) {
    return expire(engine, order, step, 'order/not-sent')
  }
  const again = { dueAt: engine.now() + backOff(row.tries, firstLook, longestPause) }
  try {
    const seen = await inspectPage(engine, order.page, order.wallet)
    return (await arm(engine, order, step, seen)) ?? again
  } catch (error) {
    // What is not an obstacle of ours to name is a bug or the store: the outbox tries again.
    if (!(error instanceof AppError) || error.code.startsWith('store/')) throw error
    if (error.code === 'chain/blockhash-expired') {
      const isBuilt = await buildAnew(engine, order, step)
      return isBuilt ? 'done' : expire(engine, order, step, error.code)
    }
    if (stops(error)) {
      // A node may be a block behind an approval that was mined a moment ago.
      if (mayPass.includes(error.code) && row.tries < looksAgain) return again
      const { detail, gas } = error.context
      return expire(engine, order, step, error.code, detail, gas)
    }
    if (isTooLate(engine, order)) {
      // What does not answer proves nothing, and the price is over all the same.
      const isSent = await wasSent(engine, order, step).catch((cause: unknown) => {
        engine.report(cause, 'armStep')
        return false
      })
      return isSent ? 'done' : expire(engine, order, step)
    }
    const { actual = '', orderId } = error.context
    const inTheWay = orderId === undefined ? {} : { orderId: String(orderId) }
    await block(engine, order, error.code, { actual: String(actual), ...inTheWay })
    // What only nodes put right is asked of them ever less often.
    const pause = backOff(row.tries, firstLook, unprovedPause)
    if (error.code === 'order/may-land') {
      return { dueAt: engine.now() + Math.max(landsPause, pause) }
    }
    return error.code === 'order/unproved' ? { dueAt: engine.now() + pause } : again
  }
}

/** Whether a deposit is not to be asked for as things stand: the person is told, and decides. */
function stops({ code }: AppError): boolean {
  return code.startsWith('policy/') || ['chain/unread', 'wallet/insufficient-funds'].includes(code)
}

/**
 * What was waited for outlives the block hash of what was built meanwhile: that is built anew, once, and must come
 * out as it was accepted.
 */
async function buildAnew(engine: Engine, order: SwapOrder, step: Step): Promise<boolean> {
  const { blocker, id } = order
  if (!blocker) return false
  try {
    const { rebuildStep } = await import('../procedures/prepare-order')
    const { event } = await rebuildStep(engine, order, step)
    const after = attemptOf(step.state)
    const resumes = { stepId: step.id, ...(after !== undefined && { after }) }
    await commit(engine, id, { ...event, resumes })
    // Where the step is another one by now, somebody went on with it meanwhile.
    return true
  } catch (error) {
    if (!(error instanceof AppError) || error.code.startsWith('store/')) throw error
    engine.report(error, 'armStep')
    return false
  }
}

function isOpen(switching: Switching | undefined, attemptId: AttemptId): boolean {
  return switching?.attemptId === attemptId && switching.settledAt === undefined
}

/** A wallet, and the content script that looked at it. */
type Seen = { wallet: FoundWallet; script?: string }

/** Commits what comes next; undefined when something is in the way. */
async function arm(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  { wallet, script }: Seen,
): Promise<Next | undefined> {
  const { accepted } = order
  const now = Math.floor(engine.now() / 1_000)
  const check = checkJustBeforeAsk({ accepted, wallet, until: askEndOf(order), now })
  // Nodes are asked where something follows from it: whoever waits for the person looks at the page alone.
  const wasNot = async (next: () => Promise<Next | undefined>) =>
    (await wasSent(engine, order, step)) ? 'done' : next()
  if (!check.ok && check.code === 'policy/quote-expired') {
    return wasNot(() => expire(engine, order, step))
  }
  if (!check.ok && check.code === 'wallet/chain-changed') {
    return switchChain(engine, order, check, wasNot)
  }
  if (!check.ok) {
    await block(engine, order, codeOfWallet(wallet, check), check)
    return undefined
  }
  if (revokeOf(order) === undefined) await requireFree(engine, order)
  const waiting = movesMoney(step) ? await requireClosed(engine, order) : undefined
  if (waiting !== undefined) {
    await block(engine, order, waiting, {})
    return { dueAt: engine.now() + landsPause }
  }
  const lockName = `deposit:${armedKeyOf(accepted.from.chainId, accepted.author)}`
  return wasNot(() => engine.lock(lockName, () => ask(engine, order, step, script)))
}

/** What is due is told from what was there before. */
async function keepBeginning(engine: Engine, order: SwapOrder): Promise<void> {
  const began = await readBeginning(engine, dueOf(order, 'payout'))
  if (began) await commit(engine, order.id, { type: 'beginningRead', at: engine.now(), began })
}

/**
 * Nothing is asked beside a payment of the same account and chain that nobody knows the end of: neither a
 * payment, which might be the second one, nor an approval, which would blur what the allowance tells of
 * the first.
 *
 * @throws AppError `order/busy` with the order in the way as `orderId`; `order/allowance-closing` while a
 * wallet is asked, for another order, to revoke what this one pays by.
 */
async function requireFree(engine: Engine, order: SwapOrder): Promise<void> {
  const others = await openOrders(engine.db)
  const key = armedKeyOf(order.accepted.from.chainId, payerOf(order))
  const armed = await findArmed(engine.db, key)
  // One that cannot be read whole does not say itself that its wallet is asked.
  const other = armed?.unread ? armed : others.find((each) => isInTheWay(order, each))
  if (other && other.id !== order.id) throw new AppError('order/busy', { orderId: other.id })
  const isRevoked = others.some((each) => each.kind === 'swap' && isBeingRevoked(order, each))
  if (isRevoked) throw new AppError('order/allowance-closing')
}

/** Everything that is asked for on an account of a chain is decided here, one after the other. */
async function ask(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  script: string | undefined,
): Promise<Next | undefined> {
  const isRevoke = revokeOf(order) !== undefined
  if (!isRevoke) await requireFree(engine, order)
  // An approval, or a switch of the chain, may have been answered late: another window may have paid the same since.
  const { confirmedAt, createdAt, known } = order
  const isPaying = movesMoney(step)
  // An address that nobody paid yet may be paid since it was made.
  const asked = [order, confirmedAt ?? createdAt, known, true] as const
  if (isPaying) {
    await lookForFirst(engine.db, ...asked)
    await requireBuried(engine, order)
  }
  // Before the allowance is read: whoever is asked for an approval after that waits for this one.
  const beside = await requireOneTaking(engine, order, step)
  const isFirst = step.deposit && !order.began
  // What leads to a routing token is tried again with all that follows, before each of its steps.
  const isTried = step.deposit || routingTokenOf(order.steps) !== undefined
  const tryIt = isTried ? () => tryAgain(engine, order) : undefined
  const trial = isRevoke ? tryRevoke(engine, order, step) : tryIt?.()
  // Told below: an allowance that is too low says more than that it would revert.
  trial?.catch(() => undefined)
  const [before, estimated] = await Promise.all([
    takeEvidence(engine, order, step),
    estimateLimit(engine, step.action),
    isFirst ? keepBeginning(engine, order) : undefined,
  ])
  await requireUnsent(engine, beside, before)
  if (step.deposit) await requireOneAllowed(engine, order, before)
  const gas = renewGas(order, step, await trial, estimated)
  if (isTooLate(engine, order)) return expire(engine, order, step)
  // It was free when the person wished for it: since then a payment may have come to need it.
  if (isRevoke && (await isNeededNow(engine, order.id, step))) {
    return expire(engine, order, step, 'order/allowance-needed')
  }
  const attemptId = engine.newId()
  const at = engine.now()
  const last = attemptOf(step.state)
  const after = last === undefined ? {} : { after: last }
  const { allowance, ...others } = before
  // What another approval of it may raise again says nothing later.
  const proof = allowance !== undefined && !mayAllowAnew(order) && { allowance }
  // The request is handed over within a time of now: what was read before took seconds.
  const evidence = { ...others, ...proof, askedAt: at, ...(script !== undefined && { script }) }
  const event = {
    type: 'asked' as const,
    at,
    stepId: step.id,
    attemptId,
    evidence,
    ...gas,
    ...after,
  }
  const check = (orders: OrdersRead) => requireFirst(orders, ...asked)
  await commit(engine, order.id, event, isPaying ? { check } : {})
  return 'done'
}

/**
 * Nothing is paid beside a request that may take its allowance yet, and nothing approved, where both could take then.
 * Gives such requests of a payment.
 *
 * @throws AppError `order/busy` with the order in the way as `orderId`.
 */
async function requireOneTaking(
  engine: Engine,
  { id }: SwapOrder,
  step: Step,
): Promise<{ order: SwapOrder; attempt: Attempt }[]> {
  // What was proved of older requests just now is not in what this look began with.
  const order = await getAsking(engine.db, id)
  if (!order || !(step.deposit || step.facts.kind === 'approve')) return []
  const yet = step.deposit ? order.attempts.filter((each) => mayTakeYet(order, each)) : []
  if (step.deposit && yet.length === 0) return []
  const mayGive = (other: Order) =>
    step.deposit ? mayAllowTwice(order, other) : mayBeAllowedTwice(order, step, other)
  const other = (await ordersUnderWay(engine.db)).find(mayGive)
  if (other) throw new AppError('order/busy', { orderId: other.id })
  return yet.map((attempt) => ({ order, attempt }))
}

/**
 * Of requests that may take their allowance yet, two operators say anew that nothing was sent, and the allowance lets
 * one of all through.
 *
 * @throws AppError `chain/unread` where no two nodes tell it alike; `policy/allowance-loose`; `order/unproved` where
 * something was sent, or nobody knows.
 */
async function requireUnsent(
  engine: Engine,
  beside: readonly { order: SwapOrder; attempt: Attempt }[],
  before: AskEvidence,
): Promise<void> {
  for (const { order, attempt } of beside) {
    if (before.allowance === undefined) throw new AppError('chain/unread')
    // By more than one payment takes, it would be paid beside this one.
    if (!isGuarded(order, before)) throw new AppError('policy/allowance-loose')
    const fate = await readFate(engine, order, attempt)
    const value = fate?.kind === 'proved' ? fate.value : undefined
    const { attemptId } = attempt
    if (value?.what === 'present') {
      const { hash } = value
      const at = engine.now()
      await commit(engine, order.id, { type: 'sent', at, attemptId, by: 'chain', hash })
    }
    // What the person clicked away is theirs to say, unless it is there.
    const isGone = value?.what === 'absent' || attempt.end?.what === 'given-up'
    if (!isGone || value?.what === 'present') throw new AppError('order/unproved')
  }
}

/**
 * Where another order that pays the same may take the allowance yet, by which this one is to pay, it lets one of both
 * through: what was approved since may let both.
 *
 * @throws AppError `chain/unread` where no two nodes tell the allowance alike; `order/paid-beside` with the other order
 * as `orderId`, unless the person knows of it.
 */
async function requireOneAllowed(
  engine: Engine,
  order: SwapOrder,
  before: AskEvidence,
): Promise<void> {
  const mayTakeToo = (other: Order) =>
    other.kind === 'swap' &&
    !order.known?.includes(other.id) &&
    isLeftToTake(other) &&
    paysByAllowanceOf(other, order.steps)
  if (takerOf(order) === undefined || isGuarded(order, before)) return
  const other = (await readSame(engine.db, order, engine.now())).find(mayTakeToo)
  if (!other) return
  if (before.allowance === undefined) throw new AppError('chain/unread')
  throw new AppError('order/paid-beside', { orderId: other.id })
}

/**
 * A limit of gas for a step that was accepted without one: it can only cap what it costs.
 * @throws AppError `policy/gas-grew` where it needs more than was accepted: the person is asked first.
 */
function renewGas(
  { coded }: SwapOrder,
  { action }: Step,
  tried: { gas?: bigint } | undefined,
  estimated: string | undefined,
): { gas?: string } {
  // How an account with code spends gas is its own affair, and its wallet's.
  if (coded !== undefined) return {}
  // No limit of that kind was accepted: it is made anew with each ask.
  if (estimated !== undefined) return { gas: estimated }
  const renewed = renewedLimit(action, tried?.gas)
  if (renewed === undefined) return {}
  const { gas, isMore } = renewed
  if (!isMore) return { gas }
  throw new AppError('policy/gas-grew', { gas, detail: `${tried?.gas} gas are used now` })
}

async function isNeededNow(engine: Engine, orderId: string, { facts }: Step): Promise<boolean> {
  const order = await getAsking(engine.db, orderId)
  return !order || !('spender' in facts) || isNeeded(engine, order, facts)
}

/** What the chain says just before the ask; without it a lost answer could not be found again. */
async function takeEvidence(engine: Engine, order: SwapOrder, step: Step): Promise<AskEvidence> {
  const { page } = order
  if (step.action.kind === 'solanaSign') {
    const before = await readBeforeSolana(engine, step.action.chainId)
    const solana = await engine.solana()
    const blockhash = solana.blockhashOf(step.action.transaction)
    if (!(await solana.isBlockhashValid(blockhash))) {
      throw new AppError('chain/blockhash-expired')
    }
    return { askedAt: engine.now(), page, blockhash, ...before }
  }
  const before = await readBefore(engine, order, step.action)
  return { askedAt: engine.now(), page, ...before }
}

/** Changes the wallet's chain ourselves, once; after that the chain is only waited for. */
async function switchChain(
  engine: Engine,
  order: SwapOrder,
  { expected, actual }: { expected: string; actual: string },
  wasNot: (next: () => Promise<Next | undefined>) => Promise<Next | undefined>,
): Promise<Next | undefined> {
  const { switching } = order
  if (switching !== undefined && switching.settledAt === undefined) {
    if (await isSwitchOpen(engine, order, switching)) {
      return { dueAt: engine.now() + switchPause }
    }
  }
  const answered = switching?.settledAt !== undefined
  if (answered && switching.stage === 'switch' && !switching.missing) {
    await block(engine, order, 'wallet/chain-changed', { actual, expected })
    return undefined
  }
  const adding = switching?.missing || (switching?.stage === 'add' && !answered)
  const stage = adding ? 'add' : 'switch'
  const attemptId = engine.newId()
  const added = answered && switching.stage === 'add' ? { added: true } : {}
  const next = { attemptId, stage, chainId: order.accepted.from.chainId, ...added } as const
  return wasNot(async () => {
    await commit(engine, order.id, { type: 'switchAsked', at: engine.now(), switching: next })
    // The look after a switch that nobody answers was put with it.
    return 'done'
  })
}

/** Whether the wallet may still answer; an ask that never arrived is made anew. */
async function isSwitchOpen(
  engine: Engine,
  order: SwapOrder,
  switching: Switching,
): Promise<boolean> {
  if (engine.now() - switching.since < switchPause) return true
  const { attemptId } = switching
  return (await takeLedger(engine, order.page, attemptId)).state !== 'never-seen'
}

/**
 * A page's "no" is only its word. Before a deposit, or a step that moves money towards it, is asked for
 * again, the chain and the service are asked whether the first one is out after all; if it may be,
 * nothing is asked.
 */
async function wasSent(engine: Engine, order: SwapOrder, step: Step): Promise<boolean> {
  if (!movesMoney(step)) return false
  if (!(await bury(engine, order))) throw new AppError('order/may-land')
  const attempt = attemptOfStep(order, step)
  // A step that was built anew was never asked for: what it stands for may have been.
  if (!attempt) return disproveAll(engine, order)
  // It was mined and came to nothing: whoever looks for it finds it again, and nothing else.
  if (attempt.end?.what === 'reverted') return disproveAll(engine, order)
  const { attemptId, evidence } = attempt
  const found = await findSent(engine, order, attempt)
  const at = engine.now()
  if (found.match) {
    const { hash, by } = found.match
    await commit(engine, order.id, { type: 'sent', at, attemptId, by, hash })
    return true
  }
  const overridden = isOverridden(attempt)
  // A chain that does not answer proves nothing.
  if (!overridden && evidence.nonce !== undefined && !found.evm) {
    throw new AppError('chain/unreachable')
  }
  const moved = found.evm && (!found.evm.accounted || found.evm.pending > found.evm.latest)
  if (overridden) return disproveAll(engine, order)
  if (!moved && found.service?.isNew !== true) return disproveAll(engine, order)
  const check: Check =
    moved && found.evm
      ? { at, what: 'nonce', ...countOf(found.evm) }
      : { at, what: 'service', state: 'new' }
  await commit(engine, order.id, { type: 'doubted', at, attemptId, check })
  return true
}

/**
 * A reorganisation may make a payment good that was cancelled or reverted: another order does not pay the same before
 * that lies deep.
 *
 * @throws AppError with the other order as `orderId`: `order/may-land` until then, `order/paid-beside` where it was made
 * good meanwhile, and that is not known.
 */
async function requireBuried(engine: Engine, order: SwapOrder): Promise<void> {
  const { blocker, known } = order
  // An order that was only busy was known to pay as well.
  const waited = blocker?.code === 'order/busy' ? undefined : blocker?.orderId
  const others = await readSame(engine.db, order, engine.now())
  const isRead = waited === undefined || others.some(({ id }) => id === waited)
  const older = isRead ? undefined : await getOrder(engine.db, waited)
  for (const other of older ? [...others, older] : others) {
    const orderId = other.id
    if (known?.includes(orderId)) continue
    if (!(await bury(engine, other))) throw new AppError('order/may-land', { orderId })
    const asking = orderId === waited ? askingOf(other) : undefined
    if (asking && mayTake(asking)) throw new AppError('order/paid-beside', { orderId })
  }
}

/**
 * What only a page says was refused is asked for again once independent operators, or the person,
 * say that nothing was sent. Says whether one was sent after all.
 */
async function disproveAll(engine: Engine, order: SwapOrder): Promise<boolean> {
  let isNews = false
  for (const attempt of deniedOf(order)) {
    const { attemptId } = attempt
    if (engine.nodeBudget.take(order.id, 2) > 0) throw new AppError('order/unproved')
    const fate = await readFate(engine, order, attempt)
    const value = fate?.kind === 'proved' ? fate.value : undefined
    const at = engine.now()
    if (value?.what === 'present') {
      const { hash } = value
      await commit(engine, order.id, { type: 'sent', at, attemptId, by: 'chain', hash })
      return true
    }
    const check = value && lateOf(value, at)
    if (check) {
      await commit(engine, order.id, { type: 'doubted', at, attemptId, check })
      return true
    }
    if (fate?.kind !== 'proved' || value?.what !== 'absent') throw new AppError('order/unproved')
    const { by: shownBy } = fate
    const notSent = { type: 'notSent', by: 'chain', code: 'order/not-sent' } as const
    await commit(engine, order.id, { ...notSent, at, attemptId, retryable: true, shownBy })
    // What its wallet signed last may land for a time from here.
    isNews ||= attempt.action.kind === 'solanaSign'
  }
  if (isNews) throw new AppError('order/may-land')
  return bringsBack(engine, order)
}

/**
 * Nothing is asked for beside a prompt that may still be answered, with a newer block hash as well, nor while what
 * was signed just before it was closed may land: chains tell how long that is, as clocks are moved.
 *
 * @throws AppError `wallet/pending-request`, until the page says what came of it, is gone, or the person says that
 * the wallet shows it no more; `chain/unread` where no operator tells how far the chain is.
 * @returns What is said while that may land; undefined where nothing may.
 */
async function requireClosed(engine: Engine, order: SwapOrder): Promise<ErrorCode | undefined> {
  for (const attempt of order.attempts.filter(mayBeShown)) {
    const isOver = engine.now() >= promptClosesAt(order, attempt)
    if (isOver || (await isSettled(engine.db, attempt.attemptId))) continue
    if (attempt.gone) {
      // It was not: what was signed of it until now may land, which whoever gave it up accepted.
      const isBound = attempt.end?.what === 'absent'
      if (isBound && (await isAnsweredNow(engine, attempt))) return 'order/may-land'
    } else if (await isShown(engine, attempt)) throw new AppError('wallet/pending-request')
  }
  const closed = closedOf(order)
  return (await mayLand(engine, order, closed)) ? waitOf(engine, closed) : undefined
}

/**
 * Requests that came to nothing, of which something may land still. Whoever gave one up said that a later one may be
 * the second; what was signed is known else, and too old.
 */
function closedOf(order: SwapOrder): Attempt[] {
  return order.attempts.filter(
    (each) => mayBeShown(each) && each.end?.what === 'absent' && hashesOf(each).length === 0,
  )
}

/** What is said meanwhile: the person's word counts where each of them was rejected, and nowhere else. */
async function waitOf(engine: Engine, closed: readonly Attempt[]): Promise<ErrorCode> {
  for (const attempt of closed) {
    const isSigned = hashesOf(attempt).length > 0
    const isAnswered = await isSettled(engine.db, attempt.attemptId)
    if (isSigned || attempt.gone || !isAnswered) return 'order/may-land'
  }
  return 'order/unproved'
}

/**
 * Whether a page may still wait for its wallet; what it says came of it is taken. A script that came after the ask
 * has it from the page alone.
 */
async function isShown(engine: Engine, { attemptId, evidence }: Attempt): Promise<boolean> {
  try {
    const { state, script, settledNow } = await takeLedger(engine, evidence.page, attemptId)
    // What follows from it is looked at anew.
    if (settledNow) return true
    const wasThere = script !== undefined && script === evidence.script
    return state === 'open' || (state === 'never-seen' && !wasThere)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A wallet may show what a page asked that is gone: its person says that it does not.
    return true
  }
}

/** Whether a page tells only now what became of a request that its person called gone. */
async function isAnsweredNow(engine: Engine, { attemptId, evidence }: Attempt): Promise<boolean> {
  try {
    return (await takeLedger(engine, evidence.page, attemptId)).settledNow === true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * Whether an ask that was called absent may have paid since: what a wallet signs late may carry a newer block hash.
 * What is like it, or too much to be looked through, is for the person to say.
 *
 * @throws AppError `chain/unread` where nobody proves that there is nothing.
 */
async function bringsBack(engine: Engine, order: SwapOrder): Promise<boolean> {
  for (const attempt of order.attempts.filter(mayBeShown)) {
    if (attempt.end?.what !== 'absent') continue
    const fate = await readFate(engine, order, attempt)
    const at = engine.now()
    const like = wordsOf(fate).find((each) => each.what === 'like')
    const proved = fate?.kind === 'proved' && fate.value.what === 'absent' ? fate.value : undefined
    const word = like ?? proved
    // One operator lags the node that reported absence, or disagrees, and too few others answer.
    if (wordsOf(fate).some(({ what }) => what === 'open')) {
      throw new AppError(await waitOf(engine, [attempt, ...closedOf(order)]))
    }
    if (!word && !isSilent(fate)) throw new AppError('chain/unread')
    const check: Check | undefined = word ? lateOf(word, at) : { at, what: 'many' }
    if (!check) continue
    await commit(engine, order.id, { type: 'doubted', at, attemptId: attempt.attemptId, check })
    return true
  }
  return false
}

/** What is left to the person, of what came in the time of an ask: something like it, or too much. */
function lateOf(fate: Fate, at: number): Check | undefined {
  if (fate.what === 'like') return { at, what: 'hash', hash: fate.hash, state: 'like' }
  const isMany = fate.what === 'absent' && fate.isMany
  return isMany ? { at, what: 'many' } : undefined
}

/** Whether operators answer, and none of them can say: so much came since, or so long ago. */
function isSilent(fate: Proof<Fate> | undefined): boolean {
  if (fate?.kind !== 'unknown' || fate.why.length === 0) return false
  return fate.why.every(({ reason }) => reason === 'silent')
}

/** What each operator says: one alone is enough to wait. */
function wordsOf(fate: Proof<Fate> | undefined): Fate[] {
  if (!fate || fate.kind === 'unknown') return []
  return fate.kind === 'disagree' ? fate.words.map(({ value }) => value) : [fate.value]
}

async function block(
  engine: Engine,
  order: SwapOrder,
  code: ErrorCode,
  { actual, expected, orderId }: Pick<Blocker, 'actual' | 'expected' | 'orderId'>,
): Promise<void> {
  const sides = { ...(actual ? { actual } : {}), ...(expected ? { expected } : {}) }
  const blocker = { code, ...sides, ...(orderId ? { orderId } : {}) }
  await commit(engine, order.id, { type: 'blocked', at: engine.now(), blocker })
}

async function expire(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  code: ErrorCode = 'policy/quote-expired',
  finding?: string,
  gas?: string,
): Promise<Next> {
  const reason = finding !== undefined && { reason: { kind: 'found', finding } as const }
  const told = { ...reason, ...(gas !== undefined && { gas }) }
  const event = { type: 'unarmable', at: engine.now(), stepId: step.id, code, ...told } as const
  await commit(engine, order.id, event)
  return 'done'
}

function isTooLate(engine: Engine, order: SwapOrder): boolean {
  return secondsToAsk(order, engine.now()) <= 0
}
