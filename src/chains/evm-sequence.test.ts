import { readFileSync } from 'node:fs'
import solc from 'solc'
import { describe, expect, it } from 'vitest'
import { decodeSequence, encodeSequence, SEQUENCE_CODE } from './evm-sequence'

const word = (value: number) => value.toString(16).padStart(64, '0')

describe('the code of a weak trial', () => {
  it('is what its source compiles to', () => {
    const content = readFileSync(new URL('./evm-sequence.yul', import.meta.url), 'utf8')
    const settings = {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 1, details: { yul: true } },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    }
    const sources = { 'evm-sequence.yul': { content } }
    const output = solc.compile(JSON.stringify({ language: 'Yul', sources, settings }))
    const { contracts } = JSON.parse(output)
    const { object } = contracts['evm-sequence.yul'].Sequence.evm.bytecode
    expect(`0x${object}`).toBe(SEQUENCE_CODE)
  })
})

describe('encodeSequence', () => {
  it('given a request and a read, then each is four words and its data', () => {
    const request = { to: `0x${'a'.repeat(40)}`, data: '0x1234', value: '0x7' }
    const read = { to: '0x1', data: '0x', gas: '0x186a0' }
    expect(encodeSequence([request, read])).toBe(
      `0x${'0'.repeat(24)}${'a'.repeat(40)}${word(7)}${word(0)}${word(2)}1234` +
        word(1) +
        word(0) +
        word(100_000) +
        word(0),
    )
  })
})

describe('decodeSequence', () => {
  it('given what two calls gave, then whether they went through, and what they gave', () => {
    const data = `0x${word(1)}${word(2)}beef${word(0)}${word(0)}`
    expect(decodeSequence(data, 2)).toEqual([
      { status: 1n, returnData: '0xbeef' },
      { status: 0n, returnData: '0x' },
    ])
  })

  it.each([
    ['nothing (a node that leaves the code out)', '0x'],
    ['a word', `0x${word(1)}`],
    ['half of a word', '0x12'],
    ['more than it says', `0x${word(1)}${word(0)}ff`],
    ['less than it says', `0x${word(1)}${word(9)}ff`],
    ['a length without an end', `0x${word(1)}${'f'.repeat(64)}`],
    ['two where one was asked', `0x${word(1)}${word(0)}${word(1)}${word(0)}`],
  ])('given %s, then that is no answer', (_, data) => {
    expect(() => decodeSequence(data, 1)).toThrowError(
      expect.objectContaining({ code: 'chain/bad-answer' }),
    )
  })
})
