import type { Order } from '@/src/domain/order/order'
import type { Engine } from '../engine'

/** The engine for whom an order's own service is the only one. */
export function atService(engine: Engine, order: Pick<Order, 'serviceUrl'>): Engine {
  return { ...engine, service: () => engine.serviceOf(order) }
}
