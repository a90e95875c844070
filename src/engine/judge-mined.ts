import type { EvmReader } from '@/src/chains/evm-reader'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { gotWith, judgeMined, leftWith } from '@/src/domain/effects-mined'
import { judgeMinedSolana } from '@/src/domain/effects-solana-mined'
import type { Step, SwapOrder } from '@/src/domain/order'
import { movesMoney } from '@/src/domain/order-parts'
import { greater } from '@/src/lib/extremes'
import { commit } from './commit'
import type { Engine } from './engine'
import { agree, type Proof } from './proof'
import { readMined } from './read-mined'

/**
 * What left of the source token, decimal, what went beyond what was accepted (empty for nothing), and what
 * came of the token that steps before the deposit lead to, where the last one is such a step.
 */
type Took = { left: string; beyond: string; got?: string }

/**
 * Holds what the mined steps of an order really took against what was accepted, by what independent
 * operators show, keeps what left, and raises the alarm where it was more. Nodes that do not answer, or do
 * not agree, say nothing: it is asked again. Says whether it is known.
 */
export async function judgeTaken(engine: Engine, order: SwapOrder): Promise<boolean> {
  const mined = order.steps.filter((step) => movesMoney(step) && step.state.status === 'confirmed')
  const last = mined.at(-1)
  if (last?.state.status !== 'confirmed') return false
  const { attemptId, hash } = last.state
  const proof =
    last.action.kind === 'solanaSign'
      ? await tookSolana(engine, order, last.action.chainId, hash)
      : await tookEvm(engine, order, last.action.chainId, mined)
  if (proof.kind !== 'proved') return false
  const { beyond, ...read } = proof.value
  await commit(engine, order.id, { type: 'leftRead', at: engine.now(), attemptId, hash, ...read })
  if (beyond === '') return true
  const event = { type: 'overtaken', at: engine.now(), attemptId, hash } as const
  await commit(engine, order.id, { ...event, detail: beyond })
  return true
}

const toTook = (left: bigint, beyond: { detail: string } | null): Took => ({
  left: String(greater(left, 0n)),
  beyond: beyond?.detail ?? '',
})

async function tookEvm(
  engine: Engine,
  { accepted, steps }: SwapOrder,
  chainId: number,
  mined: readonly Step[],
): Promise<Proof<Took>> {
  // Whom an approval names has a part in the order; what it did itself was shown when it was asked.
  const approvals = steps.filter((step) => !movesMoney(step))
  const parties = approvals.map(({ facts }) => ({ facts, value: 0n, logs: [] }))
  const chains = await engine.readers()
  return agree<EvmReader, Took>({
    operators: chains.operators(chainId),
    rhythm: chains.rhythm(chainId),
    now: engine.now(),
    read: async (reader, _head, signal) => {
      const read = await readMined(reader, mined, signal)
      if (read === undefined) return undefined
      const took = toTook(leftWith(accepted, read), judgeMined(accepted, [...parties, ...read]))
      const got = gotWith(accepted, read)
      return got === undefined ? took : { ...took, got: String(greater(got, 0n)) }
    },
  })
}

async function tookSolana(
  engine: Engine,
  { accepted }: SwapOrder,
  chainId: number,
  signature: string,
): Promise<Proof<Took>> {
  const chains = await engine.readers()
  return agree<SolanaReader, Took>({
    operators: chains.solanaOperators(chainId),
    rhythm: chains.rhythm(chainId),
    now: engine.now(),
    read: async (reader, _head, signal) => {
      const found = await reader.balances(signature, signal)
      if (found === null || found.failed) return undefined
      const { left, beyond } = judgeMinedSolana(accepted, found)
      return toTook(left, beyond)
    },
  })
}
