import { describe, expect, it, vi } from 'vitest'
import type { Attempt, Order } from '@/src/domain/order/order'
import { toTransferOrder } from '@/src/domain/order/transfer'
import { payment, planned } from '@/test/samples/order'
import { made, plannedPurchase, purchaseAfter, read } from '@/test/samples/purchase'
import { noticeTextIn } from './notice-text'
import { toWords } from './notice-words'

const text = await noticeTextIn(undefined)

const failed = read('failed', { stage: 'over' })

describe('the words of a notice', () => {
  it('call failed what a payment came to, and let the service speak for itself', () => {
    const at = 1
    const reverted = planned([], { failure: { code: 'chain/reverted', at } })
    const said = planned([], { failure: { code: 'order/failed-at-service', at } })
    expect(toWords(reverted, 'failed', text).title).toBe('A swap did not go through')
    expect(toWords(said, 'failed', text).title).toBe('The service says that a swap failed')
  })

  it('name the only node that showed an arrival, and no node where two or the own one did', () => {
    const arrived = (found: object) =>
      planned([], { arrival: { kind: 'payout', since: 1, found: { ...payment, ...found } } })
    const messageOf = (found: object) => toWords(arrived(found), 'filled', text).message
    expect(messageOf({ nodes: ['one'] })).toBe(
      '24.9 USDC delivered, 24.9 USDC quoted. Seen on one node (one).',
    )
    expect(messageOf({})).not.toContain('node')
    expect(messageOf({ nodes: ['mine'], ownNode: true })).not.toContain('node')
  })

  it.each(['payout', 'refund'] as const)('say a %s in full, as its screen does', (kind) => {
    const found = { ...payment, amount: '1234567891' }
    const order = planned([], { arrival: { kind, since: 1, found } })
    const { message } = toWords(order, kind === 'payout' ? 'filled' : 'refunded', text)
    expect(message).toContain('1,234.567891 USDC')
  })

  it('name the form of the coin that came', () => {
    const found = { ...payment, token: `0x${'0'.repeat(40)}` }
    const order = planned(undefined, { arrival: { kind: 'payout', since: 1, found } })
    const or = { address: found.token, symbol: 'ETH' }
    const known = { service: 'Across', contract: 'SpokePool', least: '1', or }
    const steps = order.steps.map((step) => ({ ...step, facts: { ...step.facts, known } }))
    expect(toWords({ ...order, steps } as typeof order, 'filled', text).message).toMatch(
      /^24\.9 ETH delivered, 24\.9 USDC quoted\./,
    )
  })

  it('say nothing of a quote that nobody told', () => {
    const order = planned([], { arrival: { kind: 'payout', since: 1, found: payment } })
    const to = { ...order.accepted.to, amount: '0' }
    const found = { ...order, accepted: { ...order.accepted, to } }
    expect(toWords(found, 'filled', text).message).toBe('24.9 USDC delivered.')
  })

  it('tell a refund that could not be checked from a payout', () => {
    const said = (kind: 'payout' | 'refund') =>
      Object.values(toWords(planned([], { arrival: { kind, since: 1 } }), 'unproved', text)).join(
        ' ',
      )
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
    const { title, message } = toWords(order, 'alarm', text)
    expect(title).toBe('More left your account than you accepted')
    expect(message).not.toContain('stopped')
    const given = { ...alarm, hash: '0x', detail: '', power: 'delegate' } as const
    expect(toWords(planned([], { alarm: given }), 'alarm', text).title).toBe(
      'Somebody got power over what is yours',
    )
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
    const title = (chainId: number, got?: string) => toWords(swap(chainId, got), 'held', text).title

    it('say what is held, as it was read or about', () => {
      expect(title(8_453, '24899000000000000000')).toBe('You now hold 24.899 WETH on Base')
      expect(title(8_453)).toBe('You now hold about 24.9 WETH on Base')
      expect(title(999_999, '24899000000000000001')).toBe('You now hold 24.899 WETH')
      expect(title(999_999)).toBe('You now hold about 24.9 WETH')
      const { message } = toWords(swap(8_453), 'held', text)
      expect(message).toContain('The service was paid nothing.')
    })

    it('say the same where the payment failed', () => {
      expect(toWords(swap(8_453, '1'), 'failed', text).title).toContain('You now hold')
    })

    it('say nothing of it where the payment may be on its way, or where only a file tells of it', () => {
      const order = swap(8_453, '1')
      const { title, message } = toWords(planned(), 'held', text)
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
        expect(toWords(each, 'held', text).title).toBe('Look at your swap')
        expect(toWords(each, 'failed', text).title).toBe('A swap did not go through')
      }
    })
  })

  it('cut a symbol that is an advertisement', () => {
    const order = planned()
    const symbol = 'FREE COINS AT EVIL.EXAMPLE'
    const told = { ...order, accepted: { ...order.accepted, to: { ...order.accepted.to, symbol } } }
    expect(toWords(told, 'late', text).message).toContain('for FREE COINS ….')
  })

  it('carry nothing of a symbol that hides or turns letters', () => {
    const order = planned()
    const to = { ...order.accepted.to, symbol: 'U\u202eS\u200bD\u3164C\u2800' }
    const told = { ...order, accepted: { ...order.accepted, to } }
    expect(toWords(told, 'late', text).message).toContain('for USDC.')
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
      toWords({ ...order, transfer: { ...transfer, amount: '1000', seen } }, 'needs-you', text)
        .message
    expect(message([])).toContain('It is not clear what became of it.')
    expect(message([{ ...payment, amount: '1' }])).toContain('It is not clear what became of it.')
    expect(message([{ ...payment, amount: '900' }])).toContain('came to its address')
    // All that was asked for came, and what the wallet did besides is not known.
    expect(message([{ ...payment, amount: '1000' }])).toContain(
      'It is not clear what became of it.',
    )
  })

  it('say why the person is needed', () => {
    expect(toWords(order, 'needs-you', text).title).toBe('Look at your payment')
    const blocker = { code: 'order/hash-taken' as const, since: at }
    expect(toWords({ ...order, blocker }, 'needs-you', text).title).toContain('does not take')
  })

  it('say what is known of a payment that the service does not take', () => {
    const words = (each: Order) => toWords(each, 'unlinked', text)
    const hash = payment.hash ?? ''
    const named = { ...order, transfer: { ...transfer, named: { hash, at } } }
    expect(words(named).title).toBe('The service does not take your payment')
    // Typed, it may be anything.
    expect(words(named).message).toContain('You named it.')
    const seen = [{ ...payment, amount: '1' }]
    expect(words({ ...named, transfer: { ...named.transfer, seen } }).message).toContain(
      'It is on the chain.',
    )
  })

  it('say that a closed address is still looked at', () => {
    const closed = { at, why: 'ended' as const }
    const words = toWords({ ...order, transfer: { ...transfer, closed } }, 'closed', text)
    expect(words.title).toBe('The service closed a payment address')
    expect(words.message).toContain('still looked for')
  })
})

it('says by what a swap is late: by what is usual here, else by its promise', () => {
  const usual = { typical: 40, most: 90 }
  const titleOf = (order: Order) => toWords(order, 'late', text).title
  expect(titleOf(planned())).toBe('A swap takes longer than promised')
  expect(titleOf({ ...planned(), usual })).toBe('A swap takes longer than usual here')
  expect(titleOf({ ...planned(), usual, fromBackup: true })).toBe(titleOf(planned()))
})

describe('the words of a purchase`s notice', () => {
  const order = purchaseAfter(plannedPurchase(), made)

  it('say what was bought, for how much money, and whose word it is', () => {
    const { title, message } = toWords(purchaseAfter(order, failed), 'failed', text)
    expect(title).toBe('The service says that a purchase failed')
    expect(message).toContain('€50.00 for USDC')
    expect(toWords(order, 'late', text).title).toBe('A purchase takes longer than usual')
  })
})

describe('the words of a notice in another language', () => {
  it('are all in it, with what they were given as it was; and English is as it was', async () => {
    vi.stubEnv('WITH_PSEUDO', 'true')
    vi.resetModules()
    const { noticeTextIn: inLanguage } = await import('./notice-text')
    const other = await inLanguage('ar-XB')
    const { title, message } = toWords(planned(), 'late', other)
    expect(title).toMatch(/^\u200f\u202eÁa\u202c \u202eswáap\u202c/)
    expect(message).toContain('\u206825 USDC\u2069 \u202efóor\u202c')
    expect(other.language).toBe('ar-XB')
    const said = (words: object): string[] =>
      Object.entries(words).flatMap(([key, each]) =>
        key === 'language'
          ? []
          : typeof each === 'string'
            ? [each]
            : typeof each === 'function'
              ? [each('a', 'b')]
              : said(each),
      )
    for (const each of said(other)) expect(each).toContain('\u202e')
    expect(toWords(planned(), 'late', await inLanguage('')).title).toContain('A swap takes longer')
    vi.unstubAllEnvs()
  })
})
