import { setTimeout as wait } from 'node:timers/promises'
import {
  type Address,
  createWalletClient,
  erc20Abi,
  type Hash,
  http,
  publicActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import type { SandboxInfo } from './info'

const routeSchema = z.object({
  routeId: z.string(),
  type: z.string(),
  depositMethods: z.optional(z.array(z.string())),
  quote: z.looseObject({ amountIn: z.string(), amountOut: z.string(), tags: z.array(z.string()) }),
})
const quoteSchema = z.object({ quoteId: z.string(), routes: z.array(routeSchema) })
const callSchema = z.object({
  to: z.optional(z.templateLiteral(['0x', z.string()])),
  data: z.optional(z.templateLiteral(['0x', z.string()])),
  value: z.optional(z.string()),
})
const approvalSchema = z.object({
  type: z.literal('eip1193_request'),
  request: z.object({ method: z.string(), params: z.array(z.unknown()) }),
  waitForReceipt: z.optional(z.boolean()),
  deposit: z.optional(z.boolean()),
})
const buildSchema = z.object({ kind: z.string(), approvals: z.array(approvalSchema) })
const submitSchema = z.object({ orderId: z.string(), txHash: z.string() })
const stampSchema = z.looseObject({ txHash: z.string(), chainId: z.number() })
const orderSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  stepsCompleted: z.array(z.string()),
  depositTxHash: z.nullable(z.string()),
  destAmount: z.string(),
  transactions: z.object({
    deposit: z.optional(stampSchema),
    fill: z.optional(stampSchema),
    refund: z.optional(stampSchema),
  }),
})
export type TestOrder = z.infer<typeof orderSchema>
export type TestApproval = z.infer<typeof approvalSchema>

export type QuoteFields = {
  from: { chainId: number; address: string }
  to: { chainId: number; address: string }
  amount: bigint
  tradeType?: 'EXACT_INPUT' | 'EXACT_OUTPUT'
  [field: string]: unknown
}

export type Answer = { status: number; body: unknown }

const terminal = ['filled', 'refunded', 'failed']
const orderPollMs = 50

export type SandboxClient = ReturnType<typeof createSandboxClient>

/** A customer of the sandbox without a browser: asks the service and signs with the test account. */
export function createSandboxClient(info: SandboxInfo) {
  const account = privateKeyToAccount(info.accounts.evm.privateKey)

  async function call(url: string, method: string, body?: unknown): Promise<Answer> {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const response = await fetch(url, init)
    const text = await response.text()
    return { status: response.status, body: parseJson(text) }
  }
  const api = (method: string, path: string, body?: unknown) => {
    return call(info.serviceUrl + path, method, body)
  }
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await call(info.controlUrl + path, method, body)
    if (answer.status === 200) return answer.body
    throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  }
  const wallet = (chainId: number) => {
    const rpcUrl = info.chains.find(({ id }) => id === chainId)?.rpcUrl
    const transport = http(rpcUrl, { retryCount: 0 })
    return createWalletClient({ account, transport, pollingInterval: 50 }).extend(publicActions)
  }
  const quoteBody = ({ from, to, amount, tradeType, ...rest }: QuoteFields) => ({
    tradeType: tradeType ?? 'EXACT_INPUT',
    fromChainId: from.chainId,
    fromToken: from.address,
    toChainId: to.chainId,
    toToken: to.address,
    amount: String(amount),
    fromAddress: account.address,
    ...rest,
  })

  return {
    account,
    api,
    control,
    wallet,
    quoteBody,
    /** A token of the sandbox by chain and symbol. */
    token(chainId: number, symbol: string) {
      const token = info.tokens.find((each) => each.chainId === chainId && each.symbol === symbol)
      if (token === undefined) throw new Error(`no ${symbol} on ${chainId}`)
      return token
    },
    /** A plain transfer to an address, smallest unit; the hash, once it is mined. */
    async transfer(
      token: { chainId: number; address: string },
      to: Address,
      units: bigint,
    ): Promise<Hash> {
      const client = wallet(token.chainId)
      const hash = /^0x0+$/.test(token.address)
        ? await client.sendTransaction({ to, value: units, chain: null })
        : await client.writeContract({
            address: token.address as Address,
            abi: erc20Abi,
            functionName: 'transfer',
            args: [to, units],
            chain: null,
          })
      await waitUntilMined(client, hash)
      return hash
    },
    async balanceOf(token: { chainId: number; address: string }, owner: string = account.address) {
      const query = `chainId=${token.chainId}&token=${token.address}&address=${owner}`
      const schema = z.object({ balance: z.string() })
      return BigInt(schema.parse(await control('GET', `/balance?${query}`)).balance)
    },
    async quote(fields: QuoteFields) {
      return quoteSchema.parse((await api('POST', '/v1/quotes', quoteBody(fields))).body)
    },
    async build(quoteId: string, routeId: string) {
      const body = { from: account.address, quoteId, routeId }
      return buildSchema.parse((await api('POST', '/v1/deposit/build', body)).body).approvals
    },
    /** Does what a wallet would with each action; gives the deposit's hash, mined. */
    async execute(chainId: number, approvals: readonly TestApproval[]): Promise<Hash> {
      const signer = wallet(chainId)
      let depositHash: Hash | undefined
      for (const { request, deposit } of approvals) {
        if (request.method !== 'eth_sendTransaction') continue
        const { to, data, value } = callSchema.parse(request.params[0])
        const hash = await signer.sendTransaction({
          chain: null,
          to: to ?? null,
          ...(data === undefined ? {} : { data }),
          ...(value === undefined ? {} : { value: BigInt(value) }),
        })
        await waitUntilMined(signer, hash)
        if (deposit === true) depositHash = hash
      }
      if (depositHash === undefined) throw new Error('nothing was deposited')
      return depositHash
    },
    async submit(quoteId: string, routeId: string, txHash: string) {
      const answer = await api('PUT', '/v1/deposit/submit', { quoteId, routeId, txHash })
      return submitSchema.parse(answer.body)
    },
    async order(orderId: string): Promise<TestOrder> {
      return orderSchema.parse((await api('GET', `/v1/orders/by-id/${orderId}`)).body)
    },
    /** Follows an order to its end; gives it with every status that was seen. */
    async follow(orderId: string): Promise<TestOrder & { seen: string[] }> {
      const seen: string[] = []
      for (;;) {
        const answer = await api('GET', `/v1/orders/by-id/${orderId}`)
        const order = orderSchema.parse(answer.body)
        if (seen.at(-1) !== order.status) seen.push(order.status)
        if (terminal.includes(order.status)) return { ...order, seen }
        await wait(orderPollMs)
      }
    },
  }
}

type ReceiptReader = {
  getTransactionReceipt(query: { hash: Hash }): Promise<TransactionReceipt>
}

/**
 * The receipt of a transaction, as soon as there is one. viem's own wait goes by new blocks and may
 * pass over the only one that an automining chain makes.
 */
export async function waitUntilMined(
  reader: ReceiptReader,
  hash: Hash,
): Promise<TransactionReceipt> {
  for (;;) {
    try {
      return await reader.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
    }
    await wait(orderPollMs)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
