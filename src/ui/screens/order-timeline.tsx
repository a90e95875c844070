import type { ComponentChildren } from 'preact'
import { askingOf } from '@/src/domain/order/asking'
import { isClaim } from '@/src/domain/order/guard'
import type { Order, Step, TransferOrder } from '@/src/domain/order/order'
import {
  depositHashOf,
  fillOf,
  hashOf,
  howPaid,
  isDepositMade,
  isDepositOut,
  isDepositSeen,
  isKept,
  isRefundTold,
  revokeOf,
  stepsOf,
} from '@/src/domain/order/order-parts'
import { isSaidOver } from '@/src/domain/order/transfer'
import { isPayOut } from '@/src/domain/order/wallet-payment'
import { orderText } from '../copy/order-text'
import { claimLabel, isOver, labelOf, stepStatusLabel, stepTitle } from '../copy/status'
import { transferText } from '../copy/transfer-text'
import { plainText } from '../format/text'
import { formatDateTime } from '../format/time'
import { handle } from '../handles'
import { useApp } from '../parts/context'
import { Alert, Check } from '../parts/icons'
import { HashLink } from './hash-link'

type Mark = 'wait' | 'now' | 'done' | 'bad'

/** The way of an order from top to bottom: the wallet's steps, then what the service does. */
export function Timeline({ order }: { order: Order }) {
  return (
    <ol class="timeline">
      {order.kind === 'swap' &&
        order.steps.map((step, place) => (
          <StepRow
            key={step.id}
            order={order}
            step={step}
            current={place === order.current}
            over={(isOver(order.status) || isKept(order)) && step !== revokeOf(order)}
          />
        ))}
      {order.kind === 'transfer' && isPayOut(order) && <Paid order={order} />}
      {(order.kind === 'transfer' || stepsOf(order).length === 0) && <Found order={order} />}
      <Reported order={order} />
      <Payout order={order} />
    </ol>
  )
}

/** Nothing more is waited for: an order is over, or nobody paid to its address while it was open. */
export function isAtRest(order: Order): boolean {
  if (order.kind !== 'transfer') return isOver(order.status) || isKept(order)
  const { closed } = order.transfer
  // What became of one that was made elsewhere is not known here.
  const isShut = closed !== undefined && closed.why !== 'found'
  return isOver(order.status) || (isShut && !isDepositOut(order))
}

/** One row of a timeline: how far it is, what it is, and what is known of it. */
export function Row(props: {
  mark: Mark
  title: string
  note: ComponentChildren
  children?: ComponentChildren
}) {
  return (
    <>
      <span class={`dot dot-${props.mark}`} aria-hidden="true">
        {props.mark === 'done' && <Check size={14} />}
        {props.mark === 'bad' && <Alert size={14} />}
      </span>
      <span class="timeline-text">
        <span class="timeline-title">{props.title}</span>
        <span class="sub">{props.note}</span>
        {props.children}
      </span>
    </>
  )
}

function markOf(step: Step, current: boolean): Mark {
  switch (step.state.status) {
    case 'confirmed':
      return 'done'
    case 'declined':
    case 'failed':
    case 'unsure':
      return 'bad'
    case 'ready':
      return current ? 'now' : 'wait'
    default:
      return 'now'
  }
}

/** Of what was not done: of a backup's copy it may have been since, elsewhere. */
const undoneOf = (order: Order) => orderText.order[isKept(order) ? 'notThen' : 'notReached']

/** Whether a backup's copy does not say what became of a step. */
const isUnknown = (order: Order, { state }: Step) =>
  isKept(order) && ['asking', 'sent', 'verified', 'unsure'].includes(state.status)

/** What became of a step; of an order that is over, nothing is waited for any more. */
function noteOf(order: Order, step: Step, over: boolean): string {
  const { state } = step
  if (over && isUnknown(order, step)) return orderText.order.unknownThen
  if (over && state.status === 'ready') return undoneOf(order)
  if (over && state.status === 'asking') return orderText.order.cancelled
  const asking = askingOf(order)
  const isSaid = state.status === 'declined' || state.status === 'failed'
  if (isSaid && asking && isClaim(asking, step)) return claimLabel[state.status]
  const isOut = state.status === 'sent' || state.status === 'verified'
  const isSigned = step.deposit && isOut && howPaid(order) === 'signed'
  return isSigned ? orderText.order.signed : stepStatusLabel[state.status]
}

function StepRow(props: { order: Order; step: Step; current: boolean; over: boolean }) {
  const { order, step, current, over } = props
  const { state, facts, action } = step
  const isLost = over && isUnknown(order, step)
  const title = stepTitle({
    ...facts,
    token: { ...facts.token, symbol: plainText(facts.token.symbol, 16) },
  })
  return (
    <li
      class="timeline-row"
      data-testid={handle.step}
      data-status={state.status}
      aria-current={current && !over ? 'step' : undefined}
    >
      <Row
        mark={isLost ? 'bad' : markOf(step, current && !over)}
        title={title}
        note={noteOf(order, step, over)}
      >
        {'hash' in state && <HashLink chainId={action.chainId} hash={state.hash} />}
      </Row>
    </li>
  )
}

/** The payment that a connected wallet was asked for. */
function Paid({ order }: { order: TransferOrder }) {
  return (
    <>
      {stepsOf(order).map((step) => (
        <StepRow key={step.id} order={order} step={step} current over={isOver(order.status)} />
      ))}
    </>
  )
}

/** A payment that no step of ours made: by another wallet, or of an order found at the service. */
function Found({ order }: { order: Order }) {
  const { accepted, service } = order
  const hash = service.depositTxHash ?? depositHashOf(order)
  const own = stepsOf(order).map(({ state }) => hashOf(state))
  const symbol = plainText(accepted.from.symbol, 16)
  if (hash === undefined && order.kind === 'transfer' && !isDepositOut(order) && own.length === 0) {
    const isOpen = !order.transfer.closed && !isOver(order.status)
    return (
      <li class="timeline-row" aria-current={isOpen ? 'step' : undefined}>
        <Row
          mark={isOpen ? 'now' : 'wait'}
          title={orderText.review.deposit(symbol)}
          note={transferText.paidBy[isOpen ? 'awaited' : 'nobody']}
        />
      </li>
    )
  }
  if (hash === undefined || own.includes(hash)) return null
  return (
    <li class="timeline-row">
      <Row mark="done" title={orderText.review.deposit(symbol)} note={orderText.order.done}>
        <HashLink chainId={accepted.from.chainId} hash={hash} />
      </Row>
    </li>
  )
}

/** An address has an order at the service before anything was paid to it, or all of it. */
function isFollowed(order: Order): boolean {
  return order.kind === 'transfer' ? isDepositMade(order) : order.kind === 'swap'
}

function Reported({ order }: { order: Order }) {
  const done = order.service.orderId !== undefined && isFollowed(order)
  const isPaid = order.kind !== 'transfer' || isDepositSeen(order)
  const now = order.status === 'submitted' && !done && isPaid
  return (
    <li class="timeline-row">
      <Row
        mark={done ? 'done' : now ? 'now' : 'wait'}
        title={orderText.order.reported}
        note={
          done
            ? orderText.order.done
            : now
              ? orderText.order.underWay
              : isAtRest(order)
                ? undoneOf(order)
                : orderText.order.waiting
        }
      />
    </li>
  )
}

/** Of a payout that was not seen: that it did not happen only where more than the service says so. */
function neverOf(order: Order): string {
  const isTold = order.failure?.code === 'order/failed-at-service'
  return isTold || order.status === 'unproved' ? labelOf(order).label : undoneOf(order)
}

function Payout({ order }: { order: Order }) {
  const { catalog } = useApp()
  const { refund } = order.service
  const fill = fillOf(order)
  const to = order.accepted.to.chainId
  const chain = plainText(catalog.nameOf(to), 24)
  const isProved = order.status === 'refunded'
  const isTold = isRefundTold(order)
  if (isProved || isTold || (order.status !== 'filled' && refund?.txHash !== undefined)) {
    const open = isTold || isOver(order.status) ? labelOf(order).label : orderText.order.underWay
    const note = isProved ? orderText.order.done : open
    const refundChain = refund?.chainId ?? order.accepted.from.chainId
    return (
      <li class="timeline-row">
        <Row
          mark="bad"
          title={orderText.order.refund}
          note={isProved && refund?.at !== undefined ? formatDateTime(refund.at) : note}
        >
          {refund?.txHash !== undefined && <HashLink chainId={refundChain} hash={refund.txHash} />}
        </Row>
      </li>
    )
  }
  const done = order.status === 'filled'
  const isEndSaid = isSaidOver(order)
  const now = order.status === 'tracking' && isFollowed(order) && !isEndSaid
  return (
    <li class="timeline-row">
      <Row
        mark={done ? 'done' : now ? 'now' : 'wait'}
        title={done ? orderText.order.paidOut(chain) : orderText.order.payout(chain)}
        note={
          done
            ? fill?.at === undefined
              ? orderText.order.done
              : formatDateTime(fill.at)
            : now
              ? orderText.order.underWay
              : isEndSaid
                ? labelOf(order).label
                : isAtRest(order)
                  ? neverOf(order)
                  : orderText.order.waiting
        }
      >
        {fill?.txHash !== undefined && <HashLink chainId={fill.chainId ?? to} hash={fill.txHash} />}
      </Row>
    </li>
  )
}
