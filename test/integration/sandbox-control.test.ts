import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { createSandboxClient, type SandboxClient, waitUntilMined } from '@/test/sandbox/test-client'

const [base, arbitrum] = [8453, 42161]

type ChainRecord = { id: number; rpcUrls: { default: { http: string[] } } }
type Answer = { result?: unknown; error?: unknown }

let sandbox: Sandbox
let client: SandboxClient

beforeAll(async () => {
  sandbox = await startSandbox()
  client = createSandboxClient(sandbox.info)
})
afterAll(() => sandbox?.stop())
afterEach(() => client.control('POST', '/reset'))

const setFault = (route: string, fault: unknown, times?: number) =>
  client.control('POST', '/faults', { route, fault, ...(times === undefined ? {} : { times }) })

const usdcToDai = () => {
  const [from, to] = [client.token(base, 'USDC'), client.token(arbitrum, 'DAI')]
  return { from, to, amount: 2_000_000n }
}

const openStream = (signal?: AbortSignal) =>
  fetch(`${sandbox.info.serviceUrl}/v1/quotes?mode=stream`, {
    method: 'POST',
    body: JSON.stringify(client.quoteBody(usdcToDai())),
    ...(signal === undefined ? {} : { signal }),
  })

describe('the quote stream', () => {
  it('given no fault, when read, then routes come one by one under one quote id', async () => {
    const response = await openStream()
    const lines = (await response.text()).trim().split('\n')
    const routes = lines.map((line) => JSON.parse(line) as { quoteId: string; type: string })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    expect(routes.map(({ type }) => type)).toEqual([
      'native-filler',
      'external-intent-router',
      'liquidity-router',
    ])
    expect(new Set(routes.map(({ quoteId }) => quoteId)).size).toBe(1)
  })

  it('given an invalid body, when asked, then the error is ordinary JSON', async () => {
    const { status, body } = await client.api('POST', '/v1/quotes?mode=stream', {})
    expect(status).toBe(400)
    expect(body).toMatchObject({ name: 'ValidationException' })
  })

  it('given a stall, when read, then the first line comes and the stream stays open', async () => {
    await setFault('quotes', { kind: 'stall' })
    const reading = new AbortController()
    const response = await openStream(reading.signal)
    const reader = response.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    expect(JSON.parse(first)).toMatchObject({ type: 'native-filler' })
    const silence = new Promise((resolve) => setTimeout(() => resolve('silence'), 300))
    const next = reader?.read().catch(() => 'aborted')
    expect(await Promise.race([next, silence])).toBe('silence')
    reading.abort()
    await next
  })
})

describe('faults', () => {
  it('given a status and a body, when asked, then they are answered as often as asked for', async () => {
    const body = { name: 'InternalErrorException', message: 'no luck' }
    await setFault('chains', { kind: 'status', status: 500, body }, 1)
    expect(await client.api('GET', '/v1/chains')).toEqual({ status: 500, body })
    expect((await client.api('GET', '/v1/chains')).status).toBe(200)
  })

  it('given a dropped connection, when asked, then there is no answer', async () => {
    await setFault('tokens', { kind: 'drop' }, 1)
    await expect(client.api('GET', '/v1/tokens')).rejects.toThrow('fetch failed')
    expect((await client.api('GET', '/v1/tokens')).status).toBe(200)
  })

  it('given a cut answer, when read, then the connection ends before the body does', async () => {
    await setFault('top', { kind: 'truncate' }, 1)
    const response = await fetch(`${sandbox.info.serviceUrl}/v1/tokens/top`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('given a malformed answer, when read, then it ends well and is no JSON', async () => {
    await setFault('^GET /v1/vaults', { kind: 'malformed' }, 1)
    const { status, body } = await client.api('GET', '/v1/vaults')
    expect(status).toBe(200)
    expect(body).toBeTypeOf('string')
  })

  it('given a delay, when asked, then the answer is late and right', async () => {
    await setFault('suggestions', { kind: 'delay', ms: 250 }, 1)
    const before = performance.now()
    const { status } = await client.api('GET', '/v1/tokens/autocomplete/suggestions')
    expect(performance.now() - before).toBeGreaterThan(240)
    expect(status).toBe(200)
  })

  it('given another answer, when asked, then that is the answer', async () => {
    await setFault('orders', { kind: 'answer', body: { data: 'nonsense' } })
    const path = `/v1/orders/${client.account.address}`
    expect((await client.api('GET', path)).body).toEqual({ data: 'nonsense' })
    await client.control('DELETE', '/faults')
    expect((await client.api('GET', path)).body).toEqual({ data: [] })
  })
})

describe('quotes and builds on demand', () => {
  it('given an expiry of 0 seconds, when built, then the quote has expired', async () => {
    await client.control('POST', '/quotes-expiry', { seconds: 0 })
    const { quoteId } = await client.quote(usdcToDai())
    const body = { from: client.account.address, quoteId, routeId: 'route-native' }
    const answer = await client.api('POST', '/v1/deposit/build', body)
    expect([answer.status, answer.body]).toMatchObject([410, { name: 'QuoteExpiredException' }])
  })

  it.each([
    ['two-deposits', [undefined, true, true]],
    ['no-deposit', [undefined, undefined]],
    ['token-transfer', [undefined, undefined, true]],
    ['wrong-chain', [undefined, undefined, true]],
    ['unknown-method', [undefined, undefined, true]],
    ['foreign-spender', [undefined, true]],
    ['unlimited-approval', [undefined, true]],
    ['wrong-sender', [undefined, true]],
    ['extra-value', [undefined, true]],
  ])(
    'given the tamper %s, when built, then the answer is wrong in that way',
    async (tamper, deposits) => {
      const { quoteId } = await client.quote(usdcToDai())
      const honest = await client.build(quoteId, 'route-native')
      await client.control('POST', '/build-tamper', { tamper, times: 1 })
      const tampered = await client.build(quoteId, 'route-native')
      expect(tampered).not.toEqual(honest)
      expect(tampered.map(({ deposit }) => deposit)).toEqual(deposits)
      expect(await client.build(quoteId, 'route-native')).toEqual(honest)
    },
  )

  it('given calls were made, when asked for them, then they are listed with their headers', async () => {
    await client.control('DELETE', '/calls')
    await fetch(`${sandbox.info.serviceUrl}/v1/chains`, {
      headers: { 'X-SVC-SDK-Version': '9.9.9' },
    })
    expect(await client.control('GET', '/calls?path=/v1/chains')).toMatchObject({
      calls: [{ server: 'service', method: 'GET', headers: { 'x-svc-sdk-version': '9.9.9' } }],
    })
  })
})

describe('the second node of a chain', () => {
  async function ask(chainId: number, method: string, params: unknown[] = []) {
    const chains = (await client.api('GET', '/v1/chains')).body as ChainRecord[]
    const url = chains.find(({ id }) => id === chainId)?.rpcUrls.default.http[1] ?? ''
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
    return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  const read = async (hash: string, chainId = base) =>
    ((await (await ask(chainId, 'eth_getTransactionByHash', [hash])).json()) as Answer).result
  const setNode = (fault: string, chainId = base) =>
    client.control('POST', '/second-node', { chainId, fault })
  const send = () =>
    client.wallet(base).sendTransaction({ chain: null, to: client.account.address, value: 1n })

  it('given no fault, when asked, then it answers as the chain does', async () => {
    const hash = await send()
    const { from, to, value } = await client.wallet(base).getTransaction({ hash })
    expect(await read(hash)).toMatchObject({ hash, from, to, value: `0x${value.toString(16)}` })
    const answer = (await (await ask(arbitrum, 'eth_chainId')).json()) as Answer
    expect(answer).toMatchObject({ jsonrpc: '2.0', id: 7, result: '0xa4b1' })
    const refused = (await (await ask(base, 'eth_getTransactionByHash', [1])).json()) as Answer
    expect(refused).toMatchObject({ error: { code: -32602 } })
  })

  it('given it is silent, then it knows no transaction and everything else', async () => {
    const hash = await send()
    await setNode('silent')
    expect(await read(hash)).toBeNull()
    expect((await (await ask(base, 'eth_chainId')).json()) as Answer).toMatchObject({
      result: '0x2105',
    })
  })

  it('given it is down, then 503, and the other chain’s still answers', async () => {
    await setNode('down')
    expect((await ask(base, 'eth_chainId')).status).toBe(503)
    expect((await ask(arbitrum, 'eth_chainId')).status).toBe(200)
  })

  it('given it lies, then it tells of another receiver and other data', async () => {
    const hash = await send()
    await setNode('lying')
    expect(await read(hash)).toMatchObject({
      hash,
      to: '0x000000000000000000000000000000000000dead',
      input: '0xdeadbeef',
    })
    expect(await read(`0x${'1'.repeat(64)}`)).toBeNull()
  })

  it('given a fault, when cleared or reset, then it is honest again', async () => {
    const hash = await send()
    await setNode('silent')
    await client.control('DELETE', '/second-node')
    expect(await read(hash)).toMatchObject({ hash })
    await setNode('silent')
    await client.control('POST', '/reset')
    expect(await read(hash)).toMatchObject({ hash })
  })

  it('given it was asked, then the calls say so by chain', async () => {
    await ask(base, 'eth_chainId')
    const { calls } = (await client.control('GET', `/calls?server=node&path=/${base}`)) as {
      calls: { body: string }[]
    }
    expect(calls.map(({ body }) => (JSON.parse(body) as { method: string }).method)).toEqual([
      'eth_chainId',
    ])
  })

  it('given a chain without one, then the fault is refused', async () => {
    await expect(setNode('down', 1)).rejects.toThrow('Only EVM chains')
  })
})

describe('chain controls', () => {
  it('given no automatic blocks, when a transaction is sent, then it waits for a block', async () => {
    await client.control('POST', '/chain', { chainId: base, action: 'automine', on: false })
    const signer = client.wallet(base)
    const call = { chain: null, to: client.account.address, value: 1n }
    const hash = await signer.sendTransaction(call)
    await expect(signer.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
    await client.control('POST', '/chain', { chainId: base, action: 'mine', blocks: 1 })
    expect((await waitUntilMined(signer, hash)).status).toBe('success')
  })

  it('given a mined block, when the chain reorganises, then the block is another', async () => {
    const signer = client.wallet(base)
    await client.control('POST', '/chain', { chainId: base, action: 'mine', blocks: 2 })
    const before = await signer.getBlock()
    await client.control('POST', '/chain', { chainId: base, action: 'reorg', depth: 1 })
    const after = await signer.getBlock({ blockNumber: before.number })
    expect(after.hash).not.toBe(before.hash)
  })

  it('given time moved on, when a block is mined, then its time is later', async () => {
    const signer = client.wallet(arbitrum)
    const before = await signer.getBlock()
    await client.control('POST', '/chain', { chainId: arbitrum, action: 'advance', seconds: 3600 })
    expect((await signer.getBlock()).timestamp - before.timestamp).toBeGreaterThanOrEqual(3600n)
  })
  it('given time moved on, when quoted after a reset, then a deposit has its time by that clock', async () => {
    await client.control('POST', '/chain', { chainId: base, action: 'advance', seconds: 3600 })
    await client.control('POST', '/reset')
    const { body } = await client.api('POST', '/v1/quotes', client.quoteBody(usdcToDai()))
    const { routes } = body as { routes: { quote: { validBefore: number } }[] }
    const { timestamp } = await client.wallet(base).getBlock()
    expect(routes).toHaveLength(3)
    for (const { quote } of routes) {
      expect(quote.validBefore - Number(timestamp)).toBeGreaterThanOrEqual(600)
    }
  })
})
