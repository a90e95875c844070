import { chainId } from './chain'
import { toChainId } from './service'
import { solanaChainId } from './solana'
import type { World } from './world'

/** The node that the service names. */
export const listed = 'rpc.test'

/** Those of the nodes of the world that prove what is paid, and what arrived. */
function operatorsOf({ nodes, source }: World): readonly (readonly string[])[] {
  const paidFrom = source === 'solana' ? solanaChainId : chainId
  return [paidFrom, toChainId].map((id) => nodes.operatorsOf(id))
}

/** One of the operators that prove: whatever it says, it is one voice. */
export function oneOperator(world: World): string {
  return operatorsOf(world)[0]?.[0] ?? listed
}

/** One of the operators that prove what arrived. */
export function payoutNode(world: World): string {
  return operatorsOf(world)[1]?.[0] ?? listed
}

/**
 * Who is heard at all, and what one says who is heard alone. `Froze` is of ten minutes ago: a node that has stood still
 * for so long.
 */
export const voiceOperations = [
  'othersSilent',
  'allSilent',
  'onlyVoiceDenies',
  'operatorFroze',
  'operatorTellsLowHead',
  'payoutNodeFroze',
  'payoutNodeTellsLowHead',
  'payoutNodeTellsPoor',
  'listedNodeDenies',
] as const
export type VoiceOperation = (typeof voiceOperations)[number]

export function isOfVoices(operation: string): operation is VoiceOperation {
  return voiceOperations.some((each) => each === operation)
}

export function actVoices(world: World, operation: VoiceOperation): void {
  const { nodes } = world
  switch (operation) {
    case 'othersSilent':
      silence(world, 1)
      return
    case 'allSilent':
      silence(world, 0)
      return
    case 'onlyVoiceDenies':
      silence(world, 1)
      nodes.lie(oneOperator(world), 'noReceipt', 'noTransaction', 'otherBlock', 'noSignature')
      nodes.lie(listed, 'noReceipt', 'noTransaction', 'otherBlock', 'noSignature')
      return
    case 'operatorFroze':
      nodes.freeze(oneOperator(world), tenMinutesAgo(world, 'paid from'))
      return
    case 'operatorTellsLowHead':
      nodes.lie(oneOperator(world), 'lowHead')
      return
    case 'payoutNodeFroze':
      nodes.freeze(payoutNode(world), tenMinutesAgo(world, 'paid on'))
      return
    case 'payoutNodeTellsLowHead':
      nodes.lie(payoutNode(world), 'lowHead')
      return
    case 'payoutNodeTellsPoor':
      nodes.lie(payoutNode(world), 'nothingPaid')
      return
    case 'listedNodeDenies':
      nodes.lie(listed, 'blockhashOver', 'noSignature', 'noTransaction', 'noReceipt')
      return
  }
}

/** Of each chain so many operators are heard, at most; and the node that the service names, unless it is none. */
function silence(world: World, heard: number): void {
  for (const hosts of operatorsOf(world)) hosts.slice(heard).forEach(world.nodes.silence)
  if (heard === 0) world.nodes.silence(listed)
}

const tenMinutes = 600_000
const solanaSlotMs = 1_500

/** The newest block (Solana: slot) of ten minutes ago. */
function tenMinutesAgo({ chain, destination, solana, source }: World, which: string): number {
  if (which === 'paid from' && source === 'solana')
    return Math.max(0, solana.slot() - tenMinutes / solanaSlotMs)
  const of = which === 'paid from' ? chain : destination
  const newest = of.timeOf(of.height())
  let block = of.height()
  while (block > 0 && newest - of.timeOf(block) < tenMinutes / 1_000) block -= 1
  return block
}
