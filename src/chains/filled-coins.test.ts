import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import { EVM_NATIVE } from '@/src/domain/address/address'
import { filledEvent, unwrappedEvent } from '@/test/samples/fill-event'
import type { EvmLog } from './evm-reader'
import { filledCoins } from './filled-coins'

const base = 8_453
const pool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
const weth = '0x4200000000000000000000000000000000000006'
const account = `0x${'a'.repeat(40)}` as const
const other = `0x${'b'.repeat(40)}` as const

const placed = (event: Pick<EvmLog, 'address' | 'topics' | 'data'>): EvmLog => ({
  ...event,
  transactionHash: `0x${'d'.repeat(64)}`,
  blockNumber: 7n,
})
const filled = (recipient: Hex, amount: bigint, at: string = pool) =>
  placed(filledEvent(at, weth, recipient, amount))
const unwrapped = (amount: bigint, by: Hex = pool, token: string = weth) =>
  placed(unwrappedEvent(token, by, amount))

it('are what a pool says it paid to the account, where it unwrapped so much', () => {
  const logs = [unwrapped(77n), filled(account, 77n)]
  expect(filledCoins(base, logs, account)).toEqual([{ token: EVM_NATIVE, amount: 77n, index: 1 }])
  expect(filledCoins(base, logs, other)).toEqual([])
})

it('are nothing of a contract that is no pool there, nor of what was not unwrapped', () => {
  expect(filledCoins(base, [unwrapped(77n), filled(account, 77n, other)], account)).toEqual([])
  expect(filledCoins(10, [unwrapped(77n), filled(account, 77n)], account)).toEqual([])
  for (const logs of [[], [unwrapped(76n)], [unwrapped(77n, other)], [unwrapped(77n, pool, other)]])
    expect(filledCoins(base, [...logs, filled(account, 77n)], account)).toEqual([])
  const { data, ...rest } = filled(account, 77n)
  expect(filledCoins(base, [unwrapped(77n), { ...rest, data: `${data}00` }], account)).toEqual([])
})
