import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BuildResult } from '@/src/contract/service/build'

type TransferBuild = Extract<BuildResult, { kind: 'TRANSFER' }>

import { type QrDeposit, resolveQrUrl, toQrDeposit } from '@/src/domain/qr/qr-source'
import { createServiceClient } from './client'

const RECIPIENT = '0x1111111111111111111111111111111111111111'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

const { qr } = createServiceClient({
  baseUrl: 'https://api.example',
  fiatUrl: 'https://fiat.example',
  embedUrl: 'https://embed.example/widget/',
  version: '1.0.0',
})

const params = {
  amount: '1.5',
  recipient: RECIPIENT,
  caip2: 'eip155:8453',
  token: USDC,
  decimals: '6',
}

describe('the QR base address', () => {
  it.each([
    ['/api/qrcode', 'https://embed.example', 'https://embed.example/api/qrcode'],
    ['/api/qrcode/', 'https://embed.example/deep/page', 'https://embed.example/api/qrcode'],
    ['qr', 'https://embed.example/deep/page', 'https://embed.example/qr'],
    ['./qr', 'https://embed.example/deep/', 'https://embed.example/qr'],
    [undefined, 'https://embed.example/widget/', 'https://embed.example/widget/api/qrcode'],
    ['', 'https://embed.example', 'https://embed.example/api/qrcode'],
    ['https://qr.example/x/', 'https://embed.example', 'https://qr.example/x'],
  ])('given %s and the embed origin %s, then it is %s', (qrUrl, embedUrl, url) => {
    expect(resolveQrUrl(qrUrl, embedUrl)).toBe(url)
  })

  it('given nothing absolute, then it refuses', () => {
    expect(() => resolveQrUrl('/api/qrcode', '')).toThrow(TypeError)
  })

  it('given a client without a QR address, then it is the default one of the embed address', () => {
    expect(qr.genericUrl('x')).toBe('https://embed.example/widget/api/qrcode?content=x')
  })
})

describe('the addresses of pictures', () => {
  it('given any content, then it arrives as it is', () => {
    const content = 'ethereum:0xab@1?value=1&x=ü #%'
    const url = new URL(qr.genericUrl(content, { size: 300, theme: 'dark' }))
    expect(url.searchParams.get('content')).toBe(content)
    expect(url.searchParams.get('size')).toBe('300')
    expect(url.searchParams.get('theme')).toBe('dark')
  })

  it('given a transfer, then every parameter arrives and absent ones are left out', () => {
    const url = new URL(qr.transferUrl({ ...params, memo: 'm 1' }))
    expect(url.pathname).toBe('/widget/api/qrcode/transfer')
    expect(Object.fromEntries(url.searchParams)).toEqual({ ...params, memo: 'm 1' })
    expect(new URL(qr.transferUrl(params)).searchParams.has('memo')).toBe(false)
  })
})

describe('the choice of the picture', () => {
  const full: QrDeposit = {
    recipient: RECIPIENT,
    qrImageUrl: 'https://cdn.example/qr.png',
    paymentUri: 'ethereum:pay',
    qrPayload: 'payload',
    amount: '1.5',
    caip2: 'eip155:8453',
    token: USDC,
    decimals: 6,
  }
  const without = (...fields: (keyof QrDeposit)[]): QrDeposit => {
    const rest = { ...full }
    for (const field of fields) if (field !== 'recipient') rest[field] = undefined
    return rest
  }

  it.each([
    'https://cdn.example/qr.png',
    'http://cdn.example/qr.png',
    'data:image/png;base64,AAAA',
  ])('given the image %s, then it is used as it is', (qrImageUrl) => {
    expect(qr.select({ ...full, qrImageUrl })).toEqual({
      kind: 'image',
      url: qrImageUrl,
      content: 'ethereum:pay',
    })
  })

  it.each(['javascript:alert(1)', 'http://a:b@cdn.example/qr.png', 'data:text/html,x', '/q', ''])(
    'given the image %j, then it is passed over',
    (qrImageUrl) => {
      expect(qr.select({ ...full, qrImageUrl }).kind).toBe('generic')
    },
  )

  it('given payment text, then the generic endpoint draws it', () => {
    expect(qr.select(without('qrImageUrl'))).toEqual({
      kind: 'generic',
      url: qr.genericUrl('ethereum:pay'),
      content: 'ethereum:pay',
    })
    expect(qr.select(without('qrImageUrl', 'paymentUri')).content).toBe('payload')
  })

  it('given details only, then the transfer endpoint draws them', () => {
    expect(qr.select(without('qrImageUrl', 'paymentUri', 'qrPayload'))).toEqual({
      kind: 'transfer',
      url: qr.transferUrl(params),
      content: `ethereum:${USDC}@8453/transfer?address=${RECIPIENT}&uint256=1500000`,
    })
  })

  it.each(['amount', 'caip2', 'token', 'decimals'] as const)(
    'given details without %s, then the generic endpoint draws the recipient',
    (field) => {
      expect(qr.select(without('qrImageUrl', 'paymentUri', 'qrPayload', field))).toEqual({
        kind: 'generic',
        url: qr.genericUrl(RECIPIENT),
        content: RECIPIENT,
      })
    },
  )
})

describe('toQrDeposit', () => {
  const build: TransferBuild = {
    kind: 'TRANSFER',
    depositAddress: RECIPIENT,
    amount: '1500000',
    token: USDC,
    chainId: 8453,
  }

  it('given a payment and the decimals of its token, then the transfer is complete', () => {
    expect(qr.select(toQrDeposit(build, 6))).toMatchObject({ url: qr.transferUrl(params) })
  })

  it('given unknown decimals, then only the recipient is drawn', () => {
    expect(qr.select(toQrDeposit(build))).toMatchObject({ kind: 'generic', content: RECIPIENT })
  })
})

describe('a QR API that a page may ask', () => {
  /** A browser's view of an API that allows every origin and no header of ours. */
  function createPage() {
    const sent: string[][] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const names = [...new Headers(init?.headers).keys()]
      sent.push(names)
      if (names.some((name) => name !== 'accept')) throw new TypeError('Failed to fetch')
      return new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } })
    }
    const client = createServiceClient({
      baseUrl: 'https://api.example',
      fiatUrl: 'https://fiat.example',
      embedUrl: 'https://embed.example',
      version: '1.0.0',
      fetch,
    })
    return { sent, qr: client.qr }
  }

  afterEach(() => vi.unstubAllGlobals())

  it('given no browser, then a connection that failed is not tried again', async () => {
    const page = createPage()
    await expect(page.qr.generic('x')).rejects.toMatchObject({ name: 'ConnectionError' })
    expect(page.sent).toHaveLength(1)
  })

  it('given it allows no header, then it is asked without any, and so from then on', async () => {
    vi.stubGlobal('location', new URL('https://page.example'))
    const page = createPage()
    expect(await page.qr.generic('x')).toBe('<svg/>')
    expect(await page.qr.transfer(params)).toBe('<svg/>')
    expect(page.sent).toEqual([['accept', 'x-svc-sdk-version'], ['accept'], ['accept']])
  })
})
