import { describe, expect, it } from 'vitest'
import {
  acceptedOrder,
  amountIn,
  author,
  eventWord,
  hub,
  native,
  stranger,
  target,
  transferLog,
  usdc,
} from '@/test/samples/policy'
import type { StepFacts } from '../order/order'
import { ENTRY_POINTS } from './effects-carried'
import { type GasQuestion, splitGas } from './effects-gas-in-tokens'

const operation = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const success = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const id = `0x${'ab'.repeat(32)}`
const paymaster = `0x${'77'.repeat(20)}`
const other = `0x${'88'.repeat(20)}`
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const [entryPoint = ''] = ENTRY_POINTS

const accepted = acceptedOrder()
const facts: StepFacts = { kind: 'deposit', token: accepted.from, target, method: '0x12345678' }
const words = (...values: (bigint | string)[]) =>
  values.map((each) => eventWord(typeof each === 'string' ? each : each.toString(16)).slice(2))
const paid = transferLog(usdc, author, target, amountIn)
const pays = (token: string, to: string, amount: bigint, from = author) =>
  transferLog(token, from, to, amount)
const allows = (amount: bigint, spender = paymaster, owner = author) => ({
  address: usdc,
  topics: [approval, eventWord(owner), eventWord(spender)],
  data: eventWord(amount.toString(16)),
})
const operated = (by = paymaster, hash = id) => ({
  address: entryPoint,
  topics: [operation, hash, eventWord(author), eventWord(by)],
  data: `0x${words(7n, 1n, 1n, 1n).join('')}`,
})
const executed = (payment: bigint) => ({
  address: author.toLowerCase(),
  topics: [success, id],
  data: `0x${words(payment).join('')}`,
})
const call = (token: string, receiver: string) =>
  `0x6a761202${words(target, 0n, 320n, 0n, 9n, 8n, 7n, token, receiver, 352n).join('')}`
const toSafe = (token = usdc, receiver = paymaster) => ({
  ...{ hash: `0x${'cd'.repeat(32)}`, from: stranger },
  ...{ to: author.toLowerCase(), data: call(token, receiver) },
})

function split(change: Partial<GasQuestion>) {
  const carrier = { hash: toSafe().hash, from: stranger, to: entryPoint, data: '0x1fad948c' }
  return splitGas({ accepted, facts, named: [id], carrier, logs: [], ...change })
}

describe('what an account with code paid for gas in a token', () => {
  const fee = pays(usdc, paymaster, 20_000n)

  it('given the paymaster of the operation that was named, it is told from the payment', () => {
    const back = pays(usdc, author, 5_000n, paymaster)
    const logs = [allows(90_000n), fee, paid, operated(), back]
    const { gas, logs: rest } = split({ logs })
    expect(gas).toEqual({ ...accepted.from, amount: '15000' })
    expect(rest).toEqual([paid, operated()])
  })

  it('given only the transaction was named, what it carried for the account is meant', () => {
    expect(split({ logs: [fee, operated()], named: [toSafe().hash] }).gas?.amount).toBe('20000')
  })

  it('given more than a fifth of the payment, it is no fee', () => {
    const logs = (amount: bigint) => [pays(usdc, paymaster, amount), operated()]
    expect(split({ logs: logs(amountIn / 5n) }).gas).toMatchObject({ amount: '1000000' })
    expect(split({ logs: logs(amountIn / 5n + 1n) }).gas).toBeUndefined()
  })

  it.each<[string, Partial<GasQuestion>]>([
    ['a payment to somebody else', { logs: [pays(usdc, stranger, 5n), operated()] }],
    ['a token of no known worth', { logs: [pays(other, paymaster, 5n), operated()] }],
    ['another operation’s paymaster', { logs: [fee, operated(paymaster, `0x${'ee'.repeat(32)}`)] }],
    [
      'an event without one',
      { logs: [fee, { ...operated(), topics: operated().topics.slice(0, 3) }] },
    ],
    ['no paymaster', { logs: [pays(usdc, native, 5n), operated(native)] }],
    ['who takes the payment', { logs: [pays(usdc, target, 5n), operated(target)] }],
    ['more that came back', { logs: [fee, pays(usdc, author, 20_000n, paymaster), operated()] }],
    ['nothing that was carried', { logs: [fee] }],
    ['a collectible', { logs: [{ ...fee, topics: [...fee.topics, eventWord('1')] }, operated()] }],
  ])('given %s, all of it counts', (_, change) => {
    expect(split(change)).toEqual({ logs: change.logs })
  })

  it('given more is allowed to the paymaster than gas costs, that counts', () => {
    const logs = [allows(1_000_001n), fee, operated()]
    expect(split({ logs }).logs).toEqual([allows(1_000_001n), operated()])
  })

  it('what the paymaster may take for gas goes with it; what others may, or others allow it, stays', () => {
    const stays = [
      allows(1n, stranger),
      allows(1n, paymaster, stranger),
      { ...allows(1n), topics: [success, ...allows(1n).topics.slice(1)] },
    ]
    const logs = [...stays, allows(1_000_000n), fee, operated()]
    expect(split({ logs }).logs).toEqual([...stays, operated()])
  })

  it('payments of the account to others, and of others to it or to the paymaster, stay and count', () => {
    const stays = [
      pays(usdc, paymaster, 3n, stranger),
      pays(usdc, author, 4n, stranger),
      pays(usdc, stranger, 5n),
    ]
    const { gas, logs } = split({ logs: [...stays, fee, operated()] })
    expect(gas?.amount).toBe('20000')
    expect(logs).toEqual([...stays, operated()])
  })

  it('given the transaction and an operation were named, another operation of it is not meant', () => {
    const another = operated(paymaster, `0x${'ee'.repeat(32)}`)
    const named = [toSafe().hash, id]
    expect(split({ logs: [fee, another], named }).gas).toBeUndefined()
    expect(split({ logs: [fee, operated()], named }).gas?.amount).toBe('20000')
  })

  it('given events that are no numbers, of a token or of the account, it goes on without them', () => {
    const odd = ['0x', '0x01', `0x${'ff'.repeat(64)}`].flatMap((data) => [
      { ...fee, data },
      { ...allows(1n), data },
      { ...executed(1n), topics: [success], data },
    ])
    expect(split({ logs: [...odd, fee, operated()] }).gas).toMatchObject({ amount: '20000' })
    expect(split({ logs: odd, named: [toSafe().hash, '0x'] })).toEqual({ logs: odd })
  })

  it('given a Safe’s refund, so much of its own token is told as its event says', () => {
    const carrier = toSafe()
    const logs = [fee, paid, executed(20_000n)]
    expect(split({ carrier, logs })).toMatchObject({ gas: { amount: '20000' } })
    expect(split({ carrier, logs }).logs).toEqual([paid, executed(20_000n)])
    expect(split({ carrier, logs: [fee, executed(19_999n)] }).gas).toBeUndefined()
    expect(split({ carrier: toSafe(dai), logs }).gas).toBeUndefined()
    expect(split({ carrier: toSafe(usdc, hub), logs }).gas).toBeUndefined()
    expect(split({ carrier: { ...carrier, to: null }, logs }).gas).toBeUndefined()
    expect(split({ carrier: { ...carrier, data: '0x12345678' }, logs }).gas).toBeUndefined()
  })

  it('given the refund names nobody, whoever sent it is refunded', () => {
    const carrier = toSafe(usdc, native)
    const logs = [pays(usdc, stranger, 20_000n), executed(20_000n)]
    expect(split({ carrier, logs })).toMatchObject({ gas: { amount: '20000' } })
  })
})
