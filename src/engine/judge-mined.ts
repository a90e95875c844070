import type { EvmReader } from '@/src/chains/evm-reader'
import { judgeMined } from '@/src/domain/effects-mined'
import type { SwapOrder } from '@/src/domain/order'
import { movesMoney } from '@/src/domain/order-parts'
import { commit } from './commit'
import type { Engine } from './engine'
import { agree } from './proof'
import { readMined } from './read-mined'

/**
 * Holds what the mined steps of an order really took against what was accepted, by the receipts that
 * independent operators show, and raises the alarm where it was more. Nodes that do not answer, or do not
 * agree, say nothing: it is asked again.
 */
export async function judgeTaken(engine: Engine, order: SwapOrder): Promise<void> {
  const { accepted, steps } = order
  const mined = steps.filter((step) => movesMoney(step) && step.state.status === 'confirmed')
  // Whom an approval names has a part in the order; what it did itself was shown when it was asked.
  const approvals = steps.filter((step) => !movesMoney(step))
  const parties = approvals.map(({ facts }) => ({ facts, value: 0n, logs: [] }))
  const last = mined.at(-1)
  if (last?.action.kind !== 'transaction' || last.state.status !== 'confirmed') return
  const chains = await engine.readers()
  const { chainId } = last.action
  const proof = await agree<EvmReader, string>({
    operators: chains.operators(chainId),
    rhythm: chains.rhythm(chainId),
    now: engine.now(),
    read: async (reader, _head, signal) => {
      const read = await readMined(reader, mined, signal)
      return read && (judgeMined(accepted, [...parties, ...read])?.detail ?? '')
    },
  })
  if (proof.kind !== 'proved' || proof.value === '') return
  const { attemptId, hash } = last.state
  const event = { type: 'overtaken', at: engine.now(), attemptId, hash } as const
  await commit(engine, order.id, { ...event, detail: proof.value })
}
