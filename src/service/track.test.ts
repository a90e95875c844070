import { describe, expect, it } from 'vitest'
import type { FiatOrder } from '@/src/contract/service/fiat'
import type { ServiceOrder } from '@/src/contract/service/order'
import {
  ApiAbortedError,
  ConnectionError,
  IntentNotFoundError,
  OrderFailedError,
  ServiceError,
} from '@/src/domain/service/service-error'
import { createManualClock } from '@/test/support/manual-clock'
import { trackFiatOrder, trackOrder } from './track'

const order = (status: string): ServiceOrder => ({
  id: 'o1',
  fromChainId: 1,
  toChainId: 10,
  srcAmount: '1',
  status,
})
const fiatOrder = (status: string, more: Partial<FiatOrder> = {}): FiatOrder => ({
  orderId: 'f1',
  status,
  ...more,
})

/** A reader that gives or throws the next of its answers, and remembers when it was asked. */
function reader<T>(answers: (T | Error)[], clock: { now(): number }) {
  const start = clock.now()
  const times: number[] = []
  const read = async (): Promise<T> => {
    times.push(clock.now() - start)
    const next = answers.shift()
    if (next === undefined) throw new Error('asked too often')
    if (next instanceof Error) throw next
    return next
  }
  return { times, get: read, getOrder: read }
}

describe('trackOrder', () => {
  it('given an order on its way, then it is looked at every 2,000 ms until it is final', async () => {
    const clock = createManualClock()
    const orders = reader([order('created'), order('brand-new'), order('filled')], clock)
    const seen: string[] = []
    const onUpdate = (view: ServiceOrder) => seen.push(view.status)
    const done = trackOrder(orders, clock, 'o1', { onUpdate })
    await clock.advance(10_000)
    expect((await done).status).toBe('filled')
    expect(orders.times).toEqual([0, 2000, 4000])
    expect(seen).toEqual(['created', 'brand-new', 'filled'])
    expect(clock.pending()).toBe(0)
  })

  it.each(['filled', 'refunded', 'failed'])('given %s, then it is over at once', async (status) => {
    const clock = createManualClock()
    const orders = reader([order(status)], clock)
    expect((await trackOrder(orders, clock, 'o1')).status).toBe(status)
  })

  it('given passing errors, then it waits 5,000 ms, or as long as it is asked to', async () => {
    const clock = createManualClock()
    const busy = new ServiceError('SVC3001', 'slow', {
      details: { status: 429, body: null },
      retryAfterMs: 9000,
    })
    const orders = reader<ServiceOrder>([new ConnectionError('cut'), busy, order('filled')], clock)
    const errors: ServiceError[] = []
    const done = trackOrder(orders, clock, 'o1', { onError: (error) => errors.push(error) })
    await clock.advance(20_000)
    await done
    expect(orders.times).toEqual([0, 5000, 14_000])
    expect(errors).toHaveLength(2)
  })

  it('given an error that will not pass, then it is raised', async () => {
    const clock = createManualClock()
    const orders = reader<ServiceOrder>([new IntentNotFoundError('SVC3001', 'no')], clock)
    await expect(trackOrder(orders, clock, 'o1')).rejects.toBeInstanceOf(IntentNotFoundError)
  })

  it('given an abort between two looks, then it ends with SVC3009 and leaves no timer', async () => {
    const clock = createManualClock()
    const controller = new AbortController()
    const orders = reader([order('created')], clock)
    const done = trackOrder(orders, clock, 'o1', { signal: controller.signal })
    const ended = expect(done).rejects.toMatchObject({ code: 'SVC3009' })
    await clock.advance(100)
    controller.abort()
    await ended
    expect(clock.pending()).toBe(0)
  })

  it('given an abort before the first look, then it ends with SVC3009', async () => {
    const clock = createManualClock()
    const orders = reader([order('created')], clock)
    const signal = AbortSignal.abort()
    await expect(trackOrder(orders, clock, 'o1', { signal })).rejects.toBeInstanceOf(
      ApiAbortedError,
    )
  })

  it('given failures shall throw, then a refund is SVC3008 with the order inside', async () => {
    const clock = createManualClock()
    const refunded = order('refunded')
    const done = trackOrder(reader([refunded], clock), clock, 'o1', { failureThrows: true })
    await expect(done).rejects.toBeInstanceOf(OrderFailedError)
    await expect(done).rejects.toMatchObject({ code: 'SVC3008', details: { body: refunded } })
  })
})

describe('trackFiatOrder', () => {
  it('given an order on its way, then it is looked at every 3,000 ms', async () => {
    const clock = createManualClock()
    const fiat = reader([fiatOrder('pending'), fiatOrder('completed')], clock)
    const done = trackFiatOrder(fiat, clock, 'f1')
    await clock.advance(5000)
    expect((await done).status).toBe('completed')
    expect(fiat.times).toEqual([0, 3000])
  })

  it('given a wrapper event, then the next look comes at once and the status alone counts', async () => {
    const clock = createManualClock()
    let lookNow = () => {}
    const wake = (look: () => void) => {
      lookNow = look
      return () => {}
    }
    const fiat = reader([fiatOrder('pending'), fiatOrder('pending'), fiatOrder('completed')], clock)
    const done = trackFiatOrder(fiat, clock, 'f1', { wake })
    await clock.advance(500)
    lookNow()
    await clock.advance(4000)
    await done
    expect(fiat.times).toEqual([0, 500, 3500])
  })

  it('given a wrapper event while a look is under way, then another look follows at once', async () => {
    const clock = createManualClock()
    let lookNow = () => {}
    let isListening = false
    const wake = (look: () => void) => {
      lookNow = look
      isListening = true
      return () => {
        isListening = false
      }
    }
    const fiat = reader([fiatOrder('pending'), fiatOrder('completed')], clock)
    const getOrder = () => {
      if (fiat.times.length === 0) lookNow()
      return fiat.getOrder()
    }
    await trackFiatOrder({ getOrder }, clock, 'f1', { wake })
    expect(fiat.times).toEqual([0, 0])
    expect(isListening).toBe(false)
  })

  it.each([
    fiatOrder('weird', { terminal: true }),
    fiatOrder('processing', { failure: { message: 'declined', reason: 'CARD' } }),
    fiatOrder('EXPIRED'),
    fiatOrder('cancelled'),
    fiatOrder('canceled'),
    fiatOrder('failed'),
    fiatOrder('refunded'),
  ])('given %o, then it is over', async (view) => {
    const clock = createManualClock()
    expect(await trackFiatOrder(reader([view], clock), clock, 'f1')).toBe(view)
  })
})
