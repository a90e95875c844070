/**
 * What a sequence of requests does to an account, and whether that is what the person accepted. Pure:
 * `beyondOf` looks at a trial before anything is asked, and at what was mined.
 */

import { isNativeAddress } from '../address/address'
import type { Accepted, FactKind } from '../order/order'
import { judgeRoute, type Part } from './effects-route'
import { LEAST_PERCENT } from './least-percent'
import { type Refusal, refuse, type Told } from './policy-read'

/** An amount before the sequence and after it, smallest unit. */
export type Change = { before: bigint; after: bigint }

/** What was read of an account around a sequence of its requests; addresses in lower case. */
export type EvmEffects = {
  /** Wei of the account; what the network takes is not part of it. */
  native: Change
  /** Balances of the account by token: the source token, and every contract that any event came from. */
  tokens: Readonly<Record<string, Change>>
  /** What others may take of the account's tokens: every pair that an event named, and the spenders. */
  allowances: readonly (Change & { token: string; spender: string })[]
  /** Events that give somebody power over the account's property, by name. */
  powers: readonly string[]
  /** Contracts that report that something left the account for which no balance speaks. */
  lost: readonly string[]
  /** Contracts that the requests call in which the account holds something already. */
  positions: readonly string[]
  /** What each request did to what was watched, by token: what came in is positive. */
  parts?: readonly Readonly<Record<string, bigint>>[]
  /** Gas that all requests use together; absent where a trial does not tell it. */
  gas?: bigint
  /** The same of each request, in order; absent where a trial does not tell it of all of them. */
  gasParts?: readonly bigint[]
}

/** What one node says of a sequence that it tried. `detail` is the contract's or the node's words. */
export type Trial<Effects> =
  | { outcome: 'passes'; effects: Effects }
  | { outcome: 'reverts'; detail?: string }
  /** `lacks`: the node says that it has no such method, and another kind of trial may be asked for. */
  | { outcome: 'unknown'; detail?: string; lacks?: true }
  /** What the sequence itself does keeps it from being judged. */
  | { outcome: 'unjudged'; detail: string }

/** What the sequence may do beside the payment: the wei that leave, and the one approval in it. */
export type Allowed = {
  /** Wei that may leave: what coins are paid, and the fee that the deposit names. */
  value: bigint
  approval?: { spender: string; amount: bigint }
  /** The approvals were asked for and mined: what stands beyond them is the person's own doing. */
  approved?: boolean
  /** Steps before the deposit lead to this token; what each step does, those that are mined first. */
  route?: { token: string; parts: readonly Part[] }
}

/**
 * What a transfer of so much of a token may take beside it: tokens that count in shares (stETH, aTokens)
 * round a balance by one smallest unit. Only where that is no more than a millionth, and never of coins.
 * https://github.com/lidofinance/lido-improvement-proposals/blob/develop/LIPS/lip-11.md
 */
export const roundingOf = (amount: bigint): bigint => (amount >= 1_000_000n ? 1n : 0n)

/**
 * Gas that a whole sequence may use: payments take 60,000 to 200,000, with swaps over several pools before
 * them two million. What uses more takes it from the account as a fee.
 */
const MOST_GAS = 5_000_000n
/** Whether a sequence uses more gas than any payment does; what is not told is not more. */
export function burnsGas(gas: bigint | undefined): boolean {
  return gas !== undefined && gas > MOST_GAS
}

/** How much less of something there is afterwards. */
export const lossOf = ({ before, after }: Change) => before - after

/**
 * Holds the effects of a sequence against what was accepted. Gives what leaves: `paid` of the source
 * token and `fee` in the chain's own coin beside it (network fees left out), smallest units.
 *
 * Refuses where more leaves than was accepted (but for a token's own rounding), or less than 99 % of it;
 * where anything else that the account had is gone; where somebody may take more afterwards than before,
 * the one exact approval aside, or what is left to take and what left are together more than was accepted;
 * where a contract is called in which the account holds something; and where the network takes far more for
 * it than for any payment.
 */
export function judgeEvmEffects(
  accepted: Accepted,
  effects: EvmEffects,
  allowed: Allowed,
): { ok: true; paid: bigint; fee: bigint } | Refusal {
  const source = accepted.from.address.toLowerCase()
  const native = isNativeAddress(source)
  if (burnsGas(effects.gas)) {
    const detail = `${effects.gas} gas are used, ${MOST_GAS} at most are accepted`
    return refuse('policy/burns-gas', detail)
  }
  const [position] = effects.positions
  if (position !== undefined) return refuse('policy/position', `Something is held at ${position}`)
  const due = BigInt(accepted.from.amount)
  const passed = allowed.route?.token
  const beyond = beyondOf(effects, {
    source: native ? undefined : source,
    due: native ? allowed.value : due,
    rounding: native ? 0n : roundingOf(due),
    ...(passed !== undefined && { passed }),
    ...(allowed.approval && { approval: allowed.approval }),
  })
  if (beyond?.power) return beyond
  const route = allowed.route && judgeRoute(accepted, allowed.route.token, allowed.route.parts)
  return route || beyond || judgeAmounts(accepted, effects, allowed, native ? undefined : source)
}

/** What effects may come to at most. */
export type Limits = {
  /** The token that is paid, lower case; undefined for coins. */
  source: string | undefined
  /** What of it may leave, and what a token's own rounding may take beside it; undefined: not looked at. */
  due: bigint | undefined
  rounding: bigint
  /** A token that passes through: it may round. */
  passed?: string
  /** The one approval that was asked for. */
  approval?: { spender: string; amount: bigint }
}

/** The same with what it is about as data: words are made of it where it is shown. */
const tell = (refusal: Refusal, kind: FactKind, ...values: (string | bigint)[]): Told => ({
  ...refusal,
  fact: { kind, values: values.map(String) },
})

/**
 * The one judge of a trial and of what was mined: says what goes beyond what was accepted, if anything
 * does. Somebody got power or may take more, something other than the source token is gone, or more of it.
 */
export function beyondOf(
  effects: Pick<EvmEffects, 'native' | 'tokens' | 'allowances' | 'powers' | 'lost'>,
  { source, due, rounding, passed, approval }: Limits,
): Told | undefined {
  const [[power], [lost]] = [effects.powers, effects.lost]
  const gives = (detail: string) => ({
    ...refuse('policy/gives-power', detail),
    power: 'event' as const,
  })
  if (power !== undefined) return tell(gives(power), 'event', power)
  const grown = grownAllowance(effects.allowances, source, approval)
  if (grown !== undefined) {
    const { spender, token, after } = grown
    return tell(gives(`${spender} may take ${after} of ${token}`), 'mayTake', spender, token)
  }
  const takes = (token: string) => refuse('policy/takes-other', `Something of ${token} leaves`)
  if (lost !== undefined) return tell(takes(lost), 'collectible', lost)
  const fallen = fallenToken(effects, source, passed)
  if (fallen !== undefined) {
    return tell(takes(fallen[0]), 'otherToken', lossOf(fallen[1]), fallen[0])
  }
  const change = source === undefined ? effects.native : effects.tokens[source]
  if (due === undefined || change === undefined) return undefined
  const left = lossOf(change)
  const most = due + rounding
  if (left <= most) return undefined
  const refusal = refuse('policy/takes-more', `${left} leave, ${most} were accepted`)
  return tell(refusal, 'left', left, due)
}

/** The effects of a sequence of which some steps are mined: as if all of it had been tried at once. */
export function withMined(effects: EvmEffects, mined: readonly Part[]): EvmEffects {
  const tokens = { ...effects.tokens }
  let { native } = effects
  for (const { changes } of mined) {
    for (const [token, change] of Object.entries(changes)) {
      if (isNativeAddress(token)) native = { ...native, before: native.before - change }
      const known = tokens[token]
      if (known !== undefined) tokens[token] = { ...known, before: known.before - change }
    }
  }
  return { ...effects, native, tokens }
}

function judgeAmounts(
  accepted: Accepted,
  effects: EvmEffects,
  allowed: Allowed,
  source: string | undefined,
): { ok: true; paid: bigint; fee: bigint } | Refusal {
  const due = BigInt(accepted.from.amount)
  const coins = lossOf(effects.native)
  if (coins > allowed.value) {
    return refuse('policy/takes-more', `${coins} wei leave, ${allowed.value} may`)
  }
  const change = source === undefined ? effects.native : effects.tokens[source]
  if (change === undefined) return refuse('policy/pays-less', 'The balance could not be read')
  const left = lossOf(change)
  if (left * 100n < due * LEAST_PERCENT) {
    return refuse('policy/pays-less', `${left} leave, ${due} were accepted`)
  }
  const still = source === undefined || allowed.approved ? 0n : takeable(effects, source)
  if (still > 0n && left + still > due) {
    return refuse('policy/takes-more', `${left} leave and ${still} may still be taken of ${due}`)
  }
  if (source !== undefined) return { ok: true, paid: left, fee: coins > 0n ? coins : 0n }
  const paid = left < due ? left : due
  const fee = left - paid
  return { ok: true, paid, fee }
}

/** What may be taken of the source token afterwards by those who take part in the sequence. */
function takeable({ allowances }: EvmEffects, source: string): bigint {
  return allowances.reduce((sum, { token, after }) => (token === source ? sum + after : sum), 0n)
}

/** The first token other than the source of which there is less afterwards; `passed` may round. */
function fallenToken(
  { tokens }: Pick<EvmEffects, 'tokens'>,
  source: string | undefined,
  passed: string | undefined,
): [string, Change] | undefined {
  return Object.entries(tokens).find(([token, change]) => {
    const most = token === passed ? roundingOf(change.before) : 0n
    return token !== source && lossOf(change) > most
  })
}

/** The first allowance that is larger afterwards, unless it is what is left of the exact approval. */
function grownAllowance(
  allowances: EvmEffects['allowances'],
  source: string | undefined,
  approval: Limits['approval'],
): EvmEffects['allowances'][number] | undefined {
  return allowances.find(({ token, spender, before, after }) => {
    if (after <= before) return false
    const asked = token === source && spender === approval?.spender
    return !asked || after > approval.amount
  })
}
