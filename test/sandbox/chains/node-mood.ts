import type { Lie } from './lies'

/** Nodes of each chain, by name: one that the service may be made to list, and two independent ones. */
export const nodeNames = ['listed', 'alpha', 'beta'] as const
export type NodeName = (typeof nodeNames)[number]

/** What is wrong with one node of a chain; nothing, to begin with. */
export type NodeMood = {
  lies?: Lie[] | undefined
  /** Its newest block (Solana: slot): it stands still there, and hears of nothing new. */
  frozenAt?: number | undefined
  /** Blocks that it is behind the chain. */
  lag?: number | undefined
  /** Blocks that it remembers. */
  keeps?: number | undefined
  /**
   * Blocks that the state is behind which contracts are called on: of several machines behind one address
   * one tells its blocks and receipts, and another one that is behind answers the calls.
   */
  stateLag?: number | undefined
  down?: boolean | undefined
  /** Methods that it answers only once what is held is let go. */
  holds?: string[] | undefined
  /** Methods that it says it has not. */
  lacks?: string[] | undefined
}

/** How much of a chain a node has, of which `head` is the newest block. */
export function reachOf({ frozenAt, lag, keeps }: NodeMood, head: number) {
  const upTo = Math.min(head, frozenAt ?? head, head - (lag ?? 0))
  // One that stands still is held to its block from the first: the chain may go on while it answers.
  const isBehind = frozenAt !== undefined || upTo < head
  return { upTo, since: keeps === undefined ? 0 : upTo - keeps, isBehind }
}
