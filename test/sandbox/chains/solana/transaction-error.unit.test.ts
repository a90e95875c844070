import { describe, expect, it } from 'vitest'
import { describeTransactionError, toTransactionError } from './transaction-error'

describe('toTransactionError', () => {
  it.each([
    ['an error without data', 7, 'BlockhashNotFound'],
    [
      'a program that failed with a code',
      { index: 1, err: () => ({ code: 6 }) },
      { InstructionError: [1, { Custom: 6 }] },
    ],
    [
      'a program that failed with a known reason',
      { index: 0, err: () => 5 },
      { InstructionError: [0, 'InsufficientFunds'] },
    ],
    [
      'an account left below the rent',
      { accountIndex: 2 },
      { InsufficientFundsForRent: { account_index: 2 } },
    ],
    ['an instruction given twice', { index: 3 }, { DuplicateInstruction: 3 }],
  ])('writes %s as a node does', (_name, raw, expected) => {
    expect(toTransactionError(raw)).toEqual(expected)
  })
})

describe('describeTransactionError', () => {
  it.each([
    ['BlockhashNotFound', 'Blockhash not found'],
    ['AccountInUse', 'AccountInUse'],
    [
      { InstructionError: [0, { Custom: 16 }] },
      'Error processing Instruction 0: custom program error: 0x10',
    ],
    [
      { InstructionError: [2, 'MissingRequiredSignature'] },
      'Error processing Instruction 2: missing required signature',
    ],
    [
      { InsufficientFundsForRent: { account_index: 1 } },
      'Transaction results in an account with insufficient funds for rent',
    ],
  ])('says %j in words', (error, sentence) => {
    expect(describeTransactionError(error)).toBe(sentence)
  })
})
