import type { Database } from './open'

/** Something read from the service once, kept for when it is away; `at` is unix ms. */
export async function readCatalog(
  db: Database,
  key: string,
): Promise<{ at: number; value: unknown } | undefined> {
  const row = await (await db.use()).get('catalog', key)
  return row && { at: row.at, value: row.value }
}

/** Keeps an answer of the service under a key. */
export async function writeCatalog(
  db: Database,
  key: string,
  entry: { at: number; value: unknown },
): Promise<void> {
  await (await db.use()).put('catalog', { key, ...entry })
}
