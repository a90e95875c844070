import { readFileSync } from 'node:fs'
import solc from 'solc'
import { describe, expect, it } from 'vitest'
import { decodeHoldings, encodeHoldings, HOLDINGS_CODE } from './evm-holdings'

const account = `0x${'a1'.repeat(20)}`
const word = (digits: string) => digits.padStart(64, '0')

describe('the code that finds what is held', () => {
  it('is what its source compiles to', () => {
    const content = readFileSync(new URL('./evm-holdings.yul', import.meta.url), 'utf8')
    const settings = {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 1, details: { yul: true } },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    }
    const sources = { 'evm-holdings.yul': { content } }
    const output = solc.compile(JSON.stringify({ language: 'Yul', sources, settings }))
    const { contracts } = JSON.parse(output)
    const { object } = contracts['evm-holdings.yul'].Holdings.evm.bytecode
    expect(`0x${object}`).toBe(HOLDINGS_CODE)
  })
})

describe('encodeHoldings', () => {
  const digitsOf = (bytes: number) => Array.from({ length: bytes }, (_, at) => at % 10).join('0')

  it('given what may name a token, then the account and that', () => {
    expect(encodeHoldings(account, 'b2'.repeat(20))).toEqual([
      `0x${word(account.slice(2))}${'b2'.repeat(20)}`,
    ])
    expect(encodeHoldings(account, 'b2'.repeat(19))).toEqual([])
  })

  it('given more than one call looks at, then each name stands whole in one of them', () => {
    const digits = `0${digitsOf(5_000)}`
    const parts = encodeHoldings(account, digits)?.map((each) => each.slice(66)) ?? []
    expect(parts).toHaveLength(3)
    for (let at = 0; at + 40 <= digits.length; at += 2) {
      const part = parts[Math.floor(at / 4_096)] ?? ''
      expect(part.slice(at % 4_096, (at % 4_096) + 40)).toBe(digits.slice(at, at + 40))
    }
  })

  it('given more than is looked through, then none of it', () => {
    expect(encodeHoldings(account, 'b2'.repeat(16_384))).toHaveLength(8)
    expect(encodeHoldings(account, 'b2'.repeat(16_384 + 20))).toBeUndefined()
  })
})

describe('decodeHoldings', () => {
  it('given what was found, then addresses', () => {
    expect(decodeHoldings('0x')).toEqual([])
    expect(decodeHoldings(`0x${word('C3'.repeat(20))}${word('d4'.repeat(20))}`)).toEqual([
      `0x${'c3'.repeat(20)}`,
      `0x${'d4'.repeat(20)}`,
    ])
  })

  it.each(['0x1', `0x${'0'.repeat(63)}`, `0x${'0'.repeat(66)}`])(
    'given %s, then a bad answer',
    (data) => {
      expect(() => decodeHoldings(data)).toThrowError(
        expect.objectContaining({ code: 'chain/bad-answer' }),
      )
    },
  )
})
