import { signal } from '@preact/signals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Token } from '@/src/contract/service/token'
import { AppError } from '@/src/domain/error'
import { tokenKey } from '@/src/domain/token/token-id'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, usdcBase } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import { toFiatValue } from '../format/fiat'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import { skeletonOf } from '../format/skeleton'
import type { Clock } from './backend'
import { createBalances } from './balances'
import { createCatalog } from './catalog'
import { createHub } from './hub'
import { createTokenSearch } from './token-search'

const named = (symbol: string, digit: string): Token => ({
  ...usdcBase,
  symbol,
  name: symbol,
  address: `0x${digit.repeat(40)}`,
  extensions: {},
})

/** A search whose answers are given by hand, and whose pause for typing is over at once. */
function setUp(accounts = signal<string[]>([])) {
  const backend = createFixtureBackend({ now: () => 0, orders: {} })
  const { call } = backend
  const holdings: Token[] = []
  const pages: Record<number, { data: Token[]; cursor?: number }> = {}
  const open: { q: string; answer(tokens: Token[]): void; fail(): void }[] = []
  backend.call = ((name, input) => {
    if (name === 'listTokens') {
      const { cursor = 0 } = input as { cursor?: number }
      return Promise.resolve((pages[cursor] ?? { data: [] }) as never)
    }
    if (name === 'readBalances' && holdings.length > 0) {
      return Promise.resolve({ tokens: holdings } as never)
    }
    if (name !== 'searchTokens') return call(name, input)
    return new Promise<never>((resolve, reject) =>
      open.push({
        q: (input as { q: string }).q,
        answer: (found) => resolve({ tokens: found } as never),
        fail: () => reject(new AppError('service/timeout')),
      }),
    )
  }) as typeof call
  const clock: Clock = {
    now: () => 0,
    after: (_ms, run) => {
      run()
      return () => undefined
    },
  }
  const balances = createBalances({ backend })
  const catalog = createCatalog({ backend })
  const hub = createHub({ backend })
  const search = createTokenSearch({
    backend,
    clock,
    catalog,
    balances,
    accounts: () => accounts.value,
    hub,
  })
  const symbols = () => search.rows.value.map((row) => row.token.symbol)
  const latest = () => open.at(-1)
  const hold = (token: Token, balance: string) =>
    holdings.push({ ...token, extensions: { ...token.extensions, balance } })
  return { backend, hub, search, symbols, latest, balances, catalog, hold, pages }
}

describe('the list of all tokens', () => {
  it('is read to its end whichever way the service’s cursors go, and not round and round', async () => {
    const { search, symbols, pages } = setUp()
    pages[0] = { data: [named('AAA', '1')], cursor: 90 }
    pages[90] = { data: [named('BBB', '2')], cursor: 80 }
    pages[80] = { data: [named('CCC', '3')], cursor: 90 }
    search.retry()
    await settled()
    for (let page = 0; page < 4; page += 1) {
      search.more()
      await settled()
    }
    expect(symbols()).toEqual(expect.arrayContaining(['AAA', 'BBB', 'CCC']))
    expect(search.hasMore.value).toBe(false)
  })
})

describe('what was found for another text', () => {
  it('given it does not match the new text, then it is not listed while that one is asked', async () => {
    const { search, symbols, latest } = setUp()
    search.setText('pepe')
    latest()?.answer([named('PEPE', '1'), named('PEPPER', '2')])
    await settled()
    search.setText('pepp')
    expect(symbols()).toEqual(['PEPPER'])
    search.setText('doge')
    expect(symbols()).toEqual([])
  })

  it('given the service found by more than the name, then it stays for its own text', async () => {
    const { search, symbols, latest } = setUp()
    search.setText('frog coin')
    latest()?.answer([named('PEPE', '1')])
    await settled()
    expect(symbols()).toEqual(['PEPE'])
  })
})

describe('a search that failed', () => {
  it('says so, and the next one begins without its error', async () => {
    const { search, symbols, latest } = setUp()
    search.setText('pepe')
    latest()?.answer([named('PEPE', '1')])
    await settled()
    search.setText('doge')
    latest()?.fail()
    await settled()
    expect(search.error.value?.code).toBe('service/timeout')
    expect(symbols()).toEqual([])
    search.setText('doges')
    expect(search.error.value).toBeUndefined()
  })
})

describe('a wallet that connects while somebody types', () => {
  it('adds what it holds, and leaves the text', async () => {
    const accounts = signal<string[]>([])
    const { search, symbols, balances } = setUp(accounts)
    await balances.load(account)
    search.setText('usdc')
    expect(symbols()).toEqual([])
    accounts.value = [account]
    expect(symbols()).toContain('USDC')
    expect(search.text.value).toBe('usdc')
  })
})

describe('the order of what matches', () => {
  const [held, other] = [named('USDC', '1'), named('USDT', '2')]
  const risk = { ...named('USDT', '3'), extensions: { isRiskToken: true, balance: '900' } }

  async function search(text: string, found: Token[], balance: Record<string, string> = {}) {
    const setup = setUp(signal([account]))
    for (const token of found) {
      const amount = balance[token.address]
      if (amount !== undefined) setup.hold(token, amount)
    }
    await setup.balances.load(account)
    setup.search.setText(text)
    setup.latest()?.answer(found)
    await settled()
    return setup.search.rows.value.map((row) => row.token)
  }

  it('puts an exact symbol before what is only held', async () => {
    const usdcNamed = { ...held, name: 'Bridged usdt to USDC' }
    const rows = await search('usdt', [usdcNamed, other], { [held.address]: '5000000' })
    expect(rows[0]).toEqual(other)
  })

  it('puts a beginning before a name, and inside each what is held first', async () => {
    const inName = { ...named('ABC', '4'), name: 'The pep coin' }
    const [pepe, pepper] = [named('PEPE', '5'), named('PEPPER', '6')]
    const rows = await search('pep', [inName, pepe, pepper], {
      [inName.address]: '1',
      [pepper.address]: '1',
    })
    expect(rows.map(({ symbol }) => symbol)).toEqual(['PEPPER', 'PEPE', 'ABC'])
  })

  it('puts what is risky last, held or not', async () => {
    const rows = await search('usdt', [risk, other], { [risk.address]: '900' })
    expect(rows).toEqual([other, risk])
  })

  it('finds a token together with its chain', async () => {
    const setup = setUp()
    await setup.catalog.load()
    setup.search.setText('usdc arb')
    expect(setup.search.rows.value.map((row) => row.token.chainId)).toEqual([42161])
    expect(setup.latest()?.q).toBe('usdc')
  })

  it.each([undefined, 8453])(
    'given chain %s is chosen then, looks there, and no longer where the text said',
    async (chain) => {
      const setup = setUp()
      await setup.catalog.load()
      setup.search.setText('usdc arb')
      setup.search.setChain(chain)
      expect([setup.search.text.value, setup.search.named.value]).toEqual(['usdc', []])
      const found = setup.search.rows.value.map((row) => row.token.chainId)
      expect(found).toContain(8453)
      expect(found.includes(42161)).toBe(chain === undefined)
      setup.search.setText('usdc')
      setup.search.setChain(42161)
      expect(setup.search.text.value).toBe('usdc')
    },
  )
})

describe('the tokens of the hub', () => {
  it('are found by name, and stand in no list unasked', async () => {
    const setup = setUp()
    await Promise.all([setup.catalog.load(), setup.hub.load()])
    expect(setup.symbols()).not.toContain('mUSDC')
    setup.search.setText('vault')
    expect(setup.symbols()).toEqual(['cvUSD'])
    expect(setup.hub.of({ chainId: 8453, address: `0x${'8'.repeat(40)}` })?.kind).toBe('vault')
  })

  it('are listed alone when they are asked for, on the chain that is chosen', async () => {
    const setup = setUp()
    await Promise.all([setup.catalog.load(), setup.hub.load()])
    setup.search.setHubOnly(true)
    expect(setup.symbols().sort()).toEqual(['USDC', 'cvUSD', 'mUSDC'])
    setup.search.setChain(42161)
    expect(setup.symbols()).toEqual([])
  })

  it('given one with the symbol of a known token, stands behind that', async () => {
    const setup = setUp()
    await Promise.all([setup.catalog.load(), setup.hub.load()])
    setup.search.setText('usdc')
    const rows = setup.search.rows.value
    const fake = rows.findIndex(({ token }) => token.address === `0x${'6'.repeat(40)}`)
    const last = rows.findLastIndex(({ token }) => token.address === usdcBase.address)
    expect(fake).toBeGreaterThan(last)
    expect(last).toBeGreaterThanOrEqual(0)
  })

  it('given the hub is away, hurts nothing else', async () => {
    const setup = setUp()
    const { call } = setup.backend
    setup.backend.call = ((name, input) =>
      name === 'readHub'
        ? Promise.reject(new AppError('service/timeout'))
        : call(name, input)) as typeof call
    await Promise.all([setup.catalog.load(), setup.hub.load()])
    expect(setup.hub.records.value.state).toBe('failed')
    setup.search.setText('usdc')
    expect(setup.symbols()).toContain('USDC')
    expect(setup.search.error.value).toBeUndefined()
  })
})

/** What a list is made from, and what is looked for in it. */
type Lists = {
  held: Token[]
  top: Token[]
  added: Token[]
  found: Token[]
  hub: Token[]
  text: string
  chainId: number | undefined
  hubOnly: boolean
  /** What was found was found for this text. */
  asked: boolean
}

/** The rule in its plainest form: each text in turn, nothing kept, sorted at the end. */
function plainSearch(lists: Lists): string[] {
  const { held, top, added, found, hub, text, chainId, hubOnly, asked } = lists
  const [, name = '', place = ''] = /^(.+)\s+(\S+)$/.exec(text) ?? []
  const isBase = place !== '' && ' base'.includes(` ${place.toLowerCase()}`)
  const matchOf = (token: Token, typed: string): number | undefined => {
    const wanted = typed.toLowerCase()
    const symbol = token.symbol.toLowerCase()
    if (symbol === wanted || token.address.toLowerCase() === wanted) return 0
    if (symbol.startsWith(wanted)) return 1
    if (symbol.includes(wanted) || token.name.toLowerCase().includes(wanted)) return 2
    return skeletonOf(token.symbol) === skeletonOf(typed) ? 2 : undefined
  }
  const rankOf = (token: Token) =>
    matchOf(token, text) ?? (isBase && token.chainId === 8453 ? matchOf(token, name) : undefined)
  const fits = (token: Token) => text === '' || rankOf(token) !== undefined
  const others = found.filter((token) => asked || fits(token))
  const shares = hubOnly || text !== '' ? hub.filter(fits) : []
  const unique = new Map<string, Token>()
  for (const token of hubOnly
    ? shares
    : [...[...held, ...top, ...added].filter(fits), ...others, ...shares]) {
    if (chainId !== undefined && token.chainId !== chainId) continue
    if (!unique.has(tokenKey(token))) unique.set(tokenKey(token), token)
  }
  const balances = new Map(
    held.map((token) => [tokenKey(token), BigInt(token.extensions?.balance ?? 0)]),
  )
  const setBack = (token: Token) =>
    (token.extensions?.isRiskToken ? 3 : 0) +
    (hasWrongDecimals(token) || imitated(token, top) !== undefined ? 3 : 0)
  const weightOf = (token: Token) => {
    const balance = balances.get(tokenKey(token)) ?? 0n
    return balance === 0n ? -1n : (toFiatValue(balance, token) ?? 0n)
  }
  return [...unique.values()]
    .map((token) => ({
      token,
      rank: (text === '' ? 0 : (rankOf(token) ?? 2)) + setBack(token),
      weight: weightOf(token),
    }))
    .sort((a, b) => a.rank - b.rank || (a.weight < b.weight ? 1 : a.weight > b.weight ? -1 : 0))
    .map(({ token }) => nameOf(token))
}

const nameOf = ({ chainId, address, symbol, name }: Token) =>
  `${chainId} ${address} ${symbol} ${name}`

/** Few letters, addresses and chains: they meet, look alike, and name one token twice. */
const someToken = fc
  .record({
    symbol: fc.string({ unit: fc.constantFrom('a', 'A', 'b', '0', 'o', '\u0430'), maxLength: 3 }),
    name: fc.string({ unit: fc.constantFrom('a', 'b', 'O', ' '), maxLength: 4 }),
    digit: fc.constantFrom('1', '2', '3', 'a', 'A'),
    chainId: fc.constantFrom(1, 8453),
    balance: fc.option(fc.constantFrom('0', '1000000', '5000000'), { nil: undefined }),
    usd: fc.option(fc.constantFrom('1', '2'), { nil: undefined }),
    isRiskToken: fc.boolean(),
  })
  .map(
    ({ digit, balance, usd, isRiskToken, ...rest }): Token => ({
      ...usdcBase,
      ...rest,
      address: `0x${digit.repeat(40)}`,
      extensions: {
        ...(balance === undefined ? {} : { balance }),
        ...(usd === undefined ? {} : { price: { usd } }),
        ...(isRiskToken ? { isRiskToken } : {}),
      },
    }),
  )
const someText = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'B', '0', 'o', '\u0430'), maxLength: 3 }),
  fc.constantFrom('a base', 'b ba', 'a b', `0x${'a'.repeat(40)}`, `0X${'1'.repeat(40)}`),
)

describe('a list that is prepared', () => {
  const tokens = (maxLength: number) => fc.array(someToken, { maxLength })
  const lists = fc.record({
    held: tokens(4),
    top: tokens(4),
    added: tokens(2),
    found: tokens(6),
    hub: tokens(3),
  })
  const keys = fc.array(
    fc.record({
      text: someText,
      chainId: fc.constantFrom(undefined, 1, 8453),
      hubOnly: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )

  it('is at each key what looking through it plainly gives', async () => {
    await fc.assert(
      fc.asyncProperty(lists, someText, keys, async (made, first, typed) => {
        const balances = new Map(
          made.held.map((token) => [tokenKey(token), token.extensions?.balance]),
        )
        const backend = createFixtureBackend({ now: () => 0, orders: {} })
        backend.call = ((name: string) =>
          Promise.resolve(
            name === 'listTokens' ? { data: made.found } : { tokens: made.found },
          )) as unknown as typeof backend.call
        const wait = signal(false)
        const search = createTokenSearch({
          backend,
          clock: {
            now: () => 0,
            after(_ms, run) {
              if (!wait.peek()) run()
              return () => undefined
            },
          },
          catalog: {
            ...createCatalog({ backend }),
            chains: signal([{ id: 8453, name: 'Base' }] as never),
            top: signal(made.top),
          },
          balances: {
            ...createBalances({ backend }),
            held: () => made.held,
            of: (token) => {
              const balance = balances.get(tokenKey(token))
              return balance === undefined ? undefined : BigInt(balance)
            },
          },
          hub: { tokens: signal(made.hub.map((token) => ({ token }))) } as never,
          added: () => made.added,
          accounts: () => [account],
        })
        search.setText(first)
        await settled()
        // From here on the service answers nothing: what was found for the first text is narrowed.
        wait.value = true
        const isPlain = !/\s(base|ba|b)$/i.test(first.trim())
        const foundFor = isPlain ? first.trim() : first.trim().replace(/\s+\S+$/, '')
        for (const key of [{ text: first, chainId: undefined, hubOnly: false }, ...typed]) {
          search.setHubOnly(key.hubOnly)
          search.setChain(key.chainId)
          search.setText(key.text)
          const text = key.text.trim()
          const place = /\s(base|ba|b)$/i.test(text)
          const asked = !place && text === foundFor
          const wanted = plainSearch({ ...made, ...key, text, asked })
          expect(search.rows.value.map(({ token }) => nameOf(token))).toEqual(wanted)
        }
        search.dispose()
      }),
    )
  })

  it('has nothing of a token worked out anew at a key', async () => {
    const { search, pages } = setUp()
    const reads: string[] = []
    const watched = (token: Token) =>
      new Proxy(token, {
        get(target, property, receiver) {
          reads.push(String(property))
          return Reflect.get(target, property, receiver)
        },
      })
    pages[0] = { data: [named('AAA', '1'), named('AAB', '2'), named('BBB', '3')].map(watched) }
    search.retry()
    await settled()
    expect(search.rows.value.map(({ token }) => token.symbol)).toContain('BBB')
    expect(reads).toContain('symbol')
    reads.length = 0
    for (const text of ['a', 'aa', 'aab', 'zzz', 'a']) {
      search.setText(text)
      void search.rows.value
    }
    expect(reads).toEqual([])
  })
})
