import type { ErrorCode } from './error-codes'

export type { ErrorCode } from './error-codes'

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

/** What a node or the service was asked, and how it failed. */
type CallFact = 'code' | 'host' | 'method' | 'reason' | 'status'
type ServiceFact = 'code' | 'message' | 'path' | 'retryAfterMs' | 'serviceMessage' | 'status'

/**
 * Which facts go with a code beside those of its kind below: a writer and a reader cannot speak of
 * different ones.
 */
type OwnFacts = {
  'chain/bad-answer': CallFact | 'actual' | 'asked' | 'expected' | 'found' | 'to'
  'chain/mismatch': 'actual' | 'expected' | 'field'
  'chain/no-rpc': 'chainId' | 'method'
  'chain/reverted': CallFact | 'data'
  'chain/unreachable': CallFact
  'form/recipient-wrong-family': 'chainId'
  'order/allowance-needed': 'orderId'
  'order/busy': 'hash' | 'orderId'
  'order/changed': 'orderId'
  'order/checkout-over': 'orderId'
  'order/failed-at-service': ServiceFact
  'order/hash-malformed': 'hash'
  'order/hash-other': 'field'
  'order/hash-unknown': 'hash'
  'order/hash-used': 'hash'
  'order/no-payment': 'hash'
  'order/not-carried-out': 'hash'
  'order/not-confirmable': 'orderId'
  'order/not-found': 'orderId'
  'order/not-made': 'orderId'
  'order/may-land': 'orderId'
  'order/paid-beside': 'orderId'
  'page/gone': 'tabId'
  'policy/gas-grew': 'gas'
  'policy/malformed': 'field'
  'policy/quote-expired': 'until'
  'rpc/forbidden': 'where'
  'rpc/invalid': 'field' | 'where'
  'service/aborted': CallFact
  'service/chain-not-supported': 'chainId'
  'store/unavailable': 'name'
  'wallet/ambiguous': 'wallet'
  'wallet/not-found': 'wallet'
}

type FactNames<Code extends ErrorCode> =
  | (Code extends keyof OwnFacts ? OwnFacts[Code] : never)
  | (Code extends `policy/${string}` ? 'detail' : never)
  | (Code extends `service/${string}` ? ServiceFact : never)

/** The facts that an error of this code may carry. */
export type FactsOf<Code extends ErrorCode> = {
  [Name in keyof Facts]?: Name extends FactNames<Code> ? Facts[Name] : never
}

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
