import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { press } from './engine/person'
import { solanaChainId } from './engine/solana'
import { createWorld, type World } from './engine/world'

let w: World
afterEach(() => w.dispose())

it('a superseded request costs at most two node requests a minute while it is waited for', async () => {
  w = createWorld({ name: 'given-up-budget-', source: 'solana' })
  const { orderId, digest } = await w.prepare()
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  const first = (await w.order(orderId)).steps.at(-1)
  if (first?.state.status !== 'asking') throw new Error('not asked')
  const at = { orderId, stepId: first.id, attemptId: first.state.attemptId }
  await w.call('promptGone', at)
  await w.settle()
  w.page.losePrompt()
  await w.call('resolveUnsure', { ...at, choice: { kind: 'not-sent', typed: 'NOT SENT' } })
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
  // The second one is signed and lands at once: the order is paid, and only the first one is waited for.
  w.page.approve()
  await w.deliver()
  w.solana.mine()
  await w.advance(10 * 60_000)
  const [one] = w.nodes.operatorsOf(solanaChainId)
  for (const host of w.nodes.operatorsOf(solanaChainId)) if (host !== one) w.nodes.silence(host)
  w.solana.mine(1_000)
  const before = w.reads.length
  await w.advance(60 * 60_000)
  const reads = w.reads.slice(before)
  const counts = new Map<string, number>()
  for (const each of reads) counts.set(each, (counts.get(each) ?? 0) + 1)
  expect(reads.length).toBeLessThanOrEqual(120)
})
