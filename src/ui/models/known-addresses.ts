import { sameAddress } from '@/src/domain/address/address'
import type { Order } from '@/src/domain/order/order'
import { attemptsOf, isDealtWithHere } from '@/src/domain/order/order-parts'
import type { Book } from './account-book'
import type { Backend } from './backend'

/** Orders that a person may remember an address from: the newest. */
const REMEMBERED = 100
/** Orders looked through for them: what a file or a service brought may be many. */
const LOOKED_AT = 5_000

/**
 * `compared`: addresses that the person held against what they know, on a screen of ours. `seen`: others
 * that they may remember, such as an account that a page shows: it warns of its like, and vouches for none.
 */
export type KnownAddresses = { compared: string[]; seen: string[] }

/**
 * The addresses in use that are to be compared in full before money goes to them: each but `taken`, the
 * account that pays or what was compared before. That a page shows one as a wallet's account is its word.
 */
export function toCompare(
  used: readonly (string | undefined)[],
  taken: readonly string[],
): string[] {
  const whole = used.filter((each) => each !== undefined)
  return [...new Set(whole)].filter((each) => !taken.some((mine) => sameAddress(mine, each)))
}

/** The addresses of a book that were compared as they were added; none while it is not read. */
export function comparedIn({ entries }: Pick<Book, 'entries'>): string[] {
  const { value: state } = entries
  return state.state === 'ready' ? addressesOf(state.value) : []
}

function addressesOf(entries: readonly { address: string; unchecked?: true | undefined }[]) {
  return entries.filter(({ unchecked }) => !unchecked).map(({ address }) => address)
}

/**
 * Addresses that a person has dealt with: the account book, and the two sides of past orders other than
 * `exceptOrder`. An order that was found at the service or read from a backup teaches nothing, and neither
 * does what a file put into the book: they can be invented. Rejects when the store cannot be read.
 */
export async function readKnownAddresses(
  backend: Pick<Backend, 'listOrders' | 'book'>,
  exceptOrder?: string,
): Promise<KnownAddresses> {
  const [orders, { entries }] = await Promise.all([
    readOwnOrders(backend),
    backend.book().then((book) => book.read()),
  ])
  const past = orders.filter(({ id }) => id !== exceptOrder)
  const seen = past.flatMap(({ accepted }) => [accepted.author, accepted.recipient])
  const compared = [...addressesOf(entries), ...past.flatMap(comparedFor)]
  return { compared: [...new Set(compared)], seen: [...new Set(seen)] }
}

/** The recipient of an order that was confirmed, unless it is the account that a page gave to pay with. */
function comparedFor(order: Order): string[] {
  const { author, recipient } = order.accepted
  if (order.kind !== 'swap') return [recipient]
  return attemptsOf(order).length > 0 ? toCompare([recipient], [author]) : []
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
