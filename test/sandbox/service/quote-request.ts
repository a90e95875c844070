import * as z from 'zod/mini'
import { invalidField, ServiceFailure } from './errors'
import { depositMethods } from './fillers'
import type { QuoteRequest } from './ledger'
import type { Network } from './network'
import { parseOrRefuse } from './parse'
import { tokenReferenceSchema } from './token-reference'

/** No token has a larger balance than a uint256. */
const maxAmountDigits = 78
const defaultSlippagePpm = 5_000n

const requestSchema = z.object({
  tradeType: z.enum(['EXACT_INPUT', 'EXACT_OUTPUT']),
  fromChainId: z.int(),
  fromToken: tokenReferenceSchema,
  toChainId: z.int(),
  toToken: tokenReferenceSchema,
  amount: z.string().check(z.regex(/^\d+$/), z.maxLength(maxAmountDigits)),
  fromAddress: z.string(),
  recipient: z.optional(z.string()),
  refundTo: z.optional(z.string()),
  slippageTolerance: z.optional(z.number().check(z.minimum(0), z.lt(1))),
  depositMethods: z.optional(z.array(z.enum(depositMethods))),
  referrer: z.optional(z.string()),
  referrerFeeBps: z.optional(z.int().check(z.minimum(0), z.maximum(1_000))),
})

/** Validates a quote request against the chains; throws the documented errors. */
export function parseQuoteRequest(network: Network, body: unknown): QuoteRequest {
  const raw = parseOrRefuse(requestSchema, body)
  const amount = BigInt(raw.amount)
  if (amount === 0n) throw invalidField('amount', 'Must be more than 0', 'too_small')
  const from = network.token(raw.fromChainId, raw.fromToken)
  const to = network.token(raw.toChainId, raw.toToken)
  if (from === to) {
    throw new ServiceFailure('CannotFillException', 'Both sides are the same token')
  }
  const fromAddress = network.address(from.chainId, raw.fromAddress, 'fromAddress')
  return {
    tradeType: raw.tradeType,
    from,
    to,
    amount,
    fromAddress,
    recipient: network.address(to.chainId, raw.recipient ?? fromAddress, 'recipient'),
    refundTo: network.address(from.chainId, raw.refundTo ?? fromAddress, 'refundTo'),
    slippagePpm:
      raw.slippageTolerance === undefined
        ? defaultSlippagePpm
        : BigInt(Math.round(raw.slippageTolerance * 1_000_000)),
    referrerFeeBps: BigInt(raw.referrerFeeBps ?? 0),
    methods: raw.depositMethods,
  }
}
