import type { Simulation } from '@/src/chains/evm-reader'
import type { Advice, Step } from '@/src/domain/order'
import type { Engine } from './engine'

/** The review is not held up longer than this for a trial run; ms. */
const patience = 2_000
/** Words of a node are cut to this. */
const longestDetail = 300

const outcomes = { success: 'passes', reverted: 'reverts', unknown: 'unknown' } as const

/**
 * Tries all steps together on their chain, each on what the one before leaves. A node that cannot try
 * several at once says nothing about a deposit that waits for its approval: the outcome is `unknown`
 * then, as it is for every failure. Never throws.
 */
export async function adviseOn(engine: Engine, steps: readonly Step[]): Promise<Advice> {
  const at = engine.now()
  try {
    const { outcome, detail } = await tryOut(engine, steps, AbortSignal.timeout(patience))
    const advice: Advice = { at, outcome: outcomes[outcome] }
    if (detail !== undefined) advice.detail = detail.slice(0, longestDetail)
    return advice
  } catch (error) {
    engine.report(error, 'advice')
    return { at, outcome: 'unknown' }
  }
}

async function tryOut(
  engine: Engine,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<Simulation> {
  const [only, ...more] = steps
  if (only?.action.kind === 'solanaSign' && more.length === 0) {
    return (await engine.solana()).simulate(only.action.transaction, signal)
  }
  const [first, ...rest] = steps.flatMap(({ action }) =>
    action.kind === 'transaction' ? [action] : [],
  )
  if (!first || rest.length !== more.length) return { outcome: 'unknown' }
  return (await engine.evm(first.chainId)).simulate(
    [first.tx, ...rest.map((action) => action.tx)],
    signal,
  )
}
