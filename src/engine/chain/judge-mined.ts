import type { EvmReader } from '@/src/chains/evm-reader'
import type { SolanaReader } from '@/src/chains/solana-reader'
import type { Fact, Power, Step, SwapOrder, TokenAmount } from '@/src/domain/order/order'
import {
  attemptById,
  attemptOf,
  hashesOf,
  hashOf,
  movesMoney,
} from '@/src/domain/order/order-parts'
import { executionOf } from '@/src/domain/policy/effects-carried'
import { gotWith, judgeMined, leftWith } from '@/src/domain/policy/effects-mined'
import type { MinedStep } from '@/src/domain/policy/effects-route'
import { judgeMinedSolana } from '@/src/domain/policy/effects-solana-mined'
import type { Told } from '@/src/domain/policy/policy-read'
import { greater } from '@/src/lib/extremes'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import { agree, type Proof } from './proof'
import { readAround } from './read-around'
import { readMined } from './read-mined'

/**
 * What left of the source token, decimal, and what went beyond what was accepted, if anything did.
 * `gas`: what an account with code paid for gas in tokens, which is neither. `power`: what somebody got
 * instead of an amount. `got`: what came of the token that steps before the deposit lead to, where the last
 * one is such a step.
 */
type Took = {
  left: string
  beyond?: Fact
  power?: Power
  gas?: TokenAmount[]
  got?: string
  /** No balance says so: it is told by events alone. */
  byEvents?: true
}

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
  const { beyond, power, ...told } = proof.value
  // What balances once said stays: a later look may come when nodes have forgotten them.
  const isKnown = told.byEvents && last.state.left !== undefined && !last.state.byEvents
  if (!isKnown) {
    await commit(engine, order.id, { type: 'leftRead', at: engine.now(), attemptId, hash, ...told })
  }
  if (beyond === undefined) return true
  const event = { type: 'overtaken', at: engine.now(), attemptId, hash } as const
  await commit(engine, order.id, { ...event, fact: beyond, ...(power && { power }) })
  return true
}

const toTook = (left: bigint, beyond: Told | null): Took => ({
  left: String(greater(left, 0n)),
  ...(beyond && { beyond: beyond.fact }),
  ...(beyond?.power && { power: beyond.power }),
})

async function tookEvm(
  engine: Engine,
  order: SwapOrder,
  chainId: number,
  mined: readonly Step[],
): Promise<Proof<Took>> {
  const { accepted, steps } = order
  // Whom an approval names has a part in the order; what it did itself was shown when it was asked.
  const approvals = steps.filter((step) => !movesMoney(step))
  const parties = approvals.map(({ facts }) => ({ facts, value: 0n, logs: [] }))
  const chains = await engine.readers()
  const look = (byEvents: boolean) =>
    agree<EvmReader, Took>({
      operators: chains.operators(chainId),
      rhythm: chains.rhythm(chainId),
      now: engine.now(),
      read: async (reader, _head, signal) => {
        const read = await readMined(reader, mined, signal)
        if (!read) return undefined
        const { author, from } = accepted
        const seen = byEvents ? read : await readAround(reader, author, from.address, read, signal)
        if (!seen) return undefined
        const { rest, gas } = await withoutGas(reader, order, mined, seen, signal)
        const took = toTook(leftWith(accepted, rest), judgeMined(accepted, [...parties, ...rest]))
        const got = gotWith(accepted, rest)
        return {
          ...took,
          ...(gas.length > 0 ? { gas } : {}),
          ...(got === undefined ? {} : { got: String(greater(got, 0n)) }),
          ...(byEvents ? { byEvents } : {}),
        }
      },
    })
  // Others carry out what an account with code does, and may be paid for it: its balances tell less.
  const whole = order.coded ? undefined : await look(false)
  return whole?.kind === 'proved' ? whole : look(true)
}

/** Mined steps without what was paid for their gas in tokens, where they were carried out by others. */
async function withoutGas(
  reader: EvmReader,
  order: SwapOrder,
  steps: readonly Step[],
  read: readonly MinedStep[],
  signal: AbortSignal,
): Promise<{ rest: MinedStep[]; gas: TokenAmount[] }> {
  const { accepted } = order
  const gas: TokenAmount[] = []
  const rest: MinedStep[] = []
  for (const [at, step] of read.entries()) {
    const { state } = steps[at] as Step
    const isCarried = step.logs.some((log) => executionOf(log, accepted.author))
    const carrier = isCarried && (await reader.transaction(hashOf(state) ?? '', signal))
    const attempt = attemptById(order, attemptOf(state))
    if (!carrier || !attempt) {
      rest.push(step)
      continue
    }
    const { splitGas } = await import('@/src/domain/policy/effects-gas-in-tokens')
    const named = hashesOf(attempt).map((each) => each.toLowerCase())
    const split = splitGas({ accepted, named, carrier, ...step })
    rest.push({ ...step, logs: split.logs })
    if (split.gas) gas.push(split.gas)
  }
  return { rest, gas }
}

async function tookSolana(
  engine: Engine,
  { accepted, advice }: SwapOrder,
  chainId: number,
  signature: string,
): Promise<Proof<Took>> {
  const chains = await engine.readers()
  const { leaves, network = 0 } = advice ?? {}
  const shown = leaves && BigInt(leaves.fee) + BigInt(network)
  return agree<SolanaReader, Took>({
    operators: chains.solanaOperators(chainId),
    rhythm: chains.rhythm(chainId),
    now: engine.now(),
    read: async (reader, _head, signal) => {
      const found = await reader.balances(signature, signal)
      if (found === null || found.failed) return undefined
      const { left, beyond } = judgeMinedSolana(accepted, found, shown)
      return toTook(left, beyond)
    },
  })
}
