import { encodeAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { readAbiText } from './abi-text'

const asString = (text: string) => encodeAbiParameters([{ type: 'string' }], [text])

describe('a text that a token returns', () => {
  it.each(['USDC', 'USD₮0', 'A name that is longer than the thirty-two bytes of a word'])(
    'is read: %s',
    (text) => {
      expect(readAbiText(asString(text))).toBe(text)
    },
  )

  it('is read where it is 32 bytes', () => {
    expect(readAbiText(`0x4d4b52${'0'.repeat(58)}`)).toBe('MKR')
  })

  it.each([
    '0x',
    '',
    asString(''),
    `0x${'0'.repeat(64)}`,
    asString('USDC').slice(0, 130),
    `0xff${'0'.repeat(62)}`,
    `0x${'f'.repeat(256)}`,
    'nothing',
  ])('is none: %s', (hex) => {
    expect(readAbiText(hex)).toBeUndefined()
  })

  it('is cut where it never ends', () => {
    expect(readAbiText(asString('x'.repeat(400)))).toHaveLength(100)
  })
})
