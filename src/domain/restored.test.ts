import { describe, expect, it } from 'vitest'
import { order, orders, steps } from '@/test/support/ui/fixture-data'
import type { Order, TransferOrder } from './order'
import { plannedPurchase } from './purchase-samples'
import { toRestored } from './restored'
import { payableOf, toTransferOrder } from './transfer'

const now = 1_800_000_000_000
const all = orders(now)
const named = (name: string) => all[name] as Order

describe('an order of a backup', () => {
  it('that was never begun is left out', () => {
    expect(toRestored(order(now, { status: 'planned' }), now)).toBeUndefined()
    expect(toRestored(plannedPurchase(), now)).toBeUndefined()
  })

  it.each(['filled', 'refunded', 'stopped', 'tracking'])('that is %s goes on as it was', (name) => {
    expect(toRestored(named(name), now)).toBe(named(name))
  })

  it.each(['asking', 'unsure', 'declined', 'blocked'])(
    'that would still ask a wallet (%s) asks nobody',
    (name) => {
      expect(named(name).status).toBe('running')
      expect(toRestored(named(name), now)).toEqual({ ...named(name), status: 'attention' })
    },
  )

  it('that was paid is followed', () => {
    const evidence = { askedAt: now, page: order(now).page }
    const hash = `0x${'a'.repeat(64)}`
    const sent = { status: 'sent' as const, attemptId: 'a'.repeat(32), hash, sentAt: now, evidence }
    const paid = order(now, { status: 'running', current: 1, steps: steps(sent, sent) })
    expect(toRestored(paid, now)).toBe(paid)
    const approved = order(now, { status: 'running', steps: steps(sent, { status: 'ready' }) })
    expect(toRestored(approved, now)?.status).toBe('attention')
  })

  it('that waits for a payment to an address is looked at, and shows the address no more', () => {
    const { accepted } = order(now)
    const transfer = {
      depositAddress: `0x${'4'.repeat(40)}`,
      amount: accepted.from.amount,
      expiresAt: now / 1_000 + 600,
      seen: [],
    }
    const made = toTransferOrder({
      id: 'c',
      at: now,
      accepted,
      serviceUrl: '',
      transfer,
      serviceOrderId: 's',
    })
    expect(payableOf(made, now)).toBeGreaterThan(0n)
    const restored = toRestored(made, now) as TransferOrder
    expect(restored).toMatchObject({ status: 'submitted', transfer: { closed: { at: now } } })
    expect(payableOf(restored, now)).toBe(0n)
    const over = { ...made, transfer: { ...transfer, closed: { at: 1, why: 'expired' as const } } }
    expect(toRestored(over, now)).toEqual(over)
  })
})
