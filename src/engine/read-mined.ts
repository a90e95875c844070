import type { EvmReader } from '@/src/chains/evm-reader'
import type { MinedStep } from '@/src/domain/effects-route'
import type { Step } from '@/src/domain/order'

/**
 * Mined steps with the events of their receipts, by one node's word; undefined where it lacks one of them
 * or shows that it reverted. Fails as the node does.
 */
export async function readMined(
  reader: EvmReader,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<MinedStep[] | undefined> {
  const read: MinedStep[] = []
  for (const { facts, action, state } of steps) {
    if (action.kind !== 'transaction' || state.status !== 'confirmed') return undefined
    const receipt = await reader.receipt(state.hash, signal)
    if (receipt?.status !== 'success') return undefined
    read.push({ facts, value: BigInt(action.tx.value), logs: receipt.logs })
  }
  return read
}
