import { isMadeHere } from '@/src/domain/order-parts'
import type { Backend } from './backend'
import type { Connections } from './connection'

/** Orders looked through: those a person may remember an address from. */
const LOOKED_AT = 100

/**
 * Addresses that a person has dealt with: accounts of the chosen wallets, the account book, and the two
 * sides of past orders other than `exceptOrder`. An order that was found at the service teaches nothing,
 * and neither does what a file put into the book: both can be invented. Rejects when the store cannot be
 * read.
 */
export async function readKnownAddresses(
  backend: Pick<Backend, 'listOrders' | 'book'>,
  connections: Connections,
  exceptOrder?: string,
): Promise<string[]> {
  const [{ orders }, { entries }] = await Promise.all([
    backend.listOrders({ limit: LOOKED_AT }),
    backend.book().then((book) => book.read()),
  ])
  const past = orders
    .filter((order) => order.id !== exceptOrder && isMadeHere(order))
    .flatMap(({ accepted }) => [accepted.author, accepted.recipient])
  const own = Object.values(connections).flatMap((connection) => connection?.accounts ?? [])
  const named = entries.filter(({ unchecked }) => !unchecked).map(({ address }) => address)
  return [...new Set([...own, ...named, ...past])]
}
