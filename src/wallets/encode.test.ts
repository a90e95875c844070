import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encode } from './encode'

const { stringify } = JSON
const toText = (value: unknown) => encode(value, (text) => stringify(text))

describe('JSON that a page cannot bend', () => {
  it('is what JSON.stringify makes of plain data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toText(value))).toEqual(JSON.parse(stringify(value)))
      }),
    )
  })

  it('leaves undefined out and writes what is no JSON as null', () => {
    expect(toText({ a: undefined, b: Number.NaN, c: [undefined, () => 1] })).toBe(
      '{"b":null,"c":[null,{}]}',
    )
  })

  it('given a toJSON on every prototype, then it is not called', () => {
    const prototypes = [Object.prototype, Array.prototype, String.prototype] as object[]
    for (const prototype of prototypes) {
      Object.defineProperty(prototype, 'toJSON', { value: () => 'bent', configurable: true })
    }
    try {
      expect(toText({ a: ['x', { b: 1 }] })).toBe('{"a":["x",{"b":1}]}')
    } finally {
      for (const prototype of prototypes) Reflect.deleteProperty(prototype, 'toJSON')
    }
  })

  it('given inherited keys, then they are not written', () => {
    expect(toText(Object.assign(Object.create({ gas: '0x1' }), { a: 1 }))).toBe('{"a":1}')
  })
})
