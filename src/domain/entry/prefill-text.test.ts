import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVM_NATIVE, SOLANA_NATIVE } from '../address/address'
import { SOLANA_CHAIN_ID } from '../chain/known-chains'
import { parsePrefillText } from './prefill-text'

const token = '0x3333333333333333333333333333333333333333'
const person = '0x1111111111111111111111111111111111111111'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const solana = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'

describe('an address', () => {
  it.each([person, solana, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'])('reads %s', (address) => {
    expect(parsePrefillText(`  ${address}\n`)).toEqual({ kind: 'address', address })
  })

  it.each([
    ['a wrong checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['one digit less', person.slice(0, -1)],
    ['one digit more', `${person}1`],
  ])('does not read %s', (_, text) => {
    expect(parsePrefillText(text)).toBeNull()
  })

  it('is found in the path of an explorer', () => {
    const link = `https://scan.example/token/${token}?a=${person}#code`
    expect(parsePrefillText(link)).toEqual({ kind: 'address', address: token })
  })

  it.each([
    ['two of them', `https://scan.example/${token}/${person}`],
    ['none', 'https://scan.example/blocks'],
    ['no link at all', 'https://'],
  ])('is not guessed from a link with %s', (_, link) => {
    expect(parsePrefillText(link)).toBeNull()
  })
})

describe('a sum', () => {
  it.each([
    ['25 USDC', { ticker: 'USDC', amount: '25' }],
    ['USDC 25.50', { ticker: 'USDC', amount: '25.50' }],
    ['1,250,000.5 usdc.e', { ticker: 'usdc.e', amount: '1250000.5' }],
    ['0.1 0G', { ticker: '0G', amount: '0.1' }],
    ['USDC', { ticker: 'USDC' }],
  ])('reads %s', (text, read) => {
    expect(parsePrefillText(text)).toEqual({ kind: 'ticker', ...read })
  })

  it('reads a token by its identifier', () => {
    const id = { chainId: 8453, address: token }
    expect(parsePrefillText(`5 eip155:8453:${token}`)).toEqual({
      kind: 'token',
      token: id,
      amount: '5',
    })
    expect(parsePrefillText(`eip155:8453:${token}`)).toEqual({ kind: 'token', token: id })
    expect(parsePrefillText(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${mint}`)).toEqual({
      kind: 'token',
      token: { chainId: SOLANA_CHAIN_ID, address: mint },
    })
  })

  it.each([
    '25',
    '25 30',
    '-25 USDC',
    '1e9 USDC',
    '25 USDC now',
    '1,25 USDC',
    '25 US\u200bDC',
    '',
    '25 <b>',
  ])('does not read "%s"', (text) => {
    expect(parsePrefillText(text)).toBeNull()
  })
})

describe('an ERC-681 link', () => {
  const native = { chainId: 8453, address: EVM_NATIVE }

  it.each([
    [`ethereum:${person}@8453?value=2.014e18`, { token: native, units: '2014000000000000000' }],
    [`ETHEREUM:pay-${person}@8453?value=5&gas=21000`, { token: native, units: '5' }],
    [`ethereum:${person}`, { token: { chainId: 1, address: EVM_NATIVE } }],
    [
      `ethereum:${token}@8453/transfer?address=${person}&uint256=25000000`,
      { token: { chainId: 8453, address: token }, units: '25000000' },
    ],
    [
      `ethereum:${token}@8453/transfer?address=${person}`,
      { token: { chainId: 8453, address: token } },
    ],
  ])('reads %s', (text, read) => {
    expect(parsePrefillText(text)).toEqual({ kind: 'payment', recipient: person, ...read })
  })

  it.each([
    ['a fraction of the smallest unit', `ethereum:${person}?value=1.5`],
    ['a number that is none', `ethereum:${person}?value=0x10`],
    ['more than there can be', `ethereum:${person}?value=1e99`],
    ['a value that is negative', `ethereum:${person}?value=-1`],
    ['two values', `ethereum:${person}?value=1&value=9`],
    ['another method', `ethereum:${token}@1/approve?address=${person}&uint256=1`],
    ['a transfer to nobody', `ethereum:${token}@1/transfer?uint256=1`],
    ['a transfer to a name', `ethereum:${token}@1/transfer?address=vitalik.eth&uint256=1`],
    ['a name', 'ethereum:vitalik.eth?value=1'],
    ['no chain', `ethereum:${person}@0`],
    ['the number of Solana', `ethereum:${person}@${SOLANA_CHAIN_ID}`],
    ['something behind it', `ethereum:${person}/transfer/x`],
  ])('does not read %s', (_, text) => {
    expect(parsePrefillText(text)).toBeNull()
  })
})

describe('other payment links', () => {
  it.each([
    [`solana:${solana}`, { address: SOLANA_NATIVE }, {}],
    [`solana:${solana}?amount=1.5&label=Shop`, { address: SOLANA_NATIVE }, { amount: '1.5' }],
    [`solana:${solana}?amount=25&spl-token=${mint}`, { address: mint }, { amount: '25' }],
  ])('reads %s', (text, { address }, sum) => {
    const read = { token: { chainId: SOLANA_CHAIN_ID, address }, recipient: solana, ...sum }
    expect(parsePrefillText(text)).toEqual({ kind: 'payment', ...read })
  })

  it.each([
    `solana:${person}`,
    `solana:${solana}?amount=.5`,
    `solana:${solana}?amount=1&amount=2`,
    `solana:${solana}?spl-token=usdc`,
    'solana:',
  ])('does not read %s', (text) => {
    expect(parsePrefillText(text)).toBeNull()
  })

  it.each([
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.1',
    'LIGHTNING:lnbc1',
    'solana:https%3A%2F%2Fshop.example%2Fpay',
    'solana:https://shop.example/pay?x=1',
  ])('knows %s as something that cannot be paid here', (text) => {
    expect(parsePrefillText(text)).toEqual({ kind: 'unsupported' })
  })
})

describe('any text at all', () => {
  const piece = fc.constantFrom(
    'ethereum:',
    'solana:',
    'bitcoin:',
    'https://',
    person,
    token,
    solana,
    mint,
    '@',
    '8453',
    '/',
    'transfer',
    '?',
    '&',
    'address=',
    'uint256=',
    'value=',
    'amount=',
    '1',
    '.',
    'e',
    ' ',
    'USDC',
    '__proto__',
    '{',
    '"',
    '%',
    '\u202e',
    '\ud800',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 14 }).map((each) => each.join('')),
  )

  it('never throws, and what is read is made of well-formed parts', () => {
    fc.assert(
      fc.property(text, (each) => {
        const read = parsePrefillText(each)
        if (read && 'units' in read) expect(read.units).toMatch(/^\d{1,78}$/)
        if (read && 'amount' in read) expect(read.amount).toMatch(/^\d+(\.\d+)?$/)
        if (read?.kind === 'ticker') expect(read.ticker).toMatch(/^[\w.]{1,19}$/)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not read when it is long', () => {
    expect(parsePrefillText(`25 USDC${' '.repeat(600)}`)).toBeNull()
  })
})
