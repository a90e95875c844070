import { AppError } from '@/src/domain/error'
import type { Attempt, SwapOrder } from '@/src/domain/order/order'
import { quietly } from '../chain/look'
import { readLastHeight } from '../chain/proof-of-absence'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'

/** It is looked at so often, by another node each time, ms. */
export const landsPause = 30_000

/**
 * Whether what a wallet signed of Solana requests, before they were closed, may land still, by one node: it only
 * costs waiting.
 *
 * @throws AppError `chain/unread` where operators do not tell how far the chain is.
 */
export async function mayLand(
  engine: Engine,
  order: SwapOrder,
  closed: readonly Attempt[],
): Promise<boolean> {
  const fresh = closed.filter(({ landsUntil }) => landsUntil === undefined)
  for (const attempt of fresh) await keepClosed(engine, order, attempt)
  if (fresh.length > 0) return true
  const until = Math.max(...closed.map(({ landsUntil }) => Number(landsUntil)))
  const [first] = closed
  return first !== undefined && (await finalHeight(engine, first.action.chainId)) <= until
}

/** The final block height, by whichever node's turn it is: one that stands still holds up no longer than its turn. */
async function finalHeight(engine: Engine, chainId: number): Promise<number> {
  const chains = await engine.readers()
  const operators = chains.solanaOperators(chainId).map(({ reader }) => reader)
  const readers = [chains.solana(chainId), ...operators]
  const reader = readers[Math.floor(engine.now() / landsPause) % readers.length]
  const final = await quietly(engine, 'prompt', async () => reader?.finalised())
  return final?.blockHeight ?? 0
}

/**
 * Keeps up to which block height that is, once it is known that the request is closed: by the newest block hash
 * that operators tell, as clocks are moved.
 */
export async function keepClosed(
  engine: Engine,
  order: SwapOrder,
  { attemptId, action, evidence }: Attempt,
): Promise<void> {
  const height = await readLastHeight(engine, action.chainId)
  if (height === undefined) throw new AppError('chain/unread')
  const at = engine.now()
  const landsUntil = String(Math.max(height, Number(evidence.lastValidBlockHeight ?? 0)))
  await commit(engine, order.id, { type: 'promptClosed', at, attemptId, landsUntil })
}
