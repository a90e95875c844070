import { sameAddress } from '../address/address'
import type { ErrorCode } from '../error'
import { secondsToAsk } from './ask-time'
import { takerOf } from './guard'
import type { Step, SwapOrder, TokenAmount } from './order'
import {
  attemptOf,
  attemptOfStep,
  hashOf,
  isAskable,
  isEnded,
  isMade,
  setsAllowance,
} from './order-parts'

/** What a contract may still take of a token, by an approval that an order left behind. */
export type OpenAllowance = {
  /** With the amount that may be taken, smallest unit. */
  token: TokenAmount
  spender: string
  /** Whether the amount was read on the chain later; else it is what was approved. */
  isRead: boolean
}

/** A price that ended: the approval was paid for, and may be of no use any more. */
const expired: readonly ErrorCode[] = [
  'policy/quote-expired',
  'service/quote-expired',
  'service/quote-not-found',
]

/**
 * The allowances that an order leaves open once it has ended or its price has: its approvals that were
 * mined, and of one that a payment took from, what the person allowed beyond what was asked for. What
 * became of them since is not known here.
 *
 * @param now unix ms
 */
export function openAllowances(order: SwapOrder, now: number): OpenAllowance[] {
  const done = isLeft(order, now)
    ? order.steps.filter((step) => (step.deposit ? isPaid(order) : isMade(order, step)))
    : []
  return done.flatMap((step, place) => {
    const { facts, state } = step
    const later = done.slice(place + 1)
    if (facts.kind !== 'approve') return []
    const { token, spender } = facts
    if (later.some((each) => setsAllowance(each, token.address, spender))) return []
    const read = readAfter(order, step, spender)
    const seen = attemptOfStep(order, step)?.seen.find(({ hash }) => hash === hashOf(state))
    const approved = read ?? seen?.approved ?? token.amount
    const isTaken = later.some((each) => takes(each, token))
    const left = BigInt(approved) - (isTaken ? BigInt(token.amount) : 0n)
    if (left <= 0n) return []
    return [{ token: { ...token, amount: `${left}` }, spender, isRead: read !== undefined }]
  })
}

/** Whether a step used what it was approved of a token: the proxy that takes it is told apart by nothing. */
function takes({ deposit, facts }: Step, { address }: TokenAmount): boolean {
  return deposit || (facts.kind === 'swap' && sameAddress(facts.token.address, address))
}

/**
 * Whether the order came to rest without another ask that is due by itself, or is kept as a file tells of
 * it.
 */
function isLeft(order: SwapOrder, now: number): boolean {
  const { status, steps, current, fromBackup } = order
  if (status !== 'running') return isEnded(status) && (status !== 'attention' || !!fromBackup)
  const state = steps[current]?.state
  if (!state || !isAskable(state)) return false
  return secondsToAsk(order, now) <= 0 || ('code' in state && expired.includes(state.code))
}

function isPaid({ attempts, steps }: SwapOrder): boolean {
  return (
    attempts.some((each) => each.deposit && each.end?.what === 'mined') ||
    steps.some((step) => step.deposit && step.state.status === 'confirmed')
  )
}

/** The allowance as it stood when a payment that needs it was asked for, after the approval. */
function readAfter(order: SwapOrder, { state }: Step, spender: string): string | undefined {
  const taker = takerOf(order)
  if (taker === undefined || !sameAddress(taker, spender)) return undefined
  const { attempts } = order
  const approval = attempts.findIndex(({ attemptId }) => attemptId === attemptOf(state))
  const later = attempts.slice(approval + 1)
  return later.findLast(({ evidence }) => evidence.allowance !== undefined)?.evidence.allowance
}
