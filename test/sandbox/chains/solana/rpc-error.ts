/** JSON-RPC error codes of a Solana node (rpc-client-api/src/custom_error.rs of Agave). */
export const RPC_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureVerification: -32003,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
} as const

/** An answer that is an error: `code` and `data` as a Solana node gives them. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The error for a parameter that does not fit. */
export const invalidParams = (message: string): RpcError =>
  new RpcError(RPC_CODES.invalidParams, message)
