import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import type { FoundTransaction } from '@/src/domain/policy/verify-evm'
import type { BlockTag } from './evm-reader'
import { findByNonce, findMove, findNonceBlock } from './nonce-block'

const address = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A chain on which the account's transactions were mined in these blocks, nonce by nonce. */
function chain(minedIn: readonly number[], latest: number) {
  let calls = 0
  const transaction = (nonce: number): FoundTransaction => ({
    hash: `0x${nonce}`,
    from: address.toLowerCase(),
    to: null,
    value: 0n,
    data: '0x',
    nonce,
    chainId: 1,
  })
  return {
    calls: () => calls,
    nonce: async (_: string, tag: BlockTag) => {
      calls += 1
      return minedIn.filter((block) => BigInt(block) <= (tag as bigint)).length
    },
    blockNumber: async () => BigInt(latest),
    blockTransactions: async (tag: BlockTag) => {
      const mined = minedIn.map((block, nonce) => ({ block, nonce }))
      const here = mined.filter((one) => BigInt(one.block) === tag)
      const stranger = { ...transaction(0), from: '0xother', hash: '0xother' }
      return [stranger, ...here.map((one) => transaction(one.nonce))]
    },
  }
}

describe('findNonceBlock', () => {
  it('given any chain, then it finds the very block, in as many steps as halving takes', async () => {
    const blocks = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(blocks, fc.nat(5), async (unsorted, pick) => {
        const minedIn = unsorted.sort((a, b) => a - b)
        const nonce = pick % minedIn.length
        const reader = chain(minedIn, 1_000_000)
        const found = await findNonceBlock(reader, { address, nonce, from: 0n })
        expect(found).toBe(BigInt(minedIn[nonce] ?? -1))
        expect(reader.calls()).toBeLessThanOrEqual(22)
      }),
    )
  })

  it('given a nonce that is not used yet, then there is no block', async () => {
    expect(await findNonceBlock(chain([5], 10), { address, nonce: 1, from: 0n })).toBeNull()
    expect(await findNonceBlock(chain([5], 10), { address, nonce: 0, from: 0n, to: 4n })).toBeNull()
  })
})

describe('findByNonce', () => {
  it("given a mined nonce, then the account's own transaction", async () => {
    const reader = chain([3, 7, 7], 10)
    expect(await findByNonce(reader, { address, nonce: 2, from: 2n })).toMatchObject({
      hash: '0x2',
    })
  })

  it('given a nonce that is not used, or a block that is gone, then null', async () => {
    const search = { address, nonce: 0, from: 0n }
    expect(await findByNonce(chain([], 10), search)).toBeNull()
    const gone = { ...chain([3], 10), blockTransactions: async () => null }
    expect(await findByNonce(gone, search)).toBeNull()
    const hidden = { ...chain([3], 10), blockTransactions: async () => [] }
    expect(await findByNonce(hidden, search)).toBeNull()
  })
})

describe('findMove', () => {
  /** A node that has the blocks, and the state of no block before `keeps`. */
  function forgetful(minedIn: readonly number[], keeps: number) {
    const all = chain(minedIn, 0)
    const read: number[] = []
    return {
      read,
      blockNumber: all.blockNumber,
      nonce: async (who: string, tag: BlockTag) => {
        if (Number(tag) < keeps)
          throw new AppError('chain/bad-answer', { reason: 'missing trie node' })
        return all.nonce(who, tag)
      },
      block: async (tag: BlockTag) => {
        read.push(Number(tag))
        const transactions = await all.blockTransactions(tag)
        return { number: BigInt(Number(tag)), hash: '0x', time: 1, transactions, complete: true }
      },
    }
  }
  const between = (from: number, to: number, nonce = 0, end = to) => ({
    nonce,
    from: BigInt(from),
    to: BigInt(to),
    end: BigInt(end),
  })
  const all = Number.POSITIVE_INFINITY

  it('given looks a few blocks apart, then whole blocks tell it, and no state is asked for', async () => {
    const node = forgetful([103, 105], all)
    const { found, move } = await findMove(node, { address, move: between(100, 110, 1) })
    expect(found).toMatchObject({ nonce: 1 })
    expect(move).toEqual({ ...between(100, 110, 1), at: 105n })
    expect(node.read).toEqual([110, 109, 108, 107, 106, 105])
    const again = await findMove(node, { address, move })
    expect(again.found).toMatchObject({ nonce: 1 })
    expect(node.read).toHaveLength(7)
  })

  it('given it was mined in the first or the last block between them, then it is found', async () => {
    for (const at of [101, 132]) {
      const search = { address, move: between(100, 132) }
      expect((await findMove(forgetful([at], all), search)).found).toMatchObject({ nonce: 0 })
    }
  })

  it('given looks far apart and the state between, then few blocks are read', async () => {
    const node = forgetful([123_456], 0)
    const { found } = await findMove(node, { address, move: between(1, 1_000_000) })
    expect(found).toMatchObject({ nonce: 0 })
    expect(node.read).toEqual([123_456])
  })

  it('given looks far apart and no state between, then each search reads so many blocks and goes on', async () => {
    const node = forgetful([123], all)
    const first = await findMove(node, { address, move: between(100, 180) })
    expect(first).toEqual({ move: between(100, 148, 0, 180) })
    expect(node.read).toHaveLength(32)
    const second = await findMove(node, { address, move: first.move })
    expect(second.found).toMatchObject({ nonce: 0 })
    expect(second.move).toEqual({ ...between(100, 148, 0, 180), at: 123n })
  })

  it('given a block in which a node that lies showed it, then an honest one finds it where it is', async () => {
    const node = forgetful([123], all)
    const lied = { ...between(100, 130), at: 107n }
    const { found, move } = await findMove(node, { address, move: lied })
    expect(found).toMatchObject({ nonce: 0 })
    expect(move).toEqual({ ...lied, at: 123n })
  })

  it('given a block in which no node shows it any more, then that is forgotten', async () => {
    const lied = { ...between(100, 130), at: 107n }
    const { found, move } = await findMove(forgetful([50], all), { address, move: lied })
    expect(found).toBeUndefined()
    expect(move).toEqual(between(100, 130))
  })

  it('given all was looked through in vain, then it begins anew', async () => {
    const { found, move } = await findMove(forgetful([50], all), {
      address,
      move: between(100, 110, 0, 180),
    })
    expect(found).toBeUndefined()
    expect(move).toEqual(between(100, 180))
  })

  it.each([
    ['is not there', null],
    ['cannot be read whole', { complete: false }],
  ])('given a block that %s, then it is not passed over', async (_, how) => {
    const node = forgetful([50], all)
    const block = async (tag: BlockTag) => {
      const whole = await node.block(tag)
      return tag === 150n ? how && { ...whole, ...how } : whole
    }
    const move = between(100, 180)
    expect(await findMove({ ...node, block }, { address, move })).toEqual({ move })
  })

  it('given a node that does not answer, then that is no answer', async () => {
    const node = {
      ...forgetful([123_456], 0),
      nonce: async () => {
        throw new AppError('chain/unreachable')
      },
    }
    const search = { address, move: between(1, 1_000_000) }
    await expect(findMove(node, search)).rejects.toMatchObject({ code: 'chain/unreachable' })
  })
})
