import { useEffect, useState } from 'preact/hooks'
import type { Token } from '@/src/contract/service/token'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import type { ErrorCode, WireError } from '@/src/domain/error'
import { currencyDecimals } from '@/src/domain/token/currency-decimals'
import { buyText } from '../copy/buy-text'
import { errorCopy } from '../copy/errors'
import { formErrorCopy } from '../copy/form-errors'
import { text } from '../copy/text'
import { twiceText } from '../copy/twice-text'
import { walletText } from '../copy/wallet-text'
import { formatAmount, keepAmountText } from '../format/amount'
import { formatList } from '../format/plural'
import { plainText } from '../format/text'
import { handle } from '../handles'
import { type Buy, createBuy } from '../models/buy'
import { CopyButton } from '../parts/address'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { FieldError } from '../parts/field-error'
import { Filled } from '../parts/filled'
import { Alert, ChevronDown } from '../parts/icons'
import { useTokenKey } from '../parts/keys'
import { lazy } from '../parts/lazy'
import { TokenLogo } from '../parts/logo'
import { ReadAgain } from '../parts/read-again'
import { ShortAddress } from '../parts/short-address'
import { useAmountText } from '../parts/use-amount-text'
import { useBook } from '../parts/use-book'
import { useModel } from '../parts/use-model'
import { Ways } from '../parts/ways'
import { withNoCheck } from './alike-note'
import { BuyAddress } from './buy-address'
import { OfferList, sayLimits, sayNearest } from './offer-list'
import { useHeading } from './screen-head'
import { SentElsewhere } from './sent-note'
import { TokenPicker } from './token-picker'
import { Warnings } from './warnings'

/** How a sum of this currency is written: with its code, and with the sign that no other one has in English. */
function unitsOf(currency: string): string[] {
  if (currencyDecimals(currency) === null) return [currency]
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(0)
  return [currency, ...parts.flatMap(({ type, value }) => (type === 'currency' ? [value] : []))]
}

const Taken = lazy(() => import('./money-note').then((room) => room.Taken))

/** Between what is said beside each other. */
const dot = '\u00a0· '

/** Buys a token with money: what is paid, what is received and where, and who sells it. */
export function BuyScreen() {
  const app = useApp()
  const { backend, clock, wallets, online } = app
  const buy = useModel(() => createBuy({ backend, clock, wallets, online }), '')
  const book = useBook()
  const [picking, setPicking] = useState(false)
  const { choices, next } = buy
  useHeading(buyText.title)
  useTokenKey(() => setPicking(true))

  async function order(): Promise<void> {
    const used = [buy.recipient.value, buy.refundTo.value].flatMap((each) => each ?? [])
    const orderId = await buy.order()
    if (orderId) void book.use(used)
    // Who went elsewhere meanwhile stays there.
    if (orderId && app.router.route.value.screen === 'buy')
      app.router.go({ screen: 'order', orderId })
  }

  function pick(token: Token): void {
    buy.change({ token })
    setPicking(false)
  }

  return (
    <div class="swap">
      <h1 class="sr-only" tabIndex={-1}>
        {buyText.title}
      </h1>
      <Ways current="buy" />
      <form
        class="swap-form buy-form"
        onSubmit={(event) => {
          event.preventDefault()
          void order()
        }}
      >
        <div class="swap-left">
          <div class="swap-sides">
            <Paid buy={buy} />
            <Received buy={buy} onChoose={() => setPicking(true)} />
          </div>
          {buy.amountError.value !== undefined && (
            <FieldError code={buy.amountError.value} id="buy-amount-error" />
          )}
          <Outside buy={buy} />
          {choices.value.state !== 'failed' && <Addresses buy={buy} />}
        </div>
        {choices.value.state === 'failed' && (
          <ReadAgain
            error={choices.value.error}
            money={buyText.nothingPaid}
            read={buy.loadChoices}
          />
        )}
        <Warnings tokens={[buy.draft.value.token]} />
        <OfferList buy={buy} />
        <SentElsewhere sent={buy} hint={twiceText.boughtHint} tick={twiceText.boughtTick} />
        <div class="actions">
          {buy.error.value !== undefined && <Failed error={buy.error.value} />}
          <button
            type="submit"
            class="button button-main"
            data-testid={handle.buyOrder}
            // Who pressed it keeps the focus there until the order is shown.
            disabled={next.value !== 'order' && !buy.busy.value}
            aria-disabled={buy.busy.value}
            aria-busy={buy.busy.value}
          >
            {(buy.busy.value || next.value === 'finding') && (
              <span class="spinner" aria-hidden="true" />
            )}
            <span>{sayNext(buy, app.nameNext.value)}</span>
          </button>
        </div>
      </form>
      {picking && <TokenPicker onPick={pick} onClose={() => setPicking(false)} />}
    </div>
  )
}

/** What to change where nobody takes the amount; the list of offers says it by ear. */
function Outside({ buy }: { buy: Buy }) {
  const nearest = sayNearest(buy)
  if (nearest === undefined) return null
  return (
    <p class="field-error" id="buy-amount-error" data-testid={handle.error}>
      <Alert size={16} />
      <span>
        <strong>{text.app.said(nearest)}</strong> {buyText.outside}
      </span>
    </p>
  )
}

/** Errors that do not say whether an order was made; its number, where that is all that is left of it. */
function Failed({ error }: { error: WireError }) {
  const open: readonly ErrorCode[] = ['order/not-made', 'rpc/unavailable', 'app/unexpected']
  const { orderId } = error.context
  if (!open.includes(error.code)) return <ErrorNote error={error} money={buyText.nothingPaid} />
  const { money, next } = errorCopy['order/not-made']
  return (
    <ErrorNote error={error} money={money} next={next}>
      {typeof orderId === 'string' && (
        <span>
          {buyText.number(plainText(orderId, 80))} <CopyButton value={orderId} />
        </span>
      )}
    </ErrorNote>
  )
}

function sayNext(buy: Buy, names: Readonly<Record<string, string>>): string {
  if (buy.busy.value) return buyText.ordering
  const step = buy.next.value
  // What failed stands above, with a way to try again.
  const isFailed = buy.choices.value.state === 'failed' || buy.offers.error.value !== undefined
  if (isFailed && (step === 'config' || step === 'none')) return buyText.next.failed
  if (step === 'limits') return sayNearest(buy) ?? buyText.next.none
  if (step !== 'fix') return buyText.next[step]
  const code = buy.amountError.value ?? buy.recipientError.value ?? buy.refundError.value
  if (code === undefined) return buyText.next.fix
  const { recipient, refundTo } = buy.draft.value
  const isName = code === 'form/recipient-name'
  const name = isName && names[buy.recipientError.value === code ? recipient : refundTo]
  return name || formErrorCopy[code].title
}

function Paid({ buy }: { buy: Buy }) {
  const { amount } = buy.draft.value
  const { choices } = buy
  const listed = choices.value.state === 'ready' ? choices.value.value : undefined
  const wrong = buy.amountError.value !== undefined || buy.nearest.value !== undefined
  const limits = listed?.limits[buy.currency.value]
  const { isIn, written, field } = useAmountText(amount, (value, isWhole) => {
    const kept = keepAmountText(value, isWhole, unitsOf(buy.currency.value))
    buy.change({ amount: kept })
    return kept
  })
  const facts = [
    limits && sayLimits(limits, buy.currency.value),
    listed && listed.methods.length > 0 ? formatList(listed.methods.map(sayMethod)) : undefined,
  ].filter((each) => each)
  return (
    <div class="token-field">
      <div class="token-field-head">
        <label class="token-field-label" for="buy-amount">
          {text.swap.pay}
        </label>
      </div>
      <div class="token-field-main">
        <span class="amount-box">
          <input
            id="buy-amount"
            class="amount"
            style={{ '--letters': Math.max(6, written.length) }}
            data-testid={handle.buyAmount}
            {...field}
            aria-label={buyText.amount}
            aria-invalid={wrong}
            aria-describedby={wrong ? 'buy-amount-error' : undefined}
            value={written}
          />
        </span>
        <select
          class="field currency"
          aria-label={buyText.currency}
          data-testid={handle.buyCurrency}
          disabled={listed === undefined}
          value={buy.currency.value}
          onChange={(event) => buy.change({ currency: event.currentTarget.value })}
        >
          {(listed?.currencies ?? [buy.currency.value]).map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </select>
      </div>
      <div class="token-field-foot">
        <span class="sub">
          {amount && <Taken {...{ written, isIn, amount }} end={facts.length > 0 ? dot : ''} />}
          {facts.length > 0 ? facts.join(dot) : '\u00a0'}
        </span>
      </div>
    </div>
  )
}

/** A provider's word for a way to pay, without its underscores. */
function sayMethod(name: string): string {
  return plainText(name.replace(/_/g, ' '), 24)
}

function Received({ buy, onChoose }: { buy: Buy; onChoose(): void }) {
  const { catalog } = useApp()
  const { token } = buy.draft.value
  const offer = buy.offers.picked.value
  const shown = token && offer ? formatAmount(offer.expectedOutputAmount, token.decimals) : ''
  return (
    <div class="token-field">
      <div class="token-field-head">
        <span class="token-field-label">{text.swap.receive}</span>
      </div>
      <div class="token-field-main">
        <span class="amount-box">
          <output
            class={`amount num${shown === '' ? ' sub' : ''}`}
            style={{ '--letters': Math.max(6, shown.length) }}
          >
            {shown === '' ? '0' : shown}
          </output>
        </span>
        <button
          type="button"
          class={token === undefined ? 'token-button token-button-none' : 'token-button'}
          data-testid={handle.buyToken}
          aria-haspopup="dialog"
          onClick={onChoose}
        >
          {token === undefined ? (
            <span>{text.swap.chooseToken}</span>
          ) : (
            <>
              <TokenLogo token={token} size={28} />
              <span class="token-button-name">
                <bdi>{plainText(token.symbol, 12)}</bdi>
                <span class="sub">{plainText(catalog.nameOf(token.chainId), 16)}</span>
              </span>
            </>
          )}
          <ChevronDown size={16} />
        </button>
      </div>
      <div class="token-field-foot">
        <span class="num sub">
          {token && offer
            ? buyText.least(
                `${formatAmount(offer.minOutputAmount, token.decimals)} ${plainText(token.symbol, 12)}`,
              )
            : '\u00a0'}
        </span>
      </div>
    </div>
  )
}

function Addresses({ buy }: { buy: Buy }) {
  const { catalog, announce } = useApp()
  const { token, recipient, refundTo } = buy.draft.value
  const foreign = buy.foreign.value
  const isWhole = buy.recipient.value !== undefined && buy.refundTo.value !== undefined
  // What was opened stays so: it must not close under the hand that completes it.
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    // Once, when both are there.
    if (isWhole && foreign.length > 0 && !buy.checked.value) announce(buyText.next.check)
  }, [isWhole, foreign.join()])
  if (token === undefined) return null
  const familyOf = (chainId: number) => walletText.families[familyOfChain(chainId)]
  const nameOf = (chainId: number) => plainText(catalog.nameOf(chainId), 24)
  const refundChain = buy.refundChainId.value ?? token.chainId
  const isHub =
    buy.choices.value.state === 'ready' && buy.choices.value.value.hubChainId !== undefined
  const [to, back] = [buy.recipient.value, buy.refundTo.value]
  const isSettled = to !== undefined && back !== undefined && foreign.length === 0
  return (
    <details
      class="card buy-addresses"
      open={opened || !isSettled}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <span>
          <Filled
            say={buyText.receiveAt}
            parts={[to === undefined ? '...' : <ShortAddress key="to" address={to} />]}
          />
        </span>
        <span class="buy-change">{buyText.change}</span>
        <span class="sub">
          <Filled
            say={buyText.refundsTo}
            parts={[
              back === undefined ? '...' : <ShortAddress key="to" address={back} />,
              familyOf(refundChain),
            ]}
          />
        </span>
      </summary>
      <BuyAddress
        name="recipient"
        label={buyText.recipient}
        hint={buyText.recipientHint(familyOf(token.chainId), nameOf(token.chainId))}
        family={familyOfChain(token.chainId)}
        accounts={buy.accountsOf(token.chainId)}
        typed={recipient}
        address={buy.recipient.value}
        error={buy.recipientError.value}
        moved={buy.moved.value}
        onType={(value) => buy.change({ recipient: value })}
      />
      <BuyAddress
        name="refund"
        label={buyText.refund}
        hint={
          isHub
            ? buyText.refundHint(familyOf(refundChain), nameOf(refundChain))
            : buyText.refundPlain(familyOf(refundChain))
        }
        family={familyOfChain(refundChain)}
        accounts={buy.accountsOf(refundChain)}
        typed={refundTo}
        address={buy.refundTo.value}
        error={buy.refundError.value}
        moved={buy.moved.value}
        onType={(value) => buy.change({ refundTo: value })}
      />
      {foreign.length > 0 && (
        <label class="tick">
          <input
            type="checkbox"
            data-testid={handle.buyCheck}
            checked={buy.checked.value}
            onChange={(event) => buy.setChecked(event.currentTarget.checked)}
          />
          <span>{withNoCheck(buyText.foreign(foreign.length), foreign)}</span>
        </label>
      )}
    </details>
  )
}
