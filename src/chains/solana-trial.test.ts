import { describe, expect, it } from 'vitest'
import { programs } from '@/src/domain/solana/solana-program'
import { encodeBase58 } from '@/src/lib/base58'
import { encodeBase64 } from '@/src/lib/bytes'
import {
  author,
  key,
  mint,
  ownTokens,
  SOL,
  solDeposit,
  table,
  tokenDeposit,
  transaction,
  vault,
  vaultTokens,
} from '@/test/samples/solana'
import { holding, multisig, tokenData } from '@/test/samples/solana-account'
import { closingsOf } from './solana-closings'
import { createSolanaReader } from './solana-reader'

type Asked = { method: string; params: unknown[] }
type Say = (asked: Asked, times: number) => unknown

const fail = (code: number) => ({ error: { code, message: 'no' } })
const at = (slot: number, value: unknown) => ({ result: { context: { slot }, value } })
const plain = (lamports: number) => ({
  owner: SOL,
  lamports,
  executable: false,
  data: ['', 'base64'],
})

/** An honest node at slot 7, but for what is said otherwise; and what it was asked. */
function node(says: Record<string, Say> = {}) {
  const honest: Record<string, Say> = {
    getMultipleAccounts: ({ params: [addresses] }) =>
      at(
        7,
        (addresses as string[]).map(() => plain(100)),
      ),
    getFeeForMessage: () => at(7, 5_000),
    getLatestBlockhash: () => at(7, { blockhash: key('H'), lastValidBlockHeight: 9 }),
    simulateTransaction: () =>
      at(7, { err: null, logs: [], accounts: [plain(40), plain(160)], innerInstructions: [] }),
  }
  const asked: Asked[] = []
  const reader = createSolanaReader({
    urls: ['https://sol.example/'],
    fetch: async (_, init) => {
      init.signal?.throwIfAborted()
      const { method, params } = JSON.parse(String(init.body)) as Asked
      const times = asked.filter((each) => each.method === method).length
      asked.push({ method, params })
      return Response.json((says[method] ?? honest[method])?.({ method, params }, times) ?? {})
    },
  })
  const bytes = encodeBase64(transaction(solDeposit()))
  return { asked, reader, trial: (text = bytes, who = author) => reader.trial(text, who) }
}

const simulated = (patch: object): Record<string, Say> => ({
  simulateTransaction: () =>
    at(7, { err: null, accounts: [plain(40), plain(160)], innerInstructions: [], ...patch }),
})
const unknown = (detail: string) => ({ outcome: 'unknown', detail })
const state = (lamports: bigint) => ({ lamports, owner: SOL, data: new Uint8Array() })

describe('trial', () => {
  it('given a deposit, then every account that it may change, before and after', async () => {
    const { trial, asked } = node()
    expect(await trial()).toEqual({
      outcome: 'passes',
      effects: {
        accounts: [
          { address: author, before: state(100n), after: state(40n) },
          { address: vault, before: state(100n), after: state(160n) },
        ],
        named: [author, vault, SOL, programs.memo],
        fee: 5_000n,
        closings: [],
        divisible: [],
        rulers: new Map([
          [SOL, SOL],
          [programs.memo, SOL],
        ]),
      },
    })
    const { params } = asked.find((each) => each.method === 'simulateTransaction') ?? {}
    expect(params?.[1]).toEqual({
      commitment: 'confirmed',
      encoding: 'base64',
      sigVerify: false,
      replaceRecentBlockhash: true,
      innerInstructions: true,
      accounts: { encoding: 'base64', addresses: [author, vault] },
      minContextSlot: 7,
    })
  })

  it("given a token account of the author's that it only reads, then that stands beside them", async () => {
    const token = holding({ amount: 7n })
    const of = (owner: string) => ({
      ...plain(Number(token.lamports)),
      owner: programs.token,
      data: [encodeBase64(tokenData({ owner, amount: 7n })), 'base64'],
    })
    const keys = [author, vault, key('T'), key('U'), programs.system, programs.memo]
    const message = solDeposit({ keys, readonlyOthers: 4 })
    const { trial, asked } = node({
      getMultipleAccounts: ({ params: [addresses] }) =>
        at(
          7,
          (addresses as string[]).map((each) =>
            each === key('T') ? of(author) : each === key('U') ? of(vault) : plain(100),
          ),
        ),
    })
    const tried = await trial(encodeBase64(transaction(message)))
    if (tried.outcome !== 'passes') throw new Error(tried.detail)
    expect(tried.effects.accounts.slice(2)).toEqual([
      { address: key('T'), before: token, after: token },
    ])
    expect(asked.map((each) => each.params)).toContainEqual([
      [key('T'), key('U'), programs.system, programs.memo],
      { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: 356 } },
    ])
  })

  it('given a multisig that it only reads, then that stands beside them, and nothing longer', async () => {
    const both = multisig([vault, author])
    const longer = { ...both, data: new Uint8Array([...both.data, 0]) }
    const of = ({ owner, data, lamports }: typeof both) => ({
      ...plain(Number(lamports)),
      owner,
      data: [encodeBase64(data), 'base64'],
    })
    const known: Record<string, unknown> = { [key('T')]: of(both), [key('U')]: of(longer) }
    const keys = [author, vault, key('T'), key('U'), programs.system, programs.memo]
    const { trial } = node({
      getMultipleAccounts: ({ params: [addresses] }) =>
        at(
          7,
          (addresses as string[]).map((each) => known[each] ?? plain(100)),
        ),
    })
    const tried = await trial(encodeBase64(transaction(solDeposit({ keys, readonlyOthers: 4 }))))
    if (tried.outcome !== 'passes') throw new Error(tried.detail)
    expect(tried.effects.accounts.slice(2)).toEqual([
      { address: key('T'), before: both, after: both },
    ])
  })

  it('given one smallest unit in accounts of theirs, tells which of those mints have decimals', async () => {
    const of = (what: string, data: Uint8Array) => ({
      ...plain(Number(holding().lamports)),
      owner: what,
      data: [encodeBase64(data), 'base64'],
    })
    const one = (each: string, owner = author) =>
      of(programs.token, tokenData({ mint: key(each), owner, amount: 1n }))
    const mintOf = (decimals: number) => {
      const data = new Uint8Array(82)
      data.set([decimals, 1], 44)
      return of(programs.token, data)
    }
    const known: Record<string, unknown> = {
      [key('P')]: one('D'),
      [key('B')]: one('N'),
      [key('C')]: one('X'),
      [key('E')]: one('O', vault),
      [key('D')]: mintOf(6),
      [key('N')]: mintOf(0),
    }
    const keys = [author, vault, ...['P', 'B', 'C', 'E'].map(key), programs.system, programs.memo]
    const { trial, asked } = node({
      getMultipleAccounts: ({ params: [addresses] }) =>
        at(
          7,
          (addresses as string[]).map((each) => known[each] ?? plain(100)),
        ),
    })
    const message = encodeBase64(transaction(solDeposit({ keys, readonlyOthers: 6 })))
    expect(await trial(message)).toMatchObject({ effects: { divisible: [key('D')] } })
    expect(asked.at(-1)?.params[0]).toEqual(['D', 'N', 'X'].map(key))
  })

  it('given accounts that it only reads, then which program rules over each that is there', async () => {
    const ruler = 'src5qyZHqTqecJV4aY6Cb6zDZLMDzrDKKezs22MPHr4'
    const keys = [author, vault, key('O'), key('Q'), programs.system, programs.memo]
    const { trial } = node({
      getMultipleAccounts: ({ params: [addresses] }) =>
        at(
          7,
          (addresses as string[]).map((each) => {
            if (each === key('Q')) return null
            return each === key('O') ? { ...plain(1), owner: ruler } : plain(100)
          }),
        ),
    })
    const tried = await trial(encodeBase64(transaction(solDeposit({ keys, readonlyOthers: 4 }))))
    const { rulers } = tried.outcome === 'passes' ? tried.effects : {}
    expect([rulers?.get(key('O')), rulers?.get(key('Q'))]).toEqual([ruler, undefined])
  })

  it('given accounts that come and go, then there is none before, or none after', async () => {
    const { trial } = node({
      getMultipleAccounts: () => at(7, [plain(1), null]),
      ...simulated({ accounts: [null, plain(2)] }),
    })
    expect(await trial()).toMatchObject({
      effects: {
        accounts: [
          { before: state(1n), after: null },
          { before: null, after: state(2n) },
        ],
      },
    })
  })

  it('given somebody else who pays, then the fee of the network is not asked', async () => {
    const { trial, asked } = node()
    expect(await trial(undefined, mint)).toMatchObject({ effects: { fee: 0n } })
    expect(asked.map((each) => each.method)).not.toContain('getFeeForMessage')
  })

  it('given a transaction that fails, then its last words, or the bare error', async () => {
    const err = { InstructionError: [0, { Custom: 1 }] }
    const fails = (patch: object) => node(simulated({ err, accounts: null, ...patch })).trial()
    expect(await fails({ logs: ['one', 'two'] })).toEqual({ outcome: 'reverts', detail: 'two' })
    expect(await fails({ logs: null })).toEqual({
      outcome: 'reverts',
      detail: JSON.stringify(err),
    })
    const lacking = 'Transfer: insufficient lamports 1, need 2'
    expect(await fails({ logs: ['one', lacking, 'two'] })).toMatchObject({ detail: lacking })
    const poor = { InsufficientFundsForRent: { account_index: 0 } }
    expect(await fails({ err: poor, logs: ['Program 1 success'] })).toMatchObject({
      detail: JSON.stringify(poor),
    })
    expect(await fails({ err: 'AccountNotFound', logs: [] })).toMatchObject({
      detail: '"AccountNotFound"',
    })
    const { detail } = (await fails({ logs: ['x'.repeat(999)] })) as { detail: string }
    expect(detail).toHaveLength(300)
  })

  it.each([
    ['no states after it', simulated({ accounts: null }), 'No states after it'],
    ['one state less', simulated({ accounts: [plain(1)] }), 'chain/bad-answer'],
    ['one state more', simulated({ accounts: Array(3).fill(plain(1)) }), 'chain/bad-answer'],
    [
      'states that are no base64',
      simulated({ accounts: [plain(1), { ...plain(1), data: ['!', 'base64'] }] }),
      'chain/bad-answer',
    ],
    [
      'data in another encoding',
      simulated({ accounts: [plain(1), { ...plain(1), data: ['AA==', 'base58'] }] }),
      'chain/bad-answer',
    ],
    ['one state less before it', { getMultipleAccounts: () => at(7, []) }, 'chain/bad-answer'],
    ['no fee', { getFeeForMessage: () => at(7, null) }, 'The fee is not known'],
    ['a method it does not know', { simulateTransaction: () => fail(-32601) }, 'chain/bad-answer'],
  ] as [string, Record<string, Say>, string][])(
    'given a node that answers with %s, then nothing is known',
    async (_, says, detail) => {
      expect(await node(says).trial()).toEqual(unknown(detail))
    },
  )

  it('given a blockhash that the node does not know, then the fee with one that it does', async () => {
    const { trial, asked } = node({
      getFeeForMessage: (_, times) => at(7, times === 0 ? null : 6_000),
    })
    expect(await trial()).toMatchObject({ effects: { fee: 6_000n } })
    const fresh = encodeBase64(transaction(solDeposit({ blockhash: key('H') })).slice(65))
    const fees = asked.filter((each) => each.method === 'getFeeForMessage')
    expect(fees[1]?.params[0]).toBe(fresh)
    const odd = node({
      getFeeForMessage: () => at(7, null),
      getLatestBlockhash: () => at(7, { blockhash: 'abc', lastValidBlockHeight: 9 }),
    })
    expect(await odd.trial()).toEqual(unknown('The fee is not known'))
  })

  it('given a node that is behind the one before, then it is asked twice more', async () => {
    const behind = (tries: number, answer: unknown) => {
      const honest = simulated({}).simulateTransaction?.({ method: '', params: [] }, 0)
      return node({ simulateTransaction: (_, times) => (times < tries ? answer : honest) })
    }
    expect(await behind(2, fail(-32016)).trial()).toMatchObject({ outcome: 'passes' })
    const older = at(6, { err: null, accounts: [plain(1), plain(1)], innerInstructions: [] })
    expect(await behind(2, older).trial()).toMatchObject({ outcome: 'passes' })
    const late = behind(3, fail(-32016))
    expect(await late.trial()).toEqual(unknown('chain/bad-answer'))
    expect(late.asked.filter((each) => each.method === 'simulateTransaction')).toHaveLength(3)
    const other = behind(1, fail(-32000))
    expect(await other.trial()).toEqual(unknown('chain/bad-answer'))
  })

  it('given the caller who leaves, then that is no outcome', async () => {
    const { reader } = node()
    const text = encodeBase64(transaction(solDeposit()))
    await expect(reader.trial(text, author, AbortSignal.abort())).rejects.toMatchObject({
      code: 'service/aborted',
    })
  })

  it('given bytes that are no transaction, then no node is asked', async () => {
    const { trial, asked } = node()
    expect(await trial('!')).toEqual(unknown('Not a transaction'))
    expect(await trial('AAAA')).toEqual(unknown('Not a transaction'))
    expect(asked).toEqual([])
  })
})

describe('trial of a message with an address table', () => {
  const second = key('K')
  const deposit = encodeBase64(
    transaction(
      tokenDeposit({
        instructions: [{ program: programs.token, accounts: [9, 10, 0], data: [9] }],
        lookups: [
          { table, writable: [1], readonly: [] },
          { table: second, writable: [0], readonly: [0] },
        ],
      }),
    ),
  )
  const meta = [1, ...Array(55).fill(0)]
  const tableOf = (...letters: string[]) => ({
    ...plain(1),
    owner: 'AddressLookupTab1e1111111111111111111111111',
    data: [
      encodeBase64(
        Uint8Array.of(...meta, ...letters.flatMap((each) => Array(32).fill(each.charCodeAt(0)))),
      ),
      'base64',
    ],
  })
  const withTables = (tables: unknown[]): Record<string, Say> => ({
    getMultipleAccounts: ({ params: [addresses] }, times) =>
      at(7, times === 0 ? tables : (addresses as string[]).map(() => plain(100))),
    simulateTransaction: ({ params }) => {
      const { accounts } = params[1] as { accounts: { addresses: string[] } }
      const states = accounts.addresses.map(() => plain(100))
      return at(7, { err: null, accounts: states, innerInstructions: [] })
    },
  })

  it('given its tables, then their writable accounts are looked at, each once', async () => {
    const { trial, asked } = node(withTables([tableOf('P', 'Q'), tableOf('R')]))
    const tried = await trial(deposit)
    expect(asked[0]?.params[0]).toEqual([table, second])
    if (tried.outcome !== 'passes') throw new Error(tried.detail)
    const { accounts, closings } = tried.effects
    expect(accounts.map((each) => each.address)).toEqual([
      author,
      ownTokens,
      vaultTokens,
      key('Q'),
      key('R'),
    ])
    expect(closings).toEqual([{ account: key('Q'), to: key('R') }])
  })

  it('given an account that stands in it twice, then it is asked for once', async () => {
    const { trial } = node(withTables([tableOf('P', 'R'), tableOf('R')]))
    const tried = await trial(deposit)
    expect(tried).toMatchObject({ outcome: 'passes' })
    expect(tried.outcome === 'passes' && tried.effects.accounts).toHaveLength(4)
  })

  it('given a token account that is read and written, then what became of it counts', async () => {
    const own = (amount: bigint) => ({
      ...plain(2_039_280),
      owner: programs.token,
      data: [encodeBase64(tokenData({ amount })), 'base64'],
    })
    const { trial } = node({
      getMultipleAccounts: ({ params: [addresses] }, times) =>
        at(
          7,
          times === 0
            ? [tableOf('P', 'R'), tableOf('R')]
            : (addresses as string[]).map((each) => (each === key('R') ? own(9n) : plain(100))),
        ),
      simulateTransaction: () =>
        at(7, { err: null, accounts: [...Array(3).fill(plain(100)), own(8n)] }),
    })
    const tried = await trial(deposit)
    if (tried.outcome !== 'passes') throw new Error(tried.detail)
    const found = tried.effects.accounts.filter((each) => each.address === key('R'))
    expect(found).toHaveLength(1)
    expect(found[0]?.after?.data).toEqual(tokenData({ amount: 8n }))
  })

  it.each([
    ['a table that is too short', [tableOf('P'), tableOf('R')]],
    ['no such table', [tableOf('P', 'Q'), null]],
    ['an account that is no table', [tableOf('P', 'Q'), plain(1)]],
  ])('given %s, then nothing is known', async (_, tables) => {
    expect(await node(withTables(tables)).trial(deposit)).toEqual(
      unknown('An address table is not known'),
    )
  })
})

describe('closingsOf', () => {
  const { token, token2022, memo } = programs
  const close = (program: string, accounts: string[], data = [9]) => ({
    program,
    data: Uint8Array.from(data),
    accounts: accounts.map((each) => ({ key: each, signer: false, writable: true })),
  })
  const raw = (programId: string, accounts: string[], data = [9]) => ({
    programId,
    accounts,
    data: encodeBase58(Uint8Array.from(data)),
    stackHeight: 2,
  })
  const words = (programId: string, type = 'closeAccount', info: object = {}) => ({
    program: 'spl-token',
    programId,
    parsed: { type, info: { account: 'a', destination: 'b', owner: 'c', ...info } },
  })
  const inner = (...instructions: object[]) => [{ index: 0, instructions }]
  const found = { account: 'a', to: 'b' }

  it("given calls of the message, then those that close, of either token program's", () => {
    const all = [
      close(token, ['a', 'b', 'c']),
      close(token2022, ['a', 'b', 'c']),
      close(memo, ['a', 'b', 'c']),
      close(token, ['a', 'b', 'c'], [3]),
      close(token, ['a', 'b', 'c'], []),
      close(token, ['a']),
      close(token, []),
    ]
    expect(closingsOf(all, [])).toEqual([found, found])
  })

  it('given calls of programs, in words or as they stand, then those too', () => {
    const all = inner(
      words(token),
      words(token2022),
      words(memo),
      words(token, 'transfer'),
      { programId: memo, parsed: 'a memo' },
      raw(token, ['a', 'b', 'c']),
      raw(token2022, ['a', 'b', 'c'], [9, 1]),
      raw(memo, ['a', 'b', 'c']),
      raw(token, ['a', 'b', 'c'], [8]),
      { ...raw(token, ['a', 'b', 'c']), data: '0' },
    )
    expect(closingsOf([], all)).toEqual([found, found, found, found])
  })

  it('given one among several calls in one, of the message or of a program, then it too', () => {
    // Of each call how many accounts it takes, its length, and its data.
    const [accounts, data] = [
      ['x', 'y', 'z', 'a', 'b', 'c'],
      [255, 3, 9, 3, 1, 0, 0, 0, 0, 0, 0, 0, 3, 1, 9],
    ]
    expect(closingsOf([close(token, accounts, data)], [])).toEqual([found])
    expect(closingsOf([], inner(raw(token2022, accounts, data)))).toEqual([found])
    expect(closingsOf([], inner(raw(memo, accounts, data)))).toEqual([])
  })

  it.each([
    ['several calls in one, in words', inner(words(token, 'batch'))],
    ['nothing', undefined],
    ['null', null],
    ['indexes in place of addresses', inner({ programIdIndex: 1, accounts: [1, 2], data: 'A' })],
  ])('given %s of the calls of programs, then it is not known', (_, told) => {
    expect(closingsOf([close(token, ['a', 'b', 'c'])], told)).toBeNull()
  })
})
