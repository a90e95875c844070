import { sameAddress } from '@/src/domain/address/address'
import type { TxHash } from '@/src/domain/names'
import type { Attempt, SwapOrder } from '@/src/domain/order/order'
import { attemptOfStep, hashOf, stepBehind } from '@/src/domain/order/order-parts'
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
/** No reorganisation takes back what was mined so long ago, ms; and nodes may have forgotten it by then. */
const settled = 86_400_000

/**
 * Follows a hash that was named beside the one that is followed. Mined, it is taken up where nothing
 * else is followed, and raises the alarm where something is.
 */
export async function watchStray(
  engine: Engine,
  { order, attempt, task, row }: AttemptWork<'watchStray'>,
): Promise<Next> {
  const { hash } = task
  const became = await lookAt(engine, order, attempt, hash)
  if (became === 'other') return 'done'
  const at = engine.now()
  if (became === 'waiting') {
    if (at > order.accepted.validBefore * 1_000 + patience) return 'done'
    return { dueAt: at + backOff(row.tries, firstLook, longestPause) }
  }
  const landed = became === 'ours' ? hash : became.carrier
  const isTold = await takeUp(engine, order, attempt, landed)
  return isTold ? 'done' : { dueAt: at + backOff(row.tries, firstLook, longestPause) }
}

/**
 * Tells of a transaction of an ask that is on the chain: followed from now on, or an alarm. Gives false where it may
 * be what is followed itself, mined under another hash: it is looked at again once that is known.
 */
export async function takeUp(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  hash: TxHash,
): Promise<boolean> {
  const place = await placeBeside(engine, order, attempt, hash)
  if (place === 'unknown') return false
  const event = { at: engine.now(), attemptId: attempt.attemptId, hash }
  await commit(engine, order.id, { type: 'sent', by: 'chain', ...event })
  // Where another one is followed, that changed nothing.
  const apart = place === 'apart' ? { apart: true as const } : {}
  await commit(engine, order.id, { type: 'strayed', ...event, ...apart })
  return true
}

/**
 * How a transaction that is on the chain stands to what its step follows: `apart`, that has a nonce of its own;
 * `unknown`, that is not on the chain now, and nothing else tells the two apart.
 */
async function placeBeside(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  hash: TxHash,
): Promise<'apart' | 'known' | 'unknown'> {
  const step = stepBehind(order, attempt)
  const followed = step && hashOf(step.state)
  const its = step && attemptOfStep(order, step)
  if (!its || followed === undefined || followed === hash) return 'known'
  const { state, action } = step
  if (state.status === 'confirmed') {
    if (engine.now() - state.at > settled) return 'known'
    // A reorganisation may have taken it back, and another one may carry it since.
    const became = await lookAt(engine, order, its, followed)
    return became === 'waiting' || became === 'other' ? 'unknown' : 'known'
  }
  if (state.status !== 'verified' || action.kind !== 'transaction') return 'unknown'
  const found = await (await engine.evm(action.chainId)).transaction(hash)
  const isOwn = found !== null && sameAddress(found.from, order.accepted.author)
  return isOwn && state.nonce !== undefined && found.nonce !== state.nonce ? 'apart' : 'unknown'
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
