import { describe, expect, it } from 'vitest'
import { serviceOrder } from '@/src/contract/service/order'
import { toView } from './poll-order'

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
