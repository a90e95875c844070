import { describe, expect, it } from 'vitest'
import { planned as plannedSwap, type UntimedEvent } from '@/test/samples/order'
import {
  buyStart,
  createdView,
  made,
  opened,
  plannedPurchase,
  purchaseAfter,
  read,
} from '@/test/samples/purchase'
import type { OrderEvent } from './event'
import type { BridgeLeg } from './order'
import { owedWork } from './owed'
import { checkoutOf, isFollowed, isPaymentSeen } from './purchase'
import { reduce } from './reduce'
import { isRemovable } from './removable'
import { refundDueOf } from './transfer'

const submitted = purchaseAfter(plannedPurchase(), made)
const first = { type: 'wrapper', url: 'https://fiat.example/checkout/1' }
const shown = purchaseAfter(submitted, opened)
const hash = '0xabc'
const completed = read('completed', { stage: 'completed', hash, amount: '52000000' })
const failed = read('failed', { stage: 'over', reason: 'Declined' })
const over = purchaseAfter(shown, failed)

/** The same order, and no work, comes of it. */
function expectNothing(order: typeof shown, event: typeof made): void {
  const { order: next, effects } = reduce(order, { at: buyStart, ...event })
  expect(next).toBe(order)
  expect(effects).toEqual([])
}

describe('a purchase that is ordered', () => {
  it('given the service made it, then its number and its checkout are kept, and it is followed', () => {
    const { order, effects } = reduce(plannedPurchase(), { at: buyStart, ...made })
    expect(order).toMatchObject({
      status: 'submitted',
      confirmedAt: buyStart,
      revision: 1,
      service: { orderId: 'fiat-1', status: 'created' },
      purchase: { action: createdView.action },
    })
    expect(effects).toMatchObject([{ task: { kind: 'pollOrder' }, dueAt: buyStart + 3_000 }])
    expect(owedWork(order)).toEqual([{ kind: 'pollOrder' }])
  })

  it('given it is delivered at once, then the delivery is looked for as well', () => {
    const view = { ...createdView, status: 'completed', stage: 'completed' as const }
    const { order, effects } = reduce(plannedPurchase(), {
      type: 'purchaseMade',
      at: buyStart,
      view,
    })
    expect(order).toMatchObject({ status: 'tracking', arrival: { kind: 'payout' } })
    expect(effects.map(({ task }) => task.kind)).toEqual(['pollOrder', 'proveArrival'])
  })

  it('given there is nothing to open, then it is under way', () => {
    const view = { ...createdView, action: { type: 'none' } }
    expect(purchaseAfter(plannedPurchase(), { type: 'purchaseMade', view }).status).toBe('tracking')
  })

  it('given the answer was lost, then it ends as that, once', () => {
    expect(owedWork(plannedPurchase())).toEqual([{ kind: 'pollOrder' }])
    const lost = purchaseAfter(plannedPurchase(), {
      type: 'purchaseLost',
      reason: { kind: 'said', by: 'service', words: 'Timeout' },
    })
    expect(lost).toMatchObject({
      status: 'failed',
      failure: {
        code: 'order/not-made',
        reason: { kind: 'said', by: 'service', words: 'Timeout' },
      },
      notified: ['unanswered'],
    })
    const bare = purchaseAfter(plannedPurchase(), { type: 'purchaseLost' })
    expect(bare.failure).toEqual({ code: 'order/not-made', at: buyStart + 1_000 })
    expectNothing(lost, { type: 'purchaseLost' })
    expectNothing(lost, read('created'))
    expect(owedWork(lost)).toEqual([])
  })

  it('given the answer comes after it was given up, then its number is kept, and it is followed', () => {
    const lost = purchaseAfter(plannedPurchase(), { type: 'purchaseLost' })
    const { order, effects } = reduce(lost, { at: buyStart + 9_000, ...made })
    expect(order).toMatchObject({ status: 'submitted', service: { orderId: 'fiat-1' } })
    expect(order).not.toHaveProperty('failure')
    expect(effects).toMatchObject([{ task: { kind: 'pollOrder' } }])
  })

  it('given it was made, then it is not lost, nor made a second time', () => {
    expectNothing(submitted, { type: 'purchaseLost' })
    expectNothing(submitted, made)
    expect(isRemovable(submitted, buyStart)).toBe(false)
  })
})

describe('a checkout', () => {
  it('given it is opened, then the time is kept; only as long as it is to be paid', () => {
    expect(shown.purchase.openedAt).toBe(buyStart + 1_000)
    expect(shown.status).toBe('submitted')
    // A word that is not known is no payment, whenever it comes, and the checkout may be opened again.
    const locked = purchaseAfter(submitted, opened, read('quote_locked'))
    expect(locked).toMatchObject({ status: 'submitted', service: { status: 'quote_locked' } })
    expect(checkoutOf(locked)).toMatchObject({ kind: 'open' })
    expect(owedWork(locked)).toEqual([{ kind: 'pollOrder' }])
    expect(purchaseAfter(locked, opened).purchase.openedAt).toBeDefined()
    expectNothing(plannedPurchase(), opened)
    const contradiction = { at: buyStart, field: 'recipient' as const, accepted: 'a', told: 'b' }
    expectNothing({ ...submitted, contradiction }, opened)
    expectNothing(
      { ...submitted, purchase: { ...submitted.purchase, action: { type: 'hologram' } } },
      opened,
    )
    expectNothing(purchaseAfter(shown, read('payment_received')), opened)
  })
})

describe('what the service says of a purchase', () => {
  it('given nothing new, then nothing is written', () => {
    expectNothing(submitted, read('created', { action: { ...first } }))
    expectNothing(plannedPurchase(), read('created'))
  })

  it('given the payment, then it is under way, and never unpaid again', () => {
    const paid = purchaseAfter(shown, read('payment_received'))
    expect(paid.status).toBe('tracking')
    expect(isPaymentSeen(shown)).toBe(false)
    expect(isPaymentSeen({ ...shown, service: {} })).toBe(false)
    expect(isPaymentSeen(paid)).toBe(true)
    // An older answer that comes last: neither its word nor its address is taken over.
    const action = { type: 'redirect', url: 'https://pay.example/0' }
    expectNothing(paid, read('awaiting_payment', { action }))
    const unread = { type: 'serviceUnread', code: 'service/unreachable' } as const
    expect(purchaseAfter(paid, unread, read('awaiting_payment'))).not.toHaveProperty('blocker')
    // It was paid, also once it failed.
    expect(isPaymentSeen(purchaseAfter(paid, failed))).toBe(true)
    expect(isPaymentSeen(over)).toBe(false)
  })

  it('given another address to open, and a bridge, then both are kept', () => {
    const action = { type: 'redirect', url: 'https://pay.example/2' }
    const next = purchaseAfter(shown, read('awaiting_payment', { action, bridgeOrderId: 'b1' }))
    expect(next.purchase).toMatchObject({ action, bridgeOrderId: 'b1' })
  })

  it('given it completed, then the delivery is proved before it is believed', () => {
    const { order, effects } = reduce(shown, { at: buyStart + 5_000, ...completed })
    expect(order).toMatchObject({
      status: 'tracking',
      arrival: { kind: 'payout', since: buyStart + 5_000 },
      service: { status: 'filled', fill: { chainId: 42161, txHash: hash, amount: '52000000' } },
      notified: [],
    })
    expect(effects).toMatchObject([{ task: { kind: 'proveArrival' } }])
    const found = { what: 'paid' as const, token: '', amount: '1', claims: [], at: 1, nodes: [] }
    const end = purchaseAfter(order, { type: 'paymentFound', kind: 'payout', found })
    expect(end).toMatchObject({ status: 'filled', notified: ['filled'] })
    expectNothing(end, completed)
    expectNothing(end, failed)
  })

  it('given it completed without a transfer, then one that is named later is looked at', () => {
    const bare = purchaseAfter(shown, read('completed', { stage: 'completed' }))
    expect(bare.service.fill).toEqual({ chainId: 42161 })
    const { effects } = reduce(bare, { at: buyStart + 9_000, ...completed })
    expect(effects).toMatchObject([{ task: { kind: 'proveArrival' } }])
  })

  it('given it completed, then it does not wait after that, and fails by a word that takes it back', () => {
    const proving = purchaseAfter(shown, completed)
    expectNothing(proving, read('awaiting_payment'))
    expectNothing(proving, read('processing'))
    for (const word of ['failed', 'refunded']) {
      const corrected = purchaseAfter(proving, read(word, { stage: 'over' }))
      expect(corrected).toMatchObject({
        status: 'failed',
        service: { status: word },
        failure: { code: 'order/failed-at-service' },
        notified: ['failed'],
      })
      expect(corrected).not.toHaveProperty('arrival')
    }
  })

  it('given it is over, then it failed by that word, with the reason, and is told once', () => {
    expect(over).toMatchObject({
      status: 'failed',
      failure: {
        code: 'order/failed-at-service',
        reason: { kind: 'said', by: 'service', words: 'Declined' },
      },
      notified: ['failed'],
    })
    expectNothing(over, failed)
    expectNothing(over, read('created'))
    expectNothing(over, read('some_new_word'))
    // Another end is a newer word, of the same time.
    expect(
      purchaseAfter(over, read('refunded', { stage: 'over', reason: 'Sent back' })),
    ).toMatchObject({
      status: 'failed',
      service: { status: 'refunded' },
      failure: {
        at: over.failure?.at,
        reason: { kind: 'said', by: 'service', words: 'Sent back' },
      },
    })
    const bare = purchaseAfter(shown, read('expired', { stage: 'over' }))
    expect(bare.failure).not.toHaveProperty('reason')
  })

  it('given nobody knows its end, then it stays, with its number, for as long as it is followed', () => {
    const day = 86_400_000
    expect(owedWork(over)).toEqual([{ kind: 'pollOrder' }])
    expect(isRemovable(over, buyStart + 13 * day)).toBe(false)
    expect(isRemovable(over, buyStart + 15 * day)).toBe(true)
    expect(isRemovable({ ...shown, status: 'unproved' }, buyStart + 99 * day)).toBe(false)
    const lost = purchaseAfter(plannedPurchase(), { type: 'purchaseLost' })
    expect(isRemovable(lost, buyStart + 60_000)).toBe(false)
    expect(isRemovable(lost, buyStart + 2 * day)).toBe(true)
  })

  it('given it is paid after all, then it is taken up again, and followed as before', () => {
    const { order, effects } = reduce(over, { at: buyStart + 9_000, ...read('processing') })
    expect(order).toMatchObject({ status: 'tracking', service: { status: 'processing' } })
    expect(order).not.toHaveProperty('failure')
    expect(effects).toMatchObject([{ task: { kind: 'pollOrder' } }])
  })

  it('given it delivers after all, then it is taken up again', () => {
    const { effects } = reduce(over, { at: buyStart + 9_000, ...completed })
    expect(effects.map(({ task }) => task.kind)).toEqual(['proveArrival', 'pollOrder'])
    const late = purchaseAfter(over, completed)
    expect(late).toMatchObject({ status: 'tracking', arrival: { kind: 'payout' } })
    expect(late).not.toHaveProperty('failure')
  })

  it('given it takes much longer than usual, then that is told once', () => {
    const paid = purchaseAfter(shown, read('payment_received'))
    const at = buyStart + 3_602_000
    const { order } = reduce(paid, { ...read('delivering'), at })
    expect(order.notified).toEqual(['late'])
    expect(reduce(order, { ...read('delivering'), at: at + 1 }).order).toBe(order)
    // Who has not paid is not waited for.
    expect(reduce(shown, { ...read('created'), at }).order).toBe(shown)
    const unread = { type: 'serviceUnread', code: 'service/unreachable', at, lasts: true } as const
    expect(reduce(paid, { ...unread, lasts: false }).order.notified).toEqual([])
    const away = reduce(paid, unread).order
    expect([away.notified, away.blocker?.code]).toEqual([['late'], unread.code])
    expect(reduce(shown, unread).order.notified).toEqual([])
  })

  it('given it was paid an hour after it was made, then its time runs from then', () => {
    const paidAt = buyStart + 3_600_000
    const paid = reduce(shown, { ...read('payment_received'), at: paidAt }).order
    const then = (ms: number) => reduce(paid, { ...read('delivering'), at: paidAt + ms }).order
    expect(then(60_000).notified).toEqual([])
    expect(then(3_601_000).notified).toEqual(['late'])
  })

  it('given the service does not tell, then that is kept until it does', () => {
    const unread = { type: 'serviceUnread', code: 'service/unreachable' } as const
    const away = purchaseAfter(shown, unread)
    expect(away.blocker).toEqual({ code: 'service/unreachable', since: buyStart + 1_000 })
    expectNothing(away, unread)
    expectNothing(over, unread)
    expect(purchaseAfter(away, read('created'))).not.toHaveProperty('blocker')
  })

  it('given another kind of order, then nothing of it is for that', () => {
    const swap = plannedSwap()
    for (const event of [made, opened, completed, { type: 'purchaseLost' } as const]) {
      expect(reduce(swap, { at: buyStart, ...event }).order).toBe(swap)
    }
    expectNothing(shown, { type: 'confirmed', digest: '' })
  })
})

describe('a purchase that the person ends, as nothing was paid', () => {
  const byWord: UntimedEvent = { type: 'abandoned', by: 'person' }
  const ended = purchaseAfter(shown, byWord)
  const day = 86_400_000

  it('is over, leads to no checkout, and is followed as long as any end that is a word', () => {
    expect(ended).toMatchObject({
      status: 'stopped',
      failure: { code: 'order/given-up', at: buyStart + 1_000 },
      notified: [],
    })
    expect(checkoutOf(ended)).toBeUndefined()
    expect(owedWork(ended)).toEqual([{ kind: 'pollOrder' }])
    expect(isRemovable(ended, buyStart + 13 * day)).toBe(false)
    expect(isRemovable(ended, buyStart + 15 * day)).toBe(true)
    expectNothing(ended, byWord)
    expectNothing(ended, opened)
  })

  it('is one as long as nothing shows a payment, and on nobody else`s word', () => {
    expectNothing(shown, { type: 'abandoned' })
    expectNothing(shown, { type: 'stopped' })
    expectNothing(plannedPurchase(), byWord)
    expectNothing(purchaseAfter(shown, read('payment_received')), byWord)
    expectNothing(over, byWord)
    const away = purchaseAfter(shown, { type: 'serviceUnread', code: 'service/unreachable' })
    expect(purchaseAfter(away, byWord)).not.toHaveProperty('blocker')
    const none: UntimedEvent = {
      type: 'purchaseMade',
      view: { ...createdView, action: { type: 'none' } },
    }
    expect(purchaseAfter(plannedPurchase(), none, byWord).status).toBe('stopped')
  })

  it('given it was found by its number, then it is removed at once: it is found again', () => {
    const found = { ...ended, purchase: { ...ended.purchase, found: true as const } }
    expect(isRemovable(found, buyStart)).toBe(true)
  })

  it.each(['created', 'quote_locked'])('given the word %s, then it stays ended', (word) => {
    expectNothing(ended, read(word))
  })

  it.each(['expired', 'Cancelled'])('given it is %s, then that is what was said', (word) => {
    expectNothing(ended, read(word, { stage: 'over' }))
  })

  it('given it failed in another way, then that is its end, and is told', () => {
    const end = purchaseAfter(ended, failed)
    expect(end).toMatchObject({
      status: 'failed',
      failure: {
        code: 'order/failed-at-service',
        at: ended.failure?.at,
        reason: { kind: 'said', by: 'service', words: 'Declined' },
      },
      notified: ['failed'],
    })
  })

  it('given it was paid after all, then it goes on, and its delivery is proved', () => {
    const { order, effects } = reduce(ended, { at: buyStart + 9_000, ...read('processing') })
    expect(order).toMatchObject({ status: 'tracking', service: { status: 'processing' } })
    expect(order).not.toHaveProperty('failure')
    expect(effects).toMatchObject([{ task: { kind: 'pollOrder' } }])
    const late = reduce(ended, { at: buyStart + 9_000, ...completed })
    expect(late.order).toMatchObject({ status: 'tracking', arrival: { kind: 'payout' } })
    expect(late.effects.map(({ task }) => task.kind)).toEqual(['proveArrival', 'pollOrder'])
  })
})

describe('a purchase that ends with the answer that makes it', () => {
  it('is kept with its number, and asked about', () => {
    const view = { orderId: 'fiat-1', status: 'failed', stage: 'over' as const }
    const event = { type: 'purchaseMade' as const, at: buyStart + 1_000, view }
    const { order, effects } = reduce(plannedPurchase(), event)
    expect(order).toMatchObject({ status: 'failed', service: { orderId: 'fiat-1' } })
    expect(effects.map(({ task }) => task.kind)).toContain('pollOrder')
  })

  it('is ordered of no wallet', () => {
    const event = { type: 'payDropped' as const, at: buyStart }
    expect(reduce(submitted, event).order).toBe(submitted)
  })
})

describe('a purchase that is bridged', () => {
  const leg: BridgeLeg = {
    orderId: 'leg-1',
    serviceUrl: 'https://service.example',
    status: 'published',
    from: { chainId: 8453, address: '0xa1', symbol: 'USDC', decimals: 6, amount: '52000000' },
    depositTxHash: '0xd1',
  }
  const returned = { ...leg, status: 'refunded', refundTxHash: '0xf2' }
  const withLeg = (event: ReturnType<typeof read>, its: BridgeLeg): UntimedEvent => ({
    ...event,
    leg: its,
  })
  const bridging = read('bridging', { bridgeOrderId: 'leg-1' })
  const bridged = purchaseAfter(shown, withLeg(bridging, leg))

  it('given the bridge moves on, then its record moves with it, and the purchase stays under way', () => {
    expect(bridged).toMatchObject({ status: 'tracking', purchase: { leg } })
    expectNothing(bridged, withLeg(bridging, leg))
    expect(owedWork(bridged)).toEqual([{ kind: 'pollOrder' }])
  })

  it('given the bridge sent the money back, then that is proved on its chain, and is no failure yet', () => {
    const view = { ...failed.view, status: 'refunded', bridgeOrderId: 'leg-1' }
    const { order, effects } = reduce(bridged, {
      type: 'purchaseRead',
      at: buyStart + 9_000,
      view,
      leg: returned,
    })
    expect(order).toMatchObject({
      status: 'tracking',
      arrival: { kind: 'refund' },
      service: { status: 'refunded', refund: { chainId: 8453, txHash: '0xf2' } },
      notified: [],
    })
    expect(effects.map(({ task }) => task.kind)).toEqual(['proveArrival'])
    expect(refundDueOf(order)).toMatchObject({
      chainId: 8453,
      token: '0xa1',
      to: order.accepted.refundTo,
      least: 49_400_000n,
    })
  })

  it('given the bridge sent it back and names no transaction, then it is looked for', () => {
    const { refundTxHash: _, ...unnamed } = returned
    const order = purchaseAfter(bridged, withLeg(bridging, unnamed))
    expect(order).toMatchObject({ status: 'tracking', arrival: { kind: 'refund' } })
    expect(order.service.refund).toEqual({ chainId: 8453 })
  })

  it('given it was told of as failed first, then what the bridge sent back is proved all the same', () => {
    const ended = purchaseAfter(bridged, failed)
    expect(ended.status).toBe('failed')
    const event = { ...failed, leg: returned, at: buyStart + 9_000 }
    const { order, effects } = reduce(ended, event)
    expect(order).toMatchObject({ status: 'tracking', arrival: { kind: 'refund' } })
    expect(order.failure).toBeUndefined()
    // It was read ever more seldom: now it is followed again.
    expect(effects.map(({ task }) => task.kind).sort()).toEqual(['pollOrder', 'proveArrival'])
  })

  it('given a word that is older news than the end, then what the bridge sent back is proved all the same', () => {
    const ended = purchaseAfter(bridged, failed)
    const unpaid = read('created')
    expectNothing(ended, unpaid)
    const order = purchaseAfter(ended, withLeg(unpaid, returned))
    expect(order).toMatchObject({ status: 'tracking', arrival: { kind: 'refund' } })
    expectNothing(order, withLeg(unpaid, returned))
    expectNothing(order, withLeg(failed, returned))
  })

  it('given the bridge is another’s, then its refund says nothing of this purchase', () => {
    const contradiction = { field: 'recipient' as const, accepted: '0x1', told: '0x2' }
    const order = purchaseAfter(bridged, withLeg(failed, { ...returned, contradiction }))
    expect(order.status).toBe('failed')
    expect(order.arrival).toBeUndefined()
  })

  it('given the provider names no payout, then the bridge’s is looked for', () => {
    const filled = { ...leg, status: 'filled', fillTxHash: '0xf1' }
    const order = purchaseAfter(bridged, withLeg(read('completed', { stage: 'completed' }), filled))
    expect(order).toMatchObject({
      arrival: { kind: 'payout' },
      service: { fill: { txHash: '0xf1' } },
    })
  })
})

describe('a purchase whose delivery was told of, and was not proved in time', () => {
  const unproved = { type: 'paymentUnproved' } as const
  const left = purchaseAfter(submitted, completed, unproved)
  const payment = {
    what: 'paid' as const,
    token: left.accepted.to.address,
    amount: '52000000',
    hash: '0xabd',
    claims: ['one'],
    at: buyStart,
    nodes: ['one', 'two'],
  }
  const found: UntimedEvent = { type: 'paymentFound', kind: 'payout', found: payment }
  const returned: BridgeLeg = {
    orderId: 'leg-1',
    serviceUrl: 'https://service.example',
    status: 'refunded',
    from: { chainId: 8453, address: '0xa1', symbol: 'USDC', decimals: 6, amount: '52000000' },
    refundTxHash: '0xf2',
  }
  const back: UntimedEvent = { ...completed, leg: returned }

  it('is still asked about and looked for, and says nothing anew where nothing is new', () => {
    expect(left).toMatchObject({ status: 'unproved', notified: ['unproved'] })
    expect(isFollowed(left)).toBe(true)
    expect(owedWork(left)).toEqual([{ kind: 'pollOrder' }, { kind: 'proveArrival' }])
    for (const event of [completed, read('bridging'), unproved]) expectNothing(left, event as never)
    // As the store gives it back: what is kept is the same in whatever order it is written.
    const { orderId, status, fill } = left.service
    const { txHash, amount, chainId } = fill ?? {}
    const service = { status, orderId, fill: { txHash, amount, chainId } }
    expectNothing({ ...left, service } as typeof left, completed)
  })

  it('given it is on the chain after all, then it has arrived, and that is told', () => {
    const { order, effects } = reduce(left, { at: buyStart + 9_000, ...found } as never)
    expect(order).toMatchObject({ status: 'filled', notified: ['unproved', 'filled'] })
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'filled' }])
    expect(isFollowed(order)).toBe(false)
    expectNothing(order, back as never)
    expectNothing(order, failed)
  })

  it('given blocks that hold nothing, then the search goes on after them', () => {
    const sought: UntimedEvent = { type: 'paymentSought', kind: 'payout', scanned: '100' }
    expect(purchaseAfter(left, sought)).toMatchObject({
      status: 'unproved',
      arrival: { scanned: '100' },
    })
  })

  it('given another payout is named, then that one is looked for, and nothing more is said', () => {
    const other = read('completed', { stage: 'completed', hash: '0xabe' })
    const { order, effects } = reduce(left, { at: buyStart + 9_000, ...other })
    expect(order).toMatchObject({ status: 'unproved', service: { fill: { txHash: '0xabe' } } })
    expect(effects.map(({ task }) => task.kind)).toContain('proveArrival')
    expect(effects.map(({ task }) => task.kind)).not.toContain('notify')
  })

  it('given the bridge sent the money back, then that is proved, as of one under way', () => {
    for (const order of [left, purchaseAfter(submitted, completed)]) {
      const next = purchaseAfter(order, back)
      expect(next).toMatchObject({
        status: 'tracking',
        arrival: { kind: 'refund', since: buyStart + 1_000 },
        service: { status: 'refunded', refund: { chainId: 8453, txHash: '0xf2' } },
      })
      // Two words take no turns: what came back is not delivered again.
      expectNothing(next, back as never)
      expect(owedWork(next)).toContainEqual({ kind: 'proveArrival' })
      const refund: UntimedEvent = { ...found, kind: 'refund' }
      expect(purchaseAfter(next, refund).status).toBe('refunded')
      expect(purchaseAfter(next, unproved, refund).status).toBe('refunded')
    }
    const { effects } = reduce(left, { at: buyStart + 9_000, ...back } as never)
    expect(effects.map(({ task }) => task.kind).sort()).toEqual(['pollOrder', 'proveArrival'])
  })

  it('given its provider calls it failed then, then it failed by that word', () => {
    expect(purchaseAfter(left, failed)).toMatchObject({
      status: 'failed',
      failure: { code: 'order/failed-at-service' },
    })
  })
})

describe('a purchase that was found by its number', () => {
  const found = {
    ...plannedPurchase(),
    purchase: { provider: 'harbor', strategy: '', found: true as const },
  }

  it('given it waits for its payment, then its checkout is not opened, and it is followed', () => {
    const order = purchaseAfter(found, made)
    expect(order.status).toBe('submitted')
    expect(checkoutOf(order)).toBeUndefined()
    expect(purchaseAfter(order, completed)).toMatchObject({ arrival: { kind: 'payout' } })
  })

  it('given it ended as a word, then it may be removed: its number finds it again', () => {
    expect(isRemovable(purchaseAfter(found, made, failed), buyStart)).toBe(true)
  })
})

describe('what is written of a purchase', () => {
  it('is no field that the service does not tell', () => {
    const order = purchaseAfter(plannedPurchase(), made)
    expect(order.purchase).not.toHaveProperty('bridgeOrderId')
    expect(order.purchase).not.toHaveProperty('told')
    const done = purchaseAfter(order, read('filled', { stage: 'completed' }))
    expect(done.service.fill).toBeDefined()
    expect(done.service.fill).not.toHaveProperty('txHash')
    expect(done.service.fill).not.toHaveProperty('amount')
  })

  it('is that its end is told of, also where it was told before that no answer came', () => {
    const lost = purchaseAfter(plannedPurchase(), { type: 'purchaseLost' })
    expect(lost.notified).toEqual(['unanswered'])
    const over = { ...made, view: { ...createdView, stage: 'over' as const, status: 'failed' } }
    const { order, effects } = reduce(lost, { at: buyStart + 9_000, ...over } as OrderEvent)
    expect(order.notified).toEqual(['unanswered', 'failed'])
    expect(effects.map(({ task }) => task)).toContainEqual({ kind: 'notify', topic: 'failed' })
  })

  it('is that it is read soon where it was read ever more seldom', () => {
    const failed = purchaseAfter(plannedPurchase(), made, read('failed', { stage: 'over' }))
    const at = buyStart + 500_000
    const { effects } = reduce(failed, { at, ...read('processing') })
    const poll = effects.find(({ task }) => task.kind === 'pollOrder')
    expect(poll?.dueAt).toBe(at + 3_000)
  })

  it('is every word of an order that nobody paid for yet', () => {
    const order = purchaseAfter(plannedPurchase(), made, read('created'))
    const action = { type: 'wrapper', url: 'https://fiat.example/checkout/2' }
    expect(purchaseAfter(order, read('created', { action })).purchase.action).toEqual(action)
  })
})
