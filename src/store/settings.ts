import type { Settings } from '@/src/contract/rpc'
import { flag, number, oneOf, type Shape, text } from '@/src/lib/shape'
import { tidy } from '@/src/lib/tidy'
import { type Database, toStoreError } from './open'
import { watch } from './watch'

const key = 'settings'

/** The settings as the person changed them over the defaults, of the one who alone writes them. */
export type SettingsStore = {
  /** A value that cannot be read is dropped. Fails as the database does. */
  read(): Promise<Settings>
  /** Stores what changed and answers with the whole. An empty address goes back to the default. */
  write(changed: Partial<Settings>): Promise<Settings>
}

/**
 * Reads the settings once and remembers them: every page that opens asks for them, and half of what the
 * worker does. A second one over the same database would not hear of what this one writes.
 */
export function createSettings(db: Database, defaults: Settings): SettingsStore {
  let known: Promise<Settings> | undefined
  const over = (changed: unknown): Settings => ({ ...defaults, ...readChanged(changed) })

  async function load(): Promise<Settings> {
    return over((await (await db.use()).get('settings', key))?.value)
  }

  async function store(changed: Partial<Settings>): Promise<Settings> {
    const tx = (await db.use()).transaction('settings', 'readwrite')
    watch(tx)
    const before = readChanged((await tx.store.get(key))?.value)
    const next = Object.fromEntries(
      Object.entries({ ...before, ...changed }).filter(([, value]) => value !== ''),
    )
    await tx.store.put({ key, value: next })
    await tx.done
    return over(next)
  }

  return {
    read() {
      if (known) return known
      const loading = load()
      known = loading
      // What failed is read again by whoever asks next.
      loading.catch(() => {
        if (known === loading) known = undefined
      })
      return loading
    },
    async write(changed) {
      try {
        const next = await store(changed)
        // Also over a reading that began before this was stored.
        known = Promise.resolve(next)
        return next
      } catch (cause) {
        known = undefined
        throw toStoreError(cause)
      }
    },
  }
}

/** Settings are the person's own words: only the sizes of a browser's store bound them. */
const anyText = text(Number.POSITIVE_INFINITY)

/**
 * Each field of the schema of `contract/rpc` by hand, as the test beside this holds it: the worker's first
 * answer is made of it, before any schema is built.
 */
const fields: { readonly [K in keyof Settings]-?: Shape<Settings[K]> } = {
  serviceUrl: anyText,
  fiatUrl: anyText,
  qrUrl: anyText,
  embedUrl: anyText,
  signerUrl: anyText,
  theme: oneOf('system', 'light', 'dark'),
  slippageTolerance: number,
  notifications: flag,
  rpcUrls: table,
  preferredWallet: wallets,
  addedTokens: tokens,
  language: anyText,
}

/** The tokens of a list that have all that names one. */
function tokens(value: unknown): Settings['addedTokens'] {
  return Array.isArray(value) ? value.filter(isToken) : undefined
}

function isToken(value: unknown): value is NonNullable<Settings['addedTokens']>[number] {
  if (!isRecord(value) || !Number.isInteger(value.decimals)) return false
  const texts = [value.address, value.symbol, value.name]
  return typeof value.chainId === 'number' && texts.every((each) => typeof each === 'string')
}

/** The entries of a table that are texts. */
function table(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined
  const read = Object.entries(value).map(([key, each]) => [key, anyText(each)] as const)
  return Object.fromEntries(
    read.filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** The families of a table whose wallet is a text. */
function wallets(value: unknown): Settings['preferredWallet'] | undefined {
  if (!isRecord(value)) return undefined
  return tidy({ eip155: anyText(value.eip155), solana: anyText(value.solana) })
}

/** Field by field, and tables entry by entry: one that cannot be read takes no other with it. */
function readChanged(value: unknown): Partial<Settings> {
  if (!isRecord(value)) return {}
  const read = Object.entries(fields).map(([name, shape]) => [name, shape(value[name])])
  return Object.fromEntries(read.filter(([, field]) => field !== undefined)) as Partial<Settings>
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
