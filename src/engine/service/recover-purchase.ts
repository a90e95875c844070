import type { FiatOrder } from '@/src/contract/service/fiat'
import { hasEvmShape } from '@/src/domain/address/address'
import { familyOfAddress, isSolanaAddress } from '@/src/domain/address/check-address'
import { toAnyForeignAddress } from '@/src/domain/address/foreign-address'
import { familyOfHash, isForeignHash } from '@/src/domain/chain/hash'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import type { PurchaseOrder } from '@/src/domain/order/order'
import { paidMoney, toPurchaseView, unansweredOf } from '@/src/domain/order/purchase'
import { reduce } from '@/src/domain/order/reduce'
import { isServiceError } from '@/src/domain/service/service-error'
import { failedOrders, findByKey, insertFound } from '@/src/store/orders'
import { asFound } from '../chain/token-facts'
import { alone } from '../effects/poll-purchase'
import type { Engine } from '../engine'
import { bringBack } from '../outbox/bring-back'
import { commit, tell } from '../outbox/commit'
import { isHistory, toldEnds, toTime, toToken } from './found-order'
import { metaOf } from './found-record'

/** `isJoined`: it is a purchase of this computer of which no answer had come. */
type Kept = { isNew: boolean; orderId: string; isJoined?: true }
type Recovered = { kept?: Kept; failure?: unknown }

/**
 * Whether a text may be a purchase's number, which is opaque. An address is none; what looks like a
 * transaction, or like an account without a checksum, is `rarely` one.
 */
export function mayBePurchase(text: string): 'yes' | 'rarely' | 'no' {
  if (hasEvmShape(text) || toAnyForeignAddress(text) !== null) return 'no'
  const isOfChain = isSolanaAddress(text) || familyOfHash(text) !== null || isForeignHash(text)
  return isOfChain ? 'rarely' : 'yes'
}

/**
 * Asks the fiat API for the purchase of a number, its only key, and stores it unless it is here already.
 * `failure` is why the API did not say; a number that it does not know gives neither.
 */
export function recoverPurchase(engine: Engine, number: string): Promise<Recovered> {
  return engine.lock('purchase', () => recover(engine, number))
}

async function recover(engine: Engine, number: string): Promise<Recovered> {
  const { fiatUrl: serviceUrl } = await engine.settings()
  const known = (await findByKey(engine.db, number)).find(
    (each) => each.kind === 'purchase' && each.service.orderId === number,
  )
  if (known) return { kept: { isNew: await bringBack(engine, known.id), orderId: known.id } }
  try {
    const { fiat } = await engine.serviceOf({ kind: 'purchase', serviceUrl })
    return { kept: await keep(engine, await fiat.getOrder(number), serviceUrl) }
  } catch (error) {
    engine.report(error, 'recover')
    return isUnknown(error) ? {} : { failure: error }
  }
}

/** Whether the API said that there is no such number, or that none looks like this. */
function isUnknown(error: unknown): boolean {
  const status = isServiceError(error) ? error.details.status : null
  return status !== null && [400, 404, 410, 422].includes(status)
}

/** The purchase as it is stored: on disk, with all that it is followed by, before anybody is told. */
async function keep(engine: Engine, record: FiatOrder, serviceUrl: string): Promise<Kept> {
  const joined = await join(engine, record, serviceUrl)
  if (joined) return joined
  const planned = await toPlanned(engine, record, serviceUrl)
  const { order, effects } = reduce(planned, {
    type: 'purchaseMade',
    at: engine.now(),
    view: toPurchaseView(record),
  })
  const isOld = order.arrival !== undefined && isHistory(order.createdAt, engine.now())
  const kept = isOld ? { ...order, status: 'unproved' as const } : order
  const isNew = await insertFound(engine.db, kept, isOld ? [] : effects, engine.now())
  if (isNew) await tell(engine, kept)
  return { isNew, orderId: order.id }
}

/**
 * Gives a purchase of this computer its number, where the record is the answer that never came to it: what
 * was agreed is kept, and what the service says of it is added. Undefined where it is none of them.
 */
async function join(
  engine: Engine,
  record: FiatOrder,
  serviceUrl: string,
): Promise<Kept | undefined> {
  const unanswered = (await failedOrders(engine.db)).flatMap((each) =>
    each.kind === 'purchase' && each.serviceUrl === serviceUrl ? [each] : [],
  )
  const told = Date.parse(record.createdAt ?? '')
  const own = unansweredOf(unanswered, record, Number.isNaN(told) ? undefined : told)
  if (!own) return undefined
  const event = { type: 'purchaseMade', at: engine.now(), view: toPurchaseView(record) } as const
  await alone(engine, own.id, () => commit(engine, own.id, event))
  return { isNew: false, orderId: own.id, isJoined: true }
}

/** What the record says of what was agreed; the rest is not known here, and nothing of it is made up. */
async function toPlanned(
  engine: Engine,
  record: FiatOrder,
  serviceUrl: string,
): Promise<PurchaseOrder> {
  const { outputAsset: asset, expectedOutputAmount, outputAmount } = record
  const at = engine.now()
  const createdAt = toTime(record.createdAt, at)
  const meta = asset && (await metaOf(engine, asset.chainId, asset.address))
  const amount = expectedOutputAmount ?? outputAmount ?? '0'
  const fits = asset && familyOfAddress(record.recipient ?? '') === familyOfChain(asset.chainId)
  const recipient = fits ? (record.recipient ?? '') : ''
  const isOver = toPurchaseView(record).stage !== 'open'
  return {
    kind: 'purchase',
    id: engine.newId(),
    revision: 0,
    createdAt,
    updatedAt: at,
    accepted: {
      quoteId: '',
      routeId: record.provider ?? '',
      routeType: record.swapStrategy ?? '',
      tradeType: 'EXACT_INPUT',
      from: paidMoney(record),
      to: await asFound(engine, toToken(asset?.chainId ?? 0, asset?.address, amount, meta)),
      author: recipient,
      recipient,
      refundTo: '',
      expectedDurationSeconds: 1_200,
      quoteExpiresAt: Math.floor(createdAt / 1_000),
      validBefore: Math.floor(createdAt / 1_000),
    },
    serviceUrl,
    status: 'planned',
    purchase: {
      provider: record.provider ?? '?',
      strategy: record.swapStrategy ?? '',
      found: true,
    },
    service: {},
    // What ended before it was found here is no news.
    notified: isOver ? [...toldEnds] : [],
  }
}
