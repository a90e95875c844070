import { expect, it } from 'vitest'
import { readBookEntry } from './book'

it('given a field that is there and holds nothing, reads an entry without it', () => {
  const entry = {
    name: 'Ada',
    address: '0x1111111111111111111111111111111111111111',
    family: 'eip155',
    createdAt: 1,
  }
  const read = readBookEntry({ ...entry, note: undefined, usedAt: undefined })
  expect(read).toStrictEqual(entry)
})
