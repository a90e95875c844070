import { describe, expect, it } from 'vitest'
import type { Attempt, SwapOrder } from '@/src/domain/order/order'
import { encodeBase64 } from '@/src/lib/bytes'
import { author, key, memo, solDeposit, transaction, transferSol } from '@/test/samples/solana'
import type { Engine } from '../engine'
import { findLanded } from './solana-landed'

const paid = 'paid'
const asked = solDeposit()
/** Of somebody else, and of the payer to somebody else. */
const [foreign, own] = [key('Z'), author].map((payer) =>
  transaction({ ...asked, keys: [payer, key('Y'), ...asked.keys.slice(2)] }),
)
const order = {
  kind: 'swap',
  accepted: { author, quoteExpiresAt: 60 },
  attempts: [],
  steps: [
    { id: 's', state: { status: 'asking', attemptId: 'a' }, facts: { kind: 'transfer', to: paid } },
  ],
} as unknown as SwapOrder
const attempt = {
  attemptId: 'a',
  stepId: 's',
  action: { kind: 'solanaSign', transaction: encodeBase64(transaction(asked)) },
  evidence: { blockNumber: '100', askedAt: 0 },
} as unknown as Attempt

type Entry = { signature: string; slot: number }

/** A node that lists so much for each of the two accounts, the newest first. */
function nodeOf(
  lists: Record<string, Entry[]>,
  {
    whole = true,
    shows = true,
    of = order,
    bytes = foreign,
  }: { whole?: boolean; shows?: boolean; of?: SwapOrder; bytes?: Uint8Array | undefined } = {},
) {
  const read: string[] = []
  let [atOnce, most] = [0, 0]
  const reader = {
    signaturesSince: async (account: string) => ({ entries: lists[account] ?? [], isWhole: whole }),
    transaction: async (signature: string) => {
      read.push(signature)
      atOnce += 1
      most = Math.max(most, atOnce)
      await Promise.resolve()
      atOnce -= 1
      return shows ? { slot: 0, failed: false, bytes: new Uint8Array(bytes ?? []) } : null
    },
  }
  const look = async () => {
    const { read: count = 0, ...found } = await findLanded({} as Engine, reader, of, attempt)
    if (found.hash === undefined) expect(count).toBe(read.length)
    return found
  }
  return { read, most: () => most, look }
}

const listed = (times: number, slot = 200): Entry[] =>
  Array.from({ length: times }, (_, i) => ({ signature: `s${times - i}`, slot }))

describe('a payment that nobody named', () => {
  it('is looked for among all that names the account it pays, whatever else the payer does', async () => {
    const node = nodeOf({ [paid]: listed(150), [author]: listed(4_000) })
    expect(await node.look()).toEqual({ isWhole: true })
    expect(node.read.toSorted()).toEqual(
      listed(150)
        .map((each) => each.signature)
        .toSorted(),
    )
    expect(node.most()).toBeLessThanOrEqual(8)
  })

  it('is not looked for in what came after its block hash was gone, where that is much', async () => {
    const list = [...listed(200, 1_101), { signature: 'last', slot: 1_100 }]
    const node = nodeOf({ [paid]: list, [author]: list })
    expect(await node.look()).toEqual({ isWhole: true, isMany: true })
    expect(node.read).toEqual(['last'])
  })

  it('is looked for while its prompt may be answered: ten minutes after its price, and no later', async () => {
    // 660 s after the ask, at 400 ms a slot.
    const last = { signature: 'last', slot: 100 + 1_650 }
    const node = nodeOf({ [paid]: [{ signature: 'late', slot: 100 + 1_651 }, last] })
    expect(await node.look()).toEqual({ isWhole: true })
    expect(node.read).toEqual(['last'])
    const few = nodeOf({ [paid]: listed(200, 1_101), [author]: listed(200, 1_101) })
    expect(await few.look()).toEqual({ isWhole: true })
    expect(few.read).toHaveLength(200)
  })

  it.each([500, 3])(
    'given %i at the account, is looked for where the payer is named as well',
    async (count) => {
      const both = listed(count).slice(-2)
      const node = nodeOf({ [paid]: listed(count), [author]: both })
      expect(await node.look()).toEqual({ isWhole: true })
      expect(node.read.toSorted()).toEqual(both.map((each) => each.signature).toSorted())
    },
  )

  it('given two at the account, reads both, whoever is named', async () => {
    const node = nodeOf({ [paid]: listed(2) })
    expect(await node.look()).toEqual({ isWhole: true })
    expect(node.read).toHaveLength(2)
  })

  it('given more that names both than is read, says nothing of the rest', async () => {
    const node = nodeOf({ [paid]: listed(201), [author]: listed(201) })
    expect(await node.look()).toEqual({ isWhole: false, isMany: true })
    expect(node.read).toHaveLength(200)
    expect(node.read).not.toContain('s201')
  })

  it('given the node lists a part, or does not show what it lists, says nothing', async () => {
    expect(await nodeOf({ [paid]: listed(2) }, { whole: false }).look()).toEqual({
      isWhole: false,
    })
    expect(await nodeOf({ [paid]: listed(2) }, { shows: false }).look()).toEqual({
      isWhole: false,
    })
  })

  it('given a deposit of a swap, is looked for among all that names the payer', async () => {
    const facts = { kind: 'deposit', target: paid }
    const of = { ...order, steps: [{ ...order.steps[0], facts }] } as unknown as SwapOrder
    const node = nodeOf({ [paid]: listed(3_000), [author]: listed(20) }, { of })
    expect(await node.look()).toEqual({ isWhole: true })
    expect(node.read).toHaveLength(20)
    const many = nodeOf({ [author]: listed(201) }, { of })
    expect(await many.look()).toEqual({ isWhole: false, isMany: true })
  })

  it('given the same payment with another memo, is not it where another ask names it', async () => {
    const altered = transaction({ ...asked, instructions: [transferSol(5n), memo('other')] })
    const listing = { [paid]: listed(1) }
    const named = { attemptId: 'b', seen: [{ hash: 's1' }] } as unknown as Attempt
    const of = { ...order, attempts: [attempt, named] } as unknown as SwapOrder
    const none = { isWhole: true }
    expect(await nodeOf(listing, { bytes: altered, of }).look()).toEqual(none)
    expect(await nodeOf(listing, { bytes: own }).look()).toEqual(none)
  })
})
