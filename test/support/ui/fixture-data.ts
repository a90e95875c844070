import type { HubRecords } from '@/src/contract/hub'
import type { OutputOf, Settings } from '@/src/contract/rpc'
import type { Chain } from '@/src/contract/service/chain'
import type { ForeignChainRecord, ForeignToken } from '@/src/contract/service/foreign'
import type { Route } from '@/src/contract/service/quote'
import type { Token } from '@/src/contract/service/token'
import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { freeOf } from '@/src/domain/order/held'
import type {
  Advice,
  Attempt,
  Fact,
  Order,
  Step,
  SwapOrder,
  TokenAmount,
  Transfer,
  TransferOrder,
} from '@/src/domain/order/order'
import { toPayDraft } from '@/src/domain/order/pay-draft'
import { toSteps } from '@/src/domain/order/plan'
import { toTransferOrder } from '@/src/domain/order/transfer'
import { type FillerDeed, fillerKey } from '@/src/domain/service/filler-record'

const NATIVE = `0x${'0'.repeat(40)}`

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

const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org', title: 'Example dApp' }
const wallet = { family: 'eip155' as const, id: 'io.rabby', name: 'Rabby Wallet' }

function side(from: Token, amount: string): TokenAmount {
  const { chainId, address, symbol, decimals, name } = from
  return { chainId, address, symbol, decimals, name, amount }
}

/** Whom the fixture's orders pay. */
export const payee = '0x9c58bacc331c9aa871afd802db6379a98e80cedb'

const hash = (letter: string) => `0x${letter.repeat(64)}`
const evidence = { askedAt: 0, page }

export function steps(approve: Step['state'], deposit: Step['state']): Step[] {
  const spender = payee
  const tx = { from: account, to: spender, data: '0x', value: '0x0' }
  return [
    {
      id: 'approve',
      deposit: false,
      action: { kind: 'transaction', chainId: 8453, tx, waitForReceipt: true },
      facts: {
        kind: 'approve',
        token: side(usdcBase, '500000000'),
        spender,
        requested: 'unlimited',
        exact: true,
      },
      state: approve,
    },
    {
      id: 'deposit',
      deposit: true,
      action: { kind: 'transaction', chainId: 8453, tx, waitForReceipt: false },
      facts: {
        kind: 'deposit',
        token: side(usdcBase, '500000000'),
        target: spender,
        method: '0x8fd8d1bb',
      },
      state: deposit,
    },
  ]
}

/** Steps of a route that swaps before its payment. */
function swapSteps(approve: Step['state'], swap: Step['state']): Step[] {
  const ready: Step['state'] = { status: 'ready' }
  const [first, last] = steps(approve, ready)
  if (first?.facts.kind !== 'approve' || last?.facts.kind !== 'deposit') throw new Error('no steps')
  const { token, spender } = first.facts
  const held = {
    ...token,
    address: '0x50c5725949a6f0c72e6c4a641f24049a917db0cb',
    symbol: 'DAI',
    decimals: 18,
    amount: '498123456789012345678',
  }
  const facts = { kind: 'swap' as const, token, gets: held, target: spender, method: '0x38ed1739' }
  const approved = { ...first.facts, token: held }
  return [
    first,
    { ...first, id: 'swap', facts, state: swap },
    { ...first, id: 'approve-2', facts: approved, state: ready },
    { ...last, facts: { ...last.facts, token: held } },
  ]
}

function revokeStep(state: Step['state']): Step {
  const [approve] = steps(state, state)
  if (approve?.facts.kind !== 'approve') throw new Error('no approval')
  const { token, spender } = approve.facts
  return { ...approve, id: 'revoke', facts: { kind: 'reset', token, spender } }
}

let count = 0

/** What two nodes showed of a payout or a refund. */
function seen(now: number, kind: 'payout' | 'refund', amount: string, hash: string) {
  const token = `0x${'0'.repeat(40)}`
  const found = { what: 'paid' as const, token, amount, hash, claims: [], at: now }
  return { kind, since: now, found: { ...found, nodes: ['Offchain Labs', 'PublicNode'] } }
}

/** An order as stored; `change` says what is different from one just planned. */
export function order(now: number, change: Partial<SwapOrder> = {}): SwapOrder {
  count += 1
  return {
    kind: 'swap',
    id: count.toString(16).padStart(32, '0'),
    revision: 1,
    // Within days, however many were made before; a review is of now.
    createdAt:
      change.status === undefined && !change.kind ? now : now - (1 + (count % 50)) * 5_000_000,
    updatedAt: now,
    accepted: {
      quoteId: 'q1',
      routeId: 'r1',
      routeType: 'native-filler',
      tradeType: 'EXACT_INPUT',
      from: side(usdcBase, '500000000'),
      to: side(ethArbitrum, '160012340000000000'),
      minAmountOut: '159212278300000000',
      author: account,
      recipient: account,
      refundTo: account,
      slippageTolerance: 0.005,
      expectedDurationSeconds: 12,
      quoteExpiresAt: Math.floor(now / 1000) + 47,
      validBefore: Math.floor(now / 1000) + 600,
    },
    wallet,
    page,
    status: 'planned',
    steps: steps({ status: 'ready' }, { status: 'ready' }),
    current: 0,
    attempts: [],
    digest: 'digest',
    service: {},
    notified: [],
    ...change,
  }
}

/** What two independent nodes saw leave the account. */
const tried = (now: number, fee = '0'): Advice => ({
  at: now,
  outcome: 'passes',
  by: ['PublicNode', 'dRPC'],
  leaves: { paid: '500000000', fee },
})

/** A review of a route that takes wei beside the payment. */
function withFee(now: number, fee: string): SwapOrder {
  const plain = order(now, { advice: tried(now, fee) })
  const all = plain.steps.map((step) =>
    step.facts.kind === 'deposit' ? { ...step, facts: { ...step.facts, fee } } : step,
  )
  return { ...plain, steps: all }
}

/** Such a review on a chain of which no token has a price. */
function withUnpricedFee(now: number, fee: string): SwapOrder {
  const plain = withFee(now, fee)
  const usdc = { ...plain.accepted.from, chainId: 56, decimals: 18 }
  const from = { ...usdc, address: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d' }
  const token = { ...from, amount: '500000000000000000000' }
  const all = plain.steps.map((step) => ({ ...step, facts: { ...step.facts, token } }))
  return { ...plain, accepted: { ...plain.accepted, from: token }, steps: all }
}

/** A review of a payment to a known contract that is called in a way which cannot be read. */
function withUnread(now: number): SwapOrder {
  const firstPaid = { held: '820500000', contracts: [payee], amount: '500000000' }
  const plain = order(now, { advice: tried(now), firstPaid })
  const unread = { service: 'Across', contract: 'SpokePool' }
  const all = plain.steps.map((step) =>
    step.facts.kind === 'deposit' ? { ...step, facts: { ...step.facts, unread } } : step,
  )
  return { ...plain, steps: all }
}

/** A review of a route over a new router, to a known contract. */
function withRouter(now: number): SwapOrder {
  const ready: Step['state'] = { status: 'ready' }
  const router = '0x2626664c2603336E57B271c5C0b26F421741e481'
  const proxy = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
  const known = { service: 'Across', contract: 'SpokePool', least: '159212278300000000' }
  const steps = swapSteps(ready, ready).map((step, at) => {
    if (step.facts.kind === 'deposit') return { ...step, facts: { ...step.facts, known } }
    if (step.facts.kind === 'swap') return { ...step, facts: { ...step.facts, target: router } }
    if (step.facts.kind !== 'approve' || at > 0) return step
    return { ...step, facts: { ...step.facts, spender: proxy } }
  })
  const firstPaid = { held: '820500000', contracts: [proxy, router], amount: '500000000' }
  return order(now, { advice: tried(now), steps, firstPaid })
}

/** A review of a payment to a contract of the release's own list. */
function withKnown(now: number): SwapOrder {
  const plain = order(now, { advice: tried(now) })
  const known = { service: 'Across', contract: 'SpokePool', least: '159212278300000000' }
  const all = plain.steps.map((step) =>
    step.facts.kind === 'deposit' ? { ...step, facts: { ...step.facts, known } } : step,
  )
  return { ...plain, steps: all }
}

/** As `withKnown`, for the wrapped coin, which a plain account is paid in coins; `came` says that it was. */
function withEither(now: number, came = false): SwapOrder {
  const known = withKnown(now)
  const or = { address: `0x${'0'.repeat(40)}`, symbol: 'ETH' }
  const all = known.steps.map((step) =>
    step.facts.kind === 'deposit' && step.facts.known
      ? { ...step, facts: { ...step.facts, known: { ...step.facts.known, or } } }
      : step,
  )
  const to = {
    ...known.accepted.to,
    address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    symbol: 'WETH',
  }
  const accepted = { ...known.accepted, to }
  if (!came) return { ...known, accepted, steps: all }
  const { found, ...arrival } = seen(now, 'payout', to.amount, hash('d'))
  return {
    ...known,
    accepted,
    status: 'filled',
    steps: all.map((step, index) => ({ ...step, state: confirmed('ab'[index] ?? 'b', now) })),
    arrival: { ...arrival, found: { ...found, token: or.address } },
  }
}

/** As `withKnown`, for coins, which come back wrapped if nobody fills it; `came` says that they did. */
function withCoins(now: number, came = false): SwapOrder {
  const known = withKnown(now)
  const back = { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH' }
  const coins = {
    ...{ address: `0x${'0'.repeat(40)}`, symbol: 'ETH', decimals: 18 },
    amount: '160000000000000000',
  }
  const all = known.steps.slice(-1).map((step) => {
    if (step.facts.kind !== 'deposit' || !step.facts.known) return step
    const token = { ...step.facts.token, ...coins }
    return { ...step, facts: { ...step.facts, token, known: { ...step.facts.known, back } } }
  })
  const accepted = { ...known.accepted, from: { ...known.accepted.from, ...coins } }
  if (!came) return { ...known, accepted, steps: all }
  const { found, ...arrival } = seen(now, 'refund', coins.amount, hash('d'))
  return {
    ...known,
    accepted,
    status: 'refunded',
    steps: all.map((step) => ({ ...step, state: confirmed('b', now) })),
    arrival: { ...arrival, found: { ...found, token: back.address } },
  }
}

const confirmed = (letter: string, at: number): Step['state'] => ({
  status: 'confirmed',
  attemptId: letter.repeat(32),
  hash: hash(letter),
  at,
})

/** One order in each interesting state, by name; the same ones each time. */
export function orders(now: number): Record<string, Order> {
  count = 0
  const done = steps(confirmed('a', now), confirmed('b', now))
  const asking: Step['state'] = { status: 'asking', attemptId: 'c'.repeat(32) }
  const asked = (askedAt: number): Attempt[] =>
    done.slice(1).map(({ id, deposit, action }) => ({
      attemptId: 'c'.repeat(32),
      stepId: id,
      deposit,
      action,
      evidence: { ...evidence, askedAt },
      seen: [],
    }))
  const refused = (at: number): Attempt[] =>
    asked(at).map((each) => ({ ...each, end: { what: 'refused', at } }))
  const plain = order(now).accepted
  const lost: Step['state'] = {
    status: 'unsure',
    attemptId: 'c'.repeat(32),
    since: now - 300_000,
    needsPerson: true,
    checks: [
      { at: now - 200_000, what: 'ledger', state: 'unreachable' },
      { at: now - 150_000, what: 'service', state: 'nothing' },
      { at: now - 100_000, what: 'nonce', mined: 1, waiting: 0 },
    ],
  }
  /** Of which its allowance alone says that it was not sent. */
  const unseen = (change: Partial<SwapOrder>, by: 'declined' | 'failed' = 'failed') => {
    const at = { at: now, attemptId: 'c'.repeat(32) }
    const failed = { status: 'failed', code: 'order/not-sent', retryable: true, ...at } as const
    return order(now, {
      current: 1,
      steps: steps(confirmed('a', now), by === 'failed' ? failed : { status: by, ...at }),
      attempts: asked(now).map((each) => ({
        ...each,
        evidence: { ...each.evidence, allowance: plain.from.amount },
        end: { what: 'absent', at: now },
      })),
      ...change,
    })
  }
  const took = (about: { fact: Fact } | { detail: string }) =>
    order(now, {
      status: 'filled',
      current: 2,
      steps: done,
      service: { orderId: 'svc-1', depositTxHash: hash('b') },
      alarm: {
        kind: 'took',
        code: 'chain/took-more',
        at: now,
        attemptId: 'b'.repeat(32),
        hash: hash('b'),
        ...about,
      },
    })
  const made = {
    planned: order(now, { advice: tried(now) }),
    fee: withFee(now, '1000000000000000'),
    known: withKnown(now),
    either: withEither(now),
    eitherCame: withEither(now, true),
    first: order(now, { advice: tried(now), firstPaid: { held: '12000000000' } }),
    firstMuch: order(now, { advice: tried(now), firstPaid: { held: '820500000' } }),
    unread: withUnread(now),
    firstRouter: withRouter(now),
    weak: order(now, { advice: { ...tried(now), weak: true } }),
    opened: order(now, { advice: { ...tried(now), by: ['PublicNode'], open: true } }),
    byService: order(now, {
      advice: { at: now, outcome: 'unknown', untried: 'silent', byService: true },
    }),
    untriedCannot: order(now, { advice: { at: now, outcome: 'unknown', untried: 'cannot' } }),
    untriedSilent: order(now, { advice: { at: now, outcome: 'unknown', untried: 'silent' } }),
    byOne: order(now, { advice: { ...tried(now), by: ['PublicNode'] } }),
    refused: order(now, { advice: tried(now), refused: 'policy/takes-more' }),
    feeHigh: withFee(now, '50000000000000000'),
    feeUnknown: withUnpricedFee(now, '4000000000000000'),
    swapFirst: order(now, {
      advice: tried(now),
      steps: swapSteps({ status: 'ready' }, { status: 'ready' }),
    }),
    swapped: order(now, {
      status: 'running',
      current: 2,
      steps: swapSteps(confirmed('a', now), confirmed('b', now)),
    }),
    took: took({ fact: { kind: 'left', values: ['500000007', '500000000'] } }),
    /** As an older version wrote it, or somebody into a file. */
    tookRecorded: took({
      detail: 'Send the rest to 0x5FbDB2315678afecb367f032d93F642f64180aa3 to get it all back',
    }),
    gavePower: order(now, {
      status: 'filled',
      current: 2,
      steps: done,
      service: { orderId: 'svc-1', depositTxHash: hash('b') },
      alarm: {
        kind: 'took',
        code: 'chain/took-more',
        at: now,
        attemptId: 'b'.repeat(32),
        hash: hash('b'),
        fact: {
          kind: 'delegate',
          values: [
            '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
            '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5',
          ],
        },
        power: 'delegate',
      },
    }),
    expired: order(now, { accepted: { ...plain, quoteExpiresAt: Math.floor(now / 1000) - 5 } }),
    foreign: order(now, {
      advice: { at: now, outcome: 'reverts', detail: 'ERC20: transfer amount exceeds balance' },
      accepted: {
        ...plain,
        recipient: '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
        from: { ...plain.from, amount: '123456789012345678', symbol: 'VERYLONGTOKENNAME' },
        to: { ...plain.to, amount: '39482716049382716049382716', isRisk: true },
        minAmountOut: '39285302469135802469135802',
      },
    }),
    named: order(now, { accepted: { ...plain, recipient: friend }, recipientName: 'alice.eth' }),
    namedMoved: order(now, {
      accepted: { ...plain, recipient: `0x7199${'4'.repeat(32)}79c8` },
      recipientName: 'alice.eth',
    }),
    namedGone: order(now, { accepted: { ...plain, recipient: friend }, recipientName: 'gate.eth' }),
    namedUnread: order(now, {
      accepted: { ...plain, recipient: friend },
      recipientName: 'quiet.eth',
    }),
    alike: order(now, {
      accepted: { ...plain, recipient: `0x7099${'4'.repeat(32)}79c8` },
    }),
    asking: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), asking),
      attempts: asked(now),
    }),
    switching: order(now, {
      status: 'running',
      steps: steps({ status: 'ready' }, { status: 'ready' }),
      switching: { attemptId: 'd'.repeat(32), stage: 'switch', chainId: 8453, since: now },
    }),
    declined: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'declined',
        attemptId: 'c'.repeat(32),
        at: now,
      }),
    }),
    claimed: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'failed',
        code: 'wallet/insufficient-funds',
        retryable: true,
        attemptId: 'c'.repeat(32),
        at: now,
      }),
      attempts: refused(now),
    }),
    claimedDeclined: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'declined',
        attemptId: 'c'.repeat(32),
        at: now,
      }),
      attempts: refused(now),
    }),
    blocked: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), { status: 'ready' }),
      blocker: { code: 'wallet/chain-changed', since: now, expected: '0x2105', actual: '0x1' },
    }),
    unsure: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), lost),
      attempts: asked(now - 400_000),
    }),
    unsureNative: order(now, {
      accepted: { ...plain, from: { ...plain.from, address: NATIVE, symbol: 'ETH' } },
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), lost),
      attempts: asked(now - 400_000),
    }),
    tracking: order(now, {
      status: 'tracking',
      current: 2,
      steps: done,
      service: { orderId: 'svc-1', depositTxHash: hash('b') },
    }),
    filled: order(now, {
      status: 'filled',
      current: 2,
      steps: done,
      service: {
        orderId: 'svc-1',
        depositTxHash: hash('b'),
        fill: { txHash: hash('d'), chainId: 42161, amount: '160012340000000000', at: now },
      },
      arrival: seen(now, 'payout', '160012340000000000', hash('d')),
    }),
    refunded: order(now, {
      status: 'refunded',
      current: 2,
      steps: done,
      service: {
        orderId: 'svc-1',
        depositTxHash: hash('b'),
        refund: { txHash: hash('e'), chainId: 8453, amount: '500000000', at: now },
        told: 'the filler gave up',
      },
      arrival: seen(now, 'refund', '500000000', hash('e')),
    }),
    failed: order(now, {
      status: 'failed',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'failed',
        code: 'chain/mismatch',
        retryable: false,
        at: now,
      }),
      failure: { code: 'chain/mismatch', at: now },
      attempts: asked(now),
      alarm: {
        kind: 'altered',
        code: 'chain/mismatch',
        at: now,
        attemptId: 'c'.repeat(32),
        found: {
          hash: hash('f'),
          from: account,
          to: '0x1111111111111111111111111111111111111111',
          value: '250000000000000000',
          data: `0xa9059cbb${'0'.repeat(128)}`,
          nonce: 12,
          chainId: 8453,
        },
      },
    }),
    saidFailed: order(now, {
      status: 'failed',
      current: 2,
      steps: done,
      service: { orderId: 'svc-1', depositTxHash: hash('b'), status: 'failed', told: 'reverted' },
      failure: { code: 'order/failed-at-service', at: now },
      attempts: asked(now),
    }),
    notSent: order(now, {
      status: 'failed',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'failed',
        code: 'order/not-sent',
        retryable: true,
        at: now,
      }),
      service: { orderId: 'svc-1', depositTxHash: hash('b') },
      failure: { code: 'order/not-sent', at: now },
      attempts: asked(now).map((each) => ({ ...each, end: { what: 'absent' as const, at: now } })),
    }),
    unseen: unseen({ status: 'running' }),
    unseenStopped: unseen({ status: 'stopped' }),
    unseenRejected: unseen({ status: 'running' }, 'declined'),
    signed: order(now, {
      status: 'failed',
      failure: { code: 'policy/solana-changed', at: now },
      alarm: {
        kind: 'signed',
        code: 'policy/solana-changed',
        at: now,
        attemptId: 'c'.repeat(32),
        fact: { kind: 'feePayer', values: ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'] },
        found: 'AgEC'.repeat(80),
      },
      attempts: asked(now).map((each) => ({
        ...each,
        action: {
          kind: 'solanaSign' as const,
          chainId: 20_011_000_000,
          transaction: 'AQAB'.repeat(80),
        },
      })),
    }),
    strayed: order(now, {
      status: 'tracking',
      current: 2,
      steps: done,
      service: { orderId: 'svc-1', depositTxHash: hash('b') },
      alarm: {
        kind: 'second',
        code: 'order/attention',
        at: now,
        attemptId: 'c'.repeat(32),
        hash: hash('9'),
      },
    }),
    late: order(now, {
      createdAt: now - 900_000,
      status: 'filled',
      current: 2,
      steps: done,
      service: {
        orderId: 'svc-1',
        depositTxHash: hash('b'),
        fill: { txHash: hash('d'), chainId: 42161, amount: '158000000000000000', at: now },
      },
      arrival: seen(now, 'payout', '158000000000000000', hash('d')),
    }),
    stopped: order(now, { status: 'stopped' }),
    leftOpen: order(now, {
      status: 'stopped',
      current: 1,
      steps: steps(confirmed('a', now), { status: 'ready' }),
    }),
    leftDenied: order(now, {
      status: 'stopped',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'declined',
        attemptId: 'c'.repeat(32),
        at: now,
      }),
      attempts: refused(now),
    }),
    ...transfers(now),
    leftClosing: order(now, {
      status: 'stopped',
      current: 2,
      steps: [
        ...steps(confirmed('a', now), { status: 'ready' }),
        revokeStep({ status: 'asking', attemptId: 'e'.repeat(32) }),
      ],
    }),
    leftDeclined: order(now, {
      status: 'stopped',
      current: 2,
      steps: [
        ...steps(confirmed('a', now), { status: 'ready' }),
        revokeStep({ status: 'declined', attemptId: 'e'.repeat(32), at: now }),
      ],
    }),
    leftToRequote: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'failed',
        code: 'policy/quote-expired',
        retryable: true,
        at: now,
      }),
    }),
    gasGrew: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'failed',
        code: 'policy/gas-grew',
        retryable: true,
        at: now,
      }).map((step) => {
        const { action } = step
        if (action.kind !== 'transaction' || !step.deposit) return step
        return { ...step, action: { ...action, tx: { ...action.tx, gas: '0x9c9f8' } } }
      }),
    }),
    halted: order(now, {
      status: 'stopped',
      current: 2,
      steps: swapSteps(confirmed('a', now), {
        ...confirmed('b', now),
        left: '500000000',
        got: '497912345678901234567',
      } as Step['state']),
      halted: { at: now, why: 'refused', code: 'policy/quote-expired' },
      notified: ['held'],
    }),
  }
  const { id: _, ...halted } = made.halted
  const takenUp = order(now, { ...halted, halted: { at: now, why: 'person' } })
  const came = freeOf(takenUp)?.token ?? plain.from
  return {
    ...made,
    takenUp,
    takesUp: order(now, {
      ...made.filled,
      id: 'fa'.repeat(16),
      accepted: { ...plain, from: came },
      follows: takenUp.id,
    }),
    held: order(now, {
      status: 'running',
      steps: steps({ status: 'ready' }, { status: 'ready' }),
      blocker: { code: 'order/busy', since: now, orderId: made.asking.id },
    }),
    besidePaid: order(now, {
      status: 'running',
      steps: steps(confirmed('a', now), { status: 'ready' }),
      current: 1,
      blocker: { code: 'order/paid-beside', since: now, orderId: made.filled.id },
    }),
    filledByEvents: order(now, {
      status: 'filled',
      current: 2,
      steps: steps(confirmed('a', now), {
        ...confirmed('b', now),
        left: '500000000',
        byEvents: true,
      } as Step['state']),
      service: { orderId: 'svc-1', depositTxHash: hash('b') },
      arrival: seen(now, 'payout', '160012340000000000', hash('d')),
    }),
    coins: withCoins(now),
    coinsCameBack: withCoins(now, true),
  }
}

/** Payments by address: shown, seen short, closed, arrived. */
function transfers(now: number): Record<string, TransferOrder> {
  const { accepted } = order(now)
  const depositAddress = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const { amount } = accepted.from
  const expiresAt = Math.floor(now / 1000) + 540
  const made = (transfer: Partial<Transfer>, change: Partial<TransferOrder> = {}) => {
    count += 1
    const order = toTransferOrder({
      id: count.toString(16).padStart(32, '0'),
      at: now - 20_000,
      accepted,
      serviceUrl: 'https://service.example',
      serviceOrderId: 'svc-1',
      transfer: { depositAddress, amount, expiresAt, seen: [], ...transfer },
    })
    return { ...order, ...change }
  }
  // Before what is under review at the same time was wished for.
  const payment = (units: string) => ({
    ...seen(now - 10_000, 'payout', units, hash('b')).found,
    token: accepted.from.address,
  })
  const refundTo = '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'
  const bitcoin = { chainId: 20_000_000_000_001, address: 'native', symbol: 'BTC', decimals: 8 }
  const paidAbroad: TransferOrder['accepted'] = {
    ...accepted,
    author: refundTo,
    refundTo,
    from: { ...bitcoin, amount: '500000', family: 'bip122' },
  }
  const abroad = {
    depositAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    amount: '500000',
  }
  // RFC 21's own example, and the same lock with other arguments.
  const nervos =
    'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqdnnw7qkdnnclfkg59uzn8umtfd2kwxceqxwquc4'
  const ckb = { chainId: 20_000_000_000_004, address: 'native', symbol: 'CKB', decimals: 8 }
  const came = { status: 'tracking' as const, confirmedAt: now - 10_000 }
  const { chainId } = accepted.from
  const looked = (outcome: 'whole' | 'part' | 'unread') => ({
    at: now - 5_000,
    chains: [
      { chainId, outcome: 'whole' as const },
      { chainId: 42_161, outcome: 'whole' as const },
      { chainId: 10, outcome },
      { chainId: 137, outcome: outcome === 'whole' ? outcome : ('unread' as const) },
    ],
  })
  const nodes = ['Base', 'Allnodes']
  const wrongToken = {
    ...{ chainId, token: `0x${'d'.repeat(40)}`, symbol: 'DAI', decimals: 18 },
    ...{ amount: '250123456789012345678', hash: hash('d'), at: now, nodes },
  }
  const elsewhere = [
    { ...wrongToken, chainId: 42_161, symbol: 'USDC', decimals: 6, amount, hash: hash('e') },
    {
      ...{ chainId: 42_161, token: `0x${'0'.repeat(40)}`, symbol: 'ETH', decimals: 18 },
      ...{ amount: '100000000000000000', undated: true as const, at: now, nodes },
    },
  ]
  const open = { service: { orderId: 'svc-1', status: 'created' } }
  const byWallet = (state: Step['state'], end?: Attempt['end'], change: Partial<Transfer> = {}) => {
    const order = made(change)
    const planned = toPayDraft(order, account, BigInt(amount))
    if (!planned.ok) throw new Error(planned.detail)
    const steps = toSteps(order.id, [planned.draft]).map((step) => ({ ...step, state }))
    const attempts = steps.map(({ id, deposit, action }) => ({
      attemptId: 'c'.repeat(32),
      stepId: id,
      deposit,
      action,
      evidence: { ...evidence, askedAt: now - 300_000 },
      seen: [],
      ...(end && { end }),
    }))
    return { ...order, pay: { account, wallet, page, steps, attempts, advice: tried(now) } }
  }
  const attemptId = 'c'.repeat(32)
  const solanaAddress = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  const usdc = {
    ...{ chainId: SOLANA_CHAIN_ID, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    ...{ symbol: 'USDC', decimals: 6, amount },
  }
  const paidThere = {
    ...accepted,
    author: solanaAccount,
    refundTo: solanaAccount,
    from: usdc,
  }
  const onSolana = (change: Partial<Transfer> = {}) =>
    made(
      { depositAddress: solanaAddress, memo: 'deposit 4711', ...change },
      { accepted: paidThere },
    )
  const signing = (state: Step['state'], change: Partial<Transfer> = {}): TransferOrder => {
    const order = onSolana(change)
    const action = { kind: 'solanaSign' as const, chainId: SOLANA_CHAIN_ID, transaction: 'AQAB' }
    const account = 'HMUVrfQkBz1qV1NZxq7e6qp5ZU4FrkEn8BWWNQnAzXTK'
    const facts = {
      ...{ kind: 'transfer' as const, token: usdc, to: solanaAddress },
      ...{ account, memo: 'deposit 4711' },
    }
    const steps = [{ id: 'step', deposit: true, action, facts, state }]
    const attempts = [{ attemptId, stepId: 'step', deposit: true, action, evidence, seen: [] }]
    const advice = { ...tried(now), leaves: { paid: amount, fee: '2039280' }, network: '5000' }
    const asked = { family: 'solana' as const, id: 'Phantom', name: 'Phantom' }
    return {
      ...order,
      pay: { account: solanaAccount, wallet: asked, page, steps, attempts, advice },
    }
  }
  const signature = '5'.repeat(88)
  return {
    addressSolana: onSolana(),
    addressSolanaAsking: signing({ status: 'asking', attemptId }),
    addressSolanaSent: signing({ status: 'sent', attemptId, hash: signature, sentAt: now }),
    addressSolanaHeld: signing(
      { status: 'sent', attemptId, hash: signature, sentAt: now },
      { seen: [{ ...payment(amount), token: usdc.address, hash: '4'.repeat(88) }] },
    ),
    addressAsking: byWallet({ status: 'asking', attemptId }),
    addressUnsure: byWallet({
      status: 'unsure',
      attemptId,
      since: now - 300_000,
      needsPerson: true,
      checks: [
        { at: now - 200_000, what: 'ledger', state: 'unreachable' },
        { at: now - 150_000, what: 'service', state: 'nothing' },
      ],
    }),
    addressRejected: byWallet(
      { status: 'declined', attemptId, at: now },
      { what: 'refused', at: now },
    ),
    addressSent: byWallet({ status: 'verified', attemptId, hash: hash('b'), sentAt: now - 9_000 }),
    addressTwice: byWallet({ status: 'asking', attemptId }, undefined, {
      seen: [payment(amount)],
    }),
    address: made({}),
    addressHash: made({ needsHash: true }, { status: 'running', service: {} }),
    addressShort: made({ seen: [payment('240000000')] }, came),
    addressDust: made({ seen: [payment('1')] }, { ...open, status: 'tracking' as const }),
    addressRest: made(
      { seen: [{ ...payment('240000000'), at: now - 120_000 }] },
      { ...came, service: { ...open.service, lastReadAt: now - 30_000 } },
    ),
    addressBitcoin: made(abroad, { accepted: paidAbroad }),
    addressCkb: made(
      {
        depositAddress:
          'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqdnnw7qkdnnclfkg59uzn8umtfd2kwxceqqqqqqqqqqqqqq60ngmn',
        amount: '250000000000',
      },
      {
        accepted: {
          ...accepted,
          author: nervos,
          refundTo: nervos,
          from: { ...ckb, amount: '250000000000', family: 'ckb' },
        },
      },
    ),
    addressBitcoinHash: made(
      { ...abroad, needsHash: true },
      { status: 'running', service: {}, accepted: paidAbroad },
    ),
    addressBitcoinPaid: made(abroad, {
      ...came,
      accepted: paidAbroad,
      service: { ...open.service, status: 'deposited', depositTxHash: 'b'.repeat(64) },
    }),
    addressBitcoinOver: made(
      { ...abroad, closed: { at: now - 700_000_000, why: 'expired' } },
      { status: 'stopped', accepted: paidAbroad },
    ),
    // No node of this chain is known here.
    addressUnread: made(
      { needsHash: true },
      { accepted: { ...accepted, from: { ...accepted.from, chainId: 56 } } },
    ),
    addressEndless: made({ expiresAt: 253_402_300_799 }),
    addressPaid: made({ seen: [payment(amount)] }, came),
    addressAstray: made({ lookedWide: looked('whole'), astray: [wrongToken] }),
    addressElsewhere: made({ lookedWide: looked('part'), astray: [wrongToken, ...elsewhere] }),
    addressNowhere: made({ lookedWide: looked('unread') }),
    addressRefused: made(
      { needsHash: true, seen: [payment(amount)], refused: [hash('b')] },
      { status: 'running', blocker: { code: 'order/hash-taken', since: now }, service: {} },
    ),
    addressCancelled: made({ closed: { at: now, why: 'cancelled' } }),
    addressFound: made(
      { depositAddress: '', closed: { at: now, why: 'found' } },
      { ...open, status: 'tracking' as const },
    ),
  }
}
