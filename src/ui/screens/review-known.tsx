import type { Accepted, StepFacts, SwapOrder } from '@/src/domain/order/order'
import { goesText } from '../copy/goes-text'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { formatBps } from '../format/percent'
import { plainText } from '../format/text'
import { ShortAddress } from '../parts/short-address'
import { GoesTo, newPrograms, solanaDepositOf } from './review-goes'

type Deposit = Extract<StepFacts, { kind: 'deposit' }>

/** Above this share of what the account holds, in basis points, a contract's first payment is ticked. */
const SHARE_BPS = 1_000

/** The payment of an order on a chain of the EVM family. */
function depositOf({ steps }: Pick<SwapOrder, 'steps'>): Deposit | undefined {
  for (const { facts } of steps) if (facts.kind === 'deposit') return facts
  return undefined
}

/** What was accepted; the minimum is what the payment itself names, where it could be read. */
export function promisedBy(order: Pick<SwapOrder, 'accepted' | 'steps'>): Accepted {
  const least = depositOf(order)?.known?.least
  return least === undefined ? order.accepted : { ...order.accepted, minAmountOut: least }
}

/** What must be accepted of a contract that was never paid: that it gets much of what is there. */
export function tickOfFirst({
  accepted,
  steps,
  firstPaid,
}: Pick<SwapOrder, 'accepted' | 'steps' | 'firstPaid'>): { id: string; text: string } | undefined {
  if (firstPaid === undefined) return undefined
  const isOnSolana = solanaDepositOf({ steps }) !== undefined
  if (isOnSolana && newPrograms({ firstPaid }).length === 0) return undefined
  const words = isOnSolana ? goesText : orderText.review
  const { symbol, amount, decimals } = accepted.from
  const name = plainText(symbol, 14)
  const { held } = firstPaid
  if (held === undefined) return { id: 'first', text: words.tickFirstUnknown(name) }
  const [paid, all] = [BigInt(amount), BigInt(held)]
  if (paid * 10_000n <= all * BigInt(SHARE_BPS)) return undefined
  const bps = paid >= all ? 10_000 : Number((paid * 10_000n) / all)
  const text = words.tickFirst(formatBps(bps), `${formatExact(held, decimals)} ${name}`)
  // Named for the share: who accepted one has not accepted another.
  return { id: `first-${bps}`, text }
}

/** Who says so: the payment itself, or the service alone. */
export function Source({ order }: { order: Pick<SwapOrder, 'steps'> }) {
  const { read, promised } = orderText.review
  const isRead = depositOf(order)?.known !== undefined
  const { word, whole } = isRead ? read : promised
  return (
    <span class="terms-source" title={whole}>
      {' · '}
      <span aria-hidden="true">{word}</span>
      <span class="sr-only">{whole}</span>
    </span>
  )
}

/** What code the account that pays has, where it has any: it is followed otherwise than others. */
export function PaidFrom({ coded }: Pick<SwapOrder, 'coded'>) {
  if (coded === undefined) return null
  const { review } = orderText
  return (
    <>
      <dt>{review.account}</dt>
      <dd>{review.coded[coded]}</dd>
      <dd class="terms-wide terms-note sub">{review.codedWhy[coded]}</dd>
    </>
  )
}

/**
 * The contract that is paid, where this release knows it by name, or it is paid for the first time; on Solana
 * whoever gets it.
 */
export function PaidTo({ order }: { order: Pick<SwapOrder, 'steps' | 'firstPaid' | 'advice'> }) {
  const solana = solanaDepositOf(order)
  if (solana !== undefined) return <GoesTo deposit={solana} order={order} />
  const deposit = depositOf(order)
  const isNew = order.firstPaid !== undefined
  if (deposit === undefined || !(deposit.known || isNew)) return null
  const { known, target } = deposit
  const { review } = orderText
  return (
    <>
      <dt>{review.target}</dt>
      {known === undefined ? (
        <dd class="num" title={target}>
          <ShortAddress address={target} />
          <span class="terms-source">
            {' · '}
            {review.firstPaid}
          </span>
        </dd>
      ) : (
        <dd title={target}>
          {review.contractOf(known.contract, known.service)}
          <span class="terms-verified sub">
            {' '}
            {review.verified}
            {known.proxy !== undefined && ` · ${review.byProxy(known.proxy)}`}
          </span>
        </dd>
      )}
      {isNew && <dd class="terms-wide terms-note sub">{review.firstPaidWhy}</dd>}
    </>
  )
}
