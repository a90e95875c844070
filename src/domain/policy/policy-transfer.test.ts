import { describe, expect, it } from 'vitest'
import { planned } from '@/test/samples/order'
import { PREVIEW_ADDRESS } from '../address/address'
import type { Accepted } from '../order/order'
import { checkParties, checkTransfer, type TransferAnswer } from './policy-transfer'

const now = 1_800_000_000
const depositAddress = '0x4444444444444444444444444444444444444444'
const { accepted } = planned()
const { from, to } = accepted
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

/** Neither an order to ask for, nor that the hash is wanted. */
const noWay: Partial<TransferAnswer> = { orderId: undefined, submitTxHashRequested: false }

describe('an address to pay to', () => {
  it('given what was accepted, is kept with all that a picture is made of', () => {
    const more = { qrImageUrl: 'https://x.test/q.png', paymentUri: uri(depositAddress) }
    expect(check({ ...more, qrPayload: depositAddress })).toStrictEqual({
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
    const bare = { depositAddress, amount: from.amount, expiresAt: now + 600, seen: [] }
    expect(check({})).toStrictEqual({ ok: true, transfer: bare })
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
    expect(check({ depositAddress: each })).toEqual({
      ok: false,
      code: 'policy/malformed',
      detail: 'depositAddress',
    })
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
      expect(told).toEqual({ ok: false, code: 'policy/malformed', detail: 'memo' })
    },
  )

  it.each(['a'.repeat(200), 'a;b', 'a;', 'a b c', '!~', '[1] b'])(
    'given the memo %j, which is all seen, is kept',
    (memo) => {
      const told = check({ ...solanaAnswer, memo }, solanaTerms)
      expect(told).toMatchObject({ ok: true, transfer: { memo } })
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

  it.each<[string, Partial<TransferAnswer>, string]>([
    ['another chain', { chainId: 1 }, 'chainId'],
    ['another token', { token: depositAddress }, 'token'],
    ['a greater amount', { amount: String(BigInt(from.amount) + 1n) }, 'amount'],
    ['a smaller amount', { amount: '1' }, 'amount'],
    ['an address of another family', { depositAddress: solana }, 'depositAddress'],
    [
      'a broken checksum',
      { depositAddress: '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
      'depositAddress',
    ],
    ['the token itself', { depositAddress: from.address }, 'depositAddress'],
    ['the address that refunds go to', { depositAddress: accepted.refundTo }, 'depositAddress'],
    ['the zero address', { depositAddress: `0x${'0'.repeat(40)}` }, 'depositAddress'],
    ["nobody's address", { depositAddress: PREVIEW_ADDRESS.eip155 }, 'depositAddress'],
    ['a memo that no wallet sends', { memo: '7' }, 'memo'],
    ['no way to follow it', { orderId: undefined }, 'orderId'],
    ['a link to another address', { paymentUri: uri(accepted.author) }, 'paymentUri'],
    ['a text for a picture of another address', { qrPayload: accepted.author }, 'paymentUri'],
    ['a request for its hash that is denied, and no order', noWay, 'orderId'],
  ])('given %s, is refused by its field', (_, changed, detail) => {
    expect(check(changed)).toEqual({ ok: false, code: 'policy/malformed', detail })
  })

  it('given too little time to pay, is refused as over', () => {
    const over = { ok: false, code: 'policy/quote-expired', detail: 'expiresAt' }
    expect(check({ expiresAt: now + 59 })).toEqual(over)
    expect(check({ expiresAt: now + 60 })).toMatchObject({ ok: true })
    // The end of the route counts where the address has none of its own.
    expect(check({ expiresAt: undefined }, { validBefore: now + 59 })).toEqual(over)
    expect(check({ expiresAt: undefined }, { validBefore: now + 60 })).toMatchObject({ ok: true })
  })

  it('given accounts that cannot be, is refused', () => {
    expect(check({}, { refundTo: solana })).toEqual({
      ok: false,
      code: 'policy/malformed',
      detail: 'refundTo is not of its chain',
    })
  })
})

describe('the accounts of a payment by address', () => {
  const paidOut = '0x5555555555555555555555555555555555555555'
  const otherOut = { to: { ...to, address: paidOut } }

  it('given one of each chain, may be', () => {
    expect(checkParties(accepted)).toBeUndefined()
    expect(checkParties({ ...accepted, ...solanaTerms } as Accepted)).toBeUndefined()
  })

  it.each<[string, Partial<Accepted>, string]>([
    ['a payer of another family', { author: solana }, 'fromAddress is not of its chain'],
    ['a refund to another family', { refundTo: solana }, 'refundTo is not of its chain'],
    ['a recipient of another family', { recipient: solana }, 'recipient is not of its chain'],
    ['no recipient', { recipient: '' }, 'recipient is not of its chain'],
    [
      'the account that prices are shown for',
      { refundTo: PREVIEW_ADDRESS.eip155 },
      "refundTo is nobody's account",
    ],
    [
      'the same in capitals',
      { recipient: '0x000000000000000000000000000000000000dEaD' },
      "recipient is nobody's account",
    ],
    ['the zero address', { author: `0x${'0'.repeat(40)}` }, "fromAddress is nobody's account"],
    ['the token', { recipient: from.address }, "recipient is nobody's account"],
    [
      'the token that is to be paid out',
      { refundTo: paidOut, ...otherOut },
      "refundTo is nobody's account",
    ],
    [
      'the token that is paid, where another is paid out',
      { refundTo: from.address, ...otherOut },
      "refundTo is nobody's account",
    ],
  ])('given %s, are refused, with who', (_, changed, detail) => {
    expect(checkParties({ ...accepted, ...changed })).toEqual({
      ok: false,
      code: 'policy/malformed',
      detail,
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

  it.each<[string, Partial<TransferAnswer>, string]>([
    ['an EVM address', { depositAddress }, 'depositAddress'],
    [
      'an address of Tron',
      { depositAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
      'depositAddress',
    ],
    [
      'an address of a test network',
      { depositAddress: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' },
      'depositAddress',
    ],
    ['a slip', { depositAddress: bitcoin.replace('w508', 'w509') }, 'depositAddress'],
    ['the address that refunds go to', { depositAddress: refundTo }, 'depositAddress'],
    ['a memo', { memo: '7' }, 'memo'],
    ['another amount in the link', { paymentUri: `bitcoin:${bitcoin}?amount=0.26` }, 'paymentUri'],
    [
      'another way to pay',
      { paymentUri: `bitcoin:${bitcoin}?amount=0.25&lightning=lnbc1` },
      'paymentUri',
    ],
  ])('given %s, is refused by its field', (_, changed, detail) => {
    expect(check({ ...given, ...changed }, terms)).toEqual({
      ok: false,
      code: 'policy/malformed',
      detail,
    })
  })

  it('given an account of another family, is refused', () => {
    expect(checkParties({ ...accepted, ...terms, refundTo: depositAddress } as Accepted)).toEqual({
      ok: false,
      code: 'policy/malformed',
      detail: 'refundTo is not of its chain',
    })
  })
})
