import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import type { Attempt, Step, Transfer, TransferOrder } from '@/src/domain/order/order'
import { toPayDraft } from '@/src/domain/order/pay-draft'
import { toSteps } from '@/src/domain/order/plan'
import { toTransferOrder } from '@/src/domain/order/transfer'
import { account, solanaAccount } from './fixture-data'
import { evidence, hash, nextId, order, page, seen, tried, wallet } from './fixture-order'

/** Payments by address: shown, seen short, closed, arrived. */
export function transfers(now: number): Record<string, TransferOrder> {
  const { accepted } = order(now)
  const depositAddress = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const { amount } = accepted.from
  const expiresAt = Math.floor(now / 1000) + 540
  const made = (transfer: Partial<Transfer>, change: Partial<TransferOrder> = {}) => {
    const order = toTransferOrder({
      id: nextId(),
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
    const pay = { account, wallet, page, steps, attempts, advice: tried(now) }
    // To somebody else, so that no review speaks of what only a page calls rejected.
    const to = { accepted: { ...accepted, recipient: depositAddress } }
    return { ...order, pay, ...(end && to) }
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
  const expired = { code: 'chain/blockhash-expired' as const, retryable: true }
  const lost = signing({ status: 'failed', ...expired, at: now, attemptId })
  const shown = lost.pay && {
    ...lost.pay,
    attempts: lost.pay.attempts.map((each) => ({
      ...each,
      end: { what: 'absent' as const, at: now, shownBy: { nodes: ['Solana', 'PublicNode'] } },
    })),
  }
  return {
    addressSolanaShown: { ...lost, ...(shown && { pay: shown }) },
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
    addressReverted: byWallet(
      { status: 'failed', code: 'chain/reverted', retryable: true, at: now, attemptId },
      { what: 'reverted', at: now, block: '21000000', shownBy: { nodes: ['PublicNode', 'dRPC'] } },
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
    addressSaidOver: made(
      { seen: [payment(amount)], closed: { at: now - 60_000, why: 'ended' } },
      { ...came, service: { ...open.service, status: 'failed', told: 'No filler took it' } },
    ),
    addressContradicted: made(
      {},
      {
        ...open,
        status: 'tracking' as const,
        contradiction: {
          at: now,
          field: 'recipient',
          accepted: accepted.recipient,
          told: `0x7199${'4'.repeat(32)}79c8`,
        },
      },
    ),
    addressRejectedClosed: byWallet(
      { status: 'declined', attemptId, at: now },
      { what: 'refused', at: now },
      { closed: { at: now, why: 'expired' } },
    ),
    addressUntaken: made(
      { needsHash: true, named: { hash: hash('e'), at: now } },
      { status: 'running', blocker: { code: 'order/unlinked', since: now }, service: {} },
    ),
    addressShortBack: made(
      { seen: [payment('240000000')], closed: { at: now - 60_000, why: 'expired' } },
      { ...came, status: 'failed', failure: { code: 'order/failed-at-service', at: now } },
    ),
    addressCancelled: made({ closed: { at: now, why: 'cancelled' } }),
    addressFound: made(
      { depositAddress: '', closed: { at: now, why: 'found' } },
      { ...open, status: 'tracking' as const },
    ),
  }
}
