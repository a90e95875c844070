import { describe, expect, it } from 'vitest'
import * as sample from '@/test/samples/solana'
import { solanaFeeOf } from './solana-fee'
import { programs } from './solana-program'

const { author, other, solDeposit, transaction, transferSol, unitLimit, unitPrice, vault } = sample

const withBudget = (...budget: sample.SampleInstruction[]) =>
  transaction(
    solDeposit({
      keys: [author, vault, programs.system, programs.computeBudget],
      instructions: [...budget, transferSol(1n)],
    }),
  )

describe('what the network takes for a transaction', () => {
  it('is 5,000 lamports for each signature', () => {
    expect(solanaFeeOf(transaction(solDeposit()), author)).toBe(5_000n)
    expect(solanaFeeOf(transaction(solDeposit({ signers: 2 })), author)).toBe(10_000n)
  })

  it('is the priority on top, of its limit or the most there is', () => {
    expect(solanaFeeOf(withBudget(unitLimit(200_000n), unitPrice(1_000_000n)), author)).toBe(
      205_000n,
    )
    expect(solanaFeeOf(withBudget(unitPrice(1_000_000n)), author)).toBe(1_405_000n)
  })

  it('is nothing for who does not pay it', () => {
    const keys = [other, author, vault, programs.system, programs.memo]
    const sponsored = transaction(solDeposit({ signers: 2, keys }))
    expect(solanaFeeOf(sponsored, author)).toBe(0n)
    expect(solanaFeeOf(sponsored, other)).toBe(10_000n)
  })

  it('is not known of what cannot be read, or names two prices', () => {
    expect(solanaFeeOf(new Uint8Array(3), author)).toBeUndefined()
    expect(solanaFeeOf(withBudget(unitPrice(1n), unitPrice(1n)), author)).toBeUndefined()
  })
})
