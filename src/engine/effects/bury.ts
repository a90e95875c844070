import type { EvmReader } from '@/src/chains/evm-reader'
import { askingOf } from '@/src/domain/order/asking'
import type { Order } from '@/src/domain/order/order'
import { hashesOf, isShallow } from '@/src/domain/order/order-parts'
import { settled } from '../chain/payments'
import { agree, bornOut } from '../chain/proof'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'

/**
 * Whether what the payments of an order came to lies so deep that no reorganisation makes one of them good: operators
 * agree how far the chain is, and that none of their hashes is on it. What is known is kept.
 */
export async function bury(engine: Engine, order: Order): Promise<boolean> {
  const shallow = askingOf(order)?.attempts.filter(isShallow) ?? []
  if (shallow.length === 0) return true
  const chains = await engine.readers()
  let isDeep = true
  for (const attempt of shallow) {
    const { action, attemptId, end } = attempt
    const proof = await bornOut(chains.operators(action.chainId), (operators) =>
      agree<EvmReader, boolean>({
        operators,
        rhythm: chains.rhythm(action.chainId),
        now: engine.now(),
        past: { block: BigInt(end?.block ?? 0), by: 'absence' },
        read: async (reader, _head, signal) => {
          const receipts = hashesOf(attempt).map((hash) => reader.receipt(hash, signal))
          return (await Promise.all(receipts)).every((each) => each?.status !== 'success')
        },
      }),
    )
    if (settled(chains.operators(action.chainId), proof)) {
      await commit(engine, order.id, { type: 'buried', at: engine.now(), attemptId })
    } else isDeep = false
  }
  return isDeep
}
