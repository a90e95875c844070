import { useEffect } from 'preact/hooks'
import type { FiatQuote } from '@/src/contract/service/fiat'
import type { Token } from '@/src/contract/service/token'
import type { Limits } from '@/src/domain/order/purchase'
import { formatMoney } from '@/src/domain/token/written-money'
import { buyText } from '../copy/buy-text'
import { lateText } from '../copy/late-text'
import { text } from '../copy/text'
import { formatAmount } from '../format/amount'
import { formatList } from '../format/plural'
import { plainText } from '../format/text'
import { formatCountdown } from '../format/time'
import { handle } from '../handles'
import type { Buy } from '../models/buy'
import { type OfferProblem, providerOf } from '../models/offers'
import { useApp } from '../parts/context'
import { Alert, Refresh } from '../parts/icons'
import { Logo } from '../parts/logo'
import { AskAgain, RetryButton, useAgain } from '../parts/read-again'
import { SkeletonRows } from '../parts/skeleton'
import { useHold } from '../parts/use-hold'

/** The providers' offers as they stream in, the most guaranteed first, and who has none and why. */
export function OfferList({ buy }: { buy: Buy }) {
  const { announce } = useApp()
  const { offers } = buy
  const phase = offers.phase.value
  const list = offers.list.value
  const problems = offers.problems.value
  const { token } = buy.draft.value
  const [best] = list
  useEffect(() => {
    if (phase === 'ready')
      announce(best && token ? sayCount(list.length, best, token) : sayNone(buy))
  }, [phase])
  const holding = useHold(offers.hold)
  if (phase === 'idle' || token === undefined) return null
  const nothing = phase === 'ready' && list.length === 0 && offers.error.value === undefined
  return (
    <section class="routes" aria-label={buyText.offers} {...holding}>
      <header class="routes-head">
        <h2 id="offers-title" tabIndex={-1}>
          {buyText.offers}
        </h2>
        {phase === 'loading' ? (
          <span class="sub asking">{buyText.asking}</span>
        ) : (
          <button
            type="button"
            class="icon-button icon-button-small"
            aria-label={buyText.refresh}
            title={buyText.refresh}
            onClick={() => offers.refresh()}
          >
            <Refresh size={16} />
          </button>
        )}
      </header>
      <Lost buy={buy} token={token} />
      <AskAgain
        error={offers.error.value}
        money={buyText.nothingPaid}
        tone={list.length > 0 ? 'warn' : 'bad'}
        brief={list.length > 0 ? lateText.routes.some : undefined}
        asking={phase === 'loading' && list.length === 0}
        to="offers-title"
        again={() => offers.refresh()}
      />
      <div class="route-list" role="radiogroup" aria-label={buyText.offers}>
        {list.map((offer) => (
          <OfferRow key={providerOf(offer)} buy={buy} offer={offer} token={token} />
        ))}
        {phase === 'loading' && list.length === 0 && <SkeletonRows count={2} />}
      </div>
      {nothing && (
        <div class="empty">
          <p class="empty-title">{buyText.none}</p>
          {sayNearest(buy) === undefined && (
            <p>{problems.some(({ why }) => why) ? buyText.leftOutHint : buyText.noneHint}</p>
          )}
        </div>
      )}
      {problems.length > 0 && (
        <ul class="offer-problems">
          {problems.map((problem, index) => (
            <Problem key={providerOf(problem) || index} buy={buy} problem={problem} />
          ))}
        </ul>
      )}
      {offers.left.value > 0 && <p class="sub">{buyText.left(offers.left.value)}</p>}
    </section>
  )
}

function sayCount(count: number, best: FiatQuote, { decimals, symbol }: Token): string {
  const amount = `${formatAmount(best.minOutputAmount, decimals)} ${plainText(symbol, 12)}`
  return buyText.count(count, amount)
}

/** Nobody has an offer, and the amount that somebody takes, where that is why. */
function sayNone(buy: Buy): string {
  const nearest = sayNearest(buy)
  return nearest === undefined ? buyText.none : [buyText.none, nearest].map(text.app.said).join(' ')
}

/** What to enter instead, where nobody takes the amount. */
export function sayNearest({ nearest: { value: nearest }, currency }: Buy): string | undefined {
  if (nearest === undefined) return undefined
  const say = (amount: string) => formatMoney(amount, currency.value)
  return 'least' in nearest
    ? buyText.enterLeast(say(nearest.least))
    : buyText.enterMost(say(nearest.most))
}

/** What became of the offer that was chosen; nothing else is taken in its place. */
function Lost({ buy, token }: { buy: Buy; token: Token }) {
  const { announce } = useApp()
  const lost = buy.offers.lost.value
  const provider = plainText(lost?.before.providerName ?? '', 32)
  const title = lost && (lost.now ? buyText.worse(provider) : buyText.gone(provider))
  useEffect(() => {
    if (title !== undefined) announce([text.app.said(title), buyText.next.choose].join(' '))
  }, [title])
  if (lost === undefined) return null
  const size = (units: string) =>
    `${formatAmount(units, token.decimals)} ${plainText(token.symbol, 12)}`
  const { before, now } = lost
  const sayWorse = (next: FiatQuote) =>
    BigInt(next.minOutputAmount) < BigInt(before.minOutputAmount)
      ? buyText.worseHint(size(next.minOutputAmount), size(before.minOutputAmount))
      : buyText.lower(size(next.expectedOutputAmount), size(before.expectedOutputAmount))
  return (
    <div class="note note-warn note-slim">
      <Alert size={18} />
      <span class="note-body">
        <strong>{title && text.app.said(title)}</strong> {now ? sayWorse(now) : buyText.goneHint}
      </span>
    </div>
  )
}

function OfferRow({ buy, offer, token }: { buy: Buy; offer: FiatQuote; token: Token }) {
  const { now } = useApp()
  const symbol = plainText(token.symbol, 12)
  const currency = buy.currency.value
  const size = (units: string) => `${formatAmount(units, token.decimals)} ${symbol}`
  const left = offer.expiresAt - Math.ceil(now.value / 1000)
  const name = plainText(offer.providerName, 32)
  const { minFiatAmount, maxFiatAmount, totalFee, swapStrategy } = offer
  const methods = offer.paymentMethods ?? []
  const facts = [
    swapStrategy === 'direct' ? buyText.direct : swapStrategy === 'jump' ? buyText.jump : undefined,
    totalFee === undefined ? undefined : buyText.fee(formatMoney(totalFee, currency)),
    sayLimits({ min: minFiatAmount, max: maxFiatAmount }, currency),
    formatList(methods.map((each) => plainText(each.replace(/_/g, ' '), 24))),
  ]
  return (
    <label class="route" data-testid={handle.offer} data-provider={providerOf(offer)}>
      <input
        class="sr-only"
        type="radio"
        name="offer"
        checked={buy.offers.picked.value === offer}
        // Also of the one that is shown as the best: it is the person's own choice from then on.
        onClick={() => buy.offers.pick(providerOf(offer))}
      />
      <span class="route-line">
        <span class="route-amount num">{buyText.least(size(offer.minOutputAmount))}</span>
        <span class={`num sub${left < 15 ? ' warn' : ''}`}>
          {left > 0 ? buyText.ends(formatCountdown(left)) : buyText.over}
        </span>
      </span>
      <span class="route-line sub">
        <span class="route-filler">
          <Logo name={name} seed={name} url={offer.providerLogoUrl} size={18} />
          <bdi>{name}</bdi>
        </span>
        <span class="num">{buyText.expected(size(offer.expectedOutputAmount))}</span>
      </span>
      <span class="offer-facts sub">{facts.filter((each) => each).join('\u00a0· ')}</span>
    </label>
  )
}

/** What may be paid in one order, as far as it is told. */
export function sayLimits({ min, max }: Limits, currency: string): string | undefined {
  const [least, most] = [min, max].map((each) => each && formatMoney(each, currency))
  if (least && most) return buyText.limits(least, most)
  return least ? buyText.from(least) : most && buyText.upTo(most)
}

function Problem({ buy, problem }: { buy: Buy; problem: OfferProblem }) {
  const { message, provider, why, limits } = problem
  const name = plainText(problem.providerName ?? provider ?? '', 32)
  const sayTitle = why === undefined ? buyText.problem : buyText.unused
  const title = text.app.said(sayTitle(name || buyText.someone))
  const { read } = useAgain(problem, buy.offers.phase.value === 'loading', () =>
    buy.offers.refresh(provider),
  )
  return (
    <li class="offer-problem">
      <Alert size={16} />
      <span>
        <strong>{title}</strong>{' '}
        {why === undefined ? <bdi>{plainText(message, 160)}</bdi> : buyText.leftOut[why]}
        {limits && ` ${buyText.takes(sayLimits(limits, buy.currency.value) ?? '')}`}
      </span>
      {/* Who is known by a name to show alone cannot be asked alone: then all are. */}
      {why !== 'limits' &&
        (problem.retryable === true || (why !== undefined && provider !== undefined)) && (
          <RetryButton isQuiet wrong={title} to="offers-title" read={read} />
        )}
    </li>
  )
}
