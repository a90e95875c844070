import type { InputOf } from '@/src/contract/rpc'
import type { TransferOrder } from '@/src/domain/order/order'
import { payableOf } from '@/src/domain/order/transfer'
import { payStepOf } from '@/src/domain/order/wallet-payment'
import { getOrder } from '@/src/store/orders'
import {
  asked,
  createAddressService,
  depositAddress,
  serviceUrl,
  type Way,
} from './address-service'
import { chainId } from './chain'
import { picked, sourceAt } from './transfer-model'
import { createWorld, type World, type WorldOptions } from './world'

/**
 * An address that is shown, and what a test does with it, its wallet and its chain; `before`: what is otherwise as it is
 * made.
 */
export async function openAddress(
  way: Way,
  name: string,
  more: Partial<WorldOptions> = {},
  before: (world: World) => void = () => {},
) {
  const world = createWorld({ name, source: way === 'coins' ? 'native' : 'erc20', ...more })
  const { chain, destination, page, nodes } = world
  const service = createAddressService({
    way,
    chain,
    destination,
    now: () => chain.timeOf(chain.height()) * 1_000,
    other: world.service.answer,
  })
  world.hosts.set(service.host, service.answer)
  await world.call('writeSettings', { serviceUrl })
  before(world)
  const wish = picked(world, sourceAt(service.token)) as InputOf<'createTransfer'>
  const { orderId } = await world.call('createTransfer', wish)
  const read = async () => (await getOrder(world.truth, orderId)) as TransferOrder
  return {
    world,
    service,
    orderId,
    read,
    payable: async () => payableOf(await read(), world.clock.now),
    stepNow: async () => payStepOf(await read()),
    attempts: async () => (await read()).pay?.attempts ?? [],
    /** The person has the connected wallet asked for so much, smallest unit. */
    async click(amount: bigint = asked): Promise<void> {
      const { owner: account, wallet } = page
      const wish = { orderId, amount: String(amount), account, wallet, page: page.page }
      await world.call('payTransfer', wish)
      await world.settle()
    },
    /** The wallet sends what it was asked for, and its page tells of that. */
    async approve(): Promise<void> {
      page.approve()
      await world.deliver()
      chain.mine()
    },
    payFromOutside: (amount: bigint = asked) =>
      chain.pay({ token: service.token, to: depositAddress, amount }),
    /** The service takes so many coins from the address. */
    sweep(amount: bigint): void {
      const to = `0x${'5'.repeat(40)}`
      chain.sendBy(depositAddress, { to, data: '0x', value: `0x${amount.toString(16)}` })
      chain.mine()
    },
    /** Blocks go by, each of them 15 s after the one before. */
    async mine(blocks: number): Promise<void> {
      for (let block = 0; block < blocks; block += 1) {
        chain.mine()
        await world.advance(15_000)
      }
    },
    async wait(minutes: number): Promise<void> {
      for (let half = 0; half < 2 * minutes; half += 1) await world.advance(30_000)
    },
    operators: nodes.operatorsOf(chainId),
  }
}
