import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { approveDraft, payment, planned } from '@/test/samples/order'
import { EVM_NATIVE, EVM_NATIVE_ALIAS } from '../address/address'
import {
  areAlike,
  claimOf,
  coinsAreDue,
  contractDue,
  type Due,
  dueOf,
  judgeHolding,
  judgePayment,
  type PaidTransaction,
  payoutDueOf,
  receivedOf,
  returnedOf,
  wholeBlock,
  wholeTransaction,
} from './arrival'
import { sumOf } from './deposit-sum'
import type { TransferOrder } from './order'
import { depositDueOf, refundDueOf, withSeenPayment } from './transfer'

const token = `0x${'a'.repeat(40)}`
const other = `0x${'b'.repeat(40)}`
const to = `0x${'c'.repeat(40)}`
const hash = `0x${'D'.repeat(64)}`
const due: Due = { kind: 'payout', chainId: 42161, token, to, least: 100n }
const start = { block: 10n, at: 1_800_000_000_000 }
const paid = (moves: PaidTransaction['moves'], more: Partial<PaidTransaction> = {}) => ({
  hash,
  block: 11n,
  failed: false,
  moves,
  ...more,
})
const judge = (transaction: PaidTransaction, claimed: string[] = [], of: Due = due) =>
  judgePayment(of, transaction, { start, claimed: new Set(claimed) })

describe('dueOf', () => {
  const order = planned()
  const of = (patch: object) => dueOf({ accepted: { ...order.accepted, ...patch } }, 'payout').least
  const quoted = { ...order.accepted.to, amount: '1000' }

  it('given what was accepted, then the least of it, and never nothing', () => {
    expect(of({ to: quoted, minAmountOut: '990' })).toBe(990n)
    expect(of({ to: quoted, minAmountOut: '990', tradeType: 'EXACT_OUTPUT' })).toBe(1000n)
    expect(of({ to: quoted, slippageTolerance: 0.01 })).toBe(990n)
    expect(of({ to: quoted, slippageTolerance: 7 })).toBe(1n)
    expect(of({ to: quoted, slippageTolerance: -1 })).toBe(1000n)
    expect(of({ to: quoted })).toBe(950n)
    expect(of({ to: quoted, minAmountOut: '0' })).toBe(1n)
  })

  it('given a refund, then what was paid, to where refunds go, less its costs', () => {
    const accepted = { ...order.accepted, refundTo: to }
    const { from } = accepted
    const amount = (BigInt(from.amount) * 95n) / 100n
    expect(dueOf({ accepted }, 'refund')).toEqual({
      kind: 'refund',
      chainId: from.chainId,
      token: from.address,
      to,
      least: amount,
      whole: BigInt(from.amount),
    })
    expect(dueOf({ accepted }, 'payout').to).toBe(accepted.recipient)
  })
})

describe('judgePayment', () => {
  it('given enough of the right token, then it is paid, whatever else came', () => {
    const moves = [
      { token: other, amount: 5n, index: 0 },
      { token: token.toUpperCase().replace('X', 'x'), amount: 150n, index: 1 },
      { token, amount: 120n, index: 2 },
      { token, amount: 1n, index: 3 },
    ]
    expect(judge(paid(moves))).toEqual({ what: 'paid', token, amount: 120n, moves: [2] })
  })

  it('given several of which each is enough, then the least of them: another may be another order’s', () => {
    for (const amounts of [
      [300n, 100n, 200n],
      [100n, 200n, 300n],
      [300n, 200n, 100n],
    ]) {
      const moves = amounts.map((amount, index) => ({ token, amount, index }))
      expect(judge(paid(moves))).toMatchObject({ amount: 100n, moves: [amounts.indexOf(100n)] })
    }
  })

  it('given several that are enough together, then all of them', () => {
    const moves = [60n, 50n].map((amount, index) => ({ token, amount, index }))
    expect(judge(paid(moves))).toEqual({ what: 'paid', token, amount: 110n, moves: [0, 1] })
    const exact = [60n, 40n].map((amount, index) => ({ token, amount, index }))
    expect(judge(paid(exact))).toEqual({ what: 'paid', token, amount: 100n, moves: [0, 1] })
    // One that is just enough stands for itself.
    const one = [30n, 100n].map((amount, index) => ({ token, amount, index }))
    expect(judge(paid(one))).toEqual({ what: 'paid', token, amount: 100n, moves: [1] })
  })

  it('given an address of one order, then all that came there in one transaction counts', () => {
    const deposit: Due = { ...due, isOwn: true }
    for (const amounts of [
      [100n, 100n],
      [30n, 100n, 5n],
      [60n, 50n],
    ]) {
      const moves = [
        { token: other, amount: 7n, index: 9 },
        ...amounts.map((amount, index) => ({ token, amount, index })),
      ]
      const amount = amounts.reduce((sum, each) => sum + each)
      expect(judge(paid(moves), [], deposit)).toEqual({
        what: 'paid',
        token,
        amount,
        moves: amounts.map((_, index) => index),
      })
    }
    const less = [40n, 50n].map((amount, index) => ({ token, amount, index }))
    expect(judge(paid(less), [], deposit)).toMatchObject({ what: 'short', amount: 90n })
  })

  it('given twice the amount in one transaction to such an address, then too much has come', () => {
    const order = planned()
    const transfer = { depositAddress: to, amount: '100', expiresAt: 1, seen: [] }
    const { isOwn } = depositDueOf({ ...order, kind: 'transfer', transfer } as TransferOrder)
    const twice = paid([1, 2].map((index) => ({ token, amount: 100n, index })))
    const verdict = judge(twice, [], { ...due, ...(isOwn && { isOwn }) })
    if (verdict.what === 'nothing') throw new Error(verdict.why)
    const amount = String(verdict.amount)
    const found = { what: verdict.what, token, amount, hash, claims: [], at: 1, nodes: ['a', 'b'] }
    expect(sumOf(withSeenPayment(transfer, found))).toBe('excess')
  })

  it('given less, or another token, then that is said', () => {
    const [less, elsewhere] = [
      { token, amount: 99n, index: 0 },
      { token: other, amount: 500n, index: 1 },
    ]
    expect(judge(paid([less, elsewhere]))).toEqual({
      what: 'short',
      token,
      amount: 99n,
      moves: [0],
    })
    const wrapped = [elsewhere, { ...elsewhere, index: 2 }, { token: to, amount: 1n, index: 3 }]
    expect(judge(paid(wrapped))).toEqual({
      what: 'other-token',
      token: other,
      amount: 1_000n,
      moves: [1, 2],
    })
  })

  it('given one that failed, came before the order, or brought nothing, then nothing', () => {
    const enough = [{ token, amount: 100n, index: 0 }]
    const why = (transaction: PaidTransaction) => judge(transaction)
    expect(why(paid(enough, { failed: true }))).toEqual({ what: 'nothing', why: 'failed' })
    expect(why(paid(enough, { block: 10n }))).toEqual({ what: 'nothing', why: 'earlier' })
    expect(why(paid([]))).toEqual({ what: 'nothing', why: 'elsewhere' })
    expect(why(paid([{ token, amount: 0n, index: 0 }]))).toEqual({
      what: 'nothing',
      why: 'elsewhere',
    })
    expect(why(paid([{ token, amount: -500n, index: 0 }]))).toMatchObject({ what: 'nothing' })
  })

  it('given a block that may be too low, then its time counts as well', () => {
    const what = (block: bigint, time: number) => {
      const paidAt = paid([{ token, amount: 100n, index: 0 }], { block, time })
      const both = { ...start, both: true }
      return judgePayment(due, paidAt, { start: both, claimed: new Set() }).what
    }
    const at = start.at / 1_000
    expect([what(11n, at), what(11n, at - 121), what(10n, at)]).toEqual([
      'paid',
      'nothing',
      'nothing',
    ])
  })

  it('given no block before the ask, then its time counts, with room for clocks that differ', () => {
    const at = start.at / 1_000
    const enough = [{ token, amount: 100n, index: 0 }]
    const what = (time?: number) =>
      judgePayment(due, paid(enough, time === undefined ? {} : { time }), {
        start: { at: start.at },
        claimed: new Set(),
      }).what
    expect([what(at), what(at - 120), what(at - 121), what()]).toEqual([
      'paid',
      'paid',
      'nothing',
      'nothing',
    ])
  })

  it('given the chain coin under another name, then it is the coin', () => {
    const coin = { ...due, token: EVM_NATIVE_ALIAS }
    const moves = [{ token: EVM_NATIVE, amount: 100n, index: wholeTransaction }]
    expect(judge(paid(moves), [], coin).what).toBe('paid')
    expect(judge(paid(moves)).what).toBe('other-token')
  })

  it('given what proves another order already, then it is passed over', () => {
    const moves = [1, 2].map((index) => ({ token, amount: 100n, index }))
    const transaction = paid(moves)
    const first = claimOf(due.chainId, transaction, 1)
    expect(first).toBe(`42161:${hash.toLowerCase()}:1`)
    expect(judge(transaction, [first])).toMatchObject({ what: 'paid', moves: [2] })
    const second = claimOf(due.chainId, transaction, 2)
    expect(judge(transaction, [first, second])).toEqual({ what: 'nothing', why: 'claimed' })
  })

  it('given what the account itself sent, then it is no payment, save the order’s own deposit', () => {
    const own = paid([{ token, amount: 100n, index: 1 }], { own: true })
    const nothing = { what: 'nothing', why: 'own' }
    const of = (mine?: string[]) => judgePayment(due, own, { start, claimed: new Set(), mine })
    expect(of()).toEqual(nothing)
    expect(of([`0x${'e'.repeat(64)}`, ''])).toEqual(nothing)
    expect(of(['', hash.toLowerCase()])).toMatchObject({ what: 'paid', amount: 100n })
    expect(judge({ ...own, own: false }).what).toBe('paid')
  })

  it('given what a block changed, then any transaction of the block is one proof', () => {
    const one = paid([], { hash: `0x${'1'.repeat(64)}` })
    const two = paid([], { hash: `0x${'2'.repeat(64)}` })
    expect(claimOf(1, one, wholeBlock)).toBe('1:11')
    expect(claimOf(1, one, wholeBlock)).toBe(claimOf(1, two, wholeBlock))
    expect(claimOf(1, one, 0)).not.toBe(claimOf(1, two, 0))
  })

  it('never calls anything paid that is less than due, of another token, or claimed', () => {
    const move = fc.record({
      token: fc.constantFrom(token, other),
      amount: fc.bigInt({ min: -200n, max: 200n }),
      index: fc.nat(9),
    })
    const some = fc.uniqueArray(move, { selector: ({ index }) => index, maxLength: 8 })
    fc.assert(
      fc.property(some, fc.array(fc.nat(9)), (moves, taken) => {
        const transaction = paid(moves)
        const claims = taken.map((index) => claimOf(due.chainId, transaction, index))
        const verdict = judge(transaction, claims)
        const free = moves.filter(({ index, amount }) => !taken.includes(index) && amount > 0n)
        const right = free.filter((each) => each.token === token)
        const sum = right.reduce((all, { amount }) => all + amount, 0n)
        if (verdict.what === 'paid') {
          expect(verdict.amount).toBeGreaterThanOrEqual(due.least)
          expect(verdict.amount).toBeLessThanOrEqual(sum)
          expect(verdict.moves.every((index) => right.some((each) => each.index === index))).toBe(
            true,
          )
        } else expect(sum).toBeLessThan(due.least)
        if (verdict.what === 'short') expect(verdict.amount).toBe(sum)
        expect(verdict.what === 'nothing').toBe(free.length === 0)
      }),
    )
  })
})

describe('what may come in either form of the chain’s coin', () => {
  const forWrapped: Due = { ...due, or: EVM_NATIVE }
  const forCoins: Due = { ...due, token: EVM_NATIVE, or: token }
  const moves = (...of: [string, bigint][]) =>
    of.map(([each, amount], index) => ({ token: each, amount, index }))

  it('given enough of one of them, then it is paid, in that one', () => {
    for (const each of [forWrapped, forCoins]) {
      for (const came of [token, EVM_NATIVE]) {
        expect(judge(paid(moves([came, 100n])), [], each)).toMatchObject({
          what: 'paid',
          token: came,
        })
      }
      expect(judge(paid(moves([other, 100n])), [], each).what).toBe('other-token')
    }
  })

  it('given a part of each, then no form of it is all', () => {
    const both = judge(paid(moves([token, 60n], [EVM_NATIVE, 60n])), [], forWrapped)
    expect(both).toMatchObject({ what: 'short', token, amount: 60n, moves: [0] })
    const twice = judge(paid(moves([token, 60n], [token, 60n], [EVM_NATIVE, 60n])), [], forCoins)
    expect(twice).toMatchObject({ what: 'paid', token, amount: 120n, moves: [0, 1] })
  })

  it('given what the account holds, then it is coins', () => {
    const [before, now] = [0n, 100n].map((balance) => ({ balance, nonce: 0 })) as [
      { balance: bigint; nonce: number },
      { balance: bigint; nonce: number },
    ]
    expect(judgeHolding(forWrapped, before, now, 0n)).toMatchObject({ token: EVM_NATIVE })
    expect(judgeHolding(forCoins, before, now, 0n)).toMatchObject({ token: EVM_NATIVE })
  })

  it('is told by events of the one, and by what is held of the other', () => {
    expect([due, forWrapped, forCoins].map(coinsAreDue)).toEqual([false, true, true])
    expect([due, forWrapped, forCoins].map(contractDue)).toEqual([token, token, token])
    expect(contractDue({ ...due, token: EVM_NATIVE })).toBeUndefined()
    expect(coinsAreDue({ ...due, token: EVM_NATIVE })).toBe(true)
    expect(coinsAreDue({ ...due, or: other })).toBe(false)
  })

  it('may be what another order is paid in', () => {
    const coins = { ...due, token: EVM_NATIVE }
    for (const [one, same] of [
      [due, due],
      [forWrapped, forCoins],
      [forWrapped, coins],
      [coins, forWrapped],
      [due, forCoins],
    ] as const) {
      expect(areAlike(one, same)).toBe(true)
    }
    expect(areAlike(coins, due)).toBe(false)
    expect(areAlike({ ...due, token: other }, forWrapped)).toBe(false)
  })

  type Forms = Partial<Record<'or' | 'back', { address: string; symbol: string }>>

  /** An order whose deposit's call was read so. */
  function knowing(forms: Forms) {
    const order = planned()
    const [step] = order.steps
    if (step?.facts.kind !== 'deposit') throw new Error('no deposit')
    const known = { service: 'Across', contract: 'SpokePool', least: '1', ...forms }
    return { ...order, steps: [{ ...step, facts: { ...step.facts, known } }] }
  }

  it('is due and named as the deposit’s call was read, in the form that came', () => {
    const order = planned()
    const or = { address: EVM_NATIVE, symbol: 'ETH' }
    const either = knowing({ or })
    expect(dueOf(either, 'payout').or).toBe(EVM_NATIVE)
    expect(payoutDueOf(either).or).toBe(EVM_NATIVE)
    expect(dueOf(either, 'refund')).not.toHaveProperty('or')
    expect(dueOf(order, 'payout')).not.toHaveProperty('or')
    const { to: asked } = order.accepted
    const seen = (came: string) => ({
      arrival: { kind: 'payout', since: 1, found: { ...payment, token: came } } as const,
    })
    expect(receivedOf(either)).toEqual(asked)
    expect(receivedOf({ ...either, arrival: { kind: 'payout', since: 1 } })).toEqual(asked)
    const [approve] = planned([approveDraft]).steps
    const steps = [approve, ...either.steps].filter((each) => each !== undefined)
    expect(dueOf({ ...either, steps }, 'payout').or).toBe(EVM_NATIVE)
    expect(receivedOf({ ...either, ...seen(asked.address) })).toEqual(asked)
    expect(receivedOf({ ...either, ...seen(EVM_NATIVE) })).toEqual({ ...asked, ...or })
    expect(receivedOf({ ...order, ...seen(EVM_NATIVE) })).toEqual(asked)
  })

  it('comes back in the form that the deposit’s call gives back', () => {
    const order = planned()
    const back = { address: other, symbol: 'WETH' }
    const either = knowing({ back })
    expect(dueOf(either, 'refund').or).toBe(other)
    expect(refundDueOf(either).or).toBe(other)
    expect(dueOf(either, 'payout')).not.toHaveProperty('or')
    const { from: given } = order.accepted
    const seen = (came: string) => ({
      arrival: { kind: 'refund', since: 1, found: { ...payment, token: came } } as const,
    })
    expect(returnedOf({ ...either, ...seen(given.address) }, given)).toEqual(given)
    expect(returnedOf({ ...either, ...seen(other) }, given)).toEqual({ ...given, ...back })
    expect(returnedOf({ ...order, ...seen(other) }, given)).toEqual(given)
    // The wrapped coin has one address on many chains: what was to come is not named by what came back.
    const all = knowing({ or: back, back })
    expect(receivedOf({ ...all, ...seen(other) })).toEqual(order.accepted.to)
    const paid = { arrival: { ...seen(other).arrival, kind: 'payout' as const } }
    expect(returnedOf({ ...all, ...paid }, given)).toEqual(given)
  })
})

describe('judgeHolding', () => {
  const before = { balance: 1_000n, nonce: 3 }

  it('given enough more and nothing sent, then it is paid', () => {
    const now = { balance: 1_150n, nonce: 3 }
    const verdict = { what: 'paid', token, amount: 150n, moves: [] }
    expect(judgeHolding(due, before, now, 0n)).toEqual(verdict)
    expect(judgeHolding(due, before, now, 50n)).toMatchObject({ what: 'paid', amount: 100n })
  })

  it('given the account sent something, or what came may be another order’s, then nothing', () => {
    const nothing = { what: 'nothing', why: 'elsewhere' }
    expect(judgeHolding(due, before, { balance: 5_000n, nonce: 4 }, 0n)).toEqual(nothing)
    expect(judgeHolding(due, before, { balance: 1_150n, nonce: 3 }, 51n)).toEqual(nothing)
    expect(judgeHolding(due, before, { balance: 1_099n, nonce: 3 }, 0n)).toEqual(nothing)
  })
})

describe('payoutDueOf', () => {
  const { accepted } = planned()
  const unknown = { ...accepted, to: { ...accepted.to, amount: '0' } }
  const told = (amount?: string) => ({ fill: { txHash: '0xf1', ...(amount && { amount }) } })
  const { chainId, address } = accepted.to

  it('is what was accepted, whatever the service says that it brought', () => {
    expect(payoutDueOf({ accepted, service: told('1') })).toEqual(dueOf({ accepted }, 'payout'))
    expect(payoutDueOf({ accepted, service: {} })).toEqual(dueOf({ accepted }, 'payout'))
  })

  it('given an order of which no amount is known, is what the service says, where that is one', () => {
    const due = payoutDueOf({ accepted: unknown, service: told('24900000') })
    expect(due).toMatchObject({ kind: 'payout', chainId, token: address, to: accepted.recipient })
    const { minAmountOut: _, slippageTolerance: __, ...open } = unknown
    const leastOf = (amount?: string, of = open) =>
      payoutDueOf({ accepted: of, service: told(amount) }).least
    expect(leastOf('1000')).toBe(950n)
    // What is no amount is none, and what was accepted stands above any word.
    for (const odd of ['a lot', '1000 USDC', '-1000', '10.5', undefined]) {
      expect(leastOf(odd)).toBe(1n)
    }
    expect(leastOf('1', { ...open, to: { ...open.to, amount: '1000' } })).toBe(950n)
    const zero = dueOf({ accepted: unknown }, 'payout')
    expect(payoutDueOf({ accepted: unknown, service: told('a lot') })).toEqual(zero)
    expect(payoutDueOf({ accepted: unknown, service: told() })).toEqual(zero)
    expect(payoutDueOf({ accepted: unknown, service: {} })).toEqual(zero)
  })
})
