import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { WireError } from '@/src/domain/error'
import { errorCopy } from '../copy/errors'
import { text } from '../copy/text'
import { useApp } from './context'
import { ErrorNote } from './error-note'

/**
 * Tells that something could not be read, and reads it again at a press. The note stands until it was
 * read, so that the focus stays where it is; failed once more, it is said anew. Read, the focus goes to
 * the head of the dialog or of the part that was opened; on a screen, to its heading.
 */
export function ReadAgain(props: {
  error: WireError
  money?: null
  /** Gives what was wrong again, or undefined once it was read. */
  read(): Promise<WireError | undefined>
}) {
  const { read, ...note } = props
  const { announce } = useApp()
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useLayoutEffect(
    () => () => {
      // Still there: the focus would fall behind the dialog, or to the top of a long screen.
      if (document.activeElement !== button.current) return
      const part = button.current?.closest('details, dialog')
      part?.querySelector<HTMLElement>('summary, button')?.focus()
    },
    [],
  )

  async function again(): Promise<void> {
    if (busy) return
    setBusy(true)
    const error = await read()
    setBusy(false)
    if (error) announce(text.app.said(errorCopy[error.code].title))
  }

  // What is not there is no more so after a second look.
  if (note.error.code === 'order/not-found') return <ErrorNote {...note} />
  return (
    <ErrorNote {...note}>
      <button
        ref={button}
        type="button"
        class="button button-small"
        aria-disabled={busy}
        aria-busy={busy}
        onClick={() => void again()}
      >
        {busy && <span class="spinner" aria-hidden="true" />}
        {text.app.tryAgain}
      </button>
    </ErrorNote>
  )
}
