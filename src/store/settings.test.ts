import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import type { Settings } from '@/src/contract/rpc'
import { createDatabase, dropDatabase } from './open'
import { readSettings, writeSettings } from './settings'

const name = 'settings'
const db = createDatabase(name)
afterEach(async () => {
  await db.close()
  await dropDatabase(name)
})

const defaults: Settings = {
  serviceUrl: 'https://service.test',
  fiatUrl: '',
  qrUrl: '',
  embedUrl: '',
  signerUrl: '',
  theme: 'system',
  slippageTolerance: 0.005,
  notifications: true,
  rpcUrls: {},
  preferredWallet: {},
}

it('given nothing was changed, gives the defaults', async () => {
  expect(await readSettings(db, defaults)).toEqual(defaults)
})

it('keeps what was changed over the defaults, and lets an empty address go back to its default', async () => {
  await writeSettings(db, defaults, { theme: 'dark', serviceUrl: 'https://own.test' })
  const next = await writeSettings(db, defaults, { slippageTolerance: 0.01 })
  expect(next).toMatchObject({ theme: 'dark', serviceUrl: 'https://own.test' })
  await writeSettings(db, defaults, { serviceUrl: '' })
  expect((await readSettings(db, defaults)).serviceUrl).toBe('https://service.test')
})

it('given settings of another version, goes back to the defaults', async () => {
  await (await db.use()).put('settings', { key: 'settings', value: { theme: 'neon' } })
  expect(await readSettings(db, defaults)).toEqual(defaults)
})
