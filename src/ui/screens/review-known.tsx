import { Fragment } from 'preact'
import { isNativeAddress, sameAddress } from '@/src/domain/address/address'
import type { Accepted, KnownContract, KnownDeposit, SwapOrder } from '@/src/domain/order/order'
import { depositFactsOf } from '@/src/domain/order/order-parts'
import { partiesOf } from '@/src/domain/order/parties'
import { goesText } from '../copy/goes-text'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { formatBps } from '../format/percent'
import { plainText } from '../format/text'
import { ShortAddress } from '../parts/short-address'
import { GoesTo, newPrograms, solanaDepositOf } from './review-goes'

/** Above this share of what the account holds, in basis points, a contract's first payment is ticked. */
const SHARE_BPS = 1_000

/** What was accepted; the minimum is what the payment itself names, where it could be read. */
export function promisedBy(order: Pick<SwapOrder, 'accepted' | 'steps'>): Accepted {
  const least = depositFactsOf(order)?.known?.least
  return least === undefined ? order.accepted : { ...order.accepted, minAmountOut: least }
}

/**
 * What must be accepted of contracts, or programs, that were never paid: that they get much of what is there.
 */
export function tickOfFirst(
  order: Pick<SwapOrder, 'accepted' | 'steps' | 'firstPaid'>,
): { id: string; text: string } | undefined {
  const { accepted, firstPaid } = order
  if (firstPaid === undefined) return undefined
  const isOnSolana = solanaDepositOf(order) !== undefined
  if (isOnSolana && newPrograms(order).length === 0) return undefined
  const { decimals } = accepted.from
  const name = plainText(accepted.from.symbol, 14)
  const { held, contracts = [], amount = accepted.from.amount } = firstPaid
  const fresh = isOnSolana ? [] : namedIn(order).filter(({ isNew }) => isNew)
  const isUnread = fresh.length > 0 && fresh.every(({ unread }) => unread !== undefined)
  const who = contracts.length > 1 ? 'more' : isUnread ? 'unread' : 'one'
  const { review } = orderText
  const words = isOnSolana
    ? goesText
    : { tickFirst: review.tickFirst[who], tickFirstUnknown: review.tickFirstUnknown[who] }
  if (held === undefined) return { id: 'first', text: words.tickFirstUnknown(name) }
  const [paid, all] = [BigInt(amount), BigInt(held)]
  if (paid * 10_000n <= all * BigInt(SHARE_BPS)) return undefined
  const bps = paid >= all ? 10_000 : Number((paid * 10_000n) / all)
  const text = words.tickFirst(formatBps(bps), `${formatExact(held, decimals)} ${name}`)
  // Named for the share: who accepted one has not accepted another.
  return { id: `first-${bps}`, text }
}

/** A contract that the review names: what it is to the order, and what is known of it. */
type Named = {
  is: 'swapAt' | 'spender' | 'target'
  address: string
  known?: KnownDeposit | undefined
  unread?: KnownContract | undefined
  isNew: boolean
}

/** The contracts that are named: known ones that are paid or called, and those that were never paid. */
function namedIn({ steps, firstPaid }: Pick<SwapOrder, 'steps' | 'firstPaid'>): Named[] {
  const all = new Map<string, Named>()
  for (const { facts } of steps) {
    // Programs of Solana are listed with what they do.
    if (facts.kind === 'solanaDeposit') continue
    for (const { address, method } of partiesOf(facts)) {
      const isCalled = method !== undefined
      const isTarget = isCalled && facts.kind === 'deposit'
      const isNew = firstPaid?.contracts?.includes(address) ?? (isTarget && firstPaid !== undefined)
      const is = isTarget ? 'target' : isCalled ? 'swapAt' : 'spender'
      const known = isTarget ? facts.known : undefined
      const unread = isCalled && 'unread' in facts ? facts.unread : undefined
      // Whoever is called as well is named for that.
      if ((isNew || known || unread) && (isCalled || !all.has(address))) {
        all.set(address, { is, address, known, unread, isNew })
      }
    }
  }
  return [...all.values()]
}

/** Who says so: the payment itself, or the service alone. */
export function Source({ order }: { order: Pick<SwapOrder, 'steps'> }) {
  const { read, promised } = orderText.review
  const isRead = depositFactsOf(order)?.known !== undefined
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

type Paid = Pick<SwapOrder, 'accepted' | 'steps' | 'firstPaid' | 'advice' | 'coded' | 'otherCode'>

/**
 * The contracts that get at what is paid: those that this release knows by name, and those that are new; on
 * Solana whoever gets it.
 */
export function PaidTo({ order }: { order: Paid }) {
  const solana = solanaDepositOf(order)
  if (solana !== undefined) return <GoesTo deposit={solana} order={order} />
  const { review } = orderText
  const all = namedIn(order)
  const strangers = all.filter(({ isNew, unread }) => isNew && !unread)
  const isUnread = all.some(({ isNew, unread }) => isNew && unread)
  return (
    <>
      {all.map((each) => (
        <Fragment key={each.address}>
          <dt>{review[each.is]}</dt>
          <dd class="num" title={each.address}>
            <ContractName named={each} />
          </dd>
        </Fragment>
      ))}
      {strangers.length > 0 ? (
        <dd class="terms-wide terms-note sub">{review.firstPaidWhy(strangers.length)}</dd>
      ) : (
        isUnread && <dd class="terms-wide terms-note sub">{review.unreadWhy}</dd>
      )}
      <PaysEither order={order} />
      <ComesBack order={order} />
    </>
  )
}

/** In which form of the chain's coin it comes, where that is not what was asked for or depends on the account. */
function PaysEither({ order }: { order: Paid }) {
  const { accepted, coded, otherCode } = order
  const or = depositFactsOf(order)?.known?.or
  if (or === undefined) return null
  const isPlain = coded === undefined && !otherCode
  const isOwn = sameAddress(accepted.author, accepted.recipient)
  const names = [plainText(or.symbol, 12), plainText(accepted.to.symbol, 12)] as const
  const isForWrapped = isNativeAddress(or.address)
  if (!isForWrapped && isPlain && isOwn) return null
  const [coin, wrapped] = isForWrapped ? names : ([names[1], names[0]] as const)
  return (
    <dd class={`terms-wide terms-note ${isForWrapped ? 'warn' : 'sub'}`}>
      {orderText.review.paysEither(coin, wrapped)}
    </dd>
  )
}

/** As what it comes back if nobody fills it, where that is not what was paid. */
function ComesBack({ order }: { order: Paid }) {
  const back = depositFactsOf(order)?.known?.back
  if (back === undefined) return null
  const [wrapped, coin] = [back.symbol, order.accepted.from.symbol].map((each) =>
    plainText(each, 12),
  )
  return (
    <dd class="terms-wide terms-note sub">
      {orderText.review.comesBack(wrapped ?? '', coin ?? '')}
    </dd>
  )
}

function ContractName({ named: { is, address, known, unread } }: { named: Named }) {
  const { review } = orderText
  if (unread) return <>{review.unreadOf(unread.contract, unread.service)}</>
  if (known) {
    return (
      <>
        {review.contractOf(known.contract, known.service)}
        <span class="terms-verified sub">
          {' '}
          {review.verified}
          {known.proxy !== undefined && ` · ${review.byProxy(known.proxy)}`}
        </span>
      </>
    )
  }
  return (
    <>
      <ShortAddress address={address} />
      <span class="terms-source">
        {' · '}
        {is === 'target' ? review.firstPaid : review.firstUsed}
      </span>
    </>
  )
}
