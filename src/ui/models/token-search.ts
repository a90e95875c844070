import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Token } from '@/src/contract/service/token'
import { toWireError, type WireError } from '@/src/domain/error'
import { tokenKey } from '@/src/domain/token/token-id'
import { toFiatValue } from '../format/fiat'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import { skeletonOf } from '../format/skeleton'
import type { Backend, Clock } from './backend'
import type { Balances } from './balances'
import type { Catalog } from './catalog'
import type { Hub } from './hub'
import type { TokenMarkList } from './token-marks'

const TYPING_MS = 300
/** Tokens of the first page, and of those that are asked for as the list is scrolled. */
const FIRST_PAGE = 100
const PAGE = 500

/** Why a token stands above its place: the person pinned it, or picked it lately. */
export type TokenGroup = 'pinned' | 'recent'

export type TokenRow = {
  token: Token
  balance?: bigint | undefined
  value?: bigint | undefined
  group?: TokenGroup
}

export type TokenSearch = {
  text: ReadonlySignal<string>
  chainId: ReadonlySignal<number | undefined>
  /** Chains that the text names beside a token, none where it names none. */
  named: ReadonlySignal<number[]>
  /** Only the hub's own tokens are listed. */
  hubOnly: ReadonlySignal<boolean>
  rows: ReadonlySignal<TokenRow[]>
  searching: ReadonlySignal<boolean>
  error: ReadonlySignal<WireError | undefined>
  /** The service has more of the list than was read. */
  hasMore: ReadonlySignal<boolean>
  setText(text: string): void
  /** Looks on this chain, or on all: a chain that the text names goes out of it. */
  setChain(chainId: number | undefined): void
  setHubOnly(only: boolean): void
  /** Reads the next page of the list, one at a time. */
  more(): void
  /** Asks again after an error, the chains and the well-known tokens as well. */
  retry(): void
  dispose(): void
}

/** What a token is found by, its texts in lower case; `names` holds its symbol and its name. */
type Findable = { key: string; symbol: string; names: string; address: string; look: string }

/** Worked out once a token: a list may hold tens of thousands, and each key looks through all of it. */
const findable = new WeakMap<Token, Findable>()

function toFindable(token: Token): Findable {
  const before = findable.get(token)
  if (before !== undefined) return before
  const symbol = token.symbol.toLowerCase()
  const worked = {
    key: tokenKey(token),
    symbol,
    // No line that is typed goes from one to the other.
    names: `${symbol}\n${token.name.toLowerCase()}`,
    address: token.address.toLowerCase(),
    look: skeletonOf(token.symbol),
  }
  findable.set(token, worked)
  return worked
}

type Wanted = { text: string; look: string }

const toWanted = (text: string): Wanted => ({ text: text.toLowerCase(), look: skeletonOf(text) })

/** How well a token answers a text, 0 the best; undefined where it does not. */
function matchOf({ symbol, names, address, look }: Findable, wanted: Wanted): number | undefined {
  const { text } = wanted
  if (symbol === text || address === text) return 0
  if (!names.includes(text)) return look === wanted.look ? 2 : undefined
  return symbol.startsWith(text) ? 1 : 2
}

type Source = 'known' | 'found' | 'hub'

/** The rank of what matches least and is both risky and wrongly described. */
const worst = 8

/** A token that may be listed: where it stood among all, and how far what is wrong with it sets it back. */
type Entry = Findable & {
  row: TokenRow
  source: Source
  place: number
  setBack: number
  /** Another entry names the same token. */
  isTwice: boolean
}

/** The token list of an open picker: held first by value, then what the service knows. */
export function createTokenSearch(options: {
  backend: Backend
  clock: Clock
  catalog: Catalog
  balances: Balances
  /** The hub's own tokens; absent where nobody looks for them. */
  hub?: Hub | undefined
  /** Read anew for the rows: a wallet may connect while somebody types. */
  accounts: () => string[]
  /** Tokens that the person added by their addresses. */
  added?: (() => readonly Token[]) | undefined
  /** Pinned and recent tokens, which stand first while nothing is searched. */
  marks?: Pick<TokenMarkList, 'pinned' | 'recent' | 'found'> | undefined
  chainId?: number | undefined
}): TokenSearch {
  const { backend, clock, catalog, balances, accounts, hub, marks, added = () => [] } = options
  const text = signal('')
  const chainId = signal<number | undefined>(options.chainId)
  const hubOnly = signal(false)
  /** What the service found, and for which text. */
  const found = signal<{ for: string; tokens: Token[] }>({ for: '', tokens: [] })
  const cursor = signal<number | undefined>(undefined)
  let isReadingMore = false
  /** Where the pages of this list began that were read after its first. */
  let read = new Set<number>()
  const searching = signal(false)
  const round = signal(0)
  const error = signal<WireError | undefined>(undefined)
  let cancel: (() => void) | undefined
  let latest = 0
  let lastRound = 0

  function toRow(token: Token): TokenRow {
    const held = accounts().flatMap((account) => {
      const amount = balances.of(token, account)
      return amount === undefined ? [] : [amount]
    })
    const balance = held.length === 0 ? undefined : held.reduce((sum, part) => sum + part, 0n)
    const value = balance === undefined ? undefined : (toFiatValue(balance, token) ?? undefined)
    return { token, balance, value }
  }

  /** Worked out once a token: a list may hold tens of thousands. */
  const isFlawed = computed(() => {
    const top = catalog.top.value
    const known = new WeakMap<Token, boolean>()
    return (token: Token): boolean => {
      const before = known.get(token)
      if (before !== undefined) return before
      const flawed = hasWrongDecimals(token) || imitated(token, top) !== undefined
      known.set(token, flawed)
      return flawed
    }
  })

  /** What is looked for: `dai arb` is DAI on the chains with a word that begins with `arb`. */
  const query = computed(() => {
    const whole = text.value.trim()
    const [, name = '', place = ''] = /^(.+)\s+(\S+)$/.exec(whole) ?? []
    const chains = catalog.chains.value.flatMap((chain) =>
      place !== '' && ` ${chain.name}`.toLowerCase().includes(` ${place.toLowerCase()}`)
        ? [chain.id]
        : [],
    )
    return chains.length === 0 ? { whole, q: whole } : { whole, q: name, chains }
  })

  /** All that may be listed, whatever is typed: what is worth most first, as it stood where nothing is held. */
  const entries = computed<Entry[]>(() => {
    const held = accounts().flatMap((account) => balances.held(account))
    const own = (hub?.tokens.value ?? []).map(({ token }) => token)
    const sources: [Source, readonly Token[]][] = [
      ['known', [...held, ...catalog.top.value, ...added()]],
      ['found', found.value.tokens],
      // What a list of the service says of one is as new as what was looked up for it.
      ['known', marks?.found.value ?? []],
      ['hub', own],
    ]
    const byKey = new Map<string, Entry>()
    const all: Entry[] = []
    for (const [source, tokens] of sources) {
      for (const token of tokens) {
        const texts = toFindable(token)
        const twin = byKey.get(texts.key)
        if (twin !== undefined) twin.isTwice = true
        const setBack = (token.extensions?.isRiskToken ? 3 : 0) + (isFlawed.value(token) ? 3 : 0)
        const place = all.length
        const isTwice = twin !== undefined
        const entry = { ...texts, row: toRow(token), source, place, setBack, isTwice }
        byKey.set(texts.key, entry)
        all.push(entry)
      }
    }
    const weight = ({ balance = 0n, value = 0n }: TokenRow) => (balance === 0n ? -1n : value)
    return all.sort((a, b) => {
      const [left, right] = [weight(a.row), weight(b.row)]
      return left < right ? 1 : left > right ? -1 : 0
    })
  })

  /** The groups above the others, each in its own order. */
  const marked = computed(() => {
    const ids = (group: TokenGroup) =>
      (marks?.[group].value ?? []).map((id) => [tokenKey(id), group] as const)
    return new Map([...ids('recent'), ...ids('pinned')])
  })

  /** The pinned rows, then the recent ones; what carries a warning is set back whoever wants it first. */
  function lift(listed: readonly Entry[]): TokenRow[] {
    const groups = marked.value
    if (groups.size === 0) return listed.map(({ row }) => row)
    const lifted = new Map<string, TokenRow>()
    const rest: TokenRow[] = []
    for (const { key, row, setBack } of listed) {
      const group = setBack === 0 ? groups.get(key) : undefined
      if (group === undefined) rest.push(row)
      else lifted.set(key, { ...row, group })
    }
    const inOrder = (group: TokenGroup) =>
      [...groups].flatMap(([key, its]) => (its === group ? (lifted.get(key) ?? []) : []))
    return [...inOrder('pinned'), ...inOrder('recent'), ...rest]
  }

  const rows = computed<TokenRow[]>(() => {
    const { whole, q, chains } = query.value
    const [wanted, name] = [toWanted(whole), toWanted(q)]
    const [chain, only] = [chainId.value, hubOnly.value]
    // What was found for another text stands under this one only where it matches it as well: Enter
    // takes the first row.
    const isAsked = found.value.for === q && chains === undefined
    const rankOf = (entry: Entry): number | undefined => {
      if (q === '') return 0
      const match = matchOf(entry, wanted)
      if (match !== undefined) return match
      if (chains?.includes(entry.row.token.chainId)) return matchOf(entry, name)
      return isAsked && entry.source === 'found' ? 2 : undefined
    }
    // An exact symbol outranks what is held: Enter takes the first row. What is risky, wrongly
    // described, or imitates another, crowds out nothing, whoever sent it uninvited.
    const ranked = Array.from({ length: worst + 1 }, (): Entry[] => [])
    const first = new Map<string, Entry>()
    for (const entry of entries.value) {
      if (chain !== undefined && entry.row.token.chainId !== chain) continue
      // The hub's are not among what is offered unasked: they are looked up.
      if (entry.source === 'hub' ? !only && q === '' : only) continue
      const rank = rankOf(entry)
      if (rank === undefined) continue
      ranked[rank + entry.setBack]?.push(entry)
      if (!entry.isTwice) continue
      const before = first.get(entry.key)
      if (before === undefined || entry.place < before.place) first.set(entry.key, entry)
    }
    const listed: Entry[] = []
    for (const equals of ranked) {
      for (const entry of equals) {
        if (!entry.isTwice || first.get(entry.key) === entry) listed.push(entry)
      }
    }
    return q === '' && !only ? lift(listed) : listed.map(({ row }) => row)
  })

  const readPage = (chain: number | undefined, limit: number, from?: number) =>
    backend.call('listTokens', {
      ...(chain === undefined ? {} : { chainIds: [chain] }),
      limit,
      ...(from === undefined ? {} : { cursor: from }),
    })

  async function readMore(from: number, mine: number): Promise<void> {
    try {
      const page = await readPage(chainId.peek(), PAGE, from)
      if (mine !== latest) return
      found.value = { for: '', tokens: [...found.value.tokens, ...page.data] }
      read.add(from)
      // A page that was read before is the end; whether cursors grow or fall is the service's.
      cursor.value = read.has(page.cursor ?? from) ? undefined : page.cursor
    } catch (caught) {
      if (mine === latest) error.value = toWireError(caught)
    } finally {
      isReadingMore = false
    }
  }

  async function search(wanted: string, chain: number | undefined, mine: number): Promise<void> {
    const chainIds = chain === undefined ? {} : { chainIds: [chain] }
    try {
      const listed = wanted === '' && (await readPage(chain, FIRST_PAGE))
      const tokens = listed
        ? listed.data
        : (await backend.call('searchTokens', { q: wanted, ...chainIds })).tokens
      if (mine !== latest) return
      found.value = { for: wanted, tokens }
      cursor.value = listed ? listed.cursor : undefined
      error.value = undefined
    } catch (caught) {
      if (mine === latest) error.value = toWireError(caught)
    } finally {
      if (mine === latest) searching.value = false
    }
  }

  const off = effect(() => {
    const [wanted, chain, again] = [query.value.q, chainId.value, round.value]
    cancel?.()
    const mine = ++latest
    searching.value = true
    cursor.value = undefined
    read = new Set()
    // What was wrong with another search is not wrong with this one.
    error.value = undefined
    const wait = wanted === '' || again !== lastRound ? 0 : TYPING_MS
    lastRound = again
    cancel = clock.after(wait, () => void search(wanted, chain, mine))
  })

  return {
    text,
    chainId,
    named: computed(() => query.value.chains ?? []),
    hubOnly,
    rows,
    searching,
    error,
    hasMore: computed(() => cursor.value !== undefined),
    more: () => {
      const from = cursor.value
      if (from === undefined || isReadingMore || searching.value || error.value) return
      isReadingMore = true
      void readMore(from, latest)
    },
    setText: (next) => {
      text.value = next
    },
    setChain: (next) =>
      batch(() => {
        if (query.value.chains !== undefined) text.value = query.value.q
        chainId.value = next
      }),
    setHubOnly: (only) => {
      hubOnly.value = only
    },
    retry: () => {
      error.value = undefined
      round.value += 1
      void catalog.load()
    },
    dispose: () => {
      latest += 1
      cancel?.()
      off()
    },
  }
}
