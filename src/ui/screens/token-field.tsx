import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { text } from '../copy/text'
import { formatAmount, formatExact, keepAmountText, shortenMiddle } from '../format/amount'
import { formatFiat, toFiatValue } from '../format/fiat'
import { plainText } from '../format/text'
import { handle } from '../handles'
import { useApp } from '../parts/context'
import { ChevronDown } from '../parts/icons'
import { lazy, type onIntent } from '../parts/lazy'
import { TokenLogo } from '../parts/logo'
import { useAmountText } from '../parts/use-amount-text'

const MoneyNote = lazy(() => import('./money-note').then((room) => room.MoneyNote))
const TypedSum = lazy(() => import('./money-note').then((room) => room.TypedSum))

/** One side of the swap: the amount, its token, what it is worth, and what is held. */
export function TokenField(props: {
  side: 'pay' | 'receive'
  onChoose(): void
  /** For the button that chooses: see `onIntent`. */
  intent: ReturnType<typeof onIntent>
  /** Whose the money is, or will be. */
  children?: ComponentChildren
}) {
  const { side, onChoose } = props
  const { swap, catalog } = useApp()
  const isPay = side === 'pay'
  const token = isPay ? swap.pay.value : swap.receive.value
  const amount = isPay ? swap.payText.value : swap.receiveText.value
  const units = isPay ? swap.payUnits.value : swap.receiveUnits.value
  const value = token === undefined || units === undefined ? null : toFiatValue(units, token)
  const follows = swap.side.value !== side
  const isMoney = swap.isMoney.value && !follows
  const waiting =
    follows && (swap.outdated.value || (amount === '' && swap.quotes.phase.value === 'loading'))
  // Until a new price of the same pair is there, the old one stands dimmed: nothing jumps.
  const pair = [swap.pay.value, swap.receive.value] as const
  const last = useRef({ pair, amount })
  const isOther = pair.some((one, place) => one !== last.current.pair[place])
  if (amount !== '' || isOther) last.current = { pair, amount }
  const figure = waiting ? last.current.amount : amount
  const { isIn, written, field } = useAmountText(figure, (value, isWhole) => {
    // Dollars are never taken for as many tokens; those of other countries are none.
    const rest = value.replace(/^([^a-z\-−]*)(us)?\$/i, '$1')
    const kept = keepAmountText(rest, isWhole, [isMoney ? 'USD' : (token?.symbol ?? '')])
    swap.type(side, kept, rest !== value)
    return kept
  })
  const shown = isIn ? written : shortenMiddle(written)
  const exact =
    follows && units !== undefined && token ? formatExact(units, token.decimals) : written
  const error = swap.amountError.value
  const isWrong = error !== undefined && error !== 'form/amount-missing' && !follows
  return (
    <div class="token-field">
      <div class="token-field-head">
        <label class="token-field-label" for={`amount-${side}`}>
          {isPay ? text.swap.pay : text.swap.receive}
        </label>
        {props.children}
      </div>
      <div class="token-field-main">
        {/* As large as the whole number has room for. */}
        <span class="amount-box" style={{ '--letters': Math.max(6, shown.length + 1) }}>
          {isMoney && (
            <span class="amount amount-sign" aria-hidden="true" data-sum={shown}>
              $
            </span>
          )}
          <input
            id={`amount-${side}`}
            class={`amount${waiting ? ' amount-waiting' : ''}`}
            data-testid={isPay ? handle.payAmount : handle.receiveAmount}
            {...field}
            aria-label={text.swap[`amount${isPay ? 'Pay' : 'Receive'}${isMoney ? 'Money' : ''}`]}
            aria-invalid={isWrong}
            aria-busy={waiting}
            title={exact}
            aria-describedby={error === undefined ? undefined : 'amount-error'}
            value={shown}
          />
        </span>
        <button
          type="button"
          class={token === undefined ? 'token-button token-button-none' : 'token-button'}
          data-testid={isPay ? handle.payToken : handle.receiveToken}
          aria-haspopup="dialog"
          onClick={onChoose}
          {...props.intent}
        >
          {token === undefined ? (
            <span>{text.swap.chooseToken}</span>
          ) : (
            <>
              <TokenLogo token={token} size={28} />
              <span class="token-button-name">
                <bdi>{plainText(token.symbol, 12)}</bdi>
                <span class="sub">
                  {plainText(catalog.nameOf(token.chainId), 16)}
                  {isPay && swap.isSuggested.value && ` · ${text.swap.suggested}`}
                </span>
              </span>
            </>
          )}
          <span class="sr-only"> {isPay ? text.swap.choosePay : text.swap.chooseReceive}</span>
          <ChevronDown size={16} />
        </button>
      </div>
      {shown !== written && <span class="amount-whole num sub">{written}</span>}
      <div class="token-field-foot">
        {!follows && token && (isMoney || toFiatValue(1n, token) !== null) && (
          <button
            type="button"
            class="max money"
            aria-pressed={isMoney}
            aria-label={text.swap.typeMoney}
            title={text.swap.typeMoney}
            onClick={() => swap.setMoney(!isMoney)}
          >
            $
          </button>
        )}
        <span class="num sub">
          {!follows && amount && <TypedSum {...{ written, isIn, amount }} />}
          {!isMoney && (
            <span class="num">{value === null ? '\u00a0' : formatFiat(value, !isPay)}</span>
          )}
        </span>
        {isPay && <Held />}
      </div>
      {isMoney && token && <MoneyNote symbol={token.symbol} />}
    </div>
  )
}

function Held() {
  const { swap } = useApp()
  const [token, balance] = [swap.pay.value, swap.payBalance.value]
  if (token === undefined || balance === undefined) return null
  return (
    <span class="held">
      <span class="num sub">{text.swap.balance(formatAmount(balance, token.decimals))}</span>
      <button
        type="button"
        class="max"
        title={text.swap.maxHint}
        disabled={balance === 0n}
        aria-disabled={swap.maxBusy.value}
        onClick={() => void swap.max()}
      >
        {text.swap.max}
      </button>
    </span>
  )
}
