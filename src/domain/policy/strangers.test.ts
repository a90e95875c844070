import { describe, expect, it } from 'vitest'
import { acceptedOrder, author, native, stranger, target, usdc } from '@/test/samples/policy'
import type { StepFacts } from '../order/order'
import { passingTo, strangersOf } from './strangers'

const accepted = acceptedOrder()
const dai = '0x50c5725949a6f0c72e6c4a641f24049a917db0cb'
const pool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
const proxy = '0x74a55cadb12501a3707e9f3c5dfd8b563c6a5940'
const [router, taker] = [stranger, `0x${'4'.repeat(40)}`]
const method = '0x38ed1739'
const of = (address: string, amount: bigint) => ({
  ...accepted.from,
  address,
  amount: String(amount),
})
const approve = (spender: string, token = of(usdc, 5_000_000n)): StepFacts => ({
  kind: 'approve',
  token,
  spender,
  exact: true,
})
const swap = (to: string, amount = 5_000_000n): StepFacts => ({
  kind: 'swap',
  token: of(usdc, amount),
  gets: of(dai, 1n),
  target: to,
  method,
})
const deposit = (to: string, more: object = {}): StepFacts => ({
  kind: 'deposit',
  token: of(dai, 1n),
  target: to,
  method,
  ...more,
})
const known = { service: 'Across', contract: 'SpokePool', least: '1' }
const steps = (...facts: StepFacts[]) => facts.map((each) => ({ facts: each }))
const found = (...facts: StepFacts[]) => strangersOf(accepted, steps(...facts))

describe('the contracts that nobody here knows', () => {
  it('are those that are called and those that are approved, each once', () => {
    expect(
      found(approve(router), swap(router), approve(taker, of(dai, 1n)), deposit(target)),
    ).toEqual([{ address: router }, { address: taker }, { address: target }])
    expect(found(approve(taker), deposit(target, { takenBy: taker }))).toEqual([
      { address: taker },
      { address: target },
    ])
  })

  it('are found before a known one as well, which is none', () => {
    expect(found(approve(router), swap(router), approve(pool), deposit(pool, { known }))).toEqual([
      { address: router },
    ])
    expect(found(approve(proxy), deposit(target, { known, takenBy: proxy }))).toEqual([])
  })

  it('are known ones too that are called in a way that cannot be read, with that', () => {
    expect(found(approve(pool), deposit(pool))).toEqual([{ address: pool, method }])
    expect(found(approve(proxy), deposit(target, { takenBy: proxy }))).toEqual([
      { address: target },
    ])
    expect(found(swap(pool), deposit(pool, { method: '0x00000000' }))).toHaveLength(2)
  })

  it('are not the wrapped coin, nor whom an old approval is taken from', () => {
    const wrap = { kind: 'wrap', token: of(native, 1n), gets: of(dai, 1n), target } as const
    const reset = { kind: 'reset', token: of(usdc, 0n), spender: taker } as const
    expect(found(reset, wrap, deposit(pool, { known }))).toEqual([])
  })
})

describe('programs of Solana that nobody here knows', () => {
  const program = 'Prog1111111111111111111111111111111111111X1'
  const facts: StepFacts = {
    kind: 'solanaDeposit',
    token: accepted.from,
    feePayer: author,
    programs: [program, 'known'],
    unknown: [program],
  }

  it('are named as they are written, and all of it passes them', () => {
    expect(found(facts)).toEqual([{ address: program }])
    expect(passingTo(accepted, steps(facts), [{ address: program }])).toBe(5_000_000n)
    const { unknown: _, ...known } = facts
    expect(found(known)).toEqual([])
  })
})

describe('how much passes them', () => {
  const passing = (contracts: string[], ...facts: StepFacts[]) =>
    passingTo(
      accepted,
      steps(...facts),
      contracts.map((address) => ({ address })),
    )

  it('is all of it where they are paid, or take of what is passed on', () => {
    expect(passing([target], deposit(target))).toBe(5_000_000n)
    expect(passing([taker], deposit(target, { takenBy: taker }))).toBe(5_000_000n)
    expect(passing([taker], approve(taker, of(dai, 1n)), deposit(pool, { known }))).toBe(5_000_000n)
  })

  it('is what swaps hand them, or what they are approved, whichever is more', () => {
    const all = [
      approve(taker, of(usdc, 3_000_000n)),
      swap(router, 2_000_000n),
      swap(author, 2_500_000n),
      deposit(pool, { known }),
    ]
    expect(passing([router], ...all)).toBe(2_000_000n)
    expect(passing([router, author], ...all)).toBe(4_500_000n)
    expect(passing([taker, router], ...all)).toBe(3_000_000n)
    expect(passing([router], swap(router, 9_000_000n), deposit(pool, { known }))).toBe(5_000_000n)
  })
})
