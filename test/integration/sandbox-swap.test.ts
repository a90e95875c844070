import { decodeFunctionData, maxUint256 } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenCallAbi } from '@/test/sandbox/chains/evm/abi'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import {
  createSandboxClient,
  type QuoteFields,
  type SandboxClient,
  type TestApproval,
  waitUntilMined,
} from '@/test/sandbox/test-client'

const [base, arbitrum] = [8453, 42161]

let sandbox: Sandbox
let client: SandboxClient

beforeAll(async () => {
  sandbox = await startSandbox()
  client = createSandboxClient(sandbox.info)
})
afterAll(() => sandbox?.stop())

/** Quote, build, sign, send, submit on one route. */
async function swap(fields: QuoteFields, routeId = 'route-native') {
  const { quoteId, routes } = await client.quote(fields)
  const route = routes.find((each) => each.routeId === routeId)
  if (route === undefined) throw new Error(`no ${routeId}`)
  const approvals = await client.build(quoteId, routeId)
  const depositHash = await client.execute(fields.from.chainId, approvals)
  const { orderId } = await client.submit(quoteId, routeId, depositHash)
  return { quoteId, routeId, route, approvals, depositHash, orderId }
}

const setAutomine = (on: boolean) =>
  client.control('POST', '/chain', { chainId: base, action: 'automine', on })

function decodeApprove(approval: TestApproval | undefined) {
  const call = approval?.request.params[0] as { to: string; data: `0x${string}` }
  const { functionName, args } = decodeFunctionData({ abi: tokenCallAbi, data: call.data })
  return { to: call.to, functionName, spender: args[0], amount: args[1] }
}

describe('a swap', () => {
  it('given an ERC-20, when it is deposited and submitted, then the other chain pays out', async () => {
    const [from, to] = [client.token(base, 'USDC'), client.token(arbitrum, 'DAI')]
    const before = await client.balanceOf(to)

    const { approvals, orderId, route, depositHash } = await swap({ from, to, amount: 25_000_000n })
    const order = await client.follow(orderId)

    expect(approvals.map(({ deposit, waitForReceipt }) => ({ deposit, waitForReceipt }))).toEqual([
      { waitForReceipt: true },
      { deposit: true },
    ])
    expect(decodeApprove(approvals[0])).toMatchObject({ to: from.address, amount: 25_000_000n })
    expect(order.status).toBe('filled')
    expect(order.stepsCompleted).toEqual(['deposit', 'publish', 'fill'])
    expect(order.depositTxHash).toBe(depositHash)
    expect(order.transactions.fill?.chainId).toBe(arbitrum)
    expect(order.destAmount).toBe(route.quote.amountOut)
    expect((await client.balanceOf(to)) - before).toBe(BigInt(route.quote.amountOut))
  })

  it('given a native token, when it is deposited, then one action pays and an ERC-20 arrives', async () => {
    const [from, to] = [client.token(base, 'ETH'), client.token(arbitrum, 'USDT')]
    const before = await client.balanceOf(to)
    const { approvals, orderId, route } = await swap({ from, to, amount: 10n ** 16n })
    const order = await client.follow(orderId)
    expect(approvals).toHaveLength(1)
    expect(route.quote.tags).toEqual(['1-click'])
    expect(order.status).toBe('filled')
    expect((await client.balanceOf(to)) - before).toBe(BigInt(route.quote.amountOut))
  })

  it('given an ERC-20 and a recipient, when native comes out, then the recipient has it', async () => {
    const [from, to] = [client.token(arbitrum, 'USDC'), client.token(base, 'ETH')]
    const recipient = '0x00000000000000000000000000000000000A11CE'.toLowerCase()
    const { orderId, route } = await swap({ from, to, amount: 5_000_000n, recipient })
    await client.follow(orderId)
    expect(await client.balanceOf(to, recipient)).toBe(BigInt(route.quote.amountOut))
  })

  it('given an exact output, when it is filled, then exactly that much arrives', async () => {
    const [from, to] = [client.token(base, 'DAI'), client.token(arbitrum, 'TICKET')]
    const before = await client.balanceOf(to)
    const wanted = { from, to, amount: 3n, tradeType: 'EXACT_OUTPUT' as const }
    const { orderId, route } = await swap(wanted, 'route-intent')
    await client.follow(orderId)
    expect(BigInt(route.quote.amountIn)).toBeGreaterThan(15n * 10n ** 18n)
    expect((await client.balanceOf(to)) - before).toBe(3n)
  })

  it('given a token that refuses to change an allowance, when one is left, then it is reset first', async () => {
    const [from, to] = [client.token(base, 'USDT'), client.token(arbitrum, 'USDC')]
    const first = await client.quote({ from, to, amount: 1_000_000n })
    const [approve] = await client.build(first.quoteId, 'route-native')
    await client.execute(base, [{ ...approve, deposit: true } as TestApproval])

    const { approvals, orderId } = await swap({ from, to, amount: 2_000_000n })

    expect(approvals.slice(0, 2).map((each) => decodeApprove(each).amount)).toEqual([
      0n,
      2_000_000n,
    ])
    expect((await client.follow(orderId)).status).toBe('filled')
  })

  it('given the router that wants everything, when built, then it asks for an unlimited approval', async () => {
    const [from, to] = [client.token(arbitrum, 'DAI'), client.token(base, 'USDC')]
    const { quoteId } = await client.quote({ from, to, amount: 10n ** 18n })
    const [greedy] = await client.build(quoteId, 'route-liquidity')
    const [first] = await client.build(quoteId, 'route-intent')
    expect(decodeApprove(greedy).amount).toBe(maxUint256)
    expect(first?.request).toEqual({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0xa4b1' }],
    })
  })

  it('given a deposit address, when the money comes, then the order runs without a submit', async () => {
    const [from, to] = [client.token(base, 'USDC'), client.token(arbitrum, 'USDC')]
    const { quoteId } = await client.quote({ from, to, amount: 1_000_000n })
    const body = { from: client.account.address, quoteId, routeId: 'route-native' }
    const answer = await client.api('POST', '/v1/deposit/build', {
      ...body,
      depositMethod: 'TRANSFER',
    })
    const built = answer.body as { depositAddress: string; orderId: string; kind: string }
    await client.control('POST', '/fund', {
      chainId: base,
      token: from.address,
      address: built.depositAddress,
      amount: '1000000',
    })
    expect(built.kind).toBe('TRANSFER')
    expect((await client.follow(built.orderId)).status).toBe('filled')
  })
})

describe('an order that does not fill', () => {
  it('given a filler that fails, when the order ends, then the deposit is really back', async () => {
    await client.control('POST', '/next-order', { outcome: 'refund' })
    const [from, to] = [client.token(base, 'USDC'), client.token(arbitrum, 'DAI')]
    const before = await client.balanceOf(from)
    const { quoteId } = await client.quote({ from, to, amount: 7_000_000n })
    const hash = await client.execute(base, await client.build(quoteId, 'route-native'))
    // No block, no refund: what is on its way stays so until there is one.
    await setAutomine(false)
    try {
      const { orderId } = await client.submit(quoteId, 'route-native', hash)
      const status = async () => (await client.order(orderId)).status
      await expect.poll(status).toBe('refund_pending')
      await setAutomine(true)
      const order = await client.follow(orderId)
      expect(order.status).toBe('refunded')
      expect(order.stepsCompleted).toEqual(['deposit', 'publish', 'refund'])
      expect(order.transactions.refund?.chainId).toBe(base)
    } finally {
      await setAutomine(true)
    }
    expect(await client.balanceOf(from)).toBe(before)
  })

  it('given a filler that gives up, when the order ends, then it is failed', async () => {
    await client.control('POST', '/next-order', { outcome: 'fail' })
    const [from, to] = [client.token(base, 'ETH'), client.token(arbitrum, 'DAI')]
    const { orderId } = await swap({ from, to, amount: 10n ** 15n })
    expect((await client.follow(orderId)).status).toBe('failed')
  })

  it('given a native deposit sent twice, when seen, then the second one goes back', async () => {
    const [from, to] = [client.token(base, 'ETH'), client.token(arbitrum, 'DAI')]
    const { quoteId } = await client.quote({ from, to, amount: 10n ** 15n })
    const approvals = await client.build(quoteId, 'route-native')
    const contract = (approvals[0]?.request.params[0] as { to: string } | undefined)?.to
    const heldByContract = () => client.balanceOf(from, contract)
    const first = await client.execute(base, approvals)
    const held = await heldByContract()
    const second = await client.execute(base, approvals)
    const { orderId } = await client.submit(quoteId, 'route-native', first)
    await client.follow(orderId)
    const body = { quoteId, routeId: 'route-native', txHash: second }
    const { status, body: error } = await client.api('PUT', '/v1/deposit/submit', body)
    expect(status).toBe(400)
    expect(error).toMatchObject({
      name: 'BadRequestException',
      details: { errorCode: 'DEPOSIT_TX_HASH_CONFLICT', orderId },
    })
    await expect.poll(heldByContract).toBe(held)
  })
})

describe('submitting', () => {
  it('given the same hash again, when submitted, then it is the same order', async () => {
    const [from, to] = [client.token(base, 'ETH'), client.token(arbitrum, 'DAI')]
    const done = await swap({ from, to, amount: 10n ** 15n })
    const again = await client.submit(done.quoteId, done.routeId, done.depositHash)
    expect(again).toEqual({ orderId: done.orderId, txHash: done.depositHash })
    const other = await client.quote({ from, to, amount: 10n ** 15n })
    await client.build(other.quoteId, 'route-native')
    const body = { quoteId: other.quoteId, routeId: 'route-native', txHash: done.depositHash }
    const { status, body: error } = await client.api('PUT', '/v1/deposit/submit', body)
    expect([status, error]).toMatchObject([409, { name: 'DuplicateRecordException' }])
  })

  it('given a deposit nobody submitted, when looked up, then it is an intent and submits late', async () => {
    const [from, to] = [client.token(arbitrum, 'ETH'), client.token(base, 'DAI')]
    const { quoteId } = await client.quote({ from, to, amount: 10n ** 15n })
    const approvals = await client.build(quoteId, 'route-native')
    const hash = await client.execute(arbitrum, approvals)
    const path = `/v1/intent/deposit?chainId=${arbitrum}&txHash=${hash}`
    await expect
      .poll(async () => (await client.api('GET', path)).body)
      .toMatchObject({ state: 'Open', deposits: [{ txHash: hash }] })
    const orders = await client.api(
      'GET',
      `/v1/orders/${client.account.address}?txHashSearch=${hash}`,
    )
    expect(orders.body).toEqual({ data: [] })
    const { orderId } = await client.submit(quoteId, 'route-native', hash)
    expect((await client.follow(orderId)).status).toBe('filled')
    expect((await client.api('GET', path)).body).toMatchObject({ state: 'Settled' })
  })

  it('given a transaction that is no deposit, when submitted, then it is refused', async () => {
    const [from, to] = [client.token(base, 'ETH'), client.token(arbitrum, 'DAI')]
    const { quoteId } = await client.quote({ from, to, amount: 10n ** 15n })
    await client.build(quoteId, 'route-native')
    const signer = client.wallet(base)
    const call = { chain: null, to: client.account.address, value: 1n }
    const hash = await signer.sendTransaction(call)
    await waitUntilMined(signer, hash)
    const body = { quoteId, routeId: 'route-native', txHash: hash }
    const { status, body: error } = await client.api('PUT', '/v1/deposit/submit', body)
    expect([status, error]).toMatchObject([400, { name: 'BadRequestException' }])
  })

  it('given both or neither of hash and signature, when submitted, then it is invalid', async () => {
    const ids = { quoteId: 'q', routeId: 'r' }
    const both = { ...ids, txHash: '0x1', signedTransaction: 'AA==' }
    for (const body of [ids, both]) {
      const { status, body: error } = await client.api('PUT', '/v1/deposit/submit', body)
      expect([status, error]).toMatchObject([400, { name: 'ValidationException' }])
    }
  })
})
