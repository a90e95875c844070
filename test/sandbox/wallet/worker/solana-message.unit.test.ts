import {
  type Address,
  address,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { changeMessage } from './solana-message'

const payer = address('Vote111111111111111111111111111111111111111')
const other = address('Stake11111111111111111111111111111111111111')
const system = address('11111111111111111111111111111111')
const table = address('SysvarC1ock11111111111111111111111111111111')

/** A transfer from the payer to an address that a lookup table holds. */
const bytes = new Uint8Array(
  getCompiledTransactionMessageEncoder().encode({
    version: 0,
    header: { numSignerAccounts: 1, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 1 },
    staticAccounts: [payer, system],
    lifetimeToken: table,
    instructions: [
      {
        programAddressIndex: 1,
        accountIndices: [0, 2],
        data: new Uint8Array([2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]),
      },
    ],
    addressTableLookups: [{ lookupTableAddress: table, writableIndices: [0], readableIndices: [] }],
  }),
)

function change(kind: Parameters<typeof changeMessage>[1], from: Uint8Array = bytes) {
  return getCompiledTransactionMessageDecoder().decode(changeMessage(from, kind, other as Address))
}

describe('changeMessage', () => {
  it('given a mode that changes nothing, when it signs, then the bytes are the same object', () => {
    expect(changeMessage(bytes, 'auto', other)).toBe(bytes)
  })

  it('given a looked-up address, when a program is added, then the transfer still means it', () => {
    const message = change('add-compute-budget')
    expect(message.staticAccounts.slice(0, 2)).toEqual([payer, system])
    expect(message.instructions.map((known) => known.programAddressIndex)).toEqual([2, 2, 1])
    expect(message.instructions[2]?.accountIndices).toEqual([0, 3])
    expect(message.header.numReadonlyNonSignerAccounts).toBe(2)
  })

  it('given an assertion, when it is added, then it comes last and the rest is unchanged', () => {
    const message = change('add-lighthouse')
    expect(message.staticAccounts[2]).toBe('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')
    expect(message.instructions).toHaveLength(2)
    expect(message.instructions[0]?.data).toEqual(
      new Uint8Array([2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]),
    )
  })

  it('given an added budget, when an instruction is changed, then it is the transfer', () => {
    const message = change('change-instruction', changeMessage(bytes, 'add-compute-budget', other))
    expect(message.instructions[2]?.data?.[4]).toBe(9)
    expect(message.instructions[0]?.data).toEqual(new Uint8Array([2, 0x40, 0x0d, 0x03, 0]))
  })

  it('given another payer, when it is swapped in, then nothing else changes', () => {
    const message = change('swap-fee-payer')
    expect(message.staticAccounts).toEqual([other, system])
  })
})
