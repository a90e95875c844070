import { knownChain } from '@/src/domain/chain/known-chains'
import type { ErrorCode } from '@/src/domain/error'
import { isDust } from '@/src/domain/order/deposit-sum'
import { isDenied, isInDoubt, mayComeYet, takenOf } from '@/src/domain/order/guard'
import { type Held, heldOf } from '@/src/domain/order/held'
import type {
  Order,
  OrderStatus,
  PurchaseOrder,
  Step,
  SwapOrder,
  TransferOrder,
} from '@/src/domain/order/order'
import {
  attemptOfStep,
  attemptsOf,
  currentStepOf,
  depositOf,
  hashesOf,
  hashOf,
  howPaid,
  isAtService,
  isAwaited,
  isDealtWithHere,
  isDepositOut,
  isEnded,
  isFailedByWord,
  isForPerson,
  isKept,
  isMoneyOut,
  isMove,
  isMoved,
  isRefundTold,
  isRevoked,
  isShallow,
  isUnlinked,
  mayMoveMoney,
  movesMoney,
  revokeOf,
  stepsOf,
} from '@/src/domain/order/order-parts'
import { isPayOpen, isPayShown, isSaidOver, refundDueOf } from '@/src/domain/order/transfer'
import { isPayDenied, isPayPending } from '@/src/domain/order/wallet-payment'
import { saysUnpaid } from '@/src/domain/service/fiat-words'
import { formatAmount } from '../format/amount'
import { plainText } from '../format/text'
import { buyText } from './buy-text'
import { catalogue } from './catalogue'
import { errorCopy } from './errors'
import { safeText } from './form-errors'
import { orderText } from './order-text'
import { stepStatusLabel } from './status'

const moneyByStatus: Record<OrderStatus, string> = catalogue('money-by-status', {
  planned: 'Nothing is sent until you confirm.',
  running: 'Nothing has left your wallet.',
  submitted: 'Payment confirmed. Registering your swap.',
  tracking: 'Your payment has arrived at the service. The filler is paying out.',
  filled: 'Your money has arrived.',
  refunded: 'Swap not completed. Your money was sent back.',
  failed: 'The order ended without a payout.',
  unproved: 'The service says that the order ended. It could not be checked on the chain.',
  stopped: 'Cancelled. Nothing was paid.',
  // One out of a backup, which was under way there; what cannot be read has words of its own.
  attention:
    'It was under way when the backup was made. It is not followed here. Look in the wallet that was asked, or where the backup was made.',
})

const moneyText = catalogue('money', {
  sentOnly: 'Your wallet says that it sent your payment. Waiting to be confirmed.',
  /** On Solana the wallet signs alone; what was signed for an address that is paid is not sent. */
  signedOnly: 'You signed your payment. Waiting to be confirmed.',
  saysItself: {
    payout: 'The service says it paid. This is being checked on the chain.',
    refund: 'The service says it sent your money back. This is being checked on the chain.',
  },
  willReturn:
    'The service says that it will send your money back. Nothing of it was seen on the chain yet.',
  saysFailed:
    'The service says that it ended without a payout. This could not be checked on the chain.',
  /** Of an order that another computer, or a file, told of. */
  notAsked: 'Causeway looks for money that it sends back once you recover the order by its number.',
  givenUp: 'It ended on your word that nothing was sent.',
  /** Of a request that was seen nowhere, and that its wallet may send yet. */
  unseen: {
    title: 'It was not seen on the chain',
    what: 'The request had not reached the chain when it was last looked for.',
    money: 'If your wallet still shows the request, reject it there: it could still pay.',
    /** Of one that the wallet answered. */
    rejected: 'Your wallet says that it sent nothing, and nothing of it was seen on the chain.',
  },
  stoppedRejected: (symbol: string | undefined) =>
    symbol === undefined
      ? 'Cancelled. Your wallet says that it sent nothing.'
      : `Cancelled. Your wallet says that it sent nothing. Your ${symbol} approval stays until you revoke it.`,
  whileAsked: 'Nothing leaves your wallet until you confirm there.',
  hold: (sum: string) => `You now hold ${sum}. The service has been paid nothing.`,
  holdAbout: (sum: string) =>
    `A node showed that the step before the payment went through: by its simulation you now hold about ${sum}. The service has been paid nothing.`,
  /** Where only the wallet's page says that the payment after it was rejected. */
  holdIfRejected: (sum: string) =>
    `If you rejected it, you hold ${sum}, and the service has been paid nothing.`,
  heldOn: (sum: string, chain: string) => `${sum} on ${chain}`,
  /** Of a payment out of a backup that came to nothing: the order may have gone on since. */
  elsewhere:
    'The payment in the backup did not go through. The order may have been paid anew where the backup was made.',
  movedElsewhere: (symbol: string) =>
    `The backup ends with ${symbol} in your wallet, not paid on. It may have been used since, where the backup was made.`,
  stillAsked: (wallet: string) => `Cancelled. If ${wallet} still shows a request, reject it.`,
  approvalStays: (symbol: string) =>
    `Cancelled. Nothing was paid. Your ${symbol} approval stays until you revoke it.`,
})

/**
 * What steps before the deposit turned the money into, where nothing is under way to the service. How much
 * they gave is said as it was read, else as the figure of the review's simulation.
 */
function heldOnTheWay(order: SwapOrder): string | undefined {
  const held = heldOf(order)
  if (held === undefined) return undefined
  const sum = sayHeld(held)
  return held.isRead ? moneyText.hold(sum) : moneyText.holdAbout(sum)
}

/** `24.9 WETH on Base`. */
export function sayHeld({ token }: Held): string {
  const { chainId, amount, decimals, symbol } = token
  const chain = knownChain(chainId)
  const sum = `${formatAmount(amount, decimals)} ${plainText(symbol, 12)}`
  return chain === null ? sum : moneyText.heldOn(sum, chain.name)
}

/** A question that is still open in the wallet, or an approval that was given, is not undone by us. */
function whereStopped(order: SwapOrder): string {
  const { steps, wallet } = order
  const name = plainText(wallet.name, 24)
  const revoke = revokeOf(order)
  const asked = steps.filter((step) => step !== revoke)
  const isOpen = asked.some(({ state }) => state.status === 'asking' || state.status === 'unsure')
  // A wallet may still be answered once it is too late.
  const isLate = asked.some(
    ({ state }) => state.status === 'failed' && state.code === 'chain/blockhash-expired',
  )
  const isUnseen = mayComeYet(order)
  // Something like it landed, or too much was sent to say.
  const isDoubted = asked.some(
    ({ state }) => state.status === 'unsure' && state.checks.some(isForPerson),
  )
  if (isDoubted) return errorCopy['order/unsure'].money
  if (isOpen || isLate || (isUnseen && !isRejected(order))) return moneyText.stillAsked(name)
  const symbol = symbolLeft(order)
  if (isUnseen) return moneyText.stoppedRejected(symbol)
  return whereUnpaid(symbol)
}

/** The token of an approval that was given, and not taken back. */
function symbolLeft(order: SwapOrder): string | undefined {
  const left = isRevoked(order)
    ? undefined
    : order.steps.find(
        ({ facts, state }) => facts.kind === 'approve' && hashOf(state) !== undefined,
      )
  return left && plainText(left.facts.token.symbol, 12)
}

const whereUnpaid = (symbol: string | undefined) =>
  symbol === undefined ? moneyByStatus.stopped : moneyText.approvalStays(symbol)

/** Whether nothing else is said of a cancelled order than that nothing was paid. */
export function isStoppedUnpaid(order: Order): boolean {
  if (order.kind !== 'swap' || order.status !== 'stopped') return false
  return [whereUnpaid(symbolLeft(order)), moneyText.givenUp].includes(whereTheMoneyIs(order))
}

/** Of a payment by address: nothing here can say what a wallet that is not ours does. */
function whereTransferred(order: TransferOrder): string {
  const { status, arrival, transfer } = order
  if (isFailedByWord(order)) return moneyText.saysFailed
  const back = status === 'refunded' ? arrival?.found : undefined
  if (back && BigInt(back.amount) < refundDueOf(order).least) return transferMoney.partBack
  if (isEnded(status)) return status === 'stopped' ? whereClosed(order) : moneyByStatus[status]
  if (arrival) return moneyText.saysItself[arrival.kind]
  if (isRefundTold(order)) return moneyText.willReturn
  if (isSaidOver(order)) return transferMoney.saidOver
  const isSeen = transfer.seen.some((each) => !isDust(transfer, each))
  if (!isSeen && isPayPending(order)) return wherePaid(order)
  if (isDepositOut(order)) {
    const isNamed = isUnlinked(order) && howPaid(order) === 'named'
    return transferMoney[isSeen ? 'seen' : isNamed ? 'untaken' : 'told']
  }
  if (order.contradiction) return transferMoney.other
  if (transfer.astray !== undefined) return transferMoney.astray
  if (transfer.closed?.why === 'found') return transferMoney.found
  if (isPayShown(order)) return moneyText.unseen.money
  if (isPayOpen(order)) return errorCopy['order/may-land'].money
  if (transfer.closed) return transferMoney.closed
  return transferMoney[order.accepted.from.family ? 'unread' : 'waiting']
}

/** Of what a connected wallet is asked to pay, until the chain shows it at the address. */
function wherePaid(order: TransferOrder): string {
  switch (currentStepOf(order)?.state.status) {
    case 'unsure':
      return errorCopy['order/unsure'].money
    case 'asking':
      return moneyText.whileAsked
    case 'sent':
      return order.pay?.wallet.family === 'solana' ? moneyText.signedOnly : moneyText.sentOnly
    case 'verified':
    case 'confirmed':
      return stepStatusLabel.verified
    default:
      return isPayDenied(order) ? errorCopy['order/unproved'].money : transferMoney.waiting
  }
}

/** A closed address of which nothing is expected any more, and who says so. */
function whereClosed({ transfer }: TransferOrder): string {
  if (transfer.closed?.unpaid) return transferMoney.byWord
  return transferMoney[transfer.seen.length > 0 ? 'dust' : 'none']
}

const transferMoney = catalogue('transfer-money', {
  waiting:
    'No payment was seen yet. Your money is where you keep it until you pay from your wallet.',
  unread: 'The service has told of no payment yet. Your money is where you keep it until you pay.',
  closed: 'No payment was seen. Nothing is due any more.',
  astray:
    'Other money than what was asked for was seen at the address. It does not pay for this order.',
  found: 'No payment is known of. It is paid only where its address is shown, never from here.',
  seen: 'Your payment was seen at the address of the service.',
  told: 'The service is looking at your payment.',
  untaken: 'You named a payment. None was seen yet, and the service has not taken it up.',
  other: 'No payment was seen. Your money is where you keep it: do not pay to this address.',
  saidOver:
    'The service says that this order ended without a payout. Your payment is still followed: ask the service for it.',
  none: 'Closed. No payment was ever seen.',
  dust: 'Closed. Nothing was ever seen but what is listed here.',
  byWord: 'Closed on your word that nothing was paid.',
  partBack: 'Swap not completed. Part of what you paid was sent back.',
})

/** Of a purchase: what was charged only the provider knows. */
function purchaseMoney(order: PurchaseOrder): string {
  const { status, arrival, failure } = order
  const word = order.service.status
  if (status === 'submitted' && word !== undefined && !saysUnpaid(word)) {
    return buyText.money.unclear(plainText(word, 40))
  }
  if (status === 'submitted' && order.blocker) return buyText.money.lastWord
  if (status === 'planned' || status === 'submitted') return buyText.money[status]
  if (status === 'stopped') return buyText.money.givenUp
  if (status === 'failed') {
    if (failure?.code === 'order/not-made') return buyText.money.lost
    return buyText.money[order.purchase.paidAt === undefined ? 'ended' : 'endedPaid']
  }
  if (status === 'tracking' && arrival) {
    return arrival.kind === 'refund' ? buyText.money.returning : buyText.money.proving
  }
  if (isRefundTold(order)) return moneyText.willReturn
  if (status === 'tracking') return buyText.money.underWay
  if (status === 'refunded') return buyText.money.returned
  return moneyByStatus[status]
}

/** What is said of a second payment: it may be the only one where nothing else of the order is known to be sent. */
export function secondText(order: Order, { like }: { like?: true }) {
  if (!like) return orderText.alarm.second
  if (stepsOf(order).some(isInDoubt)) return orderText.alarm.likeFirst
  const isKnown =
    stepsOf(order).some((step) => movesMoney(step) && hashOf(step.state) !== undefined) ||
    attemptsOf(order).some((each) => mayMoveMoney(each) && hashesOf(each).length > 0)
  return orderText.alarm[isKnown ? 'like' : 'likeAlone']
}

/** Where the money is, in one sentence, and never surer than what is known. */
export function whereTheMoneyIs(order: Order): string {
  if (order.alarm?.kind === 'second') return secondText(order, order.alarm).money
  if (order.alarm?.kind === 'took' && order.alarm.power) return orderText.alarm.power.money
  if (order.alarm !== undefined) return errorCopy[order.alarm.code].money
  if (order.unread) return errorCopy['order/attention'].money
  if (isKept(order)) return moneyByStatus.attention
  if (order.kind === 'transfer') return whereTransferred(order)
  if (order.kind === 'purchase') return purchaseMoney(order)
  const step = order.steps[order.current]
  // Nothing is claimed of a payment that only a page says was refused.
  const over = order.status === 'running' || order.status === 'stopped'
  if (over && isDenied(order)) {
    const held = heldOf(order)
    return held ? moneyText.holdIfRejected(sayHeld(held)) : errorCopy['order/unproved'].money
  }
  const { code, orderId } = order.blocker ?? {}
  // What another order asked for is no money of this one.
  const mayLand = code === 'order/may-land' && orderId === undefined
  if (mayLand || isLostForNow(order)) return errorCopy['order/may-land'].money
  const held = heldOnTheWay(order)
  if (held !== undefined && (over || order.status === 'failed')) return held
  if (mayBeElsewhere(order)) return moneyText.elsewhere
  const isByWord = isGivenUp(order)
  const moved = order.fromBackup && isEnded(order.status) && !isByWord && movedTo(order)
  if (moved) return moneyText.movedElsewhere(plainText(moved, 12))
  if (order.status === 'stopped') return isByWord ? moneyText.givenUp : whereStopped(order)
  const isUnseen = mayComeYet(order)
  if (step?.state.status === 'unsure' && movesMoney(step)) return errorCopy['order/unsure'].money
  const isRevoke = step !== undefined && step === revokeOf(order)
  if (step?.state.status === 'unsure' && !isUnseen && !isRevoke) {
    return orderText.unsure.approvalMoney
  }
  if (step !== undefined && isMove(step.facts) && order.status === 'running') {
    if (step.state.status === 'asking') return moneyText.whileAsked
    if (step.state.status === 'sent') return moneyText.sentOnly
    if (step.state.status === 'verified') return stepStatusLabel.verified
  }
  const deposit = order.steps.find((step) => step.deposit)?.state
  // A transaction that no block holds is neither on the chain nor with anybody yet.
  if (isAwaited(order) && (deposit?.status === 'sent' || deposit?.status === 'verified')) {
    if (howPaid(order) === 'signed') return moneyText.signedOnly
    return deposit.status === 'sent' ? moneyText.sentOnly : stepStatusLabel.verified
  }
  if (order.status === 'running' && deposit?.status === 'asking') return moneyText.whileAsked
  if (order.status === 'running' && deposit?.status === 'confirmed') return moneyByStatus.submitted
  // Of what the service was told of nothing came, and another request may have paid.
  if (isAtService(order) && deposit?.status === 'failed') return errorCopy['order/unsure'].money
  if (order.status === 'tracking' && order.arrival) return moneyText.saysItself[order.arrival.kind]
  if (isRefundTold(order)) return moneyText.willReturn
  // The chain shows a payment that came, never that none will.
  if (isFailedByWord(order)) return moneyText.saysFailed
  if (order.failure?.code === 'order/given-up') return moneyText.givenUp
  if (order.status === 'running' && isByWord) return errorCopy['order/given-up'].money
  if (order.status === 'running' && isUnseen) return unseenMoney(order)
  return moneyByStatus[order.status]
}

/** Whether a reorganisation may yet make good the payment that a step came to nothing with. */
const isLostForNow = (order: SwapOrder) =>
  order.steps.some((step) => {
    const attempt = attemptOfStep(order, step)
    return attempt !== undefined && isShallow(attempt)
  })

/** Whether the person alone said of a payment that it was not sent: it may be on its way after all. */
const isGivenUp = ({ attempts }: SwapOrder) =>
  attempts.some((each) => mayMoveMoney(each) && each.end?.what === 'given-up') &&
  !attempts.some(({ deposit, end }) => deposit && end?.what === 'mined')

/** The token that steps before a deposit left in the wallet, where the deposit was not made. */
const movedTo = (order: SwapOrder) =>
  !isMoneyOut(order) && isMoved(order) ? takenOf(order).symbol : undefined

/** Whether an order out of a backup came to nothing here, which says nothing of where it was made. */
const mayBeElsewhere = (order: SwapOrder) =>
  order.fromBackup &&
  (order.status === 'failed' || order.status === 'stopped') &&
  depositOf(order)?.state.status === 'failed' &&
  !isGivenUp(order)

/** Whether the wallet answered the payment that is asked for with "rejected". */
const isRejected = ({ steps }: SwapOrder) =>
  steps.some((step) => movesMoney(step) && step.state.status === 'declined')

const unseenMoney = (order: SwapOrder) =>
  isRejected(order) ? moneyText.unseen.rejected : moneyText.unseen.money

/** Whether the usual words on the money say that nothing was asked, or sent, though a step before it was. */
function deniesEarlier({ attempts, steps, status }: SwapOrder, code: ErrorCode): boolean {
  const { money } = errorCopy[code]
  if (status !== 'running') return false
  if (money === safeText.nothingAsked) return attempts.length > 0
  const isDone = steps.some(({ state }) => state.status === 'confirmed')
  return isDone && money === errorCopy['wallet/declined'].money
}

/** Codes that say of themselves what is known of the money. */
const ownWords: readonly ErrorCode[] = ['order/given-up', 'chain/reverted']

/**
 * What is said of a payment (`step`) or an order that failed in place of the usual words of the code: no
 * more than what was seen, where the wallet may send the request yet.
 */
export function failureWords(
  order: Order,
  code: ErrorCode,
  step?: Step,
): { title?: string; what?: string; money?: string | null } {
  if (code === 'order/failed-at-service' && !isDealtWithHere(order)) {
    return { money: moneyText.notAsked }
  }
  const isOther = step !== undefined && !movesMoney(step)
  // What was paid before an allowance is taken back is no matter of that.
  if (isOther && step === revokeOf(order)) return { money: null }
  // Only its page says so, which is checked: no money was asked for, whatever it was.
  const isSaid =
    isOther && order.kind === 'swap' && attemptOfStep(order, step)?.end?.what === 'refused'
  if (isSaid) return { money: orderText.unsure.approvalMoney }
  if (order.kind !== 'swap') return {}
  // What a step before it did is not undone by this one.
  if (heldOf(order) !== undefined) return { money: whereTheMoneyIs(order) }
  const usual =
    deniesEarlier(order, code) && !mayComeYet(order) ? { money: moneyByStatus.running } : {}
  if (isOther) return usual
  if (mayBeElsewhere(order)) return { money: moneyText.elsewhere }
  if (isLostForNow(order)) return { money: errorCopy['order/may-land'].money }
  if (ownWords.includes(code)) return {}
  if (isGivenUp(order)) return { money: errorCopy['order/given-up'].money }
  if (!mayComeYet(order)) return usual
  const money = unseenMoney(order)
  const { title, what } = moneyText.unseen
  return code === 'order/not-sent' ? { title, what, money } : { money }
}
