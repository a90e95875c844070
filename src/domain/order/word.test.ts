import { describe, expect, it } from 'vitest'
import { hash, otherHash, planned } from '@/test/samples/order'
import type { Order } from './order'
import { isWordOf } from './word'

describe('an order that is nothing but a service’s word of a transaction', () => {
  const { steps, ...order } = planned()
  const told = { ...order, status: 'tracking', steps: [], service: { depositTxHash: hash } }
  it.each([
    [true, 'is told of', {}],
    [true, 'is told of in capitals', { service: { depositTxHash: `0x${'AA'.repeat(32)}` } }],
    [false, 'is told of another one', { service: { depositTxHash: otherHash } }],
    [false, 'is told of none', { service: {} }],
    [false, 'has asked a wallet', { steps }],
    [false, 'pays an address', { kind: 'transfer', transfer: { closed: { why: 'found' } } }],
    [false, 'cannot be read', { status: 'attention' }],
  ])('is one (%s) where it %s', (is, _, more) => {
    expect(isWordOf({ ...told, ...more } as Order, hash)).toBe(is)
  })
})
