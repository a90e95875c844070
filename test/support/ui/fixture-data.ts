import type { HubRecords } from '@/src/contract/hub'
import type { OutputOf, Settings } from '@/src/contract/rpc'
import type { Chain } from '@/src/contract/service/chain'
import type { ForeignChainRecord, ForeignToken } from '@/src/contract/service/foreign'
import type { Route } from '@/src/contract/service/quote'
import type { Token } from '@/src/contract/service/token'
import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { type FillerDeed, fillerKey } from '@/src/domain/service/filler-record'

export const NATIVE = `0x${'0'.repeat(40)}`

/** Whom the fixture's names stand for. */
export const friend = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'

const standsFor = { kind: 'found', address: friend, back: 'same', contract: false } as const

/** What the chain says of names; of any other that it has none. */
export const names: Readonly<Record<string, OutputOf<'resolveName'>>> = {
  'alice.eth': standsFor,
  'bob.eth': { ...standsFor, back: 'other' },
  'carol.eth': { ...standsFor, back: 'none' },
  'vault.eth': { ...standsFor, contract: true },
  'ālice.eth': standsFor,
  'alike.eth': { ...standsFor, address: `0x7099${'4'.repeat(32)}79c8` },
  'gate.eth': { kind: 'outside' },
  'split.eth': { kind: 'disagree' },
  'quiet.eth': { kind: 'unread' },
}

export const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function token(
  chainId: number,
  address: string,
  [symbol, name, decimals]: [string, string, number],
  more: { usd?: string; balance?: string; risk?: boolean } = {},
): Token {
  return {
    chainId,
    address,
    symbol,
    name,
    decimals,
    extensions: {
      ...(more.balance === undefined ? {} : { balance: more.balance }),
      ...(more.usd === undefined ? {} : { price: { usd: more.usd } }),
      ...(more.risk === undefined ? {} : { isRiskToken: more.risk }),
    },
  }
}

export const usdcBase = token(
  8453,
  '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  ['USDC', 'USD Coin', 6],
  { usd: '0.9998', balance: '2480125000' },
)
export const ethArbitrum = token(42161, NATIVE, ['ETH', 'Ether', 18], { usd: '3120.42' })
export const solanaAccount = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
export const solanaCoin = token(SOLANA_CHAIN_ID, '1'.repeat(32), ['SOL', 'Solana', 9], {
  usd: '188.02',
})
export const tokens: Token[] = [
  usdcBase,
  token(8453, NATIVE, ['ETH', 'Ether', 18], { usd: '3120.42', balance: '418230000000000000' }),
  token(42161, '0xaf88d065e77c8cc2239327c5edb3a432268e5831', ['USDC', 'USD Coin', 6], {
    usd: '0.9998',
    balance: '90250000',
  }),
  ethArbitrum,
  token(42161, '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', ['USDT', 'Tether USD', 6], {
    usd: '1.0001',
  }),
  token(1, NATIVE, ['ETH', 'Ether', 18], { usd: '3120.42' }),
  token(1, '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', ['WBTC', 'Wrapped BTC', 8], {
    usd: '97210.11',
  }),
  solanaCoin,
]
export const scams: Token[] = [
  token(8453, '0x00000000000000000000000000000000000badc0', ['USDС', 'USD Coin', 6], {
    balance: '99999000000',
  }),
  token(
    8453,
    '0x0000000000000000000000000000000000bad001',
    [
      'FREE-AIRDROP-CLAIM-NOW-AT-EXAMPLE',
      'Visit \u202Eexample\u202C <b>now</b> to claim a very long name that never ends',
      18,
    ],
    { balance: '1000000000000000000000000', risk: true },
  ),
]

export const chains: Chain[] = (
  [
    [8453, 'Base', 'ETH', 'https://basescan.org'],
    [42161, 'Arbitrum One', 'ETH', 'https://arbiscan.io'],
    [1, 'Ethereum', 'ETH', 'https://etherscan.io'],
    [10, 'OP Mainnet', 'ETH', 'https://optimistic.etherscan.io'],
    [56, 'BNB Smart Chain', 'BNB', 'https://bscscan.com'],
  ] as const
).map(([id, name, symbol, url]) => ({
  type: 'eip155' as const,
  id,
  name,
  nativeCurrency: { symbol, decimals: 18 },
  blockExplorers: { default: { name: new URL(url).host, url } },
}))
chains.push({
  type: 'solana',
  id: SOLANA_CHAIN_ID,
  name: 'Solana',
  nativeCurrency: { symbol: 'SOL', decimals: 9 },
  blockExplorers: { default: { name: 'solscan.io', url: 'https://solscan.io' } },
})

const hubToken = (address: string, symbol: string, name: string) =>
  token(8453, address, [symbol, name, 6])
/** The hub as the service tells it; one of its tokens has the symbol of another, and a script for a name. */
export const hub: HubRecords = {
  chainId: 8453,
  contracts: [
    { chainId: 8453, name: 'deposit', address: '0x9c58bacc331c9aa871afd802db6379a98e80cedb' },
    {
      chainId: 42161,
      name: 'assetReserves',
      address: '0x3333333333333333333333333333333333333333',
    },
  ],
  tokens: [
    {
      kind: 'share',
      token: hubToken(`0x${'7'.repeat(40)}`, 'mUSDC', 'Hub USD Coin'),
      stands: ['USDC', 'USDT'],
    },
    {
      kind: 'share',
      token: hubToken(`0x${'6'.repeat(40)}`, 'USDC', '<script>alert(1)</script>\u202eCoin'),
      stands: [],
    },
    {
      kind: 'vault',
      token: hubToken(`0x${'8'.repeat(40)}`, 'cvUSD', 'Causeway USD Vault'),
      stands: [],
    },
  ],
  stale: false,
}

/** Chains that are only paid from, and what can be paid with there. */
export const foreign: ForeignChainRecord[] = [
  {
    type: 'bip122',
    id: 20_000_000_000_001,
    name: 'Bitcoin',
    nativeCurrency: { symbol: 'BTC', decimals: 8 },
  },
  {
    type: 'tron',
    id: 20_000_000_000_002,
    name: 'Tron',
    nativeCurrency: { symbol: 'TRX', decimals: 6 },
  },
  {
    type: 'ckb',
    id: 20_000_000_000_004,
    name: 'Nervos CKB',
    nativeCurrency: { symbol: 'CKB', decimals: 8 },
  },
]
const tether = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const foreignTokens: ForeignToken[] = [
  { chainId: 20_000_000_000_001, address: 'native', name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  { chainId: 20_000_000_000_002, address: tether, name: 'Tether', symbol: 'USDT', decimals: 6 },
  { chainId: 20_000_000_000_004, address: 'native', name: 'CKB', symbol: 'CKB', decimals: 8 },
]

export const settings: Settings = {
  serviceUrl: 'https://service.example',
  fiatUrl: 'https://fiat.example',
  qrUrl: 'https://qr.example',
  embedUrl: 'https://embed.example',
  signerUrl: 'https://signer.example',
  theme: 'system',
  slippageTolerance: 0.005,
  notifications: true,
  rpcUrls: { '8453': 'https://base.node.example' },
  preferredWallet: {},
}

/** Hosts as the worker names them. */
export const hosts: OutputOf<'listHosts'>['hosts'] = [
  { host: 'service.example', role: 'service', chainIds: [] },
  { host: 'base.node.example', role: 'own', chainIds: [8453] },
  { host: 'node.service.example', role: 'listed', chainIds: [1, 10, 42161] },
  { host: 'second.example', role: 'shipped', chainIds: [42161] },
  { host: 'arb1.arbitrum.io', role: 'operator', name: 'Offchain Labs', chainIds: [42161] },
  {
    host: 'arbitrum-one-rpc.publicnode.com',
    role: 'operator',
    name: 'Allnodes',
    chainIds: [42161],
  },
  {
    host: 'solana-rpc.publicnode.com',
    role: 'operator',
    name: 'Allnodes',
    chainIds: [SOLANA_CHAIN_ID],
  },
]

/** Routes of a quote for about 500 dollars of USDC to ETH. */
export function routes(now: number): Route[] {
  const quote = (amountOut: string, seconds: number, tags: string[], gas: string) => ({
    amountIn: '500000000',
    amountOut,
    minAmountOut: ((BigInt(amountOut) * 995n) / 1000n).toString(),
    expectedDurationSeconds: seconds,
    validBefore: Math.floor(now / 1000) + 600,
    quoteExpiresAt: Math.floor(now / 1000) + 60,
    estimatedGas: gas,
    tags,
  })
  return [
    {
      routeId: 'r1',
      type: 'native-filler',
      quote: quote('159870000000000000', 12, ['1-click'], '95000'),
    },
    {
      routeId: 'r2',
      type: 'external-intent-router',
      quote: quote('160012340000000000', 95, ['needs-approval'], '180000'),
    },
    {
      routeId: 'r3',
      type: 'aggregator-router',
      quote: quote('158200000000000000', 340, ['needs-approval'], '320000'),
    },
    {
      routeId: 'r4',
      type: 'liquidity-router',
      quote: quote('61200000000000000', 5400, [], '80000'),
    },
  ]
}

const deed = { fromChainId: 8453, toChainId: 42_161, came: true, above: 4_200 }
const deedsOf = (type: string, promised: number, took: number, count: number, lost = 0) => ({
  [fillerKey(settings.serviceUrl, type, undefined)]: [
    ...Array.from({ length: count }, () => ({ ...deed, promised, took })),
    ...Array.from({ length: lost }, () => ({ ...deed, promised, came: false })),
  ],
})

/** What the orders of somebody who has used it for a while say of those who fill. */
export const deeds: Record<string, FillerDeed[]> = {
  ...deedsOf('external-intent-router', 95, 55, 12),
  ...deedsOf('native-filler', 12, 14, 31, 1),
  ...deedsOf('aggregator-router', 340, 900, 2, 1),
}
