import { sameAddress } from '../address/address'
import type { ErrorCode } from '../error'
import { takerOf } from './guard'
import type { Step, SwapOrder, TokenAmount } from './order'
import { attemptOf, isEnded } from './order-parts'

/** What a contract may still take of a token, by an approval that an order left behind. */
export type OpenAllowance = {
  /** With the amount that may be taken, smallest unit. */
  token: TokenAmount
  spender: string
  /** Whether the amount was read on the chain later; else it is what was asked for. */
  isRead: boolean
}

/** A price that ended: the approval was paid for, and may be of no use any more. */
const expired: readonly ErrorCode[] = [
  'policy/quote-expired',
  'service/quote-expired',
  'service/quote-not-found',
]

/**
 * The allowances that an order leaves open: its approvals that were mined, where none of its payments
 * was, once it has ended or its price has. What became of them since is not known here.
 */
export function openAllowances(order: SwapOrder): OpenAllowance[] {
  if (!isLeft(order) || isPaid(order)) return []
  const open = new Map<string, OpenAllowance>()
  for (const step of order.steps) {
    const { facts, state } = step
    if (state.status !== 'confirmed') continue
    // A swap before the deposit used what it was approved; its proxy is told apart by nothing.
    if (facts.kind === 'swap') dropToken(open, facts.token.address)
    if (!('spender' in facts)) continue
    const { token, spender } = facts
    const key = `${token.address}:${spender}`.toLowerCase()
    const read = readAfter(order, step, spender)
    const amount = facts.kind === 'reset' ? '0' : (read ?? token.amount)
    if (BigInt(amount) === 0n) open.delete(key)
    else open.set(key, { token: { ...token, amount }, spender, isRead: read !== undefined })
  }
  return [...open.values()]
}

function dropToken(open: Map<string, OpenAllowance>, token: string): void {
  for (const [key, each] of open) if (sameAddress(each.token.address, token)) open.delete(key)
}

/** Whether the order came to rest without another ask that is due by itself. */
function isLeft({ status, steps, current }: SwapOrder): boolean {
  if (status !== 'running') return isEnded(status) && status !== 'attention'
  const state = steps[current]?.state
  return state?.status === 'failed' && expired.includes(state.code)
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
