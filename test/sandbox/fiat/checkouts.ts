import { randomBytes } from 'node:crypto'
import type { FiatOrder } from './order-book'

/** Checkout addresses and what became of them. */
export type Checkouts = {
  /** A fresh single-use token for an order. */
  issue(order: FiatOrder): string
  /** Uses a token up: the session of its checkout, or undefined when it was used or never was. */
  redeem(token: string): { session: string; order: FiatOrder } | undefined
  /** The order of a session. */
  orderOf(session: string): FiatOrder | undefined
}

export function createCheckouts(): Checkouts {
  const unused = new Map<string, FiatOrder>()
  const sessions = new Map<string, FiatOrder>()
  const fresh = () => randomBytes(24).toString('base64url')
  return {
    issue(order) {
      const token = fresh()
      unused.set(token, order)
      return token
    },
    redeem(token) {
      const order = unused.get(token)
      if (order === undefined) return undefined
      unused.delete(token)
      const session = fresh()
      sessions.set(session, order)
      return { session, order }
    },
    orderOf: (session) => sessions.get(session),
  }
}
