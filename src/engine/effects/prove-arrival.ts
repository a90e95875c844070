import type { EvmReader } from '@/src/chains/evm-reader'
import type { TxHash } from '@/src/domain/names'
import { type Due, payoutDueOf } from '@/src/domain/order/arrival'
import {
  awaitedBeside,
  duesBeside,
  isAnothers,
  isPlainly,
  takenBy,
} from '@/src/domain/order/beside'
import { legOf } from '@/src/domain/order/bridge-leg'
import type { Arrival, Beginning, FoundPayment, Order } from '@/src/domain/order/order'
import {
  attemptOfStep,
  depositHashOf,
  depositOf,
  isDealtWithHere,
  isMadeHere,
  isSought,
} from '@/src/domain/order/order-parts'
import { followedFor } from '@/src/domain/order/purchase'
import { arrivedOf, claimsOf, refundDueOf } from '@/src/domain/order/transfer'
import { backOff } from '@/src/lib/back-off'
import { greater } from '@/src/lib/extremes'
import { isLoopbackUrl } from '@/src/lib/web-url'
import { findByKey } from '@/src/store/orders'
import { mayHold } from '@/src/store/row'
import { isSpent } from '@/src/store/spent'
import { findBeginning } from '../chain/beginning'
import {
  findTransfers,
  heardOf,
  type Nodes,
  nodesOf,
  type Outcome,
  proveHolding,
  provePayment,
  type Search,
  timeOfPayment,
} from '../chain/payments'
import { agree } from '../chain/proof'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { paceAfterEnd } from './poll-purchase'
import type { OrderWork } from './work'

/**
 * What could not be proved for a day, and in the looks after it, ends as the service's word; a purchase is
 * looked for all the same, as long and as seldom as its provider is asked.
 */
const provesFor = 86_400_000
/** The service has just said so: 1 s, doubled, at most 8 s... */
const firstLook = 1_000
const longestLook = 8_000
/** ...for so many looks, the better part of a minute. */
const freeLooks = 9
/** What was there before the order is looked for no longer: by then nodes that answer have forgotten. */
const beginningLooks = 18
/** After that an order that waits has two requests a minute; a look takes four at most. */
const restPause = 120_000
const longestPause = 600_000
/** A chain of which nobody answers is asked again after twice as long as before, within these bounds, ms. */
const firstSilence = 2_000
const longestSilence = 300_000
/** Due for so long, the computer slept or the browser was closed, ms. */
const awayAtLeast = 3_600_000

/** Looks on the chain for the payout or refund that the service speaks of. */
export async function proveArrival(
  engine: Engine,
  { order, row }: OrderWork<'proveArrival'>,
): Promise<Next> {
  const { arrival } = order
  if (!arrival || !isSought(order)) return 'done'
  const at = engine.now()
  // Nobody could look meanwhile: the looks begin anew.
  const isBack = at - row.dueAt > awayAtLeast
  const tries = isBack ? 0 : row.tries
  const age = at - arrival.since
  const isOver = age >= provesFor
  // Nobody could look before the day was over: who answers again is asked first, for as long as anything is.
  const isSilenced = row.failed?.code === 'chain/unreachable' && age < followedFor
  if (isOver && tries >= freeLooks && !isSilenced) {
    await commit(engine, order.id, { type: 'paymentUnproved', at })
    if (order.kind !== 'purchase' || age > followedFor) return 'done'
  }
  const inAll = isMadeHere(order) ? 0 : engine.foundBudget.take('prove')
  const waits = inAll || (tries < freeLooks ? 0 : engine.nodeBudget.take(order.id, 2))
  if (waits > 0) return { dueAt: at + waits, tries, failed: row.failed?.code }
  const due = arrival.kind === 'refund' ? refundDueOf(order) : payoutDueOf(order)
  const { nodes, isSilent } = heardOf(nodesOf(await engine.readers(), due.chainId))
  const outcome = await look(engine, order, arrival, { nodes, due, tries })
  const found = outcome.kind === 'found' && (await timed(engine, order, arrival, outcome.found))
  if (found && (await keep(engine, order, arrival, found))) {
    engine.nodeBudget.forget(order.id)
    return 'done'
  }
  // Nothing was looked at: that is no look, and does not count when the day is over.
  if (outcome.kind !== 'found' && (await isSilent())) {
    const last = isBack ? 0 : row.dueAt - (row.setAt ?? row.dueAt)
    const pause = Math.min(Math.max(2 * last, firstSilence), longestSilence)
    const counted = age < followedFor ? tries : tries + 1
    return { dueAt: engine.now() + pause, tries: counted, failed: 'chain/unreachable' }
  }
  const rests = tries >= freeLooks && !outcome.isBehind
  const pause = !rests
    ? backOff(tries, firstLook, longestLook)
    : isOver && !isSilenced
      ? paceAfterEnd(age)
      : backOff(tries - freeLooks, restPause, longestPause)
  const next = engine.now() + pause
  const end = arrival.since + provesFor
  return { dueAt: isOver ? next : Math.min(next, end), tries: tries + 1 }
}

/** What was found, with the time of its block where a filler is judged by it. */
async function timed(
  engine: Engine,
  order: Order,
  { kind }: Arrival,
  found: FoundPayment,
): Promise<FoundPayment> {
  const { what, hash, block, time } = found
  const isJudged = what === 'paid' && kind === 'payout' && order.kind !== 'purchase'
  if (!isJudged || !hash || !block || time !== undefined) return found
  const { chainId, to } = payoutDueOf(order)
  const at = await timeOfPayment(nodesOf(await engine.readers(), chainId), { hash, block, to })
  return at === undefined ? found : { ...found, time: at }
}

async function look(
  engine: Engine,
  order: Order,
  arrival: Arrival,
  { nodes, due, tries }: { nodes: Nodes; due: Due; tries: number },
): Promise<Looked> {
  if (arrival.kind === 'refund' && !(await isRefundKnown(order))) return { kind: 'nothing' }
  const block = blockBefore(order, arrival)
  const isRefund = arrival.kind === 'refund' && order.kind === 'swap'
  // One node alone may have told the slot of an ask.
  const isBySlot = isRefund && nodes.family === 'solana'
  // Found afterwards, a beginning is known by its time.
  const isByTime = arrival.kind === 'payout' && order.began?.since !== undefined
  let known: Promise<Order[]> | undefined
  const beside = () => (known ??= besideOf(engine, order, due))
  const prove = async (hash: TxHash): Promise<Outcome> => {
    const outcome = await provePayment(nodes, search, hash)
    if (outcome.kind !== 'found') return outcome
    if (isRefund && !(await isAfterDeposit(order, nodes, outcome.found, search.now)))
      return { kind: 'unread' }
    if (isPlainly(due, outcome.found)) return outcome
    // Whatever is said of what may be another order's, it waits until that one has come to its end.
    const isOthers = (each: Order, _: number, all: Order[]) =>
      isAnothers(each, all, due, outcome.found, search.now)
    return (await beside()).some(isOthers) ? { kind: 'unread' } : outcome
  }
  const search: Search = {
    due,
    start: { block, at: startOf(order), both: isBySlot || isByTime },
    now: engine.now(),
    tries,
    mine: mineOf(order, due),
    payers: [order.accepted.author],
    isClaimed: (claim) => isClaimed(engine, order, claim),
  }
  const named = order.service[arrival.kind === 'payout' ? 'fill' : 'refund']?.txHash
  let best: Outcome = { kind: 'nothing' }
  if (named !== undefined) {
    best = await prove(named)
    if (isPaid(best) || best.kind === 'pending') return best
  }
  // Dust may be from anybody: it is matched by transaction hash only.
  if (due.least === 1n) return best
  const isPayout = arrival.kind === 'payout'
  const began = isPayout ? await beginningOf(engine, order, nodes, search) : undefined
  if (began?.holding) {
    const others = (await beside()).map((each) => takenBy(each, due, began, search.now))
    const sum = others.reduce((all, each) => all + each, 0n)
    const held = await proveHolding(nodes, search, began, sum)
    if (held.kind === 'found') {
      const inAll = String(BigInt(held.found.amount) + sum)
      return { kind: 'found', found: { ...held.found, inAll } }
    }
    if (held.kind !== 'nothing') return held
    if (due.or === undefined) return best
  }
  const from = began ? BigInt(began.block) : block
  if (from === undefined) return best
  const sought = await seek(engine, order, { nodes, search, arrival, block: from, prove, beside })
  return sought.kind === 'nothing' ? { ...best, isBehind: sought.isBehind } : sought
}

/**
 * Whether money came back no earlier than what was paid was mined, as operators show: the block of the ask one alone may
 * have told, and a clock may be wrong. On Solana, where time decides, and without a payment or a block, that is not asked.
 */
async function isAfterDeposit(
  order: Order,
  nodes: Nodes,
  { block }: FoundPayment,
  now: number,
): Promise<boolean> {
  const hash = depositHashOf(order)
  if (nodes.family === 'solana' || hash === undefined || block === undefined) return true
  const proof = await agree<EvmReader, bigint>({
    ...nodes,
    now,
    anyHead: true,
    read: async (reader, _head, signal) => (await reader.receipt(hash, signal))?.blockNumber,
  })
  // Nodes forget receipts: where none has it by now, the block of the ask alone counts.
  if (proof.kind === 'unknown') return proof.why.some(({ reason }) => reason === 'silent')
  const blocks = proof.kind === 'disagree' ? proof.words.map(({ value }) => value) : [proof.value]
  return BigInt(block) >= blocks.reduce(greater)
}

/**
 * Whether what is to come back is a token that is known here: what the bridge of a purchase was given its
 * service alone says, and a token of its own making would prove whatever it likes.
 */
async function isRefundKnown(order: Order): Promise<boolean> {
  const leg = legOf(order)
  if (leg === undefined || isLoopbackUrl(leg.serviceUrl)) return true
  const { pinnedAt } = await import('@/src/domain/token/pinned-tokens')
  return pinnedAt(leg.from.chainId, leg.from.address) !== undefined
}

/**
 * The order's own deposit, where it may itself bring the money: on the chain that is paid on. What the service
 * calls the deposit counts for an order that was found there alone: it could name any.
 */
function mineOf(order: Order, { chainId }: Due): TxHash[] {
  if (chainId !== order.accepted.from.chainId) return []
  return [(isMadeHere(order) ? depositHashOf(order) : order.service.depositTxHash) ?? '']
}

/** The chain that is paid on as it was when the order began, looked up now where it did not answer then. */
async function beginningOf(
  engine: Engine,
  order: Order,
  nodes: Nodes,
  search: Search,
): Promise<Beginning | undefined> {
  if (order.began || search.tries >= beginningLooks) return order.began
  const began = await findBeginning(nodes, search)
  if (began) await commit(engine, order.id, { type: 'beginningRead', at: engine.now(), began })
  return began
}

/** What a look came to; `isBehind` says that blocks are left to be looked through. */
type Looked = Outcome & { isBehind?: boolean | undefined }

type Seek = {
  nodes: Nodes
  search: Search
  arrival: Arrival
  block: bigint
  prove: (hash: TxHash) => Promise<Outcome>
  beside: () => Promise<Order[]>
}

/** Looks through the next blocks for a transfer that nobody named. */
async function seek(
  engine: Engine,
  order: Order,
  { nodes, search, arrival, block, prove, beside }: Seek,
): Promise<Looked> {
  const { kind } = arrival
  const from = arrival.scanned === undefined ? block + 1n : BigInt(arrival.scanned) + 1n
  const found = await findTransfers(nodes, search, from)
  if (!found) return { kind: 'nothing' }
  let { scanned } = found
  // Of a payment that nobody named it is not known whose it is: one more must be there than others may get.
  const rivals = (await beside()).flatMap((each) => {
    const told = each.arrival?.kind
    const dues = awaitedBeside(each, search.due, search.now)
    return dues.flatMap(({ kind, least }) => (told === undefined || told === kind ? least : []))
  })
  let free = 0
  for (const { hash, block } of found.transfers) {
    const outcome = await prove(hash)
    // Less than what is due, or not seen by two yet: it is looked at again.
    if (outcome.kind === 'pending') return outcome
    const sum = outcome.kind === 'found' && outcome.found.what === 'paid' && outcome.found.amount
    if (sum && rivals.filter((least) => least <= BigInt(sum)).length < ++free) return outcome
    const isLeft = outcome.kind === 'unread' || sum
    if (isLeft && scanned !== undefined && block <= scanned) scanned = block - 1n
  }
  // What one node does not show is not known: two must have looked before blocks are passed over.
  if (scanned !== undefined && scanned >= from) {
    const event = {
      type: 'paymentSought',
      at: engine.now(),
      kind,
      scanned: String(scanned),
    } as const
    await commit(engine, order.id, event)
  }
  return { kind: 'nothing', isBehind: found.isBehind }
}

const isPaid = (outcome: Outcome) => outcome.kind === 'found' && outcome.found.what === 'paid'

/** When something could be paid at the earliest: an address may be paid to as soon as it was made. */
function startOf({ kind, confirmedAt, createdAt }: Order): number {
  return kind === 'swap' ? (confirmedAt ?? createdAt) : createdAt
}

/** The newest block of the chain before the deposit was asked for. */
function blockBefore(order: Order, { kind }: Arrival): bigint | undefined {
  if (kind === 'payout') return order.began && BigInt(order.began.block)
  if (order.kind === 'transfer') return order.transfer.began && BigInt(order.transfer.began.block)
  const deposit = depositOf(order)
  if (order.kind !== 'swap' || !deposit) return undefined
  const block = attemptOfStep(order, deposit)?.evidence.blockNumber
  return block === undefined ? undefined : BigInt(block)
}

/**
 * Stores what was found. One payment proves one order: whoever comes second looks on. Says whether
 * the order has come to its end.
 */
function keep(
  engine: Engine,
  order: Order,
  { kind }: Arrival,
  found: FoundPayment,
): Promise<boolean> {
  return engine.lock('arrival', async () => {
    for (const claim of found.claims) if (await isClaimed(engine, order, claim)) return false
    await commit(engine, order.id, { type: 'paymentFound', at: found.at, kind, found })
    return found.what === 'paid'
  })
}

/**
 * Whether a move on a chain proves another order already. What came to an address of ours is no payment of an
 * order that the service or a file alone tells of, nor is what arrived for us a payment to an address of that one.
 */
export async function isClaimed(
  engine: Engine,
  order: Order,
  claim: string,
  of: 'arrival' | 'address' = 'arrival',
): Promise<boolean> {
  if (await isSpent(engine.db, claim, order.service.depositTxHash)) return true
  const known = await findByKey(engine.db, claim)
  const isOurs = isDealtWithHere(order)
  return known.some((each) => {
    if (each.id === order.id) return false
    if (each.unread) return mayHold(each, claim)
    const isTold = isOurs && !isDealtWithHere(each)
    if (!isTold) return claimsOf(each).includes(claim)
    return of === 'arrival' && arrivedOf(each).includes(claim)
  })
}

/** The other orders that may bring the same coin to the same account. */
async function besideOf(engine: Engine, { id }: Order, due: Due): Promise<Order[]> {
  const known = await findByKey(engine.db, due.to)
  return known.filter((each) => each.id !== id && duesBeside(each, due).length > 0)
}
