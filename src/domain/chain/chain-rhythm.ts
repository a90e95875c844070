import { SOLANA_CHAIN_ID } from './known-chains'

/** How a chain makes blocks (Solana: slots), and how deep one must lie before it is built upon. */
export type Rhythm = {
  /** From one block to the next, ms. */
  blockMs: number
  /** Blocks on top of a payout before it is said to have arrived. */
  arrival: number
  /** Blocks past an ask before "it was not sent" may be read from what is not there. */
  absence: number
  /** Blocks are made for transactions only: the age of the newest says nothing. */
  quiet?: true
}

/** Of a chain that only the service knows: no faster than the slowest that is known. */
const UNKNOWN: Rhythm = { blockMs: 12_000, arrival: 12, absence: 64 }

/** Of the chains of a build for this machine: a block a transaction, and nobody takes one back. */
const LOOPBACK: Rhythm = { blockMs: 1_000, arrival: 0, absence: 1, quiet: true }
/** Slots go by there as they do elsewhere: no two nodes are asked within one. */
const LOOPBACK_SOLANA: Rhythm = { blockMs: 400, arrival: 1, absence: 1 }

/** The sequencer's word for ten seconds, and for two minutes. */
const OP_STACK: Rhythm = { blockMs: 2_000, arrival: 5, absence: 60 }
const FAST_OP_STACK: Rhythm = { blockMs: 1_000, arrival: 10, absence: 120 }
/** One sequencer that makes a block when there is something to put into it. */
const ON_DEMAND: Rhythm = { blockMs: 1_000, arrival: 2, absence: 5, quiet: true }
/** Chains whose validators agree on a block before the next: final within seconds. */
const FAST_FINAL: Rhythm = { blockMs: 2_000, arrival: 5, absence: 30 }

/** Block times are those of viem's chain definitions (2.57.1), where they name one. */
const RHYTHMS: Readonly<Record<number, Rhythm>> = {
  // An epoch is 32 blocks; the `safe` block is one to two of them back.
  // https://ethereum.org/developers/docs/consensus-mechanisms/pos/
  1: { blockMs: 12_000, arrival: 6, absence: 32 },
  10: OP_STACK,
  56: { blockMs: 750, arrival: 10, absence: 80 },
  130: FAST_OP_STACK,
  137: { blockMs: 2_000, arrival: 16, absence: 64 },
  143: { blockMs: 400, arrival: 10, absence: 150 },
  324: ON_DEMAND,
  2741: ON_DEMAND,
  5000: OP_STACK,
  8453: OP_STACK,
  16661: FAST_FINAL,
  // Blocks on demand too, but somebody always has something to put into them.
  42161: { blockMs: 250, arrival: 40, absence: 240 },
  43114: FAST_FINAL,
  59144: OP_STACK,
  80094: FAST_FINAL,
  747474: FAST_OP_STACK,
  4278608: ON_DEMAND,
  5734951: ON_DEMAND,
  // 32 confirmations finalise; a blockhash is good for 150 blocks. https://solana.com/docs/rpc
  [SOLANA_CHAIN_ID]: { blockMs: 400, arrival: 32, absence: 150 },
}

/** The rhythm of a chain of a build for this machine. */
export function loopbackRhythmOf(chainId: number): Rhythm {
  return chainId === SOLANA_CHAIN_ID ? LOOPBACK_SOLANA : LOOPBACK
}

/** The rhythm of a chain; a slow one where only the service knows the chain. */
export function rhythmOf(chainId: number): Rhythm {
  return RHYTHMS[chainId] ?? UNKNOWN
}
