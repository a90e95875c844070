/**
 * Every way in which something can go wrong that a person or a caller may be told of. The code is
 * stable, survives the wire, and is the key of the sentence in `ui/copy`. `retryable`: trying the same
 * thing again may help, as the README tells integrators.
 */
export const errorCodes = {
  // the form
  'form/amount-missing': { retryable: false },
  'form/amount-invalid': { retryable: false },
  'form/too-many-decimals': { retryable: false },
  'form/same-token': { retryable: false },
  'form/insufficient-balance': { retryable: false },
  'form/recipient-invalid': { retryable: false },
  'form/recipient-name': { retryable: false },
  'form/recipient-wrong-family': { retryable: false },
  'form/recipient-is-token': { retryable: false },
  // the service
  'service/unreachable': { retryable: true },
  'service/timeout': { retryable: true },
  'service/aborted': { retryable: true },
  'service/bad-answer': { retryable: true },
  'service/failed': { retryable: true },
  'service/rate-limited': { retryable: true },
  'service/validation': { retryable: false },
  'service/bad-request': { retryable: false },
  'service/quote-not-found': { retryable: true },
  'service/quote-expired': { retryable: true },
  'service/cannot-fill': { retryable: true },
  'service/no-routes': { retryable: true },
  'service/token-not-supported': { retryable: false },
  'service/chain-not-supported': { retryable: false },
  'service/deposit-method-not-supported': { retryable: false },
  'service/unexpected-from-address': { retryable: false },
  'service/intent-not-found': { retryable: true },
  'service/duplicate-record': { retryable: false },
  'service/broadcast-failed': { retryable: true },
  'service/origin-not-allowed': { retryable: false },
  // the wallet
  'wallet/none-found': { retryable: true },
  'wallet/not-found': { retryable: true },
  'wallet/ambiguous': { retryable: false },
  'wallet/declined': { retryable: true },
  'wallet/pending-request': { retryable: true },
  'wallet/unauthorised': { retryable: true },
  'wallet/unsupported-method': { retryable: false },
  'wallet/disconnected': { retryable: true },
  'wallet/chain-not-added': { retryable: true },
  'wallet/insufficient-funds': { retryable: true },
  'wallet/nonce-too-low': { retryable: true },
  'wallet/replacement-underpriced': { retryable: true },
  'wallet/invalid-parameters': { retryable: false },
  'wallet/transaction-rejected': { retryable: true },
  'wallet/account-changed': { retryable: true },
  'wallet/chain-changed': { retryable: true },
  'wallet/not-switched': { retryable: true },
  'wallet/no-account': { retryable: true },
  'wallet/contract-account': { retryable: false },
  'wallet/locked': { retryable: true },
  'wallet/bad-answer': { retryable: false },
  'wallet/unknown': { retryable: true },
  // the page
  'page/none': { retryable: true },
  'page/gone': { retryable: true },
  'page/no-access': { retryable: true },
  'page/not-responding': { retryable: true },
  // the policy
  'policy/method-forbidden': { retryable: false },
  'policy/malformed': { retryable: false },
  'policy/unknown-field': { retryable: false },
  'policy/wrong-sender': { retryable: false },
  'policy/wrong-chain': { retryable: false },
  'policy/no-deposit': { retryable: false },
  'policy/many-deposits': { retryable: false },
  'policy/deposit-not-last': { retryable: false },
  'policy/foreign-call': { retryable: false },
  'policy/foreign-token': { retryable: false },
  'policy/foreign-spender': { retryable: false },
  'policy/excessive-allowance': { retryable: false },
  'policy/wrong-value': { retryable: false },
  'policy/needless-reset': { retryable: false },
  'policy/target-has-no-code': { retryable: false },
  'policy/takes-more': { retryable: false },
  'policy/takes-other': { retryable: false },
  'policy/gives-power': { retryable: false },
  'policy/pays-less': { retryable: false },
  'policy/position': { retryable: false },
  'policy/burns-gas': { retryable: false },
  'policy/token-rules': { retryable: false },
  'policy/untried': { retryable: true },
  'policy/nodes-differ': { retryable: true },
  'policy/gas-grew': { retryable: true },
  'policy/allowance-low': { retryable: true },
  'policy/would-revert': { retryable: true },
  'policy/wrong-decimals': { retryable: false },
  'policy/wrong-payout': { retryable: false },
  'policy/wrong-recipient': { retryable: false },
  'policy/wrong-refund': { retryable: false },
  'policy/wrong-deadline': { retryable: false },
  'policy/unread-call': { retryable: false },
  'policy/unsupported-kind': { retryable: false },
  'policy/quote-expired': { retryable: true },
  'policy/solana-changed': { retryable: false },
  'policy/solana-signature': { retryable: false },
  'policy/solana-instruction': { retryable: false },
  'policy/solana-fee-payer': { retryable: false },
  // chains
  'chain/unreachable': { retryable: true },
  'chain/unread': { retryable: true },
  'chain/bad-answer': { retryable: true },
  'chain/reverted': { retryable: true },
  'chain/replaced': { retryable: false },
  'chain/cancelled': { retryable: true },
  'chain/mismatch': { retryable: false },
  'chain/took-more': { retryable: false },
  'chain/blockhash-expired': { retryable: true },
  'chain/no-rpc': { retryable: false },
  // orders
  'order/not-found': { retryable: false },
  'order/no-payment': { retryable: true },
  'order/not-carried-out': { retryable: true },
  'order/hash-malformed': { retryable: false },
  'order/hash-unknown': { retryable: true },
  'order/hash-used': { retryable: false },
  'order/hash-taken': { retryable: false },
  'order/changed': { retryable: true },
  'order/busy': { retryable: true },
  'order/not-confirmable': { retryable: false },
  'order/allowance-needed': { retryable: true },
  'order/allowance-closing': { retryable: true },
  'order/unsure': { retryable: false },
  'order/not-sent': { retryable: true },
  'order/given-up': { retryable: false },
  'order/unproved': { retryable: true },
  'order/unlinked': { retryable: true },
  'order/attention': { retryable: false },
  'order/failed-at-service': { retryable: false },
  'order/not-made': { retryable: false },
  'order/checkout-over': { retryable: false },
  'order/window-blocked': { retryable: true },
  // our own rooms
  'rpc/forbidden': { retryable: false },
  'rpc/invalid': { retryable: false },
  'rpc/unavailable': { retryable: true },
  'store/full': { retryable: true },
  'store/unavailable': { retryable: true },
  'app/unexpected': { retryable: true },
} as const satisfies Record<string, { retryable: boolean }>

export type ErrorCode = keyof typeof errorCodes

/** What an error may tell beside its code: for its sentence and for support, nothing secret. */
type Facts = {
  actual: string
  asked: string
  chainId: number
  code: string | number
  data: string
  detail: string
  expected: string | number
  field: string
  found: string
  /** Limit of gas, 0x. */
  gas: string
  hash: string
  host: string
  message: string
  method: string
  name: string
  orderId: string
  path: string
  reason: string
  retryAfterMs: number
  serviceMessage: string
  status: number
  tabId: number
  to: string
  until: number
  wallet: string
  where: string
}

/** Which facts go with the codes of an area: writer and reader cannot speak of different ones. */
type FactNames = {
  app: never
  chain:
    | 'actual'
    | 'asked'
    | 'chainId'
    | 'code'
    | 'data'
    | 'expected'
    | 'field'
    | 'found'
    | 'host'
    | 'method'
    | 'reason'
    | 'status'
    | 'to'
  form: 'chainId'
  order: 'hash' | 'orderId'
  page: 'tabId'
  policy: 'detail' | 'field' | 'gas' | 'until'
  rpc: 'field' | 'where'
  service:
    | 'chainId'
    | 'code'
    | 'host'
    | 'message'
    | 'method'
    | 'path'
    | 'retryAfterMs'
    | 'serviceMessage'
    | 'status'
  store: 'name'
  wallet: 'wallet'
}

type AreaOf<Code extends ErrorCode> = Code extends `${infer Area extends keyof FactNames}/${string}`
  ? Area
  : never

/** The facts that an error of this code may carry. */
export type FactsOf<Code extends ErrorCode> = Partial<Pick<Facts, FactNames[AreaOf<Code>]>>

/** The one error class of the product's own rooms; guards compare `code`, never the class. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError'
  readonly code: Code
  readonly context: Readonly<Partial<Facts>>

  constructor(code: Code, context: FactsOf<Code> = {}, options?: { cause?: unknown }) {
    super(code, options)
    this.code = code
    this.context = context
  }
}

/** An error that came from another of our contexts, its facts as that one wrote them. */
export function fromWireError({ code, message, context }: WireError): AppError {
  return new AppError(code, context as Partial<Facts>, { cause: message })
}

/** Whether a string is one of our codes: for values that crossed a wall. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value)
}

/** An error as it travels between our contexts. */
export type WireError = {
  code: ErrorCode
  message: string
  context: Record<string, string | number | boolean>
}

/** Turns anything thrown into what may cross a wall; an unknown error keeps only its message. */
export function toWireError(error: unknown): WireError {
  if (error instanceof AppError) {
    return { code: error.code, message: error.message, context: error.context }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'app/unexpected', message: message.slice(0, 500), context: {} }
}
