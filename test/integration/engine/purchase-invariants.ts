import type { PurchaseOrder } from '@/src/domain/order/order'
import {
  fillOf,
  isEnded,
  isFailedByWord,
  isGivenUp,
  isUnanswered,
} from '@/src/domain/order/order-parts'
import { isFollowed } from '@/src/domain/order/purchase'
import { claimsOf } from '@/src/domain/order/transfer'
import { eventsOf } from '@/src/store/orders'
import { effectsOf } from '@/src/store/outbox'
import { payee } from './address-service'
import { author, erc20 } from './chain'
import { hubToken, least, settled } from './fiat-service'
import { createGrowth } from './growth'
import { checkStates, endNotices, isShownByEnough } from './invariants'
import { ordersOf, type PurchaseRun } from './purchase-run'

const rank: Record<string, number> = { planned: 0, submitted: 1, tracking: 2 }

/** Watches purchases as they are read, and says when one shows what is not so. */
export function createPurchaseHistory(run: PurchaseRun) {
  const violations: string[] = []
  const last = new Map<string, PurchaseOrder>()
  const growths = new Map<string, ReturnType<typeof createGrowth>>()

  async function see(): Promise<void> {
    const orders = await ordersOf(run.world)
    for (const id of last.keys()) {
      // Refused before it was made, it is no purchase; one that has a number is never gone.
      const isGone = !orders.some((each) => each.id === id)
      if (isGone && last.get(id)?.status !== 'planned') violations.push('L1: a purchase is gone')
    }
    for (const order of orders) {
      const before = last.get(order.id)
      last.set(order.id, order)
      const growth = growths.get(order.id) ?? createGrowth(run.world.acknowledged)
      growths.set(order.id, growth)
      growth.see(order)
      violations.push(...growth.violations.splice(0), ...checkEnd(run, order))
      if (before) violations.push(...checkStep(before, order))
    }
    const proofs = orders.flatMap((order) => claimsOf(order))
    if (new Set(proofs).size < proofs.length) violations.push('T3: one payout proves two purchases')
  }

  return { violations, see }
}

/** States only go on; an end that is a word, or the want of an answer, alone may be taken back. */
function checkStep(before: PurchaseOrder, order: PurchaseOrder): string[] {
  const violations: string[] = []
  if (order.revision < before.revision) violations.push('I4: an older revision')
  const isWord = isFailedByWord(before) || isGivenUp(before) || before.status === 'unproved'
  const mayBeTakenBack = isWord || isUnanswered(before)
  const isBack = (rank[order.status] ?? 3) < (rank[before.status] ?? 3)
  const isOther = isEnded(before.status) && order.status !== before.status
  if ((isBack || isOther) && !mayBeTakenBack) {
    violations.push(`I4: ${before.status} became ${order.status}`)
  }
  const [was, is] = [before, order].map(({ service }) => service.orderId)
  if (was !== undefined && was !== is) violations.push(`L1: its number ${was} became ${is}`)
  return violations
}

/** "Arrived" and "came back" are so, and two operators showed it. */
function checkEnd({ world }: PurchaseRun, order: PurchaseOrder): string[] {
  const { status, arrival } = order
  if (status !== 'filled' && status !== 'refunded') return []
  const found = arrival?.found
  const [chain, to, sum, token] =
    status === 'filled'
      ? [world.destination, payee, least, erc20]
      : [world.chain, author, settled, hubToken]
  const paid = chain.mined.find(({ hash }) => hash === found?.hash)?.payout
  const isThere = paid?.to === to && paid.token === token && paid.amount >= sum
  const isOne = fillOf(order) === undefined || status === 'filled'
  return [
    ...(isThere ? [] : [`T2: ${status}, and nothing was paid`]),
    ...(isOne ? [] : ['T4: refunded, and shown as delivered']),
    ...(found && isShownByEnough(found) ? [] : [`T2: ${status} by ${found?.nodes.join()} alone`]),
  ]
}

/** What must hold once everything is honest again and has come to rest. */
export async function judgePurchases({ world, fiat }: PurchaseRun): Promise<string[]> {
  const violations: string[] = []
  const orders = await ordersOf(world)
  for (const sale of fiat.sales) {
    const order = orders.find(({ service }) => service.orderId === sale.id)
    // An answer that was lost names no number; nobody can be charged without one.
    if (!order && sale.charged) violations.push(`L1: ${sale.id} was charged and is nowhere`)
    // Of two that are equal, a provider may call the one paid by what it paid of the other: it proves one alone.
    const isTaken = orders.some((each) => each !== order && each.arrival?.found?.hash === sale.hash)
    if (order && sale.hash !== undefined && order.status !== 'filled' && !isTaken) {
      violations.push(`L2: ${sale.id} was delivered, and is ${order.status}`)
    }
    if (order && sale.refund !== undefined && order.status !== 'refunded') {
      violations.push(`L2: ${sale.id} came back, and is ${order.status}`)
    }
    if (order && sale.stage === 'returned' && sale.refund === undefined) {
      violations.push(`L2: nobody asked for the bridge of ${sale.id}`)
    }
  }
  for (const order of orders) {
    const { id, status } = order
    if (status === 'planned') violations.push('L3: planned for good')
    const rows = await effectsOf(world.truth, id)
    const isRead = rows.some(({ task }) => task.kind === 'pollOrder')
    if (isFollowed(order) && !isRead) violations.push(`L3: ${status}, and nobody asks about it`)
    violations.push(...endNotices(world.notices, order))
    violations.push(...checkStates(await eventsOf(world.truth, id)))
  }
  return violations
}
