import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isAtOpening, readAtOpening, readChange } from './at-opening'
import { procedures } from './rpc'

const token = {
  chainId: 8453,
  address: `0x${'1'.repeat(40)}`,
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  logoURI: 'https://example.com/usdc.png',
  extensions: { balance: '12', isRiskToken: false, price: { usd: '1.00' } },
}
const chain = {
  type: 'eip155',
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.example.com'] } },
  blockExplorers: { default: { name: 'Scan', url: 'https://scan.example.com' } },
  testnet: false,
}
const foreign = {
  type: 'bip122',
  id: 20_000_000_000_001,
  name: 'Bitcoin',
  nativeCurrency: { symbol: 'BTC', decimals: 8 },
}
const wallet = {
  family: 'eip155',
  id: 'com.example',
  name: 'Example',
  icon: 'data:image/png;base64,AAAA',
  ambiguous: false,
  accounts: ['0xabc'],
  chainId: '0x1',
}
const page = { tabId: 1, frameId: 0, documentId: 'D', origin: 'https://example.com', title: 'App' }

const samples = {
  readSettings: {
    serviceUrl: 'https://api.example.com',
    fiatUrl: '',
    qrUrl: '',
    embedUrl: '',
    signerUrl: '',
    theme: 'dark',
    slippageTolerance: 0.005,
    notifications: true,
    rpcUrls: { 8453: 'https://node.example.com' },
    preferredWallet: { eip155: 'com.example' },
    addedTokens: [token],
    language: 'ar-XB',
  },
  listChains: { chains: [chain], foreign: [foreign], stale: false },
  topTokens: { tokens: [token, { ...token, extensions: {} }] },
  findWallets: {
    pages: [{ page, active: true, access: true, wallets: [wallet], signer: false }],
  },
} as const
const names = Object.keys(samples) as (keyof typeof samples)[]

/** Every place of a value that is no list or object itself. */
function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]))
}

function withLeaf(value: unknown, [key, ...rest]: string[], leaf: unknown): unknown {
  if (key === undefined) return leaf
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = withLeaf(copy[key], rest, leaf)
  return copy
}

describe('what a page asks for while it opens', () => {
  it.each(names)('%s: an answer as the worker sends it is read as its schema reads it', (name) => {
    const value = samples[name]
    const read = readAtOpening(name, { ok: true, value })
    expect(read).toEqual(value)
    expect(read).toEqual(z.parse(procedures[name].output, value))
  })

  it.each(names)('%s: no part of another kind is taken', (name) => {
    for (const path of leavesOf(samples[name])) {
      for (const odd of [null, [], {}, Number.NaN, Symbol.iterator]) {
        const value = withLeaf(samples[name], path, odd)
        expect([path, odd, readAtOpening(name, { ok: true, value })]).toEqual([
          path,
          odd,
          undefined,
        ])
      }
    }
  })

  it.each(names)('%s: what lacks a field that it needs is left to the schema', (name) => {
    for (const key of Object.keys(samples[name])) {
      const { [key]: _, ...value } = samples[name] as Record<string, unknown>
      const read = readAtOpening(name, { ok: true, value })
      const whole = z.safeParse(procedures[name].output, value)
      expect([key, read !== undefined]).toEqual([key, whole.success])
    }
  })

  it.each([
    ['a failure', { ok: false, error: { code: 'app/unexpected', message: '', context: {} } }],
    ['a failure with a value', { ok: false, value: samples.topTokens }],
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ok'],
  ])('leaves %s to the schema', (_, reply) => {
    expect(readAtOpening('topTokens', reply)).toBeUndefined()
  })

  it('is these four, and no name of a prototype', () => {
    expect(Object.keys(procedures).filter(isAtOpening).sort()).toEqual([...names].sort())
    expect(isAtOpening('constructor')).toBe(false)
  })
})

describe('what the worker announces', () => {
  it.each([
    { kind: 'order', orderId: '0'.repeat(32), revision: 3 },
    { kind: 'connection', attemptId: '0'.repeat(32) },
    { kind: 'settings' },
    { kind: 'wallets' },
    { kind: 'prefill' },
  ])('is understood: %j', (change) => {
    expect(readChange(change)).toEqual(change)
  })

  it.each([
    [null],
    ['order'],
    [{}],
    [{ kind: 'order' }],
    [{ kind: 'else' }],
    [{ kind: 'toString' }],
  ])('is nothing else: %j', (value) => {
    expect(readChange(value)).toBeUndefined()
  })
})
