import { describe, expect, it } from 'vitest'
import type { FetchLike } from './json-rpc'
import { createSolanaReader } from './solana-reader'

/** A node that answers each method as told. */
function node(answers: Record<string, unknown>) {
  const fetch: FetchLike = async (_, init) => {
    init.signal?.throwIfAborted()
    const { method } = JSON.parse(String(init.body)) as { method: string }
    if (!(method in answers)) return Response.json({ error: { code: -32601, message: 'unknown' } })
    return Response.json({ result: answers[method] })
  }
  return createSolanaReader({ urls: ['https://sol.example/'], fetch })
}

const of = (value: unknown) => ({ context: { slot: 1 }, value })
const badAnswer = { code: 'chain/bad-answer' }

describe('createSolanaReader', () => {
  it('given statuses, then how sure each is', async () => {
    const statuses = [
      null,
      { slot: 1, err: null, confirmationStatus: 'finalized' },
      { slot: 2, err: { InstructionError: [0, 'Custom'] }, confirmationStatus: 'confirmed' },
      { slot: 3, err: null, confirmationStatus: 'something new' },
      { slot: 4, err: null },
    ]
    const reader = node({ getSignatureStatuses: of(statuses) })
    expect(await reader.signatureStatuses(['a', 'b', 'c', 'd', 'e'])).toEqual([
      null,
      { slot: 1, failed: false, level: 'finalized' },
      { slot: 2, failed: true, level: 'confirmed' },
      { slot: 3, failed: false, level: 'processed' },
      { slot: 4, failed: false, level: 'processed' },
    ])
    await expect(reader.signatureStatuses(['a'])).rejects.toMatchObject(badAnswer)
  })

  it('given bytes that are no base64, then a bad answer', async () => {
    const account = { owner: 'o', lamports: 1, executable: false, data: ['!', 'base64'] }
    const reader = node({
      getAccountInfo: of(account),
      getTransaction: { slot: 1, transaction: ['!', 'base64'], meta: null },
    })
    await expect(reader.account('a')).rejects.toMatchObject(badAnswer)
    await expect(reader.transaction('s')).rejects.toMatchObject(badAnswer)
  })

  it('given lamports with a fraction, or below zero, then a bad answer', async () => {
    for (const value of [1.5, -1, '1', null]) {
      await expect(node({ getBalance: of(value) }).balance('a')).rejects.toMatchObject(badAnswer)
    }
  })
})

describe('the history of an account', () => {
  const entry = (slot: number, more: object = {}) => ({
    signature: `s${slot}`,
    slot,
    err: null,
    memo: null,
    ...more,
  })
  /** Newest first, as a node tells them: https://solana.com/docs/rpc/http/getsignaturesforaddress */
  const history = (slots: number) => {
    const all = Array.from({ length: slots }, (_, at) => entry(slots - at))
    const asked: unknown[] = []
    const fetch: FetchLike = async (_, init) => {
      const { params } = JSON.parse(String(init.body)) as {
        params: [string, { limit: number; before?: string }]
      }
      asked.push(params[1].before)
      const from = all.findIndex(({ signature }) => signature === params[1].before) + 1
      return Response.json({ result: all.slice(from, from + params[1].limit) })
    }
    return { asked, reader: createSolanaReader({ urls: ['https://sol.example/'], fetch }) }
  }

  it('is read back to the slot that is known, without what failed', async () => {
    const result = [entry(9, { memo: '[2] hi' }), entry(8, { err: {} }), entry(7), entry(6)]
    const found = await node({ getSignaturesForAddress: result }).signaturesSince('a', 6n)
    expect(found).toEqual({
      entries: [
        { signature: 's9', slot: 9, memo: '[2] hi' },
        { signature: 's7', slot: 7 },
      ],
      isWhole: true,
    })
  })

  it('is read page by page, and is not called whole where it is too long', async () => {
    const { asked, reader } = history(2_500)
    expect((await reader.signaturesSince('a', 100n)).entries).toHaveLength(2_400)
    expect(asked).toEqual([undefined, 's1501', 's501'])
    const { entries, isWhole } = await history(9_000).reader.signaturesSince('a', 0n)
    expect([entries.length, isWhole]).toEqual([4_000, false])
  })
})

describe('what proves something', () => {
  it('given one signature, then what is known of it and at which slot', async () => {
    const sight = (value: unknown) =>
      node({ getSignatureStatuses: { context: { slot: 77 }, value } }).signatureSight('a')
    expect(await sight([null])).toEqual({ slot: 77, status: null })
    expect(await sight([{ slot: 5, err: null, confirmationStatus: 'finalized' }])).toEqual({
      slot: 77,
      status: { slot: 5, failed: false, level: 'finalized' },
    })
    await expect(sight([])).rejects.toMatchObject(badAnswer)
  })

  it('given the node, then how far back and how far final it is', async () => {
    const epoch = { absoluteSlot: 90, blockHeight: 80, epoch: 1, slotIndex: 1, slotsInEpoch: 9 }
    const reader = node({ getFirstAvailableBlock: 12, getEpochInfo: epoch })
    expect(await reader.firstAvailableBlock()).toBe(12)
    expect(await reader.finalised()).toEqual({ slot: 90, blockHeight: 80 })
  })

  it("given the cluster's clock, then slot and time; given none, then a bad answer", async () => {
    const data = new Uint8Array(40)
    new DataView(data.buffer).setBigUint64(0, 321n, true)
    new DataView(data.buffer).setBigInt64(32, 1_800_000_000n, true)
    const account = (bytes: Uint8Array) => ({
      owner: 'Sysvar1111111111111111111111111111111111111',
      lamports: 1,
      executable: false,
      data: [Buffer.from(bytes).toString('base64'), 'base64'],
    })
    const head = (value: unknown) => node({ getAccountInfo: of(value) }).head()
    expect(await head(account(data))).toEqual({ number: 321n, time: 1_800_000_000 })
    await expect(head(account(data.slice(1)))).rejects.toMatchObject(badAnswer)
    await expect(head(null)).rejects.toMatchObject(badAnswer)
  })

  const token = (accountIndex: number, amount: string, owner?: string) => ({
    accountIndex,
    mint: 'mint',
    uiTokenAmount: { amount },
    ...(owner ? { owner } : {}),
  })
  const answer = {
    slot: 9,
    transaction: { message: { accountKeys: ['payer', 'payee'] } },
    meta: {
      err: null,
      fee: 5,
      preBalances: [100, 0, 7, 8],
      postBalances: [85, 10, 7, 8],
      preTokenBalances: [token(2, '50', 'me')],
      postTokenBalances: [token(2, '20', 'me'), token(3, '30', 'you')],
      loadedAddresses: { writable: ['mine'], readonly: ['yours'] },
    },
  }

  it('given a transaction, then what it did to each account, those of address tables too', async () => {
    const found = await node({ getTransaction: answer }).balances('s')
    expect(found).toMatchObject({ slot: 9, failed: false, fee: 5n })
    expect(found?.lamports.get('payee')).toEqual({ before: 0n, after: 10n })
    expect(found?.lamports.get('yours')).toEqual({ before: 8n, after: 8n })
    expect(found?.tokens).toEqual([
      { account: 'mine', mint: 'mint', owner: 'me', was: 'me', before: 50n, after: 20n },
      { account: 'yours', mint: 'mint', owner: 'you', was: null, before: 0n, after: 30n },
    ])
  })

  it('given its calls, then each after the one that made it; none where the node does not say all', async () => {
    const call = (programIdIndex: number, accounts: number[], data: string) => ({
      programIdIndex,
      accounts,
      data,
    })
    const own = [call(1, [0], '2'), call(3, [], '')]
    const inner = [{ index: 0, instructions: [call(3, [2, 0], '3')] }]
    const callsOf = async (instructions: unknown, innerInstructions: unknown) => {
      const { accountKeys } = answer.transaction.message
      const transaction = { message: { accountKeys, instructions } }
      const meta = { ...answer.meta, innerInstructions }
      const found = await node({ getTransaction: { ...answer, transaction, meta } }).balances('s')
      expect(found?.fee).toBe(5n)
      return found?.calls
    }
    expect(await callsOf(own, inner)).toEqual([
      { program: 'payee', accounts: ['payer'], data: Uint8Array.of(1) },
      { program: 'yours', accounts: ['mine', 'payer'], data: Uint8Array.of(2) },
      { program: 'yours', accounts: [], data: new Uint8Array() },
    ])
    expect(await callsOf(undefined, inner)).toBeNull()
    for (const odd of [undefined, null, [{ index: 0 }], [{ index: 0, instructions: ['a'] }]]) {
      expect(await callsOf(own, odd)).toBeNull()
    }
    for (const odd of [call(4, [], ''), call(1, [4], ''), call(1, [0], '0')]) {
      expect(await callsOf([...own, odd], inner)).toBeNull()
    }
  })

  it.each([
    [undefined, ['payer']],
    [{}, ['payer']],
    [{ numRequiredSignatures: 2 }, ['payer', 'payee']],
  ])('given a header that says %o, then who signed', async (header, signers) => {
    const { accountKeys } = answer.transaction.message
    const transaction = { message: { accountKeys, header } }
    const found = await node({ getTransaction: { ...answer, transaction } }).balances('s')
    expect(found?.signers).toEqual(signers)
  })

  it('given none, or no tokens and no tables, then that', async () => {
    expect(await node({ getTransaction: null }).balances('s')).toBeNull()
    const meta = { err: {}, fee: 5, preBalances: [1, 2], postBalances: [1, 2] }
    const found = await node({ getTransaction: { ...answer, meta } }).balances('s')
    expect(found).toMatchObject({ failed: true, tokens: [] })
  })

  it('given the time of its block, then that in whole seconds; what is no such time is none', async () => {
    const timeOf = async (blockTime: unknown) =>
      (await node({ getTransaction: { ...answer, blockTime } }).balances('s'))?.time
    expect(await timeOf(1_800_000_000)).toBe(1_800_000_000)
    for (const none of [null, -1, 1.5, 1e300, 'now']) expect(await timeOf(none)).toBeUndefined()
  })

  it('given balances that do not fit the accounts, then a bad answer', async () => {
    const read = (patch: object) =>
      node({ getTransaction: { ...answer, meta: { ...answer.meta, ...patch } } }).balances('s')
    await expect(read({ preBalances: [1] })).rejects.toMatchObject(badAnswer)
    await expect(read({ postBalances: [1] })).rejects.toMatchObject(badAnswer)
    await expect(read({ postTokenBalances: [token(4, '1')] })).rejects.toMatchObject(badAnswer)
  })
})
