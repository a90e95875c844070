import type { ErrorCode } from '../error'

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

/** EVM hash or Solana signature. */
const transactionShape = /^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{80,90})$/i

/** The reason in an order that was stored while there was one text for all of them. */
export function toReason(code: ErrorCode, detail: string): Reason {
  if (code.startsWith('chain/') && transactionShape.test(detail)) {
    return { kind: 'transaction', hash: detail }
  }
  if (code.startsWith('wallet/')) return { kind: 'said', by: 'wallet', words: detail }
  const isTold = code === 'order/failed-at-service' || code === 'order/not-made'
  return isTold
    ? { kind: 'said', by: 'service', words: detail }
    : { kind: 'found', finding: detail }
}
