import type { Database } from './open'

/** Something read from the service once, kept for when it is away; `at` is unix ms. */
export async function readCatalog(
  db: Database,
  key: string,
): Promise<{ at: number; value: unknown } | undefined> {
  const row = await (await db.use()).get('catalog', key)
  return row && { at: row.at, value: row.value }
}

/** Everything that is kept under keys that begin alike. */
export async function readCatalogs(db: Database, prefix: string): Promise<unknown[]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const rows = await (await db.use()).getAll('catalog', range)
  return rows.map(({ value }) => value)
}

/** Keeps an answer of the service under a key. */
export async function writeCatalog(
  db: Database,
  key: string,
  entry: { at: number; value: unknown },
): Promise<void> {
  await (await db.use()).put('catalog', { key, ...entry })
}
