import { describe, expect, it } from 'vitest'
import { made, plannedPurchase, purchaseAfter, read } from '@/test/samples/purchase'
import { order, steps } from '@/test/support/ui/fixture-order'
import { orders } from '@/test/support/ui/fixture-orders'
import { askingOf } from './asking'
import type { OrderEvent } from './event'
import type { Attempt, Order, PurchaseOrder, SwapOrder, TransferOrder } from './order'
import { mayAsk } from './order-parts'
import { checkoutOf, isFollowed } from './purchase'
import { reduce } from './reduce'
import { isSettled, toRestored } from './restored'
import { payableOf, toTransferOrder } from './transfer'

const now = 1_800_000_000_000
const all = orders(now)
const named = (name: string) => all[name] as Order
/** As it is stored: what a file brought is told from what was made here for good. */
const marked = (order: Order) => ({ ...order, fromBackup: true })

describe('an order of a backup', () => {
  it('that was never begun is left out', () => {
    expect(toRestored(order(now, { status: 'planned' }), now)).toBeUndefined()
    expect(toRestored(plannedPurchase(), now)).toBeUndefined()
  })

  it.each(['filled', 'refunded', 'stopped', 'tracking'])('that is %s goes on as it was', (name) => {
    expect(toRestored(named(name), now)).toEqual(marked(named(name)))
  })

  it.each(['asking', 'unsure', 'declined', 'blocked'])(
    'that would still ask a wallet (%s) asks nobody',
    (name) => {
      expect(named(name).status).toBe('running')
      expect(toRestored(named(name), now)).toEqual(marked({ ...named(name), status: 'attention' }))
    },
  )

  it('that was paid is followed, if nothing before the payment is open any more', () => {
    const evidence = { askedAt: now, page: order(now).page }
    const ids = { attemptId: 'a'.repeat(32), hash: `0x${'a'.repeat(64)}` }
    const sent = { status: 'sent' as const, ...ids, sentAt: now, evidence }
    const done = { status: 'confirmed' as const, ...ids, at: now }
    const paid = order(now, { status: 'running', current: 1, steps: steps(done, sent) })
    expect(toRestored(paid, now)).toEqual(marked(paid))
    for (const [first, second, current] of [
      [done, { status: 'ready' as const }, 1],
      [sent, sent, 0],
      [{ status: 'ready' as const }, sent, 1],
      [done, sent, 0],
    ] as const) {
      const open = order(now, { status: 'running', current, steps: steps(first, second) })
      expect(toRestored(open, now)?.status).toBe('attention')
    }
  })

  it('names no node for what became of its requests: none was asked from here', () => {
    const end: NonNullable<Attempt['end']> = {
      what: 'absent',
      at: now,
      block: '200',
      shownBy: { nodes: ['one', 'two'] },
    }
    const kept = { what: 'absent', at: now, block: '200' }
    const swap = named('notSent') as SwapOrder
    const asked = swap.attempts.map((each) => ({ ...each, end }))
    const { end: _, ...open } = asked[0] ?? { end }
    const restored = toRestored(
      { ...swap, attempts: [...asked, open] as SwapOrder['attempts'] },
      now,
    )
    expect(restored).toMatchObject({ attempts: [{ end: kept }, open] })
    const [first, second] = (restored as SwapOrder).attempts
    expect([first?.end, second?.end]).toEqual([kept, undefined])
    const paid = named('addressReverted') as TransferOrder
    const { pay } = paid
    const attempts = pay?.attempts.map((each) => ({ ...each, end })) ?? []
    const file = { ...paid, pay: { ...pay, attempts } } as TransferOrder
    const other = toRestored(file, now) as TransferOrder
    expect(other.pay?.attempts.map((each) => each.end)).toEqual([kept])
  })

  it('whose payment turns out not to be sent is over: nobody is asked for it here', () => {
    const evidence = { askedAt: now, page: order(now).page }
    const ids = { attemptId: 'a'.repeat(32), hash: `0x${'a'.repeat(64)}` }
    const state = { status: 'unsure' as const, ...ids, since: now, checks: [], needsPerson: true }
    const done = { status: 'confirmed' as const, ...ids, attemptId: 'b'.repeat(32), at: now }
    const sent = { status: 'sent' as const, ...ids, sentAt: now, evidence }
    const paid = order(now, { status: 'running', current: 1, steps: steps(done, sent) })
    const restored = toRestored(paid, now) as SwapOrder
    const [approve, deposit] = restored.steps
    if (!approve || !deposit) throw new Error('no steps')
    const unsure = { ...restored, steps: [approve, { ...deposit, state }] }
    expect(unsure.status).toBe('running')
    const { attemptId } = ids
    const said = { at: now, attemptId, code: 'order/not-sent' as const, retryable: true }
    const event = { type: 'notSent' as const, by: 'person' as const, ...said }
    const checked = { type: 'checked' as const, at: now, attemptId, checks: [], needsPerson: false }
    expect(reduce(unsure, checked as OrderEvent).order.status).toBe('running')
    expect(reduce(unsure, event).order.status).toBe('stopped')
    const { fromBackup: _, ...own } = unsure
    expect(reduce(own as SwapOrder, event).order.status).toBe('running')
  })

  it('keeps no step behind the payment that was not made', () => {
    const evidence = { askedAt: now, page: order(now).page }
    const ids = { attemptId: 'a'.repeat(32), hash: `0x${'a'.repeat(64)}` }
    const done = { status: 'confirmed' as const, ...ids, at: now }
    const sent = { status: 'sent' as const, ...ids, sentAt: now, evidence }
    const [approve, deposit] = steps(done, sent)
    if (!approve || !deposit) throw new Error('no steps')
    const revoke = { ...approve, id: 'revoke', state: { status: 'ready' as const } }
    const over = order(now, { status: 'filled', current: 2, steps: [approve, deposit, revoke] })
    expect(toRestored(over, now)).toMatchObject({ steps: [approve, deposit], current: 2 })
  })

  it('of a purchase that was called delivered and is looked for is told anew', () => {
    const bought = purchaseAfter(plannedPurchase(), made, read('filled'))
    const restored = toRestored({ ...bought, status: 'unproved' }, now)
    expect(restored?.status).toBe('tracking')
    expect(restored).not.toHaveProperty('arrival')
  })

  it('of a purchase opens no checkout', () => {
    const bought = purchaseAfter(plannedPurchase(), made)
    expect(bought.status).toBe('submitted')
    expect(checkoutOf(bought)).toBeDefined()
    const restored = toRestored(bought, now) as PurchaseOrder
    expect(restored).toMatchObject({ purchase: { found: true }, fromBackup: true })
    expect(checkoutOf(restored)).toBeUndefined()
  })

  it('of a purchase that had no answer opens no checkout, should its number become known', () => {
    const lost = purchaseAfter(plannedPurchase(), { type: 'purchaseLost' })
    const joined = purchaseAfter(toRestored(lost, now) as PurchaseOrder, made)
    expect(joined.status).toBe('submitted')
    expect(checkoutOf(joined)).toBeUndefined()
    expect(checkoutOf(purchaseAfter(lost, made))).toBeDefined()
  })

  it('of a purchase that its provider calls failed asks nobody for a bridge that the file names', () => {
    const bought = purchaseAfter(
      plannedPurchase(),
      made,
      read('bridging', { bridgeOrderId: 'b-1' }),
    )
    const leg = {
      orderId: 'b-1',
      serviceUrl: 'https://other.test',
      status: 'created',
      from: bought.accepted.to,
    }
    const withLeg = { ...bought, purchase: { ...bought.purchase, leg } }
    const failed = { ...withLeg, status: 'failed' as const }
    for (const order of [withLeg, failed]) {
      expect(isSettled(order)).toBe(order.status === 'failed' && !isFollowed(order))
      if (!isSettled(order)) expect(toRestored(order, now)).not.toHaveProperty('purchase.leg')
    }
    const filled = { ...withLeg, status: 'filled' as const }
    expect(isSettled(filled)).toBe(true)
    expect(toRestored(filled, now)).toEqual(marked(filled))
  })

  it('that waits for a payment to an address is looked at, and shows the address no more', () => {
    const { accepted } = order(now)
    const transfer = {
      depositAddress: `0x${'4'.repeat(40)}`,
      amount: accepted.from.amount,
      expiresAt: now / 1_000 + 600,
      seen: [],
    }
    const address = toTransferOrder({
      id: 'c',
      at: now,
      accepted,
      serviceUrl: '',
      transfer,
      serviceOrderId: 's',
    })
    expect(payableOf(address, now)).toBeGreaterThan(0n)
    const restored = toRestored(address, now) as TransferOrder
    expect(restored).toMatchObject({
      status: 'submitted',
      transfer: { closed: { at: now, why: 'found' } },
      fromBackup: true,
    })
    expect(payableOf(restored, now)).toBe(0n)
    const over = {
      ...address,
      transfer: { ...transfer, closed: { at: 1, why: 'expired' as const } },
    }
    expect(toRestored(over, now)).toEqual(marked(over))
  })

  it('that a wallet was asked to pay to an address holds that one request, which nobody is asked for again', () => {
    const asked = named('addressRejected') as TransferOrder
    const [step] = asked.pay?.steps ?? []
    if (!asked.pay || !step) throw new Error('nothing was asked')
    const token = { ...step.facts.token, amount: '0' }
    const ids = { attemptId: 'a'.repeat(32), hash: `0x${'a'.repeat(64)}` }
    const done = { ...step, state: { status: 'confirmed' as const, ...ids, at: now } }
    const ready = {
      ...step,
      id: 'crafted',
      deposit: false,
      facts: { kind: 'reset' as const, token, spender: `0x${'4'.repeat(40)}` },
      state: { status: 'ready' as const },
    }
    for (const steps of [[done, ready], [ready]]) {
      const restored = toRestored({ ...asked, pay: { ...asked.pay, steps } }, now) as TransferOrder
      const asking = askingOf(restored)
      expect(restored.pay?.steps).toHaveLength(1)
      expect(asking && mayAsk(asking)).toBe(false)
    }
  })
})
