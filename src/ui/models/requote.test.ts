import { describe, expect, it } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-data'
import { requote } from './requote'

const NOW = 1_800_000_000_000

describe('an order at a new price', () => {
  it.each([
    ['named', 'alice.eth'],
    ['planned', undefined],
  ])('given the %s one, then the name of its recipient is %s', async (which, name) => {
    const all = orders(NOW)
    const calls: { name: string; input: unknown }[] = []
    const backend = createFixtureBackend({ now: () => NOW, orders: all, calls })
    const order = all[which]
    if (order?.kind !== 'swap') throw new Error('no order')
    await requote(backend, order, new AbortController().signal)
    const planned = calls.find((call) => call.name === 'prepareOrder')?.input
    expect(planned).toMatchObject({ request: { recipient: order.accepted.recipient } })
    expect(planned).toHaveProperty('recipientName', name)
  })
})
