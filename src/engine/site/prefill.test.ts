import { describe, expect, it } from 'vitest'
import type { Engine } from '../engine'
import { fromWords, suggest, toPrefill } from './prefill'

const person = '0x1111111111111111111111111111111111111111'
const address = '0x3333333333333333333333333333333333333333'
const usdc = { chainId: 8453, address, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const fake = { ...usdc, address: person, extensions: { isRiskToken: true } }
const toToken = { chainId: 8453, address }

type Said = { top?: object[]; found?: object[]; phrases?: object[]; down?: boolean }

function engineWith({ top = [], found = [], phrases = [], down = false }: Said = {}) {
  const asked: string[] = []
  const answer = (list: object[]) => (q?: unknown) => {
    if (typeof q === 'string') asked.push(q)
    return down ? Promise.reject(new Error('down')) : Promise.resolve(list)
  }
  const phrase = answer(phrases)
  const tokens = {
    top: answer(top),
    search: answer(found),
    autocomplete: async (text: string) => ({ data: await phrase(text) }),
  }
  const engine = { service: async () => ({ tokens }), report: () => undefined }
  return { engine: engine as unknown as Engine, asked }
}

describe('a text as a prefill', () => {
  it('given an address the service knows as a token, it is what is received', async () => {
    const { engine } = engineWith({ found: [usdc] })
    expect(await toPrefill(engine, address)).toEqual({ toToken })
  })

  it('given any other address, it is where the money goes', async () => {
    const { engine } = engineWith({ found: [usdc] })
    expect(await toPrefill(engine, person)).toEqual({ recipient: person })
  })

  it('given a service that is away, an address is still an account', async () => {
    const { engine } = engineWith({ down: true })
    expect(await toPrefill(engine, address)).toEqual({ recipient: address })
  })

  it('given a sum, exactly that is received, in the well-known token of the name', async () => {
    const { engine } = engineWith({ top: [fake, usdc], found: [fake] })
    expect(await toPrefill(engine, '25.5 usdc')).toEqual({
      toToken,
      amount: '25500000',
      tradeType: 'EXACT_OUTPUT',
    })
  })

  it('given more decimals than the token has, the amount is left to the person', async () => {
    const { engine } = engineWith({ top: [usdc] })
    expect(await toPrefill(engine, '0.1234567 USDC')).toEqual({ toToken })
  })

  it('given a name that only a risky token bears, fills in nothing', async () => {
    const { engine } = engineWith({ top: [], found: [fake] })
    expect(await toPrefill(engine, '25 USDC')).toEqual({ note: 'unknown-token' })
  })

  it('given a payment link, fills in token, units and recipient without asking anybody', async () => {
    const { engine, asked } = engineWith()
    const link = `ethereum:${address}@8453/transfer?address=${person}&uint256=25`
    expect(await toPrefill(engine, link)).toEqual({
      toToken,
      amount: '25',
      tradeType: 'EXACT_OUTPUT',
      recipient: person,
    })
    expect(asked).toEqual([])
  })

  it('given a payment in whole tokens nobody knows, leaves the amount out', async () => {
    const { engine } = engineWith()
    const to = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
    expect(await toPrefill(engine, `solana:${to}?amount=1.5`)).toEqual({
      toToken: { chainId: 20_011_000_000, address: '1'.repeat(32) },
      recipient: to,
    })
  })

  it.each([
    ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'unsupported'],
    ['a whole sentence of words', 'unreadable'],
  ])('given "%s", says that it is %s', async (text, note) => {
    expect(await toPrefill(engineWith().engine, text)).toEqual({ note })
  })
})

describe('words in the address bar', () => {
  const phrase = { description: 'Swap 50 USDC', token: usdc, amount: '50' }
  const half = { toToken, amount: '50000000', tradeType: 'EXACT_OUTPUT' }

  it('given a phrase, suggests texts that can be read', async () => {
    const { engine } = engineWith({ phrases: [phrase, { ...phrase, amount: undefined }] })
    const found = await suggest(engine, 'swap 50 usdc')
    expect(found.map(({ content }) => content)).toEqual([
      `50 eip155:8453:${address}`,
      `eip155:8453:${address}`,
    ])
  })

  it('given a number that nobody typed, offers the token without it', async () => {
    const much = { ...phrase, amount: '50000' }
    const { engine } = engineWith({ phrases: [much], found: [usdc] })
    const contents = async (text: string) => (await suggest(engine, text)).map((one) => one.content)
    expect(await contents('swap 50 usdc')).toEqual([`eip155:8453:${address}`])
    expect(await contents('swap 50,000 usdc')).toEqual([`50000 eip155:8453:${address}`])
    expect(await fromWords(engine, 'some of the dollars')).toEqual({ toToken })
  })

  it('given a token and its imitation, names each by its address and offers no risky one', async () => {
    const coin = { ...usdc, address: `0x${'e'.repeat(40)}` }
    const { engine } = engineWith({
      phrases: [
        { ...phrase, description: 'x'.repeat(500) },
        { ...phrase, token: fake },
        { ...phrase, token: coin },
      ],
    })
    const found = await suggest(engine, 'swap 50 usdc')
    expect(found.map(({ description }) => description)).toEqual([
      `${'x'.repeat(80)} · ${address}`,
      phrase.description,
    ])
    expect(await fromWords(engine, 'swap fifty of them')).toEqual({ toToken })
  })

  it('given a phrase that is entered as it is, takes its best reading', async () => {
    const { engine } = engineWith({ phrases: [phrase], found: [usdc] })
    expect(await fromWords(engine, 'swap 50 usdc on base')).toEqual(half)
  })

  it('given a suggestion, reads it without asking for words again', async () => {
    const { engine, asked } = engineWith({ found: [usdc] })
    expect(await fromWords(engine, `50 eip155:8453:${address}`)).toEqual(half)
    expect(asked).toEqual([address])
  })

  it.each([
    ['words nobody understands', engineWith()],
    ['a service that is away', engineWith({ down: true })],
  ])('given %s, says so', async (_, { engine }) => {
    expect(await fromWords(engine, 'hello big world')).toEqual({ note: 'unreadable' })
  })
})
