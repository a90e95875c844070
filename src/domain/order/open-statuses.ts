import type { OrderStatus } from './order'

/**
 * Every status of an order that was begun and has not ended. A file of its own, as it is all that the
 * popup's first view needs to know of an order's statuses; the ends are every other (`order-parts.ts`).
 */
export const openStatuses = ['running', 'submitted', 'tracking'] as const satisfies OrderStatus[]

export type OpenStatus = (typeof openStatuses)[number]

/** Whether an order was begun and has not ended. */
export const isOpen = (status: OrderStatus) => openStatuses.some((each) => each === status)
