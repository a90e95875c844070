import type { Operator } from '@/src/chains/chains'
import type { Head } from '@/src/chains/evm-reader'
import type { Rhythm } from '@/src/domain/chain/chain-rhythm'
import { AppError } from '@/src/domain/error'
import type { ShownBy } from '@/src/domain/order/order'

/** What independent operators say of one fact. */
export type Proof<T> =
  /** Two operators agree, or the person's own node says so. `head` is the lower of their heads. */
  | { kind: 'proved'; by: ShownBy; value: T; head: bigint }
  /** One operator says so, and for what reasons the word of each other one that was asked does not count. */
  | { kind: 'seenByOne'; name: string; value: T; others: Unheard[] }
  | { kind: 'disagree'; words: { name: string; value: T }[] }
  | { kind: 'unknown'; why: { name: string; reason: Unheard }[] }

/**
 * Why an operator's word does not count: it did not answer, its newest block is too old, it is not
 * far enough past the ask, it cannot say, or it has nothing of what is looked for.
 */
export type Unheard = 'unreachable' | 'stale' | 'behind' | 'silent' | 'denies'

/** What a node says that could say: there is no such thing. Others are asked on. */
export const denied = Symbol('denied')

export type Question<R, T> = {
  /** Of `chains.operators(chainId)` or `chains.solanaOperators(chainId)`. */
  operators: readonly Operator<R>[]
  /** Of `chains.rhythm(chainId)`. */
  rhythm: Rhythm
  /** Unix ms, by this computer's clock; it counts for nodes that do not say when they answer. */
  now: number
  /** A node counts with so many blocks on top of this block (Solana: slot): see `Rhythm`. */
  past?: { block: bigint; by: 'arrival' | 'absence' }
  /** Reads the fact at one node, whose head is given; undefined where that node cannot say. */
  read: (reader: R, head: Head, signal: AbortSignal) => Promise<T | undefined | typeof denied>
  /** Whether two words are one fact; by default all that they hold must be equal. */
  isSame?: (one: T, other: T) => boolean
  /** What is taken of two words that are one fact and not equal; by default the first. */
  take?: (one: T, other: T) => T
  /** Nothing depends on which head is higher: a node behind the other counts where blocks are made on demand too. */
  anyHead?: true
}

/**
 * Whether a proof is one operator's word against another's: who answers and has nothing of it speaks against it,
 * and who is current and not past the block yet is about to say.
 */
export const isOpposed = (proof: Proof<unknown>) =>
  proof.kind === 'seenByOne' && proof.others.some((each) => each === 'denies' || each === 'behind')

/**
 * What operators say by two of them where the first two differ: whoever bears one of those out says which. `ask`:
 * asks these.
 */
export async function bornOut<R, T>(
  operators: readonly Operator<R>[],
  ask: (operators: readonly Operator<R>[]) => Promise<Proof<T>>,
): Promise<Proof<T>> {
  const proof = await ask(operators)
  if (proof.kind !== 'disagree') return proof
  for (const { name } of proof.words) {
    const again = await ask(operators.filter((each) => each.name !== name))
    if (again.kind === 'proved') return again
  }
  return proof
}

type Readable = { head(signal?: AbortSignal): Promise<Head> }
type Word<T> = { name: string; own: boolean; head: Head; value: T }

/** What one node may take in all, ms. */
const patience = 10_000
/** Operators that are asked for one fact, or in one look, at most: who is down is passed over, within reason. */
export const mostAsked = 4
/** A head this old is a node that stands still... */
const oldest = 60_000
/** ...or this many blocks, where blocks are slow. */
const oldestBlocks = 10

/**
 * Reads one fact from two operators, or from the person's own node alone, and says what it is worth.
 * An operator that does not answer, is not fresh (`currentOf`) or denies gives way to the next. Where blocks are
 * made for transactions only, a node counts when its head is at least that of the other, save with `anyHead`.
 */
export async function agree<R extends Readable, T>(question: Question<R, T>): Promise<Proof<T>> {
  const { operators, rhythm, past } = question
  const waiting = operators.slice(0, mostAsked)
  const why: { name: string; reason: Unheard }[] = []
  const words: Word<T>[] = []
  let floor = past === undefined ? 0n : past.block + BigInt(rhythm[past.by])
  let looks = mostAsked
  for (;;) {
    const missing = 2 - undoubted(question, words).length
    if (missing <= 0 || looks === 0 || waiting.length === 0) break
    const asked = waiting.splice(0, missing)
    for (const answer of await Promise.all(asked.map((each) => hear(question, each, floor)))) {
      if ('reason' in answer) why.push(answer)
      else words.push(answer)
    }
    const late = rhythm.quiet && !question.anyHead && lateOf(words)
    if (!late) continue
    // It may only have been asked a moment earlier: it is asked again, and then counts or does not.
    floor = words.reduce((most, { head }) => (head.number > most ? head.number : most), floor)
    words.splice(words.indexOf(late), 1)
    const operator = operators.find(({ name }) => name === late.name)
    if (operator) waiting.unshift(operator)
    looks -= 1
  }
  const current = currentOf(question, words)
  const stale = words.filter((word) => !current.includes(word))
  why.push(...stale.map(({ name }) => ({ name, reason: 'stale' as const })))
  return weigh(question, current, why)
}

/** Of two words, the one whose node is behind the other's. */
function lateOf<T>(words: readonly Word<T>[]): Word<T> | undefined {
  const [one, other] = words
  if (!one || !other || one.head.number === other.head.number) return undefined
  return one.head.number < other.head.number ? one : other
}

async function hear<R extends Readable, T>(
  { rhythm, now, read }: Question<R, T>,
  { name, own, reader, ahead = 0 }: Operator<R>,
  floor: bigint,
): Promise<Word<T> | { name: string; reason: Unheard }> {
  const signal = AbortSignal.timeout(patience)
  try {
    const head = await reader.head(signal)
    // By the kinder of the two clocks: which of them counts is known once others were heard.
    const isOld = ageOf(head, now + Math.min(ahead, 0)) > oldestOf(rhythm)
    const isShort = head.number < floor
    if (isOld && (isShort || !rhythm.quiet)) return { name, reason: 'stale' }
    if (isShort) return { name, reason: 'behind' }
    const value = await read(reader, head, signal)
    if (value === denied) return { name, reason: 'denies' }
    return value === undefined ? { name, reason: 'silent' } : { name, own, head, value }
  } catch (error) {
    if (error instanceof AppError) return { name, reason: 'unreachable' }
    throw error
  }
}

const oldestOf = ({ blockMs }: Rhythm) => Math.max(oldest, oldestBlocks * blockMs)

/**
 * How old a newest block is, ms: by its node's own clock where that can be read. Who lies about it may lie
 * about all.
 */
const ageOf = ({ toldAt, time }: Head, clock: number) => (toldAt ?? clock) - time * 1_000

/** Whose newest block was made about now, by a clock: neither too long before nor after it. */
function borneOut<T>(words: readonly Word<T>[], clock: number, rhythm: Rhythm): Word<T>[] {
  return words.filter(({ head }) => Math.abs(ageOf(head, clock)) <= oldestOf(rhythm))
}

function byThisClock<R, T>({ rhythm, now }: Question<R, T>, words: readonly Word<T>[]): Word<T>[] {
  return words.filter(({ head }) => rhythm.quiet || ageOf(head, now) <= oldestOf(rhythm))
}

/** Answers that suffice for a proof: no further operator is asked. */
function undoubted<R, T>(question: Question<R, T>, words: readonly Word<T>[]): readonly Word<T>[] {
  const { operators, rhythm, now } = question
  const hasWitness = !rhythm.quiet && operators[0]?.ahead !== undefined
  return hasWitness ? borneOut(words, now, rhythm) : byThisClock(question, words)
}

/**
 * The words of nodes that are current. A node whose own clock can be read is judged by it. All others are
 * judged by this computer's clock, unless both the service's and two operators speak against it: their
 * newest blocks are of the service's now, which is not that of this computer. No honest block is from the
 * future, so the later of the two moments counts where each has a node on its side. Nobody can bend this
 * alone: a service that lies needs two nodes that stand still at the moment it names, and not one that
 * bears out this computer; two nodes that stand still need the service.
 */
function currentOf<R, T>(question: Question<R, T>, words: readonly Word<T>[]): readonly Word<T>[] {
  const { operators, rhythm, now } = question
  const ahead = operators[0]?.ahead
  if (rhythm.quiet || ahead === undefined) return byThisClock(question, words)
  const ours = borneOut(words, now, rhythm)
  if (ours.length >= 2) return ours
  const theirs = borneOut(words, now + ahead, rhythm)
  const isTheirs = theirs.length >= 2 && (ours.length === 0 || ahead > oldestOf(rhythm))
  return isTheirs ? theirs : byThisClock(question, words)
}

function weigh<R, T>(
  { isSame = isEqual, take }: Question<R, T>,
  words: readonly Word<T>[],
  why: { name: string; reason: Unheard }[],
): Proof<T> {
  const [one, other] = words
  if (!one) return { kind: 'unknown', why }
  const { name, value, head } = one
  if (one.own) {
    return { kind: 'proved', by: { nodes: [name], ownNode: true }, value, head: head.number }
  }
  if (!other) return { kind: 'seenByOne', name, value, others: why.map(({ reason }) => reason) }
  if (!isSame(value, other.value)) {
    return {
      kind: 'disagree',
      words: words.map((each) => ({ name: each.name, value: each.value })),
    }
  }
  const lower = head.number < other.head.number ? head.number : other.head.number
  const by = { nodes: [name, other.name] }
  const taken = take ? take(value, other.value) : value
  return { kind: 'proved', by, value: taken, head: lower }
}

function isEqual(one: unknown, other: unknown): boolean {
  const write = (value: unknown) =>
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each))
  return write(one) === write(other)
}
