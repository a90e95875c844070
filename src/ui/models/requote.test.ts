import { describe, expect, it } from 'vitest'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { declined } from '@/test/samples/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { requote } from './requote'

const NOW = 1_800_000_000_000

/** What is planned in place of an order. */
async function planned(order: Order | undefined) {
  const calls: { name: string; input: unknown }[] = []
  const backend = createFixtureBackend({ now: () => NOW, orders: {}, calls })
  if (order?.kind !== 'swap') throw new Error('no order')
  await requote(backend, order, new AbortController().signal)
  return calls.find((call) => call.name === 'prepareOrder')?.input
}

describe('an order at a new price', () => {
  const all = orders(NOW)

  it.each([
    ['named', 'alice.eth'],
    ['planned', undefined],
  ])('given the %s one, then the name of its recipient is %s', async (which, name) => {
    const recipient = all[which]?.accepted.recipient
    const input = await planned(all[which])
    expect(input).toMatchObject({ request: { recipient } })
    expect(input).toHaveProperty('recipientName', name)
  })

  const wished = { ...all.planned, wishedAt: NOW - 9_000 } as Order
  it.each<[string, Order | undefined, number]>([
    ['planned', all.planned, NOW],
    ['planned in place of another', wished, NOW - 9_000],
    ['confirmed', { ...wished, confirmedAt: NOW - 5_000 }, NOW - 5_000],
  ])(
    'given the one before was %s, counts from there, and knows what that knew',
    async (_, order, began) => {
      const known = ['e'.repeat(32)]
      expect(await planned(order && { ...order, createdAt: NOW, known })).toMatchObject({
        began,
        known,
      })
    },
  )

  it('goes on with the same filler where another quote numbers its routes otherwise', async () => {
    const order = all.planned as SwapOrder
    const { routeId, routeType } = order.accepted
    const calls: { name: string; input: unknown }[] = []
    const backend = createFixtureBackend({ now: () => NOW, orders: {}, calls })
    const quote = {
      amountIn: order.accepted.from.amount,
      amountOut: order.accepted.to.amount,
      expectedDurationSeconds: 10,
      validBefore: NOW / 1_000 + 600,
    }
    backend.streamQuotes = (_, on) => {
      const other = { routeId, type: `${routeType}-other`, quote }
      on({ type: 'route', quoteId: 'q2', route: other })
      on({ type: 'route', quoteId: 'q2', route: { ...other, routeId: 'r9', type: routeType } })
      on({ type: 'done', count: 2, others: 0 })
    }
    await requote(backend, order, new AbortController().signal)
    const made = calls.find((call) => call.name === 'prepareOrder')?.input
    expect(made).toMatchObject({ route: { routeId: 'r9', type: routeType } })
  })

  it('given only a page called a request of the one before rejected, knows of it: the person said so', async () => {
    const order = { ...declined, known: ['e'.repeat(32)] }
    expect(await planned(order)).toMatchObject({ known: ['e'.repeat(32), order.id] })
  })
})
