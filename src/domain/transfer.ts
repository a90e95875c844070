import { type Due, dueOf } from './arrival'
import type { Accepted, Beginning, FoundPayment, Order, Transfer, TransferOrder } from './order'
import { isDepositOut, isEnded } from './order-parts'

/** Accounts nobody holds: prices are shown for them before an account is known, nothing is ever built. */
export const PREVIEW_ADDRESS = {
  eip155: '0x000000000000000000000000000000000000dead',
  solana: '1nc1nerator11111111111111111111111111111111',
} as const

/** Deposit methods of the interface that are a plain transfer to an address. */
export const TRANSFER_METHODS: readonly string[] = ['TRANSFER', 'TRANSFER_WITH_TX_HASH_SUBMIT']

/** The method by which a route takes a plain transfer, if it takes one. */
export function transferMethodOf(route: {
  depositMethods?: readonly string[] | undefined
}): string | undefined {
  return TRANSFER_METHODS.find((method) => route.depositMethods?.includes(method))
}

/** An address that was built and checked, of which nobody was told yet. `at` is unix ms. */
export function toTransferOrder(made: {
  id: string
  at: number
  accepted: Accepted
  serviceUrl: string
  transfer: Transfer
  serviceOrderId?: string | undefined
  began?: Beginning | undefined
}): TransferOrder {
  const { id, at, accepted, serviceUrl, transfer, serviceOrderId, began } = made
  return {
    kind: 'transfer',
    id,
    revision: 0,
    createdAt: at,
    updatedAt: at,
    accepted,
    serviceUrl,
    // Where the service has an order already, it is asked about it from the beginning.
    status: serviceOrderId === undefined ? 'running' : 'submitted',
    service: serviceOrderId === undefined ? {} : { orderId: serviceOrderId },
    notified: [],
    transfer,
    ...(began ? { began } : {}),
  }
}

/**
 * An address is shown for a day at most, s. The interface names no bound and calls a price short-lived;
 * an address without an end would be waited for without one.
 */
const longestShown = 86_400

/** When an address is shown no more (unix seconds): at its end, and after a day at the latest. */
export function closesAt({ createdAt, transfer }: TransferOrder): number {
  return Math.min(transfer.expiresAt, Math.floor(createdAt / 1_000) + longestShown)
}

/** What is to be paid, at the address that was given for it; less of it is short, and is seen as well. */
export function depositDueOf({ accepted, transfer }: TransferOrder): Due {
  const { chainId, address: token } = accepted.from
  const least = BigInt(transfer.amount)
  return { kind: 'payout', chainId, token, to: transfer.depositAddress, least }
}

/** What must come back before a payment is said to be refunded: of what was paid, where that is known. */
export function refundDueOf(order: Order): Due {
  const paid = order.kind === 'transfer' ? paidOf(order.transfer) : 0n
  const { from } = order.accepted
  const amount = paid > 0n ? String(paid) : from.amount
  return dueOf({ accepted: { ...order.accepted, from: { ...from, amount } } }, 'refund')
}

/**
 * What nodes showed at the address, smallest unit. A finding without a hash is what the address holds in
 * all: it counts the same money again.
 */
export function paidOf({ seen }: Transfer): bigint {
  const right = seen.filter(({ what }) => what !== 'other-token')
  const sum = right.reduce((all, { hash, amount }) => (hash ? all + BigInt(amount) : all), 0n)
  const held = right.map(({ hash, amount }) => (hash ? 0n : BigInt(amount)))
  return held.reduce((most, each) => (each > most ? each : most), sum)
}

/**
 * How what was paid stands to what is asked for:
 * `none`, `short`, `exact`, `excess` (more, in one payment or in several).
 */
export function sumOf(transfer: Transfer): 'none' | 'short' | 'exact' | 'excess' {
  const paid = paidOf(transfer)
  const asked = BigInt(transfer.amount)
  if (paid === 0n) return 'none'
  if (paid === asked) return 'exact'
  return paid < asked ? 'short' : 'excess'
}

/** Whether money was seen only after the address was closed. */
export function isLatePayment({ closed, seen }: Transfer): boolean {
  const first = seen[0]
  return closed !== undefined && first !== undefined && first.at > closed.at
}

/** Whether the address may be shown and paid to now (unix ms). */
export function isPayable(order: TransferOrder, now: number): boolean {
  const { transfer, status, contradiction } = order
  // A record of something else: what is paid here may be for somebody else.
  if (contradiction) return false
  const open = !isEnded(status) && transfer.closed === undefined && !isDepositOut(order)
  return open && now < closesAt(order) * 1_000
}

/** What proves that a payment to the address is this order's. */
export function claimsOf(order: Order): readonly string[] {
  const own = order.kind === 'transfer' ? order.transfer.seen.flatMap(({ claims }) => claims) : []
  const { found } = order.arrival ?? {}
  return found?.what === 'paid' ? [...own, ...found.claims] : own
}

/** What is known of the address with one more thing that nodes showed; the same where it is no news. */
export function withSeenPayment(transfer: Transfer, found: FoundPayment): Transfer {
  const { seen } = transfer
  const known =
    found.hash === undefined
      ? BigInt(found.amount) <= paidOf(transfer)
      : seen.some(({ hash }) => hash === found.hash)
  if (known) return transfer
  // The address holds more than before: the older look at it says nothing more.
  const kept = found.hash === undefined ? seen.filter(({ hash }) => hash !== undefined) : seen
  return { ...transfer, seen: [...kept, found] }
}
