import { readStoredOrder } from '@/src/contract/stored'
import type { QuoteId, RouteId } from '@/src/domain/names'
import { legOf } from '@/src/domain/order/bridge-leg'
import { afterKey } from '@/src/domain/order/held'
import type { Order } from '@/src/domain/order/order'
import {
  attemptsOf,
  hashesOf,
  hashOf,
  isDealtWithHere,
  isEnded,
  isRevoking,
  mayBeMade,
  movesMoney,
  payerOf,
  stepsOf,
} from '@/src/domain/order/order-parts'
import { type Party, partiesOf } from '@/src/domain/order/parties'
import { deedOf, type FillerDeed, fillerOf } from '@/src/domain/service/filler-record'
import type { DeedKey, OrderRow } from './open'

/** Stands in a key for what is not known. */
const unknownAbove = Number.MIN_SAFE_INTEGER

/**
 * Until when a purchase is planned whose answer is waited for: later than any plan ends. Where the answer was
 * lost it is not forgotten, and ends as such.
 */
export const untilAnswered = Number.MAX_SAFE_INTEGER

/** The row of an order, with everything it is found by. */
export function toRow(order: Order): OrderRow {
  const row: OrderRow = {
    id: order.id,
    order: order.unread?.stored ?? order,
    author: order.accepted.author.toLowerCase(),
    keys: keysOf(order),
  }
  if (order.status === 'planned') {
    const isAsked = order.kind === 'purchase'
    row.plannedUntil = isAsked ? untilAnswered : order.accepted.validBefore
  } else {
    row.listed = [order.createdAt, order.id]
    row.statusListed = [order.status, order.createdAt, order.id]
  }
  const asked = order.kind !== 'swap' || order.steps.some((step) => step.state.status !== 'ready')
  // A route that was given up before anything was asked may be taken again. Of a swap out of a file another
  // computer may have paid anew: the record of that is an order of its own.
  const isOthers = order.kind === 'swap' && order.fromBackup
  if (order.accepted.quoteId !== '' && !isOthers && (order.status !== 'stopped' || asked)) {
    row.routeKey = routeKeyOf(order.accepted.quoteId, order.accepted.routeId)
  }
  const isAsked = stepsOf(order).some((each) => movesMoney(each) && each.state.status === 'asking')
  // What a file holds is asked for elsewhere, if at all: nothing here would ever end its ask.
  if (isAsked && !order.fromBackup) {
    const { chainId } = order.accepted.from
    row.armed = armedKeyOf(chainId, payerOf(order))
  }
  const isOpen = order.unread || !isEnded(order.status) || isRevoking(order)
  if (order.status !== 'planned' && isOpen) row.open = 1
  const deed = toDeedKey(order)
  if (deed) row.deed = deed
  return row
}

/** What an order says of its filler, as it stands in an index. */
function toDeedKey(order: Order): DeedKey | undefined {
  const [filler, deed] = [fillerOf(order), deedOf(order)]
  if (filler === undefined || deed === undefined) return undefined
  const { fromChainId, toChainId, came, promised, took = -1, above = unknownAbove } = deed
  const { createdAt, id } = order
  return [filler, createdAt, id, fromChainId, toChainId, Number(came), promised, took, above]
}

/** What a key of the index says. */
export function fromDeedKey(key: DeedKey): FillerDeed {
  const [, , , fromChainId, toChainId, came, promised, took, above] = key
  const deed = { fromChainId, toChainId, came: came === 1, promised }
  return {
    ...deed,
    ...(took < 0 ? {} : { took }),
    ...(above === unknownAbove ? {} : { above }),
  }
}

/** The order in a row; one of which damaged or unknown content keeps a part from being read is `unread`. */
export function fromRow(row: OrderRow): Order {
  const order = readStoredOrder(row.id, row.order)
  if (order.unread && row.armed !== undefined) order.unread.asked = true
  return order
}

/** Whether not all of the order in a row can be read. */
export const isUnread = (row: OrderRow): boolean => fromRow(row).unread !== undefined

/** `routeId` is unique only inside its quote. */
export function routeKeyOf(quoteId: QuoteId, routeId: RouteId): string {
  return JSON.stringify([quoteId, routeId])
}

/** Names the one deposit that may be asked for on an account of a chain. */
export function armedKeyOf(chainId: number, author: string): string {
  return `${chainId}:${author.toLowerCase()}`
}

function keysOf(order: Order): string[] {
  const { accepted, service } = order
  const { author, recipient, refundTo, from, to } = accepted
  const bridge = order.kind === 'purchase' ? order.purchase.bridgeOrderId : undefined
  const accounts = [author, payerOf(order), recipient, refundTo]
  const follows = order.kind === 'swap' && order.follows ? afterKey(order.follows) : undefined
  const named = [order.id, service.orderId, bridge, follows, ...accounts, from.symbol, to.symbol]
  // Names given by others must not pass for the key of a contract that was paid.
  const told = [...toKeys(named), ...movesOf(order)].filter((key) => !contractKey.test(key))
  const left = mayBeMade(order) ? [leftKeyOf(from.chainId)] : []
  return [...new Set([...told, ...paidKeysOf(order), ...left])]
}

/** Names orders that pay on a chain, and of which a payment that came to nothing may be made after all. */
export const leftKeyOf = (chainId: number) => `left:${chainId}`

/** How `contractKeyOf` writes a contract, or a program of Solana. */
const contractKey = /^(0x[0-9a-f]{40}(:[0-9a-z]+)?|[1-9a-z]{32,44})@\d+$/

/** Names a contract of a chain that mined money went to, or a program; `method`: by that call. */
export function contractKeyOf(chainId: number, { address, method }: Party): string {
  return toKey(`${address}${method === undefined ? '' : `:${method}`}@${chainId}`)
}

/** Contracts that got money by mined steps of an order, and those that these steps needed approved. */
function paidKeysOf(order: Order): string[] {
  // Its payment may be invented: nothing is known here by it.
  if (order.fromBackup) return []
  const steps = stepsOf(order)
  const last = steps.findLastIndex((step) => movesMoney(step) && step.state.status === 'confirmed')
  const { chainId } = order.accepted.from
  const parties = steps.slice(0, last + 1).flatMap(({ facts }) => partiesOf(facts))
  return parties.flatMap((each) => [
    contractKeyOf(chainId, { address: each.address }),
    ...(each.method === undefined ? [] : [contractKeyOf(chainId, each)]),
  ])
}

/** What is an order's own on the chains: hashes of its transactions, and claims of what it was paid. */
export function movesOf(order: Order): string[] {
  const { service } = order
  const told = [service.depositTxHash, service.fill?.txHash, service.refund?.txHash]
  const unread = order.unread?.hashes ?? []
  return toKeys([...told, ...legKeys(order), ...ownKeys(order), ...unread])
}

/**
 * Those of them that are nobody else's: what was asked for here, or seen by nodes of an order that was. What a
 * service or a file alone names may be any payment; what nodes proved to have come for it is its own still. Of one
 * that cannot be read whole it is all but what others are known to say.
 */
export function ownMovesOf(order: Order): string[] {
  const { unread } = order
  if (unread) return toKeys(unread.hashes.filter((each) => !unread.told.includes(each)))
  return toKeys(isDealtWithHere(order) ? ownKeys(order) : (order.arrival?.found?.claims ?? []))
}

function ownKeys(order: Order): (string | undefined)[] {
  const { found } = order.arrival ?? {}
  return [
    found?.hash,
    ...(found?.claims ?? []),
    ...transferKeys(order),
    ...stepsOf(order).map((step) => hashOf(step.state)),
    ...attemptsOf(order).flatMap(hashesOf),
  ]
}

/** What a payment by address is found by, and what was seen of it. */
function transferKeys(order: Order): (string | undefined)[] {
  if (order.kind !== 'transfer') return []
  const { depositAddress, named, seen } = order.transfer
  return [depositAddress, named?.hash, ...seen.flatMap(({ hash, claims }) => [hash, ...claims])]
}

/** Whether an order of which not all can be read may hold what it was found by: all but what others say in it. */
export function mayHold({ unread }: Order, key: string): boolean {
  return unread !== undefined && !toKeys(unread.told).includes(toKey(key))
}

/** What a purchase's bridge leg did, wherever it did it; what is not its own is nobody's key to it. */
function legKeys(order: Order): (string | undefined)[] {
  const leg = legOf(order)
  return [leg?.depositTxHash, leg?.fillTxHash, leg?.refundTxHash]
}

function toKeys(texts: (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text ? [toKey(text)] : [])))]
}

/** A text as it stands in an index. */
export function toKey(text: string): string {
  return text.toLowerCase().slice(0, 128)
}
