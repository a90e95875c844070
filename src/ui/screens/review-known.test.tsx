// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { orders } from '@/test/support/ui/fixture-data'
import { orderText } from '../copy/order-text'
import { PaidFrom, tickOfFirst } from './review-known'

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
