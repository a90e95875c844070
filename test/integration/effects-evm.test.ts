import { type Abi, encodeDeployData, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEvmReader, type EvmReader } from '@/src/chains/evm-reader'
import type { Accepted, Step, SwapOrder } from '@/src/domain/order/order'
import { toSteps } from '@/src/domain/order/plan'
import { judgeEvmEffects } from '@/src/domain/policy/effects-evm'
import { revokeDraft } from '@/src/domain/policy/policy-approve'
import { tryRevoke } from '@/src/engine/chain/try-revoke'
import type { Engine } from '@/src/engine/engine'
import { type Bytecodes, compileContracts } from '@/test/sandbox/chains/evm/compile'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { createSandboxClient, type SandboxClient, waitUntilMined } from '@/test/sandbox/test-client'

/**
 * What requests do to an account, read from a trial on a real chain, and judged. Honest fillers build
 * as public documentation has them; hostile ones are in `test/sandbox/contracts/Hostile.sol`.
 */
const base = 8453
const native = `0x${'0'.repeat(40)}`
const thief = '0x00000000000000000000000000000000badbad00' as const
const amount = 5_000_000n
/** Coins that are paid; 5 millionths of a coin are no order. */
const coins = 10n ** 16n
const fee = 10n ** 15n

let sandbox: Sandbox
let client: SandboxClient
let reader: EvmReader
let author: Hex
let usdc: Hex
let dai: Hex

beforeAll(async () => {
  sandbox = await startSandbox()
  client = createSandboxClient(sandbox.info)
  const url = sandbox.info.chains.find((chain) => chain.id === base)?.rpcUrl ?? ''
  reader = createEvmReader({ chainId: base, urls: [url] })
  author = client.account.address
  usdc = client.token(base, 'USDC').address as Hex
  dai = client.token(base, 'DAI').address as Hex
})
afterAll(() => sandbox?.stop())
beforeEach(() => client.control('POST', '/reset'))

type Request = { from: string; to: string; data: string; value: string }

const send = (to: Hex, abi: Abi, functionName: string, args: unknown[], value = 0n): Request => ({
  from: author,
  to,
  data: encodeFunctionData({ abi, functionName, args }),
  value: `0x${value.toString(16)}`,
})
const approve = (token: Hex, spender: Hex, much = amount) =>
  send(token, erc20Abi, 'approve', [spender, much])

const sumOf = (token: string) => (token === native ? coins : amount)

function acceptedOf(token: string): Accepted {
  return {
    quoteId: 'quote',
    routeId: 'route',
    routeType: 'external-intent-router',
    tradeType: 'EXACT_INPUT',
    from: { chainId: base, address: token, symbol: 'X', decimals: 6, amount: String(sumOf(token)) },
    to: { chainId: 42161, address: native, symbol: 'ETH', decimals: 18, amount: '1' },
    author,
    recipient: author,
    refundTo: author,
    expectedDurationSeconds: 1,
    quoteExpiresAt: 1,
    validBefore: 1,
  }
}

/** Tries requests on the chain and judges them; gives what leaves, or the code of the refusal. */
async function judge(requests: Request[], token: string = usdc, spender?: Hex) {
  const spenders = [...(spender ? [spender] : []), requests.at(-1)?.to ?? '']
  const trial = await reader.trial({ account: author, requests, token, spenders })
  if (trial.outcome !== 'passes') return `${trial.outcome} ${trial.detail}`
  const value = requests.reduce((sum, each) => sum + BigInt(each.value), 0n)
  const verdict = judgeEvmEffects(acceptedOf(token), trial.effects, {
    value,
    ...(spender ? { approval: { spender: spender.toLowerCase(), amount } } : {}),
  })
  return verdict.ok ? { paid: verdict.paid, fee: verdict.fee } : verdict.code
}

async function carryOut({ to, data, value }: Request): Promise<void> {
  const wallet = client.wallet(base)
  // Named, not estimated: a contract can tell an estimate from the true thing as well.
  const gas = 500_000n
  const call = { chain: null, to: to as Hex, data: data as Hex, value: BigInt(value), gas }
  const receipt = await waitUntilMined(wallet, await wallet.sendTransaction(call))
  expect(receipt.status).toBe('success')
}

async function deploy(name: keyof Bytecodes, ...args: Hex[]) {
  const bytecode = (await compileContracts())[name] as Hex
  const inputs = args.map((_, index) => `address a${index}`).join(', ')
  const abi = parseAbi([`constructor(${inputs})`] as readonly string[]) as Abi
  const wallet = client.wallet(base)
  const data = encodeDeployData({ abi, bytecode, args })
  const { contractAddress } = await waitUntilMined(
    wallet,
    await wallet.sendTransaction({ chain: null, data }),
  )
  if (!contractAddress) throw new Error('nothing was created')
  return contractAddress
}

/** The requests that the service builds in a shape, without chain switches. */
async function built(symbol: string, shape: string): Promise<Request[]> {
  await client.control('POST', '/shape', { shape })
  const { quoteId } = await client.quote({
    from: client.token(base, symbol),
    to: client.token(42161, symbol === 'ETH' ? 'USDC' : 'ETH'),
    amount: symbol === 'ETH' ? coins : amount,
  })
  const approvals = await client.build(quoteId, 'route-native')
  return approvals.flatMap(({ request: { method, params } }) => {
    if (method !== 'eth_sendTransaction') return []
    const { from, to, data, value = '0x0' } = params[0] as Request
    return [{ from, to, data, value }]
  })
}

const spenderOf = (request: Request | undefined): Hex => `0x${request?.data.slice(34, 74)}`

describe('honest fillers', () => {
  it.each([
    ['plain', 0n],
    ['fixed-fee', fee],
    ['token-proxy', 0n],
  ])(
    'given a token and the shape %s, the accepted amount leaves and a fee of %s',
    async (shape, beside) => {
      const requests = await built('USDC', shape)
      const spender = spenderOf(requests[0])
      expect(requests).toHaveLength(2)
      expect(spender === requests[1]?.to.toLowerCase()).toBe(shape !== 'token-proxy')
      expect(await judge(requests, usdc, spender)).toEqual({ paid: amount, fee: beside })
    },
  )

  it.each([
    ['plain', 0n],
    ['fixed-fee', fee],
  ])(
    'given coins and the shape %s, the accepted amount leaves and a fee of %s',
    async (shape, beside) => {
      const requests = await built('ETH', shape)
      expect(await judge(requests, native)).toEqual({ paid: coins, fee: beside })
    },
  )

  it('given a deposit without its approval, says that it reverts and why', async () => {
    const requests = await built('USDC', 'plain')
    expect(await judge(requests.slice(1), usdc)).toMatch(/^reverts /)
  })

  it('given more coins than the account has, does not call it a pass', async () => {
    const [request] = await built('ETH', 'plain')
    const value = `0x${(10n ** 30n).toString(16)}`
    expect(await judge([{ ...(request as Request), value }], native)).toMatch(/^(reverts|unknown) /)
  })
})

const thiefAbi = parseAbi([
  'function deposit(address token, uint256 amount, bytes32 id) payable',
  'function depositAnd(address token, uint256 amount, address other, uint256 more) payable',
  'function depositAndTake(address token, uint256 amount, address collection, uint256 id)',
  'function depositAndSwap(address token, uint256 amount, address collection, uint256 id, uint256 other)',
  'function nothing(address token, uint256 amount, bytes32 id) payable',
])
const poolAbi = parseAbi([
  'function supply(uint256 amount)',
  'function withdraw(address asset, uint256 amount, address to)',
  'function setAuthorization(address authorized, bool allowed)',
])
const collectionAbi = parseAbi([
  'function mint(address to, uint256 id)',
  'function approve(address to, uint256 id)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] data)',
])
const id = `0x${'11'.repeat(32)}`

describe('a hostile deposit contract', () => {
  let deposit: Hex
  let collection: Hex

  beforeAll(async () => {
    deposit = await deploy('Thief')
    collection = await deploy('Collection')
    await carryOut(send(collection, collectionAbi, 'mint', [author, 1n]))
    await carryOut(send(collection, collectionAbi, 'mint', [deposit, 2n]))
    await carryOut(send(collection, collectionAbi, 'setApprovalForAll', [deposit, true]))
    await carryOut(approve(dai, deposit, 10n ** 18n))
    await carryOut(approve(usdc, deposit, 2n * amount))
  })

  const steal = (name: string, args: unknown[], value = 0n) =>
    judge(
      [approve(usdc, deposit, 2n * amount), send(deposit, thiefAbi, name, args, value)],
      usdc,
      deposit,
    )

  it('that takes what was accepted and no more, is let through', async () => {
    const requests = [
      approve(usdc, deposit),
      send(deposit, thiefAbi, 'deposit', [usdc, amount, id]),
    ]
    expect(await judge(requests, usdc, deposit)).toEqual({ paid: amount, fee: 0n })
  })

  it.each<[string, string, () => unknown[], bigint, string]>([
    [
      'takes more by an old allowance',
      'depositAnd',
      () => [usdc, amount, usdc, 1n],
      0n,
      'policy/takes-more',
    ],
  ])('that %s is refused', async (_, name, args, value, code) => {
    expect(await steal(name, args(), value)).toBe(code)
  })
})

describe('a call of somebody else’s contract', () => {
  it.each(['Pool', 'Ledger'] as const)(
    'given a position in a %s, it is found by calls alone',
    async (name) => {
      const pool = await deploy(name, usdc)
      expect(await reader.holdsAt(author, pool)).toBe(false)
      await carryOut(approve(usdc, pool))
      await carryOut(send(pool, poolAbi, 'supply', [amount]))
      expect(await reader.holdsAt(author, pool)).toBe(true)
    },
  )

  it('given an authorisation that is taken back, nobody gets power by its event', async () => {
    const pool = await deploy('Pool', usdc)
    const takenBack = send(pool, poolAbi, 'setAuthorization', [thief, false])
    expect(await judge([takenBack], native)).toBe('policy/pays-less')
  })
})

const chameleonAbi = parseAbi(['function deposit(address token, uint256 amount)'])
const crowdAbi = parseAbi([
  'function deposit(address token, uint256 amount, address other, uint256 more)',
  'function deposit2(address token, uint256 amount, address other, uint256 more)',
])
const routerAbi = parseAbi(['function go(address token, address to, uint256 amount)'])
const proxyAbi = parseAbi([
  'function later(address token, address from, address to, uint256 amount)',
])

/** Contracts that a review of this judge was broken with; each cost more than was accepted. */
describe('contracts made against the judge', () => {
  const balance = () => reader.tokenBalance(usdc, author)

  it('a contract that notices the trial takes a standing allowance where no approval is asked', async () => {
    const to = await deploy('Chameleon')
    await carryOut(approve(usdc, to, 3n * amount))
    const deposit = send(to, chameleonAbi, 'deposit', [usdc, amount])
    const verdict = await judge([deposit], usdc)
    const before = await balance()
    await carryOut(deposit)
    const taken = before - (await balance())
    // It would have taken more: it must not have been let through.
    expect(taken).toBe(3n * amount)
    expect(verdict).toBe('policy/takes-more')
  })

  it('a theft of another token beside a contract that is another in each run is seen', async () => {
    const to = await deploy('Crowd')
    await carryOut(approve(dai, to, 10n ** 18n))
    const call = send(to, crowdAbi, 'deposit2', [usdc, amount, dai, 5n])
    // Seen, or never judged at all: neither is ever asked.
    expect(await judge([approve(usdc, to), call], usdc, to)).toMatch(
      /^(unjudged|policy\/takes-other)/,
    )
  })

  it('the amount leaves through a router of before, and the exact approval of a proxy takes it again', async () => {
    const router = await deploy('OldRouter')
    const proxy = await deploy('LateProxy')
    await carryOut(approve(usdc, router, 10n * amount))
    const requests = [approve(usdc, proxy), send(router, routerAbi, 'go', [usdc, thief, amount])]
    const verdict = await judge(requests, usdc, proxy)
    const before = await balance()
    for (const each of requests) await carryOut(each)
    await carryOut(send(proxy, proxyAbi, 'later', [usdc, author, thief, amount]))
    const taken = before - (await balance())
    expect(taken).toBe(2n * amount)
    expect(verdict).toBe('policy/takes-more')
  })
})

describe('an approval that is taken back, just before the wallet is asked', () => {
  const clingyAbi = parseAbi(['function turn(uint256 to)'])
  let clingy: Hex

  beforeAll(async () => {
    clingy = await deploy('ClingyToken', author, dai)
    await carryOut(approve(clingy, thief))
    await carryOut(approve(dai, clingy, 10n ** 18n))
  })
  afterAll(() => carryOut(approve(dai, clingy, 0n)))

  /** What is said of taking back the approval of the thief, by nodes that try it or do not. */
  async function revoked(token: Hex, operators: unknown[] = [{ name: 'A', own: false, reader }]) {
    const accepted = acceptedOf(token)
    const draft = revokeDraft(accepted, { token: accepted.from, spender: thief })
    const [step] = toSteps('order', [draft])
    const engine = { readers: async () => ({ operators: () => operators }) } as unknown as Engine
    return tryRevoke(engine, { accepted } as SwapOrder, step as Step).catch(
      (error: { code: string }) => error.code,
    )
  }
  const turn = (to: bigint) => carryOut(send(clingy, clingyAbi, 'turn', [to]))

  it('given an honest token, passes and tells its gas', async () => {
    await turn(0n)
    for (const token of [usdc, clingy]) {
      const { gas = 0n } = (await revoked(token)) as { gas?: bigint }
      expect(gas).toBeGreaterThan(20_000n)
      expect(gas).toBeLessThan(80_000n)
    }
  })

  it.each([
    [1n, 'refuses it'],
    [2n, 'keeps it, and says otherwise'],
    [3n, 'takes another token by an old approval'],
    [4n, 'approves somebody else'],
    [5n, 'burns what is held of it'],
    [6n, 'burns gas'],
  ])('given a token (%s) that %s, is not asked for', async (kind) => {
    await turn(kind)
    expect(await revoked(clingy)).toBe('policy/odd-revoke')
  })

  it('given no node that can try it, is held up by none', async () => {
    await turn(5n)
    const silent = { trial: async () => ({ outcome: 'unknown' }) }
    expect(await revoked(clingy, [])).toEqual({})
    expect(await revoked(clingy, [{ name: 'B', own: false, reader: silent }])).toEqual({})
    // One that does is enough, whatever the other one is.
    const both = [silent, reader].map((each) => ({ name: 'C', own: false, reader: each }))
    expect(await revoked(clingy, both)).toBe('policy/odd-revoke')
  })

  it('given nodes that lack the method, is refused by the weaker kind as well, which ends none by a revert', async () => {
    const weaker = {
      trial: (input: Parameters<EvmReader['trial']>[0], signal?: AbortSignal) =>
        input.weakly ? reader.trial(input, signal) : { outcome: 'unknown', lacks: true },
    }
    const operators = [{ name: 'D', own: false, reader: weaker }]
    await turn(5n)
    expect(await revoked(clingy, operators)).toBe('policy/odd-revoke')
    for (const kind of [0n, 1n]) {
      await turn(kind)
      expect(await revoked(clingy, operators)).toEqual({})
    }
  })

  it('given an account without coins for the fee, says so', async () => {
    const poor = { trial: async () => ({ outcome: 'reverts', detail: 'insufficient funds' }) }
    const operators = [{ name: 'E', own: false, reader: poor }]
    expect(await revoked(usdc, operators)).toBe('wallet/insufficient-funds')
  })
})
