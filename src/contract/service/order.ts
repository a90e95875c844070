import * as z from 'zod/mini'
import {
  addressesFit,
  amount,
  chainId,
  decimals,
  hash,
  identifier,
  imageUrl,
  lenient,
  open,
  sourceFits,
  text,
} from './common'
import { pageOf } from './page'

/**
 * A transaction of an order; `amount` in smallest units of the token it moved. One that names no hash is as
 * if it was not told: the interface promises none, and the status beside it must be read all the same.
 */
const orderTransaction = open({
  txHash: hash,
  chainId: lenient(chainId),
  timestamp: lenient(z.union([z.string(), z.number()])),
  amount: lenient(amount),
})
export type OrderTransaction = z.infer<typeof orderTransaction>

const tokenMeta = lenient(open({ symbol: text, decimals, logoURI: lenient(imageUrl) }))

/**
 * An order as the service knows it. Statuses are open-ended; the final ones are in the domain. What need
 * not be told and cannot be read (an empty text for "none") says as little as null.
 */
export const serviceOrder = open({
  id: identifier,
  type: lenient(text),
  quoteId: lenient(identifier),
  routeId: lenient(identifier),
  fromChainId: chainId,
  fromToken: lenient(identifier),
  toChainId: chainId,
  toToken: lenient(identifier),
  srcAmount: amount,
  destAmount: lenient(amount),
  status: text,
  author: lenient(identifier),
  recipient: lenient(identifier),
  refundTo: lenient(identifier),
  fillerAddress: lenient(text),
  externalOrderId: lenient(text),
  depositTxHash: lenient(hash),
  tradeType: lenient(text),
  /** ISO 8601. */
  createdAt: lenient(text),
  updatedAt: lenient(text),
  /** `filled` can come without `fill`. */
  transactions: lenient(
    open({
      deposit: lenient(orderTransaction),
      fill: lenient(orderTransaction),
      refund: lenient(orderTransaction),
    }),
  ),
  stepsCompleted: lenient(z.array(text)),
  providerStatus: lenient(open({ provider: text, nativeStatus: text, substatus: lenient(text) })),
  fromTokenMeta: tokenMeta,
  toTokenMeta: tokenMeta,
}).check(
  sourceFits('fromChainId', ['fromToken', 'author', 'refundTo']),
  addressesFit('toChainId', ['toToken', 'recipient']),
)
export type ServiceOrder = z.infer<typeof serviceOrder>

export const orderPage = pageOf(serviceOrder)
