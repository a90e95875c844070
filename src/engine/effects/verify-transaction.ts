import type { EvmReader } from '@/src/chains/evm-reader'
import { sameAddress } from '@/src/domain/address/address'
import type { TxHash } from '@/src/domain/names'
import type {
  AskEvidence,
  Attempt,
  Finding,
  Step,
  StepAction,
  SwapOrder,
} from '@/src/domain/order/order'
import { attemptOfStep } from '@/src/domain/order/order-parts'
import { mayCarry } from '@/src/domain/policy/effects-carried'
import {
  approvedOf,
  type FoundTransaction,
  isBatched,
  verifyEvmTransaction,
} from '@/src/domain/policy/verify-evm'
import { backOff } from '@/src/lib/back-off'
import { readDeed } from '../chain/deed'
import { isFree } from '../chain/is-free'
import { findMined } from '../chain/look'
import { agree, denied } from '../chain/proof'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { raiseAltered, toSent } from './raise-altered'
import type { AttemptWork } from './work'

/** A node may hear of a transaction seconds after the wallet: 0.5 s, doubled, at most 15 s. */
const firstLook = 500
const longestPause = 15_000
/** A carrier that is known and waits longer than that is looked at this seldom, ms. */
const longestWait = 120_000
/** Looks, counted and not timed as clocks move: after 15 s another hash of it is looked for... */
const lookAround = 5
/** ...and after 5 minutes a hash that no node knows is not believed any more. */
const patience = 24

/** What the second node may add to a look at most: nobody waits long for a witness, ms. */
const witnessTime = 3_000

/** Compares what was broadcast with what was asked, from our own node and a second one. */
export async function verifyTransaction(
  engine: Engine,
  { order, attempt, step, row }: AttemptWork<'verifyTransaction'>,
): Promise<Next> {
  if (step?.state.status !== 'sent' || attempt.action.kind !== 'transaction') return 'done'
  const { attemptId } = attempt
  const { hash } = step.state
  // A later ask of the step may be for another amount: it is held against its own.
  const { evidence, action } = attempt
  const [first, second] = await readBoth(engine, action.chainId, hash)
  const told = shownOf(first, second)
  const shown =
    told.length === 0 && row.tries >= patience
      ? await readShown(engine, action.chainId, hash)
      : undefined
  const known = shown ? [shown] : told
  const word = await weigh(engine, order, { action, evidence }, known)
  const at = engine.now()
  const longest = row.tries < patience ? longestPause : longestWait
  const later = { dueAt: at + backOff(row.tries, firstLook, longest) }
  if (word?.verdict === 'equal') {
    // The second node may hear of it later than the first: until then its word is missing.
    if (second === null && row.tries < lookAround) return later
    const { nonce } = word.found
    // One node alone may tell any nonce: that it went to something else would then prove nothing.
    const isBoth =
      second !== null && second !== 'silent' && known.every((each) => each.nonce === nonce)
    const isAgreed = shown !== undefined || isBoth
    const witnessed = isAgreed ? { witnessed: true as const } : {}
    const facts = { nonce, ...witnessed, approved: approvedOf(word.found) }
    await commit(engine, order.id, { type: 'verified', at, attemptId, hash, ...facts })
    return 'done'
  }
  // What the account itself sent is held against the payload, whoever else may send for it, but for what it
  // handed to its own code.
  if (
    !isOdd(action, word, known) &&
    (word || order.coded || evidence.coded || row.tries >= patience)
  ) {
    // What its owner or a bundler sent is proved only once it is mined, however long it waits.
    const isFor = known.some((each) => mayCarry(each, order.accepted.author))
    const mayWait = word !== undefined && (row.tries < patience || isFor)
    const followed = await followDeed(engine, order, attempt, { hash, known, mayWait })
    if (followed === 'done') return 'done'
    if (followed === 'later') {
      // A page may have named another one that waits for ever: what was mined since goes before it.
      if (row.tries < patience) return later
      const { followCarrier } = await import('../chain/follow-carrier')
      return (await followCarrier(engine, order, step, attempt, hash)) ?? later
    }
  }
  if (word?.verdict === 'mismatch') {
    await raiseAltered(engine, order.id, attemptId, toSent(word.found))
    return 'done'
  }
  if (word) {
    await disbelieve(engine, order, step, 'other')
    return 'done'
  }
  if (row.tries >= lookAround && (await adoptOther(engine, order, step))) return 'done'
  if (row.tries < patience) return later
  await disbelieve(engine, order, step, 'nowhere')
  return 'done'
}

/**
 * Takes what an account with code did for the ask, by whatever its wallet named: 'done' where that is told
 * by now, 'later' where it may be yet, nothing where it is judged as any other transaction.
 */
async function followDeed(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  { hash, known, mayWait }: { hash: TxHash; known: readonly FoundTransaction[]; mayWait: boolean },
): Promise<'done' | 'later' | undefined> {
  const deed = await readDeed(engine, order, attempt, hash, known[0])
  const { attemptId } = attempt
  const at = engine.now()
  switch (deed.what) {
    case 'done':
      // The hash that it is on the chain by: the service is told of that one.
      await commit(engine, order.id, { type: 'replaced', at, attemptId, hash: deed.hash })
      await commit(engine, order.id, { type: 'verified', at, attemptId, hash: deed.hash })
      return 'done'
    case 'altered':
      await raiseAltered(engine, order.id, attemptId, toSent(deed.transaction))
      return 'done'
    case 'failed':
    case 'other': {
      if (deed.hash === hash) return undefined
      const check = { at, what: 'hash' as const, hash, state: deed.what }
      await commit(engine, order.id, { type: 'doubted', at, attemptId, check, hash })
      return 'done'
    }
    case 'open':
      return mayWait ? 'later' : undefined
    default:
      return undefined
  }
}

/**
 * What the nodes say now of a hash that was named for an ask; undefined while none knows it. `isOdd`: that is
 * another transaction of the account, as far as they say.
 */
export async function readVerdict(
  engine: Engine,
  order: SwapOrder,
  { action, evidence }: Attempt,
  hash: TxHash,
): Promise<(Word & { isOdd: boolean }) | undefined> {
  if (action.kind !== 'transaction') return undefined
  const told = shownOf(...(await readBoth(engine, action.chainId, hash)))
  const shown = told.length === 0 && (await readShown(engine, action.chainId, hash))
  const known = shown ? [shown] : told
  const word = await weigh(engine, order, { action, evidence }, known)
  return word && { ...word, isOdd: isOdd(action, word, known) }
}

/** Whether it is another one than was asked, and none that the account's own code may have carried out. */
function isOdd(
  { tx }: Asked['action'],
  word: Word | undefined,
  known: readonly FoundTransaction[],
): boolean {
  return word?.verdict === 'mismatch' && !known.every((each) => isBatched(tx, each))
}

type Shown = FoundTransaction | 'silent' | null | undefined

const shownOf = (...nodes: Shown[]): FoundTransaction[] =>
  nodes.flatMap((each) => (each && each !== 'silent' ? each : []))

/** What each node knows of a hash; of the second one undefined where there is none, `silent` where it does not say. */
async function readBoth(engine: Engine, chainId: number, hash: TxHash) {
  const reader = await engine.evm(chainId)
  const askWitness = async () =>
    (await engine.witness(chainId))?.transaction(hash, AbortSignal.timeout(witnessTime))
  return Promise.all([
    reader.transaction(hash),
    askWitness().catch((error: unknown) => {
      engine.report(error, 'second node')
      return 'silent' as const
    }),
  ])
}

/**
 * A transaction as two operators, or the person's own node, show it: where the node of the service stands still and
 * the second one does not answer, neither of which says anything of it.
 */
export async function readShown(
  engine: Engine,
  chainId: number,
  hash: TxHash,
): Promise<FoundTransaction | undefined> {
  const chains = await engine.readers()
  const proof = await agree<EvmReader, FoundTransaction>({
    operators: chains.operators(chainId),
    rhythm: chains.rhythm(chainId),
    now: engine.now(),
    read: async (reader, _head, signal) => (await reader.transaction(hash, signal)) ?? denied,
    anyHead: true,
  })
  return proof.kind === 'proved' ? proof.value : undefined
}

type Asked = { action: Extract<StepAction, { kind: 'transaction' }>; evidence: AskEvidence }
type Word = { verdict: 'equal' | 'mismatch' | 'foreign'; found: FoundTransaction }

/**
 * Makes one word of what the nodes say, undefined where none knows anything. A hash stands for one
 * payload: nodes that differ about it are a mismatch, whichever of them lies.
 */
async function weigh(
  engine: Engine,
  order: SwapOrder,
  { action, evidence }: Asked,
  known: readonly FoundTransaction[],
): Promise<Word | undefined> {
  const verdicts = await Promise.all(
    known.map(async (found) => {
      const credible = await isCredible(engine, order, evidence, found)
      return credible ? verifyEvmTransaction(action, found).verdict : 'foreign'
    }),
  )
  const odd = known[verdicts.indexOf('mismatch')] ?? known[verdicts.indexOf('foreign')]
  const found = odd ?? known[0]
  if (!found) return undefined
  if (!odd) return { verdict: 'equal', found }
  const isForeign = verdicts.every((each) => each === 'foreign')
  return { verdict: isForeign ? 'foreign' : 'mismatch', found }
}

/**
 * Whether this can be what the wallet sent after the ask: from the account, not older than the ask,
 * and not the transaction of another order. A page that names anything else names a false hash.
 */
export async function isCredible(
  engine: Engine,
  order: SwapOrder,
  evidence: AskEvidence,
  found: FoundTransaction,
): Promise<boolean> {
  if (!sameAddress(found.from, order.accepted.author)) return false
  if (evidence.nonce !== undefined && found.nonce < evidence.nonce) return false
  return isFree(engine, order.id, found.hash, { named: true })
}

/** The hash leads nowhere, but the payload is on the chain under another one. */
async function adoptOther(engine: Engine, order: SwapOrder, step: Step): Promise<boolean> {
  const { state, action } = step
  if (state.status !== 'sent' || action.kind !== 'transaction') return false
  const reader = await engine.evm(action.chainId)
  const latest = await reader.nonce(order.accepted.author, 'latest')
  const evidence = attemptOfStep(order, step)?.evidence
  if (!evidence) return false
  const look = { reader, order, action, evidence }
  const { hash } = await findMined(engine, look, latest)
  if (hash === undefined || hash === state.hash) return false
  const { attemptId } = state
  await commit(engine, order.id, { type: 'replaced', at: engine.now(), attemptId, hash })
  return true
}

async function disbelieve(
  engine: Engine,
  order: SwapOrder,
  step: Step,
  found: Extract<Finding, { what: 'hash' }>['state'],
): Promise<void> {
  if (await adoptOther(engine, order, step)) return
  if (step.state.status !== 'sent') return
  const { attemptId, hash } = step.state
  const at = engine.now()
  const check = { at, what: 'hash' as const, hash, state: found }
  await commit(engine, order.id, { type: 'doubted', at, attemptId, check, hash })
}
