import type { Operator } from '@/src/chains/chains'
import type { EvmReader } from '@/src/chains/evm-reader'
import type { TrialInput } from '@/src/chains/evm-trial'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { isNativeAddress, sameAddress } from '@/src/domain/address/address'
import { AppError, type ErrorCode } from '@/src/domain/error'
import type {
  Accepted,
  Advice,
  Payee,
  Step,
  StepAction,
  StepFacts,
  SwapOrder,
} from '@/src/domain/order/order'
import { isMove } from '@/src/domain/order/order-parts'
import {
  type Allowed,
  type EvmEffects,
  judgeEvmEffects,
  type Trial,
  withMined,
} from '@/src/domain/policy/effects-evm'
import {
  leastSettled,
  minedPart,
  type Part,
  partKindOf,
  routingTokenOf,
  settleRoute,
  takersOf,
} from '@/src/domain/policy/effects-route'
import { judgeSolanaEffects } from '@/src/domain/policy/effects-solana'
import { allPayees, heldOf, payeesOf } from '@/src/domain/policy/effects-solana-goes'
import type { BuildPlan, StepDraft } from '@/src/domain/policy/policy-draft'
import { type Refusal, refuse } from '@/src/domain/policy/policy-read'
import { solanaFeeOf } from '@/src/domain/solana/solana-fee'
import { wrappedCoinOf } from '@/src/domain/token/wrapped-coins'
import { decodeBase64 } from '@/src/lib/bytes'
import { greater, lower } from '@/src/lib/extremes'
import { inTime } from '@/src/lib/in-time'
import { tidy } from '@/src/lib/tidy'
import type { Engine } from '../engine'
import { readMined } from './read-mined'

/** The review is not held up longer than this by one node; ms. */
export const patience = 3_000
/** Nor is a prompt that a person waits for longer than this by all of them; ms. */
export const askPatience = 5_000
/** Nodes that are asked at most, two at a time, until two have tried it. */
const mostAsked = 4
/** Words of a node are cut to this. */
const longestDetail = 300

type Call = Extract<StepAction, { kind: 'transaction' }>

/** What a judge says of effects: what leaves, in smallest units, or why it is refused. */
type Verdict = ({ ok: true } & Leaves) | Refusal
type Leaves = {
  paid: bigint
  fee: bigint
  /** What the network takes, lamports; Solana. */
  network?: bigint
  held?: bigint
  gas?: bigint
  gasParts?: readonly bigint[]
  goes?: readonly Payee[]
}

/** One independent node's trial, judged. */
type Word =
  | { name: string; outcome: 'passes'; verdict: Verdict; steps?: StepDraft[] }
  | { name: string; outcome: 'unjudged'; detail?: string | undefined }
  /** `lacks`: it has no method for it. */
  | { name: string; outcome: 'unknown'; detail?: string | undefined; lacks?: true }
  | Reverted
type Reverted = { name: string; outcome: 'reverts'; detail?: string | undefined }
type Passed = { name: string; steps?: StepDraft[] } & Leaves

/** What nodes said; `weak`: by the weaker kind of trial alone. */
export type Heard = { words: Word[]; weak?: true }
/** Is given each word of the stronger kind as it comes. */
type Tell = (word: Word) => void

/** What a trial came to: the steps as they are asked, and what the review shows of it. */
export type Tried = { steps: StepDraft[]; advice: Advice; held?: string; gas?: bigint[] }

/** What is tried: the steps that are left, after those of the order that moved money and are mined. */
type Sequence = {
  steps: readonly StepDraft[]
  mined: readonly Step[]
  approved: boolean
  /** They are asked as they stand: what they would come to with less approved says nothing. */
  settled?: true
}

/**
 * Has independent nodes try a checked plan as a whole, and judges what it does to the account. Gives
 * what the review shows of it, and the steps as they are asked: what they pass to each other is known
 * from the trial. `held`: what the account had of the source token, smallest unit; `gas`: what each step
 * used, in the trial that used most of it. `onFirst` is given what the first node that passes it came to, while
 * another one is still asked; never after one that refuses it.
 *
 * @throws AppError the judge's code where any of them shows more than was accepted; `plan.unless`, or
 * `policy/untried`, where none could try a plan that is more than the plainest deposit.
 */
export async function tryPlan(
  engine: Engine,
  accepted: Accepted,
  plan: BuildPlan,
  onFirst?: (first: Tried) => void,
): Promise<Tried> {
  const sequence = { steps: plan.steps, mined: [], approved: false }
  const heard: Heard = { words: [] }
  const tell = (word: Word) => {
    heard.words.push(word)
    // One that refuses it ends the trial here.
    if (word.outcome === 'passes') onFirst?.(judgePlan(engine, accepted, plan, heard))
  }
  return judgePlan(engine, accepted, plan, await tryOnOperators(engine, accepted, sequence, tell))
}

/** What nodes' words make of a plan; fails as `tryPlan` does. */
function judgePlan(
  engine: Engine,
  { author }: Accepted,
  plan: BuildPlan,
  { words, weak }: Heard,
): Tried {
  const { passed, reverted } = weigh(words)
  const at = engine.now()
  const network = networkOf(plan, passed, author)
  const kind = { ...(weak && { weak }), ...(network !== undefined && { network }) }
  const [first] = passed
  if (first !== undefined) {
    const most = (of: 'paid' | 'fee' | 'gas') =>
      String(passed.map((each) => each[of] ?? 0n).reduce(greater))
    const leaves = { paid: most('paid'), fee: most('fee') }
    const by = passed.map(({ name }) => name)
    const gas = most('gas')
    const advice: Advice = {
      at,
      outcome: 'passes',
      by,
      leaves,
      ...kind,
      ...(gas !== '0' && { gas }),
      ...goesOf(passed),
    }
    const steps = first.steps
      ? leastSettled(passed.flatMap((each) => [each.steps ?? []]))
      : plan.steps
    return { steps, advice, ...heldBefore(passed), ...gasOf(steps, passed) }
  }
  if (plan.unless !== undefined) throw toRefusal(plan.unless, reverted)
  const { steps } = plan
  if (reverted === undefined) {
    // Of the weaker kind they are asked where none has a method for the other.
    const untried = weak || words.length === 0 ? 'cannot' : 'silent'
    return { steps, advice: { at, outcome: 'unknown', untried, ...kind } }
  }
  const by = [reverted.name]
  return { steps, advice: { at, outcome: 'reverts', by, ...detailOf(reverted), ...kind } }
}

/**
 * What the network takes for a transaction on Solana, lamports: the most that a trial told, else by its
 * message. Nothing for other chains.
 */
function networkOf(
  { steps: [step] }: BuildPlan,
  passed: readonly Passed[],
  author: string,
): string | undefined {
  if (step?.action.kind !== 'solanaSign') return undefined
  const told = passed.flatMap(({ network }) => network ?? [])
  const bytes = decodeBase64(step.action.transaction)
  const network = told.length > 0 ? told.reduce(greater) : bytes && solanaFeeOf(bytes, author)
  return network == null ? undefined : String(network)
}

/**
 * Tries what is left of an order once more, just before a step of it is asked for: the deposit, and
 * with it every step before it that leads to a routing token. Nodes that do not answer hold nothing up:
 * it was tried for the review, unless a step of it was mined since. Nor do nodes that try it in the weaker
 * way alone, where the review was of the other. Gives the gas that its first step used in the trial that
 * used most of it, where that was told.
 *
 * @throws AppError what the review would have refused it with; `policy/untried` where a step was mined
 * and no node could try the rest, `policy/takes-more` where more leaves beside it than was shown,
 * `policy/nodes-differ` where one of them refuses it then and another
 * shows that it is as accepted; `policy/would-revert` or
 * `wallet/insufficient-funds` where it reverts on every node that tried it.
 */
export async function tryAgain(engine: Engine, order: SwapOrder): Promise<{ gas?: bigint }> {
  const { accepted, current } = order
  const last = order.steps.findIndex(({ deposit }) => deposit)
  const steps = order.steps.slice(current, last + 1)
  const mined = order.steps.slice(0, current).filter(({ facts }) => isMove(facts))
  const approved = !steps.some(
    ({ facts }) =>
      facts.kind === 'approve' && sameAddress(facts.token.address, accepted.from.address),
  )
  // Whoever is silent takes nothing from what another says meanwhile.
  const heard: Heard = { words: [] }
  const sequence: Sequence = { steps, mined, approved, settled: true }
  const trial = tryOnOperators(engine, accepted, sequence, (word) => heard.words.push(word))
  const { words, weak } = await inTime(AbortSignal.timeout(askPatience), trial, heard)
  const { passed, reverted } = weigh(words, mined.length > 0)
  // The weaker kind refuses at any time; it speaks for going on, and of a revert, where the review did
  // by it as well.
  const counts = !weak || order.advice?.weak === true
  if (counts && passed.length > 0) {
    const more = passed.find((each) => isMoreThanShown(order, each))
    if (more !== undefined) {
      const { fee, network = 0n } = more
      const { leaves, network: told } = order.advice ?? {}
      const detail = `${fee} and ${network} leave beside it, ${leaves?.fee} and ${told} were shown`
      throw new AppError('policy/takes-more', { detail })
    }
    const [gas] = gasOf(steps, passed).gas ?? []
    return gas === undefined ? {} : { gas }
  }
  if (!counts || reverted === undefined) {
    // What was mined before may differ from what the review showed: then a trial alone lets it go on.
    if (mined.length > 0) throw new AppError('policy/untried')
    return {}
  }
  if (isPoor(reverted)) throw new AppError('wallet/insufficient-funds')
  throw new AppError('policy/would-revert', detailOf(reverted))
}

/**
 * Whether more leaves beside a payment on Solana than the review showed, lamports, the network's fee
 * included: there only a trial tells it, where on an EVM chain the request carries it. What was not shown, as
 * no node had told it, is not held against it.
 */
export function isMoreThanShown(
  { advice, wallet }: SwapOrder,
  { fee, network = 0n }: Pick<Leaves, 'fee' | 'network'>,
): boolean {
  if (wallet.family !== 'solana') return false
  const { leaves, network: told } = advice ?? {}
  const shown = BigInt(leaves?.fee ?? 0) + BigInt(told ?? 0)
  return (leaves ? fee : 0n) + (told === undefined ? 0n : network) > shown
}

/**
 * Which nodes pass it, and which one shows a revert. `isMoved`: money of the order is another token already,
 * and the word of one node does not end its way against that of another.
 * @throws AppError where one of them refuses it, or none passes it and one cannot judge it.
 */
export function weigh(
  words: readonly Word[],
  isMoved = false,
): { passed: Passed[]; reverted: Reverted | undefined } {
  const passed: Passed[] = []
  let refused: { code: ErrorCode; detail: string } | undefined
  for (const word of words) {
    if (word.outcome !== 'passes') continue
    const { name, verdict, steps } = word
    if (verdict.ok) passed.push({ name, ...verdict, ...(steps && { steps }) })
    else refused ??= { code: verdict.code, detail: `${verdict.detail} (${name})` }
  }
  if (refused !== undefined) {
    const code = isMoved && passed.length > 0 ? 'policy/nodes-differ' : refused.code
    throw new AppError(code, { detail: refused.detail })
  }
  const unjudged = words.find((word) => word.outcome === 'unjudged')
  if (unjudged !== undefined && passed.length === 0) {
    throw new AppError('policy/untried', { detail: whyOf(unjudged) })
  }
  return { passed, reverted: words.find((word): word is Reverted => word.outcome === 'reverts') }
}

const whyOf = ({ name, ...word }: Word) =>
  `${name} could not judge it: ${'detail' in word ? word.detail : ''}`

/** Without a node that tried it: the plain rule's refusal where it reverted, else that nobody could. */
function toRefusal(unless: Refusal, reverted: Reverted | undefined): AppError {
  if (reverted === undefined) return new AppError('policy/untried', { detail: unless.detail })
  if (isPoor(reverted)) return new AppError('wallet/insufficient-funds')
  const said = reverted.detail === undefined ? '' : `: ${reverted.detail}`
  return new AppError(unless.code, { detail: `${unless.detail}; it reverted${said}` })
}

/**
 * Whether a node says that the account lacks coins: for the amount, the fee, or what must stay on it.
 * https://docs.rs/solana-transaction-error
 */
export const isPoor = ({ detail = '' }: { detail?: string | undefined }) =>
  /insufficient (funds|lamports)|InsufficientFundsForFee|^"AccountNotFound"|ForRent":\{"account_index":0\}/i.test(
    detail,
  )

export const detailOf = (word: { detail?: string | undefined }) =>
  word.detail === undefined ? {} : { detail: word.detail.slice(0, longestDetail) }

/**
 * Asks independent nodes, two at a time, until two of them have tried it. Where all that were asked lack
 * the method, they try it in the weaker way: a sequence that is slow to try would silence the others.
 */
async function tryOnOperators(
  engine: Engine,
  accepted: Accepted,
  sequence: Sequence,
  tell: Tell,
): Promise<Heard> {
  const chains = await engine.readers()
  const { chainId } = accepted.from
  const [only] = sequence.steps
  if (only?.action.kind === 'solanaSign') {
    const { transaction } = only.action
    const words = await hearTwo(
      chains.solanaOperators(chainId),
      (each) => hearSolana(each, accepted, transaction),
      tell,
    )
    return { words }
  }
  const hear: HearEvm = (each, weakly) => hearEvm(each, accepted, sequence, weakly)
  return hearOperators(chains.operators(chainId), chainId, hear, tell)
}

/** What one node of an EVM chain says; in the weaker way, with the tokens that are looked at as well. */
export type HearEvm = (operator: Operator<EvmReader>, weakly?: string[]) => Promise<Word>

/** As `tryOnOperators`, whatever is tried. */
export async function hearOperators(
  operators: readonly Operator<EvmReader>[],
  chainId: number,
  hear: HearEvm,
  tell: Tell,
): Promise<Heard> {
  const words = await hearTwo(operators, (each) => hear(each), tell)
  if (words.length === 0 || !words.every((word) => 'lacks' in word)) return { words }
  const { pinnedTokens } = await import('@/src/domain/token/pinned-tokens')
  const great = pinnedTokens(chainId).map(({ address }) => address.toLowerCase())
  const beside = [wrappedCoinOf(chainId) ?? [], ...great].flat()
  return { words: await hearTwo(operators, (each) => hear(each, beside)), weak: true }
}

const isHeard = ({ outcome }: Word) => outcome !== 'unknown'

async function hearTwo<Reader>(
  operators: readonly Operator<Reader>[],
  hear: (operator: Operator<Reader>) => Promise<Word>,
  tell?: Tell,
): Promise<Word[]> {
  const waiting = operators.slice(0, mostAsked)
  const words: Word[] = []
  const ask = async (operator: Operator<Reader>) => {
    const word = await hear(operator)
    tell?.(word)
    return word
  }
  const heard = () => words.filter(isHeard).length
  while (heard() < 2 && waiting.length > 0) {
    words.push(...(await Promise.all(waiting.splice(0, 2 - heard()).map(ask))))
  }
  return words
}

async function hearSolana(
  { name, reader }: Operator<SolanaReader>,
  accepted: Accepted,
  transaction: string,
): Promise<Word> {
  const signal = AbortSignal.timeout(patience)
  const tried = await reader.trial(transaction, accepted.author, signal)
  if (tried.outcome !== 'passes') return { name, ...tried }
  const { effects } = tried
  const verdict = judgeSolanaEffects(accepted, effects)
  if (!verdict.ok) return { name, outcome: 'passes', verdict }
  const { paid, extra: fee } = verdict
  const told = { held: heldOf(accepted, effects), goes: payeesOf(accepted, effects) }
  const network = effects.fee
  return { name, outcome: 'passes', verdict: { ok: true, paid, fee, network, ...told } }
}

async function hearEvm(
  { name, reader }: Operator<EvmReader>,
  accepted: Accepted,
  sequence: Sequence,
  weakly?: string[],
): Promise<Word> {
  const routing = routingTokenOf([...sequence.mined, ...sequence.steps])
  const signal = AbortSignal.timeout(patience)
  // A node that lacks a step, or tries on a state from before it, says nothing of those that are left.
  const mined = await readMined(reader, sequence.mined, signal).catch(() => undefined)
  if (mined === undefined) return { name, outcome: 'unknown', detail: 'a step before is not known' }
  const done = mined.map((step) => minedPart(step, accepted.author))
  const since = routing === undefined ? undefined : sinceOf(mined, routing, done)
  const attempt = (each: Sequence) =>
    trySteps(reader, accepted, each, { routing, signal, weakly, since })
  const tried = await attempt(sequence)
  if (tried.outcome === 'passes') {
    if (routing !== undefined) {
      const seen = { routing, tried, done, attempt }
      return hearRoute(name, accepted, sequence, seen)
    }
    const allowed = allowedOf(accepted, sequence)
    const verdict = judgeEvmEffects(accepted, tried.effects, allowed)
    return { name, outcome: 'passes', verdict: withHeld(verdict, accepted, tried.effects) }
  }
  if (tried.outcome === 'unjudged') return { name, ...tried }
  // It is asked in another way, or another node is.
  if ('lacks' in tried) return { name, ...tried }
  // What is held somewhere may make it revert now and go through in a moment. Asked with time of its own.
  const held = await heldAt(reader, accepted, sequence.steps, AbortSignal.timeout(patience))
  if (held === undefined) return { name, ...tried }
  const verdict = refuse('policy/position', `Something is held at ${held}`)
  return { name, outcome: 'passes', verdict }
}

/** What the state must show that the rest is tried on, where steps before it are mined. */
function sinceOf(
  mined: readonly { block: bigint }[],
  token: string,
  done: readonly Part[],
): TrialInput['since'] {
  if (mined.length === 0) return undefined
  const block = mined.reduce((most, each) => greater(most, each.block), 0n)
  const gave = done.reduce((sum, { changes }) => sum + (changes[token] ?? 0n), 0n)
  return { block, token, gave }
}

function trySteps(
  reader: EvmReader,
  accepted: Accepted,
  { steps, mined }: Sequence,
  how: {
    routing: string | undefined
    signal: AbortSignal
    weakly: string[] | undefined
    since: TrialInput['since']
  },
): Promise<Trial<EvmEffects>> {
  const { routing, signal, weakly, since } = how
  const unwraps = steps.reduce(
    (sum, { facts }) => (facts.kind === 'unwrap' ? sum + BigInt(facts.gets.amount) : sum),
    0n,
  )
  const input = {
    account: accepted.author,
    requests: callsOf(steps).map(({ tx }) => tx),
    token: accepted.from.address,
    spenders: spendersOf([...mined, ...steps]),
    unwraps,
    ...(routing === undefined ? {} : { watched: [accepted.from.address, routing] }),
    weakly,
    since,
  }
  return reader.trial(input, signal)
}

/** A sequence with a routing token: settled by what it showed, tried as it will be asked, and judged. */
async function hearRoute(
  name: string,
  accepted: Accepted,
  sequence: Sequence,
  seen: { routing: string; tried: Passes; done: readonly Part[]; attempt: Attempt },
): Promise<Word> {
  const { routing, done } = seen
  const steps = sequence.settled
    ? [...sequence.steps]
    : settleRoute(sequence.steps, routing, partsOf(sequence.steps, seen.tried))
  const isSettled = steps.every((step, at) => step.action === sequence.steps[at]?.action)
  const settled = { ...sequence, steps }
  const tried = isSettled ? seen.tried : await seen.attempt(settled)
  if (tried.outcome !== 'passes') return { name, ...tried }
  const parts = [...done, ...partsOf(steps, tried)]
  const verdict = judgeEvmEffects(accepted, withMined(tried.effects, done), {
    ...allowedOf(accepted, settled),
    route: { token: routing, parts },
  })
  const told = withHeld(verdict, accepted, tried.effects)
  return { name, outcome: 'passes', verdict: told, steps }
}

/** With what was accepted stands how much of its token the account held, and what gas was used. */
function withHeld(
  verdict: Verdict,
  { from }: Accepted,
  { native, tokens, gas, gasParts }: EvmEffects,
): Verdict {
  if (!verdict.ok) return verdict
  const source = isNativeAddress(from.address) ? native : tokens[from.address.toLowerCase()]
  return tidy({ ...verdict, held: source?.before, gas, gasParts })
}

/** The least that any node says was held before: a share of it is judged by it. */
function heldBefore(passed: readonly Passed[]): { held?: string } {
  const all = passed.flatMap(({ held }) => held ?? [])
  return all.length < passed.length ? {} : { held: String(all.reduce(lower)) }
}

/** Who got what was paid, by any of the nodes that pass it; nothing where none of them tells. */
function goesOf(passed: readonly Passed[]): Pick<Advice, 'goes'> {
  return passed.some(({ goes }) => goes)
    ? { goes: allPayees(passed.flatMap(({ goes = [] }) => goes)) }
    : {}
}

/** What each step used at most; nothing where none told it of every step. */
export function gasOf(steps: readonly StepDraft[], passed: readonly Passed[]): { gas?: bigint[] } {
  const told = passed.flatMap(({ gasParts }) => (gasParts ? [gasParts] : []))
  if (told.length === 0) return {}
  return { gas: steps.map((_, at) => told.map((parts) => parts[at] ?? 0n).reduce(greater)) }
}

type Attempt = (sequence: Sequence) => Promise<Trial<EvmEffects>>
type Passes = Extract<Trial<EvmEffects>, { outcome: 'passes' }>

const partsOf = (steps: readonly StepDraft[], { effects }: Passes): Part[] =>
  steps.map(({ facts }, at) => ({ kind: partKindOf(facts), changes: effects.parts?.[at] ?? {} }))

/** A contract that is called and in which the account holds something, where that can be read. */
async function heldAt(
  reader: EvmReader,
  { author, from }: Accepted,
  steps: readonly StepDraft[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const targets = new Set(callsOf(steps).map(({ tx }) => tx.to.toLowerCase()))
  targets.delete(from.address.toLowerCase())
  // Approvals of the routing token call it; what is held of it is no position.
  targets.delete(routingTokenOf(steps) ?? '')
  for (const { facts } of steps)
    if (facts.kind === 'approve') targets.delete(facts.token.address.toLowerCase())
  const asked = { requests: callsOf(steps).map(({ tx }) => tx), tokens: [from.address] }
  for (const target of targets) {
    if (await reader.holdsAt(author, target, signal, asked)) return target
  }
  return undefined
}

const callsOf = (steps: readonly { action: StepAction }[]): Call[] =>
  steps.flatMap(({ action }) => (action.kind === 'transaction' ? [action] : []))

/**
 * Wei that may leave with steps, what earlier ones of their order gave included: of a token that is paid, no
 * more than the fee that its deposit names, whatever the deposit carries of coins that it was turned into.
 */
function coinsOf({ from }: Accepted, steps: readonly { action: StepAction; facts: StepFacts }[]) {
  if (isNativeAddress(from.address)) {
    return callsOf(steps).reduce((sum, { tx }) => sum + BigInt(tx.value), 0n)
  }
  const fees = steps.map(({ facts }) => (facts.kind === 'deposit' ? (facts.fee ?? '0') : '0'))
  return fees.reduce((sum, fee) => sum + BigInt(fee), 0n)
}

function allowedOf(accepted: Accepted, { steps, mined, approved }: Sequence): Allowed {
  const { from } = accepted
  const value = coinsOf(accepted, [...mined, ...steps])
  for (const { facts } of steps) {
    if (facts.kind !== 'approve' || !sameAddress(facts.token.address, from.address)) continue
    const { spender, token } = facts
    const approval = { spender: spender.toLowerCase(), amount: BigInt(token.amount) }
    return { value, approved, approval }
  }
  return { value, approved }
}

/** Whoever may take of what is paid or passed on: by an approval that is asked, or by one of before. */
function spendersOf(steps: readonly { facts: StepFacts }[]): string[] {
  const all = steps.flatMap(({ facts }) => takersOf(facts))
  return [...new Set(all.map((each) => each.toLowerCase()))]
}
