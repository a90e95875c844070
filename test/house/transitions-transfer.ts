import { sumOf } from '@/src/domain/order/deposit-sum'
import type { FoundPayment, ServiceView, TransferOrder } from '@/src/domain/order/order'
import { isTakenByService } from '@/src/domain/order/order-parts'
import { isLookedThrough, toTransferOrder } from '@/src/domain/order/transfer'
import { hash, otherHash, payment, planned, start } from '@/test/samples/order'
import { type Machine, type Named, named } from './transitions'
import { eventsOfArrival } from './transitions-arrival'

const { accepted } = planned()
const amount = accepted.from.amount

/** A payment by address; one that the service has no order of yet where it is to be told of the hash. */
export function transferMade(serviceOrderId?: string): TransferOrder {
  return toTransferOrder({
    id: 'c'.repeat(32),
    at: start,
    accepted,
    serviceUrl: 'https://service.test',
    transfer: {
      depositAddress: '0x4444444444444444444444444444444444444444',
      amount,
      expiresAt: start / 1_000 + 600,
      seen: [],
      ...(serviceOrderId === undefined ? { needsHash: true as const } : {}),
    },
    serviceOrderId,
  })
}

const paid = { none: 'unpaid', dust: 'unpaid', short: 'in part', exact: 'paid', excess: 'paid' }

/** Where what is paid to an address stands, in words; what a person or the service says counts as well. */
function partsOf(order: TransferOrder) {
  const { transfer, status } = order
  const { closed, named: word } = transfer
  const sum = paid[sumOf(transfer)]
  const isWord = sum !== 'paid' && (word !== undefined || isTakenByService(order))
  const address = closed ? (closed.unpaid ? 'given up' : 'closed') : 'open'
  return { order: status, address, payment: isWord ? 'paid by word' : sum }
}

/** What decides over an event of a payment by address. */
function keyOf(order: TransferOrder): string {
  const { transfer, service, blocker, failure, arrival } = order
  const { named: word, refused, seen } = transfer
  return JSON.stringify([
    partsOf(order),
    [service.status, service.orderId, service.depositTxHash],
    [blocker?.code, failure?.code, arrival?.kind],
    [word !== undefined, refused !== undefined, seen.length > 0, isLookedThrough(order)],
  ])
}

/** What two nodes show of a payment to the address. */
export const cameOf = (units: string, byHash = hash): FoundPayment => ({
  ...payment,
  token: accepted.from.address,
  amount: units,
  hash: byHash,
  claims: [`8453:${byHash}:0`],
})

/** What the service says of such an order. */
export const readOf = (status: string, more: Omit<ServiceView, 'lastReadAt' | 'status'> = {}) =>
  named(`serviceRead ${status}`, { type: 'serviceRead', view: { status, ...more } })

/** Every event that happens to a payment by address whoever pays, with the parts that fit it. */
function eventsOfTransfer(order: TransferOrder): Named[] {
  const { expiresAt } = order.transfer
  const part = String(BigInt(amount) / 2n)
  const look = { at: start, chains: [{ chainId: 8453, outcome: 'whole' as const }] }
  return [
    named('stopped', { type: 'stopped' }),
    named('expired', { type: 'expired' }),
    named('abandoned, looked through', { type: 'abandoned' }),
    named('abandoned by the person', { type: 'abandoned', by: 'person' }),
    named('depositBegan', { type: 'depositBegan', began: { block: '90' } }),
    named('depositSeen, all', { type: 'depositSeen', found: cameOf(amount) }),
    named('depositSeen, a part', { type: 'depositSeen', found: cameOf(part, otherHash) }),
    named('depositSeen, too little to be meant', { type: 'depositSeen', found: cameOf('1') }),
    named('depositSought', { type: 'depositSought', scanned: '200' }),
    named('depositSought, past the end', {
      type: 'depositSought',
      scanned: '300',
      time: expiresAt + 7 * 86_400,
    }),
    named('lookedWide', { type: 'lookedWide', look, found: [] }),
    named('depositNamed', { type: 'depositNamed', hash }),
    named('depositRefused', { type: 'depositRefused', hash }),
    named('submitted', { type: 'submitted', hash, serviceOrderId: 'svc-1' }),
    named('unlinked', { type: 'unlinked' }),
    named('serviceUnread', { type: 'serviceUnread', code: 'service/unreachable' }),
    readOf('created'),
    readOf('deposited', { depositTxHash: hash }),
    readOf('filled'),
    readOf('refunded'),
    readOf('failed'),
    ...eventsOfArrival({ block: '100' }),
  ]
}

/** Paid to an address by whoever has it: one that the service waits at, and one it is to be told of. */
export const transferMachine: Machine<TransferOrder> = {
  name: 'transfer',
  starts: [transferMade('svc-1'), transferMade()],
  parts: ['order', 'address', 'payment'],
  partsOf,
  keyOf,
  eventsFor: eventsOfTransfer,
}
