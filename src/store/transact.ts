import { AppError } from '@/src/domain/error'
import type { AttemptId } from '@/src/domain/names'
import { isHeld } from '@/src/domain/order/claim'
import type { Effect } from '@/src/domain/order/effect'
import type { OrderEvent } from '@/src/domain/order/event'
import type { Order } from '@/src/domain/order/order'
import type { OrdersRead } from './beside'
import { type AttemptRow, type Database, toStoreError } from './open'
import { waiting } from './outbox'
import { fromRow, mayHold, toKey, toRow } from './row'
import { watch } from './watch'

/** What a commit writes beside the order. */
export type Write = {
  order: Order
  event?: OrderEvent
  effects?: Effect[]
  /** Recorded in the same transaction as the ask it belongs to. */
  attempt?: AttemptRow
}

export type CommitOptions = {
  /** Unix ms. */
  now: number
  /** Marks the attempt as settled; one that is settled already leaves everything as it is. */
  settle?: { attemptId: AttemptId; at: number }
  /** A transaction that the order takes for its own; one that another order holds leaves all as it is. */
  claim?: string | undefined
  /** Reads other orders before this one is written; what it fails with, the commit fails with. */
  check?: (orders: OrdersRead) => Promise<void>
  /** False for what may be read again from elsewhere; the money's path is always strict. */
  strict?: boolean
}

export type Committed =
  | { outcome: 'written'; order: Order }
  | { outcome: 'unchanged'; order: Order }
  | { outcome: 'settled-before'; order: Order | undefined }
  | { outcome: 'missing' }

const stores = ['orders', 'events', 'outbox', 'attempts'] as const

/**
 * Reads an order, lets `decide` say what becomes of it, and writes order, event, effects and attempt
 * in one transaction. Resolves only after the transaction's `complete`. `decide` must be synchronous.
 * Fails with `store/full`, `store/unavailable`, or `order/busy` when a unique index refuses (another
 * deposit of the account is being asked for, or the route was taken already) or another order holds what
 * is claimed, `order/attention` where not all of the order can be read, and with what a check fails with;
 * nothing is written then.
 */
export async function transact(
  db: Database,
  orderId: string,
  decide: (order: Order) => Write | undefined,
  options: CommitOptions,
): Promise<Committed> {
  const connection = await db.use()
  const durability = options.strict === false ? 'relaxed' : 'strict'
  const tx = connection.transaction(stores, 'readwrite', { durability })
  const done = tx.done
  watch(tx)
  try {
    const row = await tx.objectStore('orders').get(orderId)
    const order = row && fromRow(row)
    // What is not understood is neither written over nor called settled: its page goes on telling.
    if (order?.unread) throw new AppError('order/attention')
    if (options.settle) {
      const attempt = await tx.objectStore('attempts').get(options.settle.attemptId)
      if (attempt?.settledAt !== undefined) {
        await done
        return { outcome: 'settled-before', order }
      }
      if (attempt) {
        await tx.objectStore('attempts').put({ ...attempt, settledAt: options.settle.at })
      }
    }
    const write = order && decide(order)
    if (!order || !write) {
      await done
      return order ? { outcome: 'unchanged', order } : { outcome: 'missing' }
    }
    const { claim, check } = options
    await check?.(tx.objectStore('orders'))
    if (claim !== undefined) {
      const known = await tx.objectStore('orders').index('keys').getAll(toKey(claim))
      const holds = (other: Order) => mayHold(other, claim) || isHeld(other, claim)
      if (known.some((each) => each.id !== orderId && holds(fromRow(each)))) {
        throw new AppError('order/busy', { hash: claim })
      }
    }
    const { event } = write
    const puts: Promise<unknown>[] = [tx.objectStore('orders').put(toRow(write.order))]
    if (event) {
      const { revision } = write.order
      puts.push(tx.objectStore('events').put({ orderId, revision, event }))
    }
    for (const effect of write.effects ?? []) {
      puts.push(tx.objectStore('outbox').put(waiting(effect, options.now)))
    }
    if (write.attempt) puts.push(tx.objectStore('attempts').add(write.attempt))
    await Promise.all(puts)
    await done
    return { outcome: 'written', order: write.order }
  } catch (cause) {
    abort(tx)
    throw isConstraint(cause) ? new AppError('order/busy', {}, { cause }) : toStoreError(cause)
  }
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort()
  } catch {
    // It has ended by itself: there is nothing left to undo.
  }
}

function isConstraint(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'ConstraintError'
}
