import type { Operator } from '@/src/chains/chains'
import type { EvmReader } from '@/src/chains/evm-reader'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { type Allowed, judgeEvmEffects } from '@/src/domain/effects-evm'
import { judgeSolanaEffects } from '@/src/domain/effects-solana'
import { AppError } from '@/src/domain/error'
import type { Accepted, Advice, StepAction } from '@/src/domain/order'
import type { BuildPlan, StepDraft } from '@/src/domain/policy-evm'
import { type Refusal, refuse } from '@/src/domain/policy-read'
import type { Engine } from './engine'

/** The review is not held up longer than this by one node; ms. */
const patience = 3_000
/** Nor is a prompt that a person waits for longer than this by all of them; ms. */
const askPatience = 5_000
/** Nodes that are asked at most, two at a time, until two have tried it. */
const mostAsked = 4
/** Words of a node are cut to this. */
const longestDetail = 300

type Call = Extract<StepAction, { kind: 'transaction' }>

/** What a judge says of effects: what leaves, in smallest units, or why it is refused. */
type Verdict = { ok: true; paid: bigint; fee: bigint } | Refusal

/** One independent node's trial, judged. */
type Word =
  | { name: string; outcome: 'passes'; verdict: Verdict }
  | { name: string; outcome: 'unknown' | 'unjudged'; detail?: string | undefined }
  | Reverted
type Reverted = { name: string; outcome: 'reverts'; detail?: string | undefined }
type Passed = { name: string; paid: bigint; fee: bigint }

/**
 * Has independent nodes try a checked plan as a whole, and judges what it does to the account. Gives
 * what the review shows of it.
 *
 * @throws AppError the judge's code where any of them shows more than was accepted; `plan.unless`, or
 * `policy/untried`, where none could try a plan that is more than the plainest deposit.
 */
export async function tryPlan(
  engine: Engine,
  accepted: Accepted,
  plan: BuildPlan,
): Promise<Advice> {
  const { passed, reverted } = weigh(await tryOnOperators(engine, accepted, plan.steps))
  const at = engine.now()
  const [first] = passed
  if (first !== undefined) {
    const leaves = { paid: String(first.paid), fee: String(first.fee) }
    return { at, outcome: 'passes', by: passed.map(({ name }) => name), leaves }
  }
  if (plan.unless !== undefined) throw toRefusal(plan.unless, reverted)
  if (reverted === undefined) return { at, outcome: 'unknown' }
  return { at, outcome: 'reverts', by: [reverted.name], ...detailOf(reverted) }
}

/**
 * Tries a deposit once more, just before it is asked for. Nodes that do not answer hold nothing up: it
 * was tried for the review.
 *
 * @throws AppError what the review would have refused it with; `policy/would-revert` or
 * `wallet/insufficient-funds` where it reverts on every node that tried it.
 */
export async function tryAgain(engine: Engine, accepted: Accepted, step: StepDraft): Promise<void> {
  const late = new Promise<Word[]>((resolve) => {
    AbortSignal.timeout(askPatience).addEventListener('abort', () => resolve([]))
  })
  const words = await Promise.race([tryOnOperators(engine, accepted, [step], true), late])
  const { passed, reverted } = weigh(words)
  if (passed.length > 0 || reverted === undefined) return
  if (isPoor(reverted)) throw new AppError('wallet/insufficient-funds')
  throw new AppError('policy/would-revert', detailOf(reverted))
}

/**
 * Which nodes pass it, and which one shows a revert.
 * @throws AppError where one of them refuses it, or none passes it and one cannot judge it.
 */
function weigh(words: readonly Word[]): { passed: Passed[]; reverted: Reverted | undefined } {
  const passed: Passed[] = []
  for (const word of words) {
    if (word.outcome !== 'passes') continue
    const { name, verdict } = word
    if (!verdict.ok) throw new AppError(verdict.code, { detail: `${verdict.detail} (${name})` })
    passed.push({ name, ...verdict })
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

const isPoor = ({ detail = '' }: Reverted) => /insufficient funds/i.test(detail)

const detailOf = (word: { detail?: string | undefined }) =>
  word.detail === undefined ? {} : { detail: word.detail.slice(0, longestDetail) }

/** Asks independent nodes, two at a time, until two of them have tried it. */
async function tryOnOperators(
  engine: Engine,
  accepted: Accepted,
  steps: readonly StepDraft[],
  approved = false,
): Promise<Word[]> {
  const chains = await engine.readers()
  const { chainId } = accepted.from
  const [only] = steps
  if (only?.action.kind === 'solanaSign') {
    const { transaction } = only.action
    return hearTwo(chains.solanaOperators(chainId), (each) =>
      hearSolana(each, accepted, transaction),
    )
  }
  return hearTwo(chains.operators(chainId), (each) => hearEvm(each, accepted, steps, approved))
}

async function hearTwo<Reader>(
  operators: readonly Operator<Reader>[],
  hear: (operator: Operator<Reader>) => Promise<Word>,
): Promise<Word[]> {
  const waiting = operators.slice(0, mostAsked)
  const words: Word[] = []
  const heard = () => words.filter(({ outcome }) => outcome !== 'unknown').length
  while (heard() < 2 && waiting.length > 0) {
    words.push(...(await Promise.all(waiting.splice(0, 2 - heard()).map(hear))))
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
  const verdict = judgeSolanaEffects(accepted, tried.effects)
  return {
    name,
    outcome: 'passes',
    verdict: verdict.ok ? { ok: true, paid: verdict.paid, fee: verdict.extra } : verdict,
  }
}

async function hearEvm(
  { name, reader }: Operator<EvmReader>,
  accepted: Accepted,
  steps: readonly StepDraft[],
  approved: boolean,
): Promise<Word> {
  const calls = callsOf(steps)
  const allowed = { ...allowedOf(steps), approved }
  const input = {
    account: accepted.author,
    requests: calls.map(({ tx }) => tx),
    token: accepted.from.address,
    spenders: spendersOf(steps, allowed),
  }
  const signal = AbortSignal.timeout(patience)
  const tried = await reader.trial(input, signal)
  if (tried.outcome === 'passes') {
    return { name, outcome: 'passes', verdict: judgeEvmEffects(accepted, tried.effects, allowed) }
  }
  if (tried.outcome === 'unjudged') return { name, ...tried }
  // What is held somewhere may make it revert now and go through in a moment. Asked with time of its own.
  const held = await heldAt(reader, accepted, calls, AbortSignal.timeout(patience))
  if (held === undefined) return { name, ...tried }
  const verdict = refuse('policy/position', `Something is held at ${held}`)
  return { name, outcome: 'passes', verdict }
}

/** A contract that is called and in which the account holds something, where that can be read. */
async function heldAt(
  reader: EvmReader,
  { author, from }: Accepted,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const targets = new Set(calls.map(({ tx }) => tx.to.toLowerCase()))
  targets.delete(from.address.toLowerCase())
  for (const target of targets) {
    if (await reader.holdsAt(author, target, signal)) return target
  }
  return undefined
}

const callsOf = (steps: readonly StepDraft[]): Call[] =>
  steps.flatMap(({ action }) => (action.kind === 'transaction' ? [action] : []))

function allowedOf(steps: readonly StepDraft[]): Allowed {
  const value = callsOf(steps).reduce((sum, { tx }) => sum + BigInt(tx.value), 0n)
  for (const { facts } of steps) {
    if (facts.kind !== 'approve') continue
    const { spender, token } = facts
    return { value, approval: { spender: spender.toLowerCase(), amount: BigInt(token.amount) } }
  }
  return { value }
}

/** Whoever may take of the source token: by the approval that is asked, or by one of before. */
function spendersOf(steps: readonly StepDraft[], { approval }: Allowed): string[] {
  const targets = steps.flatMap(({ facts }) =>
    facts.kind === 'deposit' ? [facts.target, ...(facts.takenBy ? [facts.takenBy] : [])] : [],
  )
  const all = [...(approval ? [approval.spender] : []), ...targets]
  return [...new Set(all.map((each) => each.toLowerCase()))]
}
