import { refundTokenOf } from '@/src/domain/bridge-leg'
import { isDust } from '@/src/domain/deposit-sum'
import type { NotifyTopic } from '@/src/domain/effect'
import type { ErrorCode } from '@/src/domain/error'
import { freeOf, type Held } from '@/src/domain/held'
import { knownChain } from '@/src/domain/known-chains'
import type { Order, TokenAmount } from '@/src/domain/order'
import { isFailedByWord, isUnanswered } from '@/src/domain/order-parts'
import { formatAmount, formatTold, PAID_DIGITS } from '@/src/domain/written-amount'
import { formatMinor } from '@/src/domain/written-money'
import { plainText } from '@/src/lib/plain-text'

/** Longest token symbol that is shown: the rest is somebody's idea of an advertisement. */
const longestSymbol = 12

/** Why the service does not take what was paid to an address. */
const notTaken: Partial<Record<ErrorCode, string>> = {
  'order/unlinked': 'It was seen on the chain. Causeway goes on telling of it; open it.',
  'order/hash-taken': 'It counts it for another order. Open it to see what to do.',
}

/** What a notice says: what happened, and where the money is. */
export function toWords(order: Order, topic: NotifyTopic): { title: string; message: string } {
  const { to } = order.accepted
  const pair = `${paidOf(order)} for ${symbolOf(to)}`
  // What a file says is held, nobody has read here.
  const held = order.fromBackup ? undefined : freeOf(order)
  switch (topic) {
    case 'filled':
      return { title: 'Your money has arrived', message: delivered(order) }
    case 'refunded':
      return { title: 'Your deposit came back', message: refunded(order) }
    case 'unproved':
      return order.arrival?.kind === 'refund'
        ? {
            title: 'A refund could not be checked',
            message: `${pair}. The service says it was sent back. Open it to see where to look.`,
          }
        : {
            title: 'A payout could not be checked',
            message: `${pair}. The service says it was paid. Open it to see where to look.`,
          }
    case 'failed':
      if (order.kind === 'transfer' && order.transfer.closed?.why === 'ended') {
        const message = 'If you have paid, open it: your payment is still looked for.'
        return { title: 'The service closed a payment address', message: `${pair}. ${message}` }
      }
      return held
        ? { title: holds(held), message: `${pair} did not go through. ${fromThere}` }
        : { title: failed(order), message: `${pair}. Open it to see what to do.` }
    case 'held':
      // Told late, its payment may be on its way after all.
      return held
        ? { title: holds(held), message: `${pair} stopped before the payment. ${fromThere}` }
        : { title: 'Look at your swap', message: `${pair}. Open it to see where it stands.` }
    case 'late':
      return {
        title: `A ${nounOf(order)} takes longer than ${order.kind === 'purchase' ? 'usual' : 'promised'}`,
        message: `${pair}. It is still being followed; nothing is lost.`,
      }
    case 'needs-you':
      if (order.kind === 'transfer') {
        const why = order.blocker && notTaken[order.blocker.code]
        if (why)
          return { title: 'The service does not take your payment', message: `${pair}. ${why}` }
        // Of what our own wallet was asked for, nothing may have come at all.
        const isSeen = order.transfer.seen.some((each) => !isDust(order.transfer, each))
        const message = isSeen
          ? 'More, less or later than asked for came to its address. Open it.'
          : 'It is not clear what became of it. Open it.'
        return { title: 'Look at your payment', message: `${pair}. ${message}` }
      }
      return { title: 'A swap needs your answer', message: `${pair}. Open it to decide.` }
    case 'alarm':
      if (!order.alarm) {
        return {
          title: 'The service answers for another order',
          message: `${pair}. Nothing of that was believed; your own order is still being followed.`,
        }
      }
      if (order.alarm.kind === 'took') {
        return {
          title: 'More left your account than you accepted',
          message: `${pair}. Open it to see what was taken, and what to do now.`,
        }
      }
      return {
        title: 'What was sent is not what was asked',
        message: `${pair}. Open it to see the difference, and what to do now.`,
      }
  }
}

const fromThere = 'The service was paid nothing. Open it to go on from there, or to swap back.'

/** What a swap before the payment gave; by its trial alone where that was not read. */
function holds({ token, isRead }: Held): string {
  const chain = knownChain(token.chainId)
  const where = chain === null ? '' : ` on ${chain.name}`
  // Nothing is an amount here: what was read is so.
  const sum = `${formatAmount(token.amount, token.decimals, PAID_DIGITS)} ${symbolOf(token)}`
  return `You now hold ${isRead ? '' : 'about '}${sum}${where}`
}

/** What the chain shows is so; of an end that only the service speaks of, that is said. */
function failed(order: Order): string {
  const noun = nounOf(order)
  if (order.kind === 'purchase' && isUnanswered(order)) return 'A purchase had no answer'
  return isFailedByWord(order)
    ? `The service says that a ${noun} failed`
    : `A ${noun} did not go through`
}

const nounOf = ({ kind }: Order) => (kind === 'purchase' ? 'purchase' : 'swap')

function delivered({ accepted, arrival }: Order): string {
  const { to } = accepted
  const quoted = amountOf(to, to.amount)
  const amount = arrival?.found?.amount
  if (amount === undefined) return `${quoted} was quoted.`
  // Of an order that was found at the service it may not be known.
  const beside = to.amount === '0' ? '' : `, ${quoted} quoted`
  return `${amountOf(to, amount)} delivered${beside}.${seenBy(arrival)}`
}

function refunded(order: Order): string {
  const { accepted, arrival } = order
  const token = refundTokenOf(order)
  const amount = amountOf(token, arrival?.found?.amount ?? token.amount, PAID_DIGITS)
  return `${amount} went back to ${shorten(accepted.refundTo)}.${seenBy(arrival)}`
}

/** Where only one node could be asked, that is said with it. */
function seenBy(arrival: Order['arrival']): string {
  const { nodes = [], ownNode } = arrival?.found ?? {}
  return nodes.length === 1 && !ownNode ? ` Seen on one node (${nodes[0]}).` : ''
}

/** What is paid, as the order's own screen says it. */
function paidOf({ kind, accepted }: Order): string {
  const { from } = accepted
  return kind === 'purchase'
    ? formatMinor(from.amount, from.decimals, from.symbol)
    : amountOf(from, from.amount, PAID_DIGITS)
}

function amountOf(token: TokenAmount, units: string, significant?: number): string {
  return `${formatTold(units, token.decimals, significant)} ${symbolOf(token)}`
}

const symbolOf = ({ symbol }: TokenAmount) => plainText(symbol, longestSymbol)

function shorten(address: string): string {
  return address.length > 14 ? `${address.slice(0, 8)}...${address.slice(-6)}` : address
}
