import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { MOST_PINNED, MOST_RECENT, MOST_UNCHECKED } from '@/src/contract/token-marks'
import { createDatabase } from './open'
import { createSettings } from './settings'
import { openTokenMarks } from './token-marks'

const name = 'marks'
const db = createDatabase(name)
const marks = openTokenMarks(db)
afterEach(async () => {
  await db.close()
  await deleteDB(name)
})

const token = (place: number) => ({
  chainId: 8453,
  address: `0x${place.toString(16).padStart(40, '0')}`,
})
const put = async (value: unknown) =>
  (await db.use()).put('settings', { key: 'token-marks', value } as never)

it('is empty at first, and keeps what is put into it over a closed database', async () => {
  expect(await marks.read()).toEqual({ pinned: [], recent: [], unchecked: [] })
  await marks.change(() => ({ pinned: [token(1)], recent: [token(2)], unchecked: [] }))
  await db.close()
  expect(await marks.read()).toEqual({ pinned: [token(1)], recent: [token(2)], unchecked: [] })
})

it('loses to an entry that cannot be read no other one, and holds none twice', async () => {
  const odd = [
    null,
    7,
    {},
    { chainId: 'x', address: '0x' },
    { chainId: 1, address: 'a'.repeat(200) },
  ]
  const twice = { ...token(171), address: token(171).address.toUpperCase().replace('0X', '0x') }
  await put({ pinned: [...odd, token(171), twice], recent: 'none' })
  expect(await marks.read()).toEqual({ pinned: [token(171)], recent: [], unchecked: [] })
  await put('broken')
  expect(await marks.read()).toEqual({ pinned: [], recent: [], unchecked: [] })
})

it('grows beyond no bound, and loses nothing to two pages that write at once', async () => {
  const many = Array.from({ length: 300 }, (_, place) => token(place))
  const next = await marks.change(() => ({ pinned: many, recent: many, unchecked: many }))
  expect([next.pinned.length, next.recent.length]).toEqual([MOST_PINNED, MOST_RECENT])
  expect(next.unchecked).toHaveLength(MOST_UNCHECKED)
  await marks.change(() => ({ pinned: [], recent: [], unchecked: [] }))
  await Promise.all(
    [1, 2].map((place) =>
      openTokenMarks(db).change((now) => ({ ...now, pinned: [...now.pinned, token(place)] })),
    ),
  )
  expect((await marks.read()).pinned).toEqual([token(1), token(2)])
})

it('lies beside the settings, and neither is lost to the other', async () => {
  const settings = createSettings(db, { theme: 'system' } as never)
  await marks.change(() => ({ pinned: [token(1)], recent: [], unchecked: [] }))
  await settings.write({ theme: 'dark' })
  expect((await marks.read()).pinned).toEqual([token(1)])
  expect((await settings.read()).theme).toBe('dark')
})

it('tells other pages', async () => {
  const heard = vi.fn()
  const off = marks.onChange(heard)
  await marks.change(() => ({ pinned: [token(1)], recent: [], unchecked: [] }))
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  off()
})
