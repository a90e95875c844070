import { describe, expect, it } from 'vitest'
import { needsPerson } from '@/src/domain/order/needs-person'
import type { SwapOrder } from '@/src/domain/order/order'
import { order, steps } from '@/test/support/ui/fixture-order'
import { orders } from '@/test/support/ui/fixture-orders'
import { whereTheMoneyIs } from './money'
import { labelOf } from './status'

const NOW = 1_800_000_000_000
const all = orders(NOW)
const named = (name: string) => all[name] as SwapOrder
const sent = {
  status: 'verified' as const,
  attemptId: 'a'.repeat(32),
  hash: `0x${'a'.repeat(64)}`,
  sentAt: NOW,
  evidence: { askedAt: NOW, page: named('asking').page },
}

describe('the label of an order', () => {
  it.each([
    ['asking', 'Waiting for you'],
    ['switching', 'Waiting for you'],
    ['declined', 'Needs you'],
    ['blocked', 'Needs you'],
    ['unsure', 'Needs you'],
    ['tracking', 'On its way'],
    ['filled', 'Received'],
    ['stopped', 'Cancelled'],
  ])('%s: %s', (name, label) => {
    expect(labelOf(named(name)).label).toBe(label)
  })

  it('says of an order that waits by itself that it is being checked', () => {
    const waits = { ...named('declined'), blocker: { code: 'order/may-land' as const, since: NOW } }
    expect(labelOf(waits)).toEqual({ label: 'Being checked', tone: 'warn' })
  })

  it('says of an order that the service does not take up that it needs attention, not the person', () => {
    for (const each of [named('unlinked'), named('unlinkedMined')]) {
      expect(labelOf(each)).toEqual({ label: 'Needs attention', tone: 'warn' })
      expect(needsPerson(each)).toBe(false)
    }
  })

  it('says of one that a backup tells of where it comes from: nobody is waited for', () => {
    for (const name of ['keptUnsure', 'leftElsewhere']) {
      expect(labelOf(named(name))).toEqual({ label: 'From a backup', tone: 'neutral' })
      expect(needsPerson(named(name))).toBe(false)
      expect(whereTheMoneyIs(named(name))).toContain('where the backup was made')
    }
  })

  it('says of an order that took more what went wrong, also where the payout has arrived', () => {
    const alarmed = named('took')
    expect(alarmed.status).toBe('filled')
    expect(labelOf(alarmed)).toEqual({ label: 'More was taken', tone: 'bad' })
    expect(labelOf(named('gavePower'))).toEqual({ label: 'Power was given', tone: 'bad' })
  })

  it('says of an order at the service whether its payment is being checked, or is asked about', () => {
    const asked = { ...named('unsure'), status: 'tracking' as const }
    expect(labelOf(asked).label).toBe('Needs you')
    expect(needsPerson(asked)).toBe(true)
    const [approve, deposit] = asked.steps
    if (!approve || deposit?.state.status !== 'unsure') throw new Error('not unsure')
    const state = { ...deposit.state, needsPerson: false }
    const checked = { ...asked, steps: [approve, { ...deposit, state }] }
    expect(labelOf(checked)).toEqual({ label: 'Being checked', tone: 'warn' })
    expect(needsPerson(checked)).toBe(false)
  })

  it('says what goes on by itself', () => {
    const approving = order(NOW, { status: 'running', steps: steps(sent, { status: 'ready' }) })
    expect(labelOf(approving)).toEqual({ label: 'Approving', tone: 'active' })
    const sending = order(NOW, { status: 'running', current: 1, steps: steps(sent, sent) })
    expect(labelOf(sending)).toEqual({ label: 'Sending', tone: 'active' })
    expect([approving, sending].some(needsPerson)).toBe(false)
  })

  it('claims neither an approval nor a payment before the wallet was asked for it', () => {
    const ready = { status: 'ready' } as const
    const first = order(NOW, { status: 'running', steps: steps(ready, ready) })
    const second = order(NOW, { status: 'running', current: 1, steps: steps(sent, ready) })
    for (const each of [first, second]) {
      expect(labelOf(each)).toEqual({ label: 'Preparing', tone: 'active' })
      expect(needsPerson(each)).toBe(false)
    }
  })

  it('says of a payment that is made the same before and after the service was told of it', () => {
    const made = { steps: steps(sent, sent), current: 2 }
    const [before, after] = (['running', 'submitted'] as const).map((status) =>
      labelOf(order(NOW, { ...made, status })),
    )
    expect(before).toEqual(after)
    expect(after?.label).toBe('Payment sent')
  })
})

describe('an order that was stopped', () => {
  const stopped = (approve: Parameters<typeof steps>[0]) =>
    whereTheMoneyIs(order(NOW, { status: 'stopped', steps: steps(approve, { status: 'ready' }) }))

  it('tells of a request that the wallet may still show', () => {
    const asking = named('asking').steps[1]?.state ?? { status: 'ready' as const }
    expect(stopped(asking)).toBe('Cancelled. If Rabby Wallet still shows a request, reject it.')
  })

  it('tells of an approval that was given', () => {
    expect(stopped(sent)).toContain('Your USDC approval stays until you revoke it')
  })

  it('otherwise says that nothing was paid', () => {
    expect(stopped({ status: 'ready' })).toBe('Cancelled. Nothing was paid.')
  })
})

describe('an approval whose answer was lost', () => {
  it('is no payment: nothing has left the wallet', () => {
    const lost = named('unsure').steps[1]?.state ?? { status: 'ready' as const }
    const unsure = order(NOW, { status: 'running', steps: steps(lost, { status: 'ready' }) })
    expect(whereTheMoneyIs(unsure)).toBe('Nothing has left your wallet: this was only an approval.')
  })
})
