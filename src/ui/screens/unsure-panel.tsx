import { useRef, useState } from 'preact/hooks'
import { isTypedWord } from '@/src/domain/entry/typed-word'
import type { WireError } from '@/src/domain/error'
import { isLeaving, needsTypedWord } from '@/src/domain/order/guard'
import type { Check, Step, SwapOrder } from '@/src/domain/order/order'
import {
  attemptOfStep,
  isAtService,
  isEnded,
  movesMoney,
  revokeOf,
} from '@/src/domain/order/order-parts'
import { checkSentence } from '../copy/checks'
import { hashText } from '../copy/hash-text'
import { orderText } from '../copy/order-text'
import { text } from '../copy/text'
import { hostOf, plainText } from '../format/text'
import { formatDateTime, formatTime } from '../format/time'
import { handle } from '../handles'
import type { OrderView } from '../models/order-view'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { Filled } from '../parts/filled'
import { Alert } from '../parts/icons'
import { TokenSum } from '../parts/token-sum'
import { TypedWord } from '../parts/typed-word'
import { Leave } from './leave'
import { PayMeanwhile } from './other-order'

type Props = {
  order: SwapOrder
  step: Step
  view: OrderView
  /** Where to go once nothing was sent by the person's word; absent where the screen itself goes on. */
  onNotSent?: (() => Promise<void>) | undefined
}

/** Where the machine cannot know, the person decides: what is known, what was checked, three choices. */
export function UnsurePanel(props: Props) {
  const { order, step, view } = props
  if (step.state.status !== 'unsure') return null
  const { state, facts } = step
  const { token } = facts
  const asked = attemptOfStep(order, step)?.evidence
  return (
    <section
      class="unsure"
      data-testid={handle.error}
      data-code="order/unsure"
      aria-labelledby="unsure-title"
    >
      <header class="unsure-head">
        <Alert />
        <h2 id="unsure-title">{orderText.unsure.title}</h2>
      </header>
      {/* There before its words change: what comes with them is said by few screen readers. */}
      <div class="note-body" role="status">
        {isLeaving(order) ? (
          <>
            <p class="note-title">{orderText.order.stopWanted.title}</p>
            <p>{orderText.order.stopWanted.next(step.deposit)}</p>
          </>
        ) : (
          <p>{orderText.unsure.lead}</p>
        )}
      </div>
      <h3>{orderText.unsure.known}</h3>
      <p class="num">
        <TokenSum of={token} units={token.amount} />
        {asked && ` · ${orderText.unsure.askedAt(formatDateTime(asked.askedAt))}`}
      </p>
      <p class="sub">
        <Filled
          say={text.wallets.through}
          parts={[
            <bdi key="wallet">{plainText(order.wallet.name, 32)}</bdi>,
            <bdi key="host">{hostOf((asked?.page ?? order.page).origin)}</bdi>,
          ]}
        />
      </p>
      <h3>{orderText.unsure.checks}</h3>
      {state.checks.length === 0 ? (
        <p class="sub">{orderText.unsure.noChecks}</p>
      ) : (
        <ul class="checks">
          {newest(state.checks).map((check) => (
            <li key={check.what}>
              <span class="check-what">
                {orderText.unsure.what[check.what]}
                <time class="sub num">{formatTime(check.at)}</time>
              </span>
              <span>{checkSentence(check)}</span>
            </li>
          ))}
        </ul>
      )}
      {state.needsPerson ? (
        <Choices {...props} />
      ) : (
        <p class="note note-info note-slim">
          <span class="spinner" aria-hidden="true" />
          <span>{orderText.unsure.machine}</span>
        </p>
      )}
      <div class="choices">
        <div class="choice">
          <p>{orderText.other[movesMoney(step) ? 'meanwhileHint' : 'meanwhileFree']}</p>
          <PayMeanwhile view={view} />
        </div>
        <Leave order={order} view={view} look="quiet" />
      </div>
    </section>
  )
}

/** Whether that word is the end of the order: nothing is asked for anew. */
const endsBy = (order: SwapOrder, step: Step) =>
  isAtService(order) || isLeaving(order) || isLeft(order, step)

/** Whether nothing is asked for it here any more: it is over, but for what takes back, or a backup brought it. */
const isLeft = (order: SwapOrder, step: Step) =>
  (order.fromBackup || isEnded(order.status)) && step.id !== revokeOf(order)?.id

/** Of an order that is over already, nothing ends by it. */
const endLabel = ({ status }: SwapOrder) =>
  orderText.unsure[isEnded(status) ? 'notSent' : 'endOrder']

/** What comes of the word that nothing was sent: the service cannot be told of a second payment. */
function notSentHint({ order, step, onNotSent }: Props): string {
  if (!movesMoney(step)) {
    const { notSentApproval, notSentOver } = orderText.unsure
    return isLeft(order, step) ? notSentOver : notSentApproval
  }
  if (endsBy(order, step)) return orderText.unsure.notSentEnds
  return onNotSent ? orderText.unsure.notSentAnew : orderText.unsure.notSentHint
}

/** The last word of each source, the latest first. */
function newest(checks: readonly Check[]): Check[] {
  const last = new Map(checks.map((check) => [check.what, check]))
  return [...last.values()].sort((a, b) => b.at - a.at)
}

function Choices(props: Props) {
  const { order, step, view, onNotSent } = props
  const [typed, setTyped] = useState('')
  const busy = view.busy.value
  // A second payment out of an exact allowance reverts; any other one would go through.
  const needsTyping = needsTypedWord(order, step)
  const mayStartOver = !needsTyping || isTypedWord(typed)
  async function sayNotSent(): Promise<void> {
    const word = needsTyping ? { typed: typed.trim() } : {}
    const isTaken = await view.resolve(step.id, { kind: 'not-sent', ...word })
    if (isTaken && !endsBy(order, step)) await onNotSent?.()
  }
  return (
    <div class="choices">
      <h3>{orderText.unsure.question}</h3>
      <div class="choice">
        <p>{orderText.unsure.checkHint}</p>
        <button
          type="button"
          class="button"
          disabled={busy}
          onClick={() => void view.resolve(step.id, { kind: 'check-again' })}
        >
          {orderText.unsure.check}
        </button>
      </div>
      <SentHash step={step} view={view} />
      <div class="choice">
        <h4>{orderText.unsure.notSent}</h4>
        <p>{notSentHint(props)}</p>
        {needsTyping && <TypedWord id="not-sent" typed={typed} onType={setTyped} />}
        <button
          type="button"
          class="button button-danger"
          disabled={busy || !mayStartOver}
          onClick={() => void sayNotSent()}
        >
          {endsBy(order, step) ? endLabel(order) : orderText.unsure.startOver}
        </button>
      </div>
    </div>
  )
}

/** The hash of what was sent, by the person's word; why it is not taken stands at the field. */
function SentHash({ step, view }: Pick<Props, 'step' | 'view'>) {
  const [hash, setHash] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const error = view.hashError.value
  async function use(): Promise<void> {
    if (!(await view.resolve(step.id, { kind: 'sent', hash }))) field.current?.focus()
  }
  return (
    <form
      class="choice"
      onSubmit={(event) => {
        event.preventDefault()
        void use()
      }}
    >
      <h4>{orderText.unsure.sent}</h4>
      <label for="sent-hash">{orderText.unsure.sentHint}</label>
      <input
        id="sent-hash"
        class="field mono"
        type="text"
        spellcheck={false}
        autocomplete="off"
        placeholder={orderText.unsure.hash}
        ref={field}
        value={hash}
        aria-invalid={error !== undefined}
        aria-describedby={error && 'sent-hash-error'}
        onInput={(event) => setHash(plainText(event.currentTarget.value.trim(), 128))}
      />
      {error !== undefined && <HashError error={error} chainId={step.action.chainId} />}
      <button type="submit" class="button" disabled={view.busy.value || hash === ''}>
        {orderText.unsure.useHash}
      </button>
    </form>
  )
}

function HashError({ error, chainId }: { error: WireError; chainId: number }) {
  const { catalog } = useApp()
  const { code, context } = error
  const chain = plainText(catalog.nameOf(chainId), 24)
  const { other } = hashText
  const said =
    code === 'order/hash-other'
      ? { what: other[context.field as keyof typeof other] }
      : code === 'order/hash-unknown' && {
          what: hashText.unknown(chain),
          next: hashText.unknownNext(chain),
        }
  return <ErrorNote id="sent-hash-error" error={error} money={hashText.unchanged} {...said} />
}
