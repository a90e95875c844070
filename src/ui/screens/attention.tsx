import { useState } from 'preact/hooks'
import type { ErrorCode } from '@/src/domain/error'
import type { Order, PageRef, Step } from '@/src/domain/order'
import { isDepositOut } from '@/src/domain/order-parts'
import { nothingAsked } from '../copy/form-errors'
import { orderText } from '../copy/order-text'
import { hostOf, plainText } from '../format/text'
import type { OrderView } from '../models/order-view'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { asksElsewhere, PageChoice } from './page-choice'
import { useRequote } from './use-requote'

/** Errors after which only a new price helps. */
const needsQuote: ErrorCode[] = [
  'policy/quote-expired',
  'service/quote-expired',
  'service/quote-not-found',
]

type Props = { order: Order; step: Step; view: OrderView }

/** What the person can do now: answer the wallet, put something right, try again, or stop. */
export function Attention({ order, step, view }: Props) {
  const { state } = step
  if (order.status !== 'running') return null
  const actions = (code: ErrorCode) => (
    <Actions order={order} step={step} view={view} code={view.error.value?.code ?? code} />
  )
  if (state.status === 'declined') {
    return (
      <ErrorNote error={{ code: 'wallet/declined' }} tone="warn">
        {actions('wallet/declined')}
      </ErrorNote>
    )
  }
  if (state.status === 'failed') {
    return (
      <ErrorNote error={{ code: state.code }}>{state.retryable && actions(state.code)}</ErrorNote>
    )
  }
  if (order.blocker !== undefined) {
    const { code, expected, actual } = order.blocker
    return (
      <ErrorNote error={{ code }} tone="warn">
        {(expected !== undefined || actual !== undefined) && (
          <dl class="blocked mono">
            <dt>{orderText.order.blockedExpected}</dt>
            <dd>{plainText(expected ?? '', 66)}</dd>
            <dt>{orderText.order.blockedActual}</dt>
            <dd>{plainText(actual ?? '', 66)}</dd>
          </dl>
        )}
        {actions(code)}
      </ErrorNote>
    )
  }
  // The wallet may be asked for its chain first, which is no state of the step.
  const switching = order.switching !== undefined && order.switching.settledAt === undefined
  return switching || state.status === 'asking' ? <LookAtWallet order={order} view={view} /> : null
}

function Actions({ order, step, view, code }: Props & { code: ErrorCode }) {
  const app = useApp()
  const [choosing, setChoosing] = useState(false)
  const { asking, error, ask } = useRequote(order, (orderId) =>
    app.router.go({ screen: 'review', orderId }, { replace: true }),
  )
  const busy = view.busy.value || asking

  function retryIn(page: PageRef): void {
    setChoosing(false)
    void view.retry(step.id, page)
  }

  return (
    <>
      {needsQuote.includes(code) ? (
        <button
          type="button"
          class="button button-small button-main"
          disabled={busy}
          onClick={() => void ask()}
        >
          {asking ? orderText.review.gettingQuote : orderText.review.newQuote}
        </button>
      ) : (
        <button
          type="button"
          class="button button-small button-main"
          disabled={busy}
          onClick={() => void view.retry(step.id)}
        >
          {orderText.order.tryAgain}
        </button>
      )}
      {asksElsewhere(code) && (
        <button
          type="button"
          class="button button-small"
          disabled={busy}
          onClick={() => setChoosing(true)}
        >
          {orderText.order.choosePage}
        </button>
      )}
      <button
        type="button"
        class="button button-small"
        disabled={busy}
        onClick={() => void view.stop()}
      >
        {orderText.order.stop}
      </button>
      {error !== undefined && <ErrorNote money={nothingAsked} error={error} />}
      {choosing && <PageChoice order={order} onPick={retryIn} onClose={() => setChoosing(false)} />}
    </>
  )
}

function LookAtWallet({ order, view }: { order: Order; view: OrderView }) {
  const { backend } = useApp()
  return (
    <section class="note note-info" role="status">
      <span class="pulse" aria-hidden="true" />
      <div class="note-body">
        <p class="note-title">{orderText.order.lookAtWallet(plainText(order.wallet.name, 32))}</p>
        <p>{orderText.order.waitsIn(hostOf(order.page.origin))}</p>
        <div class="note-actions">
          <button
            type="button"
            class="button button-small"
            onClick={() => void backend.showTab(order.page.tabId)}
          >
            {orderText.order.showTab}
          </button>
          {!isDepositOut(order) && (
            <button
              type="button"
              class="button button-small"
              disabled={view.busy.value}
              onClick={() => void view.stop()}
            >
              {orderText.order.stop}
            </button>
          )}
        </div>
      </div>
    </section>
  )
}
