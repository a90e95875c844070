import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { author } from './engine/chain'
import { claimsAll, otherUrl as other } from './engine/other-service'
import { follow } from './engine/person'
import type { Source } from './engine/service'
import { createWorld, type World } from './engine/world'

const own = 'http://service.test'

let world: World
let count = 0
function open(source: Source): World {
  count += 1
  world = createWorld({ name: `own-service-${count}`, source })
  world.hosts.set('other.test', claimsAll)
  return world
}
afterEach(() => world.dispose())

async function confirmed(w: World, quoteId = 'q1'): Promise<string> {
  const { orderId, digest } = await w.prepare(quoteId)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  return orderId
}

const moveTo = (w: World, serviceUrl: string) => w.call('writeSettings', { serviceUrl })

/** What the other host was told beside "which chains do you know". */
const toldOf = (w: World) => w.heard.filter(({ url }) => !url.endsWith('/v1/chains'))

describe('an order and the service it was made with', () => {
  it.each(['native', 'erc20', 'solana'] as const)(
    'given another address is set while the wallet is asked (%s), then only its own service hears of the order',
    async (source) => {
      const w = open(source)
      const orderId = await confirmed(w)
      await moveTo(w, other)
      const order = await follow(w, orderId)
      expect(order).toMatchObject({ status: 'filled', serviceUrl: own })
      expect(w.service.orders).toHaveLength(1)
      expect(toldOf(w)).toEqual([])
    },
  )

  it('given another address is set while the order is at the service, then the new host cannot end it', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    await w.advance(5_000)
    expect((await w.order(orderId)).status).toBe('tracking')
    await moveTo(w, other)
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('tracking')
    w.chain.mine()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
    expect(toldOf(w)).toEqual([])
  })

  it('given its own service does not answer, then no other is told', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.service.faults.push('error', 'error', 'drop', 'error')
    await moveTo(w, other)
    w.page.approve()
    await w.deliver()
    await w.advance(5_000)
    w.kill()
    w.revive()
    await w.advance(5_000)
    w.service.faults.length = 0
    expect((await follow(w, orderId)).status).toBe('filled')
    expect(toldOf(w)).toEqual([])
  })

  it('given an ask that nobody answers for, then it is looked for at its own service', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    await moveTo(w, other)
    const before = w.requests.filter((path) => path.includes(author)).length
    w.page.close()
    await w.worker().pageGone(7)
    await w.advance(30_000)
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('unsure')
    expect(w.requests.filter((path) => path.includes(author)).length).toBeGreaterThan(before)
    expect(toldOf(w)).toEqual([])
  })

  it('given a Solana step is tried again, then its own service builds it', async () => {
    const w = open('solana')
    const orderId = await confirmed(w)
    w.page.reject()
    await w.deliver()
    await moveTo(w, other)
    expect((await follow(w, orderId)).status).toBe('filled')
    expect(toldOf(w)).toEqual([])
  })

  it('given orders of two services, then each is read at its own', async () => {
    const w = open('native')
    const first = await confirmed(w)
    w.page.approve()
    await w.deliver()
    await w.advance(5_000)
    await moveTo(w, other)
    // The second service is as good as the first; both look at one chain.
    w.hosts.set('other.test', (method, url, body) => w.service.answer(method, url, body))
    const second = await confirmed(w, 'q2')
    w.page.approve()
    await w.deliver()
    w.requests.length = 0
    w.heard.length = 0
    await w.advance(20_000)
    expect((await w.order(first)).serviceUrl).toBe(own)
    expect((await w.order(second)).serviceUrl).toBe(other)
    const [mine, theirs] = [await w.order(first), await w.order(second)].map(
      ({ service }) => service.orderId ?? '',
    )
    expect(w.requests.length).toBeGreaterThan(0)
    expect(JSON.stringify(toldOf(w))).toContain(theirs)
    expect(JSON.stringify(toldOf(w))).not.toContain(`orderIds=${mine}`)
  })

  it('given the same host under another path, then it is the same service', async () => {
    const w = open('native')
    const paths: string[] = []
    w.hosts.set('other.test', (method, url, body) => {
      paths.push(url.pathname)
      url.pathname = url.pathname.replace(/^\/new/, '')
      return w.service.answer(method, url, body)
    })
    await moveTo(w, other)
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    await moveTo(w, `${other}/new`)
    w.chain.mine()
    await w.advance(30_000)
    expect(await w.order(orderId)).toMatchObject({ status: 'filled', serviceUrl: other })
    expect(paths.at(-1)).toMatch(/^\/new\/v1\/orders/)
  })

  it('given an order that was stored without one, then it stays with the service of its first start', async () => {
    const w = open('native')
    const orderId = await confirmed(w)
    const connection = await w.truth.use()
    const row = await connection.get('orders', orderId)
    if (!row) throw new Error('no row')
    const { serviceUrl: _, ...order } = row.order as { serviceUrl?: string }
    await connection.put('orders', { ...row, order })
    await connection.delete('catalog', 'flag:bound')
    w.kill()
    w.revive()
    await w.settle()
    await moveTo(w, other)
    expect((await follow(w, orderId)).status).toBe('filled')
    expect(toldOf(w)).toEqual([])
  })
})
