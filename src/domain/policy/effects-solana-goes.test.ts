import { describe, expect, it } from 'vitest'
import {
  acceptedSolana,
  amountIn,
  author,
  key,
  mint,
  other,
  ownTokens,
  SOL,
  vault,
  vaultTokens,
} from '@/test/samples/solana'
import { holding, RENT, WRAPPED, wallet } from '@/test/samples/solana-account'
import { programs } from '../solana/solana-program'
import type { SolanaAccountState, SolanaEffects } from './effects-solana'
import { allPayees, heldOf, payeesOf } from './effects-solana-goes'

const sol = acceptedSolana(SOL)
const token = acceptedSolana(mint)
const dln = 'src5qyZHqTqecJV4aY6Cb6zDZLMDzrDKKezs22MPHr4'

const account = (address: string, before: SolanaAccountState, after: SolanaAccountState) => ({
  address,
  before,
  after,
})
const effects = (
  accounts: SolanaEffects['accounts'],
  rulers: Record<string, string> = {},
): SolanaEffects => ({
  ...{ accounts, named: [], fee: 5_000n, closings: [] },
  rulers: new Map(Object.entries(rulers)),
})

/** A token account that has so much more of a mint. */
const grown = (address: string, owner: string, by = amountIn, of = mint) =>
  account(
    address,
    holding({ owner, mint: of, amount: 7n }),
    holding({ owner, mint: of, amount: 7n + by }),
  )
const amount = String(amountIn)

describe('payeesOf tokens', () => {
  it('names the token account that got them, and whose it is', () => {
    const seen = effects([
      account(author, wallet(9n), wallet(4n)),
      account(ownTokens, holding({ amount: amountIn }), holding({ amount: 0n })),
      grown(vaultTokens, vault),
    ])
    expect(payeesOf(token, seen)).toEqual([{ account: vaultTokens, owner: vault, amount }])
  })

  it('names the program that rules over the owner, by the state in the trial or as it was read', () => {
    const seen = [grown(vaultTokens, vault)]
    const ruled = { lamports: 1n, owner: dln, data: null }
    const named = [{ account: vaultTokens, owner: vault, program: dln, amount }]
    expect(payeesOf(token, effects(seen, { [vault]: dln }))).toEqual(named)
    expect(payeesOf(token, effects([...seen, account(vault, ruled, ruled)]))).toEqual(named)
    expect(payeesOf(token, effects(seen, { [vault]: other }))).toEqual([
      { account: vaultTokens, owner: vault, program: other, amount },
    ])
  })

  it('names no program where the owner is a wallet, or a token account its own', () => {
    for (const program of [SOL, programs.token]) {
      expect(payeesOf(token, effects([grown(vaultTokens, vault)], { [vault]: program }))).toEqual([
        { account: vaultTokens, owner: vault, amount },
      ])
    }
  })

  it('counts a new account from nothing, and one that held another mint before', () => {
    const opened = account(vaultTokens, null, holding({ owner: vault, amount: amountIn }))
    const turned = account(
      key('Z'),
      holding({ owner: vault, mint: other, amount: 9n }),
      holding({ owner: vault, amount: 2n }),
    )
    expect(payeesOf(token, effects([turned, opened])).map((each) => each.amount)).toEqual([
      amount,
      '2',
    ])
  })

  it('tells the greatest part first', () => {
    const many = Array.from({ length: 9 }, (_, at) => grown(key(String(at)), vault, BigInt(at + 1)))
    const told = payeesOf(token, effects(many)).map((each) => each.amount)
    expect(told).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1'])
  })

  it('leaves out the person, another mint, rent, and who has less', () => {
    const less = account(
      vaultTokens,
      holding({ owner: vault, amount: 9n }),
      holding({ owner: vault, amount: 8n }),
    )
    const seen = effects([
      grown(ownTokens, author),
      grown(key('Z'), vault, 5n, other),
      account(vault, wallet(1n), wallet(RENT)),
      less,
    ])
    expect(payeesOf(token, seen)).toEqual([])
  })
})

describe('payeesOf SOL', () => {
  it('names a wallet by itself, and an account of a program by that', () => {
    const ruled = (lamports: bigint) => ({ lamports, owner: dln, data: null })
    const seen = effects([
      account(author, wallet(amountIn + 9_000n), wallet(4_000n)),
      account(vault, null, wallet(amountIn)),
      account(other, ruled(1n), ruled(6n)),
    ])
    expect(payeesOf(sol, seen)).toEqual([
      { account: vault, amount },
      { account: other, program: dln, amount: '5' },
    ])
  })

  it.each([SOL, WRAPPED])('given %s, names whose token account it lies in, wrapped', (paid) => {
    const by = { owner: vault, mint: WRAPPED, native: RENT }
    const seen = effects([
      account(vaultTokens, holding({ ...by, amount: 0n }), holding({ ...by, amount: amountIn })),
    ])
    expect(payeesOf(acceptedSolana(paid), seen)).toEqual([
      { account: vaultTokens, owner: vault, amount },
    ])
  })

  it('names who gets lamports of a token account of another mint as well', () => {
    const rich = { ...holding({ owner: vault }), lamports: RENT + amountIn }
    expect(payeesOf(sol, effects([account(vaultTokens, holding({ owner: vault }), rich)]))).toEqual(
      [{ account: vaultTokens, owner: vault, amount }],
    )
  })
})

describe('heldOf', () => {
  it('counts what the person had, of all their accounts of the mint, or the coins of their own', () => {
    const seen = effects([
      account(author, wallet(77n), wallet(1n)),
      account(ownTokens, holding({ amount: 5n }), holding({ amount: 0n })),
      account(key('Z'), holding({ amount: 6n }), holding({ amount: 6n })),
      account(key('Y'), holding({ mint: other, amount: 8n }), null),
      grown(vaultTokens, vault),
    ])
    expect(heldOf(token, seen)).toBe(11n)
    expect(heldOf(sol, seen)).toBe(77n)
    expect(heldOf(token, effects([account(author, null, null)]))).toBe(0n)
  })
})

describe('what several nodes show', () => {
  it('is told as one: everybody once', () => {
    const [a, b] = [{ account: vaultTokens, owner: vault }, { account: other }]
    const [first, second] = [
      { ...a, amount: '5' },
      { ...b, amount: '9' },
    ]
    expect(allPayees([first, second, { ...a, amount: '4' }])).toEqual([first, second])
    expect(allPayees([first, second, { ...a, amount: '6' }])).toEqual([
      { ...a, amount: '6' },
      second,
    ])
  })

  it('stands there as each has it where they differ about whose an account is, or what keeps it', () => {
    const one = { account: vaultTokens, owner: vault, program: dln, amount: '5' }
    const two = { ...one, owner: other }
    const { program: _, ...three } = one
    expect(allPayees([one, two, three])).toEqual([one, two, three])
  })
})

describe('coins of an account that is not there', () => {
  it('are none: one that was closed got nothing, and of one that was not opened nothing was held', () => {
    const closed = effects([account(vault, wallet(9n), null), account(author, null, null)])
    expect(payeesOf(sol, closed)).toEqual([])
    expect(heldOf(sol, closed)).toBe(0n)
  })
})
