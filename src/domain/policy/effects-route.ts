/**
 * Sequences whose steps turn what is paid into a routing token before the deposit takes it: what each
 * step may do, and what is asked once a trial has shown how much of it passes through.
 */
import { EVM_NATIVE, isNativeAddress } from '../address/address'
import type { Accepted, Step, StepFacts } from '../order/order'
import { isMove } from '../order/order-parts'
import { partiesOf } from '../order/parties'
import { type EffectLog, TRANSFER, wordOf } from './effect-logs'
import { encodeApprove } from './policy-abi'
import { wishOf } from './policy-approve'
import type { StepDraft } from './policy-draft'
import { type Refusal, refuse } from './policy-read'

/** What one step did to what the account holds: by token (lower case), what came in is positive. */
export type Part = {
  kind: 'move' | 'deposit' | 'other'
  changes: Readonly<Record<string, bigint>>
}

/** What a step is to its route. */
export function partKindOf(facts: StepFacts): Part['kind'] {
  if (isMove(facts)) return 'move'
  return facts.kind === 'deposit' ? 'deposit' : 'other'
}

/** The routing token of a sequence, lower case; undefined where the deposit takes what is paid. */
export function routingTokenOf(steps: readonly Pick<Step, 'facts'>[]): string | undefined {
  for (const { facts } of steps) if (isMove(facts)) return facts.gets.address.toLowerCase()
  return undefined
}

/** Who may take something by a step of an EVM chain: by its approval, or because it calls them to take it. */
export const takersOf = (facts: StepFacts): string[] =>
  facts.kind === 'solanaDeposit' ? [] : partiesOf(facts).map(({ address }) => address)

/** Of the routing token this part at least is passed on, in hundredths of a percent. */
const LEAST_POINTS = 9_900
/** What a person may set as slippage, no more of it is believed. */
const MOST_SLIPPAGE = 0.5

const changeOf = (part: Part | undefined, token: string) => part?.changes[token] ?? 0n

/**
 * Holds each step of a sequence with a routing token against what such a step is for: each moves what
 * is paid into the routing token, and the deposit takes what they gave, but for 1 % and the slippage
 * that the person allows. Null where all is so.
 */
export function judgeRoute(
  accepted: Accepted,
  routing: string,
  parts: readonly Part[],
): Refusal | null {
  const source = accepted.from.address.toLowerCase()
  const moves = parts.filter(({ kind }) => kind === 'move')
  const idle = moves.find((part) => changeOf(part, source) >= 0n || changeOf(part, routing) <= 0n)
  if (idle !== undefined) {
    return refuse('policy/pays-less', 'A step before the deposit does not move what is paid')
  }
  const gained = moves.reduce((sum, part) => sum + changeOf(part, routing), 0n)
  const passed = passedOn(routing, parts)
  const slippage = Math.min(accepted.slippageTolerance ?? 0, MOST_SLIPPAGE)
  const least = BigInt(LEAST_POINTS - Math.round(slippage * 10_000))
  if (passed * 10_000n < gained * least || passed <= 0n) {
    return refuse(
      'policy/pays-less',
      `The deposit takes ${passed} of ${gained} that steps before it gave`,
    )
  }
  return null
}

/** How much of the routing token the deposit takes; a fee in coins beside it included. */
function passedOn(routing: string, parts: readonly Part[]): bigint {
  return -changeOf(
    parts.find(({ kind }) => kind === 'deposit'),
    routing,
  )
}

/**
 * A mined step as it was asked, with the wei it carried, and the events of its receipt. `read`: what the
 * account had, and what was allowed, in the block before it and in its own; it says more than events.
 */
export type MinedStep = {
  facts: StepFacts
  value: bigint
  logs: readonly EffectLog[]
  read?: {
    changes: Readonly<Record<string, bigint>>
    allowances: readonly { token: string; spender: string; before: bigint; after: bigint }[]
  }
}

/**
 * What a mined step did to the account: by its balances where they were read, else by its events, by the
 * wei it carried, and one to one where it is the pinned wrapped coin, which tells of no transfer.
 */
export function minedPart({ facts, value, logs, read }: MinedStep, account: string): Part {
  const changes: Record<string, bigint> = {}
  const add = (token: string, change: bigint) => {
    const key = token.toLowerCase()
    changes[key] = (changes[key] ?? 0n) + change
  }
  if (facts.kind === 'wrap' || facts.kind === 'unwrap') {
    add(facts.token.address, -BigInt(facts.token.amount))
    add(facts.gets.address, BigInt(facts.gets.amount))
    return { kind: 'move', changes }
  }
  if (value > 0n) add(EVM_NATIVE, -value)
  const self = wordOf(account)
  for (const { address, topics, data } of logs) {
    const [event, from, to] = topics
    if (event !== TRANSFER || topics.length !== 3 || data.length !== 66) continue
    if (from === self) add(address, -BigInt(data))
    if (to === self) add(address, BigInt(data))
  }
  return { kind: partKindOf(facts), changes: { ...changes, ...read?.changes } }
}

/**
 * The steps as they are asked, by what a trial of all of them showed: what each swap gives, and the
 * approval of the routing token cut to what the deposit takes of it.
 */
export function settleRoute(
  steps: readonly StepDraft[],
  routing: string,
  parts: readonly Part[],
): StepDraft[] {
  const passed = passedOn(routing, parts)
  return steps.map((step, index) => {
    const { facts } = step
    if (facts.kind === 'swap') return settleSwap(step, facts, routing, parts[index])
    if (isNativeAddress(routing) || passed <= 0n) return step
    const isRouting = facts.token.address.toLowerCase() === routing
    const amount = String(passed)
    if (facts.kind === 'deposit' && isRouting) {
      return { ...step, facts: { ...facts, token: { ...facts.token, amount } } }
    }
    if (facts.kind !== 'approve' || !isRouting) return step
    return cutApproval(step, facts, passed)
  })
}

/** How much of a token a step gives, or may take, as it is settled. */
const settledOf = ({ facts }: StepDraft): bigint =>
  BigInt((isMove(facts) ? facts.gets : facts.token).amount)

/**
 * The same steps as several nodes settled them, each by the least that one of them shows: whoever says that a
 * swap gives more would have more approved than it gives.
 */
export function leastSettled(all: readonly (readonly StepDraft[])[]): StepDraft[] {
  const [first = [], ...others] = all
  return first.map((step, at) =>
    others.reduce((least, each) => {
      const other = each[at]
      return other && settledOf(other) < settledOf(least) ? other : least
    }, step),
  )
}

function settleSwap(
  step: StepDraft,
  facts: Extract<StepFacts, { kind: 'swap' }>,
  routing: string,
  part: Part | undefined,
): StepDraft {
  const [given, got] = [-changeOf(part, facts.token.address.toLowerCase()), changeOf(part, routing)]
  if (given <= 0n || got <= 0n) return step
  const token = { ...facts.token, amount: String(given) }
  return { ...step, facts: { ...facts, token, gets: { ...facts.gets, amount: String(got) } } }
}

function cutApproval(
  step: StepDraft,
  facts: Extract<StepFacts, { kind: 'approve' }>,
  passed: bigint,
): StepDraft {
  const wished = BigInt(facts.token.amount)
  if (step.action.kind !== 'transaction' || wished <= passed) return step
  const tx = { ...step.action.tx, data: encodeApprove(facts.spender, passed) }
  const token = { ...facts.token, amount: String(passed) }
  return {
    ...step,
    action: { ...step.action, tx },
    facts: { ...facts, token, requested: wishOf(wished) },
  }
}
