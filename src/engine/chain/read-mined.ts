import type { EvmReader, EvmReceipt } from '@/src/chains/evm-reader'
import type { Step } from '@/src/domain/order/order'
import type { MinedStep } from '@/src/domain/policy/effects-route'

/** A mined step with its receipt, and the block that it is in by the node's word. */
export type ReadStep = MinedStep & { block: bigint; receipt: EvmReceipt }

/**
 * Mined steps with the events of their receipts, by one node's word; undefined where it lacks one of them
 * or shows that it reverted. Fails as the node does.
 */
export async function readMined(
  reader: EvmReader,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<ReadStep[] | undefined> {
  const read: ReadStep[] = []
  for (const { facts, action, state } of steps) {
    if (action.kind !== 'transaction' || state.status !== 'confirmed') return undefined
    const receipt = await reader.receipt(state.hash, signal)
    if (receipt?.status !== 'success') return undefined
    const { logs, blockNumber: block } = receipt
    read.push({ facts, value: BigInt(action.tx.value), logs, block, receipt })
  }
  return read
}
