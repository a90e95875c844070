import type { Database } from './open'

/** Facts about the database itself. */
export type Flag = 'filled' | 'restored' | 'bound'

/** Where a flag lies in the store `catalog`. */
export const flagKey = (flag: Flag) => `flag:${flag}`

/** Whether a flag is set; it goes with the database when that is lost. */
export async function readFlag(db: Database, flag: Flag): Promise<boolean> {
  return (await (await db.use()).get('catalog', flagKey(flag))) !== undefined
}

/** Sets a flag for as long as the database lives. */
export async function writeFlag(db: Database, flag: Flag): Promise<void> {
  await (await db.use()).put('catalog', { key: flagKey(flag), at: 0, value: true })
}
