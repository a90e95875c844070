import { hasEvmShape, sameAddress } from '../address/address'
import type { Accepted } from '../order/order'
import { decodeCall } from './policy-abi'
import { named, type ReadApproval, type Refusal, readRecord, refuse } from './policy-read'

/** A transaction of the build, parsed and normalised to lower case; amounts as numbers. */
export type ReadTransaction = {
  to: string
  data: string
  value: bigint
  waitForReceipt: boolean
}

/** Keys of a transaction that are understood. A nonce is not: it could replace something else. */
const TRANSACTION_KEYS: ReadonlySet<string> = new Set([
  'from',
  'to',
  'data',
  'value',
  'gas',
  'gasLimit',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'chainId',
])

/**
 * Kinds of transaction that only say how the fee is paid (legacy, EIP-2930, EIP-1559): what is asked is
 * written anew, without it. Others carry more than the call.
 */
const PLAIN_TYPES: readonly unknown[] = ['0x0', '0x1', '0x2', 0, 1, 2]

const QUANTITY = /^0x[0-9a-f]{1,64}$/

/** Nodes refuse transactions above 128 kB (geth's txMaxSize); hex takes two digits a byte. */
const MAX_DATA_DIGITS = 2 * 131_072

function readQuantity(value: unknown): bigint | null {
  if (typeof value !== 'string') return null
  const lower = value.toLowerCase()
  return QUANTITY.test(lower) ? BigInt(lower) : null
}

/** Whether a field names the chain: as a quantity, as wallets want it, or as the plain number that libraries write. */
function isChain(value: unknown, chainId: number): boolean {
  return readQuantity(value) === BigInt(chainId) || value === chainId || value === String(chainId)
}

/** Refuses a chain switch to anywhere but the order's chain. */
export function checkSwitch(params: readonly unknown[], accepted: Accepted): Refusal | null {
  const record = params.length === 1 ? readRecord(params[0]) : null
  if (record === null || record.size !== 1) {
    return refuse('policy/malformed', 'The chain switch is not one object with a chainId')
  }
  if (isChain(record.get('chainId'), accepted.from.chainId)) return null
  return refuse('policy/wrong-chain', `Switch to chain ${named(record.get('chainId'))}`)
}

function readData(value: unknown): string | null {
  if (value === undefined) return '0x'
  if (typeof value !== 'string' || value.length > MAX_DATA_DIGITS + 2) return null
  const data = value.toLowerCase()
  return decodeCall(data).kind === 'malformed' ? null : data
}

function readTransaction(
  approval: Extract<ReadApproval, { type: 'request' }>,
  accepted: Accepted,
): { ok: true; transaction: ReadTransaction } | Refusal {
  const told = approval.params.length === 1 ? readRecord(approval.params[0]) : null
  if (told === null) return refuse('policy/malformed', 'Not one plain transaction object')
  // Null is how some write that a field is left out.
  const record = new Map([...told].filter(([, value]) => value !== null))
  const isPlainType = PLAIN_TYPES.includes(record.get('type'))
  const unknown = [...record.keys()].find(
    (key) => !TRANSACTION_KEYS.has(key) && !(key === 'type' && isPlainType),
  )
  if (unknown !== undefined) return refuse('policy/unknown-field', `Field ${named(unknown)}`)

  const from = record.get('from')
  if (typeof from !== 'string' || !sameAddress(from, accepted.author)) {
    return refuse('policy/wrong-sender', `Sender ${named(from)}`)
  }
  const chainId = record.get('chainId')
  if (chainId !== undefined && !isChain(chainId, accepted.from.chainId)) {
    return refuse('policy/wrong-chain', `Transaction for chain ${named(chainId)}`)
  }
  const to = record.get('to')
  if (typeof to !== 'string' || !hasEvmShape(to)) return refuse('policy/malformed', 'No target')
  const data = readData(record.get('data'))
  if (data === null) return refuse('policy/malformed', 'The calldata cannot be read')
  const value = record.has('value') ? readQuantity(record.get('value')) : 0n
  if (value === null) return refuse('policy/malformed', `Value ${named(record.get('value'))}`)
  const { waitForReceipt } = approval
  const transaction = { to: to.toLowerCase(), data, value, waitForReceipt }
  for (const key of ['gas', 'gasLimit']) {
    if (!record.has(key)) continue
    const gas = readQuantity(record.get(key))
    // Gas is a 64-bit number in every client; how much, and at what price, is the wallet's to choose.
    if (gas === null || gas >= 1n << 64n) return refuse('policy/malformed', 'Gas cannot be read')
  }
  return { ok: true, transaction }
}

/** Reads a transaction of the order's account on its chain; any other request refuses. */
export function readCall(
  approval: ReadApproval,
  accepted: Accepted,
): { ok: true; transaction: ReadTransaction } | Refusal {
  if (approval.type === 'solana') {
    return refuse('policy/wrong-chain', 'A Solana transaction for a deposit on an EVM chain')
  }
  if (approval.method !== 'eth_sendTransaction') {
    return refuse('policy/method-forbidden', `Method ${named(approval.method)}`)
  }
  return readTransaction(approval, accepted)
}
