import { describe, expect, it } from 'vitest'
import { mainPayees, payeeNames } from './payees'

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

describe('mainPayees', () => {
  const of = (...amounts: number[]) =>
    amounts.map((amount, at) => ({ account: String(at), amount: String(amount) }))
  const main = (...amounts: number[]) =>
    mainPayees({ amount: '1000000' }, of(...amounts)).map(({ amount }) => Number(amount))

  it('leaves out who get less than a hundredth together, and nobody of those who get more', () => {
    expect(main(500, 980_000, 9_499)).toEqual([980_000])
    expect(main(500, 980_000, 9_500)).toEqual([980_000, 9_500])
    expect(main(9_999)).toEqual([])
    expect(main(10_000)).toEqual([10_000])
  })

  it('shows a sum that is cut into many small parts', () => {
    const parts = Array.from({ length: 40 }, () => 9_900)
    // One of them alone is small.
    expect(main(600_000, ...parts)).toHaveLength(40)
  })

  it('knows nobody where nobody is told', () => {
    expect(mainPayees({ amount: '1' })).toEqual([])
  })
})
