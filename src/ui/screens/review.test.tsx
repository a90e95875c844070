// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { QUOTE_MARGIN_SECONDS } from '@/src/domain/order/quote-time'
import { orders } from '@/test/support/ui/fixture-orders'
import { clear, NOW, samples, setUp } from '@/test/support/ui/review-screen'
import { settled } from '@/test/support/ui/settled'
import { orderText } from '../copy/order-text'
import { walletText } from '../copy/wallet-text'

afterEach(clear)

describe('the tab that will ask', () => {
  const who = () => document.querySelector('.who')?.textContent

  it('is led to while it is open', async () => {
    await setUp({})
    expect(who()).toContain(walletText.showTab)
  })

  it('is said to be closed where it is, with what there is to do', async () => {
    const { page } = orders(NOW).planned as SwapOrder
    const { app } = await setUp({ closedTab: page.tabId })
    expect(who()).toContain(walletText.tabClosed.review)
    // Its words come together with their element, which is read out of no live region.
    const read = () => app.announcements.value.map(({ text }) => text)
    await expect.poll(read).toContain(walletText.tabClosed.review)
    expect(who()).not.toContain(walletText.showTab)
  })
})

describe('the review', () => {
  it.each([
    ['running', 'order', ''],
    ['stopped', 'swap', '25'],
  ] as const)(
    'given its order turns out to be %s, then it is over: %s, with "%s" in the form',
    async (status, screen, text) => {
      const { planned } = samples
      if (planned?.kind !== 'swap') throw new Error('no order')
      const all = { planned }
      const world = await setUp({ orders: all })
      world.app.swap.type('pay', '25')
      world.app.swap.mark(planned.id)
      all.planned = { ...planned, status }
      await world.wait(2_000)
      await act(settled)
      expect([world.screen(), world.app.swap.payText.value]).toEqual([screen, text])
    },
  )

  it.each([
    ['swap', 'what was typed', ''],
    ['history', 'what was typed since', '6'],
    ['review', 'what was typed since', '6'],
  ] as const)(
    'given it was left for %s while it was being confirmed, then that stays, and %s is "%s"',
    async (screen, what, text) => {
      const { planned, fee } = samples
      if (planned?.kind !== 'swap' || fee?.kind !== 'swap') throw new Error('no order')
      const all = { planned, fee }
      const world = await setUp({ orders: all, hanging: ['confirmOrder'] })
      const { app } = world
      app.swap.type('pay', '5')
      app.swap.mark(planned.id)
      let answer = () => {}
      vi.spyOn(app.backend, 'call').mockImplementationOnce(
        () => new Promise((resolve) => (answer = () => resolve({} as never))),
      )
      await world.wait(700)
      await world.press('confirm')
      if (what === 'what was typed since') app.swap.type('pay', '6')
      const at = screen === 'review' ? { screen, orderId: fee.id } : { screen }
      app.router.go(at)
      render(null, document.body)
      all.planned = { ...planned, status: 'running' }
      await act(async () => {
        answer()
        await settled()
      })
      await act(settled)
      expect([app.router.route.value, app.swap.payText.value]).toEqual([at, text])
    },
  )

  it.each(['cancel', 'back'] as const)(
    'given nothing was confirmed, then %s stops it',
    async (way) => {
      const { press, screen, stopped } = await setUp()
      await press(way)
      expect([screen(), stopped()]).toEqual(['swap', true])
    },
  )

  it.each(['cancel', 'back'] as const)(
    'given it is being confirmed, then %s is off',
    async (way) => {
      const { press, screen, stopped, buttons, wait } = await setUp({ hanging: ['confirmOrder'] })
      await wait(700)
      await press('confirm')
      // Whoever pressed it keeps the focus there.
      const { confirm } = buttons
      expect([confirm?.disabled, confirm?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
      expect(buttons[way]?.disabled).toBe(true)
      await press(way)
      expect([screen(), stopped()]).toEqual(['review', false])
    },
  )
})

describe('the confirmation', () => {
  it('is not taken from the second click of a double-click that opened the review', async () => {
    const { press, confirmed, wait } = await setUp()
    await wait(260)
    await press('confirm')
    expect(confirmed()).toBe(false)
    await wait(440)
    await press('confirm', 2)
    expect(confirmed()).toBe(false)
    await press('confirm')
    expect(confirmed()).toBe(true)
  })

  it('says beside the grey button what is missing, and otherwise that nothing is sent yet', async () => {
    const { why, tick, wait, buttons } = await setUp({ order: 'foreign' })
    await wait(700)
    expect(buttons.confirm?.disabled).toBe(true)
    expect(why()).toBe('Confirm the points above first.')
    await tick()
    expect(buttons.confirm?.disabled).toBe(false)
    expect(why()).toBe('Nothing is sent until you confirm.')
  })

  it('has what speaks against it before everything else, and the ticks right above it', async () => {
    await setUp({ order: 'foreign' })
    const body = document.querySelector('.review-body')
    expect(body?.firstElementChild?.textContent).toContain('simulation failed')
    expect(document.querySelector('.actions .ticks')).not.toBeNull()
  })

  it('names an expired price before everything else', async () => {
    await setUp({ order: 'expired' })
    const first = document.querySelector('.review-body')?.firstElementChild
    expect(first?.getAttribute('data-code')).toBe('policy/quote-expired')
  })
})

describe('the end of the price', () => {
  it('is the worker’s own: what it would refuse is not offered, and the second before is', async () => {
    const { planned } = samples
    if (planned === undefined) throw new Error('no such sample')
    const codeWith = async (left: number) => {
      const accepted = { ...planned.accepted, quoteExpiresAt: NOW / 1_000 + left }
      await setUp({ orders: { ...samples, planned: { ...planned, accepted } } })
      const first = document.querySelector('.review-body')?.firstElementChild
      return first?.getAttribute('data-code')
    }
    expect(await codeWith(QUOTE_MARGIN_SECONDS)).toBe('policy/quote-expired')
    render(null, document.body)
    expect(await codeWith(QUOTE_MARGIN_SECONDS + 1)).not.toBe('policy/quote-expired')
  })

  it('is said where the confirmation stood, by what was read out before and stays', async () => {
    const { planned } = samples
    if (planned === undefined) throw new Error('no such sample')
    const quoteExpiresAt = NOW / 1_000 + QUOTE_MARGIN_SECONDS + 2
    const { app, wait, why } = await setUp({
      orders: { planned: { ...planned, accepted: { ...planned.accepted, quoteExpiresAt } } },
    })
    // Its clock goes.
    await act(() => app.restore())
    const region = document.querySelector('.actions-why')
    expect([region?.role, why()]).toEqual(['status', 'Nothing is sent until you confirm.'])
    await wait(3_000)
    expect(document.querySelector('.actions .button-main')?.textContent).toBe('Get a new quote')
    expect(document.querySelector('.actions-why')).toBe(region)
    expect([region?.role, why()]).toEqual(['status', 'This quote has run out.'])
  })
})

describe('a wallet that stands on another chain', () => {
  it('is known to be asked for the switch first, which counts and is named', async () => {
    const { planned } = samples
    if (planned?.kind !== 'swap') throw new Error('no such sample')
    const from = { ...planned.accepted.from, chainId: 42161 }
    const elsewhere = { ...planned, accepted: { ...planned.accepted, from } }
    const asks = async (order: typeof planned) => {
      const { app } = await setUp({ orders: { planned: order } })
      await act(() => app.wallets.refresh())
      const title = document.querySelector('.asks-title')?.textContent
      const first = document.querySelector('.asks-short li')?.textContent
      const decoded = document.querySelector('.asks-card h2')?.textContent
      render(null, document.body)
      return { title, first, decoded }
    }
    const { length } = planned.steps
    const named = 'Switch to Arbitrum One'
    expect(await asks(elsewhere)).toEqual({
      title: orderText.review.steps(length + 1),
      first: named,
      decoded: named,
    })
    expect(await asks(planned)).toMatchObject({
      title: orderText.review.steps(length),
      first: expect.not.stringContaining('Switch'),
    })
  })
})

describe('the key that confirms', () => {
  const key = (more: KeyboardEventInit) =>
    act(async () => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }),
      )
      await settled()
    })

  it('counts once the confirmation may be given, and only with Ctrl or Command', async () => {
    const { confirmed, wait, tick } = await setUp()
    await tick()
    await key({ ctrlKey: true })
    await wait(700)
    await key({})
    await key({ ctrlKey: true, repeat: true })
    expect(confirmed()).toBe(false)
    await key({ metaKey: true })
    expect(confirmed()).toBe(true)
  })

  it('given a dialog waits for an answer, confirms nothing behind it', async () => {
    const { confirmed, wait, tick } = await setUp()
    await tick()
    await wait(700)
    const dialog = document.createElement('dialog')
    dialog.setAttribute('open', '')
    document.body.append(dialog)
    onTestFinished(() => dialog.remove())
    await key({ ctrlKey: true })
    expect(confirmed()).toBe(false)
    dialog.remove()
    await key({ ctrlKey: true })
    expect(confirmed()).toBe(true)
  })

  it('given something is still to be ticked, does nothing', async () => {
    const { confirmed, wait, buttons } = await setUp({ order: 'foreign' })
    await wait(700)
    expect(buttons.confirm?.disabled).toBe(true)
    await key({ ctrlKey: true })
    expect(confirmed()).toBe(false)
  })
})
