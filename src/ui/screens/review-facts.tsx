import { useState } from 'preact/hooks'
import { sameAddress } from '@/src/domain/address'
import type { Accepted, Advice, Order } from '@/src/domain/order'
import { orderText } from '../copy/order-text'
import { text } from '../copy/text'
import { formatAmount, formatExact } from '../format/amount'
import { formatBps } from '../format/fiat'
import { hostOf, plainText } from '../format/text'
import { formatCountdown, formatDuration } from '../format/time'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { ArrowRight } from '../parts/icons'
import { Logo, TokenLogo } from '../parts/logo'
import { Minimum } from '../parts/minimum'
import { Ring } from '../parts/ring'

/** What is paid and what is received. */
export function Sides({ accepted }: { accepted: Accepted }) {
  const exactOut = accepted.tradeType === 'EXACT_OUTPUT'
  return (
    <div class="sides">
      <Side label={orderText.review.youPay} side={accepted.from} exact />
      <span class="sides-arrow">
        <ArrowRight size={18} />
      </span>
      <Side
        label={exactOut ? orderText.review.youReceiveExactly : orderText.review.youReceive}
        side={accepted.to}
        exact={exactOut}
      />
    </div>
  )
}

function Side({ label, side, exact }: { label: string; side: Accepted['from']; exact: boolean }) {
  const { catalog } = useApp()
  const amount = exact
    ? formatExact(side.amount, side.decimals)
    : formatAmount(side.amount, side.decimals, 9)
  return (
    <div class="side">
      <span class="sub">{label}</span>
      <span class="side-amount">
        <TokenLogo token={{ ...side, logoURI: side.logoUri }} size={32} />
        <span class={`num side-number${amount.length > 12 ? ' side-number-long' : ''}`}>
          {amount}
        </span>
        <bdi class="side-symbol">{plainText(side.symbol, 14)}</bdi>
      </span>
      <span class="sub">{text.tokens.on(plainText(catalog.nameOf(side.chainId), 24))}</span>
    </div>
  )
}

/** That a new price differs from the one before. */
export function RateChanged({ accepted, before }: { accepted: Accepted; before: string }) {
  const { decimals, symbol, amount } = accepted.to
  const name = plainText(symbol, 14)
  const worse = BigInt(amount) < BigInt(before)
  return (
    <p class={`note note-slim ${worse ? 'note-warn' : 'note-good'}`} role="status">
      <span>
        <strong>{orderText.review.rateChanged}.</strong>{' '}
        {orderText.review.rateFrom(
          `${formatAmount(before, decimals, 9)} ${name}`,
          `${formatAmount(amount, decimals, 9)} ${name}`,
        )}
      </span>
    </p>
  )
}

/** What holds beside the amounts: minimum, time, recipient, refund. */
export function Terms({ accepted, left }: { accepted: Accepted; left: number }) {
  const own = sameAddress(accepted.author, accepted.recipient)
  const [total] = useState(Math.max(1, left))
  return (
    <dl class="terms card">
      <div>
        <dt>{orderText.review.minimum}</dt>
        <dd class="num">
          <Minimum accepted={accepted} />
        </dd>
      </div>
      <div>
        <dt>{orderText.review.price}</dt>
        <dd class="num terms-clock">
          <Ring left={left} total={total} />
          {formatCountdown(left)}
        </dd>
      </div>
      <div>
        <dt>{orderText.review.time}</dt>
        <dd class="num">{formatDuration(accepted.expectedDurationSeconds)}</dd>
      </div>
      {accepted.slippageTolerance !== undefined && (
        <div>
          <dt>{orderText.review.slippage}</dt>
          <dd class="num">{formatBps(Math.round(accepted.slippageTolerance * 10_000))}</dd>
        </div>
      )}
      <div class="terms-wide">
        <dt>
          {orderText.review.recipient}
          {' · '}
          <span class={own ? '' : 'warn'}>
            {own ? orderText.review.recipientOwn : orderText.review.recipientOther}
          </span>
        </dt>
        <dd>
          <Address address={accepted.recipient} />
        </dd>
      </div>
      {!sameAddress(accepted.refundTo, accepted.author) && (
        <div class="terms-wide">
          <dt>{orderText.review.refund}</dt>
          <dd>
            <Address address={accepted.refundTo} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What a trial run said: one quiet line, and a warning where it failed. */
export function TrialRun({ advice }: { advice: Advice }) {
  if (advice.outcome === 'reverts') {
    return (
      <p class="note note-warn note-slim" role="status">
        <span>
          {orderText.review.adviceReverts}
          {advice.detail !== undefined && <bdi class="sub"> {plainText(advice.detail, 160)}</bdi>}
        </span>
      </p>
    )
  }
  const passes = advice.outcome === 'passes'
  return (
    <p class="sub">{passes ? orderText.review.advicePasses : orderText.review.adviceUnknown}</p>
  )
}

/** Names the wallet, the tab and the origin: the wallet will judge that site. */
export function WhoAsks({ order }: { order: Order }) {
  const { backend } = useApp()
  const host = hostOf(order.page.origin)
  return (
    <section class="card who">
      <Logo name={order.wallet.name} seed={order.wallet.id} url={order.wallet.icon} size={32} />
      <div class="who-text">
        <span>{orderText.review.asks(plainText(order.wallet.name, 32))}</span>
        <span class="sub">
          {orderText.review.site}: <bdi>{host}</bdi>
        </span>
      </div>
      <button
        type="button"
        class="button button-quiet button-small"
        onClick={() => void backend.showTab(order.page.tabId)}
      >
        {text.wallets.showTab}
      </button>
    </section>
  )
}
