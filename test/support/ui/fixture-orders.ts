import { freeOf } from '@/src/domain/order/held'
import type { Attempt, Fact, Order, Step, SwapOrder } from '@/src/domain/order/order'
import { account, friend, NATIVE } from './fixture-data'
import {
  alone,
  confirmed,
  countAnew,
  evidence,
  hash,
  order,
  revokeStep,
  seen,
  steps,
  swapSteps,
  tried,
  withCoins,
  withEither,
  withFee,
  withKnown,
  withRouter,
  withUnpricedFee,
  withUnread,
} from './fixture-order'
import { transfers } from './fixture-transfers'

/** One order in each interesting state, by name; the same ones each time. */
export function orders(now: number): Record<string, Order> {
  countAnew()
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
  /** What a page alone says was rejected; more than a day ago, so that no review speaks of it. */
  const refused = (at: number) => {
    const end = { what: 'refused', at } as const
    const attempts: Attempt[] = asked(at).map((each) => ({ ...each, end }))
    return { attempts, createdAt: at - 90_000_000 }
  }
  const all = String(2n ** 256n - 1n)
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
  const declinedAt = (at: number) => ({
    ...{ status: 'declined' as const, attemptId: 'c'.repeat(32) },
    at,
  })
  /** A swap before the payment gave this, was approved to be passed on, and that was rejected. */
  const gave = { ...confirmed('b', now), got: '497912345678901234567' } as Step['state']
  const afterSwap = (step: Step, place: number): Step =>
    place < 2 ? step : { ...step, state: place < 3 ? confirmed('c', now) : declinedAt(now) }
  const shownBy = { nodes: ['PublicNode', 'dRPC'] }
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
        end: { what: 'absent', at: now, shownBy },
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
  /** Beside what is followed another transaction is on the chain: the very same, or one like it. */
  const strayed = (more: { like?: true }, at: Partial<SwapOrder> = {}) =>
    order(now, {
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
        ...more,
      },
      ...at,
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
      ...refused(now),
    }),
    claimedDeclined: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'declined',
        attemptId: 'c'.repeat(32),
        at: now,
      }),
      ...refused(now),
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
      attempts: asked(now).map((each) => ({
        ...each,
        end: { what: 'absent' as const, at: now, shownBy },
      })),
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
    strayed: strayed({}),
    strayedLike: strayed({ like: true }),
    strayedFirst: strayed(
      { like: true },
      { status: 'running', current: 1, steps: steps(confirmed('a', now), asking), service: {} },
    ),
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
      steps: alone(steps(confirmed('a', now), { status: 'ready' })),
    }),
    leftDenied: order(now, {
      status: 'stopped',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'declined',
        attemptId: 'c'.repeat(32),
        at: now,
      }),
      ...refused(now),
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
    /** Paid, and more than that was allowed in the wallet. */
    leftOver: order(now, {
      status: 'filled',
      current: 2,
      steps: alone(done),
      attempts: done.map(({ id, deposit, action }, place) => ({
        attemptId: (place === 0 ? 'a' : 'b').repeat(32),
        stepId: id,
        deposit,
        action,
        evidence,
        seen: deposit ? [] : [{ at: now, by: 'page', hash: hash('a'), approved: all }],
        end: { what: 'mined', at: now },
      })),
      service: { orderId: 'svc-1', depositTxHash: hash('b') },
    }),
    /** Of a backup that was made while nobody knew whether its payment was sent. */
    keptUnsure: order(now, {
      status: 'attention',
      fromBackup: true,
      current: 1,
      steps: steps(confirmed('a', now), lost),
      attempts: asked(now),
    }),
    /** Of a backup, and nobody knows what became of its payment. */
    leftElsewhere: order(now, {
      status: 'attention',
      fromBackup: true,
      current: 1,
      steps: alone(steps(confirmed('a', now), asking)),
      attempts: asked(now),
    }),
    leftToRequote: order(now, {
      status: 'running',
      current: 1,
      steps: alone(
        steps(confirmed('a', now), {
          status: 'failed',
          code: 'policy/quote-expired',
          retryable: true,
          at: now,
        }),
      ),
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
    claimedGuarded: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), declinedAt(now)),
      ...refused(now),
      attempts: refused(now).attempts.map((each) => ({
        ...each,
        evidence: { ...each.evidence, allowance: plain.from.amount },
      })),
    }),
    // Its page called the last request rejected, and its price ended before it was asked for again.
    deniedPriceOver: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'failed',
        code: 'service/quote-expired',
        retryable: true,
        attemptId: 'c'.repeat(32),
        at: now,
      }),
      ...refused(now - 1),
    }),
    // The person typed that nothing was sent, and it is about to be asked for again.
    typedAgain: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), declinedAt(now - 60_000)),
      ...refused(now),
      attempts: refused(now).attempts.map((each) => ({
        ...each,
        end: { what: 'given-up', at: now, denied: true },
      })),
    }),
    reverted: order(now, {
      status: 'failed',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'failed',
        code: 'chain/reverted',
        retryable: false,
        attemptId: 'c'.repeat(32),
        at: now,
      }),
      failure: { code: 'chain/reverted', at: now },
      attempts: asked(now).map((each) => ({
        ...each,
        end: { what: 'reverted', at: now, shownBy: { nodes: ['node.example'], ownNode: true } },
      })),
    }),
    unsentStopped: order(now, {
      status: 'stopped',
      current: 1,
      steps: steps(confirmed('a', now), declinedAt(now - 60_000)),
      attempts: asked(now).flatMap((each) => [
        { ...each, attemptId: 'd'.repeat(32), end: { what: 'absent', at: now - 90_000, shownBy } },
        { ...each, end: { what: 'rejected', at: now } },
      ]),
    }),
    cancelledAsking: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), asking),
      attempts: asked(now),
      stopWanted: now,
    }),
    cancelledUnsure: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), lost),
      attempts: asked(now - 400_000),
      stopWanted: now,
    }),
    noAccount: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), { status: 'ready' }),
      blocker: { code: 'wallet/unauthorised', since: now },
    }),
    unlinked: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), {
        status: 'sent',
        attemptId: 'c'.repeat(32),
        hash: hash('b'),
        sentAt: now - 9_000,
      }),
      attempts: asked(now),
      blocker: {
        code: 'order/unlinked',
        since: now,
        actual: 'Simulation failed: Blockhash not found',
      },
    }),
    // A swap before the payment was mined, and only the wallet's page calls the payment rejected.
    movedRejected: order(now, {
      status: 'running',
      current: 3,
      steps: swapSteps(confirmed('a', now), gave).map(afterSwap),
      ...refused(now),
    }),
    movedRejectedStopped: order(now, {
      status: 'stopped',
      current: 3,
      steps: swapSteps(confirmed('a', now), gave).map(afterSwap),
      ...refused(now),
      halted: { at: now, why: 'person' },
    }),
    otherMayLand: order(now, {
      status: 'running',
      current: 1,
      steps: steps(confirmed('a', now), { status: 'ready' }),
      blocker: { code: 'order/may-land', since: now, orderId: made.asking.id },
    }),
    approvalUnsureStopped: order(now, {
      status: 'stopped',
      steps: steps({ ...lost, attemptId: 'a'.repeat(32) }, { status: 'ready' }),
      attempts: asked(now).map((each) => ({
        ...each,
        attemptId: 'a'.repeat(32),
        stepId: 'approve',
        deposit: false,
      })),
    }),
    unlinkedMined: order(now, {
      status: 'running',
      current: 2,
      steps: steps(confirmed('a', now), confirmed('b', now)),
      attempts: asked(now),
      blocker: { code: 'order/unlinked', since: now },
    }),
  }
}

/** Orders of which a part cannot be read: not among the others, as each may have paid the same. */
export function unreadOrders({ either }: Record<string, Order>): Record<string, Order> {
  if (either?.kind !== 'swap') throw new Error('No order to take them of')
  const nothingDone: SwapOrder = { ...either, status: 'attention', steps: [], attempts: [] }
  const hashes = [hash('d'), hash('e')]
  const unread = { kind: 'swap' as const, hashes, told: [], lacks: [], stored: {} }
  const lacks = ['createdAt', 'updatedAt', 'to']
  return {
    unreadPart: { ...nothingDone, id: 'f1'.repeat(16), unread },
    unreadMost: {
      ...{ ...nothingDone, id: 'f2'.repeat(16), createdAt: 0, updatedAt: 0 },
      unread: { hashes: [], told: [], lacks, stored: {} },
    },
    unreadAsked: { ...nothingDone, id: 'f3'.repeat(16), unread: { ...unread, asked: true } },
  }
}
