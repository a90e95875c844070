import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { sameAddress } from '@/src/domain/address/address'
import { toAnyForeignAddress } from '@/src/domain/address/foreign-address'
import { familyIn } from '@/src/domain/chain/foreign-chain'
import { clockSkew } from '@/src/domain/order/arrival'
import { contradictionOf } from '@/src/domain/order/contradiction'
import { toEffect } from '@/src/domain/order/effect'
import type { Order, TokenAmount } from '@/src/domain/order/order'
import { isDepositMined, isDepositOut } from '@/src/domain/order/order-parts'
import { owedWork } from '@/src/domain/order/owed'
import type { EffectRow } from '@/src/store/open'
import { findByKey, findByRoute, insertFound, openOrders } from '@/src/store/orders'
import { ordersAtWork } from '@/src/store/orders-at-work'
import { effectsOf, hasten } from '@/src/store/outbox'
import { ownMovesOf, toKey } from '@/src/store/row'
import { asFound } from '../chain/token-facts'
import type { Engine } from '../engine'
import { bringBack } from '../outbox/bring-back'
import { tell } from '../outbox/commit'
import { atService } from './at-service'
import { readChains } from './chain-list'
import { findRecords } from './find-records'
import { depositAddressOf, toFoundOrder, toTime } from './found-order'
import type { FoundRecord } from './found-record'
import { mayBePurchase, recoverPurchase } from './recover-purchase'
import { takeUp } from './take-up'

/** Ids that are given to a page; more are a list, which the history is. */
const mostNamed = 20
/** Orders whose payment is read in one recovery, to tell what they were paid by; the newest come first. */
const mostRead = 20

/**
 * Finds orders, by an account or a deposit address, an order's or intent's id, a purchase's number, or a
 * transaction's hash, and stores those that are not known here. Works on any computer: nothing of it was
 * ever only ours.
 *
 * @param where whether the chains are searched for payments too, and the fiat API asked
 * @returns `found`: how many are new here, or back; `orderIds`: the first that the text names, known ones too, and
 * `named`: how many that are, where there are more;
 * `isPartial`: a chain or a service that may know more did not answer; `isRecent`: the chains were looked
 * through for the last days alone
 */
export async function recoverOrders(
  engine: Engine,
  { chainId, query }: InputOf<'recoverOrders'>,
  where: 'service' | 'everywhere' = 'everywhere',
): Promise<OutputOf<'recoverOrders'>> {
  const text = query.trim()
  const told = await recoverSwaps(engine, text, { chainId, where })
  const { found, orderIds } = told
  const chance = where === 'everywhere' ? mayBePurchase(text) : 'no'
  // What the service for swaps knows for a transaction or an account is no other one's business.
  const isAsked = chance === 'yes' || (chance === 'rarely' && orderIds.length === 0)
  const { kept, failure } = isAsked ? await recoverPurchase(engine, text) : {}
  if (kept) {
    const { isNew, isJoined, orderId } = kept
    const named = namedBy([orderId, ...orderIds])
    return { found: found + (isNew ? 1 : 0), ...named, ...(isJoined && { isJoined }) }
  }
  if (told.failure !== undefined) throw told.failure
  if (orderIds.length > 0) return { found, ...namedBy(orderIds) }
  if (failure !== undefined && chance === 'yes') throw failure
  const isPartial = told.isPartial || failure !== undefined
  if (isPartial) return { found, orderIds, isPartial }
  return { found, orderIds, ...(told.isRecent && { isRecent: true }) }
}

function namedBy(orderIds: readonly string[]): { orderIds: string[]; named?: number } {
  const all = [...new Set(orderIds)]
  const isCut = all.length > mostNamed
  return { orderIds: all.slice(0, mostNamed), ...(isCut && { named: all.length }) }
}

type Told = {
  found: number
  orderIds: string[]
  isPartial?: true
  isRecent?: true
  failure?: unknown
}

/** What the service for swaps, this computer and the chains know; each is stored as it comes. */
async function recoverSwaps(
  engine: Engine,
  text: string,
  how: Parameters<typeof findRecords>[2],
): Promise<Told> {
  const { serviceUrl } = await engine.settings()
  const orderIds = await paidAt(engine, text)
  const told: Told = { found: 0, orderIds }
  for (const id of orderIds) if (await bringBack(engine, id)) told.found += 1
  const records = findRecords(atService(engine, { serviceUrl }), text, how)
  let count = 0
  let unread: Promise<Order[]> | undefined
  const unreadOnce = () => (unread ??= openUnread(engine))
  try {
    for (;;) {
      const next = await records.next()
      if (next.done) return { ...told, ...next.value }
      count += 1
      const { isNew, orderId } = await keep(engine, next.value, serviceUrl, {
        reads: count <= mostRead,
        unread: unreadOnce,
      })
      if (isNew) told.found += 1
      told.orderIds.push(orderId)
    }
  } catch (failure) {
    engine.report(failure, 'recover')
    // What was found stays, should the rest not be told.
    return { ...told, failure }
  }
}

/** Open orders of which not all can be read. */
async function openUnread({ db }: Engine): Promise<Order[]> {
  return (await openOrders(db)).filter((each) => each.unread)
}

/** Payments of this computer whose address is the text. */
async function paidAt(engine: Engine, text: string): Promise<string[]> {
  const address = toAnyForeignAddress(text)?.address ?? text
  const known = await findByKey(engine.db, address)
  return known.flatMap((each) =>
    each.kind === 'transfer' && sameAddress(each.transfer.depositAddress, address) ? [each.id] : [],
  )
}

/**
 * Stores a record of a service under an id of our own, unless it is here already. `reads`: whether its
 * payment and its tokens are read on their chains, which tell what it was paid by, and how much. `unread`: gives the
 * open orders of which not all can be read.
 */
export async function keep(
  engine: Engine,
  found: FoundRecord,
  serviceUrl: string,
  { reads = true, unread = () => openUnread(engine) } = {},
): Promise<{ isNew: boolean; orderId: string }> {
  const known = await knownAs(engine, found)
  if (known) {
    if (known.serviceUrl === serviceUrl && !known.unread) await takeUp(engine, known, found)
    return { isNew: await bringBack(engine, known.id), orderId: known.id }
  }
  const asked = await awaitedBy(engine, found, await unread())
  if (asked) return { isNew: false, orderId: asked.id }
  const { foreign } = await readChains(engine)
  const family = familyIn(foreign, found.fromChainId)
  // No wallet is driven for such a chain, and no node of it is asked: it was paid by address.
  const paidAbroad = family === undefined ? undefined : (found.depositAddress ?? '')
  const depositAddress = paidAbroad ?? (await depositAddressOf(engine, found, reads))
  const told = toFoundOrder(engine, found, { depositAddress, serviceUrl, family })
  const { accepted } = told
  const asRead = async (token: TokenAmount) => (reads ? asFound(engine, token) : token)
  const [from, to] = await Promise.all([asRead(accepted.from), asRead(accepted.to)])
  const order = { ...told, accepted: { ...accepted, from, to } }
  const now = engine.now()
  const effects = owedWork(order).map((task) => toEffect(order.id, task, now))
  const isNew = await insertFound(engine.db, order, effects, now)
  if (isNew) await tell(engine, order)
  // Another recovery may have stored it meanwhile: of the two, that one is there.
  return { isNew, orderId: ((await knownAs(engine, found)) ?? order).id }
}

const hashOf = ({ depositTxHash, transactions }: FoundRecord) =>
  depositTxHash ?? transactions?.deposit?.txHash

/** The order of ours that a record is of, by its number, its deposit, or the route that it was made for. */
async function knownAs(engine: Engine, found: FoundRecord): Promise<Order | undefined> {
  for (const key of [found.id, hashOf(found)]) {
    const [known] = key === undefined ? [] : await findByKey(engine.db, key)
    if (known) return known
  }
  const { quoteId, routeId = '' } = found
  return quoteId ? findByRoute(engine.db, quoteId, routeId) : undefined
}

const isLook = ({ task }: EffectRow) => task.kind === 'reconcile'

/**
 * The order of ours that asked for such a deposit, and still looks for what became of it: it takes the deposit
 * up by itself, which would else stand here twice. What was paid before it was planned is none of its own. One of
 * which not all can be read asked for what it names, or, where it names nothing, for what is like it.
 */
async function awaitedBy(
  engine: Engine,
  found: FoundRecord,
  unread: readonly Order[],
): Promise<Order | undefined> {
  const now = engine.now()
  const hash = hashOf(found)
  const paidAt = toTime(found.createdAt, now) + clockSkew
  for (const order of [...unread, ...(await ordersAtWork(engine.db))]) {
    const own = order.unread ? ownMovesOf(order) : []
    if (own.length > 0 && hash !== undefined && own.includes(toKey(hash))) return order
    if (paidAt < order.createdAt || order.accepted.from.amount !== found.srcAmount) continue
    if (found.author === undefined || contradictionOf(order, found)) continue
    if (order.unread ? own.length === 0 : order.status === 'running' && isDepositOut(order)) {
      return order
    }
    // What a page called rejected is looked for too, until its order has paid. A file can hold what it likes.
    if (order.kind !== 'swap' || order.fromBackup || isDepositMined(order)) continue
    if ((await effectsOf(engine.db, order.id)).some(isLook)) {
      await hasten(engine.db, order.id, now, isLook)
      engine.wake()
      return order
    }
  }
  return undefined
}
