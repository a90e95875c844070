import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import type { TransferOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import { asked, createAddressService, serviceUrl } from './engine/address-service'
import { author, erc20, target } from './engine/chain'
import { createFiatService, fiatUrl } from './engine/fiat-service'
import { begin, follow, press } from './engine/person'
import { fiatAsk, ordersOf, soldToken } from './engine/purchase-run'
import type { Source } from './engine/service'
import { picked, sourceAt } from './engine/transfer-model'
import { createWorld, type World } from './engine/world'

/** What comes before `own`, or after `over`, is what others try. */
type Part = { own: () => void; over: () => void }

type Scenario = {
  name: string
  source: Source
  /** Transactions that are mined in all. */
  deposits: number
  end?: string
  /** The order's way to its end, whatever dies in the part that is its own; gives how it ended. */
  play?: (world: World, part: Part) => Promise<string>
  setUp?: (world: World) => void
}

async function swap(world: World, { own }: Part): Promise<string> {
  own()
  return (await follow(world, await begin(world))).status
}

/** Rounds in which a person does what is to be done next; each is three seconds. */
const patience = 60

/** Somebody who does what is left to do, and approves what is asked, until it is over. */
async function until(
  world: World,
  isOver: () => Promise<boolean>,
  act: () => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < patience && !(await isOver()); round += 1) {
    await press(act)
    world.revive()
    await world.settle()
    world.page.approve()
    await world.deliver()
    world.chain.mine()
    await world.advance(3_000)
  }
}

/** The approval is given, the payment is refused in the wallet, and the allowance is taken back. */
async function revoke(world: World, { own }: Part): Promise<string> {
  const { page, chain } = world
  const orderId = await begin(world)
  await world.settle()
  page.approve()
  await world.deliver()
  chain.mine()
  await world.advance(15_000)
  page.reject()
  await world.deliver()
  await world.call('stopOrder', { orderId })
  // Two operators show that it was not sent.
  await world.advance(300_000)
  own()
  await until(
    world,
    async () => {
      const { steps } = await world.order(orderId)
      const last = steps.at(-1)
      return last?.facts.kind === 'reset' && last.state.status === 'confirmed'
    },
    () => world.call('closeAllowance', { orderId, spender: target }),
  )
  expect.soft(chain.state().allowance).toBe(0n)
  return (await world.order(orderId)).status
}

/** The person cancels while the wallet asks for the payment, and the wallet does what it does then. */
const cancelAnd = (answer: (world: World) => void) =>
  async function cancel(world: World, { own }: Part): Promise<string> {
    const orderId = await begin(world)
    await world.settle()
    own()
    const read = () => world.order(orderId)
    for (let round = 0; round < patience && !isEnded((await read()).status); round += 1) {
      // Before it is stored the wallet is not answered: it is the cancelling that is tried.
      if ((await read()).stopWanted === undefined) {
        await press(() => world.call('stopOrder', { orderId }))
      } else answer(world)
      world.revive()
      await world.settle()
      await world.deliver()
      world.chain.mine()
      await world.advance(3_000)
    }
    return (await read()).status
  }

/** A connected wallet is asked to pay to a deposit address. */
async function payToAddress(world: World, { own, over }: Part): Promise<string> {
  const { chain, destination, hosts, page } = world
  const now = () => chain.timeOf(chain.height()) * 1_000
  const other = world.service.answer
  const service = createAddressService({ way: 'token', chain, destination, now, other })
  hosts.set(service.host, service.answer)
  const input = picked(world, sourceAt(erc20))
  const read = async () =>
    (await (await world.truth.use()).getAll('orders')).map(({ order }) => order as TransferOrder)[0]
  await world.call('writeSettings', { serviceUrl })
  await world.call('createTransfer', input as never)
  own()
  const { owner: account, wallet } = page
  const status = async () => (await read())?.status ?? 'planned'
  // What becomes of a payment that is on its way is the chain's, and no wallet's.
  const isSent = async () =>
    (await read())?.pay?.attempts.some(({ seen }) => seen.length > 0) === true
  await until(world, isSent, async () => {
    const orderId = (await read())?.id ?? ''
    const of = { orderId, amount: String(asked), account, wallet, page: { ...page.page } }
    await world.call('payTransfer', of)
  })
  over()
  await until(
    world,
    async () => isEnded(await status()),
    async () => undefined,
  )
  return status()
}

/** A purchase is paid at its checkout. */
async function purchase(world: World, { own }: Part): Promise<string> {
  const { destination, chain: hub, hosts, clock } = world
  const made: string[] = []
  const onMake = async (quoteId: string) => {
    made.push(quoteId)
  }
  const fiat = createFiatService({ destination, hub, strategy: 'direct', onMake })
  hosts.set(fiat.host, fiat.answer)
  await world.call('writeSettings', { fiatUrl })
  const read = async () => (await ordersOf(world)).at(-1)
  own()
  await until(
    world,
    async () => (await read())?.status === 'filled',
    async () => {
      const order = await read()
      const sale = fiat.sales.at(-1)
      // One that died before the provider was asked is never asked for again by itself.
      if (order === undefined || order.status === 'failed') {
        const known = (await ordersOf(world)).map(({ id }) => id)
        const offer = fiat.offer(`q${known.length + 1}`, Math.floor(clock.now / 1_000))
        await world.call('buy', { ask: fiatAsk, offer, token: soldToken, known } as never)
      } else if (sale?.stage === 'created' && order?.purchase.openedAt !== undefined) {
        sale.charged = true
        sale.stage = 'payment_received'
      } else if (sale?.stage === 'created') {
        const orderId = order?.id ?? ''
        await world.call('openCheckout', { orderId, host: new URL(fiatUrl).host })
      }
    },
  )
  expect.soft(made, 'made once').toHaveLength(1)
  return (await read())?.status ?? 'gone'
}

/** Somebody else carries out what the owners of an account with code sign. */
async function fromCode(world: World, { own, over }: Part): Promise<string> {
  const { chain, page } = world
  chain.code.set(author, '0x6080')
  page.state.contract = true
  page.state.carrier = 'operation'
  const orderId = await begin(world)
  await world.settle()
  page.approve()
  own()
  await until(
    world,
    async () => (await world.order(orderId)).status !== 'running',
    async () => undefined,
  )
  over()
  return (await follow(world, orderId)).status
}

const scenarios: Scenario[] = [
  { name: 'native coin', source: 'native', deposits: 1 },
  { name: 'token with an approval', source: 'erc20', deposits: 2 },
  {
    name: 'wallet on another chain',
    source: 'native',
    deposits: 1,
    setUp: (world) => {
      world.page.state.chain = 1
    },
  },
  {
    name: 'a service that fails now and then',
    source: 'native',
    deposits: 1,
    setUp: (world) => {
      world.service.faults.push('malformed', 'error')
    },
  },
  { name: 'SOL', source: 'solana', deposits: 1 },
  { name: 'account with code', source: 'erc20', deposits: 2, play: fromCode },
  { name: 'allowance taken back', source: 'erc20', deposits: 2, play: revoke, end: 'stopped' },
  {
    name: 'cancelled and rejected',
    source: 'native',
    deposits: 0,
    play: cancelAnd(({ page }) => page.reject()),
    end: 'stopped',
  },
  {
    name: 'cancelled and paid all the same',
    source: 'native',
    deposits: 1,
    play: cancelAnd(({ page }) => page.approve()),
  },
  { name: 'payment by a connected wallet', source: 'erc20', deposits: 1, play: payToAddress },
  { name: 'purchase', source: 'native', deposits: 0, play: purchase },
]

let count = 0
async function run({ source, setUp, play = swap }: Scenario, killAfter: number) {
  count += 1
  const world = createWorld({ name: `replay-${count}`, source })
  setUp?.(world)
  let [before, after] = [0, Number.POSITIVE_INFINITY]
  const own = () => {
    before = world.writes()
    world.killAfter(killAfter)
  }
  const over = () => {
    after = world.writes()
    world.neverKill()
  }
  const status = await play(world, { own, over })
  const result = {
    status,
    writes: Math.min(world.writes(), after) - before,
    mined: world.chain.mined.length + world.solana.landed.size,
    asked: [...world.asked],
    killed: world.isDead() || world.lives() > 1,
  }
  await world.dispose()
  return result
}

describe('all memory dropped after the n-th write, for every n', () => {
  it.each(scenarios)('$name: comes to the same end', async (scenario) => {
    const whole = await run(scenario, Number.POSITIVE_INFINITY)
    expect(whole.killed).toBe(false)
    const points = Array.from({ length: whole.writes }, (_, index) => index + 1)
    for (const point of points) {
      const { status, mined, asked, killed, writes } = await run(scenario, point)
      expect.soft(killed, `killed after write ${point}`).toBe(point <= writes)
      expect.soft(status, `killed after write ${point}`).toBe(scenario.end ?? 'filled')
      expect.soft(mined, `transactions after write ${point}`).toBe(scenario.deposits)
      const attempts = asked.map((each) => each.attemptId)
      expect.soft(new Set(attempts).size, `asks after write ${point}`).toBe(attempts.length)
      const steps = asked.filter((each) => each.kind !== 'switchChain')
      expect.soft(steps.every((each) => each.stored === 'asking')).toBe(true)
    }
    console.log(`${scenario.name}: ${points.length} points tried`)
  })
})
