import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { hashesOf } from '@/src/domain/order/order-parts'
import { openAddress } from './engine/address-place'
import { giveUp } from './engine/altered'
import { begin } from './engine/person'
import type { Source } from './engine/service'
import { lose, wait } from './engine/stage'
import { createWorld, type World } from './engine/world'

let world: World
let count = 0
afterEach(() => world.dispose())

type Answer = (w: World) => void
const signs: Answer = ({ page }) => page.approve()
const refuses: Answer = ({ page }) => page.reject()

/** What the wallet answers once the database went, while the worker lives on or dies with it. */
async function answered(source: Source, lives: boolean, answer: Answer): Promise<SwapOrder> {
  count += 1
  world = createWorld({ name: `lost-${count}`, source })
  const orderId = await begin(world)
  await world.settle()
  if (!lives) world.kill()
  await lose(world)
  answer(world)
  await world.deliver()
  return world.order(orderId)
}

describe('what a wallet answers after the database was lost', () => {
  describe.each([true, false])('given the worker lives on (%s)', (lives) => {
    it('given it signed, then what it signed is kept and handed in', async () => {
      const { attempts } = await answered('solana', lives, signs)
      expect(attempts[0]?.seen[0]).toMatchObject({ by: 'page', signedBytes: expect.any(String) })
      // Work that is put anew while it runs tells the service the same once more, which changes nothing.
      world.solana.mine()
      expect(world.solana.landed.size).toBe(1)
      expect(attempts.flatMap(hashesOf)).toEqual([...world.solana.landed])
    })

    it('given it sent, then its hash is followed', async () => {
      const { attempts, steps } = await answered('native', lives, signs)
      const hash = world.chain.mempool[0]?.hash
      expect(attempts[0]?.seen[0]).toMatchObject({ by: 'page', hash })
      expect(steps[0]?.state).toMatchObject({ status: 'verified', hash })
    })

    it('given it refused, then that is known', async () => {
      const { attempts } = await answered('native', lives, refuses)
      expect(attempts[0]?.end?.what).toBe('refused')
    })
  })

  it('given every copy of the order is lost, then the page is not asked to keep its word for ever', async () => {
    count += 1
    world = createWorld({ name: `lost-${count}`, source: 'native' })
    await begin(world)
    await world.settle()
    await lose(world)
    world.mirror.clear()
    signs(world)
    await world.deliver()
    expect(world.page.outcomes).toEqual([])
  })
})

describe('what was told before the database was lost', () => {
  /** Nobody knows what became of a request, which the person is told of; its transaction is out of sight. */
  async function unknown() {
    count += 1
    world = createWorld({ name: `lost-${count}`, source: 'native' })
    const orderId = await begin(world)
    await world.settle()
    world.page.approve('nothing')
    const hidden = world.chain.mempool.splice(0)
    world.page.close()
    await world.worker().pageGone(7)
    await wait(world, 60)
    const topic = `needs-you:${orderId}`
    expect(world.notices).toEqual([topic])
    return { orderId, hidden, topic }
  }

  /** The worker comes to life without its database. */
  async function revive(): Promise<void> {
    world.kill()
    await lose(world)
    world.revive()
    await world.settle()
    await world.advance(1_000)
  }

  it('is told once more where it stands: whether it was shown is not known', async () => {
    const { topic } = await unknown()
    await revive()
    expect(world.notices).toEqual([topic, topic])
  })

  it('given the order ended by the person’s word, what that was given of is looked for all the same', async () => {
    const { orderId, hidden } = await unknown()
    await giveUp(world, orderId)
    await world.call('stopOrder', { orderId })
    await world.settle()
    expect((await world.order(orderId)).status).toBe('stopped')
    await revive()
    world.chain.mempool.push(...hidden)
    world.chain.mine()
    await wait(world, 10)
    const { attempts, status } = await world.order(orderId)
    expect(attempts.flatMap(hashesOf)).toEqual(hidden.map(({ hash }) => hash))
    expect(status).not.toBe('stopped')
  })

  it('is not told again once it is known what came of it', async () => {
    const { orderId, hidden, topic } = await unknown()
    world.service.honesty.pays = false
    world.chain.mempool.push(...hidden)
    world.chain.mine()
    await wait(world, 10)
    expect((await world.order(orderId)).steps[0]?.state.status).toBe('confirmed')
    await revive()
    expect(world.notices).toEqual([topic])
  })

  it.each([
    ['less than asked for came', 20_000_000n, 2],
    ['what was asked for came', undefined, 0],
  ])('given %s to an address, is told of that once more or never', async (_, units, times) => {
    count += 1
    const address = await openAddress('token', `lost-${count}`)
    world = address.world
    address.service.says.idle = true
    address.payFromOutside(units)
    await address.mine(6)
    await address.wait(2)
    await revive()
    const topic = `needs-you:${address.orderId}`
    expect(world.notices).toEqual(Array(times).fill(topic))
  })
})
