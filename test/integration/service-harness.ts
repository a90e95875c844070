import type { Token } from '@/src/contract/service/token'
import type { TokenId } from '@/src/domain/token/token-id'
import { createServiceClient, type ServiceClientOptions } from '@/src/service/client'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { createSandboxClient } from '@/test/sandbox/test-client'

export const BASE = 8453
export const ARBITRUM = 42161
export const SOLANA = 20_011_000_000

/** Sets a fault of the sandbox's control endpoint; see there for kinds and route names. */
export type SetFault = (
  route: string,
  fault: Record<string, unknown>,
  times?: number,
) => Promise<void>

/** The client of the product against a running sandbox, and the account that signs in it. */
export async function startServiceHarness() {
  const sandbox: Sandbox = await startSandbox()
  const { info } = sandbox
  const wallet = createSandboxClient(info)
  const urls = {
    baseUrl: info.serviceUrl,
    fiatUrl: info.fiatUrl,
    qrUrl: info.qrUrl,
    embedUrl: info.embedUrl,
  }
  const createClient = (options: Partial<ServiceClientOptions> = {}) =>
    createServiceClient({ ...urls, version: '0.0.0-test', ...options })
  const client = createClient()
  const author = wallet.account.address

  const setFault: SetFault = async (route, fault, times = 1) => {
    await wallet.control('POST', '/faults', { route, fault, times })
  }
  const wish = (from: TokenId, to: TokenId, amount: bigint) =>
    client.quotes.toRequest({
      from: { chainId: from.chainId, address: from.address },
      to: { chainId: to.chainId, address: to.address },
      tradeType: 'EXACT_INPUT',
      amount: String(amount),
      fromAddress: author,
    })

  return {
    info,
    wallet,
    client,
    createClient,
    author,
    setFault,
    /** A quote request of the test account. */
    wish,
    /** A token as the service lists it, by chain and symbol. */
    async listed(chainId: number, symbol: string): Promise<Token> {
      const { address } = wallet.token(chainId, symbol)
      const found = await client.tokens.search(symbol, { chainIds: [chainId] })
      const token = found.find((each) => each.address === address)
      if (!token) throw new Error(`no ${symbol}`)
      return token
    },
    /** Quotes, builds, signs and sends one route; nothing is submitted. */
    async deposit(from: TokenId, to: TokenId, amount: bigint, routeId = 'route-native') {
      const { quoteId } = await client.quotes.get(wish(from, to, amount))
      const built = await client.deposits.build({ from: author, quoteId, routeId })
      if (built.kind !== 'CONTRACT_CALL') throw new Error(`built ${built.kind}`)
      const actions = built.approvals.filter((action) => action.type === 'eip1193_request')
      return { quoteId, routeId, txHash: await wallet.execute(from.chainId, actions) }
    },
    reset: () => wallet.control('POST', '/reset'),
    stop: () => sandbox.stop(),
  }
}

export type ServiceHarness = Awaited<ReturnType<typeof startServiceHarness>>
