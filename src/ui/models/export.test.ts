import { describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order/order'
import { orders } from '@/test/support/ui/fixture-orders'
import type { HistoryQuery } from './backend'
import { createExport } from './export'
import { noFilters } from './history-filters'

const NOW = 1_800_000_000_000
const order = orders(NOW).filled as Order

/** A history of so many orders in the pages that are asked for; each next page waits to be let through. */
function setUp(count: number, error?: AppError) {
  const files: { name: string; content: Blob }[] = []
  const asked: HistoryQuery[] = []
  const waiting: (() => void)[] = []
  let reached: () => void = () => undefined
  const model = createExport({
    nameOf: String,
    clock: { now: () => NOW, after: () => () => undefined },
    backend: {
      countOrders: async () => count,
      saveFile: (name, content) => files.push({ name, content }),
      async listOrders(query) {
        asked.push(query)
        if (error) throw error
        if (query.cursor !== undefined) {
          await new Promise<void>((resolve) => {
            waiting.push(resolve)
            reached()
          })
        }
        const from = Number(query.cursor ?? 0)
        const to = Math.min(count, from + query.limit)
        const page = Array.from({ length: to - from }, (_, i) => ({
          ...order,
          id: (from + i).toString(16).padStart(32, '0'),
        }))
        return to < count ? { orders: page, cursor: String(to) } : { orders: page }
      },
    },
  })
  /** Resolves once a page is written and the next one waits. */
  const written = () =>
    new Promise<void>((resolve) => {
      reached = resolve
      if (waiting.length > 0) resolve()
    })
  const goOn = () => waiting.shift()?.()
  return { model, files, asked, written, goOn }
}

describe('an export', () => {
  it('reads page by page, tells how far it is, and hands over one file', async () => {
    const { model, files, asked, written, goOn } = setUp(450)
    const done = model.start('json')
    for (const count of [200, 400]) {
      await written()
      expect(model.state.value).toEqual({ state: 'running', done: count, total: 450 })
      goOn()
    }
    await done
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '200', '400'])
    expect(files.map(({ name }) => name)).toEqual(['causeway-orders-2027-01-15.json'])
    const text = (await files[0]?.content.text()) ?? ''
    const ids = JSON.parse(text).orders.map(({ id }: { id: string }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([450, 450])
    expect(model.state.value).toMatchObject({ state: 'done', count: 450 })
  })

  it('given filters, takes what they let through and promises no total', async () => {
    const { model, files, asked } = setUp(3)
    const done = model.start('csv', { ...noFilters, chainId: 10, group: 'filled' })
    await done
    expect(asked[0]).toMatchObject({ chainId: 10, statuses: ['filled'] })
    expect(files[0]?.name).toBe('causeway-orders-2027-01-15.csv')
    expect((await files[0]?.content.text())?.split('\r\n')).toHaveLength(5)
  })

  it('given its screen is left, goes on, and what came of it is said until it was there to be read', async () => {
    const { model, written, goOn } = setUp(450)
    const done = model.start('json')
    await written()
    model.settle()
    expect(model.state.value.state).toBe('running')
    goOn()
    await written()
    goOn()
    await done
    expect(model.state.value.state).toBe('done')
    model.settle()
    expect(model.state.value).toEqual({ state: 'idle' })
  })

  it('given a cancel, stops reading and hands over nothing', async () => {
    const { model, files, asked, written, goOn } = setUp(10_000)
    const done = model.start('json')
    await written()
    model.cancel()
    goOn()
    await done
    expect(asked).toHaveLength(2)
    expect(files).toEqual([])
    expect(model.state.value).toEqual({ state: 'idle' })
  })

  it('given a store that fails, says so and hands over nothing', async () => {
    const { model, files } = setUp(3, new AppError('store/unavailable'))
    await model.start('csv')
    expect(model.state.value).toMatchObject({
      state: 'failed',
      error: { code: 'store/unavailable' },
    })
    expect(files).toEqual([])
  })
})
