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
