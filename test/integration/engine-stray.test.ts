import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { askAnew, askedFor, giveUp, giveUpRequests } from './engine/altered'
import { author, chainId, erc20 } from './engine/chain'
import { approval, asContract, delegation } from './engine/coded-account'
import { follow } from './engine/person'
import { confirmed, createStage, depositOf, sayGone, txAsked, wait } from './engine/stage'
import { withSteadyCrypto } from './engine/steady-crypto'
import type { World } from './engine/world'

withSteadyCrypto()
const open = createStage('engine-stray')

/** Its prompt is lost, the person says that the wallet shows it no more, and nothing was sent of it. */
async function givenUp(w: World, orderId: string): Promise<void> {
  w.page.losePrompt()
  await sayGone(w, orderId)
  await wait(w, 2)
  // Of a plain account the allowance proves that it took nothing.
  if ((await depositOf(w, orderId)).state.status === 'unsure') await giveUp(w, orderId)
}

/** Its approval is mined, and the deposit came to nothing. */
async function approvedAndGivenUp(w: World): Promise<string> {
  const orderId = await confirmed(w)
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  await w.advance(60_000)
  await givenUp(w, orderId)
  return orderId
}

/** The deposit is asked for once more and sent, and waits. */
async function sentAnew(w: World, orderId: string): Promise<void> {
  await askAnew(w, orderId)
  w.page.approve()
  await w.deliver()
  await w.settle()
}

/** A reorganisation takes it back, and it goes out otherwise: that is one payment all the same. */
async function expectOneAfterReorg(
  w: World,
  orderId: string,
  change: (w: World) => void,
): Promise<void> {
  w.chain.reorg()
  change(w)
  w.chain.mine()
  await wait(w, 40)
  expect(w.chain.deposits()).toHaveLength(1)
  expect((await w.order(orderId)).alarm).toBeUndefined()
}

/** ...of an account made so, and mined; so many minutes ago. */
async function minedAnew(as: (w: World) => World, minutes: number) {
  const w = as(open('erc20'))
  const orderId = await approvedAndGivenUp(w)
  await sentAnew(w, orderId)
  w.chain.mine()
  await wait(w, minutes)
  return { w, orderId, state: (await depositOf(w, orderId)).state }
}

/** How an account sends, and how what it sent goes out under another hash. */
const ways: [string, (w: World) => World, (w: World) => void][] = [
  ['a faster one of a plain account', (w) => w, (w) => w.chain.replace(waitingOf(w), {})],
  ...([undefined, 'operation', 'safe'] as const).map(
    (by): [string, (w: World) => World, (w: World) => void] => [
      `another carrier of a contract (${by ?? 'its hash'})`,
      (w) => asContract(w, by),
      ({ chain }) => {
        const [was] = chain.mempool.splice(0)
        if (!was?.inner) throw new Error('nothing waits')
        const { to, data } = was.inner
        chain.sendByContract({ to, data, value: '0x0' }, was.carries)
      },
    ],
  ),
]
const waitingOf = (w: World) => w.chain.mempool[0]?.hash ?? ''

const moments = [3, 6].flatMap((minutes) =>
  [0, 20, 50, 80].map((seconds) => [minutes, seconds] as const),
)

describe('a deposit that is asked for anew, and mined under another hash', () => {
  const cases = ways.flatMap(([name, as, change]) =>
    moments.map(([minutes, seconds]) => [name, minutes, seconds, as, change] as const),
  )
  it.each(cases)(
    'given %s, %i min %i s later, is no second one',
    async (_, minutes, seconds, as, change) => {
      const w = as(open('erc20'))
      const orderId = await approvedAndGivenUp(w)
      await sentAnew(w, orderId)
      await wait(w, minutes)
      for (let i = 0; i < seconds; i += 10) await w.advance(10_000)
      change(w)
      w.chain.mine()
      await wait(w, 10)
      const [deposit, second] = w.chain.deposits()
      expect(second).toBeUndefined()
      expect((await w.order(orderId)).alarm).toBeUndefined()
      const { state } = await depositOf(w, orderId)
      expect(state).toMatchObject({ status: 'confirmed', hash: deposit?.hash })
    },
  )
})

describe('a deposit that was asked for anew and mined, and is carried out by another after a reorganisation', () => {
  const carried = ways
    .slice(1)
    .flatMap(([name, as, change]) =>
      [1, 4, 8, 15].map((minutes) => [name, minutes, as, change] as const),
    )
  it.each(carried)('given %s, %i min later, is no second one', async (_, minutes, as, change) => {
    const { w, orderId, state } = await minedAnew(as, minutes)
    expect(state.status).toBe('confirmed')
    await expectOneAfterReorg(w, orderId, change)
    const [deposit] = w.chain.deposits()
    expect((await depositOf(w, orderId)).state).toMatchObject({ hash: deposit?.hash })
  })
})

describe('such a deposit after a reorganisation that one operator hides or did not see yet', () => {
  const cases = ways.flatMap(([name, as, change]) =>
    [0, 1].flatMap((at) => [4, 15].map((minutes) => [name, at, minutes, as, change] as const)),
  )
  it.each(cases)(
    'given %s, and operator %i, %i min later, is no second one',
    async (_, at, minutes, as, change) => {
      const { w, orderId, state } = await minedAnew(as, minutes)
      const followed = 'hash' in state ? state.hash : ''
      const receipt = w.chain.rpc('eth_getTransactionReceipt', [followed])
      const shows = (method: string, honest: unknown, params?: readonly unknown[]) =>
        method === 'eth_getTransactionReceipt' && params?.[0] === followed ? receipt : honest
      w.nodeFaults.set(w.nodes.operatorsOf(chainId)[at] ?? '', shows)
      await expectOneAfterReorg(w, orderId, change)
    },
  )
})

describe('such a deposit after a reorganisation of which few operators answer', () => {
  const cases = ways
    .slice(1)
    .flatMap(([name, as, change]) =>
      [0, 1, 2].flatMap((left) =>
        [4, 8, 15].map((minutes) => [name, left, minutes, as, change] as const),
      ),
    )
  it.each(cases)(
    'given %s, and %i of them, %i min later, is no second one',
    async (_, left, minutes, as, change) => {
      const { w, orderId, state } = await minedAnew(as, minutes)
      expect(state.status).toBe('confirmed')
      for (const host of w.nodes.operatorsOf(chainId).slice(left)) w.nodes.silence(host)
      await expectOneAfterReorg(w, orderId, change)
    },
  )
})

describe('a payment that is cancelled in the wallet, and the request before it is approved instead', () => {
  const cases = [1, 6].flatMap((minutes) => [0, 30, 60, 90].map((more) => [minutes, more] as const))
  it.each(cases)('given %i min %i s later, is one payment', async (minutes, more) => {
    const w = open('native')
    w.service.honesty.pays = false
    const orderId = await confirmed(w)
    const { to, data, value } = txAsked(w)
    await givenUp(w, orderId)
    await sentAnew(w, orderId)
    await wait(w, minutes)
    await w.advance(more * 1_000)
    w.chain.replace(waitingOf(w), { to: author, data: '0x', value: '0x0' })
    const { hash } = w.chain.send({ to, data, value })
    w.chain.mine()
    await wait(w, 30)
    const { alarm } = await w.order(orderId)
    expect(alarm).toBeUndefined()
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
  })
})

describe('a page that names the payment of an earlier order for a request', () => {
  it.each([
    ['an account that delegates, before', true, false],
    ['an account that delegates, after', true, true],
    ['a plain account, before', false, false],
    ['a plain account, after', false, true],
  ])('given %s what its wallet sent is found, raises no alarm', async (_, isCoded, isLate) => {
    const w = open('native')
    if (isCoded) w.chain.code.set(author, delegation)
    const first = await confirmed(w)
    expect((await follow(w, first)).status).toBe('filled')
    const earlier = w.chain.deposits()[0]?.hash ?? ''
    await wait(w, 20)
    const { orderId, digest } = await w.prepare('q2', 7_200)
    await w.call('confirmOrder', { orderId, digest, known: [first] })
    await w.settle()
    const { to, data, value } = txAsked(w)
    w.chain.send({ to, data, value })
    if (isLate) {
      w.chain.mine()
      await wait(w, 3)
    }
    w.page.invent(earlier)
    await w.deliver()
    await w.advance(10_000)
    w.chain.mine()
    await wait(w, 90)
    expect((await w.order(orderId)).alarm).toBeUndefined()
  })
})

describe('a deposit that was given up, and is mined beside the one that was asked for anew', () => {
  it.each(['waits still', 'was mined'])('given that one %s, is told of', async (how) => {
    const w = open('native')
    const orderId = await confirmed(w)
    const { to, data, value } = txAsked(w)
    await givenUp(w, orderId)
    // Its wallet sent it by a private relay all the same.
    const { hash } = w.chain.sendPrivately({ to, data, value })
    await sentAnew(w, orderId)
    w.chain.mineRelay()
    if (how === 'was mined') w.chain.mine()
    await wait(w, 10)
    expect((await w.order(orderId)).alarm).toMatchObject({ kind: 'second', hash })
  })
})

describe('two requests of which nobody was told what became, and that are both paid at once', () => {
  it.each([1, 2])(
    '%i given up before, is told of as two payments within the half hour',
    async (older) => {
      const w = open('native')
      const { orderId, digest } = await w.prepare('q1', 86_400)
      await w.call('confirmOrder', { orderId, digest })
      await w.settle()
      const { to, data, value } = txAsked(w)
      const answer = () => w.page.muddle()
      await giveUpRequests(w, orderId, { count: older, minutes: 15, answer })
      w.page.muddle()
      await w.deliver()
      w.chain.mempool.splice(0)
      await wait(w, 60)
      for (let i = 0; i < 2; i += 1) w.chain.send({ to, data, value })
      w.chain.mine()
      await wait(w, 30)
      expect((await w.order(orderId)).alarm).toMatchObject({ kind: 'second' })
    },
  )
})

describe('a second payment on a chain of which no operator answers', () => {
  it('is told of by what the node that is read shows', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    const { to, data, value } = txAsked(w)
    await givenUp(w, orderId)
    await sentAnew(w, orderId)
    w.chain.mine()
    await wait(w, 10)
    expect((await depositOf(w, orderId)).state.status).toBe('confirmed')
    for (const host of w.nodes.operatorsOf(chainId)) w.nodes.silence(host)
    const { hash } = w.chain.send({ to, data, value })
    w.chain.mine()
    await wait(w, 60)
    expect((await w.order(orderId)).alarm).toMatchObject({ kind: 'second', hash })
  })
})

describe('a second payment of which the node that the service lists hides the first', () => {
  /** The followed one is mined, and a second one after it; gives the hash of each. */
  const seconds: [string, () => Promise<{ w: World; orderId: string; hashes: string[] }>][] = [
    [
      'coins of a plain account',
      async () => {
        const w = open('native')
        const orderId = await confirmed(w)
        const { to, data, value } = txAsked(w)
        await givenUp(w, orderId)
        await sentAnew(w, orderId)
        w.chain.mine()
        await w.advance(10_000)
        const first = w.chain.deposits()[0]?.hash ?? ''
        const { hash } = w.chain.sendPrivately({ to, data, value })
        w.chain.mineRelay()
        return { w, orderId, hashes: [first, hash] }
      },
    ],
    [
      'a token of a contract',
      async () => {
        const w = asContract(open('erc20'))
        const orderId = await approvedAndGivenUp(w)
        await sentAnew(w, orderId)
        const [asked] = w.chain.mempool
        w.chain.sendByContract({ to: erc20, data: approval(10n ** 30n), value: '0x0' })
        w.chain.mine()
        await wait(w, 3)
        if (!asked?.inner) throw new Error('nothing waits')
        const { to, data } = asked.inner
        const { hash } = w.chain.sendByContract({ to, data, value: '0x0' })
        w.chain.mine()
        return { w, orderId, hashes: [asked.hash, hash] }
      },
    ],
    [
      'Solana',
      async () => {
        const { w, orderId, retry } = await askedFor(open('solana'))
        const request = w.page.prompts[0]?.command.request
        if (request?.kind !== 'solanaSign') throw new Error('not asked')
        const signed = w.solana.sign(request.transaction)
        await givenUp(w, orderId)
        await retry()
        w.page.approve()
        await w.deliver()
        w.solana.mine()
        await w.advance(20_000)
        const { state } = await depositOf(w, orderId)
        const late = w.solana.landLate(signed) ?? ''
        w.solana.mine()
        return { w, orderId, hashes: ['hash' in state ? state.hash : '', late] }
      },
    ],
  ]

  it.each(seconds)(
    'is told of all the same (%s), and nothing is asked without end',
    async (_, made) => {
      const { w, orderId, hashes } = await made()
      const [followed, hash] = hashes
      expect((await depositOf(w, orderId)).state).toMatchObject({
        status: 'confirmed',
        hash: followed,
      })
      w.nodeFaults.set('rpc.test', (method, honest, params) => {
        if (method === 'eth_getTransactionByHash' && params?.[0] === followed) return null
        if (method !== 'getSignatureStatuses') return honest
        const { value, ...rest } = honest as { value: unknown[] }
        const [asked = []] = params as string[][]
        return { ...rest, value: value.map((each, at) => (asked[at] === followed ? null : each)) }
      })
      await wait(w, 60)
      const before = w.reads.length
      await wait(w, 60)
      expect((await w.order(orderId)).alarm).toMatchObject({ kind: 'second', hash })
      expect(w.reads.length - before).toBeLessThanOrEqual(120)
    },
  )
})

describe('a request of a contract that was given up and is carried out, and the next one later', () => {
  const cases = (['operation', 'safe', undefined] as const).flatMap((by) =>
    [1, 10].flatMap((before) => [1, 20, 120].map((later) => [by, before, later] as const)),
  )
  it.each(cases)(
    'given by %s, after %i min, and %i min later, is told of',
    async (by, before, later) => {
      const w = asContract(open('erc20'), by)
      const orderId = await approvedAndGivenUp(w)
      await sentAnew(w, orderId)
      await wait(w, before)
      const [held] = w.chain.mempool.splice(0)
      if (!held?.inner) throw new Error('nothing waits')
      const { to, data } = held.inner
      w.chain.sendByContract({ to: erc20, data: approval(10n ** 30n), value: '0x0' })
      w.chain.mine()
      const other = by && { by, id: `0x${'cd'.repeat(32)}` }
      w.chain.sendByContract({ to, data, value: '0x0' }, other)
      w.chain.mine()
      await wait(w, later)
      w.chain.sendByContract({ to, data, value: '0x0' }, held.carries)
      w.chain.mine()
      await wait(w, 120)
      expect(w.chain.deposits()).toHaveLength(2)
      expect((await w.order(orderId)).alarm).toMatchObject({ kind: 'second' })
    },
  )
})
