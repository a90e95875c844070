import {
  createKeyPairFromBytes,
  createSolanaRpc,
  generateKeyPairSigner,
  getAddressFromPublicKey,
  mainnet,
  signature,
} from '@solana/web3.js'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  decodeTransaction,
  fromBase58,
  fromBase64,
  toBase64,
} from '@/test/sandbox/chains/solana/wire'
import type { SandboxTokenInfo } from '@/test/sandbox/info'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { waitUntilMined } from '@/test/sandbox/test-client'
import { patience } from '../support/patience'

const SOLANA = 20_011_000_000
const BASE = 8453

let sandbox: Sandbox
let solana: { address: string; key: CryptoKey }

type Json = Record<string, unknown>
type Approval =
  | { type: 'eip1193_request'; request: { method: string; params: Json[] }; deposit?: boolean }
  | { type: 'solana_sendTransaction'; transaction: string; deposit?: boolean }
type Order = {
  id: string
  status: string
  srcAmount: string
  destAmount: string
  depositTxHash: string | null
  transactions?: { fill?: { txHash: string }; refund?: { txHash: string } }
}

const token = (chainId: number, symbol: string): SandboxTokenInfo => {
  const found = sandbox.info.tokens.find(
    (known) => known.chainId === chainId && known.symbol === symbol,
  )
  if (found === undefined) throw new Error(`no ${symbol} on ${chainId}`)
  return found
}

const ask = async (
  url: string,
  method: string,
  body?: Json,
): Promise<{ status: number; body: never }> => {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as never }
}

const service = (path: string, method = 'GET', body?: Json) =>
  ask(`${sandbox.info.serviceUrl}${path}`, method, body)
const control = (path: string, body: Json) => ask(`${sandbox.info.controlUrl}${path}`, 'POST', body)

const balanceOf = async ({ chainId, address }: SandboxTokenInfo, owner: string) => {
  const query = new URLSearchParams({ chainId: String(chainId), token: address, address: owner })
  const { body } = await ask(`${sandbox.info.controlUrl}/balance?${query}`, 'GET')
  return BigInt((body as { balance: string }).balance)
}

/** Signs as a Solana wallet does: one signature over the message, put in its own place before it. */
const signSolana = async (transaction: string): Promise<string> => {
  const { messageBytes, signatures } = decodeTransaction(fromBase64(transaction)).transaction
  const message = Uint8Array.from(messageBytes)
  const signed = new Uint8Array(await crypto.subtle.sign('Ed25519', solana.key, message))
  const all = Object.entries(signatures).map(([signer, known]) =>
    signer === solana.address ? signed : Uint8Array.from(known ?? new Uint8Array(64)),
  )
  return toBase64(Uint8Array.of(all.length, ...all.flatMap((each) => [...each]), ...message))
}

/** Sends as an EVM wallet does, and waits for each receipt; gives the deposit's hash. */
const sendEvm = async (approvals: readonly Approval[]): Promise<string> => {
  const chain = sandbox.info.chains.find(({ id }) => id === BASE)
  const account = privateKeyToAccount(sandbox.info.accounts.evm.privateKey)
  const client = createWalletClient({ account, transport: http(chain?.rpcUrl) }).extend(
    publicActions,
  )
  let deposit = ''
  for (const approval of approvals) {
    if (approval.type !== 'eip1193_request') throw new Error('not an EVM approval')
    if (approval.request.method !== 'eth_sendTransaction') continue
    const [call] = approval.request.params as { to: Hex; data?: Hex; value?: Hex }[]
    if (call === undefined) throw new Error('no call')
    const hash = await client.sendTransaction({
      chain: null,
      to: call.to,
      ...(call.data === undefined ? {} : { data: call.data }),
      value: BigInt(call.value ?? 0),
    })
    await waitUntilMined(client, hash)
    if (approval.deposit) deposit = hash
  }
  return deposit
}

type Trade = {
  from: SandboxTokenInfo
  to: SandboxTokenInfo
  amount: string
  recipient?: string
}

const authorOf = ({ chainId }: SandboxTokenInfo) =>
  chainId === SOLANA ? solana.address : sandbox.info.accounts.evm.address

const getQuote = async ({ from, to, ...rest }: Trade & { depositMethods?: string[] }) => {
  const quoted = await service('/v1/quotes', 'POST', {
    ...rest,
    tradeType: 'EXACT_INPUT',
    fromChainId: from.chainId,
    fromToken: from.address,
    toChainId: to.chainId,
    toToken: to.address,
    fromAddress: authorOf(from),
  })
  expect(quoted).toMatchObject({ status: 200 })
  const { quoteId, routes } = quoted.body as {
    quoteId: string
    routes: { routeId: string; quote: { amountOut: string } }[]
  }
  const [route] = routes
  if (route === undefined) throw new Error('no route')
  return { pick: { quoteId, routeId: route.routeId }, amountOut: BigInt(route.quote.amountOut) }
}

const quoteAndBuild = async (trade: Trade) => {
  const { pick, amountOut } = await getQuote(trade)
  const from = authorOf(trade.from)
  const built = await service('/v1/deposit/build', 'POST', { ...pick, from })
  expect(built).toMatchObject({ status: 200, body: { kind: 'CONTRACT_CALL' } })
  const { approvals } = built.body as { approvals: Approval[] }
  return { pick, approvals, amountOut }
}

const submit = (pick: Json, deposit: Json) =>
  service('/v1/deposit/submit', 'PUT', { ...pick, ...deposit })

const solanaDeposit = async (approvals: readonly Approval[]) => {
  expect(approvals).toHaveLength(1)
  const [approval] = approvals
  if (approval?.type !== 'solana_sendTransaction') throw new Error('not a Solana approval')
  return { signedTransaction: await signSolana(approval.transaction) }
}

const whenEnded = async (orderId: string): Promise<Order> =>
  vi.waitFor(
    async () => {
      const { body } = await service(`/v1/orders/by-id/${orderId}`)
      const order = body as Order
      expect(['filled', 'refunded', 'failed']).toContain(order.status)
      return order
    },
    { timeout: patience, interval: 50 },
  )

/** Quotes, builds, deposits and submits; gives the order as it ended. */
const swap = async (trade: Trade) => {
  const { pick, approvals, amountOut } = await quoteAndBuild(trade)
  const deposit =
    trade.from.chainId === SOLANA
      ? await solanaDeposit(approvals)
      : { txHash: await sendEvm(approvals) }
  const submitted = await submit(pick, deposit)
  expect(submitted.status).toBe(200)
  const { orderId, txHash } = submitted.body as { orderId: string; txHash: string }
  return { order: await whenEnded(orderId), txHash, amountOut, pick, deposit }
}

beforeAll(async () => {
  sandbox = await startSandbox({ ports: 'free' })
  const account = sandbox.info.accounts.solana
  if (account === undefined) throw new Error('no Solana account')
  const pair = await createKeyPairFromBytes(fromBase58(account.secretKey))
  expect(await getAddressFromPublicKey(pair.publicKey)).toBe(account.address)
  solana = { address: account.address, key: pair.privateKey }
})

afterAll(() => sandbox?.stop())

describe('orders between EVM and Solana', () => {
  it('pays SPL tokens out on Solana for an ERC-20 deposit', async () => {
    const recipient = (await generateKeyPairSigner()).address
    const to = token(SOLANA, 'USDC')

    const { order, amountOut } = await swap({
      from: token(BASE, 'USDC'),
      to,
      amount: '50000000',
      recipient,
    })

    expect(order.status).toBe('filled')
    expect(await balanceOf(to, recipient)).toBe(amountOut)
    const chain = sandbox.info.chains.find(({ id }) => id === SOLANA)
    const rpc = createSolanaRpc(mainnet(chain?.rpcUrl ?? ''))
    const { value } = await rpc
      .getSignatureStatuses([signature(order.transactions?.fill?.txHash ?? '')])
      .send()
    expect(value[0]?.err).toBeNull()
  })

  it('pays SOL out for a native EVM deposit', async () => {
    const recipient = (await generateKeyPairSigner()).address
    const to = token(SOLANA, 'SOL')
    const { order, amountOut } = await swap({
      from: token(BASE, 'ETH'),
      to,
      amount: '10000000000000000',
      recipient,
    })
    expect(order.status).toBe('filled')
    expect(await balanceOf(to, recipient)).toBe(amountOut)
  })

  it('pays ERC-20 tokens out on EVM for a signed SPL deposit that the service broadcasts', async () => {
    const recipient = privateKeyToAccount(generatePrivateKey()).address
    const [from, to] = [token(SOLANA, 'USDC'), token(BASE, 'USDC')]
    const before = await balanceOf(from, solana.address)

    const { order, amountOut, txHash } = await swap({ from, to, amount: '20000000', recipient })

    expect(order).toMatchObject({ status: 'filled', depositTxHash: txHash })
    expect(await balanceOf(to, recipient)).toBe(amountOut)
    expect(before - (await balanceOf(from, solana.address))).toBe(20_000_000n)
  })

  it('takes a deposit whose network fee its desk pays, under the id that the desk signed', async () => {
    const recipient = privateKeyToAccount(generatePrivateKey()).address
    const [sol, from, to] = [token(SOLANA, 'SOL'), token(SOLANA, 'USDC'), token(BASE, 'USDC')]
    const [coins, tokens] = await Promise.all(
      [sol, from].map((each) => balanceOf(each, solana.address)),
    )
    await control('/shape', { shape: 'sponsored' })

    const { order, amountOut, txHash, deposit } = await swap({
      from,
      to,
      amount: '20000000',
      recipient,
    })

    await control('/shape', { shape: 'plain' })
    expect(order).toMatchObject({ status: 'filled', depositTxHash: txHash })
    expect(await balanceOf(to, recipient)).toBe(amountOut)
    expect((tokens ?? 0n) - (await balanceOf(from, solana.address))).toBe(20_000_000n)
    // Not a lamport of the person's.
    expect(await balanceOf(sol, solana.address)).toBe(coins)
    const { signedTransaction = '' } = deposit as { signedTransaction?: string }
    expect(txHash).toBe(decodeTransaction(fromBase64(signedTransaction)).signature)
  })

  it('swaps SOL to an SPL token and back on one chain', async () => {
    const [sol, bonk] = [token(SOLANA, 'SOL'), token(SOLANA, 'BONK')]
    const before = await balanceOf(bonk, solana.address)
    const { order, amountOut } = await swap({ from: sol, to: bonk, amount: '500000000' })
    expect(order.status).toBe('filled')
    expect((await balanceOf(bonk, solana.address)) - before).toBe(amountOut)
    const back = await swap({ from: bonk, to: sol, amount: String(amountOut) })
    expect(back.order.status).toBe('filled')
  })

  it('sends a refund back on Solana', async () => {
    const [from, to] = [token(SOLANA, 'USDC'), token(BASE, 'USDC')]
    const before = await balanceOf(from, solana.address)
    await control('/next-order', { outcome: 'refund' })
    const recipient = sandbox.info.accounts.evm.address

    const { order } = await swap({ from, to, amount: '7000000', recipient })

    expect(order.status).toBe('refunded')
    expect(order.transactions?.refund?.txHash).toEqual(expect.any(String))
    expect(await balanceOf(from, solana.address)).toBe(before)
  })

  it('answers the same bytes again with the same order, and pays once', async () => {
    const recipient = (await generateKeyPairSigner()).address
    const to = token(SOLANA, 'USDC')
    const first = await swap({ from: token(SOLANA, 'SOL'), to, amount: '100000000', recipient })

    const again = await submit(first.pick, first.deposit)

    expect(again).toMatchObject({
      status: 200,
      body: { orderId: first.order.id, txHash: first.txHash },
    })
    expect(await balanceOf(to, recipient)).toBe(first.amountOut)
  })

  it('refuses unsigned bytes and an expired blockhash with BroadcastException', async () => {
    const trade = { from: token(SOLANA, 'SOL'), to: token(SOLANA, 'USDC'), amount: '100000000' }
    const { pick, approvals } = await quoteAndBuild(trade)
    const [approval] = approvals
    if (approval?.type !== 'solana_sendTransaction') throw new Error('not a Solana approval')
    const unsigned = await submit(pick, { signedTransaction: approval.transaction })
    expect(unsigned).toMatchObject({ status: 400, body: { name: 'BroadcastException' } })

    const deposit = await solanaDeposit(approvals)
    await control('/chain', { chainId: SOLANA, action: 'mine', blocks: 151 })

    const expired = await submit(pick, deposit)
    expect(expired).toMatchObject({
      status: 400,
      body: { name: 'BroadcastException', message: expect.stringContaining('Blockhash not found') },
    })
  })

  it('finds the intent of a Solana deposit by its signature', async () => {
    const { txHash } = await swap({
      from: token(SOLANA, 'SOL'),
      to: token(SOLANA, 'USDC'),
      amount: '200000000',
    })
    const query = new URLSearchParams({ chainId: String(SOLANA), txHash })
    const { body } = await service(`/v1/intent/deposit?${query}`)
    expect(body).toMatchObject({ fromChainId: SOLANA, author: solana.address })
  })

  it('follows a plain transfer to a deposit address, with nothing to submit', async () => {
    const [from, to] = [token(SOLANA, 'USDC'), token(BASE, 'USDC')]
    const recipient = privateKeyToAccount(generatePrivateKey()).address
    const trade = { from, to, amount: '4000000', recipient, depositMethods: ['TRANSFER'] }
    const { pick, amountOut } = await getQuote(trade)
    const built = await service('/v1/deposit/build', 'POST', { ...pick, from: solana.address })
    expect(built).toMatchObject({ status: 200, body: { kind: 'TRANSFER', amount: '4000000' } })
    const { depositAddress, orderId } = built.body as { depositAddress: string; orderId: string }

    // The faucet stands for an exchange that pays out to the address.
    await control('/fund', {
      chainId: SOLANA,
      token: from.address,
      address: depositAddress,
      amount: '4000000',
    })

    expect(await whenEnded(orderId)).toMatchObject({ status: 'filled' })
    expect(await balanceOf(to, recipient)).toBe(amountOut)
  })

  it('lists the balances of the Solana account', async () => {
    const { body } = await service(`/v1/tokens/balances/${solana.address}?chainIds=${SOLANA}`)
    const symbols = (body as { symbol: string }[]).map(({ symbol }) => symbol)
    expect(symbols).toEqual(expect.arrayContaining(['SOL', 'USDC', 'BONK']))
  })
})
