import type { Token } from '@/src/contract/service/token'
import type { Advice, Step, SwapOrder, TokenAmount } from '@/src/domain/order/order'
import { account, ethArbitrum, usdcBase } from './fixture-data'

export const page = {
  tabId: 7,
  frameId: 0,
  origin: 'https://app.example.org',
  title: 'Example dApp',
}
export const wallet = { family: 'eip155' as const, id: 'io.rabby', name: 'Rabby Wallet' }

function side(from: Token, amount: string): TokenAmount {
  const { chainId, address, symbol, decimals, name } = from
  return { chainId, address, symbol, decimals, name, amount }
}

/** Whom the fixture's orders pay. */
export const payee = '0x9c58bacc331c9aa871afd802db6379a98e80cedb'

export const hash = (letter: string) => `0x${letter.repeat(64)}`
export const evidence = { askedAt: 0, page }

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

/** The same with a spender of their own: no payment of another order of the fixtures needs what they approved. */
export function alone(made: Step[]): Step[] {
  const own = `0x${'5'.repeat(40)}`
  return made.map((step): Step => {
    const { facts } = step
    if ('spender' in facts) return { ...step, facts: { ...facts, spender: own } }
    return facts.kind === 'deposit' ? { ...step, facts: { ...facts, target: own } } : step
  })
}

/** Steps of a route that swaps before its payment. */
export function swapSteps(approve: Step['state'], swap: Step['state']): Step[] {
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

export function revokeStep(state: Step['state']): Step {
  const [approve] = steps(state, state)
  if (approve?.facts.kind !== 'approve') throw new Error('no approval')
  const { token, spender } = approve.facts
  return { ...approve, id: 'revoke', facts: { kind: 'reset', token, spender } }
}

let count = 0

/** Orders are counted anew from here on: the same ones have the same names each time. */
export function countAnew(): void {
  count = 0
}

/** The name of the next order. */
export function nextId(): string {
  count += 1
  return count.toString(16).padStart(32, '0')
}

/** What two nodes showed of a payout or a refund. */
export function seen(now: number, kind: 'payout' | 'refund', amount: string, hash: string) {
  const token = `0x${'0'.repeat(40)}`
  const found = { what: 'paid' as const, token, amount, hash, claims: [], at: now }
  return { kind, since: now, found: { ...found, nodes: ['Offchain Labs', 'PublicNode'] } }
}

/** An order as stored; `change` says what is different from one just planned. */
export function order(now: number, change: Partial<SwapOrder> = {}): SwapOrder {
  const id = nextId()
  return {
    kind: 'swap',
    id,
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
export const tried = (now: number, fee = '0'): Advice => ({
  at: now,
  outcome: 'passes',
  by: ['PublicNode', 'dRPC'],
  leaves: { paid: '500000000', fee },
})

/** A review of a route that takes wei beside the payment. */
export function withFee(now: number, fee: string): SwapOrder {
  const plain = order(now, { advice: tried(now, fee) })
  const all = plain.steps.map((step) =>
    step.facts.kind === 'deposit' ? { ...step, facts: { ...step.facts, fee } } : step,
  )
  return { ...plain, steps: all }
}

/** Such a review on a chain of which no token has a price. */
export function withUnpricedFee(now: number, fee: string): SwapOrder {
  const plain = withFee(now, fee)
  const usdc = { ...plain.accepted.from, chainId: 56, decimals: 18 }
  const from = { ...usdc, address: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d' }
  const token = { ...from, amount: '500000000000000000000' }
  const all = plain.steps.map((step) => ({ ...step, facts: { ...step.facts, token } }))
  return { ...plain, accepted: { ...plain.accepted, from: token }, steps: all }
}

/** A review of a payment to a known contract that is called in a way which cannot be read. */
export function withUnread(now: number): SwapOrder {
  const firstPaid = { held: '820500000', contracts: [payee], amount: '500000000' }
  const plain = order(now, { advice: tried(now), firstPaid })
  const unread = { service: 'Across', contract: 'SpokePool' }
  const all = plain.steps.map((step) =>
    step.facts.kind === 'deposit' ? { ...step, facts: { ...step.facts, unread } } : step,
  )
  return { ...plain, steps: all }
}

/** A review of a route over a new router, to a known contract. */
export function withRouter(now: number): SwapOrder {
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
export function withKnown(now: number): SwapOrder {
  const plain = order(now, { advice: tried(now) })
  const known = { service: 'Across', contract: 'SpokePool', least: '159212278300000000' }
  const all = plain.steps.map((step) =>
    step.facts.kind === 'deposit' ? { ...step, facts: { ...step.facts, known } } : step,
  )
  return { ...plain, steps: all }
}

/** As `withKnown`, for the wrapped coin, which a plain account is paid in coins; `came` says that it was. */
export function withEither(now: number, came = false): SwapOrder {
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
export function withCoins(now: number, came = false): SwapOrder {
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

export const confirmed = (letter: string, at: number): Step['state'] => ({
  status: 'confirmed',
  attemptId: letter.repeat(32),
  hash: hash(letter),
  at,
})
