import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FoundTransaction } from '@/src/domain/verify-evm'
import type { BlockTag } from './evm-reader'
import { findByNonce, findNonceBlock } from './nonce-block'

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
