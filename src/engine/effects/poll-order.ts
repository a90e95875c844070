import type { EvmReader } from '@/src/chains/evm-reader'
import type { SolanaReader } from '@/src/chains/solana-reader'
import type { ServiceOrder } from '@/src/contract/service/order'
import { type ErrorCode, toWireError } from '@/src/domain/error'
import { contradictionOf } from '@/src/domain/order/contradiction'
import type { OrderEvent } from '@/src/domain/order/event'
import type { Order, ServiceView } from '@/src/domain/order/order'
import { depositOf, isEnded, isMadeHere } from '@/src/domain/order/order-parts'
import { followedFor, isFollowed, sinceWord } from '@/src/domain/order/purchase'
import { reduce } from '@/src/domain/order/reduce'
import { withoutEnd } from '@/src/domain/order/reduce-service'
import { toAppError } from '@/src/service/errors'
import type { EffectRow } from '@/src/store/open'
import { getOrder, getWhole } from '@/src/store/orders'
import { nodesOf } from '../chain/payments'
import { agree, denied } from '../chain/proof'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { atService } from '../service/at-service'
import { findDeposit } from '../service/find-records'
import type { FoundRecord } from '../service/found-record'
import { isLasting, pauseAfter } from './pause-after'
import { paceAfterEnd, pollPurchase } from './poll-purchase'
import { findOrder } from './submit-deposit'

/** The interface's own interval, ms. */
const interval = 2_000
const provingInterval = 15_000

/** How often an order of this age is read, ms; the first row whose age is not passed. */
const rhythm: readonly { until: number; every: number }[] = [
  { until: 3_600_000, every: 30_000 },
  { until: 86_400_000, every: 300_000 },
  { until: Number.POSITIVE_INFINITY, every: 3_600_000 },
]
/** An order is young for at least this long, and at most, ms. */
const youngAtLeast = 120_000
const youngAtMost = 3_600_000

/** Reads all due orders, those of one author at one service in one request of twenty. */
export function pollOrders(engine: Engine, rows: readonly EffectRow[]): Promise<Next>[] {
  const reads = new Map<string, Promise<Map<string, ServiceOrder>>>()
  const batches = collect(engine, rows)
  return rows.map(async (row) => {
    const order = await getWhole(engine.db, row.orderId)
    if (order?.kind === 'purchase') return pollPurchase(engine, order, row)
    if (!order || !isFollowed(order)) return 'done'
    const group = groupOf(order)
    try {
      const ids = (await batches).get(group) ?? []
      const read = reads.get(group) ?? readMany(engine, order, ids)
      reads.set(group, read)
      const listed = await read
      const wait = waitOf(engine, order, listed)
      if (wait > 0) return { dueAt: engine.now() + wait, tries: row.tries }
      const found = await readOne(engine, order, listed)
      const isOpen = found?.status === 'failed' && (await isUnseen(engine, order))
      const event = found && toEvent(order, found, engine.now(), isOpen)
      // Most looks find nothing new: a thousand open orders are then read, not written.
      const isNews = event && reduce(order, event).order !== order
      if (isNews) await commit(engine, order.id, event)
      // After the reading: money may have come back while nobody could ask.
      else if (sinceWord(order, engine.now()) > followedFor) return 'done'
      if (found) return { dueAt: engine.now() + paceOf(order, engine.now()), tries: 0 }
      await tellUnread(engine, order, row, 'service/intent-not-found')
      return { dueAt: engine.now() + pauseAfter(undefined, row.tries) }
    } catch (error) {
      engine.report(error, 'pollOrder')
      const { code } = toWireError(toAppError(error))
      await tellUnread(engine, order, row, code)
      const least = isEnded(order.status) ? paceOf(order, engine.now()) : 0
      const pause = Math.max(least, pauseAfter(error, row.tries))
      return { dueAt: engine.now() + pause, failed: code }
    }
  })
}

/** That a service tells nothing of an order for minutes is no reason not to call it late. */
async function tellUnread(
  engine: Engine,
  order: Order,
  { tries }: EffectRow,
  code: ErrorCode,
): Promise<void> {
  const event = { type: 'serviceUnread' as const, at: engine.now(), code, lasts: isLasting(tries) }
  if (reduce(order, event).order !== order) await commit(engine, order.id, event)
}

/** How long an order waits that a service told of and does not list, ms: each of them is read by itself. */
function waitOf(engine: Engine, order: Order, listed: ReadonlyMap<string, ServiceOrder>): number {
  const isListed = listed.has(order.service.orderId ?? '')
  return isListed || isMadeHere(order) ? 0 : engine.foundBudget.take('poll')
}

/** Orders that are read together: of one author, at one service. */
function groupOf({ accepted, serviceUrl }: Order): string {
  return JSON.stringify([serviceUrl, accepted.author])
}

/** Service ids of the due orders, by what is read together. */
async function collect(engine: Engine, rows: readonly EffectRow[]): Promise<Map<string, string[]>> {
  const byGroup = new Map<string, string[]>()
  for (const row of rows) {
    const order = await getOrder(engine.db, row.orderId)
    const id = order?.service.orderId
    if (!order || id === undefined) continue
    const group = groupOf(order)
    byGroup.set(group, [...(byGroup.get(group) ?? []), id])
  }
  return byGroup
}

async function readMany(
  engine: Engine,
  order: Order,
  ids: readonly string[],
): Promise<Map<string, ServiceOrder>> {
  const client = await engine.serviceOf(order)
  const found = ids.length === 0 ? [] : await client.orders.findMany(order.accepted.author, ids)
  return new Map(found.map((each) => [each.id, each]))
}

/** An order the author's list does not show is asked for by its id, or found by its deposit. */
async function readOne(
  engine: Engine,
  order: Order,
  read: Map<string, ServiceOrder>,
): Promise<FoundRecord | undefined> {
  const client = await engine.serviceOf(order)
  const known = order.service.orderId
  if (known !== undefined) {
    const record = read.get(known) ?? (await client.orders.get(known))
    return contradictionOf(order, record) ? await otherOf(engine, order, record) : record
  }
  const { from, author } = order.accepted
  const { depositTxHash: txHash } = order.service
  // Found as a deposit without an order: the intent speaks for it until an order does.
  if (!isMadeHere(order) && txHash !== undefined) {
    return findDeposit(atService(engine, order), { chainId: from.chainId, txHash }, author)
  }
  const id = await findOrder(engine, order)
  return id === undefined ? undefined : client.orders.get(id)
}

/**
 * Whether operators answer, and none shows the payment that the service's own node calls mined: the word of both that
 * the order failed says nothing of it then.
 */
async function isUnseen(engine: Engine, order: Order): Promise<boolean> {
  const deposit = order.kind === 'swap' && !isEnded(order.status) ? depositOf(order) : undefined
  if (!deposit) return false
  // What is mined only now was not as this was said.
  if (deposit.state.status !== 'confirmed') return true
  const { hash } = deposit.state
  // Of two operators each the newest block, and this.
  if (engine.nodeBudget.take(`${order.id} failed`, 4) > 0) return true
  const nodes = nodesOf(await engine.readers(), order.accepted.from.chainId)
  const now = engine.now()
  const proof =
    nodes.family === 'solana'
      ? await agree<SolanaReader, true>({
          ...nodes,
          now,
          read: async (reader, _head, signal) =>
            (await reader.signatureSight(hash, signal)).status ? true : denied,
        })
      : await agree<EvmReader, true>({
          ...nodes,
          now,
          read: async (reader, _head, signal) =>
            (await reader.receipt(hash, signal)) ? true : denied,
        })
  return proof.kind === 'unknown' && proof.why.some(({ reason }) => reason === 'denies')
}

/** The order's own record, where the one under its number is something else's. */
async function otherOf(engine: Engine, order: Order, record: ServiceOrder): Promise<ServiceOrder> {
  const id = await findOrder(engine, order)
  if (id === undefined || id === record.id) return record
  const other = await (await engine.serviceOf(order)).orders.get(id)
  return contradictionOf(order, other) ? record : other
}

/** A record of something else changes nothing, whatever it says of its end; nor does that end where nothing was paid. */
function toEvent(order: Order, found: FoundRecord, at: number, isOpen: boolean): OrderEvent {
  const contradiction = contradictionOf(order, found)
  if (contradiction) return { type: 'contradicted', at, ...contradiction }
  const view = toView(found)
  return { type: 'serviceRead', at, view: isOpen ? withoutEnd(view) : view }
}

/** Letters of its reason that are kept; as many are shown. */
const MOST_TOLD = 200

/** What is kept of the service's record of an order. */
export function toView(found: FoundRecord): Omit<ServiceView, 'lastReadAt'> {
  const view: Omit<ServiceView, 'lastReadAt'> = { status: found.status }
  if (found.id !== undefined) view.orderId = found.id
  const { fill, refund, deposit } = found.transactions ?? {}
  const depositHash = found.depositTxHash ?? deposit?.txHash
  if (depositHash !== undefined) view.depositTxHash = depositHash
  const delivered = fill?.amount ?? (found.status === 'filled' ? found.destAmount : undefined)
  if (fill || delivered !== undefined) {
    view.fill = { chainId: fill?.chainId ?? found.toChainId }
    if (fill) view.fill.txHash = fill.txHash
    if (delivered !== undefined) view.fill.amount = delivered
  }
  if (refund) {
    view.refund = { txHash: refund.txHash, chainId: refund.chainId ?? found.fromChainId }
    if (refund.amount !== undefined) view.refund.amount = refund.amount
  }
  const why = found.providerStatus?.substatus
  // While it is under way, each new word of it would be another row.
  if (why && /^(refunded|failed)$/.test(found.status)) view.told = why.slice(0, MOST_TOLD)
  return view
}

/** Often while it is young, then less and less; to the end always, and past one that is a word alone. */
export function paceOf(order: Order, now: number): number {
  if (isEnded(order.status)) return paceAfterEnd(sinceWord(order, now))
  const age = now - (order.confirmedAt ?? order.createdAt)
  const promised = Math.min(order.accepted.expectedDurationSeconds * 2_000, youngAtMost)
  const young = Math.max(youngAtLeast, promised)
  // The service has said its last word: what it adds (the payout's hash) is read now and then.
  if (age < young) return order.arrival ? provingInterval : interval
  return rhythm.find(({ until }) => age < until)?.every ?? interval
}
