import { useEffect, useRef } from 'preact/hooks'
import { costText } from '../copy/cost-text'
import { formatDifference, formatFiat, lossBps } from '../format/fiat'
import { formatBps } from '../format/percent'
import type { NetworkFee, NetworkFeeGap } from '../parts/use-network-price'

/** What a route costs; values in millionths of a dollar, null where a price is not known. */
export type Costs = {
  paid: bigint | null
  received: bigint | null
  network: NetworkFee | NetworkFeeGap
  /** An approval comes before the payment, which the route's gas does not count. */
  hasApproval: boolean
  /** The gas is what independent nodes used in a trial, and not what the route tells. */
  isTried?: boolean
  /** The transaction itself says what the network takes. */
  isTold?: boolean
  /**
   * What the route takes in coins beside the payment, as its request carries it; none where undefined,
   * `later` where no request was made yet that could tell.
   */
  routeFee?: { sum: string; value: bigint | null } | 'later' | undefined
}

/**
 * All that is lost between what is paid and what is received, before a fee that is told later; null
 * where another part is not known.
 */
function totalOf({ paid, received, network, routeFee }: Costs): bigint | null {
  const gap = network === 'byOther' ? 0n : null
  const fee = typeof network === 'string' ? gap : network.value
  const beside = typeof routeFee === 'object' ? routeFee.value : 0n
  if (paid === null || received === null || fee === null || beside === null) return null
  return paid - received + fee + beside
}

/** Whether the network takes more than its fee is counted as. */
function isPartial({ network }: Costs): boolean {
  return typeof network === 'object' && network.isPart
}

/** All that it costs, or gains, in a few words; what may still be added to it is not left out. */
export function sayTotal(costs: Costs): string {
  const total = totalOf(costs)
  if (total === null) {
    return costText.sum(costs.network === 'reading' ? costText.later : costText.open)
  }
  const isLater = costs.routeFee === 'later' || isPartial(costs)
  if (total < 0n) {
    return costText.gain(costText[isLater ? 'atMost' : 'about'](formatFiat(-total)))
  }
  return costText.sum(costText[isLater ? 'atLeast' : 'about'](formatFiat(total)))
}

/** The network fee in a few words; why there is none where there is none. */
export function sayNetwork({ network }: Costs): string {
  if (typeof network === 'string') return costText[network]
  const say = costText[network.isPart ? 'atLeast' : 'about']
  return say(network.value === null ? network.sum : formatFiat(network.value))
}

/** Each part of what a route costs, and who tells it. */
export function CostParts({ costs }: { costs: Costs }) {
  const { paid, received, network, routeFee } = costs
  const lost = paid === null || received === null ? null : paid - received
  const bps = lossBps(paid, received)
  const total = totalOf(costs)
  const isGain = total !== null && total < 0n
  const before = routeFee === 'later' && total !== null ? 'Before' : ''
  const box = useRef<HTMLDivElement>(null)
  // Opened by a press just above the buttons that stay in sight: what was asked for is not left behind.
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div class="costs" ref={box}>
      <dl class="costs-parts">
        <dt>{costText.network}</dt>
        <dd class="num">
          {typeof network === 'string' ? costText[network] : <Sum {...network} />}
        </dd>
        {routeFee !== undefined && (
          <>
            <dt>{costText.routeFee}</dt>
            <dd class="num">{routeFee === 'later' ? costText.inReview : <Sum {...routeFee} />}</dd>
          </>
        )}
        <dt>{costText.price}</dt>
        <dd class="num">
          <bdi>{lost === null || bps === null ? costText.noPrice : formatDifference(-lost)}</bdi>
          {lost !== null && bps !== null && (
            <span class="sub">
              {' · '}
              <bdi>{formatBps(-bps)}</bdi>
            </span>
          )}
        </dd>
        <dt>{costText.filler}</dt>
        <dd>{costText.inPrice}</dd>
        <dt class="costs-total">{costText[`total${isGain ? 'Gain' : ''}${before}`]}</dt>
        <dd class="num costs-total">
          {total === null
            ? costText.partMissing
            : costText[isPartial(costs) ? (isGain ? 'atMost' : 'atLeast') : 'about'](
                formatFiat(isGain ? -total : total),
              )}
        </dd>
      </dl>
      <p class="sub">
        {costText[costs.isTold ? 'sourceTold' : costs.isTried ? 'sourceTried' : 'source']}
        {isPartial(costs) && ` ${costText.layerOne}`}
        {costs.hasApproval && ` ${costText.approval}`}
      </p>
    </div>
  )
}

/** What it is worth, with the sum beside it; the sum alone where it has no price. */
function Sum({ sum, value }: Pick<NetworkFee, 'sum' | 'value'>) {
  if (value === null) return <bdi>{sum}</bdi>
  return (
    <>
      <bdi>{formatFiat(value)}</bdi>
      <span class="sub">
        {' · '}
        <bdi>{sum}</bdi>
      </span>
    </>
  )
}
