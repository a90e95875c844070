import { useId, useState } from 'preact/hooks'
import { sameAddress } from '@/src/domain/address/address'
import type { Accepted, Advice, Step, SwapOrder } from '@/src/domain/order/order'
import { sameToken } from '@/src/domain/token/token-id'
import { addText } from '../copy/add-text'
import { costText } from '../copy/cost-text'
import { lateText } from '../copy/late-text'
import { nameText } from '../copy/name-text'
import { orderText } from '../copy/order-text'
import { routeTypeLabel } from '../copy/routes'
import { text } from '../copy/text'
import { walletText } from '../copy/wallet-text'
import { formatAmount, formatExact } from '../format/amount'
import { formatFiat } from '../format/fiat'
import { imitated } from '../format/look-alike'
import { formatPercent } from '../format/percent'
import { formatRate } from '../format/rate'
import { hostOf, plainText } from '../format/text'
import { formatCountdown, formatDuration } from '../format/time'
import { addedTokens } from '../models/added-tokens'
import { useApp } from '../parts/context'
import { FillerLogo } from '../parts/filler-logo'
import { Alert, ChevronDown } from '../parts/icons'
import { Logo, TokenLogo } from '../parts/logo'
import { Minimum } from '../parts/minimum'
import { NamedAddress } from '../parts/named-address'
import { Ring } from '../parts/ring'
import { ShortAddress } from '../parts/short-address'
import { ShowTab } from '../parts/show-tab'
import { AskList, switchNeeded } from './ask-list'
import { CostParts, sayNetwork } from './cost-parts'
import { useOrderCosts } from './review-costs'
import type { RouteFee } from './review-fee'
import { PaidFrom, PaidTo, promisedBy, Source } from './review-known'
import { usePriced } from './review-prices'

/** What is paid and what is received, each on one line with its worth. */
export function Sides({ accepted }: { accepted: Accepted }) {
  const exactOut = accepted.tradeType === 'EXACT_OUTPUT'
  const [paid, received] = usePriced(accepted)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const source = { id, isOpen, onTurn: () => setOpen(!isOpen) }
  return (
    <div class="sides card">
      <Side
        label={orderText.review.youPay}
        sign="−"
        side={accepted.from}
        value={paid}
        source={source}
        exact
      />
      <Side
        label={exactOut ? orderText.review.youReceiveExactly : orderText.review.youReceive}
        sign="+"
        side={accepted.to}
        value={received}
        source={source}
        exact={exactOut}
      />
      {isOpen && (
        <p class="sub" id={id}>
          {orderText.review.valuesBy}
        </p>
      )}
    </div>
  )
}

function Side(props: {
  label: string
  sign: string
  side: Accepted['from']
  value: bigint | null
  /** Whose prices a value is by: a press on it says so below. */
  source: { id: string; isOpen: boolean; onTurn(): void }
  exact: boolean
}) {
  const app = useApp()
  const { catalog, hub } = app
  const { side, value, source } = props
  const own = hub.of(side)
  const model = imitated(side, catalog.top.value)
  const amount = props.exact
    ? formatExact(side.amount, side.decimals)
    : formatAmount(side.amount, side.decimals)
  return (
    <div class="side">
      <TokenLogo token={{ ...side, logoURI: side.logoUri }} size={32} />
      <span class="side-text">
        <span class="sr-only">{props.label} </span>
        <span class={`side-amount num${amount.length > 16 ? ' side-amount-long' : ''}`}>
          <span dir="ltr">
            <span aria-hidden="true">{props.sign}</span>
            {amount} <bdi>{plainText(side.symbol, 14)}</bdi>
          </span>
          {own !== undefined && (
            <>
              {' '}
              <span class="badge">{lateText.tokens[own.kind]}</span>
            </>
          )}
          {addedTokens(app).some((each) => sameToken(each, side)) && (
            <>
              {' '}
              <span class="badge badge-warn" title={addText.mine(plainText(side.symbol, 14))}>
                {addText.badge}
              </span>
            </>
          )}
          {model !== undefined && (
            <>
              {' '}
              <span class="badge badge-warn">
                {lateText.tokens.lookAlike(plainText(model.symbol, 12))}
              </span>
            </>
          )}
        </span>
        <span class="num sub">
          {lateText.tokens.on(plainText(catalog.nameOf(side.chainId), 24))}
          {value !== null && (
            <>
              {' · '}
              <button
                type="button"
                class="terms-turn"
                title={orderText.review.valuesBy}
                aria-expanded={source.isOpen}
                aria-controls={source.isOpen ? source.id : undefined}
                onClick={source.onTurn}
              >
                {orderText.review.value(formatFiat(value))}
              </button>
            </>
          )}
        </span>
      </span>
    </div>
  )
}

/** That a new price differs from the one before: in what is received, or in what is paid for an exact amount. */
export function RateChanged({ accepted, before }: { accepted: Accepted; before: Accepted }) {
  const side = accepted.tradeType === 'EXACT_OUTPUT' ? 'from' : 'to'
  const { decimals, symbol, amount } = accepted[side]
  const was = before[side].amount
  if (amount === was) return null
  const name = plainText(symbol, 14)
  const isLess = BigInt(amount) < BigInt(was)
  const worse = side === 'to' ? isLess : !isLess
  return (
    <p class={`note note-slim ${worse ? 'note-warn' : 'note-good'}`} role="status">
      <span>
        <strong>{text.app.said(orderText.review.rateChanged)}</strong>{' '}
        {orderText.review.rateFrom(
          `${formatExact(was, decimals)} ${name}`,
          `${formatExact(amount, decimals)} ${name}`,
        )}
      </span>
    </p>
  )
}

/** What holds beside the amounts: rate, minimum, time, route, who is paid, recipient, refund. */
export function Terms(props: { order: SwapOrder; left: number; fee: RouteFee | undefined }) {
  const { order, left, fee } = props
  const accepted = promisedBy(order)
  const { author, recipient, refundTo, slippageTolerance } = accepted
  const { catalog } = useApp()
  const other = order.otherCode
    ? orderText.review.recipientOtherCode(plainText(catalog.nameOf(accepted.to.chainId), 24))
    : orderText.review.recipientOther
  const own = sameAddress(recipient, author) && !order.otherCode
  const [total] = useState(Math.max(1, left))
  const [turned, setTurned] = useState(false)
  return (
    <dl class="terms card">
      <dt>{orderText.review.rate}</dt>
      <dd class="num">
        <button
          type="button"
          class="terms-turn"
          title={orderText.review.turnRate}
          onClick={() => setTurned(!turned)}
        >
          <bdi dir="ltr">{formatRate(accepted.from, accepted.to, turned)}</bdi>
        </button>
      </dd>
      <dt>
        {orderText.review.minimum}
        {accepted.minAmountOut !== undefined && <Source order={order} />}
      </dt>
      <dd
        class="num"
        title={
          slippageTolerance === undefined
            ? undefined
            : orderText.review.slippage(formatPercent(slippageTolerance))
        }
      >
        <Minimum accepted={accepted} />
      </dd>
      {fee !== undefined && (
        <>
          <dt>{orderText.review.routeFee}</dt>
          <dd class="num">
            <bdi>{fee.sum}</bdi>
            {fee.value !== null && <span class="sub"> · {formatFiat(fee.value)}</span>}
          </dd>
        </>
      )}
      <OrderCosts order={order} fee={fee} />
      <dt>{orderText.review.price}</dt>
      <dd class="num terms-clock">
        <Ring left={left} total={total} size={14} />
        {formatCountdown(left)}
      </dd>
      <dt>{orderText.review.route}</dt>
      <dd>
        <span class="terms-filler">
          <FillerLogo type={accepted.routeType} icon={accepted.filler} />
          <bdi>{routeTypeLabel({ type: accepted.routeType })}</bdi> ·
        </span>{' '}
        <span class="num sub terms-time">{formatDuration(accepted.expectedDurationSeconds)}</span>
      </dd>
      <PaidFrom {...(order.coded ? { coded: order.coded } : {})} />
      <PaidTo order={order} />
      <dt>
        {own ? orderText.review.recipientOwn : orderText.review.recipient}
        {!own && <Source order={order} />}
      </dt>
      {own ? (
        <dd class="num" title={recipient}>
          <span aria-hidden="true">
            <ShortAddress address={recipient} />
          </span>
          <span class="sr-only">{recipient}</span>
          <Source order={order} />
        </dd>
      ) : (
        <>
          <dd class="warn">{other}</dd>
          <dd class="terms-wide">
            <NamedAddress address={recipient} />
            {order.recipientName !== undefined && (
              <p class="sub">{nameText.used(plainText(order.recipientName))}</p>
            )}
          </dd>
        </>
      )}
      {!sameAddress(refundTo, author) && (
        <>
          <dt>{orderText.review.refund}</dt>
          <dd class="terms-wide">
            <NamedAddress address={refundTo} />
          </dd>
        </>
      )}
    </dl>
  )
}

/** What the network takes, and behind it each part of what the swap costs. */
function OrderCosts({ order, fee }: { order: SwapOrder; fee: RouteFee | undefined }) {
  const costs = useOrderCosts(order, fee)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <dt>{costText.network}</dt>
      <dd class="num">
        <button
          type="button"
          class="terms-open"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          title={costText.title}
          onClick={() => setOpen(!isOpen)}
        >
          {sayNetwork(costs)}
          <ChevronDown size={14} />
        </button>
      </dd>
      {isOpen && (
        <dd class="terms-wide" id={id}>
          <CostParts costs={costs} />
        </dd>
      )}
    </>
  )
}

/** A trial run that failed: what speaks against going on stands before everything else. */
export function TrialFailed({ advice }: { advice: Advice }) {
  return (
    <p class="note note-warn note-slim" role="status">
      <Alert size={18} />
      <span>
        {orderText.review.adviceReverts}
        {advice.detail !== undefined && <bdi class="sub"> {plainText(advice.detail, 160)}</bdi>}
      </span>
    </p>
  )
}

/** That no independent node told anything of what is paid: whose word it is instead. */
export function ByService() {
  return (
    <p class="note note-warn note-slim" role="status">
      <Alert size={18} />
      <span>{orderText.review.adviceByService}</span>
    </p>
  )
}

/** What the wallet will ask, in one line each; everything decoded is a click away. */
export function Asks({ order }: { order: SwapOrder }) {
  const { catalog, wallets } = useApp()
  const { steps, advice } = order
  const switchTo = switchNeeded(order, wallets.pages.value)
  const count = steps.length + (switchTo === undefined ? 0 : 1)
  return (
    <details class="asks-card">
      <summary>
        <span class="asks-title">{orderText.review.steps(count)}</span>
        <ol class="asks-short sub">
          {switchTo !== undefined && (
            <li>{orderText.review.switchTo(plainText(catalog.nameOf(switchTo), 32))}</li>
          )}
          {steps.map(({ id, facts }) => (
            <li key={id}>{shortAsk(facts, catalog.chain(facts.token.chainId)?.nativeCurrency)}</li>
          ))}
        </ol>
      </summary>
      <AskList steps={steps} switchTo={switchTo} advice={advice} />
      {advice?.outcome === 'passes' && advice.leaves && (
        <p class="sub">
          {leavesSentence(
            advice.leaves,
            advice.weak,
            order.accepted,
            catalog.chain(order.accepted.from.chainId),
          )}
        </p>
      )}
    </details>
  )
}

/**
 * By whose nodes it was tried first, or why nobody did. What another one says meanwhile is read out in its
 * place.
 */
export function Trial({ order: { advice, accepted } }: { order: SwapOrder }) {
  const { catalog } = useApp()
  if (advice === undefined || advice.outcome === 'reverts') return null
  return (
    <p class="trial sub" role="status">
      {trialSentence(advice, plainText(catalog.nameOf(accepted.from.chainId), 32))}
    </p>
  )
}

function trialSentence({ by = [], open, weak, untried }: Advice, chain: string): string {
  const { review } = orderText
  const [one, other] = by.map((name) => plainText(name, 24))
  if (one === undefined) return untried ? review.untried[untried](chain) : review.adviceUnknown
  if (open) return review.triedOpen(one)
  const nodes = other === undefined ? review.oneNode(one) : review.twoNodes(one, other)
  return review[weak ? 'triedWeakly' : 'tried'](nodes)
}

/** What independent nodes saw leave the account. */
function leavesSentence(
  leaves: NonNullable<Advice['leaves']>,
  weak: boolean | undefined,
  { from }: Accepted,
  chain: { nativeCurrency: Native } | undefined,
): string {
  const sum = `${formatExact(leaves.paid, from.decimals)} ${plainText(from.symbol, 14)}`
  const say = orderText.review[weak ? 'adviceWeak' : 'adviceLeaves']
  if (leaves.fee === '0') return say(sum)
  const coin = chain?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const fee = `${formatExact(leaves.fee, coin.decimals)} ${plainText(coin.symbol, 12)}`
  return say(orderText.review.andFee(sum, fee))
}

type Native = { symbol: string; decimals: number }

function shortAsk(facts: Step['facts'], native: Native = { symbol: '', decimals: 18 }): string {
  const { token } = facts
  const symbol = plainText(token.symbol, 14)
  const sum = `${formatExact(token.amount, token.decimals)} ${symbol}`
  if (facts.kind === 'reset') return orderText.review.reset(symbol)
  if (facts.kind === 'approve') return orderText.review.approve(orderText.review.exactly(sum))
  if ('gets' in facts) {
    const { gets, kind } = facts
    const got = `${formatAmount(gets.amount, gets.decimals)} ${plainText(gets.symbol, 14)}`
    return orderText.review[kind](sum, got)
  }
  const sent = orderText.review.deposit(sum)
  // What is taken on top is not left to be unfolded.
  if (facts.kind !== 'deposit' || (facts.fee ?? '0') === '0') return sent
  const fee = `${formatExact(facts.fee ?? '0', native.decimals)} ${plainText(native.symbol, 12)}`
  return orderText.review.withFee(sent, fee)
}

/** Names the wallet, the tab and the origin: the wallet will judge that site. */
export function WhoAsks({ order }: { order: SwapOrder }) {
  const host = hostOf(order.page.origin)
  return (
    <div class="who">
      <Logo name={order.wallet.name} seed={order.wallet.id} url={order.wallet.icon} size={24} />
      <span class="who-text">
        <span class="sub">{orderText.review.site(plainText(order.wallet.name, 24))}</span>{' '}
        <bdi>{host}</bdi>
      </span>
      <ShowTab isQuiet tabId={order.page.tabId} closed={walletText.tabClosed.review} />
    </div>
  )
}
