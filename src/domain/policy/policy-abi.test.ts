import fc from 'fast-check'
import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeCall, encodeApprove, forbiddenMethod, isPlainPayment } from './policy-abi'

const spender = '0x1111111111111111111111111111111111111111'
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('decodeCall and encodeApprove', () => {
  it('given any approval, then it is written as viem writes it, and read back whole', () => {
    fc.assert(
      fc.property(address, amount, (to, value) => {
        const data = encodeApprove(to, value)
        expect(data).toBe(
          encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, value] }),
        )
        expect(decodeCall(data)).toEqual({ kind: 'approve', spender: to, amount: value })
      }),
    )
  })

  it.each([
    ['a byte more', `${encodeApprove(spender, 1n)}00`],
    ['a word more', `${encodeApprove(spender, 1n)}${'00'.repeat(32)}`],
    ['a byte less', encodeApprove(spender, 1n).slice(0, -2)],
    ['bits above the address', encodeApprove(spender, 1n).replace(/^(.{10})00/, '$101')],
    ['the lowest bit above the address', encodeApprove(spender, 1n).replace(/^(.{33})0/, '$11')],
    ['half a byte', '0x095ea7b'],
    ['three bytes', '0x095ea7'],
    ['four bytes and a half', '0x20e8c5650'],
    ['no prefix', '095ea7b3'],
    ['something before the prefix', `a${encodeApprove(spender, 1n)}`],
    ['letters that are not hex', '0xzzzzzzzz'],
    ['upper case', '0xAB'],
  ])('given %s, then the call is malformed', (_, data) => {
    expect(decodeCall(data)).toEqual({ kind: 'malformed' })
  })

  it('given no data, then the call is empty', () => {
    expect(decodeCall('0x')).toEqual({ kind: 'empty' })
  })

  it('given only a method, then it is some other call', () => {
    expect(decodeCall('0x20e8c565')).toEqual({ kind: 'other', selector: '0x20e8c565' })
    expect(decodeCall('0x20e8c56500')).toEqual({ kind: 'other', selector: '0x20e8c565' })
  })

  it('given any bytes, then reading never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.uint8Array().map((b) => `0x${Buffer.from(b).toString('hex')}`),
        ),
        (data) => {
          expect(decodeCall(data).kind).toMatch(/^(empty|approve|other|malformed)$/)
        },
      ),
    )
  })
})

describe('forbiddenMethod', () => {
  it.each([
    ['approve(address,uint256)', '0x095ea7b3', 'approve'],
    ['transfer(address,uint256)', '0xa9059cbb', 'transfer'],
    ['transferFrom(address,address,uint256)', '0x23b872dd', 'transferFrom'],
    ['increaseAllowance(address,uint256)', '0x39509351', 'increaseAllowance'],
    ['increaseApproval(address,uint256)', '0xd73dd623', 'increaseApproval'],
    ['permit of EIP-2612', '0xd505accf', 'permit'],
    ['permit of DAI', '0x8fcbaf0c', 'permit'],
    ['setApprovalForAll(address,bool)', '0xa22cb465', 'setApprovalForAll'],
    ['safeTransferFrom of ERC-721', '0x42842e0e', 'safeTransferFrom'],
    ['safeTransferFrom of ERC-721 with data', '0xb88d4fde', 'safeTransferFrom'],
    ['safeTransferFrom of ERC-1155', '0xf242432a', 'safeTransferFrom'],
    ['safeBatchTransferFrom', '0x2eb2c2d6', 'safeBatchTransferFrom'],
    ['approve of Permit2', '0x87517c45', 'approve (Permit2)'],
    ['transferFrom of Permit2', '0x36c78516', 'transferFrom (Permit2)'],
    ['permit of Permit2', '0x2b67b570', 'permit (Permit2)'],
    ['permit of Permit2, many', '0x2a2d80d1', 'permit (Permit2)'],
    ['transferFrom of Permit2, many', '0x0d58b1db', 'transferFrom (Permit2)'],
    ['transferAndCall of ERC-677', '0x4000aea0', 'transferAndCall'],
    ['transferAndCall of ERC-1363', '0x1296ee62', 'transferAndCall'],
    ['approveAndCall', '0xcae9ca51', 'approveAndCall'],
    ['send of ERC-777', '0x9bd9bbc6', 'send (ERC-777)'],
    ['authorizeOperator of ERC-777', '0x959b8c3f', 'authorizeOperator'],
    ['setOperator of ERC-6909', '0x558a7297', 'setOperator'],
    ['transferOwnership(address)', '0xf2fde38b', 'transferOwnership'],
    ['upgradeToAndCall(address,bytes)', '0x4f1ef286', 'upgradeToAndCall'],
  ])('given %s, then it is named', (_, selector, name) => {
    expect(forbiddenMethod(selector)).toBe(name)
  })

  it('given another method, then it has no name', () => {
    expect(forbiddenMethod('0x20e8c565')).toBeUndefined()
  })
})

describe('isPlainPayment', () => {
  it('is said of coins, and of a transfer of a token, and of nothing else', () => {
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [spender, 1n],
    })
    expect([isPlainPayment('0x'), isPlainPayment(transfer)]).toEqual([true, true])
    expect(isPlainPayment(encodeApprove(spender, 1n))).toBe(false)
    expect(isPlainPayment(`${encodeApprove(spender, 1n)}${transfer.slice(2, 10)}`)).toBe(false)
  })
})
