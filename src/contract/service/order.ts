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
  orNothing,
  sourceFits,
  statusWord,
  text,
} from './common'
import { pageOf } from './page'

/**
 * A transaction of an order; `amount` in smallest units of the token it moved. One that names no hash is as
 * if it was not told: the interface promises none, and the status beside it must be read all the same. One
 * that names what is no hash is refused, with its order.
 */
const orderTransaction = z.pipe(
  open({
    txHash: orNothing(hash),
    chainId: orNothing(chainId),
    timestamp: lenient(z.union([z.string(), z.number()])),
    amount: orNothing(amount),
  }),
  z.transform(({ txHash, ...told }) => (txHash === undefined ? undefined : { ...told, txHash })),
)

const tokenMeta = lenient(open({ symbol: text, decimals, logoURI: lenient(imageUrl) }))

/** An order as the service knows it. Statuses are open-ended; the final ones are in the domain. */
export const serviceOrder = open({
  id: identifier,
  type: lenient(text),
  quoteId: orNothing(identifier),
  routeId: orNothing(identifier),
  fromChainId: chainId,
  fromToken: orNothing(identifier),
  toChainId: chainId,
  toToken: orNothing(identifier),
  srcAmount: amount,
  destAmount: orNothing(amount),
  status: statusWord,
  author: orNothing(identifier),
  recipient: orNothing(identifier),
  refundTo: orNothing(identifier),
  fillerAddress: lenient(text),
  externalOrderId: lenient(text),
  depositTxHash: orNothing(hash),
  tradeType: lenient(text),
  /** ISO 8601. */
  createdAt: lenient(text),
  updatedAt: lenient(text),
  /** `filled` can come without `fill`. */
  transactions: orNothing(
    open({
      deposit: orNothing(orderTransaction),
      fill: orNothing(orderTransaction),
      refund: orNothing(orderTransaction),
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
