import { describe, expect, it } from 'vitest'
import { decodeBase58 } from '@/src/lib/base58'
import {
  author,
  key,
  mint,
  other,
  SOL,
  table,
  tokenDeposit,
  transaction,
  transferTokens,
  vault,
  vaultTokens,
} from '@/test/samples/solana'
import { parseSolanaTransaction } from './solana-message'
import { programs } from './solana-program'
import { readAddressTable, resolveTables } from './solana-tables'

const TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'

function tableData(addresses: string[], kind = 1): Uint8Array {
  const meta = new Uint8Array(56)
  meta[0] = kind
  return Uint8Array.of(...meta, ...addresses.flatMap((each) => [...(decodeBase58(each) ?? [])]))
}

describe('readAddressTable', () => {
  const read = (data: Uint8Array | null, owner = TABLE_PROGRAM) => readAddressTable({ owner, data })

  it('given a table, then its addresses in order', () => {
    expect(read(tableData([mint, vault]))).toEqual([mint, vault])
    expect(read(tableData([]))).toEqual([])
    const within = Uint8Array.of(7, ...tableData([mint]), 7).subarray(1, -1)
    expect(read(within)).toEqual([mint])
  })

  it.each([
    ['of another program', tableData([mint]), SOL],
    ['not set up', tableData([mint], 0), TABLE_PROGRAM],
    ['with half an address', tableData([mint]).slice(0, -1), TABLE_PROGRAM],
    ['too short', tableData([]).slice(0, -1), TABLE_PROGRAM],
    ['shorter by an address', tableData([]).slice(0, -32), TABLE_PROGRAM],
    ['without data', null, TABLE_PROGRAM],
  ])('given an account %s, then none', (_, data, owner) => {
    expect(read(data, owner)).toBeNull()
  })

  it('given no account, then none', () => {
    expect(readAddressTable(null)).toBeNull()
  })
})

describe('resolveTables', () => {
  const second = key('K')
  const parse = (lookups: { table: string; writable: number[]; readonly: number[] }[]) => {
    const instructions = [transferTokens(1n, 6, [1, 9, 2, 0])]
    const parsed = parseSolanaTransaction(transaction(tokenDeposit({ instructions, lookups })))
    if (parsed === null) throw new Error('not a transaction')
    return parsed
  }
  const lookups = [
    { table, writable: [], readonly: [1] },
    { table: second, writable: [0], readonly: [] },
  ]

  it('given the tables, then every account has its address, writable ones first', () => {
    const tables = new Map([
      [table, [other, mint]],
      [second, [vaultTokens]],
    ])
    const found = resolveTables(parse(lookups), tables)
    expect(found?.accounts).toHaveLength(11)
    expect(found?.accounts[0]).toEqual({ key: author, signer: true, writable: true })
    expect(found?.accounts.slice(9)).toEqual([
      { key: vaultTokens, signer: false, writable: true },
      { key: mint, signer: false, writable: false },
    ])
    expect(found?.instructions[0]).toMatchObject({ program: programs.token })
    expect(found?.instructions[0]?.accounts[1]?.key).toBe(vaultTokens)
  })

  it('given no lookups, then the message as it is', () => {
    const parsed = parse([{ table, writable: [0], readonly: [] }])
    const plain = { ...parsed, lookups: [], instructions: [] }
    expect(resolveTables(plain, new Map())).toEqual({
      accounts: parsed.accounts,
      instructions: [],
    })
  })

  it('given a table that is not known, or an entry that it has not, then nothing', () => {
    const parsed = parse(lookups)
    expect(resolveTables(parsed, new Map([[table, [other, mint]]]))).toBeNull()
    const short = new Map([
      [table, [other]],
      [second, [vaultTokens]],
    ])
    expect(resolveTables(parsed, short)).toBeNull()
  })
})
