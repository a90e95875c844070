import { describe, expect, it } from 'vitest'
import { decodeBase58 } from '@/src/lib/base58'
import {
  acceptedSolana,
  amountIn,
  author,
  key,
  little,
  mint,
  other,
  ownTokens,
  SOL,
  vault,
  vaultTokens,
} from '@/test/samples/solana'
import { RENT, WRAPPED } from '@/test/samples/solana-account'
import { programs } from '../solana/solana-program'
import type { SolanaCall } from './effects-solana-calls'
import { judgeMinedSolana, type MinedBalances } from './effects-solana-mined'
import { refuseFact, refusePower, type Told } from './policy-read'

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
  calls: null,
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

  it('given more SOL beside it than the review showed, says so; rent of an account or two is none', () => {
    const told = (extra: bigint, shown?: bigint) =>
      judgeMinedSolana(token, mined(extra, [tokens(amountIn, 1n)], [rent]), shown)
    const left = amountIn - 1n
    expect(told(99_999_999n, 0n)).toEqual({
      left,
      beyond: refuseFact('policy/takes-more', 'extra', '99999999'),
    })
    expect(told(RENT + 5_000_001n, RENT).beyond).toMatchObject({ code: 'policy/takes-more' })
    expect(told(RENT + 5_000_000n, RENT)).toEqual({ left, beyond: null })
    expect(told(99_999_999n)).toEqual({ left, beyond: null })
    expect(judgeMinedSolana(sol, mined(amountIn + 20_000_000n), RENT).beyond).toEqual(
      refuseFact('policy/takes-more', 'extra', '20000000'),
    )
    // Never more than any trial lets through.
    expect(told(100_000_001n, 99_999_999n).beyond).toMatchObject({ code: 'policy/takes-more' })
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
      return { fee: of, lamports, tokens: [], calls: null }
    }
    expect(judgeMinedSolana(sol, paidBy(vault, held))).toEqual({ left: amountIn, beyond: null })
    expect(judgeMinedSolana(sol, paidBy(author, fee))).toEqual({ left: amountIn, beyond: null })
    expect(judgeMinedSolana(sol, paidBy(author, held / 2n))).toMatchObject({
      left: amountIn,
      beyond: { code: 'policy/takes-more', detail: 'fee 5000000000' },
    })
  })

  it('given balances without the author, finds that nothing left', () => {
    const nobody: MinedBalances = { fee, lamports: new Map(), tokens: [], calls: null }
    expect(judgeMinedSolana(token, nobody)).toEqual({ left: 0n, beyond: null })
  })
})

describe('who got power over what is theirs, by the calls of what was mined', () => {
  const bytesOf = (text: string) => [...(decodeBase58(text) ?? [])]
  const call = (accounts: string[], data: number[], program: string = programs.token) => ({
    program,
    accounts,
    data: Uint8Array.from(data),
  })
  const in2022 = (accounts: string[], ...data: number[]) => call(accounts, data, programs.token2022)
  const system = (accounts: string[], ...data: number[]) => call(accounts, data, programs.system)
  const approve = (much: bigint, to = vault) =>
    call([ownTokens, to, author], [4, ...little(much, 8)])
  const setTo = (kind: number, to: string | null) =>
    call([ownTokens, author], [6, kind, ...(to === null ? [0] : [1, ...bytesOf(to)])])
  const take = (much: bigint, by = vault) =>
    call([ownTokens, vaultTokens, by], [3, ...little(much, 8)])
  const close = (to: string) => call([ownTokens, to, author], [9])
  const paid = (calls: SolanaCall[] | null, patch: Partial<MinedBalances> = {}): MinedBalances => ({
    ...mined(0n, [tokens(2n * amountIn, amountIn)], [rent]),
    calls,
    ...patch,
  })
  const beyond = (calls: SolanaCall[] | null, patch: Partial<MinedBalances> = {}) =>
    judgeMinedSolana(token, paid(calls, patch)).beyond
  const given = (power: 'delegate' | 'closer' | 'frozen' | 'extensions', ...named: string[]) =>
    refusePower(power, power, ...named)
  const assigned = refusePower('program', 'assigned', other)

  it.each<[string, SolanaCall, Told]>([
    ['a delegate', approve(1n), given('delegate', ownTokens, vault)],
    [
      'a delegate, with the mint named',
      call([ownTokens, mint, vault, author], [13, ...little(1n, 8), 6]),
      given('delegate', ownTokens, vault),
    ],
    ['who may close it', setTo(3, vault), given('closer', ownTokens, vault)],
    ['its state', call([ownTokens, mint, vault], [10]), given('frozen', ownTokens)],
    ['its extensions', in2022([ownTokens], 34, 1), given('extensions', ownTokens)],
    [
      'a delegate among several calls in one',
      // https://github.com/solana-program/token/blob/main/p-token/src/processor/batch.rs: of each its
      // accounts and its length, one byte each, then its data.
      call([ownTokens, ownTokens, vault, author], [255, 1, 1, 5, 3, 9, 4, ...little(1n, 8)]),
      given('delegate', ownTokens, vault),
    ],
    ['the program of their own account', system([author], 1, 0, 0, 0, ...bytesOf(other)), assigned],
    [
      'the program of their own account, opened anew',
      system([vault, author], 0, 0, 0, 0, ...Array(16).fill(0), ...bytesOf(other)),
      assigned,
    ],
    [
      'the program of their own account, which held lamports',
      // https://github.com/anza-xyz/solana-sdk/blob/master/system-interface/src/instruction.rs: the new
      // account first, then who funds it; lamports, space, owner.
      system([author], 13, 0, 0, 0, ...Array(16).fill(0), ...bytesOf(other)),
      assigned,
    ],
  ])('given %s, says so', (_, each, told) => {
    expect(beyond([each])).toEqual(told)
    expect(beyond(null)).toBeNull()
  })

  it.each<[string, SolanaCall[]]>([
    ['nothing of the kind', [call([ownTokens, vaultTokens, author], [3, ...little(amountIn, 8)])]],
    ['calls of other programs', [{ ...approve(1n), program: other }]],
    ['power over what is somebody else’s', [call([vaultTokens, vault, other], [4, 1])]],
    [
      'calls that lack what they need',
      [call([ownTokens], [4, 1]), call([], [10]), call([ownTokens], [9])],
    ],
    ['an account that is assigned, not theirs', [system([vault], 1, 0, 0, 0, ...bytesOf(other))]],
    ['a call of the system program that names nobody', [system([], 1, 0, 0, 0)]],
    ['coins that are sent', [system([author, vault], 2, 0, 0, 0, 9)]],
    ['an authority of a mint', [setTo(0, vault)]],
    ['themselves as the delegate', [approve(1n, author)]],
    ['a delegate that is revoked', [approve(9n), call([ownTokens, author], [5])]],
    ['a delegate that took all', [approve(9n), take(5n), take(4n)]],
    [
      'a delegate that burnt it',
      [approve(9n), call([ownTokens, mint, vault], [8, ...little(9n, 8)])],
    ],
    [
      'a delegate that took all less a fee',
      [approve(9n), in2022([ownTokens, mint, vaultTokens, vault], 26, 1, ...little(9n, 8), 6)],
    ],
    ['a delegate that went with the owner, who is theirs again', [approve(9n), setTo(2, author)]],
    ['who may close it, taken back', [setTo(3, vault), setTo(3, null)]],
    [
      'a state that is undone',
      [call([ownTokens, mint, vault], [10]), call([ownTokens, mint, vault], [11])],
    ],
    ['an account that is opened anew', [approve(9n), close(author), call([ownTokens, mint], [18])]],
  ])('given %s, raises no alarm', (_, calls) => {
    expect(beyond(calls)).toBeNull()
  })

  it('given a delegate that left some of it, says so', () => {
    expect(beyond([approve(9n), take(8n)])).toEqual(given('delegate', ownTokens, vault))
    expect(beyond([approve(9n), take(9n, author)])).toEqual(given('delegate', ownTokens, vault))
    const fees = in2022([ownTokens, mint, vaultTokens, vault], 26, 0, ...little(9n, 8), 6)
    expect(beyond([approve(9n), fees])).toEqual(given('delegate', ownTokens, vault))
  })

  it('given an account without tokens that is somebody else’s now, says so', () => {
    const handed = [
      tokens(2n * amountIn, amountIn),
      tokens(0n, 0n, { account: other, owner: vault }),
    ]
    const lamports = paid(null).lamports
    const both = new Map([...lamports, [other, { before: RENT, after: RENT }]])
    expect(beyond([], { tokens: handed, lamports: both })).toEqual(
      refusePower('owner', 'lost', other),
    )
  })

  it('given a new account of theirs with a delegate, says so', () => {
    const opened = [tokens(2n * amountIn, amountIn), tokens(0n, 0n, { account: other, was: null })]
    const both = new Map([...paid(null).lamports, [other, { before: 0n, after: RENT }]])
    const calls = [call([other, vault, author], [4, ...little(1n, 8)])]
    expect(beyond(calls, { tokens: opened, lamports: both })).toEqual(
      given('delegate', other, vault),
    )
    expect(beyond([], { tokens: opened, lamports: both })).toBeNull()
  })

  it('given an account that is closed, says so unless its rent is theirs', () => {
    const { lamports, tokens: closed } = mined(0n, [tokens(amountIn, 0n)], [gone])
    const patch = { lamports, tokens: closed }
    expect(beyond([close(author)], patch)).toBeNull()
    expect(beyond([close(author), close(vault)], patch)).toEqual(
      refuseFact('policy/takes-other', 'closedTo', ownTokens, vault),
    )
  })

  it('given one unit that lies in an account it names, says so, unless its mint has decimals', () => {
    const lies = (decimals?: number) =>
      beyond([], {
        tokens: [
          tokens(2n * amountIn, amountIn),
          tokens(1n, 1n, {
            account: other,
            mint: otherMint,
            ...(decimals !== undefined && { decimals }),
          }),
        ],
        lamports: new Map([...paid(null).lamports, [other, { before: RENT, after: RENT }]]),
      })
    expect([lies(), lies(0)]).toMatchObject([
      { code: 'policy/position' },
      { code: 'policy/position' },
    ])
    expect(lies(6)).toBeNull()
  })

  it('given wrapped SOL whose account is closed after it paid, counts what did not come back', () => {
    const closed = (back: bigint) =>
      judgeMinedSolana(wrapped, {
        ...mined(
          -back,
          [tokens(3n * amountIn, 0n, { mint: WRAPPED })],
          [[ownTokens, RENT + 3n * amountIn, 0n]],
        ),
        calls: [close(author)],
      })
    expect(closed(RENT + 2n * amountIn)).toEqual({ left: amountIn, beyond: null })
    expect(closed(RENT + amountIn).beyond).toBeNull()
    const much = 10n ** 8n
    expect(closed(RENT + 2n * amountIn - much - 1n).beyond).toMatchObject({
      code: 'policy/takes-more',
    })
  })

  it('given more that left, tells that first; given a position that shows in no balance, tells that', () => {
    const much = mined(0n, [tokens(9n * amountIn, 0n)], [rent])
    const { beyond: told } = judgeMinedSolana(token, { ...much, calls: [approve(1n)] })
    expect(told).toMatchObject({ code: 'policy/takes-more' })
    const tree = 'cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK'
    const both = new Map([...paid(null).lamports, [tree, { before: 1n, after: 1n }]])
    expect(beyond([], { lamports: both })).toMatchObject({ code: 'policy/position' })
  })
})
