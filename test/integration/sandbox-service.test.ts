import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toSafePicture } from '@/src/lib/safe-picture'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { createSandboxClient, type SandboxClient } from '@/test/sandbox/test-client'

const [base, arbitrum] = [8453, 42161]
const native = '0x0000000000000000000000000000000000000000'
/** An address with a valid checksum that holds nothing. */
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let sandbox: Sandbox
let client: SandboxClient

beforeAll(async () => {
  sandbox = await startSandbox()
  client = createSandboxClient(sandbox.info)
})
afterAll(() => sandbox?.stop())

const get = async (path: string) => (await client.api('GET', path)).body
type ChainRecord = { rpcUrls?: { default: { http: string[] } } }
const symbolsOf = (tokens: unknown) => (tokens as { symbol: string }[]).map((t) => t.symbol)

describe('chains', () => {
  it('given the sandbox, when listed, then its chains, those that are only paid from and an unknown one come back', async () => {
    const chains = (await get('/v1/chains')) as { id: number; type: string }[]
    expect(chains.map(({ type }) => type)).toEqual([
      'eip155',
      'eip155',
      'solana',
      'bip122',
      'bip122',
      'tron',
      'ckb',
      'sui',
    ])
    expect(chains[0]).toMatchObject({
      id: base,
      name: 'Base',
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
    })
  })

  it('given a chain, then an EVM one is served at two hosts, the first being its own node', async () => {
    const chains = (await get('/v1/chains')) as ChainRecord[]
    const urls = chains.map((chain) => chain.rpcUrls?.default.http ?? [])
    const own = sandbox.info.chains.map(({ rpcUrl }) => rpcUrl)
    const none = Array(5).fill(undefined)
    expect(urls.map(([first]) => first)).toEqual([...own, ...none])
    const hosts = urls.map((each) => new Set(each.map((url) => new URL(url).host)).size)
    expect(hosts).toEqual([2, 2, 1, 0, 0, 0, 0, 0])
  })

  const icon = async (path: string) => {
    const response = await fetch(`${sandbox.info.serviceUrl}${path}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, type: response.headers.get('content-type'), bytes }
  }

  it.each([
    ['pixels', '8453', 'image/png'],
    ['shapes', '42161', 'image/svg+xml; charset=utf-8'],
    ['a placeholder', '999', 'image/svg+xml; charset=utf-8'],
  ])('given an icon of %s (chain %s), then it is one that is shown', async (_, id, type) => {
    const answer = await icon(`/v1/chain/${id}/icon`)
    expect(answer).toMatchObject({ status: 200, type })
    expect(toSafePicture(answer.bytes)).toMatch(/^data:image/)
  })

  it('given the tokens and the fillers, then each has a picture of its own that is shown', async () => {
    const { data } = (await get('/v1/tokens?limit=100')) as { data: { logoURI?: string }[] }
    const [from, to] = [client.token(base, 'USDC'), client.token(arbitrum, 'USDC')]
    const wanted = client.quoteBody({ from, to, amount: 25_000_000n })
    const { body } = await client.api('POST', '/v1/quotes', wanted)
    const { routes } = body as { routes: { icon: string }[] }
    const logos = data.flatMap(({ logoURI }) => (logoURI ? [new URL(logoURI).pathname] : []))
    const icons = routes.map((route) => route.icon)
    expect(new Set(icons).size).toBe(3)
    const seen = await Promise.all([...new Set([...logos, ...icons])].map(icon))
    const pictures = seen.map(({ bytes }) => toSafePicture(bytes))
    expect(pictures).not.toContain(null)
    expect(new Set(pictures).size).toBe(pictures.length)
  })
})

describe('tokens', () => {
  it('given a limit, when paged, then every token comes once', async () => {
    const seen: string[] = []
    let cursor: number | undefined = 0
    while (cursor !== undefined) {
      const page = (await get(`/v1/tokens?limit=4&cursor=${cursor}`)) as {
        data: { id: string }[]
        cursor?: number
      }
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.cursor
    }
    expect(new Set(seen).size).toBe(sandbox.info.tokens.length)
    expect(seen).toHaveLength(sandbox.info.tokens.length)
  })

  it('given a token that is in no list, when it is asked for by its address, then none is found, and it is quoted all the same', async () => {
    const [lamp] = sandbox.info.unlisted
    if (lamp === undefined) throw new Error('every token is listed')
    const { address } = lamp
    const lists = await Promise.all(
      ['/v1/tokens?limit=100', `/v1/tokens/search?q=${address}`, '/v1/mtokens'].map(get),
    )
    expect(JSON.stringify(lists).toLowerCase()).not.toContain(address.toLowerCase())
    const to = client.token(base, 'USDC')
    const { routes } = await client.quote({ from: lamp, to, amount: 2_500_000_000n })
    expect(routes.map(({ quote }) => quote.amountOut)).toContain('99900000')
  })

  it('given chain ids joined or repeated, when listed, then only those chains come', async () => {
    const joined = await get(`/v1/tokens/top?chainIds=${base},${arbitrum}`)
    const repeated = await get(`/v1/tokens/top?chainIds=${base}&chainIds=${arbitrum}`)
    expect(symbolsOf(joined)).toEqual(['ETH', 'USDC', 'DAI', 'USDT', 'ETH', 'USDC', 'DAI', 'USDT'])
    expect(repeated).toEqual(joined)
  })

  it('given a search, when answered, then the risky look-alike is marked and last', async () => {
    const { data } = (await get(`/v1/tokens/search?q=usdc&chainIds=${base}`)) as {
      data: { symbol: string; extensions: { isRiskToken?: boolean } }[]
    }
    expect(data[0]?.symbol).toBe('USDC')
    expect(data.at(-1)?.extensions.isRiskToken).toBe(true)
  })

  it('given the test account, when balances are read, then they are the chains own', async () => {
    const held = (await get(`/v1/tokens/balances/${client.account.address}`)) as {
      symbol: string
      extensions: { balance: string }
    }[]
    expect(held.find(({ symbol }) => symbol === 'USDC')?.extensions.balance).toBe('10000000000')
    const other = await get(`/v1/tokens/balances/${stranger.toLowerCase()}`)
    expect(symbolsOf(other)).toEqual(['ETH', 'ETH'])
  })

  it('given a sentence, when completed, then it names token, chain and amount', async () => {
    const answer = await get('/v1/tokens/autocomplete/swap%2050%20usdc%20to%20eth%20on%20base')
    expect(answer).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({
          description: 'Swap 50 USDC to ETH on Base',
          chain: expect.objectContaining({ id: base }),
          token: expect.objectContaining({ address: native }),
        }),
      ]),
      nextSlots: [],
    })
    const partial = (await get('/v1/tokens/autocomplete/%2420%20of%20e?limit=1')) as {
      data: { amount: string; usdAmount: string }[]
    }
    expect(partial.data).toMatchObject([{ amount: '0.008', usdAmount: '20' }])
    const seeds = (await get('/v1/tokens/autocomplete/suggestions')) as { data: string[] }
    expect(seeds.data.length).toBeGreaterThan(2)
  })
})

describe('hub', () => {
  it('given the hub, when read, then its records name deployed contracts', async () => {
    const config = (await get('/v1/config/arcadia')) as {
      chainId: number
      contract: { vault: `0x${string}`; assetReserves: Record<string, string> }
    }
    const code = await client.wallet(config.chainId).getCode({ address: config.contract.vault })
    expect(code?.length).toBeGreaterThan(2)
    expect(Object.keys(config.contract.assetReserves)).toEqual(['0x2105', '0xa4b1', '0x4a8bfa0c0'])
    expect(await get('/v1/vaults')).toMatchObject([{ symbol: 'cvUSD', decimals: 6 }])
    expect(await get('/v1/mtokens')).toMatchObject([
      { extensions: { spokeToken: { chainId: base } } },
      { extensions: { spokeToken: { chainId: arbitrum } } },
    ])
  })
})

describe('quotes', () => {
  const fields = () => {
    const [from, to] = [client.token(base, 'USDC'), client.token(arbitrum, 'DAI')]
    return { from, to, amount: 1_000_000n }
  }

  it('given a request, when quoted, then three routes come, the best first', async () => {
    const { routes } = await client.quote(fields())
    const outputs = routes.map(({ quote }) => BigInt(quote.amountOut))
    expect(outputs).toHaveLength(3)
    expect([...outputs].sort((a, b) => Number(b - a))).toEqual(outputs)
    expect(routes[0]?.quote.tags).toEqual(['needs-approval'])
  })

  it('given the three forms of a token, when quoted, then they mean the same', async () => {
    const { from, to, amount } = fields()
    const forms = [
      from.address.toLowerCase(),
      `eip155:${base}:${from.address}`,
      { chainId: base, address: from.address },
      JSON.stringify({ chainId: base, address: from.address }),
    ]
    for (const fromToken of forms) {
      const { routes } = await client.quote({ from, to, amount, fromToken })
      expect(routes).toHaveLength(3)
    }
  })

  it('given one way of paying in, when quoted, then only routes with it come', async () => {
    const { routes } = await client.quote({ ...fields(), depositMethods: ['TRANSFER'] })
    expect(routes.map(({ depositMethods }) => depositMethods)).toEqual([['TRANSFER']])
  })

  it.each([
    ['an amount of 0', { amount: 0n }, 400, 'ValidationException'],
    ['an amount with a point', { amount: '1.5' }, 400, 'ValidationException'],
    ['a wrong checksum', { fromAddress: stranger.replace('C8', 'c8') }, 400, 'ValidationException'],
    ['a recipient of no family', { recipient: 'bob' }, 400, 'ValidationException'],
    ['a slippage of 1', { slippageTolerance: 1 }, 400, 'ValidationException'],
    ['an unknown trade type', { tradeType: 'BOTH' }, 400, 'ValidationException'],
    ['an unknown token', { toToken: stranger }, 404, 'NotSupportedTokenException'],
    ['an unknown chain', { toChainId: 5 }, 404, 'NotSupportedChainException'],
    ['more than anybody holds', { amount: 10n ** 18n }, 400, 'CannotFillException'],
  ])('given %s, when quoted, then it is refused', async (_what, patch, status, name) => {
    const { amount, ...rest } = { ...fields(), ...patch }
    const body = {
      ...client.quoteBody({ ...rest, amount: BigInt(1) } as never),
      amount: String(amount),
    }
    const answer = await client.api('POST', '/v1/quotes', body)
    expect([answer.status, answer.body]).toMatchObject([status, { name }])
  })

  it('given the same token twice, or a token without a price, when quoted, then none can fill', async () => {
    const { from, to } = fields()
    const risky = sandbox.info.tokens.find(({ symbol }) => symbol === 'USD\u0421')
    for (const pair of [
      { from, to: from },
      { from: risky ?? from, to },
    ]) {
      const body = client.quoteBody({ ...pair, amount: 1_000n })
      const answer = await client.api('POST', '/v1/quotes', body)
      expect([answer.status, answer.body]).toMatchObject([400, { name: 'CannotFillException' }])
    }
  })

  it('given a build, when it does not fit the quote, then each reason has its error', async () => {
    const { quoteId } = await client.quote(fields())
    const good = { from: client.account.address, quoteId, routeId: 'route-intent' }
    const cases: [object, number, string][] = [
      [{ ...good, quoteId: 'nope' }, 404, 'QuoteNotFoundException'],
      [{ ...good, routeId: 'nope' }, 404, 'QuoteNotFoundException'],
      [{ ...good, from: stranger }, 400, 'UnexpectedFromAddressException'],
      [{ ...good, depositMethod: 'TRANSFER' }, 400, 'NotSupportedDepositMethodException'],
      [{ quoteId }, 400, 'ValidationException'],
    ]
    for (const [body, status, name] of cases) {
      const answer = await client.api('POST', '/v1/deposit/build', body)
      expect([answer.status, answer.body]).toMatchObject([status, { name }])
    }
    const permit = { ...good, routeId: 'route-native', depositMethod: 'PERMIT2' }
    const { body } = await client.api('POST', '/v1/deposit/build', permit)
    expect(body).toMatchObject({ kind: 'PERMIT2', permit: { domain: { chainId: base } } })
  })
})

describe('lists and lookups', () => {
  it.each([
    [`/v1/orders/${stranger}?limit=100`, 400, { name: 'ValidationException' }],
    [`/v1/intents/${stranger}?limit=101`, 400, { name: 'ValidationException' }],
    ['/v1/tokens?limit=2001', 400, { name: 'ValidationException' }],
    ['/v1/tokens/autocomplete/eth?limit=21', 400, { name: 'ValidationException' }],
    ['/v1/tokens?chainIds=one', 400, { name: 'ValidationException' }],
    ['/v1/orders/not-an-address', 400, { name: 'ValidationException' }],
    ['/v1/orders/by-id/unknown', 404, { name: 'NotFoundException' }],
    ['/v1/intent/0x00', 404, { name: 'IntentNotFoundException' }],
    [`/v1/intent/deposit?chainId=${base}&txHash=0x00`, 404, { name: 'IntentNotFoundException' }],
    ['/v1/intent/deposit', 400, { name: 'ValidationException' }],
  ])('given %s, when asked, then it answers as documented', async (path, status, body) => {
    const answer = await client.api('GET', path)
    expect([answer.status, answer.body]).toMatchObject([status, body])
  })

  it('given nothing was done, when lists are read, then they are empty pages', async () => {
    expect(await get(`/v1/orders/${stranger}`)).toEqual({ data: [] })
    expect(await get(`/v1/intents/${stranger}?fromChainId=${base}`)).toEqual({ data: [] })
  })

  it('given an unknown path, when asked, then the answer is plain text', async () => {
    const response = await fetch(`${sandbox.info.serviceUrl}/v2/anything`)
    expect([response.status, await response.text()]).toEqual([404, '404 Not Found'])
  })

  it('given a page of another origin, when it asks, then it may', async () => {
    const response = await fetch(`${sandbox.info.serviceUrl}/v1/quotes`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-svc-sdk-version',
      },
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toContain('x-svc-sdk-version')
  })
})

describe('orders of one author', () => {
  it('given more orders than a page holds, when paged and filtered, then each comes once', async () => {
    const [from, to] = [client.token(base, 'ETH'), client.token(arbitrum, 'USDC')]
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const { quoteId } = await client.quote({ from, to, amount: 10n ** 15n })
      const approvals = await client.build(quoteId, 'route-native')
      const hash = await client.execute(base, approvals)
      ids.unshift((await client.submit(quoteId, 'route-native', hash)).orderId)
    }
    const path = `/v1/orders/${client.account.address}`
    const first = (await get(`${path}?limit=2`)) as { data: { id: string }[]; cursor: number }
    const second = (await get(`${path}?limit=2&cursor=${first.cursor}`)) as typeof first
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids)
    expect(second.cursor).toBeUndefined()

    const some = (await get(`${path}?orderIds=${ids[0]},${ids[2]}`)) as typeof first
    expect(some.data.map(({ id }) => id)).toEqual([ids[0], ids[2]])
    expect(await get(`${path}?fromChainId=${arbitrum}`)).toEqual({ data: [] })

    const intents = (await get(`/v1/intents/${client.account.address}?limit=2`)) as {
      data: { intentId: string; deposits?: unknown }[]
      cursor: number
    }
    expect(intents.data).toHaveLength(2)
    expect(intents.cursor).toBe(2)
    expect(intents.data[0]?.deposits).toBeUndefined()
    const one = await get(`/v1/intent/${intents.data[0]?.intentId}`)
    expect(one).toMatchObject({ author: client.account.address, deposits: [{ chainId: base }] })
  })
})
