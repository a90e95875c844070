import { sameAddress } from '@/src/domain/address/address'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import type { Held } from '@/src/domain/order/held'
import type { Order, TokenAmount } from '@/src/domain/order/order'
import { isEnded, isMadeHere, isMoneyOut, isMoved } from '@/src/domain/order/order-parts'
import { sameToken } from '@/src/domain/token/token-id'
import { againText } from '../copy/again-text'
import { toDecimal } from '../format/amount'
import { addedTokens } from './added-tokens'
import type { App } from './app'
import { fillPayForm } from './pay-form'
import { findToken } from './prefill'
import { toToken } from './requote'
import { writeRoute } from './router'

/** What an order needs and the service has no more: a network, or a token of one. */
export type Gone = { what: 'chain' | 'token'; side: TokenAmount }

/**
 * Whether an order may be filled in again: it is over, and nothing of it may still come or be lost.
 * Where money went out and nobody knows its end, another payment is not what is offered.
 */
export function canRunAgain(order: Order): boolean {
  const { status, alarm, accepted } = order
  if (!isEnded(status) || status === 'attention' || alarm !== undefined) return false
  // A record of the service may name a token without its decimals: no amount can be made of it.
  if ([accepted.from, accepted.to].some(({ symbol }) => symbol === '?')) return false
  // Of a purchase that failed or was given up nobody here reads whether it was paid.
  if (order.kind === 'purchase') {
    return isMadeHere(order) && (status === 'filled' || status === 'refunded')
  }
  if (status === 'filled' || status === 'refunded') return true
  // Nobody here reads whether it was paid.
  if (accepted.from.family) return false
  return isMadeHere(order) && !isMoneyOut(order) && !isMoved(order)
}

/** The first network of an order that the service does not offer any more. */
export function goneChainOf({ catalog }: Pick<App, 'catalog'>, order: Order): Gone | undefined {
  const side = sidesOf(order).find(({ chainId }) => catalog.isGone(chainId))
  return side && { what: 'chain', side }
}

/** The first token of an order that the service does not list any more; one that was added stays. */
async function goneTokenOf(app: App, order: Order): Promise<Gone | undefined> {
  // What is only paid with stands in a list of its own, which the form reads.
  const sides = sidesOf(order).filter(
    (side) => !side.family && !addedTokens(app).some((token) => sameToken(token, side)),
  )
  const isListed = async (side: TokenAmount) => {
    try {
      return (await findToken(app.backend, app.catalog, side)) !== undefined
    } catch {
      // Nobody says that it is gone: the form asks for a price, and tells what comes of it.
      return true
    }
  }
  const listed = await Promise.all(sides.map(isListed))
  const side = sides.find((_, place) => !listed[place])
  return side && { what: 'token', side }
}

/** What is paid and received; of a purchase the money is no token. */
const sidesOf = ({ kind, accepted: { from, to } }: Order) =>
  kind === 'purchase' ? [to] : [from, to]

/**
 * Fills the form with an order's pair and amount, and shows it: of a payment by address or a purchase, its own
 * form. Nothing is asked of a wallet; the accounts are confirmed like any others. A recipient who is neither
 * the person nor in the account book is left out, with a note. What a site had filled in gives way, and the
 * site is told. Gives what is gone, where the form was left as it is for that.
 */
export async function runAgain(app: App, order: Order): Promise<Gone | undefined> {
  const { kind, accepted } = order
  const { from, to, tradeType } = accepted
  const shown = writeRoute(app.router.route.value)
  const gone = goneChainOf(app, order) ?? (await goneTokenOf(app, order))
  const recipient = await recipientOf(app, order)
  // Who went elsewhere meanwhile stays there.
  if (gone || writeRoute(app.router.route.value) !== shown) return gone
  const side = tradeType === 'EXACT_INPUT' ? 'pay' : 'receive'
  const fixed = side === 'pay' ? from : to
  app.dismissAsked()
  app.formNote.value = recipient === undefined ? againText.leftOut : undefined
  const receive = asListed(app, to)
  const show = (screen: 'swap' | 'pay' | 'buy') => app.router.go({ screen })
  // Where they cannot be kept, the accounts are typed again.
  if (kind === 'purchase') {
    const amount = toDecimal(from.amount, from.decimals)
    const filled = { currency: from.symbol, amount, token: receive, recipient: recipient ?? '' }
    const { fillBuyForm } = await import('./buy')
    await fillBuyForm(app.backend, filled).catch(() => undefined)
    show('buy')
    return undefined
  }
  // The swap form takes nothing that is paid from such a chain: its own form has that.
  if (from.family) app.swap.choose('receive', receive)
  else {
    app.swap.fill({
      pay: asListed(app, from),
      receive,
      side,
      text: toDecimal(fixed.amount, fixed.decimals),
      recipient: kind === 'transfer' ? '' : (recipient ?? ''),
    })
  }
  if (kind === 'transfer') {
    await fillPayForm(app.backend, { ...accepted, recipient: recipient ?? '' }).catch(
      () => undefined,
    )
  }
  show(kind === 'transfer' ? 'pay' : 'swap')
  return undefined
}

/**
 * Fills the form with what a swap before the deposit gave, and exactly that much of it: on to what the order
 * was for, and to whom, or back to what was paid. Nothing is asked of a wallet.
 */
export function runFrom(app: App, order: Order, { token }: Held, way: 'on' | 'back'): void {
  const { accepted } = order
  app.dismissAsked()
  app.formNote.value = undefined
  app.swap.fill({
    pay: asListed(app, token),
    receive: asListed(app, way === 'on' ? accepted.to : accepted.from),
    side: 'pay',
    text: toDecimal(token.amount, token.decimals),
    recipient: way === 'back' || isOwn(app, order) ? '' : accepted.recipient,
    follows: order.id,
  })
  app.router.go({ screen: 'swap' })
}

/** The token as the service lists it now, with its price and its marks; else as it was accepted. */
export function asListed({ catalog }: Pick<App, 'catalog'>, side: TokenAmount) {
  return catalog.top.value.find((token) => sameToken(token, side)) ?? toToken(side)
}

/**
 * Who receives again: empty for the person's own account, which the form knows by itself; undefined for
 * somebody of whom the account book knows nothing, or nothing that was compared here.
 */
async function recipientOf(app: App, order: Order): Promise<string | undefined> {
  const { kind, accepted } = order
  const { recipient } = accepted
  // The form of payments by address asks for one in any case.
  if (isOwn(app, order)) return kind === 'transfer' ? recipient : ''
  try {
    const { entries } = await (await app.backend.book()).read()
    const isKnown = ({ address, unchecked }: (typeof entries)[number]) =>
      !unchecked && sameAddress(address, recipient)
    return entries.some(isKnown) ? recipient : undefined
  } catch {
    return undefined
  }
}

/** Whether an order pays to an account of the person's own that is connected here, or to the one that pays. */
function isOwn({ wallets }: App, { kind, accepted }: Order): boolean {
  const { author, recipient, to } = accepted
  const own = wallets.connections.value[familyOfChain(to.chainId)]
  const accounts = [...(own?.accounts ?? []), own?.account, kind === 'swap' ? author : '']
  return accounts.some((account) => account && sameAddress(account, recipient))
}
