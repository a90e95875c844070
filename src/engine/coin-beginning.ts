import { readHolding } from '@/src/chains/payments'
import type { Holding } from '@/src/domain/arrival'
import type { Beginning } from '@/src/domain/order'
import { findStart, needed, type nodesOf, type Search } from './payments'
import { agree, type Proof } from './proof'

type Evm = Extract<ReturnType<typeof nodesOf>, { family: 'eip155' }>
type Held = { holding: Holding; block: bigint }

/**
 * What an account held of its chain's coin before a time (unix ms), for an order whose chain did not
 * answer when it began. By the state of that time where two operators still have it; else an account that
 * holds nothing and never sent anything now held nothing then. Of any other nobody can say what it held.
 */
export async function findCoinBeginning(
  nodes: Evm,
  search: Search,
  at: number,
): Promise<Beginning | undefined> {
  const start = await findStart(nodes, search, at)
  if (start === undefined) return undefined
  const then = settled(nodes, await read(nodes, search, () => start))
  if (then) return toBeginning({ ...then, block: start })
  const depth = BigInt(nodes.rhythm.arrival)
  const now = settled(nodes, await read(nodes, search, (head) => head - depth))
  return now?.holding.balance === 0n && now.holding.nonce === 0 ? toBeginning(now) : undefined
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

const toBeginning = ({ block, holding }: Held): Beginning => ({
  block: String(block),
  holding: { balance: String(holding.balance), nonce: holding.nonce },
})
