import { describe, expect, it } from 'vitest'
import { createRouter } from './router'

function fakePage(): Window {
  const location = { hash: '' }
  const history = { length: 1, pushState: () => undefined, replaceState: () => undefined }
  return { location, history, addEventListener: () => undefined } as unknown as Window
}

describe('the way back from an order', () => {
  const order = { screen: 'order' as const, orderId: 'a'.repeat(32) }

  it('leads to the history where it was opened there', () => {
    const router = createRouter(fakePage())
    router.go({ screen: 'history' })
    router.go(order)
    expect(router.origin()).toEqual({ screen: 'history' })
  })

  it('leads to the swap screen otherwise', () => {
    const router = createRouter(fakePage())
    router.go({ screen: 'review', orderId: order.orderId })
    router.go(order, { replace: true })
    expect(router.origin()).toEqual({ screen: 'swap' })
  })
})
