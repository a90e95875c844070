import type { EvmReader, EvmReceipt } from '@/src/chains/evm-reader'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { AppError } from '@/src/domain/error'
import type { AttemptId, TxHash } from '@/src/domain/names'
import { isOpenMove, type NonceLooks } from '@/src/domain/order/nonce-looks'
import type { Attempt, Finding, SentTransaction, Step, SwapOrder } from '@/src/domain/order/order'
import {
  attemptOf,
  attemptOfStep,
  bytesOf,
  hashesOf,
  hashOf,
  isEnded,
  isMove,
  minedPlaceOf,
  takesBack,
} from '@/src/domain/order/order-parts'
import { cameToNothing } from '@/src/domain/policy/effects-carried'
import { classifyReplacement, type FoundTransaction } from '@/src/domain/policy/verify-evm'
import { backOff } from '@/src/lib/back-off'
import { tidy } from '@/src/lib/tidy'
import { getLooks, keepLooks } from '@/src/store/looks'
import { broadcastPayment } from '../chain/broadcast'
import { isFree } from '../chain/is-free'
import { judgeTaken } from '../chain/judge-mined'
import { findUsed, lookOn, quietly } from '../chain/look'
import { agree, bornOut } from '../chain/proof'
import { readFate, readPlace } from '../chain/proof-of-absence'
import type { Engine, EvmChain } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { raiseAltered, toSent } from './raise-altered'
import { hastenOlder } from './reconcile'
import type { AttemptWork } from './work'

/** A block takes from half a second to a dozen: 1 s, doubled, at most 12 s. */
const firstLook = 1_000
const longestPause = 12_000
/** One that is not mined after so many looks, and so long, may wait for hours for its fee, ms. */
const busyLooks = 24
const busyTime = 240_000
const waitingPause = 120_000
/** A result that a single node reports is polled this many times less often. */
const claimLooks = 7
/** After so many, better than an hour, the person decides of what one node alone says, or none proves. */
const unprovedLooks = 64
/** A mined deposit is looked at again: after 12 s, doubled, at most 10 minutes... */
const firstWatch = 12_000
const longestWatch = 600_000
/** ...and this many looks, the better part of an hour, bury it deeper than reorganisations go. */
const watches = 10
/** ...of which these, in its first minutes, hold what it took against what was accepted. */
const judgedAt: readonly number[] = [0, 2, 4]
/** One that a reorganisation took back is looked for so often like that, and then by the hour, ms... */
const busyWatches = 20
const restWatch = 3_600_000
/** ...and of an account with code so often in all: about a day, after which the person is asked. */
const lastWatch = 42
/** Nodes of one provider differ for a moment: a nonce that is gone is looked at twice. */
const settleTries = 2
/** Each so many looks at a node that shows nothing, others are asked too. */
const secondOpinion = 8
/** ...and each so many, it is noted as of which block the account had sent how many. */
const notedEach = 2

/** Waits until a transaction is mined, replaced or cancelled. */
export async function awaitReceipt(
  engine: Engine,
  { order, step, row }: AttemptWork<'awaitReceipt'>,
): Promise<Next> {
  if (!step) return 'done'
  const { status } = step.state
  const isMoved = status === 'confirmed' && isMove(step.facts)
  const longest = row.tries < busyWatches ? longestWatch : restWatch
  const isFirst = isBusy(engine, step, row.tries)
  const waiting = isFirst ? longestPause : waitingPause
  const [first, most] =
    status !== 'confirmed' ? [firstLook, waiting] : [isMoved ? firstLook : firstWatch, longest]
  const again = {
    dueAt: engine.now() + backOff(row.tries, first, most),
    // Extra polls while the screen is open do not shorten the later intervals.
    tries: (isFirst ? Math.min(row.tries, busyLooks) : row.tries) + 1,
  }
  if (step.action.kind === 'solanaSign') {
    const look = status === 'confirmed' ? watchLanded(engine, order, step, row.tries) : undefined
    return (await (look ?? awaitSignature(engine, order, step, row.tries))) ?? again
  }
  // What it gave is needed as soon as nothing follows.
  if (isMoved) return (await judgeLanded(engine, order, row.tries)) ?? again
  return (await awaitBlock(engine, order, step, row.tries)) ?? again
}

/** Whether it was just sent: whoever watches has its looks early, and none of them less often than others. */
function isBusy(engine: Engine, { state }: Step, tries: number): boolean {
  const age = 'sentAt' in state ? engine.now() - state.sentAt : busyTime
  return tries < busyLooks || Math.abs(age) < busyTime
}

async function awaitBlock(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  tries: number,
): Promise<Next | undefined> {
  const { state, action } = step
  const place = placeOf(order, step)
  if (!place || action.kind !== 'transaction') return 'done'
  const { attemptId, hash, nonce, blockNumber } = place
  const found = { hash, nonce, blockNumber }
  const reader = await engine.evm(action.chainId)
  const receipt = await reader.receipt(hash)
  const at = engine.now()
  const attempt = attemptOfStep(order, step)
  // Mined again, what others carried out for an account with code may come to nothing.
  const isCarried = nonce === undefined && attempt !== undefined
  if (receipt?.status === 'success' && !(isCarried && isVoid(order, step, attempt, receipt))) {
    if (state.status === 'confirmed') return watch(engine, order, step, found, tries)
    // That nothing may be taken any more is no one node's word.
    const borneOut = takesBack(order, step)
      ? await endBy(engine, order, step, found, 'mined')
      : 'unproved'
    if (borneOut !== 'unproved') return borneOut
    await commit(engine, order.id, { type: 'mined', at, attemptId, hash })
    return afterMined(order, step, at)
  }
  // Gone, or reverted by one node's word: nobody looks at an order that has ended for ever.
  if (state.status === 'confirmed' && isEnded(order.status) && tries >= watches) return 'done'
  if (nonce === undefined) {
    // Others carried it out for an account with code, and may do so by another transaction.
    if (tries < settleTries || !attempt) return undefined
    if (state.status === 'confirmed' && tries >= lastWatch) return giveUp(engine, order, step, hash)
    // In place of the look for another one now and then: nodes are asked for no more by it.
    const isHidden = !receipt && state.status !== 'confirmed'
    if (isHidden && tries % secondOpinion === 0) {
      return carriedBy(engine, order, step, attempt, hash)
    }
    const { followCarrier } = await import('../chain/follow-carrier')
    return followCarrier(engine, order, step, attempt, hash)
  }
  let told: Told | undefined = receipt ? 'failed' : undefined
  if (!receipt) {
    if (tries < settleTries) return undefined
    const { latest, looks } = await readNonce(engine, reader, { order, step, tries })
    let other: FoundTransaction | null | undefined = null
    // Where it is searched for between two looks, a part at a time, it is not known yet.
    const isSought = looks?.moves.some((each) => each.nonce === nonce && isOpenMove(each))
    if (latest > nonce) other = isSought ? undefined : await findOther(reader, order, found, looks)
    if (other && looks) await keepLooks(engine.db, { orderId: order.id, attemptId }, looks)
    if (other !== null) told = 'nowhere'
    if (other === null && tries % secondOpinion !== 0) return undefined
    // The same payload under another hash costs nothing but waiting: one node is enough.
    if (other && classifyReplacement(action, other) === 'same') {
      await commit(engine, order.id, { type: 'replaced', at, attemptId, hash: other.hash })
      return { dueAt: at, tries: 0 }
    }
  }
  const ended = await endBy(engine, order, step, found)
  if (told && ended === 'unproved' && tries >= unprovedLooks) {
    return askPerson(engine, order, attemptId, { what: 'hash', hash, state: told }, hash)
  }
  if (ended !== 'unproved' && ended !== undefined) return ended
  // Whoever showed it mined once, and does so no more, holds nothing up either.
  const isLost = ended === undefined && state.status === 'confirmed' && step.deposit
  if (isLost && tries >= lastWatch) return giveUp(engine, order, step, hash)
  return told && state.status !== 'confirmed' ? restOf(engine, order, step, tries) : undefined
}

/** What a node says alone, and goes on to say, is looked into less often: that costs more than waiting does. */
function restOf(engine: Engine, { id }: SwapOrder, step: Step, tries: number): Next | undefined {
  if (isBusy(engine, step, tries)) return undefined
  if (engine.nodeBudget.take(`${id} claim`, 2 * claimLooks) === 0) return undefined
  return { dueAt: engine.now() + claimLooks * waitingPause, tries: tries + claimLooks }
}

type Told = 'failed' | 'nowhere'

/** What came to nothing by a word that nobody else bears out is for the person to say. */
async function askPerson(
  engine: Engine,
  { id }: SwapOrder,
  attemptId: AttemptId,
  finding: Finding,
  hash: TxHash,
): Promise<Next> {
  const at = engine.now()
  const check = { at, ...finding }
  await commit(engine, id, { type: 'doubted', at, attemptId, check, hash })
  return 'done'
}

/**
 * Has the person say what becomes of a payment that a reorganisation took back and that nobody carried out
 * again, or that one node alone ever showed mined, once operators agree that none of them has it; what one still
 * shows is waited for.
 */
async function giveUp(
  engine: Engine,
  order: SwapOrder,
  { action, state }: Step,
  hash: TxHash,
): Promise<Next | undefined> {
  const proof = await readPlace(engine, action.chainId, hash)
  const attemptId = attemptOf(state)
  if (proof.kind !== 'proved' || proof.value === 'pending' || !attemptId) return undefined
  const at = engine.now()
  const check = { at, what: 'hash', hash, state: 'nowhere' } as const
  const event = { type: 'doubted', at, attemptId, check, hash } as const
  if (proof.value === 'nowhere') await commit(engine, order.id, event)
  return 'done'
}

/** Whether one node shows that what others carried out came to nothing. */
function isVoid(
  { accepted }: SwapOrder,
  { facts }: Step,
  attempt: Attempt,
  { logs }: Pick<EvmReceipt, 'logs'>,
): boolean {
  return cameToNothing({ account: accepted.author, facts }, hashesOf(attempt), logs)
}

/** Has operators show what others carried out for an account with code, where the node that is asked does not. */
async function carriedBy(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  attempt: Attempt,
  hash: TxHash,
): Promise<Next | undefined> {
  // What looks for another carrier may take all that the order may ask: it must not delay this for ever.
  if (engine.nodeBudget.take(`${order.id} carried`, 2) > 0) return undefined
  const { attemptId, action } = attempt
  const chains = await engine.readers()
  const proof = await bornOut(chains.operators(action.chainId), (operators) =>
    agree<EvmReader, boolean>({
      operators,
      rhythm: chains.rhythm(action.chainId),
      now: engine.now(),
      read: async (reader, _head, signal) => {
        const receipt = await reader.receipt(hash, signal)
        return receipt?.status === 'success' && !isVoid(order, step, attempt, receipt)
      },
    }),
  )
  if (proof.kind !== 'proved' || !proof.value) return undefined
  const at = engine.now()
  await commit(engine, order.id, { type: 'mined', at, attemptId, hash })
  return afterMined(order, step, at)
}

/** A deposit is watched for a while, as is what takes an allowance back; what a swap before it gave is read. */
function afterMined(order: SwapOrder, step: Step, at: number): Next {
  if (isMove(step.facts)) return { dueAt: at + firstLook, tries: 0 }
  return step.deposit || takesBack(order, step) ? { dueAt: at + firstWatch, tries: 0 } : 'done'
}

/** What a swap before the deposit gave is looked at until it is known: that it is taken back is not looked for. */
async function judgeLanded(
  engine: Engine,
  order: SwapOrder,
  tries: number,
): Promise<Next | undefined> {
  return (await judgeTaken(engine, order)) || tries >= watches ? 'done' : undefined
}

/**
 * A payment on Solana is one node's word until operators show what it took. Where they never do, they say whether it
 * landed; that it did not is for the person to see.
 */
async function watchLanded(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  tries: number,
): Promise<Next | undefined> {
  if (await judgeTaken(engine, order)) return 'done'
  if (tries < watches) return undefined
  const hash = hashOf(step.state)
  const attempt = attemptOfStep(order, step)
  if (!step.deposit || isEnded(order.status) || !attempt || hash === undefined) return 'done'
  if (tries < lastWatch && tries % secondOpinion !== 0) return undefined
  if (engine.nodeBudget.take(order.id, 2) > 0) return undefined
  const fate = await readFate(engine, order, attempt)
  if (fate?.kind !== 'proved' || fate.value.what === 'open') return undefined
  if (fate.value.what === 'present' && fate.value.hash === hash) return 'done'
  const finding = { what: 'hash', hash, state: 'nowhere' } as const
  return askPerson(engine, order, attempt.attemptId, finding, hash)
}

/**
 * A mined deposit is followed for a while, and what it took is judged on the way. One node alone showed it so far:
 * at the end operators bear that out, or say what became of it; where they show nothing yet, it is looked at on.
 */
async function watch(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  place: Place,
  tries: number,
): Promise<Next | undefined> {
  if (step.deposit && judgedAt.includes(tries) && !order.alarm) await judgeTaken(engine, order)
  if (tries < watches) return undefined
  if (step.deposit && isEnded(order.status)) return 'done'
  if (tries >= lastWatch) return step.deposit ? giveUp(engine, order, step, place.hash) : 'done'
  const became = await endBy(engine, order, step, place, 'mined')
  return became === 'unproved' ? 'done' : became
}

type Place = { hash: TxHash; nonce: number | undefined; blockNumber: string | undefined }

/** How many transactions the account has sent by now, noted with the block now and then: nodes forget old state. */
async function readNonce(
  engine: Engine,
  reader: EvmChain,
  { order, step, tries }: { order: SwapOrder; step: Step; tries: number },
): Promise<{ latest: number; looks?: NonceLooks | undefined }> {
  const attempt = attemptOfStep(order, step)
  if (attempt && tries % notedEach === 0) {
    // A node may not have the state of the very block that it names, as several answer under one address.
    const noted = await quietly(engine, 'look at account', () =>
      lookOn(engine, { reader, order, attempt }),
    )
    if (noted) return { latest: noted.last.nonce, looks: noted }
  }
  const latest = await reader.nonce(order.accepted.author, 'latest')
  return { latest, looks: attempt && (await getLooks(engine.db, attempt.attemptId))?.looks }
}

/**
 * The account's transaction that took the nonce in place of the one that is followed; null as far as none did, and
 * undefined where one did that the node cannot find.
 */
async function findOther(
  reader: Pick<EvmReader, 'nonce' | 'blockNumber' | 'block' | 'blockTransactions'>,
  order: SwapOrder,
  { hash, nonce, blockNumber }: Place,
  looks: NonceLooks | undefined,
): Promise<FoundTransaction | null | undefined> {
  const { author: address } = order.accepted
  if (nonce === undefined || (await reader.nonce(address, 'latest')) <= nonce) return null
  const from = BigInt(blockNumber ?? 0)
  const other = await findUsed(reader, { address, nonce, from, looks })
  return other?.hash === hash ? null : other
}

type Ending =
  | { what: 'mined' }
  | { what: 'reverted'; block: bigint }
  | {
      what: 'replaced'
      by: string
      block: bigint | undefined
      became: ReturnType<typeof classifyReplacement>
      /** Others may still carry out what was asked of the account: its nonce proves nothing. */
      coded: boolean
      /** Where it may have paid. */
      altered?: SentTransaction
    }
  | { what: 'waiting' }

/**
 * An end is one node's word until independent operators agree on it; until then it is waited for. `unproved`:
 * no operator speaks against it, or against what another node shows (`shown`), and too few say so.
 */
async function endBy(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  place: Place,
  shown?: 'mined',
): Promise<Next | 'unproved' | undefined> {
  const attemptId = attemptOf(step.state)
  if (step.action.kind !== 'transaction' || attemptId === undefined) return 'done'
  const { action } = step
  if (engine.nodeBudget.take(order.id, 2) > 0) return undefined
  const chains = await engine.readers()
  const { looks } = (await getLooks(engine.db, attemptId)) ?? {}
  const read = async (reader: EvmReader, signal: AbortSignal): Promise<Ending> => {
    const receipt = await reader.receipt(place.hash, signal)
    if (receipt?.status === 'success') return { what: 'mined' }
    if (receipt) return { what: 'reverted', block: receipt.blockNumber }
    // Where one of them found something is nothing to the others.
    const other = await findOther(reader, order, place, structuredClone(looks))
    if (other === null) return { what: 'waiting' }
    if (other === undefined) throw new AppError('chain/bad-answer')
    const coded = (await reader.code(order.accepted.author, signal)) !== '0x'
    const became = classifyReplacement(action, other)
    const altered = became === 'altered' ? { altered: toSent(other) } : {}
    const { hash: by, blockNumber: block } = other
    return { what: 'replaced', by, block, became, coded, ...altered }
  }
  const proof = await bornOut(chains.operators(action.chainId), (operators) =>
    agree<EvmReader, Ending>({
      operators,
      rhythm: chains.rhythm(action.chainId),
      now: engine.now(),
      read: (reader, _head, signal) => read(reader, signal),
    }),
  )
  const { value: word, by: shownBy } = proof.kind === 'proved' ? proof : {}
  const one = proof.kind === 'seenByOne' ? proof.value.what : undefined
  const isOpposed =
    proof.kind === 'disagree' || one === 'waiting' || (one === 'mined' && one !== shown)
  const at = engine.now()
  // Where blocks are made for transactions alone, none is taken back.
  const proofOf = ({ block }: { block: bigint | undefined }) =>
    tidy({ shownBy, block: chains.rhythm(action.chainId).quiet ? undefined : block?.toString() })
  switch (word?.what) {
    case 'mined':
      if (step.state.status === 'confirmed') return shown ? 'done' : undefined
      await commit(engine, order.id, { type: 'mined', at, attemptId, hash: place.hash })
      return afterMined(order, step, at)
    case 'reverted': {
      const reason = { kind: 'transaction', hash: place.hash } as const
      const reverted = { type: 'reverted', at, attemptId, reason, ...proofOf(word) } as const
      await commit(engine, order.id, reverted)
      return 'done'
    }
    case 'replaced': {
      const { by, became, coded, altered } = word
      if (became === 'same') {
        await commit(engine, order.id, { type: 'replaced', at, attemptId, hash: by })
        return { dueAt: at, tries: 0 }
      }
      // Of a nonce that one node alone told, nobody knows whether it was the payment's.
      const seen = attemptOfStep(order, step)?.seen ?? []
      if (!coded && seen.every(({ nonce }) => nonce !== place.nonce)) return 'unproved'
      if (altered) await raiseAltered(engine, order.id, attemptId, altered)
      if (coded || became === 'altered') {
        const check = { at, what: 'hash', hash: place.hash, state: 'nowhere' } as const
        await commit(engine, order.id, { type: 'doubted', at, attemptId, check, hash: place.hash })
        return undefined
      }
      const code = `chain/${became}` as const
      await commit(engine, order.id, {
        type: 'cancelled',
        at,
        attemptId,
        code,
        reason: { kind: 'transaction', hash: by },
        ...proofOf(word),
      })
      return 'done'
    }
    default:
      return word || isOpposed ? undefined : 'unproved'
  }
}

/** Where the transaction of a step is looked for, before it was mined and after. */
function placeOf(order: SwapOrder, step: Step) {
  const { state } = step
  if (state.status === 'verified') {
    return { ...state, blockNumber: attemptOfStep(order, step)?.evidence.blockNumber }
  }
  if (state.status !== 'confirmed' || !(step.deposit || minedPlaceOf(state))) return undefined
  return { ...state, nonce: undefined, blockNumber: undefined, ...minedPlaceOf(state) }
}

async function awaitSignature(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  tries: number,
): Promise<Next | undefined> {
  const { state } = step
  if (state.status !== 'sent' && state.status !== 'verified') return 'done'
  const { attemptId, hash } = state
  const attempt = attemptOfStep(order, step)
  const blockhash = attempt?.evidence.blockhash
  const bytes = step.facts.kind === 'transfer' ? bytesOf(attempt, hash) : undefined
  if (bytes !== undefined) await broadcastPayment(engine, order.id, bytes)
  const solana = await engine.solana()
  const valid = blockhash ? await solana.isBlockhashValid(blockhash) : true
  // Asked after the block hash: a transaction cannot land between the two unseen.
  const seen = await solana.signatureStatus(hash)
  const at = engine.now()
  if (seen?.confirmed && !seen.failed) {
    await commit(engine, order.id, { type: 'mined', at, attemptId, hash })
    return { dueAt: at + firstLook, tries: 0 }
  }
  if (!attempt) return undefined
  // A node that stands still, or hides it, goes on to say that it may land.
  const isOver = seen ? seen.failed : !valid
  if (!isOver && (tries < settleTries || tries % secondOpinion !== 0)) return undefined
  // One node's word ends nothing: it may be behind, or lie.
  if (engine.nodeBudget.take(order.id, 2) > 0) return undefined
  const ended = seen?.failed
    ? await failedBy(engine, order, step, attemptId, hash)
    : await expiredBy(engine, order, step, attempt, hash)
  if (ended !== 'unproved' && ended !== undefined) return ended
  if (!isOver) return undefined
  if (ended === undefined || tries < unprovedLooks) return restOf(engine, order, step, tries)
  const finding = seen
    ? ({ what: 'hash', hash, state: 'failed' } as const)
    : ({ what: 'signature', state: 'expired' } as const)
  return askPerson(engine, order, attemptId, finding, hash)
}

async function failedBy(
  engine: Engine,
  order: SwapOrder,
  { action }: Step,
  attemptId: AttemptId,
  hash: TxHash,
): Promise<Next | 'unproved' | undefined> {
  const chains = await engine.readers()
  const proof = await agree<SolanaReader, boolean>({
    operators: chains.solanaOperators(action.chainId),
    rhythm: chains.rhythm(action.chainId),
    now: engine.now(),
    read: async (reader, _head, signal) =>
      (await reader.signatureSight(hash, signal)).status?.failed ?? false,
  })
  if (proof.kind === 'unknown' || (proof.kind === 'seenByOne' && proof.value)) return 'unproved'
  if (proof.kind !== 'proved' || !proof.value) return undefined
  const reverted = {
    type: 'reverted',
    at: engine.now(),
    attemptId,
    reason: { kind: 'transaction', hash },
    shownBy: proof.by,
  } as const
  await commit(engine, order.id, reverted)
  return 'done'
}

async function expiredBy(
  engine: Engine,
  order: SwapOrder,
  { facts }: Step,
  attempt: Attempt,
  hash: TxHash,
): Promise<Next | 'unproved' | undefined> {
  // Nobody but this computer hands in a payment by address: it ends with its block hash, whatever else does.
  if (isEnded(order.status) && facts.kind !== 'transfer') return undefined
  const fate = await readFate(engine, order, attempt)
  const word = fate?.kind === 'proved' ? fate.value : undefined
  const isOne = fate?.kind === 'seenByOne' && fate.value.what === 'absent'
  if (isOne || fate?.kind === 'unknown') return 'unproved'
  const event = { at: engine.now(), attemptId: attempt.attemptId }
  if (word?.what === 'present') {
    // Whoever pays the fee may have signed the same message once more: it landed under that id.
    if (word.hash !== hash) {
      if (!(await isFree(engine, order.id, word.hash))) return undefined
      await commit(engine, order.id, { type: 'replaced', ...event, hash: word.hash })
    }
    await commit(engine, order.id, { type: 'mined', ...event, hash: word.hash })
    return { dueAt: event.at + firstLook, tries: 0 }
  }
  if (word?.what === 'like') {
    // What landed in its place may have paid: whoever looks for it finds that, and the person says.
    const finding = { what: 'signature', state: 'expired' } as const
    return askPerson(engine, order, attempt.attemptId, finding, hash)
  }
  if (fate?.kind !== 'proved' || word?.what !== 'absent') return undefined
  const expired = { type: 'cancelled', code: 'chain/blockhash-expired' } as const
  await commit(engine, order.id, { ...expired, ...event, shownBy: fate.by })
  await hastenOlder(engine, order.id)
  return 'done'
}
