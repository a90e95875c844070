import { useEffect } from 'preact/hooks'
import type { Token } from '@/src/contract/service/token'
import type { BookFamily } from '@/src/domain/address/account-book'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { formErrorCopy, safeText } from '../copy/form-errors'
import { lateText } from '../copy/late-text'
import { routeTypeLabel } from '../copy/routes'
import { text } from '../copy/text'
import { transferText } from '../copy/transfer-text'
import { formatAmount, formatExact, groupDecimal, keepAmountText, roundUp } from '../format/amount'
import { formatList } from '../format/plural'
import { plainText, recipientText } from '../format/text'
import { formatDuration } from '../format/time'
import { handle } from '../handles'
import { comparedIn, toCompare } from '../models/known-addresses'
import { createPayForm, type PayForm } from '../models/pay-form'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { FieldError } from '../parts/field-error'
import { To } from '../parts/icons'
import { lazy } from '../parts/lazy'
import { LostPick } from '../parts/lost-pick'
import { NamedAddress } from '../parts/named-address'
import { PriceCountdown } from '../parts/price-countdown'
import { AskAgain, ReadAgain } from '../parts/read-again'
import { useAmountText } from '../parts/use-amount-text'
import { useBook } from '../parts/use-book'
import { useHold } from '../parts/use-hold'
import { useModel } from '../parts/use-model'
import { useIsRead } from '../parts/use-read-chain'
import { Ways } from '../parts/ways'
import { AlikeNote, withNoCheck } from './alike-note'
import { NameLookup } from './name-lookup'
import { PickButton, SaveOffer } from './pick-account'
import { ScreenHead } from './screen-head'
import { SentElsewhere } from './sent-note'
import { Warnings } from './warnings'

const Taken = lazy(() => import('./money-note').then((room) => room.Taken))

const words = transferText
/** Chains that are not offered, named in the form. */
const mostNamed = 4

/** Who receives, where refunds go, and an offer: what an address to pay to is made of. */
export function PayScreen() {
  const app = useApp()
  const { swap, catalog } = app
  const form = useModel(() => createPayForm(app), 'pay')
  const book = useBook()
  const [from, to] = [form.from.value, swap.receive.value]
  const unknown = toCompare(Object.values(form.texts.value), comparedIn(book))
  const missing = app.online.value ? sayMissing(form, app.nameNext.value) : words.next.offline

  async function create(): Promise<void> {
    const { recipient, refundTo } = form.texts.value
    const orderId = await form.create()
    if (orderId === undefined) return
    void book.use([recipient, refundTo])
    swap.finish()
    if (app.router.route.peek().screen === 'pay') {
      app.router.go({ screen: 'order', orderId }, { replace: true })
    }
  }

  return (
    <div class="pay">
      <ScreenHead title={words.title} onBack={() => app.router.go({ screen: 'swap' })} />
      <Ways current="pay" />
      {to === undefined ? (
        <div class="pay-form">
          <p class="sub">{words.lead}</p>
          <p class="sub hint">{words.incomplete}</p>
          <button
            type="button"
            class="button button-main"
            onClick={() => app.router.go({ screen: 'swap' })}
          >
            {words.choosePair}
          </button>
        </div>
      ) : (
        <form
          class="pay-form"
          onSubmit={(event) => {
            event.preventDefault()
            void create()
          }}
        >
          <p class="sub">{words.lead}</p>
          <PaidWith form={form} />
          {from !== undefined && !form.source.value && <Unread chainId={from.chainId} />}
          <Pair form={form} to={to} />
          <Warnings tokens={form.source.value ? [to] : [swap.pay.value, to]} />
          <Party
            form={form}
            field="recipient"
            family={familyOfChain(to.chainId)}
            label={words.recipient(text.wallets.familyOf[familyOfChain(to.chainId)])}
          />
          {from !== undefined && (
            <Party
              form={form}
              field="refundTo"
              family={form.source.value?.family ?? familyOfChain(from.chainId)}
              label={words.refund(plainText(catalog.nameOf(from.chainId), 24))}
            />
          )}
          {form.complete.value && (
            <label class="tick">
              <input
                type="checkbox"
                checked={form.confirmed.value}
                onChange={(event) => form.confirm(event.currentTarget.checked)}
              />
              <span>{withNoCheck(words.confirm, unknown)}</span>
            </label>
          )}
          <Offers form={form} />
          <SentElsewhere sent={form} hint={words.beside.sentHint} tick={words.beside.tick} />
          <div class="actions">
            {form.error.value !== undefined && (
              <ErrorNote error={form.error.value} money={safeText.nothingAsked} />
            )}
            <button
              type="submit"
              class="button button-main"
              data-testid={handle.confirm}
              // Who pressed it keeps the focus there until the order is shown.
              disabled={missing !== undefined && !form.busy.value}
              aria-disabled={form.busy.value}
              aria-busy={form.busy.value}
            >
              {(form.busy.value || missing === words.finding) && (
                <span class="spinner" aria-hidden="true" />
              )}
              {form.busy.value ? words.creating : (missing ?? words.create)}
            </button>
          </div>
        </form>
      )}
    </div>
  )
}

/** What is still to be done before there can be an address; undefined once there is nothing. */
function sayMissing(form: PayForm, names: Readonly<Record<string, string>>): string | undefined {
  const { quotes, texts, errors } = form
  const { recipient, refundTo } = texts.value
  if (form.from.value === undefined) return words.paidWith.choose
  const amount = form.source.value ? form.amountError.value : form.pairError.value
  const wrong = amount ?? errors.value.recipient ?? errors.value.refundTo
  if (wrong !== undefined) {
    const isName = wrong === 'form/recipient-name'
    const name = isName && names[errors.value.recipient === wrong ? recipient : refundTo]
    return name || formErrorCopy[wrong].title
  }
  // Of nothing, "0." on the way to an amount, no price is asked.
  const isNothing = form.amount.value === '' || quotes.request.value === undefined
  if (form.source.value && isNothing) return words.next.amount
  if (recipient === '') return words.next.recipient
  if (refundTo === '') return words.next.refund
  if (quotes.paused.value) return lateText.routes.paused
  const isAsking = quotes.phase.value === 'loading'
  if (quotes.picked.value === undefined && !isAsking) {
    const code = quotes.error.value?.code
    return words.next[code === undefined || code === 'service/no-routes' ? 'none' : 'failed']
  }
  if (!form.confirmed.value) return words.next.check
  if (form.sent.value.length > 0 && !form.sentAgreed.value) return words.next.twice
  const isReady = quotes.picked.value?.stale === false && !quotes.isPickDue.value
  return isReady ? undefined : words.finding
}

/** How much of what is paid for which token, and what is missing of that; the swap form holds it. */
function Pair({ form, to }: { form: PayForm; to: Token }) {
  const { router, swap, catalog } = useApp()
  const from = form.from.value
  const problem = form.pairError.value
  const name = ({ symbol, chainId }: { symbol: string; chainId: number }, amount: string) =>
    words.paidWith.token(
      `${amount}${plainText(symbol, 12)}`,
      plainText(catalog.nameOf(chainId), 24),
    )
  const isPaid = swap.side.value === 'pay'
  const typed = isPaid ? swap.payText.value : swap.receiveText.value
  // Typed in dollars it is no amount of the token: that is what a price is asked for.
  const token = isPaid ? from : to
  const units = isPaid ? swap.payUnits.value : swap.receiveUnits.value
  const worth = token && units !== undefined ? formatExact(units, token.decimals) : ''
  const written = swap.isMoney.value ? worth : groupDecimal(typed)
  const amount = form.source.value || written === '' ? '' : `${written} `
  return (
    <div class="pay-pair">
      <p>
        <span class="num">
          {from !== undefined && (
            <>
              <bdi>{name(from, isPaid ? amount : '')}</bdi> <To />{' '}
            </>
          )}
          <bdi>{name(to, isPaid ? '' : amount)}</bdi>
        </span>
        <button
          type="button"
          class="button button-quiet button-small"
          onClick={() => router.go({ screen: 'swap' })}
        >
          {words.change}
        </button>
      </p>
      {problem !== undefined && <FieldError code={problem} id="pay-pair-error" />}
    </div>
  )
}

/** What is paid with: the swap form's token, or one of a chain that is only paid from, with its amount. */
function PaidWith({ form }: { form: PayForm }) {
  const { swap, catalog } = useApp()
  const own = swap.pay.value
  const source = form.source.value
  const unchecked = form.unchecked.value
  const name = (token: { symbol: string; chainId: number }) =>
    words.paidWith.token(plainText(token.symbol, 12), plainText(catalog.nameOf(token.chainId), 24))
  const error = form.amountError.value
  const amount = form.amount.value
  const { isIn, written, field } = useAmountText(amount, (value, isWhole) => {
    const kept = keepAmountText(value, isWhole, [source?.token.symbol ?? ''])
    form.setAmount(kept)
    return kept
  })
  return (
    <>
      <div class="pay-party">
        <label for="pay-with">{words.paidWith.label}</label>
        <select
          id="pay-with"
          class="field"
          value={source?.key ?? ''}
          onChange={(event) => form.choose(event.currentTarget.value)}
        >
          <option value="" disabled={own === undefined}>
            {own === undefined ? words.paidWith.choose : name(own)}
          </option>
          {form.sources.value.map(({ key, token }) => (
            <option key={key} value={key}>
              {name(token)}
            </option>
          ))}
        </select>
        {form.sourcesError.value !== undefined && (
          <ReadAgain
            money={null}
            error={form.sourcesError.value}
            tone="warn"
            to="pay-with"
            read={form.loadSources}
          />
        )}
        {source === undefined && unchecked.length > 0 && (
          <p class="sub">
            {words.paidWith.unchecked(
              formatList(unchecked.slice(0, mostNamed).map((name) => plainText(name, 24))),
              Math.max(0, unchecked.length - mostNamed),
            )}
          </p>
        )}
        {source !== undefined && (
          <p class="sub">
            {words.paidWith.abroad(plainText(catalog.nameOf(source.token.chainId), 24))}
          </p>
        )}
      </div>
      {source !== undefined && (
        <div class="pay-party">
          <label for="pay-amount">
            {words.paidWith.amount(plainText(source.token.symbol, 12))}
          </label>
          <input
            id="pay-amount"
            class="field num"
            {...field}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : 'pay-amount-error'}
            value={written}
          />
          {amount && (
            <p class="num sub">
              <Taken {...{ written, isIn, amount }} />
            </p>
          )}
          {error !== undefined && <FieldError code={error} id="pay-amount-error" />}
        </div>
      )}
    </>
  )
}

/** Says before anything is paid that only the service will know of it. */
function Unread({ chainId }: { chainId: number }) {
  const { catalog } = useApp()
  if (useIsRead({ chainId })) return null
  return (
    <p class="sub">
      {words.pay.unread(plainText(catalog.nameOf(chainId), 24))} {words.pay.ownNode}
    </p>
  )
}

function Party(props: {
  form: PayForm
  field: 'recipient' | 'refundTo'
  family: BookFamily
  label: string
}) {
  const { form, field, label } = props
  const value = form.texts.value[field]
  const error = form.errors.value[field]
  const note = `${field}-${error === undefined ? 'hint' : 'error'}`
  return (
    <div class="pay-party">
      <div class="pick-line">
        <label for={field}>{label}</label>
        <PickButton
          label={label}
          family={props.family}
          onPick={(picked) => form.type(field, picked)}
        />
      </div>
      <textarea
        id={field}
        class="field mono"
        rows={value === '' ? 1 : 2}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={error !== undefined && error !== 'form/recipient-name'}
        aria-describedby={note}
        value={value}
        onInput={(event) => form.type(field, recipientText(event.currentTarget.value))}
      />
      {field === 'refundTo' && error === undefined && (
        <p class="sub" id={note}>
          {words.refundHint} {words.exchange}
        </p>
      )}
      {error === 'form/recipient-name' ? (
        <NameLookup
          text={value}
          field={field}
          id={note}
          moved={form.moved.value}
          onUse={(address) => form.type(field, address)}
        />
      ) : (
        error !== undefined && <FieldError code={error} id={note} />
      )}
      {error === undefined && value !== '' && (
        <>
          <NamedAddress address={value} />
          <AlikeNote recipient={value} />
          <SaveOffer key={value} label={label} address={value} />
        </>
      )}
    </div>
  )
}

function Offers({ form }: { form: PayForm }) {
  const { swap, announce } = useApp()
  const { quotes } = form
  const [from, to] = [form.from.value, swap.receive.value]
  const phase = quotes.phase.value
  const sizeIn = (units: bigint | string, token: Token) =>
    `${formatAmount(units, token.decimals)} ${plainText(token.symbol, 12)}`
  const size = (units: string) => (to === undefined ? '' : sizeIn(units, to))
  // What is compared: what is received, or what is paid for an exact amount.
  const exactIn = quotes.request.value?.tradeType !== 'EXACT_OUTPUT'
  const compared = ({ amountIn, amountOut }: { amountIn: string; amountOut: string }) =>
    exactIn || from === undefined ? size(amountOut) : sizeIn(roundUp(amountIn, from.decimals), from)
  const [best] = quotes.routes.value
  const isNone = quotes.error.value?.code === 'service/no-routes'
  useEffect(() => {
    if (isNone) announce(words.none)
    else if (phase === 'ready' && best)
      announce(words.count(quotes.routes.value.length, compared(best.route.quote)))
  }, [phase, isNone])
  const holding = useHold(quotes.hold)
  if (phase === 'idle' || to === undefined) return null
  return (
    <fieldset class="pay-offers" aria-label={words.routes} {...holding}>
      <div class="routes-head">
        <h2 id="pay-routes-title" tabIndex={-1}>
          {words.routes}
        </h2>{' '}
        {phase === 'loading' ? (
          <span class="sub asking">{words.finding}</span>
        ) : (
          <PriceCountdown quotes={quotes} />
        )}
      </div>
      <LostPick quotes={quotes} />
      {quotes.routes.value.map((view) => {
        const { amountOut, minAmountOut, expectedDurationSeconds } = view.route.quote
        return (
          <label
            key={view.key}
            class={`route${view.stale ? ' route-stale' : ''}`}
            data-testid={handle.route}
            data-route-id={view.route.routeId}
          >
            <input
              class="sr-only"
              type="radio"
              name="offer"
              checked={quotes.picked.value?.key === view.key}
              // Also of the one that stands as picked: it is the person's own from then on.
              onClick={() => quotes.pick(view.key)}
            />
            <span class="route-line">
              <span class="route-amount num">
                {words[exactIn ? 'receive' : 'pays'](compared(view.route.quote))}
              </span>
            </span>
            <span class="route-line sub">
              <span class="route-filler">
                <bdi>{routeTypeLabel(view.route)}</bdi>
                <span class="num">{formatDuration(expectedDurationSeconds)}</span>
                {!exactIn && <span class="num">{words.receive(size(amountOut))}</span>}
                {minAmountOut !== undefined && (
                  <span class="num">{words.atLeast(size(minAmountOut))}</span>
                )}
              </span>
            </span>
          </label>
        )
      })}
      {isNone ? (
        <p class="warn">{words.none}</p>
      ) : (
        <AskAgain
          money={null}
          error={quotes.error.value}
          tone={best === undefined ? 'bad' : 'warn'}
          brief={best && lateText.routes.some}
          asking={phase === 'loading' && quotes.routes.value.every(({ stale }) => stale)}
          to="pay-routes-title"
          again={quotes.refresh}
        />
      )}
    </fieldset>
  )
}
