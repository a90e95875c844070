import { EVM_NATIVE, EVM_NATIVE_ALIAS, hasEvmShape } from '../address/address'
import { toUnits } from '../token/amount'

/** The rules of the default QR API: parameters in, the text inside the picture out. */

const QR_MAX_PAYLOAD = 2048
const MAX_DECIMALS = 36

/** What a transfer picture is asked for, all of it text as it stands in an address. */
export type TransferParams = {
  /** A display decimal: "1", "1.23". */
  amount: string
  recipient: string
  caip2: string
  token: string
  decimals: string
  /** Accepted; no standard of the supported families embeds it. */
  memo?: string | undefined
}

export type QrProblem =
  | { kind: 'missing'; field: keyof TransferParams }
  | { kind: 'invalid'; field: 'amount' | 'decimals' }
  | { kind: 'too-long' }

export type QrPayload = { ok: true; payload: string } | { ok: false; problem: QrProblem }

const REQUIRED = ['amount', 'recipient', 'caip2', 'token', 'decimals'] as const
const NATIVE_TOKENS: ReadonlySet<string> = new Set(['native', 'eth', EVM_NATIVE, EVM_NATIVE_ALIAS])
const AMOUNT = /^\d+(\.\d+)?$/

/**
 * The text inside a transfer picture: an ERC-681 address on EVM chains, a BIP-21 one for bip122, the
 * recipient alone for every other family and for whatever is ambiguous.
 * https://eips.ethereum.org/EIPS/eip-681
 */
export function toTransferPayload(params: Partial<TransferParams>): QrPayload {
  const { amount = '', recipient = '', caip2 = '', token = '', decimals = '' } = params
  const values = { amount, recipient, caip2, token, decimals }
  const missing = REQUIRED.find((field) => values[field] === '')
  if (missing !== undefined) return { ok: false, problem: { kind: 'missing', field: missing } }
  const places = /^\d{1,2}$/.test(decimals) ? Number(decimals) : Number.NaN
  if (!(places <= MAX_DECIMALS)) {
    return { ok: false, problem: { kind: 'invalid', field: 'decimals' } }
  }
  const units = AMOUNT.test(amount) ? toUnits(amount, places) : null
  if (!units?.ok) return { ok: false, problem: { kind: 'invalid', field: 'amount' } }
  return bounded(payloadFor(values, units.units))
}

type Values = Record<(typeof REQUIRED)[number], string>

function payloadFor({ amount, recipient, caip2, token }: Values, units: bigint): string {
  const [namespace, reference = ''] = caip2.split(':')
  if (namespace === 'eip155' && /^[1-9]\d{0,15}$/.test(reference)) {
    return evmPayload({ recipient, token, chainId: reference }, units)
  }
  // Other characters would change the meaning of the address that is built around them.
  const isPlain = /^[0-9A-Za-z]+$/.test(recipient)
  if (namespace === 'bip122' && isPlain) return `bitcoin:${recipient}?amount=${amount}`
  return recipient
}

type EvmTransfer = { recipient: string; token: string; chainId: string }

function evmPayload({ recipient, token, chainId }: EvmTransfer, units: bigint): string {
  if (!hasEvmShape(recipient)) return recipient
  // To the letter: any other spelling is ambiguous, and what is ambiguous is the recipient alone.
  if (NATIVE_TOKENS.has(token)) {
    return `ethereum:${recipient}@${chainId}?value=${units}`
  }
  if (!hasEvmShape(token) || NATIVE_TOKENS.has(token.toLowerCase())) return recipient
  return `ethereum:${token}@${chainId}/transfer?address=${recipient}&uint256=${units}`
}

function bounded(payload: string): QrPayload {
  return payload.length > QR_MAX_PAYLOAD
    ? { ok: false, problem: { kind: 'too-long' } }
    : { ok: true, payload }
}
