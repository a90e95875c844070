import { describe, expect, it } from 'vitest'
import { decodeBase58 } from '@/src/lib/base58'
import { author, blockhash, key, mint, other, vault } from '@/test/samples/solana'
import { MAX_TRANSACTION_BYTES, parseSolanaTransaction } from './solana-message'
import { programs } from './solana-program'
import {
  writeCreateAccount,
  writeMemo,
  writeSolanaTransaction,
  writeTokenTransfer,
  writeTransfer,
} from './solana-write'

const read = (each: string) => ({ key: each, signer: false, writable: false })
const write = (each: string) => ({ key: each, signer: false, writable: true })
const sign = (each: string) => ({ key: each, signer: true, writable: true })
const bytesOf = (each: string) => [...(decodeBase58(each) ?? [])]
const references = [key('R'), key('S')]
/** Every byte of it is another one. */
const units = 0x0102030405060708n

describe('each instruction, byte for byte', () => {
  it('is a transfer of lamports: 2 in four bytes, then the sum in eight, the low byte first', () => {
    expect(writeTransfer({ from: author, to: vault, units, references })).toStrictEqual({
      program: programs.system,
      accounts: [sign(author), write(vault), ...references.map(read)],
      data: Uint8Array.of(2, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1),
    })
  })

  it('is a transfer of tokens: 12, the sum, and the decimals that the chain holds it to', () => {
    const { token2022: program } = programs
    const payment = { from: other, to: vault, units, references, mint, decimals: 9, owner: author }
    expect(writeTokenTransfer({ ...payment, program })).toStrictEqual({
      program,
      accounts: [write(other), read(mint), write(vault), sign(author), ...references.map(read)],
      data: Uint8Array.of(12, 8, 7, 6, 5, 4, 3, 2, 1, 9),
    })
  })

  it('is an account that is opened where it is not there', () => {
    const { token: program } = programs
    const named = { payer: author, account: other, owner: vault, mint, program }
    expect(writeCreateAccount(named)).toStrictEqual({
      program: programs.associatedToken,
      accounts: [sign(author), write(other), ...[vault, mint, programs.system, program].map(read)],
      data: Uint8Array.of(1),
    })
  })

  it('is a memo in UTF-8 that names nobody', () => {
    expect(writeMemo('7 ü')).toStrictEqual({
      program: programs.memo,
      accounts: [],
      data: Uint8Array.of(0x37, 0x20, 0xc3, 0xbc),
    })
  })
})

describe('a transaction that its payer alone signs', () => {
  const pay = writeTransfer({ from: author, to: vault, units: 1n, references: [] })
  const draft = { payer: author, blockhash, instructions: [pay] }

  it('is one empty signature, then the message: who signs, the keys, the block, the calls', () => {
    expect([...(writeSolanaTransaction(draft) ?? [])]).toStrictEqual([
      ...[1, ...new Array(64).fill(0)],
      ...[1, 0, 1],
      ...[3, ...bytesOf(author), ...bytesOf(vault), ...bytesOf(programs.system)],
      ...bytesOf(blockhash),
      ...[1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    ])
  })

  it('names each key once, what is written before what is read, wherever that is said', () => {
    // The vault is read by the first and written by the second; the payer is only read by one.
    const looks = {
      program: programs.memo,
      accounts: [vault, author, mint].map(read),
      data: new Uint8Array(),
    }
    const wire = writeSolanaTransaction({ ...draft, instructions: [looks, pay] })
    const parsed = parseSolanaTransaction(wire ?? new Uint8Array())
    expect(parsed?.accounts).toEqual([
      sign(author),
      write(vault),
      ...[mint, programs.memo, programs.system].map(read),
    ])
    expect(parsed?.instructions.map(({ program }) => program)).toEqual([
      programs.memo,
      programs.system,
    ])
    expect(parsed?.instructions[0]?.accounts.map((each) => each.key)).toEqual([vault, author, mint])
  })

  it('is none where a key or the block is no 32 bytes', () => {
    for (const bad of ['0OIl', '5T', '', `${vault}${vault}`]) {
      const to = writeTransfer({ from: author, to: bad, units: 1n, references: [] })
      expect(writeSolanaTransaction({ ...draft, instructions: [to] })).toBeNull()
      expect(writeSolanaTransaction({ ...draft, payer: bad })).toBeNull()
      expect(writeSolanaTransaction({ ...draft, blockhash: bad })).toBeNull()
    }
  })

  it('fills a packet to its last byte, and no further', () => {
    const withMemo = (length: number) =>
      writeSolanaTransaction({ ...draft, instructions: [pay, writeMemo('m'.repeat(length))] })
    const room = MAX_TRANSACTION_BYTES - (withMemo(200)?.length ?? 0)
    expect(withMemo(200 + room)).toHaveLength(MAX_TRANSACTION_BYTES)
    expect(withMemo(201 + room)).toBeNull()
  })
})
