import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readQrSvg } from '@/test/support/read-qr'
import { BASE, type ServiceHarness, startServiceHarness } from './service-harness'

let harness: ServiceHarness

beforeAll(async () => {
  harness = await startServiceHarness()
})
afterAll(() => harness?.stop())

const RECIPIENT = '0x1111111111111111111111111111111111111111'
const params = {
  amount: '1.5',
  recipient: RECIPIENT,
  caip2: 'eip155:8453',
  token: 'native',
  decimals: '18',
}

const ask = (query: string) => fetch(`${harness.info.qrUrl}${query}`)

describe('the QR API through the client', () => {
  it('given any content, then a picture that says it', async () => {
    const { qr } = harness.client
    for (const content of ['hello', 'https://a.example/?x=1&y=ü#z', 'x'.repeat(2048)]) {
      expect(readQrSvg(await qr.generic(content))).toBe(content)
    }
  })

  it('given a transfer, then a picture that says what the choice promised', async () => {
    const { qr } = harness.client
    const chosen = qr.select({ ...params, decimals: 18 })
    expect(chosen).toMatchObject({
      kind: 'transfer',
      content: `ethereum:${RECIPIENT}@8453?value=1500000000000000000`,
    })
    const svg = await qr.transfer({ ...params, memo: 'm' }, { size: 128, theme: 'dark' })
    expect(readQrSvg(svg)).toBe(chosen.content)
    expect(svg).toContain('width="128"')
    expect(await (await fetch(chosen.url)).text()).toContain('<svg')
  })

  it('given a payment of a build, then the picture says its payment address', async () => {
    const { client, wish, author, wallet } = harness
    const from = wallet.token(BASE, 'USDC')
    const to = wallet.token(BASE, 'ETH')
    const { quoteId } = await client.quotes.get(wish(from, to, 1_000_000n))
    const ids = { from: author, quoteId, routeId: 'route-native' }
    const built = await client.deposits.build({ ...ids, depositMethod: 'TRANSFER' })
    if (built.kind !== 'TRANSFER') throw new Error('no transfer')
    const chosen = client.qr.select({ recipient: built.depositAddress, ...built })
    expect(chosen.content).toBe(built.paymentUri)
    expect(readQrSvg(await (await fetch(chosen.url)).text())).toBe(built.paymentUri)
  })

  it('given too long a text, then the error of the API', async () => {
    await expect(harness.client.qr.generic('x'.repeat(2049))).rejects.toMatchObject({
      details: { status: 400 },
    })
  })

  it('given an answer that is no picture, then SVC3003', async () => {
    await harness.setFault('qr', { kind: 'answer', body: { hello: 'world' } })
    await expect(harness.client.qr.generic('x')).rejects.toMatchObject({ code: 'SVC3003' })
  })
})

describe('the QR API itself', () => {
  const query = (change: Record<string, string | undefined>) => {
    const entries = Object.entries({ ...params, ...change })
    return `/transfer?${new URLSearchParams(
      entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
    )}`
  }

  it.each(['?content=hello', query({})])('given %s, then the documented headers', async (path) => {
    const { status, headers } = await ask(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    '',
    '?content=',
    '?size=100',
    query({ amount: undefined }),
    query({ recipient: undefined }),
    query({ caip2: undefined }),
    query({ token: undefined }),
    query({ decimals: undefined }),
    query({ decimals: '37' }),
    query({ amount: '1e3' }),
    `?content=${'x'.repeat(2049)}`,
  ])('given %s, then 400', async (path) => {
    expect((await ask(path)).status).toBe(400)
  })

  it.each([
    ['', 256],
    ['&size=10', 96],
    ['&size=9999', 512],
    ['&size=200', 200],
    ['&size=big', 256],
  ])('given the size "%s", then %i pixels', async (size, pixels) => {
    const svg = await (await ask(`?content=x${size}`)).text()
    expect(svg).toContain(`width="${pixels}" height="${pixels}"`)
  })
})
