import type * as z from 'zod/mini'
import { orderPage, type ServiceOrder, serviceOrder } from '@/src/contract/service/order'
import type { Page } from '@/src/contract/service/page'
import { sameHash } from '@/src/domain/chain/hash'
import { InvalidResponseError, isServiceError } from '@/src/domain/service/service-error'
import { type CallOptions, type Http, segment } from './http'
import { type Paging, toPagingQuery, walkPages } from './paging'

/** The service's largest page of orders; a larger `limit` is refused with a validation error. */
const ORDERS_PER_REQUEST = 20

export type OrderFilter = Paging & {
  fromChainId?: number | undefined
  toChainId?: number | undefined
  /** Orders one of whose transactions has this hash. */
  txHashSearch?: string | undefined
}

/** Orders of the main API. */
export function createOrders(http: Http) {
  const read = <T extends z.core.$ZodType>(
    path: string,
    query: Record<string, string | number | readonly string[] | undefined>,
    schema: T,
    options?: CallOptions,
  ) => http.call({ path, query }, schema, 'order', options)

  const list = async (
    address: string,
    filter: OrderFilter = {},
    options?: CallOptions,
  ): Promise<Page<ServiceOrder>> => {
    const { limit, cursor, ...rest } = filter
    const query = { ...toPagingQuery({ limit, cursor }), ...rest }
    return read(`/v1/orders/${segment(address)}`, query, orderPage, options)
  }

  const findMany = async (
    address: string,
    orderIds: readonly string[],
    options?: CallOptions,
  ): Promise<ServiceOrder[]> => {
    const found: ServiceOrder[] = []
    for (let i = 0; i < orderIds.length; i += ORDERS_PER_REQUEST) {
      const batch = orderIds.slice(i, i + ORDERS_PER_REQUEST)
      const query = { orderIds: batch, limit: batch.length }
      const path = `/v1/orders/${segment(address)}`
      const page = await read(path, query, orderPage, options).catch((error: unknown) => {
        // How "none of these" is answered is not said: an empty list, or not found.
        if (isServiceError(error) && error.details.status === 404) return { data: [] }
        throw error
      })
      const isAsked = ({ id }: ServiceOrder) => batch.some((each) => sameHash(each, id))
      found.push(...page.data.filter(isAsked))
    }
    return found
  }

  return {
    /** Reads an order by its id, whoever its author is. */
    async get(orderId: string, options?: CallOptions): Promise<ServiceOrder> {
      const order = await read(`/v1/orders/by-id/${segment(orderId)}`, {}, serviceOrder, options)
      if (sameHash(order.id, orderId)) return order
      const details = { status: 200, body: order }
      throw new InvalidResponseError('The answer is another order', 'id', details)
    },

    /** Reads one order of an author, or gives null when the author has no such order. */
    async find(
      address: string,
      orderId: string,
      options?: CallOptions,
    ): Promise<ServiceOrder | null> {
      const [order] = await findMany(address, [orderId], options)
      return order ?? null
    },

    /** Reads several orders of an author, 20 a request; those that are not found are missing. */
    findMany,

    /** Reads one page of an author's orders, newest first, 10 unless `limit` (at most 20) says other. */
    list,

    /** Gives all orders of an author, page by page as they are used. */
    all(
      address: string,
      filter: OrderFilter = {},
      options?: CallOptions,
    ): AsyncGenerator<ServiceOrder> {
      const first = { limit: ORDERS_PER_REQUEST, ...filter }
      return walkPages((paging, call) => list(address, paging, call), first, options)
    },
  }
}
