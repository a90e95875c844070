import 'fake-indexeddb/auto'
import { encodeFunctionData, erc20Abi, type Hex, type TransactionReceipt, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { attemptOf } from '@/src/domain/order/order-parts'
import { ENTRY_POINTS } from '@/src/domain/policy/effects-carried'
import {
  createPublishedAccounts,
  type PublishedAccount,
  type SafeTerms,
  type SignOptions,
} from '../support/published-accounts'
import { createLiveWorker, type LiveWorker } from './engine/live'
import { createLivePage, type LivePage } from './engine/live-page'
import { ARBITRUM, BASE, type ServiceHarness, startServiceHarness } from './service-harness'

/** Whom a refund names, where it is not left to whoever sends it. */
const relayer: Hex = `0x${'5a'.repeat(20)}`

let harness: ServiceHarness
let live: LiveWorker
let page: LivePage
let published: ReturnType<typeof createPublishedAccounts>
let usdc: Hex
let count = 0

beforeAll(async () => {
  harness = await startServiceHarness()
  await harness.wallet.control('POST', '/quotes-expiry', { seconds: 600 })
  published = createPublishedAccounts(harness.wallet.wallet(BASE))
  usdc = harness.wallet.token(BASE, 'USDC').address as Hex
  for (const place of ENTRY_POINTS) await published.placeEntryPoint(place as Hex)
})
afterAll(() => harness?.stop())
afterEach(() => live?.dispose())

type Way = () => Promise<PublishedAccount>

const safe =
  (terms: SafeTerms): Way =>
  () =>
    published.createSafe(terms)
const refunded = (terms: SafeTerms, to: Hex = zeroAddress): Way => {
  return () => published.createSafe({ ...terms, refund: { token: usdc, to } })
}

/** Accounts, and whether they pay for the gas of what they do in the token that they pay with. */
const ways: { name: string; open: Way; isRefunded?: true }[] = [
  ...ENTRY_POINTS.map((place, at) => ({
    name: `a user operation where EntryPoint 0.${at + 6} stands`,
    open: () => published.createSimpleAccount(place as Hex),
  })),
  { name: 'a transaction of a Safe 1.4.1', open: safe({ version: '1.4.1', threshold: 1 }) },
  {
    name: 'a transaction of a Safe 1.4.1 that two sign, and that refunds its sender',
    open: refunded({ version: '1.4.1', threshold: 2 }),
    isRefunded: true,
  },
  {
    name: 'a batch of a Safe 1.3.0 that two sign, and that refunds somebody',
    open: refunded({ version: '1.3.0', threshold: 2, isBatch: true }, relayer),
    isRefunded: true,
  },
]

/** A page whose wallet is such an account's: it names what was signed, by a hash of its own. */
async function openWith(way: Way) {
  count += 1
  const account = await way()
  const carriers: TransactionReceipt[] = []
  /** What the owners sign next is signed so. */
  const signing: SignOptions = {}
  const carry = async (call: Parameters<PublishedAccount['sign']>[0], options?: SignOptions) => {
    const { id, to, data } = await account.sign(call, options)
    carriers.push(await published.send(to, data))
    return id
  }
  page = createLivePage({
    account: account.address,
    chainId: BASE,
    sendTransaction: (call) => carry(call, signing),
  })
  live = createLiveWorker({ name: `accounts-${count}`, info: harness.info, send: page.send })
  return { from: account.address, carriers, carry, signing }
}

async function plan(account: Hex, symbol: string) {
  const [fromToken, toToken] = await Promise.all([
    harness.listed(BASE, symbol),
    harness.listed(ARBITRUM, 'USDC'),
  ])
  const amount = symbol === 'USDC' ? 25_000_000n : 5n * 10n ** 17n
  // Gas that it pays for in the token comes on top.
  const fund = symbol === 'USDC' ? 30_000_000n : amount
  await harness.wallet.transfer(harness.wallet.token(BASE, symbol), account, fund)
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
  expect.poll(async () => read(await live.swap(orderId)))

const asks = (times: number) => expect.poll(() => page.state.everAsked).toBe(times)

async function approve(times: number): Promise<void> {
  await asks(times)
  const { attemptId } = await page.approve()
  await page.tell(live, attemptId)
}

/** An order whose approval was carried out, and whose deposit's prompt stands. */
async function approved(way: Way) {
  const opened = await openWith(way)
  const { orderId } = await plan(opened.from, 'USDC')
  const { digest } = await live.swap(orderId)
  await live.call('confirmOrder', { orderId, digest })
  await approve(1)
  await asks(2)
  return { ...opened, orderId }
}

const depositOf = ({ steps }: SwapOrder) => steps.at(-1)
const stateOf = (order: SwapOrder) => depositOf(order)?.state

/** What the owners' event says was paid for gas: its last word, in every version. */
const refundOf = (receipt?: TransactionReceipt) =>
  BigInt(`0x${receipt?.logs.at(-1)?.data.slice(-64)}`)

describe('an account that is a contract, on a real chain', () => {
  it.each(ways)(
    'given its wallet names the hash of $name, the swap is followed to its end',
    async ({ open, isRefunded }) => {
      const { carriers, orderId } = await approved(open)
      expect((await live.swap(orderId)).coded).toBe('contract')
      await approve(2)
      await until(orderId, ({ status }) => status).toBe('filled')
      const gas = { symbol: 'USDC', amount: String(refundOf(carriers.at(-1))) }
      const told = { status: 'confirmed', left: '25000000', ...(isRefunded ? { gas: [gas] } : {}) }
      await until(orderId, stateOf).toMatchObject(told)
      const { steps, alarm } = await live.swap(orderId)
      const hashes = carriers.map(({ transactionHash }) => transactionHash)
      expect(steps.map(({ state }) => 'hash' in state && state.hash)).toEqual(hashes)
      expect(alarm).toBeUndefined()
      expect(page.state.everAsked).toBe(2)
    },
  )

  it('given what its wallet named came to nothing, says so, and asks nothing again', async () => {
    const { orderId, signing } = await approved(() =>
      published.createSimpleAccount(ENTRY_POINTS[1] as Hex),
    )
    signing.isStarved = true
    await approve(2)
    const failed = expect.objectContaining({ what: 'hash', state: 'failed' })
    const checks = expect.arrayContaining([failed])
    await until(orderId, stateOf).toMatchObject({ status: 'unsure', checks })
    expect(page.state.everAsked).toBe(2)
  })

  it.each(['1.4.1', '1.3.0'] as const)(
    'given hashes of a Safe %s are pasted, of what it signed only the payment that went through is taken',
    async (version) => {
      const { orderId, carriers, carry } = await approved(refunded({ version, threshold: 1 }))
      // Only what is pasted tells of it.
      const silence = { kind: 'status', status: 503, body: 'Later' }
      await harness.setFault('^GET /v1/(intents|orders)/', silence, 1_000)
      await page.tell(live, page.muddle())
      await until(orderId, (order) => stateOf(order)?.status).toBe('unsure')
      const step = depositOf(await live.swap(orderId))
      if (step?.action.kind !== 'transaction') throw new Error('no deposit')
      const { action, state, id: stepId } = step
      const at = { orderId, stepId, attemptId: attemptOf(state) ?? '' }
      const say = (hash: string) =>
        live.call('resolveUnsure', { ...at, choice: { kind: 'sent', hash } })

      const args = [relayer, 1n] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      const refused = { code: 'order/not-carried-out' }
      const other = await carry({ to: usdc, data, value: '0' })
      await expect(say(other)).rejects.toMatchObject(refused)
      const failed = await carry(action.tx, { isStarved: true })
      await expect(say(failed)).rejects.toMatchObject(refused)
      expect(stateOf(await live.swap(orderId))?.status).toBe('unsure')

      await say(await carry(action.tx))
      await harness.wallet.control('DELETE', '/faults')
      const hash = carriers.at(-1)?.transactionHash
      await until(orderId, stateOf).toMatchObject({ status: 'confirmed', hash })
    },
  )

  it('given coins are paid, is refused before the review', async () => {
    const { from } = await openWith(safe({ version: '1.4.1', threshold: 1 }))
    await expect(plan(from, 'ETH')).rejects.toMatchObject({ code: 'wallet/contract-account' })
    expect(page.state.everAsked).toBe(0)
  })
})
