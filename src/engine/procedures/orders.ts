import type { InputOf } from '@/src/contract/rpc'
import { isNativeAddress, sameAddress } from '@/src/domain/address'
import { toEffect } from '@/src/domain/effect'
import { AppError } from '@/src/domain/error'
import type { Order, Step } from '@/src/domain/order'
import { isDepositOut, stepOfAttempt } from '@/src/domain/order-parts'
import { digestText, toAccepted, toPlannedOrder, toSteps } from '@/src/domain/plan'
import { QUOTE_MARGIN_SECONDS } from '@/src/domain/policy'
import { checkQuote } from '@/src/domain/policy-quote'
import { verifyEvmTransaction } from '@/src/domain/verify-evm'
import { tidy } from '@/src/lib/tidy'
import type { Handlers } from '@/src/messaging/serve'
import { deletePlanned, findByKey, insertPlanned, requireOrder } from '@/src/store/orders'
import { hasten, putEffects } from '@/src/store/outbox'
import { buildSteps } from '../build'
import { commit } from '../commit'
import { digestOf } from '../digest'
import type { Engine } from '../engine'
import { inspectWallet } from '../pages'
import { recoverOrders } from '../recover'

type Names =
  | 'prepareOrder'
  | 'confirmOrder'
  | 'retryStep'
  | 'stopOrder'
  | 'resolveUnsure'
  | 'refreshOrder'
  | 'recoverOrders'

/** What a person types to say that native coins did not leave. */
export const typedWord = 'NOT SENT'

const hashShape = /^0x[0-9a-f]{64}$/i

/** Everything a person does with an order. */
export function orderProcedures(engine: Engine): Pick<Handlers, Names> {
  return {
    prepareOrder: (input) => prepare(engine, input),
    confirmOrder: (input) => confirm(engine, input),
    retryStep: (input) => retry(engine, input),
    stopOrder: (input) => stop(engine, input),
    resolveUnsure: (input) => resolve(engine, input),
    refreshOrder: (input) => refresh(engine, input),
    recoverOrders: (input) => recoverOrders(engine, input),
  }
}

async function prepare(engine: Engine, input: InputOf<'prepareOrder'>) {
  const { route, fromToken, toToken, wallet, page, request, quoteId } = input
  requireSame(request.fromChainId === fromToken.chainId, 'fromToken')
  requireSame(request.toChainId === toToken.chainId, 'toToken')
  requireSame(sameAddress(request.fromToken, fromToken.address), 'fromToken')
  requireSame(sameAddress(request.toToken, toToken.address), 'toToken')
  const now = Math.floor(engine.now() / 1_000)
  const { quote } = route
  const verdict = checkQuote({ asked: request, quote, from: fromToken, to: toToken, now })
  if (!verdict.ok) throw new AppError(verdict.code, { detail: verdict.detail })
  const accepted = toAccepted({ quoteId, route, request, fromToken, toToken })
  const id = engine.newId()
  const steps = toSteps(id, await buildSteps(engine, accepted))
  const digest = await digestOf(digestText(accepted, steps))
  const at = engine.now()
  const plan = { id, at, accepted, wallet: tidy(wallet), page: tidy(page), steps, digest }
  await insertPlanned(engine.db, toPlannedOrder(plan))
  return { orderId: id }
}

/** A route that does not answer the request it came with is not built. */
function requireSame(holds: boolean, field: string): void {
  if (!holds) throw new AppError('policy/malformed', { field })
}

async function confirm(engine: Engine, { orderId, digest }: InputOf<'confirmOrder'>) {
  const order = await requireOrder(engine.db, orderId)
  if (order.digest !== digest) throw new AppError('order/changed', { orderId })
  // A second click: the first one is being worked on.
  if (order.status === 'running') return {}
  if (order.status !== 'planned') throw new AppError('order/not-confirmable', { orderId })
  requireTime(engine, order)
  await requireAccount(engine, order)
  const done = await commit(engine, orderId, { type: 'confirmed', at: engine.now(), digest })
  if (done.outcome === 'missing') throw new AppError('order/not-found', { orderId })
  return {}
}

function requireTime(engine: Engine, order: Order): void {
  const { quoteExpiresAt, validBefore } = order.accepted
  const until = order.current === 0 ? quoteExpiresAt : validBefore
  if (engine.now() / 1_000 + QUOTE_MARGIN_SECONDS >= until) {
    throw new AppError('policy/quote-expired', { until })
  }
}

/** The wallet must show the order's account now; its chain is changed by us if need be. */
async function requireAccount(engine: Engine, order: Order): Promise<void> {
  const { author } = order.accepted
  const { accounts } = await inspectWallet(engine, order.page, order.wallet)
  if (accounts.length === 0) throw new AppError('wallet/unauthorised', { expected: author })
  if (!accounts.some((each) => sameAddress(each, author))) {
    throw new AppError('wallet/account-changed', { expected: author, actual: accounts[0] ?? '' })
  }
}

async function retry(engine: Engine, { orderId, stepId, page }: InputOf<'retryStep'>) {
  const order = await requireOrder(engine.db, orderId)
  const step = order.steps[order.current]
  if (order.status !== 'running' || step?.id !== stepId) {
    throw new AppError('order/not-confirmable', { orderId })
  }
  requireTime(engine, order)
  const pinned = page ? { ...order, page: tidy(page) } : order
  await requireAccount(engine, pinned)
  const next = step.action.kind === 'solanaSign' ? await rebuild(engine, order, step) : step.id
  const event = { type: 'retried' as const, at: engine.now(), stepId: next }
  const done = await commit(engine, orderId, page ? { ...event, page: pinned.page } : event)
  if (done.outcome !== 'written') throw new AppError('order/not-confirmable', { orderId })
  return {}
}

/**
 * A Solana transaction lives as long as its block hash, so it is built anew. What the person accepted
 * must come out again, fact for fact; otherwise they are shown the new one and confirm it first.
 */
async function rebuild(engine: Engine, order: Order, step: Step): Promise<string> {
  const { accepted } = order
  const drafts = await buildSteps(engine, accepted)
  const tries = step.earlier?.length ?? 0
  const fresh = toSteps(order.id, drafts, order.steps.length + tries)
  const [first] = fresh
  if (!first || JSON.stringify(first.facts) !== JSON.stringify(step.facts)) {
    throw new AppError('order/changed', { orderId: order.id })
  }
  const kept = { ...first, state: step.state, ...(step.earlier ? { earlier: step.earlier } : {}) }
  const steps = [kept, ...fresh.slice(1)]
  const digest = await digestOf(digestText(accepted, steps))
  await commit(engine, order.id, { type: 'rebuilt', at: engine.now(), steps, digest })
  return first.id
}

async function stop(engine: Engine, { orderId }: InputOf<'stopOrder'>) {
  const order = await requireOrder(engine.db, orderId)
  if (order.status === 'planned') {
    await deletePlanned(engine.db, orderId)
    engine.announce({ kind: 'order', orderId, revision: order.revision + 1 })
    return {}
  }
  if (isDepositOut(order)) throw new AppError('order/busy', { orderId })
  const done = await commit(engine, orderId, { type: 'stopped', at: engine.now() })
  if (done.outcome !== 'written') throw new AppError('order/not-confirmable', { orderId })
  return {}
}

async function resolve(engine: Engine, { orderId, stepId, choice }: InputOf<'resolveUnsure'>) {
  const order = await requireOrder(engine.db, orderId)
  const step = order.steps.find((each) => each.id === stepId)
  if (step?.state.status !== 'unsure') throw new AppError('order/changed', { orderId })
  const { attemptId } = step.state
  const at = engine.now()
  switch (choice.kind) {
    case 'check-again':
      await putEffects(engine.db, [toEffect(orderId, { kind: 'reconcile', attemptId }, at)], at)
      engine.wake()
      return {}
    case 'sent': {
      const hash = await requireMatch(engine, order, attemptId, choice.hash.trim())
      await commit(engine, orderId, { type: 'sent', at, attemptId, by: 'person', hash })
      return {}
    }
    case 'not-sent': {
      const native = step.deposit && isNativeAddress(order.accepted.from.address)
      if (native && choice.typed?.trim().toUpperCase() !== typedWord) {
        throw new AppError('rpc/invalid', { where: 'resolveUnsure', field: 'typed' })
      }
      const code = 'order/not-sent' as const
      const event = { type: 'notSent', at, attemptId, by: 'person', code, retryable: true } as const
      await commit(engine, orderId, event)
      return {}
    }
  }
}

/** A pasted hash must be the transaction that was asked for; a wrong one changes nothing. */
async function requireMatch(
  engine: Engine,
  order: Order,
  attemptId: string,
  hash: string,
): Promise<string> {
  const step = stepOfAttempt(order, attemptId)
  const others = (await findByKey(engine.db, hash)).filter((each) => each.id !== order.id)
  if (others.length > 0) throw new AppError('chain/mismatch', { field: 'order' })
  if (step?.action.kind !== 'transaction') {
    const status = await (await engine.solana()).signatureStatus(hash)
    if (!status) throw new AppError('order/not-found', { hash })
    return hash
  }
  const reader = await engine.evm(step.action.chainId)
  const found = hashShape.test(hash) ? await reader.transaction(hash) : null
  if (!found) throw new AppError('order/not-found', { hash })
  const verdict = verifyEvmTransaction(step.action, found)
  if (verdict.verdict === 'mismatch') throw new AppError('chain/mismatch', { field: verdict.field })
  return found.hash
}

async function refresh(engine: Engine, { orderId }: InputOf<'refreshOrder'>) {
  // An ask is never hurried: only what looks is done at once.
  const looks = ['pollOrder', 'awaitReceipt', 'verifyTransaction', 'submitDeposit', 'reconcile']
  const now = engine.now()
  const soon = await hasten(engine.db, orderId, now, (row) => looks.includes(row.task.kind))
  if (soon > 0) engine.wake()
  return {}
}
