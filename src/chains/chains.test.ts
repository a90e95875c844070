import { describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import { createChains, type ReadableChain } from './chains'
import type { FetchLike } from './json-rpc'

const evm = (id: number, ...http: string[]): ReadableChain => ({
  id,
  type: 'eip155',
  rpcUrls: { default: { http } },
})
const solana: ReadableChain = {
  id: 20_011_000_000,
  type: 'solana',
  rpcUrls: { default: { http: ['https://sol.example/'] } },
}

/** Every node answers for one chain, with 0x10 to every other question. */
function setUp(chains: ReadableChain[], overrides: Record<string, string> = {}, served = 1) {
  const urls: string[] = []
  const fetch: FetchLike = async (url, init) => {
    urls.push(url)
    const { method } = JSON.parse(String(init.body)) as { method: string }
    if (method === 'getBalance')
      return Response.json({ result: { context: { slot: 1 }, value: 7 } })
    if (method === 'getMinimumBalanceForRentExemption') return Response.json({ result: 100 })
    if (method === 'eth_getCode') return Response.json({ result: '0x' })
    return Response.json({ result: method === 'eth_chainId' ? `0x${served.toString(16)}` : '0x10' })
  }
  const table = { chains, overrides }
  const all = createChains({
    chains: () => table.chains,
    overrides: () => table.overrides,
    fetch,
    timeoutMs: 1_000,
  })
  return { all, urls, table }
}

const codeOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
  return 'none'
}

const native = `0x${'0'.repeat(40)}`
const owner = `0x${'1'.repeat(40)}`

describe('createChains', () => {
  it('given a chain of the service, then its address is read', async () => {
    const { all, urls } = setUp([evm(1, 'https://one.example/')])
    expect(await all.evm(1).balance(owner)).toBe(16n)
    expect(new Set(urls)).toEqual(new Set(['https://one.example/']))
  })

  it("given an address of the person's own, then only that is read", async () => {
    const { all, urls } = setUp([evm(1, 'https://one.example/')], { 1: 'https://own.example/' })
    await all.evm(1).balance(owner)
    expect(new Set(urls)).toEqual(new Set(['https://own.example/']))
  })

  it("given an empty address of the person's own, then it does not count", async () => {
    const { all, urls } = setUp([evm(1, 'https://one.example/')], { 1: '' })
    await all.evm(1).balance(owner)
    expect(new Set(urls)).toEqual(new Set(['https://one.example/']))
  })

  it('given a change of addresses, then a new reader; given none, the same', () => {
    const { all, table } = setUp([evm(1, 'https://one.example/')])
    const before = all.evm(1)
    expect(all.evm(1)).toBe(before)
    table.overrides = { 1: 'https://own.example/' }
    expect(all.evm(1)).not.toBe(before)
  })

  it('given a chain that is not known, has no address, or is of another family, then none', () => {
    const { all } = setUp([evm(1), solana, { id: 5, type: 'bip122' }])
    for (const run of [
      () => all.evm(2),
      () => all.evm(1),
      () => all.evm(solana.id),
      () => all.evm(5),
    ]) {
      expect(codeOf(run)).toBe('chain/no-rpc')
    }
    expect(codeOf(() => all.solana(1))).toBe('chain/no-rpc')
  })

  it('given either family, then balances and reserves', async () => {
    const { all } = setUp([evm(1, 'https://one.example/'), solana])
    expect(await all.tokenBalance(1, native, owner)).toBe(16n)
    expect(await all.reserve(1)).toBe(2n * 16n * 500_000n)
    expect(await all.tokenBalance(solana.id, '1'.repeat(32), 'x')).toBe(7n)
    expect(await all.reserve(solana.id)).toBe(20_200n)
  })

  it('given no fetch and no time of its own, then readers are made all the same', () => {
    const all = createChains({
      chains: () => [evm(1, 'https://one.example/')],
      overrides: () => ({}),
    })
    expect(all.evm(1).chainId).toBe(1)
  })
})

/** As `KNOWN_CHAINS` has it. */
const shippedForBase = 'https://mainnet.base.org'
const base = 8453

/** Which address the second node of a chain has; `none` where there is no second node. */
async function witnessUrl(chain: ReadableChain, overrides: Record<string, string> = {}) {
  const { all, urls } = setUp([chain], overrides, chain.id)
  await all.witness(chain.id)?.balance(owner)
  expect(new Set(urls).size).toBeLessThan(2)
  return urls[0] ?? 'none'
}

describe('the second node of a chain', () => {
  it.each([
    [
      'one address of the service, then the address that is shipped',
      ['https://one.example/'],
      shippedForBase,
    ],
    [
      'several addresses of the service, then the shipped one goes before its second',
      ['https://one.example/', 'https://two.example/'],
      shippedForBase,
    ],
    [
      'the shipped address as the first, then the next of another host',
      [`${shippedForBase}/`, `${shippedForBase}/again`, 'https://two.example/'],
      'https://two.example/',
    ],
    ['the shipped address alone, then none', [shippedForBase], 'none'],
    [
      'nodes on this machine alone, then the one at another port, never the shipped one',
      ['http://127.0.0.1:1/', 'http://127.0.0.1:1/again', 'http://127.0.0.1:2/'],
      'http://127.0.0.1:2/',
    ],
    ['one node on this machine, then none', ['http://localhost:1/'], 'none'],
    [
      'a node on this machine before one elsewhere, then the shipped one: such a chain is no private one',
      ['http://127.0.0.1:1/', 'https://two.example/'],
      shippedForBase,
    ],
    ['no address, then none', [], 'none'],
  ])('given %s', async (_, http, expected) => {
    expect(await witnessUrl(evm(base, ...http))).toBe(expected)
  })

  it('given a chain that is not shipped, then the second host that is listed', async () => {
    const urls = ['https://one.example/', 'https://one.example/b', 'https://one.example:8443/']
    expect(await witnessUrl(evm(1234, ...urls))).toBe('https://one.example:8443/')
    expect(await witnessUrl(evm(1234, 'https://one.example/'))).toBe('none')
    expect(await witnessUrl(evm(4_278_608, ...urls))).toBe('https://one.example:8443/')
  })

  it("given an address of the person's own, then none: that one is believed alone", async () => {
    const chain = evm(base, 'https://one.example/', 'https://two.example/')
    expect(await witnessUrl(chain, { [base]: 'https://own.example/' })).toBe('none')
    expect(await witnessUrl(chain, { [base]: '' })).toBe(shippedForBase)
    expect(await witnessUrl(chain, { 1: 'https://own.example/' })).toBe(shippedForBase)
  })

  it('given it is asked for again, then the same, and another once the addresses change', () => {
    const { all, table } = setUp([evm(base, `${shippedForBase}/`, 'https://two.example/')])
    const before = all.witness(base)
    expect(all.witness(base)).toBe(before)
    expect(all.evm(base)).not.toBe(before)
    table.chains = [evm(base, 'https://one.example/')]
    expect(all.witness(base)).not.toBe(before)
  })

  it('given a chain that is not known, then none; of another family, then no node', () => {
    const { all } = setUp([
      { ...solana, rpcUrls: { default: { http: ['https://a.example/', 'https://b.example/'] } } },
    ])
    expect(all.witness(2)).toBeUndefined()
    expect(codeOf(() => all.witness(solana.id))).toBe('chain/no-rpc')
  })

  it('given nodes on this machine, then nothing goes anywhere else, whatever is read', async () => {
    const local = ['http://127.0.0.1:1/', 'http://[::1]:2/', 'http://localhost:3/']
    const { all, urls } = setUp([evm(base, ...local)], {}, base)
    await all.evm(base).balance(owner)
    await all.witness(base)?.balance(owner)
    await all.tokenBalance(base, native, owner)
    await all.reserve(base)
    expect(new Set(urls)).toEqual(new Set(local.slice(0, 2)))
  })
})

describe('the operators of a chain', () => {
  const voices = (all: ReturnType<typeof createChains>, chainId: number) =>
    all.operators(chainId).map(({ name, own }) => ({ name, own }))
  const make = (options: Partial<Parameters<typeof createChains>[0]> = {}) => {
    const urls: string[] = []
    const fetch: FetchLike = async (url, init) => {
      urls.push(url)
      const { method } = JSON.parse(String(init.body)) as { method: string }
      const result = { eth_chainId: '0x2105', getGenesisHash: 'another' }[method]
      return Response.json({ result: result ?? '0x10' })
    }
    const listed = [evm(base, 'https://listed.example/')]
    const all = createChains({ chains: () => listed, overrides: () => ({}), fetch, ...options })
    return { all, urls }
  }

  it('given a store build, then those that are shipped, never what the service lists', async () => {
    const { all, urls } = make()
    const names = voices(all, base)
    expect(names.length).toBeGreaterThan(1)
    expect(names[0]).toEqual({ name: 'Base', own: false })
    for (const { reader } of all.operators(base)) await reader.balance(owner)
    expect(urls).not.toContain('https://listed.example/')
    expect(new Set(urls).size).toBe(names.length)
    expect(all.rhythm(base).quiet).toBeUndefined()
  })

  it('given an address is to be tried, then it alone is asked, and for its chain first', async () => {
    const { all, urls } = make()
    const url = 'https://mine.example/'
    await expect(all.headAt(10, url)).rejects.toMatchObject({ code: 'chain/no-rpc' })
    await expect(all.headAt(base, url)).rejects.toMatchObject({ code: 'chain/bad-answer' })
    expect(new Set(urls)).toEqual(new Set([url]))
  })

  it('given a chain that the service lists no more, then its operators are asked all the same', () => {
    const { all } = make({ chains: () => [] })
    expect(voices(all, base).length).toBeGreaterThan(1)
    expect(all.solanaOperators(solana.id).length).toBeGreaterThan(1)
  })

  it("given the person's own node, then it alone", async () => {
    const { all, urls } = make({ overrides: () => ({ [base]: 'https://own.example/x' }) })
    expect(voices(all, base)).toEqual([{ name: 'own.example', own: true }])
    await all.operators(base)[0]?.reader.balance(owner)
    expect(new Set(urls)).toEqual(new Set(['https://own.example/x']))
  })

  it('given a build for this machine, then its nodes by their names and no shipped one', () => {
    const nodes = [
      { chainId: base, name: 'first', url: 'http://127.0.0.1:1/' },
      { chainId: base, name: 'second', url: 'http://127.0.0.1:2/' },
      { chainId: solana.id, name: 'first', url: 'http://127.0.0.1:3/' },
    ]
    const { all } = make({ nodes })
    expect(voices(all, base).map(({ name }) => name)).toEqual(['first', 'second'])
    expect(all.solanaOperators(solana.id).map(({ name }) => name)).toEqual(['first'])
    expect(voices(all, 10)).toEqual([])
    expect(all.rhythm(base).quiet).toBe(true)
    expect(all.rhythm(solana.id).quiet).toBeUndefined()
  })

  it('given a chain of the other family, or none that is known, then nobody', () => {
    const { all } = make()
    expect(all.operators(solana.id)).toEqual([])
    expect(all.solanaOperators(base)).toEqual([])
    expect(all.operators(1_234_567)).toEqual([])
  })

  it('given it is asked for again, then the same readers', () => {
    const { all } = make()
    expect(all.operators(base)[0]?.reader).toBe(all.operators(base)[0]?.reader)
    expect(all.operators(base)[0]?.reader).not.toBe(all.operators(base)[1]?.reader)
  })

  it('given a node that serves another chain, then it is asked nothing else', async () => {
    const { all, urls } = make()
    const [op] = all.operators(10)
    await expect(op?.reader.balance(owner)).rejects.toMatchObject({ code: 'chain/bad-answer' })
    const [sol] = all.solanaOperators(solana.id)
    await expect(sol?.reader.balance('x')).rejects.toMatchObject({ code: 'chain/bad-answer' })
    expect(urls).toHaveLength(2)
  })
})
