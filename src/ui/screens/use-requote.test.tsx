// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import type { App } from '../models/app'
import { createRouter } from '../models/router'
import { AppProvider } from '../parts/context'
import { useRequote } from './use-requote'

const NOW = 1_800_000_000_000
const all = orders(NOW)
const next = all.planned?.id ?? ''

function setUp(name: 'declined' | 'expired', paid = false) {
  const order = all[name] as SwapOrder
  const log: string[] = []
  const backend = createFixtureBackend({ now: () => NOW, orders: all })
  let plan = () => {}
  const planned = new Promise<void>((resolve) => (plan = resolve))
  const call = async (what: string, input: { orderId: string }) => {
    if (what === 'prepareOrder') {
      await planned
      return { orderId: next }
    }
    log.push(`stop ${input.orderId === order.id ? 'old' : 'new'}`)
    if (paid && input.orderId === order.id) throw new AppError('order/busy')
    return {}
  }
  const router = createRouter(window)
  Object.assign(backend, { call })
  const app = { backend, router } as unknown as App
  let ask: () => Promise<void> = async () => {}
  function Panel() {
    const requote = useRequote(order, () => log.push('show new'))
    ask = requote.ask
    return <p>{requote.error?.code}</p>
  }
  const draw = (shown: boolean) =>
    render(<AppProvider value={app}>{shown && <Panel />}</AppProvider>, document.body)
  draw(true)
  return { log, ask: () => ask(), plan: () => plan(), draw, router, backend }
}

afterEach(() => render(null, document.body))

describe('a new price', () => {
  it('given the old order is under way, then it is stopped before the new one is shown', async () => {
    const { log, ask, plan } = setUp('declined')
    plan()
    await ask()
    expect(log).toEqual(['stop old', 'show new'])
  })

  it('given the old order was paid after all, then the new one is stopped and never shown', async () => {
    const { log, ask, plan } = setUp('declined', true)
    plan()
    await ask()
    expect(log).toEqual(['stop old', 'stop new'])
    await vi.waitFor(() => expect(document.body.textContent).toBe('order/busy'))
  })

  it('given the old order is only planned, then its review stays until the new one is shown', async () => {
    const { log, ask, plan } = setUp('expired')
    plan()
    await ask()
    expect(log).toEqual(['show new', 'stop old'])
  })

  it.each(['declined', 'expired'] as const)(
    'given the panel of the %s order closed meanwhile, then the new order is stopped',
    async (name) => {
      const { log, ask, plan, draw } = setUp(name)
      const asked = ask()
      draw(false)
      plan()
      await asked
      expect(log).toEqual(['stop new'])
    },
  )

  it('given the person left while the old order was stopped, then they are not brought back', async () => {
    const { log, ask, plan, router, backend } = setUp('declined')
    const { call } = backend
    backend.call = ((name, input) => {
      if (name === 'stopOrder') router.go({ screen: 'history' })
      return call(name, input)
    }) as typeof call
    plan()
    await ask()
    expect(log).toEqual(['stop old', 'stop new'])
  })
})
