import type { StepAction } from '@/src/domain/order/order'
import { isEstimated, limitByEstimates } from '@/src/domain/policy/gas-limit'
import { toHex } from '@/src/lib/to-hex'
import type { Engine } from '../engine'
import { askEnough } from './payments'

/** A prompt that a person waits for is not held up longer than this by nodes that are silent; ms. */
const patience = 3_000

/**
 * The limit of gas (0x) of a request on a chain where only a node's estimate counts all of it, by independent
 * nodes. Undefined on every other chain, and where none of them gives one: the wallet sets its own then.
 */
export async function estimateLimit(
  engine: Engine,
  action: StepAction,
): Promise<string | undefined> {
  if (action.kind !== 'transaction' || !isEstimated(action.chainId)) return undefined
  const operators = (await engine.readers()).operators(action.chainId)
  const signal = AbortSignal.timeout(patience)
  const told = await askEnough(operators, 0, (reader) => reader.estimateGas(action.tx, signal))
  const limit = limitByEstimates(told)
  return limit === undefined ? undefined : toHex(limit)
}
