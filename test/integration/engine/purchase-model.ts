import { randomUUID } from 'node:crypto'
import { deleteDB } from 'idb'
import { isEnded } from '@/src/domain/order/order-parts'
import { isFollowed } from '@/src/domain/order/purchase'
import { payee } from './address-service'
import { chainId, erc20 } from './chain'
import { createFiatService, fiatUrl } from './fiat-service'
import { press } from './person'
import { createPurchaseHistory, judgePurchases } from './purchase-invariants'
import type { PurchaseOperation } from './purchase-operations'
import { fiatAsk, ordersOf, type PurchaseRun, soldToken } from './purchase-run'
import { toChainId } from './service'
import { createWorld, type World } from './world'

const hour = 3_600_000
const nobodysHash = `0x${'f'.repeat(64)}`

/** Runs a sequence against a fresh world, lets everything come to rest, and checks the invariants. */
export async function runPurchases(
  strategy: 'direct' | 'jump',
  sequence: readonly PurchaseOperation[],
) {
  const name = `purchase-model-${randomUUID()}`
  const world = createWorld({ name, source: 'native' })
  const violations: string[] = []
  const made = new Set<string>()
  const fiat = createFiatService({
    destination: world.destination,
    hub: world.chain,
    strategy,
    async onMake(quoteId) {
      if (made.has(quoteId)) violations.push(`C1: ${quoteId} is ordered twice`)
      made.add(quoteId)
      const kept = await ordersOf(world)
      const isKept = kept.some((each) => each.accepted.quoteId === quoteId)
      if (!isKept) violations.push(`C1: ${quoteId} is ordered before it is on disk`)
    },
  })
  const run: PurchaseRun = { world, fiat, taken: 0, at: 0, skew: 0, violations }
  world.hosts.set(fiat.host, fiat.answer)
  const other = world.service.answer
  world.service.answer = async (method, url, body) => fiat.toLeg(url) ?? other(method, url, body)
  try {
    await world.call('writeSettings', { fiatUrl })
    const history = createPurchaseHistory(run)
    for (const operation of ['buy', ...sequence] as const) {
      await act(run, operation)
      if (!world.isDead()) await world.settle()
      await history.see()
    }
    await finish(run, history.see)
    violations.push(...history.violations, ...(await judgePurchases(run)))
    const statuses = (await ordersOf(world)).map(({ status }) => status)
    return { violations, statuses, charged: fiat.sales.filter(({ charged }) => charged).length }
  } finally {
    await world.dispose()
    await deleteDB(name)
  }
}

/** The purchase that the person looks at, and what the provider has of it. */
async function current({ world, fiat, at }: PurchaseRun) {
  const orders = await ordersOf(world)
  const order = orders[at % Math.max(1, orders.length)]
  const sale = fiat.sales.find(({ id }) => id === order?.service.orderId)
  return { order, sale }
}

async function buy(run: PurchaseRun): Promise<void> {
  const { world, fiat } = run
  if (run.taken >= 2) return
  run.taken += 1
  const offer = fiat.offer(`q${run.taken}`, Math.floor(world.clock.now / 1_000))
  // The person wants the second beside the first, and says so.
  const known = (await ordersOf(world)).map(({ id }) => id)
  await press(() => world.call('buy', { ask: fiatAsk, offer, token: soldToken, known } as never))
}

/** The person clicks on the checkout: what comes of it is held against what was known and said. */
async function open(run: PurchaseRun): Promise<void> {
  const { world, fiat, violations } = run
  const { order } = await current(run)
  if (!order) return
  const before = fiat.told.length
  const { id: orderId, service } = order
  try {
    await world.call('openCheckout', { orderId, host: new URL(fiatUrl).host })
  } catch {
    return
  }
  const said = fiat.told.slice(before).findLast(({ id }) => id === service.orderId)?.status
  if (said === undefined) violations.push('C2: opened without asking')
  if (order.status !== 'submitted') violations.push(`C2: opened when ${order.status}`)
  if (['payment_received', 'delivering', 'completed', 'failed', 'expired'].includes(said ?? '')) {
    violations.push(`C2: opened when it is said to be ${said}`)
  }
  const kept = (await ordersOf(world)).find(({ id }) => id === orderId)
  if (kept?.purchase.openedAt === undefined) violations.push('C2: opened, and that is not on disk')
}

async function act(run: PurchaseRun, operation: PurchaseOperation): Promise<void> {
  const { world, fiat } = run
  const { nodes, destination } = world
  const { says } = fiat
  switch (operation) {
    case 'buy':
      return buy(run)
    case 'other':
      run.at += 1
      return
    case 'open':
      return open(run)
    case 'openTwice':
      await Promise.all([open(run), open(run)])
      return
    case 'openAndPay':
      await open(run)
      return act(run, 'pay')
    case 'pay': {
      const { order, sale } = await current(run)
      // Nobody comes to a checkout that was never opened.
      if (sale?.stage !== 'created' || order?.purchase.openedAt === undefined) return
      sale.charged = true
      sale.stage = 'payment_received'
      return
    }
    case 'decline':
    case 'expire': {
      const { sale } = await current(run)
      if (sale?.stage === 'created') sale.stage = operation === 'expire' ? 'expired' : 'failed'
      return
    }
    case 'delivers': {
      // It was over by the provider's word, and the bank lets it through after all.
      const { order, sale } = await current(run)
      if (!sale || !['failed', 'expired'].includes(sale.stage)) return
      if (order?.purchase.openedAt === undefined) return
      sale.charged = true
      sale.stage = 'payment_received'
      return
    }
    case 'openAndReturn':
      await act(run, 'openAndPay')
      return act(run, 'bridgeReturns')
    case 'bridgeReturns': {
      const { sale } = await current(run)
      const isSettled = sale && ['payment_received', 'delivering'].includes(sale.stage)
      if (isSettled && fiat.strategy === 'jump') sale.stage = 'returned'
      return
    }
    case 'looks': {
      const { order } = await current(run)
      if (order) await press(() => world.call('refreshOrder', { orderId: order.id }))
      return
    }
    case 'givesUp': {
      const { order } = await current(run)
      const said = { orderId: order?.id ?? '', unpaid: true } as const
      if (order) await press(() => world.call('stopOrder', said))
      return
    }
    case 'mine':
      return destination.mine()
    case 'serviceError':
    case 'serviceDrops':
    case 'serviceLosesAnswer':
    case 'serviceMalformed':
    case 'serviceRefuses':
    case 'serviceBusy':
      says.faults.push(faultOf[operation])
      return
    case 'serviceIdle':
      says.idle = true
      return
    case 'serviceStale':
      for (const sale of fiat.sales) says.stale.set(sale.id, fiat.honest(sale))
      return
    case 'saysCompleted':
      says.lie = () => ({ status: 'completed', hash: nobodysHash })
      return
    case 'saysShort': {
      const hash = destination.pay({ token: erc20, to: payee, amount: 7n })
      says.lie = () => ({ status: 'completed', hash })
      return
    }
    case 'saysOthersPayout':
      says.lie = (_, sale) => {
        const other = fiat.sales.find(({ id, hash }) => id !== sale.id && hash !== undefined)
        return { status: 'completed', hash: other?.hash ?? nobodysHash }
      }
      return
    case 'saysFailed':
      says.lie = () => ({ status: 'failed', reason: 'Closed today' })
      return
    case 'saysPaid':
      says.lie = () => ({ status: 'payment_received' })
      return
    case 'saysOther':
      says.lie = () => ({ recipient: `0x${'9'.repeat(40)}`, status: 'completed' })
      return
    case 'saysNoSuchStatus':
      says.lie = () => ({ status: 'pondering' })
      return
    case 'saysNoSuchAction':
      says.lie = () => ({ action: { type: 'hologram' } })
      return
    case 'serviceHeals':
      return fiat.heal()
    case 'operatorReverts':
      return nodes.lie(oneOperator(world), 'reverted')
    case 'operatorHides':
      return nodes.lie(oneOperator(world), 'noTransaction', 'noReceipt')
    case 'operatorSeesNothing':
      return nodes.lie(oneOperator(world), 'nothingPaid')
    case 'operatorLags':
      return nodes.lag(oneOperator(world), 100)
    case 'operatorFreezes':
      return nodes.freeze(oneOperator(world))
    case 'operatorForgets':
      return nodes.forget(oneOperator(world), 50)
    case 'oneNodeAlone':
      nodes.operatorsOf(toChainId).slice(1).forEach(nodes.silence)
      return
    case 'offline':
      says.isAway = true
      for (const id of [chainId, toChainId]) nodes.operatorsOf(id).forEach(nodes.silence)
      return
    case 'online':
      says.isAway = false
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
  serviceRefuses: 'refuse',
  serviceBusy: 'busy',
} as const

/** Whatever it says, it is one voice. */
const oneOperator = ({ nodes }: World) => nodes.operatorsOf(toChainId)[0] ?? ''

function moveClock(run: PurchaseRun, ms: number): void {
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
async function finish(run: PurchaseRun, see: () => Promise<void>): Promise<void> {
  const { world, fiat } = run
  world.neverKill()
  fiat.heal()
  world.nodes.heal()
  moveClock(run, -run.skew)
  for (let round = 0; round < 10; round += 1) {
    world.revive()
    world.worker().wake()
    await world.advance(60_000)
    await see()
  }
  const open = async () =>
    (await ordersOf(world)).some((order) => !isEnded(order.status) || isFollowed(order))
  for (const hours of [2, 26]) {
    if (!(await open())) return
    await sleep(world, hours * hour)
    for (let round = 0; round < 6; round += 1) await world.advance(300_000)
    await see()
  }
}
