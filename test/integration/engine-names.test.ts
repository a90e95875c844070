import 'fake-indexeddb/auto'
import { encodeAbiParameters, type Hex, namehash } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from './engine/world'

/** The first two operators of Ethereum that are shipped. */
const operators = ['ethereum.reth.rs', 'ethereum-rpc.publicnode.com'] as const
const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
const resolver = `0x${'1'.repeat(40)}`
const alice = `0x${'a1'.repeat(20)}`

let world: World
let count = 0
function open(): World {
  count += 1
  world = createWorld({ name: `names-${count}`, source: 'native' })
  return world
}
afterEach(() => world.dispose())

const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const reverse = namehash(`${alice.slice(2)}.addr.reverse`)
const key = (to: string, selector: string, node: Hex) => `${to} ${selector}${node.slice(2)}`
const records: Record<string, string> = {
  [key(registry, '0x0178b8bf', namehash('alice.eth'))]: word(resolver),
  [key(resolver, '0x3b3b57de', namehash('alice.eth'))]: word(alice),
  [key(registry, '0x0178b8bf', reverse)]: word(resolver),
  [key(resolver, '0x691f3431', reverse)]: encodeAbiParameters([{ type: 'string' }], ['alice.eth']),
}

type Rpc = { id: number; method: string; params: [{ to: string; data: string }] }

/** A node of Ethereum with these records; its head is as old as this, ms. */
function node(w: World, told: Record<string, string> = records, age = 0) {
  return (_: string, __: URL, body: unknown) => {
    const { id, method, params } = body as Rpc
    const time = Math.floor((w.clock.now - age) / 1_000)
    const block = {
      number: '0x10',
      hash: `0x${'b'.repeat(64)}`,
      timestamp: `0x${time.toString(16)}`,
    }
    const answers: Record<string, () => unknown> = {
      eth_chainId: () => '0x1',
      eth_getBlockByNumber: () => block,
      eth_getCode: () => '0x',
      eth_call: () => told[`${params[0].to} ${params[0].data}`] ?? word('0x'),
    }
    return Response.json({ jsonrpc: '2.0', id, result: answers[method]?.() })
  }
}

const asked = (w: World) => [...new Set(w.heard.map(({ host }) => host))].sort()
const ask = (w: World, name = 'alice.eth') => w.call('resolveName', { name })

describe('a name that a page asks for', () => {
  it('given the operators of Ethereum agree, then its address is told, and both are on the list of hosts', async () => {
    const w = open()
    for (const host of operators) w.hosts.set(host, node(w))
    const found = { kind: 'found', address: alice, back: 'same', contract: false }
    expect(await ask(w)).toEqual(found)
    expect(asked(w)).toEqual([...operators].sort())
    const { hosts } = await w.call('listHosts', {})
    const listed = hosts.filter(({ chainIds }) => chainIds.includes(1)).map(({ host }) => host)
    expect(listed).toEqual(expect.arrayContaining([...operators]))
  })

  it('given the second names another address, then they disagree', async () => {
    const w = open()
    const lie = {
      [key(resolver, '0x3b3b57de', namehash('alice.eth'))]: word(`0x${'b'.repeat(40)}`),
    }
    w.hosts.set(operators[0], node(w))
    w.hosts.set(operators[1], node(w, { ...records, ...lie }))
    expect(await ask(w)).toEqual({ kind: 'disagree' })
  })

  it('given the second stands still, then the first alone tells nothing', async () => {
    const w = open()
    w.hosts.set(operators[0], node(w))
    w.hosts.set(operators[1], node(w, records, 3_600_000))
    expect(await ask(w)).toEqual({ kind: 'unread' })
  })

  it.each(['alice', '.eth', 'alice..eth', 'ali ce.eth', `${'a'.repeat(252)}.eth`])(
    'given %j, then nobody is asked',
    async (name) => {
      const w = open()
      await expect(ask(w, name)).rejects.toMatchObject({ code: 'rpc/invalid' })
      expect(asked(w)).toEqual([])
    },
  )
})

describe('an order whose recipient was typed as a name', () => {
  it.each(['alice.eth', undefined])('given %s, then that is kept with it', async (name) => {
    const w = open()
    const { orderId } = await w.prepare('q1', 600, name ? { recipientName: name } : {})
    expect((await w.order(orderId)).recipientName).toBe(name)
  })
})
