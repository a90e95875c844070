/** What may be gone when the same thing is tried again, as the README tells integrators. */
export const passing = [
  // the service
  'service/unreachable',
  'service/timeout',
  'service/aborted',
  'service/bad-answer',
  'service/failed',
  'service/rate-limited',
  'service/quote-not-found',
  'service/quote-expired',
  'service/cannot-fill',
  'service/no-routes',
  'service/intent-not-found',
  'service/broadcast-failed',
  // the wallet
  'wallet/none-found',
  'wallet/not-found',
  'wallet/declined',
  'wallet/pending-request',
  'wallet/unauthorised',
  'wallet/disconnected',
  'wallet/chain-not-added',
  'wallet/insufficient-funds',
  'wallet/nonce-too-low',
  'wallet/replacement-underpriced',
  'wallet/transaction-rejected',
  'wallet/account-changed',
  'wallet/chain-changed',
  'wallet/not-switched',
  'wallet/no-account',
  'wallet/locked',
  'wallet/unknown',
  // the page
  'page/none',
  'page/gone',
  'page/no-access',
  'page/not-responding',
  // the policy
  'policy/untried',
  'policy/unread-mint',
  'policy/nodes-differ',
  'policy/gas-grew',
  'policy/allowance-low',
  'policy/allowance-loose',
  'policy/would-revert',
  'policy/quote-expired',
  // chains
  'chain/unreachable',
  'chain/unread',
  'chain/bad-answer',
  'chain/reverted',
  'chain/cancelled',
  'chain/blockhash-expired',
  // orders
  'order/no-payment',
  'order/not-carried-out',
  'order/hash-unknown',
  'order/changed',
  'order/busy',
  'order/paid-beside',
  'order/allowance-needed',
  'order/allowance-closing',
  'order/not-sent',
  'order/unproved',
  'order/may-land',
  'order/unlinked',
  'order/window-blocked',
  // our own rooms
  'rpc/unavailable',
  'store/full',
  'store/unavailable',
  'app/unexpected',
] as const

/** What stays as it is. */
const lasting = [
  // the form
  'form/amount-missing',
  'form/amount-invalid',
  'form/too-many-decimals',
  'form/same-token',
  'form/insufficient-balance',
  'form/recipient-invalid',
  'form/recipient-name',
  'form/recipient-wrong-family',
  'form/recipient-is-token',
  // the service
  'service/validation',
  'service/bad-request',
  'service/token-not-supported',
  'service/chain-not-supported',
  'service/deposit-method-not-supported',
  'service/unexpected-from-address',
  'service/duplicate-record',
  'service/origin-not-allowed',
  // the wallet
  'wallet/ambiguous',
  'wallet/unsupported-method',
  'wallet/invalid-parameters',
  'wallet/contract-account',
  'wallet/bad-answer',
  // the policy
  'policy/method-forbidden',
  'policy/malformed',
  'policy/unknown-field',
  'policy/wrong-sender',
  'policy/wrong-chain',
  'policy/no-deposit',
  'policy/many-deposits',
  'policy/deposit-not-last',
  'policy/foreign-call',
  'policy/foreign-token',
  'policy/foreign-spender',
  'policy/excessive-allowance',
  'policy/wrong-value',
  'policy/needless-reset',
  'policy/target-has-no-code',
  'policy/takes-more',
  'policy/takes-other',
  'policy/gives-power',
  'policy/pays-less',
  'policy/position',
  'policy/burns-gas',
  'policy/odd-revoke',
  'policy/token-rules',
  'policy/wrong-decimals',
  'policy/wrong-payout',
  'policy/wrong-recipient',
  'policy/wrong-refund',
  'policy/wrong-deadline',
  'policy/unread-call',
  'policy/unsupported-kind',
  'policy/solana-changed',
  'policy/solana-signature',
  'policy/solana-instruction',
  'policy/solana-fee-payer',
  // chains
  'chain/replaced',
  'chain/mismatch',
  'chain/took-more',
  'chain/no-rpc',
  // orders
  'order/not-found',
  'order/hash-malformed',
  'order/hash-other',
  'order/hash-used',
  'order/hash-taken',
  'order/not-confirmable',
  'order/unsure',
  'order/given-up',
  'order/attention',
  'order/failed-at-service',
  'order/not-made',
  'order/checkout-over',
  // our own rooms
  'rpc/forbidden',
  'rpc/invalid',
] as const

/**
 * Every way in which something can go wrong that a person or a caller may be told of. The code is
 * stable, survives the wire, and is the key of the sentence in `ui/copy`.
 */
export const errorCodes = [...passing, ...lasting] as const
export type ErrorCode = (typeof errorCodes)[number]

const all: ReadonlySet<unknown> = new Set(errorCodes)

/** Whether a string is one of our codes: for values that crossed a wall. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return all.has(value)
}
