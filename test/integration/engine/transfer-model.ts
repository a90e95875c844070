import { randomUUID } from 'node:crypto'
import { deleteDB } from 'idb'
import type { TransferOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import { payableOf } from '@/src/domain/order/transfer'
import { getOrder } from '@/src/store/orders'
import {
  type AddressService,
  asked,
  createAddressService,
  depositAddress,
  paidOut,
  payee,
  serviceUrl,
  validFor,
  type Way,
} from './address-service'
import { author, chainId, erc20 } from './chain'
import { press } from './person'
import { toChainId } from './service'
import { createTransferHistory, judgeTransfer } from './transfer-invariants'
import type { TransferOperation, WalletOperation } from './transfer-operations'
import { actWallet, isOfWallet } from './transfer-wallet'
import { createWorld, type World } from './world'

const hour = 3_600_000
/** Nobody approves a prompt of a page that is gone so long after the end of its price, ms. */
const approvedWithin = 600_000
/** A token that nobody asked for. */
const otherToken = '0x4444444444444444444444444444444444444444'
const nobodysHash = `0x${'f'.repeat(64)}`

export type TransferRun = {
  world: World
  service: AddressService
  orderId: string
  /** What went to the address in the right token, and was meant. */
  paid: { hash: string }[]
  /** How often the person said "not sent" where nobody else knew. */
  overrides: number
  /** How often the person had the wallet asked. */
  gestures: number
  /** Ms by which the person's clock is wrong. */
  skew: number
}

/** Runs a sequence against a fresh world, lets everything come to rest, and checks the invariants. */
export async function runTransfer(
  way: Way,
  sequence: readonly (TransferOperation | WalletOperation)[],
) {
  const name = `transfer-model-${randomUUID()}`
  const world = createWorld({ name, source: way === 'coins' ? 'native' : 'erc20' })
  const { chain, destination } = world
  const service = createAddressService({
    way,
    chain,
    destination,
    // Of a clock of its own: the person's may be wrong.
    now: () => chain.timeOf(chain.height()) * 1_000,
    other: world.service.answer,
  })
  world.hosts.set(service.host, service.answer)
  try {
    await world.call('writeSettings', { serviceUrl })
    const orderId = await begin(world, service)
    const run: TransferRun = {
      world,
      service,
      orderId,
      paid: [],
      skew: 0,
      overrides: 0,
      gestures: 0,
    }
    const promptsEnd = world.clock.now + validFor * 1_000 + approvedWithin
    const history = createTransferHistory(run)
    const see = () => {
      if (world.clock.now > promptsEnd) world.page.forget()
      return history.see()
    }
    for (const operation of sequence) {
      if (isOfWallet(operation)) await actWallet(run, operation)
      else await act(run, operation)
      noteSent(run)
      if (!world.isDead()) await world.settle()
      await see()
    }
    await finish(run, see)
    const order = await read(run)
    const violations = [...history.violations, ...(await judgeTransfer(run))]
    const asks = world.asked.filter(({ kind }) => kind === 'transaction').length
    return { violations, status: order?.status ?? 'gone', payments: run.paid.length, asks }
  } finally {
    await world.dispose()
    await deleteDB(name)
  }
}

/** Asks for the address; what is answered must be on disk already. */
async function begin(world: World, service: AddressService): Promise<string> {
  const input = picked(world, sourceAt(service.token))
  const { orderId } = await world.call('createTransfer', input as never)
  if (!(await getOrder(world.truth, orderId))) throw new Error('shown before it was on disk')
  return orderId
}

/** What a payment by address is made with: a token, and the account that refunds go to. */
export type Source = { chainId: number; address: string; decimals: number; author: string }

/** A token of the simulated EVM chain, by its address. */
export const sourceAt = (address: string): Source => ({
  ...{ chainId, address, author },
  decimals: address === erc20 ? 6 : 18,
})

/** What is asked of the product: a payment by address. */
export function picked({ clock }: World, { author, decimals, ...token }: Source) {
  const now = Math.floor(clock.now / 1_000)
  const end = { validBefore: now + validFor, quoteExpiresAt: now + validFor }
  return {
    quoteId: 'q1',
    route: {
      routeId: 'r1',
      type: 'native-filler',
      depositMethods: ['TRANSFER'],
      quote: {
        amountIn: String(asked),
        amountOut: String(paidOut),
        expectedDurationSeconds: 20,
        ...end,
      },
    },
    request: {
      tradeType: 'EXACT_INPUT',
      fromChainId: token.chainId,
      fromToken: token.address,
      toChainId,
      toToken: erc20,
      amount: String(asked),
      fromAddress: author,
      recipient: payee,
      refundTo: author,
    },
    fromToken: { ...token, name: 'Token', symbol: 'TOK', decimals },
    toToken: { chainId: toChainId, address: erc20, name: 'USDC', symbol: 'USDC', decimals: 6 },
  }
}

async function read({ world, orderId }: Pick<TransferRun, 'world' | 'orderId'>) {
  return (await getOrder(world.truth, orderId)) as TransferOrder | undefined
}

function pay(run: TransferRun, amount: bigint): void {
  const { world, service } = run
  if (amount <= 0n) return
  const hash = world.chain.pay({ token: service.token, to: depositAddress, amount })
  run.paid.push({ hash })
}

/** What the wallet sent is among what was paid. */
function noteSent({ world, paid }: TransferRun): void {
  for (const { hash } of world.page.sent.values()) {
    if (!paid.some((each) => each.hash === hash)) paid.push({ hash })
  }
}

/** Does one of them. */
export async function act(run: TransferRun, operation: TransferOperation): Promise<void> {
  const { world, service, orderId } = run
  const { chain, destination, nodes } = world
  const { says } = service
  switch (operation) {
    case 'pay': {
      const order = await read(run)
      return pay(run, order ? payableOf(order, world.clock.now) : 0n)
    }
    case 'payShort':
      return pay(run, asked - 5_000_000n)
    case 'payExcess':
      return pay(run, asked + 5_000_000n)
    case 'payAnyway':
      return pay(run, asked)
    case 'payDust':
      chain.pay({ token: service.token, to: depositAddress, amount: 1n })
      return
    case 'payOther':
      chain.pay({ token: otherToken, to: depositAddress, amount: asked })
      return
    case 'name': {
      const hash = run.paid.at(-1)?.hash ?? nobodysHash
      await press(() => world.call('nameDeposit', { orderId, hash }))
      return
    }
    case 'nameFalse':
      await press(() => world.call('nameDeposit', { orderId, hash: nobodysHash }))
      return
    case 'cancel':
      await press(() => world.call('stopOrder', { orderId }))
      return
    case 'saysUnpaid':
      // Nobody says so who has paid.
      if (run.paid.length > 0 || world.page.state.paid) return
      await press(() => world.call('stopOrder', { orderId, unpaid: true }))
      return
    case 'looks':
      await press(() => world.call('refreshOrder', { orderId }))
      return
    case 'reorg': {
      // What lies deep stays: chains are taken at their word there.
      const last = chain.mined.at(-1)?.block ?? 0
      if (last > chain.height() - 5) chain.reorg()
      return
    }
    case 'mine':
      return chain.mine()
    case 'serviceError':
    case 'serviceDrops':
    case 'serviceLosesAnswer':
    case 'serviceMalformed':
      says.faults.push(faultOf[operation])
      return
    case 'serviceIdle':
      says.idle = true
      return
    case 'serviceStale':
      says.stale = service.honest()
      return
    case 'saysFilled':
      says.lie = () => ({ status: 'filled', fill: nobodysHash })
      return
    case 'saysShort': {
      // Names a payout that is there, and is not what is due.
      const fill = destination.pay({ token: erc20, to: payee, amount: 7n })
      says.lie = () => ({ status: 'filled', fill })
      return
    }
    case 'saysRefunded':
      says.lie = () => ({ status: 'refunded', refund: nobodysHash })
      return
    case 'saysFailed':
      says.lie = () => ({ status: 'failed' })
      return
    case 'saysOther':
      says.lie = () => ({ recipient: `0x${'9'.repeat(40)}`, status: 'filled' })
      return
    case 'saysNoSuchStatus':
      says.lie = () => ({ status: 'pondering' })
      return
    case 'serviceHeals':
      return service.heal()
    case 'operatorReverts':
      return both(world, (host) => nodes.lie(host, 'reverted'))
    case 'operatorHides':
      return both(world, (host) => nodes.lie(host, 'noTransaction', 'noReceipt'))
    case 'operatorSeesNothing':
      return both(world, (host) => nodes.lie(host, 'nothingPaid'))
    case 'operatorLags':
      return both(world, (host) => nodes.lag(host, 20))
    case 'operatorFreezes':
      return both(world, (host) => nodes.freeze(host))
    case 'operatorForgets':
      return both(world, (host) => nodes.forget(host, 10))
    case 'operatorSilent':
      return both(world, (host) => nodes.silence(host))
    case 'listedNodeRich':
      return nodes.lie('rpc.test', 'richer')
    case 'oneNodeAlone':
      for (const id of [chainId, toChainId]) nodes.operatorsOf(id).slice(1).forEach(nodes.silence)
      return
    case 'offline':
      says.isAway = true
      for (const id of [chainId, toChainId]) nodes.operatorsOf(id).forEach(nodes.silence)
      return
    case 'online':
      says.isAway = false
      return nodes.heal()
    case 'nodesHeal':
      return nodes.heal()
    case 'killWorker':
      return world.kill()
    case 'killAfterWrite1':
      return world.killAfter(1)
    case 'killAfterWrite2':
      return world.killAfter(2)
    case 'killAfterWrite5':
      return world.killAfter(5)
    case 'wait10s':
      return world.advance(10_000)
    case 'wait1m':
      return world.advance(60_000)
    case 'wait5m':
      return world.advance(300_000)
    case 'wait30m':
      return world.advance(hour / 2)
    case 'closedForAnHour':
      return sleep(world, hour)
    case 'closedForADay':
      return sleep(world, 25 * hour)
    case 'closedForAWeek':
      return sleep(world, 170 * hour)
    case 'clockForward1h':
      return moveClock(run, hour)
    case 'clockBack1h':
      return moveClock(run, -hour)
  }
}

const faultOf = {
  serviceError: 'error',
  serviceDrops: 'drop',
  serviceLosesAnswer: 'lose-answer',
  serviceMalformed: 'malformed',
} as const

/** One operator of each chain: whatever it says, it is one voice. */
function both({ nodes }: World, change: (host: string) => void): void {
  for (const id of [chainId, toChainId]) change(nodes.operatorsOf(id)[0] ?? '')
}

function moveClock(run: TransferRun, ms: number): void {
  run.skew += ms
  run.world.moveClock(ms)
}

/** The browser is closed meanwhile; alarms ring when it starts. */
async function sleep(world: World, ms: number): Promise<void> {
  world.kill()
  world.clock.now += ms
  await world.advance(1_000)
}

/** Everything heals, and time goes by: first with somebody looking, then as long as anything is followed. */
export async function finish(run: TransferRun, see: () => Promise<void>): Promise<void> {
  const { world, service } = run
  world.neverKill()
  service.heal()
  world.nodes.heal()
  // Nodes of a time that is not this one prove nothing.
  moveClock(run, -run.skew)
  // What was over by a wrong clock may be due again.
  await see()
  for (let round = 0; round < 10; round += 1) {
    world.revive()
    world.worker().wake()
    await world.deliver()
    world.chain.mine()
    world.chain.mineRelay()
    await world.advance(60_000)
    await see()
  }
  // What a page says was refused is looked for some minutes apart.
  for (let round = 0; round < 4; round += 1) await world.advance(300_000)
  await see()
  // Past the end of what is proved for a day, and of what is looked for a week.
  for (const hours of [2, 26, 200]) {
    const order = await read(run)
    if (!order || isEnded(order.status)) return
    await sleep(world, hours * hour)
    for (let round = 0; round < 8; round += 1) await world.advance(300_000)
    await see()
  }
}
