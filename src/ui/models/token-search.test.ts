import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import type { Token } from '@/src/contract/service/token'
import { AppError } from '@/src/domain/error'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account, usdcBase } from '@/test/support/ui/fixture-data'
import type { Clock } from './backend'
import { createBalances } from './balances'
import { createCatalog } from './catalog'
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
  const open: { q: string; answer(tokens: Token[]): void; fail(): void }[] = []
  backend.call = ((name, input) => {
    if (name === 'listTokens') return Promise.resolve({ data: [] })
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
  const search = createTokenSearch({
    backend,
    clock,
    catalog: createCatalog({ backend }),
    balances,
    accounts: () => accounts.value,
  })
  const symbols = () => search.rows.value.map((row) => row.token.symbol)
  const latest = () => open.at(-1)
  return { search, symbols, latest, balances }
}

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
