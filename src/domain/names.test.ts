import { expect, it } from 'vitest'
import type { Address, AttemptId, OrderId, QuoteId, RouteId, ServiceOrderId, TxHash } from './names'
import type { OrderEvent } from './order/event'
import type { SwapOrder } from './order/order'

const own = (id: OrderId) => id
const hashOf = (hash: TxHash) => hash

it('given a text of one kind, then it is none of another', () => {
  const quote: QuoteId = 'q1'
  const route: RouteId = 'r1'
  const attempt: AttemptId = 'a1'
  const service: ServiceOrderId = 's1'
  // @ts-expect-error a quote is no order
  own(quote)
  // @ts-expect-error nor is the service's own number of one
  own(service)
  // @ts-expect-error an ask is no transaction
  hashOf(attempt)
  // @ts-expect-error a route is no quote
  const other: QuoteId = route
  expect([own('o1'), other]).toEqual(['o1', 'r1'])
})

it('given the fields of an order and of an event, then they cannot be exchanged', () => {
  const { id, accepted } = { id: 'o1', accepted: { quoteId: 'q1', routeId: 'r1' } } as SwapOrder
  // @ts-expect-error an order's quote and its route
  const swapped: Pick<SwapOrder['accepted'], 'quoteId'> = { quoteId: accepted.routeId }
  // @ts-expect-error an order named as the ask
  const event: OrderEvent = { type: 'declined', at: 1, attemptId: id }
  expect([swapped.quoteId, event.type]).toEqual(['r1', 'declined'])
})

it('given who is paid and what paid it, then neither is taken for the other', () => {
  const { accepted } = { accepted: { author: '0xa', recipient: '0xb' } } as SwapOrder
  const hash: TxHash = '0xc'
  // @ts-expect-error a transaction is nobody's account
  const paid: Pick<SwapOrder['accepted'], 'recipient'> = { recipient: hash }
  // @ts-expect-error an account is no transaction
  const known = hashOf(accepted.author)
  const target: Address = '0xd'
  // @ts-expect-error nor is the contract that a deposit pays
  const sent: Pick<Extract<OrderEvent, { type: 'replaced' }>, 'hash'> = { hash: target }
  expect([paid.recipient, known, sent.hash]).toEqual(['0xc', '0xa', '0xd'])
})
