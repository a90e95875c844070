import 'fake-indexeddb/auto'
import { encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEvmReader, type EvmReader } from '@/src/chains/evm-reader'
import { heldOf } from '@/src/domain/order/held'
import type { Accepted, StepState } from '@/src/domain/order/order'
import { toPlannedOrder, toSteps } from '@/src/domain/order/plan'
import { withGasLimits } from '@/src/domain/policy/gas-limit'
import type { StepDraft } from '@/src/domain/policy/policy-draft'
import { wrappedCoinOf } from '@/src/domain/token/wrapped-coins'
import { judgeTaken } from '@/src/engine/chain/judge-mined'
import { tryAgain } from '@/src/engine/chain/trial'
import type { Engine } from '@/src/engine/engine'
import { buildSteps } from '@/src/engine/procedures/build'
import { createServiceClient } from '@/src/service/client'
import { createDatabase } from '@/src/store/open'
import { getOrder, insertPlanned } from '@/src/store/orders'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import {
  createSandboxClient,
  type SandboxClient,
  type TestApproval,
  waitUntilMined,
} from '@/test/sandbox/test-client'
import { acceptRoute } from './accept-route'

/**
 * Routes whose steps turn what is paid into another token before the deposit, as the sandbox's fillers
 * build them (a market called as Uniswap's Router02 is, the chain's coin wrapped as by WETH9), on a real
 * chain: the honest ones go through to the payout, their hostile twins are never asked for.
 */
const base = 8453
const wrapped = wrappedCoinOf(base) as Hex
const amount = 5_000_000n
const coins = 10n ** 16n

let sandbox: Sandbox
let client: SandboxClient
let reader: EvmReader
let engine: Engine
let author: Hex
/** What the service's next answer is turned into before the product hears it. */
let twist: (approvals: TestApproval[]) => TestApproval[]

beforeAll(async () => {
  sandbox = await startSandbox()
  client = createSandboxClient(sandbox.info)
  author = client.account.address
  const { info } = sandbox
  const url = info.chains.find((chain) => chain.id === base)?.rpcUrl ?? ''
  reader = createEvmReader({ chainId: base, urls: [url] })
  const service = createServiceClient({
    baseUrl: info.serviceUrl,
    fiatUrl: info.fiatUrl,
    qrUrl: info.qrUrl,
    embedUrl: info.embedUrl,
    version: '0.0.0-test',
  })
  const deposits = {
    ...service.deposits,
    build: async (request: Parameters<typeof service.deposits.build>[0]) => {
      const built = await service.deposits.build(request)
      if (built.kind !== 'CONTRACT_CALL') throw new Error(built.kind)
      return { ...built, approvals: twist(built.approvals as TestApproval[]) }
    },
  }
  const operators = ['alpha', 'beta'].map((name) => ({ name, own: false, reader }))
  // What building and trying need of the engine: a true node, the true service, the clock.
  const rhythm = { blockMs: 2_000, arrival: 0, absence: 0, quiet: true }
  engine = {
    db: createDatabase('effects-route'),
    announce: () => undefined,
    guard: (run: () => Promise<unknown>) => run(),
    mirror: { write: async () => undefined },
    wake: () => undefined,
    now: () => Date.now(),
    report: () => undefined,
    evm: async () => reader,
    serviceOf: async () => ({ ...service, deposits }),
    readers: async () => ({
      operators: () => operators,
      solanaOperators: () => [],
      rhythm: () => rhythm,
    }),
  } as unknown as Engine
})
beforeEach(async () => {
  twist = (approvals) => approvals
  await client.control('POST', '/reset')
})
afterAll(() => sandbox?.stop())

const tokenOf = (symbol: string) => client.token(base, symbol)

/** Quotes as the product does. */
async function accept(symbol: string, shape: string, routeId = 'route-native'): Promise<Accepted> {
  await client.control('POST', '/shape', { shape })
  const from = tokenOf(symbol)
  const to = client.token(42161, symbol === 'ETH' ? 'USDC' : 'ETH')
  const much = symbol === 'ETH' ? coins : amount
  const now = Date.now() / 1_000
  return acceptRoute(client, { from, to, amount: much, routeId, now })
}

/** Builds and tries; gives the kinds of the steps that would be asked, or the code of the refusal. */
async function outcome(accepted: Accepted): Promise<string> {
  const built = await buildSteps(engine, { accepted }).catch((error: unknown) => error)
  if (built instanceof Error) return String((built as { code?: string }).code ?? built)
  const { steps } = built as { steps: StepDraft[] }
  return steps.map(({ facts }) => facts.kind).join(',')
}

async function send(call: {
  to: string
  data: string
  value?: string | bigint
  gas?: string
}): Promise<Hex> {
  const wallet = client.wallet(base)
  const { to, data, value = 0n, gas = 500_000n } = call
  const hash = await wallet.sendTransaction({
    chain: null,
    to: to as Hex,
    data: data as Hex,
    value: BigInt(value),
    gas: BigInt(gas),
  })
  expect((await waitUntilMined(wallet, hash)).status).toBe('success')
  return hash
}

/** An order of these steps, whose states may be written as they are carried out. */
function planOf(accepted: Accepted, drafts: StepDraft[]) {
  const id = 'a'.repeat(32)
  return toPlannedOrder({
    id,
    at: 1,
    accepted,
    serviceUrl: sandbox.info.serviceUrl,
    wallet: { family: 'eip155', id: 'x', name: 'x' },
    page: { tabId: 1, frameId: 0, origin: 'https://example.test' },
    steps: toSteps(id, drafts),
    digest: '',
  })
}

/** Asks for the steps in order, each tried again with all that follows; gives the deposit's hash. */
async function carryOut(accepted: Accepted, drafts: StepDraft[]): Promise<Hex> {
  const order = planOf(accepted, drafts)
  let hash: Hex = '0x'
  for (const [current, step] of order.steps.entries()) {
    await tryAgain(engine, { ...order, current })
    if (step.action.kind !== 'transaction') throw new Error('not for this wallet')
    hash = await send(step.action.tx)
    step.state = { status: 'confirmed', attemptId: 'a', hash, at: 1 } satisfies StepState
  }
  return hash
}

const held = (symbol: string) => reader.tokenBalance(tokenOf(symbol).address, author)

describe('an honest route whose steps come before the deposit', () => {
  it.each([
    ['USDC', 'swap-first', 'approve,swap,approve,deposit'],
    ['ETH', 'wrap-first', 'wrap,approve,deposit'],
  ])('given %s and %s, then it asks for %s, and is filled', async (symbol, shape, kinds) => {
    const accepted = await accept(symbol, shape)
    const { steps, advice } = await buildSteps(engine, { accepted })
    expect(steps.map(({ facts }) => facts.kind).join(',')).toBe(kinds)
    expect(advice).toMatchObject({
      outcome: 'passes',
      by: ['alpha', 'beta'],
      leaves: { paid: accepted.from.amount, fee: '0' },
    })
    const before = await held('DAI')
    const hash = await carryOut(accepted, steps)
    // What the swap gave on top stays; nothing of what was there before is gone.
    expect(await held('DAI')).toBeGreaterThanOrEqual(before)
    const { orderId } = await client.submit(accepted.quoteId, accepted.routeId, hash)
    expect((await client.follow(orderId)).status).toBe('filled')
  })

  it('given a swap, then what it gives is told, and the deposit is approved what it takes', async () => {
    const accepted = await accept('USDC', 'swap-first', 'route-liquidity')
    const { steps } = await buildSteps(engine, { accepted })
    const [, swap, approve, deposit] = steps.map(({ facts }) => facts)
    if (swap?.kind !== 'swap' || approve?.kind !== 'approve') throw new Error('other steps')
    expect(swap.gets).toMatchObject({ symbol: 'DAI', decimals: 18 })
    const gets = BigInt(swap.gets.amount)
    const takes = BigInt(deposit?.token.amount ?? 0)
    expect([gets > takes, takes * 1_000n >= gets * 994n]).toEqual([true, true])
    // The route asked for everything.
    expect(approve).toMatchObject({ requested: 'unlimited', token: { amount: String(takes) } })
  })

  it('given each step carries the limit of gas that its trial gives, then all are mined', async () => {
    const accepted = await accept('USDC', 'swap-first')
    const { steps, gas = [] } = await buildSteps(engine, { accepted })
    const limited = withGasLimits(steps, gas)
    const limits = limited.map(({ action }) => ('tx' in action ? Number(action.tx.gas) : 0))
    expect(limits.every((limit) => limit > 80_000 && limit < 600_000)).toBe(true)
    await carryOut(accepted, limited)
  })

  it('given only the swap is mined, then what came with it is read, and not what was held', async () => {
    const before = await held('DAI')
    const accepted = await accept('USDC', 'swap-first')
    const { steps } = await buildSteps(engine, { accepted })
    const order = planOf(accepted, steps)
    for (const step of order.steps.slice(0, 2)) {
      if (step.action.kind !== 'transaction') throw new Error('not for this wallet')
      const hash = await send(step.action.tx)
      step.state = { status: 'confirmed', attemptId: String(step.id), hash, at: 1 }
    }
    const swapped = { ...order, status: 'running' as const, current: 2 }
    await insertPlanned(engine.db, swapped)
    expect(await judgeTaken(engine, swapped)).toBe(true)
    const kept = await getOrder(engine.db, order.id)
    if (kept === undefined) throw new Error('not kept')
    const came = (await held('DAI')) - before
    expect(before).toBeGreaterThan(0n)
    // By balances of the blocks themselves, on a real chain.
    const state = kept.kind === 'swap' ? kept.steps[1]?.state : undefined
    expect(state).toMatchObject({ left: String(amount), got: String(came) })
    expect(state).not.toHaveProperty('byEvents')
    expect(heldOf(kept)).toMatchObject({
      isRead: true,
      token: { symbol: 'DAI', amount: String(came) },
    })
  })

  it('given the wrapped coin is paid and its coins are due, then it is unwrapped first', async () => {
    await send({ to: wrapped, data: '0xd0e30db0', value: coins })
    const accepted = await accept('ETH', 'plain')
    twist = ([deposit]) => [
      call(wrapped, parseAbi(['function withdraw(uint256)']), 'withdraw', [coins]),
      deposit as TestApproval,
    ]
    const from = { ...accepted.from, address: wrapped, symbol: 'WETH' }
    const { steps, advice } = await buildSteps(engine, { accepted: { ...accepted, from } })
    expect(steps.map(({ facts }) => facts.kind)).toEqual(['unwrap', 'deposit'])
    expect(advice.leaves).toEqual({ paid: String(coins), fee: '0' })
    await carryOut({ ...accepted, from }, steps)
  })

  it('given the market may take the other token by an old approval, then that is cleared first', async () => {
    const accepted = await accept('USDC', 'swap-first')
    const { steps } = await buildSteps(engine, { accepted })
    const swap = steps.find(({ facts }) => facts.kind === 'swap')?.facts
    if (swap?.kind !== 'swap') throw new Error('no swap')
    const old = { abi: erc20Abi, functionName: 'approve', args: [swap.target as Hex, 7n] } as const
    await send({ to: tokenOf('DAI').address, data: encodeFunctionData(old) })
    expect(await outcome(accepted)).toBe('approve,reset,swap,approve,deposit')
    await send({
      to: tokenOf('DAI').address,
      data: encodeFunctionData({ ...old, args: [swap.target as Hex, 0n] }),
    })
  })
})

function call(
  to: string,
  abi: ReturnType<typeof parseAbi> | typeof erc20Abi,
  functionName: string,
  args: unknown[],
  value?: bigint,
): TestApproval {
  const data = encodeFunctionData({ abi, functionName, args } as never)
  const carried = value === undefined ? {} : { value: `0x${value.toString(16)}` }
  const request = {
    method: 'eth_sendTransaction',
    params: [{ from: author, to, data, ...carried }],
  }
  return { type: 'eip1193_request', request, waitForReceipt: true } as TestApproval
}

const depositAbi = parseAbi(['function deposit(address token, uint256 amount, bytes32 id)'])
const id = `0x${'11'.repeat(32)}`

type Sent = { to: string; data: string; value?: string }
const sentBy = (approval: TestApproval | undefined) => approval?.request.params[0] as Sent

const allow = (token: string, spender: string, much: bigint) =>
  call(tokenOf(token).address, erc20Abi, 'approve', [spender as Hex, much])

/** What the honest deposit takes: the second word of its arguments. */
const takenBy = (approval: TestApproval | undefined) =>
  BigInt(`0x${sentBy(approval).data.slice(74, 138)}`)

const plenty = 10n ** 19n

describe('a hostile twin of a route that swaps first', () => {
  it('that asks for more of an approval than its deposit takes is cut to that', async () => {
    const accepted = await accept('USDC', 'swap-first')
    twist = ([a, b, , d]) =>
      [a, b, allow('DAI', sentBy(d).to, 3n * takenBy(d)), d] as TestApproval[]
    const { steps } = await buildSteps(engine, { accepted })
    const [, , approve, deposit] = steps
    expect(approve?.facts.token.amount).toBe(deposit?.facts.token.amount)
  })

  it('whose deposit turns bad once the swap is mined is not asked for', async () => {
    const accepted = await accept('USDC', 'swap-first')
    const { steps } = await buildSteps(engine, { accepted })
    const [approve, swap, other, deposit] = steps
    if (deposit?.action.kind !== 'transaction' || other?.action.kind !== 'transaction') {
      throw new Error('other steps')
    }
    const taken = BigInt(deposit.facts.token.amount) + plenty
    const more = (to: string, data: string, step: StepDraft): StepDraft => {
      if (step.action.kind !== 'transaction') return step
      return { ...step, action: { ...step.action, tx: { ...step.action.tx, to, data } } }
    }
    const grown = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [deposit.action.tx.to as Hex, taken],
    })
    const args = [tokenOf('DAI').address as Hex, taken, id as Hex] as const
    const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args })
    const before = await held('DAI')
    const drafts = [
      approve,
      swap,
      more(other.action.tx.to, grown, other),
      more(deposit.action.tx.to, data, deposit),
    ].flatMap((each) => each ?? [])
    // The first two go through as they are; what follows them is tried with what they did.
    await expect(carryOutFrom(accepted, steps, drafts)).rejects.toMatchObject({
      code: 'policy/takes-other',
    })
    expect(await held('DAI')).toBeGreaterThan(before)
  })
})

/** Carries out the first two of `good`, then goes on with `bad`. */
async function carryOutFrom(accepted: Accepted, good: StepDraft[], bad: StepDraft[]) {
  const [approve, swap] = good
  const order = planOf(accepted, bad)
  for (const [at, draft] of [approve, swap].entries()) {
    const step = order.steps[at]
    if (draft?.action.kind !== 'transaction' || step === undefined) throw new Error('other steps')
    const hash = await send(draft.action.tx)
    step.state = { status: 'confirmed', attemptId: 'a', hash, at: 1 }
  }
  await tryAgain(engine, { ...order, current: 2 })
}
