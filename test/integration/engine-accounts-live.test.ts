import 'fake-indexeddb/auto'
import { encodeFunctionData, type Hex, keccak256, parseAbi, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ENTRY_POINTS } from '@/src/domain/effects-carried'
import type { SwapOrder } from '@/src/domain/order'
import { type Bytecodes, compileContracts } from '@/test/sandbox/chains/evm/compile'
import { createLiveWorker, type LiveWorker } from './engine/live'
import { createLivePage, type LivePage } from './engine/live-page'
import { ARBITRUM, BASE, type ServiceHarness, startServiceHarness } from './service-harness'

type Call = { to: string; data: string; value: string }

const accountAbi = parseAbi(['function execute(address to, uint256 value, bytes data)'])
const safeAbi = parseAbi(['function run(bytes32 id, address to, uint256 value, bytes data)'])
const operationsAbi = parseAbi(['function handle(address sender, bytes32 id, bytes call)'])

let harness: ServiceHarness
let live: LiveWorker
let page: LivePage
let bytecodes: Bytecodes
let count = 0

beforeAll(async () => {
  harness = await startServiceHarness()
  await harness.wallet.control('POST', '/quotes-expiry', { seconds: 600 })
  bytecodes = await compileContracts()
  const operations = await create('Operations')
  const code = await harness.wallet.wallet(BASE).getCode({ address: operations })
  const rpcUrl = harness.info.chains.find(({ id }) => id === BASE)?.rpcUrl ?? ''
  for (const place of ENTRY_POINTS) {
    const put = { jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [place, code] }
    const headers = { 'content-type': 'application/json' }
    await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(put) })
  }
})
afterAll(() => harness?.stop())
afterEach(() => live?.dispose())

/** Somebody sends, and it is mined. */
async function send(to: Hex | undefined, data: Hex) {
  const wallet = harness.wallet.wallet(BASE)
  const hash = await wallet.sendTransaction({ chain: null, ...(to ? { to } : {}), data })
  return wallet.waitForTransactionReceipt({ hash })
}

async function create(name: keyof Bytecodes): Promise<Hex> {
  const { contractAddress } = await send(undefined, bytecodes[name] as Hex)
  if (!contractAddress) throw new Error('nothing was created')
  return contractAddress
}

type Way = { account: keyof Bytecodes; carry: (from: Hex, id: Hex, call: Call) => [Hex, Hex] }

/** How what an account signed comes to the chain, and where its hash is told. */
const ways = {
  ...Object.fromEntries(
    ENTRY_POINTS.map((place, at): [string, Way] => [
      `a user operation at EntryPoint 0.${at + 6}`,
      {
        account: 'SmartAccount',
        carry: (from, id, { to, data, value }) => {
          const inner = [to as Hex, BigInt(value), data as Hex] as const
          const call = encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: inner })
          const args = [from, id, call] as const
          const abi = operationsAbi
          return [place as Hex, encodeFunctionData({ abi, functionName: 'handle', args })]
        },
      },
    ]),
  ),
  ...Object.fromEntries(
    (['NewSafe', 'OldSafe'] as const).map((account): [string, Way] => [
      `a transaction of a Safe (${account})`,
      {
        account,
        carry: (from, id, { to, data, value }) => {
          const args = [id, to as Hex, BigInt(value), data as Hex] as const
          return [from, encodeFunctionData({ abi: safeAbi, functionName: 'run', args })]
        },
      },
    ]),
  ),
}

/** A page whose wallet is such an account's: it names what it signed, by a hash of its own. */
async function openWith({ account, carry }: Way) {
  count += 1
  const from = await create(account)
  const carriers: Hex[] = []
  page = createLivePage({
    account: from,
    chainId: BASE,
    sendTransaction: async (call) => {
      const id = keccak256(toHex(`${count}:${carriers.length}`))
      const { transactionHash } = await send(...carry(from, id, call))
      carriers.push(transactionHash)
      return id
    },
  })
  live = createLiveWorker({ name: `accounts-${count}`, info: harness.info, send: page.send })
  return { from, carriers }
}

async function plan(account: Hex, symbol: string) {
  const [fromToken, toToken] = await Promise.all([
    harness.listed(BASE, symbol),
    harness.listed(ARBITRUM, 'USDC'),
  ])
  const amount = symbol === 'USDC' ? 25_000_000n : 5n * 10n ** 17n
  await harness.wallet.transfer(harness.wallet.token(BASE, symbol), account, amount)
  const request = { ...harness.wish(fromToken, toToken, amount), fromAddress: account }
  const asked = { ...request, recipient: harness.author }
  const { quoteId, routes } = await harness.client.quotes.get(asked)
  const route = routes.find((each) => each.routeId === 'route-native')
  if (!route) throw new Error('no route')
  const wallet = { family: 'eip155' as const, id: 'test.wallet', name: 'Test' }
  const picked = { quoteId, route, request: asked, fromToken, toToken }
  return live.call('prepareOrder', { ...picked, wallet, page: page.page })
}

const until = <T>(orderId: string, read: (order: SwapOrder) => T) =>
  expect.poll(async () => read(await live.swap(orderId)), { timeout: 60_000 })

async function approve(times: number): Promise<void> {
  await expect.poll(() => page.state.everAsked, { timeout: 30_000 }).toBe(times)
  const { attemptId } = await page.approve()
  await page.tell(live, attemptId)
}

describe('an account that is a contract, on a real chain', { timeout: 120_000 }, () => {
  it.each(Object.entries(ways))(
    'given its wallet names the hash of %s, the swap is followed to its end',
    async (_, way) => {
      const { from, carriers } = await openWith(way)
      const { orderId } = await plan(from, 'USDC')
      const { digest, coded } = await live.swap(orderId)
      expect(coded).toBe('contract')
      await live.call('confirmOrder', { orderId, digest })
      await approve(1)
      await approve(2)
      await until(orderId, ({ status }) => status).toBe('filled')
      const { steps, alarm } = await live.swap(orderId)
      expect(steps.map(({ state }) => 'hash' in state && state.hash)).toEqual(carriers)
      expect(alarm).toBeUndefined()
      expect(page.state.everAsked).toBe(2)
    },
  )

  it('given coins are paid, is refused before the review', async () => {
    const [way] = Object.values(ways)
    if (!way) throw new Error('no way')
    const { from } = await openWith(way)
    await expect(plan(from, 'ETH')).rejects.toMatchObject({ code: 'wallet/contract-account' })
    expect(page.state.everAsked).toBe(0)
  })
})
