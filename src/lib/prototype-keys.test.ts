import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutPrototypeKeys } from './prototype-keys'

describe('withoutPrototypeKeys', () => {
  it('given prototype keys at any depth, then they are gone and the rest stays', () => {
    const hostile = JSON.parse(
      '{"a":[{"__proto__":{"x":1},"b":2}],"constructor":{"y":1},"c":{"prototype":3,"d":null}}',
    )
    expect(withoutPrototypeKeys(hostile)).toEqual({ a: [{ b: 2 }], c: { d: null } })
  })

  it('given a value without such keys, then it is the value itself', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 5 }), fc.integer()), (record) => {
        const text = JSON.stringify(record)
        fc.pre(!/__proto__|constructor|prototype/.test(text))
        expect(withoutPrototypeKeys(record)).toBe(record)
      }),
    )
  })

  it('given nesting without end, then it refuses instead of exhausting the stack', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    expect(() => withoutPrototypeKeys(deep)).toThrow(RangeError)
  })
})
