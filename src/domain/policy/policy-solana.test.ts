import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase64 } from '@/src/lib/bytes'
import { now } from '@/test/samples/policy'
import * as sample from '@/test/samples/solana'
import type { Accepted } from '../order/order'
import { parseSolanaTransaction } from '../solana/solana-message'
import { programs } from '../solana/solana-program'
import { checkBuild, type SolanaFacts } from './policy'

const { acceptedSolana, amountIn, author, memo, mint, other, ownTokens, SOL, solanaBuild } = sample
const { solDeposit, table, tokenDeposit, transaction, transferSol, transferTokens, vault } = sample

const noFacts: SolanaFacts = { mints: {}, signed: [] }

function check(build: unknown, accepted: Accepted, facts: Partial<SolanaFacts> = {}) {
  return checkBuild({ build, accepted, facts: { family: 'solana', ...noFacts, ...facts }, now })
}

/** The code of a refusal; that of a build which no node tried included. */
function outcome(...args: Parameters<typeof check>): string {
  const checked = check(...args)
  const result = checked.ok && checked.unless ? checked.unless : checked
  if (result.ok) return 'ok'
  expect(result.detail).toMatch(/^[A-Z0-9].{5,}/)
  return result.code
}

const sol = acceptedSolana(SOL)
const token = acceptedSolana(mint)

/** A SOL deposit with these instructions in place of its own; all of our programs are at hand. */
const withSol = (instructions: sample.SampleInstruction[]) =>
  solanaBuild(
    solDeposit({
      keys: [author, vault, programs.system, programs.memo, programs.computeBudget, other],
      readonlyOthers: 4,
      instructions,
    }),
  )

const withToken = (instructions: sample.SampleInstruction[]) =>
  solanaBuild(tokenDeposit({ instructions }))

describe('checkBuild of a Solana deposit, accounts derived from the person’s own', () => {
  // What lies there names nobody: a trial shows lamports of a stranger that fall.
  const seeded = (kind: bigint, base: number, data = sample.little(kind, 4)) =>
    check(
      withSol([transferSol(amountIn), { program: programs.system, accounts: [5, base, 1], data }]),
      sol,
    )
  const refused = {
    ok: false,
    code: 'policy/solana-instruction',
    detail: 'Takes from an account that is derived from the person’s own',
  }

  it.each([9n, 10n, 11n])(
    'given one that is emptied or given away (%i), then none is asked',
    (kind) => {
      expect(seeded(kind, 0)).toEqual(refused)
    },
  )

  it('given another’s, another instruction or none, then a trial tells', () => {
    for (const plan of [seeded(11n, 1), seeded(3n, 0), seeded(11n, 0, [11])]) {
      expect(plan).toMatchObject({ ok: true, unless: { ok: false } })
    }
  })
})

describe('checkBuild of a Solana deposit, what only a trial can show', () => {
  const call = (program: string): sample.SampleInstruction => ({
    program,
    accounts: [0, 1],
    data: [9, 9, 9],
  })

  it('given a program of its own, then it is asked after a trial, and the program is named', () => {
    expect(check(withSol([call(other), call(other)]), sol)).toMatchObject({
      ok: true,
      steps: [{ facts: { programs: [other], unknown: [other] } }],
      unless: {
        ok: false,
        code: 'policy/solana-instruction',
        detail: expect.stringContaining(other),
      },
    })
  })

  it('given it beside a transfer that is too much, then no trial is even made', () => {
    const answer = withSol([transferSol(amountIn + 100_000_001n), call(other)])
    expect(check(answer, sol)).toMatchObject({ ok: false, code: 'policy/wrong-value' })
  })

  it('given what a well-known program does, then it is tried and nobody is warned', () => {
    const result = check(withSol([call(programs.system)]), sol)
    expect(result).toMatchObject({ ok: true, unless: { code: 'policy/solana-instruction' } })
    expect(result.ok && result.steps[0]?.facts).not.toHaveProperty('unknown')
  })
})

describe('checkBuild of a Solana deposit, who is paid', () => {
  const facts = (...args: Parameters<typeof check>) => {
    const plan = check(...args)
    return plan.ok ? plan.steps[0]?.facts : undefined
  }
  it('given a transfer of tokens, then the account and whose it is', () => {
    expect(facts(solanaBuild(tokenDeposit()), token)).toMatchObject({
      pays: [{ account: sample.vaultTokens, owner: vault, amount: String(amountIn) }],
    })
    const known = { mints: { [ownTokens]: mint } }
    const alone = withToken([transferTokens(amountIn)])
    expect(facts(alone, token, known)).toMatchObject({
      pays: [{ account: sample.vaultTokens, amount: String(amountIn) }],
    })
    expect(JSON.stringify(facts(alone, token, known))).not.toContain('"owner"')
  })

  it('given several transfers, then all of them', () => {
    const both = withSol([transferSol(1n), transferSol(amountIn - 1n, 0, 5)])
    expect(facts(both, sol)).toMatchObject({
      pays: [
        { account: vault, amount: '1' },
        { account: other, amount: String(amountIn - 1n) },
      ],
    })
  })

  it('given a program beside them, or an account of a table, then only a trial tells', () => {
    const beside = withSol([transferSol(amountIn), { program: other, accounts: [0, 1] }])
    expect(facts(beside, sol)).not.toHaveProperty('pays')
    const lookups = [{ table, writable: [3], readonly: [] }]
    const keys = [author, programs.system]
    const looked = solDeposit({
      ...{ keys, lookups, readonlyOthers: 1 },
      instructions: [transferSol(amountIn, 0, 2)],
    })
    expect(facts(solanaBuild(looked), sol)).toMatchObject({ programs: [programs.system] })
    expect(facts(solanaBuild(looked), sol)).not.toHaveProperty('pays')
  })

  it('given an owner of whom only an address table tells, then only a trial tells', () => {
    const [open, pay, note] = tokenDeposit().instructions
    const inTable = tokenDeposit({
      keys: tokenDeposit().keys.filter((each) => each !== vault),
      readonlyOthers: 5,
      lookups: [{ table, writable: [], readonly: [3] }],
      instructions: [open, pay, note].map((each) => {
        const last =
          each?.program === programs.associatedToken ? [0, 2, 8, 3, 4, 5] : each?.accounts
        return { program: '', ...each, ...(last && { accounts: last }) }
      }),
    })
    const told = facts(solanaBuild(inTable), token)
    expect(told).toMatchObject({ feePayer: author })
    expect(told).not.toHaveProperty('pays')
  })
})

describe('checkBuild of a Solana deposit, what it lets through', () => {
  it('given a SOL transfer with a memo, then it may be signed as it is', () => {
    const build = solanaBuild(solDeposit())
    expect(check(build, sol)).toEqual({
      ok: true,
      steps: [
        {
          deposit: true,
          action: {
            kind: 'solanaSign',
            chainId: 20_011_000_000,
            transaction: encodeBase64(transaction(solDeposit())),
          },
          facts: {
            kind: 'solanaDeposit',
            token: sol.from,
            feePayer: author,
            programs: [programs.system, programs.memo],
            pays: [{ account: vault, amount: String(amountIn) }],
          },
        },
      ],
    })
  })

  it('given a second signer, then it may be signed once they have, and never before', () => {
    const build = solanaBuild(solDeposit({ signers: 2 }))
    expect(outcome(build, sol, { signed: [vault] })).toBe('ok')
    expect(check(build, sol, { signed: [other] })).toMatchObject({
      code: 'policy/solana-fee-payer',
      detail: `${vault} has not signed it`,
    })
    const keys = [author, vault, other, programs.system, programs.memo]
    const third = solanaBuild(solDeposit({ signers: 3, keys }))
    expect(outcome(third, sol, { signed: [vault] })).toBe('policy/solana-fee-payer')
    expect(outcome(third, sol, { signed: [vault, other] })).toBe('ok')
  })

  const sponsored = (patch: Partial<sample.SampleMessage> = {}) =>
    solDeposit({
      keys: [other, author, vault, programs.system, programs.memo],
      signers: 2,
      instructions: [transferSol(amountIn, 1, 2), memo('order')],
      ...patch,
    })

  it('given somebody else who pays the fee, then it may be signed once they have, and never before', () => {
    const build = solanaBuild(sponsored())
    expect(check(build, sol, { signed: [other] })).toMatchObject({
      ok: true,
      steps: [{ facts: { kind: 'solanaDeposit', feePayer: other } }],
    })
    expect(outcome(build, sol, { signed: [other] })).toBe('ok')
    expect(check(build, sol, { signed: [author] })).toMatchObject({
      code: 'policy/solana-fee-payer',
      detail: `${other} pays the fee and has not signed it`,
    })
  })

  it('given a message that the person does not sign, then it is refused, whoever has signed', () => {
    const alone = solanaBuild(sponsored({ signers: 1 }))
    expect(check(alone, sol, { signed: [other] })).toMatchObject({
      code: 'policy/solana-fee-payer',
      detail: 'It is not signed by the account that pays',
    })
  })

  it('given who pays the fee also opens an account, then they may, and nobody else', () => {
    const opened = (payer: number) =>
      solanaBuild(
        sponsored({
          keys: [other, author, vault, ownTokens, mint, programs.associatedToken, programs.system],
          readonlyOthers: 2,
          instructions: [
            { program: programs.associatedToken, accounts: [payer, 3, 2, 4], data: [1] },
            transferSol(amountIn, 1, 2),
          ],
        }),
      )
    expect(outcome(opened(0), sol, { signed: [other] })).toBe('ok')
    expect(outcome(opened(1), sol, { signed: [other] })).toBe('ok')
    expect(outcome(opened(2), sol, { signed: [other] })).toBe('policy/solana-instruction')
  })

  it("given a token transfer that opens the vault's account, then it may be signed", () => {
    expect(outcome(solanaBuild(tokenDeposit()), token)).toBe('ok')
  })

  it('given a priority fee within the bound, then it may be signed', () => {
    const { unitLimit, unitPrice } = sample
    const build = withSol([unitLimit(200_000n), unitPrice(50_000_000n), transferSol(amountIn)])
    expect(outcome(build, sol)).toBe('ok')
  })

  it('given a larger heap, then it may be signed', () => {
    const heap = { program: programs.computeBudget, data: [1, ...sample.little(65_536n, 4)] }
    expect(outcome(withSol([heap, transferSol(amountIn)]), sol)).toBe('ok')
  })

  it.each([
    ['a byte more than it needs', { data: [3, ...sample.little(10n ** 12n, 8), 0] }],
    ['an account', { data: [3, ...sample.little(10n ** 12n, 8)], accounts: [0] }],
  ])(
    'given a price for the place that carries %s, then it counts as the runtime counts it',
    (_, odd) => {
      const price = { program: programs.computeBudget, ...odd }
      expect(check(withSol([price, transferSol(amountIn)]), sol)).toMatchObject({
        ok: false,
        detail: 'A priority fee of 1400000000000 lamports',
      })
    },
  )

  it('given a refusal inside an instruction, then it names the program', () => {
    const result = check(withSol([{ program: programs.system, accounts: [0, 1] }]), sol)
    expect(result).toMatchObject({
      unless: { detail: `An instruction that cannot be read (program ${programs.system})` },
    })
    const { unitPrice } = sample
    const dear = check(withSol([unitPrice(10n ** 12n), transferSol(1n)]), sol)
    expect(dear).toMatchObject({ detail: 'A priority fee of 1400000000000 lamports' })
    const twice = check(withSol([unitPrice(1n), unitPrice(1n), transferSol(1n)]), sol)
    expect(twice).toMatchObject({ detail: 'A priority fee of two prices lamports' })
    const others = check(withSol([transferSol(1n, 1, 0)]), sol)
    expect(others).toMatchObject({ detail: `SOL of another (program ${programs.system})` })
    const theirs = check(withToken([transferTokens(1n, 6, [1, 3, 2, 4])]), token)
    expect(theirs).toMatchObject({ detail: `Token of another (program ${programs.token})` })
  })

  it('given two transfers that are the amount together, then it may be signed', () => {
    expect(outcome(withSol([transferSol(amountIn - 1n), transferSol(1n)]), sol)).toBe('ok')
  })

  it.each([
    ['tokens', (fee: bigint) => [transferTokens(amountIn), transferSol(fee, 0, 4)], token],
    ['coins', (fee: bigint) => [transferSol(amountIn), transferSol(fee)], sol],
  ])(
    'given a flat fee in SOL beside %s, then a trial alone lets it be signed, up to a bound',
    (_, of, accepted) => {
      const made = (fee: bigint) =>
        check(accepted === sol ? withSol(of(fee)) : withToken(of(fee)), accepted)
      for (const fee of [1n, 15_000_000n, 100_000_000n]) {
        const plan = made(fee)
        expect(plan).toMatchObject({
          ok: true,
          unless: {
            code: 'policy/wrong-value',
            detail: `Takes ${fee} lamports beside the payment`,
          },
        })
        // Who gets it is what the trial shows.
        expect(plan.ok && plan.steps[0]?.facts).not.toHaveProperty('pays')
      }
      expect(made(100_000_001n)).toMatchObject({ ok: false, code: 'policy/wrong-value' })
    },
  )

  it('given an old transfer from an account whose mint was looked up, then it may be signed', () => {
    const old = {
      ...transferTokens(amountIn),
      accounts: [1, 2, 0],
      data: [3, ...sample.little(amountIn, 8)],
    }
    const build = withToken([old])
    expect(outcome(build, token, { mints: { [ownTokens]: mint } })).toBe('ok')
    expect(outcome(build, token, { mints: { [ownTokens]: other } })).toBe('policy/foreign-token')
    expect(outcome(build, token)).toBe('policy/foreign-token')
    const inherited = Object.create({ [ownTokens]: mint }) as Record<string, string>
    expect(outcome(build, token, { mints: inherited })).toBe('policy/foreign-token')
  })

  it('given an assertion of Lighthouse, then it may stay', () => {
    const keys = [author, vault, programs.system, programs.lighthouse]
    const instructions = [
      transferSol(amountIn),
      { program: programs.lighthouse, accounts: [0], data: [5] },
    ]
    expect(outcome(solanaBuild(solDeposit({ keys, instructions })), sol)).toBe('ok')
  })
})

describe('checkBuild of a Solana deposit, what it refuses', () => {
  it.each([
    [
      'a transaction that is no text',
      { type: 'solana_sendTransaction', transaction: 1, deposit: true },
      'policy/malformed',
    ],
    [
      'a flag that is no flag',
      { type: 'solana_sendTransaction', transaction: 'AA==', deposit: 1 },
      'policy/malformed',
    ],
    [
      'a transaction that is no base64',
      { type: 'solana_sendTransaction', transaction: '!', deposit: true },
      'policy/malformed',
    ],
    [
      'a transaction that is none',
      { type: 'solana_sendTransaction', transaction: 'AAAA', deposit: true },
      'policy/malformed',
    ],
    [
      'a request for an EVM wallet',
      { type: 'eip1193_request', request: { method: 'x', params: [] }, deposit: true },
      'policy/method-forbidden',
    ],
  ])('given %s, then it is refused', (_, approval, code) => {
    expect(outcome({ kind: 'CONTRACT_CALL', approvals: [approval] }, sol)).toBe(code)
  })

  it('given a second transaction before the deposit, then it is refused', () => {
    const { approvals } = solanaBuild(solDeposit())
    const before = { ...approvals[0], deposit: false }
    expect(outcome({ kind: 'CONTRACT_CALL', approvals: [before, ...approvals] }, sol)).toBe(
      'policy/method-forbidden',
    )
  })

  it.each([
    [
      'another fee payer who signs alone',
      solDeposit({ keys: [other, author, programs.system, programs.memo] }),
      'policy/solana-fee-payer',
    ],
    ['a second signer', solDeposit({ signers: 2 }), 'policy/solana-fee-payer'],
    ['no instruction', solDeposit({ instructions: [] }), 'policy/no-deposit'],
    ['only a memo', solDeposit({ instructions: [memo('x')] }), 'policy/no-deposit'],
    ['a transfer of nothing', solDeposit({ instructions: [transferSol(0n)] }), 'policy/no-deposit'],
    [
      'a lamport too much',
      solDeposit({ instructions: [transferSol(amountIn + 1n)] }),
      'policy/wrong-value',
    ],
    [
      'the amount twice',
      solDeposit({ instructions: [transferSol(amountIn), transferSol(amountIn)] }),
      'policy/wrong-value',
    ],
    [
      'a transfer of another account',
      solDeposit({ instructions: [transferSol(1n, 1, 0)] }),
      'policy/solana-instruction',
    ],
    [
      'a system instruction that is no transfer',
      solDeposit({
        instructions: [{ program: programs.system, accounts: [0, 1], data: [1, 0, 0, 0] }],
      }),
      'policy/solana-instruction',
    ],
    [
      'a program nobody declared',
      solDeposit({
        keys: [author, vault, programs.system, other],
        instructions: [{ program: other }],
      }),
      'policy/solana-instruction',
    ],
  ])('given a SOL deposit with %s, then it is refused', (_, message, code) => {
    expect(outcome(solanaBuild(message), sol)).toBe(code)
  })

  it.each([
    ['a unit too much', [transferTokens(amountIn + 1n)], 'policy/wrong-value'],
    [
      'the amount twice',
      [transferTokens(amountIn), transferTokens(amountIn)],
      'policy/wrong-value',
    ],
    ['another mint', [transferTokens(amountIn, 6, [1, 4, 2, 0])], 'policy/foreign-token'],
    ['other decimals', [transferTokens(amountIn, 9)], 'policy/foreign-token'],
    ['another owner', [transferTokens(amountIn, 6, [1, 3, 2, 4])], 'policy/solana-instruction'],
    ['SOL beside it', [transferTokens(amountIn), transferSol(1n, 0, 4)], 'policy/wrong-value'],
    ['only SOL', [transferSol(1n, 0, 4)], 'policy/no-deposit'],
    [
      'an account opened by another payer',
      [
        { program: programs.associatedToken, accounts: [4, 2, 4, 3, 5, 6], data: [1] },
        transferTokens(amountIn),
      ],
      'policy/solana-instruction',
    ],
    [
      'an approval of a delegate',
      [
        { program: programs.token, accounts: [1, 2, 0], data: [4, ...sample.little(amountIn, 8)] },
        transferTokens(amountIn),
      ],
      'policy/solana-instruction',
    ],
    [
      'the account closed',
      [{ program: programs.token, accounts: [1, 4, 0], data: [9] }],
      'policy/solana-instruction',
    ],
  ])('given a token deposit with %s, then it is refused', (_, instructions, code) => {
    expect(outcome(withToken(instructions), token)).toBe(code)
  })

  it('given a durable nonce, then it is refused for never expiring, and not even tried', () => {
    const advance = { program: programs.system, accounts: [1, 5, 0], data: [4, 0, 0, 0] }
    const build = withSol([advance, transferSol(amountIn)])
    const result = check(build, sol)
    expect(result).toEqual({
      ok: false,
      code: 'policy/solana-instruction',
      detail: 'A durable nonce: it would never expire',
    })
  })

  it('given token accounts to open, then two may be opened and not three', () => {
    const open = { program: programs.associatedToken, accounts: [0, 2, 4, 3, 5, 6], data: [1] }
    expect(outcome(withToken([open, open, transferTokens(amountIn)]), token)).toBe('ok')
    expect(outcome(withToken([open, open, open, transferTokens(amountIn)]), token)).toBe(
      'policy/solana-instruction',
    )
  })

  it('given a token transfer while SOL is to be paid, then it is refused', () => {
    expect(outcome(withToken([transferTokens(amountIn)]), acceptedSolana(SOL))).toBe(
      'policy/foreign-token',
    )
  })

  it.each([
    ['a mint', transferTokens(amountIn, 6, [1, 9, 2, 0])],
    [
      'the account that an old transfer takes from',
      { program: programs.token, accounts: [9, 2, 0], data: [3, ...sample.little(amountIn, 8)] },
    ],
  ])(
    'given %s that only a lookup table knows, then it is asked for after a trial alone',
    (_, one) => {
      const build = solanaBuild(
        tokenDeposit({
          instructions: [one],
          lookups: [{ table, writable: [], readonly: [0] }],
        }),
      )
      // Nobody tried it here.
      expect(outcome(build, token)).toBe('policy/solana-instruction')
    },
  )

  it.each([
    ['just within the bound', 50_000_000n, 'ok'],
    ['just above it', 50_000_001n, 'policy/wrong-value'],
  ])('given a priority fee %s, then %s', (_, price, code) => {
    const { unitLimit, unitPrice } = sample
    const build = withSol([unitLimit(200_000n), unitPrice(price), transferSol(amountIn)])
    expect(outcome(build, sol)).toBe(code)
  })

  it('given a price set twice, then it is refused', () => {
    const { unitPrice } = sample
    expect(outcome(withSol([unitPrice(1n), unitPrice(1n), transferSol(amountIn)]), sol)).toBe(
      'policy/wrong-value',
    )
  })

  it('given facts of an EVM chain for a Solana account, then it is refused', () => {
    const facts = {
      family: 'eip155' as const,
      allowances: {},
      hasCode: {},
      canApprove: {},
    }
    const build = solanaBuild(solDeposit())
    expect(checkBuild({ build, accepted: sol, facts, now })).toMatchObject({
      ok: false,
      code: 'policy/wrong-chain',
    })
  })

  it('given any byte of a good deposit changed, then never more moves than was accepted', () => {
    const bytes = transaction(tokenDeposit())
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = bytes.slice()
        changed[at] = byte
        const approval = {
          type: 'solana_sendTransaction',
          transaction: encodeBase64(changed),
          deposit: true,
        }
        const result = check({ kind: 'CONTRACT_CALL', approvals: [approval] }, token)
        if (!result.ok) {
          expect(result.code).toMatch(/^policy\//)
          return
        }
        // Only a trial shows what it does.
        if (result.unless) return
        // Read by hand: what the policy let through moves the accepted token, and not more of it.
        const { instructions = [] } = parseSolanaTransaction(changed) ?? {}
        const transfers = instructions.filter(({ program }) => program === programs.token)
        expect(transfers).toHaveLength(1)
        expect(instructions.some(({ program }) => program === programs.system)).toBe(false)
        for (const { accounts, data } of transfers) {
          const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
          expect([data[0], accounts[1]?.key, accounts[3]?.key]).toEqual([12, mint, author])
          expect(view.getBigUint64(1, true)).toBeLessThanOrEqual(amountIn)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
