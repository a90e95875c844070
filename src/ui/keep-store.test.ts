import { expect, it } from 'vitest'
import { keepStore } from './keep-store'

it.each([
  [true, 0],
  [false, 1],
])('given what is stored is kept (%s), asks %i times', async (kept, times) => {
  let asked = 0
  const persist = async () => {
    asked += 1
    return true
  }
  await keepStore({ persisted: async () => kept, persist })
  expect(asked).toBe(times)
})

it.each([undefined, {}, { persisted: () => Promise.reject(new TypeError('no storage')) }])(
  'given a browser that cannot be asked, goes on',
  async (storage) => {
    await expect(keepStore(storage)).resolves.toBeUndefined()
  },
)
