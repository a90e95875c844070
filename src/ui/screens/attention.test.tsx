// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Order, Switching } from '@/src/domain/order'
import { orders, steps } from '@/test/support/ui/fixture-data'
import { orderText } from '../copy/order-text'
import type { App } from '../models/app'
import type { OrderView } from '../models/order-view'
import { AppProvider } from '../parts/context'
import { Attention } from './attention'

const NOW = 1_800_000_000_000
const all = orders(NOW)
const asking = all.asking as Order
const waiting: Order = {
  ...asking,
  current: 0,
  steps: steps({ status: 'ready' }, { status: 'ready' }),
}
const switching: Switching = {
  attemptId: 'd'.repeat(32),
  stage: 'switch',
  chainId: 8453,
  since: NOW,
}

function show(order: Order) {
  const stop = vi.fn()
  const view = { busy: { value: false }, error: { value: undefined }, stop } as unknown as OrderView
  const step = order.steps[order.current]
  if (step === undefined) throw new Error('this order has no step')
  render(
    <AppProvider value={{ backend: {} } as App}>
      <Attention order={order} step={step} view={view} />
    </AppProvider>,
    document.body,
  )
  const button = [...document.querySelectorAll('button')].find(
    (item) => item.textContent === orderText.order.stop,
  )
  return { shown: document.body.textContent, button, stop }
}

const look = orderText.order.lookAtWallet(asking.wallet.name)

afterEach(() => render(null, document.body))

describe('while the wallet is asked', () => {
  it('given it is asked for its chain, then the person is sent there and may stop', () => {
    const { shown, button, stop } = show({ ...waiting, switching })
    expect(shown).toContain(look)
    button?.click()
    expect(stop).toHaveBeenCalledOnce()
  })

  it('given it has answered about its chain, then nobody is sent there', () => {
    expect(show({ ...waiting, switching: { ...switching, settledAt: NOW } }).shown).toBe('')
  })

  it('given the deposit may be out, then there is nothing to stop', () => {
    const { shown, button } = show(asking)
    expect(shown).toContain(look)
    expect(button).toBeUndefined()
  })
})
