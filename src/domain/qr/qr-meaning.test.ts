import { describe, expect, it } from 'vitest'
import { meaningOf } from './qr-meaning'

const recipient = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const other = '0x9999999999999999999999999999999999999999'
const erc20 = { recipient, chainId: 8453, token, units: '25000000', decimals: 6 }
const coin = { ...erc20, token: `0x${'0'.repeat(40)}`, units: '500000000000000000', decimals: 18 }
const solana = {
  recipient: 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ',
  chainId: 20_011_000_000,
  token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  units: '25000000',
  decimals: 6,
}
const mint = solana.token

describe('what a picture means', () => {
  it.each([
    ['as it is written', `ethereum:${token}@8453/transfer?address=${recipient}&uint256=25000000`],
    ['with an exponent', `ethereum:${token}@8453/transfer?address=${recipient}&uint256=2.5e7`],
    [
      'in lower case',
      `ethereum:${token.toLowerCase()}@8453/transfer?address=${recipient.toLowerCase()}&uint256=25000000`,
    ],
  ])('given the payment %s, is the same', (_, text) => {
    expect(meaningOf(text, erc20)).toBe('same')
  })

  it('given the native coin, is the same', () => {
    expect(meaningOf(`ethereum:${recipient}@8453?value=500000000000000000`, coin)).toBe('same')
  })

  it('given a Solana Pay link, compares its decimal amount', () => {
    const link = (amount: string) => `solana:${solana.recipient}?amount=${amount}&spl-token=${mint}`
    expect(meaningOf(link('25'), solana)).toBe('same')
    expect(meaningOf(link('25.1'), solana)).toBe('other')
    expect(meaningOf(link('25.00000001'), solana)).toBe('other')
  })

  it.each([
    ['the address alone', recipient],
    ['the address in lower case', recipient.toLowerCase()],
    ['a link without the amount', `ethereum:${token}@8453/transfer?address=${recipient}`],
  ])('given %s, is the recipient only', (_, text) => {
    expect(meaningOf(text, erc20)).toBe('recipient')
  })

  it.each([
    ['another recipient', `ethereum:${token}@8453/transfer?address=${other}&uint256=25000000`],
    ['another recipient alone', other],
    ['another amount', `ethereum:${token}@8453/transfer?address=${recipient}&uint256=25000001`],
    ['another token', `ethereum:${other}@8453/transfer?address=${recipient}&uint256=25000000`],
    ['another chain', `ethereum:${token}@1/transfer?address=${recipient}&uint256=25000000`],
    ['no chain', `ethereum:${token}/transfer?address=${recipient}&uint256=25000000`],
    ['the native coin', `ethereum:${recipient}@8453?value=25000000`],
    ['two recipients', `ethereum:${token}@8453/transfer?address=${recipient}&address=${other}`],
    ['another call', `ethereum:${token}@8453/approve?address=${recipient}&uint256=25000000`],
    ['a broken checksum', recipient.replace('d8dA', 'D8dA')],
    ['a debug string', `${recipient}|8453|${token}|25`],
    ['a page', `https://pay.example/${recipient.slice(0, 20)}`],
    ['a page with the whole address', `https://pay.example/${recipient}`],
    [
      'a call of another order',
      `ethereum:${token}@8453/transfer?uint256=25000000&address=${recipient}`,
    ],
    ['nothing', ''],
  ])('given %s, is something else', (_, text) => {
    expect(meaningOf(text, erc20)).toBe('other')
  })
})
