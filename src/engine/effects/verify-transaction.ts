import { sameAddress } from '@/src/domain/address'
import type { AskEvidence, Order, Step } from '@/src/domain/order'
import { stepOfAttempt } from '@/src/domain/order-parts'
import { type FoundTransaction, verifyEvmTransaction } from '@/src/domain/verify-evm'
import { backOff } from '@/src/lib/back-off'
import type { EffectRow } from '@/src/store/open'
import { findByKey, getOrder } from '@/src/store/orders'
import { commit } from '../commit'
import type { Next } from '../drain'
import type { Engine } from '../engine'
import { findMined } from '../look'

/** A node may hear of a transaction seconds after the wallet: 0.5 s, doubled, at most 15 s. */
const firstLook = 500
const longestPause = 15_000
/** Looks, counted and not timed as clocks move: after 15 s another hash of it is looked for... */
const lookAround = 5
/** ...and after 5 minutes a hash that no node knows is not believed any more. */
const patience = 24

/** Compares what was broadcast with what was asked, from our own node. */
export async function verifyTransaction(engine: Engine, row: EffectRow): Promise<Next> {
  const order = await getOrder(engine.db, row.orderId)
  const attemptId = 'attemptId' in row.task ? row.task.attemptId : ''
  const step = order && stepOfAttempt(order, attemptId)
  if (!order || step?.state.status !== 'sent' || step.action.kind !== 'transaction') return 'done'
  const { state, action } = step
  const reader = await engine.evm(action.chainId)
  const found = await reader.transaction(state.hash)
  const at = engine.now()
  if (found) {
    const credible = await isCredible(engine, order, state.evidence, found)
    const verdict = verifyEvmTransaction(action, found)
    if (credible && verdict.verdict === 'equal') {
      const { hash } = state
      await commit(engine, order.id, { type: 'verified', at, attemptId, hash, nonce: found.nonce })
      return 'done'
    }
    if (credible && verdict.verdict === 'mismatch') {
      const [asked, sent] = [JSON.stringify(action), describe(found)]
      const event = { type: 'mismatched', at, attemptId, code: 'chain/mismatch' } as const
      await commit(engine, order.id, { ...event, asked, found: sent })
      return 'done'
    }
    await disbelieve(engine, order, step, `not the transaction that was asked: ${state.hash}`)
    return 'done'
  }
  if (row.tries >= lookAround && (await adoptOther(engine, order, step))) return 'done'
  if (row.tries >= patience) {
    await disbelieve(engine, order, step, `no node knows ${state.hash}`)
    return 'done'
  }
  return { dueAt: at + backOff(row.tries, firstLook, longestPause) }
}

/**
 * Whether this can be what the wallet sent after the ask: from the account, not older than the ask,
 * and not the transaction of another order. A page that names anything else names a false hash.
 */
async function isCredible(
  engine: Engine,
  order: Order,
  evidence: AskEvidence,
  found: FoundTransaction,
): Promise<boolean> {
  if (!sameAddress(found.from, order.accepted.author)) return false
  if (evidence.nonce !== undefined && found.nonce < evidence.nonce) return false
  const known = await findByKey(engine.db, found.hash)
  return known.every((each) => each.id === order.id)
}

/** The hash leads nowhere, but the payload is on the chain under another one. */
async function adoptOther(engine: Engine, order: Order, step: Step): Promise<boolean> {
  const { state, action } = step
  if (state.status !== 'sent' || action.kind !== 'transaction') return false
  const reader = await engine.evm(action.chainId)
  const latest = await reader.nonce(order.accepted.author, 'latest')
  const look = { reader, order, action, evidence: state.evidence }
  const { hash } = await findMined(engine, look, latest)
  if (hash === undefined || hash === state.hash) return false
  const { attemptId } = state
  await commit(engine, order.id, { type: 'replaced', at: engine.now(), attemptId, hash })
  return true
}

async function disbelieve(engine: Engine, order: Order, step: Step, found: string): Promise<void> {
  if (await adoptOther(engine, order, step)) return
  if (step.state.status !== 'sent') return
  const { attemptId } = step.state
  const at = engine.now()
  const check = { at, what: 'ledger' as const, found }
  await commit(engine, order.id, { type: 'doubted', at, attemptId, check })
}

function describe(found: FoundTransaction): string {
  const { hash, from, to, value, data, nonce, chainId } = found
  return JSON.stringify({ hash, from, to, value: String(value), data, nonce, chainId })
}
