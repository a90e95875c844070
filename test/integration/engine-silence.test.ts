import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { chainId } from './engine/chain'
import { confirmed, createStage } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('silence')
/** What the person who looks at the order is told, two minutes on. */
async function look(w: World, orderId: string) {
  await w.advance(120_000)
  return w.call('refreshOrder', { orderId })
}

describe('an order of which nobody tells', () => {
  it('given no node of its chain answers, says so and since when, and goes on once one does', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    for (const host of ['rpc.test', 'rpc2.test', ...w.nodes.operatorsOf(chainId)]) {
      w.nodes.silence(host)
    }
    const began = w.clock.now
    const { failed } = await look(w, orderId)
    expect(failed?.code).toBe('chain/unreachable')
    expect(failed?.since).toBeGreaterThanOrEqual(began)
    expect(failed?.since).toBeLessThan(began + 60_000)
    // Since when is no matter of how often it was tried.
    expect((await look(w, orderId)).failed?.since).toBe(failed?.since)
    w.nodes.heal()
    await w.advance(300_000)
    expect(await look(w, orderId)).toEqual({})
    w.chain.mine()
    await w.advance(120_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it.each([
    ['does not answer', 'drop', 'service/unreachable'],
    ['tells what cannot be read', 'malformed', 'service/bad-answer'],
  ] as const)('given its service %s, says so, until it does', async (_, fault, code) => {
    const w = open()
    w.service.honesty.pays = false
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(30_000)
    expect((await w.order(orderId)).status).toBe('tracking')
    w.service.faults.push(...Array.from({ length: 500 }, () => fault))
    expect(await look(w, orderId)).toMatchObject({ failed: { code } })
    w.service.faults.length = 0
    await w.advance(600_000)
    expect(await w.call('refreshOrder', { orderId })).toEqual({})
    expect((await w.order(orderId)).status).toBe('tracking')
  })
})
