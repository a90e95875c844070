import { tidy } from '@/src/lib/tidy'
import { sameAddress } from '../address/address'
import { sameHash } from '../chain/hash'
import type { AttemptId, StepId, TxHash } from '../names'
import { isDust, isWhole } from './deposit-sum'
import { type OpenStatus, openStatuses } from './open-statuses'
import type {
  Attempt,
  AttemptEnd,
  Check,
  CodedAccount,
  Order,
  OrderStatus,
  Seen,
  ServiceView,
  ShownBy,
  Step,
  StepFacts,
  StepState,
  SwapOrder,
  Transfer,
  TransferOrder,
} from './order'
import { isPayOut, paidByWallet } from './wallet-payment'

/** Every end of an order: whatever is neither planned nor open. */
const ends: Readonly<Record<Exclude<OrderStatus, 'planned' | OpenStatus>, true>> = {
  filled: true,
  refunded: true,
  failed: true,
  unproved: true,
  stopped: true,
  attention: true,
}

/** Every status that an order may have. */
export const orderStatuses = ['planned', ...openStatuses, ...Object.keys(ends)] as OrderStatus[]

/** Whether an order has come to an end; nothing is asked or submitted for it any more. */
export function isEnded(status: OrderStatus): boolean {
  return status in ends
}

/** Whether an order failed by the word of the service alone: no chain shows that nothing will come. */
export function isFailedByWord({ failure }: Order): boolean {
  return failure?.code === 'order/failed-at-service'
}

/** Whether a purchase ended by the person's word that nothing was paid: a payment takes that back. */
export function isGivenUp({ kind, failure }: Order): boolean {
  return kind === 'purchase' && failure?.code === 'order/given-up'
}

/** Whether nobody knows if the fiat API made an order of a purchase. */
export function isUnanswered({ failure }: Pick<Order, 'failure'>): boolean {
  return failure?.code === 'order/not-made'
}

/** Whether the service has taken the order and has not ended it yet. */
export function isAtService({ status }: Order): boolean {
  return status === 'submitted' || status === 'tracking'
}

/**
 * Whether what the service says of its end is looked for on the chain: until it is proved or its time is
 * over; of a purchase also after that, ever more seldom.
 */
export function isSought(order: Order): boolean {
  return isAtService(order) || (order.kind === 'purchase' && order.status === 'unproved')
}

/**
 * The delivery that the service tells of; undefined where its last word is another end. What it told
 * before stays on record, and is no delivery.
 */
export function fillOf({ service, arrival, status }: Order): ServiceView['fill'] {
  const isBack = arrival?.kind === 'refund' || service.status === 'refunded'
  return isBack || status === 'refunded' || status === 'failed' ? undefined : service.fill
}

/** The attempt a step's state speaks of, if it speaks of one. */
export function attemptOf(state: StepState): AttemptId | undefined {
  return 'attemptId' in state ? state.attemptId : undefined
}

/** One ask of an order, by its id. */
export function attemptById(
  order: SwapOrder,
  attemptId: AttemptId | undefined,
): Attempt | undefined {
  return order.attempts.find((each) => each.attemptId === attemptId)
}

/** The ask a step's state speaks of, if it speaks of one. */
export function attemptOfStep(order: SwapOrder, { state }: Step): Attempt | undefined {
  return attemptById(order, attemptOf(state))
}

/** The transaction of a step, once one is known. */
export function hashOf(state: StepState): TxHash | undefined {
  return 'hash' in state ? state.hash : undefined
}

/** The signed bytes (base64) behind a transaction's id, where they are known. */
export function bytesOf(attempt: Attempt | undefined, hash: TxHash): string | undefined {
  return attempt?.seen.find((each) => each.hash === hash && each.signedBytes)?.signedBytes
}

/** The transactions seen for an ask that may be what was asked for, by their hash. */
export function hashesOf(attempt: Attempt): TxHash[] {
  return attempt.seen.flatMap(({ hash, differs }) => (hash && !differs ? [hash] : []))
}

/** What code the account had at the ask, or at the review; undefined for none. */
export function codedOf(
  { coded }: Pick<SwapOrder, 'coded'>,
  { evidence }: Pick<Attempt, 'evidence'>,
): CodedAccount | undefined {
  return evidence.coded ?? coded
}

/** The step whose present attempt is this one. */
export function stepOfAttempt(order: Order, attemptId: AttemptId): Step | undefined {
  return stepsOf(order).find((step) => attemptOf(step.state) === attemptId)
}

/** The step that an ask, present or superseded, was made for; one that was built anew included. */
export function stepBehind(order: Order, attempt: Attempt): Step | undefined {
  const { attemptId, stepId, deposit } = attempt
  const same = stepOfAttempt(order, attemptId) ?? stepsOf(order).find((step) => step.id === stepId)
  return same ?? (deposit ? depositOf(order) : undefined)
}

/** The steps of an order that asks a wallet; one that does not has none. */
export function stepsOf(order: Order): readonly Step[] {
  if (order.kind === 'transfer') return order.pay?.steps ?? []
  return order.kind === 'swap' ? order.steps : []
}

/** The transaction that pays for an order, once one is known. */
export function depositHashOf(order: Order): TxHash | undefined {
  if (order.kind === 'transfer') {
    const { transfer } = order
    const { named, seen, amount } = transfer
    // What is less is not the payment yet: the person says which one is.
    const whole = seen.find(
      (each) =>
        each.what === 'paid' &&
        BigInt(each.amount) >= BigInt(amount) &&
        !isRefused(transfer, each.hash),
    )
    const own = paidByWallet(order)
    const ours = own !== undefined && !isRefused(transfer, own) ? own : undefined
    // A mistyped hash must not block a payment that was found.
    const isSlip = named && !isShown(order, named.hash)
    return (isSlip && whole?.hash) || (named?.hash ?? whole?.hash ?? ours)
  }
  const deposit = depositOf(order)
  return deposit && hashOf(deposit.state)
}

/** Whether the service counts a transaction for another order of its own. */
export function isRefused({ refused = [] }: Transfer, hash: TxHash | undefined): boolean {
  return hash !== undefined && refused.some((each) => sameHash(each, hash))
}

/** Whether a step before the deposit moves money itself. */
export function isMove(
  facts: StepFacts,
): facts is Extract<StepFacts, { kind: 'wrap' | 'unwrap' | 'swap' }> {
  return facts.kind === 'wrap' || facts.kind === 'unwrap' || facts.kind === 'swap'
}

/** Whether asking for a step twice could pay twice: of every step but those about allowances. */
export function movesMoney({ deposit, facts }: Pick<Step, 'deposit' | 'facts'>): boolean {
  return deposit || isMove(facts)
}

/** Whether a reorganisation may still make a payment of an ask good that is known to have come to nothing. */
export function isShallow(attempt: Attempt): boolean {
  return mayMoveMoney(attempt) && attempt.end?.block !== undefined
}

/**
 * Whether a payment of an order that is said to have come to nothing may be made after all, however late that is: only
 * its page says so, or a reorganisation may undo it.
 */
export function mayBeMade(order: Order): boolean {
  return attemptsOf(order).some((each) => isShallow(each) || isDeniedAsk(each))
}

/** Whether only a page's word says of a payment that was asked for that it was not sent. */
export function isDeniedAsk(attempt: Attempt): boolean {
  return mayMoveMoney(attempt) && attempt.end?.what === 'refused'
}

/** Whether operators showed that a transaction of an ask came to nothing, or was another one: it is over. */
export function isProvedVoid({ end }: Attempt): boolean {
  return end?.what === 'reverted' || end?.what === 'replaced'
}

/**
 * Whether a signature was asked for of which nothing comes, as far as it is known, and its wallet may show the
 * request still: with a newer block hash in it, it would pay.
 */
export function mayBeShown(attempt: Attempt): boolean {
  const { action, end } = attempt
  const isNothing = end?.what === 'absent' || end?.what === 'given-up'
  return action.kind === 'solanaSign' && mayMoveMoney(attempt) && isNothing
}

/** Whether it is what a wallet is asked for to pay to an address; see `askingOf`. */
export const isByAddress = ({ steps }: SwapOrder) => steps[0]?.facts.kind === 'transfer'

/** Whether a finding is the person's to judge: something like the ask landed, or too much to be looked through. */
export function isForPerson(check: Check): boolean {
  return check.what === 'many' || (check.what === 'hash' && check.state === 'like')
}

/** Whether an ask may have moved money. */
export function mayMoveMoney({ deposit, moves }: Attempt): boolean {
  return deposit || moves === true
}

/** Whether an order was made here: one that was only found at the service has no steps, nor its terms. */
export function isMadeHere(order: Order): boolean {
  if (order.kind === 'purchase') return !order.purchase.found
  return order.kind === 'swap' ? order.steps.length > 0 : order.transfer.closed?.why !== 'found'
}

/**
 * Whether the person dealt with an order's addresses on this computer: what the service or a backup file
 * tells of can be invented.
 */
export function isDealtWithHere(order: Order): boolean {
  return isMadeHere(order) && !order.fromBackup
}

/**
 * Whether an order is only kept as a backup file tells of it: it was under way there, nothing of it is followed
 * here, and nobody is waited for.
 */
export function isKept({ status, fromBackup, unread }: Order): boolean {
  return status === 'attention' && fromBackup === true && unread === undefined
}

/** The step under way, of an order that asks a wallet. */
export function currentStepOf(order: Order): Step | undefined {
  return stepsOf(order)[order.kind === 'swap' ? order.current : 0]
}

/** The account that a wallet is asked to pay from. */
export function payerOf(order: Order): string {
  return (order.kind === 'transfer' && order.pay?.account) || order.accepted.author
}

/** Every ask of a wallet that was made for an order, the oldest first. */
export function attemptsOf(order: Order): readonly Attempt[] {
  if (order.kind === 'transfer') return order.pay?.attempts ?? []
  return order.kind === 'swap' ? order.attempts : []
}

/**
 * The one step that moves the money; absent for an order that was found at the service, and for one
 * that asks no wallet.
 */
export function depositOf(order: Order): Step | undefined {
  return stepsOf(order).find((step) => step.deposit)
}

/** What the payment into a contract is, as the policy read it; undefined where there is none. */
export function depositFactsOf({ steps = [] }: { steps?: readonly Pick<Step, 'facts'>[] }) {
  for (const { facts } of steps) if (facts.kind === 'deposit') return facts
  return undefined
}

/**
 * Whether a step before the deposit was mined, or an approval may have been since a file told of it: nobody
 * follows that here.
 */
export function isMade({ status }: Pick<Order, 'status'>, { facts, state }: Step): boolean {
  const isKept = status === 'attention' && 'spender' in facts
  return state.status === 'confirmed' || (isKept && hashOf(state) !== undefined)
}

/** Whether a step sets what a spender may take of a token, or clears it. */
export function setsAllowance({ facts }: Step, token: string, spender: string): boolean {
  const isSame = 'spender' in facts && sameAddress(facts.spender, spender)
  return isSame && sameAddress(facts.token.address, token)
}

/** Whether a step takes back what its order left open: it stands after the deposit, whether that order runs again or not. */
export function takesBack({ steps }: SwapOrder, { id, facts }: Step): boolean {
  const deposit = steps.findIndex((step) => step.deposit)
  return (
    facts.kind === 'reset' && deposit >= 0 && steps.findIndex((step) => step.id === id) > deposit
  )
}

/** The request under way that takes back what an ended order left open; it stands after the deposit. */
export function revokeOf(order: Order): Step | undefined {
  if (order.kind !== 'swap') return undefined
  const { status, steps, current } = order
  const deposit = steps.findIndex((step) => step.deposit)
  return isEnded(status) && deposit >= 0 && current > deposit ? steps[current] : undefined
}

/** Whether what an ended order left open was taken back. */
export function isRevoked({ steps }: SwapOrder): boolean {
  const last = steps.at(-1)
  return last?.facts.kind === 'reset' && last.state.status === 'confirmed'
}

/** Whether that request is not decided yet: it is about to be asked for, or may be out. */
export function isRevoking(order: Order): boolean {
  const status = revokeOf(order)?.state.status
  return status !== undefined && status !== 'declined' && status !== 'failed'
}

/**
 * Whether a connected wallet is to be asked to pay to an address: not once it is paid, closed, or taken
 * for something else.
 */
export function mayAskToPay(order: TransferOrder): boolean {
  const { pay, transfer, contradiction, status } = order
  const isWanted = pay?.wanted === true || isPayOut(order)
  const isOver = isEnded(status) || transfer.closed || contradiction || isDepositMade(order)
  return isWanted && !isOver
}

/**
 * Whether a wallet may be asked for something of the order: while it runs, or to take back. Nothing that a
 * backup file holds is paid for here: it may be anybody's, and may be asked for elsewhere.
 */
export function mayAsk(order: Order): boolean {
  return (order.status === 'running' && !order.fromBackup) || revokeOf(order) !== undefined
}

/** Whether a step may be asked for: never asked, or asked in vain. */
export function isAskable(state: StepState): boolean {
  return (
    state.status === 'ready' ||
    state.status === 'declined' ||
    (state.status === 'failed' && state.retryable)
  )
}

/** Whether the deposit was asked for and is not known to be unsent. */
export function isDepositOut(order: Order): boolean {
  if (order.kind === 'transfer') {
    return isDepositSeen(order) || isPayOut(order)
  }
  const state = depositOf(order)?.state
  return state !== undefined && (isUnderWay(state) || state.status === 'confirmed')
}

/** Whether a step was asked for, and is neither mined nor known to have come to nothing. */
export const isUnderWay = ({ status }: StepState) =>
  ['asking', 'sent', 'verified', 'unsure'].includes(status)

/**
 * Whether money may be on its way: the deposit's, or that of a swap before it which was asked for and is
 * neither mined nor known to be unsent.
 */
export function isMoneyOut(order: Order): boolean {
  const moves = stepsOf(order).filter(({ facts }) => isMove(facts))
  return isDepositOut(order) || moves.some(({ state }) => isUnderWay(state))
}

/** Whether a swap before the deposit was mined: the money is another token then. */
export function isMoved(order: Order): boolean {
  return stepsOf(order).some(({ facts, state }) => isMove(facts) && state.status === 'confirmed')
}

/** Whether something that was meant came to an address, all of it or not, or is said to have come. */
export function isDepositSeen(order: TransferOrder): boolean {
  const { transfer } = order
  return isDepositMade(order) || transfer.seen.some((each) => !isDust(transfer, each))
}

/** Whether the service is to be told which transaction pays: it has no order yet, or it asked for it. */
export function isHashOwed({ status, transfer }: TransferOrder): boolean {
  return status === 'running' || transfer.needsHash === true
}

/**
 * Whether the person may name the transaction that pays: none is known yet, or the one that was named was
 * not found as this payment, by a node or by the service. A slip is put right, and so is a payment that
 * its wallet sent again.
 */
export function mayNameDeposit(order: TransferOrder): boolean {
  const { named, depositAddress } = order.transfer
  if (isEnded(order.status) || depositAddress === '') return false
  const isTold = order.service.depositTxHash !== undefined
  const isAbroad = order.accepted.from.family !== undefined
  if (named === undefined) return depositHashOf(order) === undefined && !(isAbroad && isTold)
  return !isTold && !isShown(order, named.hash)
}

/** Whether nodes or the service show a transaction as a payment to the address. */
function isShown({ transfer, service }: TransferOrder, text: string): boolean {
  const shown = [service.depositTxHash, ...transfer.seen.map(({ hash }) => hash)]
  return shown.some((hash) => hash !== undefined && sameHash(hash, text))
}

/**
 * Whether the payment to an address is made: all of it was seen, the person named it, or the service
 * took what came. Until then what came may be short, wrong, or a stranger's.
 */
export function isDepositMade(order: TransferOrder): boolean {
  const { transfer } = order
  return isWhole(transfer) || transfer.named !== undefined || isTakenByService(order)
}

/** Whether the service says that it took a payment for the order. */
export function isTakenByService({ service }: Pick<TransferOrder, 'service'>): boolean {
  return paid.includes(service.status)
}

/** Statuses by which the service says that something came to its address; one nobody knows says nothing. */
const paid: readonly (string | undefined)[] = [
  'deposited',
  'published',
  'refund_pending',
  'filled',
  'refunded',
]

/** Whether the service says that it will send the money back, and not yet that it did. */
export function isRefundTold({ status, service }: Pick<Order, 'status' | 'service'>): boolean {
  return status === 'tracking' && service.status === 'refund_pending'
}

/** Statuses of the service in which it still waits for the deposit. */
const waiting: readonly (string | undefined)[] = [undefined, 'created', 'deposited']

/** Whether the money still waits for the deposit: the service has not acted on it, nor ended. */
export function isAwaited({ status, service }: Order): boolean {
  return !isEnded(status) && waiting.includes(service.status)
}

/** Whether the deposit is on the chain, as far as this browser can say: it knows of no other one. */
export function isDepositMined(order: Order): boolean {
  // Who pays to an address is not known: it may be paid while a wallet is asked.
  if (order.kind === 'transfer') return true
  const deposit = depositOf(order)
  return deposit === undefined || deposit.state.status === 'confirmed'
}

/** Whether the service does not take up what was sent for an order. */
export const isUnlinked = ({ blocker }: Pick<Order, 'blocker'>) =>
  blocker?.code === 'order/unlinked'

/**
 * What is known of what pays for an order: mined, or shown by nodes; sent by a wallet; signed there, for the
 * service to send; or only named, by a person or by the service.
 */
export function howPaid(order: Order): 'mined' | 'sent' | 'signed' | 'named' {
  if (order.kind === 'transfer') {
    const hash = depositHashOf(order)
    const isSeen = order.transfer.seen.some(
      (each) => each.hash && hash && sameHash(each.hash, hash),
    )
    if (isSeen) return 'mined'
    return hash !== undefined && hash === paidByWallet(order) ? 'sent' : 'named'
  }
  if (isDepositMined(order)) return 'mined'
  return depositOf(order)?.action.kind === 'solanaSign' ? 'signed' : 'sent'
}

/** Where a mined deposit is looked for, should a reorganisation take it back; EVM only. */
export function minedPlaceOf(state: StepState) {
  return state.status === 'confirmed' ? state.mined : undefined
}

/** The order with one step in another state. */
export function withState(order: SwapOrder, stepId: StepId, state: StepState): SwapOrder {
  return {
    ...order,
    steps: order.steps.map((step) => (step.id === stepId ? { ...step, state } : step)),
  }
}

/** The order with one ask changed. */
export function withAttempt(
  order: SwapOrder,
  attemptId: AttemptId,
  change: (attempt: Attempt) => Attempt,
): SwapOrder {
  const attempts = order.attempts.map((each) =>
    each.attemptId === attemptId ? change(each) : each,
  )
  return { ...order, attempts }
}

/** The order with one more thing seen of an ask; the very same order where it was known. */
export function withSeen(order: SwapOrder, attemptId: AttemptId, seen: Seen): SwapOrder {
  const known = attemptById(order, attemptId)?.seen.some(
    (each) => each.hash === seen.hash && each.signedBytes === seen.signedBytes,
  )
  if (known !== false) return order
  return withAttempt(order, attemptId, (each) => ({ ...each, seen: [...each.seen, seen] }))
}

/** In which block it is seen what became of an ask, until that lies deep, and by whom; or how the person said so. */
export type Proved = {
  block?: string | undefined
  shownBy?: ShownBy | undefined
  typed?: true | undefined
}

/** The order with what became of an ask, and what is known of that (`proof`); without `what` it is open again. */
export function withEnd(
  order: SwapOrder,
  attemptId: AttemptId,
  at: number,
  what: AttemptEnd | undefined,
  proof: Proved = {},
): SwapOrder {
  return withAttempt(order, attemptId, ({ end: _, ...each }) =>
    what === undefined ? each : { ...each, end: tidy({ what, at, ...proof }) },
  )
}

/** Whether a field of an order, or of its terms, cannot be read: what stands in for it is not so. */
export const lacksField = ({ unread }: Order, field: string): boolean =>
  unread?.lacks.includes(field) === true
