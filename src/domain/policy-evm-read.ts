import { hasEvmShape, isNativeAddress, sameAddress } from './address'
import type { Accepted } from './order'
import { decodeCall, forbiddenMethod } from './policy-abi'
import {
  named,
  type ReadApproval,
  type ReadBuild,
  type Refusal,
  readRecord,
  refuse,
} from './policy-read'

/** A transaction of the build, parsed and normalised to lower case; amounts as numbers. */
export type ReadTransaction = {
  to: string
  data: string
  value: bigint
  waitForReceipt: boolean
}

/** Approvals of the build, all for one contract; `amounts` in the order given. */
export type ReadApproves = { spender: string; amounts: readonly bigint[] }

export type ReadEvm = { ok: true; approves: ReadApproves | null; deposit: ReadTransaction }

/** Keys of a transaction that are understood. A nonce is not: it could replace something else. */
const TRANSACTION_KEYS: ReadonlySet<string> = new Set([
  'from',
  'to',
  'data',
  'value',
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'chainId',
])

const QUANTITY = /^0x[0-9a-f]{1,64}$/

/** Nodes refuse transactions above 128 kB (geth's txMaxSize); hex takes two digits a byte. */
const MAX_DATA_DIGITS = 2 * 131_072

function readQuantity(value: unknown): bigint | null {
  if (typeof value !== 'string') return null
  const lower = value.toLowerCase()
  return QUANTITY.test(lower) ? BigInt(lower) : null
}

function checkSwitch(params: readonly unknown[], accepted: Accepted): Refusal | null {
  const record = params.length === 1 ? readRecord(params[0]) : null
  if (record === null || record.size !== 1) {
    return refuse('policy/malformed', 'The chain switch is not one object with a chainId')
  }
  const chainId = readQuantity(record.get('chainId'))
  if (chainId === BigInt(accepted.from.chainId)) return null
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
  const record = approval.params.length === 1 ? readRecord(approval.params[0]) : null
  if (record === null) return refuse('policy/malformed', 'Not one plain transaction object')
  const unknown = [...record.keys()].find((key) => !TRANSACTION_KEYS.has(key))
  if (unknown !== undefined) return refuse('policy/unknown-field', `Field ${named(unknown)}`)

  const from = record.get('from')
  if (typeof from !== 'string' || !sameAddress(from, accepted.author)) {
    return refuse('policy/wrong-sender', `Sender ${named(from)}`)
  }
  const chainId = record.get('chainId')
  if (chainId !== undefined && readQuantity(chainId) !== BigInt(accepted.from.chainId)) {
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
  if (!record.has('gas')) return { ok: true, transaction }
  const gas = readQuantity(record.get('gas'))
  // Gas is a 64-bit number in every client; how much, and at what price, is the wallet's to choose.
  if (gas === null || gas >= 1n << 64n) return refuse('policy/malformed', 'Gas cannot be read')
  return { ok: true, transaction }
}

function readCall(
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

function checkApprove(
  transaction: ReadTransaction,
  accepted: Accepted,
): { ok: true; spender: string; amount: bigint } | Refusal {
  const call = decodeCall(transaction.data)
  if (call.kind !== 'approve') {
    const selector = call.kind === 'other' ? call.selector : 'no method'
    return refuse('policy/foreign-call', `Call of ${selector} at ${transaction.to}`)
  }
  if (
    isNativeAddress(accepted.from.address) ||
    !sameAddress(transaction.to, accepted.from.address)
  ) {
    return refuse('policy/foreign-token', `Approval of token ${transaction.to}`)
  }
  if (transaction.value !== 0n) {
    return refuse('policy/wrong-value', `An approval that carries ${transaction.value}`)
  }
  return { ok: true, spender: call.spender, amount: call.amount }
}

function checkDeposit(deposit: ReadTransaction, accepted: Accepted): Refusal | null {
  const call = decodeCall(deposit.data)
  const tokens = [accepted.from, accepted.to].filter(
    (token) => token.chainId === accepted.from.chainId && !isNativeAddress(token.address),
  )
  const forbidden = call.kind === 'other' ? forbiddenMethod(call.selector) : undefined
  if (call.kind === 'approve' || forbidden !== undefined) {
    return refuse('policy/foreign-call', `The deposit calls ${forbidden ?? 'approve'}`)
  }
  if (tokens.some((token) => sameAddress(token.address, deposit.to))) {
    return refuse('policy/foreign-call', 'The deposit calls a token of the order itself')
  }
  if (sameAddress(deposit.to, accepted.author) || isNativeAddress(deposit.to)) {
    return refuse('policy/foreign-call', `The deposit goes to ${deposit.to}`)
  }
  if (call.kind === 'empty' && !isNativeAddress(accepted.from.address)) {
    return refuse('policy/foreign-call', 'The deposit of a token calls no method')
  }
  return null
}

function readApproves(
  approvals: readonly ReadApproval[],
  accepted: Accepted,
): { ok: true; approves: ReadApproves | null } | Refusal {
  const found: { spender: string; amount: bigint }[] = []
  for (const approval of approvals) {
    if (approval.type === 'request' && approval.method === 'wallet_switchEthereumChain') {
      const refusal = checkSwitch(approval.params, accepted)
      if (refusal !== null) return refusal
      continue
    }
    const call = readCall(approval, accepted)
    if (!call.ok) return call
    const approve = checkApprove(call.transaction, accepted)
    if (!approve.ok) return approve
    const { spender, amount } = approve
    // Token proxies of aggregators are other contracts than the target; never a person, nor the token.
    const impossible = [accepted.author, accepted.from.address, accepted.recipient]
    if (isNativeAddress(spender) || impossible.some((each) => sameAddress(each, spender))) {
      return refuse('policy/foreign-spender', `Spender ${spender}`)
    }
    // Each alone may take the whole amount: two of them could take it twice.
    if (found.some((one) => one.spender !== spender)) {
      return refuse('policy/excessive-allowance', `Approvals for ${spender} and for another`)
    }
    found.push({ spender, amount })
  }
  const [first] = found
  if (first === undefined) return { ok: true, approves: null }
  const amounts = found.map((one) => one.amount)
  return { ok: true, approves: { spender: first.spender, amounts } }
}

/** Reads and checks everything of an EVM build that can be judged without looking at the chain. */
export function readEvm(build: ReadBuild, accepted: Accepted): ReadEvm | Refusal {
  const call = readCall(build.deposit, accepted)
  if (!call.ok) return call
  const deposit = call.transaction
  const refusal = checkDeposit(deposit, accepted)
  if (refusal !== null) return refusal
  const read = readApproves(build.before, accepted)
  return read.ok ? { ok: true, approves: read.approves, deposit } : read
}
