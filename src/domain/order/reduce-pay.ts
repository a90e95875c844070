import { askingOf, withAsking } from './asking'
import type { EffectTask } from './effect'
import type { OrderEvent } from './event'
import type { StepState, SwapOrder, TransferOrder, WalletPayment } from './order'
import { attemptOf } from './order-parts'
import { owedWork } from './owed'
import { type PersonsWord, withWord } from './persons-word'
import type { Change, Rules } from './reduce-rule'
import { unpaidOf } from './transfer'
import { isPayDenied, isPayOut, isPayPending, payStepOf, withoutWish } from './wallet-payment'

type PayLevel = 'payWanted' | 'payDropped'

const rules: Rules<PayLevel, TransferOrder> = {
  payWanted(order, { at, step, wallet, page, account, advice, notSent, known }) {
    const said = withTheWord(order, at, notSent)
    if (isPayPending(said) || !isDue(said, step, at)) return undefined
    const attempts = said.pay?.attempts ?? []
    // A stale build: another one from the same revision was applied first.
    const built = [payStepOf(said)?.id, ...attempts.map(({ stepId }) => stepId)]
    if (built.includes(step.id)) return undefined
    const asked = { ...step, state: stateAfter(payStepOf(said)?.state) }
    const pay: WalletPayment = {
      wallet,
      page,
      account,
      advice,
      attempts,
      steps: [asked],
      wanted: true,
    }
    return {
      order: { ...said, ...(known && { known }), pay },
      tasks: [{ task: { kind: 'armStep', stepId: step.id }, dueAt: at }],
    }
  },

  payDropped(order, { at, notSent }) {
    const said = withTheWord(order, at, notSent)
    if (!said.pay || isPayOut(said) || isPayDenied(said)) return undefined
    if (said === order && !said.pay.wanted) return undefined
    return { order: { ...said, pay: withoutWish(said.pay) } }
  },
}

/** Rules for the wish that a connected wallet pays to the address. */
export function reducePay(
  order: TransferOrder,
  event: Extract<OrderEvent, { type: PayLevel }>,
): Change<TransferOrder> {
  return event.type === 'payWanted' ? rules.payWanted(order, event) : rules.payDropped(order, event)
}

/** Events of a swap that say nothing of an ask: a payment by address has its own, or none. */
const ofSwapsAlone: readonly OrderEvent['type'][] = [
  'confirmed',
  'stopped',
  'revokeWanted',
  'submitted',
  'unlinked',
]

/** What an event of an ask makes of a payment by address, by the same rules as for a swap. */
export function reduceAsked<E extends OrderEvent>(
  order: TransferOrder,
  event: E,
  rulesOfAsks: (asking: SwapOrder, event: E) => Change,
): Change<TransferOrder> {
  const asking = askingOf(order)
  const step = payStepOf(order)
  if (!asking || !step || ofSwapsAlone.includes(event.type)) return undefined
  // What came meanwhile was paid by somebody else: no more than is due is ever asked for.
  const isAsk = event.type === 'asked' || event.type === 'retried'
  if (isAsk && !isDue(order, step, event.at)) return undefined
  const change = rulesOfAsks(asking, event)
  if (!change) return undefined
  const isBack = order.status === 'stopped' && change.order.status === 'running'
  const next = withAsking(isBack ? takenUp(order) : order, change.order)
  // What may have been paid before is for the person to say first.
  const isDoubt = payStepOf(next)?.state.status === 'unsure'
  const isDecided = event.type === 'asked' || event.type === 'unarmable' || isDoubt
  return {
    order: next.pay && isDecided ? { ...next, pay: withoutWish(next.pay) } : next,
    tasks: [
      ...(change.tasks ?? []),
      ...looksAfter(event),
      ...(isBack ? owedWork(next).map((task) => ({ task, dueAt: event.at })) : []),
    ],
  }
}

/** The order as it was before its owner said that nothing was paid; its address stays closed. */
function takenUp({ transfer: { closed, ...transfer }, ...order }: TransferOrder): TransferOrder {
  return {
    ...order,
    status: order.service.orderId === undefined ? 'running' : 'submitted',
    transfer: { ...transfer, ...(closed && { closed: { at: closed.at, why: closed.why } }) },
  }
}

/** What was asked of a wallet is looked into as soon as something came to the address. */
export function looksAtAsk(
  order: TransferOrder,
  at: number,
): { task: EffectTask; dueAt: number }[] {
  const state = payStepOf(order)?.state
  if (state?.status !== 'asking' && state?.status !== 'unsure') return []
  return [{ task: { kind: 'reconcile', attemptId: state.attemptId }, dueAt: at }]
}

/** The hash of a wallet is looked up at the address at once: no log has to be searched for it. */
function looksAfter(event: OrderEvent): { task: EffectTask; dueAt: number }[] {
  const { type, at } = event
  // The address is hidden for as long as a request may be in the wallet still.
  if (type === 'doubted' && event.check.what === 'prompt') {
    return [{ task: { kind: 'reconcile', attemptId: event.attemptId }, dueAt: at }]
  }
  const isNews = type === 'sent' || type === 'mined' || type === 'replaced'
  return isNews ? [{ task: { kind: 'watchDeposit' }, dueAt: at }] : []
}

function isDue(
  order: TransferOrder,
  { facts }: WalletPayment['steps'][number],
  at: number,
): boolean {
  return unpaidOf(order, at) === BigInt(facts.token.amount)
}

/** An ask before this one is looked for once more before this one is made. */
function stateAfter(before: StepState | undefined): StepState {
  if (before?.status === 'failed') return { ...before, retryable: true }
  return before?.status === 'declined' && attemptOf(before) ? before : { status: 'ready' }
}

/** The very same order where there is no word, or nothing that it is of. */
export function withTheWord(
  order: TransferOrder,
  at: number,
  word: PersonsWord | undefined,
): TransferOrder {
  const { pay } = order
  if (!word || !pay || !isPayDenied(order)) return order
  return { ...order, pay: { ...pay, attempts: withWord(pay.attempts, at, word) } }
}
