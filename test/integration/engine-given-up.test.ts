import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { press } from './engine/person'
import { solanaChainId } from './engine/solana'
import { createWorld, type World } from './engine/world'

const worlds: World[] = []
let count = 0
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})
const hour = 3_600_000

/** Asked once, given up by typed word, handed in by whoever saw it, asked for again; the first one lands. */
async function strayed() {
  count += 1
  const w = createWorld({ name: `given-up-${count}`, source: 'solana' })
  worlds.push(w)
  const { orderId, digest } = await w.prepare()
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  const first = (await w.order(orderId)).steps.at(-1)
  if (first?.state.status !== 'asking') throw new Error('not asked')
  const { attemptId } = first.state
  const at = { orderId, stepId: first.id, attemptId }
  await w.call('promptGone', at)
  await w.settle()
  w.page.approve('false-rejection')
  w.page.outcomes.length = 0
  const choice = { kind: 'not-sent' as const, typed: 'NOT SENT' }
  await w.call('resolveUnsure', { ...at, choice })
  const signed = [...w.page.signed.values()][0] ?? ''
  const hash = w.solana.broadcast(signed) ?? ''
  const order = await w.order(orderId)
  await press(() =>
    w.call('retryStep', {
      orderId,
      stepId: order.steps.at(-1)?.id ?? '',
      page: w.page.page,
      notSent: true,
    }),
  )
  await w.settle()
  w.solana.mine()
  const now = await w.order(orderId)
  return { w, orderId, hash, now }
}

describe('what was given up by word, and landed, behind a later request', () => {
  it('is found when the computer is awake', async () => {
    const { w, orderId, hash, now } = await strayed()
    expect([...w.solana.landed]).toContain(hash)
    expect(now.attempts.map(({ end }) => end?.what)).toEqual(['given-up', undefined])
    w.solana.mine(100)
    await w.advance(10 * 60_000)
    expect(JSON.stringify(await w.order(orderId))).toContain(hash)
  })

  it('is found when the computer slept a day, and has its network back half a minute after it woke', async () => {
    const { w, orderId, hash } = await strayed()
    w.sleep(25 * hour)
    w.solana.mine(2_000)
    for (const host of w.nodes.operatorsOf(solanaChainId)) w.nodes.silence(host)
    await w.advance(30_000)
    w.nodes.heal()
    await w.advance(6 * hour)
    const order = await w.order(orderId)
    expect([...w.solana.landed]).toContain(hash)
    expect(JSON.stringify(order).includes(hash)).toBe(true)
  })

  it('control: slept a day, network there at once', async () => {
    const { w, orderId, hash } = await strayed()
    w.sleep(25 * hour)
    w.solana.mine(2_000)
    await w.advance(6 * hour)
    expect(JSON.stringify(await w.order(orderId))).toContain(hash)
  })
})
