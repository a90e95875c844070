import { AppError } from '@/src/domain/error'
import type { Attempt, SwapOrder } from '@/src/domain/order/order'
import { readBeforeSolana } from '../chain/proof-of-absence'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'

/**
 * Whether what a wallet signed of a Solana request, before that was closed, may land still, by one node: it only
 * costs waiting.
 *
 * @throws AppError `chain/unread` where no operator tells how far the chain is.
 */
export async function mayLand(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
): Promise<boolean> {
  const { landsUntil, action } = attempt
  if (landsUntil === undefined) {
    await keepClosed(engine, order, attempt)
    return true
  }
  const final = await (await engine.readers()).solana(action.chainId).finalised()
  return final.blockHeight <= Number(landsUntil)
}

/**
 * Keeps up to which block height that is, once it is known that the request is closed: by the newest block hash
 * that operators tell, as clocks are moved.
 */
export async function keepClosed(
  engine: Engine,
  order: SwapOrder,
  { attemptId, action }: Attempt,
): Promise<void> {
  const { lastValidBlockHeight: landsUntil } = await readBeforeSolana(engine, action.chainId)
  if (landsUntil === undefined) throw new AppError('chain/unread')
  const at = engine.now()
  await commit(engine, order.id, { type: 'promptClosed', at, attemptId, landsUntil })
}
