import type { SubmitRequest } from '@/src/contract/service/submit'
import { contradictionOf } from '@/src/domain/order/contradiction'
import type { Order, Step, SwapOrder, TransferOrder } from '@/src/domain/order/order'
import {
  attemptOfStep,
  bytesOf,
  depositHashOf,
  depositOf,
  hashOf,
  isAtService,
  isEnded,
  isHashOwed,
} from '@/src/domain/order/order-parts'
import {
  BadRequestError,
  DuplicateRecordError,
  isServiceError,
  type ServiceError,
} from '@/src/domain/service/service-error'
import { backOff } from '@/src/lib/back-off'
import type { EffectRow } from '@/src/store/open'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import type { OrderWork } from './work'

/** The deposit is on the chain: it is told of without limit, 2 s, doubled, at most 10 minutes. */
const firstRetry = 2_000
const longestRetry = 600_000
/** From this try on the person is told that the service has not taken the deposit yet. */
const tellAfter = 3

/** Tells the service of the deposit. The same notice may be given any number of times. */
export async function submitDeposit(
  engine: Engine,
  { order, row }: OrderWork<'submitDeposit'>,
): Promise<Next> {
  if (order.kind === 'transfer') return submitTransfer(engine, order, row)
  const deposit = depositOf(order)
  if (order.kind !== 'swap' || !deposit || !isNews(order, deposit)) return 'done'
  const notice = toNotice(order, deposit)
  if (notice === 'nothing-yet') return 'done'
  if (notice === 'without-bytes') return adoptFound(engine, order, row)
  return send(engine, order, notice, row)
}

/** A payment to an address: told of by the hash that the person named, or that the chain shows. */
async function submitTransfer(engine: Engine, order: TransferOrder, row: EffectRow): Promise<Next> {
  const txHash = depositHashOf(order)
  const isKnown = order.status !== 'running' && order.service.depositTxHash === txHash
  const owed = isHashOwed(order) && !isKnown
  if (!owed || isEnded(order.status) || txHash === undefined) return 'done'
  const { quoteId, routeId } = order.accepted
  return send(engine, order, { quoteId, routeId, txHash }, row)
}

async function send(
  engine: Engine,
  order: Order,
  notice: SubmitRequest,
  row: EffectRow,
): Promise<Next> {
  const client = await engine.serviceOf(order)
  try {
    const { orderId } = await client.deposits.submit(notice)
    await adopt(engine, order, orderId)
    return 'done'
  } catch (error) {
    if (!isServiceError(error)) throw error
    const known = knownOrderOf(error) ?? (await findOrder(engine, order))
    const isOthers = error instanceof DuplicateRecordError && known === undefined
    if (isOthers && order.kind === 'transfer' && notice.txHash !== undefined) {
      // Told of by its hash alone, it is not this order in disguise: nothing there is of this route.
      const refused = { at: engine.now(), hash: notice.txHash }
      await commit(engine, order.id, { type: 'depositRefused', ...refused })
      return 'done'
    }
    if (known !== undefined || error instanceof DuplicateRecordError) {
      await adopt(engine, order, known)
      return 'done'
    }
    engine.report(error, 'submitDeposit')
    const at = engine.now()
    if (!error.retryable || row.tries >= tellAfter) {
      await commit(engine, order.id, { type: 'unlinked', at, detail: error.message })
    }
    const pause = Math.max(error.retryAfterMs ?? 0, backOff(row.tries, firstRetry, longestRetry))
    return { dueAt: at + pause }
  }
}

/** Whether the service is to hear of it: of a deposit, and of the other hash it was mined under. */
function isNews(order: SwapOrder, { state }: Step): boolean {
  if (order.status === 'running') return true
  return isAtService(order) && order.service.depositTxHash !== hashOf(state)
}

function toNotice(order: SwapOrder, step: Step): SubmitRequest | 'nothing-yet' | 'without-bytes' {
  const { state, action } = step
  const { quoteId, routeId } = order.accepted
  const known = state.status === 'verified' || state.status === 'confirmed'
  if (action.kind === 'solanaSign') {
    if (!known && state.status !== 'sent') return 'nothing-yet'
    const signedTransaction = bytesOf(attemptOfStep(order, step), state.hash)
    return signedTransaction ? { quoteId, routeId, signedTransaction } : 'without-bytes'
  }
  // Only what was compared with the ask is told of; `sent` is still only the page's word.
  return known ? { quoteId, routeId, txHash: state.hash } : 'nothing-yet'
}

/** A Solana deposit that was found without its bytes: somebody else broadcast it, and may have told of it. */
async function adoptFound(engine: Engine, order: SwapOrder, row: EffectRow): Promise<Next> {
  const known = await findOrder(engine, order)
  if (known !== undefined) {
    await adopt(engine, order, known)
    return 'done'
  }
  const signedTransaction = await landedBytes(engine, order)
  if (signedTransaction !== undefined) {
    const { quoteId, routeId } = order.accepted
    return send(engine, order, { quoteId, routeId, signedTransaction }, row)
  }
  const at = engine.now()
  if (row.tries >= tellAfter) await commit(engine, order.id, { type: 'unlinked', at })
  return { dueAt: at + backOff(row.tries, firstRetry, longestRetry) }
}

/** The bytes under which it landed, where they are what was asked for: the step may be built anew since. */
async function landedBytes(engine: Engine, order: SwapOrder): Promise<string | undefined> {
  const deposit = depositOf(order)
  const hash = deposit && hashOf(deposit.state)
  const action = deposit && attemptOfStep(order, deposit)?.action
  if (action?.kind !== 'solanaSign' || hash === undefined) return undefined
  const solana = await engine.solana()
  const bytes = await solana.bytesOf(hash)
  if (bytes === null) return undefined
  const same = await solana.compare(action.transaction, bytes, order.accepted.author)
  return same.ok ? same.bytes : undefined
}

async function adopt(engine: Engine, order: Order, orderId: string | undefined): Promise<void> {
  const hash = depositHashOf(order)
  if (hash === undefined) return
  const id = orderId === undefined ? {} : { serviceOrderId: orderId }
  await commit(engine, order.id, { type: 'submitted', at: engine.now(), hash, ...id })
}

/** A refusal that names the order there is for this deposit already (conflict, settling pending). */
function knownOrderOf(error: ServiceError): string | undefined {
  const { body } = error.details
  const details = isRecord(body) ? body.details : undefined
  const orderId = isRecord(details) ? details.orderId : undefined
  const conflict = isRecord(details) && details.errorCode === 'DEPOSIT_TX_HASH_CONFLICT'
  if (error instanceof BadRequestError && !conflict) return undefined
  return typeof orderId === 'string' && orderId !== '' ? orderId : undefined
}

/** Looks for an order or an intent that carries this deposit. */
export async function findOrder(engine: Engine, order: Order): Promise<string | undefined> {
  const hash = depositHashOf(order)
  if (hash === undefined) return undefined
  const client = await engine.serviceOf(order)
  const { author, quoteId, routeId } = order.accepted
  try {
    const page = await client.orders.list(author, { txHashSearch: hash })
    const found = page.data.find(
      (each) =>
        !contradictionOf(order, each) &&
        (each.depositTxHash?.toLowerCase() === hash.toLowerCase() ||
          (each.quoteId === quoteId && each.routeId === routeId)),
    )
    return found?.id
  } catch (error) {
    engine.report(error, 'find order')
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
