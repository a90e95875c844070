import { encodeAbiParameters, type Hex } from 'viem'
import { createEvmReader, type EvmReader } from '@/src/chains/evm-reader'
import type { Accepted, Advice } from '@/src/domain/order/order'
import type { StepDraft } from '@/src/domain/policy/policy-draft'
import { pinnedTokens } from '@/src/domain/token/pinned-tokens'
import { wrappedCoinOf } from '@/src/domain/token/wrapped-coins'
import type { Engine } from '@/src/engine/engine'
import { buildSteps } from '@/src/engine/procedures/build'
import { createServiceClient } from '@/src/service/client'
import { startSandbox } from '@/test/sandbox/sandbox'
import { createSandboxClient, type TestApproval } from '@/test/sandbox/test-client'
import { createHostileTools, spokePoolOnBase } from '@/test/support/hostile-contracts'
import { acceptRoute } from '../accept-route'
import type { Outcome } from './rows'

export const BASE = 8453
export const ARBITRUM = 42161
export const amount = 5_000_000n
/** Pools of a farm in which something is staked: one as they are, and one that no farm has. */
export const pool = 3n
export const farPool = 2n ** 40n
/** Coins that are paid; 5 millionths of a coin are no order. */
export const coins = 10n ** 16n

type Sent = { to: string; data: string; value?: string }
/** A build's requests; those that are undefined are none. */
export type Requests = (TestApproval | undefined)[]
/** What is paid with (a token of the sandbox or one of the contracts), the shape, and the build. */
export type EvmHow = {
  pays: string
  shape?: string
  routeId?: string
  build: (w: EvmWorld, honest: TestApproval[]) => Requests
}

export type EvmWorld = Awaited<ReturnType<typeof startEvmWorld>>

/** What a request sends. */
export const sentBy = (approval: TestApproval | undefined) => approval?.request.params[0] as Sent

/** The same request with other fields. */
export function change(approval: TestApproval | undefined, patch: object): TestApproval {
  const known = approval as TestApproval
  const params = [{ ...sentBy(known), ...patch }]
  return { ...known, request: { ...known.request, params } }
}

/** What the honest deposit takes: the second word of its arguments. */
export const takenBy = (approval: TestApproval | undefined) =>
  BigInt(`0x${sentBy(approval).data.slice(74, 138)}`)

/**
 * What is judged does not hang on how fast a machine is that does other things: the one node here is honest
 * and gets twenty times what the product gives it. Gives back what ends that.
 */
function giveTime(): () => void {
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, 20 * ms)
  return () => {
    AbortSignal.timeout = timeout
  }
}

/**
 * The sandbox with contracts made to take things, an account that holds and has approved what they want,
 * and the product's way from a build to what would be asked for. `through`: the node that tries it, the
 * chain itself or one that can be made to lack or to lie.
 */
export async function startEvmWorld(through: 'chain' | 'alpha' = 'chain') {
  const endPatience = giveTime()
  const sandbox = await startSandbox()
  const { info } = sandbox
  const client = createSandboxClient(info)
  const author = client.account.address
  const tools = await createHostileTools(client, BASE)
  const { deploy, setUp, allow, addressOf } = tools
  const wrapped = wrappedCoinOf(BASE) as Hex
  const url =
    through === 'chain'
      ? (info.chains.find((chain) => chain.id === BASE)?.rpcUrl ?? '')
      : (info.nodes.find(({ chainId, name }) => chainId === BASE && name === through)?.url ?? '')
  const { trial, ...rest } = createEvmReader({ chainId: BASE, urls: [url] })
  let trials = 0
  const reader: EvmReader = {
    ...rest,
    trial: (...args) => {
      trials += 1
      return trial(...args)
    },
  }
  let twist = (approvals: TestApproval[]): Requests => approvals
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
      const approvals = twist(built.approvals as TestApproval[]).flatMap((each) => each ?? [])
      return { ...built, approvals }
    },
  }
  const operators = ['alpha', 'beta'].map((name) => ({ name, own: false, reader }))
  // What building and trying need of the engine: true nodes, the true service, the clock.
  const engine = {
    now: () => Date.now(),
    report: () => undefined,
    evm: async () => reader,
    serviceOf: async () => ({ ...service, deposits }),
    readers: async () => ({ operators: () => operators, solanaOperators: () => [] }),
  } as unknown as Engine

  const usdc = client.token(BASE, 'USDC').address
  const dai = client.token(BASE, 'DAI').address
  // A great token of the chain, where the chain has it; whoever pays coins in has it.
  const pinned = pinnedTokens(BASE).find(({ symbols }) => symbols[0] === 'USDe')?.address as Hex
  await tools.copyCode(wrapped, pinned)
  const made = {
    Thief: await deploy('Thief'),
    Announcer: await deploy('Announcer'),
    Permits: await deploy('Permits'),
    Pool: await deploy('Pool', usdc),
    EmptyPool: await deploy('Pool', usdc),
    Ledger: await deploy('Ledger', usdc),
    Farm: await deploy('Farm', usdc),
    EmptyFarm: await deploy('Farm', usdc),
    SwapVault: await deploy('SwapVault'),
    OtherVault: await deploy('SwapVault'),
    EmptyVault: await deploy('SwapVault'),
    Vault: await deploy('Vault', usdc, 'Vault', 'V'),
    Collection: await deploy('Collection'),
    EmptyCollection: await deploy('Collection'),
    Items: await deploy('Items', author),
    OwnWallet: await deploy('OwnWallet', author),
    Actor: await deploy('Actor'),
    Chameleon: await deploy('Chameleon'),
    Multicall: await deploy('MulticallRouter', usdc),
    OldRouter: await deploy('OldRouter'),
    LateProxy: await deploy('LateProxy'),
    Crowd: await deploy('Crowd'),
    Burner: await deploy('Burner'),
    PackedTaker: await deploy('PackedTaker'),
    Restorer: await deploy('Restorer'),
    HookTaker: await deploy('HookTaker', dai),
    PinnedTaker: await deploy('HookTaker', pinned),
    LevyToken: await deploy('LevyToken', author),
    GreedyToken: await deploy('GreedyToken', author),
    ShrinkingToken: await deploy('ShrinkingToken', author),
    HookToken: await deploy('HookToken', author),
    UnknownPool: await deploy('SpokePool'),
  }
  const CommandRouter = await deploy('CommandRouter', made.Permits)
  const at = { ...made, CommandRouter, KnownPool: spokePoolOnBase as Hex }
  Object.assign(tools.placed, at)
  await tools.copyCode(at.UnknownPool, at.KnownPool)

  // What the account has and once allowed, beside what it pays with.
  await setUp('Collection', 'mint(address, uint256)', [author, 1n])
  await setUp('Collection', 'mint(address, uint256)', [at.Thief, 2n])
  await setUp('Collection', 'setApprovalForAll(address, bool)', [at.Thief, true])
  await setUp('Items', 'setApprovalForAll(address, bool)', [at.Announcer, true])
  await allow('DAI', 'Thief', 10n ** 18n)
  await allow('DAI', 'Actor', 10n ** 18n)
  await allow('DAI', 'Crowd', 10n ** 18n)
  await allow('DAI', 'Multicall', 10n ** 18n)
  await allow('DAI', 'PackedTaker', 10n ** 18n)
  await allow('DAI', 'Restorer', 10n ** 18n)
  await allow('DAI', 'HookTaker', 10n ** 18n)
  await allow('DAI', 'Permits', 10n ** 18n)
  const allowed = 'allow(address, address, uint160)'
  await setUp('Permits', allowed, [addressOf('DAI'), at.CommandRouter, 10n ** 18n])
  await setUp('Permits', allowed, [addressOf('DAI'), at.Announcer, 10n ** 18n])
  for (const pool of ['Pool', 'Ledger'] as const) {
    await allow('USDC', pool, amount)
    await setUp(pool, 'supply(uint256)', [amount])
  }
  await allow('USDC', 'Farm', 2n * amount)
  for (const each of [pool, farPool]) {
    await setUp('Farm', 'deposit(uint256, uint256, address)', [each, amount, author])
  }
  await allow('USDC', 'SwapVault', amount)
  await setUp('SwapVault', 'put(address, uint256)', [usdc, amount])
  await allow('DAI', 'OtherVault', 1_000n)
  await setUp('OtherVault', 'put(address, uint256)', [dai, 1_000n])
  await allow('USDC', 'Vault', amount)
  await setUp('Vault', 'deposit(uint256, address)', [amount, author])
  await setUp('USDC', 'transfer(address, uint256)', [at.OwnWallet, amount])
  await setUp(wrapped, 'deposit()', [], 10n * coins)
  await setUp(pinned, 'deposit()', [], coins)
  await allow(pinned, 'PinnedTaker', 10n ** 18n)
  await allow('USDC', 'Chameleon', 3n * amount)
  await allow('USDC', 'OldRouter', 10n * amount)
  await allow('USDC', 'Multicall', 3n * amount)

  /** What the person accepted, as the product keeps it. */
  async function accept({ pays, shape = 'plain', routeId = 'route-native' }: EvmHow) {
    await client.control('POST', '/shape', { shape })
    const isCoin = pays === 'ETH'
    const isListed = info.tokens.some(({ chainId, symbol }) => chainId === BASE && symbol === pays)
    const accepted = await acceptRoute(client, {
      from: client.token(BASE, isListed ? pays : 'USDC'),
      to: client.token(ARBITRUM, isCoin ? 'USDC' : 'ETH'),
      amount: isCoin ? coins : amount,
      routeId,
      now: Math.floor(Date.now() / 1_000),
    })
    const least = (BigInt(accepted.to.amount) * 99n) / 100n
    const from = isListed
      ? accepted.from
      : { ...accepted.from, address: addressOf(pays), symbol: 'X' }
    return { ...accepted, from, minAmountOut: String(least) } satisfies Accepted
  }

  const world = {
    sandbox,
    client,
    reader,
    engine,
    ...tools,
    wrapped,
    at,
    approve: (token: string, spender: string, much: bigint = amount) =>
      tools.approve(token, spender, much),
    now: () => Math.floor(Date.now() / 1_000),
    accepted: undefined as Accepted | undefined,
    /** The last build that was not refused: the steps that would be asked for, and how they were tried. */
    built: undefined as { steps: StepDraft[]; advice: Advice } | undefined,
    /** Where the deposit into a spoke pool goes: the known one, or its twin at another address. */
    pool: at.KnownPool,
    words: (...words: (string | bigint)[]) =>
      encodeAbiParameters(
        words.map((each) => ({ type: typeof each === 'bigint' ? 'uint256' : 'address' })),
        words as never,
      ),
    /** Builds and tries as the product does; says who refused it, or the steps that would be asked for. */
    async outcome(how: EvmHow): Promise<Outcome> {
      const accepted = await accept(how)
      world.accepted = accepted
      trials = 0
      twist = (approvals) => how.build(world, approvals)
      try {
        const built = await buildSteps(engine, { accepted, serviceUrl: info.serviceUrl })
        const { steps } = built
        world.built = built
        return { steps: steps.map(({ facts }) => facts.kind).join(',') }
      } catch (error) {
        const { code } = error as { code?: string }
        if (code === undefined) throw error
        return { ring: trials === 0 ? 'structure' : 'effects', code }
      } finally {
        twist = (approvals) => approvals
      }
    },
    stop: () => {
      endPatience()
      return sandbox.stop()
    },
  }
  return world
}
