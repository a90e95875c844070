import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isTypedWord } from '@/src/domain/entry/typed-word'
import type { Order } from '@/src/domain/order/order'
import { attemptsOf, isDeniedAsk } from '@/src/domain/order/order-parts'
import { orderText } from '../copy/order-text'
import { text } from '../copy/text'
import type { SaidUnsent } from '../models/order-view'
import { ErrorNote } from '../parts/error-note'
import { TypedWord } from '../parts/typed-word'
import { useEndedBy } from './ended-by'

/** A way on from there. */
export type WayOn = {
  label: string
  /** While it is under way, in place of the label. */
  busy?: string | undefined
  isMain?: boolean
  disabled: boolean
  run(said: SaidUnsent): void
}

/**
 * Whether the person rejected what its page calls rejected, or saw nothing of it: the wallet may show it yet, so
 * that the second is a word to be typed. Told apart by `key`, one for each state of what was asked.
 */
export function DeniedChoice({ ways }: { ways: readonly WayOn[] }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isOpen) return <Unseen ways={ways} onClose={() => setOpen(false)} />
  return (
    <>
      {ways.map((way) => (
        <WayButton key={way.label} way={way} said={true}>
          {orderText.order.rejected(way.label)}
        </WayButton>
      ))}
      <button
        ref={opener}
        type="button"
        class="button button-small"
        disabled={ways.every(({ disabled }) => disabled)}
        onClick={() => setOpen(true)}
      >
        {orderText.order.unseen}
      </button>
    </>
  )
}

/** The same of an order, in a note that says what is known of it, in place of the usual words where they are given. */
export function DeniedNote(props: {
  order: Order
  ways: readonly WayOn[]
  money?: null
  next?: string
}) {
  const { order, ways, ...words } = props
  const say = useEndedBy(order)
  const attempts = attemptsOf(order)
  return (
    <ErrorNote
      error={{ code: 'order/unproved' }}
      by={say(attempts.find(isDeniedAsk))}
      {...words}
      tone="warn"
    >
      <DeniedChoice key={attempts.length} ways={ways} />
    </ErrorNote>
  )
}

/** A button of one way on. */
export function WayButton(props: { way: WayOn; said: SaidUnsent; children: ComponentChildren }) {
  const { way, said } = props
  return (
    <button
      type="button"
      class={`button button-small${way.isMain ? ' button-main' : ''}`}
      disabled={way.disabled}
      onClick={() => way.run(said)}
    >
      {way.busy ?? props.children}
    </button>
  )
}

/** The word of who saw no prompt, and why it takes more than a click. */
function Unseen({ ways, onClose }: { ways: readonly WayOn[]; onClose(): void }) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const isSaid = isTypedWord(typed)
  return (
    // What is typed is no news: the note around it is read out as it comes up.
    <form
      class="choice note-other"
      aria-live="off"
      onSubmit={(event) => {
        event.preventDefault()
        const [way] = ways
        if (way && !way.disabled && isSaid) way.run(typed.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <p id="denied-unsent-why">{orderText.order.unseenHint}</p>
      <TypedWord
        id="denied-unsent"
        typed={typed}
        onType={setTyped}
        why="denied-unsent-why"
        field={field}
      />
      {ways.map((way) => (
        <button
          key={way.label}
          type="button"
          class="button button-danger"
          disabled={way.disabled || !isSaid}
          onClick={() => way.run(typed.trim())}
        >
          {way.busy ?? orderText.order.unseenSaid(way.label)}
        </button>
      ))}
      <button type="button" class="button button-quiet" onClick={onClose}>
        {text.app.back}
      </button>
    </form>
  )
}
