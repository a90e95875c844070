import { describe, expect, it } from 'vitest'
import { depositDraft, planned } from '@/test/samples/order'
import {
  buyAsk,
  buyOffer,
  buyStart,
  buyToken,
  made,
  opened,
  plannedPurchase,
  purchaseAfter,
  read,
} from '@/test/samples/purchase'
import { saysUnpaid } from '../service/fiat-words'
import { currencyDecimals } from '../token/currency-decimals'
import type { PurchaseOrder } from './order'
import {
  beyondLimits,
  checkOffer,
  checkoutOf,
  isFollowed,
  otherNameOf,
  paidMoney,
  purchaseContradiction,
  sinceWord,
  toAcceptedPurchase,
  toMinorUnits,
  toPurchaseView,
  unansweredOf,
  waitsForPayment,
} from './purchase'

const now = buyOffer.expiresAt - 30

describe('money', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['kwd', 3],
    ['CLF', 4],
    // Whole units in a browser's own tables, and none in ISO 4217's.
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['PKR', 2],
  ])('given %s, it has %i digits after the point', (code, decimals) => {
    expect(currencyDecimals(code)).toBe(decimals)
  })

  it.each(['', 'EU', 'EURO', 'E1R', 'XAU', 'XXX'])('given "%s", it is no currency', (code) => {
    expect(currencyDecimals(code)).toBeNull()
  })

  it.each([
    ['50', 2, 5_000n],
    ['50.5', 2, 5_050n],
    ['0.010', 2, 1n],
    ['5000', 0, 5_000n],
    ['999999999999999.99', 2, 99_999_999_999_999_999n],
  ])('given %s with %i digits, it is %i of the smallest', (text, decimals, units) => {
    expect(toMinorUnits(text, decimals)).toBe(units)
  })

  it.each([
    ['50.005', 2],
    ['1.5', 0],
    ['', 2],
    ['-1', 2],
    ['1e3', 2],
    ['.5', 2],
  ])('given %s with %i digits, it is no amount', (text, decimals) => {
    expect(toMinorUnits(text, decimals)).toBeNull()
  })
})

describe('limits of one order', () => {
  it.each([
    ['50', { min: '20', max: '500' }, undefined],
    ['20', { min: '20.00', max: '20' }, undefined],
    ['19.99', { min: '20' }, 'low'],
    ['500.01', { max: '500' }, 'high'],
    ['500.01', { min: '20' }, undefined],
    ['5', {}, undefined],
    // Finer than the currency is: the bound is a number all the same.
    ['20', { min: '20.001' }, 'low'],
    // What cannot be read, and bounds that leave no amount between them, say nothing.
    ['50', { min: 'ten', max: '-1' }, undefined],
    ['50', { min: '0', max: '0' }, undefined],
    ['50', { max: '0.00' }, undefined],
    ['10', { min: '20', max: '0' }, 'low'],
    ['50', { min: '500', max: '20' }, undefined],
    ['x', { min: '20' }, undefined],
  ] as const)('given %s and %j, then it is %s', (amount, limits, said) => {
    expect(beyondLimits(amount, limits)).toBe(said)
  })
})

describe('an offer', () => {
  it('given a bound of its own that leaves nothing of what all providers take, then its own is kept', () => {
    const refused = { ok: false, code: 'service/cannot-fill' }
    const little = { ...buyAsk, limits: { min: '1', max: '100' } }
    expect(checkOffer(little, { ...buyOffer, minFiatAmount: '200' }, now)).toMatchObject(refused)
    const much = { ...buyAsk, limits: { min: '60', max: '100' } }
    expect(checkOffer(much, { ...buyOffer, maxFiatAmount: '40' }, now)).toMatchObject(refused)
  })

  it('given what is paid is outside of its own limits, then it is none, whatever else is told', () => {
    const refused = { ok: false, code: 'service/cannot-fill' }
    const wide = { ...buyAsk, limits: { min: '1', max: '100000' } }
    for (const own of [{ minFiatAmount: '50.01' }, { maxFiatAmount: '49.99' }]) {
      expect(checkOffer(buyAsk, { ...buyOffer, ...own }, now)).toMatchObject(refused)
      expect(checkOffer(wide, { ...buyOffer, ...own }, now)).toMatchObject(refused)
    }
    const fits = { minFiatAmount: '50.00', maxFiatAmount: '50' }
    expect(checkOffer(buyAsk, { ...buyOffer, ...fits }, now)).toEqual({ ok: true })
  })

  it('given it tells no limit, then that of all providers holds; its own word is the nearer one', () => {
    const narrow = { ...buyAsk, limits: { min: '60', max: '500' } }
    expect(checkOffer(narrow, buyOffer, now)).toMatchObject({ code: 'service/cannot-fill' })
    expect(checkOffer(narrow, { ...buyOffer, minFiatAmount: '10' }, now)).toEqual({ ok: true })
    const low = { ...buyAsk, limits: { max: '49' } }
    expect(checkOffer(low, buyOffer, now)).toMatchObject({ code: 'service/cannot-fill' })
  })

  it('given it answers what was asked, then it may be taken, with or without an echo', () => {
    const echo = { fiatCurrency: 'eur', fiatAmount: '50.00', outputAsset: buyAsk.outputAsset }
    expect(checkOffer(buyAsk, buyOffer, now)).toEqual({ ok: true })
    expect(checkOffer(buyAsk, { ...buyOffer, ...echo }, now)).toEqual({ ok: true })
    const exact = { ...buyOffer, minOutputAmount: buyOffer.expectedOutputAmount }
    expect(checkOffer(buyAsk, exact, now)).toEqual({ ok: true })
  })

  it.each([
    ['another currency', { fiatCurrency: 'USD' }],
    ['another amount', { fiatAmount: '51' }],
    ['an amount that is none', { fiatAmount: 'much' }],
    ['another token', { outputAsset: { chainId: 42161, address: buyAsk.recipient } }],
    ['another chain', { outputAsset: { ...buyAsk.outputAsset, chainId: 1 } }],
    ['nothing guaranteed', { minOutputAmount: '0' }],
    ['nothing expected', { expectedOutputAmount: '0', minOutputAmount: '0' }],
    ['more guaranteed than expected', { minOutputAmount: '52000001' }],
    ['no number', { minOutputAmount: '5e6' }],
  ])('given it names %s, then it is refused', (_, change) => {
    const verdict = checkOffer(buyAsk, { ...buyOffer, ...change }, now)
    expect(verdict).toMatchObject({ ok: false, code: 'service/bad-answer' })
  })

  it.each([
    ['no currency', { fiatCurrency: '?' }],
    ['no amount', { fiatAmount: 'x' }],
    ['nothing', { fiatAmount: '0' }],
    ['a recipient of another family', { recipient: '1nc1nerator11111111111111111111111111111111' }],
    ['no recipient', { recipient: 'me' }],
    ['no refund address', { refundTo: 'me' }],
  ])('given what was asked has %s, then no offer answers it', (_, change) => {
    const verdict = checkOffer({ ...buyAsk, ...change }, buyOffer, now)
    expect(verdict).toMatchObject({ ok: false, code: 'service/bad-answer' })
  })

  it('given it settles elsewhere first, then only a refund address that fits there is one', () => {
    const jump = { ...buyOffer, swapStrategy: 'jump' }
    const solana = 20_011_000_000
    expect(checkOffer({ ...buyAsk, hubChainId: 8453 }, jump, now)).toEqual({ ok: true })
    for (const hubChainId of [undefined, solana]) {
      expect(checkOffer({ ...buyAsk, hubChainId }, jump, now)).toMatchObject({
        ok: false,
        code: 'form/recipient-wrong-family',
      })
      expect(checkOffer({ ...buyAsk, hubChainId }, buyOffer, now)).toEqual({ ok: true })
    }
  })

  it.each([
    `0x${'0'.repeat(40)}`,
    `0x${'0'.repeat(39)}1`,
    '0x000000000000000000000000000000000000dead',
    buyAsk.outputAsset.address,
  ])(
    "given it brings the money, or gives it back, to nobody's account %s, then it is refused",
    (to) => {
      for (const asked of [
        { ...buyAsk, recipient: to },
        { ...buyAsk, refundTo: to },
      ]) {
        expect(checkOffer(asked, buyOffer, now)).toMatchObject({
          ok: false,
          detail: "Nobody's account",
        })
      }
    },
  )

  it('given its time is over, then it is expired', () => {
    const verdict = checkOffer(buyAsk, buyOffer, buyOffer.expiresAt)
    expect(verdict).toMatchObject({ ok: false, code: 'policy/quote-expired' })
    expect(checkOffer(buyAsk, buyOffer, buyOffer.expiresAt - 1).ok).toBe(true)
  })

  it('given it is taken, then the money and the least are kept in smallest units', () => {
    expect(toAcceptedPurchase({ ...buyAsk, fiatCurrency: 'eur' }, buyOffer, buyToken)).toEqual({
      quoteId: 'q1',
      routeId: 'Harbor Pay',
      routeType: 'direct',
      tradeType: 'EXACT_INPUT',
      from: { chainId: 0, address: '', symbol: 'EUR', decimals: 2, amount: '5000' },
      to: {
        ...buyAsk.outputAsset,
        symbol: 'USDC',
        decimals: 6,
        amount: '52000000',
        name: 'USD Coin',
        logoUri: 'https://tokens.example/usdc.png',
        isRisk: true,
      },
      minAmountOut: '51000000',
      author: buyAsk.recipient,
      recipient: buyAsk.recipient,
      refundTo: buyAsk.refundTo,
      expectedDurationSeconds: 1_200,
      quoteExpiresAt: buyOffer.expiresAt,
      validBefore: buyOffer.expiresAt,
    })
  })

  it('given a token without a name or picture, then none is made up', () => {
    const bare = { ...buyAsk.outputAsset, symbol: 'USDC', decimals: 6 }
    const { to } = toAcceptedPurchase(buyAsk, buyOffer, bare)
    expect(to).toEqual({ ...bare, amount: '52000000' })
  })

  it('given what is no money at all, then nothing is taken for it', () => {
    const { from } = toAcceptedPurchase({ ...buyAsk, fiatCurrency: '?' }, buyOffer, buyToken)
    expect(from.amount).toBe('50')
    const none = toAcceptedPurchase({ ...buyAsk, fiatAmount: '?' }, buyOffer, buyToken)
    expect(none.from.amount).toBe('0')
  })
})

describe('what the fiat API says of an order', () => {
  it('given it completed, then the transfer and its amount are kept', () => {
    const record = {
      orderId: 'fiat-1',
      status: 'COMPLETED',
      outputAmount: '52000000',
      transferTxHash: '0xabc',
      bridgeOrderId: 'bridge-1',
      action: { type: 'none' },
    }
    expect(toPurchaseView(record)).toEqual({
      orderId: 'fiat-1',
      status: 'COMPLETED',
      stage: 'completed',
      amount: '52000000',
      hash: '0xabc',
      bridgeOrderId: 'bridge-1',
      action: { type: 'none' },
    })
  })

  it.each([
    [{ status: 'created' }, 'open', undefined],
    [{ status: 'some_new_word' }, 'open', undefined],
    [{ status: 'expired' }, 'over', undefined],
    [{ status: 'odd', terminal: true }, 'over', undefined],
    [{ status: 'odd', failure: { message: 'Declined', reason: 'CODE' } }, 'over', 'Declined'],
    [{ status: 'odd', failure: { reason: 'CODE' } }, 'over', 'CODE'],
    [{ status: 'failed', failure: {} }, 'over', undefined],
    [{ status: 'failed', failure: { message: 'x'.repeat(900) } }, 'over', 'x'.repeat(300)],
  ])('given %j, then it is %s', (record, stage, reason) => {
    const view = toPurchaseView({ orderId: 'fiat-1', ...record })
    expect([view.stage, view.reason]).toEqual([stage, reason])
  })

  it('given an address to open, then it is kept', () => {
    const action = { type: 'redirect', url: 'https://pay.example/1' }
    expect(toPurchaseView({ orderId: 'a', status: 'created', action }).action).toEqual(action)
  })

  it.each([
    ['recipient', { recipient: buyAsk.refundTo }],
    ['toToken', { outputAsset: { chainId: 1, address: buyAsk.outputAsset.address } }],
  ])('given another %s, then it is not this order', (field, change) => {
    const record = { orderId: 'fiat-1', status: 'created', ...change }
    expect(purchaseContradiction(plannedPurchase(), record)?.field).toBe(field)
  })

  it('given another provider than the offer`s, then it is not this order', () => {
    const planned = plannedPurchase()
    const order = { ...planned, purchase: { ...planned.purchase, providerId: 'harbor' } }
    const record = { orderId: 'fiat-1', status: 'created' }
    for (const provider of ['harbor', 'Harbor Pay', ' HARBOR']) {
      expect(purchaseContradiction(order, { ...record, provider })).toBeUndefined()
    }
    expect(purchaseContradiction(order, { ...record, provider: 'lantern' })).toEqual({
      field: 'provider',
      accepted: 'Harbor Pay',
      told: 'lantern',
    })
    // Where the offer tied no id to its name, what the order says is shown beside that.
    expect(purchaseContradiction(planned, { ...record, provider: 'lantern' })).toBeUndefined()
    const told = purchaseAfter(planned, made, read('created', { provider: 'lantern' }))
    expect(otherNameOf(told)).toBe('lantern')
    expect(otherNameOf({ ...told, purchase: { ...told.purchase, told: 'harbor pay' } })).toBe(
      undefined,
    )
    expect(otherNameOf(order)).toBeUndefined()
    expect(toPurchaseView({ ...record, provider: 'lantern' }).provider).toBe('lantern')
  })

  it('given other money, or more of it than was accepted with the fee, then it is not this order', () => {
    const planned = plannedPurchase()
    const order = { ...planned, purchase: { ...planned.purchase, fee: '1.85' } }
    const told = (fiatAmount: string, fiatCurrency = 'EUR', of: PurchaseOrder = order) =>
      purchaseContradiction(of, {
        ...{ orderId: 'fiat-1', status: 'created', fiatAmount, fiatCurrency },
      })
    expect(told('500')).toEqual({ field: 'price', accepted: '50 EUR', told: '500 EUR' })
    expect(told('50', 'USD')?.told).toBe('50 USD')
    expect(told('51.86')?.told).toBe('51.86 EUR')
    expect(told('51.85')).toBeUndefined()
    expect(told('48.15', 'eur')).toBeUndefined()
    expect(told('50.01', 'EUR', { ...order, purchase: planned.purchase })).toBeDefined()
    // More of it than its currency has digits for is more, and each of the two says something alone.
    expect(told('5000.001')?.told).toBe('5000.001 EUR')
    const alone = (part: object) =>
      purchaseContradiction(order, { orderId: 'fiat-1', status: 'created', ...part })?.told
    expect(alone({ fiatCurrency: 'usd' })).toBe('USD')
    expect(alone({ fiatAmount: '5000' })).toBe('5000 EUR')
    expect(alone({ fiatCurrency: 'EUR' })).toBeUndefined()
    expect(alone({ fiatAmount: '50.00' })).toBeUndefined()
    expect(told('much', 'USD')).toBeDefined()
    expect(told('500', 'cents')).toBeUndefined()
    // What cannot be read as money says nothing, nor does an order that was found without its own.
    expect(told('much')).toBeUndefined()
    const from = { ...order.accepted.from, symbol: '?', decimals: 0, amount: '0' }
    const found = { ...order, accepted: { ...order.accepted, from } }
    expect(told('500', 'EUR', found)).toBeUndefined()
  })

  it('given the same, or nothing of it, then it is this order', () => {
    const { recipient, outputAsset } = buyAsk
    const record = { orderId: 'fiat-1', status: 'created' }
    const order = plannedPurchase()
    expect(purchaseContradiction(order, record)).toBeUndefined()
    const upper = `0x${recipient.slice(2).toUpperCase()}`
    expect(
      purchaseContradiction(order, { ...record, recipient: upper, outputAsset }),
    ).toBeUndefined()
  })
})

describe('a checkout', () => {
  const submitted = purchaseAfter(plannedPurchase(), made)
  const shown = purchaseAfter(submitted, opened)

  it.each([
    ['created', true, true],
    ['Awaiting_Payment', true, true],
    ['some_new_word', true, false],
    ['', true, false],
    ['Payment_Received', false, false],
    ['bridging', false, false],
  ])('given the word "%s", then only one that is known says something: %#', (word, waits, said) => {
    for (const order of [submitted, shown]) {
      expect(waitsForPayment(order, { status: word, stage: 'open' })).toBe(waits)
    }
    expect(saysUnpaid(word)).toBe(said)
  })

  it.each([{ hash: '0xabc' }, { bridgeOrderId: 'B' }])(
    'given a word nobody knows and %j, then it was paid',
    (shows) => {
      const view = { status: 'transferring', stage: 'open' as const, ...shows }
      expect(waitsForPayment(shown, view)).toBe(false)
      const next = purchaseAfter(shown, read('transferring', shows))
      expect([next.status, checkoutOf(next)]).toEqual(['tracking', undefined])
    },
  )

  it('given there is nothing to open, then nothing is waited for', () => {
    const none = { ...submitted, purchase: { ...submitted.purchase, action: { type: 'none' } } }
    expect(waitsForPayment(none, { status: 'created', stage: 'open' })).toBe(false)
  })

  it('given it is to be paid, then it goes on as the API says, and not after that', () => {
    expect(checkoutOf(submitted)).toMatchObject({ kind: 'open', how: 'wrapper' })
    expect(checkoutOf(plannedPurchase())).toBeUndefined()
    expect(checkoutOf({ ...submitted, status: 'tracking' })).toBeUndefined()
    expect(checkoutOf({ ...submitted, purchase: { provider: '', strategy: '' } })).toBeUndefined()
  })

  it('given its end is the service`s word alone, then it is still asked', () => {
    expect(isFollowed(submitted)).toBe(true)
    expect(isFollowed(plannedPurchase())).toBe(false)
    expect(isFollowed(purchaseAfter(submitted, read('failed', { stage: 'over' })))).toBe(true)
    expect(isFollowed({ ...submitted, status: 'unproved' })).toBe(true)
    expect(isFollowed({ ...submitted, status: 'filled' })).toBe(false)
    const failure = { code: 'order/failed-at-service' as const, at: now }
    const swap = planned([depositDraft], { status: 'failed', failure })
    expect(isFollowed(swap)).toBe(true)
    // The file may name any host.
    expect(isFollowed({ ...swap, fromBackup: true })).toBe(false)
  })

  it('given its end is a word alone, then its time runs from when that was said', () => {
    const failed = purchaseAfter(submitted, read('failed', { stage: 'over' }))
    const at = failed.failure?.at ?? 0
    expect(sinceWord(failed, at + 7)).toBe(7)
    const told = { ...submitted, arrival: { kind: 'payout' as const, since: at } }
    expect(sinceWord({ ...told, status: 'unproved' }, at + 7)).toBe(7)
    expect(sinceWord({ ...told, status: 'tracking' }, at + 7)).toBe(0)
  })
})

describe('the money of a purchase that was found', () => {
  it.each([
    ['eur', '50', { symbol: 'EUR', decimals: 2, amount: '5000' }],
    [undefined, '50', { symbol: '?' }],
    ['EUR', undefined, { symbol: '?' }],
    ['EUR', 'many', { symbol: '?' }],
  ])('%s %s', (fiatCurrency, fiatAmount, known) => {
    const record = { fiatCurrency, fiatAmount } as Parameters<typeof paidMoney>[0]
    expect(paidMoney(record)).toMatchObject(known)
  })
})

describe('the purchase of which no answer came', () => {
  const lost = purchaseAfter(plannedPurchase(), { type: 'purchaseLost' })
  const { outputAsset, recipient } = buyAsk
  const record = { orderId: 'fiat-1', status: 'created', outputAsset, recipient }

  it('is found by what its record tells, and by nothing less', () => {
    const money = { fiatCurrency: 'EUR', fiatAmount: '50' }
    for (const told of [record, { ...record, ...money }]) {
      expect(unansweredOf([lost], told, undefined)).toBe(lost)
      expect(unansweredOf([lost], told, buyStart + 60_000)).toBe(lost)
      expect(unansweredOf([lost], told, buyStart + 3_600_000)).toBeUndefined()
    }
    const less = [
      { ...record, outputAsset: undefined },
      { ...record, recipient: undefined },
      { ...record, recipient: buyAsk.refundTo },
      { ...record, ...money, fiatAmount: '51' },
      { ...record, ...money, fiatCurrency: 'USD' },
    ]
    for (const told of less) expect(unansweredOf([lost], told, undefined)).toBeUndefined()
  })

  it('is none that has its number, nor one of two that are alike', () => {
    expect(
      unansweredOf([purchaseAfter(plannedPurchase(), made)], record, undefined),
    ).toBeUndefined()
    expect(unansweredOf([lost, { ...lost, id: 'other' }], record, undefined)).toBeUndefined()
  })

  it('given its number is known at last, is told of its end anew', () => {
    expect(lost.notified).toEqual(['unanswered'])
    const joined = purchaseAfter(lost, made)
    expect([joined.status, joined.notified]).toEqual(['submitted', ['unanswered']])
    expect(purchaseAfter(joined, read('failed', { stage: 'over' })).notified.at(-1)).toBe('failed')
  })
})
