import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TRANSFER, wordOf } from '@/src/domain/policy/effect-logs'
import { author, chainId } from './engine/chain'
import { createWorld, type NodeFault, type World } from './engine/world'

const confirmPatience = 3_000

let world: World
let count = 0
/** Waits that were begun, the oldest first: over when a test says so, and not by themselves. */
let waits: { ms: number; end(): void }[] = []
beforeEach(() => {
  waits = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    waits.push({ ms, end: () => controller.abort() })
    return controller.signal
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.dispose()
})

const otherLeaves: NodeFault = (method, honest) => {
  if (method !== 'eth_simulateV1') return honest
  const [block] = honest as [{ calls: { logs?: unknown[] }[] }]
  const topics = [TRANSFER, wordOf(author), wordOf(`0x${'9'.repeat(40)}`)]
  const log = { address: `0x${'8'.repeat(40)}`, topics, data: wordOf('0x1') }
  const calls = block.calls.map((each) => ({ ...each, logs: [...(each.logs ?? []), log] }))
  return [{ ...block, calls }]
}
const otherCode: NodeFault = (method, honest) => (method === 'eth_getCode' ? '0x6001' : honest)

/** A world whose second node answers nothing before it is let go, and then as it is told to. */
async function held(source: 'native' | 'erc20' = 'erc20') {
  count += 1
  world = createWorld({ name: `review-second-${count}`, source })
  const w = world
  const [, second = ''] = w.nodes.operatorsOf(chainId)
  let letGo: (fault: NodeFault) => void = () => undefined
  const gate = new Promise<NodeFault>((resolve) => {
    letGo = resolve
  })
  w.nodeFaults.set(second, async (method, honest) => (await gate)(method, honest))
  const { orderId, digest } = await w.prepare()
  const opened = await w.order(orderId)
  /** Lets the second node say this, and waits until its word is stored. */
  const answer = async (fault: NodeFault) => {
    const { seconds } = w.worker().engine
    const stored = seconds.get(orderId)
    letGo(fault)
    await stored
  }
  return { w, second, orderId, digest, opened, answer }
}
const honestly: NodeFault = (_, honest) => honest

describe('a review that opens with what one node showed', () => {
  it.each(['native', 'erc20'] as const)(
    'given the second is silent, a payment of %s is shown by the first alone',
    async (source) => {
      const { opened } = await held(source)
      expect(opened).toMatchObject({
        status: 'planned',
        advice: { outcome: 'passes', by: ['Base'], open: true },
      })
    },
  )

  it('given the second agrees, both are named, and what was shown may be confirmed', async () => {
    const { w, orderId, digest, opened, answer } = await held()
    await answer(honestly)
    const order = await w.order(orderId)
    const { open: _, ...advice } = opened.advice ?? { at: 0, outcome: 'unknown' }
    expect(order).toEqual({
      ...opened,
      revision: opened.revision + 1,
      advice: { ...advice, by: ['Base', 'Allnodes'] },
    })
    expect(w.changes.at(-1)).toEqual({ kind: 'order', orderId, revision: order.revision })
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    expect(w.page.prompts).toHaveLength(1)
    expect((await w.order(orderId)).advice?.open).toBeUndefined()
  })

  it('given the second refuses it, the review says so, and it is never confirmed', async () => {
    const { w, orderId, digest, answer } = await held()
    await answer(otherLeaves)
    expect(await w.order(orderId)).toMatchObject({
      status: 'planned',
      refused: 'policy/takes-other',
    })
    await expect(w.call('confirmOrder', { orderId, digest })).rejects.toMatchObject({
      code: 'policy/takes-other',
    })
    await w.settle()
    expect(w.page.state.everAsked).toBe(0)
  })

  it('given the second shows code at the account, what is shown then is confirmed anew', async () => {
    const { w, orderId, digest, answer } = await held()
    await answer(otherCode)
    const order = await w.order(orderId)
    expect(order.coded).toBe('delegated')
    await expect(w.call('confirmOrder', { orderId, digest })).rejects.toMatchObject({
      code: 'order/changed',
    })
    expect(w.page.state.everAsked).toBe(0)
    await w.call('confirmOrder', { orderId, digest: order.digest })
    await w.settle()
    expect(w.page.prompts).toHaveLength(1)
  })

  it('given it is cancelled meanwhile, the second brings nothing back', async () => {
    const { w, orderId, answer } = await held()
    await w.call('stopOrder', { orderId })
    await answer(honestly)
    await expect(w.order(orderId)).rejects.toMatchObject({ code: 'order/not-found' })
  })
})

describe('a confirmation while the second node is still asked', () => {
  /** Confirms, and comes back once the wait for the second node has begun. */
  async function confirming() {
    const stage = await held()
    const { w, second, orderId, digest } = stage
    waits = []
    const done = w.call('confirmOrder', { orderId, digest }).then(
      () => 'confirmed',
      (error: Error & { code?: string }) => error.code,
    )
    await vi.waitUntil(() => waits.length > 0)
    const [wait] = waits
    expect(wait?.ms).toBe(confirmPatience)
    expect((await w.order(orderId)).status).toBe('planned')
    /** What is asked of it from now on is refused at once; what it was asked before stays open. */
    const turnAway = () =>
      w.nodeFaults.set(second, () => {
        throw new TypeError('connection refused')
      })
    const end = () => {
      turnAway()
      for (const each of waits) each.end()
    }
    return { ...stage, done, end, turnAway }
  }

  it('given it agrees then, goes on, checked by both', async () => {
    const { w, orderId, answer, done } = await confirming()
    await answer(honestly)
    expect(await done).toBe('confirmed')
    expect((await w.order(orderId)).advice?.by).toEqual(['Base', 'Allnodes'])
    expect((await w.order(orderId)).advice?.open).toBeUndefined()
  })

  it('given it refuses then, asks nothing', async () => {
    const { w, orderId, answer, done } = await confirming()
    await answer(otherLeaves)
    expect(await done).toBe('policy/takes-other')
    await w.settle()
    expect((await w.order(orderId)).status).toBe('planned')
    expect(w.page.state.everAsked).toBe(0)
  })

  it('given it never answers, goes on after three seconds, checked by one', async () => {
    const { w, orderId, done, end } = await confirming()
    end()
    expect(await done).toBe('confirmed')
    await w.settle()
    expect(await w.order(orderId)).toMatchObject({
      status: 'running',
      advice: { by: ['Base'], open: true },
    })
    expect(w.page.prompts).toHaveLength(1)
  })

  it('given it answers after that, what the order was confirmed by stays', async () => {
    const { w, orderId, answer, done, end } = await confirming()
    end()
    await done
    await w.settle()
    const before = await w.order(orderId)
    await answer(honestly)
    expect(await w.order(orderId)).toEqual(before)
  })

  it('given two clicks, asks once', async () => {
    const { w, orderId, digest, done, end } = await confirming()
    const again = w.call('confirmOrder', { orderId, digest })
    await vi.waitUntil(() => waits.length > 1)
    end()
    await Promise.all([done, again])
    await w.settle()
    expect(w.page.state.everAsked).toBe(1)
  })

  it('given the worker dies in the wait, nothing was asked, and a new one goes on by the first alone', async () => {
    const { w, orderId, digest, done, turnAway } = await confirming()
    w.kill()
    turnAway()
    expect(await done).toBe('rpc/unavailable')
    expect((await w.order(orderId)).status).toBe('planned')
    expect(w.page.state.everAsked).toBe(0)
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    expect(await w.order(orderId)).toMatchObject({ status: 'running', advice: { open: true } })
    expect(w.page.prompts).toHaveLength(1)
  })
})
