import type { Chains, Operator } from '@/src/chains/chains'
import { findCoinPayments } from '@/src/chains/coin-payments'
import type { EvmLog, EvmReader } from '@/src/chains/evm-reader'
import { readEvmPayment, readHolding, readSolanaPayment, transfersTo } from '@/src/chains/payments'
import { readLogs } from '@/src/chains/read-logs'
import type { SolanaReader } from '@/src/chains/solana-reader'
import type { Rhythm } from '@/src/domain/chain/chain-rhythm'
import { sameHash } from '@/src/domain/chain/hash'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { AppError } from '@/src/domain/error'
import type { TxHash } from '@/src/domain/names'
import {
  claimOf,
  clockSkew,
  coinsAreDue,
  contractDue,
  type Due,
  judgeHolding,
  judgePayment,
  type PaidTransaction,
  type Start,
} from '@/src/domain/order/arrival'
import type { Beginning, FoundPayment } from '@/src/domain/order/order'
import { greater, lower } from '@/src/lib/extremes'
import { agree, denied, isOpposed, mostAsked, type Proof } from './proof'

/** What a payment is looked for by: nothing of it is the service's word but the hash it names. */
export type Search = {
  due: Due
  start: Start
  now: number
  /** How far the search has come; another operator is asked first each time. */
  tries: number
  /** Whether the time of the payment's block is asked for, whatever else it is told from. */
  timed?: true
  /** The order's own transactions: of those that the account or its payers sent, they alone may pay it. */
  mine?: readonly TxHash[]
  /** It is a person's account that is paid: what took something of it, or these sent, is its own doing. */
  payers?: readonly string[]
  /** Whether a move proves another order already. */
  isClaimed: (claim: string) => Promise<boolean>
}

/**
 * `found` is on the chain, `pending` is shown by too few nodes yet, `nothing` is no payment; `unread` is
 * one that the node which was asked first does not show, or did not say.
 */
export type Outcome =
  | { kind: 'found'; found: FoundPayment }
  /** `shown`: what the node says that was asked first. */
  | { kind: 'pending'; shown?: Pick<FoundPayment, 'what' | 'amount'> }
  | { kind: 'nothing' | 'unread' }

type Word = Pick<
  FoundPayment,
  'what' | 'token' | 'claims' | 'amount' | 'hash' | 'time' | 'upTo'
> & { block: string }

/** A block so much older than the time it is to stand for is near enough, ms. */
const nearEnough = 30_000
/** Windows of blocks that each node reads in a look for a transfer that nobody named. */
const logWindows = 6
/** Two nodes are waited for so long before one that alone shows a payment is named, ms. */
const oneAloneAfter = 600_000

export type Node<R> = { operators: readonly Operator<R>[]; rhythm: Rhythm }
export type Nodes =
  | ({ family: 'eip155' } & Node<EvmReader>)
  | ({ family: 'solana' } & Node<SolanaReader>)

/** The independent nodes of a chain. */
export function nodesOf(chains: Chains, chainId: number): Nodes {
  const rhythm = chains.rhythm(chainId)
  return familyOfChain(chainId) === 'solana'
    ? { family: 'solana', rhythm, operators: chains.solanaOperators(chainId) }
    : { family: 'eip155', rhythm, operators: chains.operators(chainId) }
}

/**
 * The nodes, and whether some of them were asked in a look and none of the chain answers: nothing was looked at.
 */
export function heardOf(nodes: Nodes): { nodes: Nodes; isSilent: () => Promise<boolean> } {
  const asked = new Set<string>()
  let isHeard = false
  const hear = <R extends object>(operator: Operator<R>): Operator<R> => ({
    ...operator,
    reader: new Proxy(operator.reader, {
      get(reader, key) {
        const method: unknown = Reflect.get(reader, key)
        if (typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          asked.add(operator.name)
          const answer: unknown = await method(...args)
          isHeard = true
          return answer
        }
      },
    }),
  })
  const isSilent = async () => {
    if (isHeard || asked.size === 0) return false
    const others = nodes.operators.filter(({ name }) => !asked.has(name)).slice(0, mostAsked)
    const heads = await Promise.all(others.map(({ reader }) => quietly(() => reader.head())))
    return heads.every((each) => each === undefined)
  }
  // Twice the same, of readers of two kinds.
  return nodes.family === 'solana'
    ? { nodes: { ...nodes, operators: nodes.operators.map(hear) }, isSilent }
    : { nodes: { ...nodes, operators: nodes.operators.map(hear) }, isSilent }
}

/**
 * Reads one transaction at one node; where it holds something, at two. `since` (unix ms): where no more than waiting
 * hangs on it, since when it is looked for; long after that one node alone that shows it is named.
 */
export async function provePayment(
  nodes: Nodes,
  search: Search,
  hash: TxHash,
  since = search.now,
): Promise<Outcome> {
  const { due, start, payers } = search
  const time = search.timed === true || start.block === undefined || start.both === true
  const coins = coinsAreDue(due)
  if (nodes.family === 'solana') {
    const read = (reader: SolanaReader, signal?: AbortSignal) =>
      readSolanaPayment(reader, hash, due.to, payers, signal)
    const lacks = async (reader: SolanaReader, slot: bigint, signal: AbortSignal) =>
      (await reader.firstAvailableBlock(signal)) <= slot
    return prove(nodes, search, { read, lacks }, since)
  }
  const read = (reader: EvmReader, signal?: AbortSignal) =>
    readEvmPayment(reader, hash, due.to, { chainId: due.chainId, coins, time, payers }, signal)
  const lacks = async (reader: EvmReader, block: bigint, signal: AbortSignal) => {
    const all = await reader.blockTransactions(block, signal)
    return all !== null && !all.some((each) => sameHash(each.hash, hash))
  }
  return prove(nodes, search, { read, lacks }, since)
}

/** A time that only measures is not waited for longer, ms. */
const timePatience = 3_000

/**
 * When the block of a proved payment was made, unix seconds. One node tells it: it measures how long a filler
 * took, and frees nothing. Undefined where it does not answer soon.
 */
export async function timeOfPayment(
  nodes: Nodes,
  { hash, block, to }: { hash: TxHash; block: string; to: string },
): Promise<number | undefined> {
  const signal = AbortSignal.timeout(timePatience)
  try {
    if (nodes.family === 'solana') {
      const [first] = nodes.operators
      return first && (await readSolanaPayment(first.reader, hash, to, undefined, signal))?.time
    }
    return await nodes.operators[0]?.reader.blockTime(BigInt(block), signal)
  } catch {
    // Whatever it was, it holds no proof up.
    return undefined
  }
}

type Payer<R> = (reader: R, signal?: AbortSignal) => Promise<PaidTransaction | null>
type Payment<R> = {
  read: Payer<R>
  /** Whether a node still has a block, and the transaction is not in it. */
  lacks: (reader: R, block: bigint, signal: AbortSignal) => Promise<boolean>
}

async function prove<R extends EvmReader | SolanaReader>(
  { operators, rhythm }: Node<R>,
  search: Search,
  { read, lacks }: Payment<R>,
  since: number,
): Promise<Outcome> {
  const first = await firstWord(operators, search, read)
  if (typeof first === 'string') return { kind: first }
  const { seen, shown } = first
  const proof = await agree<R, Word>({
    operators,
    rhythm,
    now: search.now,
    past: { block: seen.block, by: 'arrival' },
    read: async (reader, head, signal) => {
      const paid = await read(reader, signal)
      // It is past the block that another one says it was made in; one of long before is no payment.
      const age = Number(head.number - seen.block) * rhythm.blockMs
      const isBefore = age > 2 * (search.now - search.start.at) + clockSkew
      if (!paid) return isBefore || (await lacks(reader, seen.block, signal)) ? denied : undefined
      if (head.number < paid.block + BigInt(rhythm.arrival)) return denied
      return (await judge(search, paid)) ?? denied
    },
  })
  const outcome = toOutcome(proof, search.now, isOneEnough(operators, proof, search.now - since))
  return outcome.kind === 'pending' ? { ...outcome, shown } : outcome
}

/**
 * What the first node that is asked shows. That it is no payment is said by as many nodes as are needed:
 * one alone could hide a payment that another shows.
 */
async function firstWord<R>(
  operators: readonly Operator<R>[],
  search: Search,
  read: Payer<R>,
): Promise<{ seen: PaidTransaction; shown: Word } | 'nothing' | 'unread'> {
  let empty = 0
  for (const { reader } of inTurn(operators, search.tries)) {
    const seen = await quietly(() => read(reader))
    if (!seen) {
      if (empty === 0) return 'unread'
      continue
    }
    const shown = await judge(search, seen)
    if (shown) return { seen, shown }
    empty += 1
    if (empty >= needed(operators)) return 'nothing'
  }
  return 'unread'
}

async function judge(search: Search, paid: PaidTransaction): Promise<Word | undefined> {
  const { due, start, mine } = search
  const claimed = new Set<string>()
  for (const { index } of paid.moves) {
    const claim = claimOf(due.chainId, paid, index)
    if (await search.isClaimed(claim)) claimed.add(claim)
  }
  const verdict = judgePayment(due, paid, { start, claimed, mine })
  if (verdict.what === 'nothing') return undefined
  const { what, token, amount, moves } = verdict
  const claims = [...new Set(moves.map((index) => claimOf(due.chainId, paid, index)))]
  const timed = search.timed && paid.time !== undefined ? { time: paid.time } : {}
  const fact = { what, token, amount: String(amount), hash: paid.hash }
  return { ...fact, claims, block: String(paid.block), ...timed }
}

/** Looks at the recipient's coins, as they were before the ask and as they are now; `since` as of one transaction. */
export async function proveHolding(
  nodes: Nodes,
  search: Search,
  began: Beginning,
  others: bigint,
  since = search.now,
  /** Where nothing is said of how much it is, both must show the same. */
  isSame: (a: Word, b: Word) => boolean = () => true,
): Promise<Outcome> {
  const { due, now, payers } = search
  const { holding, block } = began
  if (nodes.family !== 'eip155' || !holding) return { kind: 'nothing' }
  const before = { balance: BigInt(holding.balance), nonce: holding.nonce }
  const { operators, rhythm } = nodes
  const first = turn(operators, search.tries)
  const read = async (reader: EvmReader, at: bigint, signal?: AbortSignal) => {
    const verdict = judgeHolding(due, before, await readHolding(reader, due.to, at, signal), others)
    if (verdict.what !== 'paid') return undefined
    // Others act for an account with code: whatever it does with its own coins, its nonce stands still.
    const isWitness = payers === undefined || (await reader.code(due.to, signal)) === '0x'
    return isWitness ? verdict : undefined
  }
  const seen =
    first && (await quietly(async () => read(first.reader, await first.reader.blockNumber())))
  if (!seen) return { kind: 'nothing' }
  const proof = await agree<EvmReader, Word>({
    operators,
    rhythm,
    now,
    past: { block: BigInt(block), by: 'arrival' },
    read: async (reader, head, signal) => {
      const at = head.number - BigInt(rhythm.arrival)
      const verdict = await read(reader, at, signal)
      if (!verdict) return denied
      const { token, amount } = verdict
      const block = String(at)
      return { what: 'paid', token, amount: String(amount), claims: [], block, upTo: block }
    },
    // What comes on top in the meantime changes nothing of what is enough.
    isSame,
    take: (one, other) => {
      const least = BigInt(one.amount) < BigInt(other.amount) ? one : other
      const [early, late] = BigInt(one.block) < BigInt(other.block) ? [one, other] : [other, one]
      return { ...least, block: early.block, upTo: late.block }
    },
  })
  return toOutcome(proof, now, isOneEnough(operators, proof, now - since))
}

/**
 * A transfer of the token to the account, as events tell; `units` is what the most generous node says,
 * absent where only the transaction itself tells.
 */
export type Transfer = { hash: TxHash; block: bigint; units?: bigint }

/** What nodes say of the blocks after `from`, `from` being one of them. */
export type Sought = {
  /** What any node showed, the oldest first: each is proved before it is believed. */
  transfers: Transfer[]
  /**
   * As many nodes as are needed showed no other transfer up to this block, which lies as deep as a
   * payment must; absent where too few of them answered.
   */
  scanned?: bigint
  /** When that block was made by the earliest of their words, unix seconds. */
  time?: number
  /** Blocks that could be looked through are left: the next look need not wait. */
  isBehind: boolean
}

/**
 * Looks through the next blocks for transfers of the token to the account. Two operators read them, or
 * the person's own node, or the only one there is: the silence of one proves nothing.
 */
export async function findTransfers(
  nodes: Nodes,
  search: Search,
  from: bigint,
): Promise<Sought | undefined> {
  const { due } = search
  const token = contractDue(due)
  if (nodes.family !== 'eip155' || token === undefined) return undefined
  const { rhythm, operators } = nodes
  if (operators.length === 0) return undefined
  const looks = await askEnough(operators, search.tries, async (reader) => {
    const head = await reader.head()
    const to = head.number - BigInt(rhythm.arrival)
    if (to < from) return { reader, to, until: from - 1n, logs: [] }
    const filter = { address: token, topics: transfersTo(due.to), from, to }
    return { reader, to, ...(await readLogs(reader, filter, logWindows)) }
  })
  const transfers = toTransfers(looks.map(({ logs }) => logs))
  const isBehind = looks.some(({ to, until }) => until < to)
  if (looks.length < needed(operators)) return { transfers, isBehind: false }
  const scanned = looks.map(({ until }) => until).reduce(lower)
  if (scanned < from || !search.timed) return { transfers, scanned, isBehind }
  const times = await Promise.all(
    looks.map(({ reader }) => quietly(() => reader.blockTime(scanned))),
  )
  // A time that is not known is no time at all: it would say more than was seen.
  const known = times.flatMap((time) => time ?? [])
  const time = known.length === times.length ? { time: Math.min(...known) } : {}
  return { transfers, scanned, isBehind, ...time }
}

/** The sum of each transaction's transfers: by several nodes the greatest, so that none hides one. */
function toTransfers(told: readonly (readonly EvmLog[])[]): Transfer[] {
  const all = new Map<string, Required<Transfer>>()
  for (const logs of told) {
    const sums = new Map<string, Required<Transfer>>()
    for (const { transactionHash: hash, blockNumber: block, data } of logs) {
      const units = (sums.get(hash)?.units ?? 0n) + (data.length === 66 ? BigInt(data) : 0n)
      sums.set(hash, { hash, block, units })
    }
    for (const each of sums.values()) {
      const known = all.get(each.hash)
      const block = known ? lower(known.block, each.block) : each.block
      const units = known ? greater(known.units, each.units) : each.units
      all.set(each.hash, { hash: each.hash, block, units })
    }
  }
  return oldestFirst(all.values())
}

/** In the order of their blocks. */
export function oldestFirst(transfers: Iterable<Transfer>): Transfer[] {
  return [...transfers].sort((a, b) => (a.block < b.block ? -1 : 1))
}

/**
 * Whether what nodes do not show may be said never to have been there: two operators must have looked, or
 * the person's own node. The only operator of a chain is still one node alone.
 */
export function canSayNever({ operators }: Nodes): boolean {
  return operators.length >= 2 || operators.some(({ own }) => own)
}

/** How many nodes must have looked before blocks are passed over. */
export function needed(operators: readonly Operator<unknown>[]): number {
  return operators.some(({ own }) => own) ? 1 : Math.min(2, operators.length)
}

/** What as many operators as are needed say alike. */
export function settled<T>(
  operators: readonly Operator<unknown>[],
  proof: Proof<T>,
): T | undefined {
  const isOne = proof.kind === 'seenByOne' && needed(operators) === 1
  return proof.kind === 'proved' || isOne ? proof.value : undefined
}

/** Asks one node after another, beginning with another one each time, until enough have answered. */
export async function askEnough<R, T>(
  operators: readonly Operator<R>[],
  tries: number,
  ask: (reader: R) => Promise<T>,
): Promise<T[]> {
  const waiting = inTurn(operators, tries)
  const answers: T[] = []
  while (waiting.length > 0 && answers.length < needed(operators)) {
    const asked = waiting.splice(0, needed(operators) - answers.length)
    const told = await Promise.all(asked.map(({ reader }) => quietly(() => ask(reader))))
    for (const each of told) if (each !== undefined) answers.push(each)
  }
  return answers
}

/** The nodes that one look may ask, another one first each time. */
function inTurn<R>(operators: readonly Operator<R>[], tries: number): Operator<R>[] {
  const start = tries % Math.max(1, operators.length)
  return [...operators.slice(start), ...operators.slice(0, start)].slice(0, mostAsked)
}

/**
 * The last block that was made no later than a time (unix ms), or one not much older, for an order whose
 * chain did not answer when it began: the earliest that enough nodes name. On Solana an earlier slot.
 * `isOwn`: the account is paid for this order alone, so that an earlier block says nothing false, and a
 * clock of ours that is ahead hides nothing.
 */
export async function findStart(
  nodes: Nodes,
  search: Search,
  since: number,
  isOwn = false,
): Promise<bigint | undefined> {
  if (nodes.operators.length === 0) return undefined
  if (nodes.family === 'solana') return findStartSlot(nodes, search, since)
  const { blockMs } = nodes.rhythm
  const found = await askEnough(nodes.operators, search.tries, async (reader) => {
    const { number, time: newest } = await reader.head()
    // So long before the newest block as it lies before now by our clock, whatever that shows.
    const at = isOwn ? Math.min(since, newest * 1_000 - (search.now - since)) : since
    const timeOf = async (block: bigint) => (await reader.blockTime(block)) * 1_000
    let late = number + 1n
    let back = BigInt(Math.max(1, Math.ceil((search.now - at) / blockMs)))
    let block = number
    let time = at + 1
    while (time > at) {
      block = number > back ? number - back : 0n
      time = block === 0n ? 0 : await timeOf(block)
      if (time > at) late = block
      back *= 2n
    }
    // Blocks may be slower than usual: what lies long before that time is no part of the order.
    while (late - block > 1n && at - time > nearEnough) {
      const middle = (late + block) / 2n
      const made = await timeOf(middle)
      if (made > at) late = middle
      else [block, time] = [middle, made]
    }
    return { reader, block }
  })
  if (found.length < needed(nodes.operators)) return undefined
  const blocks = found.map(({ block }) => block)
  const [least, most] = [blocks.reduce(lower), blocks.reduce(greater)]
  if (isOwn || least === most) return least
  // A node that misreports block times could move the start far back.
  const spans = await Promise.all(
    found.map(({ reader }) =>
      quietly(async () => (await reader.blockTime(most)) - (await reader.blockTime(least))),
    ),
  )
  const isNear = (span: number | undefined) => span !== undefined && span * 1_000 <= clockSkew
  return spans.every(isNear) ? least : undefined
}

/** Slots do not go by faster than half of what they take usually. */
async function findStartSlot(
  { operators, rhythm }: Node<SolanaReader>,
  { now, tries }: Search,
  at: number,
): Promise<bigint | undefined> {
  const back = BigInt(Math.max(1, Math.ceil((2 * (now - at)) / rhythm.blockMs)))
  const heads = await askEnough(operators, tries, (reader) => reader.head())
  if (heads.length < needed(operators)) return undefined
  const lowest = heads.map(({ number }) => number).reduce(lower)
  return lowest > back ? lowest - back : 0n
}

/**
 * Whether the account's coins and transactions are still what they were at the beginning, by two nodes:
 * up to which block, and when that was made (unix seconds).
 */
export async function proveUntouched(
  nodes: Nodes,
  { due, now }: Search,
  { holding }: Beginning,
): Promise<{ scanned: bigint; time: number } | undefined> {
  if (nodes.family !== 'eip155' || !holding) return undefined
  const { operators, rhythm } = nodes
  const proof = await agree({
    operators,
    rhythm,
    now,
    read: async (reader, head, signal) => {
      const scanned = head.number - BigInt(rhythm.arrival)
      const { balance, nonce } = await readHolding(reader, due.to, scanned, signal)
      const isSame = String(balance) === holding.balance && nonce === holding.nonce
      return { isSame, scanned, time: await reader.blockTime(scanned, signal) }
    },
    isSame: (one, other) => one.isSame && other.isSame,
    // No more is passed over than both have.
    take: (one, other) => (one.scanned < other.scanned ? one : other),
  })
  const value = settled(operators, proof)
  return value?.isSame ? value : undefined
}

/**
 * Transactions that brought coins which the account has sent on since: one node names them, a hint that is
 * proved of each. Nothing where the account sent nothing, or where the node forgot so old a state.
 */
export async function findSwept(
  nodes: Nodes,
  { due, tries }: Search,
  { block, holding }: Beginning,
  least: bigint,
): Promise<string[]> {
  if (nodes.family !== 'eip155' || !holding) return []
  const reader = turn(nodes.operators, tries)?.reader
  if (!reader) return []
  const found = await quietly(async () => {
    const to = await reader.blockNumber()
    if ((await reader.nonce(due.to, to)) === holding.nonce) return undefined
    return findCoinPayments(reader, { account: due.to, from: BigInt(block), to, least })
  })
  return found?.hashes ?? []
}

/** Whether a payment that one node alone shows is named, `age` ms after it was first looked for. */
function isOneEnough(
  operators: readonly Operator<unknown>[],
  proof: Proof<unknown>,
  age: number,
): boolean {
  return operators.length === 1 || (age > oneAloneAfter && !isOpposed(proof))
}

function toOutcome(proof: Proof<Word>, at: number, mayBeOne: boolean): Outcome {
  if (proof.kind === 'proved') {
    return { kind: 'found', found: { ...proof.value, at, ...proof.by } }
  }
  if (proof.kind === 'seenByOne' && mayBeOne) {
    return { kind: 'found', found: { ...proof.value, at, nodes: [proof.name] } }
  }
  return { kind: 'pending' }
}

/** Each look begins with another operator: one that is away holds nothing up. */
function turn<R>(operators: readonly Operator<R>[], tries: number): Operator<R> | undefined {
  return operators[tries % Math.max(1, Math.min(operators.length, mostAsked))]
}

export async function quietly<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
