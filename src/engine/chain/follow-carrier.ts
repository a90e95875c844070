import type { LogFilter } from '@/src/chains/evm-reader'
import { readLogs } from '@/src/chains/read-logs'
import { isNativeAddress } from '@/src/domain/address/address'
import type { Attempt, Step, SwapOrder } from '@/src/domain/order/order'
import { hashesOf, stepBehind } from '@/src/domain/order/order-parts'
import { TRANSFER, wordOf } from '@/src/domain/policy/effect-logs'
import { ENTRY_POINTS, SAFE_EXECUTIONS, USER_OPERATION } from '@/src/domain/policy/effects-carried'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { type Deed, mayHaveCode, readDeed, showsDeed } from './deed'

/** Windows of blocks that are looked through in one search, and carriers that are held against the ask. */
const mostWindows = 8
const mostCarriers = 6

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
  const look = lookAt(engine, order, attempt)
  const all = [...hashesOf(attempt), ...(await carriersOf(engine, order, step, attempt, lost))]
  const { hash, hasFailed } = await firstDone(all, lost, look)
  if (hash !== undefined) {
    const at = engine.now()
    await commit(engine, order.id, { type: 'replaced', at, attemptId, hash })
    return { dueAt: at, tries: 0 }
  }
  const what = hasFailed ? 'failed' : (await look(lost)).what
  if (what !== 'failed' && what !== 'other') return undefined
  const at = engine.now()
  const check = { at, what: 'hash', hash: lost, state: what } as const
  await commit(engine, order.id, { type: 'doubted', at, attemptId, check, hash: lost })
  return undefined
}

/**
 * The transaction that did what was asked of an account with code, whoever carried it out and though its
 * wallet named none; `except`: one that is passed over. Of coins, of which no event tells, the person does.
 * An account may get its code with the very ask.
 */
export async function findCarried(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  except?: string,
): Promise<string | undefined> {
  const step = stepBehind(order, attempt)
  if (!step || isNativeAddress(step.facts.token.address)) return undefined
  if (!(await mayHaveCode(engine, order, attempt))) return undefined
  const carriers = await carriersOf(engine, order, step, attempt, except)
  return (await firstDone(carriers, except, lookAt(engine, order, attempt))).hash
}

type Look = (hash: string) => Promise<Deed>

function lookAt(engine: Engine, order: SwapOrder, attempt: Attempt): Look {
  return async (hash) => {
    const reader = await engine.evm(attempt.action.chainId)
    return readDeed(engine, order, attempt, hash, await reader.transaction(hash))
  }
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
 * Transactions since the ask that did for the account what was asked, by the word of one node, the newest
 * first; the one of the hash `except` is passed over.
 */
async function carriersOf(
  engine: Engine,
  order: SwapOrder,
  { facts }: Step,
  attempt: Attempt,
  except: string | undefined,
): Promise<string[]> {
  const { author } = order.accepted
  const { action, evidence } = attempt
  const { address } = facts.token
  const reader = await engine.evm(action.chainId)
  const from = BigInt(evidence.blockNumber ?? 0) + 1n
  const window = { from, to: await reader.blockNumber() }
  const self = wordOf(author)
  const filters: LogFilter[] = [
    { address: ENTRY_POINTS, topics: [USER_OPERATION, null, self], ...window },
    { address: author, topics: [SAFE_EXECUTIONS], ...window },
  ]
  if (!isNativeAddress(address)) filters.push({ address, topics: [TRANSFER, self], ...window })
  const found = await Promise.all(filters.map((each) => readLogs(reader, each, mostWindows)))
  const logs = found.flatMap((each) => each.logs)
  const newest = logs.sort((a, b) => Number(b.blockNumber - a.blockNumber))
  const carriers = [...new Set(newest.map((log) => log.transactionHash))].slice(0, mostCarriers)
  const shown: string[] = []
  for (const hash of carriers) {
    if (hash !== except && (await showsDeed(engine, order, attempt, hash))) shown.push(hash)
  }
  return shown
}
