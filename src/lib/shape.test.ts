import { describe, expect, it } from 'vitest'
import { dictionary, either, list, number, oneOf, record, text, variant } from './shape'

describe('shapes of values', () => {
  it('text: a string no longer than allowed and fitting its pattern', () => {
    expect(text(3)('abc')).toBe('abc')
    expect(text(3)('abcd')).toBeUndefined()
    expect(text(3)(5)).toBeUndefined()
    expect(text(9, /^\d+$/)('12')).toBe('12')
    expect(text(9, /^\d+$/)('1x')).toBeUndefined()
  })

  it('number: finite ones only', () => {
    expect([0, -1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null].map(number)).toEqual([
      0,
      -1.5,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('one of given values, and the first shape that fits', () => {
    expect(oneOf('a', 'b')('b')).toBe('b')
    expect(oneOf('a', 'b')('c')).toBeUndefined()
    expect(either(number, text(1))('x')).toBe('x')
    expect(either(number, text(1))(true)).toBeUndefined()
  })

  it('list: all items right and not too many', () => {
    expect(list(2, number)([1, 2])).toEqual([1, 2])
    expect(list(2, number)([1, 2, 3])).toBeUndefined()
    expect(list(2, number)([1, '2'])).toBeUndefined()
    expect(list(2, number)({ length: 0 })).toBeUndefined()
  })

  it('record: required keys there, optional ones right when there, others left out', () => {
    const shape = record({ a: number }, { b: text(1) })
    expect(shape({ a: 1 })).toEqual({ a: 1 })
    expect(shape({ a: 1, b: 'x', c: 3 })).toEqual({ a: 1, b: 'x' })
    expect(shape({ a: 1, b: 2 })).toBeUndefined()
    expect(shape({ b: 'x' })).toBeUndefined()
    for (const value of [null, [], 'a', 1]) expect(shape(value)).toBeUndefined()
  })

  it('record: own keys only, whatever the prototype has', () => {
    const shape = record({ a: number }, { b: text(1) })
    expect(shape(Object.create({ a: 1 }))).toBeUndefined()
    expect(shape(Object.assign(Object.create({ b: 'x' }), { a: 1 }))).toEqual({ a: 1 })
    expect(shape(JSON.parse('{"a":1,"__proto__":{"b":"x"}}'))).toEqual({ a: 1 })
  })

  it('variant: picked by the own name, and by no inherited one', () => {
    const shape = variant('type', { one: record({ type: oneOf('one'), n: number }) })
    expect(shape({ type: 'one', n: 1 })).toEqual({ type: 'one', n: 1 })
    for (const type of ['two', 'toString', '__proto__', 'constructor', 1, undefined]) {
      expect(shape({ type, n: 1 })).toBeUndefined()
    }
    expect(shape(null)).toBeUndefined()
    expect(shape(Object.create({ type: 'one', n: 1 }))).toBeUndefined()
  })

  it('dictionary: any names, their values of one shape; a list is none', () => {
    expect(dictionary(number)({ a: 1, __proto__: null })).toEqual({ a: 1 })
    expect(dictionary(number)({})).toEqual({})
    expect([{ a: 'x' }, [1], null, 'a'].map(dictionary(number))).toEqual(Array(4).fill(undefined))
  })
})
