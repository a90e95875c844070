import { knownChain } from '@/src/domain/chain/known-chains'
import { receivedOf, returnedOf } from '@/src/domain/order/arrival'
import { refundTokenOf } from '@/src/domain/order/bridge-leg'
import { isOdd } from '@/src/domain/order/deposit-sum'
import type { NotifyTopic } from '@/src/domain/order/effect'
import { freeOf, type Held } from '@/src/domain/order/held'
import { usualOf } from '@/src/domain/order/late'
import type { Order, TokenAmount } from '@/src/domain/order/order'
import { howPaid, isFailedByWord } from '@/src/domain/order/order-parts'
import { formatAmount, formatExact, formatPaid } from '@/src/domain/token/written-amount'
import { formatMinor } from '@/src/domain/token/written-money'
import { plainText } from '@/src/lib/plain-text'
import type { NoticeText } from './notice-text'

/** Longest token symbol that is shown: the rest is somebody's idea of an advertisement. */
const longestSymbol = 12

/** What a notice says, in the words of a language: what happened, and where the money is. */
export function toWords(
  order: Order,
  topic: NotifyTopic,
  text: NoticeText,
): { title: string; message: string } {
  const pair = [paidOf(order), symbolOf(order.accepted.to)] as const
  const held = freeOf(order)
  switch (topic) {
    case 'filled':
      return { title: text.filled, message: delivered(order, text) }
    case 'refunded':
      return { title: text.refunded, message: refunded(order, text) }
    case 'unproved':
      return order.arrival?.kind === 'refund'
        ? { title: text.unproved.refund, message: text.unproved.refundSaid(...pair) }
        : { title: text.unproved.payout, message: text.unproved.payoutSaid(...pair) }
    case 'failed':
      return held
        ? { title: holds(held, text), message: text.heldFailed(...pair) }
        : { title: failed(order, text), message: text.whatToDo(...pair) }
    case 'held':
      // Told late, its payment may be on its way after all.
      return held
        ? { title: holds(held, text), message: text.heldStopped(...pair) }
        : { title: text.look, message: text.lookSaid(...pair) }
    case 'late':
      return {
        title:
          order.kind === 'purchase' ? text.lateBuying : usualOf(order) ? text.lateHere : text.late,
        message: text.lateSaid(...pair),
      }
    case 'needs-you':
      if (order.kind === 'transfer') {
        // Why the service does not take what was paid to the address.
        if (order.blocker?.code === 'order/hash-taken') {
          return { title: text.notTaken, message: text.hashTaken(...pair) }
        }
        // Of what our own wallet was asked for, nothing may have come at all.
        const say = isOdd(order.transfer) ? text.paymentOther : text.paymentUnclear
        return { title: text.payment, message: say(...pair) }
      }
      return { title: text.decide, message: text.decideSaid(...pair) }
    case 'unlinked':
      return { title: text.notTaken, message: text.unlinked[howPaid(order)](...pair) }
    case 'closed':
      return { title: text.closed, message: text.closedSaid(...pair) }
    case 'unanswered':
      return { title: text.failed.unanswered, message: text.whatToDo(...pair) }
    case 'alarm':
      if (!order.alarm) return { title: text.strayed, message: text.strayedSaid(...pair) }
      if (order.alarm.kind !== 'took')
        return { title: text.other, message: text.otherSaid(...pair) }
      return order.alarm.power
        ? { title: text.power, message: text.powerSaid(...pair) }
        : { title: text.took, message: text.tookSaid(...pair) }
  }
}

/** What a swap before the payment gave; by its trial alone where that was not read. */
function holds({ token, isRead }: Held, text: NoticeText): string {
  const chain = knownChain(token.chainId)
  // Nothing is an amount here: what was read is so.
  const sum = `${formatAmount(token.amount, token.decimals)} ${symbolOf(token)}`
  if (chain === null) return isRead ? text.holds(sum) : text.holdsAbout(sum)
  return isRead ? text.holdsOn(sum, chain.name) : text.holdsAboutOn(sum, chain.name)
}

/** What the chain shows is so; of an end that only the service speaks of, that is said. */
function failed(order: Order, { failed: say }: NoticeText): string {
  if (order.kind === 'purchase') return isFailedByWord(order) ? say.purchaseSaid : say.purchase
  return isFailedByWord(order) ? say.swapSaid : say.swap
}

function delivered(order: Order, text: NoticeText): string {
  const { accepted, arrival } = order
  const to = receivedOf(order)
  const quoted = amountOf(accepted.to, to.amount)
  const found = arrival?.found?.amount
  if (found === undefined) return text.quoted(quoted)
  const sum = amountOf(to, found)
  // Of an order that was found at the service it may not be known.
  const said = to.amount === '0' ? text.delivered(sum) : text.deliveredOf(sum, quoted)
  return `${said}${seenBy(arrival, text)}`
}

function refunded(order: Order, text: NoticeText): string {
  const { accepted, arrival } = order
  const token = returnedOf(order, refundTokenOf(order))
  const amount = amountOf(token, arrival?.found?.amount ?? token.amount)
  return `${text.wentBack(amount, shorten(accepted.refundTo))}${seenBy(arrival, text)}`
}

/** Where only one node could be asked, that is said after it. */
function seenBy(arrival: Order['arrival'], text: NoticeText): string {
  const { nodes = [], ownNode } = arrival?.found ?? {}
  const [node, ...others] = nodes
  return node === undefined || others.length > 0 || ownNode ? '' : ` ${text.seenOnOne(node)}`
}

/** What is paid, as the order's own screen says it. */
function paidOf({ kind, accepted }: Order): string {
  const { from } = accepted
  return kind === 'purchase'
    ? formatMinor(from.amount, from.decimals, from.symbol)
    : `${formatPaid(from.amount, from.decimals)} ${symbolOf(from)}`
}

/** What came or went back, and what was quoted: in full, as the order's own screen says it. */
function amountOf(token: TokenAmount, units: string): string {
  const sum = units === '0' ? '?' : formatExact(units, token.decimals)
  return `${sum} ${symbolOf(token)}`
}

const symbolOf = ({ symbol }: TokenAmount) => plainText(symbol, longestSymbol)

function shorten(address: string): string {
  return address.length > 14 ? `${address.slice(0, 8)}...${address.slice(-6)}` : address
}
