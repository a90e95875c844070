import * as z from 'zod/mini'
import type { OutputOf } from '@/src/contract/rpc'
import { sameAddress } from '@/src/domain/address/address'
import type { Backend } from './backend'

/** Names that addresses were taken from, kept under this name while the browser runs. */
const KEY = 'typed-names'
/** More than anybody types for one payment. */
const MOST = 20

const stored = z.array(z.object({ address: z.string(), name: z.string() })).check(z.maxLength(MOST))
type TypedName = z.infer<typeof stored>[number]

/** A name that stands for another address than was taken from it (`found`), or for none that can be told. */
export type MovedName = TypedName & { kind: OutputOf<'resolveName'>['kind'] }

async function read(session: Backend['session']): Promise<TypedName[]> {
  // Where nothing can be kept, no name was.
  return z.safeParse(stored, await session.read(KEY).catch(() => undefined)).data ?? []
}

/** Remembers which name an address was taken from, the newest first. */
export async function keepName(session: Backend['session'], taken: TypedName): Promise<void> {
  await session.write(KEY, [taken, ...(await othersThan(session, taken))].slice(0, MOST))
}

/** The names of all other addresses. */
async function othersThan(session: Backend['session'], { address }: TypedName) {
  return (await read(session)).filter((each) => !sameAddress(each.address, address))
}

/**
 * Looks the names of addresses up once more, just before something is made of them; gives the first that
 * stands for something else by now, or for nothing, and forgets it: an address that is pasted after
 * that is what it is. One that nobody can read holds nothing up: the whole address was compared.
 * @throws AppError as the call does.
 */
export async function findMoved(
  { call, session }: Pick<Backend, 'call' | 'session'>,
  addresses: readonly string[],
): Promise<MovedName | undefined> {
  for (const typed of await read(session)) {
    const { name, address } = typed
    if (!addresses.some((each) => sameAddress(each, address))) continue
    const found = await call('resolveName', { name })
    const isSame = found.kind === 'found' && sameAddress(found.address, address)
    if (isSame || found.kind === 'unread') continue
    // Where nothing can be kept, nothing was.
    await session.write(KEY, await othersThan(session, typed)).catch(() => undefined)
    return { ...typed, kind: found.kind }
  }
  return undefined
}

/** The fields that hold a moved name's address, with the name in its place: to be looked up anew. */
export function putBack<F extends string>(
  { name, address }: TypedName,
  fields: Readonly<Record<F, string>>,
): Partial<Record<F, string>> {
  const back: Partial<Record<F, string>> = {}
  for (const field in fields) if (sameAddress(fields[field], address)) back[field] = name
  return back
}
