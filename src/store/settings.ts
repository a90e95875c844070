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

/** Field by field, and tables entry by entry: one that cannot be read takes no other with it. */
function readChanged(value: unknown): Partial<Settings> {
  if (!isRecord(value)) return {}
  const fields = Object.entries(settings.shape).flatMap(([name, schema]): [string, unknown][] => {
    const stored = value[name]
    const whole = z.safeParse(schema, stored)
    if (whole.success) return [[name, whole.data]]
    if (!isRecord(stored)) return []
    const sound = Object.entries(stored).filter(
      ([key, each]) => z.safeParse(schema, { [key]: each }).success,
    )
    return [[name, Object.fromEntries(sound)]]
  })
  return Object.fromEntries(fields) as Partial<Settings>
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
