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

  it('given a dry run, then its last words, or the bare error', async () => {
    const err = { InstructionError: [0, { Custom: 1 }] }
    const run = (value: object) => node({ simulateTransaction: of(value) }).simulate('AA==')
    expect(await run({ err: null })).toEqual({ outcome: 'success' })
    expect(await run({ err, logs: ['one', 'two'] })).toEqual({ outcome: 'reverted', detail: 'two' })
    expect(await run({ err, logs: [] })).toEqual({
      outcome: 'reverted',
      detail: JSON.stringify(err),
    })
  })

  it('given a dry run that nobody answers, or that the caller leaves, then it is told apart', async () => {
    expect(await node({}).simulate('AA==')).toEqual({
      outcome: 'unknown',
      detail: 'chain/bad-answer',
    })
    const gone = node({}).simulate('AA==', AbortSignal.abort())
    await expect(gone).rejects.toMatchObject({ code: 'service/aborted' })
  })
})
