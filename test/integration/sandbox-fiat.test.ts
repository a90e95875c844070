import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { createSandboxClient, type SandboxClient } from '@/test/sandbox/test-client'

const [base, arbitrum] = [8453, 42161]

let sandbox: Sandbox
let wallet: SandboxClient

beforeAll(async () => {
  sandbox = await startSandbox()
  wallet = createSandboxClient(sandbox.info)
})
afterAll(() => sandbox?.stop())
beforeEach(() => wallet.control('POST', '/reset'))

const quotesSchema = z.object({
  quotes: z.array(z.looseObject({ quoteId: z.string(), outputAsset: z.unknown() })),
})
const orderSchema = z.object({
  orderId: z.string(),
  status: z.string(),
  provider: z.string(),
  action: z.object({ type: z.string(), url: z.string() }),
})

function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const payload = body === undefined ? {} : { body: JSON.stringify(body) }
  return fetch(sandbox.info.fiatUrl + path, { method, headers, redirect: 'manual', ...payload })
}

function toBody(outputAsset: unknown) {
  const { address } = wallet.account
  const common = { fiatCurrency: 'EUR', fiatAmount: '50', provider: 'harbor' }
  return { ...common, outputAsset, recipient: address, refundTo: address }
}

async function createOrder() {
  const { address, chainId } = wallet.token(base, 'USDC')
  const quoted = await send('POST', '/v1/fiat/quote', toBody({ chainId, address }))
  const [quote] = quotesSchema.parse(await quoted.json()).quotes
  const ordered = await send('POST', '/v1/fiat/order', { quoteId: quote?.quoteId })
  return orderSchema.parse(await ordered.json())
}

const readStatus = async (orderId: string) => {
  const view = (await (await send('GET', `/v1/fiat/order/${orderId}`)).json()) as object
  return z.looseObject({ status: z.string(), terminal: z.boolean() }).parse(view)
}

describe('the fiat API', () => {
  it('given each form of a token, when a quote is asked, then it is the same token', async () => {
    const { address } = wallet.token(arbitrum, 'DAI')
    const asset = { chainId: arbitrum, address }
    const lower = { chainId: arbitrum, address: address.toLowerCase() }
    for (const form of [asset, lower, JSON.stringify(asset), `eip155:${arbitrum}:${address}`]) {
      const answer = await send('POST', '/v1/fiat/quote', toBody(form))
      const [quote] = quotesSchema.parse(await answer.json()).quotes
      expect(quote?.outputAsset).toEqual(asset)
    }
    const bare = await send('POST', '/v1/fiat/quote', toBody(address))
    expect(bare.status).toBe(404)
  })

  it('given a stream, when answered, then it is NDJSON and each line ends', async () => {
    const { address } = wallet.token(arbitrum, 'DAI')
    const body = { ...toBody({ chainId: arbitrum, address }), provider: undefined }
    const answer = await send('POST', '/v1/fiat/quote?mode=stream', body)
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const text = await answer.text()
    expect(text.endsWith('\n')).toBe(true)
    const keys = text
      .trim()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line) as object))
    expect(keys).toEqual([['quote'], ['error'], ['quote']])
  })

  it('given a body that is not JSON, when sent, then it is a validation error', async () => {
    const answer = await fetch(`${sandbox.info.fiatUrl}/v1/fiat/quote`, {
      method: 'POST',
      body: '{',
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { name: 'ValidationException' },
    ])
  })

  it('given an unknown path, when asked, then it is the plain 404', async () => {
    const answer = await send('GET', '/v1/fiat/nothing')
    expect([answer.status, await answer.text()]).toEqual([404, '404 Not Found'])
  })

  it('given allowed origins, when a page asks, then only theirs may read', async () => {
    const any = await send('GET', '/v1/fiat/config', undefined, { origin: 'https://a.example' })
    expect(any.headers.get('access-control-allow-origin')).toBe('*')
    await wallet.control('POST', '/fiat/origins', { allowed: ['https://b.example'] })
    const foreign = await send('GET', '/v1/fiat/config', undefined, { origin: 'https://a.example' })
    expect(foreign.status).toBe(403)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    expect(await foreign.json()).toMatchObject({
      error: { code: 'ORIGIN_NOT_ALLOWED', retryable: false },
    })
    const own = await send('GET', '/v1/fiat/config', undefined, { origin: 'https://b.example' })
    expect(own.status).toBe(200)
    await wallet.control('POST', '/reset')
    const again = await send('GET', '/v1/fiat/config', undefined, { origin: 'https://a.example' })
    expect(again.status).toBe(200)
  })
})

describe('a checkout address', () => {
  it('given somebody only looks, when it is opened afterwards, then it still works once', async () => {
    const { action, orderId } = await createOrder()
    const { pathname } = new URL(action.url)
    expect((await send('HEAD', pathname)).status).toBe(204)
    expect((await readStatus(orderId)).status).toBe('created')
    const first = await send('GET', `${pathname}?auto=pay`)
    expect(first.status).toBe(302)
    expect(first.headers.get('location')).toMatch(/^\/wrapper\/[\w-]+\?auto=pay$/)
    expect((await readStatus(orderId)).status).toBe('awaiting_payment')
    expect((await send('GET', pathname)).status).toBe(410)
  })

  it('given the wrapper page, when served, then its policy names one frame and no opener may frame it', async () => {
    const { action } = await createOrder()
    const page = await fetch(action.url)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain(`script-src ${sandbox.info.fiatUrl};`)
    expect(policy).toMatch(/frame-src http:\/\/localhost:\d+(;|$)/)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('sandbox="allow-scripts allow-forms"')
  })

  it('given made-up sessions, when asked, then there is nothing', async () => {
    expect((await send('GET', '/checkout/nothing')).status).toBe(410)
    expect((await send('GET', '/wrapper/nothing')).status).toBe(410)
    expect((await send('GET', '/wrapper/nothing/state')).status).toBe(404)
    expect((await send('GET', '/provider/nothing')).status).toBe(410)
    expect((await send('POST', '/provider/nothing/pay')).status).toBe(404)
    expect((await send('GET', '/logos/nobody.svg')).status).toBe(404)
  })

  it('given a payment sent many times at once, when delivered, then it is delivered once', async () => {
    const usdc = wallet.token(base, 'USDC')
    const before = await wallet.balanceOf(usdc)
    const { orderId, action } = await createOrder()
    const opened = await send('GET', new URL(action.url).pathname)
    const session = (opened.headers.get('location') ?? '').split('/').at(-1)
    await Promise.all(Array.from({ length: 10 }, () => send('POST', `/provider/${session}/pay`)))
    await expect
      .poll(() => readStatus(orderId))
      .toMatchObject({ status: 'completed', terminal: true, outputAmount: '52434000' })
    await send('POST', `/provider/${session}/fail`)
    expect((await readStatus(orderId)).status).toBe('completed')
    expect((await wallet.balanceOf(usdc)) - before).toBe(52_434_000n)
  })
})
