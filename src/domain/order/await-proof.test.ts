import { describe, expect, it } from 'vitest'
import { toldArrival } from './await-proof'

describe('toldArrival', () => {
  it('knows the ends at which money is paid, and no other word', () => {
    expect(toldArrival('filled')).toBe('payout')
    expect(toldArrival('refunded')).toBe('refund')
    for (const word of ['failed', 'refund_pending', 'constructor', '__proto__', 'toString', '']) {
      expect(toldArrival(word)).toBeUndefined()
    }
    expect(toldArrival(undefined)).toBeUndefined()
  })
})
