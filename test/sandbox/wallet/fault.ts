import type { WalletFault } from './protocol'

/** A refusal with its EIP-1193 or JSON-RPC code, thrown inside the wallet and sent on as a value. */
export class FaultError extends Error {
  readonly fault: WalletFault

  constructor(fault: WalletFault) {
    super(fault.message)
    this.name = 'FaultError'
    this.fault = fault
  }
}

/** Codes: https://eips.ethereum.org/EIPS/eip-1193#provider-errors and EIP-1474. */
export const faults = {
  rejected: (): WalletFault => ({ code: 4001, message: 'User rejected the request.' }),
  unauthorized: (): WalletFault => ({
    code: 4100,
    message: 'The requested account and/or method has not been authorized by the user.',
  }),
  unsupported: (method: string): WalletFault => ({
    code: 4200,
    message: `The method "${method}" does not exist / is not available.`,
  }),
  disconnected: (): WalletFault => ({
    code: 4900,
    message: 'The provider is disconnected from all chains.',
  }),
  pending: (method: string, origin: string): WalletFault => ({
    code: -32002,
    message: `Request of type '${method}' already pending for origin ${origin}. Please wait.`,
  }),
  params: (reason: string): WalletFault => ({ code: -32602, message: reason }),
  internal: (reason: string): WalletFault => ({ code: -32603, message: reason }),
} as const

/** The fault in whatever was thrown; what is not a refusal of ours becomes an internal error. */
export function toFault(thrown: unknown): WalletFault {
  if (thrown instanceof FaultError) return thrown.fault
  return faults.internal(thrown instanceof Error ? thrown.message : String(thrown))
}
