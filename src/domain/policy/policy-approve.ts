import { toChecksumAddress } from '../address/check-address'
import type { Accepted, StepFacts, TokenAmount } from '../order/order'
import { encodeApprove } from './policy-abi'
import {
  beforeDeposit,
  type Drafts,
  type EvmFacts,
  fact,
  readAmount,
  routingKey,
  type StepDraft,
  toTransaction,
} from './policy-draft'
import type { ReadApproves } from './policy-evm-read'
import { refuse } from './policy-read'

/** From here on an allowance is what everybody calls unlimited. */
export const UNLIMITED = 1n << 255n

/** A token of which approvals are asked: no more than `most`, where that is known before the trial. */
export type Spent = { token: TokenAmount; most: bigint | undefined; isRouting: boolean }

/** What an approval is cut to: never more than the order's amount. */
export function exactAmount(requested: bigint, { most }: Spent): bigint {
  return most !== undefined && requested > most ? most : requested
}

export const spentOf = ({ from }: Accepted): Spent => ({
  token: from,
  most: BigInt(from.amount),
  isRouting: false,
})

function approveDraft(
  accepted: Accepted,
  spender: string,
  requested: bigint,
  of: Spent,
): StepDraft {
  const exact = exactAmount(requested, of)
  const token: TokenAmount = { ...of.token, amount: exact.toString() }
  const to = token.address.toLowerCase()
  const tx = toTransaction(accepted, { to, data: encodeApprove(spender, exact), value: 0n })
  const facts: StepFacts =
    exact === 0n
      ? { kind: 'reset', token, spender: toChecksumAddress(spender) }
      : {
          kind: 'approve',
          token,
          spender: toChecksumAddress(spender),
          exact: true,
          ...(requested > exact ? { requested: wishOf(requested) } : {}),
        }
  return { deposit: false, action: beforeDeposit(accepted, tx), facts }
}

export const wishOf = (requested: bigint) =>
  requested >= UNLIMITED ? 'unlimited' : requested.toString()

/** The request that takes back what an order allowed of its token, or of its routing token. */
export function revokeDraft(
  accepted: Accepted,
  { token, spender }: { token: TokenAmount; spender: string },
): StepDraft {
  const of = { token, most: undefined, isRouting: false }
  return approveDraft(accepted, spender.toLowerCase(), 0n, of)
}

export const keyOf = ({ token, isRouting }: Spent, spender: string) =>
  isRouting ? routingKey(token.address.toLowerCase(), spender) : spender

/** The approvals in the fewest transactions that leave exactly what is needed. */
export function planApproves(
  { spender, amounts }: ReadApproves,
  accepted: Accepted,
  facts: EvmFacts,
  of: Spent,
): Drafts {
  const [first, second] = amounts
  const wanted = amounts.length === 1 ? first : second
  if (amounts.length > 2 || (amounts.length === 2 && first !== 0n) || !wanted) {
    return refuse('policy/needless-reset', `Approvals of ${amounts.join(', ')} for ${spender}`)
  }
  const current = readAmount(fact(facts.allowances, keyOf(of, spender)))
  if (current === null) {
    return refuse('policy/excessive-allowance', `The allowance of ${spender} is not known`)
  }
  const isKnown = facts.byService === undefined
  // Of the routing token the trial tells how much is needed.
  const isThere = isKnown && !of.isRouting && current === exactAmount(wanted, of)
  if (isThere) return { ok: true, steps: [] }
  const approve = approveDraft(accepted, spender, wanted, of)
  // Unknown counts as "will not go through": a reset too many costs a fee, one too few the order.
  const mayStand = !isKnown || current > 0n
  const reset = mayStand && fact(facts.canApprove, keyOf(of, spender)) !== true
  return {
    ok: true,
    steps: reset ? [approveDraft(accepted, spender, 0n, of), approve] : [approve],
  }
}

/**
 * What a called contract may take by an older approval is cut to what it is due: to the amount where
 * the build asks for no approval, to nothing where somebody else takes the tokens. Where only the service
 * says how much that is, it may be anything.
 */
export function cutStanding(
  spender: string,
  due: bigint,
  accepted: Accepted,
  facts: EvmFacts,
  of: Spent,
): Drafts {
  const standing = readAmount(fact(facts.allowances, keyOf(of, spender)))
  if (standing === null) {
    return refuse('policy/excessive-allowance', `The allowance of ${spender} is not known`)
  }
  if (facts.byService === undefined && standing <= due) return { ok: true, steps: [] }
  const cleared = approveDraft(accepted, spender, 0n, of)
  if (due === 0n) return { ok: true, steps: [cleared] }
  const exact = approveDraft(accepted, spender, due, of)
  const mayChange = fact(facts.canApprove, keyOf(of, spender)) === true
  return { ok: true, steps: mayChange ? [exact] : [cleared, exact] }
}
