import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTokenId, toTokenId } from '@/src/domain/token/read-token-id'
import { ARBITRUM, BASE, type ServiceHarness, SOLANA, startServiceHarness } from './service-harness'

let harness: ServiceHarness

beforeAll(async () => {
  harness = await startServiceHarness()
})
afterAll(() => harness?.stop())

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const chainsOf = (tokens: readonly { chainId: number }[]) =>
  [...new Set(tokens.map(({ chainId }) => chainId))].sort((a, b) => a - b)

describe('tokens', () => {
  it('given no filter, then the catalog holds every token, and each has an identifier', async () => {
    const { client, info } = harness
    const { data } = await client.tokens.list()
    expect(data).toHaveLength(info.tokens.length)
    expect(chainsOf(data)).toEqual([BASE, ARBITRUM, SOLANA])
    for (const token of data) {
      const read = parseTokenId(toTokenId(token))
      expect(read).toMatchObject({ ok: true })
    }
  })

  it('given small pages, then a walk gives the same catalog', async () => {
    const { client } = harness
    const { data, cursor } = await client.tokens.list({ limit: 3 })
    expect(data).toHaveLength(3)
    const second = await client.tokens.list({ limit: 3, cursor })
    expect(second.data).toHaveLength(3)
    const walked = await collect(client.tokens.all({ limit: 3 }))
    expect(walked).toEqual((await client.tokens.list()).data)
    expect(await collect(client.tokens.all())).toEqual(walked)
  })

  it('given chains that are only paid from, then their tokens, and in no other list', async () => {
    const { client } = harness
    const { foreign, unchecked } = await client.chains.all()
    expect(unchecked).toEqual(['Sui'])
    const [bitcoin] = foreign
    if (!bitcoin) throw new Error('no such chain')
    const found = await client.tokens.foreign([bitcoin.id])
    expect(found.map(({ chainId }) => chainId)).toContain(bitcoin.id)
    expect(chainsOf((await client.tokens.list()).data)).not.toContain(bitcoin.id)
  })

  it('given a text and chains, then only what fits', async () => {
    const { client } = harness
    const { data } = await client.tokens.list({ q: 'usdc', chainIds: [ARBITRUM] })
    expect(chainsOf(data)).toEqual([ARBITRUM])
    expect(data.some(({ symbol }) => symbol === 'USDC')).toBe(true)
  })

  it('given a search, then what fits best, on the chains asked for', async () => {
    const { client } = harness
    const everywhere = await client.tokens.search('usdc')
    expect(chainsOf(everywhere)).toEqual([BASE, ARBITRUM, SOLANA])
    const scoped = await client.tokens.search('usdc', { chainIds: [BASE, SOLANA] })
    expect(chainsOf(scoped)).toEqual([BASE, SOLANA])
    expect(await client.tokens.search('zzzz-nothing')).toEqual([])
  })

  it('given the curated ones, then no risky token is among them, on the chains asked for', async () => {
    const { client } = harness
    const top = await client.tokens.top()
    expect(top.some(({ extensions }) => extensions?.isRiskToken)).toBe(false)
    expect(chainsOf(await client.tokens.top({ chainIds: [SOLANA] }))).toEqual([SOLANA])
  })

  it('given an address, then what it holds on the chains asked for, of its own family', async () => {
    const { client, author, wallet, info } = harness
    const held = await client.tokens.balances(author)
    expect(chainsOf(held)).toEqual([BASE, ARBITRUM])
    const usdc = held.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === BASE)
    const balance = await wallet.balanceOf(wallet.token(BASE, 'USDC'))
    expect(usdc?.extensions?.balance).toBe(String(balance))
    expect(chainsOf(await client.tokens.balances(author, { chainIds: [BASE] }))).toEqual([BASE])
    const solana = await client.tokens.balances(info.accounts.solana?.address ?? '')
    expect(chainsOf(solana)).toEqual([SOLANA])
  })

  it('given an address that is none, then the validation error', async () => {
    await expect(harness.client.tokens.balances('nobody')).rejects.toMatchObject({
      name: 'ApiValidationError',
      details: { status: 400 },
    })
  })

  it('given words, then what they may mean', async () => {
    const { client } = harness
    const { data } = await client.tokens.autocomplete('swap 50 usdc to eth on base')
    expect(data.length).toBeGreaterThan(0)
    expect(data[0]).toMatchObject({ chain: { id: expect.any(Number) } })
    const few = await client.tokens.autocomplete('usdc', { limit: 1, chainIds: [ARBITRUM] })
    expect(few.data).toHaveLength(1)
    expect(few.data[0]?.token.chainId).toBe(ARBITRUM)
    const partial = await client.tokens.autocomplete('swap 50 usdc')
    expect(partial.nextSlots.length).toBeGreaterThan(0)
  })

  it('given a limit above the largest, then the validation error', async () => {
    const asked = harness.client.tokens.autocomplete('usdc', { limit: 21 })
    await expect(asked).rejects.toMatchObject({ name: 'ApiValidationError' })
    const page = harness.client.tokens.list({ limit: 2001 })
    await expect(page).rejects.toMatchObject({ name: 'ApiValidationError' })
  })

  it('given nothing, then prompts to begin with', async () => {
    const prompts = await harness.client.tokens.suggestions()
    expect(prompts.length).toBeGreaterThan(0)
    expect(prompts.every((prompt) => prompt !== '')).toBe(true)
  })
})

describe('chains', () => {
  it('given the live list, then every chain of the sandbox with its endpoint', async () => {
    const { client, info } = harness
    const chains = await client.chains.list()
    expect(chains.map(({ id, type }) => ({ id, type }))).toEqual(
      info.chains.map(({ id, type }) => ({ id, type })),
    )
    const second = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/8453$/)
    expect(chains[0]?.rpcUrls?.default.http).toEqual([info.chains[0]?.rpcUrl, second])
  })

  it('given any chain, known or not, then there is an icon', async () => {
    const { client } = harness
    for (const chainId of [BASE, 999_999]) {
      const icon = await client.chains.icon(chainId)
      expect(icon.type).toMatch(/^image\//)
      expect(icon.bytes.length).toBeGreaterThan(0)
    }
    const response = await fetch(client.chains.iconUrl(BASE))
    expect(response.status).toBe(200)
  })
})

describe('the hub', () => {
  it('given its configuration, then contracts by name and reserves by chain', async () => {
    const { client } = harness
    const config = await client.hub.config()
    expect(config.chainId).toBe(BASE)
    expect(config.contract).toMatchObject({
      deposit: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      assetReserves: { '0x2105': expect.any(String) },
    })
  })

  it('given vaults and share tokens, then shares stand for tokens of other chains', async () => {
    const { client } = harness
    const [vault] = await client.hub.vaults()
    const shares = await client.hub.mTokens()
    expect(vault?.decimals).toBe(6)
    expect(shares.map(({ extensions }) => extensions?.spokeToken?.chainId)).toEqual([
      BASE,
      ARBITRUM,
    ])
  })

  it('given other paths, then those are asked', async () => {
    const hubPaths = { vaults: '/v2/vaults' }
    const { hub } = harness.createClient({ hubPaths })
    await expect(hub.vaults()).rejects.toMatchObject({
      code: 'SVC3001',
      details: { status: 404, body: '404 Not Found' },
    })
    expect(await hub.config()).toMatchObject({ chainId: BASE })
  })
})
