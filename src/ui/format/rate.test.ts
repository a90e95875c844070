import { describe, expect, it } from 'vitest'
import { formatRate } from './rate'

const usdc = { amount: '500000000', decimals: 6, symbol: 'USDC' }
const eth = { amount: '160012340000000000', decimals: 18, symbol: 'ETH' }

describe('a rate', () => {
  it('is told by the dearer token, and turned around on demand', () => {
    expect(formatRate(usdc, eth)).toBe('1\u00a0ETH = 3,124.75\u00a0USDC')
    expect(formatRate(eth, usdc)).toBe('1\u00a0ETH = 3,124.75\u00a0USDC')
    expect(formatRate(usdc, eth, true)).toBe('1\u00a0USDC = 0.000320024\u00a0ETH')
  })

  it('is nothing where nothing is paid or received', () => {
    expect(formatRate({ ...usdc, amount: '0' }, eth)).toBe('')
  })
})
