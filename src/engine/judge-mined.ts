import type { EvmReader } from '@/src/chains/evm-reader'
import { judgeMined, type MinedStep } from '@/src/domain/effects-mined'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order'
import { isMove } from '@/src/domain/order-parts'
import { commit } from './commit'
import type { Engine } from './engine'
import { agree } from './proof'

/**
 * Holds what the mined steps of an order really took against what was accepted, by the receipts that
 * independent operators show, and raises the alarm where it was more. Nodes that do not answer, or do not
 * agree, say nothing: it is asked again.
 */
export async function judgeTaken(engine: Engine, order: SwapOrder): Promise<void> {
  const { accepted, steps } = order
  const mined = steps.filter(
    ({ deposit, facts, state }) => state.status === 'confirmed' && (deposit || isMove(facts)),
  )
  const last = mined.at(-1)
  if (last?.action.kind !== 'transaction' || last.state.status !== 'confirmed') return
  const chains = await engine.readers()
  const { chainId } = last.action
  const proof = await agree<EvmReader, string>({
    operators: chains.operators(chainId),
    rhythm: chains.rhythm(chainId),
    now: engine.now(),
    read: async (reader, _head, signal) => {
      const read = await readMined(reader, order, signal)
      return read && (judgeMined(accepted, read)?.detail ?? '')
    },
  })
  if (proof.kind !== 'proved' || proof.value === '') return
  const { attemptId, hash } = last.state
  const event = { type: 'overtaken', at: engine.now(), attemptId, hash } as const
  await commit(engine, order.id, { ...event, detail: proof.value })
}

/** Every step of the order with the events of its receipt; undefined where the node lacks one. */
async function readMined(
  reader: EvmReader,
  { steps }: SwapOrder,
  signal: AbortSignal,
): Promise<MinedStep[] | undefined> {
  const read: MinedStep[] = []
  for (const { deposit, facts, action, state } of steps) {
    if (action.kind !== 'transaction') throw new AppError('chain/bad-answer')
    const value = BigInt(action.tx.value)
    if (state.status !== 'confirmed' || !(deposit || isMove(facts))) {
      read.push({ facts, value: 0n, logs: [] })
      continue
    }
    const receipt = await reader.receipt(state.hash, signal)
    if (receipt?.status !== 'success') return undefined
    read.push({ facts, value, logs: receipt.logs })
  }
  return read
}
