import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  asked,
  attempt,
  author,
  confirmed,
  declined,
  depositDraft,
  mined,
  orderAfter,
  planned,
  sent,
  verified,
} from '@/test/samples/order'
import { asking, check } from '@/test/samples/order-states'
import { made, plannedPurchase, purchaseAfter, read } from '@/test/samples/purchase'
import { createMirror, type KeyValueArea } from './mirror'

function createArea() {
  const kept = new Map<string, unknown>()
  const area: KeyValueArea = {
    get: async (keys) =>
      Object.fromEntries([...kept].filter(([key]) => keys === null || [keys].flat().includes(key))),
    set: async (items) => {
      for (const [key, value] of Object.entries(items)) kept.set(key, structuredClone(value))
    },
    remove: async (keys) => {
      for (const key of [keys].flat()) kept.delete(key)
    },
  }
  return { area, kept }
}

const running = orderAfter(planned(), confirmed)

describe('the mirror', () => {
  it('keeps an open order and its account, and of an ended one the account alone', async () => {
    const mirror = createMirror(createArea().area)
    await mirror.write(running)
    expect(await mirror.readAll()).toEqual([running])
    await mirror.write({ ...running, status: 'stopped' })
    expect(await mirror.readAll()).toEqual([])
    expect(await mirror.authors()).toEqual([author])
  })

  it('given a file brought an order, keeps none of its account: it may be anybody’s', async () => {
    const mirror = createMirror(createArea().area)
    await mirror.write(running)
    for (const n of Array.from({ length: 60 }, (_, place) => place)) {
      const accepted = { ...running.accepted, author: `0x${String(n).padStart(40, '9')}` }
      await mirror.write({ ...running, id: `${n}`, accepted, fromBackup: true })
    }
    expect(await mirror.authors()).toEqual([author])
  })

  it('given a page alone says that a payment was refused, keeps the order after its end', async () => {
    const mirror = createMirror(createArea().area)
    const stopped = orderAfter(declined, { type: 'stopped' })
    await mirror.write(stopped)
    expect(await mirror.readAll()).toEqual([stopped])
    const absent = { type: 'notSent', attemptId: attempt, by: 'chain' } as const
    await mirror.write(orderAfter(stopped, { ...absent, code: 'order/not-sent', retryable: true }))
    expect(await mirror.readAll()).toEqual([])
  })

  it('given a person alone says that a payment was not sent, keeps the order while that is looked for', async () => {
    const mirror = createMirror(createArea().area)
    const said = { type: 'notSent', attemptId: attempt, by: 'person' } as const
    const unsure = orderAfter(asking, { type: 'doubted', attemptId: attempt, check })
    const given = orderAfter(unsure, { ...said, code: 'order/not-sent', retryable: true })
    const stopped = orderAfter(given, { type: 'stopped' })
    await mirror.write(stopped)
    expect(await mirror.readAll()).toEqual([stopped])
    const since = stopped.attempts[0]?.evidence.askedAt ?? 0
    await mirror.write({ ...stopped, updatedAt: since + 7 * 86_400_000 })
    expect(await mirror.readAll()).toEqual([])
  })

  it('given an approval is out as its order is stopped, keeps the order until it is mined', async () => {
    const mirror = createMirror(createArea().area)
    const started = orderAfter(planned([approveDraft, depositDraft]), confirmed)
    const out = orderAfter(started, asked(started), { type: 'stopped' }, sent)
    await mirror.write(out)
    expect(await mirror.readAll()).toEqual([out])
    await mirror.write(orderAfter(out, verified, mined))
    expect(await mirror.readAll()).toEqual([])
  })

  it('given a purchase whose end nobody knows, keeps its number', async () => {
    const mirror = createMirror(createArea().area)
    const bought = purchaseAfter(plannedPurchase(), made)
    const over = purchaseAfter(bought, read('failed', { stage: 'over' }))
    for (const order of [over, { ...bought, status: 'unproved' as const }]) {
      await mirror.write(order)
      expect(await mirror.readAll()).toEqual([order])
    }
    await mirror.write({ ...bought, status: 'filled' })
    expect(await mirror.readAll()).toEqual([])
    await mirror.write(purchaseAfter(plannedPurchase(), { type: 'purchaseLost' }))
    expect(await mirror.readAll()).toEqual([])
  })

  it('given an order that was only found at the service, takes nobody’s account for the person’s', async () => {
    const mirror = createMirror(createArea().area)
    await mirror.write({ ...running, status: 'tracking', steps: [] })
    expect(await mirror.readAll()).toHaveLength(1)
    expect(await mirror.authors()).toEqual([])
  })

  it('given one damaged record, gives the others, and that one as needing attention', async () => {
    const { area, kept } = createArea()
    const mirror = createMirror(area)
    await mirror.write(running)
    kept.set('order:broken', 7)
    const statuses = (await mirror.readAll()).map(({ id, status }) => [id, status])
    expect(statuses).toEqual([
      [running.id, 'running'],
      ['broken', 'attention'],
    ])
  })
})
