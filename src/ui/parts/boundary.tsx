import type { ComponentChildren } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { toWireError } from '@/src/domain/error'
import { text } from '../copy/text'
import { lazy } from './lazy'

// Its words are many: they come when there is something to say.
const ErrorNote = lazy(() => import('./error-note').then((room) => room.ErrorNote))

/**
 * A part of the page that may fail to be drawn: then what happened stands in its place, and the way to
 * the other screens stays. Its `key` says what it shows, so that something else is drawn anew.
 */
export function Boundary({ children }: { children: ComponentChildren }) {
  const [error, again] = useErrorBoundary()
  if (error === undefined) return <>{children}</>
  return (
    <ErrorNote error={toWireError(error)}>
      <button type="button" class="button button-small" onClick={again}>
        {text.app.tryAgain}
      </button>
    </ErrorNote>
  )
}
