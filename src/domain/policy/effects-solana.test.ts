import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58 } from '@/src/lib/base58'
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
import {
  extension,
  holding,
  multisig,
  RENT,
  type SampleToken,
  WRAPPED,
  wallet,
} from '@/test/samples/solana-account'
import { programs } from '../solana/solana-program'
import { judgeSolanaEffects, type SolanaAccountState, type SolanaEffects } from './effects-solana'
import { refuseFact, refusePower } from './policy-read'

const fee = 5_000n
const SOL_HELD = 10n ** 10n
const sol = acceptedSolana(SOL)
const token = acceptedSolana(mint)
const wrapped = acceptedSolana(WRAPPED)

type Account = SolanaEffects['accounts'][number]
type Judged = ReturnType<typeof judgeSolanaEffects>

const account = (
  address: string,
  before: SolanaAccountState,
  after: SolanaAccountState,
): Account => ({ address, before, after })

/** The person's own account, from which the network's fee and so much more leave. */
const payer = (out = 0n) => account(author, wallet(SOL_HELD), wallet(SOL_HELD - fee - out))

const held = 3n * amountIn

/** A token account of the person that pays the amount, changed as said. */
const paying = (after: SampleToken = {}, before: SampleToken = {}) =>
  account(
    ownTokens,
    holding({ amount: held, ...before }),
    holding({ amount: held - amountIn, ...before, ...after }),
  )

const received = account(
  vaultTokens,
  holding({ owner: vault, amount: 0n }),
  holding({ owner: vault, amount: amountIn }),
)

function judge(
  accepted: typeof sol,
  accounts: readonly Account[],
  closings: SolanaEffects['closings'] = [],
): Judged {
  return judgeSolanaEffects(accepted, { accounts, named: [], fee, closings })
}

function outcome(...args: Parameters<typeof judge>): string {
  const judged = judge(...args)
  if (judged.ok) return 'ok'
  expect(judged.detail).toMatch(/\w{2,}/)
  return judged.code
}

const paid = (amount: bigint, extra = 0n) => ({ ok: true, paid: amount, extra })

describe('judgeSolanaEffects, what it lets through', () => {
  it('given SOL that leaves as accepted, then that, without the fee of the network', () => {
    expect(judge(sol, [payer(amountIn)])).toEqual(paid(amountIn))
  })

  it('given rent and fees beside it, then they are told apart', () => {
    expect(judge(sol, [payer(amountIn + RENT)])).toEqual(paid(amountIn, RENT))
    expect(judge(token, [payer(RENT), paying(), received])).toEqual(paid(amountIn, RENT))
  })

  it('given tokens that leave as accepted, then that', () => {
    expect(judge(token, [payer(), paying(), received])).toEqual(paid(amountIn))
  })

  it('given a network fee that somebody else pays, then the person pays none', () => {
    const accounts = [account(author, wallet(SOL_HELD), wallet(SOL_HELD - amountIn))]
    expect(judgeSolanaEffects(sol, { accounts, named: [], fee: 0n, closings: [] })).toEqual(
      paid(amountIn),
    )
    expect(
      judgeSolanaEffects(token, { accounts: [paying()], named: [], fee: 0n, closings: [] }),
    ).toEqual(paid(amountIn))
  })

  it('given the whole account paid out, then what was on it', () => {
    const all = acceptedSolana(SOL)
    all.from.amount = (SOL_HELD - fee).toString()
    expect(judge(all, [account(author, wallet(SOL_HELD), null)])).toEqual(paid(SOL_HELD - fee))
    expect(judge(all, [account(author, wallet(SOL_HELD), wallet(0n))])).toEqual(
      paid(SOL_HELD - fee),
    )
  })

  it('given tokens of the person in several accounts, then their sum counts', () => {
    const second = key('S')
    const split = [
      account(ownTokens, holding({ amount: 5n }), holding({ amount: 0n })),
      account(second, holding({ amount: held }), holding({ amount: held - amountIn + 5n })),
    ]
    expect(judge(token, [payer(), ...split])).toEqual(paid(amountIn))
    const moved = [
      account(ownTokens, holding({ amount: held }), holding({ amount: 0n })),
      account(second, null, holding({ amount: held - amountIn })),
    ]
    expect(judge(token, [payer(RENT), ...moved])).toEqual(paid(amountIn, RENT))
  })

  it('given tokens of Token-2022, then the same', () => {
    const { token2022 } = programs
    const rest = [2, ...extension(7, []), ...extension(2, Array(8).fill(0))]
    const state = (amount: bigint) => holding({ amount, rest }, token2022)
    const own = account(ownTokens, state(held), state(held - amountIn))
    expect(judge(token, [payer(), own])).toEqual(paid(amountIn))
  })

  it('given just 99 % of the amount, then it is enough', () => {
    const least = (amountIn * 99n) / 100n
    expect(judge(sol, [payer(least)])).toEqual(paid(least))
    expect(outcome(sol, [payer(least - 1n)])).toBe('policy/pays-less')
    const left = (amount: bigint) => [payer(), paying({ amount: held - amount })]
    expect(judge(token, left(least))).toEqual(paid(least))
    expect(outcome(token, left(least - 1n))).toBe('policy/pays-less')
  })

  it('given other tokens that come, in an old or in a new account, then it passes', () => {
    const gains = (before: SolanaAccountState) =>
      account(key('G'), before, holding({ mint: other, amount: 9n }))
    expect(outcome(token, [payer(), paying(), gains(null)])).toBe('ok')
    expect(outcome(token, [payer(), paying(), gains(holding({ mint: other, amount: 8n }))])).toBe(
      'ok',
    )
  })

  // Why the tick of an unknown program speaks of other tokens: once the chain changed it could take it.
  it('given another token that the trial leaves as it was, then it passes', () => {
    const spare = holding({ mint: other, amount: held })
    expect(judge(token, [payer(), paying(), account(key('N'), spare, spare)])).toEqual(
      paid(amountIn),
    )
  })

  it('given less power of others than before, then it passes', () => {
    const before = { delegate: other, delegated: held, closeAuthority: other, state: 2 }
    const after = { delegate: null, delegated: 0n, closeAuthority: null, state: 1 }
    expect(outcome(token, [payer(), paying(after, before)])).toBe('ok')
    const left = { delegated: held - amountIn }
    expect(outcome(token, [payer(), paying(left, { delegate: other, delegated: held })])).toBe('ok')
  })

  it('given power in the hands of the person, then it passes', () => {
    const after = { delegate: author, delegated: 5n, closeAuthority: author }
    expect(outcome(token, [payer(), paying(after)])).toBe('ok')
    const fresh = account(key('G'), null, holding({ mint: other, ...after }))
    expect(outcome(token, [payer(), paying(), fresh])).toBe('ok')
  })

  it('given accounts of others that change, then that is their affair', () => {
    const theirs = holding({ owner: vault, amount: 0n })
    const frozen = holding({ owner: vault, delegate: other, state: 2 })
    expect(outcome(sol, [payer(amountIn), account(vaultTokens, theirs, frozen)])).toBe('ok')
    expect(outcome(sol, [payer(amountIn), account(vaultTokens, theirs, null)])).toBe('ok')
    const named = { lamports: 1n, owner: other, data: decodeBase58(author) }
    expect(outcome(sol, [payer(amountIn), account(vault, null, named)])).toBe('ok')
  })
})

describe('judgeSolanaEffects, what it refuses', () => {
  it('given more than was accepted, then it is refused', () => {
    const more = [payer(), paying({ amount: held - amountIn - 1n })]
    expect(judge(token, more)).toEqual(
      refuseFact('policy/takes-more', 'left', '1000001', '1000000'),
    )
    const twice = account(key('S'), holding({ amount: 1n }), holding({ amount: 0n }))
    expect(outcome(token, [payer(), paying(), twice])).toBe('policy/takes-more')
  })

  it('given lamports beside the amount, then at most a tenth of a SOL', () => {
    const most = 100_000_000n
    expect(judge(sol, [payer(amountIn + most)])).toEqual(paid(amountIn, most))
    expect(judge(sol, [payer(amountIn + most + 1n)])).toEqual(
      refuseFact('policy/takes-more', 'extra', '100000001'),
    )
    expect(judge(token, [payer(most), paying()])).toEqual(paid(amountIn, most))
    expect(outcome(token, [payer(most + 1n), paying()])).toBe('policy/takes-more')
  })

  it('given a fee of the network that no ordinary deposit pays, then it is refused', () => {
    const of = (most: bigint) => {
      const own = account(author, wallet(SOL_HELD), wallet(SOL_HELD - amountIn - most))
      return judgeSolanaEffects(sol, { accounts: [own], named: [], fee: most, closings: [] })
    }
    expect(of(10_060_000n)).toEqual(paid(amountIn))
    expect(of(10_060_001n)).toEqual(refuseFact('policy/takes-more', 'fee', '10060001'))
  })

  it('given nothing that leaves, then it is refused', () => {
    expect(outcome(sol, [])).toBe('policy/pays-less')
    expect(outcome(sol, [payer()])).toBe('policy/pays-less')
    expect(outcome(token, [payer()])).toBe('policy/pays-less')
    const comes = account(author, wallet(SOL_HELD), wallet(2n * SOL_HELD))
    expect(outcome(sol, [comes])).toBe('policy/pays-less')
    expect(judge(token, [comes, paying()])).toEqual(paid(amountIn))
  })

  it('given another token that leaves, then it is refused', () => {
    const less = account(
      key('G'),
      holding({ mint: other, amount: 9n }),
      holding({ mint: other, amount: 8n }),
    )
    expect(judge(token, [payer(), paying(), less])).toEqual(
      refuseFact('policy/takes-other', 'otherToken', '1', other),
    )
    expect(outcome(sol, [payer(amountIn), less])).toBe('policy/takes-other')
    expect(outcome(sol, [payer(amountIn), paying()])).toBe('policy/takes-other')
  })

  const powers: [string, Account, string][] = [
    ['another owner of the tokens', paying({ owner: other }), `lost ${ownTokens}`],
    [
      'another program of the account',
      account(ownTokens, holding({ amount: held }), { ...holding(), owner: other }),
      `lost ${ownTokens}`,
    ],
    [
      'another token program of the account',
      account(ownTokens, holding({ amount: held }), holding({}, programs.token2022)),
      `lost ${ownTokens}`,
    ],
    [
      'an account of the system in its place',
      account(ownTokens, holding({ amount: held }), wallet(1n)),
      `lost ${ownTokens}`,
    ],
    ['a delegate', paying({ delegate: other, delegated: 1n }), `delegate ${ownTokens} ${other}`],
    ['a delegate for nothing yet', paying({ delegate: other }), `delegate ${ownTokens} ${other}`],
    [
      'another delegate',
      paying({ delegate: vault, delegated: 1n }, { delegate: other, delegated: 1n }),
      `delegate ${ownTokens} ${vault}`,
    ],
    [
      'more for the delegate',
      paying({ delegated: 2n }, { delegate: other, delegated: 1n }),
      `delegate ${ownTokens} ${other}`,
    ],
    ['a close authority', paying({ closeAuthority: other }), `closer ${ownTokens} ${other}`],
    [
      'another close authority',
      paying({ closeAuthority: vault }, { closeAuthority: other }),
      `closer ${ownTokens} ${vault}`,
    ],
    ['the account frozen', paying({ state: 2 }), `frozen ${ownTokens}`],
    [
      'a new account with a delegate',
      account(key('G'), null, holding({ mint: other, delegate: vault })),
      `delegate ${key('G')} ${vault}`,
    ],
    [
      'a new account that another may close',
      account(key('G'), null, holding({ mint: other, closeAuthority: vault })),
      `closer ${key('G')} ${vault}`,
    ],
    [
      'a new account that is frozen',
      account(key('G'), null, holding({ mint: other, state: 2 })),
      `frozen ${key('G')}`,
    ],
    [
      'an account of another that comes with a delegate',
      account(key('G'), holding({ owner: vault }), holding({ delegate: vault })),
      `delegate ${key('G')} ${vault}`,
    ],
    [
      'a guard of Token-2022 switched off',
      account(
        ownTokens,
        holding({ rest: [2, ...extension(11, [1])] }, programs.token2022),
        holding({ rest: [2, ...extension(11, [0])] }, programs.token2022),
      ),
      `extensions ${ownTokens}`,
    ],
  ]
  it.each(powers)('given %s, then it is refused', (_, change, detail) => {
    const judged = judge(
      token,
      [payer(), paying(), change].slice(change.address === ownTokens ? 2 : 0),
    )
    expect(judged).toMatchObject({ ok: false, code: 'policy/gives-power' })
    expect(judged).toMatchObject({ detail: expect.stringContaining(detail) })
  })

  it('given what was so before, then it is no new power', () => {
    const before = { delegate: other, delegated: 5n, closeAuthority: vault }
    const own = account(ownTokens, holding({ ...before, amount: held }), holding(before))
    expect(outcome(token, [payer(), own])).toBe('policy/takes-more')
    expect(outcome(token, [payer(), paying({}, before)])).toBe('ok')
    expect(outcome(token, [payer(), paying({}, { state: 2 })])).toBe('ok')
  })

  it('given tokens moved to where another has power, then they count as gone', () => {
    const trap = (delegate: string | null) => [
      account(ownTokens, holding({ amount: held }), holding({ amount: 0n })),
      account(
        key('S'),
        holding({ amount: 7n, delegate }),
        holding({ amount: 7n + held - amountIn, delegate }),
      ),
    ]
    expect(outcome(token, [payer(), ...trap(null)])).toBe('ok')
    expect(outcome(token, [payer(), ...trap(author)])).toBe('ok')
    expect(outcome(token, [payer(), ...trap(other)])).toBe('policy/takes-more')
    const renamed = account(
      key('S'),
      holding({ mint: other, amount: 0n, delegate: vault }),
      holding({ amount: held, delegate: vault }),
    )
    const own = account(ownTokens, holding({ amount: held }), holding({ amount: 0n }))
    expect(outcome(token, [payer(), own, renamed])).toBe('policy/takes-more')
  })

  const assigned = { lamports: SOL_HELD - fee - amountIn, owner: other, data: null }
  it.each([
    ['assigned to a program', account(author, wallet(SOL_HELD), assigned)],
    [
      'given data',
      account(author, wallet(SOL_HELD), { ...assigned, owner: SOL, data: Uint8Array.of(0) }),
    ],
    ['made as that of a program', account(author, null, assigned)],
  ])('given the account of the person %s, then it is refused', (_, own) => {
    expect(judge(sol, [own])).toEqual(refusePower('program', 'assigned', own.after?.owner ?? ''))
  })

  it('given the account of the person with empty data or none, then it is the same', () => {
    const empty = { ...wallet(SOL_HELD - fee - amountIn), data: new Uint8Array() }
    expect(outcome(sol, [account(author, wallet(SOL_HELD), empty)])).toBe('ok')
    expect(outcome(token, [account(author, null, wallet(1n)), paying()])).toBe('ok')
  })

  it('given an account twice, or an author that is none, then it is refused', () => {
    expect(outcome(sol, [payer(amountIn), payer(amountIn)])).toBe('policy/malformed')
    expect(outcome({ ...sol, author: 'l' }, [payer(amountIn)])).toBe('policy/malformed')
    expect(outcome({ ...sol, author: 'abc' }, [payer(amountIn)])).toBe('policy/malformed')
  })
})

describe('judgeSolanaEffects, of accounts that name the person', () => {
  /** The author's key, behind a byte that looks like its first. */
  const named = Uint8Array.of(1, 0x41, 0, ...(decodeBase58(author) ?? []), 2)
  const stake = (patch: { data?: Uint8Array | null; lamports?: bigint; owner?: string } = {}) => ({
    lamports: 1_000n,
    owner: key('P'),
    data: named,
    ...patch,
  })
  const end = (byte: number) => Uint8Array.of(...named.slice(0, -1), byte)
  const judged = (after: SolanaAccountState, before: SolanaAccountState = stake()) =>
    judge(sol, [payer(amountIn), account(key('Y'), before, after)])

  it('given the same, or more lamports, then it passes', () => {
    expect(judged(stake())).toEqual(paid(amountIn))
    expect(judged(stake({ lamports: 1_001n }))).toEqual(paid(amountIn))
  })

  it.each([
    ['less lamports', stake({ lamports: 999n }), 'policy/position', `changed ${key('Y')}`],
    ['other data', stake({ data: end(3) }), 'policy/position', `changed ${key('Y')} ${key('P')}`],
    ['none any more', null, 'policy/position', `closed ${key('Y')}`],
    ['an emptied one', stake({ lamports: 0n }), 'policy/position', `closed ${key('Y')}`],
    ['another program', stake({ owner: other }), 'policy/gives-power', `lost ${key('Y')}`],
    [
      'another name in it',
      stake({ data: named.slice(0, -2) }),
      'policy/gives-power',
      `lost ${key('Y')}`,
    ],
    ['no data any more', stake({ data: null }), 'policy/gives-power', `lost ${key('Y')}`],
  ])('given %s, then it is refused', (_, after, code, detail) => {
    const power = code === 'policy/gives-power' ? { power: 'owner' } : {}
    const said = expect.stringContaining(detail)
    expect(judged(after)).toMatchObject({ ok: false, code, detail: said, ...power })
  })

  it('given the name at the very beginning, then it is found', () => {
    expect(judged(null, stake({ data: decodeBase58(author) }))).toMatchObject({
      code: 'policy/position',
    })
  })

  it('given the name of another, or a part of the own, then it may change', () => {
    const part = { ...stake(), data: named.slice(0, -2) }
    expect(judged(null, part)).toEqual(paid(amountIn))
    expect(judged(null, stake({ data: decodeBase58(other) }))).toEqual(paid(amountIn))
    expect(judged(null, wallet(5n))).toEqual(paid(amountIn))
  })

  it('given a token account of the person in its place, then it is closed all the same', () => {
    const opened = holding({ amount: 0n })
    expect(judged(opened)).toMatchObject({ code: 'policy/gives-power', power: 'owner' })
    expect(judged(opened, holding({ owner: vault, delegate: author }))).toEqual(
      refuseFact('policy/position', 'changed', key('Y'), programs.token),
    )
    const shared = { ...opened, data: multisig([vault, author]).data }
    expect(judged(opened, shared)).toEqual(refuseFact('policy/position', 'signs', key('Y')))
    expect(judged(opened, holding({ owner: vault }))).toEqual(paid(amountIn))
    expect(judged(holding({ delegate: other }), holding({ owner: vault }))).toMatchObject({
      power: 'delegate',
    })
  })

  it.each([programs.token, programs.token2022])(
    'given a multisig of %s for which the person may sign, then it is not named',
    (program) => {
      const treasury = (amount: bigint) => holding({ owner: key('M'), amount }, program)
      const named = (who: string) => {
        const shared = multisig([vault, who], program)
        return judge(sol, [
          payer(amountIn),
          account(key('T'), treasury(7n), treasury(0n)),
          account(key('M'), shared, shared),
        ])
      }
      expect(named(author)).toEqual(refuseFact('policy/position', 'signs', key('M')))
      expect(named(other)).toEqual(paid(amountIn))
    },
  )

  it('given a token account of another that names the person, then it may not change', () => {
    const lent = (amount: bigint) => holding({ owner: vault, delegate: author, amount })
    expect(judged(lent(5n), lent(5n))).toEqual(paid(amountIn))
    expect(judged(lent(4n), lent(5n))).toMatchObject({ code: 'policy/position' })
  })
})

describe('judgeSolanaEffects, of a token of which there is one', () => {
  const nft = (amount: bigint, patch: SampleToken = {}) =>
    holding({ mint: other, amount, ...patch })
  const judged = (before: SolanaAccountState, after: SolanaAccountState = before) =>
    judge(token, [payer(), paying(), account(key('N'), before, after)])

  it('given its account among the others, unchanged, then it may stand for a position', () => {
    expect(judged(nft(1n))).toEqual(refuseFact('policy/position', 'single', key('N')))
  })

  it.each([
    ['none of it', nft(0n)],
    ['some of it', nft(2n)],
    ['one of another person', nft(1n, { owner: vault })],
    ['one of the token that is paid', nft(1n, { mint })],
  ])('given %s, then it passes', (_, state) => {
    expect(judged(state)).toEqual(paid(amountIn))
  })

  it('given one of many, as its mint has decimals, then it is dust; of another mint it is not', () => {
    const seen = {
      accounts: [payer(), paying(), account(key('N'), nft(1n), nft(1n))],
      named: [],
      fee,
    }
    const judged = (divisible: string[]) =>
      judgeSolanaEffects(token, { ...seen, closings: [], divisible })
    expect(judged([other])).toEqual(paid(amountIn))
    expect(judged([mint])).toMatchObject({ code: 'policy/position' })
  })

  it('given one that comes or grows, then it passes; given one that goes, then it is taken', () => {
    expect(judged(null, nft(1n))).toEqual(paid(amountIn))
    expect(judged(nft(0n), nft(1n))).toEqual(paid(amountIn))
    expect(judged(nft(1n), nft(2n))).toEqual(paid(amountIn))
    expect(judged(nft(1n), nft(0n))).toMatchObject({ code: 'policy/takes-other' })
  })
})

describe('judgeSolanaEffects, of what trees keep out of sight', () => {
  it.each([
    'cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK',
    'mcmt6YrQEMKw8Mw43FmpRLmf7BqRnFMKmAcbxE3xkAW',
    'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
  ])('given a message that names %s, refuses it: nobody sees what leaves', (program) => {
    const judged = (named: string[]) =>
      judgeSolanaEffects(sol, { accounts: [payer(amountIn)], named, fee, closings: [] })
    expect(judged([author, vault, programs.system])).toEqual(paid(amountIn))
    expect(judged([author, vault, program])).toMatchObject({
      code: 'policy/position',
      detail: expect.stringContaining(program),
    })
  })
})

describe('judgeSolanaEffects, of what the person shares with others', () => {
  it.each([
    'SMPLecH534NA9acpos4G6x7uf3LWbCAwZQE9e8ZekMu',
    'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf',
    'SMRTzfY6DfH5ik3TKiyLFfXexV8uSG3d2UksSCYdunG',
  ])('given a vote for what others propose to %s, then it is refused', (program) => {
    const of = (...names: string[]) => ({
      lamports: RENT,
      owner: program,
      data: Uint8Array.from(names.flatMap((name) => [...(decodeBase58(name) ?? [])])),
    })
    // Whose votes count stands in an account that a vote only reads, and in no other.
    const members = of(vault, author)
    const accounts = [
      payer(amountIn),
      account(key('M'), members, members),
      account(key('P'), of(vault), of(vault, author)),
      account(key('T'), holding({ owner: key('V'), amount: 7n }), holding({ owner: key('V') })),
    ]
    const named = accounts.map(({ address }) => address)
    const judged = (programs: string[]) =>
      judgeSolanaEffects(sol, { accounts, named: [...named, ...programs], fee, closings: [] })
    expect(judged([programs.system, program])).toEqual(
      refuseFact('policy/position', 'trees', program),
    )
  })
})

describe('judgeSolanaEffects, of accounts that are closed', () => {
  const to = (receiver: string, address = ownTokens) => [{ account: address, to: receiver }]
  const closed = (before: SampleToken) => account(ownTokens, holding(before), null)
  const unwrapped = { mint: WRAPPED, native: RENT, amount: 5n * amountIn }

  it('given an emptied account whose rent comes back, then it passes', () => {
    const all = [payer(-RENT), closed({ amount: amountIn })]
    expect(judge(token, all, to(author))).toEqual(paid(amountIn))
    expect(judge(sol, [payer(amountIn - RENT), closed({ amount: 0n })], to(author))).toEqual(
      paid(amountIn),
    )
  })

  it('given rent that does not come back, then it counts as taken', () => {
    expect(judge(sol, [payer(amountIn), closed({ amount: 0n })], to(author))).toEqual(
      paid(amountIn, RENT),
    )
  })

  it('given a stranger who gets it, or nobody knows who, then it is refused', () => {
    const all = [payer(amountIn), closed({ amount: 0n })]
    const closes = (...named: string[]) =>
      refuseFact('policy/takes-other', named.length > 1 ? 'closedTo' : 'closed', ...named)
    expect(judge(sol, all, to(vault))).toEqual(closes(ownTokens, vault))
    expect(judge(sol, all, [...to(author), ...to(vault)])).toMatchObject({ ok: false })
    const unknown = closes(ownTokens)
    expect(judge(sol, all, null)).toEqual(unknown)
    expect(judge(sol, all, [])).toEqual(unknown)
    expect(judge(sol, all, to(author, vaultTokens))).toEqual(unknown)
  })

  it('given it closed to a stranger and opened again, then it is refused', () => {
    expect(outcome(token, [payer(RENT), paying()], to(vault))).toBe('policy/takes-other')
    expect(outcome(token, [payer(RENT), paying()], to(author))).toBe('ok')
    expect(outcome(token, [payer(), paying()], null)).toBe('ok')
  })

  it('given tokens that are nowhere after it, then they count as taken', () => {
    const all = [payer(amountIn - RENT), closed({ amount: 1n })]
    expect(outcome(sol, all, to(author))).toBe('policy/takes-other')
  })

  it('given wrapped SOL that is closed to the person, then it is their SOL', () => {
    const back = unwrapped.amount + RENT
    const all = (out: bigint) => [payer(out - back), closed(unwrapped)]
    expect(judge(sol, all(amountIn), to(author))).toEqual(paid(amountIn))
    expect(judge(sol, all(amountIn + 1n), to(author))).toEqual(paid(amountIn, 1n))
    expect(outcome(sol, all(amountIn + back), to(author))).toBe('ok')
    expect(
      outcome(sol, [payer(amountIn), closed({ ...unwrapped, amount: SOL_HELD })], to(author)),
    ).toBe('policy/takes-more')
    // Paid out of it before it is closed: what did not come back.
    expect(judge(wrapped, all(amountIn), to(author))).toEqual(paid(amountIn))
    expect(judge(wrapped, all(amountIn + RENT), to(author))).toEqual(paid(amountIn, RENT))
    expect(outcome(wrapped, all(amountIn / 2n), to(author))).toBe('policy/pays-less')
    expect(outcome(wrapped, all(amountIn), to(vault))).toBe('policy/takes-other')
    expect(outcome(wrapped, all(amountIn + 100_000_000n + 1n), to(author))).toBe(
      'policy/takes-more',
    )
  })

  it('given wrapped SOL, then it is a token of its own', () => {
    const state = (amount: bigint) => holding({ ...unwrapped, amount })
    const own = account(ownTokens, state(held), state(held - amountIn))
    expect(judge(wrapped, [payer(), own])).toEqual(paid(amountIn))
    expect(outcome(sol, [payer(amountIn), own])).toBe('policy/takes-other')
    const comes = account(ownTokens, state(held), state(held + amountIn))
    expect(judge(sol, [payer(amountIn), comes])).toEqual(paid(amountIn))
  })

  it('given lamports taken out of a token account that stays, then they count', () => {
    const rich = (lamports: bigint) => ({ ...holding({ amount: held }), lamports })
    const poor = { ...holding({ amount: held - amountIn }), lamports: RENT }
    const own = account(ownTokens, rich(RENT + 77n), poor)
    expect(judge(token, [payer(), own])).toEqual(paid(amountIn, 77n))
    expect(judge(token, [payer(-77n), own])).toEqual(paid(amountIn))
    const fed = account(ownTokens, rich(RENT), { ...poor, lamports: RENT + 77n })
    expect(judge(token, [payer(77n), fed])).toEqual(paid(amountIn, 77n))
  })
})

describe('judgeSolanaEffects, whatever happens', () => {
  // Near what was accepted, so that many of them pass.
  const amounts = fc.constantFrom(0n, 0n, 1n, amountIn - 1n, amountIn, amountIn, amountIn + 1n)
  const who = fc.constantFrom(author, author, author, other)
  const maybe = fc.constantFrom(null, null, null, author, other)
  const sample = fc.record({
    mint: fc.constantFrom(mint, other, WRAPPED),
    owner: who,
    amount: amounts,
    delegate: maybe,
    delegated: amounts,
    state: fc.constantFrom(1, 1, 1, 2),
    closeAuthority: maybe,
  })
  const state = fc
    .record({ sample, exists: fc.integer({ min: 0, max: 9 }) })
    .map(({ sample: token, exists }) => {
      if (exists === 0) return null
      return holding({ ...token, native: token.mint === WRAPPED ? RENT : null })
    })
  const spl = fc
    .record({ before: state, after: state, stays: fc.boolean() })
    .map(({ before, after, stays }) => ({ before, after: stays ? before : after }))
  const effects = fc
    .record({
      out: fc.oneof(amounts, fc.bigInt({ min: -2n * amountIn, max: 3n * amountIn + 10n ** 8n })),
      payment: fc.constantFrom(null, mint, WRAPPED),
      tokens: amounts,
      holdings: fc.array(spl, { maxLength: 2 }),
      knows: fc.boolean(),
    })
    .map(({ out, payment, tokens, holdings, knows }): SolanaEffects => {
      const native = payment === WRAPPED ? RENT : null
      const of = (amount: bigint) =>
        payment === null ? null : holding({ mint: payment, amount, native })
      const own = { before: of(held), after: of(held - tokens) }
      const accounts = [own, ...holdings].map((each, i) =>
        account(key(String(i)), each.before, each.after),
      )
      const closings = accounts.map(({ address }) => ({ account: address, to: author }))
      return {
        accounts: [payer(out), ...accounts],
        named: [],
        fee,
        closings: knows ? closings : null,
      }
    })

  const bytesOf = (text: string) => String(decodeBase58(text))
  const names = new Map([mint, other, WRAPPED, author].map((each) => [bytesOf(each), each]))

  /** Read by hand, from what the generator wrote: a token account of the person. */
  function readOwn(state: SolanaAccountState) {
    if (state?.data == null) return null
    const name = (start: number) => names.get(String(state.data?.slice(start, start + 32)))
    if (name(32) !== author) return null
    return { mint: name(0), amount: new DataView(state.data.buffer).getBigUint64(64, true) }
  }
  const left = (wanted: string, { accounts }: SolanaEffects) => {
    const of = (state: SolanaAccountState) => {
      const own = readOwn(state)
      return own?.mint === wanted ? own.amount : 0n
    }
    return accounts.reduce((sum, one) => sum + of(one.before) - of(one.after), 0n)
  }
  /** All lamports of the person that left: of their account and of token accounts, wrapped ones too. */
  const lamportsLeft = ({ accounts }: SolanaEffects) => {
    const of = (state: SolanaAccountState, address: string) =>
      address === author || readOwn(state) !== null ? (state?.lamports ?? 0n) : 0n
    const sum = (all: readonly Account[], pick: (one: Account) => bigint) =>
      all.reduce((total, one) => total + pick(one), 0n)
    return sum(accounts, (one) => of(one.before, one.address) - of(one.after, one.address)) - fee
  }

  it.each([
    ['SOL', sol],
    ['a token', token],
    ['wrapped SOL', wrapped],
  ])('given %s, then no accepted effect exceeds what was accepted', (_, accepted) => {
    let passed = 0
    fc.assert(
      fc.property(effects, (seen) => {
        const judged = judgeSolanaEffects(accepted, seen)
        if (!judged.ok) {
          expect(judged.code).toMatch(/^policy\//)
          return
        }
        passed += 1
        expect(judged.paid).toBeLessThanOrEqual(amountIn)
        expect(judged.paid * 100n).toBeGreaterThanOrEqual(amountIn * 99n)
        expect(judged.extra).toBeGreaterThanOrEqual(0n)
        expect(judged.extra).toBeLessThanOrEqual(100_000_000n)
        const native = accepted === token ? 0n : amountIn
        expect(lamportsLeft(seen)).toBeLessThanOrEqual(native + judged.extra)
        for (const each of [mint, other]) {
          const most = accepted.from.address === each ? amountIn : 0n
          expect(left(each, seen)).toBeLessThanOrEqual(most)
        }
      }),
      { numRuns: 500 },
    )
    expect(passed).toBeGreaterThan(5)
  })
})
