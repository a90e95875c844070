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

type Given = { paid: boolean; found: SwapOrder; stopped: SwapOrder }
type Name = 'declined' | 'expired'

/** `found`: as it is by now; `stopped`: as it is once it was told to stop, gone by default or ended. */
function setUp(name: Name, { paid = false, found, stopped }: Partial<Given> = {}) {
  const order = all[name] as SwapOrder
  const log: string[] = []
  const over = order.status === 'planned' ? undefined : { ...order, status: 'stopped' as const }
  let stored: SwapOrder | undefined = found ?? order
  const backend = createFixtureBackend({ now: () => NOW, orders: all })
  let plan = () => {}
  const planned = new Promise<void>((resolve) => (plan = resolve))
  const call = async (what: string, input: { orderId: string }) => {
    if (what === 'prepareOrder') {
      await planned
      return { orderId: next }
    }
    const isOld = input.orderId === order.id
    log.push(`stop ${isOld ? 'old' : 'new'}`)
    if (paid && isOld) throw new AppError('order/busy')
    if (isOld) stored = stopped ?? over
    return {}
  }
  const readOrder = async () => stored
  const router = createRouter(window)
  Object.assign(backend, { call, readOrder })
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

afterEach(() => {
  render(null, document.body)
  location.hash = ''
})

describe('a new price', () => {
  it('given the old order is under way, then it is stopped before the new one is shown', async () => {
    const { log, ask, plan } = setUp('declined')
    plan()
    await ask()
    expect(log).toEqual(['stop old', 'show new'])
  })

  it('given the old order was paid after all, then the new one is stopped and never shown', async () => {
    const { log, ask, plan } = setUp('declined', { paid: true })
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

  const inDoubt = ['asking', 'unsure'] as const
  const asOf = (name: Name, state: string): SwapOrder => ({
    ...(all[state] as SwapOrder),
    id: all[name]?.id ?? '',
  })
  const shownOld = (name: Name) => ({ screen: 'order', orderId: all[name]?.id })

  it.each(
    (['declined', 'expired'] as const).flatMap((name) => inDoubt.map((to) => [name, to] as const)),
  )(
    'given another window has the payment of the %s order %s, then that is neither stopped nor left for a new one',
    async (name, to) => {
      const { log, ask, plan, router } = setUp(name, { found: asOf(name, to) })
      plan()
      await ask()
      expect(log).toEqual(['stop new'])
      expect(router.route.value).toEqual(shownOld(name))
    },
  )

  it('given another window confirmed it, then its approval is not stopped either', async () => {
    const { log, ask, plan, router } = setUp('expired', { found: asOf('expired', 'switching') })
    plan()
    await ask()
    expect(log).toEqual(['stop new'])
    expect(router.route.value).toEqual(shownOld('expired'))
  })

  it('given its payment is asked for just as it is stopped, then it is shown, and no new one', async () => {
    const wanted = { ...asOf('declined', 'asking'), stopWanted: NOW }
    const { log, ask, plan, router } = setUp('declined', { stopped: wanted })
    plan()
    await ask()
    expect(log).toEqual(['stop old', 'stop new'])
    expect(router.route.value).toEqual(shownOld('declined'))
  })

  it('given it is confirmed just as its review is replaced, then it is shown again', async () => {
    const wanted = { ...asOf('expired', 'asking'), stopWanted: NOW }
    const { log, ask, plan, router } = setUp('expired', { stopped: wanted })
    plan()
    await ask()
    expect(log).toEqual(['show new', 'stop old', 'stop new'])
    expect(router.route.value).toEqual(shownOld('expired'))
  })

  it('given the person left meanwhile, then it is not shown to them', async () => {
    const { log, ask, plan, router, backend } = setUp('declined', {
      found: asOf('declined', 'asking'),
    })
    const { readOrder } = backend
    backend.readOrder = (id) => {
      router.go({ screen: 'history' })
      return readOrder(id)
    }
    plan()
    await ask()
    expect(log).toEqual(['stop new'])
    expect(router.route.value).toEqual({ screen: 'history' })
  })
})
