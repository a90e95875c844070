import type { EvmReader } from '@/src/chains/evm-reader'
import { readHolding } from '@/src/chains/payments'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { clockSkew, coinsAreDue, type Due, type Holding } from '@/src/domain/order/arrival'
import type { Beginning } from '@/src/domain/order/order'
import { greater, lower } from '@/src/lib/extremes'
import { inTime } from '@/src/lib/in-time'
import type { Engine } from '../engine'
import { findStart, type Node, type Nodes, nodesOf, type Search, settled } from './payments'
import { agree } from './proof'

type Evm = Extract<Nodes, { family: 'eip155' }>
type Held = { holding: Holding; block: bigint }

/** A person waits for the prompt, or for the address: nodes are given this long, ms. */
const patience = 3_000

/**
 * The chain that is paid on as it is before anything is asked for; undefined where too few nodes of it answer
 * in time: by a balance that one alone tells, what was always there would have come. That holds nothing up: it is
 * found later, or the payment is looked for without it.
 */
export async function readBeginning(engine: Engine, due: Due): Promise<Beginning | undefined> {
  const nodes = nodesOf(await engine.readers(), due.chainId)
  const now = readNow(nodes, due, engine.now())
  return inTime(AbortSignal.timeout(patience), now, undefined)
}

async function readNow(
  { operators, rhythm }: Node<EvmReader | SolanaReader>,
  due: Due,
  now: number,
): Promise<Beginning | undefined> {
  const coins = coinsAreDue(due)
  const proof = await agree({
    operators,
    rhythm,
    now,
    anyHead: true,
    read: async (reader, { number: block }, signal) => ({
      block,
      holding:
        coins && 'balanceAt' in reader
          ? await readHolding(reader, due.to, block, signal)
          : undefined,
    }),
  })
  // An address of one order had nothing before: of that one alone may tell.
  const one = due.isOwn && proof.kind === 'seenByOne' ? proof.value : undefined
  const heard = settled(operators, proof) ?? one
  const differing = proof.kind === 'disagree' ? proof.words.map(({ value }) => value) : []
  const words = heard ? [heard] : differing
  if (words.length === 0) return undefined
  const blocks = words.map((each) => each.block)
  const [least, most] = [blocks.reduce(lower), blocks.reduce(greater)]
  // One of them is minutes away: kept for ever, it would hide what comes, or take for it what came long ago.
  if (Number(most - least) * rhythm.blockMs > clockSkew) return undefined
  // The highest: what came before it is older than the ask.
  const block = String(most)
  const holdings = words.flatMap(({ holding }) => holding ?? [])
  if (holdings.length === 0) return { block }
  // The most that any of them shows: too little would be proof of what never came.
  const balance = String(holdings.map((each) => each.balance).reduce(greater))
  return { block, holding: { balance, nonce: Math.max(...holdings.map(({ nonce }) => nonce)) } }
}

/**
 * An EVM chain as it was when an order began, for one whose chain did not answer then: a block of that
 * time and, where coins are due, what the account held in it. That is told by the state of the block where
 * two operators still have it; else an account that holds nothing and never sent anything now held nothing
 * then. Of any other nobody can say what it held, and nothing is found. Nor is it on Solana, where the slot
 * of a time is known too roughly to be kept. `isOwn`: see `findStart`.
 */
export async function findBeginning(
  nodes: Nodes,
  search: Search,
  isOwn = false,
): Promise<Beginning | undefined> {
  if (nodes.family === 'solana') return undefined
  const at = search.start.at - clockSkew
  const start = await findStart(nodes, search, at, isOwn)
  if (start === undefined) return undefined
  const since = at - clockSkew
  if (!coinsAreDue(search.due)) return { block: String(start), since }
  const depth = BigInt(nodes.rhythm.arrival)
  const isBare = ({ balance, nonce }: Holding) => balance === 0n && nonce === 0
  const then = settled(nodes.operators, await read(nodes, search, () => start))
  const now = then ?? settled(nodes.operators, await read(nodes, search, (head) => head - depth))
  if (!now || (!then && !isBare(now.holding))) return undefined
  const { balance, nonce } = now.holding
  const block = String(then ? start : now.block)
  return { block, holding: { balance: String(balance), nonce }, since }
}

function read(nodes: Evm, { due, now }: Search, blockAt: (head: bigint) => bigint) {
  const { operators, rhythm } = nodes
  return agree<(typeof operators)[number]['reader'], Held>({
    operators,
    rhythm,
    now,
    read: async (reader, head, signal) => {
      const block = blockAt(head.number)
      return { block, holding: await readHolding(reader, due.to, block, signal) }
    },
    isSame: (one, other) =>
      one.holding.balance === other.holding.balance && one.holding.nonce === other.holding.nonce,
    take: (one, other) => (one.block < other.block ? one : other),
  })
}
