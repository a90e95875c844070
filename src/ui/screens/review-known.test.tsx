// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { orders } from '@/test/support/ui/fixture-orders'
import { orderText } from '../copy/order-text'
import { PaidFrom, PaidTo, tickOfFirst } from './review-known'

afterEach(() => render(null, document.body))

describe('the account that pays', () => {
  it.each(['contract', 'delegated'] as const)(
    'with code (%s) is named with what follows',
    (coded) => {
      render(<PaidFrom coded={coded} />, document.body)
      const shown = document.body.textContent
      expect(shown).toContain(orderText.review.coded[coded])
      expect(shown).toContain('only you can say that nothing was sent')
    },
  )

  it('without code is nothing to speak of', () => {
    render(<PaidFrom />, document.body)
    expect(document.body.textContent).toBe('')
  })
})

describe('a coin that comes in the form that suits the account', () => {
  const order = orders(1_800_000_000_000).known
  if (order?.kind !== 'swap') throw new Error('no order')
  const coin = { address: `0x${'0'.repeat(40)}`, symbol: 'ETH' }
  const wrapped = { address: `0x${'a'.repeat(40)}`, symbol: 'WETH' }
  function said(or: typeof coin, more: Partial<SwapOrder> = {}): string {
    if (order?.kind !== 'swap') return ''
    const steps = order.steps.map((step) => {
      const { facts } = step
      if (facts.kind !== 'deposit' || !facts.known) return step
      return { ...step, facts: { ...facts, known: { ...facts.known, or } } }
    })
    const to = { ...order.accepted.to, ...(or === coin ? wrapped : coin) }
    const accepted = { ...order.accepted, recipient: order.accepted.author, to, ...more.accepted }
    render(<PaidTo order={{ ...order, ...more, steps, accepted }} />, document.body)
    return document.body.textContent ?? ''
  }
  const words = orderText.review.paysEither('ETH', 'WETH')

  it('is said where the wrapped one was asked for', () => {
    expect(said(coin)).toContain(words)
  })

  it('is said of coins where the account may be a contract, and of no plain account', () => {
    expect(said(wrapped)).not.toContain('Paid out as')
    expect(said(wrapped, { coded: 'contract' })).toContain(words)
    expect(said(wrapped, { otherCode: true })).toContain(words)
    const accepted = { recipient: `0x${'b'.repeat(40)}` } as SwapOrder['accepted']
    expect(said(wrapped, { accepted })).toContain(words)
  })
})

describe('contracts that are used for the first time', () => {
  const made = orders(1_800_000_000_000)
  const textOf = (name: string, more: SwapOrder['firstPaid'] = {}) => {
    const order = made[name]
    if (order?.kind !== 'swap') throw new Error('no order')
    return tickOfFirst({ ...order, firstPaid: { ...order.firstPaid, ...more } })?.text
  }
  const { held: _, ...untold } = (made.unread?.kind === 'swap' && made.unread.firstPaid) || {}

  it('are ticked as several, with the share that passes through them', () => {
    expect(textOf('firstRouter')).toContain('60.93% of my 820.5 USDC passes through them')
    expect(textOf('firstRouter', { amount: '100000000' })).toContain('12.18% of my')
    expect(textOf('firstRouter', { amount: '82050000' })).toBeUndefined()
  })

  it('are not called new where they are known and their call cannot be read', () => {
    expect(textOf('unread')).toContain('cannot read how this contract is called')
    const order = made.unread
    if (order?.kind !== 'swap') throw new Error('no order')
    expect(tickOfFirst({ ...order, firstPaid: untold })?.text).toContain('cannot read how')
  })
})
