import type { InputOf } from '@/src/contract/rpc'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { AppError } from '@/src/domain/error'
import type { StepId } from '@/src/domain/names'
import type { OrderEvent } from '@/src/domain/order/event'
import type { Step, SwapOrder, TransferOrder } from '@/src/domain/order/order'
import { toPayDraft } from '@/src/domain/order/pay-draft'
import { toWord } from '@/src/domain/order/persons-word'
import { toSteps } from '@/src/domain/order/plan'
import { closesAt, unpaidOf } from '@/src/domain/order/transfer'
import { isPayDenied, isPayPending } from '@/src/domain/order/wallet-payment'
import { checkJustBeforeAsk } from '@/src/domain/policy/policy'
import type { StepDraft } from '@/src/domain/policy/policy-draft'
import { tidy } from '@/src/lib/tidy'
import { type OrdersRead, requireFirst } from '@/src/store/beside'
import { requireOrder } from '@/src/store/orders'
import { draftSolanaPay } from '../chain/draft-solana-pay'
import { isPoor, tryPlan } from '../chain/trial'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import { inspectWallet } from '../page/pages'

/**
 * Has a connected wallet asked to pay to the order's address: exactly what the person saw, tried by
 * independent nodes first. The ask itself is made like every other one, and never beside another: a
 * click while one is under way changes nothing.
 *
 * @throws AppError `order/changed` where something else is due by now; `order/paid-beside` where the same was
 * paid by another order since the address was made, and that was not shown; the judge's code where a trial
 * shows more than the one transfer, or that it reverts.
 */
export async function payTransfer(
  engine: Engine,
  input: InputOf<'payTransfer'>,
): Promise<Record<string, never>> {
  const { orderId, amount, account, notSent } = input
  const order = await requireTransfer(engine, orderId)
  if (isPayPending(order) && !(notSent && isPayDenied(order))) return {}
  const due = unpaidOf(order, engine.now())
  if (due === 0n || due !== BigInt(amount)) throw new AppError('order/changed', { orderId })
  const { wallet, page } = input
  const isSolana =
    !order.accepted.from.family && familyOfChain(order.accepted.from.chainId) === 'solana'
  const planned = isSolana
    ? await draftSolanaPay(engine, order, account, due)
    : toPayDraft(order, account, due)
  if (!planned.ok) throw new AppError(planned.code, { detail: planned.detail })
  const { accepted, draft } = planned
  const found = await inspectWallet(engine, page, wallet)
  const now = Math.floor(engine.now() / 1_000)
  const check = checkJustBeforeAsk({ accepted, wallet: found, until: closesAt(order), now })
  // Another chain is switched to by the ask itself.
  if (!check.ok && check.code !== 'wallet/chain-changed') {
    throw new AppError(check.code, { expected: check.expected, actual: check.actual })
  }
  const { advice } = await tryPlan(engine, accepted, { ok: true, steps: [draft] })
  if (advice.outcome === 'reverts') throw toRevert(advice.detail)
  const step = stepOf(order, draft)
  const said = tidy({ notSent: toWord(notSent) })
  const known = [...(order.known ?? []), ...(input.known ?? [])]
  const event = { type: 'payWanted' as const, step, wallet, page, account, advice, known, ...said }
  const wish = { ...order, part: amount }
  const look = (orders: OrdersRead) => requireFirst(orders, wish, order.createdAt, known)
  const done = await commit(engine, orderId, { ...event, at: engine.now() }, { check: look })
  if (done.outcome === 'written') return {}
  // Another window was first, with the same wish; or something came to the address meanwhile.
  if (isPayPending(await requireTransfer(engine, orderId))) return {}
  throw new AppError('order/changed', { orderId })
}

/**
 * As `rebuildStep`, of the payment to an address on Solana that a wallet is to be asked for: the same to the letter,
 * with a newer block hash.
 *
 * @throws AppError `order/changed` where it would be another one; as `draftSolanaPay`.
 */
export async function rebuildPay(
  engine: Engine,
  { id: orderId, accepted }: SwapOrder,
  { facts, state }: Step,
): Promise<{ event: Extract<OrderEvent, { type: 'rebuilt' }>; stepId: StepId }> {
  const order = await requireTransfer(engine, orderId)
  const due = BigInt(facts.token.amount)
  const planned = await draftSolanaPay(engine, order, accepted.author, due)
  if (!planned.ok) throw new AppError(planned.code, { detail: planned.detail })
  const step = { ...stepOf(order, planned.draft), state }
  if (JSON.stringify(step.facts) !== JSON.stringify(facts)) {
    throw new AppError('order/changed', { orderId })
  }
  const event = { type: 'rebuilt' as const, at: engine.now(), steps: [step], digest: '' }
  return { event, stepId: step.id }
}

/** A step of its own for each state of the order: an ask names what it was decided on. */
function stepOf({ id, revision, pay }: TransferOrder, draft: StepDraft): Step {
  const [step] = toSteps(id, [draft], revision + (pay?.attempts.length ?? 0))
  if (!step) throw new AppError('order/changed', { orderId: id })
  return step
}

/** Takes the wish back that a wallet pays, as long as nothing is out: the address is shown again. */
export async function dropPayment(
  engine: Engine,
  { orderId, notSent }: InputOf<'dropPayment'>,
): Promise<Record<string, never>> {
  await requireTransfer(engine, orderId)
  const said = tidy({ notSent: toWord(notSent) })
  const event = { type: 'payDropped', at: engine.now(), ...said } as const
  const done = await commit(engine, orderId, event)
  if (done.outcome === 'written') return {}
  const isBusy = isPayPending(await requireTransfer(engine, orderId))
  if (isBusy) throw new AppError('order/busy', { orderId })
  return {}
}

async function requireTransfer(engine: Engine, orderId: string): Promise<TransferOrder> {
  const order = await requireOrder(engine.db, orderId)
  if (order.kind !== 'transfer') throw new AppError('order/changed', { orderId })
  return order
}

function toRevert(detail: string | undefined): AppError {
  if (isPoor({ detail })) return new AppError('wallet/insufficient-funds')
  return new AppError('policy/would-revert', detail === undefined ? {} : { detail })
}
