import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEvmReader, type EvmReader } from '@/src/chains/evm-reader'
import type { Accepted } from '@/src/domain/order/order'
import { checkBuild, needsOfBuild } from '@/src/domain/policy/policy'
import { encodeApprove } from '@/src/domain/policy/policy-abi'
import type { StepDraft } from '@/src/domain/policy/policy-draft'
import { verifyEvmTransaction } from '@/src/domain/policy/verify-evm'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { createSandboxClient, type SandboxClient, waitUntilMined } from '@/test/sandbox/test-client'
import { acceptRoute } from './accept-route'

const [base, arbitrum] = [8453, 42161]
const now = 1_700_000_000

let sandbox: Sandbox
let client: SandboxClient
let reader: EvmReader
let target: string

beforeAll(async () => {
  sandbox = await startSandbox()
  client = createSandboxClient(sandbox.info)
  const url = sandbox.info.chains.find((chain) => chain.id === base)?.rpcUrl ?? ''
  reader = createEvmReader({ chainId: base, urls: [url] })
  target = await depositTarget()
})
beforeEach(() => client.control('POST', '/reset', {}))
afterAll(() => sandbox?.stop())

type Side = { chainId: number; address: string; symbol: string; decimals: number }

async function depositTarget(): Promise<string> {
  const { quoteId } = await client.quote({
    from: client.token(base, 'ETH'),
    to: client.token(arbitrum, 'USDC'),
    amount: 10n ** 16n,
  })
  const approvals = await client.build(quoteId, 'route-native')
  const [call] = approvals.at(-1)?.request.params ?? []
  return (call as { to: string }).to
}

/** Quotes and builds as the product does; gives what was accepted and the service's very answer. */
async function prepare(from: Side, amount: bigint, routeId = 'route-native') {
  const to = client.token(arbitrum, 'USDC')
  const accepted = await acceptRoute(client, { from, to, amount, routeId, now })
  const { author, quoteId } = accepted
  const body = { from: author, quoteId, routeId }
  const build = (await client.api('POST', '/v1/deposit/build', body)).body
  return { accepted, build }
}

/** Looks up what the policy needs on the real chain, and lets it decide. */
async function judge({ accepted, build }: { accepted: Accepted; build: unknown }) {
  const first = needsOfBuild({ build, accepted, now })
  if (!first.ok) return first
  const { token, owner, codeOf, allowanceOf } = first.needs
  const table = async <T>(keys: string[], read: (key: string) => Promise<T>) =>
    Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await read(key)] as const)))
  const spenders = allowanceOf.map((each) => each.spender)
  const amounts = new Map(allowanceOf.map((each) => [each.spender, each.amount]))
  return checkBuild({
    build,
    accepted,
    now,
    facts: {
      family: 'eip155',
      hasCode: await table(
        codeOf,
        async (address) => (await reader.accountKind(address)) === 'contract',
      ),
      allowances: await table(spenders, async (spender) =>
        String(await reader.allowance(token, owner, spender)),
      ),
      canApprove: await table(spenders, (spender) =>
        reader.canApprove({ token, owner, spender, amount: amounts.get(spender) ?? '0' }),
      ),
    },
  })
}

/** Does what the wallet would with each step, and compares what was mined. */
async function carryOut(steps: StepDraft[]): Promise<void> {
  const wallet = client.wallet(base)
  for (const { action } of steps) {
    if (action.kind !== 'transaction') throw new Error('not for an EVM wallet')
    const hash = await wallet.sendTransaction({
      chain: null,
      to: action.tx.to as `0x${string}`,
      data: action.tx.data as `0x${string}`,
      value: BigInt(action.tx.value),
    })
    expect((await waitUntilMined(wallet, hash)).status).toBe('success')
    const found = await reader.transaction(hash)
    if (found === null) throw new Error('not found')
    expect(verifyEvmTransaction(action, found)).toEqual({ verdict: 'equal' })
  }
}

/** What was left allowed by earlier tests is taken back: each token starts from nothing. */
async function forget(token: Side): Promise<void> {
  const wallet = client.wallet(base)
  const hash = await wallet.sendTransaction({
    chain: null,
    to: token.address as `0x${string}`,
    data: encodeApprove(target, 0n) as `0x${string}`,
  })
  await waitUntilMined(wallet, hash)
}

/** Nobody tried it here: what is more than the plainest deposit is refused then. */
const kinds = (result: Awaited<ReturnType<typeof judge>>) => {
  if (!result.ok) return result.code
  if (result.unless) return result.unless.code
  return result.steps.map((step) => step.facts.kind).join(',')
}

describe('the policy, on what the reference service really builds', () => {
  it.each([
    ['USDC', 'route-native', 'approve,deposit'],
    ['USDC', 'route-intent', 'approve,deposit'],
    ['DAI', 'route-liquidity', 'approve,deposit'],
    ['TICKET', 'route-native', 'approve,deposit'],
    ['ETH', 'route-native', 'deposit'],
    ['ETH', 'route-intent', 'deposit'],
  ])(
    'given %s over %s, then it asks for %s, it works, and leaves nothing allowed',
    async (symbol, routeId, asked) => {
      const token = client.token(base, symbol)
      if (symbol !== 'ETH') await forget(token)
      const unit = 10n ** BigInt(token.decimals)
      const amount = symbol === 'ETH' ? unit / 100n : 3n * unit
      const result = await judge(await prepare(token, amount, routeId))
      expect(kinds(result)).toBe(asked)
      if (!result.ok) return
      await carryOut(result.steps)
      if (symbol === 'ETH') return
      expect(await reader.allowance(token.address, client.account.address, target)).toBe(0n)
    },
  )

  it('given the router that wants everything, then the wallet is asked for exactly the amount', async () => {
    const token = client.token(base, 'USDC')
    await forget(token)
    const result = await judge(await prepare(token, 5_000_000n, 'route-liquidity'))
    expect(result).toMatchObject({
      ok: true,
      steps: [
        { facts: { kind: 'approve', requested: 'unlimited', token: { amount: '5000000' } } },
        {},
      ],
    })
  })

  it('given a strict token with something allowed, then it is reset first; an ordinary one is not', async () => {
    for (const [symbol, asked] of [
      ['USDT', 'reset,approve,deposit'],
      ['USDC', 'approve,deposit'],
    ] as const) {
      const token = client.token(base, symbol)
      await forget(token)
      const first = await judge(await prepare(token, 1_000_000n))
      if (!first.ok) throw new Error(first.code)
      await carryOut(first.steps.slice(0, 1))
      const second = await judge(await prepare(token, 2_000_000n))
      expect(kinds(second)).toBe(asked)
      if (second.ok) await carryOut(second.steps)
    }
  })
})

describe('the policy, on what the reference service builds when it is told to cheat', () => {
  it.each([
    ['unlimited-approval', 'approve,deposit'],
    ['foreign-spender', 'policy/foreign-spender'],
    ['two-deposits', 'policy/many-deposits'],
    ['no-deposit', 'policy/no-deposit'],
    ['wrong-chain', 'policy/wrong-chain'],
    ['wrong-sender', 'policy/wrong-sender'],
    ['extra-value', 'policy/wrong-value'],
    ['token-transfer', 'policy/foreign-call'],
    ['unknown-method', 'policy/method-forbidden'],
  ])('given %s, then %s', async (tamper, expected) => {
    const token = client.token(base, 'USDC')
    await forget(token)
    await client.control('POST', '/build-tamper', { tamper, times: 1 })
    expect(kinds(await judge(await prepare(token, 1_000_000n)))).toBe(expected)
  })

  it('given a deposit at an address without code, then it is refused', async () => {
    const prepared = await prepare(client.token(base, 'ETH'), 10n ** 16n)
    const text = JSON.stringify(prepared.build).replaceAll(
      target,
      '0x00000000000000000000000000000000000a11ce',
    )
    expect(kinds(await judge({ ...prepared, build: JSON.parse(text) }))).toBe(
      'policy/target-has-no-code',
    )
  })
})
