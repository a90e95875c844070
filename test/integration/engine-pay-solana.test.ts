import 'fake-indexeddb/auto'
import { createKeyPairFromBytes } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WorkerCommand } from '@/src/contract/bridge'
import type { InputOf } from '@/src/contract/rpc'
import { sumOf } from '@/src/domain/order/deposit-sum'
import type { TransferOrder } from '@/src/domain/order/order'
import { payableOf } from '@/src/domain/order/transfer'
import { isPayPending, payStepOf } from '@/src/domain/order/wallet-payment'
import { parseSolanaTransaction } from '@/src/domain/solana/solana-message'
import { programs } from '@/src/domain/solana/solana-program'
import { toTokenAccount } from '@/src/domain/solana/token-account'
import { encodeBase58 } from '@/src/lib/base58'
import { decodeBase64 } from '@/src/lib/bytes'
import { fromBase58, fromBase64, toBase64 } from '@/test/sandbox/chains/solana/wire'
import { createLiveWorker, type LiveWorker } from './engine/live'
import { createLivePage, type LivePage } from './engine/live-page'
import { ARBITRUM, type ServiceHarness, SOLANA, startServiceHarness } from './service-harness'

let harness: ServiceHarness
let live: LiveWorker
let page: LivePage
let author = ''
let key: CryptoKey
let count = 0
/** What happens while the page is about to be told something. */
let before: (command: WorkerCommand) => Promise<unknown> = async () => undefined

beforeAll(async () => {
  harness = await startServiceHarness()
  await harness.wallet.control('POST', '/quotes-expiry', { seconds: 600 })
  const account = harness.info.accounts.solana
  if (!account) throw new Error('no Solana account')
  author = account.address
  key = (await createKeyPairFromBytes(fromBase58(account.secretKey))).privateKey
})
afterAll(() => harness?.stop())
beforeEach(() => {
  count += 1
  page = createLivePage({ account: author, chainId: SOLANA, sign: signIt })
  before = async () => undefined
  const name = `pay-solana-${count}`
  const send: typeof page.send = async (to, command) => {
    await before(command)
    return page.send(to, command)
  }
  live = createLiveWorker({ name, info: harness.info, send })
})
afterEach(() => live?.dispose())

/** As a wallet does: one signature over the message, put before it. */
async function signIt(transaction: string): Promise<string> {
  const message = fromBase64(transaction).slice(65)
  const signed = new Uint8Array(await crypto.subtle.sign('Ed25519', key, message))
  return toBase64(Uint8Array.of(1, ...signed, ...message))
}

const units = (symbol: string) => (symbol === 'USDC' ? 25_000_000n : 500_000_000n)

async function create(symbol = 'USDC', routeId = 'route-native') {
  const [fromToken, toToken] = await Promise.all([
    harness.listed(SOLANA, symbol),
    harness.listed(ARBITRUM, 'USDC'),
  ])
  const wish = harness.wish(fromToken, toToken, units(symbol))
  const request = { ...wish, fromAddress: author, recipient: harness.author, refundTo: author }
  const { quoteId, routes } = await harness.client.quotes.get(request)
  const route = routes.find((each) => each.routeId === routeId)
  if (!route) throw new Error('no route')
  const picked = { quoteId, route, request, fromToken, toToken }
  const { orderId } = await live.call('createTransfer', picked)
  // Nobody pays within the slot in which the address is made.
  await mine(1)
  const { transfer } = await live.order(orderId)
  return { orderId, address: transfer.depositAddress, symbol }
}

/** An order whose address takes the payments of many, each by its memo. */
const shared = (memo: string, address?: string) =>
  given({ memo, ...(address === undefined ? {} : { depositAddress: address }) })

/** An order for which the service gives another address. */
async function given(more: { memo?: string; depositAddress?: string }) {
  const patch = { ...more, paymentUri: null, qrPayload: null, qrImageUrl: null }
  await harness.wallet.control('POST', '/build-tamper', { patch })
  try {
    return await create()
  } finally {
    await harness.wallet.control('DELETE', '/build-tamper')
  }
}

type Made = Awaited<ReturnType<typeof create>>

const mine = (blocks: number) =>
  harness.wallet.control('POST', '/chain', { chainId: SOLANA, action: 'mine', blocks })

const pass = (seconds: number) =>
  harness.wallet.control('POST', '/chain', { chainId: SOLANA, action: 'advance', seconds })

const setNodes = (mood: { down?: boolean }) =>
  Promise.all(
    ['alpha', 'beta'].map((node) =>
      harness.wallet.control('POST', '/node', { chainId: SOLANA, node, ...mood }),
    ),
  )

/** The person presses the button of the panel. */
const click = ({ orderId, symbol }: Made, more: Partial<InputOf<'payTransfer'>> = {}) =>
  live.call('payTransfer', {
    orderId,
    amount: String(units(symbol)),
    account: author,
    wallet: { family: 'solana', id: 'test.wallet', name: 'Test' },
    page: page.page,
    ...more,
  })

const until = <T>({ orderId }: Made, read: (order: TransferOrder) => T) =>
  expect.poll(async () => read(await live.order(orderId)))
const stateOf = (order: TransferOrder) => payStepOf(order)?.state.status
const seenOf = ({ transfer }: TransferOrder) => transfer.seen.map((each) => each.hash)
const isOpen = (order: TransferOrder) => payableOf(order, Date.now()) > 0n

/** The address is shown once the wallet shows its last request no more, and nothing of that can land. */
async function shownOnceGone(made: Made): Promise<void> {
  const { orderId } = made
  const order = await live.order(orderId)
  expect(isOpen(order)).toBe(false)
  const stepId = payStepOf(order)?.id ?? ''
  const attemptId = order.pay?.attempts[0]?.attemptId ?? ''
  await live.call('promptGone', { orderId, stepId, attemptId })
  await until(made, ({ pay }) => pay?.attempts[0]?.landsUntil).toBeDefined()
  expect(isOpen(await live.order(orderId))).toBe(false)
  await mine(190)
  live.moveOn(130_000)
  await until(made, isOpen).toBe(true)
}

/** The wallet prompts. */
async function prompted(times = 1): Promise<void> {
  await expect.poll(() => page.state.everAsked).toBe(times)
}

const asked = (at = 0) => {
  const request = page.prompts[at]?.request
  if (request?.kind !== 'solanaSign') throw new Error('not asked for a signature')
  const read = parseSolanaTransaction(decodeBase64(request.transaction) ?? new Uint8Array())
  if (!read) throw new Error('not a transaction')
  return read
}
const signatureOf = (transaction: string) => encodeBase58(fromBase64(transaction).slice(1, 65))

const token = (symbol: string) => harness.wallet.token(SOLANA, symbol).address

/** What the address holds, whoever tells of it. */
async function heldBy({ address, symbol }: Made): Promise<bigint> {
  const query = new URLSearchParams({ chainId: String(SOLANA), token: token(symbol), address })
  const answer = await fetch(`${harness.info.controlUrl}/balance?${query}`)
  return BigInt(((await answer.json()) as { balance: string }).balance)
}

/** Another wallet pays, from outside. */
const payFromOutside = ({ address, symbol }: Made, amount = units(symbol)) =>
  harness.wallet.control('POST', '/fund', {
    chainId: SOLANA,
    token: token(symbol),
    address,
    amount: String(amount),
  })

/** Whoever has what was signed hands it to a node. */
async function handIn(transaction: string): Promise<void> {
  const url = harness.info.chains.find(({ id }) => id === SOLANA)?.rpcUrl ?? ''
  const params = [transaction, { encoding: 'base64' }]
  const call = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) })
  expect(await answer.json()).toHaveProperty('result')
}

describe('a payment by address on Solana, made by a connected wallet', () => {
  it('given an address that another order has without a memo, one with a memo is not paid for that one', async () => {
    const first = await create()
    const patch = {
      depositAddress: first.address,
      memo: 'order 2',
      paymentUri: null,
      qrPayload: null,
      qrImageUrl: null,
    }
    await harness.wallet.control('POST', '/build-tamper', { patch })
    const second = await create().catch(() => undefined)
    await harness.wallet.control('DELETE', '/build-tamper')
    // Refused is as good as told apart.
    if (!second) return
    await click(second)
    await prompted()
    // From a device that this computer knows nothing of.
    const { transaction } = await page.sign()
    await handIn(transaction)
    await mine(40)
    const seen = async () =>
      [seenOf(await live.order(first.orderId)), seenOf(await live.order(second.orderId))].map(
        (each) => each.length,
      )
    await expect.poll(seen).not.toEqual([0, 0])
    expect(await seen()).toEqual([0, 1])
  })

  it('asks for the one transfer of the token that opens its account, hands it in, and it arrives', async () => {
    const made = await create()
    await click(made)
    await prompted()
    const order = await live.order(made.orderId)
    expect(isPayPending(order)).toBe(true)
    expect(isOpen(order)).toBe(false)
    const account = await toTokenAccount(made.address, token('USDC'))
    expect(payStepOf(order)?.facts).toMatchObject({ to: made.address, account })
    // Opening the token account costs its rent, which the screen names.
    expect(order.pay?.advice).toMatchObject({ outcome: 'passes', by: ['alpha', 'beta'] })
    expect(order.pay?.advice?.leaves).toEqual({ paid: '25000000', fee: '2039280' })
    const { instructions, feePayer, signers } = asked()
    expect([feePayer, signers]).toEqual([author, 1])
    expect(instructions.map(({ program }) => program)).toEqual([
      programs.associatedToken,
      programs.token,
    ])
    const { transaction, attemptId } = await page.sign()
    expect(await page.tell(live, attemptId)).toEqual({ committed: true })
    await until(made, ({ status }) => status).toBe('filled')
    await until(made, ({ transfer }) => sumOf(transfer)).toBe('exact')
    const { transfer } = await live.order(made.orderId)
    expect(transfer.seen).toMatchObject([
      { hash: signatureOf(transaction), nodes: ['alpha', 'beta'] },
    ])
    expect(page.state.everAsked).toBe(1)
  })

  it('given lamports of which the service must be told, pays them and tells of the signature', async () => {
    const made = await create('SOL', 'route-liquidity')
    expect((await live.order(made.orderId)).status).toBe('running')
    await click(made)
    await prompted()
    const [only, ...others] = asked().instructions
    expect(others).toEqual([])
    expect(only?.accounts.map((each) => each.key)).toEqual([author, made.address])
    const { transaction, attemptId } = await page.sign()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
    const order = await live.order(made.orderId)
    expect(seenOf(order)).toEqual([signatureOf(transaction)])
    expect(order.transfer.named).toBeUndefined()
  })

  it('given another account, or the address itself, asks nothing', async () => {
    const made = await create()
    const foreign = click(made, { account: encodeBase58(new Uint8Array(32).fill(7)) })
    await expect(foreign).rejects.toMatchObject({ code: 'wallet/account-changed' })
    const own = click(made, { account: made.address })
    await expect(own).rejects.toMatchObject({ code: 'policy/wrong-sender' })
    expect(isOpen(await live.order(made.orderId))).toBe(true)
    expect(page.state.everAsked).toBe(0)
  })

  it('given an account without SOL for the fee, or without the token, says so before anything is asked', async () => {
    const made = await create('SOL')
    const empty = encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
    page.state.account = empty
    const poor = click(made, { account: empty })
    await expect(poor).rejects.toMatchObject({ code: 'wallet/insufficient-funds' })
    await payFromOutside({ ...made, address: empty }, 450_000_000n)
    const short = click(made, { account: empty })
    await expect(short).rejects.toMatchObject({ code: 'wallet/insufficient-funds' })
    const other = await create()
    const without = click(other, { account: empty })
    await expect(without).rejects.toMatchObject({ code: 'policy/would-revert' })
    expect(page.state.everAsked).toBe(0)
    expect(isOpen(await live.order(made.orderId))).toBe(true)
  })
})

describe('a wallet on Solana that does not pay', () => {
  it('given it says "rejected", guards the address until the person says so, and may be asked anew', async () => {
    const made = await create()
    await click(made)
    await prompted()
    await page.tell(live, page.reject())
    await until(made, stateOf).toBe('declined')
    expect(isOpen(await live.order(made.orderId))).toBe(false)
    await click(made, { notSent: true })
    await prompted(2)
    const { attemptId } = await page.sign()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
    expect(await heldBy(made)).toBeLessThanOrEqual(25_000_000n)
  })

  it('given it lies that it was rejected, and somebody hands it in, finds that out and asks no second time', async () => {
    const made = await create()
    await click(made)
    await prompted()
    const { transaction, attemptId } = await page.sign()
    await handIn(transaction)
    await mine(1)
    const result = { ok: false as const, error: { code: 4001, message: 'User rejected' } }
    await live.hear(page.page, { v: 1, type: 'outcome', attemptId, result })
    await click(made, { notSent: true }).catch(() => undefined)
    await until(made, ({ status }) => status).toBe('filled')
    await until(made, seenOf).toEqual([signatureOf(transaction)])
    expect(page.state.everAsked).toBe(1)
  })

  it('given nobody answers until its block hash is gone, shows the address once its owner says that the wallet shows it no more', async () => {
    const made = await create()
    await click(made)
    await prompted()
    page.state.open = false
    await mine(190)
    live.moveOn(30_000)
    await until(made, stateOf).toBe('failed')
    const order = await live.order(made.orderId)
    expect(order.pay?.attempts[0]?.end?.what).toBe('absent')
    await shownOnceGone(made)
    expect(await heldBy(made)).toBe(0n)
  })
})

describe('a chain of which no node answers just before the ask', () => {
  afterEach(() => setNodes({}))

  it('asks nothing, says that nothing was sent, and may be asked again', async () => {
    const made = await create()
    let looks = 0
    before = async ({ type }) => {
      if (type !== 'inspect') return
      looks += 1
      // The first is that of the click, which nodes tried; the next is that of the ask.
      if (looks === 2) await setNodes({ down: true })
    }
    await click(made)
    await until(made, stateOf).toBe('failed')
    const order = await live.order(made.orderId)
    expect(payStepOf(order)?.state).toMatchObject({ code: 'chain/unread', retryable: true })
    expect(order.pay?.attempts).toEqual([])
    expect([isPayPending(order), isOpen(order)]).toEqual([false, true])
    expect(page.state.everAsked).toBe(0)
    await setNodes({})
    await click(made)
    await prompted()
    const { attemptId } = await page.sign()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
  })
})

describe('an account that has a lot of transactions while it is asked', () => {
  /** Somebody pays the account, time and again, in lamports. */
  const dust = (address = author, times = 30) =>
    Promise.all(
      Array.from({ length: times }, () =>
        payFromOutside({ orderId: '', symbol: 'SOL', address }, 1_000_000n),
      ),
    )

  it('given nobody answers until its block hash is gone, knows that nothing was sent', async () => {
    const made = await create()
    await click(made)
    await prompted()
    page.state.open = false
    await dust()
    await mine(190)
    live.moveOn(30_000)
    await until(made, stateOf).toBe('failed')
    const order = await live.order(made.orderId)
    expect(order.pay?.attempts[0]?.end?.what).toBe('absent')
    await shownOnceGone(made)
  })

  it('given somebody hands it in among them, finds it', async () => {
    const made = await create('SOL')
    await click(made)
    await prompted()
    await dust()
    const { transaction } = await page.sign()
    page.state.open = false
    await handIn(transaction)
    await mine(1)
    await dust()
    live.moveOn(30_000)
    await until(made, ({ status }) => status).toBe('filled')
    await until(made, seenOf).toEqual([signatureOf(transaction)])
    await until(made, stateOf).toBe('confirmed')
    expect(page.state.everAsked).toBe(1)
  })
})

describe('a worker that dies with a payment on Solana', () => {
  it('given it dies with the prompt open, takes the answer up when it comes and hands it in', async () => {
    const made = await create()
    await click(made)
    await prompted()
    live.killAndWake()
    const { attemptId } = await page.sign()
    await page.tell(live, attemptId)
    await until(made, ({ status }) => status).toBe('filled')
    expect(page.state.everAsked).toBe(1)
  })

  it('given it dies after the wallet signed and before it is told, hands in what the page kept', async () => {
    const made = await create()
    await click(made)
    await prompted()
    live.kill()
    const { transaction } = await page.sign()
    live.killAndWake()
    live.moveOn(30_000)
    await until(made, ({ status }) => status).toBe('filled')
    await until(made, seenOf).toEqual([signatureOf(transaction)])
    expect(page.state.everAsked).toBe(1)
  })
})

describe('what is signed too late, or beside another payment', () => {
  it('given it is paid from outside and signed all the same, is never handed in', async () => {
    const made = await create()
    await click(made)
    await prompted()
    await payFromOutside(made)
    live.moveOn(15_000)
    await until(made, ({ transfer }) => sumOf(transfer)).toBe('exact')
    const { attemptId } = await page.sign()
    await page.tell(live, attemptId)
    await until(made, stateOf).toBe('sent')
    await mine(190)
    live.moveOn(30_000)
    await until(made, stateOf).toBe('failed')
    const order = await live.order(made.orderId)
    expect(order.transfer.seen).toHaveLength(1)
    expect(sumOf(order.transfer)).toBe('exact')
  })

  it('given the address expires while the prompt is open, what is signed then is not handed in', async () => {
    const made = await create()
    await click(made)
    await prompted()
    live.moveOn(601_000)
    await until(made, ({ transfer }) => transfer.closed?.why).toBe('expired')
    const { attemptId } = await page.sign()
    await page.tell(live, attemptId)
    await until(made, stateOf).toBe('sent')
    // The clock of the chain goes with ours: a node that is behind proves nothing.
    await pass(600)
    await mine(190)
    live.moveOn(30_000)
    await until(made, stateOf).toBe('failed')
    expect(await heldBy(made)).toBe(0n)
  })
})

describe('an address that two orders share, each with a memo of its own', () => {
  it('given the payment of one is named for the other, says that it is not its own', async () => {
    const first = await shared('order 1')
    const second = await shared('order 2', first.address)
    await click(second)
    await prompted()
    // From a device that this computer knows nothing of.
    const { transaction } = await page.sign()
    await handIn(transaction)
    await mine(40)
    const hash = signatureOf(transaction)
    const naming = live.call('nameDeposit', { orderId: first.orderId, hash })
    await expect(naming).rejects.toMatchObject({ code: 'order/hash-used' })
    await until(second, seenOf).toEqual([hash])
    expect(seenOf(await live.order(first.orderId))).toEqual([])
  })

  it('given the payment of a stranger, whose memo nobody here knows, is named, says that it is not its own', async () => {
    const first = await shared('order 1')
    const own = live
    live = createLiveWorker({ name: `pay-solana-${count}-b`, info: harness.info, send: page.send })
    const theirs = live
    const second = await shared('order 2', first.address)
    await click(second)
    await prompted()
    const { transaction } = await page.sign()
    await handIn(transaction)
    await mine(40)
    live = own
    theirs.dispose()
    const hash = signatureOf(transaction)
    const naming = live.call('nameDeposit', { orderId: first.orderId, hash })
    await expect(naming).rejects.toMatchObject({ code: 'order/hash-used' })
    expect(seenOf(await live.order(first.orderId))).toEqual([])
  })

  it('given the token account of an address that another order has, the second one is refused', async () => {
    const first = await create()
    const account = await toTokenAccount(first.address, token('USDC'))
    await expect(given({ depositAddress: account })).rejects.toMatchObject({
      code: 'policy/malformed',
    })
  })
})
