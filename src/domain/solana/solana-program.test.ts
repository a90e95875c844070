import { describe, expect, it } from 'vitest'
import {
  little,
  memo as memoOf,
  transferSol as pay,
  solDeposit,
  transaction,
} from '@/test/samples/solana'
import { parseSolanaTransaction, type SolanaInstruction } from './solana-message'
import {
  isDurableNonce,
  priorityFee,
  programs,
  type Reading,
  readInstruction,
} from './solana-program'

function read(program: string, data: number[], accounts: string[] = []): Reading {
  const instruction: SolanaInstruction = {
    program,
    data: Uint8Array.from(data),
    accounts: accounts.map((key) => ({ key, signer: false, writable: false })),
  }
  return readInstruction(instruction)
}

const { system, token, token2022, associatedToken, computeBudget, memo, memoV1, lighthouse } =
  programs
const transferSol = [2, 0, 0, 0, ...little(258n, 8)]
const transfer = [3, ...little(258n, 8)]
const checked = [12, ...little(258n, 8), 6]
const unknown = { kind: 'unknown' }

describe('readInstruction', () => {
  it('given a system transfer, then who pays whom and how much', () => {
    expect(read(system, transferSol, ['a', 'b'])).toEqual({
      kind: 'transferSol',
      from: 'a',
      to: 'b',
      amount: 258n,
    })
  })

  it.each([
    ['one account', transferSol, ['a']],
    ['three accounts', transferSol, ['a', 'b', 'c']],
    ['no account', transferSol, []],
    ['a byte more', [...transferSol, 0], ['a', 'b']],
    ['a byte less', transferSol.slice(0, -1), ['a', 'b']],
    ['another instruction', [3, ...transferSol.slice(1)], ['a', 'b']],
    ['an index in the upper bytes', [2, 0, 0, 1, ...little(258n, 8)], ['a', 'b']],
    ['no data', [], ['a', 'b']],
  ])('given a system instruction with %s, then it is unknown', (_, data, accounts) => {
    expect(read(system, data, accounts)).toEqual(unknown)
  })

  it.each([token, token2022])('given transfers of %s, then what they move', (program) => {
    expect(read(program, transfer, ['s', 'd', 'o'])).toEqual({
      kind: 'transferToken',
      source: 's',
      destination: 'd',
      owner: 'o',
      amount: 258n,
    })
    expect(read(program, checked, ['s', 'm', 'd', 'o'])).toEqual({
      kind: 'transferToken',
      source: 's',
      destination: 'd',
      owner: 'o',
      amount: 258n,
      mint: 'm',
      decimals: 6,
    })
  })

  it.each([
    ['Transfer with too few accounts', transfer, ['s', 'd']],
    ['Transfer without accounts', transfer, []],
    ['Transfer with one account', transfer, ['s']],
    ['Transfer with a second signer', transfer, ['s', 'd', 'o', 'x']],
    ['Transfer with a byte more', [...transfer, 0], ['s', 'd', 'o']],
    ['TransferChecked with too few accounts', checked, ['s', 'm', 'd']],
    ['TransferChecked without accounts', checked, []],
    ['TransferChecked with one account', checked, ['s']],
    ['TransferChecked with two accounts', checked, ['s', 'm']],
    ["TransferChecked with a hook's accounts", checked, ['s', 'm', 'd', 'o', 'x']],
    ['TransferChecked with a byte more', [...checked, 0], ['s', 'm', 'd', 'o']],
    ['ApproveChecked', [13, ...little(258n, 8), 6], ['s', 'm', 'd', 'o']],
    ['Approve', [4, ...little(258n, 8)], ['s', 'd', 'o']],
    ['SetAuthority', [6, 2, 1, ...Array<number>(32).fill(1)], ['s', 'o']],
    ['CloseAccount', [9], ['s', 'd', 'o']],
    ['nothing', [], ['s', 'd', 'o']],
  ])("given a token program's %s, then it is unknown", (_, data, accounts) => {
    expect(read(token, data, accounts)).toEqual(unknown)
  })

  it.each([[[]], [[0]], [[1]]])(
    'given the opening of a token account as %j, then who pays for whose',
    (data) => {
      expect(read(associatedToken, data, ['p', 'a', 'o', 'm', 's', 't'])).toEqual({
        kind: 'createAccount',
        payer: 'p',
        account: 'a',
        owner: 'o',
        mint: 'm',
      })
    },
  )

  it.each([
    ['RecoverNested', [2], ['p', 'a', 'o', 'm']],
    ['a second byte', [1, 0], ['p', 'a', 'o', 'm']],
    ['no accounts', [1], []],
    ['too few accounts', [1], ['p', 'a', 'o']],
    ['only a payer', [1], ['p']],
  ])('given the associated token program with %s, then it is unknown', (_, data, accounts) => {
    expect(read(associatedToken, data, accounts)).toEqual(unknown)
  })

  it('given compute-budget instructions, then what they ask', () => {
    expect(read(computeBudget, [2, ...little(200_000n, 4)])).toEqual({
      kind: 'unitLimit',
      units: 200_000n,
    })
    expect(read(computeBudget, [3, ...little(9n, 8)])).toEqual({
      kind: 'unitPrice',
      microLamports: 9n,
    })
    expect(read(computeBudget, [1, ...little(9n, 4)])).toEqual({ kind: 'harmless' })
    expect(read(computeBudget, [4, ...little(9n, 4)])).toEqual({ kind: 'harmless' })
  })

  it.each([
    ['the old RequestUnits', [0, ...little(9n, 8)], []],
    ['a limit with a byte less', [2, ...little(9n, 3)], []],
    ['a price with a byte less', [3, ...little(9n, 7)], []],
    ['a heap with a byte less', [1, ...little(9n, 3)], []],
    ['a size with a byte less', [4, ...little(9n, 3)], []],
    ['no data', [], []],
    ['another of five bytes', [5, ...little(9n, 4)], []],
  ])('given a compute-budget instruction with %s, then it is unknown', (_, data, accounts) => {
    expect(read(computeBudget, data, accounts)).toEqual(unknown)
  })

  it('given a compute-budget instruction with bytes or accounts too many, then what the runtime reads', () => {
    const [price, limit] = [
      { kind: 'unitPrice', microLamports: 9n },
      { kind: 'unitLimit', units: 9n },
    ]
    expect(read(computeBudget, [3, ...little(9n, 8), 7])).toEqual(price)
    expect(read(computeBudget, [3, ...little(9n, 8)], ['a'])).toEqual(price)
    expect(read(computeBudget, [2, ...little(9n, 4), 7])).toEqual(limit)
    expect(read(computeBudget, [2, ...little(9n, 4)], ['a'])).toEqual(limit)
    expect(read(computeBudget, [1, ...little(9n, 5)], ['a'])).toEqual({ kind: 'harmless' })
  })

  it('given a memo of either program, then it is one', () => {
    expect(read(memo, [104, 105])).toEqual({ kind: 'memo' })
    expect(read(memoV1, [])).toEqual({ kind: 'memo' })
  })

  it('given Lighthouse, then only its assertions are known', () => {
    const kinds = Array.from({ length: 20 }, (_, i) => read(lighthouse, [i, 1, 2]).kind)
    const assertion = Array<string>(14).fill('assertion')
    expect(kinds).toEqual([
      'unknown',
      'unknown',
      ...assertion,
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ])
    expect(read(lighthouse, [])).toEqual(unknown)
  })

  it('given any other program, then it is unknown', () => {
    expect(read('Vote111111111111111111111111111111111111111', [0])).toEqual(unknown)
  })
})

describe('isDurableNonce', () => {
  const advance = (data: number[]) => ({ program: system, accounts: [1, 1, 0], data })
  const nonce = advance([4, 0, 0, 0])

  it.each([
    ['the nonce advanced first', [nonce, pay(1n)], true],
    ['bytes after it, which the runtime does not read', [advance([4, 0, 0, 0, 9])], true],
    ['the nonce advanced later', [pay(1n), nonce], false],
    ['a transfer first', [pay(4n)], false],
    ['an index in the upper bytes', [advance([4, 0, 0, 1])], false],
    ['too few bytes', [advance([4, 0, 0])], false],
    ['the same bytes for another program', [{ ...memoOf(''), data: [4, 0, 0, 0] }], false],
    ['no instruction', [], false],
  ])('given %s, then %s', (_, instructions, expected) => {
    const parsed = parseSolanaTransaction(transaction(solDeposit({ instructions })))
    expect(parsed && isDurableNonce(parsed)).toBe(expected)
  })
})

describe('priorityFee', () => {
  const limit = (units: bigint): Reading => ({ kind: 'unitLimit', units })
  const price = (microLamports: bigint): Reading => ({ kind: 'unitPrice', microLamports })

  it.each([
    ['nothing', [], 0n],
    ['a limit alone', [limit(5n)], 0n],
    ['a price and a limit', [limit(200_000n), price(1_000n)], 200n],
    ['a price and a limit that do not divide', [limit(1n), price(1n)], 1n],
    ['a price alone', [price(1_000_000n)], 1_400_000n],
    ['a limit above what the chain allows', [limit(9_999_999n), price(1_000_000n)], 1_400_000n],
    ['the limit that the chain allows', [limit(1_400_000n), price(1_000_000n)], 1_400_000n],
    ['two limits', [limit(1n), limit(1n)], null],
    ['two prices', [price(1n), price(1n)], null],
  ])('given %s, then the fee in lamports', (_, readings, fee) => {
    expect(priorityFee(readings)).toBe(fee)
  })
})
