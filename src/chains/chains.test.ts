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

/** Every node answers for chain 1, with 0x10 to every other question. */
function setUp(chains: ReadableChain[], overrides: Record<string, string> = {}, known?: string[]) {
  const urls: string[] = []
  const fetch: FetchLike = async (url, init) => {
    urls.push(url)
    const { method } = JSON.parse(String(init.body)) as { method: string }
    if (method === 'getBalance')
      return Response.json({ result: { context: { slot: 1 }, value: 7 } })
    if (method === 'getMinimumBalanceForRentExemption') return Response.json({ result: 100 })
    if (method === 'eth_getCode') return Response.json({ result: '0x' })
    return Response.json({ result: method === 'eth_chainId' ? '0x1' : '0x10' })
  }
  const table = { chains, overrides }
  const all = createChains({
    chains: () => table.chains,
    overrides: () => table.overrides,
    ...(known === undefined ? {} : { known: () => known }),
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

  it("given addresses that are known beside the service's, then those come first", async () => {
    const { all, urls } = setUp([evm(1, 'https://one.example/')], {}, ['https://known.example/'])
    await all.evm(1).balance(owner)
    expect(new Set(urls)).toEqual(new Set(['https://known.example/']))
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
