import type { Order, SwapOrder } from '../order/order'
import { isDealtWithHere, isDepositOut } from '../order/order-parts'

/** What became of one order, as its filler is judged by it. */
export type FillerDeed = {
  fromChainId: number
  toChainId: number
  /** Money that was due was seen to arrive on its chain; a refund is no arrival. */
  came: boolean
  /**
   * Seconds from the wallet's answer to the block that paid: when it was proved, later, says nothing of its
   * filler. Absent where it did not come, and where no node told the block's time.
   */
  took?: number
  /** Seconds that the route promised. */
  promised: number
  /** What came above the promised minimum, in millionths of it; absent where none was promised. */
  above?: number
}

/** All that orders on record say of a filler. */
export type FillerRecord = {
  orders: number
  came: number
  /** Median of what an order took beside its promise, seconds; negative is sooner. Absent where none came. */
  beside?: number
  /** Median of the real time as a share of the promised one; 1 is as promised. */
  pace?: number
  /** Median of what came above the promised minimum, in millionths of it. */
  above?: number
  /** Only orders between these two chains are counted: there are enough of them. */
  isPair: boolean
}

export type ChainPair = { fromChainId: number; toChainId: number }

/** With so many orders between two chains, those of other chains are left out. */
const enoughOfPair = 5
/** Orders that a filler is thought to have had before its first one here, all of them usual. */
const before = 4
/** The share of orders that is usual before anything is known: few of any filler's fail. */
const usualCredit = 0.9
/** Orders on record that weigh as much as that guess. */
const usualWeight = 10
const million = 1_000_000n

/**
 * Names a filler across quotes and orders: route ids do not outlive their quote. Its picture tells fillers of
 * one kind from each other; where the service gives none, all of a kind are one.
 */
export function fillerKey(serviceUrl: string, type: string, icon: string | undefined): string {
  return JSON.stringify([serviceUrl, type, toFiller(icon ?? '')])
}

/** What is kept of the path of a filler's picture: enough to tell one from another. */
export const toFiller = (icon: string) => icon.slice(0, 200)

/** Whose deed an order was, where the order was made here: what a file tells of may be invented. */
export function fillerOf(order: Order): string | undefined {
  if (order.kind === 'purchase' || !isDealtWithHere(order)) return undefined
  const { routeType, filler } = order.accepted
  return fillerKey(order.serviceUrl ?? '', routeType, filler)
}

/**
 * What an order says of its filler: undefined as long as it says nothing, and where it ended before anything
 * was paid. One that is late counts as not come until it comes; one whose end nobody could read counts as
 * not come, save where no node of its chain is read here.
 */
export function deedOf(order: Order): FillerDeed | undefined {
  if (fillerOf(order) === undefined || order.alarm !== undefined) return undefined
  const { accepted, arrival, status } = order
  const { from, to, expectedDurationSeconds: promised } = accepted
  const deed = { fromChainId: from.chainId, toChainId: to.chainId, promised }
  const found = arrival?.found
  if (status === 'filled') {
    if (found?.what !== 'paid') return undefined
    const since = paidAt(order)
    const least = BigInt(accepted.minAmountOut ?? 0)
    return {
      ...deed,
      came: true,
      ...(since === undefined || found.time === undefined
        ? {}
        : { took: Math.max(0, Math.round(found.time - since / 1_000)) }),
      ...(least > 0n && { above: Number(((BigInt(found.amount) - least) * million) / least) }),
    }
  }
  const isUnread = to.family !== undefined
  const isLost =
    status === 'refunded' ||
    (status === 'failed' && isPaid(order)) ||
    (status === 'unproved' && !isUnread)
  const isLate = (status === 'tracking' || status === 'submitted') && isSaidLate(order)
  return isLost || isLate ? { ...deed, came: false } : undefined
}

const isSaidLate = ({ notified }: Order) => notified.includes('late')

const isPaid = (order: Order) =>
  order.kind === 'transfer' ? order.confirmedAt !== undefined : isDepositOut(order)

/** When the payment was sent: as the wallet answered, or as it was seen at the address; unix ms. */
export function paidAt(order: Order): number | undefined {
  return order.kind === 'swap' ? sentAt(order) : order.confirmedAt
}

function sentAt({ attempts }: SwapOrder): number | undefined {
  const times = attempts.flatMap(({ deposit, seen }) =>
    deposit ? seen.flatMap(({ at, differs }) => (differs ? [] : [at])) : [],
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Sums up what orders say, of the asked pair of chains alone where there are enough of it. */
export function sumUp(all: readonly FillerDeed[], pair: ChainPair): FillerRecord | undefined {
  const own = all.filter(
    ({ fromChainId, toChainId }) =>
      fromChainId === pair.fromChainId && toChainId === pair.toChainId,
  )
  const isPair = own.length >= enoughOfPair
  const deeds = isPair ? own : all
  if (deeds.length === 0) return undefined
  const beside = median(
    deeds.flatMap(({ took, promised }) => (took === undefined ? [] : took - promised)),
  )
  const pace = median(
    deeds.flatMap(({ took, promised }) =>
      took === undefined || promised <= 0 ? [] : took / promised,
    ),
  )
  const above = median(deeds.flatMap(({ above }) => above ?? []))
  return {
    orders: deeds.length,
    came: deeds.filter(({ came }) => came).length,
    isPair,
    ...(beside === undefined ? {} : { beside: Math.round(beside) }),
    ...(pace === undefined ? {} : { pace }),
    ...(above === undefined ? {} : { above: Math.round(above) }),
  }
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  const [upper, lower] = [sorted[half], sorted[sorted.length % 2 === 0 ? half - 1 : half]]
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2
}

/**
 * How reliable each filler is, 0 to 1, in the order given: the share of its orders that came, less for those
 * that took longer than promised. A few orders say little: each filler begins with what is usual for all of
 * them here, and its own record outweighs that as it grows. Thus one lucky order does not outrank twelve,
 * and a filler that failed stands below one that is not known.
 */
export function reliabilities(records: readonly (FillerRecord | undefined)[]): number[] {
  const known = records.flatMap((record) => record ?? [])
  const orders = sum(known.map((record) => record.orders))
  const usual = (sum(known.map(creditOf)) + usualCredit * usualWeight) / (orders + usualWeight)
  return records.map((record) =>
    record === undefined ? usual : (creditOf(record) + usual * before) / (record.orders + before),
  )
}

/** Orders that came, each by how much it kept its time. */
const creditOf = ({ came, pace = 1 }: FillerRecord) => came / Math.max(1, Math.sqrt(pace))

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
