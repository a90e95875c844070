import { describe, expect, it } from 'vitest'
import { payeeNames } from './payees'

describe('payeeNames', () => {
  it('names the program, else the owner, else the account; small parts are nobody’s', () => {
    const payees = [
      { account: 'c', amount: '10000' },
      { account: 'x', owner: 'o', program: 'p', amount: '10000' },
      { account: 'y', owner: 'q', program: 'p', amount: '10000' },
      { account: 'z', owner: 'b', amount: '10000' },
      { account: 'tip', amount: '9999' },
    ]
    expect(payeeNames({ amount: '1000000' }, payees)).toBe('b,c,p')
    expect(payeeNames({ amount: '1' })).toBe('')
  })
})
