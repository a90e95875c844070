import { describe, expect, it } from 'vitest'
import type { Attempt } from '@/src/domain/order'
import { payment, planned } from '@/src/domain/order-samples'
import { made, plannedPurchase, purchaseAfter, read } from '@/src/domain/purchase-samples'
import { toTransferOrder } from '@/src/domain/transfer'
import { toWords } from './notice-words'

const failed = read('failed', { stage: 'over' })

describe('the words of a notice', () => {
  it('call failed what a payment came to, and let the service speak for itself', () => {
    const at = 1
    const reverted = planned([], { failure: { code: 'chain/reverted', at } })
    const said = planned([], { failure: { code: 'order/failed-at-service', at } })
    expect(toWords(reverted, 'failed').title).toBe('A swap did not go through')
    expect(toWords(said, 'failed').title).toBe('The service says that a swap failed')
  })

  it('name the only node that showed an arrival, and no node where two or the own one did', () => {
    const arrived = (found: object) =>
      planned([], { arrival: { kind: 'payout', since: 1, found: { ...payment, ...found } } })
    const messageOf = (found: object) => toWords(arrived(found), 'filled').message
    expect(messageOf({ nodes: ['one'] })).toBe(
      '24.9 USDC delivered, 24.9 USDC quoted. Seen on one node (one).',
    )
    expect(messageOf({})).not.toContain('node')
    expect(messageOf({ nodes: ['mine'], ownNode: true })).not.toContain('node')
  })

  it('say nothing of a quote that nobody told', () => {
    const order = planned([], { arrival: { kind: 'payout', since: 1, found: payment } })
    const to = { ...order.accepted.to, amount: '0' }
    const found = { ...order, accepted: { ...order.accepted, to } }
    expect(toWords(found, 'filled').message).toBe('24.9 USDC delivered.')
  })

  it('tell a refund that could not be checked from a payout', () => {
    const said = (kind: 'payout' | 'refund') =>
      Object.values(toWords(planned([], { arrival: { kind, since: 1 } }), 'unproved')).join(' ')
    expect(said('payout')).toMatch(/payout could not be checked .* says it was paid/)
    expect(said('refund')).toMatch(/refund could not be checked .* says it was sent back/)
    expect(said('refund')).not.toContain('paid')
  })

  it('say of an order that took more that it did, and not that it was stopped', () => {
    const alarm = {
      kind: 'took',
      code: 'chain/took-more',
      at: 1,
      attemptId: 'b'.repeat(32),
    } as const
    const order = planned([], { alarm: { ...alarm, hash: '0x', detail: '' } })
    const { title, message } = toWords(order, 'alarm')
    expect(title).toBe('More left your account than you accepted')
    expect(message).not.toContain('stopped')
  })

  describe('of a swap that went no further than to another token', () => {
    const { from } = planned().accepted
    const gets = { ...from, symbol: 'WETH', decimals: 18, amount: '24900000000000000000' }
    const swap = (chainId: number, got?: string) =>
      planned([], {
        status: 'stopped',
        steps: [
          {
            id: 's',
            deposit: false,
            action: { kind: 'transaction', chainId, tx: {} as never, waitForReceipt: true },
            facts: {
              kind: 'swap',
              token: from,
              gets: { ...gets, chainId },
              target: '',
              method: '',
            },
            state: { status: 'confirmed', attemptId: 'a', hash: '0x', at: 1, ...(got && { got }) },
          },
        ],
      })
    const title = (chainId: number, got?: string) => toWords(swap(chainId, got), 'held').title

    it('say what is held, as it was read or about', () => {
      expect(title(8_453, '24899000000000000000')).toBe('You now hold 24.899 WETH on Base')
      expect(title(8_453)).toBe('You now hold about 24.9 WETH on Base')
      expect(title(999_999, '24899000000000000001')).toBe('You now hold 24.899 WETH')
      expect(title(999_999)).toBe('You now hold about 24.9 WETH')
      const { message } = toWords(swap(8_453), 'held')
      expect(message).toContain('The service was paid nothing.')
    })

    it('say the same where the payment failed', () => {
      expect(toWords(swap(8_453, '1'), 'failed').title).toContain('You now hold')
    })

    it('say nothing of it where the payment may be on its way, or where only a file tells of it', () => {
      const order = swap(8_453, '1')
      const { title, message } = toWords(planned(), 'held')
      expect([title, message]).toEqual(['Look at your swap', expect.not.stringContaining('paid')])
      const asked: Attempt = {
        attemptId: 'b',
        stepId: 'd',
        deposit: true,
        action: { kind: 'solanaSign', chainId: 1, transaction: '' },
        evidence: {} as never,
        seen: [],
        end: { what: 'refused', at: 1 },
      }
      const inDoubt = { ...order, attempts: [asked] }
      const brought = { ...order, fromBackup: true } as const
      for (const each of [inDoubt, brought]) {
        expect(toWords(each, 'held').title).toBe('Look at your swap')
        expect(toWords(each, 'failed').title).toBe('A swap did not go through')
      }
    })
  })

  it('cut a symbol that is an advertisement', () => {
    const order = planned()
    const symbol = 'FREE COINS AT EVIL.EXAMPLE'
    const told = { ...order, accepted: { ...order.accepted, to: { ...order.accepted.to, symbol } } }
    expect(toWords(told, 'late').message).toContain('for FREE COINS ….')
  })

  it('carry nothing of a symbol that hides or turns letters', () => {
    const order = planned()
    const to = { ...order.accepted.to, symbol: 'U\u202eS\u200bD\u3164C\u2800' }
    const told = { ...order, accepted: { ...order.accepted, to } }
    expect(toWords(told, 'late').message).toContain('for USDC.')
  })
})

describe('the words of a notice of a payment to an address', () => {
  const at = 1
  const { accepted } = planned()
  const transfer = {
    depositAddress: '0x',
    amount: '1',
    expiresAt: 9,
    seen: [],
    needsHash: true as const,
  }
  const order = toTransferOrder({ id: 'c', at, accepted, serviceUrl: '', transfer })

  it('say that something came to the address where it did, and not where it did not', () => {
    const message = (seen: (typeof payment)[]) =>
      toWords({ ...order, transfer: { ...transfer, amount: '1000', seen } }, 'needs-you').message
    expect(message([])).toContain('It is not clear what became of it.')
    expect(message([{ ...payment, amount: '1' }])).toContain('It is not clear what became of it.')
    expect(message([{ ...payment, amount: '900' }])).toContain('came to its address')
  })

  it('say why the person is needed', () => {
    expect(toWords(order, 'needs-you').title).toBe('Look at your payment')
    const blocker = { code: 'order/unlinked' as const, since: at }
    expect(toWords({ ...order, blocker }, 'needs-you').title).toContain('does not take')
  })

  it('say that a closed address is still looked at', () => {
    const closed = { at, why: 'ended' as const }
    const words = toWords({ ...order, transfer: { ...transfer, closed } }, 'failed')
    expect(words.title).toBe('The service closed a payment address')
    expect(words.message).toContain('still looked for')
  })
})

describe('the words of a purchase`s notice', () => {
  const order = purchaseAfter(plannedPurchase(), made)

  it('say what was bought, for how much money, and whose word it is', () => {
    const { title, message } = toWords(purchaseAfter(order, failed), 'failed')
    expect(title).toBe('The service says that a purchase failed')
    expect(message).toContain('€50.00 for USDC')
    expect(toWords(order, 'late').title).toBe('A purchase takes longer than usual')
  })
})
