import type { Token } from '@/src/contract/service/token'
import { familyOfChain } from '@/src/domain/known-chains'
import { nothingAsked } from '../copy/form-errors'
import { routeTypeLabel } from '../copy/routes'
import { text } from '../copy/text'
import { transferText } from '../copy/transfer-text'
import { formatAmount, readAmountText } from '../format/amount'
import { plainText } from '../format/text'
import { formatDuration } from '../format/time'
import { handle } from '../handles'
import { createPayForm, type PayForm } from '../models/pay-form'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { FieldError } from '../parts/field-error'
import { useModel } from '../parts/use-model'
import { Ways } from '../parts/ways'
import { AlikeNote } from './alike-note'
import { ScreenHead } from './screen-head'

const words = transferText

/** Who receives, where refunds go, and an offer: what an address to pay to is made of. */
export function PayScreen() {
  const app = useApp()
  const { swap, catalog } = app
  const form = useModel(() => createPayForm(app), 'pay')
  const [from, to] = [form.from.value, swap.receive.value]

  async function create(): Promise<void> {
    const orderId = await form.create()
    if (orderId === undefined) return
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
        <>
          <p class="sub">{words.lead}</p>
          <p class="sub hint">{words.incomplete}</p>
          <button
            type="button"
            class="button button-main"
            onClick={() => app.router.go({ screen: 'swap' })}
          >
            {words.choosePair}
          </button>
        </>
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
          <Pair form={form} to={to} />
          <Party
            form={form}
            field="recipient"
            label={words.recipient(text.wallets.familyOf[familyOfChain(to.chainId)])}
          />
          {from !== undefined && (
            <Party
              form={form}
              field="refundTo"
              label={words.refund(plainText(catalog.nameOf(from.chainId), 24))}
            />
          )}
          <Offers form={form} />
          <div class="actions">
            {form.complete.value && (
              <label class="tick">
                <input
                  type="checkbox"
                  checked={form.confirmed.value}
                  onChange={(event) => form.confirm(event.currentTarget.checked)}
                />
                <span>{words.confirm}</span>
              </label>
            )}
            {form.error.value !== undefined && (
              <ErrorNote error={form.error.value} money={nothingAsked} />
            )}
            <button
              type="submit"
              class="button button-main"
              data-testid={handle.confirm}
              disabled={
                !form.confirmed.value ||
                form.busy.value ||
                form.quotes.picked.value?.stale !== false
              }
              aria-busy={form.busy.value}
            >
              {form.busy.value && <span class="spinner" aria-hidden="true" />}
              {form.busy.value ? words.creating : words.create}
            </button>
          </div>
        </form>
      )}
    </div>
  )
}

/** How much of what is paid for which token, and what is missing of that; the swap form holds it. */
function Pair({ form, to }: { form: PayForm; to: Token }) {
  const { router, swap, catalog } = useApp()
  const from = form.from.value
  const problem = form.pairError.value
  const name = ({ symbol, chainId }: { symbol: string; chainId: number }) =>
    words.paidWith.token(plainText(symbol, 12), plainText(catalog.nameOf(chainId), 24))
  const isPaid = swap.side.value === 'pay'
  const typed = isPaid ? swap.payText.value : swap.receiveText.value
  const amount = form.source.value || typed === '' ? '' : `${typed} `
  return (
    <div class="pay-pair">
      <p>
        <span class="num">
          {from !== undefined && `${isPaid ? amount : ''}${name(from)} → `}
          {`${isPaid ? '' : amount}${name(to)}`}
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
  const name = (token: { symbol: string; chainId: number }) =>
    words.paidWith.token(plainText(token.symbol, 12), plainText(catalog.nameOf(token.chainId), 24))
  const error = form.amountError.value
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
          <ErrorNote money={null} error={form.sourcesError.value} tone="warn">
            <button type="button" class="button button-small" onClick={form.loadSources}>
              {text.app.tryAgain}
            </button>
          </ErrorNote>
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
            type="text"
            inputMode="decimal"
            placeholder="0"
            autocomplete="off"
            spellcheck={false}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : 'pay-amount-error'}
            value={form.amount.value}
            onInput={(event) => {
              const field = event.currentTarget
              const kept = readAmountText(field.value)
              if (kept === undefined) field.value = form.amount.value
              else form.setAmount(kept)
            }}
          />
          {error !== undefined && <FieldError code={error} id="pay-amount-error" />}
        </div>
      )}
    </>
  )
}

function Party(props: { form: PayForm; field: 'recipient' | 'refundTo'; label: string }) {
  const { form, field, label } = props
  const value = form.texts.value[field]
  const error = form.errors.value[field]
  const note = `${field}-${error === undefined ? 'hint' : 'error'}`
  return (
    <div class="pay-party">
      <label for={field}>{label}</label>
      <textarea
        id={field}
        class="field mono"
        rows={value === '' ? 1 : 2}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={note}
        value={value}
        onInput={(event) =>
          form.type(field, plainText(event.currentTarget.value.replace(/\s/g, ''), 128))
        }
      />
      {field === 'refundTo' && error === undefined && (
        <p class="sub" id={note}>
          {words.refundHint} {words.exchange}
        </p>
      )}
      {error !== undefined && <FieldError code={error} id={note} />}
      {error === undefined && value !== '' && (
        <>
          <Address address={value} />
          <AlikeNote recipient={value} />
        </>
      )}
    </div>
  )
}

function Offers({ form }: { form: PayForm }) {
  const { swap } = useApp()
  const { quotes } = form
  const to = swap.receive.value
  const phase = quotes.phase.value
  if (phase === 'idle' || to === undefined) return null
  const size = (units: string) => `${formatAmount(units, to.decimals)} ${plainText(to.symbol, 12)}`
  return (
    <fieldset class="pay-offers">
      <legend>{words.routes}</legend>
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
              onChange={() => quotes.pick(view.key)}
            />
            <span class="route-line">
              <span class="route-amount num">{words.receive(size(amountOut))}</span>
            </span>
            <span class="route-line sub">
              <span class="route-filler">
                <bdi>{routeTypeLabel(view.route)}</bdi>
                <span class="num">{formatDuration(expectedDurationSeconds)}</span>
                {minAmountOut !== undefined && (
                  <span class="num">{words.atLeast(size(minAmountOut))}</span>
                )}
              </span>
            </span>
          </label>
        )
      })}
      {phase === 'loading' && <p class="sub">{words.finding}</p>}
      {quotes.error.value?.code === 'service/no-routes' ? (
        <p class="warn" role="status">
          {words.none}
        </p>
      ) : (
        quotes.error.value !== undefined && (
          <ErrorNote money={null} error={quotes.error.value}>
            <button type="button" class="button button-small" onClick={quotes.refresh}>
              {text.app.tryAgain}
            </button>
          </ErrorNote>
        )
      )}
      {quotes.paused.value && (
        <button type="button" class="button button-small" onClick={quotes.refresh}>
          {text.app.tryAgain}
        </button>
      )}
    </fieldset>
  )
}
