import { describe, expect, it } from 'vitest'
import { parsePhrase } from './autocomplete'

describe('parsePhrase', () => {
  it('given a whole sentence, when parsed, then every part is found', () => {
    expect(parsePhrase('Swap 50 USDC on Base to ETH on Arbitrum One')).toEqual({
      action: 'swap',
      from: { amount: '50', token: 'usdc', chain: 'base' },
      to: { token: 'eth', chain: 'arbitrum one' },
    })
  })

  it('given dollars, when parsed, then they are not token units', () => {
    expect(parsePhrase('$20.50 of eth')).toEqual({ from: { usdAmount: '20.50', token: 'eth' } })
  })

  it.each([
    ['', { from: {} }],
    ['usd', { from: { token: 'usd' } }],
    ['swap', { action: 'swap', from: {} }],
    ['50', { from: { amount: '50' } }],
    ['50 usdc to', { from: { amount: '50', token: 'usdc' }, to: {} }],
    ['eth on', { from: { token: 'eth' } }],
  ])('given only %j, when parsed, then the rest is missing', (text, expected) => {
    expect(parsePhrase(text)).toEqual(expected)
  })
})
