/** Why a step or an order came to nothing, where more is known than its code; words are made at the edge. */
export type Reason =
  /** The transaction that shows it: the one that reverted, or that took the place. */
  | { kind: 'transaction'; hash: string }
  /** Somebody's own words: text of a stranger, shown as such. */
  | { kind: 'said'; by: 'wallet' | 'service'; words: string }
  /** What a check or a trial of ours came to; for support. */
  | { kind: 'found'; finding: string }

/** The words that somebody gave as the reason, if any were given. */
export function saidIn(reason: Reason | undefined): string | undefined {
  return reason?.kind === 'said' ? reason.words : undefined
}
