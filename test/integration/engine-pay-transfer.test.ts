import 'fake-indexeddb/auto'
import { erc20Abi } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InputOf } from '@/src/contract/rpc'
import { sumOf } from '@/src/domain/order/deposit-sum'
import type { TransferOrder } from '@/src/domain/order/order'
import { payableOf } from '@/src/domain/order/transfer'
import { isPayPending, payStepOf } from '@/src/domain/order/wallet-payment'
import { createSandboxClient, type SandboxClient, waitUntilMined } from '@/test/sandbox/test-client'
import { createLiveWorker, type LiveWorker } from './engine/live'
import { createLivePage, type LivePage } from './engine/live-page'
import { ARBITRUM, BASE, type ServiceHarness, startServiceHarness } from './service-harness'

type Hex = `0x${string}`

let harness: ServiceHarness
let live: LiveWorker
let page: LivePage
/** Somebody with money and a wallet of their own. */
let stranger: SandboxClient
let count = 0

beforeAll(async () => {
  harness = await startServiceHarness()
  await harness.wallet.control('POST', '/quotes-expiry', { seconds: 600 })
  const evm = { ...harness.info.accounts.evm, privateKey: generatePrivateKey() }
  const accounts = { ...harness.info.accounts, evm }
  stranger = createSandboxClient({ ...harness.info, accounts })
  const to = stranger.account.address
  await harness.wallet.transfer(harness.wallet.token(BASE, 'ETH'), to, 10n ** 18n)
  await send(harness.wallet, to, 1_000_000_000n)
})
afterAll(() => harness?.stop())
beforeEach(() => {
  count += 1
  const wallet = harness.wallet.wallet(BASE)
  page = createLivePage({
    account: harness.author,
    chainId: BASE,
    sendTransaction: async ({ to, data, value }) => {
      const call = { to: to as Hex, data: data as Hex, value: BigInt(value), chain: null }
      const hash = await wallet.sendTransaction(call)
      await waitUntilMined(wallet, hash)
      return hash
    },
  })
  live = createLiveWorker({ name: `pay-${count}`, info: harness.info, send: page.send })
})
afterEach(() => live?.dispose())

const units = (symbol: string) => (symbol === 'USDC' ? 25_000_000n : 5n * 10n ** 17n)

async function create(symbol = 'USDC', routeId = 'route-native', known: string[] = []) {
  const [fromToken, toToken] = await Promise.all([
    harness.listed(BASE, symbol),
    harness.listed(ARBITRUM, 'USDC'),
  ])
  const { author } = harness
  const parties = { recipient: author, refundTo: author }
  const request = { ...harness.wish(fromToken, toToken, units(symbol)), ...parties }
  const { quoteId, routes } = await harness.client.quotes.get(request)
  const route = routes.find((each) => each.routeId === routeId)
  if (!route) throw new Error('no route')
  const { orderId } = await live.call('createTransfer', {
    quoteId,
    route,
    request,
    fromToken,
    toToken,
    known,
  })
  const { transfer } = await live.order(orderId)
  return { orderId, address: transfer.depositAddress as Hex, symbol }
}

type Made = Awaited<ReturnType<typeof create>>

/** The person presses the button of the panel. */
const click = ({ orderId, symbol }: Made, more: Partial<InputOf<'payTransfer'>> = {}) =>
  live.call('payTransfer', {
    orderId,
    amount: String(units(symbol)),
    account: harness.author,
    wallet: { family: 'eip155', id: 'test.wallet', name: 'Test' },
    page: page.page,
    ...more,
  })

const send = (from: SandboxClient, to: Hex, value: bigint): Promise<Hex> =>
  from.transfer(from.token(BASE, 'USDC'), to, value)

/** Another wallet pays, from outside. */
const payFromOutside = ({ address }: Made) => send(stranger, address, 25_000_000n)

const until = <T>({ orderId }: Made, read: (order: TransferOrder) => T) =>
  expect.poll(async () => read(await live.order(orderId)))
const stateOf = (order: TransferOrder) => payStepOf(order)?.state.status
const isOpen = (order: TransferOrder) => payableOf(order, Date.now()) > 0n

/** The wallet prompts. */
async function prompted(times = 1): Promise<void> {
  await expect.poll(() => page.state.everAsked).toBe(times)
}

/** What came to the address on the chain, whoever tells of it. */
const heldBy = ({ address }: Made) =>
  harness.wallet.wallet(BASE).readContract({
    address: harness.wallet.token(BASE, 'USDC').address as Hex,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })

describe('an address, where the same was paid by another one since', () => {
  /** Another window, whose form was opened after that, has the same made and paid: it says nothing of the first. */
  async function payAnother(): Promise<string> {
    const second = await create()
    await payFromOutside(second)
    await until(second, ({ status }) => status).toBe('filled')
    return second.orderId
  }

  it('is not paid by a wallet without a word of its own, and with one is asked for, and after a "no" once more', async () => {
    const first = await create()
    const second = await payAnother()
    await expect(click(first)).rejects.toMatchObject({
      code: 'order/paid-beside',
      context: { orderId: second },
    })
    expect((await live.order(first.orderId)).pay).toBeUndefined()
    await click(first, { known: [second] })
    await prompted()
    await page.tell(live, page.reject())
    await until(first, stateOf).toBe('declined')
    await click(first, { notSent: true })
    await prompted(2)
    const { attemptId } = await page.approve()
    await page.tell(live, attemptId)
    await until(first, ({ status }) => status).toBe('filled')
  })

  it('given its wallet was on another chain until then, is not asked for by itself, and goes on with a tick', async () => {
    const first = await create()
    page.state.chainId = ARBITRUM
    await click(first)
    await prompted()
    const second = await payAnother()
    await page.tell(live, page.switchChain())
    await until(first, ({ pay }) => pay?.blocker).toMatchObject({
      code: 'order/paid-beside',
      orderId: second,
    })
    expect(page.state.everAsked).toBe(1)
    const stepId = (await live.order(first.orderId)).pay?.steps[0]?.id ?? ''
    const again = { orderId: first.orderId, stepId }
    await expect(live.call('retryStep', again)).rejects.toMatchObject({
      code: 'order/paid-beside',
    })
    await live.call('retryStep', { ...again, known: [second] })
    await prompted(2)
    await page.tell(live, page.reject())
    await until(first, stateOf).toBe('declined')
    // What was ticked for the switch is known of every later ask.
    await click(first, { notSent: true })
    await prompted(3)
  })

  it('given the other one was wanted beside it, is asked for once its chain is there', async () => {
    const first = await create()
    page.state.chainId = ARBITRUM
    await click(first)
    await prompted()
    await create('USDC', 'route-native', [first.orderId])
    await page.tell(live, page.switchChain())
    await prompted(2)
  })
})

describe('a payment by address, made by a connected wallet', () => {
  it('asks for the very transfer that is shown, and the money arrives', async () => {
    const made = await create()
    await click(made)
    await prompted()
    const asked = await live.order(made.orderId)
    expect(isPayPending(asked)).toBe(true)
    expect(isOpen(asked)).toBe(false)
    expect(asked.pay?.advice).toMatchObject({
      outcome: 'passes',
      by: ['alpha', 'beta'],
      leaves: { paid: '25000000', fee: '0' },
    })
    const [prompt] = page.prompts
    expect(prompt?.request).toMatchObject({
      kind: 'transaction',
      chainId: BASE,
      tx: {
        from: harness.author.toLowerCase(),
        to: harness.wallet.token(BASE, 'USDC').address.toLowerCase(),
        value: '0x0',
        data: `0xa9059cbb${made.address.slice(2).toLowerCase().padStart(64, '0')}${(25_000_000).toString(16).padStart(64, '0')}`,
      },
    })
    const { hash, attemptId } = await page.approve()
    expect(await page.tell(live, attemptId)).toEqual({ committed: true })
    await until(made, ({ status }) => status).toBe('filled')
    await until(made, ({ transfer }) => sumOf(transfer)).toBe('exact')
    const { transfer } = await live.order(made.orderId)
    expect(transfer.seen).toMatchObject([{ hash, nodes: ['alpha', 'beta'] }])
    expect(page.state.everAsked).toBe(1)
  })

  it('given coins, sends them to the address, and the hash proves them', async () => {
    const made = await create('ETH')
    await click(made)
    await prompted()
    expect(page.prompts[0]?.request).toMatchObject({
      tx: { to: made.address.toLowerCase(), data: '0x', value: `0x${units('ETH').toString(16)}` },
    })
    const { hash, attemptId } = await page.approve()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
    await until(made, ({ transfer }) => transfer.seen.map((each) => each.hash)).toContain(hash)
    await until(made, ({ transfer }) => sumOf(transfer)).toBe('exact')
  })

  it('given the service must be told of it, tells of the hash by itself', async () => {
    const made = await create('ETH', 'route-liquidity')
    expect((await live.order(made.orderId)).status).toBe('running')
    await click(made)
    await prompted()
    const { attemptId } = await page.approve()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
    expect((await live.order(made.orderId)).transfer.named).toBeUndefined()
  })

  it('given the wallet is on another chain, has it switched first', async () => {
    const made = await create()
    page.state.chainId = ARBITRUM
    await click(made)
    await prompted()
    await page.tell(live, page.switchChain())
    await prompted(2)
    const { attemptId } = await page.approve()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
  })

  it('given two windows are clicked at once, asks once', async () => {
    const made = await create()
    await Promise.all([click(made), click(made), click(made)])
    await prompted()
    await click(made)
    live.moveOn(30_000)
    const { attemptId } = await page.approve()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
    expect(page.state.everAsked).toBe(1)
    expect((await live.order(made.orderId)).pay?.attempts).toHaveLength(1)
  })

  it('given another amount than is due, or another account than the wallet has, asks nothing', async () => {
    const made = await create()
    const other = click(made, { amount: '25000001' })
    await expect(other).rejects.toMatchObject({ code: 'order/changed' })
    const account = '0x5615dEB798BB3E4dFa0139dFa1b3D433Cc23b72f'
    const foreign = click(made, { account })
    await expect(foreign).rejects.toMatchObject({ code: 'wallet/account-changed' })
    expect(isOpen(await live.order(made.orderId))).toBe(true)
    expect(page.state.everAsked).toBe(0)
  })

  it('given the account cannot pay it, says so before anything is asked', async () => {
    const made = await create()
    page.state.account = '0x5615dEB798BB3E4dFa0139dFa1b3D433Cc23b72f'
    const poor = click(made, { account: page.state.account })
    await expect(poor).rejects.toMatchObject({ code: 'wallet/insufficient-funds' })
    expect(page.state.everAsked).toBe(0)
    expect(isOpen(await live.order(made.orderId))).toBe(true)
  })
})

describe('a wallet that does not pay', () => {
  it('given it says "rejected", guards the address until the person says so, and may be asked anew', async () => {
    const made = await create()
    await click(made)
    await prompted()
    await page.tell(live, page.reject())
    await until(made, stateOf).toBe('declined')
    expect(isOpen(await live.order(made.orderId))).toBe(false)
    const busy = live.call('dropPayment', { orderId: made.orderId })
    await expect(busy).rejects.toMatchObject({ code: 'order/busy' })
    await live.call('dropPayment', { orderId: made.orderId, notSent: true })
    expect(isOpen(await live.order(made.orderId))).toBe(true)
    await click(made)
    await prompted(2)
    const { attemptId } = await page.approve()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
    expect(await heldBy(made)).toBeLessThanOrEqual(25_000_000n)
  })

  it('given it lies that it was rejected, and it was sent, finds that out and asks no second time', async () => {
    const made = await create()
    await click(made)
    await prompted()
    const hash = await page.approveUnseen()
    page.state.open = true
    const attemptId = (await live.order(made.orderId)).pay?.attempts[0]?.attemptId ?? ''
    const result = { ok: false as const, error: { code: 4001, message: 'User rejected' } }
    await live.hear(page.page, { v: 1, type: 'outcome', attemptId, result })
    await click(made, { notSent: true }).catch(() => undefined)
    await until(made, ({ status }) => status).toBe('filled')
    await until(made, ({ transfer }) => transfer.seen.map((each) => each.hash)).toEqual([hash])
    expect(page.state.everAsked).toBe(1)
  })
})

describe('money that comes from elsewhere while the wallet asks', () => {
  it('given it is paid from outside and the prompt is rejected, is paid once', async () => {
    const made = await create()
    await click(made)
    await prompted()
    await payFromOutside(made)
    live.moveOn(15_000)
    await until(made, ({ transfer }) => sumOf(transfer)).toBe('exact')
    expect(stateOf(await live.order(made.orderId))).toBe('asking')
    await page.tell(live, page.reject())
    await until(made, ({ status }) => status).toBe('filled')
    await expect(click(made, { notSent: true })).rejects.toMatchObject({ code: 'order/changed' })
    expect(page.state.everAsked).toBe(1)
  })

  it('given it is paid from outside and approved all the same, both are shown', async () => {
    const made = await create()
    await click(made)
    await prompted()
    await payFromOutside(made)
    live.moveOn(15_000)
    await until(made, ({ transfer }) => sumOf(transfer)).toBe('exact')
    const { attemptId } = await page.approve()
    await page.tell(live, attemptId)
    live.moveOn(15_000)
    await until(made, ({ transfer }) => sumOf(transfer)).toBe('excess')
    expect((await live.order(made.orderId)).transfer.seen).toHaveLength(2)
  })

  it('given the address expires while the prompt is open, a late approval is seen and followed', async () => {
    const made = await create()
    await click(made)
    await prompted()
    live.moveOn(601_000)
    await until(made, ({ transfer }) => transfer.closed?.why).toBe('expired')
    expect(stateOf(await live.order(made.orderId))).toBe('asking')
    const { hash, attemptId } = await page.approve()
    await page.tell(live, attemptId)
    await until(made, ({ transfer }) => transfer.seen.map((each) => each.hash)).toEqual([hash])
    // An order that was made so long ago is asked about at its leisure.
    live.moveOn(30_000)
    await until(made, ({ status }) => status).toBe('filled')
  })

  it('given it is to be cancelled while the prompt is open, is not before that is answered', async () => {
    const made = await create()
    await click(made)
    await prompted()
    const { orderId } = made
    await expect(live.call('stopOrder', { orderId })).rejects.toMatchObject({ code: 'order/busy' })
    await page.tell(live, page.reject())
    await until(made, stateOf).toBe('declined')
    await live.call('stopOrder', { orderId })
    expect((await live.order(orderId)).transfer.closed?.why).toBe('cancelled')
    await expect(click(made, { notSent: true })).rejects.toMatchObject({ code: 'order/changed' })
  })
})

describe('a worker that dies', () => {
  it('given it dies right after the click, asks once, by itself or once it is clicked again', async () => {
    const made = await create()
    await click(made)
    live.killAndWake()
    // The ask was made, is made now, or got lost before the page had it: then the address is back.
    live.moveOn(30_000)
    await until(made, (order) => page.prompts.length === 1 || isOpen(order)).toBe(true)
    if (page.prompts.length === 0) await click(made)
    await prompted()
    const { attemptId } = await page.approve()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
    expect(page.state.everAsked).toBe(1)
  })

  it('given it dies with the prompt open, takes the answer up when it comes', async () => {
    const made = await create()
    await click(made)
    await prompted()
    live.killAndWake()
    expect(isOpen(await live.order(made.orderId))).toBe(false)
    const { attemptId } = await page.approve()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
    expect(page.state.everAsked).toBe(1)
  })

  it('given it dies after the wallet sent and before it is told, learns it of the ledger of the page', async () => {
    const made = await create()
    await click(made)
    await prompted()
    live.kill()
    const { hash } = await page.approve()
    live.killAndWake()
    live.moveOn(30_000)
    await until(made, ({ pay }) => pay?.attempts[0]?.seen.map((each) => each.hash)).toEqual([hash])
    await until(made, ({ status }) => status).toBe('filled')
    expect(page.state.everAsked).toBe(1)
  })

  it('given the page dies with it, finds the payment on the chain and asks no second time', async () => {
    const made = await create()
    await click(made)
    await prompted()
    live.kill()
    const hash = await page.approveUnseen()
    live.killAndWake()
    live.moveOn(30_000)
    await until(made, ({ transfer }) => transfer.seen.map((each) => each.hash)).toEqual([hash])
    await until(made, stateOf).toMatch(/sent|verified|confirmed/)
    await until(made, ({ status }) => status).toBe('filled')
  })

  it('given nothing was sent and the page is gone, is unsure, and only a typed word shows the address', async () => {
    const made = await create()
    await click(made)
    await prompted()
    live.kill()
    page.state.open = false
    live.killAndWake()
    live.moveOn(30_000)
    await until(made, stateOf).toBe('unsure')
    live.moveOn(30_000)
    await until(made, (order) => {
      const state = payStepOf(order)?.state
      return state?.status === 'unsure' && state.needsPerson
    }).toBe(true)
    const order = await live.order(made.orderId)
    expect(isOpen(order)).toBe(false)
    const step = payStepOf(order)
    const attemptId = order.pay?.attempts[0]?.attemptId ?? ''
    const { orderId } = made
    const ask = { orderId, stepId: step?.id ?? '', attemptId }
    const bare = live.call('resolveUnsure', { ...ask, choice: { kind: 'not-sent' } })
    await expect(bare).rejects.toMatchObject({ code: 'rpc/invalid' })
    await expect(live.call('stopOrder', { orderId })).rejects.toMatchObject({ code: 'order/busy' })
    const choice = { kind: 'not-sent' as const, typed: 'NOT SENT' }
    await live.call('resolveUnsure', { ...ask, choice })
    expect(isOpen(await live.order(orderId))).toBe(true)
    await payFromOutside(made)
    await until(made, ({ status }) => status).toBe('filled')
  })
})
