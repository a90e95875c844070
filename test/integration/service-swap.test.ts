import {
  createKeyPairFromBytes,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  signTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceOrder } from '@/src/contract/service/order'
import type { StreamedRoute } from '@/src/contract/service/quote'
import { ARBITRUM, BASE, type ServiceHarness, SOLANA, startServiceHarness } from './service-harness'

let harness: ServiceHarness

beforeAll(async () => {
  harness = await startServiceHarness()
})
afterAll(() => harness?.stop())
beforeEach(() => harness.reset())

const usdc = () => harness.wallet.token(BASE, 'USDC')
const dai = () => harness.wallet.token(ARBITRUM, 'DAI')
const solanaRecipient = () => harness.info.accounts.solana?.address ?? ''

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('POST /v1/quotes', () => {
  it('given an exact input, then every filler`s route with its amounts', async () => {
    const { client, wish } = harness
    const answer = await client.quotes.get(wish(usdc(), dai(), 5_000_000n))
    expect(answer.routes.map(({ routeId }) => routeId).sort()).toEqual([
      'route-intent',
      'route-liquidity',
      'route-native',
    ])
    for (const { quote } of answer.routes) {
      expect(quote.amountIn).toBe('5000000')
      expect(BigInt(quote.minAmountOut ?? '0')).toBeLessThanOrEqual(BigInt(quote.amountOut))
    }
  })

  it('given an exact output, then that is what comes out', async () => {
    const { client, wish } = harness
    const amount = 3n * 10n ** 18n
    const asked = { ...wish(usdc(), dai(), amount), tradeType: 'EXACT_OUTPUT' as const }
    const { routes } = await client.quotes.get(asked)
    const native = routes.find(({ exactOutMethod }) => exactOutMethod === 'native')
    expect(native?.quote.amountOut).toBe(String(amount))
    expect(BigInt(native?.quote.amountIn ?? '0')).toBeGreaterThan(0n)
  })

  it('given every optional field, then it is taken', async () => {
    const { client, wish, author } = harness
    const toSolana = harness.wallet.token(SOLANA, 'USDC')
    const { quoteId, routes } = await client.quotes.get({
      ...wish(usdc(), toSolana, 5_000_000n),
      recipient: solanaRecipient(),
      refundTo: author,
      slippageTolerance: 0.01,
      depositMethods: ['TRANSFER'],
      referrer: 'somebody',
      referrerFeeBps: 10,
    })
    expect(quoteId).not.toBe('')
    expect(routes.map(({ routeId }) => routeId)).toEqual(['route-native'])
    expect(routes[0]?.quote.slippageTolerance).toBe(0.01)
  })

  it('given a stream, then routes come one by one, quickest filler first, with one quote id', async () => {
    const { client, wish } = harness
    const routes: StreamedRoute[] = await collect(
      client.quotes.stream(wish(usdc(), dai(), 5_000_000n)),
    )
    expect(routes.map(({ routeId }) => routeId)).toEqual([
      'route-native',
      'route-intent',
      'route-liquidity',
    ])
    expect(new Set(routes.map(({ quoteId }) => quoteId)).size).toBe(1)
  })

  it.each([
    ['NotSupportedChainError', () => ({ toChainId: 999_999 })],
    ['NotSupportedTokenError', () => ({ toToken: '0x2222222222222222222222222222222222222222' })],
    ['ApiValidationError', () => ({ amount: '0' })],
    ['ApiValidationError', () => ({ fromAddress: harness.author.replace(/[A-F]/, 'a') })],
    ['CannotFillError', () => ({ toChainId: BASE, toToken: usdc().address })],
  ])('given what cannot be quoted, then %s, whole and as a stream', async (name, change) => {
    const { client, wish } = harness
    const asked = { ...wish(usdc(), dai(), 5_000_000n), ...change() }
    await expect(client.quotes.get(asked)).rejects.toMatchObject({ name })
    await expect(collect(client.quotes.stream(asked))).rejects.toMatchObject({ name })
  })

  it('given tokens in the three forms, then the request is the same', () => {
    const { quotes } = harness.client
    const { chainId, address } = dai()
    const rest = {
      tradeType: 'EXACT_INPUT',
      amount: '1',
      fromAddress: harness.author,
      from: usdc(),
    } as const
    const [first, ...others] = [
      { chainId, address },
      JSON.stringify({ chainId, address }),
      `eip155:${chainId}:${address}`,
    ].map((to) => quotes.toRequest({ ...rest, to }))
    expect(first).toMatchObject({ toChainId: chainId, toToken: address })
    for (const other of others) expect(other).toEqual(first)
    expect(() => quotes.toRequest({ ...rest, to: 'nothing' })).toThrow('"to" does not name a token')
  })
})

describe('a swap over the client alone', () => {
  it('given a deposit, when it is submitted and tracked, then it is filled and found everywhere', async () => {
    const { client, author, deposit, wallet } = harness
    const before = await wallet.balanceOf(dai())
    const { quoteId, routeId, txHash } = await deposit(usdc(), dai(), 7_000_000n)
    const submitted = await client.deposits.submit({ quoteId, routeId, txHash })
    expect(submitted.txHash).toBe(txHash)
    expect(await client.deposits.submit({ quoteId, routeId, txHash })).toEqual(submitted)

    const seen = new Set<string>()
    const onUpdate = (view: ServiceOrder) => seen.add(view.status)
    const order = await client.trackOrder(submitted.orderId, { intervalMs: 100, onUpdate })
    expect(order).toMatchObject({ status: 'filled', quoteId, routeId, depositTxHash: txHash })
    expect(seen.has('filled')).toBe(true)
    expect((await wallet.balanceOf(dai())) - before).toBe(BigInt(order.destAmount ?? '0'))

    expect(await client.orders.get(order.id)).toEqual(order)
    expect(await client.orders.find(author, order.id)).toEqual(order)
    expect(await client.orders.find(author, 'no-such-order')).toBeNull()
    expect(await client.orders.findMany(author, ['nope', order.id])).toEqual([order])
    const byHash = await client.orders.list(author, { txHashSearch: txHash })
    expect(byHash.data.map(({ id }) => id)).toEqual([order.id])
    const elsewhere = await client.orders.list(author, { fromChainId: ARBITRUM, toChainId: BASE })
    expect(elsewhere.data).toEqual([])

    const intent = await client.intents.byDeposit({ chainId: BASE, txHash })
    expect(intent).toMatchObject({ author, srcAmount: '7000000', fromChainId: BASE })
    expect(intent.deposits?.[0]).toMatchObject({ txHash, amountIn: '7000000' })
    expect((await client.intents.get(intent.intentId)).intentId).toBe(intent.intentId)
    const filter = { fromChainId: BASE, toChainId: ARBITRUM, limit: 5 }
    const mine = await client.intents.byAuthor(author, filter)
    expect(mine.data.map(({ intentId }) => intentId)).toContain(intent.intentId)
    const none = await client.intents.byAuthor(author, { toChainId: SOLANA })
    expect(none).toEqual({ data: [], cursor: undefined, skipped: 0 })
  })

  it('given a deposit nobody submitted, then its intent is found all the same', async () => {
    const { client, deposit } = harness
    const { txHash } = await deposit(usdc(), dai(), 1_000_000n)
    // The service sees a mined deposit a moment later.
    await expect
      .poll(() => client.intents.byDeposit({ chainId: BASE, txHash }))
      .toMatchObject({ state: 'open' })
  })

  it('given several orders, then pages of one walk through them all, newest first', async () => {
    const { client, author, deposit } = harness
    const ids: string[] = []
    for (const amount of [1_000_001n, 1_000_002n]) {
      const { txHash, ...ids2 } = await deposit(usdc(), dai(), amount)
      ids.push((await client.deposits.submit({ ...ids2, txHash })).orderId)
    }
    const walked = await collect(client.orders.all(author, { limit: 1 }))
    const [newest, older] = walked.map(({ id }) => id)
    expect([older, newest]).toEqual(ids)
    const all = await collect(client.orders.all(author))
    expect(all.map(({ id }) => id)).toEqual(walked.map(({ id }) => id))
    const intents = await collect(client.intents.all(author, { limit: 2 }))
    expect(new Set(intents.map(({ intentId }) => intentId)).size).toBe(intents.length)
    expect(intents.length).toBeGreaterThanOrEqual(2)
  })

  it('given the next order is refunded, then tracking gives the refund, or throws where asked', async () => {
    const { client, deposit, wallet } = harness
    await wallet.control('POST', '/next-order', { outcome: 'refund' })
    const { orderId } = await client.deposits.submit(await deposit(usdc(), dai(), 1_000_000n))
    const order = await client.trackOrder(orderId, { intervalMs: 100 })
    expect(order.status).toBe('refunded')
    expect(order.transactions?.refund?.txHash).toMatch(/^0x/)
    const failing = client.trackOrder(orderId, { failureThrows: true })
    await expect(failing).rejects.toMatchObject({ code: 'SVC3008' })
  })

  it('given the service stumbles while it is tracked, then tracking goes on', async () => {
    const { client, deposit, setFault } = harness
    const { orderId } = await client.deposits.submit(await deposit(usdc(), dai(), 1_000_000n))
    await setFault('order', { kind: 'status', status: 503, body: 'down' })
    await setFault('order', { kind: 'drop' })
    await setFault('order', { kind: 'malformed' })
    const codes: string[] = []
    const order = await client.trackOrder(orderId, {
      intervalMs: 50,
      backoffMs: 50,
      onError: ({ code }) => codes.push(code),
    })
    expect(order.status).toBe('filled')
    expect(codes).toEqual(['SVC3001', 'SVC3001', 'SVC3003'])
  })
})

describe('POST /v1/deposit/build', () => {
  it('given each deposit method, then the answer is of its kind', async () => {
    const { client, wish, author, wallet } = harness
    const { quoteId } = await client.quotes.get(wish(usdc(), dai(), 2_000_000n))
    const ask = { from: author, quoteId, routeId: 'route-native' }
    const call = await client.deposits.build({ ...ask, depositMethod: 'CONTRACT_CALL' })
    expect(call.kind).toBe('CONTRACT_CALL')
    const permit = await client.deposits.build({ ...ask, depositMethod: 'PERMIT2' })
    expect(permit.kind === 'PERMIT2' && permit.transferDetails.requestedAmount).toBe('2000000')
    const transfer = await client.deposits.build({
      ...ask,
      depositMethod: 'TRANSFER',
      recipient: author,
      refundTo: author,
    })
    if (transfer.kind !== 'TRANSFER') throw new Error('no transfer')
    expect(transfer).toMatchObject({ amount: '2000000', chainId: BASE })

    const order = await client.orders.get(transfer.orderId ?? '')
    expect(order.status).toBe('created')
    const pay = client.qr.select({ recipient: transfer.depositAddress, ...transfer })
    expect(pay.content).toContain(transfer.depositAddress)
    expect(wallet.account.address).toBe(author)
  })

  it('given a Solana source, then there is a transaction to sign, and submit refuses an unsigned one', async () => {
    const { client, author, wallet } = harness
    const from = wallet.token(SOLANA, 'USDC')
    const { quoteId } = await client.quotes.get({
      ...client.quotes.toRequest({
        from,
        to: usdc(),
        tradeType: 'EXACT_INPUT',
        amount: '1000000',
        fromAddress: solanaRecipient(),
      }),
      recipient: author,
    })
    const routeId = 'route-native'
    const built = await client.deposits.build({ from: solanaRecipient(), quoteId, routeId })
    const [action] = built.kind === 'CONTRACT_CALL' ? built.approvals : []
    if (action?.type !== 'solana_sendTransaction') throw new Error('nothing to sign')
    expect(action.deposit).toBe(true)
    const unsigned = { quoteId, routeId, signedTransaction: action.transaction }
    await expect(client.deposits.submit(unsigned)).rejects.toMatchObject({
      name: 'BroadcastError',
      code: 'SVC3007',
    })
  })

  it('given an unknown or expired quote, a stranger, or a method it lacks, then the named errors', async () => {
    const { client, wish, author, wallet } = harness
    const ask = { from: author, quoteId: 'nope', routeId: 'route-native' }
    const { build } = client.deposits
    await expect(build(ask)).rejects.toMatchObject({ name: 'QuoteNotFoundError', code: 'SVC3004' })
    const { quoteId } = await client.quotes.get(wish(usdc(), dai(), 2_000_000n))
    const stranger = '0x2222222222222222222222222222222222222222'
    await expect(build({ ...ask, quoteId, from: stranger })).rejects.toMatchObject({
      name: 'UnexpectedFromAddressError',
      code: 'SVC3006',
    })
    const wrongMethod = { ...ask, quoteId, routeId: 'route-intent', depositMethod: 'TRANSFER' }
    await expect(build(wrongMethod)).rejects.toMatchObject({
      name: 'NotSupportedDepositMethodError',
      code: 'SVC3006',
    })
    await wallet.control('POST', '/quotes-expiry', { seconds: 0 })
    const expired = await client.quotes.get(wish(usdc(), dai(), 2_000_000n))
    await expect(build({ ...ask, quoteId: expired.quoteId })).rejects.toMatchObject({
      name: 'QuoteExpiredError',
      code: 'SVC3005',
    })
  })
})

describe('PUT /v1/deposit/submit', () => {
  it('given a signed Solana transaction, then the service broadcasts it and the order is filled', async () => {
    const { client, author, wallet, info } = harness
    const from = wallet.token(SOLANA, 'USDC')
    const { quoteId } = await client.quotes.get({
      ...client.quotes.toRequest({
        from,
        to: usdc(),
        tradeType: 'EXACT_INPUT',
        amount: '2000000',
        fromAddress: solanaRecipient(),
      }),
      recipient: author,
    })
    const routeId = 'route-native'
    const built = await client.deposits.build({ from: solanaRecipient(), quoteId, routeId })
    const [action] = built.kind === 'CONTRACT_CALL' ? built.approvals : []
    if (action?.type !== 'solana_sendTransaction') throw new Error('nothing to sign')
    const keys = await createKeyPairFromBytes(
      getBase58Encoder().encode(info.accounts.solana?.secretKey ?? ''),
    )
    const bytes = getBase64Encoder().encode(action.transaction)
    const signed = await signTransaction([keys], getTransactionDecoder().decode(bytes))
    const signedTransaction = getBase64EncodedWireTransaction(signed)

    const submitted = await client.deposits.submit({ quoteId, routeId, signedTransaction })
    expect(submitted.txHash).toBe(getSignatureFromTransaction(signed))
    const again = await client.deposits.submit({ quoteId, routeId, signedTransaction })
    expect(again).toEqual(submitted)
    const order = await client.trackOrder(submitted.orderId, { intervalMs: 100 })
    expect(order).toMatchObject({ status: 'filled', author: solanaRecipient(), recipient: author })
    const intent = await client.intents.byDeposit({
      chainId: SOLANA,
      txHash: getSignatureFromTransaction(signed),
    })
    expect(intent.deposits?.[0]?.amountIn).toBe('2000000')
  })

  it('given another hash for the same quote and route, then the conflict names the order', async () => {
    const { client, deposit } = harness
    const first = await deposit(usdc(), dai(), 1_000_000n)
    const { orderId } = await client.deposits.submit(first)
    await client.trackOrder(orderId, { intervalMs: 50 })
    const second = { ...first, txHash: `0x${'ab'.repeat(32)}` }
    await expect(client.deposits.submit(second)).rejects.toMatchObject({
      name: 'BadRequestError',
      details: { body: { details: { errorCode: 'DEPOSIT_TX_HASH_CONFLICT', orderId } } },
    })
  })

  it('given a deposit that belongs to another order, then it is a duplicate record', async () => {
    const { client, deposit, wish, author } = harness
    const first = await deposit(usdc(), dai(), 1_000_000n)
    await client.deposits.submit(first)
    const { quoteId } = await client.quotes.get(wish(usdc(), dai(), 1_000_000n))
    await client.deposits.build({ from: author, quoteId, routeId: first.routeId })
    await expect(client.deposits.submit({ ...first, quoteId })).rejects.toMatchObject({
      name: 'DuplicateRecordError',
      details: { status: 409 },
    })
  })
})

describe('what is not there', () => {
  it('given unknown orders and intents, then the named errors', async () => {
    const { client } = harness
    await expect(client.orders.get('nope')).rejects.toMatchObject({
      code: 'SVC3001',
      details: { status: 404 },
    })
    const noIntent = { name: 'IntentNotFoundError', code: 'SVC3001' }
    await expect(client.intents.get('nope')).rejects.toMatchObject(noIntent)
    const unknown = { chainId: BASE, txHash: `0x${'00'.repeat(32)}` }
    await expect(client.intents.byDeposit(unknown)).rejects.toMatchObject(noIntent)
  })

  it('given a page larger than the service gives, then the validation error names the field', async () => {
    const { client, author } = harness
    const error = await client.orders
      .list(author, { limit: 100 })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ApiValidationError', code: 'SVC3001' })
    expect(JSON.stringify(error)).toContain('limit')
  })
})
