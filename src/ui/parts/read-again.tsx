import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { toWireError, type WireError } from '@/src/domain/error'
import { errorCopy } from '../copy/errors'
import { text } from '../copy/text'
import { type Async, failed, ready } from '../models/async'
import { useApp } from './context'
import { ErrorNote } from './error-note'

/** Tells that something could not be read, and reads it again at a press; the note stands until it was read. */
export function ReadAgain(props: {
  error: WireError
  tone?: 'bad' | 'warn'
  money?: string | null
  /** In place of the usual words, in one line. */
  brief?: string | undefined
  /** Where the focus goes once it was read; see `RetryButton`. */
  to?: string
  /** Reads it once more; what is wrong is then another error, or none. */
  read(): Promise<unknown>
}) {
  const { read, to, ...note } = props
  const { code } = note.error
  return (
    <ErrorNote {...note}>
      {/* What is not there is no more so after a second look. */}
      {code === 'order/not-found' ? undefined : (
        <RetryButton
          wrong={text.app.said(note.brief ?? errorCopy[code].title)}
          {...(to !== undefined && { to })}
          read={read}
        />
      )}
    </ErrorNote>
  )
}

/**
 * Reads once more what could not be read, and stands until it was: so long the focus stays here. Failed once
 * more in the same words, what is wrong is said anew; other words are heard from the note they stand in. Read, the focus goes to the element with the id `to`, else to the head of
 * the dialog or of the part that was opened; on a screen, to its heading.
 */
export function RetryButton(props: {
  label?: string
  /** One among others: less loud than they. */
  isQuiet?: boolean
  /** What is wrong, in a sentence; nothing where somebody else says what came of it. */
  wrong?: string
  to?: string
  read(): Promise<unknown>
}) {
  const { label = text.app.tryAgain, isQuiet, wrong, to, read } = props
  const { announce } = useApp()
  const [busy, setBusy] = useState(false)
  const [answers, setAnswers] = useState(0)
  const button = useRef<HTMLButtonElement>(null)

  useLayoutEffect(
    () => () => {
      // Still there: the focus would fall behind the dialog, or to the top of a long screen.
      if (document.activeElement !== button.current) return
      const part = button.current?.closest('details, dialog')
      const head = part?.querySelector<HTMLElement>('summary, button')
      const place = to === undefined ? head : document.getElementById(to)
      place?.focus()
    },
    [to],
  )
  // A note that changes is read out by itself: it is not said a second time.
  const heard = () => button.current?.closest('[role="alert"], [data-heard]')?.textContent
  const before = useRef<string | undefined>(undefined)
  // Gone by now where it was read.
  useEffect(() => {
    if (answers > 0 && wrong !== undefined && heard() === before.current) announce(wrong)
  }, [answers])

  async function again(): Promise<void> {
    if (busy) return
    setBusy(true)
    before.current = heard()
    await read()
    setBusy(false)
    setAnswers((before) => before + 1)
  }

  return (
    <button
      ref={button}
      type="button"
      class={`button button-small${isQuiet ? ' button-quiet' : ''}`}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={() => void again()}
    >
      {busy && <span class="spinner" aria-hidden="true" />}
      {label}
    </button>
  )
}

/**
 * For what only starts to ask again, and forgets what was wrong as it does: holds that until there is an
 * answer, and has the button wait for it. `asking`: no answer came yet.
 */
export function useAgain<T>(
  wrong: T | undefined,
  asking: boolean,
  again: () => void,
): { shown: T | undefined; read(): Promise<void> } {
  const [pressed, setPressed] = useState(false)
  const held = useRef(wrong)
  const answered = useRef(() => {})
  if (!pressed) held.current = wrong
  useEffect(() => {
    if (!pressed || asking) return
    setPressed(false)
    answered.current()
  }, [pressed, asking])
  return {
    shown: wrong ?? (pressed && asking ? held.current : undefined),
    read: () =>
      new Promise((resolve) => {
        answered.current = resolve
        setPressed(true)
        again()
      }),
  }
}

/** The note of what is asked again so; nothing while nothing is wrong. */
export function AskAgain(props: {
  error: WireError | undefined
  asking: boolean
  tone?: 'bad' | 'warn'
  money?: string | null
  brief?: string | undefined
  to: string
  again(): void
}) {
  const { error, asking, again, ...note } = props
  const { shown, read } = useAgain(error, asking, again)
  return shown === undefined ? null : <ReadAgain {...note} error={shown} read={read} />
}

/** What became of reading something: it, or what was wrong. */
export const outcomeOf = <T,>(read: Promise<T>): Promise<Async<T>> =>
  read.then(ready, (caught) => failed(toWireError(caught)))
