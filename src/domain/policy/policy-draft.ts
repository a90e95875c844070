import { toHex } from '@/src/lib/to-hex'
import type { Accepted, EvmTransaction, StepAction, StepFacts } from '../order/order'
import type { DepositCall } from './policy-known'
import type { Refusal } from './policy-read'

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
  /**
   * What the contracts may already take, smallest unit: of the source token by their address, of the
   * routing token by `routingKey`.
   */
  allowances: Readonly<Record<string, string>>
  /** Whether a contract lives at the deposit's target and at each spender. */
  hasCode: Readonly<Record<string, boolean>>
  /**
   * Whether `approve` of the exact amount goes through as things stand. False for tokens like USDT, which
   * want it set to zero first where it is not.
   */
  canApprove: Readonly<Record<string, boolean>>
  /**
   * No independent node answered: the service's own says so. What it says is there counts, and what it says
   * may not be taken may be.
   */
  byService?: true
  /** How the routing token is written, where steps before the deposit lead to one. */
  routing?: { symbol: string; decimals: number }
  /** The deposit, read by the ABI of its contract, where that is a known one. */
  call?: DepositCall
  /** When the newest block of an independent node was made, unix seconds, where the deposit is so read. */
  time?: number
}

/** What to look up on the source chain before `planEvm` can decide. */
export type EvmNeeds = {
  chainId: number
  token: string
  owner: string
  codeOf: string[]
  /**
   * The amount is what will be approved: for the allowance and for trying the approval. `token` where
   * that is not the source token.
   */
  allowanceOf: { spender: string; amount: string; token?: string }[]
  /** The routing token: what it is called and its decimals are to be found out. */
  routing?: string
  /** Calldata of a deposit to a known contract: to be read by its ABI. */
  call?: string
}

/** Where the facts keep what a contract may take of the routing token. */
export function routingKey(token: string, spender: string): string {
  return `${token}:${spender}`
}

/** Reads an amount that was looked up; what is not one refuses. */
export function readAmount(text: string | undefined): bigint | null {
  return text !== undefined && /^\d{1,78}$/.test(text) ? BigInt(text) : null
}

/** A fact by its key; undefined where it was not looked up. */
export function fact<T>(facts: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(facts, key) ? facts[key] : undefined
}

export function toTransaction(
  accepted: Accepted,
  tx: { to: string; data: string; value: bigint },
): EvmTransaction {
  return {
    from: accepted.author.toLowerCase(),
    to: tx.to,
    data: tx.data,
    value: toHex(tx.value),
  }
}

/** What follows reads what this leaves: asking for it before this is mined fails in the wallet. */
export const beforeDeposit = (accepted: Accepted, tx: EvmTransaction): StepAction => ({
  kind: 'transaction',
  chainId: accepted.from.chainId,
  tx,
  waitForReceipt: true,
})

export type Drafts = { ok: true; steps: StepDraft[] } | Refusal

export function join(plans: readonly Drafts[]): Drafts {
  const steps: StepDraft[] = []
  for (const plan of plans) {
    if (!plan.ok) return plan
    steps.push(...plan.steps)
  }
  return { ok: true, steps }
}
