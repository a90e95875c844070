import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import type { Order, Step, SwapOrder } from '@/src/domain/order/order'
import { friend, hub, solanaAccount, solanaCoin } from './fixture-data'
import { orders } from './fixture-orders'
import { purchases } from './fixture-purchases'

const long = '123456789123456789012345678'

/** Orders whose figures and names are as long as they may be, and states that are rare; by name. */
export function extremes(now: number): Record<string, Order> {
  const { planned, address, tracking, filled } = orders(now)
  const { buyMade, buyFilled } = purchases(now)
  const [share] = hub.tokens
  if (planned?.kind !== 'swap' || address?.kind !== 'transfer' || !buyMade || !buyFilled || !share)
    throw new Error('The fixtures have changed')
  if (tracking?.kind !== 'swap' || filled?.kind !== 'swap')
    throw new Error('The fixtures have changed')
  const own = (place: number) => ({ id: `e${String(place).padStart(31, '0')}` })
  const { symbol, decimals } = share.token
  const asShare = { chainId: 8453, address: share.token.address, symbol, decimals }
  const from = { ...address.accepted.from, amount: '123456789012123456' }
  const much = {
    ...buyMade.accepted,
    from: { ...buyMade.accepted.from, amount: '12345678912' },
    to: { ...buyMade.accepted.to, amount: long },
    minAmountOut: long,
  }
  const named = 'The Provider of the Long and Very Careful Name'
  const [approval, deposit] = tracking.steps
  if (approval === undefined || deposit === undefined) throw new Error('The fixtures have changed')
  /** The approval is through; the payment stands like this. */
  const paying = (place: number, state: Step['state'], more: Partial<SwapOrder> = {}): Order => ({
    ...tracking,
    ...own(place),
    status: 'running',
    current: 1,
    steps: [approval, { ...deposit, state }],
    service: {},
    ...more,
  })
  const coin = { ...planned.accepted.to, chainId: 8453 }
  /** A review of lamports that are swapped for ether; beside them leaves what the trial showed. */
  const bySolana = (
    place: number,
    amount: string,
    received: string,
    network: string,
    fee = '0',
  ) => {
    const { chainId, address, symbol, decimals } = solanaCoin
    const from = { chainId, address, symbol, decimals, amount }
    const facts = {
      ...{ kind: 'solanaDeposit' as const, token: from, programs: ['1'.repeat(32)] },
      feePayer: network === '0' ? '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' : solanaAccount,
    }
    const action = { kind: 'solanaSign' as const, chainId: SOLANA_CHAIN_ID, transaction: 'AQAB' }
    return {
      ...planned,
      ...own(place),
      wallet: { family: 'solana' as const, id: 'Phantom', name: 'Phantom' },
      accepted: {
        ...planned.accepted,
        from,
        to: { ...planned.accepted.to, amount: received },
        minAmountOut: received,
        author: solanaAccount,
        refundTo: solanaAccount,
      },
      advice: {
        ...{ at: now, outcome: 'passes' as const, by: ['PublicNode', 'dRPC'], network },
        leaves: { paid: amount, fee },
      },
      steps: [{ id: 'step', deposit: true, action, facts, state: { status: 'ready' as const } }],
    }
  }
  const attemptId = 'c'.repeat(32)
  const hash = `0x${'b'.repeat(64)}`
  const notProved = (place: number, more: Partial<SwapOrder>): Order => ({
    ...tracking,
    ...own(place),
    createdAt: now - 100_000_000,
    status: 'unproved',
    service: {
      ...tracking.service,
      fill: {
        txHash: `0x${'d'.repeat(64)}`,
        chainId: 42_161,
        amount: '160012340000000000',
        at: now,
      },
    },
    arrival: { kind: 'payout', since: now - 90_000_000 },
    ...more,
  })
  return {
    orderSent: paying(9, { status: 'sent', attemptId, hash, sentAt: now - 9_000 }),
    orderVerified: paying(10, { status: 'verified', attemptId, hash, sentAt: now - 200_000 }),
    orderSubmitted: { ...tracking, ...own(11), status: 'submitted' },
    orderUnproved: notProved(12, {}),
    orderUnprovedShort: notProved(13, {
      arrival: {
        kind: 'payout',
        since: now - 90_000_000,
        found: {
          ...{ what: 'short', token: `0x${'0'.repeat(40)}`, amount: '100000000000000000' },
          ...{ hash: `0x${'d'.repeat(64)}`, claims: [], at: now, nodes: ['Offchain Labs'] },
        },
      },
    }),
    orderContradicted: {
      ...tracking,
      ...own(14),
      contradiction: {
        at: now,
        field: 'recipient',
        accepted: tracking.accepted.recipient,
        told: `0x7199${'4'.repeat(32)}79c8`,
      },
    },
    orderPageGone: paying(15, { status: 'ready' }, { blocker: { code: 'page/gone', since: now } }),
    orderAskedBefore: {
      ...bySolana(60, '500000000', '160012340000000000', '5000'),
      status: 'running',
      blocker: { code: 'wallet/pending-request', since: now },
    },
    orderMayLand: {
      ...bySolana(61, '500000000', '160012340000000000', '5000'),
      status: 'running',
      blocker: { code: 'order/may-land', since: now },
    },
    orderNotSwitched: paying(
      16,
      { status: 'failed', code: 'wallet/not-switched', retryable: true, at: now },
      { switching: { attemptId, stage: 'switch', chainId: 8453, since: now, settledAt: now } },
    ),
    orderToFriend: {
      ...filled,
      ...own(17),
      accepted: { ...filled.accepted, recipient: friend },
    },
    reviewMoved: {
      ...planned,
      ...own(18),
      accepted: {
        ...planned.accepted,
        quoteExpiresAt: Math.floor(now / 1000) - 5,
        to: { ...planned.accepted.to, amount: '161500000000000000' },
      },
    },
    reviewFeeHuge: {
      ...planned,
      ...own(19),
      // In the coin that is paid, a third of it.
      accepted: { ...planned.accepted, from: { ...coin, amount: '160000000000000000' } },
      advice: {
        ...{ at: now, outcome: 'passes', by: ['PublicNode', 'dRPC'] },
        leaves: { paid: '160000000000000000', fee: '60000000000000000' },
      },
      steps: planned.steps
        .filter(({ deposit }) => deposit)
        .map((step) =>
          step.facts.kind === 'deposit'
            ? {
                ...step,
                facts: {
                  ...step.facts,
                  token: { ...coin, amount: '160000000000000000' },
                  fee: '60000000000000000',
                },
              }
            : step,
        ),
    },
    reviewSolana: bySolana(20, '2659300000', '159900000000000000', '105000', '2039280'),
    // A dollar, and nearly two on top.
    reviewSolanaPriority: bySolana(21, '5319000', '318000000000000', '10005000'),
    reviewSolanaSponsored: bySolana(22, '2659300000', '159900000000000000', '0'),
    reviewCopy: {
      ...planned,
      ...own(7),
      accepted: {
        ...planned.accepted,
        to: {
          ...planned.accepted.to,
          ...{ chainId: 42_161, address: `0x${'b'.repeat(40)}`, name: 'USD Coin' },
          ...{ symbol: 'USDС', decimals: 6, amount: '499750000' },
        },
        minAmountOut: '499000000',
      },
    },
    reviewWrong: {
      ...planned,
      ...own(8),
      accepted: { ...planned.accepted, from: { ...planned.accepted.from, decimals: 18 } },
    },
    reviewVault: {
      ...planned,
      ...own(1),
      accepted: {
        ...planned.accepted,
        to: { ...asShare, amount: '499750000' },
        minAmountOut: '499000000',
      },
    },
    addressLong: {
      ...address,
      ...own(2),
      accepted: { ...address.accepted, from, to: { ...address.accepted.to, amount: long } },
      transfer: { ...address.transfer, amount: from.amount },
    },
    addressMemo: {
      ...address,
      ...own(3),
      transfer: { ...address.transfer, memo: 'order-6f1c2a54-8b7e-4d3a-9a51-0c2f7be1d902' },
    },
    addressExpired: {
      ...address,
      ...own(4),
      transfer: { ...address.transfer, closed: { at: now, why: 'expired' } },
    },
    buyLong: {
      ...buyMade,
      ...own(5),
      accepted: much,
      purchase: { ...buyMade.purchase, provider: named, fee: '1234567.89' },
    },
    buyLongFilled: {
      ...buyFilled,
      ...own(6),
      accepted: much,
      purchase: { ...buyFilled.purchase, provider: named },
    },
  }
}
