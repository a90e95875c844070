import { useState } from 'preact/hooks'
import { familyOfChain, knownChain } from '@/src/domain/chain/known-chains'
import { askingOf } from '@/src/domain/order/asking'
import { isDust } from '@/src/domain/order/deposit-sum'
import type { Step, SwapOrder, TransferOrder } from '@/src/domain/order/order'
import {
  attemptOfStep,
  currentStepOf,
  isDepositMade,
  isEnded,
  mayBeShown,
} from '@/src/domain/order/order-parts'
import { isPayShown, unpaidOf } from '@/src/domain/order/transfer'
import { isPayDenied, payStepOf } from '@/src/domain/order/wallet-payment'
import { orderText } from '../copy/order-text'
import { transferText } from '../copy/transfer-text'
import { walletPayText as words } from '../copy/wallet-pay-text'
import { formatExact } from '../format/amount'
import { formatList } from '../format/plural'
import { plainText } from '../format/text'
import type { Connection } from '../models/connection'
import type { OrderView } from '../models/order-view'
import { Address } from '../parts/address'
import { ByOne } from '../parts/by-one'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { Alert } from '../parts/icons'
import { lazy, onIntent } from '../parts/lazy'
import { ShortAddress } from '../parts/short-address'
import { TokenSum } from '../parts/token-sum'
import { useFresh } from '../parts/use-fresh'
import { Attention, RequestGone, wordOn } from './attention'
import { DeniedNote, type WayOn } from './denied-choice'
import { endedOf, useEndedBy } from './ended-by'
import { HashLink } from './hash-link'
import { SentElsewhere } from './sent-note'
import { UnsurePanel } from './unsure-panel'
import { useBeside } from './use-beside'

const WalletPicker = lazy(() => import('./wallet-picker').then((room) => room.WalletPicker))

type Props = { order: TransferOrder; view: OrderView }

const nameOf = (wallet: { name: string }) => plainText(wallet.name, 24)

const sizeOf = (order: TransferOrder, units: bigint | string): string =>
  `${formatExact(BigInt(units), order.accepted.from.decimals)} ${plainText(order.accepted.from.symbol, 12)}`

/** Orders that paid the same since the address was made; a wallet is asked beside them with a tick alone. */
function usePaidBeside(order: TransferOrder, view: OrderView) {
  const { now } = useApp()
  const beside = useBeside(order, view, order.createdAt, (shown) =>
    shown.kind === 'transfer' ? { ...shown, part: String(unpaidOf(shown, now.value)) } : undefined,
  )
  const { sent, sentAgreed } = beside.shown
  return {
    beside,
    isHeld: sent.value.length > 0 && !sentAgreed.value,
    note: <SentElsewhere sent={beside.shown} hint={words.twice} tick={words.twiceTick} />,
  }
}

/** Pays with the wallet that is connected on the chain that is paid from; nothing where none is. */
export function PayByWallet({ order, view, units }: Props & { units: bigint }) {
  const { wallets, online } = useApp()
  const [choosing, setChoosing] = useState(false)
  const { chainId, family } = order.accepted.from
  const driven = family === undefined ? familyOfChain(chainId) : undefined
  const connection = driven && wallets.connections.value[driven]
  const fresh = useFresh(connection !== undefined)
  const { beside, isHeld, note } = usePaidBeside(order, view)
  if (connection === undefined) return null
  const busy = view.busy.value
  return (
    <div class="wallet-pay">
      {note}
      <button
        type="button"
        class="button button-main"
        disabled={fresh || busy || isHeld || !online.value}
        aria-busy={view.paying.value}
        aria-describedby="wallet-pay-effect"
        onClick={(event) => {
          if (event.detail <= 1) void view.pay(toWish(connection, units), beside)
        }}
      >
        {view.paying.value && <span class="spinner" aria-hidden="true" />}
        {online.value ? words.pay(nameOf(connection.wallet)) : words.offline}
      </button>
      <p class="sub" id="wallet-pay-effect" role={view.paying.value ? 'status' : undefined}>
        {view.paying.value
          ? words.trying
          : words[driven === 'solana' ? 'signs' : 'effect'](sizeOf(order, units))}
      </p>
      <p class="sub wallet-pay-from">
        <span>
          {words.from} <ShortAddress address={connection.account} />
        </span>
        <button
          type="button"
          class="button button-quiet button-small"
          disabled={busy}
          aria-haspopup="dialog"
          aria-label={words.changeHint}
          onClick={() => setChoosing(true)}
          {...onIntent(WalletPicker)}
        >
          {words.change}
        </button>
      </p>
      {!view.paying.value && <p class="sub wallet-pay-or">{words.or}</p>}
      {choosing && <WalletPicker onClose={() => setChoosing(false)} />}
    </div>
  )
}

const toWish = ({ wallet, page, account }: Connection, units: bigint) => ({
  amount: String(units),
  wallet,
  page,
  account,
})

/** What the wallet was asked for, while it is not known what comes of it: no address is shown. */
export function WalletPay({ order, view }: Props) {
  const { now } = useApp()
  const asking = askingOf(order)
  const step = payStepOf(order)
  if (!asking || !step || !order.pay) return null
  const { status } = step.state
  const isOut = status === 'sent' || status === 'verified' || status === 'confirmed'
  return (
    <>
      <Meanwhile order={order} />
      {status === 'unsure' && <UnsurePanel order={asking} step={step} view={view} />}
      {isPayDenied(order) && !isOut ? (
        <Denied order={order} view={view} />
      ) : (
        !isOut && status !== 'unsure' && <Open asking={asking} step={step} view={view} />
      )}
      <section class="card transfer" data-pay={status}>
        <h2>{words.title(nameOf(order.pay.wallet))}</h2>
        {isOut && <p>{words[sayOf(order, step, now.value)]}</p>}
        <Facts order={order} step={step} />
        {!isOut && <p class="sub">{words.hidden}</p>}
      </section>
    </>
  )
}

/** What is known of a payment that is out; what was signed for an address that was paid may not be sent. */
function sayOf(
  order: TransferOrder,
  { action, facts, state }: Step,
  now: number,
): 'sent' | 'verified' | 'signed' | 'held' {
  if (state.status !== 'sent') return 'verified'
  if (action.kind !== 'solanaSign' || facts.kind !== 'transfer') return 'sent'
  const isSeen = order.transfer.seen.some(({ hash }) => hash === state.hash)
  return isSeen || unpaidOf(order, now) === BigInt(facts.token.amount) ? 'signed' : 'held'
}

/** The prompt, and what stands in the way of it; what is not asked for yet can be left. */
function Open({ asking, step, view }: { asking: SwapOrder; step: Step; view: OrderView }) {
  const isAsked = step.state.status === 'asking'
  const switching = asking.switching !== undefined && asking.switching.settledAt === undefined
  const isUnswitched = step.state.status === 'failed' && asking.switching !== undefined
  const isWorking = !isAsked && !switching && !asking.blocker && !isUnswitched
  const leave = isAsked ? undefined : { label: words.drop, run: () => void view.dropPay() }
  return (
    <>
      {isWorking ? (
        <section class="note note-info">
          <span class="spinner" aria-hidden="true" />
          <div class="note-body">
            <p role="status">{words.trying}</p>
            {leave && (
              <div class="note-actions">
                <button
                  type="button"
                  class="button button-small"
                  disabled={view.busy.value}
                  onClick={leave.run}
                >
                  {leave.label}
                </button>
              </div>
            )}
          </div>
        </section>
      ) : (
        <Attention order={asking} step={step} view={view} leave={leave} goneHint={words.gone} />
      )}
    </>
  )
}

/** A page alone says that nothing was sent: what comes next is the person's own word. */
function Denied({ order, view }: Props) {
  const { now } = useApp()
  const { pay } = order
  const { beside, isHeld, note } = usePaidBeside(order, view)
  const due = unpaidOf(order, now.value)
  const busy = view.busy.value
  if (!pay) return null
  const { wallet, page, account } = pay
  const wish = { amount: String(due), wallet, page, account }
  const show: WayOn = {
    label: words.showAddress,
    disabled: busy,
    run: (said) => void view.dropPay(said),
  }
  const repeat: WayOn = {
    label: words.again(nameOf(wallet)),
    disabled: busy || isHeld,
    run: (said) => void view.pay(wish, beside, said),
  }
  return (
    <>
      {due > 0n && note}
      <DeniedNote order={order} ways={[show, ...(due > 0n ? [repeat] : [])]} />
    </>
  )
}

/** The same of an address that is closed: by that word the payment is over. */
export function ClosedDenied({ order, view }: Props) {
  const end: WayOn = {
    label: transferText.closed.end,
    disabled: view.busy.value,
    run: (said) => void view.sayUnpaid(said),
  }
  return <DeniedNote order={order} ways={[end]} next={transferText.closed.unpaidHint} />
}

/** Nothing was seen of the last request, and its wallet may send it still: the address is shown once it cannot. */
export function LastOpen({ order, view }: Props) {
  const { beside, isHeld, note } = usePaidBeside(order, view)
  const { now } = useApp()
  const say = useEndedBy(order)
  const { pay } = order
  const step = payStepOf(order)
  if (!pay || !step) return null
  const { wallet, page, account } = pay
  const isShown = isPayShown(order)
  const amount = String(unpaidOf(order, now.value))
  const busy = view.busy.value
  return (
    <>
      {note}
      <ErrorNote
        error={{ code: 'order/may-land' }}
        tone="warn"
        {...(isShown && orderText.order.askedBefore)}
        by={isShown ? say(pay.attempts.findLast(mayBeShown)) : undefined}
      >
        {isShown && <RequestGone step={step} view={view} />}
        <button
          type="button"
          class="button button-small"
          disabled={busy || isHeld}
          onClick={() => void view.pay({ amount, wallet, page, account }, beside)}
        >
          {words.again(nameOf(wallet))}
        </button>
        <button
          type="button"
          class="button button-small"
          disabled={busy}
          onClick={() => void view.stop()}
        >
          {orderText.order.stop}
        </button>
      </ErrorNote>
    </>
  )
}

/** What came to the address while the wallet was asked: the prompt cannot be closed from here. */
function Meanwhile({ order }: { order: TransferOrder }) {
  const { pay, transfer } = order
  const status = currentStepOf(order)?.state.status
  if (!pay || (status !== 'asking' && status !== 'unsure')) return null
  const isSeen = transfer.seen.some((each) => !isDust(transfer, each))
  const isPaid = isSeen || isDepositMade(order) || isEnded(order.status)
  const isAsking = status === 'asking'
  const wallet = nameOf(pay.wallet)
  const said = isPaid
    ? isAsking
      ? words.paidMeanwhile(wallet)
      : words.mayBeSecond
    : transfer.closed && (isAsking ? words.closedMeanwhile(wallet) : words.closedUnsure)
  return said ? (
    <p class="note note-bad note-slim" role="alert">
      <Alert size={18} />
      <span class="note-body">{said}</span>
    </p>
  ) : null
}

/** What is asked for, made from the very bytes; and who tried it. */
function Facts({ order, step }: { order: TransferOrder; step: Step }) {
  const { facts, state, action } = step
  const { catalog } = useApp()
  const { pay } = order
  if (facts.kind !== 'transfer' || !pay) return null
  const { by = [], untried } = pay.advice ?? {}
  const tried = pay.advice?.weak ? words.triedWeakly : words.tried
  const opening = BigInt(pay.advice?.leaves?.fee ?? 0)
  const network = BigInt(pay.advice?.network ?? 0)
  const coin = knownChain(action.chainId)?.nativeCurrency
  return (
    <>
      <dl class="detail-rows">
        <dt>{words.amount}</dt>
        <dd class="num">
          <strong>
            <TokenSum of={order.accepted.from} units={facts.token.amount} />
          </strong>
        </dd>
        <dt>{words.from}</dt>
        <dd>
          <Address address={pay.account} />
        </dd>
        <dt>{words.to}</dt>
        <dd>
          <Address address={facts.to} bare />
        </dd>
        {facts.account !== undefined && (
          <>
            <dt>{words.account}</dt>
            <dd>
              <Address address={facts.account} bare />
            </dd>
          </>
        )}
        {facts.memo !== undefined && (
          <>
            <dt>{words.memo}</dt>
            <dd class="mono">{plainText(facts.memo, 200)}</dd>
          </>
        )}
        {opening > 0n && coin && (
          <>
            <dt>{words.opens}</dt>
            <dd class="num">
              <TokenSum of={coin} units={opening} />
            </dd>
          </>
        )}
        {network > 0n && coin && (
          <>
            <dt>{words.network}</dt>
            <dd class="num">
              <TokenSum of={coin} units={network} />
            </dd>
          </>
        )}
      </dl>
      {'hash' in state ? (
        <HashLink chainId={action.chainId} hash={state.hash} />
      ) : (
        <p class="sub">
          {by.length > 0
            ? tried(formatList(by.map((n) => plainText(n, 24))))
            : untried === undefined
              ? words.untried
              : words.untriedFor[untried](plainText(catalog.nameOf(action.chainId), 32))}
        </p>
      )}
      <ByOne advice={pay.advice} />
    </>
  )
}

/** How the last ask of the wallet ended, above the address that is shown again. */
export function LastAsk({ order }: { order: TransferOrder }) {
  const asking = askingOf(order)
  const step = payStepOf(order)
  const say = useEndedBy(order)
  if (!asking || !step) return null
  const { state } = step
  const word = wordOn(asking, step)
  const by = say(word ? attemptOfStep(asking, step) : endedOf(asking, step))
  const code = word
    ? 'order/given-up'
    : state.status === 'declined'
      ? 'wallet/declined'
      : state.status === 'failed' && state.code
  return code ? <ErrorNote error={{ code }} by={by} tone="warn" /> : null
}
