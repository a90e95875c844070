/**
 * Answers as the interface document and what was seen of it write them, as JSON, and not as the schemas
 * beside them do. Each field that is left open there may be anything: it spoils no other one.
 */
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fiatConfig, fiatOrder, fiatOrderCreated, fiatQuoteAnswer } from './fiat'
import { hubConfig, mTokenList, vaultList } from './hub'

const A = `0x${'a'.repeat(40)}`
const B = `0x${'b'.repeat(40)}`
const odd: readonly unknown[] = [null, 7, 'x', true, [], {}, [null, 7, {}], { x: 7 }]

const quotes = `{
  "quotes": [{
    "quoteId": "sealed", "providerName": "Harbor Pay", "providerLogoUrl": "https://p.example/l.png",
    "totalFee": "1.45", "expectedOutputAmount": "25000000", "minOutputAmount": "24900000",
    "expiresAt": 1800000000, "swapStrategy": "jump",
    "provider": "harbor", "fiatCurrency": "EUR", "fiatAmount": "50",
    "outputAsset": { "chainId": 8453, "address": "${A}" },
    "token": { "address": "${A}", "chainId": 8453, "name": "USD Coin", "symbol": "USDC", "decimals": 6 },
    "minFiatAmount": "20", "maxFiatAmount": 9000, "paymentMethods": ["card", { "id": "sepa", "name": "SEPA" }]
  }]
}`

const hub = `{
  "chainId": 4278608,
  "contract": {
    "hub": "${A}",
    "assetReserves": { "0x2105": "${A}", "0x4a8bd8f00": "So11111111111111111111111111111111111111112", "0x1": "${B}" }
  }
}`

const vaults = `[{
  "symbol": "cvUSD", "name": "Vault", "description": "Holds dollars", "vault": "${A}", "teller": "${B}",
  "assets": ["USDC"], "testnet": false, "decimals": 6, "backend": "boring", "extensions": {}
}]`

const share = { address: A, chainId: 8453, name: 'Hub USD', symbol: 'mUSDC', decimals: 6 }

describe('the fiat API, as documented', () => {
  it('is read whole: an offer, and the limits and methods that it carries', () => {
    const { quotes: read, errors } = z.parse(fiatQuoteAnswer, JSON.parse(quotes))
    expect(errors).toEqual([])
    expect(read[0]).toMatchObject({
      ...{ expiresAt: 1_800_000_000, swapStrategy: 'jump', totalFee: '1.45' },
      ...{ minFiatAmount: '20', maxFiatAmount: '9000', paymentMethods: ['card', 'SEPA'] },
    })
  })

  it.each(odd)('given %j where nothing is promised, an offer is one all the same', (value) => {
    const [offer] = JSON.parse(quotes).quotes
    const open = ['token', 'minFiatAmount', 'maxFiatAmount', 'paymentMethods', 'providerLogoUrl']
    const told = { ...offer, ...Object.fromEntries(open.map((field) => [field, value])) }
    const [read] = z.parse(fiatQuoteAnswer, { quotes: [told], errors: value }).quotes
    expect(read).toMatchObject({ quoteId: 'sealed', minOutputAmount: '24900000' })
  })

  it('is read whole: an order as it is made, and as it stands', () => {
    const action = { type: 'redirect', url: 'https://pay.example/1' }
    const made = { orderId: 'f1', status: 'created', provider: 'harbor', action }
    expect(z.parse(fiatOrderCreated, made)).toEqual(made)
    const failure = { message: 'The card was declined', reason: 'declined' }
    const over = { ...made, status: 'failed', failure, outputAmount: '1', transferTxHash: A }
    expect(z.parse(fiatOrder, over)).toEqual(over)
    for (const type of ['wrapper', 'provider_widget']) {
      expect(z.parse(fiatOrderCreated, { ...made, action: { ...action, type } })).toBeDefined()
    }
    const none = { ...made, action: { type: 'none' } }
    expect(z.parse(fiatOrderCreated, none)).toEqual(none)
  })

  it.each(odd)('given a configuration of which any part is %j, the others are read', (value) => {
    const provider = {
      id: 'harbor',
      name: 'Harbor Pay',
      capabilities: {
        fiatCurrencies: ['EUR', value],
        paymentMethods: value,
        minFiatAmount: value,
        limits: { EUR: { min: '5', max: value }, USD: value },
      },
    }
    const read = z.parse(fiatConfig, { providers: [value, provider], jump: value, features: value })
    const abilities = read.providers.find(({ id }) => id === 'harbor')?.capabilities
    expect(abilities?.fiatCurrencies).toContain('EUR')
    expect(abilities?.limits?.EUR?.min).toBe('5')
    expect(z.parse(fiatConfig, { providers: value })).toBeDefined()
    const jump = { supported: true, hub: value, hubChainId: 8453 }
    expect(z.parse(fiatConfig, { jump }).jump).toMatchObject({ hubChainId: 8453 })
  })
})

describe('the hub, as documented', () => {
  it('is read whole: contracts by name, reserves by the hex number of their chain', () => {
    expect(z.parse(hubConfig, JSON.parse(hub))).toEqual({
      chainId: 4_278_608,
      contract: {
        hub: A,
        assetReserves: {
          ...{ '0x2105': A, '0x1': B },
          '0x4a8bd8f00': 'So11111111111111111111111111111111111111112',
        },
      },
    })
    expect(z.parse(vaultList, JSON.parse(vaults))).toEqual(JSON.parse(vaults))
    const told = { ...share, extensions: { spokeToken: { ...share, chainId: 1, address: B } } }
    expect(z.parse(mTokenList, [told])).toEqual([told])
  })

  it.each(odd)('given %j beside it, one entry spoils no other', (value) => {
    const config = JSON.parse(hub)
    const { contract } = config
    const more = {
      ...contract,
      more: value,
      assetReserves: { ...contract.assetReserves, x: value },
    }
    const read = z.parse(hubConfig, { ...config, contract: more }).contract
    expect(read).toMatchObject({ hub: A, assetReserves: { '0x2105': A, '0x1': B } })
    const [vault] = JSON.parse(vaults)
    const open = {
      description: value,
      teller: value,
      assets: value,
      testnet: value,
      backend: value,
    }
    expect(z.parse(vaultList, [value, { ...vault, ...open }])).toMatchObject([{ vault: A }])
    const shares = [value, { ...share, extensions: { spokeToken: value } }]
    expect(z.parse(mTokenList, shares)).toMatchObject([{ symbol: 'mUSDC' }])
  })
})
