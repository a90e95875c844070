import { describe, expect, it } from 'vitest'
import type { BookEntry } from '@/src/contract/book'
import type { InputOf } from '@/src/contract/rpc'
import type { Token } from '@/src/contract/service/token'
import { readStoredOrder } from '@/src/contract/stored'
import { AppError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order/order'
import type { TokenId } from '@/src/domain/token/token-id'
import { createFixtureBook } from '@/test/support/ui/fixture-book'
import { createFixtureMarks } from '@/test/support/ui/fixture-marks'
import { orders } from '@/test/support/ui/fixture-orders'
import { createHeader, createSeal } from '../backup/seal'
import type { Backend } from './backend'
import { createBackup } from './backup'
import { createCatalog } from './catalog'

const NOW = 1_800_000_000_000
const passphrase = 'correct horse battery staple'
const all = orders(NOW)
const order = all.filled as Order
const idOf = (place: number) => place.toString(16).padStart(32, '0')

function setUp(
  count: number,
  more: readonly Order[] = [],
  entries: readonly BookEntry[] = [],
  own: { pinned?: TokenId[]; added?: Token[]; listed?: Token[]; unchecked?: TokenId[] } = {},
) {
  const stored = [...Array.from({ length: count }, (_, i) => ({ ...order, id: idOf(i) })), ...more]
  const files: { name: string; content: Blob }[] = []
  const asked: unknown[][] = []
  let fails: AppError | undefined
  const book = createFixtureBook(entries)
  const marks = createFixtureMarks({ pinned: own.pinned ?? [], unchecked: own.unchecked ?? [] })
  const looked: string[] = []
  let added = own.added
  const backend = {
    tokenMarks: async () => marks,
    countOrders: async () => stored.length,
    book: async () => book,
    saveFile: (name: string, content: Blob) => files.push({ name, content }),
    async listOrders({ cursor, limit }: { cursor?: string; limit: number }) {
      const from = Number(cursor ?? 0)
      const page = stored.slice(from, from + limit)
      const isMore = from + limit < stored.length
      return isMore ? { orders: page, cursor: String(from + limit) } : { orders: page }
    },
    async call(
      name: string,
      input: InputOf<'restoreOrders'> & InputOf<'writeSettings'> & InputOf<'searchTokens'>,
    ) {
      if (name === 'searchTokens') {
        looked.push(input.q)
        if (own.listed === undefined) throw new AppError('service/unreachable')
        return { tokens: own.listed.filter(({ address }) => address === input.q) }
      }
      if (name === 'writeSettings') added = input.addedTokens
      if (name.endsWith('Settings')) return { addedTokens: added }
      const { orders: given } = input
      if (fails) throw fails
      asked.push(given)
      return { added: given.length, known: 0, unread: 0 }
    },
  } as unknown as Pick<
    Backend,
    'listOrders' | 'countOrders' | 'saveFile' | 'call' | 'book' | 'tokenMarks'
  >
  const clock = { now: () => NOW, after: () => () => undefined }
  const model = createBackup({
    backend,
    clock,
    catalog: createCatalog({ backend: backend as Backend }),
  })
  async function saved(): Promise<Blob> {
    await model.save(passphrase)
    const file = files.at(-1)?.content
    if (!file) throw new Error('nothing was saved')
    return file
  }
  const fail = (error: AppError) => {
    fails = error
  }
  return { model, files, asked, saved, fail, book, marks, looked, added: () => added }
}

const edited = async (file: Blob, edit: (lines: string[]) => string[]) =>
  new Blob([edit((await file.text()).split('\n')).join('\n')])

const nothing = {
  added: 0,
  book: { added: 0, known: 0, conflicts: 0, unread: 0 },
  tokens: { pinned: 0, added: 0, left: 0 },
}

describe('a backup', () => {
  it('comes back whole, in parts, and holds nothing that can be read without its passphrase', async () => {
    const { model, files, asked, saved } = setUp(120, [
      { ...order, id: idOf(999), status: 'planned' },
    ])
    const file = await saved()
    expect(files[0]?.name).toBe('causeway-backup-2027-01-15.txt')
    expect(model.state.value).toMatchObject({ state: 'written', count: 120 })
    const text = await file.text()
    expect(text).not.toContain(order.accepted.recipient)
    // With its quotes: the letters alone may come by chance in so much base64.
    expect(text).not.toContain('"USDC"')
    await model.restore(file, passphrase)
    expect(model.state.value).toMatchObject({ state: 'restored', added: 120, known: 0, unread: 0 })
    expect(asked.map((part) => part.length)).toEqual([50, 50, 20])
    expect(asked.flat()[0]).toEqual(JSON.parse(JSON.stringify({ ...order, id: idOf(0) })))
  })

  it('leaves out what no file can hold, says how many, and holds the others', async () => {
    const record = { ...order, id: idOf(7), status: 'teleported', wei: 7n }
    const { model, asked, saved } = setUp(2, [readStoredOrder(idOf(7), record)])
    const file = await saved()
    expect(model.state.value).toMatchObject({ state: 'written', count: 2, left: 1 })
    await model.restore(file, passphrase)
    expect(asked.flat()).toHaveLength(2)
  })

  it('of no orders can be made and read', async () => {
    const { model, saved } = setUp(0)
    await model.restore(await saved(), passphrase)
    expect(model.state.value).toEqual({
      state: 'restored',
      added: 0,
      known: 0,
      unread: 0,
      book: { added: 0, known: 0, conflicts: 0, unread: 0 },
      tokens: { pinned: 0, added: 0, left: 0 },
    })
  })

  describe('of tokens that were pinned or added', () => {
    const idOfToken = (place: number): TokenId => ({
      chainId: 8453,
      address: `0x${(place + 1).toString(16).padStart(40, '0')}`,
    })
    const tokenAt = (place: number, more: Partial<Token> = {}): Token => ({
      ...idOfToken(place),
      symbol: `T${place}`,
      name: `Token ${place}`,
      decimals: 6,
      ...more,
    })
    const many = (count: number) => Array.from({ length: count }, (_, place) => place)

    /** A file as anybody who knows the passphrase can make one. */
    async function crafted(...lines: { pinned?: unknown[]; added?: unknown[] }[]): Promise<Blob> {
      const header = createHeader(NOW)
      const head = JSON.stringify(header)
      const seal = await createSeal(passphrase, header, head)
      const parts = [
        ...lines.map(({ pinned = [], added = [] }) => ({ tokens: { pinned, added } })),
        { end: true as const, count: 0 },
      ]
      const sealed = await Promise.all(parts.map((part, at) => seal.close(part, at + 1)))
      return new Blob([[head, ...sealed, ''].join('\n')])
    }

    it('brings them back beside those that are here, which stay first and as they are', async () => {
      const { saved, model } = setUp(1, [], [], {
        pinned: many(3).map(idOfToken),
        added: many(2).map((place) => tokenAt(place)),
      })
      const file = await saved()
      expect(model.state.value).toMatchObject({ state: 'written', tokens: 5 })
      const mine = [tokenAt(1, { symbol: 'MINE' })]
      const there = setUp(0, [], [], {
        pinned: [idOfToken(2)],
        added: mine,
        listed: [tokenAt(0)],
      })
      await there.model.restore(file, passphrase)
      expect(there.model.state.value).toMatchObject({ tokens: { pinned: 2, added: 1, left: 0 } })
      const marks = await there.marks.read()
      expect(marks.pinned).toEqual([2, 0, 1].map(idOfToken))
      expect(marks.unchecked).toEqual([idOfToken(0)])
      expect(there.added()).toEqual(mine)
    })

    it('adds none of them: each waits unchecked, by its address alone, in the next backup too', async () => {
      const gold = tokenAt(7, { symbol: 'GOLDX', name: 'Checked by Causeway', decimals: 0 })
      const there = setUp(0)
      await there.model.restore(await crafted({ added: [gold] }), passphrase)
      expect(there.added()).toBeUndefined()
      expect((await there.marks.read()).unchecked).toEqual([idOfToken(7)])
      const next = setUp(0)
      await next.model.restore(await there.saved(), passphrase)
      expect(next.added()).toBeUndefined()
      expect((await next.marks.read()).unchecked).toEqual([idOfToken(7)])
    })

    it('leaves out a token of an unknown network, and one that is the coin of its chain', async () => {
      const there = setUp(0, [], [], { listed: [] })
      const abroad = { ...tokenAt(1), chainId: 999_999 }
      const coin = tokenAt(1, { address: `0x${'0'.repeat(40)}` })
      const file = await crafted({ pinned: [abroad], added: [abroad, coin] })
      await there.model.restore(file, passphrase)
      expect(there.model.state.value).toMatchObject({ tokens: { pinned: 0, added: 0, left: 3 } })
      expect(await there.marks.read()).toMatchObject({ pinned: [], unchecked: [] })
    })

    it.each([
      ['that is not checked', []],
      ['that looks like another', [tokenAt(3, { symbol: 'USDC' })]],
      ['that is risky', [tokenAt(3, { extensions: { isRiskToken: true } })]],
      ['that nobody could be asked for', undefined],
    ])('takes no pin of a token %s', async (_, listed) => {
      const there = setUp(0, [], [], listed === undefined ? {} : { listed })
      const file = await crafted({ pinned: [idOfToken(3)], added: [tokenAt(3)] })
      await there.model.restore(file, passphrase)
      expect(there.model.state.value).toMatchObject({ tokens: { pinned: 0, added: 1, left: 1 } })
      expect((await there.marks.read()).pinned).toEqual([])
    })

    it('leaves out those for which there is no room', async () => {
      const file = await setUp(0, [], [], {
        pinned: many(12).map(idOfToken),
        added: many(100).map((place) => tokenAt(place)),
      }).saved()
      const there = setUp(0, [], [], {
        pinned: [idOfToken(50)],
        unchecked: many(101).map((place) => idOfToken(place + 200)),
        listed: many(12).map((place) => tokenAt(place)),
      })
      await there.model.restore(file, passphrase)
      expect(there.model.state.value).toMatchObject({ tokens: { pinned: 11, added: 99, left: 2 } })
      const marks = await there.marks.read()
      expect([marks.pinned.length, marks.unchecked.length]).toEqual([12, 200])
    })

    it('looks at no more of a file than one of ours holds, and at one list of them', async () => {
      const file = await crafted(
        { pinned: many(5_000).map(idOfToken), added: many(5_000).map((place) => tokenAt(place)) },
        { pinned: many(12).map((place) => idOfToken(place + 6_000)) },
      )
      const there = setUp(0, [], [], { listed: [] })
      await there.model.restore(file, passphrase)
      expect(there.looked).toHaveLength(12)
      expect((await there.marks.read()).unchecked).toHaveLength(200)
      expect(there.model.state.value).toMatchObject({ state: 'unreadable', why: 'damaged' })
    })

    it('takes nothing of a token that is none', async () => {
      const added = [
        tokenAt(5),
        { chainId: 8453, symbol: 'X' },
        tokenAt(6, { address: 'no address' }),
      ]
      const there = setUp(0)
      await there.model.restore(await crafted({ added }), passphrase)
      expect(there.model.state.value).toMatchObject({ tokens: { pinned: 0, added: 1, left: 2 } })
      expect((await there.marks.read()).unchecked).toEqual([idOfToken(5)])
    })

    it('is read all the same without them, as older versions wrote it', async () => {
      const header = { ...createHeader(NOW), version: 2 }
      const head = JSON.stringify(header)
      const seal = await createSeal(passphrase, header, head)
      const parts = [{ orders: [order] }, { end: true as const, count: 1 }]
      const lines = await Promise.all(parts.map((part, at) => seal.close(part, at + 1)))
      const there = setUp(0, [], [], { pinned: [idOfToken(1)] })
      await there.model.restore(new Blob([[head, ...lines, ''].join('\n')]), passphrase)
      expect(there.model.state.value).toMatchObject({ state: 'restored', added: 1 })
      expect((await there.marks.read()).pinned).toEqual([idOfToken(1)])
    })
  })

  it('holds the account book, which comes back as a stranger’s until it is checked', async () => {
    const alice: BookEntry = {
      name: 'Alice',
      address: order.accepted.author,
      family: 'eip155',
      createdAt: 1,
    }
    const { model, files, saved } = setUp(3, [], [alice])
    const file = await saved()
    expect(model.state.value).toMatchObject({ state: 'written', count: 3, entries: 1 })
    expect(await file.text()).not.toContain('"Alice"')
    await model.restore(files[0]?.content ?? new Blob(), passphrase)
    expect(model.state.value).toMatchObject({ added: 3, book: { added: 0, known: 1 } })
    const elsewhere = setUp(0)
    await elsewhere.model.restore(file, passphrase)
    expect(elsewhere.model.state.value).toMatchObject({ added: 3, book: { added: 1, known: 0 } })
    expect((await elsewhere.book.read()).entries).toEqual([{ ...alice, unchecked: true }])
  })

  it('takes a passphrase however its letters were composed', async () => {
    const { model, files } = setUp(1)
    await model.save('caf\u00e9 caf\u00e9 caf\u00e9')
    await model.restore(files[0]?.content ?? new Blob(), 'cafe\u0301 cafe\u0301 cafe\u0301')
    expect(model.state.value.state).toBe('restored')
  })

  it('with another passphrase gives nothing', async () => {
    const { model, asked, saved } = setUp(3)
    await model.restore(await saved(), `${passphrase}!`)
    expect(model.state.value).toEqual({ state: 'unreadable', why: 'passphrase', taken: nothing })
    expect(asked).toEqual([])
  })

  it.each<[string, (lines: string[]) => string[], string, number]>([
    ['cut at a line', (lines) => lines.slice(0, 3), 'damaged', 100],
    [
      'cut in a line',
      (lines) => [...lines.slice(0, 2), (lines[2] ?? '').slice(0, 40)],
      'damaged',
      50,
    ],
    [
      'its parts in another order',
      ([a = '', b = '', c = '', ...d]) => [a, c, b, ...d],
      'passphrase',
      0,
    ],
    ['a part twice', ([a = '', b = '', ...c]) => [a, b, b, ...c], 'damaged', 50],
    ['another head', ([a = '', ...b]) => [a.replace('2027', '2028'), ...b], 'passphrase', 0],
    ['something else in its place', () => ['{"format":"causeway-orders"}'], 'no-backup', 0],
    ['no text of ours', () => ['PK\u0003\u0004'], 'no-backup', 0],
    ['nothing in it', () => [''], 'no-backup', 0],
    [
      'a newer version',
      ([a = '', ...b]) => [a.replace('"version":3', '"version":4'), ...b],
      'newer',
      0,
    ],
    [
      'work without end',
      ([a = '', ...b]) => [a.replace('600000', '900000000'), ...b],
      'no-backup',
      0,
    ],
  ])('with %s is refused where that begins', async (_, edit, why, added) => {
    const { model, saved } = setUp(120)
    await model.restore(await edited(await saved(), edit), passphrase)
    expect(model.state.value).toEqual({ state: 'unreadable', why, taken: { ...nothing, added } })
  })

  it('that the worker does not take says why', async () => {
    const { model, saved, fail } = setUp(1)
    const file = await saved()
    fail(new AppError('store/full'))
    await model.restore(file, passphrase)
    expect(model.state.value).toMatchObject({ state: 'failed', error: { code: 'store/full' } })
  })

  it('that the worker takes in part only says what came', async () => {
    const alice = { name: 'Alice', address: order.accepted.author, family: 'eip155', createdAt: 1 }
    const { saved } = setUp(120, [], [alice as BookEntry])
    const file = await saved()
    const { model, asked, fail } = setUp(0)
    const take = asked.push.bind(asked)
    asked.push = (...parts) => {
      if (asked.length === 1) fail(new AppError('store/full'))
      return take(...parts)
    }
    await model.restore(file, passphrase)
    expect(model.state.value).toMatchObject({ state: 'failed', taken: { added: 100 } })
    const cut = await edited(file, (lines) => lines.slice(0, -3))
    const other = setUp(0)
    await other.model.restore(cut, passphrase)
    expect(other.model.state.value).toMatchObject({
      ...{ state: 'unreadable', why: 'damaged' },
      taken: { added: 120, book: { added: 1 } },
    })
  })

  it('that is called off while it comes back stops, and says what came', async () => {
    const { saved } = setUp(120)
    const file = await saved()
    const { model, asked } = setUp(0)
    const take = asked.push.bind(asked)
    asked.push = (...parts) => {
      model.cancel()
      return take(...parts)
    }
    await model.restore(file, passphrase)
    expect(asked).toHaveLength(1)
    expect(model.state.value).toEqual({ state: 'cancelled', taken: { ...nothing, added: 50 } })
  })

  it('that is called off hands nothing over', async () => {
    const { model, files } = setUp(200)
    const done = model.save(passphrase)
    model.cancel()
    await done
    expect(files).toEqual([])
    expect(model.state.value).toEqual({ state: 'idle' })
  })
})
