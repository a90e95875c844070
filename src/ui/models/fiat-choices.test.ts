import { describe, expect, it } from 'vitest'
import { toFiatChoices } from './fiat-choices'

const provider = (fiatCurrencies: unknown, paymentMethods: unknown = ['card']) => ({
  name: 'P',
  capabilities: { fiatCurrencies, paymentMethods },
})

describe('what the fiat API offers', () => {
  it('given providers, then everything that any of them takes is named once', () => {
    const providers = [provider(['EUR', 'JPY']), provider(['EUR', 'USD'], ['card', 'bank'])]
    const jump = { supported: true, hub: { chainId: 8453 } }
    expect(toFiatChoices({ providers, jump })).toEqual({
      currencies: ['EUR', 'JPY', 'USD'],
      methods: ['card', 'bank'],
      hubChainId: 8453,
      limits: { EUR: {}, JPY: {}, USD: {} },
    })
  })

  it('given limits, then the widest of all providers, and none where one of them tells none', () => {
    const tells = (capabilities: object) => ({ name: 'P', capabilities })
    const providers = [
      tells({ fiatCurrencies: ['EUR'], minFiatAmount: '20', maxFiatAmount: 9000 }),
      tells({ fiatCurrencies: ['EUR', 'JPY'], limits: { EUR: { min: '5.00', max: '25000' } } }),
      tells({ fiatCurrencies: ['USD'], minFiatAmount: '30' }),
      tells({ fiatCurrencies: ['GBP'], minFiatAmount: 'some', limits: 7 }),
    ]
    expect(toFiatChoices({ providers }).limits).toEqual({
      EUR: { min: '5.00', max: '25000' },
      JPY: {},
      USD: { min: '30' },
      GBP: {},
    })
    const silent = [...providers, tells({ fiatCurrencies: ['EUR', 'USD'] })]
    expect(toFiatChoices({ providers: silent }).limits.EUR).toEqual({})
  })

  it('given abilities beside the name, names as records, and providers by their ids, then all are read', () => {
    const own = { name: 'P', fiatCurrencies: ['EUR'], minFiatAmount: '20', maxFiatAmount: null }
    const methods = [{ id: 'sepa', name: 'SEPA' }, { id: 'card' }, 7]
    const second = { capabilities: { fiatCurrencies: ['USD', 9], paymentMethods: methods } }
    expect(toFiatChoices({ providers: { a: own, b: second, c: 7 } })).toEqual({
      currencies: ['EUR', 'USD'],
      methods: ['SEPA', 'card'],
      limits: { EUR: { min: '20' }, USD: {} },
    })
  })

  it('given a hub of another shape beside its number, then the number holds', () => {
    const jump = { supported: 'yes', hub: 'base', hubChainId: 8453 }
    expect(toFiatChoices({ providers: [], jump }).hubChainId).toBe(8453)
    expect(toFiatChoices({ providers: [], jump: true })).not.toHaveProperty('hubChainId')
  })

  it.each([{ enabled: true, hubChainId: 8453 }, { hub: { chainId: 8453 } }])(
    'given a jump of %j, then its hub is known',
    (jump) => {
      expect(toFiatChoices({ providers: [], jump }).hubChainId).toBe(8453)
    },
  )

  it.each([
    ['no providers', {}],
    ['a provider without abilities', { providers: [{ name: 'P' }] }],
    ['abilities of another shape', { providers: [provider('EUR')] }],
    ['codes that are no currencies', { providers: [provider(['E1', '<b>'])] }],
  ])('given %s, then every currency the browser knows may be asked for', (_, config) => {
    const { currencies } = toFiatChoices(config)
    expect(currencies).toContain('EUR')
    expect(currencies.length).toBeGreaterThan(100)
  })

  it.each([
    undefined,
    { supported: false, hub: { chainId: 1 } },
    { supported: true },
    { enabled: false, hubChainId: 1 },
  ])('given a jump of %j, then there is no hub', (jump) => {
    expect(toFiatChoices({ providers: [], jump })).not.toHaveProperty('hubChainId')
  })
})
