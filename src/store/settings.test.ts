import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Settings, settings } from '@/src/contract/rpc'
import { createDatabase } from './open'
import { createSettings } from './settings'

const name = 'settings'
const db = createDatabase(name)
afterEach(async () => {
  await db.close()
  await deleteDB(name)
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
  expect(await createSettings(db, defaults).read()).toEqual(defaults)
})

it('keeps what was changed over the defaults, and lets an empty address go back to its default', async () => {
  await createSettings(db, defaults).write({ theme: 'dark', serviceUrl: 'https://own.test' })
  const next = await createSettings(db, defaults).write({ slippageTolerance: 0.01 })
  expect(next).toMatchObject({ theme: 'dark', serviceUrl: 'https://own.test' })
  await createSettings(db, defaults).write({ serviceUrl: '' })
  expect((await createSettings(db, defaults).read()).serviceUrl).toBe('https://service.test')
})

const own = {
  serviceUrl: 'https://own.test',
  slippageTolerance: 0.01,
  rpcUrls: { '8453': 'https://node.test' },
  preferredWallet: { eip155: 'io.wallet' },
}

it('given one field of another version, drops that field alone', async () => {
  await (await db.use()).put('settings', { key: 'settings', value: { ...own, theme: 'neon' } })
  expect(await createSettings(db, defaults).read()).toEqual({ ...defaults, ...own })
})

it('given one bad entry of an own node or a wallet, drops that entry alone', async () => {
  const value = {
    ...own,
    rpcUrls: { ...own.rpcUrls, '1': 7 },
    preferredWallet: { ...own.preferredWallet, solana: null },
  }
  await (await db.use()).put('settings', { key: 'settings', value })
  expect(await createSettings(db, defaults).read()).toEqual({ ...defaults, ...own })
})

it('given a bad field, keeps the others when one of them is changed', async () => {
  await (await db.use()).put('settings', { key: 'settings', value: { ...own, theme: 'neon' } })
  const next = await createSettings(db, defaults).write({ notifications: false })
  expect(next).toEqual({ ...defaults, ...own, notifications: false })
})

it('given no record at all, gives the defaults', async () => {
  await (await db.use()).put('settings', { key: 'settings', value: 'damaged' })
  expect(await createSettings(db, defaults).read()).toEqual(defaults)
})

describe('what is remembered', () => {
  const store = { key: 'settings', value: { theme: 'dark' } }

  it('is read once, and what is written is what is read from then on', async () => {
    const use = vi.fn(db.use)
    const own = createSettings({ ...db, use }, defaults)
    expect(await own.read()).toEqual(defaults)
    expect(await own.read()).toEqual(defaults)
    expect(use).toHaveBeenCalledTimes(1)
    await own.write({ theme: 'dark' })
    expect(await own.read()).toEqual({ ...defaults, theme: 'dark' })
    expect(use).toHaveBeenCalledTimes(2)
  })

  it('given a reading that began before a change was stored, is the change', async () => {
    const own = createSettings(db, defaults)
    const early = own.read()
    const writing = own.write({ theme: 'dark' })
    const meanwhile = own.read()
    await Promise.all([early, writing, meanwhile])
    expect((await own.read()).theme).toBe('dark')
  })

  it('given the database fails, is nothing: the next one who asks has it read again', async () => {
    const failure = new Error('closed')
    const use = vi.fn(db.use).mockRejectedValueOnce(failure)
    const own = createSettings({ ...db, use }, defaults)
    await expect(own.read()).rejects.toBe(failure)
    expect(await own.read()).toEqual(defaults)
  })

  it('given a reading that fails once a change was stored, is the change', async () => {
    let fail: (error: Error) => void = () => undefined
    const never = new Promise<never>((_, reject) => {
      fail = reject
    })
    const own = createSettings({ ...db, use: vi.fn(db.use).mockReturnValueOnce(never) }, defaults)
    const reading = own.read()
    await own.write({ theme: 'dark' })
    fail(new Error('closed'))
    await expect(reading).rejects.toThrow('closed')
    expect((await own.read()).theme).toBe('dark')
  })

  it('given a change that failed, is read again', async () => {
    const use = vi.fn(db.use)
    const own = createSettings({ ...db, use }, defaults)
    await own.read()
    await (await db.use()).put('settings', store)
    use.mockRejectedValueOnce(new Error('closed'))
    await expect(own.write({ notifications: false })).rejects.toMatchObject({
      code: 'store/unavailable',
    })
    expect(await own.read()).toEqual({ ...defaults, theme: 'dark' })
  })
})

it('given any record, gives what the schema of the answer takes, and every field that it takes', async () => {
  const word = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constantFrom(null, true, [], {}))
  const tableOf = (keys: fc.Arbitrary<string>) => fc.oneof(word, fc.dictionary(keys, word))
  const names = Object.keys(settings.shape)
  const stored = fc.record(
    {
      ...Object.fromEntries(names.map((each) => [each, word])),
      theme: fc.oneof(word, fc.constantFrom('dark', 'neon')),
      rpcUrls: tableOf(fc.constantFrom('1', '8453')),
      preferredWallet: tableOf(fc.constantFrom('eip155', 'solana', 'bitcoin')),
      unknown: word,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(stored, async (value) => {
      await (await db.use()).put('settings', { key: 'settings', value })
      const read = await createSettings(db, defaults).read()
      expect(settings.parse(read)).toEqual(read)
      for (const [key, schema] of Object.entries(settings.shape)) {
        const whole = schema.safeParse((value as Record<string, unknown>)[key])
        if (key in value && whole.success) expect(read).toHaveProperty(key, whole.data)
      }
    }),
    { numRuns: 300 },
  )
})
