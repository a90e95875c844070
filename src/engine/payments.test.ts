import { describe, expect, it } from 'vitest'
import type { EvmReader } from '@/src/chains/evm-reader'
import { rhythmOf } from '@/src/domain/chain-rhythm'
import { canSayNever, findStart, findTransfers } from './payments'

const due = { kind: 'payout', chainId: 8453, token: '0x1', to: '0x2', least: 1n } as const
const search = { due, start: { at: 0 }, now: 0, tries: 0, isClaimed: async () => false }
const rhythm = rhythmOf(8453)
const operator = { name: 'one', own: false, reader: {} as EvmReader }

describe('a chain of which no node is known', () => {
  const nodes = { family: 'eip155' as const, rhythm, operators: [] }

  it('is not looked through, and nothing is said of it', async () => {
    expect(await findTransfers(nodes, search, 1n)).toBeUndefined()
    expect(await findStart(nodes, search, 0)).toBeUndefined()
    expect(canSayNever(nodes)).toBe(false)
  })
})

describe('that nothing was ever there', () => {
  it('is said by two operators, or by the person`s own node', () => {
    const nodes = { family: 'eip155' as const, rhythm }
    const own = { ...operator, own: true }
    expect(canSayNever({ ...nodes, operators: [operator] })).toBe(false)
    expect(canSayNever({ ...nodes, operators: [operator, operator] })).toBe(true)
    expect(canSayNever({ ...nodes, operators: [own] })).toBe(true)
  })
})
