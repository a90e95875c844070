import { describe, expect, it } from 'vitest'
import { hasLooseSum, readSwapWords, sumsIn } from './swap-words'

const chains = [
  { id: 1, name: 'Ethereum' },
  { id: 8453, name: 'Base' },
  { id: 42161, name: 'Arbitrum One' },
  { id: 56, name: 'BNB Smart Chain' },
  { id: 10, name: 'OP Mainnet' },
]
const read = (text: string) => readSwapWords(text, chains)
const usdc = { name: 'usdc' }
const eth = { name: 'eth' }

describe('words about a swap', () => {
  it.each([
    ['swap 50 usdc to eth on base', { pay: usdc, receive: { name: 'eth', chainIds: [8453] } }],
    ['50 usdc -> eth', { pay: usdc, receive: eth }],
    ['please convert 50 USDC into ETH', { pay: usdc, receive: eth }],
    ['50 usdc on arbitrum one for eth', { pay: { name: 'usdc', chainIds: [42161] }, receive: eth }],
    ['sell 50 usdc bsc for eth', { pay: { name: 'usdc', chainIds: [56] }, receive: eth }],
  ])('reads "%s" as a sum that is paid', (text, sides) => {
    expect(read(text)[0]).toEqual({ side: 'pay', amount: '50', ...sides })
  })

  it.each([
    ['buy 0.1 eth with usdc', { pay: usdc, receive: eth }],
    ['I need exactly 0.1 eth on base', { receive: { name: 'eth', chainIds: [8453] } }],
    ['swap usdc to 0.1 eth', { pay: usdc, receive: eth }],
  ])('reads "%s" as a sum that is received', (text, sides) => {
    expect(read(text)).toEqual([{ side: 'receive', amount: '0.1', ...sides }])
  })

  it.each(['$20 of eth to usdc', '20 dollars of eth to usdc', '20 usd eth to usdc'])(
    'reads "%s" as a sum of money',
    (text) => {
      expect(read(text)).toEqual([
        { side: 'pay', amount: '20', isMoney: true, pay: eth, receive: usdc },
      ])
    },
  )

  it('gives each meaning that the words may have', () => {
    expect(read('50 usdc')).toEqual([
      { side: 'pay', amount: '50', pay: usdc },
      { side: 'receive', amount: '50', receive: usdc },
    ])
    // ETH is a token, and the beginning of a chain's name.
    expect(read('swap 50 usdc eth')).toEqual([
      { side: 'pay', amount: '50', pay: { name: 'usdc', chainIds: [1] } },
      { side: 'pay', amount: '50', pay: { name: 'usdc eth' } },
      { side: 'pay', amount: '50', pay: usdc, receive: eth },
    ])
    expect(read('swap 50 usdc to 20 dai').map(({ side, amount }) => [side, amount])).toEqual([
      ['pay', '50'],
      ['receive', '20'],
    ])
  })

  it('takes the number of a chain for no sum', () => {
    expect(read('usdc on 8453 to 5 eth')[0]).toEqual({
      side: 'receive',
      amount: '5',
      pay: { name: 'usdc', chainIds: [8453] },
      receive: eth,
    })
  })

  it('groups thousands, and knows chains by what people call them', () => {
    expect(read('swap 1,250.5 usdc to eth on mainnet')[0]).toEqual({
      side: 'pay',
      amount: '1250.5',
      pay: usdc,
      receive: { name: 'eth', chainIds: [1] },
    })
  })

  it.each([
    'bridge 50 usdc to arbitrum',
    'move 50 usdc on base to arbitrum',
    'bridge 50 usdc from base to arbitrum',
    'bridge 50 usdc to arbitrum from base',
  ])('takes the network of "%s" for where the same token goes', (text) => {
    const pay = text.includes('base') ? { name: 'usdc', chainIds: [8453] } : usdc
    const receive = { name: 'usdc', chainIds: [42161] }
    expect(read(text)).toEqual([{ side: 'pay', amount: '50', pay, receive }])
  })

  it('takes a network alone for a place first, and short words for tokens as well', () => {
    expect(read('swap 50 usdc to arbitrum').map(({ receive }) => receive)).toEqual([
      { name: 'usdc', chainIds: [42161] },
      { name: 'arbitrum' },
    ])
    expect(read('bridge 50 usdc to arb').map(({ receive }) => receive?.name)).toEqual([
      'usdc',
      'arb',
    ])
    expect(read('swap 50 usdc to eth').map(({ receive }) => receive)).toEqual([eth])
  })

  it.each([
    ['swap 1.000,50 usdc to eth', '1000.50'],
    ['swap 1,5 usdc to eth', '1.5'],
    ['swap 1,000 usdc to eth', '1000'],
  ])('reads the sum of "%s" as the field of an amount does', (text, amount) => {
    expect(read(text)[0]).toMatchObject({ side: 'pay', amount })
  })

  it.each(['swap 50 usd to eth', 'swap 50 dollars to eth', 'swap $50 to eth'])(
    'reads "%s" as dollars of what is paid now, or as what is received',
    (text) => {
      const sum = { amount: '50', isMoney: true, receive: eth }
      expect(read(text)).toEqual([
        { side: 'pay', ...sum },
        { side: 'receive', ...sum },
      ])
    },
  )

  it.each(['.', '!', '...', ' !', '?', '…'])(
    'reads a sentence that ends with "%s" as one',
    (end) => {
      for (const text of [
        'swap 50 usdc to eth on base',
        'buy 0.1 eth with usdc',
        'swap 50 usdc.e',
      ]) {
        expect(read(text)).not.toEqual([])
        expect(read(`${text}${end}`)).toEqual(read(text))
      }
    },
  )

  it.each([
    'swap 5k usdc to eth',
    'buy 1.5m of pepe with eth',
    'swap usdc 5K to eth',
    'swap $5k of eth to usdc',
    'swap $5k to eth',
    'swap 5 k usdc to eth',
    'swap 1.5 million pepe to eth',
    'swap all my usdc to eth',
    'swap all of the usdc to eth',
    'half my eth to usdc',
    'buy eth with max usdc',
    '50% of my eth to usdc',
  ])('reads no token and no sum out of "%s", whose sum is not in digits', (text) => {
    expect(hasLooseSum(text)).toBe(true)
    expect(read(text)).toEqual([])
  })

  it.each([
    'swap 50 usdc to eth on base',
    'swap 50 max to usdc',
    'swap 50 usdc to all',
    'buy max with usdc',
    'swap 5 k to eth',
    'swap 50 1inch to eth',
    'usdc on 8453 to 5 eth',
  ])('takes a name in "%s" for no sum', (text) => {
    expect(hasLooseSum(text)).toBe(false)
    expect(read(text)).not.toEqual([])
  })

  it('names the sums that stand in a text', () => {
    expect(sumsIn('swap 1.000,50 usdc to $20')).toEqual(['1000.50', '20'])
  })

  it.each([
    '',
    'swap',
    'swap 50 usdc to eth on nowhere',
    '<script>alert(1)</script> to eth',
    'x'.repeat(200),
  ])('reads nothing out of "%s"', (text) => {
    expect(read(text)).toEqual([])
  })
})
