import type { AskRequest } from '@/src/contract/bridge'
import { knownChain } from '@/src/domain/chain/known-chains'
import { AppError, type ErrorCode } from '@/src/domain/error'
import type { AttemptId, OrderId, StepId } from '@/src/domain/names'
import type { OrderEvent } from '@/src/domain/order/event'
import type { Step, SwapOrder } from '@/src/domain/order/order'
import { mayAsk, stepOfAttempt, takesBack } from '@/src/domain/order/order-parts'
import { arrivalTime } from '@/src/domain/order/reconcile'
import { checkWallet, codeOfWallet } from '@/src/domain/policy/policy'
import { isLoopbackUrl } from '@/src/lib/web-url'
import { getAsking, getOrder } from '@/src/store/orders'
import type { Engine } from '../engine'
import { commit, copy } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { askPage, inspectWallet } from '../page/pages'
import { chainOf } from '../service/chain-list'
import type { AskingWork } from './work'

/**
 * An ask that lay longer than this, ms, is not handed over any more: whoever looks after it takes it soon for one that
 * never arrived, and another may be asked for by then.
 */
const staleAfter = arrivalTime - 5_000

const refusals: Record<string, ErrorCode> = {
  'not-found': 'wallet/not-found',
  ambiguous: 'wallet/ambiguous',
  closing: 'page/gone',
  invalid: 'wallet/invalid-parameters',
}

/**
 * Hands one attempt to the wallet of the pinned page. Runs at most once for an attempt: its claim is
 * on disk before this is called, and nothing calls it again.
 */
export async function askWallet(
  engine: Engine,
  { order: before, task, row }: AskingWork<'askWallet'>,
): Promise<Next> {
  const { attemptId } = task
  const otherwise = task.ask === 'step' ? await lookAgain(engine, before) : undefined
  // The person may have left it while the wallet was looked at.
  const order = (await getAsking(engine.db, before.id)) ?? before
  const prepared = await prepare(engine, order, task)
  if (!prepared) return 'done'
  // Cancelled since it was decided, it is not handed over: nobody else does. What takes an allowance back is.
  const step = stepOfAttempt(order, attemptId)
  const isOfPayment = task.ask === 'step' && !(step && takesBack(order, step))
  const isLeft = isOfPayment && order.stopWanted !== undefined
  const isStale = engine.now() - row.dueAt > staleAfter
  const reason = isLeft || isStale ? 'order/not-sent' : otherwise
  if (reason !== undefined) {
    await refuse(engine, order, task, reason)
    return 'done'
  }
  const copied = copyAgain(engine, order.id)
  try {
    const ack = await askPage(engine, order.page, {
      attemptId,
      orderId: order.id,
      walletId: order.wallet.id,
      ...prepared,
    })
    // `seen`: it is being asked already; the outcome comes as a message of its own.
    if (!ack.accepted && ack.reason !== 'seen') {
      await refuse(engine, order, task, refusals[ack.reason ?? ''] ?? 'wallet/unknown')
    }
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'app/unexpected'
    if (code === 'page/gone') await refuse(engine, order, task, code)
    else {
      engine.report(error, 'askWallet')
      await doubt(engine, order, task, code)
    }
  }
  await copied
  return 'done'
}

/**
 * Nodes were asked since the wallet was looked at, for seconds. Meanwhile another order, or the person, may have
 * switched its chain or its account, and not every wallet minds the chain that a request names.
 *
 * @returns why it is not to be asked
 */
async function lookAgain(engine: Engine, order: SwapOrder): Promise<ErrorCode | undefined> {
  try {
    const wallet = await inspectWallet(engine, order.page, order.wallet)
    const check = checkWallet(order.accepted, wallet)
    if (check.ok) return undefined
    return codeOfWallet(wallet, check)
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** A worker that ended just after it had decided to ask may not have come to its second copy. */
async function copyAgain(engine: Engine, orderId: OrderId): Promise<void> {
  try {
    const order = await getOrder(engine.db, orderId)
    if (order) await copy(engine, order)
  } catch (error) {
    engine.report(error, 'mirror')
  }
}

type Ask = { attemptId: AttemptId; ask: 'step' | 'switchChain' | 'addChain' }

async function prepare(
  engine: Engine,
  order: SwapOrder,
  { attemptId, ask }: Ask,
): Promise<{ request: AskRequest; stepId?: StepId } | undefined> {
  if (ask === 'step') {
    const step = stepOfAttempt(order, attemptId)
    if (step?.state.status !== 'asking' || !mayAsk(order)) return undefined
    return { request: toRequest(order, step), stepId: step.id }
  }
  const { switching } = order
  if (switching?.attemptId !== attemptId || switching.settledAt !== undefined) return undefined
  const { chainId } = switching
  if (ask === 'switchChain') return { request: { kind: 'switchChain', chainId } }
  const request = await toAddChain(engine, chainId)
  if (!request) await refuse(engine, order, { attemptId, ask }, 'wallet/chain-not-added')
  return request && { request }
}

function toRequest(order: SwapOrder, { action }: Step): AskRequest {
  if (action.kind === 'transaction') {
    return { kind: 'transaction', chainId: action.chainId, tx: action.tx }
  }
  return {
    kind: 'solanaSign',
    account: order.accepted.author,
    transaction: action.transaction,
  }
}

/**
 * Our own record of a chain, never the service's: a wallet keeps the node that it is given here. Only
 * the nodes of a service on this machine, whose chains are its own, are taken from its list.
 */
async function toAddChain(engine: Engine, chainId: number): Promise<AskRequest | undefined> {
  const own = knownChain(chainId)
  const { serviceUrl } = await engine.settings()
  const listed = isLoopbackUrl(serviceUrl) ? await chainOf(engine, chainId) : own
  const rpcUrls = listed?.rpcUrls?.default.http ?? []
  if (!own || rpcUrls.length === 0) return undefined
  const { name, nativeCurrency, blockExplorers } = own
  const blockExplorerUrls = blockExplorers ? [blockExplorers.default.url] : []
  return { kind: 'addChain', chainId, name, nativeCurrency, rpcUrls, blockExplorerUrls }
}

/** The page did not take it: nothing was asked. */
async function refuse(engine: Engine, order: SwapOrder, ask: Ask, code: ErrorCode): Promise<void> {
  const at = engine.now()
  const { attemptId } = ask
  const event: OrderEvent =
    ask.ask === 'step'
      ? { type: 'notSent', at, attemptId, by: 'ledger', code, retryable: true }
      : { type: 'switchSettled', at, attemptId, code }
  await commit(engine, order.id, event)
}

/** Whether the page took it is not known. */
async function doubt(engine: Engine, order: SwapOrder, ask: Ask, code: ErrorCode): Promise<void> {
  const at = engine.now()
  const { attemptId } = ask
  const check = { at, what: 'answer' as const, code }
  const event: OrderEvent =
    ask.ask === 'step'
      ? { type: 'doubted', at, attemptId, check, from: 'asking' }
      : { type: 'switchSettled', at, attemptId }
  await commit(engine, order.id, event)
}
