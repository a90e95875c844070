import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Token } from '@/src/contract/service/token'
import { toWireError, type WireError } from '@/src/domain/error'
import { tokenKey } from '@/src/domain/token-id'
import { toFiatValue } from '../format/fiat'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import { skeletonOf } from '../format/skeleton'
import type { Backend, Clock } from './backend'
import type { Balances } from './balances'
import type { Catalog } from './catalog'
import type { Hub } from './hub'

const TYPING_MS = 300
/** Tokens of the first page, and of those that are asked for as the list is scrolled. */
const FIRST_PAGE = 100
const PAGE = 500

export type TokenRow = { token: Token; balance?: bigint | undefined; value?: bigint | undefined }

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

/** How well a token answers a text, 0 the best; undefined where it does not. */
function matchOf(token: Token, text: string): number | undefined {
  const wanted = text.toLowerCase()
  const symbol = token.symbol.toLowerCase()
  if (symbol === wanted || token.address.toLowerCase() === wanted) return 0
  if (symbol.startsWith(wanted)) return 1
  const named = symbol.includes(wanted) || token.name.toLowerCase().includes(wanted)
  return named || skeletonOf(token.symbol) === skeletonOf(text) ? 2 : undefined
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
  chainId?: number | undefined
}): TokenSearch {
  const { backend, clock, catalog, balances, accounts, hub, added = () => [] } = options
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

  function rankOf(token: Token): number | undefined {
    const { whole, q, chains } = query.value
    const match = matchOf(token, whole)
    return match === undefined && chains?.includes(token.chainId) ? matchOf(token, q) : match
  }

  const rows = computed<TokenRow[]>(() => {
    const { q: wanted, chains } = query.value
    const onChain = (token: Token) => chainId.value === undefined || token.chainId === chainId.value
    const fits = (token: Token) => wanted === '' || rankOf(token) !== undefined
    const held = accounts().flatMap((account) => balances.held(account))
    const known = [...held, ...catalog.top.value, ...added()].filter(fits)
    // What was found for another text stands under this one only where it matches it as well: Enter
    // takes the first row.
    const asked = found.value.for === wanted && chains === undefined
    const others = found.value.tokens.filter((token) => asked || fits(token))
    const own = (hub?.tokens.value ?? []).map(({ token }) => token)
    // Not among what is offered unasked: they are looked up.
    const shares = hubOnly.value || wanted !== '' ? own.filter(fits) : []
    const listed = hubOnly.value ? shares : [...known, ...others, ...shares]
    const unique = new Map<string, Token>()
    for (const token of listed.filter(onChain)) {
      if (!unique.has(tokenKey(token))) unique.set(tokenKey(token), token)
    }
    // An exact symbol outranks what is held: Enter takes the first row. What is risky, wrongly
    // described, or imitates another, crowds out nothing, whoever sent it uninvited.
    const ranked = [...unique.values()].map((token) => ({
      row: toRow(token),
      rank:
        (wanted === '' ? 0 : (rankOf(token) ?? 2)) +
        (token.extensions?.isRiskToken ? 3 : 0) +
        (isFlawed.value(token) ? 3 : 0),
    }))
    const weight = ({ balance = 0n, value = 0n }: TokenRow) => (balance === 0n ? -1n : value)
    ranked.sort((a, b) => {
      const [left, right] = [weight(a.row), weight(b.row)]
      return a.rank - b.rank || (left < right ? 1 : left > right ? -1 : 0)
    })
    return ranked.map(({ row }) => row)
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
