/**
 * The file that a person takes their history away in. `version` grows with every change of a field's
 * meaning; what reads it must refuse a version that it does not know.
 */
import * as z from 'zod/mini'
import { orderKinds } from '@/src/domain/order/order'

const units = z.string().check(z.regex(/^\d{1,78}$/))
/** The same amount twice: in whole tokens, exact (`25.5`), and in the token's smallest unit. */
const amount = z.object({
  amount: z.string().check(z.regex(/^\d{1,78}(\.\d{1,78})?$/)),
  units,
})
/** Its amounts are absent where nobody told how much it is. */
const side = z.extend(z.partial(amount), {
  chainId: z.number(),
  chain: z.string(),
  /** Contract or mint; the native coin as the interface writes it. */
  token: z.string(),
  symbol: z.string(),
  decimals: z.number(),
})

/** What nodes of the chain showed of a payout or a refund. */
const proved = z.object({
  /** Absent where another token came than the one that was due: its decimals are not known. */
  amount: z.exactOptional(amount.shape.amount),
  units,
  token: z.string(),
  hash: z.exactOptional(z.string()),
  at: z.iso.datetime(),
  nodes: z.array(z.string()),
})

const transaction = z.object({
  step: z.enum(['approval', 'deposit']),
  chainId: z.number(),
  /** EVM transaction hash, or the Solana signature. */
  hash: z.string(),
  /** What became of it as far as it is known, in the order's own words. */
  end: z.exactOptional(z.string()),
  /** Names of the nodes that showed it, of what came to nothing. */
  nodes: z.exactOptional(z.array(z.string())),
  /** It is not what was asked for. */
  differs: z.exactOptional(z.literal(true)),
})

export const exportedOrder = z.object({
  /** On this computer. */
  id: z.string(),
  /** This, times and sides are absent where they cannot be read of its record, which then has the status `attention`. */
  kind: z.exactOptional(z.enum(orderKinds)),
  status: z.string(),
  /** What the person reads of it, in their language: what outweighs the status stands in its place. */
  label: z.string(),
  createdAt: z.exactOptional(z.iso.datetime()),
  updatedAt: z.exactOptional(z.iso.datetime()),
  tradeType: z.enum(['EXACT_INPUT', 'EXACT_OUTPUT']),
  paid: z.exactOptional(side),
  /** As accepted; what came is in `delivered`. */
  quoted: z.exactOptional(side),
  minimum: z.exactOptional(amount),
  delivered: z.exactOptional(proved),
  refunded: z.exactOptional(proved),
  account: z.string(),
  recipient: z.string(),
  refundTo: z.string(),
  /** Of a payment by address: where it was to be paid. */
  depositAddress: z.exactOptional(z.string()),
  memo: z.exactOptional(z.string()),
  /** With the provider's own number, the only key that a purchase is found by. */
  purchase: z.exactOptional(
    z.object({
      provider: z.string(),
      orderId: z.exactOptional(z.string()),
      /** The service's order that bridges it. */
      bridge: z.exactOptional(
        z.object({
          orderId: z.string(),
          url: z.exactOptional(z.string()),
          chainId: z.exactOptional(z.number()),
          depositHash: z.exactOptional(z.string()),
          payoutHash: z.exactOptional(z.string()),
          refundHash: z.exactOptional(z.string()),
        }),
      ),
    }),
  ),
  transactions: z.array(transaction),
  /** The service's word, and what it finds the order by. */
  service: z.object({
    url: z.exactOptional(z.string()),
    orderId: z.exactOptional(z.string()),
    status: z.exactOptional(z.string()),
    quoteId: z.string(),
    routeId: z.string(),
    routeType: z.string(),
    depositHash: z.exactOptional(z.string()),
    payoutHash: z.exactOptional(z.string()),
    refundHash: z.exactOptional(z.string()),
  }),
  wallet: z.string(),
  /** The site whose page asked the wallet. */
  site: z.string(),
  error: z.exactOptional(z.string()),
})
export type ExportedOrder = z.infer<typeof exportedOrder>

export const exportedFile = z.object({
  format: z.literal('causeway-orders'),
  version: z.literal(1),
  /** Newest first. */
  orders: z.array(exportedOrder),
  exportedAt: z.iso.datetime(),
})
export type ExportedFile = z.infer<typeof exportedFile>
