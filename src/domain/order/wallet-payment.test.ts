import { describe, expect, it } from 'vitest'
import { attempt, hash, planned, secondAttempt, sent, verified } from '@/test/samples/order'
import { plannedPurchase } from '@/test/samples/purchase'
import { payAsked, payWanted, shownAddress, transferAfter } from '@/test/samples/transfer'
import type { TransferOrder } from './order'
import {
  asksOf,
  isPayDenied,
  isPayOut,
  isPayPending,
  paidByWallet,
  payHashesOf,
} from './wallet-payment'

const wished = transferAfter(shownAddress, payWanted)
const asked = transferAfter(wished, payAsked(attempt))
const paid = transferAfter(asked, sent, verified)

describe('a payment that no wallet makes', () => {
  it('has nothing that was asked, sent or refused', () => {
    expect(asksOf(plannedPurchase())).toBeUndefined()
    expect(asksOf(shownAddress)).toBeUndefined()
    expect(isPayOut(planned())).toBe(false)
    expect(isPayOut(shownAddress)).toBe(false)
    expect(isPayPending(shownAddress)).toBe(false)
    expect(isPayDenied(shownAddress)).toBe(false)
    expect(payHashesOf(shownAddress)).toEqual([])
    expect(paidByWallet(shownAddress)).toBeUndefined()
  })
})

describe('a payment that a connected wallet makes', () => {
  it('names what was found for it, and nothing that turned out to be another transaction', () => {
    expect(payHashesOf(paid)).toEqual([hash])
    const [only] = paid.pay?.attempts ?? []
    const seen = [
      { at: 1, by: 'page', hash, differs: true },
      { at: 1, by: 'ledger' },
    ]
    const pay = { ...paid.pay, attempts: [{ ...only, seen }] }
    expect(payHashesOf({ ...paid, pay } as unknown as TransferOrder)).toEqual([])
  })

  it('is pending while it is wished for, asked and sent', () => {
    expect([wished, asked, paid].map(isPayPending)).toEqual([true, true, true])
    expect([wished, asked, paid].map(isPayOut)).toEqual([false, true, true])
  })

  it('is pending where an earlier ask has no end, though the step is ready again', () => {
    const { pay } = asked
    const again = {
      ...asked,
      pay: {
        ...pay,
        wanted: undefined,
        steps: pay?.steps.map((each) => ({ ...each, state: { status: 'ready' } })),
      },
    } as unknown as TransferOrder
    expect(isPayPending(again)).toBe(true)
    const attempts = pay?.attempts.map((each) => ({
      ...each,
      attemptId: secondAttempt,
      end: { what: 'absent', at: 1 },
    }))
    const over = { ...again, pay: { ...again.pay, attempts } } as unknown as TransferOrder
    expect(isPayPending(over)).toBe(false)
  })

  it('counts once nodes showed that it is all that was asked for', () => {
    expect(paidByWallet(asked)).toBeUndefined()
    expect(paidByWallet(paid)).toBe(hash)
    const more = { ...paid, transfer: { ...paid.transfer, amount: '25000001' } }
    expect(paidByWallet(more)).toBeUndefined()
  })
})
