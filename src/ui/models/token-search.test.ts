import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import type { Token } from '@/src/contract/service/token'
import { AppError } from '@/src/domain/error'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, usdcBase } from '@/test/support/ui/fixture-data'
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

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

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
