import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { createStage } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('beside')

/** Two windows review the same at once. */
async function reviewed(w: World) {
  const first = await w.prepare('q1')
  return [first, await w.prepare('q2')] as const
}

const codes = (all: PromiseSettledResult<unknown>[]) =>
  all.map((each) => (each.status === 'rejected' ? each.reason.code : 'confirmed'))

describe('the same payment under review in two windows', () => {
  it('given both are confirmed in one moment, confirms one, and asks nothing for the other', async () => {
    const w = open()
    const both = await reviewed(w)
    const done = await Promise.allSettled(both.map((plan) => w.call('confirmOrder', plan)))
    expect(codes(done).sort()).toEqual(['confirmed', 'order/paid-beside'])
    await w.settle()
    const [first, second] = await Promise.all(both.map(({ orderId }) => w.order(orderId)))
    expect([first?.status, second?.status].sort()).toEqual(['planned', 'running'])
    w.page.approve()
    await w.deliver()
    await w.settle()
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given the person was shown the other one, and says so, confirms it as well', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    await w.call('confirmOrder', first)
    await expect(w.call('confirmOrder', second)).rejects.toMatchObject({
      code: 'order/paid-beside',
      context: { orderId: first.orderId },
    })
    await w.call('confirmOrder', { ...second, known: [first.orderId] })
    expect((await w.order(second.orderId)).status).toBe('running')
  })

  it('given a third one was confirmed since, does not take the tick of the first for it', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    const third = await w.prepare('q3')
    await w.call('confirmOrder', first)
    await w.call('confirmOrder', { ...second, known: [first.orderId] })
    await expect(
      w.call('confirmOrder', { ...third, known: [first.orderId] }),
    ).rejects.toMatchObject({ context: { orderId: second.orderId } })
  })

  it('given the worker ends after the refusal, has lost and asked nothing', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    await w.call('confirmOrder', first)
    await w.call('confirmOrder', second).catch(() => undefined)
    w.kill()
    w.revive()
    await w.settle()
    expect((await w.order(second.orderId)).status).toBe('planned')
    await w.call('confirmOrder', { ...second, known: [first.orderId] })
  })

  it('given a price took the place of an earlier one, counts from the first review on', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    const { createdAt } = await w.order(second.orderId)
    await w.advance(1_000)
    await w.call('confirmOrder', first)
    await w.advance(1_000)
    const next = await w.prepare('q3')
    await expect(w.call('confirmOrder', { ...next, began: createdAt })).rejects.toMatchObject({
      code: 'order/paid-beside',
    })
    // Begun after that, it is another wish.
    await w.call('confirmOrder', next)
  })

  it('given one was declined, and the other confirmed since, asks for the first again with a tick alone', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    await w.call('confirmOrder', first)
    await w.settle()
    w.page.reject()
    await w.deliver()
    await w.settle()
    await w.advance(1_000)
    await w.call('confirmOrder', { ...second, known: [first.orderId] })
    w.page.approve()
    await w.deliver()
    await w.settle()
    const step = (await w.order(first.orderId)).steps[0]
    const again = { orderId: first.orderId, stepId: step?.id ?? '' }
    await expect(w.call('retryStep', again)).rejects.toMatchObject({
      code: 'order/paid-beside',
      context: { orderId: second.orderId },
    })
    const { revision } = await w.order(first.orderId)
    await w.call('retryStep', { ...again, known: [second.orderId] })
    expect((await w.order(first.orderId)).revision).toBe(revision + 1)
  })

  it('given the first one was cancelled before its payment, confirms the second', async () => {
    const w = open()
    const [first, second] = await reviewed(w)
    await w.call('confirmOrder', first)
    await w.settle()
    w.page.reject()
    await w.deliver()
    await w.call('stopOrder', { orderId: first.orderId })
    await w.call('confirmOrder', second)
    expect((await w.order(second.orderId)).status).toBe('running')
  })
})
