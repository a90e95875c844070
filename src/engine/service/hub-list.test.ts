import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import type { CallOptions, Http } from '@/src/service/http'
import { createHub, DEFAULT_HUB_PATHS } from '@/src/service/hub'
import { createDatabase } from '@/src/store/open'
import type { Engine } from '../engine'
import { readHub } from './hub-list'

const address = (digit: string) => `0x${digit.repeat(40)}`
const usdc = { chainId: 8453, address: address('1'), name: 'USD Coin', symbol: 'USDC', decimals: 6 }
const far = { ...usdc, chainId: 42161, address: address('2'), symbol: 'USDT' }
const share = { ...usdc, address: address('7'), name: 'Hub USD', symbol: 'mUSDC' }
const config = {
  chainId: 8453,
  contract: { deposit: address('a'), assetReserves: { '0xa4b1': address('b'), odd: address('c') } },
}
const vault = {
  symbol: 'cvUSD',
  name: 'Vault',
  vault: address('8'),
  teller: address('a'),
  assets: [],
  decimals: 6,
}
const shares = [
  { ...share, extensions: { spokeToken: usdc } },
  { ...share, extensions: { spokeToken: far } },
]
const honest = { config, vaults: [vault], mTokens: shares }

let count = 0

/** A service that answers with these bodies; what is missing fails. */
function setUp(given: Record<string, unknown>) {
  count += 1
  const bodies = { ...given }
  const asked: string[] = []
  let now = 1_800_000_000_000
  const http = {
    call: async (
      request: { path: string },
      schema: z.core.$ZodType,
      _: string,
      __?: CallOptions,
    ) => {
      asked.push(request.path)
      const name = Object.entries(DEFAULT_HUB_PATHS).find(([, path]) => path === request.path)?.[0]
      const body = bodies[name ?? '']
      if (body === undefined) throw new Error('away')
      return z.parse(schema, body)
    },
  } as unknown as Http
  const engine = {
    db: createDatabase(`hub-${count}`),
    now: () => now,
    settings: async () => ({ serviceUrl: 'https://service.test' }),
    service: async () => ({ hub: createHub(http, DEFAULT_HUB_PATHS) }),
    report: () => undefined,
  } as unknown as Engine
  const later = (ms: number) => {
    now += ms
  }
  return { engine, bodies, asked, later }
}

describe('the hub as the service tells it', () => {
  it('gives each share once, with what it stands for, and vaults on the chain of the hub', async () => {
    const records = await readHub(setUp(honest).engine)
    expect(records).toMatchObject({ chainId: 8453, stale: false })
    expect(records.tokens.map(({ kind, token, stands }) => [kind, token.symbol, stands])).toEqual([
      ['share', 'mUSDC', ['USDC', 'USDT']],
      ['vault', 'cvUSD', []],
    ])
    expect(records.contracts).toEqual([
      { chainId: 8453, name: 'deposit', address: address('a') },
      { chainId: 42161, name: 'assetReserves', address: address('b') },
    ])
  })

  it('names its reserve on Solana, each address on a chain of its family alone', async () => {
    const reserve = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
    const solana = `0x${SOLANA_CHAIN_ID.toString(16)}`
    const reserves = { [solana]: reserve, '0x1': reserve, '0x2105': address('b') }
    const contract = { assetReserves: reserves, other: { [solana]: address('a') } }
    const answer = { ...config, contract }
    const records = await readHub(setUp({ ...honest, config: answer }).engine)
    expect(records.contracts).toEqual([
      { chainId: SOLANA_CHAIN_ID, name: 'assetReserves', address: reserve },
      { chainId: 8453, name: 'assetReserves', address: address('b') },
    ])
  })

  it('is asked for once an hour', async () => {
    const { engine, asked, later } = setUp(honest)
    await readHub(engine)
    await readHub(engine)
    expect(asked).toHaveLength(3)
    later(3_600_001)
    await readHub(engine)
    expect(asked).toHaveLength(6)
  })

  it('given a part that fails, gives the others, and asks again the next time', async () => {
    const { engine, bodies, asked } = setUp({ config, mTokens: shares })
    const records = await readHub(engine)
    expect(records).toMatchObject({ stale: true, chainId: 8453 })
    expect(records.tokens).toHaveLength(1)
    bodies.vaults = [vault]
    expect((await readHub(engine)).tokens).toHaveLength(2)
    expect(asked).toHaveLength(6)
  })

  it('given it is away, gives what was told last; with nothing told yet, fails', async () => {
    const { engine, bodies, later } = setUp(honest)
    const first = await readHub(engine)
    later(3_600_001)
    delete bodies.config
    expect(await readHub(engine)).toEqual({ ...first, stale: true })
    await expect(readHub(setUp({}).engine)).rejects.toThrow('away')
  })

  it('given thousands of records, keeps a bounded part', async () => {
    const many = Array.from({ length: 5_000 }, (_, place) => ({
      ...share,
      address: `0x${place.toString(16).padStart(40, '0')}`,
    }))
    const contract = Object.fromEntries(many.map((each, place) => [`c${place}`, each.address]))
    const { tokens, contracts } = await readHub(
      setUp({ config: { chainId: 8453, contract }, vaults: [vault], mTokens: many }).engine,
    )
    expect([tokens.length, contracts.length]).toEqual([200, 64])
  })

  it('given a vault for tests, a hub on Solana, or a share that is no token, leaves it out', async () => {
    const odd = { ...share, address: 'nothing' }
    const tests = await readHub(
      setUp({ config, vaults: [{ ...vault, testnet: true }], mTokens: [odd] }).engine,
    )
    expect(tests.tokens).toEqual([])
    const solana = { ...config, chainId: 20_011_000_000 }
    const abroad = await readHub(setUp({ config: solana, vaults: [vault], mTokens: [] }).engine)
    expect(abroad).toEqual({ contracts: [], tokens: [], stale: false })
  })
})
