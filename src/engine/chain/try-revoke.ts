import { AppError } from '@/src/domain/error'
import type { Step, SwapOrder } from '@/src/domain/order/order'
import { judgeRevoke } from '@/src/domain/policy/effects-revoke'
import { refuse } from '@/src/domain/policy/policy-read'
import { inTime } from '@/src/lib/in-time'
import { tidy } from '@/src/lib/tidy'
import type { Engine } from '../engine'
import {
  askPatience,
  detailOf,
  gasOf,
  type Heard,
  type HearEvm,
  hearOperators,
  isPoor,
  patience,
  weigh,
} from './trial'

/**
 * Tries a request that takes an approval back, just before it is asked for: it calls the token, which may do
 * anything. Nodes that cannot try it, or are silent, hold nothing up, nor do those that try it in the weaker
 * way and show that it reverts. Gives the gas that it used in the trial that used most of it, where told.
 *
 * @throws AppError `policy/odd-revoke` where any node shows that it does more or less, or reverts on all that
 * tried it; `wallet/insufficient-funds` where coins for the fee are missing.
 */
export async function tryRevoke(
  engine: Engine,
  { accepted }: SwapOrder,
  step: Step,
): Promise<{ gas?: bigint }> {
  const { action, facts } = step
  if (action.kind !== 'transaction' || facts.kind !== 'reset') return {}
  const { chainId } = action
  const [token, spender] = [facts.token.address.toLowerCase(), facts.spender.toLowerCase()]
  const input = { account: accepted.author, requests: [action.tx], token, spenders: [spender] }
  const hear: HearEvm = async ({ name, reader }, weakly) => {
    const tried = await reader.trial({ ...input, weakly }, AbortSignal.timeout(patience))
    if (tried.outcome === 'unjudged') {
      return { name, outcome: 'passes', verdict: refuse('policy/odd-revoke', tried.detail) }
    }
    if (tried.outcome !== 'passes') return { name, ...tried }
    const { effects } = tried
    const judged = judgeRevoke(effects, { token, spender })
    const { gasParts } = effects
    const verdict = judged.ok ? tidy({ ok: true as const, paid: 0n, fee: 0n, gasParts }) : judged
    return { name, outcome: 'passes', verdict }
  }
  const chains = await engine.readers()
  const heard: Heard = { words: [] }
  const trial = hearOperators(chains.operators(chainId), chainId, hear, (word) =>
    heard.words.push(word),
  )
  const { words, weak } = await inTime(AbortSignal.timeout(askPatience), trial, heard)
  const { passed, reverted } = weigh(words)
  if (passed.length === 0 && reverted !== undefined && !weak) {
    if (isPoor(reverted)) throw new AppError('wallet/insufficient-funds')
    throw new AppError('policy/odd-revoke', detailOf(reverted))
  }
  const [gas] = gasOf([step], passed).gas ?? []
  return gas === undefined ? {} : { gas }
}
