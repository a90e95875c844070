import { findByNonce } from '@/src/chains/nonce-block'
import type { Order, Step } from '@/src/domain/order'
import { stepOfAttempt } from '@/src/domain/order-parts'
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
/** Nodes of one provider differ for a moment: a nonce that is gone is looked at twice. */
const settleTries = 2

/** Waits until a transaction is mined, replaced or cancelled. */
export async function awaitReceipt(engine: Engine, row: EffectRow): Promise<Next> {
  const order = await getOrder(engine.db, row.orderId)
  const attemptId = 'attemptId' in row.task ? row.task.attemptId : ''
  const step = order && stepOfAttempt(order, attemptId)
  if (!order || !step) return 'done'
  const again = { dueAt: engine.now() + backOff(row.tries, firstLook, longestPause) }
  const { status } = step.state
  if (step.action.kind === 'solanaSign') {
    if (status !== 'sent' && status !== 'verified') return 'done'
    return (await awaitSignature(engine, order, step)) ?? again
  }
  if (status !== 'verified') return 'done'
  return (await awaitBlock(engine, order, step, row.tries)) ?? again
}

async function awaitBlock(
  engine: Engine,
  order: Order,
  step: Step,
  tries: number,
): Promise<Next | undefined> {
  const { state, action } = step
  if (state.status !== 'verified' || action.kind !== 'transaction') return 'done'
  const { attemptId, hash, nonce, evidence } = state
  const reader = await engine.evm(action.chainId)
  const receipt = await reader.receipt(hash)
  const at = engine.now()
  if (receipt) {
    const reverted = receipt.status === 'reverted'
    const event = reverted
      ? ({ type: 'reverted', at, attemptId, detail: hash } as const)
      : ({ type: 'mined', at, attemptId, hash } as const)
    await commit(engine, order.id, event)
    return 'done'
  }
  if (nonce === undefined || tries < settleTries) return undefined
  const { author } = order.accepted
  if ((await reader.nonce(author, 'latest')) <= nonce) return undefined
  const from = BigInt(evidence.blockNumber ?? 0)
  const other = await findByNonce(reader, { address: author, nonce, from })
  if (!other || other.hash === hash) return undefined
  const became = classifyReplacement(action, other)
  if (became === 'same') {
    await commit(engine, order.id, { type: 'replaced', at, attemptId, hash: other.hash })
    return { dueAt: at }
  }
  const code = `chain/${became}` as const
  await commit(engine, order.id, { type: 'cancelled', at, attemptId, code, detail: other.hash })
  return 'done'
}

async function awaitSignature(engine: Engine, order: Order, step: Step): Promise<Next | undefined> {
  const { state } = step
  if (state.status !== 'sent' && state.status !== 'verified') return 'done'
  const { attemptId, hash, evidence } = state
  const solana = await engine.solana()
  const valid = evidence.blockhash ? await solana.isBlockhashValid(evidence.blockhash) : true
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
