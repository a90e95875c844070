import { describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-data'
import type { Clock } from './backend'
import { createOrderView } from './order-view'

const NOW = 1_800_000_000_000
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function setUp() {
  const all = orders(NOW)
  const backend = createFixtureBackend({ now: () => NOW, orders: all })
  const looks: (() => void)[] = []
  const clock: Clock = {
    now: () => NOW,
    after: (_ms, run) => {
      looks.push(run)
      return () => undefined
    },
  }
  const grow = () => {
    all.declined = { ...(all.declined as SwapOrder), revision: (all.declined?.revision ?? 0) + 1 }
  }
  const { call } = backend
  let refuse = () => {}
  backend.call = ((name, input) => {
    if (name !== 'retryStep') return call(name, input)
    refuse()
    return Promise.reject(new AppError('page/gone'))
  }) as typeof call
  const view = createOrderView({ backend, clock, orderId: all.declined?.id ?? '' })
  await settled()
  return {
    view,
    grow,
    whenRefused: (run: () => void) => (refuse = run),
    look: async () => {
      for (const run of looks.splice(0)) run()
      await settled()
    },
  }
}

describe('what was refused', () => {
  it('is told even though the order was written in the same moment', async () => {
    const { view, grow, whenRefused } = await setUp()
    whenRefused(grow)
    await view.retry('step')
    expect(view.error.value?.code).toBe('page/gone')
  })

  it('is told as long as the order stands still, and no longer', async () => {
    const { view, grow, look } = await setUp()
    await view.retry('step')
    await look()
    expect(view.error.value?.code).toBe('page/gone')
    grow()
    await look()
    expect(view.error.value).toBeUndefined()
  })
})
