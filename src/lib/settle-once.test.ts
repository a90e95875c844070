import { describe, expect, it } from 'vitest'
import { createSettleOnce } from './settle-once'

describe('a register in which things settle once', () => {
  it('given a reserved key, when it is reserved again, then it is refused', () => {
    const register = createSettleOnce<string>()
    expect(register.reserve('a')).toBe(true)
    expect(register.reserve('a')).toBe(false)
    expect(register.look('a')).toEqual({ state: 'reserved' })
  })

  it('given a key that is not open, when a value arrives, then it is not taken', () => {
    const register = createSettleOnce<string>()
    expect(register.settle('a', 'early')).toBe(false)
    register.reserve('a')
    expect(register.settle('a', 'early')).toBe(false)
    expect(register.look('b')).toEqual({ state: 'unknown' })
  })

  it('given an open key, when two values arrive, then the first one counts', () => {
    const register = createSettleOnce<string>()
    register.reserve('a')
    expect(register.open('a')).toBe(true)
    expect(register.open('a')).toBe(false)
    expect(register.settle('a', 'first')).toBe(true)
    expect(register.settle('a', 'second')).toBe(false)
    expect(register.look('a')).toEqual({ state: 'settled', value: 'first', acknowledged: false })
  })

  it('given settled keys, when one is acknowledged, then only the others are still to tell', () => {
    const register = createSettleOnce<string>()
    for (const key of ['a', 'b', 'c']) {
      register.reserve(key)
      register.open(key)
    }
    register.settle('b', 'two')
    register.settle('a', 'one')
    expect(register.acknowledge('b')).toBe(true)
    expect(register.acknowledge('b')).toBe(false)
    expect(register.acknowledge('c')).toBe(false)
    expect(register.unacknowledged()).toEqual([{ key: 'a', value: 'one' }])
    expect(register.look('b')).toMatchObject({ state: 'settled', acknowledged: true })
  })
})
