import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { author, stranger, target, usdc } from '@/test/samples/policy'
import { positionProbes } from './position-probes'

const native = `0x${'0'.repeat(40)}`
const abi = parseAbi([
  'function withdraw(uint256 pid, uint256 amount, address to)',
  'function withdrawAndHarvest(uint256 pid, uint256 amount, address to)',
  'function emergencyWithdraw(uint256 pid, address to)',
  'function harvest(uint256 pid, address to)',
  'function withdraw(uint256 pid, uint256 amount)',
  'function emergencyWithdraw(uint256 pid)',
  'function multicall(bytes[] calls)',
  'function userInfo(uint256 pid, address user)',
  'function getInternalBalance(address user, address[] tokens)',
  'function getAccountOwner(address account)',
  'function debtOf(address account)',
  'function userBorrowPart(address account)',
  'function userCollateralShare(address account)',
  'function getAccountBalances((address owner, uint256 number) account)',
  'function balanceOf(address token, address account)',
  'function operate((address owner, uint256 number)[] accounts, bytes actions)',
  'function transfer(address token, address from, address to, uint256 share)',
])
const encode = (functionName: string, ...args: unknown[]) =>
  encodeFunctionData({ abi, functionName, args } as never)
const word = (value: bigint) => encodeAbiParameters(parseAbiParameters('uint256'), [value])

/** Calldata of the probes, for what is asked of the contract. */
const probes = (requests: string[] = [], tokens: string[] = []) =>
  positionProbes(author, target, { requests: requests.map((data) => ({ data })), tokens })
const probe = (data: string, ...asked: Parameters<typeof probes>) =>
  probes(...asked).find((each) => each.data === data)

describe('what shows a position', () => {
  it.each([
    ['withdraw', [7n, 1n, stranger as Hex]],
    ['withdrawAndHarvest', [7n, 1n, stranger as Hex]],
    ['emergencyWithdraw', [7n, stranger as Hex]],
    ['harvest', [7n, stranger as Hex]],
    ['withdraw', [7n, 1n]],
    ['emergencyWithdraw', [7n]],
  ])('is the stake in a pool that a call names: %s', (name, args) => {
    const stake = encode('userInfo', 7n, author)
    const call = encode(name, ...args)
    expect(probe(stake, [call])).toBeDefined()
    // In another call as well, whatever stands around it.
    const found = probe(stake, ['0x12345678', encode('multicall', ['0x', call])])
    expect(found?.isHeld(word(1n))).toBe(true)
    expect(found?.isHeld(word(0n))).toBe(false)
    expect(found?.isHeld('0x')).toBe(false)
    expect(probe(encode('userInfo', 8n, author), [call])).toBeUndefined()
    expect(probe(stake, [])).toBeUndefined()
  })

  it('of pools is asked once each, and not of thousands', () => {
    const calls = (count: number) =>
      Array.from({ length: count }, (_, pid) => encode('emergencyWithdraw', BigInt(pid)))
    const fixed = probes().length
    expect(probes([...calls(2), ...calls(2)])).toHaveLength(fixed + 2)
    expect(probes([encode('multicall', calls(1_000))])).toHaveLength(fixed + 16)
  })

  it('is what a vault keeps inside, of any of the tokens', () => {
    const data = encode('getInternalBalance', author, [usdc, stranger])
    const found = probe(data, [], [usdc, native, stranger])
    const keeps = (...amounts: bigint[]) =>
      encodeAbiParameters(parseAbiParameters('uint256[]'), [amounts])
    expect(found?.isHeld(keeps(0n, 1n))).toBe(true)
    expect(found?.isHeld(keeps(1n, 0n))).toBe(true)
    expect(found?.isHeld(keeps(0n, 0n))).toBe(false)
    // Whoever answers anything to anybody tells of no such thing.
    expect(found?.isHeld(keeps(1n))).toBe(false)
    expect(found?.isHeld(word(1n))).toBe(false)
    expect(found?.isHeld('0x')).toBe(false)
  })

  it('is the account as the owner, and no other', () => {
    const owner = probes().find(({ data }) => data.startsWith('0x8da5cb5b'))
    expect(owner?.isHeld(word(BigInt(author)))).toBe(true)
    expect(owner?.isHeld(word(BigInt(stranger)))).toBe(false)
  })

  it('is an account at the vault connector, whichever of its accounts lends', () => {
    const found = probe(encode('getAccountOwner', author))
    expect(found?.isHeld(word(BigInt(author)))).toBe(true)
    // Nobody has registered there, or somebody else.
    for (const told of [word(0n), word(BigInt(stranger)), '0x'])
      expect(found?.isHeld(told)).toBe(false)
  })

  it.each(['debtOf', 'userBorrowPart', 'userCollateralShare'])('is a loan: %s', (name) => {
    const found = probe(encode(name, author))
    expect(found?.isHeld(word(1n))).toBe(true)
    expect(found?.isHeld(word(0n))).toBe(false)
  })

  it('is what an account of many numbers has, of those that a call names', () => {
    const call = encode('operate', [{ owner: author, number: 77n }], '0x')
    const balances = encode('getAccountBalances', { owner: author, number: 77n })
    const lists = (...markets: bigint[]) =>
      encodeAbiParameters(parseAbiParameters('uint256[], uint256[], uint256[], uint256[]'), [
        ...[markets, markets, markets, markets],
      ] as never)
    const found = probe(balances, [call])
    expect(found?.isHeld(lists(3n))).toBe(true)
    expect(found?.isHeld(lists())).toBe(false)
    for (const told of [word(1n), word(128n), '0x']) expect(found?.isHeld(told)).toBe(false)
    expect(probe(balances, [])).toBeUndefined()
    const others = encode('operate', [{ owner: stranger, number: 77n }], '0x')
    expect(probe(balances, [others])).toBeUndefined()
  })

  it('is what a box keeps of the token that a call takes out of it', () => {
    const call = encode('transfer', usdc, author, stranger, 5n)
    const kept = encode('balanceOf', usdc, author)
    const found = probe(kept, [call])
    expect(found?.isHeld(word(1n))).toBe(true)
    expect(found?.isHeld(word(0n))).toBe(false)
    expect(probe(kept, [])).toBeUndefined()
    expect(probe(kept, [encode('transfer', usdc, stranger, author, 5n)])).toBeUndefined()
  })
})
