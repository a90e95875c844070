import { sameAddress } from '@/src/domain/address'
import type { Held } from '@/src/domain/held'
import { familyOfChain } from '@/src/domain/known-chains'
import type { Order, TokenAmount } from '@/src/domain/order'
import { isEnded, isMadeHere, isMoneyOut, isMoved } from '@/src/domain/order-parts'
import { sameToken } from '@/src/domain/token-id'
import { toDecimal } from '../format/amount'
import type { App } from './app'
import { fillPayForm } from './pay-form'
import { toToken } from './requote'

/**
 * Whether an order may be filled in again: it is over, and nothing of it may still come or be lost.
 * Where money went out and nobody knows its end, another payment is not what is offered.
 */
export function canRunAgain(order: Order): boolean {
  const { status, alarm, accepted } = order
  // Its own form still has all but the amount.
  if (order.kind === 'purchase') return false
  if (!isEnded(status) || status === 'attention' || alarm !== undefined) return false
  // A record of the service may name a token without its decimals: no amount can be made of it.
  if ([accepted.from, accepted.to].some(({ symbol }) => symbol === '?')) return false
  if (status === 'filled' || status === 'refunded') return true
  // Nobody here reads whether it was paid.
  if (accepted.from.family) return false
  return isMadeHere(order) && !isMoneyOut(order) && !isMoved(order)
}

/**
 * Fills the form with an order's pair, amount and accounts, and shows it: of a payment by address, its own
 * form. Nothing is asked of a wallet; the accounts are confirmed like any others. What a site had filled in
 * gives way, and the site is told.
 */
export function runAgain(app: App, { kind, accepted }: Order): void {
  const { from, to, tradeType } = accepted
  const side = tradeType === 'EXACT_INPUT' ? 'pay' : 'receive'
  const fixed = side === 'pay' ? from : to
  app.dismissAsked()
  const receive = asListed(app, to)
  // The swap form takes nothing that is paid from such a chain: its own form has that.
  if (from.family) app.swap.choose('receive', receive)
  else {
    app.swap.fill({
      pay: asListed(app, from),
      receive,
      side,
      text: toDecimal(fixed.amount, fixed.decimals),
      recipient: kind === 'transfer' || isOwn(app, accepted) ? '' : accepted.recipient,
    })
  }
  const show = () => app.router.go({ screen: kind === 'transfer' ? 'pay' : 'swap' })
  if (kind !== 'transfer') show()
  // Where they cannot be kept, the accounts are typed again.
  else fillPayForm(app.backend, accepted).then(show, show)
}

/**
 * Fills the form with what a swap before the deposit gave, and exactly that much of it: on to what the order
 * was for, and to whom, or back to what was paid. Nothing is asked of a wallet.
 */
export function runFrom(app: App, order: Order, { token }: Held, way: 'on' | 'back'): void {
  const { accepted } = order
  if (app.askedBy.value !== undefined) app.dismissAsked()
  app.swap.fill({
    pay: asListed(app, token),
    receive: asListed(app, way === 'on' ? accepted.to : accepted.from),
    side: 'pay',
    text: toDecimal(token.amount, token.decimals),
    recipient: way === 'back' || isOwn(app, accepted) ? '' : accepted.recipient,
  })
  app.router.go({ screen: 'swap' })
}

/** The token as the service lists it now, with its price and its marks; else as it was accepted. */
export function asListed({ catalog }: App, side: TokenAmount) {
  return catalog.top.value.find((token) => sameToken(token, side)) ?? toToken(side)
}

/** Whether it went to the payer: to the account that paid, or to the own wallet on the other chain. */
function isOwn({ wallets }: App, { author, recipient, to }: Order['accepted']): boolean {
  const own = wallets.connections.value[familyOfChain(to.chainId)]?.account
  return [author, own].some((account) => account !== undefined && sameAddress(account, recipient))
}
