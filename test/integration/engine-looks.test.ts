import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { getAttempt } from '@/src/store/attempts'
import { chainId } from './engine/chain'
import { confirmed, createStage, depositOf, wait } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('looks')

/** Every node has all blocks, and the state of none but the newest few: as public nodes mostly are. */
function prune(w: World): void {
  for (const host of ['rpc.test', 'rpc2.test', ...w.nodes.operatorsOf(chainId)]) {
    w.nodes.prune(host, 3)
  }
}

const other = { to: `0x${'4'.repeat(40)}`, data: '0x', value: '0x1' }

describe('where nodes have no state of old blocks', () => {
  it('given the nonce went to something else between two looks, it is proved that nothing was sent', async () => {
    const w = open()
    prune(w)
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    await wait(w, 3)
    w.chain.send(other)
    w.chain.mine()
    await wait(w, 10)
    const { attempts } = await w.order(orderId)
    expect(attempts[0]?.end?.what).toBe('absent')
  })

  it('given the payment was mined between two looks and its page is gone, it is found and followed', async () => {
    const w = open()
    prune(w)
    const orderId = await confirmed(w)
    w.page.approve('nothing')
    w.page.close()
    await wait(w, 3)
    w.chain.mine()
    await wait(w, 10)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given blocks between the looks that no node has read out, nothing is claimed', async () => {
    const w = open()
    prune(w)
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    // Nobody looks while it is used, and for long after: neither looks nor state tell where.
    w.kill()
    w.chain.send(other)
    w.chain.mine()
    for (const host of w.nodes.operatorsOf(chainId)) w.nodes.forget(host, 2)
    w.clock.now += 600_000
    w.revive()
    await wait(w, 5)
    const { attempts } = await w.order(orderId)
    expect(attempts[0]?.end?.what).toBe('refused')
  })

  it('keeps the last look, and where each moved nonce lies, with the ask', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    await wait(w, 1)
    const attemptId = (await w.order(orderId)).attempts[0]?.attemptId ?? ''
    const before = (await getAttempt(w.truth, attemptId))?.looks
    expect(before?.moves).toEqual([])
    w.chain.send(other)
    w.chain.mine()
    const at = BigInt(w.chain.mined[0]?.block ?? 0)
    await wait(w, 5)
    const after = (await getAttempt(w.truth, attemptId))?.looks
    expect(after?.last.block).toBeGreaterThan(before?.last.block ?? at)
    expect(after?.moves).toEqual([{ nonce: 0, from: at - 1n, to: at, end: at }])
    expect((await depositOf(w, orderId)).state.status).not.toBe('asking')
  })
})
