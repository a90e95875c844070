import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import type { Order } from '@/src/domain/order/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import type { HistoryPage, HistoryQuery } from './backend'
import { createHistory } from './history'
import type { HistoryFilters } from './history-filters'

const NOW = 1_800_000_000_000
const all = Object.values(orders(NOW)).filter(({ status }) => status !== 'planned')

function setUp(pages?: (query: HistoryQuery) => HistoryPage) {
  const asked: HistoryQuery[] = []
  const backend = createFixtureBackend({ now: () => NOW, orders: orders(NOW) })
  if (pages) {
    backend.listOrders = async (query) => {
      asked.push(query)
      return pages(query)
    }
  }
  const clock = { now: () => NOW, after: () => () => undefined }
  const kept = signal<HistoryFilters | undefined>(undefined)
  const open = () => createHistory({ backend, clock, kept })
  return { asked, kept, open }
}

describe('the history', () => {
  it('offers the chains and tokens that stand in it, and shows what fits all that is chosen', async () => {
    const history = setUp().open()
    await settled()
    expect(history.orders.value).toHaveLength(all.length)
    expect(history.choices.value.chainIds).toContain(8453)
    history.change({ chainId: 8453 })
    history.change({ group: 'filled' })
    await settled()
    expect(history.orders.value.length).toBeGreaterThan(0)
    expect(history.orders.value.every(({ status }) => status === 'filled')).toBe(true)
    history.change({ chainId: 56 })
    await settled()
    expect(history.orders.value).toEqual([])
    history.clear()
    await settled()
    expect(history.orders.value).toHaveLength(all.length)
    expect(history.filtered.value).toBe(false)
  })

  it('keeps the filters for whoever comes back from an order', async () => {
    const { open } = setUp()
    const first = open()
    first.change({ symbol: 'USDC' })
    first.dispose()
    expect(open().filters.value.symbol).toBe('USDC')
  })

  it('given a store that looks through a part at a time, goes on until there is an answer', async () => {
    const rare = all[0] as Order
    const { asked, open } = setUp(({ cursor }) =>
      cursor === 'c3'
        ? { orders: [rare] }
        : { orders: [], cursor: cursor === undefined ? 'c1' : cursor === 'c1' ? 'c2' : 'c3' },
    )
    const history = open()
    await settled()
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'c1', 'c2', 'c3'])
    expect(history.orders.value).toEqual([rare])
    expect([history.state.value, history.more.value]).toEqual(['ready', false])
  })

  it('given another filter meanwhile, drops what is still being looked for', async () => {
    const { asked, open } = setUp(({ symbol }) =>
      symbol === undefined ? { orders: [], cursor: 'next' } : { orders: [] },
    )
    const history = open()
    history.change({ symbol: 'USDC' })
    await settled()
    expect(history.state.value).toBe('ready')
    expect(asked.at(-1)?.symbol).toBe('USDC')
    expect(history.answered.value).toBe(1)
  })
})
