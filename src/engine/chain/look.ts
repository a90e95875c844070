import { findByNonce, findMove } from '@/src/chains/nonce-block'
import { sameAddress } from '@/src/domain/address/address'
import { AppError } from '@/src/domain/error'
import type { TxHash } from '@/src/domain/names'
import { takenOf, takerOf } from '@/src/domain/order/guard'
import { isOpenMove, type NonceLooks, withFound, withLook } from '@/src/domain/order/nonce-looks'
import type { AskEvidence, Attempt, StepAction, SwapOrder } from '@/src/domain/order/order'
import { codedOf, hashesOf } from '@/src/domain/order/order-parts'
import type { Findings } from '@/src/domain/order/reconcile'
import { isPlainPayment } from '@/src/domain/policy/policy-abi'
import {
  type FoundTransaction,
  isAltered,
  verifyEvmTransaction,
} from '@/src/domain/policy/verify-evm'
import { encodeBase64 } from '@/src/lib/bytes'
import { getLooks, keepLooks } from '@/src/store/looks'
import type { Engine, EvmChain } from '../engine'
import { isTold, readDeed } from './deed'
import { findCarried } from './follow-carrier'
import { isFree, isProvedElsewhere } from './is-free'
import { compareSigned } from './solana-chain'
import { findLanded, isPayment } from './solana-landed'

/** What the chain and the service know of an ask; what did not answer is absent. */
export type Sighting = Pick<
  Findings,
  'match' | 'evm' | 'solana' | 'service' | 'allowanceUntouched'
> & {
  /** So many transactions of the account were looked through; absent where they could not be. */
  through?: number
}

/** The service's clock and ours may differ by this much, ms. */
const clockSkew = 120_000
/** Intents and deposits of the service that one look goes after, those of the order's own route first. */
const mostNamed = 3
/** Transactions of the account that are looked at, from the nonce at the ask on. */
export const nonceWindow = 12

type TransactionAction = Extract<StepAction, { kind: 'transaction' }>

/**
 * Looks at the service and the chain for what an ask may have led to. A source that does not answer
 * is left out: silence of a source is never taken for "nothing happened".
 */
export async function findSent(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
): Promise<Sighting> {
  const { evidence, action } = attempt
  const service = await quietly(engine, 'look at service', () =>
    askService(engine, order, evidence),
  )
  const seen: Sighting = service ? { service: { isNew: service.hashes.length > 0 } } : {}
  if (action.kind === 'solanaSign') {
    const solana = await quietly(engine, 'look at solana', () => askSolana(engine, attempt))
    if (solana?.valid !== undefined) seen.solana = { blockhashValid: solana.valid }
    const landed = solana?.landed ?? (await landedUnseen(engine, order, attempt))
    if (landed !== undefined) seen.match = { hash: landed, by: 'chain' }
    // Only the service broadcasts, by quote and route: a like amount is another order's deposit.
    if (service) seen.service = { isNew: service.ofRoute.length > 0 }
    const [hash] = service?.ofRoute ?? []
    if (hash === undefined || !attempt.deposit) return seen
    // It could name any transaction that landed: ours is what was asked for.
    const isOurs = await isSigned(engine, order, action, hash)
    if (isOurs) seen.match ??= { hash, by: 'service' }
    else if (isOurs === false) seen.service = { isNew: false, isOther: true }
    return seen
  }
  const chain = await quietly(engine, 'look at chain', async () => {
    const reader = await engine.evm(action.chainId)
    const look = { reader, order, attempt, action, evidence }
    const hashes = await withoutOlder(look, service?.hashes ?? [])
    const sighting = await askChain(engine, look, hashes)
    return service ? { ...sighting, service: { isNew: hashes.length > 0 } } : sighting
  })
  return { ...seen, ...chain }
}

/** Whether a transaction is what was asked for, as the wallet signed it; undefined while no node has it. */
async function isSigned(
  engine: Engine,
  order: SwapOrder,
  action: Extract<StepAction, { kind: 'solanaSign' }>,
  hash: TxHash,
): Promise<boolean | undefined> {
  const reader = (await engine.readers()).solana(action.chainId)
  const found = await quietly(engine, 'look at solana', () => reader.transaction(hash))
  if (!found) return undefined
  const bytes = encodeBase64(found.bytes)
  const same = await compareSigned(action.transaction, bytes, order.accepted.author)
  return same.ok && same.signature === hash
}

/**
 * Deposits that may be the ask's. A nonce of the account below the ask's was used before it; what another
 * account sent is somebody else's payment, unless others may send for the account, as they may for code.
 */
async function withoutOlder(
  { reader, order, evidence }: Look,
  hashes: string[],
): Promise<Candidate[]> {
  const { author } = order.accepted
  const read = hashes.map(async (hash) => ({ hash, found: await reader.transaction(hash) }))
  const candidates = await Promise.all(read)
  const isForeign = ({ found }: Candidate) => found !== null && !sameAddress(found.from, author)
  const isPlain = candidates.some(isForeign) && (await reader.code(author)) === '0x'
  return candidates.filter((each) => {
    if (isForeign(each)) return !isPlain
    return each.found === null || each.found.nonce >= (evidence.nonce ?? 0)
  })
}

/** A hash, and the transaction of it as the node that is read has it. */
type Candidate = { hash: TxHash; found: FoundTransaction | null }

/** What a look gives; one that fails is reported, and gives nothing. */
export async function quietly<T>(
  engine: Engine,
  where: string,
  look: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    engine.report(error, where)
    return undefined
  }
}

/** Deposits of this very route, and whether anything of the account is newer than the ask. */
async function askService(engine: Engine, order: SwapOrder, evidence: AskEvidence) {
  const { author, from, to, quoteId, routeId } = order.accepted
  const client = await engine.serviceOf(order)
  const [intents, orders] = await Promise.all([
    client.intents.byAuthor(author, { fromChainId: from.chainId }),
    client.orders.list(author, { limit: 20 }),
  ])
  const since = evidence.askedAt - clockSkew
  const isNew = (time: string | undefined) => time !== undefined && Date.parse(time) >= since
  const sameRoute = orders.data.filter(
    (each) => each.quoteId === quoteId && each.routeId === routeId,
  )
  const fresh = intents.data.filter(
    (each) =>
      isNew(each.createdAt) && each.toChainId === to.chainId && each.srcAmount === from.amount,
  )
  const ofRoute = new Set(sameRoute.flatMap((each) => each.depositTxHash ?? []))
  const hashes = new Set(ofRoute)
  for (const each of fresh.slice(0, mostNamed)) {
    const whole = await client.intents.get(each.intentId)
    for (const deposit of whole.deposits ?? []) hashes.add(deposit.txHash)
  }
  const candidates: string[] = []
  for (const hash of hashes) {
    if (candidates.length === mostNamed) break
    if (await isFree(engine, order.id, hash)) candidates.push(hash)
  }
  return {
    hashes: candidates,
    ofRoute: candidates.filter((hash) => ofRoute.has(hash)),
  }
}

/** Whether what was asked can still land, and which of the ask's own signatures has. */
async function askSolana(
  engine: Engine,
  attempt: Attempt,
): Promise<{ valid?: boolean; landed?: string }> {
  const solana = await engine.solana()
  const { blockhash } = attempt.evidence
  const valid = blockhash === undefined ? {} : { valid: await solana.isBlockhashValid(blockhash) }
  // Asked after the block hash: a transaction cannot land between the two unseen.
  for (const landed of hashesOf(attempt)) {
    const status = await solana.signatureStatus(landed)
    if (status?.confirmed && !status.failed) return { ...valid, landed }
  }
  return valid
}

/** A payment that somebody else handed in; one node that shows it is enough to go on and look. */
async function landedUnseen(engine: Engine, order: SwapOrder, attempt: Attempt) {
  if (!isPayment(order, attempt)) return undefined
  const operators = (await engine.readers()).solanaOperators(attempt.action.chainId)
  for (const { reader } of operators.slice(0, 2)) {
    const look = () => findLanded(engine, reader, order, attempt)
    const landed = await quietly(engine, 'look at solana', look)
    if (landed) return landed.hash
  }
  return undefined
}

type Look = {
  reader: EvmChain
  order: SwapOrder
  attempt: Attempt
  action: TransactionAction
  evidence: AskEvidence
}

async function askChain(engine: Engine, look: Look, candidates: Candidate[]): Promise<Sighting> {
  const { reader, order, evidence } = look
  const { author } = order.accepted
  const seen: Sighting = {}
  for (const each of candidates) {
    const hash = await matchOf(engine, look, each)
    if (hash !== undefined) seen.match = { hash, by: 'service' }
  }
  for (const each of hashesOf(look.attempt)) {
    const known = candidates.find(({ hash }) => hash === each)
    const named = known ?? { hash: each, found: await reader.transaction(each) }
    const hash = await matchOf(engine, look, named)
    if (hash !== undefined) seen.match = { hash, by: 'chain' }
  }
  if (!seen.match) {
    // Its page may have called it rejected, or told another hash: it is known by what was done.
    const carried = await quietly(engine, 'look at account', () =>
      findCarried(engine, order, look.attempt),
    )
    if (carried !== undefined) seen.match = { hash: carried, by: 'chain' }
  }
  if (evidence.nonce === undefined) return seen
  const [latest, pending] = await Promise.all([
    reader.nonce(author, 'latest'),
    reader.nonce(author, 'pending'),
  ])
  // A node that is behind the ask knows nothing of what came after it.
  if (!seen.match && latest < evidence.nonce) throw new AppError('chain/bad-answer')
  // What cannot be looked through is not accounted for: nodes forget what is old.
  const mined = await quietly(engine, 'look through chain', () => findSince(engine, look, latest))
  const { hash, accounted } = mined ?? { accounted: false }
  seen.evm = {
    nonceAtAsk: evidence.nonce,
    latest,
    pending: Math.max(latest, pending),
    accounted,
  }
  if (mined) seen.through = latest
  if (!seen.match && hash !== undefined) seen.match = { hash, by: 'chain' }
  const untouched = await quietly(engine, 'look at allowance', () => readAllowance(look))
  return untouched === undefined ? seen : { ...seen, allowanceUntouched: untouched }
}

/**
 * As `findMined`, between the looks that were kept: a transaction that was found once is one block to read from then
 * on, and no search.
 */
export async function findSince(
  engine: Engine,
  look: Pick<Look, 'reader' | 'order' | 'attempt' | 'action' | 'evidence'>,
  latest: number,
  except?: string,
): ReturnType<typeof findMined> {
  const looks = await quietly(engine, 'look at account', () => lookOn(engine, look))
  try {
    return await findMined(engine, { ...look, looks }, latest, except)
  } finally {
    const ask = { orderId: look.order.id, attemptId: look.attempt.attemptId }
    if (looks && looks.moves.length > 0) {
      await quietly(engine, 'look at account', () => keepLooks(engine.db, ask, looks))
    }
  }
}

/**
 * Notes how many transactions the account has sent by now, and searches a part of what lies between two
 * such looks: by the time that somebody asks, nodes may have forgotten the state of that time.
 */
export async function lookOn(
  engine: Engine,
  { reader, order, attempt: { attemptId, evidence } }: Pick<Look, 'reader' | 'order' | 'attempt'>,
): Promise<NonceLooks> {
  const known = (await getLooks(engine.db, attemptId))?.looks
  const { author: address } = order.accepted
  const block = await reader.blockNumber()
  const nonce = await reader.nonce(address, block)
  // Nothing of the ask is in the block that was read before it, if one was.
  const last = { block: BigInt(evidence.blockNumber ?? block), nonce: evidence.nonce ?? nonce }
  const looks = withLook(known ?? { last, moves: [] }, { block, nonce })
  // What was found for another request of the order stands where it stood.
  const others = order.attempts.filter((each) => each.attemptId !== attemptId)
  const rows = await Promise.all(others.map((each) => getLooks(engine.db, each.attemptId)))
  looks.moves = withFound(
    looks.moves,
    rows.flatMap((row) => row?.looks?.moves ?? []),
  )
  const open = looks.moves.find(isOpenMove)
  if (open) Object.assign(open, (await findMove(reader, { address, move: open })).move)
  await keepLooks(engine.db, { orderId: order.id, attemptId }, looks)
  return looks
}

/**
 * The transaction of a hash where it carries the very payload that was asked, or, for an account with code,
 * did what was asked.
 */
async function matchOf(
  engine: Engine,
  { order, attempt, action, evidence }: Look,
  { hash, found }: Candidate,
): Promise<string | undefined> {
  const isSame = found !== null && verifyEvmTransaction(action, found).verdict === 'equal'
  if (isSame) return found.nonce >= (evidence.nonce ?? 0) ? hash : undefined
  // What others did for the account is found by its event, where one tells of it.
  const isCoded = codedOf(order, attempt) !== undefined
  if (isTold(order, attempt) && (found === null || !isCoded)) return undefined
  const deed = await quietly(engine, 'look at account', () =>
    readDeed(engine, order, attempt, hash, found),
  )
  return deed?.what === 'done' ? deed.hash : undefined
}

/**
 * Looks through the account's transactions since the ask for the payload that was asked. `accounted`
 * says that each of them was seen and is something else, by proof where it carries the same; the one of the
 * hash `except` is passed over, and so is what is known to have reverted. Where in `looks` it was found is noted there.
 */
export async function findMined(
  engine: Engine,
  look: Pick<Look, 'reader' | 'order' | 'action' | 'evidence'> & {
    looks?: NonceLooks | undefined
    signal?: AbortSignal
  },
  latest: number,
  except?: string,
): Promise<{ hash?: TxHash; accounted: boolean }> {
  const { reader, order, action, evidence, looks, signal } = look
  const { author: address } = order.accepted
  const first = evidence.nonce ?? latest
  const from = BigInt(evidence.blockNumber ?? 0)
  const reverted = order.attempts.flatMap((each) =>
    each.end?.what === 'reverted' ? hashesOf(each) : [],
  )
  let accounted = latest <= first + nonceWindow
  for (let nonce = first; nonce < Math.min(latest, first + nonceWindow); nonce += 1) {
    const found = await findUsed(reader, { address, nonce, from, looks }, signal)
    if (!found) accounted = false
    else if (found.hash === except || reverted.includes(found.hash)) continue
    else if (verifyEvmTransaction(action, found).verdict === 'equal') {
      // What it carries tells it from every other order's, but for payments that are alike.
      const named = !isPlainPayment(action.tx.data)
      const isOurs = await isFree(engine, order.id, found.hash, { named })
      if (isOurs) return { hash: found.hash, accounted }
      if (!(await isProvedElsewhere(engine, order.id, found.hash))) accounted = false
    } else if (isAltered(action, found) && (await isFree(engine, order.id, found.hash))) {
      accounted = false
    }
  }
  return { accounted }
}

/**
 * The account's transaction that used a nonce, searched between the looks that were kept, else from a block before it
 * (`from`); undefined where the node cannot tell. Where it was found is noted in `looks`.
 */
export async function findUsed(
  reader: Pick<EvmChain, 'nonce' | 'blockNumber' | 'block' | 'blockTransactions'>,
  {
    looks,
    ...by
  }: { address: string; nonce: number; from: bigint; looks?: NonceLooks | undefined },
  signal?: AbortSignal,
): Promise<FoundTransaction | undefined> {
  const { address, nonce } = by
  const move = looks?.moves.find((each) => each.nonce === nonce)
  const near = move && (await findMove(reader, { address, move }, signal).catch(unsaid))
  if (looks && near) looks.moves = looks.moves.map((each) => (each === move ? near.move : each))
  return near?.found ?? (await findByNonce(reader, by, signal).catch(unsaid)) ?? undefined
}

/** This node could not search there: what it does not tell of one is not accounted for, and the others are read. */
function unsaid(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

/** An ERC-20 deposit takes its allowance with it: one that stands whole was not used. */
async function readAllowance({ reader, order, attempt }: Look): Promise<boolean | undefined> {
  const { author } = order.accepted
  const taker = takerOf(order)
  if (!attempt.deposit || taker === undefined) return undefined
  const { address, amount } = takenOf(order)
  const left = await reader.allowance(address, author, taker)
  return left >= BigInt(amount)
}
