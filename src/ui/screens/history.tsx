import { useEffect, useRef, useState } from 'preact/hooks'
import type { OutputOf } from '@/src/contract/rpc'
import { toWireError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order'
import { pageText } from '../copy/page-text'
import { labelOf, needsPerson } from '../copy/status'
import { formatAmount } from '../format/amount'
import { transactionLink } from '../format/explorer'
import { plainText } from '../format/text'
import { formatAgo } from '../format/time'
import { handle } from '../handles'
import { type Async, failed, idle, loading, ready } from '../models/async'
import { createHistory, type HistoryFilter } from '../models/history'
import { OutLink } from '../parts/address'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { Search } from '../parts/icons'
import { TokenLogo } from '../parts/logo'
import { SkeletonRows } from '../parts/skeleton'
import { useModel } from '../parts/use-model'
import { HashLink } from './hash-link'
import { ScreenHead } from './screen-head'

const filters: HistoryFilter[] = ['all', 'open', 'filled', 'other']

/** Every order of this browser, newest first. */
export function HistoryScreen() {
  const app = useApp()
  const history = useModel(() => createHistory({ backend: app.backend, clock: app.clock }), '')
  const orders = history.orders.value
  const searching = history.text.value !== '' || history.filter.value !== 'all'
  return (
    <div class="history">
      <ScreenHead title={pageText.history.title} onBack={() => app.router.go({ screen: 'swap' })} />
      <div class="search-field">
        <Search />
        <input
          type="search"
          aria-label={pageText.history.search}
          placeholder={pageText.history.search}
          autocomplete="off"
          spellcheck={false}
          value={history.text.value}
          onInput={(event) => history.setText(event.currentTarget.value)}
        />
      </div>
      <fieldset class="chips" aria-label={pageText.history.filter}>
        {filters.map((filter) => (
          <button
            key={filter}
            type="button"
            class="chip"
            aria-pressed={history.filter.value === filter}
            onClick={() => history.setFilter(filter)}
          >
            {pageText.history[filter]}
          </button>
        ))}
      </fieldset>
      {history.state.value === 'failed' && history.error.value !== undefined && (
        <ErrorNote money={null} error={history.error.value} />
      )}
      {history.state.value === 'loading' && <SkeletonRows count={6} />}
      {history.state.value === 'ready' && orders.length === 0 && (
        <div class="empty">
          <p class="empty-title">
            {searching ? pageText.history.noneFound : pageText.history.empty}
          </p>
          <p>{searching ? pageText.history.noneFoundHint : pageText.history.emptyHint}</p>
        </div>
      )}
      <ul class="orders">
        {[...orders].sort(waitingFirst).map((order) => (
          <HistoryRow key={order.id} order={order} />
        ))}
      </ul>
      {history.more.value && (
        <button type="button" class="button button-wide" onClick={() => void history.loadMore()}>
          {pageText.history.more}
        </button>
      )}
      {history.state.value === 'ready' && <Recover />}
    </div>
  )
}

/** What waits for the person stands first; the rest keeps its order. */
function waitingFirst(a: Order, b: Order): number {
  return Number(needsPerson(b)) - Number(needsPerson(a))
}

/** Finds orders that this browser does not know, from what a person still has of them. */
function Recover() {
  const { backend, router } = useApp()
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Async<OutputOf<'recoverOrders'>>>(idle)
  const result = useRef<HTMLDivElement>(null)

  // The new rows push it away, and what was pressed was off meanwhile: it is brought into sight.
  useEffect(() => {
    if (found.state !== 'ready') return
    result.current?.focus()
    result.current?.scrollIntoView({ block: 'nearest' })
  }, [found])

  async function recover(): Promise<void> {
    setFound(loading)
    try {
      setFound(ready(await backend.call('recoverOrders', { query })))
    } catch (caught) {
      setFound(failed(toWireError(caught)))
    }
  }

  const ids = found.state === 'ready' ? found.value.orderIds : []
  const only = ids.length === 1 ? ids[0] : undefined
  return (
    <details class="card details">
      <summary>{pageText.history.recover}</summary>
      <form
        class="recover"
        onSubmit={(event) => {
          event.preventDefault()
          void recover()
        }}
      >
        <p class="sub">{pageText.history.recoverHint}</p>
        <input
          class="field mono"
          type="text"
          aria-label={pageText.history.recoverLabel}
          placeholder={pageText.history.recoverLabel}
          autocomplete="off"
          spellcheck={false}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value.trim())}
        />
        <button
          type="submit"
          class="button button-small"
          disabled={query.length < 8 || found.state === 'loading'}
        >
          {found.state === 'loading' ? pageText.history.recovering : pageText.history.recoverAct}
        </button>
        {found.state === 'ready' && (
          <div ref={result} tabIndex={-1} class="recovered" role="status">
            {pageText.history.recovered(
              found.value.found,
              found.value.orderIds.length - found.value.found,
            )}
            {only !== undefined && (
              <button
                type="button"
                class="button button-small"
                onClick={() => router.go({ screen: 'order', orderId: only })}
              >
                {pageText.history.recoveredOpen}
              </button>
            )}
          </div>
        )}
        {found.state === 'failed' && <ErrorNote money={null} error={found.error} />}
      </form>
    </details>
  )
}

function HistoryRow({ order }: { order: Order }) {
  const app = useApp()
  const { from, to } = order.accepted
  const deposit = order.steps.find((step) => step.deposit)?.state
  const depositHash =
    order.service.depositTxHash ??
    (deposit !== undefined && 'hash' in deposit ? deposit.hash : undefined)
  const { fill, refund } = order.service
  const paid = order.status === 'filled' ? order.arrival?.found?.amount : undefined
  const { label, tone } = labelOf(order)
  return (
    <li
      class="order-row"
      data-testid={handle.order}
      data-order-id={order.id}
      data-status={order.status}
    >
      <button
        type="button"
        class="order-open"
        onClick={() => app.router.go({ screen: 'order', orderId: order.id })}
      >
        <span class="order-logos">
          <TokenLogo token={{ ...from, logoURI: from.logoUri }} size={30} />
          <TokenLogo token={{ ...to, logoURI: to.logoUri }} size={30} />
        </span>
        <span class="order-text">
          <span class="num">
            <span class={`badge badge-${tone} order-badge`}>{label}</span>
            {formatAmount(from.amount, from.decimals, 6)} <bdi>{plainText(from.symbol, 10)}</bdi> →{' '}
            {formatAmount(paid ?? to.amount, to.decimals, 6)} <bdi>{plainText(to.symbol, 10)}</bdi>
          </span>
          <span class="sub">
            {plainText(app.catalog.nameOf(from.chainId), 16)} →{' '}
            {plainText(app.catalog.nameOf(to.chainId), 16)} ·{' '}
            {formatAgo(order.createdAt, app.now.value)}
          </span>
        </span>
      </button>
      <div class="order-links">
        {depositHash !== undefined && (
          <TransactionLink
            label={pageText.history.deposit}
            chainId={from.chainId}
            hash={depositHash}
          />
        )}
        {fill?.txHash !== undefined && (
          <TransactionLink
            label={pageText.history.payout}
            chainId={fill.chainId ?? to.chainId}
            hash={fill.txHash}
          />
        )}
        {refund?.txHash !== undefined && (
          <TransactionLink
            label={pageText.history.refund}
            chainId={refund.chainId ?? from.chainId}
            hash={refund.txHash}
          />
        )}
      </div>
    </li>
  )
}

function TransactionLink(props: { label: string; chainId: number; hash: string }) {
  const { catalog } = useApp()
  const link = transactionLink(catalog.chain(props.chainId), props.hash)
  if (link === null) {
    return (
      <span class="sub">
        {props.label} <HashLink chainId={props.chainId} hash={props.hash} />
      </span>
    )
  }
  return (
    <OutLink href={link}>
      <span title={props.hash}>{props.label}</span>
    </OutLink>
  )
}
