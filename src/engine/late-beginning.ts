import { readHolding } from '@/src/chains/payments'
import { isNativeAddress } from '@/src/domain/address'
import type { Holding } from '@/src/domain/arrival'
import type { Beginning } from '@/src/domain/order'
import { findStart, needed, type nodesOf, type Search } from './payments'
import { agree, type Proof } from './proof'

type Nodes = ReturnType<typeof nodesOf>
type Evm = Extract<Nodes, { family: 'eip155' }>
type Held = { holding: Holding; block: bigint }

/** Clocks of chains and of people differ by this much, ms. */
const clockSkew = 120_000

/**
 * An EVM chain as it was when an order began, for one whose chain did not answer then: a block of that
 * time and, where coins are due, what the account held in it. That is told by the state of the block where
 * two operators still have it; else an account that holds nothing and never sent anything now held nothing
 * then. Of any other nobody can say what it held, and nothing is found. Nor is it on Solana, where the slot
 * of a time is known too roughly to be kept.
 */
export async function findBeginning(nodes: Nodes, search: Search): Promise<Beginning | undefined> {
  if (nodes.family === 'solana') return undefined
  const at = search.start.at - clockSkew
  const start = await findStart(nodes, search, at)
  if (start === undefined) return undefined
  const since = at - clockSkew
  if (!isNativeAddress(search.due.token)) return { block: String(start), since }
  const depth = BigInt(nodes.rhythm.arrival)
  const isBare = ({ balance, nonce }: Holding) => balance === 0n && nonce === 0
  const then = settled(nodes, await read(nodes, search, () => start))
  const now = then ?? settled(nodes, await read(nodes, search, (head) => head - depth))
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
  })
}

/** What as many operators as are needed say alike. */
function settled({ operators }: Evm, proof: Proof<Held>): Held | undefined {
  const isOne = proof.kind === 'seenByOne' && needed(operators) === 1
  return proof.kind === 'proved' || isOne ? proof.value : undefined
}
