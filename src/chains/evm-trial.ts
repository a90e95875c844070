import { parseEvmSimulation, parseHexData } from '@/src/contract/evm-rpc'
import { isNativeAddress } from '@/src/domain/address'
import {
  COIN_TOKENS,
  type EffectLog,
  type ReadLogs,
  readEffectLogs,
} from '@/src/domain/effect-logs'
import type { Change, EvmEffects, Trial } from '@/src/domain/effects-evm'
import { AppError } from '@/src/domain/error'
import type { EvmTransaction } from '@/src/domain/order'
import { decodeRevert, encodeAllowance, encodeBalanceOf } from './evm-calls'
import type { RpcCall } from './json-rpc'

type Request = Pick<EvmTransaction, 'from' | 'to' | 'data' | 'value'>

/** A sequence of requests of one account, in the order in which they are asked. */
export type TrialInput = {
  account: string
  requests: readonly Request[]
  /** What is paid with: an ERC-20 contract, or a native identifier. */
  token: string
  /** Who may take of it, by an approval of the sequence or by an older one. */
  spenders: readonly string[]
  /** Tokens (or the native address) of which the effect of each request is wanted. */
  watched?: readonly string[]
}

/** Where the code stands, in the trial alone, that reads an account's coins. */
const COIN_READER = '0x00000000000000000000000000000000ca05e3a7'
/**
 * `PUSH1 0 CALLDATALOAD BALANCE PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN`: gives the wei of the account
 * that the calldata names. https://www.evm.codes/
 */
const COIN_READER_CODE = '0x6000353160005260206000f3'

/** What shows that an account holds something in a contract; each takes the account alone. */
const POSITION_PROBES: readonly string[] = [
  // balanceOf(address): tokens, shares of vaults, lending positions that are tokens
  '0x70a08231',
  // getUserAccountData(address), Aave pools: collateral first
  '0xbf92857c',
  // borrowBalanceOf(address), Compound III
  '0x374c49b4',
  // maxWithdraw(address), EIP-4626
  '0xce96cb77',
  // isOwner(address), Safe: a wallet contract of the account
  '0x2f54bf6e',
  // isAuth(address), Instadapp
  '0x2520e7ff',
  // owner(), DSProxy and other wallet contracts: the account itself
  '0x8da5cb5b',
]
const OWNER = POSITION_PROBES.indexOf('0x8da5cb5b')

/** Whether a probe's answer shows that the account holds something. */
function isHeld(answer: bigint | undefined, probe: number, account: string): boolean {
  return probe === OWNER ? answer === BigInt(account) : (answer ?? 0n) > 0n
}

/** Gas for one read and for one probe: nodes that share out a block's gas leave the rest to requests. */
const READ_GAS = '0x186a0'
const PROBE_GAS = '0xf4240'

/** Contracts whose balances are read at most; a swap over several pools touches some twenty. */
const MOST_CONTRACTS = 64
/** Each run may name contracts that the one before did not. */
const MOST_RUNS = 3
/** geth's `eth_simulateV1`: the account cannot pay for what it sends. */
const INSUFFICIENT_FUNDS = -38_014

const pad = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')

type Read = { to: string; data: string }
type Pair = { token: string; spender: string }

/** What is read around the sequence. */
type Plan = {
  account: string
  contracts: string[]
  pairs: Pair[]
  targets: string[]
  watched: readonly string[]
}

/** What one run came to: the reads before, the requests, the reads after. */
type Run =
  | { outcome: 'reverts'; detail?: string }
  | { outcome: 'passes'; before: Values; between: Values[]; after: Values; logs: EffectLog[] }
/** By read, in order; undefined where a contract did not answer with a number. */
type Values = (bigint | undefined)[]

/** Tries sequences on the node behind `call` and reads what they do to the account. */
export function createEvmTrial(call: RpcCall) {
  /**
   * Runs the sequence on the newest block (`eth_simulateV1`) and reads the account's coins, tokens and
   * allowances before and after inside the same run, for every contract that any event came from.
   * A node that cannot, or does not answer, gives `unknown`; never throws for what a node says.
   *
   * https://github.com/ethereum/execution-apis/blob/main/src/eth/execute.yaml
   */
  async function trial(input: TrialInput, signal?: AbortSignal): Promise<Trial<EvmEffects>> {
    const plan = firstPlan(input)
    try {
      for (let runs = 0; runs < MOST_RUNS; runs += 1) {
        const run = await tryOnce(call, input, plan, signal)
        if (run.outcome === 'reverts') return run
        const events = readEffectLogs(input.account, run.logs)
        if (!extend(plan, events)) {
          return { outcome: 'passes', effects: toEffects(plan, run, events) }
        }
        if (plan.contracts.length > MOST_CONTRACTS) {
          return { outcome: 'unjudged', detail: `${plan.contracts.length} contracts` }
        }
      }
      return { outcome: 'unjudged', detail: 'each run touches other contracts' }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.context.code === INSUFFICIENT_FUNDS) {
        return { outcome: 'reverts', detail: 'insufficient funds' }
      }
      // What the node answered, and not that it cannot: a sequence can make its answers so.
      const isOdd = error.code === 'chain/bad-answer' && error.context.code === undefined
      const detail = String(error.context.reason ?? error.code)
      return isOdd ? { outcome: 'unjudged', detail } : { outcome: 'unknown', detail: error.code }
    }
  }

  /**
   * Whether an account holds something in a contract, by calls alone: for nodes that try nothing. False
   * too where nothing answers.
   */
  async function holdsAt(account: string, to: string, signal?: AbortSignal): Promise<boolean> {
    const probes = POSITION_PROBES.map(async (selector, probe) => {
      const read = { to, data: `${selector}${pad(account)}` }
      const returnData = await call('eth_call', [read, 'latest'], parseHexData, signal)
      return isHeld(toNumber({ status: 1n, returnData }), probe, account)
    })
    // Contracts refuse what they do not know in many words; what any of them tells counts.
    const answers = await Promise.allSettled(probes)
    return answers.some((each) => each.status === 'fulfilled' && each.value)
  }

  return { trial, holdsAt }
}

function firstPlan({ account, requests, token, spenders, watched = [] }: TrialInput): Plan {
  const paid = [token, ...watched].map((each) => each.toLowerCase())
  // Approvals and the wrapped coin call the tokens themselves: what is held of them is no position.
  const source = [...new Set(paid.filter((each) => !isNativeAddress(each)))]
  const targets = [...new Set(requests.map(({ to }) => to.toLowerCase()))]
  return {
    account,
    contracts: [...new Set([...source, ...targets])],
    pairs: source.flatMap((each) =>
      spenders.map((spender) => ({ token: each, spender: spender.toLowerCase() })),
    ),
    targets: targets.filter((target) => !source.includes(target)),
    watched: watched.map((each) => each.toLowerCase()),
  }
}

/** Adds what the events name and was not read; false where all of it was. */
function extend(plan: Plan, events: ReadLogs): boolean {
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

/** The reads of a plan, in one order: coins, balances, allowances. */
function readsOf({ account, contracts, pairs }: Plan): Read[] {
  return [
    { to: COIN_READER, data: `0x${pad(account)}` },
    ...contracts.map((to) => ({ to, data: encodeBalanceOf(account) })),
    ...pairs.map(({ token, spender }) => ({ to: token, data: encodeAllowance(account, spender) })),
  ]
}

/** What is read between requests: little, as it is read after each. */
function watchesOf({ account, watched }: Plan): Read[] {
  return watched.map((token) =>
    isNativeAddress(token)
      ? { to: COIN_READER, data: `0x${pad(account)}` }
      : { to: token, data: encodeBalanceOf(account) },
  )
}

function probesOf({ account, targets }: Plan): Read[] {
  return targets.flatMap((to) =>
    POSITION_PROBES.map((selector) => ({ to, data: `${selector}${pad(account)}` })),
  )
}

async function tryOnce(
  call: RpcCall,
  { requests }: TrialInput,
  plan: Plan,
  signal: AbortSignal | undefined,
): Promise<Run> {
  const reads = readsOf(plan)
  const asked = [
    ...reads.map((read) => ({ ...read, gas: READ_GAS })),
    ...probesOf(plan).map((probe) => ({ ...probe, gas: PROBE_GAS })),
  ]
  const watches = watchesOf(plan).map((read) => ({ ...read, gas: READ_GAS }))
  const steps = requests.flatMap((request) => [toCall(request), ...watches])
  const calls = [...asked, ...watches, ...steps, ...asked.slice(0, reads.length)]
  const stateOverrides = { [COIN_READER]: { code: COIN_READER_CODE } }
  const input = { blockStateCalls: [{ stateOverrides, calls }] }
  const blocks = await call('eth_simulateV1', [input, 'latest'], parseEvmSimulation, signal)
  const results = blocks.flatMap((each) => each.calls)
  if (results.length !== calls.length) {
    throw new AppError('chain/bad-answer', { reason: 'another number of calls' })
  }
  const first = asked.length + watches.length
  const stride = 1 + watches.length
  const tried = requests.flatMap((_, index) => results[first + index * stride] ?? [])
  const failed = tried.find(({ status }) => status !== 1n)
  if (failed !== undefined) {
    const detail = decodeRevert(failed.returnData ?? '0x') ?? failed.error?.message
    return { outcome: 'reverts', ...(detail == null ? {} : { detail }) }
  }
  const watchedAt = (from: number) => results.slice(from, from + watches.length).map(toNumber)
  return {
    outcome: 'passes',
    before: results.slice(0, asked.length).map(toNumber),
    between: [
      watchedAt(asked.length),
      ...requests.map((_, index) => watchedAt(first + index * stride + 1)),
    ],
    after: results.slice(first + steps.length).map(toNumber),
    logs: tried.flatMap(({ logs }) => logs ?? []).map(toLog),
  }
}

/** Gas is left to the node: a limit that the service chose must not hide what happens. */
const toCall = ({ from, to, data, value }: Request) => ({ from, to, data, value })

type CallResult = { status: bigint; returnData?: string | null | undefined }

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
  { account, contracts, pairs, targets, watched }: Plan,
  { before, between, after }: Extract<Run, { outcome: 'passes' }>,
  { powers, collectibles, moved }: ReadLogs,
): EvmEffects {
  const changeAt = (index: number): Change | undefined => {
    const [was, is] = [before[index], after[index]]
    return was === undefined || is === undefined ? undefined : { before: was, after: is }
  }
  const native = changeAt(0)
  if (native === undefined) throw new AppError('chain/bad-answer', { reason: 'no coins' })
  const tokens = new Map<string, Change>()
  contracts.forEach((contract, index) => {
    const change = changeAt(1 + index)
    if (change !== undefined) tokens.set(contract, change)
  })
  const allowances = pairs.map((pair, index) => {
    const change = changeAt(1 + contracts.length + index)
    // What was approved and cannot be read may be anything.
    return { ...pair, ...(change ?? { before: 0n, after: UNREADABLE }) }
  })
  const probes = before.slice(1 + contracts.length + pairs.length)
  const positions = targets.filter((_, index) => {
    const answers = probes.slice(
      index * POSITION_PROBES.length,
      (index + 1) * POSITION_PROBES.length,
    )
    return answers.some((answer, probe) => isHeld(answer, probe, account))
  })
  const unread = moved.filter((contract) => !tokens.has(contract) && !COIN_TOKENS.has(contract))
  return {
    native,
    tokens: Object.fromEntries(tokens),
    allowances,
    powers,
    lost: [...collectibles, ...unread],
    positions,
    ...(watched.length === 0 ? {} : { parts: partsOf(watched, between) }),
  }
}

/** What each request did to each watched token; one that cannot be read cannot be judged. */
function partsOf(watched: readonly string[], between: readonly Values[]) {
  return between.slice(1).map((after, index) =>
    Object.fromEntries(
      watched.map((token, at) => {
        const [was, is] = [between[index]?.[at], after[at]]
        if (was === undefined || is === undefined) {
          throw new AppError('chain/bad-answer', { reason: `no balance of ${token}` })
        }
        return [token, is - was]
      }),
    ),
  )
}

/** More than any token has. */
const UNREADABLE = (1n << 256n) - 1n
