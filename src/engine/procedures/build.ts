import { readDepositCall } from '@/src/chains/deposit-call'
import type { EvmReader } from '@/src/chains/evm-reader'
import type { BuildResult } from '@/src/contract/service/build'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order/order'
import { type BuildFacts, checkBuild, needsOfBuild, type Refusal } from '@/src/domain/policy/policy'
import { type EvmFacts, type EvmNeeds, routingKey } from '@/src/domain/policy/policy-draft'
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
  const tried = await tryPlan(engine, accepted, checked, onFirst)
  const isTried = tried.advice.outcome === 'passes'
  if (isTried || facts.family !== 'eip155' || !facts.byService) return tried
  return { ...tried, advice: { ...tried.advice, byService: true } }
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
  const call = needs.call === undefined ? undefined : readDepositCall(needs.call)
  const chains = await engine.readers()
  const operators = chains.operators(needs.chainId)
  const [told, routing] = await Promise.all([
    askAny(operators, (reader, signal) => readFacts(reader, needs, true, signal)),
    needs.routing === undefined ? undefined : describeRouting(engine, order, needs.routing),
  ])
  if (told) return tidy({ family: 'eip155' as const, ...told.value, routing, call })
  const isOwn = operators.some(({ own }) => own)
  const read = await readFacts(await engine.evm(needs.chainId), needs, isOwn)
  const byService = isOwn ? undefined : (true as const)
  return tidy({ family: 'eip155' as const, ...read, byService, routing, call })
}

/** What must be known of an EVM chain, by one node of it; `isBelieved`: that nothing may be taken as well. */
async function readFacts(
  reader: Pick<EvmReader, 'accountKind' | 'allowance' | 'canApprove' | 'head'>,
  { codeOf, allowanceOf, token, owner, call }: EvmNeeds,
  isBelieved: boolean,
  signal?: AbortSignal,
): Promise<Pick<EvmFacts, 'allowances' | 'hasCode' | 'canApprove' | 'time'>> {
  const [codes, spenders, head] = await Promise.all([
    Promise.all(
      codeOf.map(
        async (each) =>
          [each.toLowerCase(), (await reader.accountKind(each, signal)) === 'contract'] as const,
      ),
    ),
    Promise.all(
      allowanceOf.map(async ({ spender, amount, token: other }) => {
        const of = other ?? token
        const allowance = await reader.allowance(of, owner, spender, signal)
        const isFree = isBelieved && allowance === 0n
        const can =
          isFree || (await reader.canApprove({ token: of, owner, spender, amount }, signal))
        const key = other === undefined ? spender.toLowerCase() : routingKey(other, spender)
        return { key, allowance: String(allowance), can }
      }),
    ),
    isBelieved && call !== undefined ? reader.head(signal) : undefined,
  ])
  return tidy({
    time: head?.time,
    allowances: Object.fromEntries(spenders.map((each) => [each.key, each.allowance])),
    hasCode: Object.fromEntries(codes),
    canApprove: Object.fromEntries(spenders.map((each) => [each.key, each.can])),
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
  return { family: 'solana', mints, signed }
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
