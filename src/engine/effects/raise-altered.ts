import type { AttemptId } from '@/src/domain/names'
import type { SentTransaction } from '@/src/domain/order/order'
import type { FoundTransaction } from '@/src/domain/policy/verify-evm'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'

/** Has the person told that another request was sent than the one that was asked for. */
export async function raiseAltered(
  engine: Engine,
  orderId: string,
  attemptId: AttemptId,
  transaction: SentTransaction,
): Promise<void> {
  const found = { kind: 'altered' as const, transaction }
  const event = { type: 'mismatched', attemptId, code: 'chain/mismatch' } as const
  await commit(engine, orderId, { ...event, at: engine.now(), found })
}

/** A transaction as an alarm keeps it. */
export function toSent(found: FoundTransaction): SentTransaction {
  const { hash, from, to, value, data, nonce, chainId } = found
  return { hash, from, to, value: String(value), data, nonce, chainId }
}
