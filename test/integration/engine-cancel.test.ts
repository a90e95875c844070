import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { reduce } from '@/src/domain/order/reduce'
import { toRow } from '@/src/store/row'
import { asked, createStage, depositOf, sayGone } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('cancel')

async function cancel(w: World, orderId: string): Promise<void> {
  await w.call('stopOrder', { orderId })
  await w.settle()
  expect(await w.order(orderId)).toMatchObject({ status: 'running', stopWanted: expect.anything() })
}

describe('a payment whose request is open, once the person cancels', () => {
  it('given its worker died before it was handed over, then it is handed over no more', async () => {
    const w = open()
    const { orderId, digest } = await w.prepare()
    w.killAfter(6)
    await Promise.race([w.call('confirmOrder', { orderId, digest }).catch(() => 0), w.dead()])
    while (!w.isDead()) await Promise.race([w.settle(), w.dead()])
    expect((await depositOf(w, orderId)).state.status).toBe('asking')
    expect(w.page.state.everAsked).toBe(0)
    // The next worker stores the wish before it comes to what is due.
    const { now: at } = w.clock
    const order = reduce(await w.order(orderId), { type: 'stopped', at }).order
    const connection = await w.truth.use()
    await connection.put('orders', toRow(order))
    w.neverKill()
    w.revive()
    await w.settle()
    await w.advance(1_000)
    expect((await w.order(orderId)).status).toBe('stopped')
    expect(w.page.state.everAsked).toBe(0)
  })

  it('given it is rejected in the wallet, ends', async () => {
    const w = open()
    const orderId = await asked(w)
    await cancel(w, orderId)
    w.page.reject()
    await w.deliver()
    expect((await w.order(orderId)).status).toBe('stopped')
    await w.advance(300_000)
    expect((await w.order(orderId)).status).toBe('stopped')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given it is approved all the same, goes on to its end', async () => {
    const w = open()
    const orderId = await asked(w)
    await cancel(w, orderId)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given it is rejected by its page alone and was sent, is taken up again', async () => {
    const w = open()
    const orderId = await asked(w)
    await cancel(w, orderId)
    w.page.approve('false-rejection')
    await w.deliver()
    expect((await w.order(orderId)).status).toBe('stopped')
    w.chain.mine()
    await w.advance(120_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given its prompt is lost, then it stays as it is until the person says so; two operators then end it', async () => {
    const w = open('erc20')
    const orderId = await asked(w)
    w.page.losePrompt()
    await cancel(w, orderId)
    await w.advance(120_000)
    expect((await w.order(orderId)).status).toBe('running')
    await sayGone(w, orderId)
    await w.advance(300_000)
    const order = await w.order(orderId)
    expect(order.status).toBe('stopped')
    expect(order.attempts.at(-1)?.end?.what).toBe('absent')
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given coins and a prompt that is lost, then the typed word ends it, and asks for nothing', async () => {
    const w = open()
    const orderId = await asked(w)
    w.page.losePrompt()
    await sayGone(w, orderId)
    await cancel(w, orderId)
    const { id: stepId } = await depositOf(w, orderId)
    const attemptId = (await w.order(orderId)).attempts.at(-1)?.attemptId ?? ''
    const choice = { kind: 'not-sent', typed: 'NOT SENT' } as const
    await w.call('resolveUnsure', { orderId, stepId, attemptId, choice })
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('stopped')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given the page is gone, is asked what the person knows, and retried by nobody', async () => {
    const w = open()
    const orderId = await asked(w)
    await cancel(w, orderId)
    w.page.close()
    await w.worker().pageGone(7)
    await w.advance(120_000)
    const step = await depositOf(w, orderId)
    expect(step.state).toMatchObject({ status: 'unsure', needsPerson: true })
    await expect(w.call('retryStep', { orderId, stepId: step.id })).rejects.toThrow()
    expect(w.page.state.everAsked).toBe(1)
  })
})

describe('a payment that cannot be cancelled', () => {
  it('given it was sent, or is cancelled, says that it is busy', async () => {
    const w = open()
    const orderId = await asked(w)
    await cancel(w, orderId)
    const busy = { code: 'order/busy' }
    await expect(w.call('stopOrder', { orderId })).rejects.toMatchObject(busy)
    w.page.approve()
    await w.deliver()
    await expect(w.call('stopOrder', { orderId })).rejects.toMatchObject(busy)
  })
})
