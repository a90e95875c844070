import { findByNonce } from '@/src/chains/nonce-block'
import type { Order, Step } from '@/src/domain/order'
import { attemptOfStep, isEnded, minedPlaceOf, stepOfAttempt } from '@/src/domain/order-parts'
import { classifyReplacement } from '@/src/domain/verify-evm'
import { backOff } from '@/src/lib/back-off'
import type { EffectRow } from '@/src/store/open'
import { getOrder } from '@/src/store/orders'
import { commit } from '../commit'
import type { Next } from '../drain'
import type { Engine } from '../engine'

/** A block takes from half a second to a dozen: 1 s, doubled, at most 12 s. */
const firstLook = 1_000
const longestPause = 12_000
/** A mined deposit is looked at again: after 12 s, doubled, at most 10 minutes... */
const firstWatch = 12_000
const longestWatch = 600_000
/** ...and this many looks, the better part of an hour, bury it deeper than reorganisations go. */
const watches = 10
/** Nodes of one provider differ for a moment: a nonce that is gone is looked at twice. */
const settleTries = 2

/** Waits until a transaction is mined, replaced or cancelled. */
export async function awaitReceipt(engine: Engine, row: EffectRow): Promise<Next> {
  const order = await getOrder(engine.db, row.orderId)
  const attemptId = 'attemptId' in row.task ? row.task.attemptId : ''
  const step = order && stepOfAttempt(order, attemptId)
  if (!order || !step) return 'done'
  const { status } = step.state
  const [first, most] =
    status === 'confirmed' ? [firstWatch, longestWatch] : [firstLook, longestPause]
  const again = { dueAt: engine.now() + backOff(row.tries, first, most) }
  if (step.action.kind === 'solanaSign') {
    if (status !== 'sent' && status !== 'verified') return 'done'
    return (await awaitSignature(engine, order, step)) ?? again
  }
  return (await awaitBlock(engine, order, step, row.tries)) ?? again
}

async function awaitBlock(
  engine: Engine,
  order: Order,
  step: Step,
  tries: number,
): Promise<Next | undefined> {
  const { state, action } = step
  const place = placeOf(order, step)
  if (!place || action.kind !== 'transaction') return 'done'
  const { attemptId, hash, nonce, blockNumber } = place
  const reader = await engine.evm(action.chainId)
  const receipt = await reader.receipt(hash)
  const at = engine.now()
  if (receipt) {
    if (receipt.status === 'reverted') {
      await commit(engine, order.id, { type: 'reverted', at, attemptId, detail: hash })
      return 'done'
    }
    if (state.status === 'confirmed') return tries < watches ? undefined : 'done'
    await commit(engine, order.id, { type: 'mined', at, attemptId, hash })
    return step.deposit ? { dueAt: at + firstWatch, tries: 0 } : 'done'
  }
  if (state.status === 'confirmed' && isEnded(order.status) && tries >= watches) return 'done'
  if (nonce === undefined || tries < settleTries) return undefined
  const { author } = order.accepted
  if ((await reader.nonce(author, 'latest')) <= nonce) return undefined
  const from = BigInt(blockNumber ?? 0)
  const other = await findByNonce(reader, { address: author, nonce, from })
  if (!other || other.hash === hash) return undefined
  const became = classifyReplacement(action, other)
  if (became === 'same') {
    await commit(engine, order.id, { type: 'replaced', at, attemptId, hash: other.hash })
    return { dueAt: at, tries: 0 }
  }
  const code = `chain/${became}` as const
  await commit(engine, order.id, { type: 'cancelled', at, attemptId, code, detail: other.hash })
  return 'done'
}

/** Where the transaction of a step is looked for, before it was mined and after. */
function placeOf(order: Order, step: Step) {
  const { state } = step
  if (state.status === 'verified') {
    return { ...state, blockNumber: attemptOfStep(order, step)?.evidence.blockNumber }
  }
  const mined = minedPlaceOf(state)
  return state.status === 'confirmed' && mined ? { ...state, ...mined } : undefined
}

async function awaitSignature(engine: Engine, order: Order, step: Step): Promise<Next | undefined> {
  const { state } = step
  if (state.status !== 'sent' && state.status !== 'verified') return 'done'
  const { attemptId, hash } = state
  const blockhash = attemptOfStep(order, step)?.evidence.blockhash
  const solana = await engine.solana()
  const valid = blockhash ? await solana.isBlockhashValid(blockhash) : true
  // Asked after the block hash: a transaction cannot land between the two unseen.
  const seen = await solana.signatureStatus(hash)
  const at = engine.now()
  if (seen?.failed) {
    await commit(engine, order.id, { type: 'reverted', at, attemptId, detail: hash })
    return 'done'
  }
  if (seen?.confirmed) {
    await commit(engine, order.id, { type: 'mined', at, attemptId, hash })
    return 'done'
  }
  // Once the service has taken it, the service says what became of it.
  if (seen || valid || order.status !== 'running') return undefined
  const code = 'chain/blockhash-expired' as const
  await commit(engine, order.id, { type: 'cancelled', at, attemptId, code })
  return 'done'
}
