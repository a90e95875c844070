import { getShortU16Encoder } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCompactU16, writeCompactU16 } from './compact-u16'

describe('readCompactU16', () => {
  it('given any number of 16 bits as Solana writes it, then it is read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 65_535 }),
        fc.integer({ min: 0, max: 3 }),
        (value, at) => {
          const bytes = Uint8Array.from([
            ...Array(at).fill(0),
            ...getShortU16Encoder().encode(value),
          ])
          expect(readCompactU16(bytes, at)).toEqual({ value, next: bytes.length })
        },
      ),
    )
  })

  it.each([
    ['no byte', []],
    ['a second byte that is missing', [0x80]],
    ['a third byte that is missing', [0x80, 0x80]],
    ['an alias of zero', [0x80, 0x00]],
    ['an alias of one', [0x81, 0x80, 0x00]],
    ['a number above 16 bits', [0xff, 0xff, 0x04]],
    ['a fourth byte', [0xff, 0xff, 0x83]],
  ])('given %s, then it is no number', (_, bytes) => {
    expect(readCompactU16(Uint8Array.from(bytes), 0)).toBeNull()
  })

  it('given the largest number, then it is read', () => {
    expect(readCompactU16(Uint8Array.of(0xff, 0xff, 0x03), 0)).toEqual({ value: 65_535, next: 3 })
  })
})

describe('writeCompactU16', () => {
  it('given any number of 16 bits, then it is as Solana writes it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65_535 }), (value) => {
        expect(writeCompactU16(value)).toEqual([...getShortU16Encoder().encode(value)])
      }),
    )
  })
})
