import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { keepRequests, readRequests } from './node-requests'
import { createDatabase } from './open'

it('keeps what nodes were asked, and reads nothing of what another version or damage left there', async () => {
  const db = createDatabase('node-requests')
  expect(await readRequests(db)).toEqual([])
  await keepRequests(db, [['order look', [[1, 60_001]]]])
  expect(await readRequests(db)).toEqual([['order look', [[1, 60_001]]]])
  const connection = await db.use()
  await connection.put('catalog', { key: 'node-requests', at: 0, value: [['order', [[1]]]] })
  expect(await readRequests(db)).toEqual([])
})
