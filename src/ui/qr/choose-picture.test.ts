import { describe, expect, it } from 'vitest'
import type { TokenAmount, Transfer, TransferOrder } from '@/src/domain/order/order'
import { toTransferOrder } from '@/src/domain/order/transfer'
import { meaningOf } from '@/src/domain/qr/qr-meaning'
import { planned, start } from '@/test/samples/order'
import { readQrSvg } from '@/test/support/read-qr'
import { choosePicture, payloadOf, walletLinkOf } from './choose-picture'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const solanaAddress = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const other = `0x${'9'.repeat(40)}`
const urls = { qrUrl: '/api/qrcode', embedUrl: 'https://embed.example/widget' }

function orderOf(token: Partial<TokenAmount>, transfer: Partial<Transfer> = {}): TransferOrder {
  const { accepted } = planned()
  const from = { ...accepted.from, address: usdc, ...token }
  return toTransferOrder({
    id: 'c'.repeat(32),
    at: start,
    accepted: { ...accepted, from },
    serviceUrl: 'https://service.test',
    transfer: {
      depositAddress: address,
      amount: from.amount,
      expiresAt: start / 1_000 + 600,
      seen: [],
      ...transfer,
    },
  })
}

/** The interface document's table of payloads, written by hand from the document. */
const table: [string, Partial<TokenAmount>, string, string][] = [
  [
    'eip155, native token',
    { address: `0x${'0'.repeat(40)}`, decimals: 18, amount: '1230000000000000000' },
    address,
    `ethereum:${address}@8453?value=1230000000000000000`,
  ],
  [
    'eip155, native token of another chain',
    { chainId: 1, address: `0x${'e'.repeat(40)}`, decimals: 18, amount: '1' },
    address,
    `ethereum:${address}@1?value=1`,
  ],
  [
    'eip155, ERC20 token',
    { amount: '1230000' },
    address,
    `ethereum:${usdc}@8453/transfer?address=${address}&uint256=1230000`,
  ],
  [
    'eip155, ERC20 token of no decimals',
    { amount: '7', decimals: 0 },
    address,
    `ethereum:${usdc}@8453/transfer?address=${address}&uint256=7`,
  ],
  [
    'Solana, native token',
    { chainId: 20_011_000_000, address: '1'.repeat(32), decimals: 9, amount: '5' },
    solanaAddress,
    solanaAddress,
  ],
  [
    'Solana, a mint',
    { chainId: 20_011_000_000, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    solanaAddress,
    solanaAddress,
  ],
]

describe('the text of a payment', () => {
  it.each(table)('given %s, is what the interface says', (_, token, depositAddress, payload) => {
    expect(payloadOf(orderOf(token, { depositAddress }))).toBe(payload)
  })
})

/** A picture service that answers with this text, and the addresses that it was asked at. */
function serviceThatSays(text: string | null) {
  const asked: string[] = []
  const read = async (url: string) => {
    asked.push(url)
    return text
  }
  return { asked, read }
}

const erc20 = orderOf({})
const payload = payloadOf(erc20)

describe('the picture of a payment', () => {
  it('given one that says the same, is what it says, and none of its pixels', async () => {
    const said = payload.replace(
      `address=${address}&uint256=25000000`,
      `address=${address}&uint256=2.5e7`,
    )
    const { asked, read } = serviceThatSays(said)
    const picture = await choosePicture(erc20, urls, read)
    expect(picture).toMatchObject({ from: 'service', meaning: 'same' })
    const svg = decodeURIComponent(picture?.url.split(',').slice(1).join(',') ?? '')
    expect(readQrSvg(svg)).toBe(said)
    const url = new URL(asked[0] ?? '')
    expect(url.origin + url.pathname).toBe('https://embed.example/api/qrcode/transfer')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      amount: '25',
      recipient: address,
      caip2: 'eip155:8453',
      token: usdc,
      decimals: '6',
      size: '512',
    })
  })

  it.each<[string, Partial<Transfer>, string]>([
    [
      'the image of the build',
      { qrImageUrl: 'https://cdn.example/q.png', paymentUri: payload },
      'https://cdn.example/q.png',
    ],
    [
      'the payment link',
      { paymentUri: payload, qrPayload: address },
      `https://embed.example/api/qrcode?${new URLSearchParams({ content: payload, size: '512' })}`,
    ],
    [
      'the text for a picture',
      { qrPayload: address },
      `https://embed.example/api/qrcode?content=${address}&size=512`,
    ],
  ])('is chosen in the order of the interface: %s', async (_, transfer, url) => {
    const { asked, read } = serviceThatSays(payload)
    await choosePicture(orderOf({}, transfer), urls, read)
    expect(asked).toEqual([url])
  })

  it('given one with the address alone, says so', async () => {
    const picture = await choosePicture(erc20, urls, serviceThatSays(address).read)
    expect(picture).toMatchObject({ from: 'service', meaning: 'recipient' })
  })

  it('given one without the memo, holds the address and nothing else, and with it, all of it', async () => {
    const coins = { chainId: 20_011_000_000, address: '1'.repeat(32), decimals: 9, amount: '5' }
    const order = orderOf(coins, { depositAddress: solanaAddress, memo: 'order 7' })
    const said = `solana:${solanaAddress}?amount=0.000000005`
    const picture = await choosePicture(order, urls, serviceThatSays(said).read)
    expect(picture).toMatchObject({ from: 'service', meaning: 'recipient' })
    const svg = decodeURIComponent(picture?.url.split(',').slice(1).join(',') ?? '')
    expect(readQrSvg(svg)).toBe(solanaAddress)
    const whole = serviceThatSays(`${said}&memo=order%207`)
    expect(await choosePicture(order, urls, whole.read)).toMatchObject({ meaning: 'same' })
  })

  it('given words beside the payment, holds the payment and none of them', async () => {
    const sol = { chainId: 20_011_000_000, address: '1'.repeat(32), decimals: 9, amount: '5' }
    const order = orderOf(sol, { depositAddress: solanaAddress })
    const words = 'label=Your%20bank&message=Send%20it%20twice'
    const link = `solana:${solanaAddress}?amount=0.000000005`
    for (const said of [`${link}&${words}`, ` ${link.replace('?', `?${words}&`)}\n`]) {
      const picture = await choosePicture(order, urls, serviceThatSays(said).read)
      expect(picture).toMatchObject({ from: 'service', meaning: 'same' })
      const svg = decodeURIComponent(picture?.url.split(',').slice(1).join(',') ?? '')
      expect(readQrSvg(svg)).toBe(link)
    }
  })

  it('given one without the amount, holds the address and nothing else', async () => {
    const said = `ethereum:${usdc}@8453/transfer?address=${address}`
    const picture = await choosePicture(erc20, urls, serviceThatSays(said).read)
    expect(picture).toMatchObject({ from: 'service', meaning: 'recipient' })
    const svg = decodeURIComponent(picture?.url.split(',').slice(1).join(',') ?? '')
    expect(readQrSvg(svg)).toBe(address)
  })

  it.each(['value=1e18', 'gasPrice=1e15'])('given %s on top, is refused', async (more) => {
    const picture = await choosePicture(erc20, urls, serviceThatSays(`${payload}&${more}`).read)
    expect(picture).toMatchObject({ from: 'own', why: 'other' })
  })

  it.each([
    ['another address', payload.replace(address, other)],
    ['another amount', payload.replace('25000000', '26000000')],
    ['another address alone', other],
    ['a page that names the address', `https://pay.example/${address}`],
    ['nothing to be read', null],
    ['an empty text', ''],
  ])('given one with %s, is refused and drawn here', async (_, text) => {
    const picture = await choosePicture(erc20, urls, serviceThatSays(text).read)
    expect(picture).toMatchObject({ from: 'own', why: 'other', meaning: 'same' })
    const svg = decodeURIComponent(picture?.url.split(',').slice(1).join(',') ?? '')
    expect(readQrSvg(svg)).toBe(payload)
  })

  it('given a service that does not answer, is drawn here', async () => {
    const away = () => Promise.reject(new Error('no picture'))
    expect(await choosePicture(erc20, urls, away)).toMatchObject({ from: 'own', why: 'down' })
  })

  it('given no address of a service, is drawn here', async () => {
    const { asked, read } = serviceThatSays(payload)
    const picture = await choosePicture(erc20, { qrUrl: '/qr', embedUrl: '' }, read)
    expect(picture).toMatchObject({ from: 'own', why: 'down' })
    expect(asked).toEqual([])
  })
})

describe('the link to a wallet', () => {
  const sol = {
    chainId: 20_011_000_000,
    address: '1'.repeat(32),
    decimals: 9,
    amount: '1500000000',
  }
  const there = { depositAddress: solanaAddress }
  const key = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'

  it.each([
    ['of SOL', orderOf(sol, there), `solana:${solanaAddress}?amount=1.5`],
    [
      'of SOL with a memo',
      orderOf(sol, { ...there, memo: 'order 7&x' }),
      `solana:${solanaAddress}?amount=1.5&memo=order%207%26x`,
    ],
    [
      'of SOL, with the keys that its payment is found by',
      orderOf(sol, {
        ...there,
        paymentUri: `solana:${solanaAddress}?amount=1.5&reference=${key}&reference=x`,
      }),
      `solana:${solanaAddress}?amount=1.5&reference=${key}`,
    ],
    ['of a token on EVM', orderOf({}), payloadOf(orderOf({}))],
  ])('%s asks for what was accepted, and nothing more', (_, order, link) => {
    expect(walletLinkOf(order)).toBe(link)
    const { chainId, address: token, decimals } = order.accepted.from
    const { depositAddress: recipient, amount: units, memo } = order.transfer
    expect(meaningOf(link, { recipient, units, memo, chainId, token, decimals })).toBe('same')
  })

  it('is none for a token on Solana: its address may be a token account', () => {
    expect(walletLinkOf(orderOf({ ...sol, address: solanaAddress }, there))).toBeUndefined()
  })
})
