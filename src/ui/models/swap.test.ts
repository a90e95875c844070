import { signal } from '@preact/signals'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PREVIEW_ADDRESS } from '@/src/domain/address/address'
import { account, ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import {
  asked,
  calls,
  fillForm,
  fillPair,
  fillSum,
  forget,
  nativeBase,
  type Options,
  setUp,
  solana,
  timers,
} from '@/test/support/ui/swap-form'
import type { Swap } from './swap'

beforeEach(forget)

describe('what is typed', () => {
  it('asks for an exact input when the paid side is typed', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '500')
    expect(asked().at(-1)).toMatchObject({
      tradeType: 'EXACT_INPUT',
      amount: '500000000',
      fromAddress: account,
      recipient: account,
      refundTo: account,
      slippageTolerance: 0.005,
    })
    expect(swap.receiveText.value).toBe('0.160012')
  })

  it('asks for an exact output when the received side is typed', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('receive', '0.16')
    expect(asked().at(-1)).toMatchObject({
      tradeType: 'EXACT_OUTPUT',
      amount: '160000000000000000',
    })
  })

  it('waits for a pause in typing before it asks again', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '5')
    const before = asked().length
    swap.type('pay', '50')
    swap.type('pay', '500')
    expect(asked()).toHaveLength(before)
    for (const timer of timers.filter((item) => item.ms === 300)) timer.call()
    expect(asked().slice(before)).toMatchObject([{ amount: '500000000' }])
  })

  it('stays with its token when the sides are switched', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '500')
    swap.flip()
    expect(swap.receive.value).toEqual(usdcBase)
    expect(swap.receiveText.value).toBe('500')
    expect(swap.side.value).toBe('receive')
  })

  it('is found again by the next page', async () => {
    const { swap, backend } = await setUp()
    swap.choose('pay', usdcBase)
    swap.type('pay', '77')
    expect(await backend.session.read('draft')).toMatchObject({ text: '77', side: 'pay' })
  })
})

describe('an amount in dollars', () => {
  it('given what was typed is switched, then both stand for the same, and it is asked for in units', async () => {
    const { swap } = await setUp()
    fillSum(swap)
    swap.choose('receive', ethArbitrum)
    await swap.setMoney(true)
    // 500 at 0.9998.
    expect([swap.payText.value, swap.payUnits.value]).toEqual(['499.9', 500_000_000n])
    swap.type('pay', '100')
    expect(swap.payUnits.value).toBe(100_020_004n)
    await swap.setMoney(false)
    expect([swap.payText.value, swap.payUnits.value]).toEqual(['100.020004', 100_020_004n])
  })

  it('given the other side is typed, or all is paid, then it is no money', async () => {
    const { swap } = await setUp()
    fillSum(swap)
    swap.choose('receive', ethArbitrum)
    await swap.setMoney(true)
    swap.type('receive', '1')
    expect([swap.isMoney.value, swap.receiveUnits.value]).toEqual([false, 10n ** 18n])
    swap.type('pay', '5')
    await swap.setMoney(true)
    await swap.max()
    expect([swap.isMoney.value, swap.payText.value]).toEqual([false, '2480.125'])
  })

  it('given a token without a price, then dollars are no amount of it', async () => {
    const { swap } = await setUp()
    fillSum(swap)
    swap.choose('receive', ethArbitrum)
    await swap.setMoney(true)
    swap.choose('pay', { ...usdcBase, address: `0x${'8'.repeat(40)}`, extensions: {} })
    expect([swap.isMoney.value, swap.payText.value, swap.payUnits.value]).toEqual([
      false,
      '',
      undefined,
    ])
  })

  it('is found again by the next page as what it was', async () => {
    const { backend, swap } = await setUp()
    fillSum(swap)
    swap.choose('receive', ethArbitrum)
    await swap.setMoney(true)
    const next = await setUp({ session: { draft: await backend.session.read('draft') } })
    expect([next.swap.isMoney.value, next.swap.payText.value]).toEqual([true, '499.9'])
  })

  const at = (usd: string) => ({ price: { usd } })
  const ether = (chainId: number, usd: string) => ({ ...nativeBase, chainId, extensions: at(usd) })
  const fill = (swap: Swap, pay: typeof usdcBase) =>
    swap.fill({ pay, receive: ethArbitrum, side: 'pay', text: '20', isMoney: true, recipient: '' })

  it('rests on the price that is listed now, never on the one the form was kept with', async () => {
    const { swap } = await setUp({ listed: [ether(8453, '3120.42')] })
    fill(swap, ether(8453, '1560.21'))
    await vi.waitFor(() => expect(swap.price.value).toEqual({ usd: '3120.42' }))
    expect(swap.payUnits.value).toBe(6_409_393_607_270_816n)
    const none = (await setUp({ listed: [] })).swap
    fill(none, ether(8453, '1560.21'))
    await vi.waitFor(() => expect(none.price.value).toEqual({ problem: 'none' }))
    expect(none.payUnits.value).toBeUndefined()
  })

  it.each([
    ['one coin on two chains', [ether(8453, '312.042'), ether(1, '3120.42')], 'differ'],
    ['one coin within 5 %', [ether(8453, '3000'), ether(1, '3120.42')], undefined],
    ['a stablecoin at half', [{ ...usdcBase, extensions: at('0.5') }], 'differ'],
    ['a stablecoin at 0.95', [{ ...usdcBase, extensions: at('0.95') }], undefined],
  ])('is refused where prices contradict: %s', async (_, listed, problem) => {
    const { swap } = await setUp({ listed })
    fill(swap, listed[0] ?? usdcBase)
    await vi.waitFor(() => expect(swap.price.value).toBeDefined())
    expect(swap.payUnits.value === undefined).toBe(problem !== undefined)
    if (problem) expect(swap.price.value).toEqual({ problem })
  })

  it('turned there and back gives the very text, also one that is no amount', async () => {
    const { swap } = await setUp()
    swap.choose('pay', nativeBase)
    for (const typed of ['0.123456789', '0.000000000000000001', '1.2.3']) {
      swap.type('pay', typed)
      for (const isMoney of [true, false, true, false]) await swap.setMoney(isMoney)
      expect(swap.payText.value).toBe(typed)
    }
    swap.type('pay', '1.2.3')
    await swap.setMoney(true)
    expect(swap.payText.value).toBe('1.2.3')
  })
})

describe('a token that is suggested', () => {
  it('gives way to another suggestion, and to the same token on the other side', async () => {
    const { swap } = await setUp()
    swap.suggest(ethArbitrum)
    swap.suggest(nativeBase)
    expect(swap.pay.value).toEqual(nativeBase)
    swap.choose('receive', nativeBase)
    expect([swap.pay.value, swap.receive.value]).toEqual([undefined, nativeBase])
    expect(swap.amountError.value).toBeUndefined()
  })

  it('is the person’s own once something was typed or chosen', async () => {
    const { swap } = await setUp()
    expect(swap.isSuggested.value).toBe(false)
    swap.suggest(nativeBase)
    expect(swap.isSuggested.value).toBe(true)
    swap.type('pay', '1')
    expect(swap.isSuggested.value).toBe(false)
    swap.suggest(ethArbitrum)
    expect(swap.pay.value).toEqual(nativeBase)
    swap.choose('receive', nativeBase)
    expect(swap.amountError.value).toBe('form/same-token')
  })
})

describe('what is refused', () => {
  it.each([
    ['0', 'form/amount-missing'],
    ['abc', 'form/amount-invalid'],
    ['1.1234567', 'form/too-many-decimals'],
    ['2500', 'form/insufficient-balance'],
  ])('%s: %s', async (typed, code) => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', typed)
    await settled()
    expect(swap.amountError.value).toBe(code)
    expect(swap.canReview.value).toBe(false)
  })

  it('is the same token on both sides, without asking anybody', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', {
      ...usdcBase,
      address: usdcBase.address.toUpperCase().replace('0X', '0x'),
    })
    swap.type('pay', '1')
    expect(swap.amountError.value).toBe('form/same-token')
    expect(asked()).toEqual([])
  })

  it.each([
    ['nonsense', 'form/recipient-invalid'],
    ['alice.eth', 'form/recipient-name'],
    ['So11111111111111111111111111111111111111112', 'form/recipient-wrong-family'],
    [usdcBase.address, 'form/recipient-is-token'],
    [`0x${'0'.repeat(40)}`, 'form/recipient-is-token'],
    [PREVIEW_ADDRESS.eip155, 'form/recipient-is-token'],
  ])('is %s as a recipient: %s', async (recipient, code) => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.setRecipient(recipient)
    expect(swap.destination.value).toBeUndefined()
    await vi.waitFor(() => expect(swap.recipientError.value).toBe(code))
    expect(swap.destination.value).toBeUndefined()
  })
})

describe('the next step', () => {
  it.each<[string, Options, (form: Swap) => void]>([
    ['tokens', {}, () => undefined],
    ['amount', {}, fillPair],
    ['amount', {}, (swap) => fillForm(swap, '0')],
    ['amount', {}, (swap) => fillForm(swap, ',')],
    ['fix', {}, (swap) => fillForm(swap, '1.1234567')],
    ['wallet', { connected: false }, fillForm],
    ['recipient', {}, (swap) => [swap.choose('receive', solana), fillSum(swap)]],
    ['fix', {}, (swap) => [fillForm(swap), swap.setRecipient('nonsense')]],
    ['balance', {}, (swap) => fillForm(swap, '9999999')],
    ['offline', { online: signal(false) }, fillForm],
    ['finding', { quotes: 'hang' }, fillForm],
    ['none', { quotes: 'none' }, fillForm],
    ['review', {}, fillForm],
  ])('is %s', async (step, options, fill) => {
    const { swap } = await setUp(options)
    fill(swap)
    await settled()
    expect(swap.next.value).toBe(step)
    expect(swap.canReview.value).toBe(step === 'review')
  })
})

describe('a price of what was typed before', () => {
  it('says no loss of what is typed now, nor that too little is held', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    await settled()
    const before = swap.impact.value
    expect(before).not.toBeNull()
    expect(before).toBeDefined()
    swap.type('pay', '9')
    expect(swap.outdated.value).toBe(true)
    expect(swap.impact.value).toBeUndefined()
    expect(swap.next.value).toBe('finding')
  })

  it('given it is over, is asked for anew by a press', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    await settled()
    for (let round = 0; round <= 10; round += 1) {
      const due = timers.filter(({ ms }) => ms >= 1_000)
      timers.length = 0
      for (const { call } of due) call()
      await settled()
    }
    expect(swap.quotes.paused.value).toBe(true)
    expect([swap.next.value, swap.canReview.value]).toEqual(['paused', false])
    swap.quotes.refresh()
    await settled()
    expect([swap.next.value, swap.canReview.value]).toEqual(['review', true])
  })
})

describe('without a wallet', () => {
  it('shows prices but allows no review', async () => {
    const { swap } = await setUp({ connected: false })
    swap.choose('pay', usdcBase)
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '500')
    expect(swap.quotes.routes.value.length).toBeGreaterThan(0)
    expect(swap.canReview.value).toBe(false)
    expect(asked().at(-1)).not.toMatchObject({ fromAddress: account })
  })
})

describe('max', () => {
  it('takes all of a token', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    await swap.max()
    expect(swap.payText.value).toBe('2480.125')
  })

  it('leaves the network fee of a native token', async () => {
    const { swap } = await setUp()
    swap.choose('pay', nativeBase)
    await swap.max()
    expect(swap.payText.value).toBe('0.41802')
  })
})

describe('what is held of the token paid', () => {
  const reads = () => calls.filter((call) => call.name === 'readBalance').length

  it('is read again with each price', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    const before = reads()
    swap.choose('receive', ethArbitrum)
    swap.type('pay', '5')
    expect(reads()).toBeGreaterThan(before)
  })

  it('is read again when an order of ours changed', async () => {
    const running = signal<unknown[]>([])
    const { swap } = await setUp({ running })
    swap.choose('pay', usdcBase)
    const before = reads()
    running.value = []
    expect(reads()).toBe(before + 1)
  })
})

describe('the price of what was kept', () => {
  const old = { ...usdcBase, extensions: { price: { usd: '7' } } }
  const draft = { pay: old, receive: ethArbitrum, side: 'pay', text: '500', recipient: '' }

  it('is the one that is listed now, once it is', async () => {
    const { swap } = await setUp({ session: { draft } })
    expect(swap.pay.value?.extensions?.price?.usd).toBe('0.9998')
  })

  it('never takes the decimals of another list', async () => {
    const odd = { ...usdcBase, decimals: 2 }
    const { swap } = await setUp({ session: { draft }, listed: [odd] })
    expect([swap.pay.value?.decimals, swap.payUnits.value]).toEqual([6, 500_000_000n])
  })
})
