import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toTransferPayload } from './qr-payload'

const RECIPIENT = '0x1111111111111111111111111111111111111111'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const BTC = 'bip122:000000000019d6689c085ae165831e93'

const params = {
  amount: '1.23',
  recipient: RECIPIENT,
  caip2: 'eip155:8453',
  token: USDC,
  decimals: '6',
}
const payloadOf = (change: Record<string, string | undefined>) => {
  const read = toTransferPayload({ ...params, ...change })
  return read.ok ? read.payload : read.problem
}

describe('the text inside a transfer picture', () => {
  it('given an ERC-20 token, then it is a transfer call with base units', () => {
    expect(payloadOf({})).toBe(
      `ethereum:${USDC}@8453/transfer?address=${RECIPIENT}&uint256=1230000`,
    )
  })

  it.each(['native', 'eth', `0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`])(
    'given the native token as %s, then it is a payment with a value',
    (token) => {
      expect(payloadOf({ token, decimals: '18', amount: '1' })).toBe(
        `ethereum:${RECIPIENT}@8453?value=1000000000000000000`,
      )
    },
  )

  it('given bip122, then it is a bitcoin address with the amount as it is', () => {
    const recipient = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    expect(
      payloadOf({ caip2: BTC, recipient, token: 'native', decimals: '8', amount: '0.50' }),
    ).toBe(`bitcoin:${recipient}?amount=0.50`)
  })

  it.each([
    ['tron:0x2b6653dc', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', 'native'],
    ['ckb:mainnet', 'ckb1qyq', 'native'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', MINT, MINT],
    ['cosmos:hub', 'cosmos1abc', 'uatom'],
    ['nonsense', RECIPIENT, USDC],
    ['eip155:', RECIPIENT, USDC],
    ['eip155:abc', RECIPIENT, USDC],
    ['eip155:0', RECIPIENT, USDC],
    ['eip155:1', MINT, USDC],
    ['eip155:1', RECIPIENT, MINT],
    ['eip155:1', RECIPIENT, 'usdc'],
    ['eip155:1', RECIPIENT, 'ETH'],
    ['eip155:1', RECIPIENT, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    [BTC, 'bc1q?amount=9&x=', 'native'],
  ])('given %s, %s and the token %s, then it is the recipient only', (caip2, recipient, token) => {
    expect(payloadOf({ caip2, recipient, token })).toBe(recipient)
  })

  it('given a memo, then it changes nothing', () => {
    expect(payloadOf({ memo: 'tag-7' })).toBe(payloadOf({}))
  })

  it.each(['amount', 'recipient', 'caip2', 'token', 'decimals'] as const)(
    'given no %s, or an empty one, then it is missing',
    (field) => {
      expect(payloadOf({ [field]: undefined })).toEqual({ kind: 'missing', field })
      expect(payloadOf({ [field]: '' })).toEqual({ kind: 'missing', field })
    },
  )

  it.each(['1.', '.5', '-1', '1e3', '1,5', 'abc', ' 1', '1.2345678', '9'.repeat(90)])(
    'given the amount %j, then it is not valid',
    (amount) => {
      expect(payloadOf({ amount })).toEqual({ kind: 'invalid', field: 'amount' })
    },
  )

  it.each(['-1', '37', '1.5', 'six', '1e1', ' 6'])(
    'given the decimals %j, then they are not valid',
    (decimals) => {
      expect(payloadOf({ decimals })).toEqual({ kind: 'invalid', field: 'decimals' })
    },
  )

  it.each([
    ['0', '5', '5'],
    ['36', '1', `1${'0'.repeat(36)}`],
    ['18', '0.000000000000000001', '1'],
    ['6', '123456789012345678901234567890.5', '123456789012345678901234567890500000'],
  ])('given %s decimals and %s, then the base units are exact', (decimals, amount, units) => {
    expect(payloadOf({ token: 'native', decimals, amount })).toBe(
      `ethereum:${RECIPIENT}@8453?value=${units}`,
    )
  })

  it('given a payload of more than 2,048 characters, then it is refused', () => {
    expect(payloadOf({ caip2: 'x:y', recipient: 'a'.repeat(2048) })).toBe('a'.repeat(2048))
    expect(payloadOf({ caip2: 'x:y', recipient: 'a'.repeat(2049) })).toEqual({ kind: 'too-long' })
  })

  it('given anything, then it is a bounded payload or a problem, and never throws', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom(...Object.values(params)))
    fc.assert(
      fc.property(
        fc.record({ amount: word, recipient: word, caip2: word, token: word, decimals: word }),
        (anything) => {
          const read = toTransferPayload(anything)
          if (!read.ok) return
          expect(read.payload.length).toBeLessThanOrEqual(2048)
          expect(read.payload).toContain(anything.recipient)
        },
      ),
    )
  })
})
