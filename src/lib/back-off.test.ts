import { expect, it } from 'vitest'
import { backOff } from './back-off'

it('doubles from the first wait and stops at the longest', () => {
  expect([0, 1, 2, 3, 4].map((tries) => backOff(tries, 500, 5_000))).toEqual([
    500, 1_000, 2_000, 4_000, 5_000,
  ])
})

it('stays finite after any number of tries', () => {
  expect(backOff(100_000, 500, 60_000)).toBe(60_000)
})
