import type { EvmReader } from '@/src/chains/evm-reader'
import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { sameAddress } from '@/src/domain/address/address'
import { familyOfAddress } from '@/src/domain/address/check-address'
import { AppError, toWireError } from '@/src/domain/error'
import type { StepId } from '@/src/domain/names'
import type { OrderEvent } from '@/src/domain/order/event'
import type {
  Accepted,
  Advice,
  CodedAccount,
  Payee,
  Step,
  SwapOrder,
} from '@/src/domain/order/order'
import { digestText, toAccepted, toPlannedOrder, toSteps } from '@/src/domain/order/plan'
import { isUntold } from '@/src/domain/policy/effects-carried'
import { withGasLimits } from '@/src/domain/policy/gas-limit'
import { payeeNames } from '@/src/domain/policy/payees'
import { checkQuote } from '@/src/domain/policy/policy-quote'
import { passingTo, strangersOf } from '@/src/domain/policy/strangers'
import { early } from '@/src/lib/early'
import { tidy } from '@/src/lib/tidy'
import { insertPlanned, settlePlanned, wasPaid } from '@/src/store/orders'
import { askEnough } from '../chain/payments'
import { checkDecimals } from '../chain/token-facts'
import { isMoreThanShown, type Tried } from '../chain/trial'
import type { Engine } from '../engine'
import { buildSteps } from './build'
import { digestOf } from './digest'

/** All that is checked for a review. */
type Checked = readonly [Tried, CodedAccount | undefined, ...unknown[]]

/**
 * Builds a route, holds it against what was picked, and stores the planned order that the review
 * shows, as soon as one node vouches for it: the others are heard meanwhile. Asks the wallet for nothing.
 * Fails with the policy's or the service's code.
 */
export async function prepareOrder(
  engine: Engine,
  input: InputOf<'prepareOrder'>,
): Promise<OutputOf<'prepareOrder'>> {
  const accepted = acceptRoute(engine, input)
  const id = engine.newId()
  // What another window confirms while this one is built counts as well.
  const at = engine.now()
  const { serviceUrl } = await engine.settings()
  const plan = { ...input, id, at, accepted, serviceUrl }
  const trial = early<Tried>((tell) => buildSteps(engine, plan, tell))
  const code = early<CodedAccount | undefined>((tell) => codeOf(engine, accepted, tell))
  const from = early<void>((tell) => checkDecimals(engine, accepted.from, tell))
  const to = early<void>((tell) => checkDecimals(engine, accepted.to, tell))
  const whole = Promise.all([trial.whole, code.whole, from.whole, to.whole])
  const firsts = Promise.all([trial.first, code.first, from.first, to.first])
  const first = await Promise.race([firsts, whole])
  const order = await toOrder(engine, plan, first)
  // Of those that answered at the same time no word is passed over.
  const done = await Promise.race([whole, undefined])
  const opened = done
    ? await toOrder(engine, plan, done)
    : { ...order, advice: { ...order.advice, open: true as const } }
  await insertPlanned(engine.db, opened)
  if (done) return { orderId: id }
  // The steps that the review shows stay as they are, and their limits of gas with them.
  const [{ steps, gas }] = first
  const second = whole
    .then(([tried, ...others]) => toOrder(engine, plan, [{ ...tried, steps }, ...others], gas))
    .catch((error: unknown) => ({ ...order, refused: toWireError(error).code }))
    .then((next) => settlePlanned(engine.db, id, { ...next, revision: 1 }))
    .then(() => engine.announce({ kind: 'order', orderId: id, revision: 1 }))
    .catch((error: unknown) => engine.report(error, 'second'))
    .finally(() => engine.seconds.delete(id))
  engine.seconds.set(id, second)
  return { orderId: id }
}

/** The planned order that what was checked makes of a pick; fails where it may not be asked for. */
async function toOrder(
  engine: Engine,
  plan: InputOf<'prepareOrder'> &
    Pick<SwapOrder, 'id' | 'accepted'> & { at: number; serviceUrl: string },
  [{ steps: built, advice, held, gas = [] }, coded]: Checked,
  /** What the steps use at most, where it is settled. */
  used: readonly bigint[] = gas,
): Promise<SwapOrder & { advice: Advice }> {
  const { id, accepted, askedBy, recipientName, follows, known, began: wishedAt } = plan
  // How an account with code spends gas is its own affair, and its wallet's.
  const steps = toSteps(id, coded ? built : withGasLimits(built, used))
  if (isUntold(coded, steps)) throw new AppError('wallet/contract-account')
  const first = await firstPaid(engine, accepted, steps, held)
  const otherCode = (coded && (await isOtherThere(engine, accepted))) || undefined
  // Whatever of it another node shows otherwise is confirmed anew.
  const paid = payeeNames(accepted.from, advice.goes)
  const shown = JSON.stringify([advice.leaves, advice.network, first, coded, otherCode, paid])
  const digest = await digestOf(digestText(accepted, steps) + shown)
  const more = tidy({ askedBy, recipientName, follows, known, wishedAt, coded, otherCode })
  return { ...toPlannedOrder({ ...plan, steps, digest }), advice, ...first, ...more }
}

/** The review is not held up longer than this by nodes that are silent; ms. */
const patience = 3_000

/**
 * What code the account that pays has, by independent operators, else by any node: undefined for none, or
 * where nobody tells; `onFirst` is called once one of them shows none. One that nodes differ about is driven by
 * its key, and believed no absence.
 *
 * @throws AppError `wallet/contract-account` where no operator could show what a contract did.
 */
async function codeOf(
  engine: Engine,
  { author, from }: Accepted,
  onFirst: (none: undefined) => void,
): Promise<CodedAccount | undefined> {
  if (familyOfAddress(author) !== 'eip155') return undefined
  const chains = await engine.readers()
  const operators = chains.operators(from.chainId)
  const signal = AbortSignal.timeout(patience)
  const read = async (reader: EvmReader) => {
    const kind = await reader.accountKind(author, signal)
    if (kind === 'plain') onFirst(undefined)
    return kind
  }
  const kinds = new Set(await askEnough(operators, 0, read))
  if (kinds.size > 1) return 'delegated'
  const [kind = await chains.evm(from.chainId).accountKind(author)] = kinds
  if (operators.length === 0 && kind === 'contract') throw new AppError('wallet/contract-account')
  return kind === 'plain' ? undefined : kind
}

/**
 * Whether the account that pays is a contract, and none or another one stands at its address on the chain
 * where it receives, or no node tells: what arrives may be nobody's there. An account that delegates
 * (EIP-7702) is its key's on every chain.
 */
async function isOtherThere(
  engine: Engine,
  { author, recipient, from, to }: Accepted,
): Promise<boolean> {
  if (from.chainId === to.chainId || !sameAddress(author, recipient)) return false
  const chains = await engine.readers()
  const signal = AbortSignal.timeout(patience)
  const read = (reader: EvmReader) => reader.contractCode(author, signal)
  const told = await Promise.all(
    [from, to].map(({ chainId }) => askEnough(chains.operators(chainId), 0, read)),
  )
  return told.some(({ length }) => length === 0) || new Set(told.flat()).size > 1
}

/** Names the contracts of the steps that nobody here knows, and that were never paid. */
async function firstPaid(
  engine: Engine,
  accepted: Accepted,
  steps: readonly Step[],
  held: string | undefined,
): Promise<Pick<SwapOrder, 'firstPaid'>> {
  const strangers = strangersOf(accepted, steps)
  const paid = await Promise.all(
    strangers.map((each) => wasPaid(engine.db, accepted.from.chainId, each)),
  )
  const fresh = strangers.filter((_, at) => !paid[at])
  if (fresh.length === 0) return {}
  const contracts = fresh.map(({ address }) => address)
  const amount = String(passingTo(accepted, steps, fresh))
  return { firstPaid: tidy({ held, contracts, amount }) }
}

/** What is accepted with a route that answers the request it came with; fails with the policy's code. */
export function acceptRoute(engine: Engine, picked: InputOf<'createTransfer'>): Accepted {
  const { route, fromToken, toToken, request, quoteId } = picked
  requireSame(request.fromChainId === fromToken.chainId, 'fromToken')
  requireSame(request.toChainId === toToken.chainId, 'toToken')
  requireSame(sameAddress(request.fromToken, fromToken.address), 'fromToken')
  requireSame(sameAddress(request.toToken, toToken.address), 'toToken')
  const now = Math.floor(engine.now() / 1_000)
  const { quote } = route
  const verdict = checkQuote({ asked: request, quote, from: fromToken, to: toToken, now })
  if (!verdict.ok) throw new AppError(verdict.code, { detail: verdict.detail })
  return toAccepted({ quoteId, route, request, fromToken, toToken })
}

/** A route that does not answer the request it came with is not built. */
function requireSame(holds: boolean, field: string): void {
  if (!holds) throw new AppError('policy/malformed', { field })
}

/**
 * A Solana transaction lives as long as its block hash, so it is built anew. What the person accepted
 * must come out again, fact for fact, with no more beside it than was shown; anything else fails with
 * `order/changed` and takes a new quote. Gives the event that puts it in the place of what stands there, and the
 * id of the step that is asked for then.
 */
export async function rebuildStep(
  engine: Engine,
  order: SwapOrder,
  step: Step,
): Promise<{ event: Extract<OrderEvent, { type: 'rebuilt' }>; stepId: StepId }> {
  const { accepted } = order
  // A payment by address is no route of a service.
  if (order.digest === '') return (await import('./pay-transfer')).rebuildPay(engine, order, step)
  const { steps: drafts, advice } = await buildSteps(engine, order)
  // Each state of the order gives its steps names of their own: an ask names what it was decided on.
  const fresh = toSteps(order.id, drafts, order.revision + order.steps.length)
  const [first] = fresh
  const isOther = !first || JSON.stringify(first.facts) !== JSON.stringify(step.facts)
  const { leaves, network } = advice
  const now = { fee: BigInt(leaves?.fee ?? 0), network: BigInt(network ?? 0) }
  const isMore = isMoreThanShown(order, now)
  const names = (goes?: Payee[]) => payeeNames(accepted.from, goes)
  const isElsewhere = advice.goes !== undefined && names(advice.goes) !== names(order.advice?.goes)
  if (isOther || isMore || isElsewhere) {
    throw new AppError('order/changed', { orderId: order.id })
  }
  const steps = [{ ...first, state: step.state }, ...fresh.slice(1)]
  const digest = await digestOf(digestText(accepted, steps))
  return { event: { type: 'rebuilt', at: engine.now(), steps, digest }, stepId: first.id }
}
