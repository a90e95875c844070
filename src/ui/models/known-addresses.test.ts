import { describe, expect, it } from 'vitest'
import { order } from '@/test/support/ui/fixture-data'
import { readKnownAddresses } from './known-addresses'

const NOW = 1_800_000_000_000
const friend = `0x${'f'.repeat(40)}`
const past = order(NOW)
const orders = [{ ...past, accepted: { ...past.accepted, recipient: friend } }]

describe('addresses that a person has dealt with', () => {
  it('are the two sides of past orders', async () => {
    const known = await readKnownAddresses({ listOrders: async () => ({ orders }) }, {})
    expect(known).toEqual([past.accepted.author, friend])
  })

  it('are not those of the order that is being looked at', async () => {
    const backend = { listOrders: async () => ({ orders }) }
    expect(await readKnownAddresses(backend, {}, past.id)).toEqual([])
  })

  it('are not those of an order that was only found at the service', async () => {
    const invented = { ...orders[0], id: 'e'.repeat(32), steps: [] } as unknown as typeof past
    const backend = { listOrders: async () => ({ orders: [invented] }) }
    expect(await readKnownAddresses(backend, {})).toEqual([])
  })
})
