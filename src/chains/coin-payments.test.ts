import { describe, expect, it } from 'vitest'
import { findCoinPayments } from './coin-payments'

const account = `0x${'a'.repeat(40)}`
type Step = { hash: string; from?: string; to?: string; value: bigint }

/** A chain of blocks, by what each of them moved. */
function chainOf(blocks: Record<number, Step[]>) {
  const asked: bigint[] = []
  const until = (tag: unknown) =>
    Object.entries(blocks).flatMap(([at, steps]) => (BigInt(at) <= (tag as bigint) ? steps : []))
  const sum = (steps: Step[]) => steps.reduce((all, { value }) => all + value, 0n)
  return {
    asked,
    balanceAt: async (_: string, tag: unknown) => {
      const all = until(tag)
      return (
        sum(all.filter(({ to }) => to === account)) -
        sum(all.filter(({ from }) => from === account))
      )
    },
    nonce: async (_: string, tag: unknown) =>
      until(tag).filter(({ from }) => from === account).length,
    blockTransactions: async (tag: unknown) => {
      asked.push(tag as bigint)
      return (blocks[Number(tag)] ?? []).map(({ hash, from, to, value }) => ({
        hash,
        from: from ?? '0xother',
        to: to ?? null,
        value,
        data: '0x',
        nonce: 0,
        chainId: 1,
      }))
    },
  }
}

const search = { account, from: 100n, to: 1_100n, least: 10n }
const pay = (hash: string, value: bigint) => ({ hash, to: account, value })
const sweep = (value: bigint) => ({ hash: 'sweep', from: account, to: '0xhot', value })

describe('coins that came to an account', () => {
  it('given they were swept on, are found in the block that brought them', async () => {
    const chain = chainOf({ 250: [pay('one', 500n), pay('zero', 0n)], 251: [sweep(500n)] })
    expect(await findCoinPayments(chain, search)).toEqual({ hashes: ['one'], isWhole: true })
    expect(chain.asked).toEqual([250n, 251n])
  })

  it('given they came and went in one block, are found', async () => {
    const chain = chainOf({ 250: [pay('one', 500n), sweep(500n)] })
    expect((await findCoinPayments(chain, search)).hashes).toEqual(['one'])
  })

  it('given several of them between several sweeps, finds each', async () => {
    const chain = chainOf({
      200: [pay('a', 500n)],
      300: [pay('b', 70n)],
      400: [sweep(570n)],
      900: [pay('c', 20n)],
      901: [sweep(20n)],
      1100: [pay('d', 11n)],
    })
    expect((await findCoinPayments(chain, search)).hashes).toEqual(['a', 'b', 'c', 'd'])
  })

  it('given trifles, passes them over', async () => {
    const chain = chainOf({ 200: [pay('dust', 1n)], 300: [pay('real', 500n)] })
    expect((await findCoinPayments(chain, search)).hashes).toEqual(['real'])
  })

  it('given what came before, leaves it out', async () => {
    const chain = chainOf({ 100: [pay('old', 500n)], 101: [sweep(500n)] })
    expect((await findCoinPayments(chain, search)).hashes).toEqual([])
  })

  it('given more than it reads, says that it is not all', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [200 + at, [pay(`p${at}`, 50n)]]),
    )
    const found = await findCoinPayments(chainOf(many), search)
    expect(found.isWhole).toBe(false)
    expect(found.hashes).toHaveLength(8)
  })
})
