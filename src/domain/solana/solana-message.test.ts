import {
  AccountRole,
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58 } from '@/src/lib/base58'
import * as sample from '@/test/samples/solana'
import { MAX_TRANSACTION_BYTES, parseSolanaTransaction, withBlockhash } from './solana-message'
import { programs } from './solana-program'

const { author, blockhash, message, other, solDeposit, table, transaction, vault } = sample

describe('parseSolanaTransaction', () => {
  it.each(['legacy', 0] as const)('given a %s transaction, then it is taken apart', (version) => {
    const bytes = transaction(solDeposit({ version }))
    expect(parseSolanaTransaction(bytes)).toEqual({
      signatures: [new Uint8Array(64)],
      message: message(solDeposit({ version })),
      version,
      feePayer: author,
      signers: 1,
      signerKeys: [decodeBase58(author)],
      accounts: [
        { key: author, signer: true, writable: true },
        { key: vault, signer: false, writable: true },
        { key: programs.system, signer: false, writable: false },
        { key: programs.memo, signer: false, writable: false },
      ],
      blockhash,
      instructions: [
        {
          program: programs.system,
          accounts: [
            { key: author, signer: true, writable: true },
            { key: vault, signer: false, writable: true },
          ],
          data: Uint8Array.from([2, 0, 0, 0, ...sample.little(sample.amountIn, 8)]),
        },
        { program: programs.memo, accounts: [], data: new TextEncoder().encode('order') },
      ],
      lookups: [],
    })
  })

  it.each(['legacy', 0] as const)(
    'given a %s transaction of the Solana library, then it is read alike',
    (version) => {
      const compiled = pipe(
        createTransactionMessage({ version }),
        (built) => setTransactionMessageFeePayer(author as Address, built),
        (built) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n },
            built,
          ),
        (built) =>
          appendTransactionMessageInstruction(
            {
              programAddress: other as Address,
              accounts: [
                { address: vault as Address, role: AccountRole.READONLY },
                { address: table as Address, role: AccountRole.WRITABLE },
                { address: author as Address, role: AccountRole.WRITABLE_SIGNER },
              ],
              data: Uint8Array.of(1, 2, 3),
            },
            built,
          ),
      )
      const bytes = Uint8Array.from(getTransactionEncoder().encode(compileTransaction(compiled)))
      expect(parseSolanaTransaction(bytes)).toMatchObject({
        version,
        signers: 1,
        blockhash,
        instructions: [
          {
            program: other,
            accounts: [
              { key: vault, signer: false, writable: false },
              { key: table, signer: false, writable: true },
              { key: author, signer: true, writable: true },
            ],
          },
        ],
      })
    },
  )

  it('given read-only signers, then each account may do what the header says', () => {
    const parsed = parseSolanaTransaction(
      transaction(
        solDeposit({
          keys: [author, other, vault, table, programs.system],
          signers: 2,
          readonlySigners: 1,
          readonlyOthers: 2,
          instructions: [],
        }),
      ),
    )
    expect(parsed?.accounts).toEqual([
      { key: author, signer: true, writable: true },
      { key: other, signer: true, writable: false },
      { key: vault, signer: false, writable: true },
      { key: table, signer: false, writable: false },
      { key: programs.system, signer: false, writable: false },
    ])
  })

  it('given lookup tables, then writable entries of all tables come before read-only ones', () => {
    const parsed = parseSolanaTransaction(
      transaction(
        solDeposit({
          keys: [author, programs.memo],
          readonlyOthers: 1,
          instructions: [{ program: programs.memo, accounts: [2, 3, 4, 5] }],
          lookups: [
            { table, writable: [7], readonly: [8] },
            { table: other, writable: [9], readonly: [1] },
          ],
        }),
      ),
    )
    expect(parsed?.instructions[0]?.accounts).toEqual([
      { key: `${table}:7`, signer: false, writable: true },
      { key: `${other}:9`, signer: false, writable: true },
      { key: `${table}:8`, signer: false, writable: false },
      { key: `${other}:1`, signer: false, writable: false },
    ])
    expect(parsed?.lookups).toEqual([
      { table, writable: Uint8Array.of(7), readonly: Uint8Array.of(8) },
      { table: other, writable: Uint8Array.of(9), readonly: Uint8Array.of(1) },
    ])
  })

  it.each([
    ['a version that is not known', { version: 1 }],
    ['no signer', { signers: 0 }],
    ['only read-only signers', { readonlySigners: 1 }],
    ['more signers than keys', { signers: 5 }],
    ['more read-only accounts than keys', { readonlyOthers: 4 }],
    ['a key twice', { keys: [author, author, programs.system, programs.memo] }],
    ['bytes left over', { tail: [0] }],
    ['a program that is the fee payer', { instructions: [{ program: author }] }],
    ['a program that is not there', { instructions: [{ program: other }] }],
    ['an account that is not there', { instructions: [{ program: programs.memo, accounts: [4] }] }],
    ['a missing signature', { signatures: [] }],
    ['a signature too many', { signatures: [new Uint8Array(64), new Uint8Array(64)] }],
    [
      'a program from a lookup table',
      {
        keys: [author],
        readonlyOthers: 0,
        instructions: [{ program: programs.memo }],
        lookups: [{ table, writable: [], readonly: Array.from({ length: 255 }, (_, i) => i) }],
      },
    ],
  ])('given %s, then it is no transaction', (_, patch) => {
    expect(parseSolanaTransaction(transaction(solDeposit(patch)))).toBeNull()
  })

  it('given all accounts used as the header allows, then the limits themselves are fine', () => {
    expect(parseSolanaTransaction(transaction(solDeposit({ readonlyOthers: 3 })))).not.toBeNull()
    expect(
      parseSolanaTransaction(
        transaction(solDeposit({ signers: 4, readonlyOthers: 0, instructions: [] })),
      ),
    ).not.toBeNull()
  })

  it('given a transaction cut anywhere, then it is none', () => {
    const lookups = [{ table, writable: [7], readonly: [8] }]
    const bytes = transaction(solDeposit({ lookups }))
    expect(parseSolanaTransaction(bytes)).not.toBeNull()
    for (let length = 0; length < bytes.length; length++) {
      expect(parseSolanaTransaction(bytes.slice(0, length)), `${length} bytes`).toBeNull()
    }
  })

  it('given a transaction as large as a packet, then it is read, and one byte more is not', () => {
    const fill = (size: number) => {
      const empty = transaction(solDeposit({ instructions: [sample.memo('')] })).length
      const text = 'm'.repeat(size - empty - 1)
      return transaction(solDeposit({ instructions: [sample.memo(text)] }))
    }
    expect(fill(MAX_TRANSACTION_BYTES)).toHaveLength(MAX_TRANSACTION_BYTES)
    expect(parseSolanaTransaction(fill(MAX_TRANSACTION_BYTES))).not.toBeNull()
    expect(parseSolanaTransaction(fill(MAX_TRANSACTION_BYTES + 1))).toBeNull()
  })

  it('given any bytes, or any byte changed, then reading never throws', () => {
    const good = transaction(sample.tokenDeposit())
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(good.length - 1),
        fc.nat(255),
        (bytes, at, byte) => {
          parseSolanaTransaction(bytes)
          const changed = good.slice()
          changed[at] = byte
          parseSolanaTransaction(changed)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('withBlockhash', () => {
  it.each(['legacy', 0] as const)(
    'given a %s message, then only its blockhash changes',
    (version) => {
      const bytes = transaction(solDeposit({ version }))
      const before = parseSolanaTransaction(bytes)
      if (before === null) throw new Error('not a transaction')
      const fresh = decodeBase58(other) ?? new Uint8Array()
      const changed = withBlockhash(before, fresh)
      expect(changed).toEqual(message(solDeposit({ version, blockhash: other })))
      expect(before.message).toEqual(message(solDeposit({ version })))
    },
  )
})
