import type { Address } from '../names'
import type { StepFacts } from './order'

/** A contract that a step calls, by which method, or that it lets take tokens; a program of Solana. */
export type Party = { address: Address; method?: string }

/**
 * Whom a step pays, or lets take something: by its approval, or because it calls them to take it. On Solana
 * the programs that nobody here knows.
 */
export function partiesOf(facts: StepFacts): Party[] {
  if (facts.kind === 'solanaDeposit') return (facts.unknown ?? []).map((address) => ({ address }))
  if (facts.kind === 'approve') return [{ address: facts.spender }]
  if (facts.kind !== 'swap' && facts.kind !== 'deposit') return []
  const called = { address: facts.target, method: facts.method }
  const taker = facts.kind === 'deposit' ? facts.takenBy : undefined
  return taker === undefined ? [called] : [called, { address: taker }]
}
