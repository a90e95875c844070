import type { FiatOrder } from '@/src/contract/service/fiat'
import type { ServiceOrder } from '@/src/contract/service/order'
import {
  isServiceError,
  OrderFailedError,
  type ServiceError,
} from '@/src/domain/service/service-error'
import { isFinalFiatOrder, isFinalOrderStatus } from '@/src/domain/service/service-status'
import { type Clock, wait } from './clock'
import type { CallOptions } from './http'

/** Between two looks at an order, ms. */
const ORDER_INTERVAL_MS = 2000
/** After a passing error, ms. */
const BACKOFF_MS = 5000
/** Between two looks at a fiat order, ms. */
const FIAT_INTERVAL_MS = 3000

export type TrackOptions<T> = CallOptions & {
  intervalMs?: number | undefined
  backoffMs?: number | undefined
  /** Takes every view that was read, the last one too. */
  onUpdate?: ((view: T) => void) | undefined
  /** Takes every passing error before the next try. */
  onError?: ((error: ServiceError) => void) | undefined
  /** Takes a function that makes the next look come at once; returns its off-switch. */
  wake?: ((lookNow: () => void) => () => void) | undefined
}

type Poll<T> = {
  read: () => Promise<T>
  isOver: (view: T) => boolean
  clock: Clock
  intervalMs: number
}

/** Reads again and again until it is over; passing errors only slow it down. */
async function poll<T>(task: Poll<T>, options: TrackOptions<T>): Promise<T> {
  const { signal, onUpdate, onError, backoffMs = BACKOFF_MS } = options
  const { clock } = task
  const alarm = createAlarm(options.wake)
  try {
    while (true) {
      let pause = options.intervalMs ?? task.intervalMs
      alarm.reset()
      try {
        const view = await task.read()
        onUpdate?.(view)
        if (task.isOver(view)) return view
      } catch (error) {
        if (!isServiceError(error) || !error.retryable) throw error
        onError?.(error)
        pause = Math.max(backoffMs, error.retryAfterMs ?? 0)
      }
      await wait(pause, { clock, signal, wake: alarm.wake })
    }
  } finally {
    alarm.stop()
  }
}

/** Keeps a call that comes during a look: its answer may be older than what the call is about. */
function createAlarm(onWake: TrackOptions<never>['wake']) {
  let isDue = false
  let end: (() => void) | undefined
  const stop = onWake?.(() => {
    isDue = true
    end?.()
  })
  return {
    reset() {
      isDue = false
    },
    wake(endWait: () => void) {
      end = endWait
      if (isDue) endWait()
      return () => {
        end = undefined
      }
    },
    stop: () => stop?.(),
  }
}

export type OrderReader = {
  get(orderId: string, options?: CallOptions): Promise<ServiceOrder>
}

export type TrackOrderOptions = TrackOptions<ServiceOrder> & {
  /** Raises OrderFailedError (SVC3008) for an order that ends refunded or failed. */
  failureThrows?: boolean | undefined
}

/**
 * Looks at an order every 2,000 ms, 5,000 ms after a passing error (or as long as `Retry-After`
 * asks), until its status is final; gives the final order. Unknown statuses are looked at again.
 *
 * @throws ApiAbortedError (SVC3009) on abort, any error that will not pass by itself, and
 * OrderFailedError (SVC3008) where asked for
 */
export async function trackOrder(
  orders: OrderReader,
  clock: Clock,
  orderId: string,
  options: TrackOrderOptions = {},
): Promise<ServiceOrder> {
  const { signal } = options
  const order = await poll(
    {
      read: () => orders.get(orderId, { signal }),
      isOver: (view) => isFinalOrderStatus(view.status),
      clock,
      intervalMs: ORDER_INTERVAL_MS,
    },
    options,
  )
  if (options.failureThrows && order.status !== 'filled') {
    throw new OrderFailedError(`The order ended ${order.status}`, order)
  }
  return order
}

export type FiatOrderReader = {
  getOrder(orderId: string, options?: CallOptions): Promise<FiatOrder>
}

/**
 * Looks at a fiat order every 3,000 ms until it is over; gives the final view. A wrapper event may
 * `wake` it early and does nothing else.
 *
 * @throws ApiAbortedError (SVC3009) on abort, and any error that will not pass by itself
 */
export function trackFiatOrder(
  fiat: FiatOrderReader,
  clock: Clock,
  orderId: string,
  options: TrackOptions<FiatOrder> = {},
): Promise<FiatOrder> {
  const { signal } = options
  return poll(
    {
      read: () => fiat.getOrder(orderId, { signal }),
      isOver: isFinalFiatOrder,
      clock,
      intervalMs: FIAT_INTERVAL_MS,
    },
    options,
  )
}
