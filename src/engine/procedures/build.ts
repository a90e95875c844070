import { readDepositCall } from '@/src/chains/deposit-call'
import type { BuildResult } from '@/src/contract/service/build'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order/order'
import { type BuildFacts, checkBuild, needsOfBuild, type Refusal } from '@/src/domain/policy/policy'
import { routingKey } from '@/src/domain/policy/policy-draft'
import { tidy } from '@/src/lib/tidy'
import { askAny } from '../chain/ask-any'
import { describeRouting } from '../chain/token-facts'
import { type Tried, tryPlan } from '../chain/trial'
import type { Engine } from '../engine'

/** What is built: a route that was accepted, and the service that offered it. */
type Planned = Pick<SwapOrder, 'accepted' | 'serviceUrl'>

/**
 * Has the service build a route, holds the result against what was accepted, and has independent nodes
 * try it. Gives the steps to ask for, without a limit of gas, and what the trial came to; `onFirst` as in
 * `tryPlan`. Fails with the policy's or the service's code; nothing was asked then.
 */
export async function buildSteps(
  engine: Engine,
  order: Planned,
  onFirst?: (first: Tried) => void,
): Promise<Tried> {
  const { accepted } = order
  const client = await engine.serviceOf(order)
  const { author: from, quoteId, routeId, recipient, refundTo } = accepted
  // A route may be paid in several ways; of a wallet this one can be asked.
  const depositMethod = 'CONTRACT_CALL'
  const asked = { from, quoteId, routeId, recipient, refundTo, depositMethod }
  const build = await client.deposits.build(asked)
  const now = Math.floor(engine.now() / 1_000)
  const facts = accepted.author.startsWith('0x')
    ? await evmFacts(engine, build, order, now)
    : await solanaFacts(engine, build, accepted.from.chainId)
  const checked = checkBuild({ build, accepted, facts, now })
  if (!checked.ok) throw toError(checked)
  return tryPlan(engine, accepted, checked, onFirst)
}

function toError(refusal: Refusal): AppError {
  return new AppError(refusal.code, { detail: refusal.detail })
}

async function evmFacts(
  engine: Engine,
  build: BuildResult,
  order: Planned,
  now: number,
): Promise<BuildFacts> {
  const { accepted } = order
  const first = needsOfBuild({ build, accepted, now })
  if (!first.ok) throw toError(first)
  const { needs } = first
  const { token, owner } = needs
  const call = needs.call === undefined ? undefined : readDepositCall(needs.call)
  const reader = await engine.evm(needs.chainId)
  const [codes, spenders, routing] = await Promise.all([
    Promise.all(
      needs.codeOf.map(
        async (each) =>
          [each.toLowerCase(), (await reader.accountKind(each)) === 'contract'] as const,
      ),
    ),
    Promise.all(
      needs.allowanceOf.map(async ({ spender, amount, token: other }) => {
        const of = other ?? token
        const allowance = await reader.allowance(of, owner, spender)
        const free = allowance === 0n
        const can = free || (await reader.canApprove({ token: of, owner, spender, amount }))
        const key = other === undefined ? spender.toLowerCase() : routingKey(other, spender)
        return { key, allowance: String(allowance), can }
      }),
    ),
    needs.routing === undefined ? undefined : describeRouting(engine, order, needs.routing),
  ])
  return tidy({
    family: 'eip155' as const,
    allowances: Object.fromEntries(spenders.map((each) => [each.key, each.allowance])),
    hasCode: Object.fromEntries(codes),
    canApprove: Object.fromEntries(spenders.map((each) => [each.key, each.can])),
    routing,
    call,
  })
}

async function solanaFacts(
  engine: Engine,
  build: BuildResult,
  chainId: number,
): Promise<BuildFacts> {
  const solana = await engine.solana()
  const approvals = build.kind === 'CONTRACT_CALL' ? build.approvals : []
  const mints: Record<string, string> = {}
  const signed: string[] = []
  for (const approval of approvals) {
    if (approval.type !== 'solana_sendTransaction') continue
    const sources = solana.unnamed(approval.transaction)
    if (sources.length > 0) Object.assign(mints, await mintsOf(engine, chainId, sources))
    signed.push(...(await solana.signedBy(approval.transaction)))
  }
  return { family: 'solana', depositPrograms: [], mints, signed }
}

/**
 * Mints of token accounts, by an independent node: the service's own could call any token the accepted one.
 * @throws AppError `policy/unread-mint` where none tells.
 */
async function mintsOf(
  engine: Engine,
  chainId: number,
  sources: readonly string[],
): Promise<Record<string, string>> {
  const operators = (await engine.readers()).solanaOperators(chainId)
  const told = await askAny(operators, (reader, signal) =>
    Promise.all(sources.map(async (each) => [each, await reader.mintOf(each, signal)] as const)),
  )
  if (told === undefined) throw new AppError('policy/unread-mint', { detail: sources.join(', ') })
  return Object.fromEntries(told.value.flatMap(([each, mint]) => (mint ? [[each, mint]] : [])))
}
