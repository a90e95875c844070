// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order/order'
import { stepsOf } from '@/src/domain/order/order-parts'
import { all, clear, setUp } from '@/test/support/ui/order-screen'
import { settled } from '@/test/support/ui/settled'
import { errorCopy } from '../copy/errors'
import { whereTheMoneyIs } from '../copy/money'
import { orderText } from '../copy/order-text'
import type { Backend } from '../models/backend'

afterEach(clear)

describe('an order that leaves an approval open', () => {
  it('names the amount, the token and the spender, and how it is closed', async () => {
    const { shown } = await setUp('leftOpen')
    const [approve] = all.leftOpen ? stepsOf(all.leftOpen) : []
    if (approve?.facts.kind !== 'approve') throw new Error('no approval')
    expect(shown()).toContain(orderText.allowance.mayTake('500 USDC', 'Base'))
    expect(shown()).toContain(approve.facts.spender)
    expect(shown()).toContain(approve.facts.token.address)
    expect(shown()).toContain(orderText.allowance.ended)
    expect(shown()).not.toContain(orderText.allowance.mayLand)
    expect(shown()).toContain(orderText.allowance.next('Rabby Wallet'))
  })

  it('has the wallet take it back with one click', async () => {
    const { press, calls } = await setUp('leftOpen')
    await press(orderText.allowance.close)
    const id = all.leftOpen?.id
    const [approve] = all.leftOpen ? stepsOf(all.leftOpen) : []
    const spender = approve?.facts.kind === 'approve' ? approve.facts.spender : ''
    expect(calls.at(-1)).toEqual({ name: 'closeAllowance', input: { orderId: id, spender } })
  })

  it('shows what the chain shows, nothing of what is closed, and says what nobody can say', async () => {
    const { shown } = await setUp('leftOpen', { left: ['1230000'] })
    expect(shown()).toContain(orderText.allowance.mayTake('1.23 USDC', 'Base'))
    render(null, document.body)
    expect((await setUp('leftOpen', { left: ['0'] })).shown()).not.toContain(
      orderText.allowance.title(1),
    )
    for (const unread of [
      { left: [] },
      { failing: { readAllowances: 'rpc/unavailable' } },
    ] as const) {
      render(null, document.body)
      expect((await setUp('leftOpen', unread)).shown()).toContain(orderText.allowance.unread)
    }
  })

  it('given the page of its wallet is gone, can be taken back in another', async () => {
    const gone = { failing: { closeAllowance: 'page/gone' } } as const
    const { press, button, shown } = await setUp('leftOpen', gone)
    await press(orderText.allowance.close)
    expect(shown()).toContain(errorCopy['page/gone'].title)
    expect(button(orderText.order.choosePage)).toBeDefined()
  })

  it('given it is being taken back, offers no second request', async () => {
    const { shown, button } = await setUp('leftClosing')
    expect(shown()).toContain(orderText.allowance.closing)
    expect(shown()).toContain(orderText.order.lookAtWallet('Rabby Wallet'))
    expect(button(orderText.allowance.close)).toBeUndefined()
    expect(button(orderText.order.stop)).toBeUndefined()
    expect(shown()).not.toContain('reject it')
    expect(document.querySelector('[aria-current=step]')?.textContent).toContain('Clear')
  })

  it('given that was declined, offers it again', async () => {
    const { press, calls, button } = await setUp('leftDeclined')
    expect(button(orderText.order.stop)).toBeUndefined()
    // The swap itself can be tried again there too.
    expect(button(orderText.order.tryAgain)).toBeUndefined()
    await press(orderText.allowance.again)
    expect(calls.at(-1)).toMatchObject({ name: 'retryStep', input: { stepId: 'revoke' } })
  })

  it('says of one that a request which the wallet may still show would use that it then could not', async () => {
    const { shown } = await setUp('unseenStopped')
    expect(shown()).toContain(orderText.allowance.mayCome)
    expect(shown()).not.toContain(orderText.allowance.ended)
  })

  it('says of one whose price ended that a new price may use it', async () => {
    const { shown, button } = await setUp('leftToRequote')
    expect(shown()).toContain(orderText.allowance.expired)
    expect(button(orderText.allowance.stopAndClose)).toBeDefined()
    expect(shown()).not.toContain(orderText.allowance.ended)
  })

  it('says so where a payment may still use it', async () => {
    const { shown, button } = await setUp('leftDenied')
    expect(shown()).toContain(orderText.allowance.mayLand)
    expect(button(orderText.allowance.close)).toBeUndefined()
    expect((await setUp('notSent')).shown()).not.toContain(orderText.allowance.mayLand)
  })

  it('given the payment of another order may still need it, names that one and offers no request', async () => {
    const order = all.leftOpen as SwapOrder
    const asking = all.asking as SwapOrder
    const shared = { ...order, steps: [...asking.steps.slice(0, 1), ...order.steps.slice(1)] }
    const beside = async (orders: SwapOrder[]) => {
      render(null, document.body)
      const heard: Parameters<Backend['onChange']>[0][] = []
      const screen = await setUp('leftOpen', {
        orders: { leftOpen: shared },
        of: (backend) => {
          backend.listUnderWay = async () => orders
          backend.onChange = (listener) => {
            heard.push(listener)
            return () => undefined
          }
        },
      })
      await act(async () => {
        for (const hear of heard) hear({ kind: 'order', orderId: asking.id, revision: 1 })
        await settled()
      })
      return screen
    }
    const { press, button, shown, app } = await beside([asking])
    expect(shown()).toContain(orderText.allowance.needed)
    expect(shown()).toContain('500 USDC · Base')
    expect(button(orderText.allowance.close)).toBeUndefined()
    await press(orderText.other.open)
    expect(app.router.route.value).toEqual({ screen: 'order', orderId: asking.id })
    const over: SwapOrder = { ...asking, status: 'stopped', attempts: [] }
    for (const orders of [[], [over]]) {
      const free = await beside(orders)
      expect(free.app.running.value).toEqual(orders)
      expect(free.shown()).not.toContain(orderText.allowance.needed)
      expect(free.button(orderText.allowance.close)).toBeDefined()
    }
  })

  it('given the worker knows of one that needs it, leads to that one', async () => {
    const needing = all.asking?.id ?? ''
    for (const [orderId, leads] of [
      [needing, true],
      [all.leftOpen?.id ?? '', false],
    ] as const) {
      render(null, document.body)
      const { press, button, app } = await setUp('leftOpen', {
        of: (backend) => {
          const { call } = backend
          backend.call = (async (name, input) => {
            if (name === 'closeAllowance') throw new AppError('order/allowance-needed', { orderId })
            return call(name, input)
          }) as typeof call
        },
      })
      await press(orderText.allowance.close)
      expect(button(orderText.other.open) !== undefined).toBe(leads)
      if (!leads) continue
      await press(orderText.other.open)
      expect(app.router.route.value).toEqual({ screen: 'order', orderId: needing })
    }
  })

  it('tells of one that was raised in the wallet beyond what was paid, and has it taken back', async () => {
    const { shown, press, calls } = await setUp('leftOver', { left: [String(2n ** 256n - 1n)] })
    expect(shown()).toContain(orderText.allowance.title(1))
    expect(shown()).toContain(orderText.allowance.mayTakeAll('USDC', 'Base'))
    expect(shown()).toContain(orderText.allowance.ended)
    await press(orderText.allowance.close)
    expect(calls.at(-1)).toMatchObject({
      name: 'closeAllowance',
      input: { orderId: all.leftOver?.id },
    })
  })

  it('says nothing of the money of a paid order where taking it back did not work', async () => {
    const over = all.leftOver
    if (over?.kind !== 'swap') throw new Error('no order')
    const [, , revoke] = all.leftDeclined ? stepsOf(all.leftDeclined) : []
    const [blocked] = over.steps
    if (!revoke || !blocked) throw new Error('no revoke')
    const failed = { status: 'failed', code: 'policy/odd-revoke', retryable: true, at: 1 } as const
    const unsure = { since: 1, checks: [], needsPerson: true, attemptId: 'e'.repeat(32) }
    const waits = { blocker: { code: 'wallet/account-changed', since: 1 } } as const
    for (const [state, more] of [
      [revoke.state, {}],
      [failed, {}],
      [{ status: 'ready' }, waits],
      [{ status: 'unsure', ...unsure }, {}],
    ] as const) {
      render(null, document.body)
      const order = { ...over, ...more, steps: [...over.steps, { ...revoke, state }] }
      const { shown } = await setUp('leftOver', { orders: { leftOver: order } })
      expect(shown()).toContain(whereTheMoneyIs(over))
      expect(shown()).not.toContain('Nothing was sent')
      expect(shown()).not.toContain('Nothing has left')
    }
  })

  it('says of one that a backup holds where it may still be used, and has it taken back', async () => {
    const { shown, press, calls, button } = await setUp('leftElsewhere')
    expect(shown()).toContain(orderText.allowance.elsewhere)
    expect(shown()).not.toContain(orderText.allowance.mayLand)
    expect(button(orderText.order.tryAgain)).toBeUndefined()
    await press(orderText.allowance.close)
    expect(calls.at(-1)).toMatchObject({ name: 'closeAllowance' })
  })

  it('is not told of where the payment was made', async () => {
    const { shown } = await setUp('filled')
    expect(shown()).not.toContain(orderText.allowance.title(1))
  })
})
