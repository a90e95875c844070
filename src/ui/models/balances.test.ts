import { describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import { account, usdcBase } from '@/test/support/ui/fixture-data'
import type { Backend } from './backend'
import { createBalances } from './balances'

/** What the service lists and the chain says of one token; undefined for no answer. */
function setUp() {
  const now: { listed: string; chain: string | undefined } = { listed: '1', chain: undefined }
  const call = async (name: string) => {
    if (name === 'readBalances') {
      return { tokens: [{ ...usdcBase, extensions: { balance: now.listed } }] }
    }
    if (now.chain === undefined) throw new AppError('chain/unreachable')
    return { amount: now.chain }
  }
  const balances = createBalances({ backend: { call } as unknown as Backend })
  return { now, balances, held: () => balances.of(usdcBase, account) }
}

describe('what an account holds', () => {
  it("given only the service told it, then the service's newer figure takes its place", async () => {
    const { now, balances, held } = setUp()
    await balances.load(account)
    now.listed = '2'
    await balances.load(account)
    expect(held()).toBe(2n)
  })

  it("given the chain told it, then the service's figure does not", async () => {
    const { now, balances, held } = setUp()
    now.chain = '5'
    await balances.read(usdcBase, account)
    await balances.load(account)
    expect(held()).toBe(5n)
  })

  it("given the chain does not answer, then the service's figure stands and is still renewed", async () => {
    const { now, balances, held } = setUp()
    await balances.load(account)
    expect(await balances.read(usdcBase, account)).toBe(1n)
    now.listed = '3'
    await balances.load(account)
    expect(held()).toBe(3n)
  })
})
