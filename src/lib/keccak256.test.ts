import fc from 'fast-check'
import { keccak256 as reference } from 'viem'
import { describe, expect, it } from 'vitest'
import { keccak256 } from './keccak256'

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

describe('keccak256', () => {
  it('given no bytes, then it is the well-known empty hash', () => {
    expect(hex(keccak256(new Uint8Array()))).toBe(
      '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    )
  })

  it.each([135, 136, 137, 271, 272])(
    'given %i bytes, then block edges are padded right',
    (size) => {
      const bytes = new Uint8Array(size).fill(7)
      expect(hex(keccak256(bytes))).toBe(reference(bytes))
    },
  )

  it('given any bytes, then it agrees with an independent implementation', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(hex(keccak256(bytes))).toBe(reference(bytes))
      }),
      { numRuns: 60 },
    )
  })
})
