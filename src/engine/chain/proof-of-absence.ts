import type { EvmReader } from '@/src/chains/evm-reader'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { AppError } from '@/src/domain/error'
import type { TxHash } from '@/src/domain/names'
import { isGuarded, isTooLow, takenOf, takerOf } from '@/src/domain/order/guard'
import type { NonceLooks } from '@/src/domain/order/nonce-looks'
import type { AskEvidence, Attempt, StepAction, SwapOrder } from '@/src/domain/order/order'
import { hashesOf, mayMoveMoney } from '@/src/domain/order/order-parts'
import { isUntold } from '@/src/domain/policy/effects-carried'
import { verifyEvmTransaction } from '@/src/domain/policy/verify-evm'
import { lower } from '@/src/lib/extremes'
import { getLooks } from '@/src/store/looks'
import type { Engine } from '../engine'
import { findMined } from './look'
import { askEnough, settled } from './payments'
import { agree, bornOut, type Proof } from './proof'
import { findLanded, isPayment } from './solana-landed'

/** What one operator says became of an ask. */
export type Fate =
  | { what: 'present'; hash: TxHash }
  /**
   * Nothing can come of it: its nonce went to something else, its exact allowance stands, or its block
   * hash is too old for good; `isMany`: what came after that is too much to be looked through. `read`: how many
   * transactions were read for it on Solana.
   */
  | { what: 'absent'; by: 'nonce' | 'allowance' | 'blockhash'; isMany?: true; read?: number }
  /**
   * Something like it landed, which may have paid: nothing proves that the ask came to nothing; `isNamed`: by its memo
   * it is another payment.
   */
  | { what: 'like'; hash: TxHash; isNamed?: true }
  /** Nothing is known; an unused nonce proves nothing, as there are private queues. */
  | { what: 'open' }

type TransactionAction = Extract<StepAction, { kind: 'transaction' }>

/**
 * What independent operators say became of an ask; undefined where nobody could prove anything of it.
 * A node that has not gone far enough past the ask does not count. `once`: where nothing follows from an absence, it
 * is not looked for twice on Solana.
 */
export async function readFate(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  once = false,
): Promise<Proof<Fate> | undefined> {
  const { action, evidence } = attempt
  if (action.kind === 'solanaSign') return readSolanaFate(engine, order, attempt, once)
  if (evidence.nonce === undefined) return undefined
  const chains = await engine.readers()
  const past = BigInt(evidence.head ?? evidence.blockNumber ?? 0)
  const looks = (await getLooks(engine.db, attempt.attemptId))?.looks
  return agree<EvmReader, Fate>({
    operators: chains.operators(action.chainId),
    rhythm: chains.rhythm(action.chainId),
    now: engine.now(),
    past: { block: past, by: 'absence' },
    // Where one of them found something is nothing to the others.
    read: (reader, _head, signal) =>
      readAt(engine, reader, order, { ...attempt, action, looks: structuredClone(looks) }, signal),
  })
}

/** Where independent operators have a transaction of an EVM chain. */
export async function readPlace(
  engine: Engine,
  chainId: number,
  hash: TxHash,
): Promise<Proof<'mined' | 'pending' | 'nowhere'>> {
  const chains = await engine.readers()
  return agree<EvmReader, 'mined' | 'pending' | 'nowhere'>({
    operators: chains.operators(chainId),
    rhythm: chains.rhythm(chainId),
    now: engine.now(),
    read: async (reader, _head, signal) => {
      if (await reader.receipt(hash, signal)) return 'mined'
      return (await reader.transaction(hash, signal)) ? 'pending' : 'nowhere'
    },
  })
}

/** As `readFate`, on Solana; what is not there is looked for twice. */
async function readSolanaFate(
  engine: Engine,
  order: SwapOrder,
  attempt: Attempt,
  once: boolean,
): Promise<Proof<Fate> | undefined> {
  const chains = await engine.readers()
  const { chainId } = attempt.action
  const all = chains.solanaOperators(chainId)
  const look = (operators = all) =>
    agree<SolanaReader, Fate>({
      operators,
      rhythm: chains.rhythm(chainId),
      now: engine.now(),
      read: (reader, _head, signal) => readSolanaAt(engine, reader, order, attempt, signal),
      // Of several that are like it, whichever one names.
      isSame: (one, other) => one.what === other.what && hashIn(one) === hashIn(other),
      take: (one, other) => (one.what === 'like' && one.isNamed ? other : one),
    })
  const absent = async (operators = all) => {
    const first = await look(operators)
    const isTwice = !once && first.kind === 'proved' && first.value.what === 'absent'
    return isTwice ? look(operators) : first
  }
  const first = await absent()
  if (first.kind !== 'disagree') return first
  // Who is less far than another holds nothing up alone: one more says how far the chain is.
  const open = first.words.find(({ value }) => value.what === 'open')
  const isHeldUp = first.words.every((each) => each === open || each.value.what === 'absent')
  if (!open || !isHeldUp) return first
  const again = await absent(all.filter(({ name }) => name !== open.name))
  return again.kind === 'proved' ? again : first
}

const hashIn = (fate: Fate) => (fate.what === 'present' ? fate.hash : '')

/** A signature without its block hash can never land, once that is final; undefined: cannot say. */
async function readSolanaAt(
  engine: Engine,
  reader: SolanaReader,
  order: SwapOrder,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Fate | undefined> {
  const { blockNumber } = attempt.evidence
  // A wallet that puts a newer block hash in has until then from when its prompt was closed.
  const lastValidBlockHeight = attempt.landsUntil ?? attempt.evidence.lastValidBlockHeight
  const final = await reader.finalised(signal)
  for (const hash of hashesOf(attempt)) {
    const { slot, status } = await reader.signatureSight(hash, signal)
    // It may go yet, with the fork that it is in.
    if (status?.level === 'processed') return { what: 'open' }
    if (status && !status.failed) return { what: 'present', hash }
    if (!status && slot < final.slot) return undefined
  }
  const isOver = lastValidBlockHeight !== undefined && final.blockHeight > +lastValidBlockHeight
  // What a page hands in itself it may call rejected: it is looked for before it is called absent.
  const landed =
    isOver || isPayment(order, attempt)
      ? await findLanded(engine, reader, order, attempt, signal)
      : undefined
  if (landed?.hash !== undefined) return { what: 'present', hash: landed.hash }
  if (!isOver || blockNumber === undefined) return { what: 'open' }
  if (landed?.like !== undefined) {
    const { like: hash, isNamed } = landed
    return { what: 'like', hash, ...(isNamed && { isNamed }) }
  }
  // A node that has forgotten the time of the ask does not know what landed then.
  if ((await reader.firstAvailableBlock(signal)) > Number(blockNumber)) return undefined
  if (!landed?.isWhole) return undefined
  const { read, isMany } = landed
  return { what: 'absent', by: 'blockhash', ...(read && { read }), ...(isMany && { isMany }) }
}

/** Blocks that two honest nodes are apart at most, when they tell the newest block hash. */
const mostApart = 300

/**
 * Up to which block height what is signed now may land, as current operators tell it: the newest block hash there
 * is lives longest. Undefined where too few tell, or tell of another time each.
 */
export async function readLastHeight(engine: Engine, chainId: number): Promise<number | undefined> {
  return (await readNewest(engine, chainId))?.height
}

type Newest = { slot: bigint; height: number }

/** The newest slot, and up to which block height its block hash lives, as current operators tell them alike. */
async function readNewest(engine: Engine, chainId: number): Promise<Newest | undefined> {
  const chains = await engine.readers()
  const all = chains.solanaOperators(chainId)
  const proof = await bornOut(all, (operators) =>
    agree<SolanaReader, Newest>({
      operators,
      rhythm: chains.rhythm(chainId),
      now: engine.now(),
      read: async (reader, { number: slot }, signal) => ({
        slot,
        height: (await reader.latestBlockhash(signal)).lastValidBlockHeight,
      }),
      isSame: (one, other) => Math.abs(one.height - other.height) <= mostApart,
      // What was built before is gone by the later of the two, and came no earlier than the earlier slot.
      take: (one, other) => ({
        slot: lower(one.slot, other.slot),
        height: Math.max(one.height, other.height),
      }),
    }),
  )
  return proof.kind === 'disagree' ? undefined : settled(all, proof)
}

/**
 * What current operators say alike just before a signature is asked for: until when it could land, and the slot. One
 * that stands still, or lies, would have it gone long before it is.
 *
 * @throws AppError `chain/unread` where too few of them say so: nobody could ever say of that signature that
 * it was not sent, so it must not be asked for.
 */
export async function readBeforeSolana(
  engine: Engine,
  chainId: number,
): Promise<Pick<AskEvidence, 'lastValidBlockHeight' | 'blockNumber'>> {
  const { height, slot } = (await readNewest(engine, chainId)) ?? {}
  if (height === undefined || slot === undefined) throw new AppError('chain/unread')
  return { lastValidBlockHeight: String(height), blockNumber: String(slot) }
}

async function readAt(
  engine: Engine,
  reader: EvmReader,
  order: SwapOrder,
  attempt: Attempt & { action: TransactionAction; looks: NonceLooks | undefined },
  signal: AbortSignal,
): Promise<Fate> {
  const { action, evidence, deposit, looks } = attempt
  const { author } = order.accepted
  const named = hashesOf(attempt)
  for (const hash of named) {
    const found = await reader.transaction(hash, signal)
    if (found && verifyEvmTransaction(action, found).verdict === 'equal') {
      return { what: 'present', hash }
    }
  }
  const latest = await reader.nonce(author, 'latest', signal)
  const look = { reader, order, action, evidence, looks, signal }
  const used = await findMined(engine, look, latest)
  if (used.hash !== undefined) return { what: 'present', hash: used.hash }
  // For who has code others may act, now or later: neither its nonce nor an allowance proves anything.
  if ((await reader.code(author, signal)) !== '0x') return { what: 'open' }
  if (used.accounted && isPast(attempt, latest)) return { what: 'absent', by: 'nonce' }
  // A hash that the wallet named is disproved by its nonce alone.
  const taker = takerOf(order)
  const isOpen = !deposit || named.length > 0 || !isGuarded(order, evidence)
  // What the account sent meanwhile, and nobody saw, may have paid, and approved as much anew.
  if (isOpen || !used.accounted || taker === undefined) return { what: 'open' }
  const left = await reader.allowance(takenOf(order).address, author, taker, signal)
  if (String(left) !== evidence.allowance) return { what: 'open' }
  // What the account sent, and no block holds yet, may be what was asked for.
  const isWaiting = (await reader.nonce(author, 'pending', signal)) > latest
  return isWaiting ? { what: 'open' } : { what: 'absent', by: 'allowance' }
}

/**
 * Whether the nonce of what was asked is used. A payment may wait behind others that no node shows, or be
 * approved after them: it is disproved where its own nonce is known alone. An approval of that kind costs nothing.
 */
function isPast(attempt: Attempt, latest: number): boolean {
  const { evidence, seen } = attempt
  const named = seen.filter(({ hash, differs }) => hash && !differs)
  // A wallet may have had more in its own queue at the ask.
  const first = evidence.pending ?? evidence.nonce ?? latest
  if (!mayMoveMoney(attempt) && named.length === 0) return latest > first
  return named.length > 0 && named.every(({ nonce = latest }) => latest > nonce)
}

/**
 * What the chain says just before an ask, of the operators where they answer: a node that lies here
 * would hide the deposit later. The lowest nonce, and the head that has gone furthest.
 *
 * @throws AppError `policy/allowance-low` where every node that answers shows an allowance that does not
 * cover the deposit: it would revert; `wallet/contract-account` where the account became a contract since
 * the review, and is to pay in coins, of which no event would tell.
 */
export async function readBefore(
  engine: Engine,
  order: SwapOrder,
  action: TransactionAction,
): Promise<Omit<AskEvidence, 'askedAt' | 'page'>> {
  const { author } = order.accepted
  const chains = await engine.readers()
  const operators = chains.operators(action.chainId)
  const isDeposit = order.steps[order.current]?.deposit
  const spender = isDeposit ? takerOf(order) : undefined
  const read = async (
    reader: Pick<EvmReader, 'nonce' | 'blockNumber' | 'allowance' | 'accountKind'>,
  ) => {
    const [block, nonce, pending, kind, allowance] = await Promise.all([
      reader.blockNumber(),
      reader.nonce(author, 'latest'),
      reader.nonce(author, 'pending'),
      reader.accountKind(author),
      spender === undefined ? undefined : reader.allowance(takenOf(order).address, author, spender),
    ])
    const own = operators.some((each) => each.own && each.reader === reader)
    return { block, nonce, pending, kind, allowance, own }
  }
  const heard = await askEnough(operators, 0, read)
  const all = heard.length > 0 ? heard : [await read(await engine.evm(action.chainId))]
  const blocks = all.map((each) => each.block).sort((a, b) => (a < b ? -1 : 1))
  const allowances = new Set(all.flatMap((each) => each.allowance ?? []))
  const [allowance] = allowances
  if (allowance !== undefined && [...allowances].every((each) => isTooLow(order, each))) {
    throw new AppError('policy/allowance-low', { detail: String(allowance) })
  }
  const isAlike = allowances.size === 1 && (heard.length > 1 || heard.some(({ own }) => own))
  const kinds = all.map((each) => each.kind)
  const coded = (['contract', 'delegated'] as const).find((each) => kinds.includes(each))
  const isAgreed = kinds.every((each) => each === 'contract')
  if (isAgreed && isUntold('contract', order.steps)) throw new AppError('wallet/contract-account')
  return {
    ...(coded ? { coded } : {}),
    nonce: Math.min(...all.map((each) => each.nonce)),
    pending: Math.max(...all.map((each) => Math.max(each.nonce, each.pending))),
    blockNumber: String(blocks[0]),
    head: String(blocks.at(-1)),
    // By one node's word of it a second payment would need no more than a click.
    ...(allowance !== undefined && isAlike && { allowance: String(allowance) }),
  }
}
