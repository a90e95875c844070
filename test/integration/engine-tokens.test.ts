import 'fake-indexeddb/auto'
import { encodeAbiParameters } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { SOLANA_CHAIN_ID, SOLANA_REFERENCE } from '@/src/domain/chain/known-chains'
import { shippedOperators } from '@/src/domain/chain/operators'
import { programs } from '@/src/domain/solana/solana-program'
import { METAPLEX, toMetadataAccount } from '@/src/domain/solana/token-account'
import { decodeBase58 } from '@/src/lib/base58'
import { encodeBase64, encodeHex } from '@/src/lib/bytes'
import { author, little } from '@/test/samples/solana'
import { extension } from '@/test/samples/solana-account'
import { createWorld, type World } from './engine/world'

/** The first two operators of Ethereum that are shipped. */
const operators = ['ethereum.reth.rs', 'ethereum-rpc.publicnode.com'] as const
const address = `0x${'c0'.repeat(20)}`

let world: World
let count = 0
function open(): World {
  count += 1
  world = createWorld({ name: `tokens-${count}`, source: 'native' })
  return world
}
afterEach(() => world.dispose())

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const symbol = text('WIFF')
const name = text('dog wif hat')
const token: Record<string, string> = {
  '0x313ce567': word(9),
  '0x95d89b41': symbol,
  '0x06fdde03': name,
}

type Rpc = { id: number; method: string; params: [{ to: string; data: string }] }

/** A node of Ethereum on which the address answers so; what it does not answer to reverts. */
function node(w: World, told: Record<string, string>) {
  return (_: string, __: URL, body: unknown) => {
    const { id, method, params } = body as Rpc
    const block = {
      number: '0x10',
      hash: `0x${'b'.repeat(64)}`,
      timestamp: `0x${Math.floor(w.clock.now / 1_000).toString(16)}`,
    }
    if (method === 'eth_call' && told[params[0].data] === undefined) {
      const error = { code: 3, message: 'execution reverted' }
      return Response.json({ jsonrpc: '2.0', id, error })
    }
    const answers: Record<string, () => unknown> = {
      eth_chainId: () => '0x1',
      eth_getBlockByNumber: () => block,
      eth_call: () => (params[0].to === address ? told[params[0].data] : '0x'),
    }
    return Response.json({ jsonrpc: '2.0', id, result: answers[method]?.() })
  }
}

async function ask(first: Record<string, string>, second?: Record<string, string>) {
  const w = open()
  w.hosts.set(operators[0], node(w, first))
  if (second !== undefined) w.hosts.set(operators[1], node(w, second))
  return w.call('readToken', { chainId: 1, address })
}

describe('a token that a page asks for by its address', () => {
  it('given two operators agree, then what it says of itself is told', async () => {
    expect(await ask(token, token)).toEqual({ kind: 'found', symbol, name, decimals: 9 })
  })

  it('given it has no name, then that is empty', async () => {
    const nameless = { '0x313ce567': word(9), '0x95d89b41': symbol }
    expect(await ask(nameless, nameless)).toMatchObject({ kind: 'found', name: '' })
  })

  it.each([
    ['other decimals', { ...token, '0x313ce567': word(18) }],
    ['another symbol', { ...token, '0x95d89b41': text('USDC') }],
    ['no token', {}],
  ])('given the second tells of %s, then they disagree', async (_, other) => {
    expect(await ask(token, other)).toEqual({ kind: 'disagree' })
  })

  it('given nothing there is a token, then it is none; given one alone answers, then it is unread', async () => {
    expect(await ask({}, {})).toEqual({ kind: 'none' })
    world.dispose()
    expect(await ask({ '0x313ce567': '0x' }, { '0x313ce567': '0x' })).toEqual({ kind: 'none' })
    world.dispose()
    expect(await ask(token)).toEqual({ kind: 'unread' })
  })

  it('given what is no address, then nobody is asked', async () => {
    const w = open()
    const asking = w.call('readToken', { chainId: 1, address: '0x12' })
    await expect(asking).rejects.toMatchObject({ code: 'rpc/invalid' })
    expect(w.heard).toEqual([])
  })

  it('given tokens were added, then they are kept, and one that cannot be read takes none with it', async () => {
    const w = open()
    const added = { chainId: 1, address, symbol: 'WIFF', name: 'dog wif hat', decimals: 9 }
    const odd = { ...added, decimals: 400 }
    await w.call('writeSettings', { addedTokens: [added, odd] })
    expect((await w.call('readSettings', {})).addedTokens).toEqual([added])
  })
})

describe('a token on Solana that a page asks for by its mint', () => {
  const mint = 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm'
  const clock = 'SysvarC1ock11111111111111111111111111111111'
  const bytesOf = (value: string) => [...new TextEncoder().encode(value)]
  const keys = [...(decodeBase58(author) ?? []), ...(decodeBase58(mint) ?? [])]
  const word = (value: string) => encodeHex(Uint8Array.from(bytesOf(value))).padEnd(2 + 64, '0')

  type Account = { owner: string; data: number[] }
  type Told = Record<string, Account>

  function mintOf({
    decimals = 6,
    supply = 9n,
    freezes = 0,
    rules = [] as number[],
  } = {}): Account {
    const data = [...Array(36).fill(0), ...little(supply, 8), decimals, 1, freezes]
    const common = [...data, ...Array(82 - data.length).fill(0)]
    if (rules.length === 0) return { owner: programs.token, data: common }
    const room = [...common, ...Array(165 - 82).fill(0)]
    return { owner: programs.token2022, data: [...room, 1, ...rules] }
  }

  /** As Metaplex writes them: of a fixed length, with zeros after the text. */
  const named = (name: string, symbol: string): Account => {
    const padded = (value: string, length: number) => [
      ...little(BigInt(length), 4),
      ...bytesOf(value.padEnd(length, '\0')),
    ]
    return { owner: METAPLEX, data: [4, ...keys, ...padded(name, 32), ...padded(symbol, 10)] }
  }

  /** Every operator of Solana, the first two with these accounts; one without any does not answer. */
  async function ask(first: Told, second?: Told) {
    const w = open()
    const view = new DataView(new ArrayBuffer(40))
    view.setBigUint64(0, 99n, true)
    view.setBigInt64(32, BigInt(Math.floor(w.clock.now / 1_000)), true)
    const time = { owner: programs.system, data: [...new Uint8Array(view.buffer)] }
    const hosts = shippedOperators(SOLANA_CHAIN_ID).map(({ url }) => new URL(url).host)
    for (const [at, host] of hosts.entries()) {
      const told = [first, second][at]
      w.hosts.set(host, (_, __, body) => {
        if (told === undefined) return new Response('', { status: 503 })
        const { id, method, params } = body as { id: number; method: string; params: string[] }
        const found = { ...told, [clock]: time }[params[0] ?? '']
        const value = found && {
          owner: found.owner,
          lamports: 1,
          executable: false,
          data: [encodeBase64(Uint8Array.from(found.data)), 'base64'],
        }
        const account = { context: { slot: 99 }, value: value ?? null }
        const result = method === 'getGenesisHash' ? `${SOLANA_REFERENCE}x` : account
        return Response.json({ jsonrpc: '2.0', id, result })
      })
    }
    return w.call('readToken', { chainId: SOLANA_CHAIN_ID, address: mint })
  }

  const plain = { [mint]: mintOf() }

  it('given two operators agree, then its decimals and what Metaplex keeps of it', async () => {
    const told = { ...plain, [await toMetadataAccount(mint)]: named('dog wif hat', 'WIF') }
    expect(await ask(told, told)).toEqual({
      kind: 'found',
      symbol: word('WIF'),
      name: word('dog wif hat'),
      decimals: 6,
      rules: [],
    })
  })

  it('given nobody keeps a name, or another program does, then none, and its supply may differ', async () => {
    const kept = { ...named('dog wif hat', 'WIF'), owner: programs.system }
    const told = { ...plain, [await toMetadataAccount(mint)]: kept }
    const later = { ...told, [mint]: mintOf({ supply: 10n }) }
    expect(await ask(told, later)).toMatchObject({
      kind: 'found',
      symbol: word(''),
      name: word(''),
    })
  })

  it('given Token-2022, then its name is read in the mint, and its rules are told', async () => {
    const text = (value: string) => [...little(BigInt(value.length), 4), ...bytesOf(value)]
    const delegate = extension(12, Array(32).fill(7))
    const name = extension(19, [...keys, ...text('dog wif hat'), ...text('WIF'), ...text('')])
    const told = { [mint]: mintOf({ rules: [...delegate, ...name], freezes: 1 }) }
    expect(await ask(told, told)).toMatchObject({
      symbol: word('WIF'),
      name: word('dog wif hat'),
      rules: ['delegate', 'freezable'],
    })
  })

  it('given it cannot be sent, then that is told instead', async () => {
    const told = { [mint]: mintOf({ rules: extension(9, []) }) }
    expect(await ask(told, told)).toEqual({ kind: 'immovable' })
  })

  it.each([
    ['other decimals', { [mint]: mintOf({ decimals: 9 }) }],
    ['another rule', { [mint]: mintOf({ freezes: 1 }) }],
    ['none in circulation', { [mint]: mintOf({ supply: 0n }) }],
    ['no mint', {}],
  ])('given the second tells of %s, then they disagree', async (_, other) => {
    expect(await ask(plain, other)).toEqual({ kind: 'disagree' })
  })

  it('given another name, then they disagree', async () => {
    const other = { ...plain, [await toMetadataAccount(mint)]: named('USD Coin', 'USDC') }
    expect(await ask(plain, other)).toEqual({ kind: 'disagree' })
  })

  it('given nothing there is a mint, then it is none; given one alone answers, then it is unread', async () => {
    expect(await ask({}, {})).toEqual({ kind: 'none' })
    world.dispose()
    expect(await ask(plain)).toEqual({ kind: 'unread' })
  })

  it('given it was added, then it is kept', async () => {
    const w = open()
    const added = {
      chainId: SOLANA_CHAIN_ID,
      address: mint,
      symbol: 'WIF',
      name: 'WIF',
      decimals: 6,
    }
    await w.call('writeSettings', { addedTokens: [added] })
    expect((await w.call('readSettings', {})).addedTokens).toEqual([added])
  })
})
