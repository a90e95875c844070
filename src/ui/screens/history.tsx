import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { familyOfHash } from '@/src/domain/chain/hash'
import { receivedOf } from '@/src/domain/order/arrival'
import { freeOf, tookUp } from '@/src/domain/order/held'
import { needsPerson } from '@/src/domain/order/needs-person'
import type { Order } from '@/src/domain/order/order'
import { depositHashOf, lacksField } from '@/src/domain/order/order-parts'
import { sayHeld } from '../copy/money'
import { orderText } from '../copy/order-text'
import { pageText } from '../copy/page-text'
import { labelOf } from '../copy/status'
import { formatPaid, formatTold } from '../format/amount'
import { transactionLink } from '../format/explorer'
import { plainText } from '../format/text'
import { formatAgo } from '../format/time'
import { handle } from '../handles'
import { canRunAgain } from '../models/again'
import { createClear } from '../models/clear'
import { createHistory } from '../models/history'
import { OutLink } from '../parts/address'
import { useApp } from '../parts/context'
import { Filled } from '../parts/filled'
import { To } from '../parts/icons'
import { Logo, TokenLogo } from '../parts/logo'
import { BookName } from '../parts/named-address'
import { ReadAgain } from '../parts/read-again'
import { ShortAddress } from '../parts/short-address'
import { SideSum } from '../parts/side-sum'
import { SkeletonRows } from '../parts/skeleton'
import { useBook } from '../parts/use-book'
import { useModel } from '../parts/use-model'
import { AgainButton, againLabel } from './again-button'
import { BackupPanel } from './backup-panel'
import { ClearPanel, UndoNote } from './clear-panel'
import { ExportPanel } from './export-panel'
import { HashLink } from './hash-link'
import { HistoryFilterBar } from './history-filters'
import { LookUp, Recover } from './recover'
import { ScreenHead } from './screen-head'

const words = pageText.history

/** Every order of this browser, newest first. */
export function HistoryScreen() {
  const app = useApp()
  const history = useModel(
    () => createHistory({ backend: app.backend, clock: app.clock, kept: app.historyFilters }),
    '',
  )
  const clear = useModel(() => createClear(app.backend, app.clock, app.removals.orders), '')
  const book = useBook()
  const orders = history.orders.value
  const state = history.state.value
  const filtered = history.filtered.value
  const ended = state === 'ready'
  const text = history.filters.value.text.trim()
  const hash = familyOfHash(text) === null ? undefined : text
  const answered = history.answered.value
  const takenUp = new Set(orders.map(tookUp))
  const count = history.more.value ? words.shownSoFar(orders.length) : words.shown(orders.length)
  useEffect(() => {
    if (answered > 0) app.announce(orders.length === 0 ? words.noneFound : count)
  }, [answered])

  // What was pressed is gone then: the search is where somebody goes on.
  function clearFilters(): void {
    history.clear()
    document.querySelector<HTMLElement>('.filters input')?.focus()
  }

  return (
    <div class="history">
      <ScreenHead title={words.title} onBack={() => app.router.go({ screen: 'swap' })} />
      <UndoNote clear={clear} />
      {(orders.length > 0 || filtered) && <HistoryFilterBar history={history} />}
      {state === 'failed' && history.error.value !== undefined && (
        <ReadAgain money={null} error={history.error.value} read={history.readAgain} />
      )}
      {state === 'loading' && <SkeletonRows count={6} />}
      {ended && orders.length === 0 && (
        <div class="empty">
          <p class="empty-title">{filtered ? words.noneFound : words.empty}</p>
          {hash === undefined ? (
            <p>{filtered ? words.noneFoundHint : words.emptyHint}</p>
          ) : (
            <LookUp key={hash} query={hash} />
          )}
          {filtered && (
            <button type="button" class="button button-small" onClick={clearFilters}>
              {words.clear}
            </button>
          )}
        </div>
      )}
      {filtered && orders.length > 0 && (
        <div class="filter-line">
          <span class="sub">{count}</span>
          <button type="button" class="button button-quiet button-small" onClick={clearFilters}>
            {words.clear}
          </button>
        </div>
      )}
      <ul class="orders">
        {[...orders].sort(waitingFirst).map((order) => (
          <HistoryRow
            key={order.id}
            order={order}
            isTakenUp={takenUp.has(order.id)}
            name={book.find(order.accepted.recipient)?.name}
          />
        ))}
      </ul>
      {state === 'looking' && <p class="sub hint">{words.looking}</p>}
      {history.more.value && (
        <button type="button" class="button button-wide" onClick={() => void history.loadMore()}>
          {words.more}
        </button>
      )}
      {(orders.length > 0 || filtered) && (
        <ExportPanel filters={filtered ? history.filters.value : undefined} />
      )}
      {(orders.length > 0 || clear.state.value.state !== 'idle') && <ClearPanel clear={clear} />}
      {ended && <Recover />}
      {ended && <BackupPanel />}
    </div>
  )
}

/** What waits for the person stands first; the rest keeps its order. */
function waitingFirst(a: Order, b: Order): number {
  return Number(needsPerson(b)) - Number(needsPerson(a))
}

function HistoryRow(props: { order: Order; isTakenUp: boolean; name: string | undefined }) {
  const { order, isTakenUp, name } = props
  const app = useApp()
  const { from } = order.accepted
  const to = receivedOf(order)
  const depositHash = order.service.depositTxHash ?? depositHashOf(order)
  const { fill, refund } = order.service
  const paid = order.status === 'filled' ? order.arrival?.found?.amount : undefined
  const { label, tone } = labelOf(order)
  const held = isTakenUp ? undefined : freeOf(order)
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
          {order.kind === 'purchase' ? (
            <Logo name={from.symbol} seed={from.symbol} size={30} />
          ) : (
            <TokenLogo token={{ ...from, logoURI: from.logoUri }} size={30} />
          )}
          <TokenLogo token={{ ...to, logoURI: to.logoUri }} size={30} />
        </span>
        <span class="order-text">
          <span class="num">
            <span class={`badge badge-${tone} order-badge`}>{label}</span>
            <span class="order-first">
              <SideSum order={order} side="from" write={formatPaid} /> <To />
            </span>{' '}
            <SideSum order={order} side="to" units={paid} write={formatTold} />
          </span>
          <span class="sub">
            <bdi>
              {plainText(
                order.kind === 'purchase'
                  ? order.purchase.provider
                  : app.catalog.nameOf(from.chainId),
                16,
              )}
            </bdi>{' '}
            <To /> <bdi>{plainText(app.catalog.nameOf(to.chainId), 16)}</bdi> ·{' '}
            {lacksField(order, 'createdAt')
              ? orderText.order.notReadable
              : formatAgo(order.createdAt, app.now.value)}
          </span>
          {held !== undefined && <span class="sub warn">{words.held(sayHeld(held))}</span>}
          {name !== undefined && (
            <span class="sub order-to">
              <Filled
                say={words.to}
                parts={[
                  <Fragment key="to">
                    <BookName name={name} /> <ShortAddress address={order.accepted.recipient} />
                  </Fragment>,
                ]}
              />
            </span>
          )}
        </span>
      </button>
      <div class="order-links">
        {depositHash !== undefined && (
          <TransactionLink label={words.deposit} chainId={from.chainId} hash={depositHash} />
        )}
        {fill?.txHash !== undefined && (
          <TransactionLink
            label={words.payout}
            chainId={fill.chainId ?? to.chainId}
            hash={fill.txHash}
          />
        )}
        {refund?.txHash !== undefined && (
          <TransactionLink
            label={words.refund}
            chainId={refund.chainId ?? from.chainId}
            hash={refund.txHash}
          />
        )}
        {canRunAgain(order) && (
          <AgainButton isRow order={order} class="order-again" label={againLabel(order)} />
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
