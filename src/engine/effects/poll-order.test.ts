import { describe, expect, it } from 'vitest'
import { serviceOrder } from '@/src/contract/service/order'
import { planned } from '@/test/samples/order'
import { paceOf, toView } from './poll-order'

const record = (status: string, substatus?: string) =>
  serviceOrder.parse({
    id: 'svc-1',
    fromChainId: 8453,
    toChainId: 42_161,
    srcAmount: '25000000',
    status,
    providerStatus: { provider: 'intents', nativeStatus: status.toUpperCase(), substatus },
  })

describe('what is kept of the service’s record', () => {
  it.each(['refunded', 'failed'])('given it is %s, has the reason that was given', (status) => {
    expect(toView(record(status, 'the filler gave up')).told).toBe('the filler gave up')
    expect(toView(record(status, 'x'.repeat(500))).told).toHaveLength(200)
    expect(toView(record(status))).not.toHaveProperty('told')
  })

  it.each(['filled', 'published'])('given it is %s, has no reason', (status) => {
    expect(toView(record(status, 'waiting for a block'))).not.toHaveProperty('told')
  })
})

describe('how often an order is read', () => {
  const pace = (expectedDurationSeconds: number, age: number) => {
    const order = planned()
    const accepted = { ...order.accepted, expectedDurationSeconds }
    return paceOf({ ...order, accepted }, order.createdAt + age)
  }

  it('given it is young, then every two seconds, and ever less afterwards', () => {
    expect([pace(20, 60_000), pace(20, 180_000), pace(20, 4_000_000)]).toEqual([
      2_000, 30_000, 300_000,
    ])
  })

  it('given it was promised to take for ever, then no longer than an hour', () => {
    expect([pace(604_800, 3_599_000), pace(604_800, 3_600_000)]).toEqual([2_000, 300_000])
  })
})
