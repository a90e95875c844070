import { describe, expect, it } from 'vitest'
import { planned } from '@/test/samples/order'
import { PREVIEW_ADDRESS } from '../address/address'
import type { Accepted } from '../order/order'
import { checkParties, checkTransfer, type TransferAnswer } from './policy-transfer'

const now = 1_800_000_000
const depositAddress = '0x4444444444444444444444444444444444444444'
const { accepted } = planned()
const { from } = accepted
const uri = (recipient: string) =>
  `ethereum:${from.address}@8453/transfer?address=${recipient}&uint256=${from.amount}`
const answer: TransferAnswer = {
  depositAddress,
  amount: from.amount,
  token: from.address,
  chainId: from.chainId,
  expiresAt: now + 600,
  orderId: 'svc-1',
}
const check = (changed: Partial<TransferAnswer>, terms: Partial<Accepted> = {}) =>
  checkTransfer({ ...answer, ...changed }, { ...accepted, ...terms }, now)

const solana = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ'
const solanaChain = 20_011_000_000
const solanaTerms: Partial<Accepted> = {
  from: { ...from, chainId: solanaChain, address: '1'.repeat(32) },
  author: solana,
  refundTo: solana,
}
const solanaAnswer = {
  chainId: solanaChain,
  token: '1'.repeat(32),
  depositAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
}

describe('an address to pay to', () => {
  it('given what was accepted, is kept with all that a picture is made of', () => {
    const more = { qrImageUrl: 'https://x.test/q.png', paymentUri: uri(depositAddress) }
    expect(check({ ...more, qrPayload: depositAddress })).toEqual({
      ok: true,
      transfer: {
        depositAddress,
        amount: from.amount,
        expiresAt: now + 600,
        seen: [],
        ...more,
        qrPayload: depositAddress,
      },
    })
  })

  it('given no end of its own, ends with the route', () => {
    expect(check({ expiresAt: undefined })).toMatchObject({
      ok: true,
      transfer: { expiresAt: accepted.validBefore },
    })
  })

  it.each([
    ['the recipient', accepted.recipient],
    ['the account that pays', accepted.author],
    ['a contract of the chain itself', `0x${'0'.repeat(39)}1`],
    ['an address that prices are shown for', PREVIEW_ADDRESS.eip155],
  ])('given %s, is refused', (_, each) => {
    expect(check({ depositAddress: each })).toMatchObject({ ok: false, detail: 'depositAddress' })
  })

  it.each([
    '12\u200b34',
    '12\u202e34',
    ' 1',
    '1  2',
    '1\n2',
    '',
    'a'.repeat(201),
    '\u043e1',
    'ü',
    'a; [1] b',
  ])(
    'given the memo %j, which is not seen for what it is or read as several, is refused',
    (memo) => {
      const told = check({ ...solanaAnswer, memo }, solanaTerms)
      expect(told).toMatchObject({ ok: false, detail: 'memo' })
    },
  )

  it('given that the hash is wanted, says so', () => {
    const wanted = { orderId: undefined, submitTxHashRequested: true }
    expect(check(wanted)).toMatchObject({ ok: true, transfer: { needsHash: true } })
  })

  it('given Solana, may carry a memo', () => {
    expect(check({ ...solanaAnswer, memo: '7' }, solanaTerms)).toMatchObject({
      ok: true,
      transfer: { memo: '7' },
    })
  })

  it.each<[string, Partial<TransferAnswer>]>([
    ['another chain', { chainId: 1 }],
    ['another token', { token: depositAddress }],
    ['a greater amount', { amount: String(BigInt(from.amount) + 1n) }],
    ['a smaller amount', { amount: '1' }],
    ['an address of another family', { depositAddress: solana }],
    ['a broken checksum', { depositAddress: '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }],
    ['the token itself', { depositAddress: from.address }],
    ['the address that refunds go to', { depositAddress: accepted.refundTo }],
    ['the zero address', { depositAddress: `0x${'0'.repeat(40)}` }],
    ["nobody's address", { depositAddress: PREVIEW_ADDRESS.eip155 }],
    ['a memo that no wallet sends', { memo: '7' }],
    ['no way to follow it', { orderId: undefined }],
    ['a link to another address', { paymentUri: uri(accepted.author) }],
    ['a text for a picture of another address', { qrPayload: accepted.author }],
  ])('given %s, is refused', (_, changed) => {
    expect(check(changed)).toMatchObject({ ok: false, code: 'policy/malformed' })
  })

  it('given too little time to pay, is refused as over', () => {
    expect(check({ expiresAt: now + 59 })).toMatchObject({
      ok: false,
      code: 'policy/quote-expired',
    })
    expect(check({ expiresAt: now + 60 })).toMatchObject({ ok: true })
  })

  it('given accounts that cannot be, is refused', () => {
    expect(check({}, { refundTo: solana })).toMatchObject({ ok: false, code: 'policy/malformed' })
  })
})

describe('the accounts of a payment by address', () => {
  it('given one of each chain, may be', () => {
    expect(checkParties(accepted)).toBeUndefined()
    expect(checkParties({ ...accepted, ...solanaTerms } as Accepted)).toBeUndefined()
  })

  it.each<[string, Partial<Accepted>]>([
    ['a payer of another family', { author: solana }],
    ['a refund to another family', { refundTo: solana }],
    ['a recipient of another family', { recipient: solana }],
    ['no recipient', { recipient: '' }],
    ['the account that prices are shown for', { refundTo: PREVIEW_ADDRESS.eip155 }],
    ['the same in capitals', { recipient: '0x000000000000000000000000000000000000dEaD' }],
    ['the zero address', { author: `0x${'0'.repeat(40)}` }],
    ['the token', { recipient: from.address }],
  ])('given %s, are refused', (_, changed) => {
    expect(checkParties({ ...accepted, ...changed })).toMatchObject({
      ok: false,
      code: 'policy/malformed',
    })
  })
})

describe('an address on a chain that is only paid from', () => {
  const refundTo = '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const terms: Partial<Accepted> = {
    from: { ...from, chainId: 20_001, address: 'native', decimals: 8, family: 'bip122' },
    author: refundTo,
    refundTo,
  }
  const given = { chainId: 20_001, token: 'native', depositAddress: bitcoin }

  it('given what was accepted, is kept', () => {
    const paymentUri = `bitcoin:${bitcoin}?amount=0.25`
    expect(check({ ...given, paymentUri }, terms)).toMatchObject({
      ok: true,
      transfer: { depositAddress: bitcoin, paymentUri },
    })
  })

  it.each<[string, Partial<TransferAnswer>]>([
    ['an EVM address', { depositAddress }],
    ['an address of Tron', { depositAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['an address of a test network', { depositAddress: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }],
    ['a slip', { depositAddress: bitcoin.replace('w508', 'w509') }],
    ['the address that refunds go to', { depositAddress: refundTo }],
    ['a memo', { memo: '7' }],
    ['another amount in the link', { paymentUri: `bitcoin:${bitcoin}?amount=0.26` }],
    ['another way to pay', { paymentUri: `bitcoin:${bitcoin}?amount=0.25&lightning=lnbc1` }],
  ])('given %s, is refused', (_, changed) => {
    expect(check({ ...given, ...changed }, terms)).toMatchObject({
      ok: false,
      code: 'policy/malformed',
    })
  })

  it('given an account of another family, is refused', () => {
    expect(checkParties({ ...accepted, ...terms, refundTo: depositAddress } as Accepted)).toEqual(
      expect.objectContaining({ ok: false }),
    )
  })
})
