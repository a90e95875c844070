import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from './engine/world'

let world: World
let count = 0
function open(source: 'native' | 'erc20' | 'solana'): World {
  count += 1
  world = createWorld({ name: `hosts-${count}`, source })
  return world
}
afterEach(() => world.dispose())

async function swap(w: World): Promise<string> {
  const { orderId, digest } = await w.prepare()
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  for (let i = 0; i < 4; i += 1) {
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(5_000)
  }
  await w.advance(30_000)
  return orderId
}

describe('the list of hosts', () => {
  it.each(['native', 'erc20', 'solana'] as const)(
    'given a whole swap of a %s source, names every host that was talked to',
    async (source) => {
      const w = open(source)
      const { hosts } = await w.call('listHosts', {})
      const named = hosts.map(({ host }) => host)
      await swap(w)
      const asked = new Set(w.reads.map((read) => read.split(' ')[0] ?? ''))
      expect(asked.size).toBeGreaterThan(1)
      expect([...asked].filter((host) => !named.includes(host))).toEqual([])
      expect(named).toContain('service.test')
    },
  )

  it('given a node of the person’s own, names it alone for its chain', async () => {
    const w = open('native')
    await w.call('writeSettings', { rpcUrls: { '8453': 'https://own.example/key' } })
    const { hosts } = await w.call('listHosts', {})
    const ofBase = hosts.filter(({ chainIds }) => chainIds.includes(8453))
    expect(ofBase).toEqual([{ host: 'own.example', role: 'own', chainIds: [8453] }])
  })

  it('given another service meanwhile, names the one that an order under way was made with too', async () => {
    const w = open('native')
    const { orderId, digest } = await w.prepare()
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    await w.call('writeSettings', { serviceUrl: 'https://other.example' })
    const { hosts } = await w.call('listHosts', {})
    const services = hosts.filter(({ role }) => role === 'service').map(({ host }) => host)
    expect(services.sort()).toEqual(['other.example', 'service.test'])
  })
})

describe('a computer on which nobody swaps', () => {
  const day = 86_400_000

  /** Everything that left the extension. */
  const sent = (w: World) => [...w.requests, ...w.reads, ...w.heard]

  it.each(['native', 'erc20', 'solana'] as const)(
    'given an order of a %s source has ended and no page of ours is shown, then nothing is asked of anybody for days',
    async (source) => {
      const w = open(source)
      const orderId = await swap(w)
      for (let minutes = 0; minutes < 60; minutes += 1) {
        w.chain.mine()
        w.solana.mine(40)
        await w.advance(60_000)
      }
      expect((await w.order(orderId)).status).toBe('filled')
      const before = sent(w).length
      expect(before).toBeGreaterThan(0)
      await w.advance(2 * day)
      w.kill()
      await w.call('readSettings', {})
      await w.advance(2 * day)
      expect(sent(w).slice(before)).toEqual([])
    },
  )
})
