import { createHash } from 'node:crypto'
import { toBase58 } from './wire'

/** Blocks for which a blockhash may still be used: MAX_PROCESSING_AGE of the runtime. */
export const BLOCKHASH_LIFETIME = 150
/** Blocks on top of one after which it is final: MAX_LOCKOUT_HISTORY + 1 of the vote program. */
export const FINALITY_DEPTH = 32
/** Slots an epoch has on a real cluster. */
export const SLOTS_PER_EPOCH = 432_000

export type Commitment = 'processed' | 'confirmed' | 'finalized'

export interface Block {
  /** Slot and block height are the same number: this chain skips no slot. */
  readonly slot: number
  readonly blockhash: string
  /** Unix seconds. */
  readonly time: number
}

export interface Blocks {
  latest(): Block
  /** Closes the current block and opens the next, `count` times. */
  advance(count: number): void
  /** The block that a blockhash belongs to, while the blockhash may still be used. */
  whereValid(blockhash: string): Block | null
  /** The time of a slot in unix seconds, or null for a slot that has not been. */
  timeOf(slot: number): number | null
  /** How settled a slot is, or null for one that has not been. */
  commitmentOf(slot: number): Commitment | null
}

/** Mainnet's: the service speaks of this chain by mainnet's CAIP-2, which is cut from this hash. */
export const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** A slot at which a young chain already looks lived in; any number would do. */
export const FIRST_SLOT = 1_000

const hashOf = (seed: string): string => toBase58(createHash('sha256').update(seed).digest())

/**
 * Creates the row of blocks: slots, blockhashes and their lifetimes.
 *
 * A blockhash is valid for the 150 blocks after its own. `now` gives milliseconds since the epoch;
 * two chains of different `seed` share no blockhash, so nothing signed for one is valid on the other.
 */
export const createBlocks = (now: () => number, seed: string): Blocks => {
  const times: number[] = []
  const valid = new Map<string, Block>()
  const open = (previous: string): Block => {
    const slot = FIRST_SLOT + times.length
    const time = Math.floor(now() / 1000)
    const block = { slot, blockhash: hashOf(`${previous}:${slot}`), time }
    times.push(time)
    valid.set(block.blockhash, block)
    return block
  }
  let current = open(seed)

  const expireOld = () => {
    for (const [blockhash, block] of valid) {
      if (block.slot + BLOCKHASH_LIFETIME >= current.slot) return
      valid.delete(blockhash)
    }
  }

  return {
    latest: () => current,
    advance: (count) => {
      for (let i = 0; i < count; i++) current = open(current.blockhash)
      expireOld()
    },
    whereValid: (blockhash) => valid.get(blockhash) ?? null,
    timeOf: (slot) => times[slot - FIRST_SLOT] ?? null,
    commitmentOf: (slot) => {
      if (slot < FIRST_SLOT || slot > current.slot) return null
      const depth = current.slot - slot
      if (depth >= FINALITY_DEPTH) return 'finalized'
      return depth >= 1 ? 'confirmed' : 'processed'
    },
  }
}

const RANK: Readonly<Record<Commitment, number>> = { processed: 0, confirmed: 1, finalized: 2 }

/** Is a slot of commitment `actual` at least as settled as `wanted`? */
export const isAtLeast = (actual: Commitment | null, wanted: Commitment): boolean =>
  actual !== null && RANK[actual] >= RANK[wanted]
