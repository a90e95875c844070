import { useRef, useState } from 'preact/hooks'
import { toWireError, type WireError } from '@/src/domain/error'
import { isByHolding, isDust, paidOf, sumOf, timeOfPayment } from '@/src/domain/order/deposit-sum'
import type { TransferOrder } from '@/src/domain/order/order'
import { isDepositOut, isEnded, isRefused, mayNameDeposit } from '@/src/domain/order/order-parts'
import { closesAt, isPayOpen, payableOf, unpaidOf } from '@/src/domain/order/transfer'
import { isPayDenied, isPayOut, isPayPending } from '@/src/domain/order/wallet-payment'
import { transferText } from '../copy/transfer-text'
import { formatExact, toDecimal } from '../format/amount'
import { formatList } from '../format/plural'
import { plainText } from '../format/text'
import { formatCountdown } from '../format/time'
import type { OrderView } from '../models/order-view'
import { Address, CopyButton } from '../parts/address'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { Alert } from '../parts/icons'
import { lazy } from '../parts/lazy'
import { NamedAddress } from '../parts/named-address'
import { useIsRead } from '../parts/use-read-chain'
import { walletLinkOf } from '../qr/choose-picture'
import { AlikeNote, withNoCheck } from './alike-note'
import { AstrayPanel } from './astray-panel'
import { HashLink } from './hash-link'
import { LookWide, useWideSearch } from './look-wide'
import { ClosedDenied, LastAsk, LastOpen, PayByWallet, WalletPay } from './wallet-pay'

// The reader of pictures weighs more than all the rest of the screen.
const QrPicture = lazy(() => import('../qr/qr-picture').then((room) => room.QrPicture))

const words = transferText

/** `isRead`: whether any node says what came to the address. */
type Shown = { order: TransferOrder; isRead: boolean }

/** The address to pay to while it may be paid; after that, what came to it. */
export function TransferPanel({ order, view }: { order: TransferOrder; view: OrderView }) {
  const { now } = useApp()
  const payable = payableOf(order, now.value)
  // What the service names as paid is shown as its word, also where it ended without a payout.
  const isNamed = order.status === 'failed' && order.service.depositTxHash !== undefined
  const isOut = isDepositOut(order) || isNamed
  // What is not out with the wallet is over with the address.
  const isAlive = isPayOut(order) || unpaidOf(order, now.value) > 0n
  const isPending = isPayPending(order) && isAlive
  const isLastOpen = !isPending && isPayOpen(order) && isAlive
  const isSeen = order.transfer.seen.length > 0
  const isRead = useIsRead(order.accepted.from)
  return (
    <>
      {isPending && <WalletPay order={order} view={view} />}
      {isOut && (isSeen || !isPending) && <Seen order={order} rest={payable} isRead={isRead} />}
      <AstrayPanel order={order} />
      {!isPending && payable > 0n && (
        <>
          <LastAsk order={order} />
          <Pay order={order} view={view} units={payable} isRead={isRead} />
        </>
      )}
      {isLastOpen && <LastOpen order={order} view={view} />}
      {!isPending && !isLastOpen && payable === 0n && !isOut && (
        <Closed order={order} view={view} isRead={isRead} />
      )}
      {!isOut && isSeen && <Seen order={order} rest={payable} isRead={isRead} />}
      {mayNameDeposit(order) && !isPending && (
        <NameHash key={order.transfer.named?.hash} order={order} isRead={isRead} />
      )}
    </>
  )
}

function sizeOf({ accepted: { from } }: TransferOrder, units: bigint | string): string {
  return `${formatExact(BigInt(units), from.decimals)} ${plainText(from.symbol, 12)}`
}

/** The order as a picture must show it: for what is missing, the service has no picture. */
function restOf(order: TransferOrder, units: bigint): TransferOrder {
  const { qrImageUrl: _, paymentUri: __, qrPayload: ___, ...transfer } = order.transfer
  return { ...order, transfer: { ...transfer, amount: String(units) } }
}

function Pay(props: Shown & { view: OrderView; units: bigint }) {
  const { view, units, isRead } = props
  const { catalog, now } = useApp()
  const isRest = units !== BigInt(props.order.transfer.amount)
  const order = isRest ? restOf(props.order, units) : props.order
  const { transfer, accepted } = order
  const { from } = accepted
  const amount = sizeOf(order, units)
  const end = closesAt(order)
  const left = end - Math.ceil(now.value / 1_000)
  const link = walletLinkOf(order)
  return (
    <section class="card transfer" aria-label={words.pay.title}>
      <header class="card-head">
        <h2>{isRest ? words.pay.rest : words.pay.title}</h2>
        <span class={`num sub${left < 60 ? ' warn' : ''}`}>
          {words.pay.left(formatCountdown(left))}
        </span>
      </header>
      <PayByWallet order={props.order} view={view} units={units} />
      {/* From the click on, nothing is shown that could be paid beside it. */}
      {!view.paying.value && (
        <>
          <QrPicture key={amount} order={order} label={amount} />
          <dl class="detail-rows">
            <dt>{words.pay.amount}</dt>
            <dd class="num">
              <strong>
                <bdi dir="ltr">{amount}</bdi>
              </strong>{' '}
              <CopyButton value={toDecimal(String(units), from.decimals)} />
            </dd>
            <dt>{words.pay.network}</dt>
            <dd>
              <bdi>{plainText(catalog.nameOf(from.chainId), 24)}</bdi>
            </dd>
            <dt>{words.pay.address}</dt>
            <dd data-testid="deposit-address">
              <Address address={transfer.depositAddress} />
              <span class="sub">{withNoCheck(words.pay.alike, [transfer.depositAddress])}</span>
            </dd>
            {transfer.memo !== undefined && (
              <>
                <dt>{words.pay.memo}</dt>
                <dd class="mono">
                  {plainText(transfer.memo, 200)} <CopyButton value={transfer.memo} />
                  <span class="sub">{words.pay.memoAlike}</span>
                </dd>
              </>
            )}
            <dt>{words.pay.refunds}</dt>
            <dd>
              <NamedAddress address={accepted.refundTo} />
            </dd>
          </dl>
          <AlikeNote recipient={transfer.depositAddress} />
          <p class="note note-warn note-slim">
            <Alert size={18} />
            <span class="note-body">{words.pay.warning}</span>
          </p>
          {!isRead && (
            <p class="sub">
              {words.pay.unread(plainText(catalog.nameOf(from.chainId), 24))}{' '}
              {from.family === undefined && words.pay.ownNode}
            </p>
          )}
          {end < transfer.expiresAt && <p class="sub">{words.pay.shortened}</p>}
          {link !== undefined && (
            <a class="button" href={link}>
              {words.pay.link}
            </a>
          )}
        </>
      )}
      <button
        type="button"
        class="button button-quiet"
        disabled={view.busy.value}
        title={words.pay.cancelHint}
        onClick={() => void view.stop()}
      >
        {words.pay.cancel}
      </button>
    </section>
  )
}

/** Neither the address nor the picture is shown: nobody pays by mistake. */
function Closed({ order, view, isRead }: Shown & { view: OrderView }) {
  const { router } = useApp()
  const { closed, refused } = order.transfer
  const { status, service, accepted } = order
  // What the person said to be unpaid is over on that word.
  const isUnread =
    status === 'stopped' && accepted.from.family !== undefined && closed?.unpaid === undefined
  const why = order.contradiction
    ? 'contradicted'
    : (closed?.why ?? (refused ? 'refused' : 'expired'))
  // What a wallet was asked for has its own word, without which it is not over.
  const isOpen = !isEnded(status)
  const isDenied = isOpen && closed !== undefined && isPayDenied(order)
  const sought = isRead || accepted.from.family !== undefined ? 'paid' : 'unsought'
  return (
    <section class="card transfer">
      <p>
        <strong>{words.closed[why]}</strong>
      </p>
      {isOpen && (
        <p class="sub">
          {words.closed[order.transfer.depositAddress === '' ? 'unlisted' : sought]}
        </p>
      )}
      {isUnread && (
        <p class="sub">{words.closed[service.orderId === undefined ? 'untold' : 'unread']}</p>
      )}
      <p class="sub">{words.closed.again}</p>
      {isOpen && (
        <button type="button" class="button" onClick={() => router.go({ screen: 'pay' })}>
          {words.closed.start}
        </button>
      )}
      {isOpen && closed === undefined && (
        <button
          type="button"
          class="button button-quiet"
          disabled={view.busy.value}
          onClick={() => void view.stop()}
        >
          {words.pay.cancel}
        </button>
      )}
      {isDenied && <ClosedDenied order={order} view={view} />}
      {isOpen && closed !== undefined && !isDenied && (
        <details class="details">
          <summary>{words.closed.unpaid}</summary>
          <p class="sub">{words.closed.unpaidHint}</p>
          <button
            type="button"
            class="button button-quiet"
            disabled={view.busy.value}
            onClick={() => void view.sayUnpaid()}
          >
            {words.closed.end}
          </button>
        </details>
      )}
    </section>
  )
}

function Seen({ order, rest, isRead }: Shown & { rest: bigint }) {
  const { transfer, accepted, service } = order
  const { chainId } = accepted.from
  const { seen, named } = transfer
  const told = service.depositTxHash
  const time = timeOfPayment(transfer)
  const unread = seen.length === 0 && !isRead
  const conflict = named && told !== undefined && told.toLowerCase() !== named.hash.toLowerCase()
  return (
    <section class="card transfer" data-sum={sumOf(transfer)}>
      <h2>{words.seen.title}</h2>
      {unread && <p class="sub">{words.seen.unread}</p>}
      {seen.map((each) => (
        <p key={each.hash ?? ''}>
          <span class="num">
            {each.what === 'other-token' ? words.seen.otherToken : sizeOf(order, each.amount)}
          </span>{' '}
          {isRefused(transfer, each.hash) && (
            <span class="warn seen-says">{words.seen.refused}</span>
          )}{' '}
          {isDust(transfer, each) && <span class="sub">{words.seen.dust}</span>}{' '}
          <span class="sub">
            {words.seen.from(formatList(each.nodes.map((n) => plainText(n, 24))))}
          </span>{' '}
          {each.hash !== undefined && <HashLink chainId={chainId} hash={each.hash} />}
        </p>
      ))}
      {told !== undefined && seen.length === 0 && (
        <p>
          <span class="sub">{words.seen.told}</span> <HashLink chainId={chainId} hash={told} />
        </p>
      )}
      {unread && named && told === undefined && (
        <p>
          <span class="sub">{words.seen.named}</span>{' '}
          <HashLink chainId={chainId} hash={named.hash} />
        </p>
      )}
      {(seen.length > 0 || told === undefined) && transfer.refused === undefined && (
        <Sum order={order} rest={rest} />
      )}
      {time !== 'in-time' && <p class="warn">{sayTime(order, time)}</p>}
      {conflict && <p class="warn">{words.seen.conflict}</p>}
    </section>
  )
}

function Sum({ order, rest }: { order: TransferOrder; rest: bigint }) {
  const sum = sumOf(order.transfer)
  const tone = { exact: 'good', dust: 'sub', none: 'sub', short: 'warn', excess: 'warn' }[sum]
  return <p class={tone}>{saySum(order, rest)}</p>
}

/** How what came compares with what was asked for. */
function saySum(order: TransferOrder, rest: bigint): string {
  const { transfer, status, service } = order
  const sum = sumOf(transfer)
  const [paid, asked] = [sizeOf(order, paidOf(transfer)), sizeOf(order, transfer.amount)]
  if (sum === 'exact' && isByHolding(transfer)) return words.seen.enough
  if (sum === 'exact' || sum === 'none') return words.seen[sum]
  // What it does with it is no question any more.
  const isOver = isEnded(status) || service.status === 'failed'
  if (isOver && sum !== 'dust') return words.seen.came(paid, asked)
  if (sum === 'excess') return words.seen.excess(paid, asked)
  if (sum === 'dust')
    return rest > 0n ? [words.seen.trifle, words.seen.asIfNot].join(' ') : words.seen.trifle
  if (rest > 0n) return words.seen.rest(paid, asked, sizeOf(order, rest))
  // Told of one transaction, the service cannot join two: a second part would be another payment.
  const isToldOf = service.orderId === undefined
  return words.seen[isToldOf ? 'shortToName' : 'short'](paid, asked)
}

/** What is said of a payment that was not made in time; what becomes of it, until that is known. */
function sayTime({ status }: TransferOrder, time: 'late' | 'unknown'): string {
  const { late, lateFate, unknown } = words.seen
  if (time === 'unknown') return unknown
  return isEnded(status) ? late : `${late} ${lateFate}`
}

/**
 * What is read out of what came to an address, beside where the order stands; empty while nothing came.
 * `now` in unix ms: what is missing may be paid for a while alone.
 */
export function sayCame(order: TransferOrder, now: number): string {
  const { seen, astray = [], refused } = order.transfer
  const isSeen = seen.length > 0 && refused === undefined
  const time = timeOfPayment(order.transfer)
  const said = [
    isSeen && saySum(order, payableOf(order, now)),
    isSeen && time !== 'in-time' && sayTime(order, time),
    astray.length > 0 && words.astray.title,
  ]
  return said.filter((each) => each !== false).join(' ')
}

/** What is said of a hash that pays nothing here. */
const isElsewhere: readonly string[] = ['order/hash-unknown', 'order/no-payment']

/** The transaction by the person's own word; it is read on the chain before anybody is told. */
function NameHash({ order, isRead }: Shown) {
  const { backend } = useApp()
  const [hash, setHash] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<WireError | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const needed = order.transfer.needsHash === true
  const search = useWideSearch(order.id)
  const abroad = order.accepted.from.family !== undefined
  // Another one than was named: it is not found, or was mistyped.
  const again = order.transfer.named !== undefined
  async function use(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await backend.call('nameDeposit', { orderId: order.id, hash })
    } catch (caught) {
      const problem = toWireError(caught)
      setError(problem)
      field.current?.focus()
      // Who names one has paid: where that is not it, the payment is looked for.
      if (isElsewhere.includes(problem.code) && !abroad) search.start()
    } finally {
      setBusy(false)
    }
  }
  return (
    <details
      class="card details"
      open={needed && !again}
      onToggle={({ currentTarget }) => {
        // Who opens it says to have paid; where a hash is asked for, it stands open from the beginning.
        const isPressed = currentTarget.open && !needed && !abroad && !again
        if (isPressed && order.transfer.lookedWide === undefined) search.start()
      }}
    >
      <summary>{again ? words.hash.other : words.hash.title}</summary>
      <form
        class="transfer-hash"
        onSubmit={(event) => {
          event.preventDefault()
          void use()
        }}
      >
        <p class="sub">
          {again
            ? words.hash.replaces
            : words.hash[isRead ? (needed ? 'needed' : 'hint') : needed ? 'unread' : 'kept']}
        </p>
        <label for="deposit-hash">{words.hash.label}</label>
        <input
          id="deposit-hash"
          class="field mono"
          autocomplete="off"
          spellcheck={false}
          ref={field}
          value={hash}
          aria-invalid={error !== undefined}
          aria-describedby={error && 'deposit-hash-error'}
          onInput={(event) => setHash(plainText(event.currentTarget.value.trim(), 128))}
        />
        {error !== undefined && <ErrorNote id="deposit-hash-error" money={null} error={error} />}
        <button type="submit" class="button" disabled={hash === '' || busy} aria-busy={busy}>
          {words.hash[isRead ? 'use' : needed ? 'pass' : 'keep']}
        </button>
      </form>
      {!abroad && <LookWide order={order} search={search} />}
    </details>
  )
}
