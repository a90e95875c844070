import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { errorCopy } from '@/src/ui/copy/errors'
import { failureWords } from '@/src/ui/copy/money'
import { press } from './engine/person'
import { solanaChainId } from './engine/solana'
import { confirmed } from './engine/stage'
import { createWorld, type World } from './engine/world'

const worlds: World[] = []
let count = 0
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})
const hour = 3_600_000

/**
 * Asked for, its prompt gone, given up by typed word, and asked for again. `before` the word is typed, and
 * `after` it.
 */
async function askedAgain(
  source: 'native' | 'solana',
  { before, after }: { before(w: World): void; after?(w: World): void },
) {
  count += 1
  const w = createWorld({ name: `given-up-${count}`, source })
  worlds.push(w)
  const { orderId, digest } = await w.prepare('q1', 7_200)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  const first = (await w.order(orderId)).steps.at(-1)
  if (first?.state.status !== 'asking') throw new Error('not asked')
  const at = { orderId, stepId: first.id, attemptId: first.state.attemptId }
  await w.call('promptGone', at)
  await w.settle()
  before(w)
  const choice = { kind: 'not-sent' as const, typed: 'NOT SENT' }
  await w.call('resolveUnsure', { ...at, choice })
  after?.(w)
  const stepId = (await w.order(orderId)).steps.at(-1)?.id ?? ''
  await press(() => w.call('retryStep', { orderId, stepId, page: w.page.page, notSent: true }))
  await w.settle()
  return { w, orderId }
}

const lost = { before: (w: World) => w.page.losePrompt() }

/** Its page says nothing of what was signed, which somebody who saw it hands in; it lands. */
async function strayed() {
  let hash = ''
  const { w, orderId } = await askedAgain('solana', {
    before(world) {
      world.page.approve('false-rejection')
      world.page.outcomes.length = 0
    },
    after(world) {
      const [signed = ''] = world.page.signed.values()
      hash = world.solana.broadcast(signed) ?? ''
    },
  })
  w.solana.mine()
  expect([...w.solana.landed]).toContain(hash)
  const { attempts } = await w.order(orderId)
  expect(attempts.map(({ end }) => end?.what)).toEqual(['given-up', undefined])
  return { w, orderId, hash }
}

describe('what was given up by word, and landed, behind a later request', () => {
  it('is found when the computer is awake', async () => {
    const { w, orderId, hash } = await strayed()
    w.solana.mine(100)
    await w.advance(10 * 60_000)
    expect(JSON.stringify(await w.order(orderId))).toContain(hash)
  })

  it.each([
    ['at once', 0],
    ['half a minute after it woke', 30_000],
  ])('is found when the computer slept a day, and has its network back %s', async (_, ms) => {
    const { w, orderId, hash } = await strayed()
    w.sleep(25 * hour)
    w.solana.mine(2_000)
    if (ms > 0) for (const host of w.nodes.operatorsOf(solanaChainId)) w.nodes.silence(host)
    await w.advance(ms)
    w.nodes.heal()
    await w.advance(6 * hour)
    expect(JSON.stringify(await w.order(orderId))).toContain(hash)
  })
})

describe('a request that was given up by word, and is looked for behind a later one', () => {
  it('costs at most two node requests a minute', async () => {
    const { w } = await askedAgain('solana', lost)
    // The second one is signed and lands at once: the order is paid, and only the first one is waited for.
    w.page.approve()
    await w.deliver()
    w.solana.mine()
    await w.advance(10 * 60_000)
    const [one] = w.nodes.operatorsOf(solanaChainId)
    for (const host of w.nodes.operatorsOf(solanaChainId)) if (host !== one) w.nodes.silence(host)
    w.solana.mine(1_000)
    const before = w.reads.length
    await w.advance(hour)
    expect(w.reads.length - before).toBeGreaterThan(0)
    expect(w.reads.length - before).toBeLessThanOrEqual(120)
  })

  it('is looked for no more after a week in which no two nodes could prove anything of it', async () => {
    const { w } = await askedAgain('solana', lost)
    w.page.approve()
    await w.deliver()
    w.solana.mine()
    const [, ...others] = w.nodes.operatorsOf(solanaChainId)
    for (const host of others) w.nodes.silence(host)
    await w.advance(10 * 60_000)
    w.solana.mine(1_000)
    await w.advance(8 * 24 * hour)
    const before = w.reads.length
    await w.advance(24 * hour)
    expect(w.reads.length - before).toBe(0)
  })

  it('is not said to be shown again where the second one was mined, and the service calls it failed', async () => {
    const { w, orderId } = await askedAgain('native', lost)
    w.page.approve()
    await w.deliver()
    w.service.terms.lie = (record) => ({ ...record, status: 'failed', transactions: {} })
    w.chain.mine()
    await w.advance(120_000)
    const order = await w.order(orderId)
    expect(order.failure?.code).toBe('order/failed-at-service')
    expect(order.attempts.map(({ end }) => end?.what)).toEqual(['given-up', 'mined'])
    const { money } = failureWords(order, 'order/failed-at-service')
    expect(money).not.toBe(errorCopy['order/given-up'].money)
  })
})

describe('a refusal on Solana beside payments like it', () => {
  it.each([0, 1, 30])(
    'of which there are %s, costs at most two node requests a minute',
    async (times) => {
      count += 1
      const w = createWorld({ name: `given-up-${count}`, source: 'solana' })
      worlds.push(w)
      const orderId = await confirmed(w)
      const request = w.page.prompts[0]?.command.request
      if (request?.kind !== 'solanaSign') throw new Error('not asked')
      for (let i = 0; i < times; i += 1) {
        const bytes = Buffer.from(request.transaction, 'base64')
        bytes.set(Buffer.from(`or${String(100 + i)}`), bytes.indexOf('order'))
        w.solana.broadcast(w.solana.sign(bytes.toString('base64')))
      }
      w.solana.mine()
      // Which of several that are like it comes last differs from node to node.
      for (const [place, host] of w.nodes.operatorsOf(solanaChainId).entries()) {
        let turns = place
        w.nodeFaults.set(host, async (_, honest) => {
          turns = (turns * 5 + 3) % 7
          for (let i = 0; i < turns * 5; i += 1) await Promise.resolve()
          return honest
        })
      }
      w.page.reject()
      await w.deliver()
      w.solana.mine(80)
      await w.advance(5 * 60_000)
      expect(w.solana.landed.size).toBe(times)
      const before = w.reads.length
      await w.advance(6 * hour)
      expect(w.reads.length - before).toBeLessThanOrEqual(2 * 6 * 60)
      const end = (await w.order(orderId)).attempts[0]?.end?.what
      expect(end).toBe(times > 0 ? undefined : 'absent')
    },
  )
})
