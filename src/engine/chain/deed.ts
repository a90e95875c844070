import type { EvmReader } from '@/src/chains/evm-reader'
import { findCarrier } from '@/src/chains/find-carrier'
import { isNativeAddress, sameAddress } from '@/src/domain/address/address'
import type { TxHash } from '@/src/domain/names'
import type { Attempt, EvmTransaction, SwapOrder } from '@/src/domain/order/order'
import { hashesOf, stepBehind } from '@/src/domain/order/order-parts'
import { executionOf, judgeCarrier } from '@/src/domain/policy/effects-carried'
import { type FoundTransaction, isToSelf } from '@/src/domain/policy/verify-evm'
import { getLooks, keepSought } from '@/src/store/looks'
import type { Engine } from '../engine'
import { isFree } from './is-free'
import { agree } from './proof'

/** What an account with code did by what a hash names: `hash` is the transaction that carried it. */
export type Deed =
  | { what: 'done' | 'failed' | 'other'; hash: TxHash }
  /** It paid, but by another request than the one that was asked. */
  | { what: 'altered'; hash: TxHash; transaction: FoundTransaction }
  /** Nothing of it is in a block yet, or nobody tells of it. */
  | { what: 'open' }
  /** The account's own, or of coins while it has no code: it is told by its payload. */
  | { what: 'plain' }

/** A deed, and the hashes of user operations and Safe transactions of the account that its carrier names. */
type Sight = Deed & { ids?: string[] }

/** Blocks that a reorganisation may change after they were looked through. */
export const settling = 64n

/** What two operators are asked in one look through the logs: each for its newest block, and twice for logs. */
export const lookCost = 6

/**
 * What became of a hash that was named for an ask, where the account has code: a transaction's, a user
 * operation's or a Safe transaction's. It is judged by what the transaction did, which independent operators
 * must show; where they do not agree, or none answers, it is `open`. `found`: the transaction of that hash,
 * where a node has one; what the account itself sent is held against the payload instead, but for what it sent
 * to itself, as EIP-7702 allows. What leaves an event is judged by it, whatever code the account has by now.
 */
export async function readDeed(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  hash: TxHash,
  found: FoundTransaction | null | undefined,
): Promise<Deed> {
  const { action } = attempt
  const { author } = order.accepted
  if (action.kind !== 'transaction' || (found && isOrdinary(found, author))) {
    return { what: 'plain' }
  }
  // Of what is in no block yet no event tells.
  const isJudged = found?.blockNumber !== undefined && isTold(order, attempt)
  if (!isJudged && !(await mayHaveCode(engine, order, attempt))) return { what: 'plain' }
  const carrier = found ? hash : await carrierOf(engine, order, attempt, hash)
  if (carrier === undefined) return { what: 'open' }
  if (!(await isFree(engine, order.id, carrier))) return { what: 'other', hash: carrier }
  const chains = await engine.readers()
  const proof = await agree<EvmReader, Sight>({
    operators: chains.operators(action.chainId),
    rhythm: chains.rhythm(action.chainId),
    now: engine.now(),
    read: (reader, _head, signal) =>
      readAt(reader, order, { attempt, tx: action.tx, hash, carrier }, signal),
  })
  if (proof.kind !== 'proved' && proof.kind !== 'seenByOne') return { what: 'open' }
  const { ids = [], ...deed } = proof.value
  if (deed.what === 'done' && (await isOfAnother(engine, order, attempt, ids))) {
    return { what: 'other', hash: carrier }
  }
  // That it was done only costs waiting, and may come from one; that it was not invites a second payment.
  return proof.kind === 'proved' || deed.what === 'done' ? deed : { what: 'open' }
}

/**
 * Whether what a carrier names was named for another order: two that ask for the same are told apart by it.
 */
async function isOfAnother(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  ids: readonly string[],
): Promise<boolean> {
  const own = hashesOf(attempt).map((each) => each.toLowerCase())
  if (ids.some((id) => own.includes(id))) return false
  for (const id of ids) if (!(await isFree(engine, order.id, id))) return true
  return false
}

/** What one node shows that a transaction did: others are asked about one that did what was asked alone. */
export async function showsDeed(
  reader: Reader,
  order: SwapOrder,
  attempt: Attempt,
  carrier: TxHash,
): Promise<Deed['what']> {
  const { action } = attempt
  if (action.kind !== 'transaction') return 'plain'
  const sought = { attempt, tx: action.tx, hash: carrier, carrier }
  return (await readAt(reader, order, sought)).what
}

type Sought = { attempt: Attempt; tx: EvmTransaction; hash: TxHash; carrier: string }

/** Whether the account has code: where there was none before the review, or nobody could tell, there may be by now. */
async function mayHaveCode(
  engine: Engine,
  { coded, accepted }: SwapOrder,
  { evidence, action }: Attempt,
): Promise<boolean> {
  if (coded !== undefined || evidence.coded !== undefined) return true
  return (await (await engine.evm(action.chainId)).code(accepted.author)) !== '0x'
}

/** Whether an event tells what a step does: it moves or allows a token. */
export function isTold(order: SwapOrder, attempt: Attempt): boolean {
  const facts = stepBehind(order, attempt)?.facts
  return facts !== undefined && !isNativeAddress(facts.token.address)
}

/** Whether an account sent this by itself, to others: it is held against the payload, whoever else may act for it. */
function isOrdinary(sent: Pick<FoundTransaction, 'from' | 'to'>, account: string): boolean {
  return sameAddress(sent.from, account) && !isToSelf(sent)
}

type Reader = Pick<EvmReader, 'receipt' | 'code' | 'transaction'>

/** The block up to which two nodes looked, as one alone may hide what there is; and none that stands still holds it up. */
export function byTwo(untils: readonly bigint[]): bigint | undefined {
  return [...untils].sort((one, other) => (one > other ? -1 : 1))[1]
}

/** What one node shows. */
async function readAt(
  reader: Reader,
  order: SwapOrder,
  { attempt, tx, hash: named, carrier }: Sought,
  signal?: AbortSignal,
): Promise<Sight> {
  const { author: account } = order.accepted
  const facts = stepBehind(order, attempt)?.facts
  const [receipt, transaction] = await Promise.all([
    reader.receipt(carrier, signal),
    reader.transaction(carrier, signal),
  ])
  if (!receipt || !transaction) return { what: 'open' }
  if (isOrdinary(transaction, account)) return { what: 'plain' }
  const isBare = !isTold(order, attempt) && (await reader.code(account, signal)) === '0x'
  if (isBare) return { what: 'plain' }
  if (facts === undefined) return { what: 'other', hash: carrier }
  const ask = { account, facts, tx, named, after: BigInt(attempt.evidence.blockNumber ?? 0) }
  const what = judgeCarrier(ask, { ...transaction, ...receipt, hash: carrier })
  const ids = receipt.logs.flatMap((log) => executionOf(log, account)?.id ?? [])
  return { what, hash: carrier, ids, ...(what === 'altered' ? { transaction } : {}) } as Sight
}

/**
 * The transaction that carried what a hash names, by the word of any node. How far nodes looked through the
 * chain is kept, as a Safe may wait days for its signers.
 */
async function carrierOf(
  engine: Engine,
  order: SwapOrder,
  { action, attemptId, evidence }: Attempt,
  hash: TxHash,
): Promise<string | undefined> {
  const { author } = order.accepted
  const { chainId } = action
  const isInBudget = engine.nodeBudget.take(order.id, lookCost) === 0
  const operators = isInBudget ? (await engine.readers()).operators(chainId).slice(0, 2) : []
  const readers = [await engine.evm(chainId), ...operators.map(({ reader }) => reader)]
  const sought = (await getLooks(engine.db, attemptId))?.sought?.[hash]
  const after = sought === undefined ? BigInt(evidence.blockNumber ?? 0) : sought - settling
  const search = { hash, accounts: [author], whose: author, after }
  const untils: bigint[] = []
  for (const reader of readers) {
    try {
      const found = await findCarrier(reader, search)
      if (found.hash !== undefined) return found.hash
      untils.push(found.until)
    } catch (error) {
      engine.report(error, 'look for carrier')
    }
  }
  const until = byTwo(untils)
  const ask = { orderId: order.id, attemptId }
  if (until !== undefined) await keepSought(engine.db, ask, hash, until)
  return undefined
}
