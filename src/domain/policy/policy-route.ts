import { isNativeAddress } from '../address/address'
import { toChecksumAddress } from '../address/check-address'
import type { Accepted, StepFacts, TokenAmount } from '../order/order'
import { contractAt } from './deposit-contracts'
import { LEAST_PERCENT } from './least-percent'
import { cutStanding, keyOf, planApproves, type Spent } from './policy-approve'
import {
  beforeDeposit,
  type EvmFacts,
  fact,
  join,
  readAmount,
  type StepDraft,
  toTransaction,
} from './policy-draft'
import type { ReadApproves, ReadEvm, ReadMove, ReadRoute } from './policy-evm-read'
import { type Refusal, refuse } from './policy-read'

/** Contracts that are called, which an older approval would let take what the build does not name. */
export function calledBy({ deposit, route }: ReadEvm): string[] {
  const swaps = (route?.moves ?? []).filter(({ kind }) => kind === 'swap')
  return [...new Set([...swaps.map(({ transaction }) => transaction.to), deposit.to])]
}

/** How much the steps of a route move, smallest unit. */
export const movedBy = ({ moves }: ReadRoute) => moves.reduce((sum, { amount }) => sum + amount, 0n)

/**
 * The steps to the routing token. What called contracts may take of it by older approvals is cleared
 * before it is held; what they are approved is cut by the trial to what the deposit takes.
 */
export function planRoute(
  read: ReadEvm,
  route: ReadRoute,
  accepted: Accepted,
  facts: EvmFacts,
): { ok: true; steps: StepDraft[]; pays: TokenAmount } | Refusal {
  if (facts.routing === undefined) return refuse('policy/malformed', 'Nothing is known of a token')
  const { chainId, address, amount } = accepted.from
  const moved = movedBy(route)
  const isOneToOne = isNativeAddress(address) || isNativeAddress(route.token)
  if (isOneToOne && (moved > BigInt(amount) || moved * 100n < BigInt(amount) * LEAST_PERCENT)) {
    return refuse('policy/wrong-value', `Steps before the deposit move ${moved} of ${amount}`)
  }
  const held = { chainId, address: toChecksumAddress(route.token), ...facts.routing, amount: '0' }
  const steps = route.moves.map((move) => moveDraft(move, accepted, held))
  const pays = { ...held, amount: String(isNativeAddress(route.token) ? moved : 0n) }
  if (isNativeAddress(route.token)) return { ok: true, steps, pays }
  const of: Spent = { token: held, most: undefined, isRouting: true }
  const others = calledBy(read).filter((each) => each !== route.approves?.spender)
  const isTaken = (each: string) => route.approves === null && each === read.deposit.to
  const cuts = join(
    others
      .filter((each) => !isTaken(each))
      .map((each) => cutStanding(each, 0n, accepted, facts, of)),
  )
  const approves = route.approves ?? standingOf(read, of, facts)
  const plan = approves === null ? [] : [planApproves(approves, accepted, facts, of)]
  const all = join([cuts, { ok: true, steps }, ...plan])
  return all.ok ? { ...all, pays } : all
}

/** An older approval that a build relies on is asked for anew, to be cut like any other. */
function standingOf(
  { deposit: { to } }: ReadEvm,
  of: Spent,
  { allowances }: EvmFacts,
): ReadApproves | null {
  const standing = readAmount(fact(allowances, keyOf(of, to)))
  return standing === null || standing === 0n ? null : { spender: to, amounts: [standing] }
}

/** A step that moves money before the deposit. What a swap gives is known from its trial alone. */
function moveDraft(
  { kind, amount, transaction }: ReadMove,
  accepted: Accepted,
  held: TokenAmount,
): StepDraft {
  const token = { ...accepted.from, amount: String(amount) }
  const target = toChecksumAddress(transaction.to)
  const unread = contractAt(accepted.from.chainId, transaction.to)
  const method = transaction.data.slice(0, 10)
  const facts: StepFacts =
    kind === 'swap'
      ? { kind, token, gets: held, target, method, ...(unread && { unread }) }
      : { kind, token, gets: { ...held, amount: String(amount) }, target }
  const action = beforeDeposit(accepted, toTransaction(accepted, transaction))
  return { deposit: false, action, facts }
}
