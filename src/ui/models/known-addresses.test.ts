import { describe, expect, it } from 'vitest'
import { createFixtureBook } from '@/test/support/ui/fixture-book'
import { order } from '@/test/support/ui/fixture-order'
import type { HistoryQuery } from './backend'
import { readKnownAddresses } from './known-addresses'

const NOW = 1_800_000_000_000
const friend = `0x${'f'.repeat(40)}`
const past = order(NOW)
const backendOf = (given: (typeof past)[], book = createFixtureBook()) => ({
  listOrders: async ({ limit, cursor = '0' }: HistoryQuery) => {
    const end = Number(cursor) + limit
    const more = end < given.length ? { cursor: String(end) } : {}
    return { orders: given.slice(Number(cursor), end), ...more }
  },
  book: async () => book,
})
const attempts = [{}] as unknown as typeof past.attempts
const orders = [{ ...past, attempts, accepted: { ...past.accepted, recipient: friend } }]
const none = { compared: [], seen: [] }

describe('addresses that a person has dealt with', () => {
  it('are the two sides of past orders, of which whoever received was compared', async () => {
    const known = await readKnownAddresses(backendOf(orders))
    expect(known).toEqual({ compared: [friend], seen: [past.accepted.author, friend] })
  })

  it('are merely seen where nothing was confirmed, or where a page said who pays', async () => {
    const unconfirmed = orders.map((each) => ({ ...each, attempts: [] }))
    const { author } = past.accepted
    const toPayer = { ...past, attempts, accepted: { ...past.accepted, recipient: author } }
    expect((await readKnownAddresses(backendOf(unconfirmed))).compared).toEqual([])
    expect((await readKnownAddresses(backendOf([toPayer]))).compared).toEqual([])
  })

  it('are compared for a purchase and an address to pay at, which are made by a tick', async () => {
    const bought = orders.map((each) => ({ ...each, kind: 'purchase', purchase: {} }) as never)
    expect((await readKnownAddresses(backendOf(bought))).compared).toEqual([friend])
  })

  it('are not those of the order that is being looked at', async () => {
    expect(await readKnownAddresses(backendOf(orders), past.id)).toEqual(none)
  })

  it('are not those of an order that was only found at the service', async () => {
    const invented = { ...orders[0], id: 'e'.repeat(32), steps: [] } as unknown as typeof past
    expect(await readKnownAddresses(backendOf([invented]))).toEqual(none)
  })

  it('are not those of an order that a file brought, which may be anybody’s', async () => {
    const restored = orders.map((each) => ({ ...each, fromBackup: true as const }))
    expect(await readKnownAddresses(backendOf(restored))).toEqual(none)
  })

  it('are found behind any number of orders that a file brought', async () => {
    const restored = { ...past, fromBackup: true as const }
    const flood = Array.from({ length: 1_000 }, (_, place) => ({ ...restored, id: `f${place}` }))
    const { compared } = await readKnownAddresses(backendOf([...flood, ...orders]))
    expect(compared).toContain(friend)
  })

  it('are those of the last hundred orders of this computer', async () => {
    const many = Array.from({ length: 101 }, (_, place) => ({
      ...past,
      id: `m${place}`,
      accepted: { ...past.accepted, recipient: `0x${String(place).padStart(40, '0')}` },
    }))
    const { seen } = await readKnownAddresses(backendOf(many))
    expect(seen).toContain(`0x${'99'.padStart(40, '0')}`)
    expect(seen).not.toContain(`0x${'100'.padStart(40, '0')}`)
  })

  it('are those of the account book, but not what a file put into it', async () => {
    const own = { name: 'Alice', address: friend, family: 'eip155' as const, createdAt: NOW }
    const thief = `0x${'f'.repeat(4)}${'0'.repeat(32)}${'f'.repeat(4)}`
    const book = createFixtureBook([own, { ...own, address: thief, unchecked: true }])
    const known = await readKnownAddresses(backendOf([], book))
    expect(known).toEqual({ compared: [friend], seen: [] })
  })
})
