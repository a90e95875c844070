import { hasEvmShape, isNativeAddress, sameAddress, toChecksumAddress } from './address'
import type { Accepted, EvmTransaction, StepAction, StepFacts, TokenAmount } from './order'
import { decodeCall, encodeApprove, forbiddenMethod } from './policy-abi'
import {
  named,
  type ReadApproval,
  type ReadBuild,
  type Refusal,
  readRecord,
  refuse,
} from './policy-read'

/** A step before it has an id and a state. */
export type StepDraft = { deposit: boolean; action: StepAction; facts: StepFacts }

/** What the policy must be told about the chain; addresses as keys are lower case. */
export type EvmFacts = {
  /** Contracts that the service's hub declares: allowed as spenders beside the deposit's target. */
  hubContracts: readonly string[]
  /** What each spender may already take of the source token, smallest unit. */
  allowances: Readonly<Record<string, string>>
  /** Whether a contract lives at the deposit's target and at each spender. */
  hasCode: Readonly<Record<string, boolean>>
  /**
   * Whether `approve` of the exact amount goes through as things stand; asked only where the
   * allowance is non-zero. False for tokens like USDT, which want it set to zero first.
   */
  canApprove: Readonly<Record<string, boolean>>
  /** Wei that the deposit may carry on top, where the accepted quote said so. */
  disclosedFee?: string
}

/** What to look up on the source chain before `planEvm` can decide. */
export type EvmNeeds = {
  chainId: number
  token: string
  owner: string
  codeOf: string[]
  /** The amount is what will be approved: for the allowance and for trying the approval. */
  allowanceOf: { spender: string; amount: string }[]
}

/** A transaction of the build, parsed and normalised to lower case; amounts as numbers. */
type ReadTransaction = {
  to: string
  data: string
  value: bigint
  gas?: string
  waitForReceipt: boolean
}

export type ReadEvm = {
  ok: true
  approvals: readonly { spender: string; amount: bigint }[]
  deposit: ReadTransaction
}

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

/** From here on an allowance is what everybody calls unlimited. */
const UNLIMITED = 1n << 255n

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
  if (typeof from !== 'string' || !hasEvmShape(from) || !sameAddress(from, accepted.author)) {
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
  // Gas is a 64-bit number in every client; the price is always the wallet's to choose.
  if (gas === null || gas >= 1n << 64n) return refuse('policy/malformed', 'Gas cannot be read')
  return { ok: true, transaction: { ...transaction, gas: `0x${gas.toString(16)}` } }
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
  spenders: readonly string[],
): { ok: true; approvals: { spender: string; amount: bigint }[] } | Refusal {
  const approves: { spender: string; amount: bigint }[] = []
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
    if (!spenders.includes(approve.spender)) {
      return refuse('policy/foreign-spender', `Spender ${approve.spender}`)
    }
    approves.push({ spender: approve.spender, amount: approve.amount })
  }
  return { ok: true, approvals: approves }
}

/** Reads and checks everything of an EVM build that can be judged without looking at the chain. */
export function readEvm(
  build: ReadBuild,
  accepted: Accepted,
  hubContracts: readonly string[],
): ReadEvm | Refusal {
  const call = readCall(build.deposit, accepted)
  if (!call.ok) return call
  const deposit = call.transaction
  const refusal = checkDeposit(deposit, accepted)
  if (refusal !== null) return refusal
  const spenders = [deposit.to, ...hubContracts.map((address) => address.toLowerCase())]
  const read = readApproves(build.before, accepted, spenders)
  if (!read.ok) return read
  const approved = new Set(read.approvals.map((approval) => approval.spender))
  // Each alone may take the whole amount: two of them could take it twice.
  if (approved.size > 1) {
    return refuse('policy/excessive-allowance', `${approved.size} contracts are to be approved`)
  }
  return { ok: true, approvals: read.approvals, deposit }
}

/** What an approval is cut to: never more than the order's amount. */
function exactAmount(requested: bigint, accepted: Accepted): bigint {
  const amountIn = BigInt(accepted.from.amount)
  return requested > amountIn ? amountIn : requested
}

/** Names what must be looked up before `planEvm`. */
export function needsOfEvm(read: ReadEvm, accepted: Accepted): EvmNeeds {
  const amounts = new Map<string, string>()
  for (const { spender, amount } of read.approvals) {
    if (amount > 0n) amounts.set(spender, exactAmount(amount, accepted).toString())
    else if (!amounts.has(spender)) amounts.set(spender, '0')
  }
  return {
    chainId: accepted.from.chainId,
    token: accepted.from.address,
    owner: accepted.author,
    codeOf: [...new Set([read.deposit.to, ...amounts.keys()])],
    allowanceOf: [...amounts].map(([spender, amount]) => ({ spender, amount })),
  }
}

/** Reads an amount that was looked up; what is not one refuses. */
function readAmount(text: string | undefined): bigint | null {
  return text !== undefined && /^\d{1,78}$/.test(text) ? BigInt(text) : null
}

function fact<T>(facts: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(facts, key) ? facts[key] : undefined
}

function toTransaction(
  accepted: Accepted,
  tx: { to: string; data: string; value: bigint; gas?: string },
): EvmTransaction {
  return {
    from: accepted.author.toLowerCase(),
    to: tx.to,
    data: tx.data,
    value: `0x${tx.value.toString(16)}`,
    ...(tx.gas === undefined ? {} : { gas: tx.gas }),
  }
}

function approveDraft(accepted: Accepted, spender: string, requested: bigint): StepDraft {
  const exact = exactAmount(requested, accepted)
  const token: TokenAmount = { ...accepted.from, amount: exact.toString() }
  const to = accepted.from.address.toLowerCase()
  const tx = toTransaction(accepted, { to, data: encodeApprove(spender, exact), value: 0n })
  const cut = requested > exact
  const facts: StepFacts =
    exact === 0n
      ? { kind: 'reset', token, spender: toChecksumAddress(spender) }
      : {
          kind: 'approve',
          token,
          spender: toChecksumAddress(spender),
          exact: true,
          ...(cut
            ? { requested: requested >= UNLIMITED ? 'unlimited' : requested.toString() }
            : {}),
        }
  // What follows reads the allowance: asking for it before this is mined fails in the wallet.
  const action = {
    kind: 'transaction',
    chainId: accepted.from.chainId,
    tx,
    waitForReceipt: true,
  } as const
  return { deposit: false, action, facts }
}

/** The approvals of one spender, in the fewest transactions that leave exactly what is needed. */
function planSpender(
  read: ReadEvm,
  accepted: Accepted,
  facts: EvmFacts,
  spender: string,
): { ok: true; drafts: StepDraft[] } | Refusal {
  const amounts = read.approvals.filter((one) => one.spender === spender).map((one) => one.amount)
  const [first, second] = amounts
  const wanted = amounts.length === 1 ? first : second
  if (amounts.length > 2 || (amounts.length === 2 && first !== 0n) || !wanted) {
    return refuse('policy/needless-reset', `Approvals of ${amounts.join(', ')} for ${spender}`)
  }
  const current = readAmount(fact(facts.allowances, spender))
  if (current === null) {
    return refuse('policy/excessive-allowance', `The allowance of ${spender} is not known`)
  }
  const exact = exactAmount(wanted, accepted)
  if (current === exact) return { ok: true, drafts: [] }
  const approve = approveDraft(accepted, spender, wanted)
  // Unknown counts as "will not go through": a reset too many costs a fee, one too few the order.
  const reset = current > 0n && fact(facts.canApprove, spender) !== true
  return { ok: true, drafts: reset ? [approveDraft(accepted, spender, 0n), approve] : [approve] }
}

function checkValue(deposit: ReadTransaction, accepted: Accepted, facts: EvmFacts): Refusal | null {
  const due = isNativeAddress(accepted.from.address) ? BigInt(accepted.from.amount) : 0n
  const fee = readAmount(facts.disclosedFee ?? '0')
  if (fee === null) return refuse('policy/wrong-value', 'The disclosed fee is not a number')
  const most = due + fee
  if (deposit.value >= due && deposit.value <= most) return null
  return refuse('policy/wrong-value', `The deposit carries ${deposit.value}, ${most} was accepted`)
}

function depositDraft(read: ReadEvm, accepted: Accepted): StepDraft {
  const { deposit } = read
  const call = decodeCall(deposit.data)
  const fee = isNativeAddress(accepted.from.address)
    ? deposit.value - BigInt(accepted.from.amount)
    : deposit.value
  return {
    deposit: true,
    action: {
      kind: 'transaction',
      chainId: accepted.from.chainId,
      tx: toTransaction(accepted, deposit),
      waitForReceipt: deposit.waitForReceipt,
    },
    facts: {
      kind: 'deposit',
      token: accepted.from,
      target: toChecksumAddress(deposit.to),
      method: call.kind === 'other' ? call.selector : 'receive',
      ...(fee > 0n ? { fee: fee.toString() } : {}),
    },
  }
}

/** Decides, with the chain's facts, what will be asked of the wallet. A missing fact refuses. */
export function planEvm(
  read: ReadEvm,
  accepted: Accepted,
  facts: EvmFacts,
): { ok: true; steps: StepDraft[] } | Refusal {
  const needs = needsOfEvm(read, accepted)
  const empty = needs.codeOf.find((address) => fact(facts.hasCode, address) !== true)
  if (empty !== undefined) return refuse('policy/target-has-no-code', `No contract at ${empty}`)
  const refusal = checkValue(read.deposit, accepted, facts)
  if (refusal !== null) return refusal
  const steps: StepDraft[] = []
  for (const { spender } of needs.allowanceOf) {
    const plan = planSpender(read, accepted, facts, spender)
    if (!plan.ok) return plan
    steps.push(...plan.drafts)
  }
  return { ok: true, steps: [...steps, depositDraft(read, accepted)] }
}
