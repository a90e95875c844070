import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toTransferPayload } from '@/src/domain/qr/qr-payload'
import { toPaymentText, toSize } from './payment-text'

const evm = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const solana = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ'

describe('the text of a payment', () => {
  it('given any payment, then the service and the product, written apart, agree on it', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(String)
    const fraction = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 })
    const payments = fc.record({
      amount: fc.oneof(
        digits,
        fc.tuple(digits, fraction).map(([whole, parts]) => `${whole}.${parts.join('')}`),
        fc.constantFrom('', '1.', '.5', '1e3', '-1', '1,5'),
      ),
      recipient: fc.constantFrom(evm, evm.toLowerCase(), solana, ''),
      caip2: fc.constantFrom(
        'eip155:1',
        'eip155:8453',
        'bip122:0',
        'solana:x',
        'tron:0x2',
        'eip155:',
      ),
      token: fc.constantFrom('native', 'eth', 'ETH', token, `0x${'e'.repeat(40)}`, solana),
      decimals: fc.oneof(
        fc.integer({ min: 0, max: 37 }).map(String),
        fc.constantFrom('', '-1', 'x', '1.5'),
      ),
    })
    fc.assert(
      fc.property(payments, (payment) => {
        const ours = toTransferPayload(payment)
        const theirs = toPaymentText(payment)
        expect(ours.ok ? ours.payload : 'refused').toBe('text' in theirs ? theirs.text : 'refused')
      }),
      { numRuns: 500 },
    )
  })
})

describe('the size of a picture', () => {
  it.each([
    [undefined, 256],
    ['', 256],
    ['abc', 256],
    ['1', 96],
    ['300.6', 301],
    ['100000', 512],
    ['-5', 96],
  ])('given %j, then it is %i pixels', (text, size) => {
    expect(toSize(text)).toBe(size)
  })
})
