import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import type { Advice, Payee, StepFacts, SwapOrder } from '@/src/domain/order/order'
import { programs } from '@/src/domain/solana/solana-program'
import { solanaAccount } from './fixture-data'
import { order } from './fixture-order'

const dln = 'src5qyZHqTqecJV4aY6Cb6zDZLMDzrDKKezs22MPHr4'
const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const stranger = '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5'
/** Whom the payments go to: a wallet, the state of a program, and token accounts of both. */
export const paid = {
  wallet: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  ofWallet: 'HMUVrfQkBz1qV1NZxq7e6qp5ZU4FrkEn8BWWNQnAzXTK',
  state: 'HJEPgYkbqjetrphNHG2W33SjG9mB4PrXorW358MzfggY',
  ofState: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
}

/** Reviews of payments on Solana, by name: of whom is paid, and through which programs. */
export function solanaReviews(now: number): Record<string, SwapOrder> {
  const amount = '500000000'
  const token = {
    ...{ chainId: SOLANA_CHAIN_ID, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    ...{ symbol: 'USDC', decimals: 6, amount },
  }
  const { accepted } = order(now)
  const tried = (goes: Payee[], fee = '0'): Advice => ({
    ...{ at: now, outcome: 'passes' as const, by: ['PublicNode', 'dRPC'] },
    ...{ leaves: { paid: amount, fee }, goes },
  })
  type Deposit = Extract<StepFacts, { kind: 'solanaDeposit' }>
  const review = (
    called: string[],
    facts: Partial<Deposit>,
    advice: Advice,
    more: Partial<SwapOrder> = {},
  ): SwapOrder =>
    order(now, {
      accepted: { ...accepted, author: solanaAccount, refundTo: solanaAccount, from: token },
      wallet: { family: 'solana', id: 'Phantom', name: 'Phantom' },
      advice,
      steps: [
        {
          ...{ id: 's1', deposit: true, state: { status: 'ready' } },
          action: { kind: 'solanaSign', chainId: SOLANA_CHAIN_ID, transaction: 'AQAB' },
          facts: {
            ...{ kind: 'solanaDeposit', token, feePayer: solanaAccount, ...facts },
            programs: [programs.computeBudget, programs.associatedToken, ...called],
          },
        },
      ],
      ...more,
    })
  const toWallet = { account: paid.ofWallet, owner: paid.wallet, amount }
  const toState = { account: paid.ofState, owner: paid.state, program: dln }
  const plain = [programs.token, programs.memo]
  const untried: Advice = { at: now, outcome: 'unknown' }
  return {
    solanaPlain: review(plain, { pays: [toWallet] }, tried([toWallet])),
    solanaKnown: review(
      [jupiter, dln],
      { unknown: [jupiter, dln] },
      tried([{ ...toState, amount }], '17000000'),
    ),
    solanaFirst: review(
      [stranger],
      { unknown: [stranger] },
      tried([
        { ...toState, amount: '400000000' },
        { account: paid.ofWallet, owner: paid.wallet, program: stranger, amount: '99990000' },
        { account: paid.wallet, owner: stranger, amount: '10000' },
      ]),
      { firstPaid: { held: '820500000', contracts: [stranger] } },
    ),
    solanaPaid: review([stranger], { unknown: [stranger] }, tried([toWallet])),
    solanaBurned: review([dln], { unknown: [dln] }, tried([])),
    solanaUntried: review(plain, { pays: [toWallet] }, untried),
    solanaUnread: review(plain, {}, untried),
  }
}
