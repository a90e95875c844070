import {
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  parseAbi,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeRevert, encodeAllowance, encodeBalanceOf, encodeGetL1Fee } from './evm-calls'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const spender = '0x1111111111111111111111111111111111111111'

describe('calldata', () => {
  it('given reads of a token, then they are written as viem writes them', () => {
    expect(encodeBalanceOf(owner)).toBe(
      encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    )
    expect(encodeAllowance(owner, spender)).toBe(
      encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }),
    )
  })

  it.each([1, 31, 32, 33, 400])(
    'given a transaction of %i bytes, then its data fee is asked as viem writes it',
    (length) => {
      const abi = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])
      const args = [`0x${'a7'.repeat(length)}`] as const
      expect(encodeGetL1Fee(length)).toBe(
        encodeFunctionData({ abi, functionName: 'getL1Fee', args }),
      )
    },
  )
})

describe('decodeRevert', () => {
  const abi = parseAbi(['error Error(string)', 'error Panic(uint256)'])

  it('given a reason, then its text', () => {
    const data = encodeErrorResult({ abi, errorName: 'Error', args: ['ERC20: zu wenig Geld €'] })
    expect(decodeRevert(data)).toBe('ERC20: zu wenig Geld €')
  })

  it('given a panic, then its number', () => {
    expect(decodeRevert(encodeErrorResult({ abi, errorName: 'Panic', args: [0x11n] }))).toBe(
      'Panic 0x11',
    )
  })

  it.each([
    ['nothing', '0x'],
    ["an error of the contract's own", '0x12345678'],
    ['a reason cut short', '0x08c379a0'],
    ['an empty reason', encodeErrorResult({ abi, errorName: 'Error', args: [''] })],
    [
      'a length beyond any reason',
      `0x08c379a0${encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [32n, 2n ** 200n]).slice(2)}`,
    ],
  ])('given %s, then no reason', (_, data) => {
    expect(decodeRevert(data)).toBeUndefined()
  })
})
