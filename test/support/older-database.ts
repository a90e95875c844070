import { deleteDB, type IDBPDatabase, openDB } from 'idb'

/** A store as a release made it: its key, and what it is found by. */
type Shape = { key: string | string[]; indexes: Record<string, string | string[]> }

/** Indexes whose keys are one row's alone, and those of which a row has many. */
const unique = ['routeKey', 'armed']
const multiEntry = ['keys']

const self = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]))

const first: Record<string, Shape> = {
  orders: {
    key: 'id',
    indexes: self(
      ...['listed', 'statusListed', 'routeKey', 'armed', 'open', 'plannedUntil', 'author', 'keys'],
    ),
  },
  events: { key: ['orderId', 'revision'], indexes: {} },
  outbox: { key: 'key', indexes: self('waitingUntil', 'claimedBy', 'orderId') },
  attempts: { key: 'attemptId', indexes: self('orderId', 'createdAt') },
  catalog: { key: 'key', indexes: {} },
  settings: { key: 'key', indexes: {} },
}
const filters = {
  binned: 'binned',
  fromChain: ['order.accepted.from.chainId', 'listed'],
  toChain: ['order.accepted.to.chainId', 'listed'],
  fromSymbol: ['order.accepted.from.symbol', 'listed'],
  toSymbol: ['order.accepted.to.symbol', 'listed'],
}
const keyed: Shape = { key: 'key', indexes: {} }
const second = {
  ...first,
  orders: { key: 'id', indexes: { ...first.orders?.indexes, ...filters } },
  spent: keyed,
}

const third = { ...second, book: keyed }
const fourth = {
  ...third,
  orders: { key: 'id', indexes: { ...second.orders.indexes, deed: 'deed' } },
}
const sides = ['from', 'to']
const pairs = sides.flatMap((chain) =>
  sides.map((symbol) => {
    const paths = [`order.accepted.${chain}.chainId`, `order.accepted.${symbol}.symbol`, 'listed']
    return [`${chain}-${symbol}`, paths] as const
  }),
)
const fifth = {
  ...fourth,
  orders: { key: 'id', indexes: { ...fourth.orders.indexes, ...Object.fromEntries(pairs) } },
}

/**
 * The stores of each earlier version of the database, written down as those releases made them: what the
 * present code says of them may change with it.
 */
const releases: Record<number, Record<string, Shape>> = {
  1: first,
  2: second,
  3: third,
  4: fourth,
  5: fifth,
}

/** What rows did not have yet before the fourth version. */
const later: Record<string, readonly string[]> = {
  orders: ['deed'],
  outbox: ['setAt'],
}

export type Rows = Record<string, Record<string, unknown>[]>

/** Every row of a database, by its store. */
export async function readRows(db: IDBPDatabase): Promise<Rows> {
  const names = [...db.objectStoreNames]
  const rows = await Promise.all(names.map((name) => db.getAll(name)))
  return Object.fromEntries(names.map((name, index) => [name, rows[index] ?? []]))
}

/** In the fourth version and the fifth, what was looked through for an ask stood in its own row. */
function withLooks({ looks: of = [], ...rows }: Rows): Rows {
  const known = new Map(of.map(({ attemptId, looks, sought }) => [attemptId, { looks, sought }]))
  const attempts = (rows.attempts ?? []).map((row) => ({ ...row, ...known.get(row.attemptId) }))
  return { ...rows, attempts }
}

/**
 * Puts what a database holds into one of an earlier version, as that release would have left it. Nobody
 * may use it meanwhile. Gives the rows that are in it then.
 */
export async function makeOlder(name: string, version: 1 | 2 | 3 | 4 | 5): Promise<Rows> {
  const present = await openDB(name)
  const read = await readRows(present)
  const rows = version < 4 ? read : withLooks(read)
  present.close()
  await deleteDB(name)
  const stores = releases[version] ?? {}
  const older = await openDB(name, version, {
    upgrade(db) {
      for (const [store, { key, indexes }] of Object.entries(stores)) {
        const made = db.createObjectStore(store, { keyPath: key })
        for (const [index, path] of Object.entries(indexes)) {
          const is = { unique: unique.includes(index), multiEntry: multiEntry.includes(index) }
          made.createIndex(index, path, is)
        }
      }
    },
  })
  for (const store of Object.keys(stores)) {
    for (const row of rows[store] ?? []) {
      for (const field of version < 4 ? (later[store] ?? []) : []) delete row[field]
      await older.put(store, row)
    }
  }
  const left = await readRows(older)
  older.close()
  return left
}
