import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { TransferOrder } from '@/src/domain/order/order'
import { payableOf } from '@/src/domain/order/transfer'
import { getOrder } from '@/src/store/orders'
import { createAddressService, depositAddress, serviceUrl } from './engine/address-service'
import { chainId } from './engine/chain'
import { picked, sourceAt } from './engine/transfer-model'
import { createWorld, operatorsOf, type World } from './engine/world'

let world: World
let count = 0
afterEach(() => world.dispose())

describe('an address, with one of two operators that never answers', () => {
  it.each(['token', 'coins', 'told'] as const)(
    'given %s, then what came is seen, and not asked for again',
    async (way) => {
      count += 1
      const source = way === 'coins' ? 'native' : 'erc20'
      const operators = operatorsOf(chainId)
      world = createWorld({ name: `one-of-two-${count}`, source, operators })
      const { chain, destination } = world
      const service = createAddressService({
        way,
        chain,
        destination,
        now: () => chain.timeOf(chain.height()) * 1_000,
        other: world.service.answer,
      })
      world.hosts.set(service.host, service.answer)
      await world.call('writeSettings', { serviceUrl })
      world.nodes.silence('two.test')
      const wish = picked(world, sourceAt(service.token))
      const { orderId } = await world.call('createTransfer', wish as never)
      await world.advance(30_000)
      chain.pay({ token: service.token, to: depositAddress, amount: 25_000_000n })
      await world.advance(26 * 60_000)
      const order = (await getOrder(world.truth, orderId)) as TransferOrder
      expect(order.transfer.seen).toHaveLength(1)
      expect(payableOf(order, world.clock.now)).toBe(0n)
    },
  )
})
