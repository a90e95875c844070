import type { EvmReader } from '@/src/chains/evm-reader'
import { sameAddress } from '@/src/domain/address/address'
import type { TxHash } from '@/src/domain/names'
import type { Attempt, StepState, SwapOrder } from '@/src/domain/order/order'
import {
  codedOf,
  hashOf,
  isShallow,
  minedPlaceOf,
  stepBehind,
} from '@/src/domain/order/order-parts'
import { verifyEvmTransaction } from '@/src/domain/policy/verify-evm'
import { backOff } from '@/src/lib/back-off'
import { readDeed } from '../chain/deed'
import { strayName } from '../chain/follow-carrier'
import { agree, bornOut } from '../chain/proof'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { bury } from './bury'
import { forgetLoss } from './forget-loss'
import { lookLast } from './look-last'
import { isCredible } from './verify-transaction'
import type { AttemptWork } from './work'

const firstLook = 2_000
const longestPause = 120_000
/** What an account with code did, and what nothing tells from the followed one yet, is looked at less often, ms. */
const codedPause = 480_000
const restPause = 3_600_000
/** The first polls are not throttled; each later one counts for eight minutes, or for an hour. */
const freeLooks = 6
const strayCost = 16
const restCost = 120
/** A hash that was not mined this long after the order's deadline is let go, ms; of an account with code, this long. */
const patience = 600_000
const codedPatience = 7 * 86_400_000

/**
 * Follows a hash that was named beside the one that is followed. Mined, it is taken up where nothing
 * else is followed, and raises the alarm where something is.
 */
export async function watchStray(
  engine: Engine,
  { order, attempt, task, row }: AttemptWork<'watchStray'>,
): Promise<Next> {
  const { hash } = task
  const wait = strayWait(engine, order, attempt, row.tries)
  if (wait > 0) return { dueAt: engine.now() + wait }
  const became = await lookAt(engine, order, attempt, hash)
  const isUnseen = became === 'waiting' || became === 'other'
  // What it came to may be undone until it lies deep, however late that is, and whatever one node shows.
  const isOpen = isUnseen && isShallow(attempt) && !(await bury(engine, order))
  const over = async (): Promise<Next> => {
    const last = await lookLast(engine, order, attempt, { hash })
    if (last && 'dueAt' in last) return last
    if (last) {
      const isTold = await takeUp(engine, order, attempt, last.hash)
      return isTold ? 'done' : { dueAt: engine.now() + codedPause }
    }
    await forgetLoss(engine, order, row)
    return 'done'
  }
  if (became === 'other' && !isOpen) return over()
  const isCoded = codedOf(order, attempt) !== undefined
  const late = engine.now() - order.accepted.validBefore * 1_000
  if (isUnseen) {
    // A Safe may wait days for its signers.
    if (!isOpen && late > (isCoded ? codedPatience : patience)) return over()
  } else {
    const landed = became === 'ours' ? hash : became.carrier
    if (await takeUp(engine, order, attempt, landed)) return 'done'
  }
  const longest = isCoded || became !== 'waiting' ? codedPause : longestPause
  const pause = backOff(row.tries, firstLook, late > patience ? restPause : longest)
  return { dueAt: engine.now() + pause }
}

/**
 * How long a look beside what is followed waits, ms, where an account has code: after the first ones all those of an
 * order together are few.
 */
export function strayWait(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  tries: number,
): number {
  if (codedOf(order, attempt) === undefined || tries < freeLooks) return 0
  const step = stepBehind(order, attempt)
  // What is looked for still is looked for by what it does, whichever request it was.
  const isFollowed = step !== undefined && hashOf(step.state) !== undefined
  return engine.nodeBudget.take(strayName(order.id), isFollowed ? strayCost : restCost)
}

/**
 * Tells of a transaction of an ask that is on the chain: followed from now on, or an alarm. Gives false where it may
 * be what is followed itself, mined under another hash: it is looked at again once that is known.
 */
export async function takeUp(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  hash: TxHash,
): Promise<boolean> {
  const place = await placeBeside(engine, order, attempt, hash)
  if (place === 'unknown') return false
  const event = { at: engine.now(), attemptId: attempt.attemptId, hash }
  await commit(engine, order.id, { type: 'sent', by: 'chain', ...event })
  // Where another one is followed, that changed nothing.
  const apart = place === 'apart' ? { apart: true as const } : {}
  await commit(engine, order.id, { type: 'strayed', ...event, ...apart })
  return true
}

/**
 * How a transaction that is on the chain stands to what its step follows: `apart`, that has a nonce of its own;
 * `unknown`, that is not on the chain now, and nothing else tells the two apart.
 */
async function placeBeside(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  hash: TxHash,
): Promise<'apart' | 'known' | 'unknown'> {
  const step = stepBehind(order, attempt)
  const followed = step && hashOf(step.state)
  if (!step || followed === undefined || followed === hash) return 'known'
  const { state, action } = step
  // What was signed of another request is another payment.
  if (action.kind === 'solanaSign') return state.status === 'confirmed' ? 'known' : 'unknown'
  if (state.status === 'sent') return 'unknown'
  const nonce = nonceOf(state)
  const found = await (await engine.evm(action.chainId)).transaction(hash)
  const isOwn = found !== null && sameAddress(found.from, order.accepted.author)
  // No two of one nonce are ever on a chain.
  if (isOwn && found.nonce === nonce) return 'unknown'
  // A reorganisation may have taken it back, and another one may carry it since; its nonce may be used by now.
  const became = await becameOf(engine, order, followed, nonce)
  if (state.status === 'confirmed' && became === 'mined') return 'known'
  if (!isOwn || nonce === undefined) return 'unknown'
  // Of an account no later nonce is mined before an earlier one: who says so is behind.
  const isBehind = became === 'waits' && found.nonce > nonce
  return became === 'gone' || isBehind ? 'unknown' : 'apart'
}

/** The nonce of what is followed, where it is the account's own. */
const nonceOf = (state: StepState): number | undefined =>
  state.status === 'verified' ? state.nonce : minedPlaceOf(state)?.nonce

type Became = 'mined' | 'waits' | 'gone'

/**
 * What became of a transaction, by what operators say: `waits`, with a nonce that is unused. Where they differ, one that
 * hides what is mined hides nothing; where none of them answers, the node that is read says it.
 */
async function becameOf(
  engine: Engine,
  { accepted }: SwapOrder,
  hash: TxHash,
  nonce: number | undefined,
): Promise<Became> {
  const { chainId } = accepted.from
  const read = async (
    reader: Pick<EvmReader, 'receipt' | 'nonce'>,
    signal?: AbortSignal,
  ): Promise<Became> => {
    const receipt = await reader.receipt(hash, signal)
    if (receipt?.status === 'success') return 'mined'
    if (receipt || nonce === undefined) return 'gone'
    return (await reader.nonce(accepted.author, 'latest', signal)) > nonce ? 'gone' : 'waits'
  }
  const chains = await engine.readers()
  const proof = await bornOut(chains.operators(chainId), (operators) =>
    agree<EvmReader, Became>({
      operators,
      rhythm: chains.rhythm(chainId),
      now: engine.now(),
      read: (reader, _head, signal) => read(reader, signal),
    }),
  )
  if (proof.kind === 'unknown') return read(await engine.evm(chainId))
  if (proof.kind !== 'disagree') return proof.value
  return proof.words.some(({ value }) => value === 'mined') ? 'mined' : 'gone'
}

/** Whether a hash is on the chain, and what was asked. */
async function lookAt(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  hash: TxHash,
): Promise<'ours' | 'other' | 'waiting' | { carrier: string }> {
  const { action } = attempt
  if (action.kind === 'solanaSign') {
    // Its bytes were held against the ask before the hash was believed.
    const status = await (await engine.solana()).signatureStatus(hash)
    if (!status?.confirmed) return 'waiting'
    return status.failed ? 'other' : 'ours'
  }
  const reader = await engine.evm(action.chainId)
  const found = await reader.transaction(hash)
  const deed = await readDeed(engine, order, attempt, hash, found)
  if (deed.what === 'done') return { carrier: deed.hash }
  if (deed.what !== 'plain') return deed.what === 'open' ? 'waiting' : 'other'
  if (found?.blockNumber === undefined) return 'waiting'
  if (!(await isCredible(engine, order, attempt.evidence, found))) return 'other'
  const receipt = await reader.receipt(hash)
  const happened = receipt?.status === 'success'
  return happened && verifyEvmTransaction(action, found).verdict === 'equal' ? 'ours' : 'other'
}
