import { randomUUID } from 'node:crypto'
import { deleteDB } from 'idb'
import type { Order, TransferOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import { getOrder } from '@/src/store/orders'
import { createAbroadHistory, judgeAbroad } from './abroad-invariants'
import { type AbroadOnly, type AbroadOperation, isOfAbroad } from './abroad-operations'
import { listedHost, type Place, type PlaceName, places } from './abroad-place'
import { type AbroadService, createAbroadService } from './abroad-service'
import { serviceUrl } from './address-service'
import { createSimChain } from './chain'
import { press } from './person'
import { act, finish, picked, type TransferRun } from './transfer-model'
import { createWorld, type World } from './world'

const nobodysHash = `0x${'f'.repeat(64)}`

export type AbroadRun = TransferRun & {
  service: AbroadService
  /** What the person named and was not refused, as the chain writes it; once for each time. */
  named: string[]
  /** Whether the service ever said what is not so, or did not do what it should. */
  wasLied: boolean
  /** How often the orders of this computer were lost, or another computer was used. */
  moves: number
  /** The order as a backup has it. */
  copy: unknown
  /** What a way to find it came to that it should not. */
  unfound: string[]
}

/** Runs a sequence against a fresh world, lets everything come to rest, and checks the invariants. */
export async function runAbroad(
  where: PlaceName,
  isTold: boolean,
  sequence: readonly AbroadOperation[],
) {
  const name = `abroad-model-${randomUUID()}`
  const place: Place = places[where]
  const base = createWorld({ name, source: 'native' })
  const { chain: clock, destination } = base
  // Of a clock of its own: the person's may be wrong.
  const now = () => clock.timeOf(clock.height()) * 1_000
  const ledger = createSimChain({ id: place.record.id, now })
  const world: World = { ...base, chain: ledger }
  const options = { place, isTold, ledger, destination, now, other: world.service.answer }
  const service = createAbroadService(options)
  world.hosts.set(service.host, service.answer)
  // It shows what is so, and is nobody's but the service's.
  world.hosts.set(listedHost, (_, __, body) => {
    const { id, method, params } = body as { id: number; method: string; params: unknown[] }
    return Response.json({ jsonrpc: '2.0', id, result: ledger.rpc(method, params) })
  })
  try {
    await world.call('writeSettings', { serviceUrl })
    const { orderId } = await world.call('createTransfer', pickedAbroad(world, place) as never)
    const copy = await getOrder(world.truth, orderId)
    if (!copy) throw new Error('shown before it was on disk')
    const run: AbroadRun = {
      ...{ world, service, orderId, paid: [], overrides: 0, gestures: 0, skew: 0 },
      ...{ named: [], wasLied: false, moves: 0, copy, unfound: [] },
    }
    const history = createAbroadHistory(run)
    for (const operation of sequence) {
      if (isOfAbroad(operation)) await actAbroad(run, operation)
      else await act(run, operation)
      if (!world.isDead()) await world.settle()
      await history.see()
    }
    await finish(run, history.see)
    const violations = [...history.violations, ...run.unfound, ...(await judgeAbroad(run))]
    const order = await getOrder(world.truth, run.orderId)
    return {
      violations: [...new Set(violations)],
      status: order?.status ?? 'gone',
      payments: run.paid.length,
    }
  } finally {
    await world.dispose()
    await deleteDB(name)
  }
}

/** What is asked of the product, paid on that chain. */
function pickedAbroad(world: World, { record, token, symbol, decimals, author }: Place) {
  const source = { chainId: record.id, address: token, decimals, author }
  const input = picked(world, source)
  // What is paid with is known by its name there.
  return { ...input, fromToken: { ...input.fromToken, symbol } }
}

async function actAbroad(run: AbroadRun, operation: AbroadOnly): Promise<void> {
  const { world, service, orderId, paid } = run
  const { written, author } = service.place
  const last = written(paid.at(-1)?.hash ?? nobodysHash)
  switch (operation) {
    case 'nameHash':
      return name(run, last)
    case 'nameFirst':
      return name(run, written(paid[0]?.hash ?? nobodysHash))
    case 'nameLoud':
      // As it is copied out of a wallet that writes it so, with what a selection takes along.
      return name(run, last, ` ${last.startsWith('0x') ? last : last.toUpperCase()}\n`)
    case 'nameNobodys':
      return name(run, written(nobodysHash))
    case 'nameMalformed':
      return name(run, last.slice(0, -1))
    case 'serviceForbids':
      service.abroad.forbids = true
      return
    case 'serviceBusy':
      service.abroad.busy = 3
      return
    case 'serviceSilent':
      service.says.isAway = true
      return
    case 'saysOthers':
      service.abroad.isOthers = true
      return
    case 'looksAtIt':
      // What came elsewhere is looked for on chains that are read: it must do no harm here.
      await press(() => world.call('lookForPayment', { orderId }))
      return
    case 'closedForFourDays':
      world.kill()
      world.clock.now += 96 * 3_600_000
      return world.advance(1_000)
    case 'databaseLost': {
      const order = await getOrder(world.truth, orderId)
      // The second copy is of orders that are under way.
      return order && isEnded(order.status) ? undefined : lose(run)
    }
    case 'backup':
      run.copy = JSON.parse(JSON.stringify(await getOrder(world.truth, orderId)))
      return
    case 'movesByBackup':
      return moveByBackup(run)
    case 'movesById':
      return move(run, 'svc-1')
    case 'movesByHash':
      return move(run, last)
    case 'movesByAccount':
      return move(run, author)
    case 'recoversById':
      return recover(run, 'svc-1')
    case 'recoversByHash':
      return recover(run, last)
    case 'recoversByAccount':
      return recover(run, author)
  }
}

async function name(run: AbroadRun, hash: string, text = hash): Promise<void> {
  const { world, orderId, named } = run
  const isAnswered = await press(() => world.call('nameDeposit', { orderId, hash: text }))
  // A worker that died had it on disk before, or not.
  const order = (await getOrder(world.truth, orderId)) as TransferOrder | undefined
  if (isAnswered || order?.transfer.named?.hash === hash) named.push(hash)
}

/** The database is gone; with `all`, everything that this computer had: it is another one. */
async function lose(run: AbroadRun, what: 'database' | 'all' = 'database'): Promise<void> {
  const { world } = run
  world.kill()
  // What was to befall that computer befalls no other.
  world.neverKill()
  const connection = await world.truth.use()
  const stores = [...connection.objectStoreNames]
  const tx = connection.transaction(stores, 'readwrite')
  await Promise.all(stores.map((each) => tx.objectStore(each).clear()))
  await tx.done
  if (what === 'all') world.mirror.clear()
  run.moves += 1
  world.revive()
  await world.settle()
  await world.call('writeSettings', { serviceUrl })
}

/** On another computer, without a backup: the order is found at the service by what is pasted. */
async function move(run: AbroadRun, query: string): Promise<void> {
  const { world, service } = run
  const { isSilent } = service.isOdd()
  const knows = query === 'svc-1' || query === service.place.author
  const isThere = service.isMade() && (knows || service.known() === query)
  // Nobody goes where nothing answers, or with what nobody knows. What was paid on a chain of ours and
  // cannot be read may as well have been a wallet's.
  if (isSilent || !isThere || service.place.record.type === 'eip155') return
  await lose(run, 'all')
  const { orderIds } = await world.call('recoverOrders', { query })
  const [id] = orderIds
  if (id === undefined) run.unfound.push(`F1: not found again by ${query}`)
  else run.orderId = id
}

/** On another computer, with a backup: the order goes on as the one that it was when that was made. */
async function moveByBackup(run: AbroadRun): Promise<void> {
  const { world } = run
  const order = run.copy as Order
  await lose(run, 'all')
  const { added } = await world.call('restoreOrders', { orders: [order] })
  if (added !== 1) run.unfound.push('F3: not restored from its backup')
  // Found again at the service, it had another id since.
  run.orderId = order.id
}

/** Finds what is known here already: it is no second order. */
async function recover(run: AbroadRun, query: string): Promise<void> {
  const { world, orderId } = run
  await press(async () => {
    const { orderIds } = await world.call('recoverOrders', { query })
    const others = orderIds.filter((each) => each !== orderId)
    if (others.length > 0) run.unfound.push(`F2: by ${query} found as ${others.join()}`)
  })
}
