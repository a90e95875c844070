import { describe, expect, it } from 'vitest'
import {
  acceptedNative,
  acceptedOrder,
  amountIn,
  author,
  eventWord,
  hub,
  stranger,
  target,
  transferLog,
  usdc,
} from '@/test/samples/policy'
import type { Step, StepFacts } from '../order/order'
import {
  type Carrier,
  cameToNothing,
  carriedBy,
  carriesCall,
  ENTRY_POINTS,
  executionOf,
  isUntold,
  judgeCarrier,
  mayCarry,
} from './effects-carried'

/** keccak256 of the events' signatures, as Solidity's compiler has them. */
const operation = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const success = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const failure = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const hash = `0x${'ab'.repeat(32)}`
const words = (...values: number[]) =>
  `0x${values.map((each) => eventWord(each.toString(16)).slice(2)).join('')}`

const [entryPoint = ''] = ENTRY_POINTS
const operated = (isDone: number, sender = author, address = entryPoint) => ({
  address,
  topics: [operation, hash, eventWord(sender), eventWord('0')],
  data: words(7, isDone, 1, 1),
})
const executed = (event: string, address = author) => ({
  address: address.toLowerCase(),
  topics: [event, hash],
  data: words(0),
})
const executedOld = (event: string) => ({
  address: author.toLowerCase(),
  topics: [event],
  data: `${hash}${words(0).slice(2)}`,
})

describe('what an event says of a user operation or a Safe transaction', () => {
  it.each(ENTRY_POINTS)(
    'given the EntryPoint %s, it says whether the operation succeeded',
    (at) => {
      expect(carriedBy(operated(1, author, at), hash, author)).toBe('done')
      expect(carriedBy(operated(0, author, at), hash, author)).toBe('failed')
      expect(carriedBy(operated(1, author, at), hash.toUpperCase().replace('X', 'x'))).toBe('done')
    },
  )

  it('given another contract, sender or hash, it says nothing', () => {
    expect(carriedBy(operated(1, author, stranger), hash, author)).toBeUndefined()
    expect(carriedBy(operated(1, stranger), hash, author)).toBeUndefined()
    expect(carriedBy(operated(1, stranger), hash)).toBe('done')
    expect(carriedBy(operated(1), `0x${'cd'.repeat(32)}`, author)).toBeUndefined()
  })

  it.each([
    ['of 1.4.1, as a topic', executed],
    ['of 1.3.0, as data', executedOld],
  ])('given a Safe %s, it says whether it went through', (_, event) => {
    expect(carriedBy(event(success), hash, author)).toBe('done')
    expect(carriedBy(event(failure), hash, author)).toBe('failed')
    expect(carriedBy(event(approval), hash, author)).toBeUndefined()
    expect(carriedBy(event(success), `0x${'cd'.repeat(32)}`, author)).toBeUndefined()
  })

  it('given another Safe, it speaks of that one', () => {
    expect(carriedBy(executed(success, stranger), hash, author)).toBeUndefined()
    expect(carriedBy(executed(success, stranger), hash)).toBe('done')
  })

  it('given an event without topics, it says nothing', () => {
    expect(carriedBy({ address: author, topics: [], data: hash }, hash, author)).toBeUndefined()
  })
})

const token = acceptedOrder().from
const deposit: StepFacts = { kind: 'deposit', token, target, method: '0x12345678' }
const approve: StepFacts = { kind: 'approve', token, spender: target, exact: true }
const reset: StepFacts = { kind: 'reset', token, spender: target }
const transfer: StepFacts = { kind: 'transfer', token, to: stranger }
const pays = (amount: bigint, to = target, from = author) => transferLog(usdc, from, to, amount)
const allows = (
  amount: number,
  { owner = author, spender = target, of = usdc, event = approval } = {},
) => ({
  address: of.toLowerCase(),
  topics: [event, eventWord(owner), eventWord(spender)],
  data: words(amount),
})
/** `Withdrawal(address,uint256)` of a wrapped coin. */
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
const unwrap: StepFacts = { kind: 'unwrap', token, gets: token, target: usdc }
const unwraps = (amount: bigint, owner = author, address = usdc) => ({
  address: address.toLowerCase(),
  topics: [withdrawal, eventWord(owner)],
  data: words(Number(amount)),
})
const told = { address: target.toLowerCase(), topics: [hash], data: '0x' }

const carrierHash = `0x${'ef'.repeat(32)}`
const tx = { from: author, to: target, data: '0x12345678aa', value: '0x0' }
const call = `${target.slice(2)}12345678aa`

/** What a mined transaction did of an ask whose wallet named it, or what it carries. */
function judged(facts: StepFacts, change: Partial<Carrier> & { named?: string }) {
  const { named = carrierHash, ...rest } = change
  const carrier: Carrier = {
    ...{ hash: carrierHash, to: author.toLowerCase(), data: `0x6a761202${call}` },
    ...{ blockNumber: 8n, status: 'success', logs: [], ...rest },
  }
  return judgeCarrier({ account: author, facts, tx, named, after: 7n }, carrier)
}

describe('whether an account with code did what was asked', () => {
  it.each<[string, StepFacts, Carrier['logs']]>([
    ['the token that left to the contract', deposit, [pays(amountIn)]],
    ['a fraction of a percent less', deposit, [pays((amountIn * 995n) / 1_000n)]],
    ['more of it, which is for the alarm to tell', deposit, [pays(amountIn * 2n)]],
    ['the token to somebody else by the contract', deposit, [pays(amountIn, hub), told]],
    ['the token to who takes it', { ...deposit, takenBy: hub }, [pays(amountIn, hub)]],
    ['the transfer that was asked for', transfer, [pays(amountIn, stranger)]],
    ['the approval', approve, [allows(1)]],
    ['the approval taken back', reset, [allows(0)]],
    ['the coin unwrapped', unwrap, [unwraps(amountIn)]],
    ['the coin unwrapped, and burnt by its event', unwrap, [pays(amountIn, `0x${'0'.repeat(40)}`)]],
  ])('given %s, it did', (_, facts, logs) => {
    expect(judged(facts, { logs })).toBe('done')
  })

  it.each<[string, StepFacts, Carrier['logs']]>([
    ['nothing', deposit, []],
    ['the contract’s event alone', deposit, [told]],
    ['too little', deposit, [pays((amountIn * 98n) / 100n)]],
    ['the token to somebody else', deposit, [pays(amountIn, stranger)]],
    ['what came back', deposit, [pays(amountIn), pays(amountIn, author, target)]],
    ['another account’s payment', deposit, [pays(amountIn, target, stranger)]],
    ['another token', deposit, [transferLog(hub, author, target, amountIn)]],
    ['a transfer to another address', transfer, [pays(amountIn)]],
    ['an approval that is taken back', approve, [allows(0)]],
    ['an approval that still stands', reset, [allows(1)]],
    ['an approval of somebody else', approve, [allows(1, { spender: stranger })]],
    ['another account’s approval', approve, [allows(1, { owner: stranger })]],
    ['another token’s approval', approve, [allows(1, { of: hub })]],
    ['another event', approve, [allows(1, { event: success })]],
    ['no coin unwrapped', unwrap, []],
    [
      'a payment to nobody that names nobody',
      unwrap,
      [{ ...pays(amountIn), topics: pays(amountIn).topics.slice(0, 2) }],
    ],
    ['too little of the coin unwrapped', unwrap, [unwraps((amountIn * 98n) / 100n)]],
    ['another account’s coin unwrapped', unwrap, [unwraps(amountIn, stranger)]],
    ['another coin unwrapped', unwrap, [unwraps(amountIn, author, hub)]],
    ['the coin paid to somebody', unwrap, [pays(amountIn)]],
    ['an unwrapping that tells no amount', unwrap, [{ ...unwraps(amountIn), data: '0x' }]],
  ])('given %s, it did not', (_, facts, logs) => {
    expect(judged(facts, { logs })).toBe('other')
  })

  const paid = pays(amountIn)
  it('given it is no later than the ask, or reverted, it did not', () => {
    expect(judged(deposit, { logs: [paid], blockNumber: 7n })).toBe('other')
    expect(judged(deposit, { logs: [paid], status: 'reverted' })).toBe('other')
  })

  it('given it paid as much by another call, that is told apart; an approval is one by its event', () => {
    const data = `0x${call}`.replace('aa', 'bb')
    expect(judged(deposit, { logs: [paid], data })).toBe('altered')
    expect(judged(approve, { logs: [allows(1)], data })).toBe('done')
  })

  it('given another transaction carried what was named, its event says so, and whether it failed', () => {
    const named = hash
    expect(judged(deposit, { logs: [paid, operated(1)], named })).toBe('done')
    expect(judged(deposit, { logs: [paid, operated(0)], named })).toBe('failed')
    expect(judged(deposit, { logs: [paid], named })).toBe('other')
  })

  it('given coins, which leave no event, it is told by whoever carried the very call out', () => {
    const coins = { ...deposit, token: acceptedNative().from }
    const data = `0x${call}`.replace('aa', 'bb')
    expect(judged(coins, {})).toBe('done')
    expect(judged(coins, { data })).toBe('altered')
    expect(judged(coins, { to: stranger })).toBe('other')
    expect(judged(coins, { to: null })).toBe('other')
    expect(judged(coins, { to: stranger, named: hash, logs: [operated(1)] })).toBe('done')
  })
})

describe('what came to nothing', () => {
  it('given an event says so of a hash that was named, or none shows what was asked', () => {
    const ask = { account: author, facts: deposit }
    const named = [hash]
    expect(cameToNothing(ask, named, [operated(1), pays(amountIn)])).toBe(false)
    expect(cameToNothing(ask, [], [pays(amountIn)])).toBe(false)
    expect(cameToNothing(ask, named, [operated(0), pays(amountIn)])).toBe(true)
    expect(cameToNothing(ask, named, [operated(1)])).toBe(true)
  })

  it('given coins, an event must say so, as none tells of them', () => {
    const facts: StepFacts = { ...deposit, token: acceptedNative().from }
    expect(cameToNothing({ account: author, facts }, [hash], [])).toBe(false)
    expect(cameToNothing({ account: author, facts }, [hash], [executed(failure)])).toBe(true)
  })

  it('given an approval or something unwrapped, its own event shows it', () => {
    const toAllow = { account: author, facts: approve }
    expect(cameToNothing(toAllow, [hash], [allows(5)])).toBe(false)
    expect(cameToNothing(toAllow, [hash], [])).toBe(true)
    const toUnwrap = { account: author, facts: unwrap }
    expect(cameToNothing(toUnwrap, [hash], [unwraps(amountIn)])).toBe(false)
    expect(cameToNothing(toUnwrap, [hash], [])).toBe(true)
  })
})

describe('what could not be told afterwards', () => {
  const steps = (of: StepFacts['token']) => [{ facts: { ...deposit, token: of } } as Step]
  it('is what a contract pays in coins', () => {
    expect(isUntold('contract', steps(acceptedNative().from))).toBe(true)
    expect(isUntold('contract', steps(token))).toBe(false)
    expect(isUntold('delegated', steps(acceptedNative().from))).toBe(false)
    expect(isUntold(undefined, steps(acceptedNative().from))).toBe(false)
  })
})

describe('whether a transaction may carry something for an account', () => {
  it('given it calls the account, or names it', () => {
    expect(mayCarry({ to: author.toLowerCase(), data: '0x' }, author)).toBe(true)
    expect(mayCarry({ to: entryPoint, data: `0x1fad948c${author.slice(2)}` }, author)).toBe(true)
    expect(mayCarry({ to: stranger, data: '0x1fad948c' }, author)).toBe(false)
    expect(mayCarry({ to: null, data: '0x' }, author)).toBe(false)
  })
})

describe('whether an input carries a call', () => {
  const tx = { from: author, to: target, data: '0xd0e30db0aabb', value: '0x5' }
  const five = eventWord('5').slice(2)
  const packed = `0x6a761202${target.slice(2).toUpperCase()}${five}d0e30db0AABB00`

  it('given address, data and coins stand in it, however written', () => {
    expect(carriesCall(packed, tx)).toBe(true)
    expect(carriesCall(packed.replace(five, ''), { ...tx, value: '0x0' })).toBe(true)
  })

  it.each([
    ['another data', { data: '0xd0e30db0aabc' }],
    ['another contract', { to: stranger }],
    ['other coins', { value: '0x6' }],
  ])('given %s was asked, it does not', (_, change) => {
    expect(carriesCall(packed, { ...tx, ...change })).toBe(false)
  })
})

describe('what left, at its limits', () => {
  const least = (amountIn * 99n) / 100n
  const mined = (facts: StepFacts, ...logs: Carrier['logs']) => judged(facts, { logs })

  it('given 99 parts of 100 left or were unwrapped, it did; of one unit less it did not', () => {
    expect(least * 100n).toBe(amountIn * 99n)
    expect(mined(deposit, pays(least))).toBe('done')
    expect(mined(deposit, pays(least - 1n))).toBe('other')
    expect(mined(unwrap, unwraps(least))).toBe('done')
    expect(mined(unwrap, unwraps(least - 1n))).toBe('other')
    const burnt = (amount: bigint) => pays(amount, `0x${'0'.repeat(40)}`)
    expect(mined(unwrap, burnt(least))).toBe('done')
    expect(mined(unwrap, burnt(least - 1n))).toBe('other')
    expect(mined(unwrap, { ...unwraps(amountIn), data: `${unwraps(amountIn).data}00` })).toBe(
      'other',
    )
  })

  it('given it left in parts, or in part and came back, the sum counts', () => {
    expect(mined(deposit, pays(least - 1n), pays(1n))).toBe('done')
    expect(mined(deposit, pays(amountIn), pays(amountIn - least, author, target))).toBe('done')
    expect(mined(deposit, pays(amountIn), pays(amountIn - least + 1n, author, target))).toBe(
      'other',
    )
  })

  it('given one block after the ask it counts, in its own it does not', () => {
    const logs = [pays(amountIn)]
    expect([6n, 7n, 8n].map((blockNumber) => judged(deposit, { logs, blockNumber }))).toEqual([
      ...['other', 'other', 'done'],
    ])
  })

  it('given its own event says that it failed, that counts, whatever else is said', () => {
    const logs = [pays(amountIn), operated(1), operated(0)]
    expect(judged(deposit, { logs, named: hash })).toBe('failed')
    expect(judged(deposit, { logs: [executed(failure)], named: hash, status: 'reverted' })).toBe(
      'failed',
    )
    expect(
      judged(deposit, { logs: [operated(1), pays(amountIn)], named: hash, status: 'reverted' }),
    ).toBe('other')
    expect(judged(deposit, { logs, named: hash, blockNumber: 7n })).toBe('other')
  })
})

describe('what was carried out, by its event', () => {
  it('given an operation, its hash and who paid for its gas', () => {
    expect(executionOf(operated(1), author)).toStrictEqual({ id: hash, paymaster: eventWord('0') })
    expect(executionOf(operated(0), author)).toStrictEqual({ id: hash, paymaster: eventWord('0') })
    expect(executionOf(operated(1, stranger), author)).toBeUndefined()
    expect(executionOf(operated(1, author, stranger), author)).toBeUndefined()
  })

  it('given a Safe, its hash and what it paid for gas, the last word of its data', () => {
    const paid = { ...executed(success), data: words(1_000) }
    expect(executionOf(paid, author)).toStrictEqual({ id: hash, payment: 1_000n })
    const old = { ...executedOld(failure), data: `${hash}${words(9).slice(2)}` }
    expect(executionOf(old, author)).toStrictEqual({ id: hash, payment: 9n })
    expect(executionOf(executed(success, stranger), author)).toBeUndefined()
    expect(
      executionOf({ ...executed(success), data: words(9).slice(0, -2) }, author),
    ).toBeUndefined()
    expect(executionOf({ ...executed(success), data: '0x' }, author)).toBeUndefined()
    expect(executionOf({ address: author, topics: [], data: words(9) }, author)).toBeUndefined()
  })
})
