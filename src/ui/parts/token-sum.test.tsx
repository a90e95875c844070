// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, expect, it } from 'vitest'
import { formatAmount } from '../format/amount'
import { TokenSum } from './token-sum'

afterEach(() => render(null, document.body))

const dai = { symbol: 'DAI', decimals: 18 }

it('is read from the left, to its last digit, with the symbol set apart', () => {
  render(<TokenSum of={dai} units={1_234_000_000_000_000_000_001n} />, document.body)
  const [whole, symbol] = [...document.querySelectorAll('bdi')]
  expect(whole?.textContent).toBe('1,234.000000000000000001 DAI')
  expect([whole?.dir, symbol?.textContent]).toEqual(['ltr', 'DAI'])
})

it('is written as it is wanted, and no symbol turns the line around or fills it', () => {
  const odd = { symbol: `\u202E${'A'.repeat(40)}`, decimals: 18 }
  render(<TokenSum of={odd} units="1234567890123456789" write={formatAmount} />, document.body)
  expect(document.body.textContent).toBe(`1.23456 ${'A'.repeat(11)}…`)
})
