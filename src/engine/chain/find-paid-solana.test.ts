import { describe, expect, it } from 'vitest'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { programs } from '@/src/domain/solana/solana-program'
import * as sample from '@/test/samples/solana'
import { solanaPayee } from './find-paid-solana'

const { author, memo, other, SOL, transaction, transferSol, vault } = sample
const amount = 5n

/** A node that shows the payment, the first that ever came to where it went. */
const reader = {
  balances: async () => ({
    lamports: new Map([[vault, { before: 0n, after: amount }]]),
    tokens: [],
  }),
  signaturesSince: async () => ({ entries: [{ signature: 'id', slot: 1 }], isWhole: true }),
} as unknown as SolanaReader

const payeeOf = (keys: string[], signers: number, called: string = programs.system) => {
  const at = keys.indexOf(author)
  const to = keys.indexOf(vault)
  const instructions = [transferSol(amount, at, to), { ...memo('x'), program: called }]
  const all = [...keys, programs.system, ...(called === programs.system ? [] : [called])]
  const bytes = transaction({ keys: all, signers, instructions })
  return solanaPayee(reader, bytes, { hash: 'id', token: SOL, amount, author })
}

describe('the address that a Solana transaction paid', () => {
  it.each([
    ['pays the fee', [author, vault], 1],
    ['signs and another pays the fee', [other, author, vault], 2],
  ] as const)('given the author %s and calls nothing else, then it is told', async (_, keys, n) => {
    expect(await payeeOf([...keys], n)).toBe(vault)
  })

  it.each([
    ['pays the fee', [author, vault], 1],
    ['signs and another pays the fee', [other, author, vault], 2],
  ] as const)(
    'given the author %s and calls a program, then it may be a swap',
    async (_, keys, n) => {
      expect(await payeeOf([...keys], n, programs.memo)).toBeUndefined()
    },
  )

  it('given the author has not signed, then somebody else paid', async () => {
    expect(await payeeOf([other, author, vault], 1, programs.memo)).toBe(vault)
  })
})
