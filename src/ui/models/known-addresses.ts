import type { Order } from '@/src/domain/order'
import { isDealtWithHere } from '@/src/domain/order-parts'
import type { Backend } from './backend'
import type { Connections } from './connection'

/** Orders that a person may remember an address from: the newest. */
const REMEMBERED = 100
/** Orders looked through for them: what a file or a service brought may be many. */
const LOOKED_AT = 5_000

/**
 * Addresses that a person has dealt with: accounts of the chosen wallets, the account book, and the two
 * sides of past orders other than `exceptOrder`. An order that was found at the service or read from a
 * backup teaches nothing, and neither does what a file put into the book: they can be invented. Rejects when
 * the store cannot be read.
 */
export async function readKnownAddresses(
  backend: Pick<Backend, 'listOrders' | 'book'>,
  connections: Connections,
  exceptOrder?: string,
): Promise<string[]> {
  const [orders, { entries }] = await Promise.all([
    readOwnOrders(backend),
    backend.book().then((book) => book.read()),
  ])
  const past = orders
    .filter(({ id }) => id !== exceptOrder)
    .flatMap(({ accepted }) => [accepted.author, accepted.recipient])
  const own = Object.values(connections).flatMap((connection) => connection?.accounts ?? [])
  const named = entries.filter(({ unchecked }) => !unchecked).map(({ address }) => address)
  return [...new Set([...own, ...named, ...past])]
}

/** The newest orders that the person made on this computer. */
async function readOwnOrders(backend: Pick<Backend, 'listOrders'>): Promise<Order[]> {
  const own: Order[] = []
  let cursor: string | undefined
  for (let looked = 0; looked < LOOKED_AT; looked += REMEMBERED) {
    const page = await backend.listOrders({ limit: REMEMBERED, ...(cursor ? { cursor } : {}) })
    own.push(...page.orders.filter(isDealtWithHere))
    cursor = page.cursor
    if (cursor === undefined || own.length >= REMEMBERED) break
  }
  return own.slice(0, REMEMBERED)
}
