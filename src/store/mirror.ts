import { readStoredOrder } from '@/src/contract/stored'
import { askingOf } from '@/src/domain/order/asking'
import { isUnsettled, longestSearch, soughtAfterEnd } from '@/src/domain/order/guard'
import type { Order, SwapOrder, WalletRef } from '@/src/domain/order/order'
import { isDealtWithHere, isEnded } from '@/src/domain/order/order-parts'

/** The part of `storage.local` that the mirror needs. */
export type KeyValueArea = {
  get(keys: string | string[] | null): Promise<Record<string, unknown>>
  set(items: Record<string, unknown>): Promise<void>
  remove(keys: string | string[]): Promise<void>
}

/** A second, small copy of what is under way, for the day on which IndexedDB is lost. */
export type Mirror = {
  /** Keeps an open order under a key of its own, and forgets one that is over for good. */
  write(order: Order): Promise<void>
  readAll(): Promise<Order[]>
  /** Forgets orders that the person removed. */
  forget(orderIds: readonly string[]): Promise<void>
  /** Forgets the accounts of which `isKept` says no: nothing of theirs is found at the service again. */
  keepAuthors(isKept: (author: string) => Promise<boolean>): Promise<void>
  /** Accounts that ever confirmed an order here: their history is found at the service again. */
  authors(): Promise<string[]>
}

const prefix = 'order:'
const authorsKey = 'authors'

/** Accounts remembered; a person has a handful. */
const keptAuthors = 50

/** The mirror over an area of `storage`. */
export function createMirror(area: KeyValueArea): Mirror {
  async function authors(): Promise<string[]> {
    const value = (await area.get(authorsKey))[authorsKey]
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  }

  async function keep(order: Order): Promise<void> {
    const key = `${prefix}${order.id}`
    // What cannot be read stays as it is, here too.
    if (order.status === 'planned' || order.unread) return
    if (isEnded(order.status) && isOver(order)) {
      await area.remove(key)
      return
    }
    const known = await authors()
    const { author } = order.accepted
    // Found at the service or in a file, it may be anybody's.
    if (order.kind !== 'purchase' && isDealtWithHere(order) && !known.includes(author)) {
      await area.set({ [authorsKey]: [author, ...known].slice(0, keptAuthors) })
    }
    await area.set({ [key]: slim(order) })
  }

  let last: Promise<void> = Promise.resolve()
  /** In the order in which they were written to disk: an older state never comes last. */
  function next(run: () => Promise<void>): Promise<void> {
    last = last.then(run, run)
    return last
  }

  return {
    authors,
    write: (order) => next(() => keep(order)),
    forget: (orderIds) => next(() => area.remove(orderIds.map((id) => `${prefix}${id}`))),
    keepAuthors: (isKept) =>
      next(async () => {
        const known = await authors()
        const kept: string[] = []
        for (const author of known) if (await isKept(author)) kept.push(author)
        if (kept.length < known.length) await area.set({ [authorsKey]: kept })
      }),
    async readAll() {
      const all = await area.get(null)
      return Object.entries(all).flatMap(([key, value]) =>
        key.startsWith(prefix) ? [readStoredOrder(key.slice(prefix.length), value)] : [],
      )
    },
  }
}

/** Whether nothing of an order that has ended needs to be known here any more. */
function isOver(order: Order): boolean {
  // What a wallet was asked for may come to something yet, and no service knows of it.
  const asking = askingOf(order)
  if (asking) return !isUnsettled(asking) && !isSoughtYet(asking, order.updatedAt)
  // A purchase is found by its number alone, for as long as nobody knows its end.
  const isKnown = order.kind !== 'purchase' || order.service.orderId === undefined
  return isKnown || order.status === 'filled' || order.status === 'refunded'
}

/** Whether what may be made yet is looked for; whoever ends the search forgets the order. */
function isSoughtYet(asking: SwapOrder, now: number): boolean {
  return soughtAfterEnd(asking).some(({ evidence }) => now - evidence.askedAt < longestSearch)
}

/** Pictures are left out: the whole area holds 10 MB. */
function slim(order: Order): Order {
  if (order.kind === 'transfer' && order.pay) {
    return { ...order, pay: { ...order.pay, wallet: withoutIcon(order.pay.wallet) } }
  }
  return order.kind === 'swap' ? { ...order, wallet: withoutIcon(order.wallet) } : order
}

const withoutIcon = ({ icon: _, ...wallet }: WalletRef): WalletRef => wallet
