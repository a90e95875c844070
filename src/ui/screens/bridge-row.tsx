import type { PurchaseOrder } from '@/src/domain/order/order'
import { buyText } from '../copy/buy-text'
import { isOver } from '../copy/status'
import { formatExact } from '../format/amount'
import { plainText } from '../format/text'
import { CopyButton } from '../parts/address'
import { useApp } from '../parts/context'
import { HashLink } from './hash-link'
import { Row } from './order-timeline'

const words = buyText.order

/**
 * The bridge of a `jump` in its purchase's own timeline: the order that runs it, what was settled, and what
 * came of it. `later`: what is said while there is none.
 */
export function BridgeRow({ order, later }: { order: PurchaseOrder; later: string }) {
  const { purchase, status } = order
  const { bridgeOrderId, leg } = purchase
  const delivered = status === 'filled'
  const isBack = order.arrival?.kind === 'refund' || status === 'refunded'
  const isBad = isBack || leg?.contradiction !== undefined || leg?.status === 'failed'
  const underWay = bridgeOrderId !== undefined && !isOver(status)
  const note = delivered
    ? words.done
    : status === 'refunded'
      ? words.bridgeReturned
      : leg && !leg.contradiction
        ? words.bridgeSays(plainText(leg.status, 40))
        : underWay
          ? words.underWay
          : later
  return (
    <li class="timeline-row" data-leg={leg?.status}>
      <Row
        mark={isBad ? 'bad' : delivered ? 'done' : underWay ? 'now' : 'wait'}
        title={words.bridge}
        note={note}
      >
        {bridgeOrderId !== undefined && (
          <span class="hash">
            <span class="mono">{plainText(bridgeOrderId, 40)}</span>
            <CopyButton value={bridgeOrderId} />
          </span>
        )}
        {leg && <Leg leg={leg} />}
      </Row>
    </li>
  )
}

/** What the service tells of the bridge; of another order than this purchase's, that alone. */
function Leg({ leg }: { leg: NonNullable<PurchaseOrder['purchase']['leg']> }) {
  const { catalog } = useApp()
  const { from, depositTxHash, refundTxHash } = leg
  if (leg.contradiction) return <span class="sub warn">{words.bridgeOther}</span>
  const amount = `${formatExact(from.amount, from.decimals)} ${plainText(from.symbol, 12)}`
  return (
    <>
      <span class="sub">
        {words.bridgePaid(amount, plainText(catalog.nameOf(from.chainId), 24))}
      </span>
      {depositTxHash !== undefined && <HashLink chainId={from.chainId} hash={depositTxHash} />}
      {refundTxHash !== undefined && <HashLink chainId={from.chainId} hash={refundTxHash} />}
    </>
  )
}
