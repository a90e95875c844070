import { sameAddress } from '../address/address'
import { familyOfAddress } from '../address/check-address'
import { familyOfChain } from '../chain/known-chains'
import { laterStatus } from '../service/service-status'
import { isSameToken } from './arrival'
import type { BridgeLeg, Otherwise, PurchaseOrder, TokenAmount, ToldFact } from './order'

type Told = { txHash: string } | undefined

/** The service's record of an order or intent, as far as a bridge leg is made of it. */
export type LegRecord = {
  status: string
  fromChainId: number
  fromToken?: string | undefined
  toChainId: number
  toToken?: string | undefined
  srcAmount: string
  recipient?: string | undefined
  refundTo?: string | undefined
  depositTxHash?: string | undefined
  transactions?: { deposit?: Told; fill?: Told; refund?: Told } | undefined
  fromTokenMeta?: { symbol: string; decimals: number; logoURI?: string | undefined } | undefined
}

/**
 * The bridge leg of a purchase as the service tells of it, held against what was bought. Of one that is
 * `known` already it never says less, and what it is to bridge stays what was told first: it is what a refund is
 * measured by. `first`: what was told so of another leg before.
 */
export function toBridgeLeg(
  order: PurchaseOrder,
  record: LegRecord,
  place: Pick<BridgeLeg, 'orderId' | 'serviceUrl'>,
  known?: BridgeLeg,
  first = known?.from,
): BridgeLeg {
  const { contradiction: _, ...before } = known ?? {}
  const { fromChainId: chainId, fromToken, srcAmount, fromTokenMeta: meta } = record
  const { deposit, fill, refund } = record.transactions ?? {}
  const from = {
    chainId,
    address: fromToken ?? '',
    symbol: meta?.symbol ?? '?',
    decimals: meta?.decimals ?? 0,
    amount: srcAmount,
  }
  const other = first && bridgesOther(first, record)
  const leg: BridgeLeg = {
    ...before,
    ...place,
    status: laterStatus(known?.status, record.status),
    from: first && (fromToken === undefined || other) ? first : from,
  }
  const depositTxHash = record.depositTxHash ?? deposit?.txHash
  if (depositTxHash !== undefined) leg.depositTxHash = depositTxHash
  if (fill) leg.fillTxHash = fill.txHash
  if (refund) leg.refundTxHash = refund.txHash
  const contradiction = legContradiction(order, record) ?? other
  return contradiction ? { ...leg, contradiction } : leg
}

/** The first fact in which a record bridges something else than was told before. */
function bridgesOther(from: TokenAmount, record: LegRecord): Otherwise | undefined {
  const { fromChainId, fromToken, srcAmount } = record
  return firstOther([
    ['fromChainId', String(from.chainId), String(fromChainId), Object.is],
    ['fromToken', from.address, fromToken, isSameToken],
    ['srcAmount', from.amount, srcAmount, Object.is],
  ])
}

type Field = [ToldFact, string, string | undefined, (a: string, b: string) => boolean]

/** The first of these that was accepted, or told before, and is told otherwise. */
function firstOther(fields: readonly Field[]): Otherwise | undefined {
  for (const [field, accepted, told, isSame] of fields) {
    // A purchase that was found by its number may know nothing of it.
    if (accepted === '' || told === undefined || isSame(accepted, told)) continue
    return { field, accepted, told }
  }
  return undefined
}

/** The first fact in which the record brings something else than what was bought, or to somebody else. */
function legContradiction({ accepted }: PurchaseOrder, record: LegRecord): Otherwise | undefined {
  const { to, recipient, refundTo } = accepted
  // Money comes back on the chain of the bridge: an address of another family is no address there.
  const returns = familyOfAddress(refundTo) === familyOfChain(record.fromChainId) ? refundTo : ''
  return firstOther([
    ['toChainId', to.chainId === 0 ? '' : String(to.chainId), String(record.toChainId), Object.is],
    ['toToken', to.address, record.toToken, isSameToken],
    ['recipient', recipient, record.recipient, sameAddress],
    ['refundTo', returns, record.refundTo, sameAddress],
  ])
}
