// @vitest-environment happy-dom

import { afterEach, describe, expect, it } from 'vitest'
import type { Halt, Step, SwapOrder } from '@/src/domain/order/order'
import { all, clear, NOW, setUp } from '@/test/support/ui/order-screen'
import { orderText } from '../copy/order-text'

afterEach(clear)

describe('an order that stopped after its swap', () => {
  const { held } = orderText
  const from = all.halted as SwapOrder
  const stopped = (change: Partial<SwapOrder>) =>
    setUp('halted', { orders: { ...all, halted: { ...from, ...change } } })

  it('says what is held now, and fills the form with exactly that, or swaps it back', async () => {
    const { app, press, shown } = await setUp('halted')
    expect(shown()).toContain('You now hold 497.912 DAI on Base.')
    expect(shown()).toContain(held.title.price)
    await press(held.on)
    expect(app.router.route.value).toEqual({ screen: 'swap' })
    const filled = () => [
      app.swap.pay.value?.symbol,
      app.swap.payText.value,
      app.swap.receive.value?.symbol,
      app.swap.receive.value?.chainId,
    ]
    const amount = '497.912345678901234567'
    expect(filled()).toEqual(['DAI', amount, 'ETH', 42161])
    expect(app.swap.draft.value.follows).toBe(from.id)
    await press(held.back('USDC'))
    expect(filled()).toEqual(['DAI', amount, 'USDC', 8453])
    expect(app.swap.recipient.value).toBe('')
  })

  it('given another order took it up, offers it no more, and leads there', async () => {
    const { app, button, press, shown } = await setUp('takenUp')
    expect(shown()).toContain(held.wentOn)
    expect(shown()).not.toContain('You now hold')
    expect(app.announcements.value.at(-1)?.text).toContain(held.wentOn)
    expect(button(held.on)).toBeUndefined()
    expect(button(held.back('USDC'))).toBeUndefined()
    await press(orderText.other.open)
    expect(app.router.route.value).toEqual({ screen: 'order', orderId: all.takesUp?.id })
  })

  it.each([
    ['is only looked at', 'planned'],
    ['was put aside with nothing moved', 'stopped'],
  ] as const)('given the other %s, offers it all the same', async (_why, status) => {
    const { id = '', ...planned } = all.planned as SwapOrder
    const takesUp = { ...planned, id: 'fa'.repeat(16), status, follows: all.takenUp?.id ?? id }
    const { button } = await setUp('takenUp', { orders: { ...all, takesUp } })
    expect(button(held.on)).toBeDefined()
  })

  it('keeps the address that was to receive it, and not for the way back', async () => {
    const recipient = `0x${'5'.repeat(40)}`
    const { app, press } = await stopped({ accepted: { ...from.accepted, recipient } })
    await press(held.on)
    expect(app.swap.recipient.value).toBe(recipient)
    await press(held.back('USDC'))
    expect(app.swap.recipient.value).toBe('')
  })

  it.each([
    [{ at: NOW, why: 'person' }, held.title.person],
    [{ at: NOW, why: 'refused', code: 'policy/would-revert' }, held.title.revert],
    [{ at: NOW, why: 'refused', code: 'policy/takes-more' }, held.title.changed],
  ] as [Halt, string][])('says why: %o', async (halted, title) => {
    expect((await stopped({ halted })).shown()).toContain(title)
  })

  it('says so of a payment that failed on the chain', async () => {
    const { halted: _, ...rest } = from
    const failed = { ...rest, status: 'failed' as const }
    const { shown, button } = await setUp('halted', { orders: { ...all, halted: failed } })
    expect(shown()).toContain(held.title.failed)
    expect(button(held.on)).toBeDefined()
  })

  it('offers no way on to the token that is held already', async () => {
    const dai = from.steps[2]?.facts.token
    const accepted = { ...from.accepted, to: { ...from.accepted.to, ...dai } }
    const { button } = await stopped({ accepted })
    expect(button(held.on)).toBeUndefined()
    expect(button(held.back('USDC'))).toBeDefined()
  })

  it('offers nothing of nothing', async () => {
    const steps = from.steps.map((step) =>
      step.id === 'swap' ? { ...step, state: { ...step.state, got: '0' } as Step['state'] } : step,
    )
    const { button } = await stopped({ steps })
    expect(button(held.back('USDC'))).toBeUndefined()
  })
})
