import * as z from 'zod/mini'
import { type Settings, settings } from '@/src/contract/rpc'
import { type Database, toStoreError } from './open'
import { watch } from './watch'

const key = 'settings'

/** The settings as the person changed them over the defaults; a value that cannot be read is dropped. */
export async function readSettings(db: Database, defaults: Settings): Promise<Settings> {
  const row = await (await db.use()).get('settings', key)
  return { ...defaults, ...readChanged(row?.value) }
}

/** Stores what changed and answers with the whole. An empty address goes back to the default. */
export async function writeSettings(
  db: Database,
  defaults: Settings,
  changed: Partial<Settings>,
): Promise<Settings> {
  try {
    const tx = (await db.use()).transaction('settings', 'readwrite')
    watch(tx)
    const known = readChanged((await tx.store.get(key))?.value)
    const next = Object.fromEntries(
      Object.entries({ ...known, ...changed }).filter(([, value]) => value !== ''),
    )
    await tx.store.put({ key, value: next })
    await tx.done
    return { ...defaults, ...readChanged(next) }
  } catch (cause) {
    throw toStoreError(cause)
  }
}

function readChanged(value: unknown): Partial<Settings> {
  const whole = z.safeParse(z.partial(settings), value ?? {})
  if (!whole.success) return {}
  return Object.fromEntries(
    Object.entries(whole.data).filter(([, each]) => each !== undefined),
  ) as Partial<Settings>
}
