import { describe, expect, it } from 'vitest'
import { judgeMinedSolana, type MinedBalances } from './effects-solana-mined'
import { RENT, WRAPPED } from './solana-account-samples'
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
} from './solana-samples'

const fee = 5_000n
const held = 10n ** 10n
const otherMint = key('N')

type Token = MinedBalances['tokens'][number]
type Lamports = [address: string, before: bigint, after: bigint]

/** What a transaction did that the author pays the fee of, from whom so many lamports more leave. */
const mined = (out: bigint, tokens: Token[] = [], lamports: Lamports[] = []): MinedBalances => ({
  fee,
  lamports: new Map(
    ([[author, held, held - fee - out], ...lamports] satisfies Lamports[]).map(
      ([address, before, after]) => [address, { before, after }],
    ),
  ),
  tokens,
})

const tokens = (before: bigint, after: bigint, patch: Partial<Token> = {}): Token => ({
  account: ownTokens,
  mint,
  owner: author,
  was: author,
  before,
  after,
  ...patch,
})
const rent: Lamports = [ownTokens, RENT, RENT]
const gone: Lamports = [ownTokens, RENT, 0n]

const token = acceptedSolana(mint)
const sol = acceptedSolana(SOL)
const wrapped = acceptedSolana(WRAPPED)

describe('what was mined on Solana, held against what was accepted', () => {
  it.each<[string, MinedBalances, bigint]>([
    ['the accepted amount', mined(0n, [tokens(2n * amountIn, amountIn)], [rent]), amountIn],
    ['less', mined(0n, [tokens(amountIn, 1n)], [rent]), amountIn - 1n],
    ['nothing', mined(0n), 0n],
    [
      'more that came back to another account of theirs',
      mined(0n, [
        tokens(2n * amountIn, 0n),
        tokens(0n, amountIn, { account: other, was: null, before: 0n }),
      ]),
      amountIn,
    ],
    [
      'rent of accounts, and fees of the route',
      mined(RENT + 10n, [tokens(amountIn, 0n)], [rent]),
      amountIn,
    ],
    [
      'tokens of somebody else that leave them',
      mined(0n, [
        tokens(9n * amountIn, 0n, { account: vaultTokens, owner: vault, was: vault }),
        tokens(amountIn, 0n),
      ]),
      amountIn,
    ],
    [
      'a closed account whose rent comes back',
      mined(-RENT, [tokens(amountIn, 0n)], [gone]),
      amountIn,
    ],
  ])('given %s of a token, is as accepted', (_, balances, left) => {
    expect(judgeMinedSolana(token, balances)).toEqual({ left, beyond: null })
  })

  it.each<[string, MinedBalances, string]>([
    ['more of it', mined(0n, [tokens(2n * amountIn, amountIn - 1n)]), 'policy/takes-more'],
    [
      'another token as well',
      mined(0n, [tokens(amountIn, 0n), tokens(9n, 8n, { account: other, mint: otherMint })]),
      'policy/takes-other',
    ],
    [
      'an account of theirs that is somebody else’s now',
      mined(0n, [tokens(9n * amountIn, 9n * amountIn, { owner: vault })]),
      'policy/takes-more',
    ],
    [
      'a great deal of SOL beside it',
      mined(100_000_001n, [tokens(amountIn, 0n)]),
      'policy/takes-more',
    ],
    [
      'SOL that was wrapped',
      mined(0n, [tokens(9n, 0n, { mint: WRAPPED })], [[ownTokens, RENT + 9n, RENT]]),
      'policy/takes-other',
    ],
    [
      'rent of a closed account, with all that it wrapped',
      mined(0n, [tokens(held, 0n, { mint: WRAPPED })], [[ownTokens, RENT + held, 0n]]),
      'policy/takes-more',
    ],
  ])('given %s, says so', (_, balances, code) => {
    expect(judgeMinedSolana(token, balances).beyond).toMatchObject({ code })
  })

  it('given SOL, counts lamports without the fee of the network', () => {
    expect(judgeMinedSolana(sol, mined(amountIn))).toEqual({ left: amountIn, beyond: null })
    const more = amountIn + 100_000_001n
    expect(judgeMinedSolana(sol, mined(more))).toMatchObject({
      left: more,
      beyond: { code: 'policy/takes-more' },
    })
  })

  it('given wrapped SOL, counts what its account holds', () => {
    const paid = mined(
      0n,
      [tokens(amountIn, 0n, { mint: WRAPPED })],
      [[ownTokens, RENT + amountIn, RENT]],
    )
    expect(judgeMinedSolana(wrapped, paid)).toEqual({ left: amountIn, beyond: null })
  })

  it('given the fee, counts it where the author pays it, and not above its bound', () => {
    const paidBy = (payer: string, of: bigint): MinedBalances => {
      const own = { before: held, after: payer === author ? held - of - amountIn : held - amountIn }
      const lamports = new Map([
        [payer, { before: held, after: held - of }],
        [author, own],
      ])
      return { fee: of, lamports, tokens: [] }
    }
    expect(judgeMinedSolana(sol, paidBy(vault, held))).toEqual({ left: amountIn, beyond: null })
    expect(judgeMinedSolana(sol, paidBy(author, fee))).toEqual({ left: amountIn, beyond: null })
    expect(judgeMinedSolana(sol, paidBy(author, held / 2n))).toMatchObject({
      left: amountIn,
      beyond: { code: 'policy/takes-more', detail: 'A network fee of 5000000000 lamports' },
    })
  })

  it('given balances without the author, finds that nothing left', () => {
    const nobody: MinedBalances = { fee, lamports: new Map(), tokens: [] }
    expect(judgeMinedSolana(token, nobody)).toEqual({ left: 0n, beyond: null })
  })
})
