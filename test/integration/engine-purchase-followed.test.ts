import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { saidIn } from '@/src/domain/order/reason'
import { author, erc20 } from './engine/chain'
import {
  buy,
  close,
  fiat,
  fiatUrl,
  host,
  least,
  minute,
  open,
  read,
  refusal,
  unreachable,
} from './engine/purchases'

afterEach(close)

describe('a checkout', () => {
  it('given it is to be paid, then the API is asked first, and the time is kept', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    const { reads } = fiat
    const opened = await w.call('openCheckout', { orderId, host })
    expect(opened).toEqual({ how: 'wrapper', url: `${fiatUrl}/pay/1` })
    expect(fiat.reads).toBe(reads + 1)
    expect((await read(w, orderId)).purchase.openedAt).toBe(w.clock.now)
  })

  it.each([
    ['was paid', { status: 'payment_received' }],
    ['is over', { status: 'expired', failure: { message: 'Too late' } }],
    ['is delivered', { status: 'completed' }],
    ['is somebody else`s', { status: 'created', recipient: `0x${'d'.repeat(40)}` }],
    ['goes on in an unknown way', { status: 'created', action: { type: 'hologram' } }],
  ])('given the API says that it %s, then nothing is opened', async (_, view) => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = view
    const opening = w.call('openCheckout', { orderId, host })
    await expect(opening).rejects.toMatchObject({ code: 'order/checkout-over' })
    expect((await read(w, orderId)).purchase.openedAt).toBeUndefined()
  })

  it('given two windows at once, then its address is given to one of them', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    const clicks = [1, 2].map(() => w.call('openCheckout', { orderId, host }))
    const [one, other] = await Promise.allSettled(clicks)
    expect(one).toMatchObject({ status: 'fulfilled', value: { url: `${fiatUrl}/pay/1` } })
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'order/changed' } })
    const { openedAt } = (await read(w, orderId)).purchase
    const again = { orderId, host, openedAt: openedAt ?? 0 }
    expect(await w.call('openCheckout', again)).toMatchObject({ how: 'wrapper' })
  })

  it('given it has gone to another host than the one that is shown, then that is shown first', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { ...fiat.view, action: { type: 'redirect', url: 'https://elsewhere.test/pay' } }
    await expect(w.call('openCheckout', { orderId, host })).rejects.toMatchObject({
      code: 'order/changed',
    })
    const { action, openedAt } = (await read(w, orderId)).purchase
    expect([action?.url, openedAt]).toEqual(['https://elsewhere.test/pay', undefined])
    const shown = { orderId, host: 'elsewhere.test' }
    expect(await w.call('openCheckout', shown)).toMatchObject({ how: 'redirect' })
  })

  it('given the API does not answer, then nothing is opened', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.fault = unreachable
    await expect(w.call('openCheckout', { orderId, host })).rejects.toMatchObject({
      code: 'service/unreachable',
    })
    expect((await read(w, orderId)).purchase.openedAt).toBeUndefined()
  })
})

describe('a purchase that is followed', () => {
  it('given it is delivered with everything closed, then it has arrived once two nodes show it', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    w.kill()
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.advance(minute * 2)
    expect(await read(w, orderId)).toMatchObject({
      status: 'filled',
      arrival: { found: { what: 'paid', hash: transferTxHash, nodes: ['one', 'two'] } },
    })
    expect(w.notices).toEqual([`filled:${orderId}`])
  })

  it.each([
    ['an amount as it is shown', { outputAmount: '24.9' }],
    ['an amount that is a number', { outputAmount: 24_900_000 }],
    ['an empty hash', { transferTxHash: '' }],
    ['a hash to come', { transferTxHash: 'pending...' }],
    ['another checkout', { action: { type: 'provider_widget', url: 'ramp://pay' } }],
  ])(
    'given it completed with %s, then the word is taken and the delivery looked for',
    async (_, more) => {
      const w = await open()
      const { orderId } = await buy(w)
      fiat.view = { status: 'completed', ...more }
      await w.advance(minute)
      const order = await read(w, orderId)
      expect(order).toMatchObject({ status: 'tracking', service: { status: 'filled' } })
      expect(order.arrival).toMatchObject({ kind: 'payout' })
      expect(order.blocker).toBeUndefined()
    },
  )

  it.each([
    ['a word', 'Card declined', 'Card declined'],
    ['a record', { reason: 'Card declined', code: 7 }, 'Card declined'],
    ['a record without a reason', { code: 7 }, undefined],
  ])('given its failure is told as %s, then it failed', async (_, failure, words) => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'awaiting_payment', failure }
    await w.advance(minute)
    const order = await read(w, orderId)
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'order/failed-at-service' } })
    expect(saidIn(order.failure?.reason)).toBe(words)
  })

  it('given a transfer that is no payment to the recipient, then it has not arrived, and ends as a word', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    const transferTxHash = w.payouts.pay(erc20, `0x${'d'.repeat(40)}`, least)
    fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.advance(minute * 10)
    expect(await read(w, orderId)).toMatchObject({
      status: 'tracking',
      arrival: { kind: 'payout' },
    })
    await w.advance(minute * 60 * 24)
    expect((await read(w, orderId)).status).toBe('unproved')
    expect(w.notices).toEqual([`unproved:${orderId}`])
  })

  describe('given it is said to be delivered and no node shows it', () => {
    async function unproved(transferTxHash: string) {
      const w = await open()
      const { orderId } = await buy(w)
      fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
      await w.advance(minute * 60 * 25)
      expect((await read(w, orderId)).status).toBe('unproved')
      return { w, orderId }
    }
    const nowhere = `0x${'3e'.repeat(32)}`

    it.each([
      ['the transaction that is named', true],
      ['a transaction that nobody named', false],
    ])('and it comes days later, by %s, then it has arrived', async (_, isNamed) => {
      const { w, orderId } = await unproved(nowhere)
      await w.advance(minute * 60 * 24 * 5)
      expect((await read(w, orderId)).status).toBe('unproved')
      const hash = w.payouts.pay(erc20, author, least)
      if (isNamed) fiat.view = { ...fiat.view, transferTxHash: hash }
      for (let i = 0; i < 10; i += 1) w.payouts.pass()
      await w.advance(minute * 60 * 25)
      expect(await read(w, orderId)).toMatchObject({
        status: 'filled',
        arrival: { found: { what: 'paid', hash } },
      })
      expect(w.notices).toEqual([`unproved:${orderId}`, `filled:${orderId}`])
    })

    it('and it comes while the browser is closed for weeks, then it has arrived', async () => {
      const { w, orderId } = await unproved(nowhere)
      w.payouts.pay(erc20, author, least)
      for (let i = 0; i < 10; i += 1) w.payouts.pass()
      w.kill()
      w.clock.now += minute * 60 * 24 * 16
      await w.advance(minute * 2)
      expect((await read(w, orderId)).status).toBe('filled')
    })

    it('then it is asked and looked for ever more seldom, and rests after two weeks as it is', async () => {
      const { w, orderId } = await unproved(nowhere)
      const effort = () => [fiat.reads, w.reads.filter((each) => each.startsWith('one')).length]
      let before = effort()
      await w.advance(minute * 60 * 24 * 9)
      const [asked = 0, looked = 0] = effort().map((count, place) => count - (before[place] ?? 0))
      expect(asked).toBeGreaterThan(9)
      expect(asked).toBeLessThan(30)
      expect(looked).toBeGreaterThan(9)
      expect(looked).toBeLessThan(300)
      await w.advance(minute * 60 * 24 * 6)
      before = effort()
      await w.advance(minute * 60 * 24 * 5)
      expect(effort()).toEqual(before)
      expect((await read(w, orderId)).status).toBe('unproved')
      expect(w.notices).toEqual([`unproved:${orderId}`])
    })
  })

  it('given it failed and is delivered after all, then the delivery is found', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'failed', failure: { message: 'Card declined' } }
    await w.advance(minute)
    expect(await read(w, orderId)).toMatchObject({
      status: 'failed',
      failure: { reason: { kind: 'said', by: 'service', words: 'Card declined' } },
    })
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.advance(minute * 70)
    expect((await read(w, orderId)).status).toBe('filled')
  })

  it('given it failed, and is delivered while the browser is closed for weeks, then that is found', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'failed', failure: { message: 'Card declined' } }
    await w.advance(minute)
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    w.kill()
    w.clock.now += minute * 60 * 24 * 16
    await w.advance(minute * 2)
    expect((await read(w, orderId)).status).toBe('filled')
  })

  it('given it failed and is delivered days later, then the delivery is found; after two weeks by asking', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'expired' }
    await w.advance(minute * 60 * 24)
    let { reads } = fiat
    await w.advance(minute * 60 * 24 * 9)
    // Ever more seldom.
    expect(fiat.reads - reads).toBeGreaterThan(9)
    expect(fiat.reads - reads).toBeLessThan(20)
    await w.advance(minute * 60 * 24 * 6)
    reads = fiat.reads
    await w.advance(minute * 60 * 24 * 2)
    expect(fiat.reads).toBe(reads)
    fiat.fault = unreachable
    await expect(w.call('refreshOrder', { orderId, now: true })).rejects.toMatchObject({
      code: 'service/unreachable',
    })
    fiat.fault = undefined
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.call('refreshOrder', { orderId, now: true })
    expect(fiat.reads).toBe(reads + 2)
    await w.advance(minute)
    expect((await read(w, orderId)).status).toBe('filled')
  })

  it('given it is ended as unpaid, then it is asked about for two weeks, and removed after', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    await w.call('stopOrder', { orderId, unpaid: true })
    expect(await read(w, orderId)).toMatchObject({
      status: 'stopped',
      failure: { code: 'order/given-up' },
    })
    await expect(w.call('openCheckout', { orderId, host })).rejects.toMatchObject({
      code: 'order/checkout-over',
    })
    await w.advance(minute * 60 * 24 * 13)
    const clear = () => w.call('clearOrders', { orderId })
    expect(await clear()).toMatchObject({ removed: 0 })
    await w.advance(minute * 60 * 24 * 3)
    const { reads } = fiat
    await w.advance(minute * 60 * 24 * 2)
    expect(fiat.reads).toBe(reads)
    expect(await clear()).toMatchObject({ removed: 1 })
    expect(w.notices).toEqual([])
  })

  it('given it is ended as unpaid and is delivered after all, then the delivery is found, and told', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    // Who is away says nothing against it.
    fiat.fault = unreachable
    await w.call('stopOrder', { orderId, unpaid: true })
    expect((await read(w, orderId)).status).toBe('stopped')
    fiat.fault = undefined
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.advance(minute * 70)
    expect((await read(w, orderId)).status).toBe('filled')
    expect(w.notices).toEqual([`filled:${orderId}`])
  })

  it('given it turns out to be paid as it is ended, then it is not', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'payment_received' }
    await expect(w.call('stopOrder', { orderId, unpaid: true })).rejects.toMatchObject({
      code: 'order/not-confirmable',
    })
    expect((await read(w, orderId)).status).toBe('tracking')
  })

  it('given two looks at once, then the older answer never comes last', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    const answers: (() => void)[] = []
    fiat.onRead = () => new Promise<void>((resolve) => answers.push(resolve))
    const views = ['quote_locked', 'bank_checks'].map((status) => ({ status }))
    const looks = views.map(() => w.call('refreshOrder', { orderId, now: true }))
    for (const view of views) {
      await expect.poll(() => answers.length).toBe(1)
      fiat.view = view
      answers.shift()?.()
    }
    await Promise.all(looks)
    expect((await read(w, orderId)).service.status).toBe('bank_checks')
  })

  it('given the order names another provider than the one that was chosen, then it is not followed as that', async () => {
    const w = await open()
    fiat.view = { status: 'created', provider: 'lantern' }
    const { orderId } = await buy(w, { provider: 'harbor' })
    expect(await read(w, orderId)).toMatchObject({
      service: { orderId: 'fiat-1' },
      contradiction: { field: 'provider', accepted: 'Harbor Pay', told: 'lantern' },
    })
    await expect(w.call('openCheckout', { orderId, host })).rejects.toMatchObject({
      code: 'order/checkout-over',
    })
    await w.advance(minute)
    expect(w.notices).toEqual([`alarm:${orderId}`])
  })

  it('given the extension is refused, then that is said, and it is asked every few minutes', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.fault = refusal(403, 'ORIGIN_NOT_ALLOWED')
    await w.advance(minute)
    expect((await read(w, orderId)).blocker?.code).toBe('service/origin-not-allowed')
    const { reads } = fiat
    await w.advance(minute * 10)
    expect(fiat.reads - reads).toBeLessThan(4)
    fiat.fault = undefined
    await w.advance(minute * 6)
    expect((await read(w, orderId)).blocker).toBeUndefined()
  })

  it('given it is asked for patience, then it has it', async () => {
    const w = await open()
    await buy(w)
    fiat.fault = refusal(429, 'RATE_LIMITED', { 'retry-after': '600' })
    await w.advance(minute)
    const { reads } = fiat
    await w.advance(minute * 8)
    expect(fiat.reads).toBe(reads)
  })

  it('given another address of the API is set, then the order stays with its own', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    await w.call('writeSettings', { fiatUrl: 'https://other.test' })
    fiat.view = { status: 'payment_received' }
    await w.advance(minute)
    expect((await read(w, orderId)).status).toBe('tracking')
    expect(w.heard.filter(({ host }) => host === 'other.test')).toEqual([])
  })

  it('given the record is another order`s, then nothing of it is believed', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'completed', recipient: `0x${'d'.repeat(40)}` }
    await w.advance(minute)
    expect(await read(w, orderId)).toMatchObject({
      status: 'submitted',
      contradiction: { field: 'recipient' },
    })
    expect(w.notices).toEqual([`alarm:${orderId}`])
  })
})
