import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { knownChain } from '@/src/domain/chain/known-chains'
import type { ErrorCode } from '@/src/domain/error'
import type { ChainChoice } from '@/src/domain/order/event'
import { isClaim, isDenied, isLeaving, needsTypedDenial } from '@/src/domain/order/guard'
import type { Attempt, Blocker, PageRef, Step, SwapOrder } from '@/src/domain/order/order'
import {
  attemptOfStep,
  isEnded,
  isMoved,
  isUnlinked,
  mayAsk,
  mayBeShown,
  movesMoney,
  revokeOf,
} from '@/src/domain/order/order-parts'
import { errorCopy } from '../copy/errors'
import { failureWords, whereTheMoneyIs } from '../copy/money'
import { orderText } from '../copy/order-text'
import { walletText } from '../copy/wallet-text'
import { formatCount } from '../format/plural'
import { hostOf, plainText } from '../format/text'
import type { OrderView, SaidUnsent } from '../models/order-view'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { ShowTab } from '../parts/show-tab'
import { useNetworkPrice } from '../parts/use-network-price'
import { DeniedChoice, WayButton, type WayOn } from './denied-choice'
import { endedOf, useEndedBy } from './ended-by'
import { Leave } from './leave'
import { InTheWay, OlderAsk, PayMeanwhile } from './other-order'
import { asksElsewhere, PageChoice } from './page-choice'
import { OpenOrder } from './sent-note'
import { useRequote } from './use-requote'

/** Errors after which a new price helps, with a review of its own; so do those of the policy, but for more gas. */
const needsQuote: ErrorCode[] = [
  'service/quote-expired',
  'service/quote-not-found',
  'order/not-sent',
  'order/given-up',
]

/** More gas is what the person may accept where they stand: the price holds, and a new one would need as much. */
const helpsAnew = (code: ErrorCode) =>
  needsQuote.includes(code) || (code.startsWith('policy/') && code !== 'policy/gas-grew')

/** What a moment may put right. */
const mayPassLater: ErrorCode[] = [
  'policy/would-revert',
  'policy/untried',
  'policy/nodes-differ',
  'order/not-sent',
]

/** The same was confirmed since this order was. */
const beside: ErrorCode = 'order/paid-beside'

type Props = {
  order: SwapOrder
  step: Step
  view: OrderView
  /** How the person leaves it, where that is not to cancel the order; undefined where nothing may be left. */
  leave?: { label: string; run(): void } | undefined
  /** In place of the usual words on a prompt that is gone. */
  goneHint?: string | undefined
}

/** What the person can do now: answer the wallet, put something right, try again, or stop. */
export function Attention(props: Props) {
  const { order, step, view, leave } = props
  const { state } = step
  const say = useEndedBy(order)
  if (!mayAsk(order)) return null
  const actions = (code: ErrorCode) => (
    <Actions
      order={order}
      step={step}
      view={view}
      leave={leave}
      code={view.error.value?.code ?? code}
    />
  )
  const denied = movesMoney(step) && isDenied(order)
  const { blocker, switching } = order
  // What is going on, and what stands in the way of the next ask, is newer than what came of the last one. The
  // wallet may be asked for its chain first, which is no state of the step.
  if (switching && switching.settledAt === undefined) return <LookAtWallet {...props} />
  // What the service does not take was sent: nothing is asked.
  if (blocker && !isUnlinked(order)) return <InTheWayNow {...props} blocker={blocker} />
  const word = wordOn(order, step)
  const by = say(word ? attemptOfStep(order, step) : endedOf(order, step))
  // Typed of what a page called rejected, it is asked for again by that word.
  if (word?.denied) {
    return (
      <ErrorNote error={{ code: 'order/given-up' }} by={by} tone="warn">
        {actions('wallet/declined')}
      </ErrorNote>
    )
  }
  if (state.status === 'declined') {
    return (
      <ErrorNote
        error={{ code: denied ? 'order/unproved' : 'wallet/declined' }}
        by={by}
        {...(denied
          ? { money: whereTheMoneyIs(order) }
          : failureWords(order, 'wallet/declined', step))}
        tone="warn"
      >
        {actions('wallet/declined')}
      </ErrorNote>
    )
  }
  if (state.status === 'failed' && isClaim(order, step)) {
    const title = orderText.order.walletSays(errorCopy[state.code].title)
    return (
      <ErrorNote
        error={{ code: 'order/unproved' }}
        title={title}
        money={whereTheMoneyIs(order)}
        by={by}
        tone="warn"
      >
        {state.retryable && actions(state.code)}
      </ErrorNote>
    )
  }
  if (state.status === 'failed') {
    // What a step before it did is not undone by this one.
    const isKnown = !denied && !isMoved(order)
    // What the person said is not told back as what a chain shows.
    const code = word ? 'order/given-up' : state.code
    return (
      <ErrorNote
        error={{ code }}
        by={by}
        {...failureWords(order, code, step)}
        next={word ? undefined : thenAgain(state.code)}
        {...(isKnown ? {} : { money: whereTheMoneyIs(order) })}
      >
        {state.code === 'wallet/not-switched' && (
          <Sides needed={<ChainName chainId={order.accepted.from.chainId} />} />
        )}
        {state.code === 'policy/gas-grew' && <GasNow order={order} step={step} />}
        {/* On that word nothing is asked again but after a review. */}
        {state.retryable && actions(code)}
      </ErrorNote>
    )
  }
  return state.status === 'asking' ? <LookAtWallet {...props} /> : null
}

/** What is said of a request that came to nothing in place of "it goes on by itself". */
function thenAgain(code: ErrorCode): string | undefined {
  const again: Partial<Record<ErrorCode, string>> = orderText.order.thenAgain
  return again[code]
}

/** What the last ask has in the way of the next: it says itself what is known of the money. */
const ofLast: readonly ErrorCode[] = ['wallet/pending-request', 'order/unproved', 'order/may-land']

/** The word by which the person gave up what a step asked, where nothing else was heard of the step since. */
export function wordOn(order: SwapOrder, step: Step): Attempt['end'] {
  const { state } = step
  if (state.status !== 'declined' && state.status !== 'failed') return undefined
  const end = attemptOfStep(order, step)?.end
  // Of what was not known, it made the step what it is; what a page called rejected was so before.
  const isLast = end && (end.denied ? end.at > state.at : end.at >= state.at)
  return isLast && end.what === 'given-up' ? end : undefined
}

/** What stands in the way of asking, and what the person can do about it. */
function InTheWayNow(props: Props & { blocker: Blocker }) {
  const { code, orderId } = props.blocker
  const say = useEndedBy(props.order)
  const { next, mayLand } = orderText.other
  // That one is not waited for: it is the person's word that this one needs.
  const isSecond = code === beside
  const inTheWay = isSecond ? undefined : orderId
  const isBefore = code === 'wallet/pending-request'
  const isUnread = code === 'wallet/chain-changed' && !props.blocker.actual
  return (
    <ErrorNote
      error={{ code }}
      tone="warn"
      {...moneyBeside(props, isSecond)}
      {...(inTheWay && (code === 'order/may-land' ? mayLand : { next }))}
      {...(isBefore && { by: say(props.order.attempts.findLast(mayBeShown)) })}
      {...(isBefore && orderText.order.askedBefore)}
      {...(isUnread && orderText.order.unreadable)}
    >
      <Blocked blocker={props.blocker} />
      {inTheWay && <InTheWay orderId={inTheWay} />}
      {isBefore ? (
        <Before {...props} />
      ) : (
        <Actions {...props} code={props.view.error.value?.code ?? code} />
      )}
    </ErrorNote>
  )
}

/** Nothing is claimed of the money that what came of the last ask, or a step before it, leaves open. */
function moneyBeside({ order, step, blocker }: Props & { blocker: Blocker }, isSecond: boolean) {
  if (isSecond || revokeOf(order)) return { money: null }
  const isOther = blocker.code === 'order/may-land' && blocker.orderId !== undefined
  if (ofLast.includes(blocker.code) && !isOther) return {}
  if (isOther || isMoved(order) || (movesMoney(step) && isDenied(order))) {
    return { money: whereTheMoneyIs(order) }
  }
  const { money } = failureWords(order, blocker.code, step)
  return money === undefined ? {} : { money }
}

/** What is needed and what was found: chains by their names, accounts as they are. */
function Blocked({ blocker: { code, expected, actual } }: { blocker: Blocker }) {
  if (expected === undefined && actual === undefined) return null
  const isChain = code === 'wallet/chain-changed'
  const named = (side = '') =>
    isChain && Number(side) > 0 ? <ChainName chainId={Number(side)} /> : plainText(side, 66)
  const found = isChain && !actual ? orderText.order.chainUnreadable : named(actual)
  return <Sides needed={named(expected)} found={found} />
}

function Sides({ needed, found }: { needed: ComponentChildren; found?: ComponentChildren }) {
  return (
    <dl class="blocked mono">
      <dt>{orderText.order.blockedExpected}</dt>
      <dd>{needed}</dd>
      {found !== undefined && (
        <>
          <dt>{orderText.order.blockedActual}</dt>
          <dd>{found}</dd>
        </>
      )}
    </dl>
  )
}

/** The limit of gas that a step is asked for with next, and what all of it would cost. */
function GasNow({ order: { accepted }, step: { action } }: Pick<Props, 'order' | 'step'>) {
  const gas = action.kind === 'transaction' ? action.tx.gas : undefined
  const fee = useNetworkPrice(accepted.from.chainId, [gas], accepted.quoteId)(gas)
  const { mostGas, mostFee } = orderText.order
  return (
    <dl class="blocked mono">
      <dt>{mostGas}</dt>
      <dd>{gas === undefined ? '' : formatCount(Number(gas))}</dd>
      {typeof fee !== 'string' && (
        <>
          <dt>{mostFee}</dt>
          <dd>
            <bdi>{fee.sum}</bdi>
          </dd>
        </>
      )}
    </dl>
  )
}

function ChainName({ chainId }: { chainId: number }) {
  return <bdi>{plainText(useApp().catalog.nameOf(chainId), 32)}</bdi>
}

function Actions({ order, step, view, leave, code }: Props & { code: ErrorCode }) {
  const app = useApp()
  const [choosing, setChoosing] = useState(false)
  const second = useSecond(view, order.blocker)
  const { asking, error, ask } = useRequote(order, (orderId) =>
    app.router.go({ screen: 'review', orderId }, { replace: true }),
  )
  const busy = view.busy.value || asking
  const isSecond = second.ids.length > 0
  const { tryAgain, payToo } = orderText.order
  // An address has its own price: it is left, and made anew. What a step before the payment turned into
  // another token is not paid a second time: to start from there, the order is cancelled first.
  const anew = helpsAnew(code) && !isEnded(order.status) && leave === undefined && !isMoved(order)
  // Whoever presses says so: nothing but a page's word speaks of it yet.
  const denied = movesMoney(step) && (isDenied(order) || order.blocker?.code === 'order/unproved')
  const mayType = denied && needsTypedDenial(order)
  // To name another page is no word of what was asked.
  const elsewhere = denied && !mayType ? { notSent: true as const } : {}
  const isWaiting = !isSecond && order.blocker?.orderId !== undefined
  // What time alone puts right goes on by itself.
  const isOffered =
    code !== 'order/may-land' && (!anew || mayPassLater.includes(code)) && !isWaiting

  function retryIn(page: PageRef): void {
    setChoosing(false)
    void view.retry(step.id, { page, ...elsewhere, known: second.known })
  }
  // Of an order that is over nothing but its approval is asked for.
  const again = isEnded(order.status) ? orderText.allowance.again : isSecond ? payToo : tryAgain
  const ways: WayOn[] = [
    ...(anew
      ? [
          {
            label: orderText.review.newQuote,
            busy: asking ? orderText.review.gettingQuote : undefined,
            isMain: true,
            disabled: busy,
            run: () => void ask(),
          },
        ]
      : []),
    ...(isOffered
      ? [
          {
            label: again,
            isMain: !anew && !isEnded(order.status),
            disabled: busy || (isSecond && second.known === undefined),
            run: (notSent: SaidUnsent) =>
              void view.retry(step.id, { ...(denied && { notSent }), known: second.known }),
          },
        ]
      : []),
  ]

  return (
    <>
      {second.ids.map((orderId) => (
        <OpenOrder key={orderId} orderId={orderId} />
      ))}
      {isSecond && (
        <label class="tick">
          <input
            type="checkbox"
            checked={second.known !== undefined}
            onChange={(event) => second.agree(event.currentTarget.checked)}
          />
          <span>{orderText.other.sentTick}</span>
        </label>
      )}
      {mayType && ways.length > 0 ? (
        <DeniedChoice key={order.attempts.length} ways={ways} />
      ) : (
        ways.map((way) => (
          <WayButton key={way.label} way={way} said={true}>
            {denied ? orderText.order.unsent(way.label) : way.label}
          </WayButton>
        ))
      )}
      {isSwitch(order, step) && (
        <SwitchActions order={order} step={step} view={view} known={second.known} />
      )}
      {code === 'wallet/unauthorised' && <Connect order={order} />}
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
      {!isEnded(order.status) && (
        <button
          type="button"
          class="button button-small"
          disabled={busy}
          onClick={leave?.run ?? (() => void view.stop())}
        >
          {leave?.label ?? orderText.order.stop}
        </button>
      )}
      {error !== undefined && <ErrorNote money={null} error={error} />}
      {choosing && <PageChoice order={order} onPick={retryIn} onClose={() => setChoosing(false)} />}
    </>
  )
}

/** Most wallets share an account only when a page asks for it, and not every page does. */
function Connect({ order: { page, wallet } }: Pick<Props, 'order'>) {
  const { wallets } = useApp()
  const [isPressed, setPressed] = useState(false)
  const isOpen = wallets.pending.value?.wallet.id === wallet.id
  const error = isPressed ? wallets.error.value : undefined
  const name = plainText(wallet.name, 32)
  return (
    <>
      {isOpen && <p role="status">{walletText.connectIn(name, hostOf(page.origin))}</p>}
      <button
        type="button"
        class="button button-small"
        onClick={() => {
          setPressed(true)
          void wallets.connect(page, wallet)
        }}
      >
        {orderText.order.connect(name)}
      </button>
      {error !== undefined && <ErrorNote money={null} error={error} />}
    </>
  )
}

/** Orders that paid the same since this one was confirmed, of which the worker told; `known` once they are ticked. */
function useSecond({ error }: OrderView, blocker: Blocker | undefined) {
  const [ids, setIds] = useState<readonly string[]>([])
  const [isAgreed, setAgreed] = useState(false)
  const { code, context } = error.value ?? {}
  const waitsFor = blocker?.code === beside ? blocker.orderId : undefined
  const found = code === beside ? String(context?.orderId) : waitsFor
  useEffect(() => {
    if (found === undefined) return
    setIds((before) => [...new Set([...before, found])])
    setAgreed(false)
  }, [error.value, found])
  return { ids, known: isAgreed ? [...ids] : undefined, agree: setAgreed }
}

/** Whether the step waits because the wallet did not switch its chain, whatever it answered. */
function isSwitch({ switching, blocker }: SwapOrder, { state }: Step): boolean {
  if (switching === undefined) return false
  const hasStayed = switching.settledAt !== undefined && blocker?.code === 'wallet/chain-changed'
  return hasStayed || (state.status === 'failed' && state.code.startsWith('wallet/'))
}

/** Whatever a wallet says of a switch that failed, the chain may be missing there. */
function SwitchActions({ order, step, view, known }: Props & { known: string[] | undefined }) {
  const { catalog } = useApp()
  const { chainId } = order.accepted.from
  const choices: [ChainChoice, string][] = [['by-hand', orderText.order.switchedByHand]]
  // Only what this product knows itself is ever added to a wallet.
  if (knownChain(chainId)?.rpcUrls !== undefined) {
    choices.push(['add', orderText.order.addChain(plainText(catalog.nameOf(chainId), 24))])
  }
  return (
    <>
      {choices.map(([chain, words]) => (
        <button
          key={chain}
          type="button"
          class="button button-small"
          disabled={view.busy.value}
          onClick={() => void view.retry(step.id, { chain, known })}
        >
          {words}
        </button>
      ))}
    </>
  )
}

function LookAtWallet(props: Props) {
  return (
    <>
      <OlderAsk order={props.order} />
      <Prompt {...props} />
    </>
  )
}

function Prompt({ order, step, view, leave, goneHint }: Props) {
  const { catalog } = useApp()
  const gone = movesMoney(step) ? orderText.order.promptGoneHint : orderText.order.approvalGoneHint
  const isLeft = isLeaving(order)
  return (
    <section class="note note-warn">
      <span class="pulse" aria-hidden="true" />
      <div class="note-body">
        {/* Read out are the words alone, not what is there to press or to be read at leisure. */}
        <div class="note-body" role="status">
          <p class="note-title">
            {isLeft
              ? orderText.order.stopWanted.title
              : orderText.order.lookAtWallet(plainText(order.wallet.name, 32))}
          </p>
          {order.switching !== undefined && (
            <p>
              {orderText.order.asksChain[order.switching.stage](
                plainText(catalog.nameOf(order.switching.chainId), 32),
              )}
            </p>
          )}
          <p>
            {isLeft
              ? orderText.order.stopWanted.next(step.deposit)
              : orderText.order.waitsIn(hostOf(order.page.origin))}
          </p>
        </div>
        {step.state.status === 'asking' && <p class="sub">{goneHint ?? gone}</p>}
        <div class="note-actions">
          <ShowTab tabId={order.page.tabId} closed={walletText.tabClosed.asking} />
          {step.state.status === 'asking' && <RequestGone step={step} view={view} />}
          {step.state.status === 'asking' && !isEnded(order.status) && <PayMeanwhile view={view} />}
          <Leave order={order} view={view} leave={leave} />
        </div>
      </div>
    </section>
  )
}

/** While an earlier request may stand open in the wallet: only that is waited for. */
function Before({ order, step, view, leave }: Props) {
  return (
    <>
      <RequestGone step={step} view={view} />
      <Leave order={order} view={view} leave={leave} />
    </>
  )
}

/** The person's word that the wallet shows a request no more. */
export function RequestGone({ step, view }: Pick<Props, 'step' | 'view'>) {
  return (
    <button
      type="button"
      class="button button-small"
      disabled={view.busy.value}
      onClick={() => void view.promptGone(step.id)}
    >
      {orderText.order.promptGone}
    </button>
  )
}
