import { useEffect, useRef, useState } from 'preact/hooks'
import { costText } from '../copy/cost-text'
import { lateText } from '../copy/late-text'
import { routeTypeLabel, tagLabel } from '../copy/routes'
import { transferText } from '../copy/transfer-text'
import { formatAmount, formatExact, formatPlaces, placesOf, roundUp } from '../format/amount'
import { formatDifference, formatFiat, lossBps, toFiatValue } from '../format/fiat'
import { toUnitsWorth } from '../format/money'
import { formatBps } from '../format/percent'
import { formatRate } from '../format/rate'
import { plainText } from '../format/text'
import { formatDuration } from '../format/time'
import { handle } from '../handles'
import type { FillerRecords } from '../models/filler-records'
import { isPromised, type RouteView } from '../models/routes'
import type { Swap } from '../models/swap'
import { useApp } from '../parts/context'
import { Filled } from '../parts/filled'
import { FillerLogo } from '../parts/filler-logo'
import { ChevronDown } from '../parts/icons'
import { lazy, onIntent } from '../parts/lazy'
import { LostPick } from '../parts/lost-pick'
import { PriceCountdown } from '../parts/price-countdown'
import { Skeleton } from '../parts/skeleton'
import { useFillerRecords } from '../parts/use-filler-records'
import { useHold } from '../parts/use-hold'
import { type NetworkFee, type NetworkFeeGap, useNetworkPrice } from '../parts/use-network-price'
import { CostParts, sayTotal } from './cost-parts'
import { ExactWaysButton } from './exact-ways'
import { PayScreen } from './late-screens'
import { RecordLine } from './record-line'
import { RouteSort } from './route-sort'

const AskAgain = lazy(() => import('../parts/read-again').then((room) => room.AskAgain))

/** The routes as they stream in; a row keeps its place while the pointer or the focus is among them. */
export function RouteList() {
  const { swap, announce, router } = useApp()
  const { quotes } = swap
  const phase = quotes.phase.value
  const routes = quotes.routes.value
  const [unfolded, setUnfolded] = useState(false)
  const folded = quotes.folded.value
  const best = sayBest(swap)
  const feeOf = useFees(swap)
  const records = useFillerRecords()
  useEffect(() => {
    if (phase === 'ready' && best !== '') announce(lateText.routes.count(best, routes.length))
  }, [phase])
  const wasWrong = useRef(false)
  wasWrong.current ||= quotes.error.value !== undefined

  const holding = useHold(quotes.hold)
  if (phase === 'idle') return null
  return (
    <section
      class={`routes${swap.outdated.value ? ' routes-old' : ''}`}
      aria-label={lateText.routes.title}
      {...holding}
    >
      <header class="routes-head">
        <h2 id="routes-title" tabIndex={-1}>
          {lateText.routes.title}
        </h2>{' '}
        {phase === 'loading' && <span class="sub asking">{lateText.routes.asking}</span>}
        {routes.length + folded.length > 1 && <RouteSort records={records} />}
        {phase !== 'loading' && <PriceCountdown quotes={quotes} />}
      </header>
      <ExactWaysButton />
      <LostPick quotes={quotes} />
      {wasWrong.current && (
        <AskAgain
          money={null}
          error={quotes.error.value}
          tone={routes.length > 0 ? 'warn' : 'bad'}
          brief={routes.length > 0 ? lateText.routes.some : undefined}
          asking={phase === 'loading' && routes.every(({ stale }) => stale)}
          to="routes-title"
          again={quotes.refresh}
        />
      )}
      <div class="route-list" role="radiogroup" aria-label={lateText.routes.title}>
        {routes.map((view) => (
          <RouteRow key={view.key} view={view} feeOf={feeOf} records={records} />
        ))}
        {phase === 'loading' && routes.length === 0 && <RouteSkeleton />}
        {unfolded &&
          folded.map(({ view, reason }) => (
            <RouteRow
              key={view.key}
              view={view}
              feeOf={feeOf}
              records={records}
              reason={lateText.routes[reason]}
            />
          ))}
      </div>
      {folded.length > 0 && (
        <button type="button" class="button button-quiet" onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? lateText.routes.hide : lateText.routes.folded(folded.length)}
        </button>
      )}
      {quotes.others.value > 0 && (
        <p class="sub hint">{lateText.routes.others(quotes.others.value)}</p>
      )}
      <button
        type="button"
        class="button button-quiet"
        title={transferText.openHint}
        onClick={() => router.go({ screen: 'pay' })}
        {...onIntent(PayScreen)}
      >
        {transferText.open}
      </button>
      {swap.connection.value === undefined && routes.length > 0 && (
        <p class="sub hint">{lateText.routes.preview}</p>
      )}
    </section>
  )
}

type FeeOf = (view: RouteView) => NetworkFee | NetworkFeeGap

/** The network fee of each route; once all are known, the best is the best net of it. */
function useFees({ quotes, pay, receive }: Swap): FeeOf {
  const listed = [...quotes.routes.value, ...quotes.folded.value.map(({ view }) => view)]
  const gases = listed.map(({ route }) => route.quote.estimatedGas)
  const priceOf = useNetworkPrice(pay.value?.chainId, gases, listed[0]?.quoteId ?? '')
  const exactIn = quotes.request.value?.tradeType !== 'EXACT_OUTPUT'
  const token = exactIn ? receive.value : pay.value
  const fees = gases.map((gas) => priceOf(gas))
  const known = fees.map((fee) => (typeof fee === 'string' ? fee : String(fee.value))).join()
  useEffect(() => {
    quotes.weigh(({ quote }) => {
      const fee = priceOf(quote.estimatedGas)
      if (typeof fee === 'string' || fee.value === null || token === undefined) return undefined
      return toUnitsWorth(fee.value, token)
    })
  }, [quotes, known, token])
  return ({ route }) => priceOf(route.quote.estimatedGas)
}

/** The best amount for a screen reader. */
function sayBest({ quotes, pay, receive }: Swap): string {
  const quote = quotes.best.value?.route.quote
  const exactIn = quotes.request.value?.tradeType !== 'EXACT_OUTPUT'
  const token = exactIn ? receive.value : pay.value
  if (quote === undefined || token === undefined) return ''
  const units = exactIn ? quote.amountOut : quote.amountIn
  return `${formatAmount(units, token.decimals)} ${plainText(token.symbol, 12)}`
}

function RouteSkeleton() {
  return (
    <div class="route route-waiting" aria-hidden="true">
      <span class="route-line">
        <Skeleton width="38%" height={16} />
        <Skeleton width="22%" height={16} />
      </span>
      <span class="route-line">
        <Skeleton width="30%" height={12} />
        <Skeleton width="26%" height={12} />
      </span>
    </div>
  )
}

function RouteRow(props: {
  view: RouteView
  feeOf: FeeOf
  records: FillerRecords | undefined
  reason?: string
}) {
  const { view, feeOf, records, reason } = props
  const { swap } = useApp()
  const { quotes } = swap
  const [from, to] = [swap.pay.value, swap.receive.value]
  if (from === undefined || to === undefined) return null
  const { quote } = view.route
  const exactIn = quotes.request.value?.tradeType !== 'EXACT_OUTPUT'
  const chosen = quotes.picked.value?.key === view.key
  const several = quotes.routes.value.length > 1
  const isBest = several && quotes.best.value?.key === view.key
  const isReliable = several && records?.top === view.key
  const record = records?.of(view.route)
  const isFastest = several && quotes.fastest.value?.key === view.key
  const top = quotes.best.value ?? view
  const best = top.route.quote
  const [fee, bestFee] = [feeOf(view), feeOf(top)]
  // What is compared: what is received, or what is paid for an exact output.
  const token = exactIn ? to : from
  const units = (one: typeof quote) => (exactIn ? one.amountOut : one.amountIn)
  const places = placesOf(units(best), token.decimals)
  // What is paid never reads as less, what is received never as more.
  const shown = exactIn ? units(quote) : roundUp(units(quote), token.decimals, places)
  const amount = formatPlaces(shown, token.decimals, places)
  const sum = (
    <bdi key="sum" dir="ltr">
      {amount} <bdi class="route-symbol">{plainText(token.symbol, 12)}</bdi>
    </bdi>
  )
  const worth = toFiatValue(BigInt(units(quote)), token)
  const bestWorth = toFiatValue(BigInt(units(best)), token)
  const costOf = (each: typeof fee) => (typeof each === 'string' ? null : each.value) ?? 0n
  // As the best was found: where one of all tells no fee, the amounts alone are compared.
  const dearer = quotes.isNet.value ? costOf(fee) - costOf(bestFee) : 0n
  const beside = worth === null || bestWorth === null ? 0n : bestWorth - worth
  // What is received is less by what it costs more; what is paid, more.
  const lost = exactIn ? beside + dearer : beside - dearer
  const loss = lossBps(
    toFiatValue(BigInt(quote.amountIn), from),
    toFiatValue(BigInt(quote.amountOut), to),
  )
  // As wide while it is read: nothing moves under the pointer when it comes.
  const worthOf = (each: NetworkFee) => (each.value === null ? undefined : formatFiat(each.value))
  const shownFee =
    fee === 'reading' ? costText.later : typeof fee === 'string' ? undefined : worthOf(fee)
  // What is far above what is promised is nobody's word: it is compared with nothing.
  const slippage = quotes.request.value?.slippageTolerance
  const isOpen = quote.minAmountOut !== undefined && !isPromised(view.route, slippage)
  const minimum =
    quote.minAmountOut === undefined
      ? lateText.routes.noPromise
      : lateText.routes.atLeast(
          `${formatAmount(quote.minAmountOut, to.decimals)} ${plainText(to.symbol, 12)}`,
        )
  return (
    <>
      <label
        class={`route${view.stale ? ' route-stale' : ''}`}
        data-testid={handle.route}
        data-route-id={view.route.routeId}
      >
        <input
          class="sr-only"
          type="radio"
          name="route"
          checked={chosen}
          // Also of the one that stands as picked: it is the person's own from then on.
          onClick={() => quotes.pick(view.key)}
        />
        <span class="route-line">
          <span
            // Anew with each figure, which fades in.
            key={amount}
            class="route-amount num"
            title={formatExact(units(quote), token.decimals)}
          >
            {exactIn ? sum : <Filled say={lateText.routes.pays} parts={[sum]} />}
          </span>
          <span class="route-badges">
            {worth !== null && (
              <span class="num sub">
                {view.key === top.key || lost === 0n || isOpen
                  ? formatFiat(worth, exactIn)
                  : formatDifference(-lost)}
              </span>
            )}
            {isBest && <span class="badge badge-good">{lateText.routes.best}</span>}
            {isFastest && <span class="badge badge-accent">{lateText.routes.fastest}</span>}
            {isReliable && (
              <span class="badge badge-accent" title={lateText.routes.reliableHint}>
                {lateText.routes.reliable}
              </span>
            )}
            {reason !== undefined && <span class="badge badge-warn">{reason}</span>}
            {view.change !== undefined && <Change view={view} />}
          </span>
        </span>
        <span class="route-line sub" title={minimum}>
          <span class="route-filler">
            <FillerLogo {...view.route} />
            <bdi>{routeTypeLabel(view.route)}</bdi>
            <span class="num">{formatDuration(quote.expectedDurationSeconds)}</span>
            {shownFee !== undefined && <span class="num">{costText.fee(shownFee)}</span>}
            {record !== undefined && (
              <span class="num">{lateText.routes.came(record.came, record.orders)}</span>
            )}
            {(quote.tags ?? []).map((tag) => (
              <span key={tag}>{tagLabel(tag)}</span>
            ))}
            {(quote.minAmountOut === undefined || isOpen) && <span class="warn">{minimum}</span>}
          </span>
          {loss !== null && shownFee === undefined && (
            <span class="num" title={lateText.routes.market}>
              {`${loss < 0 ? '+' : ''}${formatBps(-loss)}`}
              <span class="sr-only"> {lateText.routes.market}</span>
            </span>
          )}
        </span>
      </label>
      {chosen && <RouteCosts view={view} network={fee} records={records} />}
    </>
  )
}

/** The rate of the chosen route, to be turned around, and what each part of the difference is. */
function RouteCosts(props: {
  view: RouteView
  network: NetworkFee | NetworkFeeGap
  records: FillerRecords | undefined
}) {
  const { view, network, records } = props
  const { swap } = useApp()
  const [turned, setTurned] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [from, to] = [swap.pay.value, swap.receive.value]
  if (from === undefined || to === undefined) return null
  const { amountIn, amountOut, tags } = view.route.quote
  const costs = {
    paid: toFiatValue(BigInt(amountIn), from),
    received: toFiatValue(BigInt(amountOut), to),
    network,
    hasApproval: tags?.includes('needs-approval') === true,
    // Only the request tells it, which is made for the review.
    routeFee: 'later' as const,
  }
  return (
    <div class="route-costs">
      <button
        type="button"
        class="terms-turn num"
        title={costText.turn}
        onClick={() => setTurned(!turned)}
      >
        <bdi dir="ltr">
          {formatRate({ ...from, amount: amountIn }, { ...to, amount: amountOut }, turned)}
        </bdi>
      </button>
      <button
        type="button"
        class="route-costs-open num"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {sayTotal(costs)}
        <ChevronDown size={14} />
      </button>
      {isOpen && records && <RecordLine record={records.of(view.route)} />}
      {isOpen && <CostParts costs={costs} />}
    </div>
  )
}

function Change({ view }: { view: RouteView }) {
  const { swap } = useApp()
  const exactIn = swap.quotes.request.value?.tradeType !== 'EXACT_OUTPUT'
  const token = exactIn ? swap.receive.value : swap.pay.value
  if (view.change === undefined || token === undefined) return null
  const gain = view.change > 0n
  // What is paid less for an exact amount is the gain there.
  const isMore = gain === exactIn
  const size = formatAmount(gain ? view.change : -view.change, token.decimals, 4)
  return (
    <span
      class={`change num ${gain ? 'good' : 'warn'}`}
      title={lateText.routes[isMore ? 'more' : 'less'](size)}
    >
      {isMore ? '▲' : '▼'} {size}
    </span>
  )
}
