import { describe, expect, it } from 'vitest'
import { toldAt } from './told-at'

const date = 'Thu, 01 Jan 2026 00:00:10 GMT'
const time = Date.parse('2026-01-01T00:00:10Z')

describe('toldAt', () => {
  it.each([
    [{ date }, time],
    [{ date, age: '0' }, time],
    [{ date, age: '600' }, time + 600_000],
    [{ date, age: '-600' }, time],
    [{ date, age: 'long' }, time],
    [{ age: '600' }, undefined],
    [{ date: 'now' }, undefined],
    [{}, undefined],
  ])('given %j, then it is %j', (headers, told) => {
    expect(toldAt(new Headers(headers as Record<string, string>))).toBe(told)
  })
})
