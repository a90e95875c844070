import { parseEvmSimulation, parseHexData, parseQuantity } from '@/src/contract/evm-rpc'
import { isNativeAddress } from '@/src/domain/address/address'
import { AppError } from '@/src/domain/error'
import type { EvmTransaction } from '@/src/domain/order/order'
import {
  COIN_TOKENS,
  type EffectLog,
  type ReadLogs,
  readEffectLogs,
  wordOf,
} from '@/src/domain/policy/effect-logs'
import type { Change, EvmEffects, Trial } from '@/src/domain/policy/effects-evm'
import { gasLimitOf } from '@/src/domain/policy/gas-limit'
import { encodeHex } from '@/src/lib/bytes'
import { greater, lower } from '@/src/lib/extremes'
import { tidy } from '@/src/lib/tidy'
import { toHex } from '@/src/lib/to-hex'
import { decodeRevert, encodeAddresses, encodeAllowance, encodeBalanceOf } from './evm-calls'
import { decodeHoldings, encodeHoldings, HOLDINGS_CODE } from './evm-holdings'
import {
  type CallResult,
  decodeSequence,
  encodeSequence,
  SEQUENCE_CODE,
  type SequenceCall,
} from './evm-sequence'
import { lacksMethod, type RpcCall } from './json-rpc'
import { type NextBlock, readNextBlock } from './next-block'
import { type Asked, type PositionProbe, positionProbes } from './position-probes'

type Request = Pick<EvmTransaction, 'from' | 'to' | 'data' | 'value'>

/** A sequence of requests of one account, in the order in which they are asked. */
export type TrialInput = {
  account: string
  requests: readonly Request[]
  /** What is paid with: an ERC-20 contract, or a native identifier. */
  token: string
  /** Who may take of it, by an approval of the sequence or by an older one. */
  spenders: readonly string[]
  /** Wei that the requests turn the wrapped coin into; none where it is absent. */
  unwraps?: bigint
  /** Tokens (or the native address) of which the effect of each request is wanted. */
  watched?: readonly string[]
  /**
   * What steps of the same order did that are mined: the newest block with one, and how much of a watched
   * token they gave, smallest unit. Nothing is said of a state from before it.
   */
  since?: { block: bigint; token: string; gave: bigint } | undefined
  /** To be tried in the weaker way, which looks at these tokens as well; lower case. */
  weakly?: readonly string[] | undefined
}

/** `approve(address,uint256)`, EIP-20. */
const APPROVE = '0x095ea7b3'

/**
 * Permit2, by which whoever was allowed there takes what the account approved to it; ZKsync and Abstract have
 * it elsewhere. Its `allowance(address,address,address)` (owner, token, spender) tells an amount first.
 * https://github.com/Uniswap/permit2, https://github.com/Vectorized/solady (`SafeTransferLib.sol`)
 */
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const ZK_PERMIT2 = '0x0000000000225e31d15943971f47ad3022f714fa'
const ZK_CHAINS: readonly number[] = [324, 2_741]
export const PERMIT2_ALLOWANCE = '0x927da105'

/** Where Permit2 stands on a chain. */
export const permit2Of = (chainId: number) => (ZK_CHAINS.includes(chainId) ? ZK_PERMIT2 : PERMIT2)

/**
 * `PUSH1 0 CALLDATALOAD BALANCE PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN`: gives the wei of the account
 * that the calldata names. https://www.evm.codes/
 */
const COIN_READER_CODE = '0x6000353160005260206000f3'

/** Gas for one read and for one probe: nodes that share out a block's gas leave the rest to requests. */
export const READ_GAS = '0x186a0'
const PROBE_GAS = '0xf4240'

/** Contracts whose balances are read at most; a swap over several pools touches some twenty. */
const MOST_CONTRACTS = 64
/** Allowances that are read at most: one event can name one, and a contract emits thousands. */
const MOST_PAIRS = 128
/** Each run may name contracts that the one before did not. */
const MOST_RUNS = 3
/** `eth_simulateV1`: the account cannot pay for what it sends. Some nodes have another code for it. */
const INSUFFICIENT_FUNDS = -38_014
/** JSON-RPC 2.0: the node does not take what a trial sets. No contract can bring that about. */
const INVALID_PARAMS = -32_602
/**
 * How nodes say that a run does not fit into the gas that they give it: `eth_simulateV1` (block limit, limit
 * of the node), and words of those with codes of their own. That a price is too low is none of it.
 */
const GAS_LIMITS: readonly unknown[] = [-38_015, -38_026]
const GAS_LIMIT_WORDS = /gas (limit|cap|allowance)|out of gas|gas.{0,20}(exceed|exhaust|reach)/i
/** No code of a node: it is behind a step that it told of. */
const BEHIND = 0
/** Of what mined steps gave, this part at least is still there, in hundredths: some tokens shrink. */
const LEAST_KEPT = 99n
/** Wei of whoever reads in a trial, and pays for it as everybody does. */
const RICH = `0x${'f'.repeat(24)}`
/** Gas for a request of which no run told what it uses, and beside twice that where no limit is sent. */
const MUCH_GAS = 3_000_000n

export type Read = { to: string; data: string }
export type Pair = { token: string; spender: string }

/** Addresses that the code of one trial stands at: nobody's, and drawn anew, so that no contract knows them. */
type Places = {
  /** Who calls the account in a weak trial, and reads in the other one. */
  caller: string
  /** Where contracts are read and can change nothing. */
  reader: string
  /** Where an account's coins are read. */
  coins: string
}

/** What is read around the sequence. */
type Plan = {
  coins: string
  account: string
  contracts: string[]
  pairs: Pair[]
  /** Who may take a token through Permit2, by an approval that no request asks for. */
  permits: readonly Pair[]
  permit2: string
  probes: readonly PositionProbe[]
  watched: readonly string[]
}

type Result = CallResult & {
  gasUsed?: bigint | null | undefined
  error?: { message?: string | null | undefined } | null | undefined
  logs?: readonly EffectLog[] | null | undefined
}
/** Has the node run calls one after another; gives what each came to. */
type Runner = (
  calls: readonly (SequenceCall & { from?: string })[],
  signal: AbortSignal | undefined,
) => Promise<Result[]>

/** What one run came to: the reads before, the requests, the reads after. */
type Run =
  | { outcome: 'reverts'; detail?: string }
  | {
      outcome: 'passes'
      before: Values
      /** Contracts in which something is held before. */
      positions: string[]
      between: Values[]
      after: Values
      logs: EffectLog[]
      /** Gas of all requests together; undefined where that is not told. */
      gas: bigint | undefined
      /** The same of each request, where all of them tell it. */
      gasParts: bigint[] | undefined
    }
type Passed = Extract<Run, { outcome: 'passes' }>

/** How a trial is like a real block: the block, and by request the gas that a wallet would set. */
type Real = {
  next: NextBlock
  limits: readonly bigint[]
  /** Where steps before are mined no older block will do, and no other than the one asked for. */
  since: TrialInput['since']
  /** Wei that the account has while it lasts, where its own do not pay for the gas as well. */
  lent?: bigint
}

/** By read, in order; undefined where a contract did not answer with a number. */
type Values = (bigint | undefined)[]

export const drawAddress = () => encodeHex(crypto.getRandomValues(new Uint8Array(20)))

const isPoor = ({ context: { code, reason } }: AppError) =>
  code === INSUFFICIENT_FUNDS || /^insufficient (funds|balance)/i.test(String(reason))

/**
 * Tries sequences on the node behind `call` and reads what they do to the account. `draw` gives an address
 * that nobody could name before.
 */
export function createEvmTrial(call: RpcCall, chainId: number, draw: () => string = drawAddress) {
  const coinReader = ({ coins }: Places) => ({ [coins]: { code: COIN_READER_CODE } })

  const simulate =
    (account: string, places: Places, real?: Real, on = real?.since && real.next): Runner =>
    async (calls, signal) => {
      const at = (on ?? real?.next)?.base ?? 'latest'
      const { caller, reader } = places
      const price = real && { gasPrice: toHex(real.next.price) }
      const limits = [...(real?.limits ?? [])]
      // A plain call of a contract lets it change something, such as give back what it took.
      const asked = calls.map((each) => {
        if (each.from === undefined) {
          const read = { ...each, to: reader, data: encodeSequence([each]) }
          return real ? { ...read, ...price, from: caller } : read
        }
        const limit = limits.shift()
        return limit === undefined ? each : { ...each, ...price, gas: toHex(limit) }
      })
      const stateOverrides = {
        ...coinReader(places),
        [reader]: { code: SEQUENCE_CODE },
        ...(real && { [caller]: { balance: RICH } }),
        ...(real?.lent !== undefined && { [account]: { balance: toHex(real.lent) } }),
      }
      const blockOverrides = real && { blockOverrides: real.next.overrides }
      const input = {
        blockStateCalls: [{ ...blockOverrides, stateOverrides, calls: asked }],
        ...(real && { validation: true }),
      }
      const blocks = await call('eth_simulateV1', [input, at], parseEvmSimulation, signal)
      requireBase(blocks, on)
      const results = blocks.flatMap((each) => each.calls)
      if (results.length !== calls.length) {
        throw new AppError('chain/bad-answer', { reason: 'another number of calls' })
      }
      return results.flatMap((each, at) =>
        calls[at]?.from || each.status !== 1n ? each : decodeSequence(each.returnData ?? '', 1),
      )
    }

  /**
   * Runs as a block would. Coins for gas are lent to an account that has too few; a node of which another
   * part is a block behind is asked once more.
   */
  const simulateReally =
    (account: string, places: Places, real: Real, coins: bigint | undefined): Runner =>
    async (calls, signal) => {
      const run = (how: Real) => simulate(account, places, how)(calls, signal)
      const runOrLend = (how: Real) =>
        run(how).catch((error: unknown) => {
          if (!(error instanceof AppError) || !isPoor(error) || coins === undefined) throw error
          const gas = how.limits.reduce((sum, limit) => sum + limit, 0n)
          return run({ ...how, lent: coins + gas * how.next.price })
        })
      try {
        return await runOrLend(real)
      } catch (error) {
        const isRefused = error instanceof AppError && error.context.code !== undefined
        if (!isRefused || isPoor(error)) throw error
        const next = await nextBlock(signal)
        requireBlock(BigInt(next.base), real.since)
        return runOrLend({ ...real, next })
      }
    }

  /**
   * The account has other code while it lasts: an account that delegates (EIP-7702) loses its own. With a
   * price for gas the newest block's own fee is seen as well.
   */
  const callThrough =
    (account: string, places: Places, { price, at }: { price: bigint; at: string }): Runner =>
    async (calls, signal) => {
      const { caller } = places
      const data = encodeSequence(calls)
      const request = { from: caller, to: account, data, gasPrice: toHex(price) }
      const code = {
        ...coinReader(places),
        [caller]: { balance: RICH },
        [account]: { code: SEQUENCE_CODE },
      }
      const params = [request, at, code]
      const given = await call('eth_call', params, parseHexData, signal)
      return decodeSequence(given, calls.length)
    }

  /**
   * Tokens that the account holds, among those beside and whatever stands in the data of the requests,
   * packed or not, in calls within calls as well; undefined where there is more than is looked through.
   */
  async function findHeld(
    { account, requests }: TrialInput,
    beside: readonly string[],
    at: string,
    signal: AbortSignal | undefined,
  ): Promise<string[] | undefined> {
    const digits = [...beside, ...requests.map(({ data }) => data)].map((each) => each.slice(2))
    const parts = encodeHoldings(account, digits.join(''))
    if (parts === undefined) return undefined
    const found = await Promise.all(
      parts.map(async (data) => {
        const [from, to] = [draw(), draw()]
        const params = [{ from, to, data }, at, { [to]: { code: HOLDINGS_CODE } }]
        return decodeHoldings(await call('eth_call', params, parseHexData, signal))
      }),
    )
    return [...new Set(found.flat())].filter((each) => each !== account.toLowerCase())
  }

  /**
   * Whether the requests use up what a node gives to a run: it said so, and runs the reads without them. A
   * contract that sees how much gas is left could choose by it not to be tried.
   */
  async function doBurn(
    { context: { code, reason } }: AppError,
    plan: Plan,
    places: Places,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    if (!GAS_LIMITS.includes(code) && !GAS_LIMIT_WORDS.test(String(reason))) return false
    const { reads, probes } = looksOf(plan)
    const run = simulate(plan.account, places)([...reads, ...probes], signal)
    return run.then(
      () => true,
      () => false,
    )
  }

  /** What it cannot tell of its blocks is a node's fault, and no choice of what is tried. */
  const nextBlock = (signal: AbortSignal | undefined) =>
    readNextBlock(call, signal).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'chain/bad-answer') throw error
      const { code, host, method, reason, status } = error.context
      const facts = tidy({ code, host, method, reason, status })
      throw new AppError('chain/unreachable', facts, { cause: error })
    })

  /**
   * A first run, beside which the next block is read, tells what the requests use and touch. After a mined
   * step it waits for that block: another part of the node may be behind, and would run it on an older one.
   */
  async function begin(
    input: TrialInput,
    plan: Plan,
    places: Places,
    signal: AbortSignal | undefined,
  ): Promise<{ runAll: Runner; price: bigint; rough?: Passed }> {
    const { account, requests, since } = input
    const read = nextBlock(signal)
    const on = since && (await read)
    if (on) requireBlock(BigInt(on.base), since)
    const [rough, next] = await Promise.all([
      tryOnce(simulate(account, places, undefined, on), input, plan, signal),
      read,
    ])
    const passed = rough.outcome === 'passes' ? rough : undefined
    const limits = requests.map((_, index) => {
      const used = passed?.gasParts?.[index]
      return gasLimitOf(chainId, used) ?? 2n * (used ?? 0n) + MUCH_GAS
    })
    if (passed) extend(plan, readEffectLogs(account, passed.logs))
    const runAll = simulateReally(account, places, { next, limits, since }, passed?.before[0])
    return { runAll, price: next.price, ...(passed && { rough: passed }) }
  }

  /** The tokens to look at are found first, and what gas costs. */
  async function beginWeakly(
    input: TrialInput,
    plan: Plan,
    places: Places,
    signal: AbortSignal | undefined,
  ): Promise<Runner | undefined> {
    const { since } = input
    const newest = since && (await call('eth_blockNumber', [], parseQuantity, signal))
    if (newest !== undefined) requireBlock(newest, since)
    const at = newest === undefined ? 'latest' : toHex(newest)
    const [contracts, price] = await Promise.all([
      findHeld(input, input.weakly ?? [], at, signal),
      call('eth_gasPrice', [], parseQuantity, signal),
    ])
    if (contracts === undefined) return undefined
    extend(plan, { contracts, pairs: approvedBy(input) })
    return callThrough(input.account, places, { price, at })
  }

  /**
   * Runs the sequence in the block after the newest one (`eth_simulateV1`), with the fees and the gas that a
   * wallet would set, and reads the account's coins, tokens and allowances before and after inside the same
   * run, for every contract that any event came from. A run without them goes before it.
   * A node that cannot, or does not answer, gives `unknown`, with `lacks` where it has no such method or
   * takes no such block; never throws for what a node says.
   *
   * `weakly`, code that is put on the account for one `eth_call` runs it. The weaker kind: contracts can
   * notice that the account has code, and no events are seen, so that only the tokens asked for, and those
   * among what the requests name that the account holds, are looked at.
   *
   * https://github.com/ethereum/execution-apis/blob/main/src/eth/execute.yaml
   */
  async function trial(input: TrialInput, signal?: AbortSignal): Promise<Trial<EvmEffects>> {
    const { account, weakly } = input
    const places = { caller: draw(), reader: draw(), coins: draw() }
    const plan = firstPlan(input, places, permit2Of(chainId))
    const sent = input.requests.reduce((sum, request) => sum + BigInt(request.value), 0n)
    const value = sent - (input.unwraps ?? 0n)
    try {
      const weak = weakly && (await beginWeakly(input, plan, places, signal))
      if (weakly && !weak) return { outcome: 'unjudged', detail: 'too much data' }
      const { runAll, ...paid } = weak
        ? { runAll: weak, price: 0n }
        : await begin(input, plan, places, signal)
      for (let runs = 0; runs < MOST_RUNS; runs += 1) {
        const { contracts, pairs } = plan
        if (contracts.length > MOST_CONTRACTS || pairs.length > MOST_PAIRS) {
          const detail = `${contracts.length} contracts, ${pairs.length} allowances`
          return { outcome: 'unjudged', detail }
        }
        const run = await tryOnce(runAll, input, plan, signal)
        if (run.outcome === 'reverts') return run
        const events = readEffectLogs(account, run.logs)
        if (!extend(plan, events)) {
          return { outcome: 'passes', effects: toEffects(plan, run, events, { ...paid, value }) }
        }
      }
      return { outcome: 'unjudged', detail: 'each run touches other contracts' }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (!weakly && isPoor(error)) return { outcome: 'reverts', detail: 'insufficient funds' }
      const { code, reason } = error.context
      // What the node answered, and not that it cannot: a sequence can make its answers so. The code of
      // the weaker kind never reverts, whatever it is told; only its gas can end.
      const isOdd = weakly
        ? error.code === 'chain/reverted' && /\bgas\b/i.test(String(reason))
        : error.code === 'chain/bad-answer' && code === undefined
      const detail = String(reason ?? error.code)
      if (isOdd) return { outcome: 'unjudged', detail }
      if (!weakly && (await doBurn(error, plan, places, signal))) {
        return { outcome: 'unjudged', detail }
      }
      const lacks = !weakly && (lacksMethod(error) || code === INVALID_PARAMS)
      return { outcome: 'unknown', detail: error.code, ...(lacks && { lacks }) }
    }
  }

  /**
   * Whether an account holds something in a contract, by calls alone: for nodes that try nothing. `asked`:
   * what is asked of it. False too where nothing answers.
   */
  async function holdsAt(
    account: string,
    to: string,
    signal?: AbortSignal,
    asked: Asked = { requests: [], tokens: [] },
  ): Promise<boolean> {
    const probes = positionProbes(account, to, asked).map(async ({ data, isHeld }) =>
      isHeld(await call('eth_call', [{ to, data }, 'latest'], parseHexData, signal)),
    )
    // Contracts refuse what they do not know in many words; what any of them tells counts.
    const answers = await Promise.allSettled(probes)
    return answers.some((each) => each.status === 'fulfilled' && each.value)
  }

  return { trial, holdsAt }
}

/** @throws AppError `chain/bad-answer`, as of a node that refused, where its newest block is too old. */
function requireBlock(newest: bigint, since: TrialInput['since']): void {
  if (newest < (since?.block ?? 0n)) throw isBehind()
}

type Simulated = { number?: bigint | null | undefined; parentHash?: string | null | undefined }

/**
 * What a node says of the block that it made: on another than the one asked for, some number it by that one,
 * fill in those between, or name another parent. Nothing is held against what is not told (anvil's is 0).
 * @throws AppError `chain/bad-answer`, as of a node that refused, where it ran on another block.
 */
function requireBase([made, ...more]: readonly Simulated[], on: NextBlock | undefined): void {
  const { number, parentHash } = made ?? {}
  const isOlder = on && number != null && number < BigInt(on.base)
  const isOther = on?.hash && Number(parentHash) && parentHash !== on.hash
  if (more.length > 0 || isOlder || isOther) throw isBehind()
}

const isBehind = () => new AppError('chain/bad-answer', { reason: 'behind', code: BEHIND })

/**
 * Whatever block a node says that it ran on: what mined steps gave is there.
 * @throws AppError `chain/bad-answer` where it is not.
 */
function requireGiven({ watched }: Plan, before: Values, since: TrialInput['since']): void {
  if (since === undefined) return
  const held = before[watched.indexOf(since.token)] ?? 0n
  if (held * 100n < since.gave * LEAST_KEPT) throw isBehind()
}

function firstPlan(
  { account, requests, token, spenders, watched = [], weakly = [] }: TrialInput,
  { coins }: Places,
  permit2: string,
): Plan {
  const paid = [token, ...watched].map((each) => each.toLowerCase())
  // Approvals and the wrapped coin call the tokens themselves: what is held of them is no position.
  const source = [...new Set(paid.filter((each) => !isNativeAddress(each)))]
  const targets = [...new Set(requests.map(({ to }) => to.toLowerCase()))]
  const takers = spenders.map((each) => each.toLowerCase())
  const called = targets.filter((target) => !source.includes(target))
  const tokens = [...new Set([...source, ...weakly])]
  const pairs = source.flatMap((each) => takers.map((spender) => ({ token: each, spender })))
  return {
    coins,
    account,
    contracts: [...new Set([...source, ...targets])],
    pairs,
    // What is approved to Permit2 itself bounds whoever takes by it.
    permits: takers.includes(permit2) ? [] : [...pairs],
    permit2,
    probes: called.flatMap((to) => positionProbes(account, to, { requests, tokens })),
    watched: watched.map((each) => each.toLowerCase()),
  }
}

/** Adds what the events name and was not read; false where all of it was. */
function extend(plan: Plan, events: Pick<ReadLogs, 'contracts' | 'pairs'>): boolean {
  const contracts = events.contracts.filter(
    (each) => !plan.contracts.includes(each) && !COIN_TOKENS.has(each),
  )
  const pairs = events.pairs.filter(
    ({ token, spender }) =>
      !plan.pairs.some((each) => each.token === token && each.spender === spender),
  )
  plan.contracts.push(...contracts)
  plan.pairs.push(...pairs)
  return contracts.length + pairs.length > 0
}

/** What the requests approve. */
function approvedBy({ requests }: TrialInput): Pair[] {
  return requests
    .filter(({ data }) => data.startsWith(APPROVE))
    .map(({ to, data }) => ({ token: to.toLowerCase(), spender: `0x${data.slice(34, 74)}` }))
}

/** The reads of a plan, in one order: coins, balances, allowances, and two for each who may take by Permit2. */
function readsOf({ coins, account, contracts, pairs, permits, permit2 }: Plan): Read[] {
  return [
    { to: coins, data: wordOf(account) },
    ...contracts.map((to) => ({ to, data: encodeBalanceOf(account) })),
    ...pairs.map(({ token, spender }) => ({ to: token, data: encodeAllowance(account, spender) })),
    ...permits.flatMap(({ token, spender }) => [
      { to: token, data: encodeAllowance(account, permit2) },
      { to: permit2, data: PERMIT2_ALLOWANCE + encodeAddresses(account, token, spender) },
    ]),
  ]
}

/** What is read between requests: little, as it is read after each. */
function watchesOf({ coins, account, watched }: Plan): Read[] {
  return watched.map((token) =>
    isNativeAddress(token)
      ? { to: coins, data: wordOf(account) }
      : { to: token, data: encodeBalanceOf(account) },
  )
}

/** What is read of a plan in every run, with the gas that each may use. */
function looksOf(plan: Plan) {
  return {
    reads: readsOf(plan).map((read) => ({ ...read, gas: READ_GAS })),
    probes: plan.probes.map(({ to, data }) => ({ to, data, gas: PROBE_GAS })),
  }
}

async function tryOnce(
  runAll: Runner,
  { requests, since }: TrialInput,
  plan: Plan,
  signal: AbortSignal | undefined,
): Promise<Run> {
  const { reads, probes } = looksOf(plan)
  const asked = [...reads, ...probes]
  const watches = watchesOf(plan).map((read) => ({ ...read, gas: READ_GAS }))
  const steps = requests.flatMap((request) => [toCall(request), ...watches])
  const calls = [...asked, ...watches, ...steps, ...reads]
  const results = await runAll(calls, signal)
  const first = asked.length + watches.length
  const stride = 1 + watches.length
  const tried = requests.flatMap((_, index) => results[first + index * stride] ?? [])
  const watchedAt = (from: number) => results.slice(from, from + watches.length).map(toNumber)
  requireGiven(plan, watchedAt(asked.length), since)
  const at = tried.findIndex(({ status }) => status !== 1n)
  const [failed, request] = [tried[at], requests[at]]
  if (failed !== undefined && request !== undefined) {
    const [coins = 0n] = results.map(toNumber)
    const words = decodeRevert(failed.returnData ?? '0x') ?? failed.error?.message
    // What a call within the EVM fails with says nothing.
    const detail = words ?? (BigInt(request.value) > coins ? 'insufficient funds' : undefined)
    return { outcome: 'reverts', ...(detail === undefined ? {} : { detail }) }
  }
  return {
    outcome: 'passes',
    before: results.slice(0, reads.length).map(toNumber),
    positions: plan.probes.flatMap(({ to, isHeld }, index) => {
      const { status, returnData } = results[reads.length + index] ?? {}
      return status === 1n && isHeld(returnData ?? '0x') ? [to] : []
    }),
    between: [
      watchedAt(asked.length),
      ...requests.map((_, index) => watchedAt(first + index * stride + 1)),
    ],
    after: results.slice(first + steps.length).map(toNumber),
    logs: tried.flatMap(({ logs }) => logs ?? []).map(toLog),
    gas: gasOf(tried),
    gasParts: gasPartsOf(tried),
  }
}

function gasOf(tried: readonly Result[]): bigint | undefined {
  const sum = tried.reduce((all, { gasUsed }) => all + (gasUsed ?? 0n), 0n)
  return sum > 0n ? sum : undefined
}

function gasPartsOf(tried: readonly Result[]): bigint[] | undefined {
  const parts = tried.flatMap(({ gasUsed }) => gasUsed ?? [])
  return parts.length === tried.length ? parts : undefined
}

/** Gas is left to the node: a limit that the service chose must not hide what happens. */
const toCall = ({ from, to, data, value }: Request) => ({ from, to, data, value })

function toNumber({ status, returnData }: CallResult): bigint | undefined {
  if (status !== 1n || returnData == null || returnData.length < 66) return undefined
  return BigInt(returnData.slice(0, 66))
}

const toLog = ({ address, topics, data }: EffectLog): EffectLog => ({
  address: address.toLowerCase(),
  topics: topics.map((topic) => topic.toLowerCase()),
  data: data.toLowerCase(),
})

function toEffects(
  { contracts, pairs, permits, watched }: Plan,
  { before, positions, between, after, gas, gasParts }: Passed,
  { powers, collectibles, moved }: ReadLogs,
  paid: { price: bigint; rough?: Passed; value: bigint },
): EvmEffects {
  const changeAt = (index: number): Change | undefined => {
    const [was, is] = [before[index], after[index]]
    return was === undefined || is === undefined ? undefined : { before: was, after: is }
  }
  const coins = changeAt(0)
  if (coins === undefined) throw new AppError('chain/bad-answer', { reason: 'no coins' })
  const fees = gasParts?.map((used) => used * paid.price) ?? []
  const native = withoutFees(coins, fees, paid)
  const tokens = new Map<string, Change>()
  const gone: string[] = []
  contracts.forEach((contract, index) => {
    const change = changeAt(1 + index)
    if (change !== undefined) tokens.set(contract, change)
    // The sequence may have left no gas to read it.
    else if (before[1 + index] !== undefined) gone.push(contract)
  })
  const allowances = pairs.map((pair, index) => {
    const change = changeAt(1 + contracts.length + index)
    // What was approved and cannot be read may be anything.
    return { ...pair, ...(change ?? { before: 0n, after: UNREADABLE }) }
  })
  const first = 1 + contracts.length + pairs.length
  const byPermit = permits.flatMap((pair, index) => {
    const readAt = (each: number) => after[first + 2 * index + each] ?? 0n
    const may = lower(readAt(0), readAt(1))
    // It was there before: that it grew is told by the approval, or by an event of Permit2.
    return may > 0n ? { ...pair, before: may, after: may } : []
  })
  const unread = moved.filter((contract) => !tokens.has(contract) && !COIN_TOKENS.has(contract))
  return {
    native,
    tokens: Object.fromEntries(tokens),
    allowances: [...allowances, ...byPermit],
    powers,
    lost: [...collectibles, ...unread, ...gone],
    positions: [...new Set(positions)],
    ...(gas === undefined ? {} : { gas }),
    ...(gasParts === undefined ? {} : { gasParts }),
    ...(watched.length === 0 ? {} : { parts: partsOf(watched, between, fees) }),
  }
}

/**
 * The account's coins as if nothing was paid to the network. What left in the run without fees is the least
 * that leaves: not every chain takes a tip. What leaves beside `value`, the coins that were sent but for those
 * that were unwrapped for it, and is no more than twice the gas, is what a rollup charges for layer 1, which
 * some nodes count in (https://docs.optimism.io/op-stack/transactions/fees): no contract takes coins that it
 * was not sent.
 */
function withoutFees(
  coins: Change,
  fees: readonly bigint[],
  { rough, value }: { rough?: Passed; value: bigint },
): Change {
  const charged = fees.reduce((sum, fee) => sum + fee, 0n)
  const lost = coins.before - coins.after - charged
  const [before = coins.before, after = before - lost] = [rough?.before[0], rough?.after[0]]
  const left = greater(lost, before - after)
  const beside = left - value
  return { before, after: before - (beside > 0n && beside <= 2n * charged ? value : left) }
}

/** What each request did to each watched token; one that cannot be read cannot be judged. */
function partsOf(watched: readonly string[], between: readonly Values[], fees: readonly bigint[]) {
  return between.slice(1).map((after, index) =>
    Object.fromEntries(
      watched.map((token, at) => {
        const [was, is] = [between[index]?.[at], after[at]]
        if (was === undefined || is === undefined) {
          throw new AppError('chain/bad-answer', { reason: `no balance of ${token}` })
        }
        return [token, is - was + (isNativeAddress(token) ? (fees[index] ?? 0n) : 0n)]
      }),
    ),
  )
}

/** More than any token has. */
const UNREADABLE = (1n << 256n) - 1n
