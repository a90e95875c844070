import { describe, expect, it } from 'vitest'
import {
  asked,
  confirmed,
  mined,
  orderAfter,
  planned,
  sent,
  submitted,
  verified,
} from '@/src/domain/order-samples'
import { readStoredOrder } from './stored'

const running = orderAfter(planned(), confirmed)
const tracked = orderAfter(running, asked(running), sent, verified, mined, submitted)

const read = (changed: object) =>
  readStoredOrder(tracked.id, structuredClone({ ...tracked, ...changed }))

describe('an order that another version wrote', () => {
  it('given an error code that is not known here, goes on, steps and all', () => {
    const order = read({ blocker: { code: 'chain/frozen', since: 1 } })
    expect(order.status).toBe(tracked.status)
    expect(order.steps).toEqual(tracked.steps)
    expect(order.blocker?.code).toBe('app/unexpected')
  })

  it('given a notice of a kind that is not known here, keeps those that are', () => {
    const order = read({ notified: ['late', 'half-way'] })
    expect(order.status).toBe(tracked.status)
    expect(order.notified).toEqual(['late'])
  })

  it('given a state that is not known here, needs attention', () => {
    expect(read({ status: 'dreaming' }).status).toBe('attention')
  })
})
