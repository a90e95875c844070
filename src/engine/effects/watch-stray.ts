import type { AttemptId, TxHash } from '@/src/domain/names'
import type { Attempt, SwapOrder } from '@/src/domain/order/order'
import { verifyEvmTransaction } from '@/src/domain/policy/verify-evm'
import { backOff } from '@/src/lib/back-off'
import { readDeed } from '../chain/deed'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import type { AttemptWork } from './work'

const firstLook = 2_000
const longestPause = 120_000
/** A hash that was not mined this long after the order's deadline is let go, ms. */
const patience = 600_000

/**
 * Follows a hash that was named beside the one that is followed. Mined, it is taken up where nothing
 * else is followed, and raises the alarm where something is.
 */
export async function watchStray(
  engine: Engine,
  { order, attempt, task, row }: AttemptWork<'watchStray'>,
): Promise<Next> {
  const { attemptId, hash } = task
  const became = await lookAt(engine, order, attempt, hash)
  if (became === 'ours') await takeUp(engine, order, attemptId, hash)
  if (typeof became === 'object') await takeUp(engine, order, attemptId, became.carrier)
  if (became !== 'waiting') return 'done'
  const at = engine.now()
  if (at > order.accepted.validBefore * 1_000 + patience) return 'done'
  return { dueAt: at + backOff(row.tries, firstLook, longestPause) }
}

/** Tells of a transaction of an ask that is on the chain: followed from now on, or an alarm. */
export async function takeUp(
  engine: Engine,
  order: SwapOrder,
  attemptId: AttemptId,
  hash: TxHash,
): Promise<void> {
  const event = { at: engine.now(), attemptId, hash }
  await commit(engine, order.id, { type: 'sent', by: 'chain', ...event })
  // Where another one is followed, that changed nothing.
  await commit(engine, order.id, { type: 'strayed', ...event })
}

/** Whether a hash is on the chain, and what was asked. */
async function lookAt(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  hash: TxHash,
): Promise<'ours' | 'other' | 'waiting' | { carrier: string }> {
  const { action } = attempt
  if (action.kind === 'solanaSign') {
    // Its bytes were held against the ask before the hash was believed.
    const status = await (await engine.solana()).signatureStatus(hash)
    if (!status?.confirmed) return 'waiting'
    return status.failed ? 'other' : 'ours'
  }
  const reader = await engine.evm(action.chainId)
  const found = await reader.transaction(hash)
  const deed = await readDeed(engine, order, attempt, hash, found)
  if (deed.what === 'done') return { carrier: deed.hash }
  if (deed.what !== 'plain') return deed.what === 'open' ? 'waiting' : 'other'
  if (found?.blockNumber === undefined) return 'waiting'
  const receipt = await reader.receipt(hash)
  const happened = receipt?.status === 'success'
  return happened && verifyEvmTransaction(action, found).verdict === 'equal' ? 'ours' : 'other'
}
