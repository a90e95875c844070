import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BuildNode } from '@/src/contract/build-nodes'
import { attemptOf } from '@/src/domain/order/order-parts'
import { chainId } from './engine/chain'
import { toChainId } from './engine/service'
import { createWorld, type NodeFault, type World } from './engine/world'

/** The node that the service names, and the one that is shipped for the chain. */
const [first, second] = ['rpc.test', 'mainnet.base.org']
/** Looks at a transaction that only one node knows, before it is believed alone. */
const looksBefore = 5

let world: World
let count = 0
function open(
  source: 'native' | 'erc20' = 'native',
  nodes?: readonly string[],
  operators?: readonly BuildNode[],
): World {
  count += 1
  world = createWorld({
    name: `second-node-${count}`,
    source,
    ...(nodes ? { nodes } : {}),
    ...(operators ? { operators } : {}),
  })
  return world
}
afterEach(() => world.dispose())

async function confirmed(w: World): Promise<string> {
  const { orderId, digest } = await w.prepare()
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  return orderId
}

/** Approves the first prompt and lets its outcome arrive. */
async function sent(w: World): Promise<string> {
  const orderId = await confirmed(w)
  w.page.approve()
  await w.deliver()
  return orderId
}

async function finish(w: World): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    w.chain.mine()
    await w.advance(5_000)
    w.page.approve()
    await w.deliver()
  }
  // A payout lies ten seconds deep in its chain before it is believed.
  await w.advance(30_000)
}

const look = 'eth_getTransactionByHash'
const countLooks = (w: World, host: string) =>
  w.reads.filter((each) => each === `${host} ${look}`).length
const stateOf = async (w: World, orderId: string) => (await w.order(orderId)).steps[0]?.state

const silent: NodeFault = (method, honest) => (method === look ? null : honest)
const down: NodeFault = () => {
  throw new TypeError('connection refused')
}
const lying =
  (change: object): NodeFault =>
  (method, honest) =>
    method === look && honest ? { ...honest, ...change } : honest
const elsewhere = `0x${'d'.repeat(40)}`

describe('what was sent, read from two nodes', () => {
  it('given both say what was asked, then both were read and the swap fills', async () => {
    const w = open('erc20')
    const orderId = await sent(w)
    expect((await stateOf(w, orderId))?.status).toBe('verified')
    expect([countLooks(w, first), countLooks(w, second)]).toEqual([1, 1])
    await finish(w)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it.each([
    ['the second tells of another receiver', second, { to: elsewhere }],
    ['the second tells of other data', second, { input: '0xdead' }],
    ['the second tells of another sender', second, { from: elsewhere }],
    ['the first tells of another receiver', first, { to: elsewhere }],
    ['the first tells of another sender', first, { from: elsewhere }],
  ])(
    'given %s, then an alarm shows what that node says and nothing more is asked',
    async (_, host, lie) => {
      const w = open('erc20')
      w.nodeFaults.set(host, lying(lie))
      const orderId = await sent(w)
      const order = await w.order(orderId)
      expect(order).toMatchObject({
        status: 'running',
        alarm: { kind: 'altered', code: 'chain/mismatch' },
      })
      expect(JSON.stringify(order.alarm)).toContain(Object.values(lie)[0])
      expect(order.steps[0]?.state.status).toBe('unsure')
      await finish(w)
      expect(w.page.state.everAsked).toBe(1)
      expect(w.service.orders).toHaveLength(0)
    },
  )

  it('given only the second knows it and tells of something else, then the alarm', async () => {
    const w = open()
    w.nodeFaults.set(first, silent)
    w.nodeFaults.set(second, lying({ to: elsewhere }))
    const order = await w.order(await sent(w))
    expect(order).toMatchObject({ status: 'running', alarm: { code: 'chain/mismatch' } })
    expect(order.steps[0]?.state.status).toBe('unsure')
  })

  it('given both tell of an older transaction, then it is not believed, and no alarm', async () => {
    const w = open()
    const older = w.chain.send({ to: elsewhere, data: '0x', value: '0x1' })
    w.chain.mine()
    const orderId = await confirmed(w)
    w.page.approve()
    const [outcome] = w.page.outcomes
    if (outcome?.result.ok && outcome.result.value.kind === 'hash') {
      outcome.result.value.hash = older.hash
    }
    await w.deliver()
    expect((await w.order(orderId)).alarm).toBeUndefined()
    expect((await stateOf(w, orderId))?.status).toBe('unsure')
  })

  it.each([
    ['does not answer', down],
    ['answers nonsense', () => 'nonsense'],
    [
      'serves another chain',
      (method: string, honest: unknown) => (method === 'eth_chainId' ? '0x1' : honest),
    ],
    ['tells of another hash', lying({ hash: `0x${'e'.repeat(64)}` })],
  ])('given the second %s, then it is reported and the first is believed', async (_, fault) => {
    const w = open()
    w.nodeFaults.set(second, fault)
    const orderId = await sent(w)
    expect((await stateOf(w, orderId))?.status).toBe('verified')
    expect(w.errors.filter((each) => each.startsWith('second node: '))).toHaveLength(1)
    await finish(w)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given the second takes longer than its time, then it is not waited for', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const over = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 3_000 ? AbortSignal.abort() : timeout(ms)))
    const w = open()
    const orderId = await sent(w)
    over.mockRestore()
    expect((await stateOf(w, orderId))?.status).toBe('verified')
    expect(countLooks(w, second)).toBe(0)
    expect(w.errors.filter((each) => each.startsWith('second node: '))).toHaveLength(1)
  })

  it('given the second hears of it later, then it is waited for', async () => {
    const w = open()
    w.nodeFaults.set(second, silent)
    const orderId = await sent(w)
    expect((await stateOf(w, orderId))?.status).toBe('sent')
    w.nodeFaults.delete(second)
    await w.advance(500)
    expect((await stateOf(w, orderId))?.status).toBe('verified')
    expect(countLooks(w, second)).toBe(2)
  })

  it('given the second hears of something else later, then the alarm', async () => {
    const w = open()
    w.nodeFaults.set(second, silent)
    const orderId = await sent(w)
    w.nodeFaults.set(second, lying({ to: elsewhere }))
    await w.advance(500)
    expect((await w.order(orderId)).alarm?.code).toBe('chain/mismatch')
  })

  it('given the second never hears of it, then the first is believed after some looks', async () => {
    const w = open()
    w.nodeFaults.set(second, silent)
    const orderId = await sent(w)
    await w.advance(15_000)
    expect(countLooks(w, second)).toBe(looksBefore)
    expect((await stateOf(w, orderId))?.status).toBe('sent')
    await w.advance(1_000)
    expect(countLooks(w, second)).toBe(looksBefore + 1)
    expect((await stateOf(w, orderId))?.status).toBe('verified')
    expect(w.errors.filter((each) => each.startsWith('second node: '))).toEqual([])
  })

  it('given the first does not know it and the second does, then the second is believed', async () => {
    const w = open()
    w.nodeFaults.set(first, silent)
    const orderId = await sent(w)
    expect(await stateOf(w, orderId)).toMatchObject({
      status: 'verified',
      hash: w.chain.mempool[0]?.hash,
      nonce: 0,
    })
  })
})

describe('which nodes are asked at all', () => {
  /** Of the chain that is paid from; the chain that is paid on has operators of its own. */
  const hostsOf = (w: World) => {
    const others = w.nodes.operatorsOf(toChainId)
    const hosts = w.reads.map((each) => each.split(' ')[0] ?? '')
    return new Set(hosts.filter((host) => !others.includes(host)))
  }

  it('given nodes on this machine, then nothing is read anywhere else', async () => {
    const urls = [1, 2].map((port) => `http://127.0.0.1:${port}/${chainId}`)
    const paidOn = { chainId: toChainId, url: `http://127.0.0.1:1/${toChainId}`, name: 'one' }
    const operators = [...urls.map((url) => ({ chainId, url, name: url })), paidOn]
    const w = open('erc20', urls, operators)
    // Only a service of this machine names nodes of it.
    w.hosts.set('127.0.0.1:9', (method, url, body) => w.service.answer(method, url, body))
    await w.call('writeSettings', { serviceUrl: 'http://127.0.0.1:9' })
    const orderId = await sent(w)
    await finish(w)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(countLooks(w, '127.0.0.1:2')).toBeGreaterThan(0)
    expect(hostsOf(w)).toEqual(new Set(['127.0.0.1:1', '127.0.0.1:2']))
  })

  it("given a node of the person's own, then it is believed alone and no other is asked", async () => {
    const w = open('erc20')
    await w.call('writeSettings', { rpcUrls: { [chainId]: 'https://own.test/' } })
    const orderId = await sent(w)
    await finish(w)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(hostsOf(w)).toEqual(new Set(['own.test']))
  })
})

describe('a payment that only other operators show', () => {
  /** The node that the service names stands still, and the second one does not answer. */
  function hide(w: World): void {
    w.nodes.freeze(first)
    w.nodeFaults.set(second, down)
  }
  const operators = [second, 'one.test', 'two.test'].map((host) => ({
    name: host,
    url: `https://${host}/${chainId}`,
    chainId,
  }))

  it('is followed by them, and told to the service', async () => {
    const w = open('native', undefined, operators)
    const orderId = await confirmed(w)
    hide(w)
    w.page.approve()
    w.chain.mine()
    await w.deliver()
    for (let i = 0; i < 30; i += 1) {
      w.chain.mine()
      await w.advance(60_000)
    }
    expect(await stateOf(w, orderId)).toMatchObject({ status: 'confirmed' })
    expect((await w.order(orderId)).status).toBe('tracking')
    expect(w.page.state.everAsked).toBe(1)
  })

  it('is taken where the person names it', async () => {
    const w = open('native', undefined, operators)
    const orderId = await confirmed(w)
    w.page.approve('nothing')
    w.page.close()
    hide(w)
    w.chain.mine()
    await w.advance(60_000)
    const [step] = (await w.order(orderId)).steps
    const attemptId = attemptOf(step?.state ?? { status: 'ready' }) ?? ''
    const hash = w.chain.mined[0]?.hash ?? ''
    const choice = { kind: 'sent' as const, hash }
    await w.call('resolveUnsure', { orderId, stepId: step?.id ?? '', attemptId, choice })
    expect((await stateOf(w, orderId))?.status).toBe('sent')
  })
})
