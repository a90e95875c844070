// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Step, SwapOrder } from '@/src/domain/order/order'
import { revokeStep, steps } from '@/test/support/ui/fixture-order'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { orderText } from '../copy/order-text'
import type { App } from '../models/app'
import type { OrderView } from '../models/order-view'
import { AppProvider } from '../parts/context'
import { UnsurePanel } from './unsure-panel'

const all = orders(1_800_000_000_000)
const payment = all.unsure as SwapOrder
const lost = payment.steps[1]?.state ?? { status: 'ready' as const }
const approval: SwapOrder = { ...payment, current: 0, steps: steps(lost, { status: 'ready' }) }

function show(order: SwapOrder, isTaken = true) {
  const [stop, onNotSent] = [vi.fn(), vi.fn()]
  const view = {
    busy: { value: false },
    hashError: { value: undefined },
    order: { value: { state: 'ready', value: order } },
    stop,
    resolve: vi.fn(async () => isTaken),
  } as unknown as OrderView
  const step = order.steps[order.current]
  if (step === undefined) throw new Error('this order has no step')
  render(
    <AppProvider value={{} as App}>
      <UnsurePanel order={order} step={step} view={view} onNotSent={onNotSent} />
    </AppProvider>,
    document.body,
  )
  const cancel = [...document.querySelectorAll('button')].find(
    (item) => item.textContent === orderText.order.stop,
  )
  return { shown: document.body.textContent, cancel, stop, view, onNotSent }
}

afterEach(() => render(null, document.body))

describe('an answer that was lost', () => {
  it.each([true, false])(
    'given the word that nothing was sent is taken (%s), starts over with it alone',
    async (isTaken) => {
      const { shown, view, onNotSent } = show(approval, isTaken)
      expect(shown).toContain(orderText.unsure.notSentApproval)
      document.querySelector<HTMLElement>('.button-danger')?.click()
      await settled()
      expect(view.resolve).toHaveBeenCalledWith(approval.steps[0]?.id, { kind: 'not-sent' })
      expect(onNotSent).toHaveBeenCalledTimes(isTaken ? 1 : 0)
    },
  )

  it('of an approval of an order that is over starts nothing over', async () => {
    const { shown, onNotSent } = show({ ...approval, status: 'stopped' })
    expect(shown).toContain(orderText.unsure.notSentOver)
    const said = document.querySelector<HTMLElement>('.button-danger')
    expect(said?.textContent).toBe(orderText.unsure.notSent)
    said?.click()
    await settled()
    expect(onNotSent).not.toHaveBeenCalled()
  })

  it('of what takes an approval back starts over, whether a backup brought the order or not', () => {
    const { state } = approval.steps[0] as Step
    const [first, last] = payment.steps as [Step, Step]
    const steps = [first, { ...last, state: { status: 'ready' } as const }, revokeStep(state)]
    for (const more of [{}, { fromBackup: true as const }]) {
      const { shown } = show({ ...approval, status: 'attention', current: 2, steps, ...more })
      expect(shown).toContain(orderText.unsure.notSentApproval)
      const again = document.querySelector('.button-danger')
      expect(again?.textContent).toBe(orderText.unsure.startOver)
      render(null, document.body)
    }
  })

  it('of a payment warns of paying twice, and the person can say that they want to cancel', () => {
    const { shown, cancel, stop } = show(payment)
    expect(shown).toContain('you would pay twice')
    expect(shown).toContain(orderText.other.meanwhileHint)
    cancel?.click()
    expect(stop).toHaveBeenCalledOnce()
  })

  it('of a payment that is to be cancelled says so in words that were there before', () => {
    show(payment)
    const status = document.querySelector('[role=status]')
    expect(status?.textContent).toBe(orderText.unsure.lead)
    show({ ...payment, stopWanted: 1 })
    expect(document.querySelector('[role=status]')).toBe(status)
    expect(status?.textContent).toContain(orderText.order.stopWanted.title)
  })

  it('of a payment that is to be cancelled ends the order by the word, and starts nothing over', async () => {
    const { shown, cancel, view, onNotSent } = show({ ...payment, stopWanted: 1 })
    expect(shown).toContain(orderText.order.stopWanted.title)
    expect(shown).toContain(orderText.order.stopWanted.next(true))
    expect(shown).toContain(orderText.unsure.notSentEnds)
    expect(cancel).toBeUndefined()
    const end = document.querySelector<HTMLElement>('.button-danger')
    expect(end?.textContent).toBe(orderText.unsure.endOrder)
    const field = document.querySelector<HTMLInputElement>('#not-sent')
    if (!field) throw new Error('no word is wanted')
    field.value = 'not sent'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await settled()
    end?.click()
    await settled()
    expect(view.resolve).toHaveBeenCalledWith(payment.steps[1]?.id, {
      kind: 'not-sent',
      typed: 'not sent',
    })
    expect(onNotSent).not.toHaveBeenCalled()
  })

  it('of a payment to an address, or of what a file told of, is not cancelled here', () => {
    const [first, ...more] = payment.steps
    if (!first) throw new Error('this order has no step')
    const { token } = first.facts
    const paying = { ...first, facts: { kind: 'transfer' as const, token, to: '0x1' } }
    expect(show({ ...payment, steps: [paying, ...more] }).cancel).toBeUndefined()
    expect(show({ ...payment, fromBackup: true }).cancel).toBeUndefined()
  })

  it('of a payment that the service was told of ends the order', () => {
    const button = () =>
      [...document.querySelectorAll('button.button-danger')].map((item) => item.textContent)
    show(payment)
    expect(button()).toEqual([orderText.unsure.startOver])
    const { shown } = show({ ...payment, status: 'tracking' })
    expect(shown).toContain('This ends the order.')
    expect(button()).toEqual([orderText.unsure.endOrder])
  })

  it('of an approval warns of a fee only, and the swap can be cancelled', () => {
    const { shown, cancel, stop } = show(approval)
    expect(shown).not.toContain('pay twice')
    expect(shown).toContain('An approval moves no money.')
    expect(shown).toContain(orderText.other.meanwhileFree)
    cancel?.click()
    expect(stop).toHaveBeenCalledOnce()
  })
})
