import { sameAddress } from '../address/address'
import { familyOfAddress, isNobodysAccount } from '../address/check-address'
import { familyOfChain } from '../chain/known-chains'
import { type QuoteCheck, readUnits } from '../policy/policy-quote'
import { saysPaid } from '../service/fiat-words'
import { type FiatStep, isFinalFiatOrder, toFiatStep } from '../service/service-status'
import { currencyDecimals } from '../token/currency-decimals'
import { toDecimal } from '../token/written-amount'
import type { PurchaseView } from './event'
import type { Accepted, Order, Otherwise, PurchaseOrder } from './order'
import {
  isAtService,
  isDealtWithHere,
  isFailedByWord,
  isGivenUp,
  isSought,
  isUnanswered,
} from './order-parts'
import { type PlanToken, toTokenAmount } from './plan'

/** What a person wants to buy; `fiatAmount` is a display decimal of the currency. */
export type PurchaseAsk = {
  fiatCurrency: string
  fiatAmount: string
  outputAsset: { chainId: number; address: string }
  recipient: string
  refundTo: string
  /** Where a `jump` settles, and sends back what it cannot bridge; absent where nobody says. */
  hubChainId?: number | undefined
  /** What all providers together take in one order; absent where nobody says. */
  limits?: Limits | undefined
  /** Only this provider is asked. */
  provider?: string | undefined
}

/** What may be paid in one order, display decimals of its currency; either may not be told. */
export type Limits = { min?: string | undefined; max?: string | undefined }

/** A provider's offer, structurally the service's; amounts in smallest units, times in unix seconds. */
export type Offer = {
  quoteId: string
  providerName: string
  provider?: string | undefined
  totalFee?: string | undefined
  expectedOutputAmount: string
  minOutputAmount: string
  expiresAt: number
  swapStrategy: string
  fiatCurrency?: string | undefined
  fiatAmount?: string | undefined
  outputAsset?: { chainId: number; address: string } | undefined
  minFiatAmount?: string | undefined
  maxFiatAmount?: string | undefined
}

/** What the fiat API says of an order, structurally its answer. */
export type FiatOrderRecord = {
  orderId: string
  status: string
  provider?: string | undefined
  action?: { type: string; url?: string | undefined } | undefined
  outputAmount?: string | undefined
  transferTxHash?: string | undefined
  failure?: { message?: string | undefined; reason?: string | undefined } | undefined
  terminal?: boolean | undefined
  bridgeOrderId?: string | undefined
  recipient?: string | undefined
  outputAsset?: { chainId: number; address: string } | undefined
  fiatCurrency?: string | undefined
  fiatAmount?: string | undefined
}

/** Reads a display decimal into the currency's smallest unit; null where it is none, or too fine. */
export function toMinorUnits(text: string, decimals: number): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  const rest = fraction.replace(/0+$/, '')
  if (whole === '' || rest.length > decimals) return null
  return BigInt(whole + rest.padEnd(decimals, '0'))
}

/** Digits after the point with which bounds are compared: more than any currency has. */
export const boundDigits = 18

/** Bounds as they can be read; undefined where they leave no amount. Some write 0 for "no limit". */
function readLimits({ min = '', max = '' }: Limits) {
  const [least, most] = [min, max].map((text) => toMinorUnits(text, boundDigits) || undefined)
  return least && most && least > most ? undefined : { least, most }
}

/**
 * Says whether an amount is below (`low`) or above (`high`) what may be paid in one order. A bound that
 * cannot be read is none, and so are two that leave no amount between them.
 */
export function beyondLimits(amount: string, limits: Limits) {
  const [paid, { least, most } = {}] = [toMinorUnits(amount, boundDigits), readLimits(limits)]
  if (paid === null) return undefined
  if (least && paid < least) return 'low'
  return most && paid > most ? 'high' : undefined
}

/**
 * What may be paid for an offer in one order: by its own word, and else by that of all providers, where
 * that leaves any amount beside its own.
 */
export function limitsOf({ limits }: PurchaseAsk, offer: Offer): Limits {
  const { minFiatAmount: min, maxFiatAmount: max } = offer
  const both = { min: min ?? limits?.min, max: max ?? limits?.max }
  return readLimits(both) ? both : { min, max }
}

const bad = (detail: string): QuoteCheck => ({ ok: false, code: 'service/bad-answer', detail })

/**
 * Says whether an offer answers what was asked and still holds at `now` (unix seconds): what it echoes
 * is the same, the least is more than nothing and no more than what is expected, and what is paid is
 * within what may be paid in one order.
 */
export function checkOffer(asked: PurchaseAsk, offer: Offer, now: number): QuoteCheck {
  const decimals = currencyDecimals(asked.fiatCurrency)
  const money = decimals === null ? null : toMinorUnits(asked.fiatAmount, decimals)
  if (decimals === null || !money) return bad('No amount of a currency')
  const { outputAsset, recipient, refundTo } = asked
  if (familyOfAddress(recipient) !== familyOfChain(outputAsset.chainId)) return bad('No recipient')
  if (familyOfAddress(refundTo) === null) return bad('No refund address')
  const isLost = (each: string) => isNobodysAccount(each) || sameAddress(each, outputAsset.address)
  if (isLost(recipient) || isLost(refundTo)) return bad("Nobody's account")
  const [least, expected] = [offer.minOutputAmount, offer.expectedOutputAmount].map(readUnits)
  if (!least || !expected || least > expected) return bad('The amounts make no sense')
  const { fiatCurrency = asked.fiatCurrency, fiatAmount = asked.fiatAmount } = offer
  if (fiatCurrency.toUpperCase() !== asked.fiatCurrency.toUpperCase()) return bad('Other currency')
  if (toMinorUnits(fiatAmount, decimals) !== money) return bad(`Takes ${fiatAmount}`)
  if (!isAsset(outputAsset, offer.outputAsset)) return bad('Brings another token')
  const { hubChainId: hub } = asked
  const fits = hub !== undefined && familyOfAddress(refundTo) === familyOfChain(hub)
  if (offer.swapStrategy !== 'direct' && !fits) {
    return { ok: false, code: 'form/recipient-wrong-family', detail: `Refunds on ${hub}` }
  }
  const beyond = beyondLimits(asked.fiatAmount, limitsOf(asked, offer))
  if (beyond) return { ok: false, code: 'service/cannot-fill', detail: `Too ${beyond}` }
  if (now < offer.expiresAt) return { ok: true }
  return { ok: false, code: 'policy/quote-expired', detail: `Expired at ${offer.expiresAt}` }
}

function isAsset(asked: PurchaseAsk['outputAsset'], told: Offer['outputAsset']): boolean {
  if (told === undefined) return true
  return told.chainId === asked.chainId && sameAddress(told.address, asked.address)
}

/** How long a provider may take from the payment to the delivery before it is called slow, s. */
const usualDuration = 1_200

/** What the person accepts by taking this offer. Expects an offer that was checked. */
export function toAcceptedPurchase(asked: PurchaseAsk, offer: Offer, token: PlanToken): Accepted {
  const code = asked.fiatCurrency.toUpperCase()
  const decimals = currencyDecimals(code) ?? 0
  const amount = String(toMinorUnits(asked.fiatAmount, decimals) ?? 0n)
  return {
    quoteId: offer.quoteId,
    routeId: offer.providerName,
    routeType: offer.swapStrategy,
    tradeType: 'EXACT_INPUT',
    from: { chainId: 0, address: '', symbol: code, decimals, amount },
    to: toTokenAmount(token, offer.expectedOutputAmount),
    minAmountOut: offer.minOutputAmount,
    author: asked.recipient,
    recipient: asked.recipient,
    refundTo: asked.refundTo,
    expectedDurationSeconds: usualDuration,
    quoteExpiresAt: offer.expiresAt,
    validBefore: offer.expiresAt,
  }
}

/** What is kept of the fiat API's answer. */
export function toPurchaseView(record: FiatOrderRecord): PurchaseView {
  const { orderId, status, failure, action } = record
  const completed = status.toLowerCase() === 'completed'
  const reason = failure?.message ?? failure?.reason
  const view: PurchaseView = {
    orderId,
    status,
    stage: completed ? 'completed' : isFinalFiatOrder(record) ? 'over' : 'open',
  }
  if (action) view.action = { type: action.type, ...(action.url ? { url: action.url } : {}) }
  if (record.transferTxHash !== undefined) view.hash = record.transferTxHash
  if (record.outputAmount !== undefined) view.amount = record.outputAmount
  if (reason !== undefined) view.reason = reason.slice(0, 300)
  if (record.provider !== undefined) view.provider = record.provider.slice(0, 80)
  if (record.bridgeOrderId !== undefined) view.bridgeOrderId = record.bridgeOrderId
  return view
}

const isWord = (one: string) => (other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** The provider as the order itself names it, where the offer did not tie that to the name it showed. */
export function otherNameOf({ purchase }: PurchaseOrder): string | undefined {
  const { provider, providerId, told } = purchase
  return told === undefined || providerId !== undefined || isWord(told)(provider) ? undefined : told
}

/** The first fact in which the service's record of a purchase is not what was accepted. */
export function purchaseContradiction(
  { accepted: { recipient, from, to }, purchase }: PurchaseOrder,
  record: FiatOrderRecord,
): Otherwise | undefined {
  const told = record.recipient
  // A purchase that was found by its number knows only what it was told then.
  if (told !== undefined && recipient !== '' && !sameAddress(told, recipient)) {
    return { field: 'recipient', accepted: recipient, told }
  }
  const { provider, providerId } = purchase
  const other = record.provider
  // Without the offer's own id nothing ties the order's word to the name that was shown.
  if (
    other !== undefined &&
    providerId !== undefined &&
    ![provider, providerId].some(isWord(other))
  ) {
    return { field: 'provider', accepted: provider, told: other }
  }
  const { symbol } = from
  const { fiatCurrency = symbol, fiatAmount = '' } = record
  const code = fiatCurrency.toUpperCase()
  const accepted = toDecimal(from.amount, from.decimals)
  const unitsOf = (text = '') => toMinorUnits(text, boundDigits) ?? 0n
  // A provider may count its fee into what is paid; more than both was never accepted.
  const most = unitsOf(accepted) + unitsOf(purchase.fee)
  const isOther = code === symbol ? unitsOf(fiatAmount) > most : currencyDecimals(code) !== null
  if (symbol !== '?' && isOther) {
    const told = `${fiatAmount} ${code}`.trim()
    return { field: 'price', accepted: `${accepted} ${symbol}`, told }
  }
  const asset = record.outputAsset
  if (to.address === '' || isAsset(to, asset)) return undefined
  const nameOf = (each: typeof to | typeof asset) => `${each?.chainId}:${each?.address}`
  return { field: 'toToken', accepted: nameOf(to), told: nameOf(asset) }
}

/** Who made an order may have another clock than the service, ms. */
const clockSkew = 600_000

/**
 * The purchase of which no answer came that a record of the service is, of those that are given: the
 * recipient and the token are told and are its own, nothing that is told differs, and it is the only one
 * like this. `createdAt`: the service's word, unix ms. What tells less could be any other purchase.
 */
export function unansweredOf(
  orders: readonly PurchaseOrder[],
  record: FiatOrderRecord,
  createdAt: number | undefined,
): PurchaseOrder | undefined {
  if (record.recipient === undefined || record.outputAsset === undefined) return undefined
  const money = paidMoney(record)
  const alike = orders.filter((order) => {
    const { from } = order.accepted
    const isPaid = from.symbol === money.symbol && from.amount === money.amount
    const isTold = money.symbol !== '?'
    const isThen = createdAt === undefined || Math.abs(createdAt - order.createdAt) <= clockSkew
    const isOther = purchaseContradiction(order, record) !== undefined
    return isUnanswered(order) && (isPaid || !isTold) && isThen && !isOther
  })
  return alike.length === 1 ? alike[0] : undefined
}

type Evidence = Pick<PurchaseView, 'status' | 'hash' | 'bridgeOrderId' | 'stage'>

/** Whether the service shows that the payment was made: by a word that is known, a transfer or a bridge. */
export function showsPayment({ status, hash, bridgeOrderId, stage }: Evidence): boolean {
  const moved = hash !== undefined || bridgeOrderId !== undefined
  return saysPaid(status) || moved || stage === 'completed'
}

/** Whether a purchase still waits for the person's payment: only what is known to be one ends that. */
export function waitsForPayment({ purchase }: PurchaseOrder, view: Evidence): boolean {
  return !showsPayment(view) && purchase.action?.type !== 'none'
}

/** Whether the payment of a purchase was seen, whatever became of it after that. */
export function isPaymentSeen({ purchase, service, arrival, status }: PurchaseOrder): boolean {
  const { paidAt, bridgeOrderId } = purchase
  if (paidAt !== undefined || bridgeOrderId !== undefined || service.fill !== undefined) return true
  const isEnd = status === 'filled' || status === 'refunded'
  return saysPaid(service.status ?? '') || arrival !== undefined || isEnd
}

/**
 * How a purchase's checkout goes on; undefined once nothing is to be paid there any more, and for one of
 * which nobody here knows what was agreed.
 */
export function checkoutOf(order: PurchaseOrder): FiatStep | undefined {
  const { action, found } = order.purchase
  return order.status === 'submitted' && action && !found ? toFiatStep(action) : undefined
}

/** The money of a purchase as its record tells it; without a currency or an amount nothing is known. */
export function paidMoney({ fiatCurrency, fiatAmount }: FiatOrderRecord): Accepted['from'] {
  const code = fiatCurrency?.toUpperCase() ?? ''
  const decimals = currencyDecimals(code)
  const units = decimals === null ? null : toMinorUnits(fiatAmount ?? '', decimals)
  const known = decimals !== null && units !== null
  return {
    chainId: 0,
    address: '',
    symbol: known ? code : '?',
    decimals: known ? decimals : 0,
    amount: String(known ? units : 0n),
  }
}

/** Whether the person may end a purchase, on their word that nothing was paid: nothing shows a payment. */
export function mayGiveUp(order: PurchaseOrder): boolean {
  return isAtService(order) && !isPaymentSeen(order)
}

/** A delivery may come late after all: an end that is a word alone is read on so long, ms. */
export const followedFor = 14 * 86_400_000

/**
 * Whether the service is still asked of an order that it has: to the end, and past one that is its word or the
 * person's alone. What a service or a file alone tells of a swap or of a payment by address is history, and a file
 * may name any host.
 */
export function isFollowed(order: Order): boolean {
  const isOurs = order.kind === 'purchase' || isDealtWithHere(order)
  return isSought(order) || (isOurs && isFailedByWord(order)) || isGivenUp(order)
}

/** How long ago an order ended by a word alone, ms; 0 where it did not. `now` in unix ms. */
export function sinceWord({ status, failure, arrival }: Order, now: number): number {
  const told = status === 'unproved' ? arrival?.since : failure?.at
  return now - (told ?? now)
}
