import type { EvmReader } from '@/src/chains/evm-reader'
import { AppError } from '@/src/domain/error'
import type { TxHash } from '@/src/domain/names'
import type { NonceLooks } from '@/src/domain/order/nonce-looks'
import type { Attempt, StepAction, SwapOrder } from '@/src/domain/order/order'
import { codedOf, hashesOf } from '@/src/domain/order/order-parts'
import { verifyEvmTransaction } from '@/src/domain/policy/verify-evm'
import { backOff } from '@/src/lib/back-off'
import { getLooks, keepSought } from '@/src/store/looks'
import { lookName, strayName } from '../chain/follow-carrier'
import { findMined, nonceWindow } from '../chain/look'
import { settled } from '../chain/payments'
import { agree, bornOut, isOpposed } from '../chain/proof'
import type { Engine } from '../engine'
import { isCredible } from './verify-transaction'

/** Where too few operators say anything they are asked again, so often, within a day or so: after these pauses, ms. */
const mostLooks = 24
const firstPause = 120_000
const longestPause = 3_600_000
/** What two operators are asked, and for each transaction that the account sent since. */
const lookCost = 8
const moveCost = 4
/** The name under which it is kept how often too few of them said anything. */
const lastName = 'last'

/** By hash, or, where none is given, by all that was named for an ask and by what the account sent since. */
type Sought = { hash?: TxHash; except?: TxHash | undefined }
type Word = { hash?: TxHash }
type TransactionAction = Extract<StepAction, { kind: 'transaction' }>
type EvmAttempt = Attempt & { action: TransactionAction }

/**
 * Has independent operators say of a payment that is about to be looked for no more whether it is on the chain: the
 * node that is read may hide it. Gives its hash, or when to look again, or nothing where it is let go.
 */
export async function lookLast(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  sought: Sought = {},
): Promise<{ hash: TxHash } | { dueAt: number } | undefined> {
  const { action, attemptId } = attempt
  if (action.kind !== 'transaction') return undefined
  const word = await askOperators(engine, order, { ...attempt, action }, sought)
  if (word) return word.hash === undefined ? undefined : { hash: word.hash }
  const { looks, sought: kept } = (await getLooks(engine.db, attemptId)) ?? {}
  const name = sought.hash === undefined ? lastName : `${lastName} ${sought.hash}`
  const count = Number(kept?.[name] ?? 0n) + 1
  if (count >= mostLooks) return undefined
  await keepSought(engine.db, { orderId: order.id, attemptId }, name, BigInt(count))
  const counted = codedOf(order, attempt) === undefined ? lookName : strayName
  const cost = lookCost + moveCost * (looks?.moves.length ?? 0)
  const spent = engine.nodeBudget.spend(counted(order.id), cost)
  const pause = backOff(count - 1, firstPause, longestPause)
  return { dueAt: engine.now() + Math.max(pause, spent) }
}

/** What is on the chain by what operators say; undefined where too few say it. */
async function askOperators(
  engine: Engine,
  order: SwapOrder,
  attempt: EvmAttempt,
  sought: Sought,
): Promise<Word | undefined> {
  const chains = await engine.readers()
  const { chainId } = attempt.action
  const operators = chains.operators(chainId)
  // Of a chain that nobody else reads nothing is heard later either.
  if (operators.length === 0) return {}
  const looks = (await getLooks(engine.db, attempt.attemptId))?.looks
  const proof = await bornOut(operators, (asked) =>
    agree<EvmReader, Word>({
      operators: asked,
      rhythm: chains.rhythm(chainId),
      now: engine.now(),
      // Where one of them found something is nothing to the others.
      read: (reader, _head, signal) =>
        readAt(engine, { reader, order, attempt, sought, signal, looks: structuredClone(looks) }),
    }),
  )
  const word = settled(operators, proof)
  if (word || proof.kind !== 'seenByOne' || isOpposed(proof)) return word
  // That it landed may come from one, where no other one answers.
  return proof.value.hash === undefined ? undefined : proof.value
}

type Look = {
  reader: EvmReader
  order: SwapOrder
  attempt: EvmAttempt
  sought: Sought
  signal: AbortSignal
  looks: NonceLooks | undefined
}

/** What one node shows; undefined where it does not show all that the account sent. */
async function readAt(engine: Engine, look: Look): Promise<Word | undefined> {
  const { reader, order, attempt, sought, signal, looks } = look
  const { action, evidence } = attempt
  const { hash: named, except } = sought
  for (const hash of named === undefined ? hashesOf(attempt) : [named]) {
    if (hash !== except && (await isLanded(engine, look, hash))) return { hash }
  }
  if (named !== undefined) return {}
  const latest = await reader.nonce(order.accepted.author, 'latest', signal)
  const search = { reader, order, action, evidence, looks, signal }
  const { hash, accounted } = await findMined(engine, search, latest, except)
  if (hash !== undefined) return (await hasPaid(look, hash)) ? { hash } : {}
  // More of them than are ever looked through are no node's fault.
  const isMany = latest > (evidence.nonce ?? latest) + nonceWindow
  return accounted || isMany ? {} : undefined
}

/** Whether a hash that was named is on the chain, and what was asked. */
async function isLanded(engine: Engine, look: Look, hash: TxHash): Promise<boolean> {
  const { reader, order, attempt, signal } = look
  const found = await reader.transaction(hash, signal)
  if (found?.blockNumber === undefined) return false
  if (verifyEvmTransaction(attempt.action, found).verdict !== 'equal') return false
  return (await isCredible(engine, order, attempt.evidence, found)) && hasPaid(look, hash)
}

/** One that was mined in vain paid nothing. */
async function hasPaid({ reader, signal }: Look, hash: TxHash): Promise<boolean> {
  const receipt = await reader.receipt(hash, signal)
  if (!receipt) throw new AppError('chain/bad-answer')
  return receipt.status === 'success'
}
