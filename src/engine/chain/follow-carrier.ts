import type { EvmLog, EvmReader, LogFilter } from '@/src/chains/evm-reader'
import { readLogs } from '@/src/chains/read-logs'
import { isNativeAddress } from '@/src/domain/address/address'
import type { OrderId } from '@/src/domain/names'
import type { Attempt, Step, SwapOrder } from '@/src/domain/order/order'
import { hashesOf, stepBehind } from '@/src/domain/order/order-parts'
import { APPROVAL, isZero, TRANSFER, wordOf } from '@/src/domain/policy/effect-logs'
import {
  ENTRY_POINTS,
  SAFE_EXECUTIONS,
  USER_OPERATION,
  WITHDRAWAL,
} from '@/src/domain/policy/effects-carried'
import { greater, lower } from '@/src/lib/extremes'
import { getLooks, keepSought } from '@/src/store/looks'
import type { Engine, EvmChain } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { byTwo, type Deed, isTold, lookCost, readDeed, settling, showsDeed } from './deed'

/** Windows of blocks that are looked through in one search, and carriers that are held against the ask. */
const mostWindows = 8
const mostCarriers = 6
/** A node that takes less than an eighth of a usual window is asked no further in one look. */
const mostRefused = 3
/** After one node alone was asked for so long, others are asked too, ms. */
const aloneFor = 1_800_000n
/** The names under which it is kept how far they were looked for, and when others were asked (unix ms). */
const carriers = 'carriers'
const together = 'together'

/** The name under which it is counted what looks at an account with code ask nodes: their windows of events, too. */
export const lookName = (orderId: OrderId): string => `${orderId} look`

/** The name under which it is counted what looks beside what an account with code did ask nodes. */
export const strayName = (orderId: OrderId): string => `${orderId} stray`

/**
 * Follows what was carried out for an account with code where its carrier is on the chain no more, or came
 * to nothing there: somebody else may carry it out. It is looked for by every hash that was named for it,
 * and by what it does; until it is found it is waited for.
 */
export async function followCarrier(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  attempt: Attempt,
  lost: string,
): Promise<Next | undefined> {
  const { attemptId } = attempt
  const reader = await engine.evm(attempt.action.chainId)
  const look = lookBy(engine, reader, order, attempt)
  const named = await firstDone(hashesOf(attempt), lost, look)
  const hash = named.hash ?? (await searchCarrier(engine, order, step, attempt, lost))
  if (hash !== undefined) {
    const at = engine.now()
    await commit(engine, order.id, { type: 'replaced', at, attemptId, hash })
    return { dueAt: at, tries: 0 }
  }
  const what = named.hasFailed ? 'failed' : (await look(lost)).what
  if (what !== 'failed' && what !== 'other') return undefined
  const at = engine.now()
  const check = { at, what: 'hash', hash: lost, state: what } as const
  await commit(engine, order.id, { type: 'doubted', at, attemptId, check, hash: lost })
  return undefined
}

/**
 * The transaction that did what was asked, where an event tells of it, whoever carried it out and though its
 * wallet named none; `except`: one that is passed over. An account may get its code with the very ask, and have
 * it no more by now. Of coins, of which no event tells, the person does.
 */
export async function findCarried(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  except?: string,
): Promise<string | undefined> {
  const step = stepBehind(order, attempt)
  if (!step || !isTold(order, attempt)) return undefined
  return searchCarrier(engine, order, step, attempt, except)
}

type Look = (hash: string) => Promise<Deed>

function lookBy(
  engine: Engine,
  reader: Pick<EvmReader, 'transaction'>,
  order: SwapOrder,
  attempt: Attempt,
): Look {
  return async (hash) => readDeed(engine, order, attempt, hash, await reader.transaction(hash))
}

/**
 * The transaction of the first of these hashes under which it was done, but for `except`; `hasFailed`: one of
 * them names what came to nothing there.
 */
async function firstDone(
  hashes: readonly string[],
  except: string | undefined,
  look: Look,
): Promise<{ hash?: string; hasFailed: boolean }> {
  let hasFailed = false
  for (const hash of hashes) {
    if (hash === except) continue
    const deed = await look(hash)
    if (deed.what === 'done' && deed.hash !== except) return { hash: deed.hash, hasFailed }
    hasFailed ||= deed.what === 'failed' && deed.hash === except
  }
  return { hasFailed }
}

/**
 * Looks for it through the chain since the ask, a part in each look, the oldest first. How far nodes looked is
 * kept where more than one did: one alone may hide it.
 */
async function searchCarrier(
  engine: Engine,
  order: SwapOrder,
  { facts }: Step,
  attempt: Attempt,
  except: string | undefined,
): Promise<string | undefined> {
  const { attemptId, evidence, action } = attempt
  const { chainId } = action
  const asked = BigInt(evidence.blockNumber ?? 0)
  const ask = { orderId: order.id, attemptId }
  const { sought = {} } = (await getLooks(engine.db, attemptId)) ?? {}
  const from = greater(sought[carriers] ?? asked, asked) + 1n
  const filters = eventsOf(order.accepted.author, facts.token.address)
  const sights: Sight[] = []
  const failures: unknown[] = []
  const isReset = facts.kind === 'reset'
  const look = async (reader: EvmChain) => {
    // How many of them that takes, the node's windows say.
    const logs: EvmReader['logs'] = (...filter) => {
      engine.nodeBudget.spend(lookName(order.id), 1)
      return reader.logs(...filter)
    }
    try {
      const node = { logs, blockNumber: () => reader.blockNumber() }
      sights.push({ reader, ...(await readMoves(node, filters, from, isReset)) })
    } catch (error) {
      failures.push(error)
      engine.report(error, 'look for carrier')
    }
  }
  await look(await engine.evm(chainId))
  const chains = await engine.readers()
  const [one] = sights
  const now = BigInt(engine.now())
  const alone = now - (sought[together] ?? BigInt(evidence.askedAt))
  // A clock that was set back says nothing.
  const isLong = alone < 0n || alone > aloneFor
  const isMore = isLong || (one?.moves.length ?? 0) > mostCarriers
  const others = isMore && engine.nodeBudget.take(order.id, lookCost) === 0
  for (const { reader } of others ? chains.operators(chainId).slice(0, 2) : []) await look(reader)
  if (others) await keepSought(engine.db, ask, together, now)
  if (sights.length === 0) throw failures[0]
  const found = await firstCarrier(engine, order, attempt, sights, except)
  if (found.hash !== undefined) return found.hash
  if (found.until !== undefined) await keepSought(engine.db, ask, carriers, found.until)
  return undefined
}

/** What one node shows of what the account did, and up to which block. */
type Sight = { reader: EvmChain; moves: { hash: string; block: bigint }[]; until: bigint }

async function readMoves(
  reader: Pick<EvmReader, 'logs' | 'blockNumber'>,
  filters: readonly Pick<LogFilter, 'address' | 'topics'>[],
  from: bigint,
  isReset: boolean,
): Promise<Omit<Sight, 'reader'>> {
  const window = { from, to: await reader.blockNumber() }
  const parts = await Promise.all(
    filters.map((each) =>
      readLogs(reader, { ...each, ...window }, mostWindows, undefined, mostRefused),
    ),
  )
  const logs = parts.flatMap((each) => each.logs).filter((log) => isMove(log, isReset))
  return {
    moves: logs.map(({ transactionHash: hash, blockNumber: block }) => ({ hash, block })),
    until: parts.map((each) => each.until).reduce(lower),
  }
}

/**
 * The first of what nodes show by which it was done; `until`: up to this block all of it is something else, and
 * stays so. Each is held against the ask by who shows it, and others are asked about what is it alone.
 */
async function firstCarrier(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  sights: readonly Sight[],
  except: string | undefined,
): Promise<{ hash?: string; until?: bigint }> {
  const seenBy = byTwo(sights.map((each) => each.until))
  let until = seenBy === undefined ? undefined : seenBy - settling
  const hold = (block: bigint) => {
    if (until !== undefined) until = lower(until, block - 1n)
  }
  const all = new Map(
    sights.flatMap(({ moves }) => moves.map(({ hash, block }) => [hash, block] as const)),
  )
  all.delete(except ?? '')
  const oldest = [...all].sort(([, one], [, other]) => Number(one - other))
  // A block is looked through as a whole: the next look begins with another one.
  const last = oldest[mostCarriers - 1]?.[1]
  for (const [hash, block] of oldest) {
    if (last !== undefined && block > last) {
      hold(block)
      break
    }
    const { reader, isOpen } = await whoShows(order, attempt, sights, hash)
    const deed = reader && (await lookBy(engine, reader, order, attempt)(hash))
    if (deed?.what === 'done' && deed.hash !== except) return { hash: deed.hash }
    // What nodes do not show yet is looked at again.
    if (isOpen || deed?.what === 'open') hold(block)
  }
  return until === undefined ? {} : { until }
}

/**
 * The first node by which a transaction did what was asked, of those that name it; `isOpen`: one of them does not
 * show it yet.
 */
async function whoShows(
  order: SwapOrder,
  attempt: Attempt,
  sights: readonly Sight[],
  hash: string,
): Promise<{ reader?: EvmChain; isOpen: boolean }> {
  let isOpen = false
  for (const { reader, moves } of sights) {
    if (moves.every((each) => each.hash !== hash)) continue
    const what = await showsDeed(reader, order, attempt, hash)
    if (what === 'done') return { reader, isOpen }
    isOpen ||= what === 'open'
  }
  return { isOpen }
}

/** The events by which it is known what was carried out for an account: of the token, or by who carries. */
function eventsOf(author: string, token: string): Pick<LogFilter, 'address' | 'topics'>[] {
  const self = wordOf(author)
  if (!isNativeAddress(token)) {
    return [{ address: token, topics: [[TRANSFER, APPROVAL, WITHDRAWAL], self] }]
  }
  return [
    { address: ENTRY_POINTS, topics: [USER_OPERATION, null, self] },
    { address: author, topics: [SAFE_EXECUTIONS] },
  ]
}

/** Anybody may have a token say that it moved nothing of an account; to allow nothing is what a reset is for. */
function isMove(
  { topics: [event], data }: Pick<EvmLog, 'topics' | 'data'>,
  isReset: boolean,
): boolean {
  return !isZero(data) || (event === APPROVAL ? isReset : event !== TRANSFER)
}
