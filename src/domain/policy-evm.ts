import { isNativeAddress, toChecksumAddress } from './address'
import type { Accepted, EvmTransaction, StepAction, StepFacts, TokenAmount } from './order'
import { decodeCall, encodeApprove } from './policy-abi'
import type { ReadApproves, ReadEvm, ReadTransaction } from './policy-evm-read'
import { type Refusal, refuse } from './policy-read'

/** A step before it has an id and a state. */
export type StepDraft = { deposit: boolean; action: StepAction; facts: StepFacts }

/**
 * The steps of a build that may be asked. `unless`: they are more than the plainest deposit (a fee in
 * the chain's coin beside it, a spender that is not its target, a program that cannot be read), so they
 * are asked only after an independent node tried them and the effects were judged; without that, this
 * is the refusal.
 */
export type BuildPlan = { ok: true; steps: StepDraft[]; unless?: Refusal }

/** What the policy must be told about the chain; addresses as keys are lower case. */
export type EvmFacts = {
  /** What the deposit's target and each spender may already take of the source token, smallest unit. */
  allowances: Readonly<Record<string, string>>
  /** Whether a contract lives at the deposit's target and at each spender. */
  hasCode: Readonly<Record<string, boolean>>
  /**
   * Whether `approve` of the exact amount goes through as things stand; asked only where the
   * allowance is non-zero. False for tokens like USDT, which want it set to zero first.
   */
  canApprove: Readonly<Record<string, boolean>>
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

/** From here on an allowance is what everybody calls unlimited. */
const UNLIMITED = 1n << 255n

/** What an approval is cut to: never more than the order's amount. */
function exactAmount(requested: bigint, accepted: Accepted): bigint {
  const amountIn = BigInt(accepted.from.amount)
  return requested > amountIn ? amountIn : requested
}

/** Names what must be looked up before `planEvm`. */
export function needsOfEvm({ approves, deposit }: ReadEvm, accepted: Accepted): EvmNeeds {
  const needs = {
    chainId: accepted.from.chainId,
    token: accepted.from.address,
    owner: accepted.author,
  }
  const due = accepted.from.amount
  // Whatever is asked: what the target may take already, it may take as well.
  const standing = isNativeAddress(accepted.from.address)
    ? []
    : [{ spender: deposit.to, amount: approves === null ? due : '0' }]
  if (approves === null) return { ...needs, codeOf: [deposit.to], allowanceOf: standing }
  const { spender, amounts } = approves
  const most = amounts.reduce((a, b) => (a > b ? a : b))
  const amount = exactAmount(most, accepted).toString()
  const codeOf = [...new Set([deposit.to, spender])]
  const others = standing.filter((each) => each.spender !== spender)
  return { ...needs, codeOf, allowanceOf: [{ spender, amount }, ...others] }
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
  tx: { to: string; data: string; value: bigint },
): EvmTransaction {
  return {
    from: accepted.author.toLowerCase(),
    to: tx.to,
    data: tx.data,
    value: `0x${tx.value.toString(16)}`,
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

/** The request that takes an allowance of the order's own token back, to the letter. */
export function revokeDraft(accepted: Accepted, spender: string): StepDraft {
  return approveDraft(accepted, spender.toLowerCase(), 0n)
}

/** The approvals in the fewest transactions that leave exactly what is needed. */
function planApproves(
  { spender, amounts }: ReadApproves,
  accepted: Accepted,
  facts: EvmFacts,
): { ok: true; steps: StepDraft[] } | Refusal {
  const [first, second] = amounts
  const wanted = amounts.length === 1 ? first : second
  if (amounts.length > 2 || (amounts.length === 2 && first !== 0n) || !wanted) {
    return refuse('policy/needless-reset', `Approvals of ${amounts.join(', ')} for ${spender}`)
  }
  const current = readAmount(fact(facts.allowances, spender))
  if (current === null) {
    return refuse('policy/excessive-allowance', `The allowance of ${spender} is not known`)
  }
  if (current === exactAmount(wanted, accepted)) return { ok: true, steps: [] }
  const approve = approveDraft(accepted, spender, wanted)
  // Unknown counts as "will not go through": a reset too many costs a fee, one too few the order.
  const reset = current > 0n && fact(facts.canApprove, spender) !== true
  return { ok: true, steps: reset ? [approveDraft(accepted, spender, 0n), approve] : [approve] }
}

/** Wei that the deposit carries beside what is paid; negative where it carries too little. */
function feeOf(deposit: ReadTransaction, accepted: Accepted): bigint {
  const due = isNativeAddress(accepted.from.address) ? BigInt(accepted.from.amount) : 0n
  return deposit.value - due
}

function depositDraft(
  deposit: ReadTransaction,
  accepted: Accepted,
  stranger: string | undefined,
): StepDraft {
  const call = decodeCall(deposit.data)
  const fee = feeOf(deposit, accepted)
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
      ...(stranger === undefined ? {} : { takenBy: toChecksumAddress(stranger) }),
    },
  }
}

/** Decides, with the chain's facts, what will be asked of the wallet. A missing fact refuses. */
export function planEvm(read: ReadEvm, accepted: Accepted, facts: EvmFacts): BuildPlan | Refusal {
  const { approves, deposit } = read
  const needs = needsOfEvm(read, accepted)
  const empty = needs.codeOf.find((address) => fact(facts.hasCode, address) !== true)
  const stranger = strangerOf(read)
  if (empty !== undefined && empty === stranger) {
    return refuse('policy/foreign-spender', `Spender ${empty} is no contract`)
  }
  if (empty !== undefined) return refuse('policy/target-has-no-code', `No contract at ${empty}`)
  const fee = feeOf(deposit, accepted)
  const value = refuse('policy/wrong-value', `The deposit carries ${deposit.value}, ${fee} on top`)
  if (fee < 0n) return value
  const untried = fee > 0n ? value : undefined
  const unless =
    stranger === undefined ? untried : refuse('policy/foreign-spender', `Spender ${stranger}`)
  const more = unless === undefined ? {} : { unless }
  const last = depositDraft(deposit, accepted, stranger)
  const cut = cutStanding(read, accepted, facts)
  if (!cut.ok) return cut
  if (approves === null) return { ok: true, steps: [...cut.steps, last], ...more }
  const plan = planApproves(approves, accepted, facts)
  if (!plan.ok) return plan
  return { ok: true, steps: [...cut.steps, ...plan.steps, last], ...more }
}

/** Who is approved, where that is not the deposit's own target. */
function strangerOf({ approves, deposit }: ReadEvm): string | undefined {
  return approves?.spender === deposit.to ? undefined : approves?.spender
}

/**
 * What the deposit's target may take by an older approval is cut to what it is due: to the amount where
 * the build asks for no approval, to nothing where somebody else takes the tokens.
 */
function cutStanding(
  { approves, deposit }: ReadEvm,
  accepted: Accepted,
  facts: EvmFacts,
): { ok: true; steps: StepDraft[] } | Refusal {
  const { to } = deposit
  if (isNativeAddress(accepted.from.address) || approves?.spender === to) {
    return { ok: true, steps: [] }
  }
  const standing = readAmount(fact(facts.allowances, to))
  if (standing === null) {
    return refuse('policy/excessive-allowance', `The allowance of ${to} is not known`)
  }
  const due = approves === null ? BigInt(accepted.from.amount) : 0n
  if (standing <= due) return { ok: true, steps: [] }
  const cleared = approveDraft(accepted, to, 0n)
  if (due === 0n) return { ok: true, steps: [cleared] }
  const exact = approveDraft(accepted, to, due)
  const mayChange = fact(facts.canApprove, to) === true
  return { ok: true, steps: mayChange ? [exact] : [cleared, exact] }
}
