import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64, encodeHex, sameBytes } from './bytes'

describe('base64', () => {
  it('given any bytes, then writing and reading gives them back, as Node writes them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = encodeBase64(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('base64'))
        expect(decodeBase64(text)).toEqual(bytes)
      }),
    )
  })

  it.each(['A', 'AA', 'AAA', 'AA=', 'A===', 'AA==A', 'AA-_', ' AAAA', 'AAAA\n', 'AAAA=', 'ÄAAA'])(
    'given %j, then it is not base64',
    (text) => {
      expect(decodeBase64(text)).toBeNull()
    },
  )
})

describe('hex', () => {
  it('given any bytes, then writing and reading gives them back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = encodeHex(bytes)
        expect(text).toBe(`0x${Buffer.from(bytes).toString('hex')}`)
      }),
    )
  })
})

describe('sameBytes', () => {
  it('given two runs of bytes, then they are the same when length and every byte agree', () => {
    const bytes = Uint8Array.of(1, 2, 3)
    expect(sameBytes(bytes, Uint8Array.of(1, 2, 3))).toBe(true)
    expect(sameBytes(bytes, Uint8Array.of(1, 2))).toBe(false)
    expect(sameBytes(bytes, Uint8Array.of(1, 2, 3, 4))).toBe(false)
    expect(sameBytes(bytes, Uint8Array.of(1, 2, 4))).toBe(false)
    expect(sameBytes(Uint8Array.of(), Uint8Array.of())).toBe(true)
  })
})
