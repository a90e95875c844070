import type { InputOf } from '@/src/contract/rpc'
import { familyOfHash } from '@/src/domain/chain/hash'
import { isTypedWord } from '@/src/domain/entry/typed-word'
import { AppError } from '@/src/domain/error'
import type { AttemptId, OrderId, TxHash } from '@/src/domain/names'
import { toEffect } from '@/src/domain/order/effect'
import type { OrderEvent } from '@/src/domain/order/event'
import { needsTypedWord } from '@/src/domain/order/guard'
import type { SwapOrder } from '@/src/domain/order/order'
import {
  attemptById,
  attemptsOf,
  hashesOf,
  isKept,
  mayBeShown,
  revokeOf,
} from '@/src/domain/order/order-parts'
import { decodeCall } from '@/src/domain/policy/policy-abi'
import { verifyEvmTransaction } from '@/src/domain/policy/verify-evm'
import { letGo, requireAsking } from '@/src/store/orders'
import { putEffects } from '@/src/store/outbox'
import { readDeed } from '../chain/deed'
import { isFree } from '../chain/is-free'
import { readShown } from '../effects/verify-transaction'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'

const changed = (orderId: OrderId) => new AppError('order/changed', { orderId })

/** Whether a step stands as a backup file tells of it: nothing of it is looked for, and no answer is taken. */
const isOfFile = (order: SwapOrder, stepId: string) =>
  isKept(order) && stepId !== revokeOf(order)?.id

/** Writes what the person said. One that the order takes no more is not let pass for heard: `order/changed`. */
async function take(engine: Engine, orderId: OrderId, event: OrderEvent): Promise<void> {
  const { outcome } = await commit(engine, orderId, event)
  if (outcome !== 'written') throw changed(orderId)
}

const hashShape = /^0x[0-9a-f]{64}$/i

/**
 * Takes the person's answer where nobody else knows. A hash is held against what was asked before it
 * is believed; "not sent" must be typed where nothing on the chain would stop a second payment.
 */
export async function resolveUnsure(
  engine: Engine,
  { orderId, stepId, attemptId, choice }: InputOf<'resolveUnsure'>,
): Promise<Record<string, never>> {
  const order = await requireAsking(engine.db, orderId)
  const step = order.steps.find((each) => each.id === stepId)
  if (step?.state.status !== 'unsure' || step.state.attemptId !== attemptId) {
    throw changed(orderId)
  }
  const at = engine.now()
  switch (choice.kind) {
    case 'check-again':
      if (isOfFile(order, stepId)) throw changed(orderId)
      await putEffects(engine.db, [toEffect(orderId, { kind: 'reconcile', attemptId }, at)], at)
      engine.wake()
      return {}
    case 'sent': {
      const named = choice.hash.trim()
      // An EVM hash is written in either case, a signature of Solana in its own.
      const asWritten = hashShape.test(named) ? named.toLowerCase() : named
      const hash = await requireMatch(engine, order, attemptId, asWritten)
      await take(engine, orderId, { type: 'sent', at, attemptId, by: 'person', hash })
      return {}
    }
    case 'not-sent': {
      const isTyped = isTypedWord(choice.typed)
      if (needsTypedWord(order, step) && !isTyped) {
        throw new AppError('rpc/invalid', { where: 'resolveUnsure', field: 'typed' })
      }
      const code = 'order/not-sent' as const
      const event = { type: 'notSent', at, attemptId, by: 'person', code, retryable: true } as const
      await take(engine, orderId, { ...event, ...(isTyped && { typed: true }) })
      return {}
    }
  }
}

/**
 * Takes the person's word that the wallet shows the request no more. Nothing is asked again for it: the
 * page, the service and the chain are looked through at once, and the person may decide meanwhile. One that
 * cannot be read whole is looked for by no one, and holds up the next payment no longer.
 */
export async function promptGone(
  engine: Engine,
  { orderId, stepId, attemptId }: InputOf<'promptGone'>,
): Promise<Record<string, never>> {
  if (await letGo(engine.db, orderId)) {
    engine.announce({ kind: 'order', orderId, revision: 0 })
    return {}
  }
  const order = await requireAsking(engine.db, orderId)
  const step = order.steps.find((each) => each.id === stepId)
  const isAsked = step?.state.status === 'asking' && step.state.attemptId === attemptId
  // One that came to nothing stands in the way of the next until then.
  const attempt = attemptById(order, attemptId)
  const isLate = attempt !== undefined && mayBeShown(attempt)
  if (!(isAsked || isLate) || isOfFile(order, stepId)) throw changed(orderId)
  const at = engine.now()
  const check = { at, what: 'prompt', state: 'gone' } as const
  const from = isAsked ? { from: 'asking' as const } : {}
  await commit(engine, orderId, { type: 'doubted', at, attemptId, check, ...from })
  return {}
}

/**
 * A pasted hash must be the transaction that was asked for; a wrong one changes nothing.
 *
 * @throws AppError `order/hash-malformed`, `order/hash-used` (another order's), `order/hash-unknown` (no node
 * has it), `order/not-carried-out` (of an account with code), `order/hash-other`: its field says by what.
 */
async function requireMatch(
  engine: Engine,
  order: SwapOrder,
  attemptId: AttemptId,
  hash: TxHash,
): Promise<string> {
  const attempt = attemptById(order, attemptId)
  if (!attempt) throw new AppError('order/changed', { orderId: order.id })
  const { action } = attempt
  const isSolana = action.kind === 'solanaSign'
  if (familyOfHash(hash) !== (isSolana ? 'solana' : 'eip155'))
    throw new AppError('order/hash-malformed', { hash: hash.slice(0, 100) })
  const isOurs = await isFree(engine, order.id, hash, { named: true })
  if (!isOurs) throw new AppError('order/hash-used', { hash })
  if (isSolana) {
    const solana = await engine.solana()
    const bytes = await solana.bytesOf(hash)
    if (bytes === null) throw new AppError('order/hash-unknown', { hash })
    const same = await solana.compare(action.transaction, bytes, order.accepted.author)
    if (!same.ok || same.signature !== hash)
      throw new AppError('order/hash-other', { field: 'payload' })
    return hash
  }
  const reader = await engine.evm(action.chainId)
  // A service's node that stands still says nothing of it.
  const found =
    (await reader.transaction(hash)) ?? (await readShown(engine, action.chainId, hash)) ?? null
  const word = found && verifyEvmTransaction(action, found)
  if (word?.verdict === 'equal') return hash
  const deed = await readDeed(engine, order, attempt, hash, found)
  if (deed.what === 'done') return deed.hash
  if (deed.what !== 'plain') throw new AppError('order/not-carried-out', { hash })
  if (!word) throw new AppError('order/hash-unknown', { hash })
  const approves = ({ data }: { data: string }) => decodeCall(data).kind === 'approve'
  const isStep = attemptsOf(order).some((each) => hashesOf(each).includes(hash))
  const what = isStep || (approves(found) && !approves(action.tx)) ? 'step' : 'payload'
  throw new AppError('order/hash-other', { field: word.field === 'from' ? 'account' : what })
}
